"""Rotating backups of a served database, one a day if it has changed, and a copy of SQLite's file before migrations."""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from companion.base.findings import UserError
from companion.storage import migrate
from companion.storage.backup import Stopped, backup, is_current, tidy
from companion.storage.config import data_folder, database_url
from companion.storage.private_files import keep_private
from companion.storage.store import Store

SECONDS = 86_400
"""Seconds between backups."""
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of rotating backups, which only its owner may read."""
    path = data_folder() / "backups"
    path.mkdir(mode=0o700, exist_ok=True)
    keep_private((path, *path.glob("companion-*.zip"), *path.glob("before-migration-*.sqlite3")))
    return path


def before_migration(most: int, url: str | None = None) -> Path | None:
    """Copy a SQLite database that is about to be migrated, and return the copy; None where there is nothing to copy.

    Other databases are backed up by their own tools, because this program does not read old schemas.
    """
    address = make_url(url or database_url())
    path = Path(address.database or "")
    if not address.drivername.startswith("sqlite") or not path.is_file():
        return None
    with closing(sqlite3.connect(path)) as source:
        revision = _revision(source)
        if revision in (None, migrate.newest()) or migrate.is_too_old(revision):
            return None
        copy = folder() / f"before-migration-{_timestamp()}-{revision}.sqlite3"
        copy.touch(0o600)
        with closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    _rotate("before-migration-*.sqlite3", most, copy)
    return copy


def _revision(connection: sqlite3.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # UnicodeDecodeError: SQLite quotes a damaged schema
        return None
    return row[0] if row else None


def keep(store: Store, most: int, stopped: Callable[[], bool] = lambda: False) -> Path:
    """Write a backup, and delete all but the newest `most` of the folder; Stopped where `stopped` says so."""
    path = folder() / f"companion-{_timestamp()}.zip"
    backup(store, path, data_folder(), stopped)
    _rotate("companion-*.zip", most, path)
    return path


def keep_due(store: Store, most: int, stopped: Callable[[], bool] = lambda: False) -> float:
    """Write a backup if the newest is a day old and something has changed; return the seconds until the next one.

    So a server that is restarted often does not delete its older backups.
    """
    tidy(folder())
    now = time.time()
    times = {path: path.stat().st_mtime for path in folder().glob("companion-*.zip")}
    past_times = {path: saved for path, saved in times.items() if saved <= now}
    if not past_times:
        keep(store, most, stopped)
        return SECONDS
    newest = max(past_times, key=lambda path: (past_times[path], path.name))
    if now - past_times[newest] < SECONDS:
        return past_times[newest] + SECONDS - now
    if not is_current(newest, store, data_folder()):
        keep(store, most, stopped)
    return SECONDS


def keep_daily(store: Store, most: int, stop: threading.Event) -> threading.Thread:
    """Start a thread that writes a backup whenever one is due, until `stop` is set; failures are logged and retried."""

    def run() -> None:
        wait = 0.0
        while not stop.wait(wait):
            wait = SECONDS
            try:
                wait = keep_due(store, most, stop.is_set)
            except Stopped:
                return
            except (OSError, SQLAlchemyError, UserError) as error:
                _log.error("No backup was written: %s", error)

    thread = threading.Thread(target=run, name="backups", daemon=True)
    thread.start()
    return thread


def _rotate(names: str, most: int, newest: Path) -> None:
    """Delete all but `most` files; `newest` stays, even if a wrong clock has dated others later."""
    others = sorted(path for path in folder().glob(names) if path != newest)
    others.sort(key=lambda path: path < newest)
    for old in others[: max(len(others) - most + 1, 0)]:
        old.unlink(missing_ok=True)


def _timestamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
