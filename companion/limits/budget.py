"""Budget: what one answer may cost in processor seconds and memory, checked while it is made.

The shell opens a budget for each request or command with `running`; whatever works for long calls `check` now and then,
or goes through `watched`. Where no budget is open, as in tests of the rules, nothing is limited. These are not the
limits of the rules themselves, nor the steps that exact odds may take: those are counted, so that the same question
always has the same answer.
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
"""The same where heavy answers are made by another process: less is made at once, beside the pages. A page that is made
for the first time takes so much; elsewhere it would wait behind what is heavy, and be as new at its next visit."""
EVERY = 64
"""How many items `watched` passes on between two checks."""
SLICE = 0.1
"""Processor seconds of a heavy answer between two looks at its memory, at its reader, and at who waits."""
_MUCH = 32_000_000
"""Bytes that an answer must have taken for it to be worth giving memory back to the system."""


class OverBudget(InvalidInput):
    """An answer that costs more than its budget; the text says which limit, and to ask for less."""

    hint = "`companion --no-limits …` works on without these limits."

    def __str__(self) -> str:
        """Return the exceeded limit as a sentence."""
        return f"This takes {self.input_errors[0].found}: ask for less at once."


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one answer may cost: seconds of one processor, MB of memory, MB of a page or of JSON."""

    seconds: float = 20
    memory: float = 512
    answer: float = 8


class AnswerElsewhere(BaseException):
    """This answer is heavy: it ends here and begins anew in the process for heavy answers.

    `is_proved` is False where it only might be: another answer was already taking its time here.
    """

    def __init__(self, is_proved: bool = True) -> None:
        """Note whether the same question would be heavy again."""
        super().__init__()
        self.is_proved = is_proved


class ReaderGone(Exception):
    """The answer has no reader any more: its connection was closed, or the server is stopping."""


@dataclass
class Budget:
    """One answer's limits and what it has cost so far; without `slots` it never waits for another answer."""

    limits: Limits
    slots: HeavySlots | None = None
    visitor: Hashable = ""
    """Who asks: heavy answers go round by visitor."""
    is_read: Callable[[], bool] = lambda: True
    """Whether somebody still waits for this answer; once nobody does, a heavy one ends with ReaderGone."""
    may_move: Callable[[], bool] = lambda: False
    """Whether another process may answer this from its beginning."""
    moved_before: bool = False
    """Whether the same question proved heavy before: it is not begun at length once more."""
    seconds: float = 0
    """Processor seconds of the stretches that are over."""
    grown: int = 0
    """Bytes by which the process has grown while this answer had its turns."""
    _since: float = 0
    _looked: float = 0
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
        used = self._seconds_used()
        if used > self.limits.seconds:
            raise _over(f"more than {self.limits.seconds:g} seconds of computing")
        if used > FREE and self.slots and not (self._turn or self._light):
            self._bound_heavy(self.slots, used - self._light_seconds)
        if used > self._looked + SLICE:
            self._looked = used
            self._look()

    def _bound_heavy(self, slots: HeavySlots, seconds: float) -> None:
        """Move, or wait for a turn, once an answer has taken too many seconds of its own."""
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
        """Raise AnswerElsewhere where another process is there for what is heavy, and may still begin it anew."""
        if self.may_move():
            raise AnswerElsewhere

    @contextmanager
    def light(self) -> Iterator[None]:
        """Need no slot for a stretch; its seconds count towards the limit alone."""
        before, self._light, began = self._light, True, thread_time()
        try:
            yield
        finally:
            self._light = before
            if not before:
                self._light_seconds += thread_time() - began

    def begin_file(self, is_print: bool) -> None:
        """Make a file from here on, not a page: elsewhere where that is possible, and after the visitor's pages.

        One that `is_print` takes a place of its visitor until `end_print`; Busy where there is none.
        """
        self.move()
        self._is_file = True
        if is_print and self.slots and not self._printing:
            self.slots.reserve_print_place(self.visitor)
            self._printing = True

    @contextmanager
    def other_process(self) -> Iterator[None]:
        """Let another process work in this stretch: with a turn of its own, and without this answer's.

        Busy where that does not come in time. Where this answer may be made elsewhere it is, so that nobody waits here.
        """
        self.move()
        self._give_back()
        if self.slots is None:
            yield
            return
        turn = self.slots.take_process(self.visitor)
        before = self.seconds
        try:
            if not self.is_read():
                raise ReaderGone
            yield
        finally:
            turn.end(self.seconds - before)

    def reserve_download_slot(self) -> None:
        """Keep a download slot until `end`, for a file that is sent while it is made; Busy where there is none."""
        if self.slots and not self._downloading:
            self.move()
            self.slots.reserve_download_slot(self.visitor)
            self._downloading = True

    def end_print(self) -> None:
        """Give the place for a file back: it is made, or is sent while it is made and has a download slot."""
        if self.slots and self._printing:
            self._printing = False
            self.slots.release_print_place(self.visitor)

    def end(self) -> None:
        """Give the download slot back, and the memory; nothing more is made."""
        self.end_print()
        if self.slots and self._downloading:
            self._downloading = False
            self.slots.release_download_slot(self.visitor)
        if self.slots and self.grown > _MUCH:
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
        """End the turn; what others take of memory until the next one is not this answer's."""
        if self._turn:
            self._note_memory()
            self._memory = None
            self._turn.end(self._seconds_used() - self._turn_since)
            self._turn = None

    def _note_memory(self) -> None:
        now = memory.resident_bytes()
        self.grown += now - (now if self._memory is None else self._memory)
        self._memory = now

    def _look(self) -> None:
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


def begin_file(is_print: bool = True) -> None:
    """Make a file from here on, or a picture of one, as `Budget.begin_file` says."""
    budget = _current.get()
    if budget is not None:
        budget.begin_file(is_print)


@contextmanager
def other_process() -> Iterator[None]:
    """Let another process work in this stretch, as `Budget.other_process` says."""
    budget = _current.get()
    with budget.other_process() if budget else nullcontext():
        yield


def watched(items: Iterable[ItemT], every: int = EVERY) -> Iterator[ItemT]:
    """Yield the items, and check the budget before the first and after each `every` of them."""
    rest = iter(items)
    for first in rest:
        check()
        yield first
        yield from islice(rest, every - 1)


def charge(seconds: float) -> None:
    """Count processor seconds that another process has taken for the answer being made."""
    budget = _current.get()
    if budget is not None:
        budget.seconds += seconds
