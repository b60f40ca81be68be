"""A battle with record sheets in the lab: units stand as the situation states, and the computer plays every seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.base.json_types import JsonObject
from companion.data.documents import read_as
from companion.dice.throw import Choice
from companion.lab.situations import Situation, check
from companion.opponent.records.deciding import decide
from companion.opponent.steps import event
from companion.opponent.strengths import Strength
from companion.play.log import TableEvent
from companion.play.records.tracker import RecordsTracker
from companion.play.records.wishes import chosen_fields, shared_fields
from companion.play.tracker import Pending


class LabBattle:
    """One battle: what is stated before each decision, the decisions, and the end where no rule says it.

    `seated` is the side in each seat, `strengths` those of the seats.
    """

    def __init__(
        self,
        tracker: RecordsTracker[Any],
        situation: Situation,
        seated: Sequence[int],
        strengths: Sequence[Strength],
    ) -> None:
        """Begin with nothing stated."""
        self.tracker, self.situation, self.seated, self.strengths = tracker, situation, seated, strengths
        self._names: Mapping[str, str] = {}
        self._known: dict[tuple[int, str, str], JsonObject] = {}
        self._chosen = {*chosen_fields(tracker.rules.circumstances)}

    def state_next(self, state: Any) -> TableEvent | None:
        """Return what is said before anything else is decided: how a pair stands, or that a side alone is left."""
        if not state.round or state.steps:
            return None
        standing = self.tracker.records(state).standing()
        seats = {state.units[unit].seat for unit in standing}
        if len(seats) < 2:
            return event("move", 0, {"name": "result", "winners": sorted(seats)})
        for unit in standing:
            for target in standing:
                seat = state.units[unit].seat
                if seat == state.units[target].seat:
                    continue
                said = self._said(state, unit, target)
                before = state.pairs.get(f"{unit}>{target}", {})
                if {name: value for name, value in before.items() if name not in self._chosen} != said:
                    return event("move", seat, {"name": "said", "unit": unit, "target": target, "said": said})
        return None

    def _said(self, state: Any, unit: str, target: str) -> JsonObject:
        """Return how two units stand in the Round under way, as far as it is not the game's default."""
        key = state.round, unit, target
        if key not in self._known:
            model, said = self.tracker.rules.circumstances, dict[str, Any]()
            stretch, shared = self.situation.stretch(state.round), shared_fields(self.tracker.rules.circumstances)
            if stretch:
                said |= stretch.said
                names = self._unit_names(state)
                for pair in stretch.pairs:
                    if pair.holds(self._side(state, unit), names[unit], names[target]):
                        said |= pair.said
                    elif pair.holds(self._side(state, target), names[target], names[unit]):
                        said |= {name: value for name, value in pair.said.items() if name in shared}
            self._known[key] = read_as(model, said).model_dump(mode="json", exclude_defaults=True)
        return self._known[key]

    def _side(self, state: Any, unit: str) -> int:
        seat: int = state.units[unit].seat
        return self.seated[seat]

    def _unit_names(self, state: Any) -> Mapping[str, str]:
        """Return what each unit is called in its build, also where another seat has one of the same name."""
        if not self._names:
            self._names = {
                f"{seat + 1}.{number}": name
                for seat, build in enumerate(state.builds)
                for number, name in enumerate(unit_names(self.tracker, build), 1)
            }
        return self._names

    def choose(self, state: Any, pending: Pending, seed: int) -> TableEvent:
        """Return what the computer does for the seat of a pending decision; where only people know, what is usual."""
        seat = pending.seat
        assert seat is not None
        asked = (seat + 1) % len(self.seated)
        made = decide(self.tracker, state, pending, self.strengths[seat], seed, asked, moves_models=False)
        if made is not None:
            return made.event
        assert isinstance(pending.throw, Choice)
        return event("faces", seat, {"why": pending.why, "faces": [pending.throw.usual + 1]})


def unit_names(tracker: RecordsTracker[Any], build: JsonObject) -> list[str]:
    """Return the names of a build's units in its order, without the seat that tells two of one name apart."""
    return [sheet.name for sheet in tracker.rules.sheets(0, {"pack": list(tracker.setup.pack), **build})]


def check_situation(tracker: RecordsTracker[Any], situation: Situation, builds: Sequence[JsonObject]) -> None:
    """Raise InvalidInput where a situation does not fit the game's chips or these builds."""
    units = {side: {*unit_names(tracker, build)} for side, build in enumerate(builds)}
    check(situation, tracker.rules, len(builds), units)
