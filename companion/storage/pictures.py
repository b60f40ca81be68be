"""Pictures uploaded with custom cards, kept for a while so that they need not be uploaded again.

Each is kept for the visitor who uploaded it. Where a visitor has too many, that visitor's oldest are deleted; where all
together are too many, the oldest of the visitor who has most. So nobody can push out the pictures of everybody else.
"""

import hashlib
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.base import paths
from companion.storage.config import StorageError, data_folder

DAYS = 7
MOST = 2000
"""The most pictures kept."""
MOST_BYTES = 500_000_000
"""The most bytes of all kept pictures together."""
MOST_OF_ONE = 650
"""The most pictures kept for one visitor: more than a deck and the pictures of rows that the page accepts together."""
BYTES_OF_ONE = 250_000_000
"""The most bytes of pictures kept for one visitor."""
LEFT_BEHIND = 3600
"""Seconds after which an unfinished picture counts as left behind."""
NOBODY = ""
"""The owner of a picture kept for no visitor: only the bounds for all apply to it."""
_KEY = re.compile(r"[0-9a-f]{64}(-[0-9a-f]{16})?")
"""The hash of the picture, and of its owner."""


@dataclass(frozen=True)
class KeptPicture:
    """A kept picture's file."""

    path: Path
    saved: float
    size: int

    @property
    def owner(self) -> str:
        """The hash of its owner, empty for none."""
        return self.path.name[65:]


def _folder() -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


def keep(data: bytes, owner: str = "") -> str:
    """Keep a picture for an owner and return its key; the same picture of the same owner has the same key.

    StorageError where it cannot be written, for example on a full disk.
    """
    key = f"{hashlib.sha256(data).hexdigest()}-{_owner_mark(owner)}"
    try:
        folder = _folder()
        with paths.replacement(folder / key) as part:
            part.write_bytes(data)
    except OSError as error:
        raise StorageError(f"The picture was not saved ({error.strerror}): free some space, then try again.") from None
    _tidy(folder)
    return key


def _owner_mark(owner: str) -> str:
    return hashlib.sha256(owner.encode()).hexdigest()[:16]


def of_owner(owner: str) -> list[KeptPicture]:
    """Return the pictures that are kept for an owner, newest first."""
    return [picture for picture in list_kept() if picture.owner == _owner_mark(owner)]


def remove_all(owner: str) -> int:
    """Delete the pictures that are kept for an owner; return how many there were."""
    pictures = of_owner(owner)
    for picture in pictures:
        picture.path.unlink(missing_ok=True)
    return len(pictures)


def find(key: str) -> bytes:
    """Return a kept picture; FileNotFoundError where it is gone or the key is malformed."""
    if not _KEY.fullmatch(key):
        raise FileNotFoundError(key)
    return (_folder() / key).read_bytes()


def list_kept() -> list[KeptPicture]:
    """Return all kept pictures, newest first."""
    files = (KeptPicture(path, stat.st_mtime, stat.st_size) for path, stat in _files_with_stat(_folder()))
    pictures = [picture for picture in files if _KEY.fullmatch(picture.path.name)]
    return sorted(pictures, key=lambda picture: (-picture.saved, picture.path.name))


def _tidy(folder: Path) -> None:
    """Delete pictures that are old, too many or too large together, and files of interrupted uploads."""
    now = time.time()
    for path, status in _files_with_stat(folder):
        if not _KEY.fullmatch(path.name) and status.st_mtime < now - LEFT_BEHIND:
            path.unlink(missing_ok=True)
    for picture in _surplus_pictures(list_kept(), now - DAYS * 86_400):
        picture.path.unlink(missing_ok=True)


def _surplus_pictures(pictures: Sequence[KeptPicture], oldest: float) -> Iterator[KeptPicture]:
    """Yield the pictures to delete: those saved before `oldest`, each owner's past its bounds, then all together."""
    by_owner: dict[str, list[KeptPicture]] = {}
    sizes: Counter[str] = Counter()
    for picture in pictures:
        kept = by_owner.setdefault(picture.owner, [])
        is_full = len(kept) >= MOST_OF_ONE or sizes[picture.owner] + picture.size > BYTES_OF_ONE
        is_full = is_full and picture.owner != NOBODY
        if picture.saved < oldest or is_full:
            yield picture
            continue
        kept.append(picture)
        sizes[picture.owner] += picture.size
    while sum(map(len, by_owner.values())) > MOST:
        yield _take_oldest(by_owner, sizes, max(by_owner, key=lambda name: len(by_owner[name])))
    while sizes.total() > MOST_BYTES:
        yield _take_oldest(by_owner, sizes, max(by_owner, key=lambda name: sizes[name]))


def _take_oldest(by_owner: dict[str, list[KeptPicture]], sizes: Counter[str], owner: str) -> KeptPicture:
    picture = by_owner[owner].pop()
    sizes[owner] -= picture.size
    return picture


def _files_with_stat(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # Another upload may be tidying too.
            yield path, path.stat()
