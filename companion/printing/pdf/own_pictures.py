"""Pictures of cards on their way in: files that cards name become pictures as they are stored, named by their hash."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from companion.base.findings import InputError, InvalidInput
from companion.printing.faces import pictures
from companion.printing.faces.card_pictures import HASH
from companion.printing.pdf import untrusted

ENDINGS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg"}
"""How files of stored pictures begin, and how they are called."""


def clean(data: bytes, name: str) -> bytes:
    """Return a file as the picture that is stored; InvalidInput names it where it cannot be read."""
    pictures.refuse_large(len(data), name)
    if not data:
        raise InvalidInput(InputError(name, "an empty file", "a picture"))
    return data if pictures.is_clean(data) else pictures.clean_picture(untrusted.draw(data, name), name)


def ending(data: bytes) -> str:
    """Return how a stored picture's file is called: `.png` or `.jpg`."""
    return next((name for start, name in ENDINGS.items() if data.startswith(start)), "")


def hash_of(data: bytes) -> str:
    """Return what names a picture."""
    return hashlib.sha256(data).hexdigest()


class NamedPictures:
    """Finds the pictures that the cards of a file name, each once; `coming` are those found, by their hash."""

    def __init__(self, find: Callable[[str], bytes | None]) -> None:
        """Take what returns a file by its name, or None where it is not there."""
        self._find = find
        self._known: dict[str, str] = {}
        self.coming: dict[str, bytes] = {}

    def take(self, records: Iterable[dict[str, Any]]) -> None:
        """Put the hash in place of each name whose file is there; InvalidInput where one cannot be read."""
        for record in records:
            name = record.get("picture")
            if isinstance(name, str) and name and not HASH.fullmatch(name):
                record["picture"] = self._hash(name)

    def _hash(self, name: str) -> str:
        if name not in self._known:
            data = self._find(name)
            self._known[name] = name if data is None else self._keep(clean(data, name))
        return self._known[name]

    def _keep(self, data: bytes) -> str:
        name = hash_of(data)
        self.coming[name] = data
        return name
