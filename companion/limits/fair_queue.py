"""A fair queue: at most N turns at once; next is the visitor with the least recent processor time, then the first.

A visitor is a text that says who asks. Nobody with many requests, and nobody with a long one, keeps the others waiting
for longer than a stretch of work takes. Of one visitor, files come after pages.
"""

import math
from collections.abc import Hashable
from threading import Event, Lock
from time import monotonic

HALF_LIFE = 60.0
"""Seconds after which a visitor's processor time counts half."""
_FORGOTTEN = 0.01
"""Processor seconds below which a visitor counts as having used none."""


class QueueTurn:
    """A place in the queue or a turn; whoever queued must `end` it, even if the turn never came."""

    def __init__(self, turns: "Turns", visitor: Hashable, is_file: bool) -> None:
        """Begin to wait. Made by `Turns.queue`."""
        self.visitor, self.is_file = visitor, is_file
        self.come = Event()
        self._turns = turns

    def wait(self, seconds: float) -> bool:
        """Wait at most some seconds, and return whether the turn came."""
        return self.come.wait(seconds)

    def end(self, used: float = 0) -> None:
        """End the turn, or stop waiting for it; `used` are the processor seconds that it took."""
        self._turns._end(self, used)


class Turns:
    """The queue; turns are shared fairly between visitors."""

    def __init__(self, most: int) -> None:
        """Allow `most` turns at once."""
        self._free, self._lock = most, Lock()
        self._under_way = 0
        self._waiting: list[QueueTurn] = []
        self._used: dict[Hashable, tuple[float, float]] = {}

    def queue(self, visitor: Hashable = "", is_file: bool = False) -> QueueTurn:
        """Return a place for a visitor, already a turn where one is free; a visitor's files wait behind their pages."""
        turn = QueueTurn(self, visitor, is_file)
        with self._lock:
            self._waiting.append(turn)
            self._hand_on()
        return turn

    def is_behind(self, turn: QueueTurn, used: float) -> bool:
        """Whether a waiting visitor has used less than this turn's, which has taken `used` seconds so far."""
        with self._lock:
            now = monotonic()
            mine = self._lately(turn.visitor, now) + used
            return any(self._lately(other.visitor, now) < mine for other in self._waiting)

    def state(self) -> tuple[int, int]:
        """Return the number of turns under way and the number of waiting ones."""
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
        """Return a visitor's processor seconds, older ones weighted less."""
        seconds, at = self._used.get(visitor, (0.0, now))
        return seconds * math.exp2((at - now) / HALF_LIFE)

    def _note(self, visitor: Hashable, used: float) -> None:
        now = monotonic()
        self._used[visitor] = self._lately(visitor, now) + used, now
        self._used = {name: entry for name, entry in self._used.items() if self._lately(name, now) > _FORGOTTEN}
