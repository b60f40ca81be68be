"""The computer at a table: it sits down, and plays whatever its seats owe, one decision after the other."""

import logging
import secrets
from collections.abc import Callable
from time import thread_time

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, nearest
from companion.limits import budget
from companion.limits.budget import OverBudget, ReaderGone
from companion.limits.heavy_slots import Busy
from companion.opponent.player import Advice, choose, opponent_seed
from companion.opponent.strengths import EASY, STRENGTHS
from companion.play import acts
from companion.play.new_events import Brought
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Host, Table
from companion.play.tracker import Pending, TrackerKind
from companion.verbs.record_opponents import decide_on_records, find_owed_build, is_left_to_people

_log = logging.getLogger(__name__)
NUMBER_BYTES = 16
"""Bytes of the random number that the computer adds to the dice."""
MOST_DECISIONS = 200
"""Decisions of the computer at once; then somebody lets it go on."""
SECONDS = 5.0
"""Processor seconds after which the computer stops searching at once; the log says that it did."""
CLEARLY = 5
"""Points of 100 by which a choice is clearly better than the next best."""


def sit_down(table: Table, brought: Brought, by: Host, seat: int, strength: str) -> Table:
    """Let the computer sit down in an empty seat, as the host; InvalidInput where it cannot play."""
    if strength not in STRENGTHS:
        raise InvalidInput(InputError("strength", quote(strength), f"one of {join_words([*STRENGTHS], 'or')}"))
    refuse_unplayable(table)
    return acts.seat_computer(table, brought, by, seat, strength, secrets.token_hex(NUMBER_BYTES))


def strengths_of(kind: TrackerKind) -> dict[str, str]:
    """Return what the computer does in a game at each strength, by name; none where it cannot play the game."""
    return {one.name: one.words for one in STRENGTHS.values()} | {**kind.strength_words} if kind.has_opponent else {}


def refuse_unplayable(table: Table) -> None:
    """Raise InvalidInput for a table at which the computer cannot play."""
    if not table.tracker.has_opponent:
        wanted = "a table whose cards the app holds: the computer sees no cards on yours"
        raise InvalidInput(InputError("opponent", "the computer", wanted))


def play_computers(table: Table, brought: Brought) -> Table:
    """Return a table after the computer has done what its seats owe, as soon as a person sits there.

    Its search is a heavy answer like any other: it waits for its turn. Where that does not come in time, or costs too
    much, or nobody reads any more, what the person did still counts, and somebody lets the computer go on later; so it
    does where a card makes the rules fail in its search.
    """
    if not any(one.computer for one in table.seats) or not any(one.is_heard for one in table.seats):
        return table
    is_stopped = stop_after(SECONDS)
    for _ in range(MOST_DECISIONS):
        pending = owed_by_computer(table)
        if pending is None or table.proposal:
            break
        before = table
        try:
            table = _decide(table, brought, pending, is_stopped)
        except (Busy, OverBudget, ReaderGone):
            break
        except Exception:  # what a card of somebody's own leads to is not known beforehand
            _log.exception("The computer cannot decide at a table of %s", table.setup.game)
            break
        if table is before:
            break
    return table


def stop_after(seconds: float) -> Callable[[], bool]:
    """Return what says whether a search has to stop: after so many processor seconds of this thread from now on.

    It also checks the budget of the present answer, which may wait for its turn, or raise Busy.
    """
    end = thread_time() + seconds

    def is_stopped() -> bool:
        budget.check()
        return thread_time() > end

    return is_stopped


def owed_by_computer(table: Table) -> Pending | None:
    """Return what a seat of the computer owes; not what a person may do as well, such as dealing, or alone knows."""
    if build := find_owed_build(table):
        return build
    waiting = table.waiting()
    is_shared = any(
        one.wants == "move" and one.seat is not None and not table.seats[one.seat].computer for one in waiting
    )
    for one in waiting:
        is_own = (
            one.seat is not None and bool(table.seats[one.seat].computer) and one.wants in ("move", "choice", "seal")
        )
        if is_own and not (is_shared and one.wants == "move") and not is_left_to_people(table, one):
            return one
    return None


def _decide(table: Table, brought: Brought, pending: Pending, is_stopped: Callable[[], bool]) -> Table:
    """Return a table after one decision; the same one where only people can know what is asked."""
    assert pending.seat is not None
    strength = STRENGTHS.get(table.seats[pending.seat].computer, EASY)
    seed = opponent_seed(brought.seed, len(table.events) + 1)
    if isinstance(table.tracker, RecordsTracker):
        made = decide_on_records(table, pending, strength, seed)
        return acts.act_for_computer(table, brought, made.event, made.reason) if made else table
    advice = choose(table.tracker, table.state, pending, strength, seed, is_stopped)
    return acts.act_for_computer(table, brought, advice.action.event, reason_of(advice))


def reason_of(advice: Advice) -> str:
    """Return why the computer acts in a sentence that names no other action: those may be secret."""
    if len(advice.weighed) == 1:
        return ""
    best, next_best = (int(nearest(100 * one.worth)) for one in advice.weighed[:2])
    if best == next_best:
        words = f"As good as its next best choice: its position is then {best} of 100."
    else:
        best_choice = "Clearly its best choice" if best - next_best >= CLEARLY else "Its best choice by a little"
        words = f"{best_choice}: its position is then {best} of 100, with the next best {next_best}."
    return words + (" It stopped searching early, because its time was over." if advice.is_cut_short else "")
