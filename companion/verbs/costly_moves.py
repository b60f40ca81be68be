"""The moves that cost most: what each seat did in a finished game beside what the computer would have done there.

Every choice is weighed as *fair* weighs it, from what its seat saw then. Those that seem to have cost most are weighed
again in more worlds, the same for both choices: so the cost has a margin, and luck in one world is not taken for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from companion.base.wording import format_number
from companion.opponent.one_step import worth_after
from companion.opponent.player import choose, opponent_seed
from companion.opponent.steps import Action
from companion.opponent.strengths import FAIR
from companion.play.log import TableEvent, canonical
from companion.play.table import Table
from companion.play.tracker import Pending, Tracker
from companion.verbs.opponents import refuse_unplayable

MOST_CHOICES = 600
"""The most choices of a game that are weighed, from its end backwards: a long evening has about 400."""
NAMED = 3
"""Moves of a seat that are named."""
WEIGHED_AGAIN = 6
"""Moves of a seat that are weighed in more worlds."""
WORLDS = 24
"""Worlds in which they are."""
MARGIN = 2.0
"""Standard errors of a cost that its margin has: about 95%."""
LEAST_COST = 1.0
"""The least cost that is named, in points of 100."""


@dataclass(frozen=True)
class CostlyMove:
    """A move, what would have been better, and by how many points of 100; `margin` is about 95% of the spread.

    `question` is what was asked, where it was an answer.
    """

    number: int
    seat: int
    did: str
    better: str
    cost: float
    margin: float
    question: str = ""

    @property
    def is_sure(self) -> bool:
        """Whether the move cost something for certain, as far as this search can tell."""
        return self.cost > self.margin

    @property
    def cost_words(self) -> str:
        """The cost with its margin, where that is half a point or more: "12 of 100, give or take 3"."""
        margin = format_number(self.margin)
        return f"{format_number(self.cost)} of 100" + (f", give or take {margin}" if margin != "0" else "")


@dataclass(frozen=True)
class Review:
    """How far a review of a game is, and at its end the costly moves of each seat, the costliest first.

    Once all choices are weighed, those that seem to have cost most are weighed again: `done_again` of `total_again`.
    """

    done: int
    total: int
    seats: tuple[tuple[CostlyMove, ...], ...] = ()
    done_again: int = 0
    total_again: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all choices are weighed."""
        return bool(self.seats)


@dataclass(frozen=True)
class _Choice:
    """A choice in a game: its event, and the state, the tracker and what was owed before it."""

    event: TableEvent
    state: Any
    tracker: Tracker[Any]
    pending: Pending


@dataclass(frozen=True)
class _Suspect:
    """A choice that seems to have cost something: what was done, and what was best at first sight."""

    choice: _Choice
    did: Action
    best: Action
    cost: float


def review(table: Table) -> Iterator[Review]:
    """Yield how far the review of a finished game is after each choice that is weighed, and the whole of it at the end.

    InvalidInput at a table that the computer cannot play.
    """
    refuse_unplayable(table)
    choices = _choices(table)
    suspects: list[_Suspect] = []
    for done, choice in enumerate(choices):
        yield Review(done, len(choices))
        suspects += _suspected(table, choice)
    total = len(choices)
    worst = [_worst(suspects, seat) for seat in range(len(table.seats))]
    total_again = sum(map(len, worst))
    done_again, seats = 0, []
    for own in worst:
        costly: list[CostlyMove] = []
        for suspect in own:
            yield Review(total, total, (), done_again, total_again)
            costly.append(_weighed_again(table, suspect))
            done_again += 1
        seats.append(_costliest(costly))
    yield Review(total, total, tuple(seats), done_again, total_again)


def _choices(table: Table) -> list[_Choice]:
    """Return the choices that stand and had an alternative, in the order of the game.

    At a table with record sheets they are answers alone: attacks are not among the moves that can be weighed there.
    """
    found: list[_Choice] = []
    for position in table.known_positions():
        event = table.events[position.event - 1] if position.event > table.since else None
        if event is None or position.before is None or event.cause or event.seat is None:
            continue
        is_move, is_answer = event.kind == "move", event.values.get("how") == "chosen"
        if not (is_move or is_answer):
            continue
        tracker, state = table.tracker_at(position.before.event), position.before.state
        if is_move and not tracker.is_searchable:
            continue
        wanted = "move" if is_move else "choice"
        owed = next((one for one in tracker.waiting(state) if (one.seat, one.wants) == (event.seat, wanted)), None)
        if owed:
            found.append(_Choice(event, state, tracker, owed))
        if len(found) == MOST_CHOICES:
            break
    return found[::-1]


def _suspected(table: Table, choice: _Choice) -> list[_Suspect]:
    """Return a choice with its cost at first sight, if something else seemed better."""
    seed = opponent_seed(table.setup.commitment.encode(), choice.event.number)
    weighed = choose(choice.tracker, choice.state, choice.pending, FAIR, seed).weighed
    did = next((one for one in weighed if _is_done_by(one.action, choice.event)), None)
    cost = 100 * (weighed[0].worth - did.worth) if did else 0.0
    return [_Suspect(choice, did.action, weighed[0].action, cost)] if did and cost >= LEAST_COST else []


def _is_done_by(action: Action, event: TableEvent) -> bool:
    if event.kind == "faces":
        return bool(action.event.values.get("faces") == event.values["faces"])
    return canonical(action.event.values) == canonical(event.values)


def _worst(suspects: list[_Suspect], seat: int) -> list[_Suspect]:
    own = [one for one in suspects if one.choice.event.seat == seat]
    return sorted(own, key=lambda one: -one.cost)[:WEIGHED_AGAIN]


def _costliest(moves: list[CostlyMove]) -> tuple[CostlyMove, ...]:
    costly = [one for one in moves if one.cost >= LEAST_COST]
    return tuple(sorted(costly, key=lambda one: (-one.cost, one.number))[:NAMED])


def _weighed_again(table: Table, suspect: _Suspect) -> CostlyMove:
    choice, seat = suspect.choice, suspect.choice.pending.seat
    assert seat is not None
    random = Random(opponent_seed(table.setup.commitment.encode(), choice.event.number) + 1)
    costs = []
    for _ in range(WORLDS):
        world = choice.tracker.resample(choice.state, seat, random.randrange)
        luck = random.randrange(1 << 32)
        best, did = (
            worth_after(choice.tracker, world, one, seat, FAIR.steps, Random(luck))
            for one in (suspect.best, suspect.did)
        )
        costs.append(100 * (best - did))
    margin = MARGIN * stdev(costs) / sqrt(WORLDS)
    did_words, better_words = (_label(choice, one) for one in (suspect.did, suspect.best))
    question = choice.pending.throw.why if choice.pending.throw else ""
    return CostlyMove(choice.event.number, seat, did_words, better_words, fmean(costs), margin, question)


def _label(choice: _Choice, action: Action) -> str:
    """Return an action in words, as its seat read them then."""
    seat = choice.pending.seat
    if choice.pending.wants != "move" or seat is None:
        return action.label
    moves = choice.tracker.moves(choice.tracker.view(choice.state, seat), seat)
    offered = ((canonical({"name": one.name, **one.values}), one.label) for one in moves)
    return next((label for values, label in offered if values == canonical(action.event.values)), action.label)
