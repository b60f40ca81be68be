"""A fair queue: at most N turns at once; next is the visitor with the least recent processor time, then the first.

A visitor is any hashable name. Neither many requests nor a long one of a visitor keep others waiting for longer than
one stretch of work. Of one visitor, pages come before files.
"""

import math
from collections.abc import Hashable
from threading import Event, Lock
from time import monotonic

HALF_LIFE = 60.0
"""Seconds after which a visitor's processor time counts half."""
_NEGLIGIBLE = 0.01
"""Processor seconds below which a visitor's use is forgotten."""


class QueueTurn:
    """A place in the queue, later a turn; the caller of `queue` must `end` it, even if the turn never came."""

    def __init__(self, turns: "Turns", visitor: Hashable, is_file: bool) -> None:
        """Made by `Turns.queue`."""
        self.visitor, self.is_file = visitor, is_file
        self.come = Event()
        self._turns = turns

    def wait(self, seconds: float) -> bool:
        """Wait for the turn, at most `seconds`; return whether it came."""
        return self.come.wait(seconds)

    def end(self, used: float = 0) -> None:
        """End the turn, or stop waiting for it; `used` is its processor time in seconds."""
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
        """Return a place for a visitor, already a turn if one is free; a visitor's files wait behind their pages."""
        turn = QueueTurn(self, visitor, is_file)
        with self._lock:
            self._waiting.append(turn)
            self._grant_turns()
        return turn

    def is_behind(self, turn: QueueTurn, used: float) -> bool:
        """Return whether a waiting visitor has used less than that of `turn`, which has taken `used` seconds so far."""
        with self._lock:
            now = monotonic()
            own_use = self._recent_use(turn.visitor, now) + used
            return any(self._recent_use(other.visitor, now) < own_use for other in self._waiting)

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
            self._add_use(turn.visitor, used)
            self._grant_turns()

    def _grant_turns(self) -> None:
        now = monotonic()  # one time for all, or visitors compared later would seem to have used less
        while self._free and self._waiting:
            turn = min(self._waiting, key=lambda other: (self._recent_use(other.visitor, now), other.is_file))
            self._waiting.remove(turn)
            self._free -= 1
            self._under_way += 1
            turn.come.set()

    def _recent_use(self, visitor: Hashable, now: float) -> float:
        """Return a visitor's processor seconds, halved for every HALF_LIFE since they were used."""
        seconds, at = self._used.get(visitor, (0.0, now))
        return seconds * math.exp2((at - now) / HALF_LIFE)

    def _add_use(self, visitor: Hashable, used: float) -> None:
        now = monotonic()
        self._used[visitor] = self._recent_use(visitor, now) + used, now
        self._used = {name: entry for name, entry in self._used.items() if self._recent_use(name, now) > _NEGLIGIBLE}
