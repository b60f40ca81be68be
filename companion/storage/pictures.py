"""Pictures uploaded with custom cards, kept in memory for a while so that they are not uploaded again."""

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion import paths
from companion.storage.config import StorageError, data_folder

DAYS = 7
MOST = 2000
"""Pictures kept at once; the oldest go first."""
MOST_BYTES = 500_000_000
"""Bytes of all kept pictures together."""
LEFT_BEHIND = 3600
"""Seconds after which a part of a picture counts as left behind."""
_KEY = re.compile(r"[0-9a-f]{64}")


def _folder() -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


def keep(data: bytes) -> str:
    """Keep a picture and return the key it is found by; the same picture has the same key.

    StorageError where it cannot be written, on a full disk say.
    """
    key = hashlib.sha256(data).hexdigest()
    try:
        folder = _folder()
        part = paths.temporary_path(folder / key)
        try:
            part.write_bytes(data)
            part.replace(folder / key)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"The picture was not saved ({error.strerror}): free some space, then try again.") from None
    _tidy(folder)
    return key


def find(key: str) -> bytes:
    """Return a kept picture; FileNotFoundError where it is gone or the key is none."""
    if not _KEY.fullmatch(key):
        raise FileNotFoundError(key)
    return (_folder() / key).read_bytes()


def _tidy(folder: Path) -> None:
    """Delete pictures that are old, too many or too large together, and what interrupted uploads left behind."""
    now = time.time()
    found = sorted(_files_with_stat(folder), key=lambda pair: -pair[1].st_mtime)
    count = total = 0
    for path, about in found:
        if not _KEY.fullmatch(path.name):
            if about.st_mtime < now - LEFT_BEHIND:
                path.unlink(missing_ok=True)
            continue
        count, total = count + 1, total + about.st_size
        if count > MOST or total > MOST_BYTES or about.st_mtime < now - DAYS * 86_400:
            path.unlink(missing_ok=True)


def _files_with_stat(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # Another upload may be tidying too.
            yield path, path.stat()
