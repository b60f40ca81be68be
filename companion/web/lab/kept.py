"""Games that runs of the page have played, kept so that a run goes on where it was stopped."""

from collections.abc import Iterator
from threading import Lock

from companion.base import caches
from companion.lab.game import PlayedGame
from companion.lab.matchup import LabMatchup
from companion.lab.runs import run
from companion.limits.heavy import Stop

MOST_KEPT = 20_000
"""Games that are kept in all, in some hundred bytes each."""
_lock = Lock()
_kept = caches.table("companion.web.lab", MOST_KEPT, len, _lock)


class RunStopped(Exception):
    """Somebody stopped the run, or nobody waits for it any more."""


def played(matchup: LabMatchup, games: int, stop: Stop) -> Iterator[PlayedGame]:
    """Yield the first games of a run, those kept and then new ones; RunStopped after the one in which it was asked."""
    key = matchup.model_dump_json()
    with _lock:
        lines: list[bytes] = [*_kept.get(key, ())]
    yield from map(PlayedGame.model_validate_json, lines[:games])
    if len(lines) >= games:
        return
    try:
        for game in run(matchup, range(len(lines), games)):
            lines.append(game.model_dump_json(exclude_defaults=True).encode())
            yield game
            if stop.asked:
                raise RunStopped
    finally:
        with _lock:
            # Another number of games of this matchup may be played at the same time.
            if len(lines) > len(_kept.get(key, ())):
                _kept[key] = tuple(lines)
