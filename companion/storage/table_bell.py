"""Wakes listeners when a table has a new event, whichever process stored it.

PostgreSQL sends NOTIFY; SQLite's file is polled many times a second for changes. One thread with one connection serves
all listeners of a process, while there are any. The bell carries only numbers: listeners read the events themselves
from the database.
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
"""Seconds between two polls of SQLite's file."""
_PATIENCE = 1.0
"""Seconds of waiting for a notice, and before the database is tried again."""
_log = logging.getLogger(__name__)
Listener = Callable[[TableNews], object]


class TableBell:
    """Calls listeners with the news of their tables."""

    def __init__(self, store: Store) -> None:
        """Take the store; the thread starts with the first listener."""
        self._store = store
        self._lock = Lock()
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)
        self._new: set[str] = set()
        """Tables whose listeners have not had their first call."""
        self._thread: Thread | None = None
        self._closed = Event()

    def listen(self, table_id: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with the news of a table whenever there may be some; return the function that ends that.

        It is called in the bell's own thread, for the first time soon after this; several events may come as one call.
        It has to return at once.
        """
        with self._lock:
            self._listeners[table_id].append(listener)
            self._new.add(table_id)
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._run, name="table bell", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                others = [other for other in self._listeners.pop(table_id, ()) if other is not listener]
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
        errors = (SQLAlchemyError, StorageError, OSError, engine.dialect.loaded_dbapi.Error)
        follow = _follow_postgres if engine.dialect.name == "postgresql" else _follow_file
        while not self._is_over():
            try:
                with engine.connect() as connection:
                    connection.detach()  # it takes no place in the pool of connections for requests
                    for news in follow(connection, self._closed):
                        self._ring(news if news is not None else self._newest())
                        self._ring(self._newest_of_new())
                        if self._is_over():
                            return
            except errors as error:
                _log.warning("Tables cannot be listened to: %s", error)
                self._closed.wait(_PATIENCE)

    def _is_over(self) -> bool:
        """Return whether there are no listeners any more; then the next one starts another thread."""
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
        """Return the news of tables with new listeners: an event may have been stored just before."""
        with self._lock:
            table_ids, self._new = self._new, set()
        return tables.news_of(self._store, table_ids) if table_ids else {}

    def _ring(self, news: Mapping[str, TableNews]) -> None:
        with self._lock:
            calls = [(listener, news[table_id]) for table_id in news for listener in self._listeners.get(table_id, ())]
        for listener, table_news in calls:
            with suppress(RuntimeError):  # its event loop has ended
                listener(table_news)


def _follow_file(connection: Connection, closed: Event) -> Iterator[Mapping[str, TableNews] | None]:
    """Yield None at first and whenever the file has changed, which means to read the news of all tables; else {}."""
    before = None
    while True:
        now = connection.exec_driver_sql("PRAGMA data_version").scalar()
        connection.rollback()
        yield {} if now == before else None
        before = now
        closed.wait(POLL)


def _follow_postgres(connection: Connection, closed: Event) -> Iterator[Mapping[str, TableNews] | None]:
    """Yield the news of tables in PostgreSQL's notices; at first None, which means to read those of all."""
    driver: Any = connection.connection.dbapi_connection
    driver.autocommit = True
    driver.execute(f"LISTEN {tables.CHANNEL}")
    yield None
    while not closed.is_set():
        for notice in driver.notifies(timeout=_PATIENCE, stop_after=1):
            yield tables.read_notice(notice.payload)
        yield {}
