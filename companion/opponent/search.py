"""Information-set search: the best moves are played on in worlds that the seat cannot tell apart, about as fair would.

Dice make most of the difference between two walks, so that their luck is taken out of each: what they brought above
their odds is no merit of the move. A few walks then show what would else take many.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from companion.dice.throw import Choice
from companion.opponent.one_step import worth_after
from companion.opponent.steps import Action, actions, event, happen, is_chance, owed
from companion.opponent.strengths import Strength
from companion.play.tracker import Pending, Tracker

MOST_TRIED = 3
"""Actions of the decision itself that are walked through: the best ones one step ahead."""
DOUBT = 1.0
"""Standard errors by which walks must show another action as better than the best one step ahead, or that one stays."""
LEAST_LEAD = 0.001
"""The least mean lead that counts; what changes nothing would else put off the end of a turn for ever."""
LATER_STEPS = 30
"""Steps of the looks one step ahead at a later decision of a walk, shared among its actions."""
LUCK_STEPS = 40
"""Steps of the look that knows the odds of an action in a walk, so that the luck of its dice can be taken out."""
FEW_DECISIONS = 7
"""Decisions of a walk that may go through several turns; where there would be more, it ends with the first turn.

The answer of the others tells much where turns are short. Of a long turn the plan itself tells more, at less cost.
"""
MOST_DECISIONS = 60
"""Decisions of a walk at most."""


@dataclass
class Walked:
    """What walks showed: the best action, the ends of the walks through each, and whether it was stopped early."""

    best: str
    ends: dict[str, list[float]] = field(default_factory=dict)
    is_cut_short: bool = False


def search(
    tracker: Tracker[Any],
    state: Any,
    seat: int,
    strength: Strength,
    ranked: Sequence[Action],
    random: Random,
    is_stopped: Callable[[], bool],
) -> Walked:
    """Walk through the first of the `ranked` actions, and find the best one.

    All are walked through in the same worlds, half of the walks. The other half is for the first one and the one that
    did best, if any did better: it is taken instead where that half shows it, for the first half chose it by its luck
    as well.
    """
    favourite, *others = ranked[:MOST_TRIED]
    found = Walked(favourite.key, {one.key: [] for one in (favourite, *others)})
    depth = _depth(tracker, state, favourite, strength, random)
    for _ in range(2):
        leads: dict[str, list[float]] = {one.key: [] for one in others}
        for _ in range(max(1, strength.visits // 2 // (1 + len(others)))):
            if is_stopped():
                found.is_cut_short = True
                return found
            seed = random.getrandbits(64)
            ends = {}
            for one in (favourite, *others):
                dice = Random(seed)
                world = tracker.resample(state, seat, dice.randrange)
                ends[one.key] = walk(tracker, world, one, depth, dice)[0]
                found.ends[one.key].append(ends[one.key])
            for key in leads:
                leads[key].append(ends[key] - ends[favourite.key])
        others = [max(others, key=lambda one: sum(leads[one.key]))]
        if fmean(leads[others[0].key]) <= LEAST_LEAD:
            return found
    if _is_no_luck(leads[others[0].key]):
        found.best = others[0].key
    return found


def _is_no_luck(leads: Sequence[float]) -> bool:
    """Return whether leads in the same worlds show that their mean is above 0."""
    mean, count = fmean(leads), len(leads)
    return mean > DOUBT * sqrt(fmean((lead - mean) ** 2 for lead in leads) / count)


def _depth(tracker: Tracker[Any], state: Any, first: Action, strength: Strength, random: Random) -> int:
    """Return how many turns all walks go through: those of the strength where one shows that they are short, else 1."""
    _, decisions = walk(tracker, state, first, strength.depth, random, FEW_DECISIONS + 1)
    return strength.depth if decisions <= FEW_DECISIONS else 1


def walk(
    tracker: Tracker[Any], world: Any, first: Action, depth: int, dice: Random, most: int = MOST_DECISIONS
) -> tuple[float, int]:
    """Walk once through an action to the end of `depth` turns, or through the `most` decisions.

    Return the worth of the end for the seat of the action, luck aside, and how many decisions came after the action.
    A turn ends where another seat moves. All walks end with one, or a move that only puts off the end of a turn would
    look good: the answer of the others would not be seen. Looks have a luck of their own, so that the dice of walks
    through other actions fall alike.
    """
    looks, state, action, luck = Random(dice.getrandbits(64)), world, first, 0.0
    mover: int | None = first.seat
    turns = 1
    for decisions in range(most + 1):
        before, state, is_lucky = state, tracker.apply(state, action.event), False
        while (pending := owed(tracker, state)) and (is_chance(pending) or isinstance(pending.throw, Choice)):
            state, is_lucky = _gone_on(tracker, state, pending, dice), True
        if is_lucky:
            brought = tracker.worth(state, action.seat) - worth_after(
                tracker, before, action, action.seat, LUCK_STEPS, looks
            )
            luck += brought if action.seat == first.seat else -brought
        if pending is None or decisions == most:
            break
        if pending.wants == "move" and pending.seat != mover:
            if turns == depth:
                break
            mover, turns = pending.seat, turns + 1
        action = _best_ahead(tracker, state, pending, looks)
    return tracker.worth(state, first.seat) - luck, decisions


def _gone_on(tracker: Tracker[Any], state: Any, pending: Pending, dice: Random) -> Any:
    """Return the state after what needs no decision, or after the usual answer to a question."""
    if isinstance(pending.throw, Choice):
        faces = [pending.throw.usual + 1]
        return tracker.apply(state, event("faces", pending.seat, {"why": pending.why, "faces": faces}))
    return happen(tracker, state, pending, dice)


def _best_ahead(tracker: Tracker[Any], state: Any, pending: Pending, random: Random) -> Action:
    """Return what fair would about do: the best action one step ahead."""
    offered = actions(tracker, state, pending, random)
    if len(offered) == 1:
        return offered[0]
    steps, seat = LATER_STEPS // len(offered), offered[0].seat
    return max(reversed(offered), key=lambda one: worth_after(tracker, state, one, seat, steps, random))
