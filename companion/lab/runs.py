"""Runs of many games on any executor: in order, from and into a file, the same bytes by however many workers."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from pathlib import Path

from companion import __version__
from companion.base.findings import InputError, InvalidInput
from companion.data.documents import read_as
from companion.lab.game import PlayedGame, fallen_apart, play
from companion.lab.matchup import Matchup, opened

CHUNK = 5
"""Games that a worker plays before it answers: few, so that a table fills soon and a lost worker costs little."""
MOST_GAMES = 1_000_000
TRIES = 3
"""How often a chunk is played whose worker has died."""
Executors = Callable[[], Executor]
"""Makes an executor; again after a worker of the last one has died."""


def play_chunk(matchup_json: str, numbers: Sequence[int]) -> list[PlayedGame]:
    """Play some games of a matchup, in a worker; one that a card of somebody's own stops is counted, not raised."""
    games = []
    for number in numbers:
        try:
            games.append(play(opened(matchup_json), number))
        except InvalidInput:
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError, AssertionError) as error:
            games.append(fallen_apart(number, error))
    return games


def run(
    matchup: Matchup, numbers: Sequence[int], executors: Executors | None = None, workers: int = 1
) -> Iterator[PlayedGame]:
    """Yield the games of these numbers in order; without an executor they are played here, one after the other.

    Not more chunks are given out than `workers` need, so that a run which is stopped stops soon.
    """
    text = matchup.model_dump_json()
    chunks = [numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK)]
    if executors is None:
        for chunk in chunks:
            for number in chunk:
                yield from play_chunk(text, (number,))
        return
    executor, tries = executors(), 0
    waiting: deque[tuple[Sequence[int], Future[list[PlayedGame]]]] = deque()
    try:
        while chunks or waiting:
            while chunks and len(waiting) < 2 * workers:
                chunk = chunks.pop(0)
                waiting.append((chunk, executor.submit(play_chunk, text, chunk)))
            try:
                games = waiting[0][1].result()
            except (BrokenExecutor, CancelledError):
                tries += 1
                if tries >= TRIES:
                    raise
                chunks = [chunk for chunk, _ in waiting] + chunks
                waiting.clear()
                _close(executor)
                executor = executors()
                continue
            waiting.popleft()
            tries = 0
            yield from games
    finally:
        for _, future in waiting:
            future.cancel()
        _close(executor)


def _close(executor: Executor) -> None:
    executor.shutdown(wait=False, cancel_futures=True)


class RunFile:
    """A file of a run: a line with its matchup, then one for each game in order. A run goes on from it."""

    def __init__(self, path: Path, matchup: Matchup) -> None:
        """Read the games that the file has; InvalidInput where it is of another matchup, or cannot be read."""
        self.path = path
        self.head = {"format": 1, "release": __version__, "matchup": matchup.model_dump(mode="json")}
        self.games: list[PlayedGame] = []
        self._whole = 0
        if path.exists() and path.stat().st_size:
            self._read()

    def _read(self) -> None:
        with self.path.open("rb") as file:
            for place, line in enumerate(file):
                if not line.endswith(b"\n"):
                    break  # The run was stopped in the middle of a line, which is written anew.
                try:
                    data = json.loads(line)
                except ValueError:
                    raise self._refused(place, "a line that is no JSON", "one that `simulate --out` wrote") from None
                if place:
                    game = read_as(PlayedGame, data)
                    if game.number != len(self.games):
                        raise self._refused(place, f"game {game.number}", f"game {len(self.games)}")
                    self.games.append(game)
                else:
                    self._check_head(data)
                self._whole += len(line)

    def _check_head(self, head: object) -> None:
        if not isinstance(head, dict) or head.get("format") != 1:
            raise self._refused(0, "no head of a run", "a file that `simulate --out` wrote")
        if head.get("release") != __version__:
            wanted = f"one of {__version__}: play it anew into another file, games may differ between releases"
            raise self._refused(0, f"a run of release {head.get('release')}", wanted)
        if head.get("matchup") != self.head["matchup"]:
            raise self._refused(0, "a run of another matchup", "the same builds, rulings, strengths and seed")

    def _refused(self, place: int, found: str, wanted: str) -> InvalidInput:
        return InvalidInput(InputError(f"{self.path.name}, line {place + 1}", found, wanted))

    def record(self, games: Iterator[PlayedGame]) -> Iterator[PlayedGame]:
        """Write games as they come, and yield them."""
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            file.truncate(self._whole)
            file.seek(self._whole)
            if not self._whole:
                file.write(_line(self.head))
            for game in games:
                file.write(_line(game.model_dump(mode="json", exclude_defaults=True)))
                file.flush()
                yield game


def _line(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
