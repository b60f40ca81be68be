"""Positions of games that the computer plays, in which a seat has something to decide, for all games that it knows."""

from functools import cache
from random import Random

from companion.lab.matchup import LabMatchup, Side, opened
from companion.opponent.player import choose
from companion.opponent.steps import happen, is_chance, owed
from companion.opponent.strengths import EASY, Strength

GAMES = ("mechalyte", "mecha-mettle", "wreck-a-mech")
FEW = Strength("few", "a search small enough for a test", worlds=2, steps=20, visits=4, depth=1)
"""Hard in all but its numbers."""
MOST_DECISIONS = 120


def matchup(game, strengths=("easy", "easy"), **given):
    """Return a matchup without builds, each side played at a strength."""
    sides = tuple(Side(title=f"Side {number}", strength=name) for number, name in enumerate(strengths))
    return LabMatchup(game=game, sides=sides, **given)


@cache
def tracker_of(game, seats=2):
    """Return the tracker of a game."""
    return opened(matchup(game, ("easy",) * seats).model_dump_json()).tracker


@cache
def positions(game, seats=2, seed=1):
    """Return the states of a game, with the decision that each waits for, in order."""
    tracker, random, found = tracker_of(game, seats), Random(seed), []
    state = tracker.start()
    while (pending := owed(tracker, state)) and len(found) < MOST_DECISIONS:
        if is_chance(pending):
            state = happen(tracker, state, pending, random)
            continue
        found.append((state, pending))
        state = tracker.apply(state, choose(tracker, state, pending, EASY, random.getrandbits(64)).action.event)
    return tuple(found)


def spread(found, count):
    """Return some of many, from the first to the last."""
    return [found[at * (len(found) - 1) // (count - 1)] for at in range(count)]
