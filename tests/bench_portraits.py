"""Rows of `make bench` about portraits: the slowest of each game's builds that earlier releases left behind."""

import time
from collections.abc import Iterator
from pathlib import Path

from companion.data import documents
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.printing.faces.portraits import portrait

BUILDS = Path(__file__).parent / "releases" / "given" / "builds"
LATER = Path(__file__).parent / "releases" / "0.15.1" / "builds"
AIM = 0.005
"""What a portrait may take, in seconds."""


def _slowest(game: GameSystem) -> float:
    times = [0.0]
    for path in (*BUILDS.glob("*.toml"), *LATER.glob("*.toml")):
        document = documents.parse(path.read_text("utf-8"), path.name)
        if document["game"] != game.slug:
            continue
        build, context = game.read_in_context(document)
        rounds = []
        for _ in range(15):
            start = time.process_time()
            portrait(game.figures(build, context))
            rounds.append(time.process_time() - start)
        times.append(min(rounds))
    return max(times)


def rows() -> Iterator[tuple[str, float, float, float, str]]:
    """Yield a row for each game: the processor time of a portrait, from a build and its context to boxes."""
    for game in GAMES:
        ours = _slowest(game)
        yield f"portrait in {game.title}, its slowest build / five milliseconds", ours, AIM, ours / AIM, "<= 1"
