"""Slots for heavy answers and for files: how many at once, how many may wait; Busy for the rest."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from companion.base.findings import UserError
from companion.limits.fair_queue import QueueTurn, Turns

SHARE = 2
"""Waiting places and download slots of all visitors together, as a multiple of one visitor's."""
FILE_SHARE = 6
"""The same for files that are complete before they are sent: each takes about a second, and little memory."""
PROCESSES = 2
"""The most processes that read uploaded files at once."""
_LONGEST_WAIT = 120
"""Seconds that a download waits for a slot."""


class Busy(UserError):
    """Too many heavy answers are under way; ask again after `seconds`."""

    seconds = 10


def busy() -> Busy:
    """Return the error for a visitor who must ask again later."""
    return Busy(f"Others are being answered at this moment: try again in {Busy.seconds} seconds.")


class HeavySlots:
    """Turns for heavy answers: a few run at once, some more wait for a short time, the rest get Busy.

    A page shows a dozen pictures, and a browser asks for six of them at once: that many need a place to wait. A file
    that is sent while it is made has one of a few download slots until its end, and waits patiently for each turn, so
    that nobody gets half a file. Each visitor has a number of waiting places and download slots, and all visitors
    together have `SHARE` times as many, so that one visitor's requests do not shut out the others. Of a hundred prints
    requested at once, a few are made, and the others get Busy soon.
    """

    def __init__(
        self, most: int, waiting: int = 24, patience: float = 15, files: int = 4, prints: int = 6, processes: int = 8
    ) -> None:
        """Allow `most` heavy answers at once.

        For each visitor: `waiting` answers may wait, for `patience` seconds; `files` may be sent while they are made;
        `prints` may be made before they are sent, or wait; `processes` requests may wait for a file to be read.
        """
        self.answers = Turns(most)
        self.unproved = Lock()
        """Held by the one answer that may use up `budget.FREE_BEFORE_MOVING` here; other pages have the processor."""
        self.solves = Turns(most)
        """Turns of answers that are computed in their own thread; they do not delay other answers."""
        self.processes = Turns(PROCESSES)
        """Turns of processes that read a file; they delay only their own answers."""
        self._waiting_places, self._process_places = _Places(waiting), _Places(processes)
        self._download_slots, self._print_places = _Places(files), _Places(prints, FILE_SHARE)
        self._patience = patience

    def take(self, visitor: Hashable = "", patient: bool = False, is_file: bool = False) -> QueueTurn:
        """Wait for a turn and return it; Busy where it does not come in time or too many wait.

        With `patient` it waits longer; with `is_file` the visitor's pages go first.
        """
        return self._wait(self.answers.queue(visitor, is_file), self._waiting_places, patient)

    def take_process(self, visitor: Hashable = "") -> QueueTurn:
        """Wait for the turn of a process that reads a file, and return it; raises Busy as `take` does."""
        return self._wait(self.processes.queue(visitor), self._process_places, patient=False)

    def _wait(self, turn: QueueTurn, places: "_Places", patient: bool) -> QueueTurn:
        if turn.wait(0):
            return turn
        if patient:
            come = turn.wait(_LONGEST_WAIT)
        elif come := places.reserve(turn.visitor):
            try:
                come = turn.wait(self._patience)
            finally:
                places.release(turn.visitor)
        if come or turn.wait(0):
            return turn
        turn.end()
        raise busy()

    def reserve_download_slot(self, visitor: Hashable = "") -> None:
        """Take a slot for a file that is sent while it is made; Busy where none is free."""
        if not self._download_slots.reserve(visitor):
            raise busy()

    def release_download_slot(self, visitor: Hashable = "") -> None:
        """Give a download slot back."""
        self._download_slots.release(visitor)

    def reserve_print_place(self, visitor: Hashable = "") -> None:
        """Take a place for a file that is complete before it is sent; Busy where none is free."""
        if not self._print_places.reserve(visitor):
            raise busy()

    def release_print_place(self, visitor: Hashable = "") -> None:
        """Give a place of `reserve_print_place` back."""
        self._print_places.release(visitor)

    def state(self) -> tuple[int, int]:
        """Return the number of heavy answers under way and of waiting ones."""
        states = (turns.state() for turns in (self.answers, self.solves, self.processes))
        under_way, waiting = zip(*states, strict=True)
        return sum(under_way), sum(waiting)


class _Places:
    """Places: `most` for each visitor, and `share` times as many for all visitors together."""

    def __init__(self, most: int, share: int = SHARE) -> None:
        self._most, self._all, self._lock = most, share * most, Lock()
        self._reserved: Counter[Hashable] = Counter()

    def reserve(self, visitor: Hashable) -> bool:
        with self._lock:
            if self._reserved[visitor] >= self._most or self._reserved.total() >= self._all:
                return False
            self._reserved[visitor] += 1
            return True

    def release(self, visitor: Hashable) -> None:
        with self._lock:
            self._reserved[visitor] -= 1
            self._reserved += Counter()  # drops visitors with none
