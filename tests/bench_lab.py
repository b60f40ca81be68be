"""The balance lab for `make bench`: twenty games of each strength against the next one, in each game that it plays.

*Hard* in Mechalyte and Mecha Mettle takes minutes for that, and is left to `docs/lab.md`.
"""

from time import process_time

from companion.data.documents import to_document
from companion.games import GAMES
from companion.lab.counts import count
from companion.lab.runs import run
from companion.verbs.lab import make_matchup
from tests.bench_ratios import Row

GAMES_EACH = 20
SECONDS = 5.0
"""Processor seconds in which a game is played."""
PAIRINGS = (("fair", "easy"), ("hard", "fair"))
LONG = {("mechalyte", "hard"), ("mecha-mettle", "hard")}


def rows() -> list[Row]:
    """Return for each game how long one takes, beside five seconds, and how many of them the better side won."""
    found = []
    for game in GAMES:
        for better, other in PAIRINGS:
            if not game.tracker.has_opponent or (game.slug, better) in LONG:
                continue
            build = to_document(next(iter(game.examples.values()))) if game.tracker.has_positions else None
            asked = make_matchup(game, [(better, build), (other, build)], (better, other), {}, "1")
            begun = process_time()
            counts = count(run(asked, range(GAMES_EACH)), 2)
            seconds = (process_time() - begun) / GAMES_EACH
            won = f"{better} won {counts.wins[0]:g} of {counts.ended}"
            name = f"lab, {game.title}: a game of {better} against {other} ({won}) / five seconds"
            found.append((name, seconds, SECONDS, seconds / SECONDS, "<= 1"))
    return found
