"""Heavy answers: worked out in a thread of their own, read in pieces that get better, and stopped from outside.

`HeavyAnswer` has three verbs: `start`, `pieces`, `stop`. Beside the work a second thread watches: it asks the work to
end once it has taken its budget's seconds, or once nobody has read for a while. What was found by then stays readable.
"""

import atexit
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from threading import Condition, Event, Lock, Thread
from time import monotonic, thread_time
from typing import Any, Generic, TypeVar

from companion.limits import budget, heavy_slots
from companion.limits.budget import Budget, Limits
from companion.limits.fair_queue import QueueTurn

PieceT = TypeVar("PieceT")

PATIENCE = 20.0
"""Seconds without a reader after which work ends: longer than a page takes to come back for the next piece."""
MOST = 16
"""How many answers are kept, and so how many may be worked out, or wait for their turn, at once."""
_LAST = 5.0
"""Seconds that work has to end in once it is asked to: what it found by then it still says."""
_LOOK = 0.1
"""Seconds between two looks at the reader and the clock."""


class Stop:
    """Asks work to end. Work looks at `asked` now and then, or says with `ending` what ends it at once."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self._asked, self._lock = Event(), Lock()
        self._enders: list[Callable[[], None]] = []

    @property
    def asked(self) -> bool:
        """Whether the work should end."""
        return self._asked.is_set()

    def ask(self) -> None:
        """Ask the work to end; asking again repeats it, for work that had only just begun."""
        with self._lock:
            self._asked.set()
            for end in self._enders:
                end()

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Let `end` be called, from another thread, where the work is asked to end in this stretch."""
        with self._lock:
            self._enders.append(end)
        try:
            yield
        finally:
            with self._lock:
                self._enders.remove(end)


Work = Callable[[Callable[[PieceT], None], Stop], None]
"""Works out an answer: it is handed a function that takes each piece, and what asks it to end."""


class HeavyAnswer(Generic[PieceT]):
    """One answer that is computed in a thread of its own while readers wait for it."""

    def __init__(self, work: Work[PieceT], patience: float = PATIENCE) -> None:
        """Take the work, which ends `patience` seconds after its last reader has gone."""
        self._work, self._patience = work, patience
        self._stop, self._news = Stop(), Condition()
        self._pieces = 0
        self._newest: PieceT | None = None
        self._readers, self._read_at = 0, monotonic()
        self._begun_at: float | None = None
        self._error: BaseException | None = None
        self.finished = False

    @property
    def cut_short(self) -> bool:
        """Whether it was asked to end, or failed: asked again, it has to begin anew."""
        return self._stop.asked or self._error is not None

    def start(self) -> "HeavyAnswer[PieceT]":
        """Begin the work within the budget that is open here, with its turn among others."""
        open_here = budget.current()
        limits = open_here.limits if open_here else None
        turn = open_here.slots.solves.queue(open_here.visitor) if open_here and open_here.slots else None
        self._thread = Thread(target=self._run, args=(limits, turn), daemon=True)
        self._thread.start()
        Thread(target=self._watch, args=(limits,), daemon=True).start()
        return self

    def pieces(self, seconds: float | None = None) -> Iterator[PieceT]:
        """Yield each newer piece until the work ends, for so many seconds at most; what it raised is raised here."""
        end = None if seconds is None else monotonic() + seconds
        seen = 0
        with self._reading():
            while True:
                newest, count, finished = self._wait(seen, end)
                if newest is not None and count > seen:
                    seen = count
                    yield newest
                elif finished and self._error:
                    raise self._error
                elif finished or (end is not None and monotonic() >= end):
                    return

    def newest(self, seconds: float | None = None) -> PieceT | None:
        """Return the last piece once the work has ended, or after so many seconds; None where there is none yet."""
        piece = None
        for piece in self.pieces(seconds):  # noqa: B007
            pass
        return piece

    def stop(self) -> None:
        """Ask the work to end; its newest piece stays readable."""
        self._stop.ask()

    def join(self, seconds: float) -> None:
        """Wait at most `seconds` for the thread of the work to end."""
        self._thread.join(seconds)

    def _wait(self, seen: int, end: float | None) -> tuple[PieceT | None, int, bool]:
        with self._news:
            while self._pieces == seen and not self.finished:
                remaining = None if end is None else end - monotonic()
                if remaining is not None and remaining <= 0:
                    break
                self._news.wait(remaining)
            return self._newest, self._pieces, self.finished

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._news:
            self._readers += 1
        try:
            yield
        finally:
            with self._news:
                self._readers -= 1
                self._read_at = monotonic()

    def _run(self, limits: Limits | None, turn: QueueTurn | None) -> None:
        try:
            with self._turn(turn), _work_budget(limits):
                self._begun_at = monotonic()
                self._work(self._take, self._stop)
        except BaseException as error:  # raised again by whoever reads
            self._error = error
        finally:
            with self._news:
                self.finished = True
                self._news.notify_all()

    @contextmanager
    def _turn(self, turn: QueueTurn | None) -> Iterator[None]:
        """Wait for a turn; work that is asked to end meanwhile begins all the same, and ends at once."""
        while turn and not self._stop.asked and not turn.wait(_LOOK):
            pass
        begun = thread_time()
        try:
            yield
        finally:
            if turn:
                turn.end(thread_time() - begun)

    def _take(self, piece: PieceT) -> None:
        with self._news:
            self._newest, self._pieces = piece, self._pieces + 1
            self._news.notify_all()

    def _watch(self, limits: Limits | None) -> None:
        while not self.finished:
            now = monotonic()
            with self._news:
                gone = not self._readers and now - self._read_at > self._patience
                self._news.wait_for(lambda: self.finished, _LOOK)
            over = limits and self._begun_at is not None and now - self._begun_at > limits.seconds
            if gone or over or self._stop.asked:
                self._stop.ask()


def _work_budget(limits: Limits | None) -> AbstractContextManager[object]:
    """Return the budget of work: the watch asks it to end at its seconds, and then it may still say what it found."""
    if limits is None:
        return nullcontext()
    return Budget(replace(limits, seconds=limits.seconds + _LAST)).running()


_answers: dict[Hashable, HeavyAnswer[Any]] = {}
_lock = Lock()


def answer(key: Hashable, work: Work[PieceT], stop: bool = False) -> HeavyAnswer[PieceT]:
    """Return the answer of a key: the one that is being worked out or is finished, else a new one that begins now.

    With `stop` it is asked to end. Busy where as many are being worked out as may be. Answers that ended by themselves
    are kept for whoever asks next; one that was cut short begins anew, unless it is to be stopped. Where there is a
    process for heavy answers, all of them are there.
    """
    open_budget = budget.current()
    if open_budget:
        open_budget.move()
    with _lock:
        heavy_answer = _answers.pop(key, None)
        if heavy_answer is None or (heavy_answer.cut_short and not stop):
            _make_room()
            heavy_answer = HeavyAnswer(work).start()
        _answers[key] = heavy_answer
    if stop:
        heavy_answer.stop()
    return heavy_answer


def _make_room() -> None:
    """Forget the finished answer that nobody has asked for the longest; Busy where none is finished."""
    if len(_answers) < MOST:
        return
    finished = next((key for key, heavy_answer in _answers.items() if heavy_answer.finished), None)
    if finished is None:
        raise heavy_slots.busy()
    del _answers[finished]


@atexit.register
def _end_all() -> None:
    """Stop all running answers: a solver that calls back while Python shuts down aborts the program."""
    running = list(_answers.values())
    for heavy_answer in running:
        heavy_answer.stop()
    for heavy_answer in running:
        heavy_answer.join(_LAST)
