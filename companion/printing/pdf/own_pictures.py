"""Incoming pictures of cards: the files that cards name are cleaned for storage and named by their hash."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from companion.base.findings import InputError, InvalidInput
from companion.printing.faces import pictures
from companion.printing.faces.card_pictures import HASH
from companion.printing.pdf import untrusted

ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg"}
"""Endings of stored pictures' files, by their first bytes."""


def clean(data: bytes, name: str) -> bytes:
    """Return a file as a picture to store; InvalidInput names it if it cannot be read."""
    pictures.refuse_large(len(data), name)
    if not data:
        raise InvalidInput(InputError(name, "an empty file", "a picture"))
    return data if pictures.is_clean(data) else pictures.clean_picture(untrusted.draw(data, name), name)


def ending(data: bytes) -> str:
    """Return the ending of a stored picture's file: `.png` or `.jpg`."""
    return next((name for start, name in ENDINGS.items() if data.startswith(start)), "")


def hash_of(data: bytes) -> str:
    """Return the hash that names a picture."""
    return hashlib.sha256(data).hexdigest()


class NamedPictures:
    """Finds the pictures that the cards of a file name, each once; `coming` has their bytes by hash."""

    def __init__(self, find: Callable[[str], bytes | None]) -> None:
        """Take a function that returns a file's bytes by its name, or None."""
        self._find = find
        self._hashes: dict[str, str] = {}
        self.coming: dict[str, bytes] = {}

    def take(self, records: Iterable[dict[str, Any]]) -> None:
        """Replace the file names in records with hashes; InvalidInput if a file cannot be read. Unknown names stay."""
        for record in records:
            name = record.get("picture")
            if isinstance(name, str) and name and not HASH.fullmatch(name):
                record["picture"] = self._hash(name)

    def _hash(self, name: str) -> str:
        if name not in self._hashes:
            data = self._find(name)
            self._hashes[name] = name if data is None else self._keep(clean(data, name))
        return self._hashes[name]

    def _keep(self, data: bytes) -> str:
        name = hash_of(data)
        self.coming[name] = data
        return name
