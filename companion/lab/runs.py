"""Runs of many games on any executor: in order, from and into a file, the same bytes by however many workers."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from itertools import takewhile
from pathlib import Path

from companion import __version__
from companion.base.findings import InputError, InvalidInput, errors_at
from companion.data.documents import read_as
from companion.lab.game import PlayedGame, play
from companion.lab.matchup import LabMatchup, opened

CHUNK = 5
"""Games that a worker plays before it answers: few, so that a table fills soon and a lost worker costs little."""
MOST_GAMES = 1_000_000
FORMAT = 1
"""The form of a run's file."""
TRIES = 3
"""How often a chunk is played whose worker has died."""
AHEAD = 2
"""Chunks for each worker that are given out: the next one is there when it has played one."""


def play_chunk(matchup_json: str, numbers: Sequence[int], release: str = __version__) -> list[PlayedGame]:
    """Play some games of a matchup, in a worker; InvalidInput where the worker has another release than asked for."""
    if release != __version__:
        raise InvalidInput(InputError("workers", f"release {__version__}", f"release {release}, as here: games differ"))
    return [play(opened(matchup_json), number) for number in numbers]


class LabWorkers:
    """An executor that is made when it is first needed, and again once one of its workers has died.

    A context: at its end the executor is shut down.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        count: int,
        end: Callable[[bool], None] = lambda is_early: None,
        lost: tuple[type[Exception], ...] = (BrokenExecutor,),
    ) -> None:
        """Take what makes an executor of `count` workers.

        `end` is called at the end, with whether that is an error or Ctrl-C while workers are still at work. `lost` are
        the errors that say that a worker has died.
        """
        self.count = count
        self.lost: tuple[type[Exception], ...] = (CancelledError, *lost)
        self._make, self._end = make, end
        self._executor: Executor | None = None

    def submit(self, matchup_json: str, numbers: Sequence[int]) -> Future[list[PlayedGame]]:
        """Let a worker play some games."""
        self._executor = self._executor or self._make()
        return self._executor.submit(play_chunk, matchup_json, numbers, __version__)

    def renew(self, wait: bool = False) -> None:
        """Give up the executor; the next games are given to another one."""
        if self._executor:
            self._executor.shutdown(wait=wait)
        self._executor = None

    def __enter__(self) -> "LabWorkers":
        """Return itself; nothing is made yet."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Shut the executor down."""
        self.renew(wait=kind is None)
        self._end(kind is not None)


def run(matchup: LabMatchup, numbers: Sequence[int], workers: LabWorkers | None = None) -> Iterator[PlayedGame]:
    """Yield the games of these numbers in order; without workers they are played here, one after the other.

    Not more chunks are given out than the workers need, so that a run which is stopped stops soon.
    """
    text = matchup.model_dump_json()
    if workers is None:
        for number in numbers:
            yield from play_chunk(text, (number,))
        return
    chunks = deque(numbers[at : at + CHUNK] for at in range(0, len(numbers), CHUNK))
    waiting: deque[tuple[Sequence[int], Future[list[PlayedGame]]]] = deque()
    tries = 0
    try:
        while chunks or waiting:
            try:
                while chunks and len(waiting) < AHEAD * workers.count:
                    waiting.append((chunks[0], workers.submit(text, chunks[0])))
                    chunks.popleft()
                games = waiting[0][1].result()
            except workers.lost as error:
                tries += 1
                if tries >= TRIES:
                    found = f"workers that died {TRIES} times in a row ({type(error).__name__})"
                    raise InvalidInput(InputError("workers", found, "workers with enough memory")) from None
                chunks.extendleft(chunk for chunk, _ in reversed(waiting))
                waiting.clear()
                workers.renew()
                continue
            waiting.popleft()
            tries = 0
            yield from games
    finally:
        for _, future in waiting:
            future.cancel()


class RunFile:
    """A file of a run: a line with its matchup, then one for each game in order. A run goes on from it.

    `count` is how many games it has. A line that was cut when the run was stopped does not count, and is written anew.
    """

    def __init__(self, path: Path, matchup: LabMatchup) -> None:
        """Check the file, if it is there; InvalidInput where it is of another matchup, or cannot be read."""
        self.path, self.sides = path, len(matchup.sides)
        self.head = {"format": FORMAT, "release": __version__, "matchup": matchup.model_dump(mode="json")}
        self._whole, lines = 0, 0
        for line in self._lines():
            if lines:
                self._read_game(line, lines)
            else:
                self._check_head(self._parse(line, 0))
            lines += 1
            self._whole += len(line)
        if not lines and self.path.exists():
            self._check_cut_head()
        self.count = max(0, lines - 1)

    def games(self, most: int) -> Iterator[PlayedGame]:
        """Yield the games that the file has, the first `most` of them."""
        for place, line in enumerate(self._lines()):
            if place > most:
                return
            if place:
                yield self._read_game(line, place)

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines that are whole."""
        if self.path.exists():
            with self.path.open("rb") as file:
                yield from takewhile(lambda line: line.endswith(b"\n"), file)

    def _read_game(self, line: bytes, place: int) -> PlayedGame:
        with errors_at(self._place(place)):
            game = read_as(PlayedGame, self._parse(line, place))
        named = {*game.winners} if game.first is None else {*game.winners, game.first}
        is_fitting = named <= {*range(self.sides)} and len(game.drawn) == len(game.used) == self.sides
        if game.number != place - 1 or not is_fitting:
            raise self._refused(place, f"game {game.number}", f"game {place - 1} of {self.sides} sides")
        return game

    def _parse(self, line: bytes, place: int) -> object:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self._refused(place, "no JSON", "a line that `simulate --out` wrote") from None

    def _check_head(self, head: object) -> None:
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise self._refused(0, "no head of a run", "a file that `simulate --out` wrote")
        if head.get("release") != __version__:
            wanted = f"one of {__version__}: play it anew into another file, games may differ between releases"
            raise self._refused(0, f"a run of release {head.get('release')}", wanted)
        if head.get("matchup") != self.head["matchup"]:
            raise self._refused(0, "a run of another matchup", "the same builds, rulings, packs, strengths and seed")

    def _check_cut_head(self) -> None:
        """Refuse a file of one line without an end, unless it is the beginning of this run: it would be overwritten."""
        head = _line(self.head)
        with self.path.open("rb") as file:
            if not head.startswith(file.read(len(head))):
                raise self._refused(0, "no head of a run", "a file that `simulate --out` wrote")

    def _place(self, place: int) -> str:
        return f"{self.path.name}, line {place + 1}"

    def _refused(self, place: int, found: str, wanted: str) -> InvalidInput:
        return InvalidInput(InputError(self._place(place), found, wanted))

    def record(self, games: Iterator[PlayedGame]) -> Iterator[PlayedGame]:
        """Write games behind those that the file has, as they come, and yield them."""
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
