"""Brings a database to the newest schema at start, by Alembic."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from companion.storage.config import StorageError


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


@cache
def newest() -> str:
    """Return the newest schema's revision."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


@cache
def _known_revisions() -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def is_too_old(stored: str) -> bool:
    """Return whether a revision is of a release before 0.15, which this program cannot migrate."""
    return stored < min(_known_revisions())


def revision(engine: Engine) -> str | None:
    """Return a database's revision; None while it is empty."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


_LOCKS = {"sqlite": "BEGIN IMMEDIATE", "postgresql": f"SELECT pg_advisory_xact_lock({int.from_bytes(b'mech')})"}
"""Statements that let one process at a time migrate; on SQLite it also makes the migration one transaction."""


def upgrade(engine: Engine) -> None:
    """Migrate the database to the newest schema; StorageError where it is newer than this program, or before 0.15.

    The migration is complete or not done at all; of several processes that start at once only one migrates.
    """
    now = revision(engine)
    if now == newest():
        return
    if now and is_too_old(now):
        raise StorageError(
            f"A release before 0.15 wrote the database (schema {now}): open it with 0.15.1 first, then with this one."
        )
    if now and now not in _known_revisions():
        raise StorageError(f"A newer version of this program wrote the database (schema {now}): install that one.")
    config = _config()
    with engine.begin() as connection:
        connection.exec_driver_sql(_LOCKS.get(engine.dialect.name, "SELECT 1"))
        if _revision(connection) == newest():
            return  # Another process came first.
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
