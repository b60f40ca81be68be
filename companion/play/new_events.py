"""Adds events to a table, and the events that follow by themselves: throws, shuffles, openings, seats taken out."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion import __version__
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import refuse_halves
from companion.dice.throw import Choice, Throw
from companion.play.expectation import expectation
from companion.play.fair_dice import FairDice
from companion.play.log import (
    LOG,
    MOST_EVENTS,
    OF_GAME,
    Kind,
    TableEvent,
    log_fingerprint,
    seal,
    seal_salt,
    state_hash,
)
from companion.play.refusals import refuse_ended, refused
from companion.play.table import Table, add
from companion.play.tracker import Result

NOTHING: JsonMapping = MappingProxyType({})
How = Literal["thrown", "typed", "chosen"]
"""Where faces come from: the table's seed, a seat's own dice, or a choice, whose face is the number of its answer."""


@dataclass(frozen=True)
class Brought:
    """What pure functions cannot know themselves: the table's seed, and the time `at` which they act, in ISO 8601.

    `earlier` are the seeds that were in use before, oldest first.
    """

    seed: bytes
    at: str = ""
    earlier: tuple[bytes, ...] = ()

    def dice(self, numbers: tuple[str, ...]) -> FairDice:
        """Return the dice of the table, to which its seats have added these numbers."""
        return FairDice(self.seed, numbers)

    def seal(self, secret: JsonObject, number: int) -> str:
        """Return what everybody sees of a sealed choice that is event `number`."""
        return seal(secret, seal_salt(self.seed, number))


def play_event(
    table: Table, brought: Brought, kind: Kind, seat: int, values: JsonObject, beside: JsonMapping = NOTHING
) -> Table:
    """Append an event of the game and the events that follow by themselves; `beside` has its `secret`, if any."""
    refuse_ended(table)
    table = append(table, brought, kind, seat, values, beside)
    return run_on(table, brought, len(table.events))


def run_on(table: Table, brought: Brought, cause: int) -> Table:
    """Append the events that follow by themselves from event `cause`."""
    while step := _next_void(table) or _next_step(table, brought):
        kind, seat, values, secret = step
        table = append(table, brought, kind, seat, values, {"cause": cause, "secret": secret})
    return table


def _next_void(table: Table) -> tuple[Kind, int, JsonObject, JsonObject] | None:
    """Return the event that takes back a sealed choice whose seat was taken over while others still choose."""
    if table.is_lost or table.result or not _is_sealing(table):
        return None
    for event in _sealed(table):
        if event.seat is not None and event.number < table.seats[event.seat].since:
            return "void", event.seat, {}, {}
    return None


def _is_sealing(table: Table) -> bool:
    return any(one.wants in ("seal", "open") for one in table.tracker.waiting(table.state))


def is_open_to_newcomers(table: Table) -> bool:
    """Return whether whoever takes over a seat may play at once: so far there were only sealed choices."""
    return not table.position.event or _is_sealing(table)


def _next_step(table: Table, brought: Brought) -> tuple[Kind, int | None, JsonObject, JsonObject] | None:
    """Return the next event that follows by itself: a throw, a shuffle, or the opening of sealed choices."""
    dice, number = brought.dice(tuple(seat.number for seat in table.seats)), len(table.events) + 1
    for owed in table.owed():
        if owed.wants == "shuffle":
            order = dice.shuffle(number, range(owed.count))
            return "shuffle", None, {"why": owed.why, "count": owed.count}, {"order": list(order)}
        if owed.wants == "open":
            return "open", None, {"opened": [open_secret(event) for event in _sealed(table)]}, {}
        is_out = owed.seat in table.out
        if is_out and isinstance(owed.throw, Choice):
            return "faces", owed.seat, faces_of(owed.throw, (owed.throw.usual + 1,), "chosen"), {}
        is_thrown = owed.seat is None or is_out or table.seats[owed.seat].dice == "thrown"
        if owed.wants == "faces" and owed.throw and (is_thrown or not owed.throw.count):
            faces = dice.throw(number, owed.throw.die.faces, owed.throw.count)
            return "faces", owed.seat, faces_of(owed.throw, faces, "thrown"), {}
    return _next_withdrawal(table)


def _next_withdrawal(table: Table) -> tuple[Kind, int, JsonObject, JsonObject] | None:
    """Return the move that takes a seat left for good out of the game, again where an undo has brought it back."""
    if table.is_paused:
        return None
    for seat in sorted(table.out):
        if move := table.tracker.withdrawal(table.view(seat), seat):
            return "move", seat, {"name": move.name, **move.values}, {}
    return None


def _sealed(table: Table) -> list[TableEvent]:
    """Return the events of sealed choices since the last opening that were not taken back, by seat."""
    seals, void = [], set()
    for position in table.positions():
        event = table.events[position.event - 1] if position.event else None
        if event is None or event.kind == "open":
            break
        if event.kind == "void":
            void.add(event.seat)
        if event.kind == "seal" and event.seat not in void:
            seals.append(event)
    return sorted(seals, key=lambda event: event.seat or 0)


def open_secret(event: TableEvent) -> JsonObject:
    """Return a sealed choice for the event that opens it: `number`, `seat` and `secret`."""
    return event.model_dump(include={"number", "seat", "secret"})


def faces_of(throw: Throw, faces: Sequence[int], how: How) -> JsonObject:
    """Return the values of a `faces` event."""
    values: JsonObject = {"why": throw.why, "faces": list(faces), "how": how}
    return values if how == "chosen" else {**values, "die": list(throw.die.faces)}


def append(
    table: Table, brought: Brought, kind: Kind, seat: int | None, values: JsonObject, beside: JsonMapping = NOTHING
) -> Table:
    """Append one event; `beside` has its `secret`, `cause` or `seen`. InvalidInput where the log is full.

    For an event of the game the tracker adds what it showed, the hash of its new state, the rulings that decided it for
    the first time, and what was to be expected of its dice.
    """
    if len(table.events) >= MOST_EVENTS and kind != "end":
        raise refused("events", f"{len(table.events):,} events", "the end of this game: give it up")
    refuse_halves(values)
    number = len(table.events) + 1
    event = TableEvent(number=number, kind=kind, seat=seat, values=values, at=brought.at, **beside)
    if kind not in OF_GAME:
        return add(table, event)
    after = table.tracker.apply(table.state, event)
    rulings = table.tracker.rulings_used(table.state, event, after)
    consequences = {
        "seen": table.tracker.newly_visible(table.state, after),
        "rulings": {name: table.rulings[name] for name in rulings if name not in table.decided},
        "expected": expectation(table.tracker, table.state, event, after),
        "state": state_hash(after),
    }
    return add(table, event.model_copy(update=consequences), after)


def end_game(table: Table, brought: Brought, seat: int, result: Result) -> Table:
    """End a game: its last event opens the seeds and the sealed choices that were not opened before.

    It names the release that wrote it, and has the fingerprint of the whole log.
    """
    secrets: JsonObject = {"seed": brought.seed.hex(), "release": __version__}
    if brought.earlier:
        secrets["earlier_seeds"] = [seed.hex() for seed in brought.earlier]
    openings = [event.values.get("opened") for event in table.events if event.kind == "open"]
    sealed = [open_secret(event) for event in table.events if event.kind == "seal"]
    if closed := [one for one in sealed if not any(isinstance(opened, list) and one in opened for opened in openings)]:
        secrets["opened"] = closed
    values = {**result.model_dump(mode="json"), **secrets}
    ended = append(table, brought, "end", seat, values)
    return append(table, brought, "end", seat, {**values, LOG: log_fingerprint(ended.setup, ended.events)})


def set_by_hand(table: Table, brought: Brought, seat: int, field: str, value: object) -> Table:
    """Set a value by hand. Corrections in logs of 0.15.0 lack `keeps_hidden`, and could open what is hidden."""
    return play_event(table, brought, "correct", seat, {"field": field, "value": value, "keeps_hidden": True})


def other_players(table: Table, seat: int) -> tuple[int, ...]:
    """Return the other seats in which somebody sits."""
    return tuple(number for number, one in enumerate(table.seats) if number != seat and one.name)
