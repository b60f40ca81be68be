"""Files that only their owner may read: the database with SQLite's other files, and backups.

Windows has no such modes, but there the folder of the user's data is private already.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
"""Mode bits of everybody but the owner."""
_ENDINGS = ("", "-wal", "-shm", "-journal")


def make_database(name: str) -> None:
    """Create a SQLite database's file, empty, so that it is private from the start; an existing file becomes private.

    SQLite gives its other files the same mode. Failures are ignored here: SQLite reports them when it opens the file.
    """
    if os.name != "posix" or not name or name == ":memory:" or name.startswith("file:"):
        return
    with suppress(OSError):
        os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    keep_private(Path(f"{name}{ending}") for ending in _ENDINGS)


def keep_private(paths: Iterable[Path]) -> None:
    """Remove the permissions of others on those files that exist and belong to this user."""
    if os.name != "posix":
        return
    for path in paths:
        with suppress(OSError):
            mode = path.stat().st_mode
            if mode & OTHERS:
                path.chmod(mode & 0o700)
