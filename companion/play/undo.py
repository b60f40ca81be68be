"""Undo: which events it takes back, which seats must agree first, and the event that does it."""

from collections.abc import Sequence
from contextlib import suppress

from companion.base.json_types import JsonObject
from companion.play.consent import concerns_others, seats_asked
from companion.play.log import TableEvent
from companion.play.new_events import Brought, append, run_on
from companion.play.refusals import refuse_lost, refused
from companion.play.table import Position, StateLost, Table


def undone_moves(table: Table, to: int | None) -> tuple[TableEvent, ...]:
    """Return the events that an undo takes back, newest first: the last move, or all moves after event `to`.

    A roll that began under other rulings is undone as a whole: the rulings in force may not allow its second half.
    InvalidInput where `to` is undone already.
    """
    if to is not None and all(position.event != to for position in table.known_positions()):
        raise refused("undo", f"back to #{to}", "an event of the game that still stands")
    moved = table.last_move() if to is None else table.moves_since(to)
    while moved and _is_in_older_roll(table, back := position_before(table, moved)):
        roll = table.root(back.event).number
        moved = table.moves_since(next(one.event for one in table.positions() if one.event < roll))
    return moved


def _is_in_older_roll(table: Table, position: Position) -> bool:
    """Return whether a position lies in the middle of a roll that began under other rulings than those in force."""
    tracker = table.tracker_at(position.event)
    if not position.event or tracker is table.tracker_at(len(table.events)):
        return False
    with suppress(StateLost):
        return any(one.throw for one in tracker.waiting(position.state))
    return False


def count_moves(table: Table, moved: Sequence[TableEvent]) -> int:
    """Return to how many moves some events belong: an event that followed by itself belongs to the move before it."""
    return len({table.root(event.number).number for event in moved})


def seats_asked_to_undo(table: Table, seat: int, to: int | None = None) -> tuple[int, ...]:
    """Return the seats that must agree before this seat undoes the last move, or all moves after event `to`.

    None where the moves are its own, concern nobody else, and no dice were thrown and no cards shown.
    """
    moved = undone_moves(table, to)
    has_thrown = any(event.values.get("how") == "thrown" for event in moved)
    is_own = all(table.root(event.number).seat == seat for event in moved)
    if is_own and not has_thrown and not names_shown(moved):
        return seats_asked(table, seat) if may_concern_others(table, seat, position_before(table, moved)) else ()
    return seats_asked(table, seat)


def may_concern_others(table: Table, seat: int, position: Position) -> bool:
    """Return whether going to a position concerns others than this seat; yes where its state is lost."""
    with suppress(StateLost):
        return concerns_others(table, seat, position)
    return True


def undo_moves(table: Table, brought: Brought, seat: int, moved: Sequence[TableEvent]) -> Table:
    """Go back to before some events, whoever had to agree; a seat put back to thrown dice types them from then on."""
    back = position_before(table, moved)
    refuse_lost(back, "undo")
    values: JsonObject = {"to": back.event, "undone": sorted(event.number for event in moved)}
    owing = (one.seat for one in table.tracker.waiting(back.state) if one.wants == "faces" and one.seat is not None)
    seats = [(one, table.seats[one]) for one in owing if one not in table.out]
    back_to_dice = [one for one, seat in seats if seat.dice == "thrown" and not seat.computer]
    if back_to_dice:
        values["typed"] = back_to_dice
    table = append(table, brought, "undo", seat, values, {"seen": names_shown(moved)})
    return run_on(table, brought, len(table.events))


def position_before(table: Table, moved: Sequence[TableEvent]) -> Position:
    """Return the newest position that some events did not lead to."""
    numbers = {event.number for event in moved}
    return next(position for position in table.positions() if position.event not in numbers)


def names_shown(moved: Sequence[TableEvent]) -> tuple[str, ...]:
    """Return the names of the hidden things that some events showed."""
    return tuple(name for event in moved for name in event.seen)
