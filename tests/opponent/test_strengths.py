"""How well the strengths play against each other: the figures of docs/lab.md at numbers of games that a test affords."""

from math import sqrt

import pytest

from companion.lab.counts import count
from companion.lab.runs import run
from tests.opponent.played import matchup

Z = 3.1
"""Standard errors above which chance alone brings one in a thousand."""


def wins(game, stronger, weaker, games, seed="strengths"):
    """Return how often the stronger side won, seats exchanged from game to game; nearly every game ended."""
    counts = count(run(matchup(game, (stronger, weaker), seed=seed), range(games)), 2)
    assert counts.ended >= 0.98 * games and not counts.stopped
    return counts.rate(0)


def is_beyond_chance(rate, fair=0.5):
    """Return whether sides that are equal would win that often in fewer than one run of a thousand."""
    return rate.share > fair + Z * sqrt(fair * (1 - fair) / rate.games)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "stronger", "weaker", "games"),
    [
        ("mechalyte", "fair", "easy", 48),
        ("mecha-mettle", "fair", "easy", 80),
        ("wreck-a-mech", "fair", "easy", 120),
        ("wreck-a-mech", "hard", "fair", 64),
    ],
)
def test_the_stronger_side_wins_more_often(game, stronger, weaker, games):
    assert is_beyond_chance(wins(game, stronger, weaker, games))
