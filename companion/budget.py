"""Budget: what one answer may cost in processor seconds and memory, checked while it is made.

The shell opens a budget for each request or command with `running`; whatever works for long calls `check` now and then,
or goes through `watched`. Where no budget is open, as in tests of the rules, nothing is limited. These are not the
limits of the rules themselves, nor the steps that exact odds may take: those are counted, so that the same question
always has the same answer.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from threading import BoundedSemaphore, Lock, Semaphore
from time import thread_time
from typing import TypeVar

from companion.findings import InputError, InvalidInput, UserError

ItemT = TypeVar("ItemT")

FREE = 0.02
"""Processor seconds that an answer may take before it counts as heavy and needs a slot."""
EVERY = 64
"""How many items `watched` passes on between two checks."""
_LOOK = 0.1
"""Processor seconds between two looks at the memory."""
_LONGEST_WAIT = 120
"""Seconds that a file which is being sent waits for a slot."""


class OverBudget(InvalidInput):
    """An answer that costs more than its budget; the text says which limit, and to ask for less."""

    hint = "`companion --no-limits …` works on without these limits."

    def __str__(self) -> str:
        """Return what is too much as a sentence."""
        return f"This takes {self.input_errors[0].found}: ask for less at once."


class Busy(UserError):
    """Too many heavy answers are being made at this moment; `seconds` says when to ask again."""

    seconds = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one answer may cost: seconds of one processor, MB of memory, MB of a page or of JSON."""

    seconds: float = 20
    memory: float = 512
    answer: float = 8


class _Queue:
    """So many at once; the others get their turn in the order they came, so that nobody who returns goes first.

    A semaphore of the standard library may be taken again by the thread that has just given it back.
    """

    def __init__(self, most: int) -> None:
        self._free, self._lock = most, Lock()
        self._waiting: deque[Lock] = deque()

    def acquire(self, timeout: float = 0) -> bool:
        """Return whether a turn came within so many seconds."""
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                return True
            if not timeout:
                return False
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        return True  # it came at the last moment

    def release(self) -> None:
        """Hand the turn on to whoever has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


class HeavySlots:
    """How many heavy answers may be made at once; a few more wait a short while, the rest are told to come back.

    A page shows a dozen pictures, and a browser asks for six of them at once: that many have to find a place to wait.
    A file that is sent while it is made takes one of a few download slots for as long as that takes, and waits for its
    turn again and again: once it has begun, somebody would be left with half of it.
    """

    def __init__(self, most: int, waiting: int = 12, patience: float = 8, files: int = 4) -> None:
        """Allow `most` at once, `waiting` more that wait for at most `patience` seconds, and `files` that are sent."""
        self.solves = Semaphore(most)
        """Turns of answers that a solver works out in a thread of its own; they hold up none of the others."""
        self._free = _Queue(most)
        self._waiting_places = BoundedSemaphore(waiting)
        self._download_slots = BoundedSemaphore(files)
        self._patience = patience

    def take(self, downloading: bool = False) -> None:
        """Take a slot; Busy where none becomes free in time, or too many wait already. A download waits longer."""
        if self._free.acquire():
            return
        if downloading:
            if not self._free.acquire(timeout=_LONGEST_WAIT):
                raise busy()
            return
        if not self._waiting_places.acquire(blocking=False):
            raise busy()
        try:
            if not self._free.acquire(timeout=self._patience):
                raise busy()
        finally:
            self._waiting_places.release()

    def leave(self) -> None:
        """Give a slot back."""
        self._free.release()

    def reserve_download_slot(self) -> None:
        """Take a download slot, for a file that is sent while it is made; Busy where there is none."""
        if not self._download_slots.acquire(blocking=False):
            raise busy()

    def release_download_slot(self) -> None:
        """Give a download slot back."""
        self._download_slots.release()


def busy() -> Busy:
    """Return the error for somebody who has to come back."""
    return Busy(f"Others are being answered at this moment: try again in {Busy.seconds} seconds.")


@dataclass
class Budget:
    """One answer's limits and what it has cost so far; without `slots` it never waits for another answer."""

    limits: Limits
    slots: HeavySlots | None = None
    seconds: float = 0
    """Processor seconds of the stretches that are over."""
    _since: float = 0
    _looked: float = 0
    _memory: int | None = None
    _holds: bool = False
    _downloading: bool = False
    _light: bool = False

    @contextmanager
    def running(self) -> Iterator["Budget"]:
        """Make this the budget that `check` finds, for one stretch of work; its slot is given back at the end."""
        token = _current.set(self)
        self._since = thread_time()
        try:
            yield self
        finally:
            self.seconds += thread_time() - self._since
            _current.reset(token)
            if self._holds and self.slots:
                self._holds = False
                self.slots.leave()

    def check(self) -> None:
        """Raise OverBudget past a limit; wait for a slot, or raise Busy, once the answer proves heavy."""
        used = self.seconds + thread_time() - self._since
        if used > self.limits.seconds:
            raise _over(f"more than {self.limits.seconds:g} seconds of computing")
        if used > FREE and self.slots and not (self._holds or self._light):
            self.slots.take(self._downloading)
            self._holds = True
        if used > self._looked + _LOOK:
            self._looked = used
            self._look()

    @contextmanager
    def light(self) -> Iterator[None]:
        """Need no slot for a stretch; its seconds count."""
        before, self._light = self._light, True
        try:
            yield
        finally:
            self._light = before

    def reserve_download_slot(self) -> None:
        """Keep a download slot until `end`, for a file that is sent while it is made; Busy where there is none."""
        if self.slots and not self._downloading:
            self.slots.reserve_download_slot()
            self._downloading = True

    def end(self) -> None:
        """Give the download slot back; nothing more is made."""
        if self.slots and self._downloading:
            self._downloading = False
            self.slots.release_download_slot()

    def measure(self, size: int) -> None:
        """Raise OverBudget where a page or JSON answer of so many bytes is too large."""
        if size > self.limits.answer * 1e6:
            raise _over(f"an answer of {size:,} bytes, more than {self.limits.answer:g} MB")

    def _look(self) -> None:
        memory = _memory()
        if self._memory is None:
            self._memory = memory
        if memory - self._memory > self.limits.memory * 1e6:
            raise _over(f"more than {self.limits.memory:g} MB of memory")


def _over(found: str) -> OverBudget:
    return OverBudget(InputError("", found, "a smaller question: ask for less at once"))


def _memory() -> int:
    """Return the bytes of memory that this process takes."""
    import psutil

    return int(psutil.Process().memory_info().rss)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current() -> Budget | None:
    """Return the budget of the answer that is being made, None where nothing is limited."""
    return _current.get()


def check() -> None:
    """Raise OverBudget where the answer being made has cost more than its budget, Busy where it must wait too long."""
    budget = _current.get()
    if budget is not None:
        budget.check()


@contextmanager
def light() -> Iterator[None]:
    """Need no slot for what is made once and then kept, however many ask for it: a page never waits for it."""
    budget = _current.get()
    with budget.light() if budget else nullcontext():
        yield


def reserve_download_slot() -> None:
    """Take a download slot for a file that is sent while it is made; Busy where too many files are being sent."""
    budget = _current.get()
    if budget is not None:
        budget.reserve_download_slot()


def watched(items: Iterable[ItemT], every: int = EVERY) -> Iterator[ItemT]:
    """Pass items on; each time so many have passed, and before the first, check the budget."""
    rest = iter(items)
    for first in rest:
        check()
        yield first
        yield from islice(rest, every - 1)
