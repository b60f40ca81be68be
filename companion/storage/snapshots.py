"""Rotating backups of a served database: one a day where it changed, and a copy of SQLite's file before a migration."""

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
"""How long after a backup the next one is due."""
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of rotating backups, which only its owner may read."""
    path = data_folder() / "backups"
    path.mkdir(mode=0o700, exist_ok=True)
    keep_private((path, *path.glob("companion-*.zip"), *path.glob("before-migration-*.sqlite3")))
    return path


def before_migration(most: int, url: str | None = None) -> Path | None:
    """Copy a SQLite database that is about to be migrated; None where there is nothing to copy.

    Another database is backed up by its own tools: its old schema is not this program's to read.
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
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the second where a damaged schema is quoted
        return None
    return row[0] if row else None


def keep(store: Store, most: int, stopped: Callable[[], bool] = lambda: False) -> Path:
    """Write a backup beside the others, and delete all but the newest `most`; Stopped where `stopped` says so."""
    path = folder() / f"companion-{_timestamp()}.zip"
    backup(store, path, data_folder(), stopped)
    _rotate("companion-*.zip", most, path)
    return path


def keep_due(store: Store, most: int, stopped: Callable[[], bool] = lambda: False) -> float:
    """Write a backup where the newest is a day old and something changed since; return the seconds to the next one.

    A server that is started often does not push out its older backups.
    """
    tidy(folder())
    now = time.time()
    saved = {path: path.stat().st_mtime for path in folder().glob("companion-*.zip")}
    past = {path: then for path, then in saved.items() if then <= now}
    if not past:
        keep(store, most, stopped)
        return SECONDS
    newest = max(past, key=lambda path: (past[path], path.name))
    if now - past[newest] < SECONDS:
        return past[newest] + SECONDS - now
    if not is_current(newest, store, data_folder()):
        keep(store, most, stopped)
    return SECONDS


def keep_daily(store: Store, most: int, stop: threading.Event) -> threading.Thread:
    """Write a backup whenever one is due until `stop` is set; one that fails is logged, and tried again."""

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
    """Delete all but `most` files; `newest` stays, even where a clock that went wrong dated others after it."""
    others = sorted(path for path in folder().glob(names) if path != newest)
    others.sort(key=lambda path: path < newest)
    for old in others[: max(len(others) - most + 1, 0)]:
        old.unlink(missing_ok=True)


def _timestamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
