"""Hints: what the computer would do in the place of a seat, from what it sees alone, beside the next best choices."""

from dataclasses import dataclass
from typing import Any

from companion.base.json_types import JsonMapping
from companion.base.wording import nearest
from companion.dice.throw import Choice
from companion.opponent.player import Weighed, choose, opponent_seed
from companion.opponent.strengths import FAIR
from companion.play.consent import may_have_hints
from companion.play.records.tracker import RecordsTracker
from companion.play.records.wishes import WISH
from companion.play.refusals import refuse_idle, refuse_newcomer, refused
from companion.play.table import Table
from companion.play.tracker import Move, Pending
from companion.verbs.opponents import SECONDS, refuse_unplayable, stop_after
from companion.verbs.record_opponents import decide_on_records

MOST_NAMED = 3
"""Choices that a hint names, the best first."""


@dataclass(frozen=True)
class HintedChoice:
    """A choice in words, and how the seat would stand after it, from 0 to 100.

    `move` is None for an answer and for a sealed choice, whose values are `sealed`.
    """

    label: str
    worth: int
    move: Move | None = None
    sealed: JsonMapping | None = None


@dataclass(frozen=True)
class Hint:
    """The best choices, the best first; one alone where there is nothing to weigh, as for a sealed choice.

    `why` is the reason in a sentence, at tables with record sheets. `is_sealed` says that it is one of many sensible
    ones, drawn at random. `is_cut_short` says that the search was stopped before it had weighed all.
    """

    choices: tuple[HintedChoice, ...]
    why: str = ""
    is_sealed: bool = False
    is_cut_short: bool = False


def pending_choice(table: Table, seat: int) -> Pending | None:
    """Return what a seat has to choose now, if a hint can be given about it: a move, an answer, a sealed choice.

    At a table with record sheets there is none before the battle begins.
    """
    if isinstance(table.tracker, RecordsTracker) and not table.state.round:
        return None
    return next((one for one in table.waiting() if one.seat == seat and one.wants in ("move", "choice", "seal")), None)


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
    if isinstance(table.tracker, RecordsTracker):
        return _hint_on_records(table, table.tracker, pending, seed)
    advice = choose(table.tracker, table.state, pending, FAIR, seed, stop_after(SECONDS))
    offered = table.tracker.moves(table.view(seat), seat) if pending.wants == "move" else ()
    choices = tuple(_in_words(one, offered) for one in advice.weighed[:MOST_NAMED])
    return Hint(choices, is_sealed=pending.wants == "seal", is_cut_short=advice.is_cut_short)


def _hint_on_records(table: Table, tracker: RecordsTracker[Any], pending: Pending, seed: int) -> Hint:
    """Return what the computer would do with record sheets; where it would move a model, the player does."""
    seat = pending.seat
    assert seat is not None
    decision = decide_on_records(table, pending, FAIR, seed)
    if decision is None:
        raise refused("hint", "a hint", "your own answer: only who sees the table can know it")
    values, records = decision.event.values, tracker.records(table.state)
    if values.get("name") == WISH:
        name = records.name(values["unit"])
        wanted = str(values["words"]).removeprefix(f"{name} wants to ").rstrip(".")
        return Hint((HintedChoice(f"let {name} {wanted}", 0),), str(values["why"]))
    if isinstance(pending.throw, Choice):
        return Hint((HintedChoice(pending.throw.answers[values["faces"][0] - 1], 0),), decision.reason)
    offered = tracker.moves(table.view(seat), seat)
    move = next((one for one in offered if {"name": one.name, **one.values} == values), None)
    label = move.label if move else f"attack {records.name(values['target'])}"
    return Hint((HintedChoice(label, 0, move),), decision.reason or decision.hope)


def _in_words(weighed: Weighed, offered: tuple[Move, ...]) -> HintedChoice:
    values, worth = weighed.action.event.values, int(nearest(100 * weighed.worth))
    move = next((one for one in offered if {"name": one.name, **one.values} == values), None)
    return HintedChoice(move.label if move else weighed.action.label, worth, move, weighed.action.secret)
