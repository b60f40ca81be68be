"""What happened since a seat's last act, where the computer had a part in it: sentences by seat, and its reasons."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from companion.play.log import OF_GAME
from companion.play.table import Table
from companion.verbs.log_words import LogEntry, log_entries

MOST_SAID = 40
"""The most entries that are said at once; the full log has all."""


@dataclass(frozen=True)
class SaidOfSeat:
    """Entries of the log that follow each other, all of one seat; `seat` is None for what was nobody's."""

    seat: int | None
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True)
class SinceAct:
    """What happened since an act, the oldest first; `is_whole` says that nothing was left out."""

    number: int
    seats: tuple[SaidOfSeat, ...]
    reasons: tuple[LogEntry, ...]
    """The entries of the computer's moves that say why, one for each reason in a row."""
    is_whole: bool


def since_own_act(table: Table, seat: int | None, with_names: Callable[[str], str]) -> SinceAct | None:
    """Return what happened since the last act of a seat; for a spectator since that of any person.

    None where the computer did nothing since then. What followed from the act itself, its dice for example, is part of
    it; the act is not. `with_names` puts players' names into a sentence of the game.
    """
    number = _last_act(table, seat)
    entries = log_entries(table, seat, len(table.events) - number)[::-1] if number < len(table.events) else ()
    kinds = {event.number: event.kind for event in table.events[number:]}
    standing = [one for one in entries if kinds[one.number] in OF_GAME and not one.undone]
    if not any(_is_by_computer(table, one.number) for one in standing):
        return None
    said = [_without_name(replace(one, text=with_names(one.text)), table) for one in standing[-MOST_SAID:]]
    seats = [SaidOfSeat(each, tuple(group)) for each, group in groupby(said, key=lambda one: one.seat)]
    reasons = [list(group)[-1] for reason, group in groupby(said, key=lambda one: one.reason) if reason]
    return SinceAct(number, tuple(seats), tuple(reasons), len(said) == len(standing))


def _last_act(table: Table, seat: int | None) -> int:
    """Return the number of the last act of a seat, or of any person for None; 0 where there is none."""
    for event in reversed(table.events):
        root = table.root(event.number)
        if root.seat is not None and (root.seat == seat if seat is not None else not table.seats[root.seat].computer):
            return root.number
    return 0


def _is_by_computer(table: Table, number: int) -> bool:
    root = table.root(number)
    return root.seat is not None and bool(table.seats[root.seat].computer)


def _without_name(entry: LogEntry, table: Table) -> LogEntry:
    """Return an entry whose sentence does not begin with the player of its seat, who stands before it."""
    name = "" if entry.seat is None else table.seats[entry.seat].name
    rest = entry.text.removeprefix(name).removeprefix(":") if name else entry.text
    if rest == entry.text or not rest.startswith(" ") or rest.startswith(" and "):
        return entry
    return replace(entry, text=rest[1:2].upper() + rest[2:])
