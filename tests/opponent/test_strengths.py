"""How well the strengths play against each other: the figures of docs/lab.md at numbers of games that a test affords."""

from math import sqrt

import pytest

from companion.lab.counts import count
from companion.lab.runs import run
from tests.opponent.played import matchup

Z = 3.1
"""Standard errors above which chance alone brings one in a thousand."""


def wins(game, stronger, weaker, games, seed="strengths"):
    """Return how often the stronger side won, seats exchanged from game to game; every game ended."""
    counts = count(run(matchup(game, (stronger, weaker), seed=seed), range(games)), 2)
    assert counts.ended == games
    return counts.rate(0)


def is_beyond_chance(rate, fair=0.5):
    """Return whether sides that are equal would win that often in fewer than one run of a thousand."""
    return rate.share > fair + Z * sqrt(fair * (1 - fair) / rate.games)


@pytest.mark.long
@pytest.mark.parametrize(("game", "games"), [("mechalyte", 48), ("mecha-mettle", 80), ("wreck-a-mech", 120)])
def test_fair_beats_easy(game, games):
    assert is_beyond_chance(wins(game, "fair", "easy", games))
