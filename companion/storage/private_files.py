"""Files that only their owner may read: the database with what SQLite writes beside it, and backups.

Windows has no such modes: there the folder of the user's data is private already.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
"""What anyone but the owner may do."""
_BESIDE = ("", "-wal", "-shm", "-journal")


def make_database(name: str) -> None:
    """Make a SQLite database's file, empty, so that it is private from its first byte; one that is there becomes so.

    SQLite gives the files beside it the same mode. Whatever cannot be made here, SQLite says when it opens it.
    """
    if os.name != "posix" or not name or name == ":memory:" or name.startswith("file:"):
        return
    with suppress(OSError):
        os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    keep_private(Path(f"{name}{ending}") for ending in _BESIDE)


def keep_private(paths: Iterable[Path]) -> None:
    """Remove other users' permissions on those of the files that exist and belong to this user."""
    if os.name != "posix":
        return
    for path in paths:
        with suppress(OSError):
            mode = path.stat().st_mode
            if mode & OTHERS:
                path.chmod(mode & 0o700)
