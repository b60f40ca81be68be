"""Pictures uploaded with custom cards, kept in memory for a while so that they are not uploaded again."""

import hashlib
import re
import time
from pathlib import Path

from companion.storage.place import data_folder

DAYS = 7
MOST = 2000
"""Pictures kept at once; the oldest go first."""
_KEY = re.compile(r"[0-9a-f]{64}")


def _folder() -> Path:
    folder = data_folder() / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


def keep(data: bytes) -> str:
    """Keep a picture and return the key it is found by; the same picture has the same key."""
    key = hashlib.sha256(data).hexdigest()
    folder = _folder()
    part = folder / f"{key}.part"
    part.write_bytes(data)
    part.replace(folder / key)
    _tidy(folder)
    return key


def find(key: str) -> bytes:
    """Return a kept picture; FileNotFoundError where it is gone or the key is none."""
    if not _KEY.fullmatch(key):
        raise FileNotFoundError(key)
    return (_folder() / key).read_bytes()


def _tidy(folder: Path) -> None:
    kept = sorted((path for path in folder.iterdir() if _KEY.fullmatch(path.name)), key=lambda p: p.stat().st_mtime)
    gone = time.time() - DAYS * 86_400
    for number, path in enumerate(kept):
        if len(kept) - number > MOST or path.stat().st_mtime < gone:
            path.unlink(missing_ok=True)
