"""Slots for heavy answers and for files: how many at once, how many may wait; Busy for the rest."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from companion.base.findings import UserError
from companion.limits.fair_queue import QueueTurn, Turns

SHARE = 2
"""Waiting places and download slots, in visitors' full shares: more visitors than that share them."""
FILE_SHARE = 6
"""The same for files that are complete before they are sent: each takes a second, and little memory."""
PROCESSES = 2
"""Processes that read uploaded files at once."""
_LONGEST_WAIT = 120
"""Seconds that a download waits for a slot."""


class Busy(UserError):
    """Raised while too many heavy answers are under way; `seconds` is when to ask again."""

    seconds = 10


def busy() -> Busy:
    """Return the error for a visitor who must ask again later."""
    return Busy(f"Others are being answered at this moment: try again in {Busy.seconds} seconds.")


class HeavySlots:
    """How many heavy answers may be made at once; a few more wait a short while, the rest are told to come back.

    A page shows a dozen pictures, and a browser asks for six of them at once: that many have to find a place to wait.
    A file that is sent while it is made takes one of a few download slots for as long as that takes, and waits for its
    turn again and again: once it has begun, somebody would be left with half of it. Each visitor has so many places to
    wait and download slots, all together `SHARE` times as many: one who asks for too much shuts out nobody else.
    Whoever asks for a hundred prints at once is answered about a few, and is told soon to come back for the others.
    """

    def __init__(
        self, most: int, waiting: int = 24, patience: float = 15, files: int = 4, prints: int = 6, processes: int = 8
    ) -> None:
        """Allow `most` at once; of a visitor `waiting` may wait, for `patience` seconds, and `files` may be sent.

        Of a visitor so many `prints` may be made whole, or wait, and so many may wait for `processes` that read a file.
        """
        self.answers = Turns(most)
        self.unproved = Lock()
        """Held by the one answer that may take `budget.FREE_BEFORE_MOVING` here: pages beside it have the processor."""
        self.solves = Turns(most)
        """Turns of answers that a solver works out in a thread of its own; they hold up none of the others."""
        self.processes = Turns(PROCESSES)
        """Turns of processes that read a file; they hold up no answer but their own."""
        self._waiting_places, self._process_places = _Places(waiting), _Places(processes)
        self._download_slots, self._print_places = _Places(files), _Places(prints, FILE_SHARE)
        self._patience = patience

    def take(self, visitor: Hashable = "", patient: bool = False, is_file: bool = False) -> QueueTurn:
        """Wait for a turn and return it; Busy where it does not come in time or too many wait.

        `patient`: wait longer. `is_file`: the visitor's pages go first.
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
    """So many places a visitor, and `share` times as many for all visitors together."""

    def __init__(self, most: int, share: int = SHARE) -> None:
        self._most, self._all, self._lock = most, share * most, Lock()
        self._taken: Counter[Hashable] = Counter()

    def reserve(self, visitor: Hashable) -> bool:
        with self._lock:
            if self._taken[visitor] >= self._most or self._taken.total() >= self._all:
                return False
            self._taken[visitor] += 1
            return True

    def release(self, visitor: Hashable) -> None:
        with self._lock:
            self._taken[visitor] -= 1
            self._taken += Counter()  # forgets whoever has none
