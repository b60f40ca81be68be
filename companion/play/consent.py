"""Consent: which seats an act asks first, and whether it changes more than what is its own.

One person alone never changes the result, whose turn it is, or what is another's, and never brings to light what is
hidden. Moves, dice and answers of one's own are no such change; neither is giving up or leaving.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from companion.play.table import Position, StateLost, Table


def seats_heard(table: Table, seat: int) -> tuple[int, ...]:
    """Return the other seats whose players are there, or that the host has freed and whose players may come back."""
    if table.setup.one_phone:
        return ()
    others = ((number, one) for number, one in enumerate(table.seats) if number != seat and number not in table.out)
    return tuple(number for number, one in others if one.is_heard or one.is_freed)


def seats_asked(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that must agree to a wish of this seat; none where all play on one device.

    Once the game is decided, seats that were left are asked too: a winner who has gone stays the winner.
    """
    heard = seats_heard(table, seat)
    if table.setup.one_phone or not is_decided(table):
        return heard
    left = {
        number
        for number, one in enumerate(table.seats)
        if one.number and not one.computer and number not in (seat, *table.out)
    }
    return tuple(sorted({*heard, *left}))


def may_have_hints(table: Table, seat: int) -> bool:
    """Return whether a seat may have hints: all have agreed to them, or there is nobody else to ask."""
    return table.has_hints or not seats_heard(table, seat)


def seats_that_admit(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that may let a newcomer play on in a seat: those of other people than the newcomer.

    Where all have left and others have sat down, newcomers let each other in.
    """
    others = [(number, one) for number, one in enumerate(table.seats) if one.person != table.seats[seat].person]
    heard = tuple(number for number, one in others if one.is_heard)
    if heard or any(one.is_heard or one.is_freed for one in table.seats):
        return heard
    return tuple(number for number, one in others if one.name and not one.computer)


def is_decided(table: Table) -> bool:
    """Return whether the game is decided, though it may not be finished yet."""
    with suppress(StateLost):
        return not table.is_lost and table.tracker.result(table.state) is not None
    return False


def concerns_others(table: Table, seat: int, position: Position) -> bool:
    """Return whether going to `position` changes the result, the turn, or another's value.

    In the middle of a roll or a move no values are known: those from before it are compared. Raises StateLost.
    """
    tracker, now, state = table.tracker, table.state, position.state
    if tracker.result(now) != tracker.result(state):
        return True
    turns = [{one.seat for one in tracker.waiting(each) if one.wants == "move"} for each in (now, state)]
    values, before = tracker.values_of_others(now, seat), tracker.values_of_others(state, seat)
    while values and not before and position.before:
        position = position.before
        before = tracker.values_of_others(position.state, seat)
    return any(all(pair) and pair[0] != pair[1] for pair in (turns, (values, before)))


def minutes_left(since: str, now: str, minutes: int) -> int:
    """Return how many of `minutes` since a time are left, rounded up; all of them where a time cannot be read."""
    try:
        left = timedelta(minutes=minutes) - (datetime.fromisoformat(now) - datetime.fromisoformat(since))
    except (ValueError, TypeError):  # a log that comes from elsewhere may have any text as its time, or none
        return minutes
    return max(0, -(-left // timedelta(minutes=1)))
