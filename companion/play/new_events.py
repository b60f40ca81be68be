"""Adds events to a table, and those that follow by themselves: throws, shuffles, openings, seats taken out."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, refuse_halves
from companion.dice.throw import Choice, Throw
from companion.play.expectation import expectation
from companion.play.fair_dice import FairDice
from companion.play.log import MOST_EVENTS, OF_GAME, Kind, TableEvent, state_hash
from companion.play.refusals import refuse_ended, refused
from companion.play.table import Table, add

NOTHING: JsonMapping = MappingProxyType({})
How = Literal["thrown", "typed", "chosen"]
"""Where faces come from: the table's seed, a seat's own dice, or a choice, which shows the number of its answer."""


@dataclass(frozen=True)
class Brought:
    """What a caller brings to an act from outside: the table's seed and the time, in ISO 8601.

    `earlier` are the seeds that were in use before, the first one first.
    """

    seed: bytes
    at: str = ""
    earlier: tuple[bytes, ...] = ()


def play_event(
    table: Table, brought: Brought, kind: Kind, seat: int, values: JsonObject, beside: JsonMapping = NOTHING
) -> Table:
    """Append an event of the game and what follows from it without anybody doing anything."""
    refuse_ended(table)
    table = append(table, brought, kind, seat, values, beside)
    return run_on(table, brought, len(table.events))


def run_on(table: Table, brought: Brought, cause: int) -> Table:
    """Append what follows from event `cause` without anybody doing anything."""
    while step := _next_void(table) or _next_step(table, brought):
        kind, seat, values, secret = step
        table = append(table, brought, kind, seat, values, {"cause": cause, "secret": secret})
    return table


def _next_void(table: Table) -> tuple[Kind, int, JsonObject, JsonObject] | None:
    """Return what takes back a sealed choice of somebody who sits there no longer, while others still choose."""
    if table.is_lost or table.result or not _is_sealing(table):
        return None
    for event in _sealed(table):
        if event.seat is not None and event.number < table.seats[event.seat].since:
            return "void", event.seat, {}, {}
    return None


def _is_sealing(table: Table) -> bool:
    return any(one.wants in ("seal", "open") for one in table.tracker.waiting(table.state))


def is_open_to_newcomers(table: Table) -> bool:
    """Return whether somebody new plays on in a seat at once: nothing but sealed choices has been played."""
    return not table.position.event or _is_sealing(table)


def _next_step(table: Table, brought: Brought) -> tuple[Kind, int | None, JsonObject, JsonObject] | None:
    """Return the event that follows by itself: what the table throws or shuffles, sealed choices that are all in."""
    dice, number = FairDice(brought.seed, tuple(seat.number for seat in table.seats)), len(table.events) + 1
    for owed in table.owed():
        if owed.wants == "shuffle":
            order = dice.shuffle(number, range(owed.count))
            return "shuffle", None, {"why": owed.why, "count": owed.count}, {"order": list(order)}
        if owed.wants == "open":
            return "open", None, {"opened": [open_secret(event) for event in _sealed(table)]}, {}
        is_out = owed.seat in table.out
        if is_out and isinstance(owed.throw, Choice):
            return "faces", owed.seat, faces_of(owed.throw, (owed.throw.usual + 1,), "chosen"), {}
        thrown = owed.seat is None or is_out or table.seats[owed.seat].dice == "thrown"
        if owed.wants == "faces" and owed.throw and (thrown or not owed.throw.count):
            faces = dice.throw(number, owed.throw.die.faces, owed.throw.count)
            return "faces", owed.seat, faces_of(owed.throw, faces, "thrown"), {}
    return _next_withdrawal(table)


def _next_withdrawal(table: Table) -> tuple[Kind, int, JsonObject, JsonObject] | None:
    """Return the move that takes a seat out of the game which was left, wherever an undo has brought it back."""
    if table.is_paused:
        return None
    for seat in sorted(table.out):
        if found := table.tracker.withdrawal(table.view(seat), seat):
            return "move", seat, {"name": found.name, **found.values}, {}
    return None


def _sealed(table: Table) -> list[TableEvent]:
    """Return the sealed choices since the last opening that were not taken back, in the order of the seats."""
    found, void = [], set()
    for position in table.positions():
        event = table.events[position.event - 1] if position.event else None
        if event is None or event.kind == "open":
            break
        if event.kind == "void":
            void.add(event.seat)
        if event.kind == "seal" and event.seat not in void:
            found.append(event)
    return sorted(found, key=lambda event: event.seat or 0)


def open_secret(event: TableEvent) -> JsonObject:
    """Return a sealed choice as an event has it that opens it."""
    return event.model_dump(include={"number", "seat", "secret"})


def faces_of(throw: Throw, faces: Sequence[int], how: How) -> JsonObject:
    """Return the values of an event that has a throw's faces."""
    values: JsonObject = {"why": throw.why, "faces": list(faces), "how": how}
    return values if how == "chosen" else {**values, "die": list(throw.die.faces)}


def append(
    table: Table, brought: Brought, kind: Kind, seat: int | None, values: JsonObject, beside: JsonMapping = NOTHING
) -> Table:
    """Append one event; `beside` are its `secret`, `cause` or `seen`.

    What an event of the game showed, the state it led to, and what was to be expected of it, are found by following it.
    """
    if len(table.events) >= MOST_EVENTS and kind != "end":
        raise refused("events", f"{len(table.events):,} events", "the end of this game: give it up")
    refuse_halves(values)
    number = len(table.events) + 1
    event = TableEvent(number=number, kind=kind, seat=seat, values=values, at=brought.at, **beside)
    if kind not in OF_GAME:
        return add(table, event)
    after = table.tracker.apply(table.state, event)
    found = {
        "seen": table.tracker.newly_visible(table.state, after),
        "rulings": _new_rulings(table, event, after),
        "expected": expectation(table.tracker, table.state, event, after),
    }
    event = event.model_copy(update={**found, "state": state_hash(after)})
    return add(table, event, after)


def _new_rulings(table: Table, event: TableEvent, after: Record) -> dict[str, str]:
    """Return the rulings that decide an event and have not mattered before, with the option in force."""
    found = table.tracker.rests_on(table.state, event, after)
    return {name: table.rulings[name] for name in found if name not in table.decided}
