"""Wakes whoever waits for a table's next event, whichever process stored it.

PostgreSQL tells by NOTIFY; of SQLite's file it is asked many times a second whether it changed. One thread and one
connection listen for all of a process, as long as somebody does. The bell carries numbers alone: the database is the
truth, and whoever is woken reads there.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from companion.storage import tables
from companion.storage.config import StorageError
from companion.storage.store import Store
from companion.storage.tables import TableNews

POLL = 0.05
"""Seconds between two looks at SQLite's file."""
_PATIENCE = 1.0
"""Seconds after which a listener looks up, or tries the database again."""
_log = logging.getLogger(__name__)
Heard = Callable[[TableNews], object]


class TableBell:
    """Tells listeners how far their tables are."""

    def __init__(self, store: Store) -> None:
        """Take the store; nothing listens before somebody does."""
        self._store = store
        self._lock = Lock()
        self._listeners: defaultdict[str, list[Heard]] = defaultdict(list)
        self._new: set[str] = set()
        """Tables whose listeners have not had their first call."""
        self._thread: Thread | None = None
        self._closed = Event()

    def listen(self, table_id: str, heard: Heard) -> Callable[[], None]:
        """Call `heard` with how far a table is whenever that changes; return what ends that.

        It is called in the bell's own thread: soon after this, then whenever there may be a newer one, of several at
        once for the last. It has to return at once.
        """
        with self._lock:
            self._listeners[table_id].append(heard)
            self._new.add(table_id)
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._run, name="table bell", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                others = [one for one in self._listeners.pop(table_id, ()) if one is not heard]
                if others:
                    self._listeners[table_id] = others

        return end

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        if self._thread:
            self._thread.join(2 * _PATIENCE)

    def _run(self) -> None:
        engine = self._store.engine
        troubles = (SQLAlchemyError, StorageError, OSError, engine.dialect.loaded_dbapi.Error)
        follow = _follow_postgres if engine.dialect.name == "postgresql" else _follow_file
        while not self._is_over():
            try:
                with engine.connect() as connection:
                    connection.detach()  # it takes no place among those that answer requests
                    for rung in follow(connection, self._closed):
                        self._ring(rung if rung is not None else self._newest())
                        self._ring(self._newest_of_new())
                        if self._is_over():
                            return
            except troubles as error:
                _log.warning("Tables cannot be listened to: %s", error)
                self._closed.wait(_PATIENCE)

    def _is_over(self) -> bool:
        """Return whether nobody listens any more: then the next listener starts another thread."""
        with self._lock:
            if self._listeners and not self._closed.is_set():
                return False
            self._thread = None
            return True

    def _newest(self) -> Mapping[str, TableNews]:
        with self._lock:
            table_ids = list(self._listeners)
        return tables.news_of(self._store, table_ids)

    def _newest_of_new(self) -> Mapping[str, TableNews]:
        """Return the newest events of tables with new listeners: one may have been stored before they listened."""
        with self._lock:
            table_ids, self._new = self._new, set()
        return tables.news_of(self._store, table_ids) if table_ids else {}

    def _ring(self, rung: Mapping[str, TableNews]) -> None:
        with self._lock:
            heard = [(one, rung[table_id]) for table_id in rung for one in self._listeners.get(table_id, ())]
        for listener, news in heard:
            with suppress(RuntimeError):  # its event loop has ended
                listener(news)


def _follow_file(connection: Connection, closed: Event) -> Iterator[Mapping[str, TableNews] | None]:
    """Yield None, which is to look at all tables, at first and whenever another connection changed the file."""
    before = None
    while True:
        now = connection.exec_driver_sql("PRAGMA data_version").scalar()
        connection.rollback()
        yield {} if now == before else None
        before = now
        closed.wait(POLL)


def _follow_postgres(connection: Connection, closed: Event) -> Iterator[Mapping[str, TableNews] | None]:
    """Yield which tables have new events as PostgreSQL tells it; at first None, which is to look at all."""
    driver: Any = connection.connection.dbapi_connection
    driver.autocommit = True
    driver.execute(f"LISTEN {tables.CHANNEL}")
    yield None
    while not closed.is_set():
        for notice in driver.notifies(timeout=_PATIENCE, stop_after=1):
            yield tables.read_notice(notice.payload)
        yield {}
