"""Rotating backups of a served database: at start, then once a day, and a copy of SQLite's file before a migration."""

import logging
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from companion.storage import migrate
from companion.storage.backup import backup
from companion.storage.place import data_folder, database_url
from companion.storage.store import Store

SECONDS = 86_400
"""How long after a backup the next one is due."""
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of rotating backups, which only its owner may read."""
    path = data_folder() / "backups"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def before_migration(most: int, url: str | None = None) -> Path | None:
    """Copy a SQLite database that is about to be migrated; None where there is nothing to copy.

    Another database is backed up by its own tools: its old schema is not this program's to read.
    """
    found = make_url(url or database_url())
    path = Path(found.database or "")
    if not found.drivername.startswith("sqlite") or not path.is_file():
        return None
    with closing(sqlite3.connect(path)) as source:
        revision = _revision(source)
        if revision in (None, migrate.newest()):
            return None
        copy = folder() / f"before-migration-{_now()}-{revision}.sqlite3"
        copy.touch(0o600)
        with closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    _rotate("before-migration-*.sqlite3", most)
    return copy


def _revision(connection: sqlite3.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        return None
    return row[0] if row else None


def keep(store: Store, most: int) -> Path:
    """Write a backup beside the others, and delete all but the newest `most`."""
    path = folder() / f"companion-{_now()}.zip"
    backup(store, path, data_folder())
    _rotate("companion-*.zip", most)
    return path


def keep_daily(store: Store, most: int, stop: threading.Event) -> threading.Thread:
    """Write a backup now and then once a day until `stop` is set; one that fails is logged, and tried again."""

    def run() -> None:
        while True:
            try:
                keep(store, most)
            except (OSError, SQLAlchemyError) as error:
                _log.error("No backup was written to %s: %s", folder(), error)
            if stop.wait(SECONDS):
                return

    thread = threading.Thread(target=run, name="backups", daemon=True)
    thread.start()
    return thread


def _rotate(names: str, most: int) -> None:
    for old in sorted(folder().glob(names))[:-most]:
        old.unlink(missing_ok=True)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
