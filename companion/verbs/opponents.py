"""The computer at a table: it sits down, and plays whatever its seats owe, one decision after the other."""

import secrets
from time import monotonic

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words
from companion.opponent.player import Advice, choose, opponent_seed
from companion.opponent.strengths import EASY, STRENGTHS
from companion.play import acts
from companion.play.new_events import Brought
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Host, Table
from companion.play.tracker import Pending
from companion.verbs.record_opponents import decide_on_records, find_owed

NUMBER_BYTES = 16
"""Bytes of the random number that the computer adds to the dice."""
MOST_DECISIONS = 200
"""Decisions of the computer at once; then a person acts, or it goes on with the next act of anybody."""
SECONDS = 5.0
"""Seconds after which the computer stops searching at once; the log says that it did."""


def sit_down(table: Table, brought: Brought, by: Host, seat: int, strength: str) -> Table:
    """Let the computer sit down in an empty seat, as the host; InvalidInput where it cannot play."""
    if strength not in STRENGTHS:
        raise InvalidInput(InputError("strength", quote(strength), f"one of {join_words([*STRENGTHS], 'or')}"))
    if not can_play(table):
        raise InvalidInput(InputError("seat", "the computer", "a person: the computer does not play this table"))
    return acts.seat_computer(table, brought, by, seat, strength, secrets.token_hex(NUMBER_BYTES))


def can_play(table: Table) -> bool:
    """Return whether the computer knows how to play at this table."""
    tracker = table.tracker
    return tracker.is_searchable or (isinstance(tracker, RecordsTracker) and tracker.rules.has_opponent)


def play_computers(table: Table, brought: Brought) -> Table:
    """Return a table after the computer has done what its seats owe, as soon as a person sits there."""
    if not any(one.computer for one in table.seats) or not any(one.is_heard for one in table.seats):
        return table
    until = monotonic() + SECONDS
    for _ in range(MOST_DECISIONS):
        pending = find_owed(table) or _owed_by_computer(table)
        if pending is None or table.proposal:
            return table
        before, table = table, _decide(table, brought, pending, until)
        if table is before:
            return table
    return table


def _owed_by_computer(table: Table) -> Pending | None:
    """Return what a seat of the computer owes; not what a person may do as well, such as dealing."""
    waiting = table.waiting()
    is_shared = any(
        one.wants == "move" and one.seat is not None and not table.seats[one.seat].computer for one in waiting
    )
    for one in waiting:
        is_own = (
            one.seat is not None and bool(table.seats[one.seat].computer) and one.wants in ("move", "choice", "seal")
        )
        if is_own and not (is_shared and one.wants == "move"):
            return one
    return None


def _decide(table: Table, brought: Brought, pending: Pending, until: float) -> Table:
    """Return a table after one decision; the same one where only people can know what is asked."""
    assert pending.seat is not None
    strength = STRENGTHS.get(table.seats[pending.seat].computer, EASY)
    seed = opponent_seed(brought.seed, len(table.events) + 1)
    if isinstance(table.tracker, RecordsTracker):
        made = decide_on_records(table, pending, strength, seed)
        return acts.act_for_computer(table, brought, made.event, made.reason) if made else table
    advice = choose(table.tracker, table.state, pending, len(table.seats), strength, seed, lambda: monotonic() > until)
    return acts.act_for_computer(table, brought, advice.action.event, reason_of(advice))


def reason_of(advice: Advice) -> str:
    """Return why the computer acts in a sentence that names no other action: those may be secret."""
    if len(advice.weighed) == 1:
        return ""
    best, next_best = (round(100 * one.worth) for one in advice.weighed[:2])
    hurried = " The clock stopped the search early." if advice.is_cut_short else ""
    return f"Its position afterwards: {best} of 100; with the next best choice: {next_best}.{hurried}"
