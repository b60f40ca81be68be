"""Replays a log by the acts that write logs: what each seat did must lead to the very events that follow in it.

An act of today makes its events anew from the table before it: dice that were owed, shuffles, the hash of each state,
the result. Before the seed is open, dice are taken from the log. A log of another release may have other words, odds
and rules of consent: those differences are named, and are nothing wrong.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import thread_time
from typing import Any, Literal

from pydantic import Field

from companion import __version__
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as, refuse_deep
from companion.limits import budget
from companion.limits.budget import OverBudget, ReaderGone
from companion.limits.heavy_slots import Busy
from companion.play import acts
from companion.play.by_hand import HandTracker
from companion.play.consent import seats_asked
from companion.play.earlier_words import earlier_hashes
from companion.play.fair_dice import FairDice, Item
from companion.play.log import LOG, OF_GAME, Kind, TableEvent, canonical
from companion.play.new_events import Brought, append, play_event, run_on, set_by_hand
from companion.play.records.rolls import DICE
from companion.play.refusals import refused
from companion.play.table import DiceOf, Table, begin, extend
from companion.play.tracker import Tracker
from companion.play.undo import undo_moves, undone_moves

MOST_SECONDS = 12.0
"""Processor seconds of one replay where answers have a budget; what is left of a longer log then is not checked."""
_LONGEST_SHOWN = 160

_0_15_1 = "2026-11-28T16:53"
"""When 0.15.1 was released, in UTC."""

Act = Callable[[Table, Brought], Table]


class Hidden(Exception):
    """Raised where an event depends on what is secret until the game has ended."""


@dataclass(frozen=True)
class Gap:
    """Events that were not replayed, from `first` to `last`, and why."""

    first: int
    last: int
    why: str


@dataclass(frozen=True)
class ChangedField:
    """A field of an event that this release would have written otherwise: words, odds, rules of consent."""

    number: int
    field: str


@dataclass(frozen=True)
class Replay:
    """Result of a replay: the table after the last event that was replayed, the gaps, and the first wrong event."""

    table: Table
    gaps: tuple[Gap, ...] = ()
    differences: tuple[ChangedField, ...] = ()
    wrong: int = 0
    """The number of the event at which the log is not what the game leads to; 0 where it is."""
    error: InputError | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether every event was replayed and none is wrong."""
        return not self.gaps and not self.wrong


class WrongEvent(InvalidInput):
    """Raised for an event that is not what the game leads to."""

    def __init__(self, number: int, error: InputError) -> None:
        """Keep the number of the event."""
        super().__init__(error)
        self.number = number


def replay(begun: Table, events: Sequence[TableEvent], seeds: Sequence[bytes], tracker: int) -> Replay:
    """Replay a log at a table as it was opened; `tracker` is the number of the tracker that the table has today.

    Without `seeds`, dice and seals are taken from the log. `events` have the secrets of all choices that were opened.
    """
    replayed = _Replayer(begun, events, seeds, tracker).run()
    if not replayed.wrong or begun.setup.release or not isinstance(begun.tracker, HandTracker):
        return replayed
    earlier = _Replayer(_as_in_0_15_0(begun), events, seeds, tracker).run()
    if not earlier.wrong:
        return earlier
    if events and events[0].at < _0_15_1 and _is_whose_dice(replayed, events):
        why = "0.15.0 asked other seats for some dice of a table by hand than later releases"
        gap = Gap(len(replayed.table.events) + 1, len(events), why)
        return replace(replayed, gaps=(gap,), wrong=0, error=None)
    return replayed


def _is_whose_dice(replayed: Replay, events: Sequence[TableEvent]) -> bool:
    """Return whether a replay found wrong only which seat the dice of a roll of the game were asked of."""
    error, number = replayed.error, replayed.wrong
    moves = (event.values.get("name") for event in reversed(events[:number]) if event.kind == "move")
    is_roll = next((name for name in moves if name in (DICE, "roll")), "") == "roll"
    is_missing = number > len(events)
    if error is None or is_missing or events[number - 1].kind != "faces" or not is_roll:
        return False
    return error.where.endswith(", seat") or error.found == acts.AN_ANSWER


def _as_in_0_15_0(begun: Table) -> Table:
    """Return a table by hand as 0.15.0 played it."""

    def make(rulings: Mapping[str, str]) -> Tracker[Any]:
        tracker = begun.make(rulings)
        return replace(tracker, is_of_0_15_0=True) if isinstance(tracker, HandTracker) else tracker

    return begin(begun.setup, make)


@dataclass(frozen=True)
class _DiceOfLog(FairDice):
    """Dice that fall as the log says, for a table whose seed is not open."""

    events: Sequence[TableEvent] = ()

    def throw(self, event: int, faces: Sequence[int], count: int) -> tuple[int, ...]:
        """Return the faces in the log; InvalidInput where they are not of these dice."""
        logged = self._logged(event).values.get("faces")
        if not isinstance(logged, list) or len(logged) != count or any(face not in faces for face in logged):
            raise WrongEvent(event, _error(event, "faces", logged, f"{count} dice with the faces {_shown(faces)}"))
        return tuple(logged)

    def shuffle(self, event: int, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items in the order of the log; Hidden where it does not show it."""
        logged = self._logged(event)
        order = logged.secret.get("order")
        if order is None:
            raise Hidden("the order of shuffled cards is secret until the game has ended")
        if sorted(order) != list(range(len(items))):
            raise WrongEvent(event, _error(event, "order", order, f"{len(items)} places, each once"))
        return tuple(items[place] for place in order)

    def _logged(self, event: int) -> TableEvent:
        if event > len(self.events):
            raise WrongEvent(event, _missing(event))
        return self.events[event - 1]


@dataclass(frozen=True)
class _BroughtByLog(Brought):
    """What acts need to know, taken from a log whose seed is not open."""

    events: Sequence[TableEvent] = ()

    def dice(self, numbers: tuple[str, ...]) -> FairDice:
        """Return dice that fall as the log says."""
        return _DiceOfLog(self.seed, numbers, self.events)

    def seal(self, secret: JsonObject, number: int) -> str:
        """Return the seal in the log."""
        return str(self.events[number - 1].values.get("sealed"))


@dataclass
class _Replayer:
    """Replays a log one act at a time; `table` is the table after the last event that was replayed."""

    table: Table
    events: Sequence[TableEvent]
    seeds: Sequence[bytes]
    tracker: int
    gaps: list[Gap] = field(default_factory=list)
    differences: list[ChangedField] = field(default_factory=list)

    def run(self) -> Replay:
        """Replay act after act, to the end or to the first event that is wrong."""
        start = thread_time()
        while len(self.table.events) < len(self.events):
            budget.check()
            if budget.current() and thread_time() - start > MOST_SECONDS:
                return self._stopped(f"the replay takes longer than {MOST_SECONDS:g} seconds")
            try:
                self._follow_next_act()
            except Hidden as hidden:
                return self._stopped(str(hidden))
            except WrongEvent as error:
                if not self._skip_earlier_tracker():
                    return self._ended_wrongly(error)
        return Replay(self.table, tuple(self.gaps), tuple(self.differences))

    def _stopped(self, why: str) -> Replay:
        gap = Gap(len(self.table.events) + 1, len(self.events), why)
        return Replay(self.table, (*self.gaps, gap), tuple(self.differences))

    def _ended_wrongly(self, error: WrongEvent) -> Replay:
        if self.table.setup.tracker != self.tracker:
            written, today = self.table.setup.tracker, self.tracker
            return self._stopped(f"the game was played by tracker number {written}, and this release has {today}")
        unfollowed = Gap(error.number + 1, len(self.events), f"they follow event {error.number}, which is wrong")
        gaps = (*self.gaps, unfollowed) if unfollowed.first <= unfollowed.last else tuple(self.gaps)
        return Replay(self.table, gaps, tuple(self.differences), error.number, error.input_errors[0])

    def _skip_earlier_tracker(self) -> bool:
        """Go on from the next state that a later tracker wrote into the log; return whether there is one.

        Where the table was opened for the tracker of today, no tracker was earlier: a state there hides what led to it.
        """
        if self.table.setup.tracker == self.tracker:
            return False
        first = len(self.table.events) + 1
        state = next((event for event in self.events[first - 1 :] if event.kind == "state"), None)
        if state is None or state.values.get("tracker") != self.tracker:
            return False
        try:
            later = extend(self.table, self.events[first - 1 : state.number])
            later.state  # noqa: B018
        except (OverBudget, Busy, ReaderGone, MemoryError):
            raise
        except Exception:  # a log that comes from elsewhere may have anything in it
            return False
        why = f"the game goes on from the state in event {state.number}: an earlier tracker led to it"
        self.gaps.append(Gap(first, state.number, why))
        self.table = later
        return True

    def _follow_next_act(self) -> None:
        """Make the act of the next event, and compare what it writes; WrongEvent where the log has something else."""
        number = len(self.table.events) + 1
        event = self.events[number - 1]
        if event.seat is not None and event.seat >= self.table.setup.seats:
            raise WrongEvent(number, _error(number, "seat", event.seat, f"one of {self.table.setup.seats} seats"))
        if event.kind == "seed":
            self.table = extend(self.table, (event,))
            return
        refusals: list[WrongEvent] = []
        mismatches: list[WrongEvent] = []
        for act in self._possible_acts(event):
            try:
                made = self._make(act, event)
            except WrongEvent as error:
                refusals.append(error)
                continue
            try:
                differences = self._compare(made, number)
            except WrongEvent as error:
                mismatches.append(error)
                continue
            self._accept(made, differences)
            return
        raise max(mismatches or refusals, key=lambda error: error.number)

    def _possible_acts(self, event: TableEvent) -> Iterator[Act]:
        """Yield the acts that may have written an event; WrongEvent where no act begins with one of its kind."""
        read = _ACTS.get(event.kind)
        if read is None:
            wanted = "what a seat did: this only follows from it"
            raise WrongEvent(event.number, _error(event.number, "kind", event.kind, wanted))
        if event.kind == "seal" and not event.secret and not self.seeds:
            raise Hidden("a sealed choice is secret until it is opened")
        try:
            yield from read(event)
            if not self._is_of_today:
                yield from _EARLIER_ACTS.get(event.kind, _no_acts)(event)
        except WrongEvent:
            raise
        except InvalidInput as error:
            raise _refused_event(event.number, error) from None
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise WrongEvent(event.number, _unreadable(event.number, error)) from None

    def _make(self, act: Act, event: TableEvent) -> Table:
        changes = sum(one.kind == "seed" for one in self.table.events)
        brought: Brought = _BroughtByLog(bytes(32), event.at, (), self.events)
        if self.seeds:
            brought = Brought(self.seeds[changes], event.at, tuple(self.seeds[:changes]))
        try:
            made = act(self.table, brought)
        except (OverBudget, Busy, ReaderGone, MemoryError, Hidden, WrongEvent):
            raise
        except InvalidInput as error:
            raise _refused_event(event.number, error) from None
        except Exception as error:  # acts trust their table and its tracker; this log may come from anywhere
            raise WrongEvent(event.number, _unreadable(event.number, error)) from None
        if len(made.events) < event.number:
            raise WrongEvent(event.number, _error(event.number, "kind", event.kind, "an act that changes something"))
        return made

    def _compare(self, made: Table, first: int) -> list[ChangedField]:
        """Return where events differ from those of the log, in what a release may change; WrongEvent elsewhere."""
        differences = []
        for event in made.events[first - 1 :]:
            if event.number > len(self.events):
                raise WrongEvent(event.number, _missing(event.number))
            logged = self.events[event.number - 1]
            for name, found, wanted in self._differing_fields(logged, event):
                if not self._may_differ(made, logged, name):
                    raise WrongEvent(event.number, _error(event.number, name, found, _shown(wanted)))
                differences.append(ChangedField(event.number, name))
        return differences

    def _may_differ(self, made: Table, logged: TableEvent, name: str) -> bool:
        """Return whether another release may have written a field of an event otherwise, in as good faith."""
        if self._is_of_today:
            return False
        if name != "state":
            return name in _OF_A_RELEASE and logged.kind != "end"
        states = (one.state for one in made.positions() if one.event == logged.number)
        return not made.setup.release and any(logged.state in earlier_hashes(state) for state in states)

    def _differing_fields(self, logged: TableEvent, made: TableEvent) -> Iterator[tuple[str, Any, Any]]:
        hidden = set() if self.seeds or logged.state else {"state", "expected"}
        if not logged.secret and not (self.seeds and made.kind == "shuffle"):
            hidden.add("secret")
        for name in TableEvent.model_fields:
            if name in hidden:
                continue
            if name == "reason" and logged.seat is not None and self.table.seats[logged.seat].computer:
                continue  # Why the computer moved is its opinion: no rule says what it must be.
            found, wanted = _plain(getattr(logged, name)), _plain(getattr(made, name))
            if name != "values":
                if not _is_same(found, wanted):
                    yield name, found, wanted
                continue
            for key in dict.fromkeys((*wanted, *found)):
                is_own = key in (LOG, "release") and made.kind == "end"
                if not is_own and not (key in found and key in wanted and _is_same(found[key], wanted[key])):
                    yield f"values.{key}", found.get(key), wanted.get(key)

    def _accept(self, made: Table, differences: list[ChangedField]) -> None:
        """Go on from the table after an act, with its events as the log has them."""
        happened = self.events[len(self.table.events) : len(made.events)]
        decided = self.table.decided.union(*(event.rulings for event in happened if event.kind in OF_GAME))
        self.table = replace(made, events=tuple(self.events[: len(made.events)]), decided=decided)
        self.differences += differences

    @property
    def _is_of_today(self) -> bool:
        """Return whether this release has opened the table and ended its game."""
        if self.table.setup.release != __version__ or not self.seeds:
            return False
        return next((event.values.get("release") for event in self.events if event.kind == "end"), "") == __version__


_OF_A_RELEASE = frozenset(
    {"expected", "rulings", "values.why", "values.warning", "values.label", "values.keeps_hidden"}
)
"""Fields of events that another release may have written otherwise: odds, words, which rulings are named."""


def _is_same(found: Any, wanted: Any) -> bool:
    """Return whether data is the same; 2.0 is the same as 2, but true is not 1."""
    return bool(found == wanted) and canonical(found).count(b"true") == canonical(wanted).count(b"true")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    text = canonical(_plain(value)).decode() if value is not None else "nothing"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]} …"


def _error(number: int, name: str, found: Any, wanted: str) -> InputError:
    return InputError(f"event {number}, {name.removeprefix('values.')}", _shown(found), wanted)


def _missing(number: int) -> InputError:
    return InputError(f"event {number}", "nothing", "what follows from the events before it")


def _refused_event(number: int, error: InvalidInput) -> WrongEvent:
    first = error.input_errors[0]
    where = f"event {number}, {first.where}" if first.where else f"event {number}"
    return WrongEvent(number, InputError(where, first.found, first.expected))


def _unreadable(number: int, error: Exception) -> InputError:
    return InputError(f"event {number}", f"what no act writes ({type(error).__name__})", "an event of a game")


# The acts that write events, by the kind of their first event.


class _Sat(Record):
    name: str
    number: str = Field(max_length=100)
    drawn: acts.Drawn = "phone"
    person: int | None = None
    takes_over: bool = False
    is_new: bool = False
    computer: str = Field("", max_length=20)


class _DiceChosen(Record):
    dice: DiceOf


class _Proposed(Record):
    """What is proposed without an act of its own, with all that it may say."""

    what: Literal["draw", "rulings", "host", "pause", "without", "admit", "hints"]
    rulings: dict[str, str] | None = None
    to: int | Literal["opener", "link"] | None = None
    seat: int | None = None


class _Handed(Record):
    to: int | Literal["opener", "link"]
    here: bool = False


_Acts = Callable[[TableEvent], Sequence[Act]]


def _no_acts(_: TableEvent) -> Sequence[Act]:
    return ()


def _of_seat(act: Callable[..., Table], *names: str) -> _Acts:
    """Return a function that makes an act of an event's seat, with those of its values that are named."""

    def read(event: TableEvent) -> Sequence[Act]:
        given = [event.values[name] for name in names]
        refuse_deep(given)
        return (lambda table, brought: act(table, brought, event.seat, *given),)

    return read


def _sit(event: TableEvent) -> Sequence[Act]:
    sat = read_as(_Sat, event.values)
    seat = _seat(event)
    if sat.computer:
        return (lambda table, brought: acts.seat_computer(table, brought, table.host, seat, sat.computer, sat.number),)
    return (lambda table, brought: acts.sit(table, brought, seat, sat.name, sat.number, sat.drawn, sat.person),)


def _leave(event: TableEvent) -> Sequence[Act]:
    seat = _seat(event)
    if event.values.get("by") == "host":
        return (lambda table, brought: acts.free_seat(table, brought, table.host, seat),)
    return (lambda table, brought: acts.leave(table, brought, seat),)


def _choose_dice(event: TableEvent) -> Sequence[Act]:
    seat, dice = _seat(event), read_as(_DiceChosen, event.values).dice
    return (lambda table, brought: acts.choose_dice(table, brought, seat, dice),)


def _move(event: TableEvent) -> Sequence[Act]:
    seat, name, values = _seat(event), event.values["name"], _without(event.values, "name", "warning")
    if "warning" in event.values:
        return (lambda table, brought: acts.make_relaxed_move(table, brought, seat, name, values),)
    return (lambda table, brought: acts.move(table, brought, seat, name, values),)


def _seal(event: TableEvent) -> Sequence[Act]:
    seat = _seat(event)
    if not event.secret:
        raise WrongEvent(event.number, _error(event.number, "secret", None, "a choice that is opened at the end"))
    return (lambda table, brought: acts.seal_choice(table, brought, seat, event.secret),)


def _propose(event: TableEvent) -> Sequence[Act]:
    seat, values = _seat(event), event.values
    what = values["what"]
    if what == "undo":
        return (lambda table, brought: acts.undo(table, brought, seat, values.get("to")),)
    if what == "redo":
        return (lambda table, brought: acts.redo(table, brought, seat),)
    if what == "correct":
        return (lambda table, brought: acts.correct(table, brought, seat, values["field"], values["value"]),)
    if what == "move":
        move = values["move"]
        return (lambda table, brought: acts.move(table, brought, seat, move["name"], move["values"]),)
    proposed = read_as(_Proposed, _without(values, "before"))
    given = proposed.model_dump(mode="json", exclude={"what"}, exclude_none=True)
    return (lambda table, brought: acts.propose(table, brought, seat, proposed.what, given),)


def _undo(event: TableEvent) -> Sequence[Act]:
    seat, to = _seat(event), event.values["to"]
    return (
        lambda table, brought: acts.undo(table, brought, seat),
        lambda table, brought: acts.undo(table, brought, seat, to),
    )


def _note(event: TableEvent) -> Sequence[Act]:
    values = event.values
    if "rematch" in values:
        return (lambda table, brought: acts.link_rematch(table, brought, str(values["rematch"])),)
    return (lambda table, brought: acts.note(table, brought, event.seat, values["text"]),)


def _end(event: TableEvent) -> Sequence[Act]:
    seat = _seat(event)
    return (
        lambda table, brought: acts.finish(table, brought, seat),
        lambda table, brought: acts.concede(table, brought, seat),
    )


def _hand_over(event: TableEvent) -> Sequence[Act]:
    to, by = read_as(_Handed, event.values).to, event.seat
    return (
        lambda table, brought: acts.hand_over(table, brought, table.host if by is None else by, to),
        lambda table, brought: acts.take_over(table, brought),
    )


def _without(values: JsonMapping, *names: str) -> JsonObject:
    return {name: value for name, value in values.items() if name not in names}


def _seat(event: TableEvent) -> int:
    if event.seat is None:
        raise WrongEvent(event.number, _error(event.number, "seat", None, "the seat that did it"))
    return event.seat


_ACTS: Mapping[Kind, _Acts] = {
    "sit": _sit,
    "leave": _leave,
    "dice": _choose_dice,
    "move": _move,
    "faces": _of_seat(acts.answer, "faces"),
    "card": _of_seat(acts.name_card, "card"),
    "seal": _seal,
    "correct": _of_seat(acts.correct, "field", "value"),
    "propose": _propose,
    "agree": _of_seat(acts.agree),
    "refuse": _of_seat(acts.refuse),
    "undo": _undo,
    "redo": _of_seat(acts.redo),
    "note": _note,
    "end": _end,
    "host": _hand_over,
    "call": _of_seat(acts.call_host),
    "resume": _of_seat(acts.resume),
    "finish": _of_seat(acts.finish),
}


# What earlier releases did by other rules of consent, or wrote in other words.


def _earlier_sit(event: TableEvent) -> Sequence[Act]:
    """Seat a newcomer without asking the others at once."""
    seat = _seat(event)

    def sit(table: Table, brought: Brought) -> Table:
        table = append(table, brought, "sit", seat, dict(event.values))
        return run_on(table, brought, len(table.events))

    return (sit,)


def _earlier_move(event: TableEvent) -> Sequence[Act]:
    """Make a move whose values this release reads, though it would name them otherwise."""
    seat, values = _seat(event), dict(event.values)
    given = _without(values, "name", "warning")

    def move(table: Table, brought: Brought) -> Table:
        if "warning" not in values:
            read = table.tracker.read_move(table.view(seat), seat, values["name"], given)
            if table.tracker.decides(read) and seats_asked(table, seat):
                raise refused("move", quote(values["name"]), "the others to agree first")
        elif not any(one.name == values["name"] and one.values == given for one in acts.relaxed_moves(table, seat)):
            raise refused("move", quote(values["name"]), "a move that could be made")
        return play_event(table, brought, "move", seat, values)

    return (move,)


def _earlier_correction(event: TableEvent) -> Sequence[Act]:
    seat, name, value = _seat(event), event.values["field"], event.values["value"]

    def correct(table: Table, brought: Brought) -> Table:
        offered = {one.field: one for one in table.tracker.correctable(table.view(seat), seat)}
        return set_by_hand(table, brought, seat, name, offered[name].read(value))

    return (correct,)


def _earlier_undo(event: TableEvent) -> Sequence[Act]:
    seat, to = _seat(event), event.values["to"]
    return (
        lambda table, brought: undo_moves(table, brought, seat, undone_moves(table, None)),
        lambda table, brought: undo_moves(table, brought, seat, undone_moves(table, to)),
    )


def _earlier_redo(event: TableEvent) -> Sequence[Act]:
    return (lambda table, brought: append(table, brought, "redo", event.seat, {"to": table.undone[-1].event}),)


def _earlier_proposal(event: TableEvent) -> Sequence[Act]:
    return (lambda table, brought: append(table, brought, "propose", event.seat, dict(event.values)),)


_EARLIER_ACTS: Mapping[Kind, _Acts] = {
    "sit": _earlier_sit,
    "move": _earlier_move,
    "correct": _earlier_correction,
    "undo": _earlier_undo,
    "redo": _earlier_redo,
    "propose": _earlier_proposal,
}
