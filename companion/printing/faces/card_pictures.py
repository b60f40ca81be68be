"""Cards' own pictures, which a player sent with a pack: found by their hash, and placed on faces where drawings are.

A card names its picture by the SHA-256 of its bytes, so that whoever has such bytes has the right ones: the server's
store, and a command's files, say here that they may be asked.
"""

import re
from collections.abc import Iterable
from typing import Protocol

from companion.data.cards import Card, Catalogue
from companion.printing.faces.boxes import Box, CardPicture, Group, PictureFile
from companion.printing.faces.strokes import Drawing

HASH = re.compile(r"[0-9a-f]{64}")
_NAMED = re.compile(r"""picture\\*"? ?[:=] ?\\*"([0-9a-f]{64})""")
"""How JSON names one, and a text within it: a pasted file."""


class CardPictureSource(Protocol):
    """Has pictures of cards."""

    def find_picture(self, name: str) -> PictureFile | None:
        """Return a picture by its hash, the same object while it is in use; None where it is not here."""

    def find_names(self, names: set[str]) -> set[str]:
        """Return which pictures are here, of some by their hashes: a page asks for those of all its cards at once."""


_SOURCES: dict[str, CardPictureSource] = {}


def set_source(kind: str, source: CardPictureSource) -> None:
    """Ask a source for pictures from now on, in place of the one of its kind: a store, a command's files."""
    _SOURCES[kind] = source


def find(name: str) -> PictureFile | None:
    """Return a card's picture by its hash; None where it is nowhere, or no hash."""
    if not HASH.fullmatch(name):
        return None
    return next(filter(None, (source.find_picture(name) for source in _SOURCES.values())), None)


def names_in(text: str) -> set[str]:
    """Return the hashes of the pictures that a document names, given as text."""
    return set(_NAMED.findall(text))


def find_names(names: Iterable[object]) -> set[str]:
    """Return which pictures are here, of what cards name: hashes, names of files, or anything in a damaged pack."""
    hashes = {name for name in names if isinstance(name, str) and HASH.fullmatch(name)}
    return set[str]().union(*(source.find_names(hashes) for source in _SOURCES.values())) if hashes else hashes


def missing(catalogue: Catalogue) -> list[str]:
    """Return the pictures that cards name and that are nowhere."""
    here = find_names(catalogue.pictures)
    return [name for name in catalogue.pictures if name not in here]


def own_picture(card: Card, x: float, y: float, w: float, h: float) -> Drawing:
    """Return a card's own picture in the middle of a window, as large as fits; nothing where it has none."""
    file = find(card.picture) if card.picture else None
    if file is None:
        return ()
    scale = min(w / file.wide, h / file.high)
    wide, high = file.wide * scale, file.high * scale
    drawn: Box = CardPicture(0, 0, wide, high, (wide, high), file, label=f"{card.name}, own picture")
    return (Group((drawn,), x + (w - wide) / 2, y + (h - high) / 2),)
