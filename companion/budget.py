"""Budget: what one answer may cost in processor seconds and memory, checked while it is made.

The shell opens a budget for each request or command with `running`; whatever works for long calls `check` now and then,
or goes through `watched`. Where no budget is open, as in tests of the rules, nothing is limited. These are not the
limits of the rules themselves, nor the steps that exact odds may take: those are counted, so that the same question
always has the same answer.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import thread_time
from typing import TypeVar

import psutil

from companion.findings import InputError, InvalidInput, Trouble

ItemT = TypeVar("ItemT")

FREE = 0.02
"""Processor seconds that an answer may take before it counts as heavy and needs a slot."""
EVERY = 64
"""How many items `watched` passes on between two checks."""
_LOOK = 0.1
"""Processor seconds between two looks at the memory."""


class OverBudget(InvalidInput):
    """An answer that costs more than its budget; the text says which limit, and to ask for less."""

    hint = "`companion --no-limits …` works on without these limits."


class Busy(Trouble):
    """Too many heavy answers are being made at this moment; `seconds` says when to ask again."""

    seconds = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one answer may cost: seconds of one processor, MB of memory, MB of a page or of JSON."""

    seconds: float = 20
    memory: float = 512
    answer: float = 8


class HeavySlots:
    """How many heavy answers may be made at once; a few more wait a short while, the rest are told to come back."""

    def __init__(self, most: int, waiting: int = 3, patience: float = 4) -> None:
        """Allow `most` at once and `waiting` more that wait for at most `patience` seconds."""
        self._free = BoundedSemaphore(most)
        self._chairs = BoundedSemaphore(waiting)
        self._patience = patience

    def take(self, patience: float | None = None) -> None:
        """Take a slot; Busy where none becomes free in time, or too many wait already."""
        if self._free.acquire(blocking=False):
            return
        if not self._chairs.acquire(blocking=False):
            raise _busy()
        try:
            if not self._free.acquire(timeout=patience or self._patience):
                raise _busy()
        finally:
            self._chairs.release()

    def leave(self) -> None:
        """Give a slot back."""
        self._free.release()


def _busy() -> Busy:
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
        if used > FREE and self.slots and not self._holds:
            self.slots.take()
            self._holds = True
        if used > self._looked + _LOOK:
            self._looked = used
            self._look()

    def measure(self, size: int) -> None:
        """Raise OverBudget where a page or JSON answer of so many bytes is too large."""
        if size > self.limits.answer * 1e6:
            raise _over(f"an answer of {size:,} bytes, more than {self.limits.answer:g} MB")

    def _look(self) -> None:
        memory: int = _process.memory_info().rss
        if self._memory is None:
            self._memory = memory
        if memory - self._memory > self.limits.memory * 1e6:
            raise _over(f"more than {self.limits.memory:g} MB of memory")


def _over(found: str) -> OverBudget:
    return OverBudget(InputError("", found, "a smaller question: ask for less at once"))


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)
_process = psutil.Process()


def check() -> None:
    """Raise OverBudget where the answer being made has cost more than its budget, Busy where it must wait too long."""
    budget = _current.get()
    if budget is not None:
        budget.check()


def watched(items: Iterable[ItemT], every: int = EVERY) -> Iterator[ItemT]:
    """Pass items on; each time so many have passed, and before the first, check the budget."""
    for place, item in enumerate(items):
        if place % every == 0:
            check()
        yield item
