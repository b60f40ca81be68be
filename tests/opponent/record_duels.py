"""Duels with record sheets: one strength against another, the same build on both sides, in each situation that ships.

Who goes first matters much in Techniconica, so every build and situation has dice of its own. Rerun a figure with
`python -m tests.opponent.record_duels techniconica hard fair 40 proof`: 40 games of each build in each situation.
"""

import sys
from collections.abc import Iterator
from math import sqrt
from time import process_time

from companion.data.documents import to_document
from companion.games import game as find_game
from companion.lab.game import PlayedGame
from companion.lab.matchup import LabMatchup, Side
from companion.lab.runs import run
from companion.lab.situations import shipped


def squads(slug):
    """Return builds with something to decide, by title.

    The examples of Techniconica are one Mech each: all three together are a squad.
    """
    game = find_game(slug)
    examples = [to_document(build) for build in game.examples.values()]
    if slug != "techniconica":
        return {one["title"]: one for one in examples}
    mechs = [mech for one in examples for mech in one["mech"]]
    return {"All three": {"game": slug, "title": "All three", "mech": mechs}}


def duels(slug, stronger, weaker, games, seed) -> Iterator[PlayedGame]:
    """Yield that many games for each build in each situation, seats exchanged from game to game; side 0 is stronger."""
    for situation in shipped(find_game(slug).package).values():
        for title, build in squads(slug).items():
            sides = tuple(Side(title=name, build=build, strength=name) for name in (stronger, weaker))
            own = f"{seed}/{title}/{situation.title}"
            yield from run(LabMatchup(game=slug, sides=sides, situation=situation, seed=own), range(games))


if __name__ == "__main__":
    slug, stronger, weaker, count, seed = sys.argv[1:6]
    began, won, played = process_time(), 0.0, 0
    for one in duels(slug, stronger, weaker, int(count), seed):
        assert one.ended, one.why
        played, won = played + 1, won + (0 in one.winners) / max(1, len(one.winners)) + (not one.winners) / 2
        z = (won / played - 0.5) / sqrt(0.25 / played)
        print(f"{stronger} won {won:g} of {played}, z = {z:.2f}, {process_time() - began:.0f} s", flush=True)
