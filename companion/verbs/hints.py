"""Hints: what the computer would do in the place of a seat, from what it sees alone, beside the next best choices."""

from dataclasses import dataclass

from companion.base.wording import nearest
from companion.opponent.player import Weighed, choose, opponent_seed
from companion.opponent.strengths import FAIR
from companion.play.consent import may_have_hints
from companion.play.refusals import refuse_idle, refuse_newcomer, refused
from companion.play.table import Table
from companion.play.tracker import Move, Pending
from companion.verbs.opponents import SECONDS, refuse_unplayable, stop_after

MOST_NAMED = 3
"""Choices that a hint names, the best first."""


@dataclass(frozen=True)
class HintedChoice:
    """A choice in words, and how the seat would stand after it, from 0 to 100; `move` is None for an answer."""

    label: str
    worth: int
    move: Move | None = None


@dataclass(frozen=True)
class Hint:
    """The best choices, the best first; one alone where there is nothing to weigh, as for a sealed choice.

    `is_sealed` says that it is one of many sensible ones, drawn at random. `is_cut_short` says that the search was
    stopped before it had weighed all.
    """

    choices: tuple[HintedChoice, ...]
    is_sealed: bool = False
    is_cut_short: bool = False


def pending_choice(table: Table, seat: int) -> Pending | None:
    """Return what a seat has to choose now, if a hint can be given about it: a move, an answer, a sealed choice.

    At a table with record sheets it is an answer alone: attacks are not among the moves that can be weighed there.
    """
    wanted = ("move", "choice", "seal") if table.tracker.is_searchable else ("choice",)
    return next((one for one in table.waiting() if one.seat == seat and one.wants in wanted), None)


def find_hint(table: Table, seat: int) -> Hint:
    """Return a hint for a seat; the same again at the same event. InvalidInput where it may have none."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    refuse_unplayable(table)
    if not may_have_hints(table, seat):
        raise refused("hint", "a hint", "the others to agree to hints first")
    pending = pending_choice(table, seat)
    if pending is None:
        raise refused("hint", "a hint", "something to choose about which the computer can give one")
    seed = opponent_seed(table.setup.commitment.encode(), len(table.events))
    advice = choose(table.tracker, table.state, pending, len(table.seats), FAIR, seed, stop_after(SECONDS))
    offered = table.tracker.moves(table.view(seat), seat) if pending.wants == "move" else ()
    choices = tuple(_in_words(one, offered) for one in advice.weighed[:MOST_NAMED])
    return Hint(choices, pending.wants == "seal", advice.is_cut_short)


def _in_words(weighed: Weighed, offered: tuple[Move, ...]) -> HintedChoice:
    values, worth = weighed.action.event.values, int(nearest(100 * weighed.worth))
    move = next((one for one in offered if {"name": one.name, **one.values} == values), None)
    return HintedChoice(move.label if move else weighed.action.label, worth, move)
