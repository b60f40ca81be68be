"""The board of a table with record sheets, as plain data: units as rows, a unit's sheet, what a roll changed.

A row has little: all that is on a unit's record is on its sheet, which has a page of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from companion.base import caches
from companion.base.compat import cached_property
from companion.dice.throw import Choice
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.play.log import canonical
from companion.play.records.records import IN_PLAY, NOBODY, Records
from companion.play.records.rolls import DICE
from companion.play.records.state import AppliedRoll, RecordChange, RecordsState, TableStep, UnitState
from companion.play.records.tracker import RecordsTracker
from companion.play.records.wishes import PLACED, open_wish
from companion.play.table import StateLost, Table
from companion.play.tracker import Move

MOST_BOXES = 20
"""Boxes of a strip; a longer track is a number."""
_NEWEST = 12
"""Events among which the newest roll is looked for."""
FLOW = ("begin", "activate", "skip", "pass", "done", "next-round")
"""Moves of turns and Rounds, which every game has."""
_IN_ROWS = frozenset({"activate", "skip", PLACED})
"""Moves that the rows, the sheets and the form of a wish have: the list of moves leaves them out."""


@dataclass(frozen=True)
class ShownTrack:
    """A track of a unit, or a pool of a seat, with its number."""

    track: Track
    value: int

    @property
    def boxes(self) -> int:
        """The boxes of its strip, each a step; 0 for a number without boxes."""
        count = (self.track.most - self.track.least) // self.track.step
        return count if self.is_damage and count <= MOST_BOXES else 0

    @property
    def struck(self) -> int:
        """How many boxes are struck, from the left."""
        lost = self.track.most - self.value if self.track.kind == "left" else self.value - self.track.least
        return -(-lost // self.track.step)

    @property
    def words(self) -> str:
        """What is left of how much; of a track that counts, its number; of a switch, whether it is on."""
        if self.is_switch:
            words = ("not used", "used") if self.track.kind == "once" else ("off", "on")
            return words[self.value != self.track.least]
        if not self.is_damage:
            return f"{self.value:,}"
        is_left = self.track.kind == "left"
        left = self.value if is_left else self.track.most - self.value
        full = self.track.start if is_left else self.track.most
        return f"{left:,}" if left >= full else f"{left:,} of {full:,}"

    @property
    def title(self) -> str:
        """Its heading and its title."""
        return f"{self.track.group} {self.track.title}".strip()

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off, used or not."""
        return self.track.kind in ("status", "once") and self.track.most == 1

    @property
    def chip(self) -> str:
        """Its words for a chip: the title, with the number where it is more than on or off.

        What ends by itself has a heading that says when, not what it is of.
        """
        if self.is_switch:
            return self.track.title
        return f"{self.title if self.track.ends == 'never' else self.track.title} {self.words}"

    @property
    def is_damage(self) -> bool:
        """Whether its boxes are struck."""
        return self.track.kind in ("damage", "left")

    @property
    def is_full(self) -> bool:
        """Whether all of its boxes are struck."""
        return self.is_damage and self.struck * self.track.step >= self.track.most - self.track.least

    @property
    def range(self) -> str:
        """Its bounds, its step and its kind, for the script: `0 800 100 left`."""
        return f"{self.track.least} {self.track.most} {self.track.step} {self.track.kind}"


@dataclass(frozen=True)
class ShownUnit:
    """A unit as a row: `picture` is the number of its line in the build, None without one."""

    id: str
    sheet: UnitSheet
    record: UnitState
    tracks: tuple[ShownTrack, ...]
    chips: tuple[ShownTrack, ...]
    links: tuple[str, ...]
    conditions: tuple[str, ...]
    picture: int | None = None
    is_active: bool = False
    is_concerned: bool = False
    """Whether the roll or the question under way is about it."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.sheet.name

    @property
    def short_name(self) -> str:
        """What it is called among its own side."""
        return self.name.removesuffix(f" of seat {self.record.seat + 1}")


@dataclass(frozen=True)
class ShownSide:
    """A seat's side of the board; `digest` tells its build from another in addresses of pictures."""

    seat: int
    units: tuple[ShownUnit, ...]
    pools: tuple[ShownTrack, ...]
    digest: str

    @property
    def activated(self) -> str:
        """How many of its units have been activated, in words."""
        standing = [unit for unit in self.units if not unit.record.out]
        return f"{sum(unit.record.has_acted for unit in standing)} of {len(standing)} activated"


@dataclass(frozen=True)
class ShownApplied:
    """The newest roll that changed records, by the event that it ended with: sentences, faces and changes in words.

    Behind the changes stands how dice of no resolver were read.
    """

    number: int
    sentences: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    changes: tuple[str, ...]
    units: tuple[str, ...]
    """The units whose records changed."""
    is_last: bool
    """Whether an undo takes it back."""


@dataclass(frozen=True)
class SheetGroup:
    """The tracks of a unit under one heading."""

    title: str
    tracks: tuple[ShownTrack, ...]


@dataclass(frozen=True)
class Board:
    """The board of a table, as one seat has it before it: its own side first."""

    table: Table
    seat: int | None

    @property
    def tracker(self) -> RecordsTracker[Any]:
        """The table's tracker."""
        return cast("RecordsTracker[Any]", self.table.tracker)

    @property
    def state(self) -> RecordsState:
        """The table's state."""
        state: RecordsState = self.table.state
        return state

    @cached_property
    def records(self) -> Records[Any]:
        """The records, to look at."""
        return self.tracker.records(self.state)

    @property
    def round(self) -> int:
        """The number of the Round; 0 before the battle."""
        return self.state.round

    @property
    def step(self) -> TableStep | None:
        """The roll or the question under way."""
        return self.state.steps[0] if self.state.steps else None

    @property
    def wish(self) -> TableStep | None:
        """What the computer wants of this seat: a model moved, and how two units stand; None without it."""
        step = open_wish(self.step)
        return step if step and step.seat == self.seat else None

    @property
    def active(self) -> str:
        """The unit whose activation is under way, if it is this seat's own; else empty."""
        unit = self.state.active
        return unit if unit and self.records.unit(unit).seat == self.seat else ""

    @property
    def is_between_activations(self) -> bool:
        """Whether the battle waits for a unit to be activated."""
        return bool(self.round and not (self.step or self.state.active))

    @property
    def last_standing(self) -> int | None:
        """The only seat with units in play, once the battle has begun; None while there are several."""
        standing = {unit.seat for unit in self.state.units.values() if not unit.out}
        return standing.pop() if self.round and len(standing) == 1 and not self.step else None

    @property
    def turn(self) -> str:
        """What a phone goes back to the top of the board for where it changes: the Round, and a turn to activate."""
        is_own = self.is_between_activations and self.state.turn == self.seat
        return f"{self.round}{' own' if is_own else ''}"

    @cached_property
    def sides(self) -> tuple[ShownSide, ...]:
        """All sides, this seat's own first."""
        seats = sorted(range(self.table.setup.seats), key=lambda seat: seat != self.seat)
        return tuple(self._side(seat) for seat in seats)

    def _side(self, seat: int) -> ShownSide:
        units = tuple(self.unit(name) for name, unit in self.state.units.items() if unit.seat == seat)
        pools = tuple(
            ShownTrack(pool, self.records.pool(seat, pool.name))
            for pool in self.tracker.rules.pools(seat, self.state)
            if not pool.hidden
        )
        build = self.state.builds[seat]
        return ShownSide(seat, units, pools, caches.digest(canonical(build).decode()).hex()[:12] if build else "")

    def unit(self, name: str) -> ShownUnit:
        """Return a unit as a row; KeyError for one that is not on the table."""
        sheet, record = self.records.sheets[name], self.records.unit(name)
        shown = [ShownTrack(track, self.records.value(name, track.name)) for track in sheet.tracks if not track.hidden]
        return ShownUnit(
            name,
            sheet,
            record,
            tracks=tuple(one for one in shown if one.track.is_main),
            chips=tuple(one for one in shown if _is_chip(one)),
            links=tuple(
                f"{title}: {self.records.name(other)}"
                for key, title in sheet.links
                if (other := record.links.get(key)) and other in self.records.sheets
            ),
            conditions=() if record.out else tuple(self.tracker.rules.conditions(self.records, name)),
            picture=_line_of(sheet),
            is_active=self.state.active == name,
            is_concerned=name in self._concerned,
        )

    @cached_property
    def _concerned(self) -> frozenset[str]:
        """The units that the step under way names."""
        if self.step is None:
            return frozenset()
        return frozenset(text for text in _texts(self.step.data) if text in self.state.units)

    def groups(self, name: str) -> tuple[SheetGroup, ...]:
        """Return all tracks of a unit by their headings, in the order of its sheet."""
        sheet = self.records.sheets[name]
        groups: dict[str, list[ShownTrack]] = {}
        for track in sheet.tracks:
            if not track.hidden:
                groups.setdefault(track.group, []).append(ShownTrack(track, self.records.value(name, track.name)))
        return tuple(SheetGroup(title, tuple(tracks)) for title, tracks in groups.items())

    def targets(self) -> tuple[ShownUnit, ...]:
        """Return the units in play of the other sides."""
        others = (unit for side in self.sides if side.seat != self.seat for unit in side.units)
        return tuple(unit for unit in others if not unit.record.out)

    @property
    def applied(self) -> ShownApplied | None:
        """The newest roll that changed records, after those of the same act; None if it is not among the newest events.

        One answer may bring two rolls: a hit, and the cover that it destroys.
        """
        rolls = tuple(self._newest_rolls())
        if not rolls:
            return None
        joined = AppliedRoll(
            sentences=tuple(sentence for _, one in reversed(rolls) for sentence in one.sentences),
            groups=tuple(group for _, one in reversed(rolls) for group in one.groups),
            changes=tuple(change for _, one in reversed(rolls) for change in one.changes),
        )
        return self._shown_applied(joined, rolls[0][0])

    def _newest_rolls(self) -> Iterator[tuple[int, AppliedRoll]]:
        """Yield the newest rolls of one act, newest first, each with the number of the event that it ended with."""
        root = 0
        with suppress(StateLost):
            for position in islice(self.table.positions(), _NEWEST):
                before, applied = position.before, position.state.applied
                if root and (not position.event or self.table.root(position.event).number != root):
                    return
                if applied and (before is None or before.state.applied != applied):
                    root = root or self.table.root(position.event).number
                    yield position.event, applied

    @property
    def rolled(self) -> tuple[tuple[int, str, tuple[int, ...]], ...]:
        """The dice of the roll under way, each throw with its seat and its title; nothing between rolls."""
        if self.step is None or not self.step.resolver:
            return ()
        thrown = self.tracker.rolls.run(self.step).thrown
        throws = ((one.throw, one.faces) for one in thrown if not isinstance(one.throw, Choice))
        return tuple((self.tracker.thrower(self.step, throw.by), throw.why, faces) for throw, faces in throws)

    def _shown_applied(self, applied: AppliedRoll, number: int) -> ShownApplied:
        units = dict.fromkeys(change.unit for change in applied.changes if change.unit)
        changes = tuple(self.change_words(applied.changes))
        is_last = any(event.number == number for event in self.table.last_move())
        # A number that changed stands among the changes already.
        sentences = tuple(one for one in applied.sentences if "→" not in one) or applied.sentences
        move = next((event.values for event in reversed(self.table.events[:number]) if event.kind == "move"), {})
        read = self.tracker.rolls.readings(move) if move.get("name") == DICE else ()
        return ShownApplied(number, sentences, applied.groups, (*changes, *read), tuple(units), is_last)

    def change_words(self, changes: Iterable[RecordChange]) -> Iterator[str]:
        """Yield changes in words, those of a unit or a seat together: `Dervish 2 HP 600 → 500 · Stunned`.

        What goes back to its start because a unit is out of play is left out.
        """
        records: dict[tuple[int, str], list[RecordChange]] = {}
        for change in changes:
            of_record = records.setdefault((change.seat, change.unit), [])
            if not any(not one.title and one.after != IN_PLAY for one in of_record):
                of_record.append(change)
        for (seat, unit), of_record in records.items():
            whose = self.records.name(unit) if unit in self.records.sheets else f"Seat {seat + 1}"
            yield f"{whose} {' · '.join(map(self._one_change, of_record))}"

    def _one_change(self, change: RecordChange) -> str:
        """Return a change in words, without whose it is."""
        title, before, after = change.title, change.before, change.after
        if not title:
            return after
        if NOBODY in (before, after):
            return f"{title} {after}" if before == NOBODY else f"{title} {before} ends"
        track = self._track_of(change)
        if track and track.is_switch:
            is_on = after != str(track.track.least)
            ending = ("used", "not used") if track.track.kind == "once" else ("", "ends")
            return f"{title} {ending[0 if is_on else 1]}".rstrip()
        bound = f" of {track.track.most:,}" if track and track.track.kind == "damage" else ""
        return f"{title} {_grouped(before)}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{_grouped(after)}{bound}"

    def _track_of(self, change: RecordChange) -> ShownTrack | None:
        """Return the track or the pool that a change is of; None where it is not on the table any more."""
        sheet = self.records.sheets.get(change.unit)
        tracks = sheet.tracks if sheet else () if change.unit else self.tracker.rules.pools(change.seat, self.state)
        shown = (ShownTrack(track, track.start) for track in tracks)
        return next((one for one in shown if one.title == change.title), None)

    def is_listed(self, move: Move) -> bool:
        """Return whether the list of moves has a move; activations, skips and what is rare stand at their units."""
        return move.name not in _IN_ROWS and move.name not in self.tracker.rules.on_sheets

    def may_attack(self, unit: ShownUnit) -> bool:
        """Return whether this seat may attack with a unit now."""
        return unit.record.seat == self.seat and self.tracker.rules.may_attack(self.records, unit.id)

    def may_activate(self, unit: ShownUnit) -> bool:
        """Return whether this seat may activate a unit now, perhaps outside the rules."""
        state = self.state
        return bool(state.round and not (state.steps or state.active or unit.record.out))


def _line_of(sheet: UnitSheet) -> int | None:
    """Return the line of the build that a unit comes from: the first number in its place there, `mech[0]`."""
    _, bracket, rest = sheet.where.partition("[")
    number = rest.partition("]")[0]
    return int(number) if bracket and number.isdecimal() else None


def _grouped(number: str) -> str:
    """Return a number with its thousands apart; any other text as it is."""
    return f"{int(number):,}" if number.lstrip("-").isdecimal() else number


def _is_chip(shown: ShownTrack) -> bool:
    """Return whether a track stands in the row as a chip: a status that is on, else a number not as at the start."""
    if shown.track.kind == "status":
        return shown.value != shown.track.least
    return shown.track.kind != "once" and not shown.track.is_main and shown.value != shown.track.start


def _texts(value: object) -> Iterable[str]:
    """Yield the texts among the values of plain data, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts(part)
