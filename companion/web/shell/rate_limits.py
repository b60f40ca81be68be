"""How requests are counted: in memory, and in the database as well where several processes answer.

What is counted here is added to the database once a second, and what all processes have counted is read from it; a
limit may be passed by what comes in that second. No request waits for it: where the database fails, memory goes on.
"""

import logging
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from heapq import nlargest

from limits.storage import Storage

from companion.storage import request_counts
from companion.storage.config import StorageError
from companion.storage.request_counts import RequestCount
from companion.storage.store import Store

SCHEME = "companion"
"""What the address of this storage begins with in the limiter's settings."""
MOST_COUNTS = 50_000
"""Counts in memory; past them the smaller half is forgotten."""
SECONDS_BETWEEN_SUMS = 1.0
_SECONDS_BETWEEN_CLEANINGS = 60.0

logger = logging.getLogger(__name__)


def is_shared(store: Store) -> bool:
    """Return whether other processes may answer too: workers of this server, or a second machine at its database."""
    workers = os.environ.get("COMPANION_WORKERS", "")
    return (workers.isdecimal() and int(workers) > 1) or store.engine.dialect.name != "sqlite"


class RequestCounts(Storage):
    """Counts by key, each until it expires; `store` is where they are shared, without it they are this process's."""

    STORAGE_SCHEME = [SCHEME]

    def __init__(
        self, uri: str | None = None, wrap_exceptions: bool = False, store: Callable[[], Store] | None = None
    ) -> None:
        """Begin with no counts."""
        super().__init__(uri, wrap_exceptions)
        self._store = store
        self._lock = threading.Lock()
        self._counts: dict[str, RequestCount] = {}
        self._unsent: defaultdict[str, int] = defaultdict(int)
        """What was added to counts since they were last sent to the database."""
        self._next_cleaning = 0.0
        self._is_sending = self._has_failed = False

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """Return the errors that the library would wrap: counting raises none."""
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a count and return it; one that has expired begins anew."""
        now = time.time()
        with self._lock:
            self._clean(now)
            count = self._counts.get(key)
            if count is None or not count.is_valid(now):
                count = self._counts[key] = RequestCount(0, now + expiry, expiry)
                self._unsent.pop(key, None)
            count.number += amount
            if self._store:
                self._unsent[key] += amount
                self._send_soon()
            return count.number

    def get(self, key: str) -> int:
        """Return a count, 0 where it has expired."""
        with self._lock:
            count = self._counts.get(key)
            return count.number if count and count.is_valid(time.time()) else 0

    def get_expiry(self, key: str) -> float:
        """Return when a count expires, now where there is none."""
        with self._lock:
            count = self._counts.get(key)
            return count.expires if count else time.time()

    def check(self) -> bool:
        """Return that this works: where the database fails, memory goes on."""
        return True

    def reset(self) -> int:
        """Forget all counts of this process; return how many there were."""
        with self._lock:
            number = len(self._counts)
            self._counts, self._unsent = {}, defaultdict(int)
            return number

    def clear(self, key: str) -> None:
        """Forget a count of this process."""
        with self._lock:
            self._counts.pop(key, None)
            self._unsent.pop(key, None)

    def _clean(self, now: float) -> None:
        """Forget expired counts once a minute, and the smaller half of all where there are too many."""
        if now < self._next_cleaning and len(self._counts) < MOST_COUNTS:
            return
        self._next_cleaning = now + _SECONDS_BETWEEN_CLEANINGS
        left = {key: count for key, count in self._counts.items() if count.is_valid(now)}
        if len(left) >= MOST_COUNTS:
            left = dict(nlargest(MOST_COUNTS // 2, left.items(), key=lambda item: item[1].number))
        self._counts = left
        for key in self._unsent.keys() - left.keys():
            del self._unsent[key]

    def _send_soon(self) -> None:
        """Start the thread that sends, where none runs; where the system allows no thread, a later request tries."""
        if not self._is_sending:
            with suppress(RuntimeError):
                threading.Thread(target=self._send_on, name="request counts", daemon=True).start()
                self._is_sending = True

    def _send_on(self) -> None:
        """Send once a second, until there is nothing to send."""
        try:
            while self._unsent:
                time.sleep(SECONDS_BETWEEN_SUMS)
                self.send()
        finally:
            with self._lock:
                self._is_sending = False

    def send(self) -> None:
        """Add what was counted to the database, and take over what all processes have counted."""
        if self._store is None:
            return
        with self._lock:
            unsent, self._unsent = self._unsent, defaultdict(int)
            added = {key: replace(self._counts[key], number=number) for key, number in unsent.items()}
        try:
            sums = request_counts.add(self._store(), added, time.time())
        except StorageError as error:
            self._keep(added, error)
            return
        self._has_failed = False
        now = time.time()
        with self._lock:
            for key, total in sums.items():
                if key in self._counts and total.is_valid(now):
                    self._counts[key] = replace(total, number=total.number + self._unsent.get(key, 0))

    def _keep(self, added: dict[str, RequestCount], error: StorageError) -> None:
        """Keep what could not be sent for the next time, and log it the first time."""
        now = time.time()
        with self._lock:
            for key in added.keys() & self._counts.keys():
                if added[key].is_valid(now):
                    self._unsent[key] += added[key].number
        if not self._has_failed:
            logger.warning("Each process limits requests by its own counts, until the database answers. %s", error)
        self._has_failed = True
