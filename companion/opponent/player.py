"""The computer's choice for a seat: what it does and why, from what the seat sees and a seed alone."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from companion.opponent.one_step import worth_after
from companion.opponent.search import search
from companion.opponent.steps import Action, actions
from companion.opponent.strengths import Strength
from companion.play.tracker import Pending, Tracker

MOST_LOOKS = 30
"""Actions times worlds that are looked at with all steps; where there are more, each gets fewer."""


@dataclass(frozen=True)
class Weighed:
    """An action with its worth for the seat, from 0 to 1, and the walks through it."""

    action: Action
    worth: float
    visits: int = 0


@dataclass(frozen=True)
class Advice:
    """What the computer does, and all that it weighed, the best first; `is_cut_short` where it was stopped."""

    weighed: tuple[Weighed, ...]
    is_cut_short: bool = False

    @property
    def action(self) -> Action:
        """What it does."""
        return self.weighed[0].action


def opponent_seed(seed: bytes, number: int) -> int:
    """Return the seed of the computer's choice that becomes event `number` of a game."""
    return int.from_bytes(hmac.digest(seed, b"mech-companion opponent 1\n%d" % number, "sha256"), "big")


def choose(
    tracker: Tracker[Any],
    state: Any,
    pending: Pending,
    strength: Strength,
    seed: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Advice:
    """Return the computer's choice for the seat of a pending decision.

    All that is hidden from the seat is drawn anew first, so that two states with one view lead to the same choice.
    `is_stopped` may end the search early; it is asked before each action and each world that is walked through.
    """
    seat = pending.seat
    assert seat is not None
    random = Random(seed)
    worlds = _worlds(tracker, state, seat, strength.worlds, random)
    offered = actions(tracker, worlds[0], pending, random)
    if len(offered) == 1:
        return Advice((Weighed(offered[0], tracker.worth(worlds[0], seat)),))
    steps = strength.steps * MOST_LOOKS // max(MOST_LOOKS, len(offered) * len(worlds))
    first, is_cut_short = dict[str, float](), False
    for one in offered:
        is_cut_short = is_cut_short or is_stopped()
        # Once it is stopped, the rest is judged as cheaply as can be: an action unseen would never be chosen.
        looked_at, most_steps = (worlds[:1], 0) if is_cut_short else (worlds, steps)
        worths = [worth_after(tracker, world, one, seat, most_steps, random) for world in looked_at]
        first[one.key] = sum(worths) / len(worths)
    if strength.error:
        error = strength.error * (max(first.values()) - min(first.values()))
        first = {key: min(1.0, max(0.0, worth + random.uniform(-error, error))) for key, worth in first.items()}
    # Of equal ones the last: games list what ends a phase last, and what goes in circles is never better.
    by_key = {one.key: one for one in reversed(offered)}
    ranked = sorted(by_key.values(), key=lambda one: -first[one.key])
    visits = dict[str, int]()
    if strength.visits and len(ranked) > 1 and not is_cut_short:
        found = search(tracker, worlds[0], seat, strength, ranked, random, is_stopped)
        favourite, is_cut_short = ranked[0].key, found.is_cut_short
        visits = {key: len(ends) for key, ends in found.ends.items()}
        for key, ends in found.ends.items():
            # The others were walked through in the same worlds as the favourite, the first of its walks.
            if ends:
                first[key] = first[favourite] + fmean(ends) - fmean(found.ends[favourite][: len(ends)])
        ranked.sort(key=lambda one: (one.key != found.best, -first[one.key]))
    weighed, most = [], 1.0
    for one in ranked:
        # What the search did not take is worth no more to it, whatever luck its walks had.
        most = min(most, max(0.0, first[one.key]))
        weighed.append(Weighed(one, most, visits.get(one.key, 0)))
    return Advice(tuple(weighed), is_cut_short)


def _worlds(tracker: Tracker[Any], state: Any, seat: int, count: int, random: Random) -> list[Any]:
    """Return worlds that the seat cannot tell apart; one where nothing is hidden from it."""
    worlds = [tracker.resample(state, seat, random.randrange)]
    while len(worlds) < count:
        world = tracker.resample(state, seat, random.randrange)
        if world == worlds[0]:
            break
        worlds.append(world)
    return worlds
