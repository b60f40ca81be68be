"""How well the strengths play against each other: the figures of docs/lab.md at numbers of games that a test affords."""

from math import sqrt

import pytest

from companion.games import game as find_game
from companion.lab.counts import count
from companion.lab.runs import run
from tests.opponent.played import matchup
from tests.opponent.record_duels import duels, squads

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
        ("wreck-a-mech", "hard", "fair", 96),
    ],
)
def test_the_stronger_side_wins_more_often(game, stronger, weaker, games):
    assert is_beyond_chance(wins(game, stronger, weaker, games))


RECORD_GAMES = ("mechastellar", "techniconica")


@pytest.mark.parametrize("game", RECORD_GAMES)
def test_the_builds_of_the_duels_are_legal(game):
    read = find_game(game)
    for build in squads(game).values():
        model, context = read.read_in_context(build)
        assert not [one for one in read.check(model, context).findings if one.level == "error"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "stronger", "weaker", "games", "seed"),
    [
        ("mechastellar", "fair", "easy", 2, "proof"),
        ("mechastellar", "hard", "fair", 4, "proof 2"),
        ("techniconica", "fair", "easy", 20, "proof"),
        ("techniconica", "hard", "fair", 40, "proof"),
    ],
)
def test_with_record_sheets_the_stronger_side_wins_more_often(game, stronger, weaker, games, seed):
    """In all builds and situations together; `games` are those of each. It takes up to six minutes of a core."""
    counts = count(duels(game, stronger, weaker, games, seed), 2)
    assert counts.ended == counts.games and not counts.stopped
    assert is_beyond_chance(counts.rate(0))
