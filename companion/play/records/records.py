"""Records while one event changes them: values are read and set by name, and every change is noted.

A `Records` is made for one event and thrown away; states stay frozen.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.base.json_types import JsonObject
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.play.records.state import RecordChange, RecordsState, TableStep, UnitState

StateT = TypeVar("StateT", bound=RecordsState)
IN_PLAY = "in play"
NOBODY = "nobody"


class Records(Generic[StateT]):
    """The records of a table: its state so far, the sheets of its units by id, the pools of each seat."""

    def __init__(self, state: StateT, sheets: Mapping[str, UnitSheet], pools: Sequence[Mapping[str, Track]]) -> None:
        """Begin with a state."""
        self.state = state
        self.sheets = sheets
        self._pools = pools
        self._standing: tuple[Mapping[str, UnitState], dict[int | None, tuple[str, ...]]] = ({}, {})
        self._noted: dict[tuple[int, str, str], tuple[str, str]] = {}

    @property
    def changes(self) -> tuple[RecordChange, ...]:
        """What has changed so far: each number once, from its first value to its last."""
        return tuple(
            RecordChange(seat=seat, unit=unit, title=title, before=before, after=after)
            for (seat, unit, title), (before, after) in self._noted.items()
            if before != after
        )

    def unit(self, unit: str) -> UnitState:
        """Return the record of a unit by its id; KeyError for one that is not on the table."""
        return self.state.units[unit]

    def name(self, unit: str) -> str:
        """Return what a unit is called."""
        return self.sheets[unit].name

    def standing(self, seat: int | None = None) -> tuple[str, ...]:
        """Return the units in play, of one seat or of all, in the order of the builds."""
        units, standing = self._standing
        if units is not self.state.units:
            units, standing = self._standing = self.state.units, {}
        if seat not in standing:
            standing[seat] = tuple(
                name for name, unit in units.items() if not unit.out and (seat is None or unit.seat == seat)
            )
        return standing[seat]

    def waiting_to_act(self, seat: int) -> tuple[str, ...]:
        """Return the units of a seat that may still be activated in this Round."""
        return tuple(name for name in self.standing(seat) if not self.unit(name).has_acted)

    def value(self, unit: str, track: str) -> int:
        """Return the number on a track; KeyError for a track that the unit does not have."""
        return self.unit(unit).values.get(track, self.sheets[unit].by_name[track].start)

    def has(self, unit: str, track: str) -> bool:
        """Return whether a unit has a track, and its number is not 0."""
        return track in self.sheets[unit].by_name and self.value(unit, track) != 0

    def set(self, unit: str, track: str, value: int) -> int:
        """Set a track to a number, or to the nearest one within its bounds; return how much it changed."""
        declared, record = self.sheets[unit].by_name[track], self.unit(unit)
        before, after = self.value(unit, track), declared.clamp(value)
        values = {name: number for name, number in record.values.items() if name != track}
        if after != declared.start:
            values[track] = after
        set_now = tuple(dict.fromkeys((*record.set_now, track))) if after != declared.start else record.set_now
        self._put(unit, values=values, set_now=set_now if self.state.active == unit else record.set_now)
        if not declared.hidden:
            self._note(record.seat, unit, f"{declared.group} {declared.title}".strip(), str(before), str(after))
        return after - before

    def add(self, unit: str, track: str, amount: int) -> int:
        """Add to a track, within its bounds; return how much it changed."""
        return self.set(unit, track, self.value(unit, track) + amount)

    def link(self, unit: str, name: str) -> str:
        """Return the id of the unit that a status names; empty for none."""
        return self.unit(unit).links.get(name, "")

    def set_link(self, unit: str, name: str, other: str) -> None:
        """Let a status name another unit, or none where `other` is empty."""
        record, before = self.unit(unit), self.link(unit, name)
        links = {key: value for key, value in record.links.items() if key != name}
        self._put(unit, links=links | ({name: other} if other else {}))
        words = [self.name(one) if one else NOBODY for one in (before, other)]
        self._note(record.seat, unit, dict(self.sheets[unit].links)[name], *words)

    def pool(self, seat: int, name: str) -> int:
        """Return what is in a pool of a seat; KeyError where it has none of that name."""
        return self.state.pools[seat].get(name, self._pools[seat][name].start)

    def has_pool(self, seat: int, name: str) -> bool:
        """Return whether a seat has a pool of that name."""
        return name in self._pools[seat]

    def set_pool(self, seat: int, name: str, value: int) -> int:
        """Set a pool to a number, or to the nearest one within its bounds; return how much it changed."""
        declared, before = self._pools[seat][name], self.pool(seat, name)
        after = declared.clamp(value)
        pools = tuple(one | {name: after} if number == seat else one for number, one in enumerate(self.state.pools))
        self.update(pools=pools)
        self._note(seat, "", declared.title, str(before), str(after))
        return after - before

    def add_pool(self, seat: int, name: str, amount: int) -> int:
        """Add to a pool, within its bounds; return how much it changed."""
        return self.set_pool(seat, name, self.pool(seat, name) + amount)

    def take_out(self, unit: str, why: str) -> None:
        """Take a unit out of play, and say why: `destroyed`. One that is out already stays so for its first reason."""
        if self.unit(unit).out:
            return
        self._put(unit, out=why)
        self._note(self.unit(unit).seat, unit, "", IN_PLAY, why)

    def bring_back(self, unit: str) -> None:
        """Bring a unit back into play."""
        before = self.unit(unit).out
        self._put(unit, out="")
        self._note(self.unit(unit).seat, unit, "", before or IN_PLAY, IN_PLAY)

    def set_acted(self, unit: str, has_acted: bool = True) -> None:
        """Say whether a unit has been activated in this Round."""
        self._put(unit, has_acted=has_acted)

    def end_statuses(self, unit: str, *ends: str) -> None:
        """Put the tracks of a unit that end now back to their start."""
        record = self.unit(unit)
        for track in self.sheets[unit].tracks:
            stays = track.ends == "next-activation" and track.name in record.set_now
            if track.ends in ends and track.name in record.values and not stays:
                self.set(unit, track.name, track.start)
        if "activation" in ends:
            self._put(unit, set_now=())

    def refresh_pools(self) -> None:
        """Put the pools that end with the Round back to their start."""
        for seat, pools in enumerate(self._pools):
            for pool in pools.values():
                if pool.ends == "round":
                    self.set_pool(seat, pool.name, pool.start)

    def begin(self, *steps: TableStep) -> None:
        """Put rolls and questions before those that wait already."""
        self.update(steps=(*steps, *self.state.steps))

    def say(self, sentence: str) -> None:
        """Add a sentence to the news, for everybody."""
        self.update(news=(*self.state.news, sentence))

    def remember(self, unit: str, target: str, circumstances: JsonObject) -> None:
        """Keep the circumstances of a unit's attack on another for the next time."""
        pairs = {pair: said for pair, said in self.state.pairs.items() if pair != f"{unit}>{target}"}
        self.update(pairs=pairs | ({f"{unit}>{target}": circumstances} if circumstances else {}))

    def forget_pairs(self, unit: str) -> None:
        """Forget the circumstances of a unit that has moved."""
        self.update(pairs={pair: said for pair, said in self.state.pairs.items() if unit not in pair.split(">")})

    def update(self, **fields: Any) -> None:
        """Set fields of the state."""
        self.state = self.state.model_copy(update=fields)

    def _put(self, unit: str, **fields: Any) -> None:
        self.update(units=self.state.units | {unit: self.unit(unit).model_copy(update=fields)})

    def _note(self, seat: int, unit: str, title: str, before: str, after: str) -> None:
        place = (seat, unit, title)
        self._noted[place] = (self._noted[place][0] if place in self._noted else before, after)
