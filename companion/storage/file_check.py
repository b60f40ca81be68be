"""The quick check of a SQLite file that is served: at the start, then before saves and for `/healthz`.

A damaged file accepts saves silently and loses them and others, so nothing is saved in one.
"""

import logging
import threading
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import DatabaseError

from companion.storage.config import StorageError
from companion.storage.store import Store, is_damage

EVERY_SECONDS = 15
"""Seconds after which the file is checked again."""
SMALL = 50_000_000
"""The most bytes of a file that is checked at once, in a fraction of a second; a larger one is checked in a thread."""

_log = logging.getLogger(__name__)


class DamagedFile(StorageError):
    """The database file is damaged: nothing is saved in it."""

    def __init__(self, reason: str) -> None:
        """Take SQLite's message."""
        remedy = "move it away, then `companion restore` the last backup"
        super().__init__(f"The database file is damaged ({reason}): {remedy}.")

    @property
    def public(self) -> str:
        """The message as anyone may read it."""
        return "The database file is damaged: whoever runs this server has to restore a backup."


class FileCheck:
    """Checks a store's file regularly, and prevents saves in a damaged one."""

    def __init__(self, store: Store) -> None:
        """Check it for the first time."""
        self._store, self._path = store, Path(store.engine.url.database or "")
        self._lock = threading.Lock()
        self._checked = monotonic()
        self._start_check()
        store.before_writing = self.refuse_damaged

    def refuse_damaged(self) -> None:
        """Raise DamagedFile where the file is damaged; check it where that is due."""
        with self._lock:
            is_due = monotonic() - self._checked > EVERY_SECONDS
            if is_due:
                self._checked = monotonic()
        if is_due:
            self._start_check()
        if self._store.damage:
            raise DamagedFile(self._store.damage)

    def _start_check(self) -> None:
        if self._path.is_file() and self._path.stat().st_size > SMALL:
            threading.Thread(target=self._check, name="file check", daemon=True).start()
        else:
            self._check()

    def _check(self) -> None:
        before = self._store.damage
        self._store.damage = quick_check(self._store)
        if self._store.damage and not before:
            _log.error("%s", DamagedFile(self._store.damage))


def watch(store: Store) -> None:
    """Check a store's file from now on, if it is SQLite; a database server checks its own."""
    if store.engine.dialect.name == "sqlite":
        FileCheck(store)


def quick_check(store: Store) -> str:
    """Return SQLite's message about a damaged file; empty if it is sound, or cannot be read at the moment."""
    try:
        with store.engine.connect() as connection:
            answer = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalars().first())
    except DatabaseError as error:
        return str(error.orig) if is_damage(error) else ""
    return "" if answer == "ok" else " ".join(answer.split())
