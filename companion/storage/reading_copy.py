"""Opens the store for reading only: where its folder cannot be written, as a copy in a temporary folder.

SQLite writes files next to a database even to read it. But a disk that is mounted read-only after an error is just what
somebody wants a backup of.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.storage.config import StorageError, data_folder, database_url, is_elsewhere
from companion.storage.store import Store

NAME = "companion.sqlite3"


@contextmanager
def open_to_read(writing: bool = False) -> Iterator[tuple[Store, str]]:
    """Open the store for a block, and return it with its place in words; StorageError where it cannot be read.

    With `writing` it is never a copy.
    """
    if writing or is_elsewhere() or _is_writable(data_folder(writing=False)):
        with closing(Store()) as store:
            yield store, store.engine.url.render_as_string(hide_password=True)
        return
    original = data_folder(writing=False) / NAME
    if not original.is_file():
        raise StorageError(f"{original} is not there, and {original.parent} cannot be written.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / NAME
        try:
            _copy(original, copy)
        except OSError as error:
            raise StorageError(f"{original} cannot be read ({error.strerror}).") from None
        with closing(Store(database_url(Path(folder)))) as store:
            yield store, f"a copy of {original}"


def _is_writable(folder: Path) -> bool:
    path = folder / NAME
    return os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _copy(original: Path, copy: Path) -> None:
    """Copy a database by SQLite's backup, else by copying its files, which nobody can write in this case."""
    try:
        with (
            closing(sqlite3.connect(f"{original.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error:
        for ending in ("", "-wal"):
            file = original.with_name(f"{NAME}{ending}")
            if file.exists():
                shutil.copyfile(file, copy.with_name(f"{NAME}{ending}"))
