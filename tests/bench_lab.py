"""The balance lab for `make bench`: twenty games of *fair* against *easy* in each game that it plays."""

from time import process_time

from companion.games import GAMES
from companion.lab.counts import count
from companion.lab.matchup import LabMatchup, Side
from companion.lab.runs import run
from tests.bench_ratios import Row

GAMES_EACH = 20
SECONDS = 5.0
"""Processor seconds in which a game is played."""


def rows() -> list[Row]:
    """Return for each game how long one takes, beside five seconds, and how many of them the better side won."""
    found = []
    for game in GAMES:
        if not game.tracker.has_opponent:
            continue
        sides = tuple(Side(title=strength, strength=strength) for strength in ("fair", "easy"))
        begun = process_time()
        counts = count(run(LabMatchup(game=game.slug, sides=sides), range(GAMES_EACH)), len(sides))
        seconds = (process_time() - begun) / GAMES_EACH
        won = f"fair won {counts.wins[0]:g} of {counts.ended}"
        name = f"lab, {game.title}: a game of fair against easy ({won}) / five seconds"
        found.append((name, seconds, SECONDS, seconds / SECONDS, "<= 1"))
    return found
