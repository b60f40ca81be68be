"""Heavy answers: computed in a thread, read in pieces that get better, and stopped from outside.

`HeavyAnswer` has three verbs: `start`, `pieces`, `stop`. A second thread asks the work to end when its budget's seconds
are over, or when nobody has read for a while. The pieces so far stay readable.
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
"""Seconds without a reader after which work ends: longer than a page takes to ask for the next piece."""
MOST = 16
"""The most answers that are kept, and so the most that run or wait for their turn."""
_LAST_SECONDS = 5.0
"""Seconds in which work has to end once it is asked to; it may still add a piece."""
_CHECK_SECONDS = 0.1
"""Seconds between two checks of the reader and the clock."""


class Stop:
    """A request to end work, which reads `asked` regularly, or registers with `ending` a function that ends it."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._asked, self._lock = Event(), Lock()
        self._enders: list[Callable[[], None]] = []

    @property
    def asked(self) -> bool:
        """Whether the work should end."""
        return self._asked.is_set()

    def ask(self) -> None:
        """Ask the work to end; may be repeated, for work that had not registered its function yet."""
        with self._lock:
            self._asked.set()
            for end in self._enders:
                end()

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Register `end` for the block: it is called from another thread if the work is asked to end."""
        with self._lock:
            self._enders.append(end)
        try:
            yield
        finally:
            with self._lock:
                self._enders.remove(end)


Work = Callable[[Callable[[PieceT], None], Stop], None]
"""Computes an answer; its arguments are a function for each piece, and the request to end."""


class HeavyAnswer(Generic[PieceT]):
    """One answer that is computed in its own thread while readers wait for it."""

    def __init__(self, work: Work[PieceT], patience: float = PATIENCE) -> None:
        """Take the work; it is asked to end `patience` seconds after its last reader has gone."""
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
        """Whether it was asked to end, or failed: the next request has to start it again."""
        return self._stop.asked or self._error is not None

    def start(self) -> "HeavyAnswer[PieceT]":
        """Start the work with the limits of the present budget, and its own turn in the queue."""
        current = budget.current()
        limits = current.limits if current else None
        turn = current.slots.solves.queue(current.visitor) if current and current.slots else None
        self._thread = Thread(target=self._run, args=(limits, turn), daemon=True)
        self._thread.start()
        Thread(target=self._watch, args=(limits,), daemon=True).start()
        return self

    def pieces(self, seconds: float | None = None) -> Iterator[PieceT]:
        """Yield each newer piece until the work ends, at most for `seconds`; an error of the work is raised here."""
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
        """Return the last piece when the work has ended, or after `seconds`; None if there is none yet."""
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
        except BaseException as error:  # raised again in `pieces`
            self._error = error
        finally:
            with self._news:
                self.finished = True
                self._news.notify_all()

    @contextmanager
    def _turn(self, turn: QueueTurn | None) -> Iterator[None]:
        """Wait for a turn; work that is asked to end while it waits starts all the same, and ends at once."""
        while turn and not self._stop.asked and not turn.wait(_CHECK_SECONDS):
            pass
        start = thread_time()
        try:
            yield
        finally:
            if turn:
                turn.end(thread_time() - start)

    def _take(self, piece: PieceT) -> None:
        with self._news:
            self._newest, self._pieces = piece, self._pieces + 1
            self._news.notify_all()

    def _watch(self, limits: Limits | None) -> None:
        while not self.finished:
            now = monotonic()
            with self._news:
                is_abandoned = not self._readers and now - self._read_at > self._patience
                self._news.wait_for(lambda: self.finished, _CHECK_SECONDS)
            is_over = limits and self._begun_at is not None and now - self._begun_at > limits.seconds
            if is_abandoned or is_over or self._stop.asked:
                self._stop.ask()


def _work_budget(limits: Limits | None) -> AbstractContextManager[object]:
    """Return the budget of work: a little longer than its limit, at which it is asked to end."""
    if limits is None:
        return nullcontext()
    return Budget(replace(limits, seconds=limits.seconds + _LAST_SECONDS)).running()


_answers: dict[Hashable, HeavyAnswer[Any]] = {}
_lock = Lock()


def answer(key: Hashable, work: Work[PieceT], stop: bool = False) -> HeavyAnswer[PieceT]:
    """Return the answer of a key, running or finished, else a new one that starts now.

    With `stop` it is asked to end. Busy where too many are running. Finished answers are kept for the next request; one
    that was cut short starts again, unless `stop` is set. If there is a process for heavy answers, they are all there.
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
    """Drop the finished answer whose last request is the oldest; Busy where none is finished."""
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
        heavy_answer.join(_LAST_SECONDS)
