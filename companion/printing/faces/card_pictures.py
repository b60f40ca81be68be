"""Players' pictures of cards, sent with a pack: found by their hash, and placed on faces where drawings are.

A card names its picture by the SHA-256 of its bytes, so any source with such bytes has the right ones. The server's
store and a command's files register here as sources.
"""

import re
from collections.abc import Iterable
from typing import Protocol

from companion.data.cards import Card, Catalogue
from companion.printing.faces.boxes import Box, CardPicture, Group, PictureFile
from companion.printing.faces.strokes import Drawing

HASH = re.compile(r"[0-9a-f]{64}")
_HASH_IN_JSON = re.compile(r"""picture\\*"? ?[:=] ?\\*"([0-9a-f]{64})""")
"""A picture's hash in JSON, or in a pasted file within JSON."""


class CardPictureSource(Protocol):
    """A store of cards' pictures."""

    def find_picture(self, name: str) -> PictureFile | None:
        """Return a picture by its hash, the same object while it is in use; None where the store lacks it."""

    def find_names(self, names: set[str]) -> set[str]:
        """Return those of the hashes whose pictures it has: a page asks for all its cards at once."""


_SOURCES: dict[str, CardPictureSource] = {}


def set_source(kind: str, source: CardPictureSource) -> None:
    """Register a source of pictures, in place of the one of its kind."""
    _SOURCES[kind] = source


def find(name: str) -> PictureFile | None:
    """Return a card's picture by its hash; None where no source has it, or the name is no hash."""
    if not HASH.fullmatch(name):
        return None
    return next(filter(None, (source.find_picture(name) for source in _SOURCES.values())), None)


def hashes_in(text: str) -> set[str]:
    """Return the hashes of the pictures that a document names, from its text."""
    return set(_HASH_IN_JSON.findall(text))


def find_names(names: Iterable[object]) -> set[str]:
    """Return those of the names whose pictures a source has; a damaged pack may name anything."""
    hashes = {name for name in names if isinstance(name, str) and HASH.fullmatch(name)}
    return set[str]().union(*(source.find_names(hashes) for source in _SOURCES.values())) if hashes else hashes


def missing(catalogue: Catalogue) -> list[str]:
    """Return the pictures that cards name and no source has."""
    available = find_names(catalogue.pictures)
    return [name for name in catalogue.pictures if name not in available]


def own_picture(card: Card, x: float, y: float, w: float, h: float) -> Drawing:
    """Return a card's own picture centred in a window, as large as fits; empty without one."""
    file = find(card.picture) if card.picture else None
    if file is None:
        return ()
    scale = min(w / file.wide, h / file.high)
    wide, high = file.wide * scale, file.high * scale
    picture: Box = CardPicture(0, 0, wide, high, (wide, high), file, label=f"{card.name}, own picture")
    return (Group((picture,), x + (w - wide) / 2, y + (h - high) / 2),)
