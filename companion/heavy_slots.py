"""Slots for heavy answers: how many are made at once, how many visitors may wait, how many files are being sent."""

from collections import Counter
from collections.abc import Hashable
from threading import Lock

from companion.findings import UserError
from companion.turns import QueueTurn, Turns

SHARE = 2
"""How many visitors' places to wait and download slots there are: more visitors share them."""
_LONGEST_WAIT = 120
"""Seconds that a file which is being sent waits for a slot."""


class Busy(UserError):
    """Too many heavy answers are being made at this moment; `seconds` says when to ask again."""

    seconds = 10


def busy() -> Busy:
    """Return the error for somebody who has to come back."""
    return Busy(f"Others are being answered at this moment: try again in {Busy.seconds} seconds.")


class HeavySlots:
    """How many heavy answers may be made at once; a few more wait a short while, the rest are told to come back.

    A page shows a dozen pictures, and a browser asks for six of them at once: that many have to find a place to wait.
    A file that is sent while it is made takes one of a few download slots for as long as that takes, and waits for its
    turn again and again: once it has begun, somebody would be left with half of it. Each visitor has so many places to
    wait and download slots, all together `SHARE` times as many: one who asks for too much shuts out nobody else.
    """

    def __init__(self, most: int, waiting: int = 24, patience: float = 15, files: int = 4) -> None:
        """Allow `most` at once; of a visitor `waiting` may wait, for `patience` seconds, and `files` may be sent."""
        self.answers = Turns(most)
        self.unproved = Lock()
        """Held by the one answer that may take `budget.FREE_BEFORE_MOVING` here: pages beside it have the processor."""
        self.solves = Turns(most)
        """Turns of answers that a solver works out in a thread of its own; they hold up none of the others."""
        self._waiting_places, self._download_slots = _Places(waiting), _Places(files)
        self._patience = patience

    def take(self, visitor: Hashable = "", patient: bool = False) -> QueueTurn:
        """Return a turn that has come; Busy where it does not in time or too many wait. `patient`: wait longer."""
        turn = self.answers.queue(visitor)
        if turn.wait(0):
            return turn
        if patient:
            come = turn.wait(_LONGEST_WAIT)
        elif come := self._waiting_places.reserve(visitor):
            try:
                come = turn.wait(self._patience)
            finally:
                self._waiting_places.release(visitor)
        if come or turn.wait(0):
            return turn
        turn.end()
        raise busy()

    def reserve_download_slot(self, visitor: Hashable = "") -> None:
        """Take a download slot, for a file that is sent while it is made; Busy where there is none."""
        if not self._download_slots.reserve(visitor):
            raise busy()

    def release_download_slot(self, visitor: Hashable = "") -> None:
        """Give a download slot back."""
        self._download_slots.release(visitor)

    def state(self) -> tuple[int, int]:
        """Return how many heavy answers are under way, and how many wait for their turn."""
        under_way, waiting = zip(self.answers.state(), self.solves.state(), strict=True)
        return sum(under_way), sum(waiting)


class _Places:
    """So many places a visitor, and `SHARE` times as many for all visitors together."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._taken: Counter[Hashable] = Counter()

    def reserve(self, visitor: Hashable) -> bool:
        with self._lock:
            if self._taken[visitor] >= self._most or self._taken.total() >= SHARE * self._most:
                return False
            self._taken[visitor] += 1
            return True

    def release(self, visitor: Hashable) -> None:
        with self._lock:
            self._taken[visitor] -= 1
            self._taken += Counter()  # forgets whoever has none
