"""Tables by hand of before 0.18: builds side by side, every roll, losses in words, what is counted by hand.

Any seat may act at any time, as players do who keep the turn order themselves. A roll of the game asks each side for
what is its own: the dice of whoever rolls, the reaction of whoever is attacked.

What a stored state says in words never changes, because its hash does not; `view` says it in the words of today.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, one_line
from companion.data.documents import Record, read_as
from companion.dice.resolver import Outcome, replay
from companion.gamekit.contract import Context, ResolverKind
from companion.play.game_states import owe_throw, replace_at
from companion.play.log import MOST_SEATS, Setup, TableEvent
from companion.play.records.open_moves import LONGEST_NAME, WonMove, winners_in_words
from companion.play.records.rolls import DICE, Rolls
from companion.play.records.state import MOST_COUNT, MOST_COUNTERS, Counter
from companion.play.tracker import Correctable, Move, Pending, Result, Rolling, Tracker, TrackerKind

NUMBER = 1
"""The number of these states."""
LONGEST_LOSSES = 2_000
"""Characters of what a seat has lost, in words."""
_UNTITLED = re.compile(r"(Seat \d+ plays) ''\.")


class NoOptions(Record):
    """Nothing is asked at opening."""


class HandRoll(Record):
    """A roll under way or at its end: who rolls, what, and the groups of faces so far.

    `target` is the seat that it is aimed at; `attacker` and `aimed_at` say who shoots whom with what, in the players'
    words. They are stored only where they say something. `ending` is what older versions showed of the outcome.
    """

    seat: int
    name: str
    title: str
    inputs: JsonObject
    groups: tuple[tuple[int, ...], ...] = ()
    outcome: JsonObject | None = None
    ending: str = ""
    target: int | None = None
    attacker: str = ""
    aimed_at: str = ""

    @model_serializer(mode="wrap")
    def _as_stored(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if name not in _LATER or value not in (None, "")}


_LATER = frozenset({"target", "attacker", "aimed_at"})


class ByHand(Record):
    """What lies on the table."""

    builds: tuple[JsonObject | None, ...]
    losses: tuple[str, ...]
    counters: tuple[Counter, ...] = ()
    roll: HandRoll | None = None
    result: Result | None = None
    news: tuple[str, ...] = ()


class _Build(Record):
    build: JsonObject | None


class _Losses(Record):
    lost: str = Field(max_length=LONGEST_LOSSES)


class _Roll(Record):
    resolver: str
    inputs: JsonObject = {}
    target: int | None = Field(None, ge=0, lt=MOST_SEATS)
    attacker: str | None = Field(None, max_length=LONGEST_NAME)
    aimed_at: str | None = Field(None, max_length=LONGEST_NAME)


class _Dice(Record):
    expression: str = Field(max_length=200)


class _Counter(Record):
    what: str = Field(min_length=1, max_length=40)
    value: int | None = Field(None, ge=-MOST_COUNT, le=MOST_COUNT)
    shared: bool = False


_VALUES: Mapping[str, type[Record]] = {
    "build": _Build,
    "losses": _Losses,
    "roll": _Roll,
    DICE: _Dice,
    "counter": _Counter,
    "result": WonMove,
}
_LABELS = {
    "build": "Bring a build to the table",
    "losses": "Say what is lost",
    "roll": "Roll by a rule of the game",
    DICE: "Roll any dice",
    "counter": "Count something",
    "result": "Say who has won",
}


@dataclass(frozen=True)
class HandTracker(Tracker[ByHand]):
    """The tracker of a table that is kept by hand."""

    setup: Setup
    context: Context
    resolvers: tuple[ResolverKind, ...]
    read_build: Callable[[JsonMapping], object]
    read_losses: "ReadLosses" = lambda build, lost, rulings: None
    is_of_0_15_0: bool = False
    """Whether it replays a log of 0.15.0: the roller threw for both sides, and losses were any words."""

    @property
    def rolls(self) -> Rolls:
        """The rolls of its game."""
        return Rolls(self.resolvers, self.context, self.setup.release)

    def start(self) -> ByHand:
        """Return an empty table."""
        return ByHand(builds=(None,) * self.setup.seats, losses=("",) * self.setup.seats)

    def read_state(self, data: JsonMapping) -> ByHand:
        """Return a stored state; InvalidInput where it cannot be read."""
        return read_as(ByHand, data)

    def waiting(self, state: ByHand) -> tuple[Pending, ...]:
        """Return the dice or the choice of a roll under way, else that any seat may act."""
        if state.result:
            return ()
        if state.roll is None or state.roll.outcome is not None:
            return tuple(Pending(seat, "move", "Any player can act.") for seat in range(self.setup.seats))
        rolling = state.roll
        roll = replay(self.rolls.make(rolling.name, rolling.inputs), rolling.groups)
        return (owe_throw(roll, lambda by: self._owner(rolling, by)),)

    def _owner(self, roll: HandRoll, by: int | None) -> int:
        """Return the seat that makes a throw of a roll; `by` is the side, 1 the second one.

        Where each player throws in turn, sides are seats. Else the second side is the target: the seat that was named,
        or of two seats the other one; without either, the roller throws for it.
        """
        if self.is_of_0_15_0:
            return roll.seat
        if roll.name != DICE and self.rolls.kind(roll.name).second_side == "players":
            return by if by is not None and by < self.setup.seats else roll.seat
        if by != 1:
            return roll.seat
        if roll.target is not None:
            return roll.target
        return 1 - roll.seat if self.setup.seats == 2 else roll.seat

    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the kinds of moves, their values still to be given; none while a roll is under way."""
        if view["rolling"] or view["result"]:
            return ()
        return tuple(Move(name=name, label=label) for name, label in _LABELS.items())

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return a move with its values; InvalidInput where they cannot be read, or a roll cannot be made of them."""
        if name not in _VALUES or not self.moves(view, seat):
            wanted = "the dice of the roll first" if view["rolling"] else f"one of {join_words(_VALUES, 'or')}"
            raise InvalidInput(InputError("move", quote(name), wanted))
        read = read_as(_VALUES[name], values).model_dump(mode="json", exclude_none=name != "build")
        if name == "roll":
            self._check_roll(read, seat)
        if name == "losses":
            self._check_losses(view["builds"][seat], read["lost"])
        if name == DICE:
            self.rolls.make(DICE, read)
        if name == "build" and read["build"]:
            self._check_build(read["build"])
        if name == "counter" and "value" in read:
            _check_counter(view["counters"], read["what"], None if read["shared"] else seat)
        if name == "result" and not set(read["winners"]) <= set(range(self.setup.seats)):
            raise InvalidInput(InputError("winners", quote(read["winners"]), "seats of this table"))
        return Move(
            name=name, values=read, label=winners_in_words(read["winners"]) if name == "result" else _LABELS[name]
        )

    def decides(self, move: Move) -> bool:
        """Return whether all must agree to a move: to who has won."""
        return move.name == "result"

    def _check_roll(self, roll: JsonMapping, seat: int) -> None:
        """Refuse a roll that cannot be made of its inputs, or that is aimed at no other seat."""
        self.rolls.make(roll["resolver"], roll["inputs"])
        if roll.get("target") not in {None, *range(self.setup.seats)} - {seat}:
            raise InvalidInput(InputError("target", f"seat {roll['target'] + 1}", "another seat of this table"))

    def _check_losses(self, build: JsonMapping | None, lost: str) -> None:
        """Refuse losses that a matchup of this build could not read; without a build anything may be written."""
        if build and lost.strip() and not self.is_of_0_15_0:
            self.read_losses({"pack": list(self.setup.pack), **build}, lost, self.context.rulings)

    def _check_build(self, build: JsonMapping) -> None:
        """Refuse what the game cannot read as a build, with its own packs or the table's; it need not be legal."""
        with errors_at("build"):
            self.read_build({"pack": list(self.setup.pack), **build})

    def apply(self, state: ByHand, event: TableEvent) -> ByHand:
        """Return the table after an event."""
        if event.kind == "faces":
            assert state.roll
            return self._roll_on(
                state, state.roll.model_copy(update={"groups": (*state.roll.groups, tuple(event.values["faces"]))})
            )
        if event.kind == "correct":
            return _with_counter(state, int(event.values["field"].partition("-")[2]), event.values["value"])
        assert event.seat is not None
        return self._acts[event.values["name"]](state, event.seat, event.values)

    @property
    def _acts(self) -> Mapping[str, Callable[[ByHand, int, JsonMapping], ByHand]]:
        return {
            "build": self._bring_build,
            "losses": self._note_losses,
            "roll": self._start_roll,
            DICE: self._roll_dice,
            "counter": self._count,
            "result": self._state_result,
        }

    def _bring_build(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        build = values["build"]
        title = quote(one_line(str(build.get("title", "")))) if build else "no build"
        return _news(state, f"Seat {seat + 1} plays {title}.", builds=replace_at(state.builds, seat, build))

    def _note_losses(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        return _news(
            state,
            f"Lost: {one_line(values['lost']) or 'nothing'}.",
            losses=replace_at(state.losses, seat, values["lost"]),
        )

    def _start_roll(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        title = self.rolls.kind(values["resolver"]).title
        aim = {name: values[name] for name in ("target", "attacker", "aimed_at") if name in values}
        roll = HandRoll(seat=seat, name=values["resolver"], title=title, inputs=values["inputs"], **aim)
        return self._roll_on(state, roll)

    def _roll_dice(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        inputs = {"expression": values["expression"]}
        return self._roll_on(state, HandRoll(seat=seat, name=DICE, title=values["expression"], inputs=inputs))

    def _count(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        owner = None if values["shared"] else seat
        place = next((i for i, c in enumerate(state.counters) if (c.name, c.seat) == (values["what"], owner)), None)
        if "value" not in values:
            left = tuple(c for i, c in enumerate(state.counters) if i != place)
            return _news(state, f"{values['what']} is not counted any more.", counters=left)
        counter = Counter(name=values["what"], seat=owner, value=values["value"])
        counters = (*state.counters, counter) if place is None else replace_at(state.counters, place, counter)
        return _news(state, f"{counter.name}: {counter.value}.", counters=counters)

    def _state_result(self, state: ByHand, seat: int, values: JsonMapping) -> ByHand:
        why = winners_in_words(values["winners"])
        return _news(state, why, result=Result(winners=tuple(values["winners"]), why=why))

    def _roll_on(self, state: ByHand, roll: HandRoll) -> ByHand:
        """Return the table with a roll, and its outcome once it has all faces."""
        run = replay(self.rolls.make(roll.name, roll.inputs), roll.groups)
        if run.outcome is None:
            return _news(state, roll=roll)
        ending = self._stored_ending(roll, run.outcome)
        done = roll.model_copy(update={"outcome": dict(run.outcome), "ending": ending})
        return _news(state, _ended(done), roll=done)

    def rolling(self, state: ByHand) -> Rolling | None:
        """Return the roll under way; its figures are counted for the seat that began it."""
        roll = state.roll
        if roll is None or roll.outcome is not None:
            return None
        return Rolling(
            roll.title,
            self.rolls.make(roll.name, roll.inputs),
            roll.groups,
            self.rolls.figures(roll.name, roll.inputs),
            roll.seat,
        )

    def _stored_ending(self, roll: HandRoll, outcome: Outcome) -> str:
        """Return an outcome in the words of the first version, for the state; `ending` has the words of today.

        They never change, because the hashes of logs depend on them. Only Mechalyte's combat had a sentence then.
        """
        if roll.name == DICE:
            return self.rolls.describe_dice(roll.inputs, outcome)
        if {"a", "b"} <= outcome.keys():
            return self.rolls.kind(roll.name).ending(outcome)
        values = (
            f"{key.replace('_', ' ')} {quote(value)}"
            for key, value in outcome.items()
            if not isinstance(value, list | dict)
        )
        return ", ".join(values)

    def ending(self, roll: HandRoll) -> str:
        """Return how a roll ended, in a sentence without its full stop; empty while it goes on."""
        if roll.outcome is None:
            return ""
        if roll.name == DICE:
            return self.rolls.describe_dice(roll.inputs, roll.outcome)
        return self.rolls.kind(roll.name).ending(roll.outcome)

    def aim(self, roll: HandRoll) -> str:
        """Return attacker and target of a roll in words: `Rail Gun against Iron Heron, Seat 2`, or empty."""
        if roll.name == DICE or self.rolls.kind(roll.name).second_side != "target":
            return roll.attacker
        target = roll.target
        if target is None and self.setup.seats == 2:
            target = 1 - roll.seat
        at = [*filter(None, (roll.aimed_at, "" if target is None else f"Seat {target + 1}"))]
        return " against ".join(filter(None, (roll.attacker, ", ".join(at)))) if roll.attacker else ", ".join(at)

    def view(self, state: ByHand, seat: int | None) -> JsonObject:
        """Return the table: nothing on it is hidden."""
        data = state.model_dump(mode="json")
        rolling = state.roll is not None and state.roll.outcome is None
        if state.roll:
            data["roll"] |= {"ending": self.ending(state.roll), "aim": self.aim(state.roll)}
        return {**data, "rolling": rolling, "news": self._news_in_words(state)}

    def _news_in_words(self, state: ByHand) -> list[str]:
        """Return the news of the last event in the words of today."""
        roll = state.roll
        if roll and roll.outcome is None:
            return [] if roll.groups else [f"{self._title(roll)}."]
        if roll and state.news == (_ended(roll),):
            said = self.rolls.readings(roll.inputs) if roll.name == DICE else ()
            return [f"{self._title(roll)}: {self.ending(roll)}.", *said]
        return [_UNTITLED.sub(r"\1 a build without a title.", sentence) for sentence in state.news]

    def _title(self, roll: HandRoll) -> str:
        """Return a roll's title with its aim: `Shoot (Rail Gun against Iron Heron, Seat 2)`."""
        aim = self.aim(roll)
        return f"{roll.title} ({aim})" if aim else roll.title

    def goes_on_without(self, seat: int) -> bool:
        """Return that the others play on: they keep all of it by hand."""
        return True

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return the counters."""
        return tuple(
            Correctable(
                field=f"counter-{place}",
                label=counter["name"],
                value=counter["value"],
                least=-MOST_COUNT,
                most=MOST_COUNT,
                owner=counter["seat"],
            )
            for place, counter in enumerate(view["counters"])
        )

    def result(self, state: ByHand) -> Result | None:
        """Return the result that a seat has stated."""
        return state.result


ReadLosses = Callable[[JsonMapping, str, Mapping[str, str]], object]
"""Reads what the build of a document has lost, under rulings; InvalidInput where a matchup could not."""


def tracker_by_hand(
    resolvers: tuple[ResolverKind, ...],
    read_build: Callable[[JsonMapping], object],
    read_losses: ReadLosses = lambda build, lost, rulings: None,
) -> TrackerKind:
    """Return the tracker of a game that has none of its own: every seat is alike, up to four.

    `read_build` raises InvalidInput where a document is no build of the game, `read_losses` where what it is said to
    have lost cannot be read.
    """
    return TrackerKind(
        number=NUMBER,
        least_seats=1,
        most_seats=MOST_SEATS,
        seat_names=tuple(f"Seat {number + 1}" for number in range(MOST_SEATS)),
        options=NoOptions,
        make=lambda setup, context: HandTracker(setup, context, resolvers, read_build, read_losses),
    )


def _check_counter(counters: Sequence[JsonMapping], what: str, owner: int | None) -> None:
    """Refuse one counter too many; one that is there may be set."""
    is_new = all((one["name"], one["seat"]) != (what, owner) for one in counters)
    if is_new and len(counters) >= MOST_COUNTERS:
        raise InvalidInput(InputError("counter", quote(what), f"at most {MOST_COUNTERS}: remove one first"))


def _ended(roll: HandRoll) -> str:
    """Return the stored news of a roll that has ended."""
    return f"{roll.title}: {roll.ending}."


def _news(state: ByHand, *news: str, **changed: Any) -> ByHand:
    return state.model_copy(update={**changed, "news": news})


def _with_counter(state: ByHand, place: int, value: int) -> ByHand:
    counter = state.counters[place].model_copy(update={"value": value})
    return _news(state, f"{counter.name}: {value}.", counters=replace_at(state.counters, place, counter))
