"""State of a table, rebuilt from its log; a state that today's tracker cannot rebuild is lost, never guessed.

Every position of the game remembers the one before it, so that undo, redo and a look at any point need no replay. The
states of a stored log are computed when they are needed: a long table opens without a replay. The hash in each event
proves its state; where a state is lost, the game goes on from the newest one that was stored.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile
from types import MappingProxyType
from typing import Any, Literal, cast

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record
from companion.limits.budget import OverBudget, ReaderGone
from companion.limits.heavy_slots import Busy
from companion.play.log import OF_GAME, Kind, Setup, TableEvent, canonical, state_hash
from companion.play.tracker import Pending, Result, Tracker

DiceOf = Literal["thrown", "typed"]
What = Literal["undo", "redo", "draw", "rulings", "host", "pause", "without", "correct", "move", "admit", "hints"]
"""What a seat may ask the others to agree to."""
Host = int | Literal["opener", "link", ""]
"""Who is host: a seat, whoever opened the table, whoever has the host's link; nobody where the host left its seat."""


@dataclass(frozen=True)
class SeatState:
    """A seat and who sits in it. A seat without a name is empty; with a number all the same, somebody has left it."""

    name: str = ""
    number: str = ""
    """What this seat adds to the seed of the dice, in hex."""
    dice: DiceOf = "thrown"
    person: int = 0
    """Who sits here, or sat here last: the number of the event by which this person first sat down at the table."""
    player: int = 0
    """The person whose seat it is: another than `person` until the others let a newcomer play on."""
    since: int = 0
    """The event by which `person` took the seat over from somebody else; 0 where they did not, or were admitted."""
    is_new: bool = False
    """Whether a newcomer took it over during the game; until the others agree, they are no more than a spectator."""
    is_freed: bool = False
    """Whether the host has put its player out, who has not come back, and no newcomer was admitted in their place.

    While such a seat is empty, nothing is agreed on.
    """

    computer: str = ""
    """How well the computer plays that sits here; empty for a person."""

    @property
    def is_heard(self) -> bool:
        """Whether somebody sits here whose consent counts: a person who is no newcomer."""
        return bool(self.name) and not self.is_new and not self.computer


@dataclass(frozen=True)
class Proposal:
    """Something that a seat asks the others to agree to; `number` is that of its event."""

    number: int
    seat: int
    what: What
    values: JsonMapping
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Position:
    """A state of the game, the event that led to it (0 at the start), and the position before it."""

    state: Any
    event: int = 0
    before: "Position | None" = field(default=None, repr=False)


class StateLost(InvalidInput):
    """Raised for a state that is not stored, and that today's tracker cannot rebuild from the log."""

    def __init__(self, number: int) -> None:
        """Name the event that led to it."""
        wanted = "a look at its log, which is whole"
        super().__init__(InputError(f"event {number}", "a game that this version cannot follow to here", wanted))


class LoggedPosition(Position):
    """A position of a stored log. Its state is read or rebuilt on first use, which may raise StateLost."""

    _happened: TableEvent
    _earlier: Position
    _tracker: Tracker[Any]
    _stored: JsonMapping | None
    _is_lost: bool
    is_stored: bool
    """Whether its state was stored, as its event's hash proves."""

    def __init__(
        self, happened: TableEvent, before: Position, tracker: Tracker[Any], stored: JsonMapping | None = None
    ) -> None:
        """Keep the event, the position before it, and `stored`, the state if it was stored."""
        own = {"_happened": happened, "_earlier": before, "_tracker": tracker, "_stored": stored, "_is_lost": False}
        vars(self).update(own, is_stored=False, event=happened.number, before=before)

    @cached_property
    def state(self) -> Any:
        """The state of the game, replayed from the newest stored one."""
        later: list[LoggedPosition] = []
        position: Position = self
        while isinstance(position, LoggedPosition) and not position._is_settled():
            later.append(position)
            position = position._earlier
        later.reverse()
        is_lost = isinstance(position, LoggedPosition) and position._is_lost
        states = [] if is_lost else _replay(position.state, later)
        for one, state in zip(later, states, strict=False):
            vars(one)["state"] = state
        for one in later[len(states) :]:
            vars(one)["_is_lost"] = True
        if self._is_lost:
            raise StateLost(self.event)
        return vars(self)["state"]

    @property
    def is_known(self) -> bool:
        """Whether the state is there without a replay."""
        return self._is_settled() and not self._is_lost

    def _is_settled(self) -> bool:
        """Return whether the state is there, rebuilt or stored, or is known to be lost."""
        known = vars(self)
        if "state" not in known and self._stored is not None:
            with suppress(InvalidInput):
                if hashlib.sha256(canonical(self._stored)).hexdigest() == self._happened.state:
                    known.update(state=self._tracker.read_state(self._stored), is_stored=True)
            known["_stored"] = None
        return "state" in known or self._is_lost

    def _leads_to(self, state: Any) -> bool:
        """Return whether a state has the hash in the event; also where the event has none."""
        return not self._happened.state or state_hash(state) == self._happened.state


def _replay(state: Any, later: Sequence[LoggedPosition]) -> list[Any]:
    """Return the states of some positions in order, up to the first that cannot be rebuilt.

    A tracker checks no event: one of another release may raise anything on a log that it does not know.
    """
    states: list[Any] = []
    if not later:
        return states
    for one in later:
        try:
            state = one._tracker.apply(state, one._happened)
        except (OverBudget, Busy, ReaderGone, MemoryError):
            raise
        except Exception:
            break
        states.append(state)
    if len(states) == len(later) and later[-1]._leads_to(state):
        return states
    return [state for state, _ in takewhile(lambda each: each[1]._leads_to(each[0]), zip(states, later, strict=False))]


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its setup, its log, and its state after the last event."""

    setup: Setup
    make: Callable[[Mapping[str, str]], Tracker[Any]] = field(repr=False)
    """Makes the game's tracker under rulings, which may change during play."""
    tracker: Tracker[Any] = field(repr=False)
    position: Position = field(repr=False)
    seats: tuple[SeatState, ...]
    events: tuple[TableEvent, ...] = field(default=(), repr=False)
    undone: tuple[Position, ...] = field(default=(), repr=False)
    """The positions that may be done again, the next one last."""
    proposal: Proposal | None = None
    result: Result | None = None
    changed_rulings: Mapping[str, str] = field(default_factory=dict)
    """The rulings that were agreed on during play; the others are those of the setup."""
    decided: frozenset[str] = frozenset()
    """The rulings that have decided an event already."""
    host: Host = "opener"
    host_missed: str = ""
    """When somebody asked whether the host is there, or the host left; empty once the host has done anything."""
    is_paused: bool = False
    has_hints: bool = False
    """Whether all have agreed that the computer may give hints."""
    out: frozenset[int] = frozenset()
    """The seats that were left, and without which the others go on: they owe nothing."""
    finished: frozenset[int] = frozenset()
    """The seats that agree to the end of a game that is decided."""
    finish_asked: str = ""
    """When the first of them said so."""
    since: int = 0
    """The event to whose state the game can go back at most, because those before are lost; 0 is the start."""
    is_lost: bool = False
    """Whether no state is there from which the game could go on: only its log is."""

    @property
    def rulings(self) -> Mapping[str, str]:
        """Return the rulings in force."""
        return {**self.setup.rulings, **self.changed_rulings}

    @property
    def state(self) -> Any:
        """Return the state of the game."""
        return self.position.state

    def tracker_at(self, number: int) -> Tracker[Any]:
        """Return the tracker under the rulings that were in force at an event."""
        if not self.changed_rulings:
            return self.tracker
        return next(tracker for since, tracker in reversed(self._trackers) if since <= number)

    @cached_property
    def _trackers(self) -> tuple[tuple[int, Tracker[Any]], ...]:
        """The trackers that were in use, each with the number of the event that changed to its rulings."""
        rulings = dict(self.setup.rulings)
        found = [(0, self.make(self.setup.rulings))]
        for event in self.events:
            if event.kind == "note" and "rulings" in event.values:
                rulings.update(event.values["rulings"])
                found.append((event.number, self.make(dict(rulings))))
        return tuple(found)

    def waiting(self) -> tuple[Pending, ...]:
        """Return what the game waits for from players; nothing in a pause."""
        return tuple(one for one in self.owed() if one.seat is None or one.seat not in self.out)

    def owed(self) -> tuple[Pending, ...]:
        """Return all that the game waits for, also what the table does for seats that were left for good."""
        if self.result or self.is_paused or self.is_lost:
            return ()
        return tuple(map(self._with_thrower, self.tracker.waiting(self.state)))

    def _with_thrower(self, owed: Pending) -> Pending:
        """Give dice of no seat to the seat whose move led to them, where that seat throws its own dice."""
        if owed.seat is not None or owed.wants != "faces" or not self.position.event:
            return owed
        seat = self.root(self.position.event).seat
        return owed if seat is None or self.seats[seat].dice == "thrown" else replace(owed, seat=seat)

    def sight(self, seat: int | None, at: int | None = None) -> int | None:
        """Return as which seat a person in a seat sees the table, now or after event `at`; None is as a spectator.

        A newcomer is a spectator until the others agree, and whoever took a seat over is one of the game before that.
        """
        if seat is None or self.seats[seat].is_new or (at is not None and at < self.seats[seat].since):
            return None
        return seat

    def view(self, seat: int | None) -> JsonObject:
        """Return the part of the state that a seat may see; for None, what everybody may see."""
        return self.tracker.view(self.state, self.sight(seat))

    def last_name(self, seat: int) -> str:
        """Return who sits in a seat, or sat there last."""
        sat = (event.values["name"] for event in reversed(self.events) if (event.kind, event.seat) == ("sit", seat))
        return self.seats[seat].name or next(sat, f"Seat {seat + 1}")

    def positions(self) -> Iterator[Position]:
        """Yield the positions that are not undone, newest first; the last one is the start."""
        position: Position | None = self.position
        while position:
            yield position
            position = position.before

    def known_positions(self) -> Iterator[Position]:
        """Yield the positions that are not undone, newest first, back to the oldest one whose state can be rebuilt."""
        for position in self.positions():
            yield position
            if position.event == self.since:
                return

    def root(self, number: int) -> TableEvent:
        """Return the event of a seat from which event `number` followed, or the event itself."""
        event = self.events[number - 1]
        return self.events[event.cause - 1] if event.cause else event

    @property
    def rematch(self) -> str:
        """Return the id of the table of the rematch, empty where there is none."""
        ids = (
            str(event.values["rematch"])
            for event in reversed(self.events)
            if event.kind == "note" and "rematch" in event.values
        )
        return next(ids, "") if self.result else ""

    def last_move(self) -> tuple[TableEvent, ...]:
        """Return the events of the last move, newest first; none at the start.

        A shuffle after an undo, a seat that was taken over or left for good, and what the computer did belong to the
        move before them.
        """
        events, last = [], 0
        for event in self._standing():
            root = self.root(event.number)
            if last and root.number != last:
                break
            is_by_computer = root.seat is not None and bool(self.seats[root.seat].computer)
            last = 0 if root.kind in ("undo", "out", "sit") or is_by_computer else root.number
            events.append(event)
        return tuple(events) if last else ()

    def moves_since(self, number: int) -> tuple[TableEvent, ...]:
        """Return the events of all moves after that of event `number`, newest first; 0 is the start."""
        root = self.root(number).number if number else None
        return tuple(takewhile(lambda event: self.root(event.number).number != root, self._standing()))

    def _standing(self) -> Iterator[TableEvent]:
        return (self.events[one.event - 1] for one in self.known_positions() if one.event != self.since)


def begin(setup: Setup, make: Callable[[Mapping[str, str]], Tracker[Any]]) -> Table:
    """Return a table at which nobody sits yet."""
    tracker = make(setup.rulings)
    return Table(setup, make, tracker, Position(tracker.start()), (SeatState(),) * setup.seats)


class _NoTracker:
    """Stands for the tracker of a game that cannot be made any more: it has no state and applies no event."""

    def start(self) -> Record:
        """Return a state that says nothing."""
        return Record()


def log_only(setup: Setup, events: Sequence[TableEvent]) -> Table:
    """Return a table without states: only its log can be read, who sat there last, and how it ended."""
    table = replace(begin(setup, lambda _: cast("Tracker[Any]", _NoTracker())), is_lost=True)
    for event in events:
        with suppress(LookupError, TypeError, ValueError):
            table = _APPLY[event.kind](table, event) if event.kind in ("sit", "leave", "end") else table
    return replace(table, events=tuple(events))


def tracker_number(setup: Setup, events: Sequence[TableEvent]) -> int:
    """Return the number of the tracker by which the game is played at the end of a log."""
    numbers = (event.values.get("tracker") for event in reversed(events) if event.kind == "state")
    return next((number for number in numbers if isinstance(number, int)), setup.tracker)


def fold(setup: Setup, make: Callable[[Mapping[str, str]], Tracker[Any]], events: Sequence[TableEvent]) -> Table:
    """Return a table from its stored log."""
    return extend(begin(setup, make), events)


States = Mapping[int, JsonMapping]
"""Stored states by the numbers of the events that led to them."""


def extend(table: Table, events: Sequence[TableEvent], states: States = MappingProxyType({})) -> Table:
    """Return a table with more stored events; `states` are those of their states that were stored too."""
    log = (*table.events, *events)
    for is_of_game, run in groupby(events, lambda event: event.kind in OF_GAME):
        happened = tuple(run)
        if is_of_game:
            position = table.position
            for event in happened:
                position = LoggedPosition(event, position, table.tracker, states.get(event.number))
            table = _at(_with_host_back(table, happened), position, happened)
        else:
            for event in happened:
                table = _APPLY[event.kind](_with_host_back(table, (event,)), event)
    return replace(table, events=log)


def settle(table: Table, whole: bool = True) -> Table:
    """Return a table at its newest position whose state is known: the last one, or the newest that can be rebuilt.

    Undo cannot go back past that position, nor past the present one where the log is not `whole`. Without any known
    state the table `is_lost`, and only its log can be read.
    """
    if table.is_lost or table.position.event <= table.since:
        return table
    with suppress(StateLost):
        table.position.state  # noqa: B018
        return table if whole else replace(table, since=table.position.event, undone=())
    known = [one for one in table.known_positions() if isinstance(one, LoggedPosition) and one.is_known]
    if any(one.is_stored for one in known):
        return replace(table, position=known[0], since=known[0].event, undone=(), proposal=None)
    return replace(table, is_lost=True, undone=(), proposal=None)


def add(table: Table, event: TableEvent, state: Any = None) -> Table:
    """Return a table with one more event; `state` is what an event of the game led to."""
    table = _with_host_back(replace(table, events=(*table.events, event)), (event,))
    if event.kind in OF_GAME:
        return _at(table, Position(state, event.number, table.position), (event,))
    return _APPLY[event.kind](table, event)


def _at(table: Table, position: Position, happened: Sequence[TableEvent]) -> Table:
    """Return a table after events of the game, the last of which led to `position`."""
    decided = table.decided.union(*(event.rulings for event in happened))
    table = replace(table, position=position, undone=(), decided=decided)
    for event in happened:
        if event.kind == "seal" and event.seat is not None:  # the seat is that of who sealed, not of who was put out
            table = _with_seat(
                table, event.seat, replace(table.seats[event.seat], player=table.seats[event.seat].person)
            )
    return _undecided(table)


def _undecided(table: Table) -> Table:
    """Return a table without a proposal or a wish to finish, because its state has changed."""
    return replace(table, proposal=None, finished=frozenset(), finish_asked="")


def _with_host_back(table: Table, happened: Sequence[TableEvent]) -> Table:
    """Return a table whose host is missed no longer if it did something; dice thrown for its seat prove nothing."""
    if table.host_missed and any(_is_by_host(table, event) for event in happened):
        return replace(table, host_missed="")
    return table


def _is_by_host(table: Table, event: TableEvent) -> bool:
    return event.values.get("by") == "host" if event.kind == "leave" else event.seat == table.host and not event.cause


def _sit(table: Table, event: TableEvent) -> Table:
    """Seat a person; a proposal to go on without this seat ends."""
    assert event.seat is not None
    before, values = table.seats[event.seat], event.values
    person, is_new = values.get("person", event.number), bool(values.get("is_new"))
    seat = replace(
        before,
        name=values["name"],
        number=values["number"],
        person=person,
        player=before.player if is_new or before.is_freed else person,
        since=event.number if values.get("takes_over") else before.since,
        is_new=is_new,
        is_freed=before.is_freed and person != before.player,
        computer=values.get("computer", ""),
    )
    asked = table.proposal
    if asked and asked.what == "without" and asked.values["seat"] == event.seat:
        table = replace(table, proposal=None)
    return _with_seat(table, event.seat, seat)


def _leave(table: Table, event: TableEvent) -> Table:
    """Empty a seat: its own proposal ends, and if it was the host, there is none.

    Where the host frees a seat every proposal ends: nobody is outvoted by being put out.
    """
    assert event.seat is not None
    by_host, left = event.values.get("by") == "host", table.seats[event.seat]
    freed = (left.is_freed or by_host) and not left.computer
    table = _with_seat(table, event.seat, replace(left, name="", is_new=False, is_freed=freed, computer=""))
    if table.proposal:
        agreed = table.proposal.agreed - {event.seat}
        ends = table.proposal.seat == event.seat or by_host
        table = replace(table, proposal=None if ends else replace(table.proposal, agreed=agreed))
    return replace(table, host="", host_missed=event.at) if table.host == event.seat else table


def _choose_dice(table: Table, event: TableEvent) -> Table:
    assert event.seat is not None
    return _with_seat(table, event.seat, replace(table.seats[event.seat], dice=event.values["dice"]))


def _with_seat(table: Table, seat: int, changed: SeatState) -> Table:
    return replace(table, seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def _propose(table: Table, event: TableEvent) -> Table:
    assert event.seat is not None
    asked = {name: value for name, value in event.values.items() if name != "what"}
    return replace(table, proposal=Proposal(event.number, event.seat, event.values["what"], asked))


def _agree(table: Table, event: TableEvent) -> Table:
    """Note that a seat agrees; in older logs perhaps to a proposal that has ended."""
    assert event.seat is not None
    if table.proposal is None:
        return table
    return replace(table, proposal=replace(table.proposal, agreed=table.proposal.agreed | {event.seat}))


def _undo(table: Table, event: TableEvent) -> Table:
    """Go back to the position that the event names; a redo is possible unless something hidden was seen.

    Where the game can hide again what was seen, the undo leads to a new position. A seat that is put back to dice types
    them, or chooses to have them thrown: the table does not throw them by itself.
    """
    back = next(one for one in table.positions() if one.event == event.values["to"])
    with suppress(StateLost):
        if event.seen and (hidden := table.tracker.hide(back.state, event.seen)) is not back.state:
            back = Position(hidden, event.number, back)
    undone = () if event.seen else (*table.undone, table.position)
    typed = event.values.get("typed", ())
    for seat in (typed,) if isinstance(typed, int) else typed:
        table = _with_seat(table, seat, replace(table.seats[seat], dice="typed"))
    return _undecided(replace(table, position=back, undone=undone))


def _redo(table: Table, _: TableEvent) -> Table:
    return _undecided(replace(table, position=table.undone[-1], undone=table.undone[:-1]))


def _admit(table: Table, event: TableEvent) -> Table:
    seat = event.values["seat"]
    admitted = replace(table.seats[seat], player=table.seats[seat].person, since=0, is_new=False, is_freed=False)
    return replace(_with_seat(table, seat, admitted), proposal=None)


def _finish(table: Table, event: TableEvent) -> Table:
    assert event.seat is not None
    asked = table.finish_asked or event.at
    return replace(table, finished=table.finished | {event.seat}, finish_asked=asked)


def _change_rulings(table: Table, event: TableEvent) -> Table:
    """Play by other rulings; no redo, for what was undone belongs to the rulings before."""
    changed = {**table.changed_rulings, **event.values["rulings"]}
    table = replace(table, changed_rulings=changed, undone=(), proposal=None)
    return replace(table, tracker=table.make(table.rulings))


def _note(table: Table, event: TableEvent) -> Table:
    if "rulings" in event.values:
        return _change_rulings(table, event)
    return replace(table, has_hints=True, proposal=None) if event.values.get("hints") is True else table


def _change_host(table: Table, event: TableEvent) -> Table:
    asked = table.proposal and table.proposal.what == "host"
    return replace(table, host=event.values["to"], host_missed="", proposal=None if asked else table.proposal)


def _go_on_from_state(table: Table, event: TableEvent) -> Table:
    """Go on from a state in the log, because today's tracker cannot follow the events that led to it."""
    back = next(one for one in table.positions() if one.event == event.values["to"])
    position = LoggedPosition(event, back, table.tracker, event.secret.get("state"))
    return _undecided(replace(table, position=position, since=event.number, undone=()))


def _pause(table: Table, event: TableEvent) -> Table:
    return replace(table, is_paused=event.kind == "pause", proposal=None)


def _end(table: Table, event: TableEvent) -> Table:
    result = Result(winners=tuple(event.values["winners"]), why=event.values["why"])
    return replace(table, result=result, proposal=None)


_APPLY: Mapping[Kind, Callable[[Table, TableEvent], Table]] = {
    "sit": _sit,
    "leave": _leave,
    "dice": _choose_dice,
    "propose": _propose,
    "agree": _agree,
    "refuse": lambda table, _: replace(table, proposal=None),
    "undo": _undo,
    "redo": _redo,
    "note": _note,
    "seed": lambda table, _: table,
    "end": _end,
    "host": _change_host,
    "call": lambda table, event: replace(table, host_missed=event.at),
    "pause": _pause,
    "resume": _pause,
    "out": lambda table, event: replace(table, out=table.out | {event.values["seat"]}, proposal=None),
    "state": _go_on_from_state,
    "finish": _finish,
    "admit": _admit,
}
