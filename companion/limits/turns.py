"""Turns: so many at once, the others wait; next is whose visitor has used least lately, then who came first.

A visitor is a text that says who asks. Nobody with many requests, and nobody with a long one, keeps the others waiting
for longer than a stretch of work takes. Of one visitor, files come after pages.
"""

import math
from collections.abc import Hashable
from threading import Event, Lock
from time import monotonic

HALF_LIFE = 60.0
"""Seconds after which what a visitor has used counts half."""
_FORGOTTEN = 0.01
"""Processor seconds below which a visitor counts as one that has used nothing."""


class QueueTurn:
    """One that waits for its turn or has it; whoever queued ends it, come or not."""

    def __init__(self, turns: "Turns", visitor: Hashable, is_file: bool) -> None:
        """Begin to wait; `Turns.queue` makes one."""
        self.visitor, self.is_file = visitor, is_file
        self.come = Event()
        self._turns = turns

    def wait(self, seconds: float) -> bool:
        """Return whether the turn came within so many seconds."""
        return self.come.wait(seconds)

    def end(self, used: float = 0) -> None:
        """Give the turn back, or up; `used` are the processor seconds that it took."""
        self._turns._end(self, used)


class Turns:
    """So many turns at once."""

    def __init__(self, most: int) -> None:
        """Allow `most` at once."""
        self._free, self._lock = most, Lock()
        self._under_way = 0
        self._waiting: list[QueueTurn] = []
        self._used: dict[Hashable, tuple[float, float]] = {}

    def queue(self, visitor: Hashable = "", is_file: bool = False) -> QueueTurn:
        """Return a turn of a visitor, which has come already where one is free; `is_file`: its pages go first."""
        turn = QueueTurn(self, visitor, is_file)
        with self._lock:
            self._waiting.append(turn)
            self._hand_on()
        return turn

    def is_behind(self, turn: QueueTurn, used: float) -> bool:
        """Whether somebody waits whose visitor has used less than this turn's, with `used` seconds more."""
        with self._lock:
            now = monotonic()
            mine = self._lately(turn.visitor, now) + used
            return any(self._lately(other.visitor, now) < mine for other in self._waiting)

    def state(self) -> tuple[int, int]:
        """Return how many are under way and how many wait."""
        with self._lock:
            return self._under_way, len(self._waiting)

    def _end(self, turn: QueueTurn, used: float) -> None:
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return
            self._free += 1
            self._under_way -= 1
            self._note(turn.visitor, used)
            self._hand_on()

    def _hand_on(self) -> None:
        now = monotonic()  # once for all, or what is weighed later would count as used less lately
        while self._free and self._waiting:
            turn = min(self._waiting, key=lambda other: (self._lately(other.visitor, now), other.is_file))
            self._waiting.remove(turn)
            self._free -= 1
            self._under_way += 1
            turn.come.set()

    def _lately(self, visitor: Hashable, now: float) -> float:
        """Return the processor seconds that a visitor has used, older ones less."""
        seconds, at = self._used.get(visitor, (0.0, now))
        return seconds * math.exp2((at - now) / HALF_LIFE)

    def _note(self, visitor: Hashable, used: float) -> None:
        now = monotonic()
        self._used[visitor] = self._lately(visitor, now) + used, now
        self._used = {name: entry for name, entry in self._used.items() if self._lately(name, now) > _FORGOTTEN}
