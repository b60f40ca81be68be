"""Pictures uploaded with custom cards, kept for a while so that they are not uploaded again.

Each is kept for whoever uploaded it: of one visitor's the oldest go first, and where all are too many, the oldest of
whoever has most. Nobody can push out everybody else's.
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
"""Pictures kept at once."""
MOST_BYTES = 500_000_000
"""Bytes of all kept pictures together."""
MOST_OF_ONE = 400
"""Pictures kept for one visitor: more than the largest deck that the page takes."""
BYTES_OF_ONE = 250_000_000
"""Bytes of the pictures kept for one visitor."""
LEFT_BEHIND = 3600
"""Seconds after which a part of a picture counts as left behind."""
NOBODY = ""
"""Whose a picture is that was kept for no visitor: it counts among all alone."""
_KEY = re.compile(r"[0-9a-f]{64}(-[0-9a-f]{16})?")
"""The hash of the picture, and of whose it is."""


@dataclass(frozen=True)
class KeptPicture:
    """A kept picture's file."""

    path: Path
    saved: float
    size: int

    @property
    def owner(self) -> str:
        """The hash of whose it is."""
        return self.path.name[65:]


def _folder() -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


def keep(data: bytes, owner: str = "") -> str:
    """Keep a picture for an owner and return the key it is found by; the same picture has the same key.

    StorageError where it cannot be written, on a full disk say.
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
    """Delete pictures that are old, too many or too large together, and what interrupted uploads left behind."""
    now = time.time()
    for path, about in _files_with_stat(folder):
        if not _KEY.fullmatch(path.name) and about.st_mtime < now - LEFT_BEHIND:
            path.unlink(missing_ok=True)
    for picture in _too_many(list_kept(), now - DAYS * 86_400):
        picture.path.unlink(missing_ok=True)


def _too_many(pictures: Sequence[KeptPicture], oldest: float) -> Iterator[KeptPicture]:
    """Yield the pictures to delete: those saved before `oldest`, each owner's past its bounds, then all together."""
    of_owner: dict[str, list[KeptPicture]] = {}
    sizes: Counter[str] = Counter()
    for picture in pictures:
        own = of_owner.setdefault(picture.owner, [])
        full = len(own) >= MOST_OF_ONE or sizes[picture.owner] + picture.size > BYTES_OF_ONE
        full = full and picture.owner != NOBODY
        if picture.saved < oldest or full:
            yield picture
            continue
        own.append(picture)
        sizes[picture.owner] += picture.size
    while sum(map(len, of_owner.values())) > MOST:
        yield _take_oldest(of_owner, sizes, max(of_owner, key=lambda name: len(of_owner[name])))
    while sizes.total() > MOST_BYTES:
        yield _take_oldest(of_owner, sizes, max(of_owner, key=lambda name: sizes[name]))


def _take_oldest(of_owner: dict[str, list[KeptPicture]], sizes: Counter[str], owner: str) -> KeptPicture:
    picture = of_owner[owner].pop()
    sizes[owner] -= picture.size
    return picture


def _files_with_stat(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # Another upload may be tidying too.
            yield path, path.stat()
