"""Budget: the most that one answer may cost in processor seconds and memory, checked while it is made.

The shell opens a budget for each request or command with `running`; long work calls `check` regularly, or iterates with
`watched`. Without an open budget, as in tests of the rules, nothing is limited. Limits of the rules, and the most steps
of exact odds, are something else: those are counted, so that the same question always has the same answer.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from time import thread_time
from typing import TypeVar

from companion.base.findings import InputError, InvalidInput
from companion.limits import memory
from companion.limits.fair_queue import QueueTurn
from companion.limits.heavy_slots import HeavySlots

ItemT = TypeVar("ItemT")

FREE = 0.02
"""Processor seconds that an answer may take before it counts as heavy and needs a slot."""
FREE_BEFORE_MOVING = 0.3
"""The same if another process makes heavy answers. The first rendering of a page takes this long; in the other process
it would wait behind heavy answers, and not be cached for its next visit here."""
EVERY = 64
"""Items that `watched` yields between two checks."""
SLICE = 0.1
"""Processor seconds of a heavy answer between two checks of its memory, its reader, and waiting visitors."""
_WORTH_GIVING_BACK = 32_000_000
"""Bytes that an answer must have taken before free memory is given back to the system."""


class OverBudget(InvalidInput):
    """An answer costs more than its budget; the text names the limit and says to ask for less."""

    hint = "`companion --no-limits …` ignores these limits."

    def __str__(self) -> str:
        """Return the exceeded limit as a sentence."""
        return f"This takes {self.input_errors[0].found}: ask for less at once."


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one answer may cost: processor seconds, MB of memory, MB of a page or of JSON."""

    seconds: float = 20
    memory: float = 512
    answer: float = 8


class AnswerElsewhere(BaseException):
    """This answer is heavy: it ends here and starts again in the process for heavy answers.

    `is_proved` is False if it only may be heavy: another answer was already using the time for finding out.
    """

    def __init__(self, is_proved: bool = True) -> None:
        """Keep whether the same question will be heavy again."""
        super().__init__()
        self.is_proved = is_proved


class ReaderGone(Exception):
    """The answer has no reader any more: its connection was closed, or the server is stopping."""


@dataclass
class Budget:
    """One answer's limits and its cost so far; without `slots` it never waits for another answer."""

    limits: Limits
    slots: HeavySlots | None = None
    visitor: Hashable = ""
    """The visitor who asks: heavy answers take turns by visitor."""
    is_read: Callable[[], bool] = lambda: True
    """Returns whether somebody still waits for this answer; if nobody does, a heavy one ends with ReaderGone."""
    may_move: Callable[[], bool] = lambda: False
    """Returns whether another process may make this answer from its beginning."""
    moved_before: bool = False
    """Whether the same question proved heavy before: then it is moved sooner."""
    seconds: float = 0
    """Processor seconds of finished stretches of work."""
    grown: int = 0
    """Bytes by which the process has grown while this answer had its turns."""
    _since: float = 0
    _checked_at: float = 0
    _turn: QueueTurn | None = None
    _turn_since: float = 0
    _memory: int | None = None
    _downloading: bool = False
    _printing: bool = False
    _is_file: bool = False
    _light: bool = False
    _light_seconds: float = 0
    _may_prove: bool = False

    @contextmanager
    def running(self) -> Iterator["Budget"]:
        """Make this the budget that `check` finds, for one stretch of work; its slot is given back at the end."""
        token = _current.set(self)
        self._since = thread_time()
        try:
            yield self
        finally:
            self._give_back()
            if self._may_prove and self.slots:
                self._may_prove = False
                self.slots.unproved.release()
            self.seconds = self._seconds_used()
            _current.reset(token)

    def check(self) -> None:
        """Raise OverBudget past a limit; wait for a slot, or raise Busy, once the answer proves heavy."""
        seconds = self._seconds_used()
        if seconds > self.limits.seconds:
            raise _over(f"more than {self.limits.seconds:g} seconds of computing")
        if seconds > FREE and self.slots and not (self._turn or self._light):
            self._bound_heavy(self.slots, seconds - self._light_seconds)
        if seconds > self._checked_at + SLICE:
            self._checked_at = seconds
            self._check_turn()

    def _bound_heavy(self, slots: HeavySlots, seconds: float) -> None:
        """Move the answer to the other process, or wait for a turn, if it has taken too many seconds."""
        if seconds <= FREE:
            return
        if not self.may_move():
            self._take_turn(slots, patient=self._downloading)
        elif self.moved_before or seconds > FREE_BEFORE_MOVING:
            self.move()
        elif not self._may_prove:
            self._may_prove = slots.unproved.acquire(blocking=False)
            if not self._may_prove:
                raise AnswerElsewhere(is_proved=False)

    def move(self) -> None:
        """Raise AnswerElsewhere if there is a process for heavy answers that may still make this one."""
        if self.may_move():
            raise AnswerElsewhere

    @contextmanager
    def light(self) -> Iterator[None]:
        """Need no slot in the block; its seconds count only towards the limit."""
        was_light, self._light, start = self._light, True, thread_time()
        try:
            yield
        finally:
            self._light = was_light
            if not was_light:
                self._light_seconds += thread_time() - start

    def begin_file(self, is_print: bool) -> None:
        """Make a file from here on, not a page: in the other process if possible, and after the visitor's pages.

        A print takes one of its visitor's places until `end_print`; Busy where none is free.
        """
        self.move()
        self._is_file = True
        if is_print and self.slots and not self._printing:
            self.slots.reserve_print_place(self.visitor)
            self._printing = True

    @contextmanager
    def other_process(self) -> Iterator[None]:
        """Let another process work during the block, in a turn of its own; this answer gives its turn back.

        Busy where that turn does not come in time. An answer that may be moved is moved first, so that it waits there.
        """
        self.move()
        self._give_back()
        if self.slots is None:
            yield
            return
        turn = self.slots.take_process(self.visitor)
        seconds_before = self.seconds
        try:
            if not self.is_read():
                raise ReaderGone
            yield
        finally:
            turn.end(self.seconds - seconds_before)

    def reserve_download_slot(self) -> None:
        """Take a download slot until `end`, for a file that is sent while it is made; Busy where none is free."""
        if self.slots and not self._downloading:
            self.move()
            self.slots.reserve_download_slot(self.visitor)
            self._downloading = True

    def end_print(self) -> None:
        """Give the place of a print back: it is complete, or has a download slot and is sent while it is made."""
        if self.slots and self._printing:
            self._printing = False
            self.slots.release_print_place(self.visitor)

    def end(self) -> None:
        """Give back the download slot and free memory, at the end of the answer."""
        self.end_print()
        if self.slots and self._downloading:
            self._downloading = False
            self.slots.release_download_slot(self.visitor)
        if self.slots and self.grown > _WORTH_GIVING_BACK:
            self.grown = 0
            memory.give_back()

    def measure(self, size: int) -> None:
        """Raise OverBudget where a page or JSON answer of this many bytes is too large."""
        if size > self.limits.answer * 1e6:
            raise _over(f"an answer of {size:,} bytes, more than {self.limits.answer:g} MB")

    def _seconds_used(self) -> float:
        return self.seconds + thread_time() - self._since

    def _take_turn(self, slots: HeavySlots, patient: bool) -> None:
        self._turn = slots.take(self.visitor, patient, self._is_file)
        self._turn_since = self._seconds_used()
        self._memory = memory.resident_bytes()

    def _give_back(self) -> None:
        """End the turn; memory that the process takes until the next one does not count for this answer."""
        if self._turn:
            self._note_memory()
            self._memory = None
            self._turn.end(self._seconds_used() - self._turn_since)
            self._turn = None

    def _note_memory(self) -> None:
        now = memory.resident_bytes()
        self.grown += now - (now if self._memory is None else self._memory)
        self._memory = now

    def _check_turn(self) -> None:
        if self.slots is None or self._turn:
            self._note_memory()
        if self.grown > self.limits.memory * 1e6:
            raise _over(f"more than {self.limits.memory:g} MB of memory")
        if self._turn and self.slots:
            if not self.is_read():
                raise ReaderGone
            if self.slots.answers.is_behind(self._turn, self._seconds_used() - self._turn_since):
                self._give_back()
                self._take_turn(self.slots, patient=True)


def _over(found: str) -> OverBudget:
    return OverBudget(InputError("", found, "a smaller question: ask for less at once"))


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current() -> Budget | None:
    """Return the budget of the present answer; None if nothing is limited."""
    return _current.get()


def check() -> None:
    """Raise OverBudget if the present answer has cost more than its budget, Busy if it would wait too long."""
    budget = _current.get()
    if budget is not None:
        budget.check()


@contextmanager
def light() -> Iterator[None]:
    """Need no slot in the block, for work that is done once and cached: no page waits for it."""
    budget = _current.get()
    with budget.light() if budget else nullcontext():
        yield


def reserve_download_slot() -> None:
    """Take a download slot for a file that is sent while it is made; Busy where none is free."""
    budget = _current.get()
    if budget is not None:
        budget.reserve_download_slot()


def begin_file(is_print: bool = True) -> None:
    """Make a file, or a picture of one, from here on, as `Budget.begin_file` does."""
    budget = _current.get()
    if budget is not None:
        budget.begin_file(is_print)


@contextmanager
def other_process() -> Iterator[None]:
    """Let another process work during the block, as `Budget.other_process` does."""
    budget = _current.get()
    with budget.other_process() if budget else nullcontext():
        yield


def watched(items: Iterable[ItemT], every: int = EVERY) -> Iterator[ItemT]:
    """Yield the items, and check the budget before every `every`th of them, the first included."""
    rest = iter(items)
    for first in rest:
        check()
        yield first
        yield from islice(rest, every - 1)


def charge(seconds: float) -> None:
    """Count processor seconds that another process has taken for the present answer."""
    budget = _current.get()
    if budget is not None:
        budget.seconds += seconds
