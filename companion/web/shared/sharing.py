"""Ways to share a document in addition to a link: texts to copy, files to download, a picture."""

from collections.abc import Callable
from dataclasses import dataclass

import segno

from companion.game_system.system import GameSystem
from companion.storage.store import Document

LONGEST_TEXT = 30_000
"""Characters of a text that is shown to be copied; a longer one is only a file."""


@dataclass(frozen=True)
class SharedText:
    """A text to copy or to share: its name in the page, its title, and the address of the same as a file."""

    name: str
    title: str
    text: str
    file: str = ""


@dataclass(frozen=True)
class SharedFile:
    """A file to download or to share; `kind` is its media type."""

    name: str
    title: str
    address: str
    kind: str


@dataclass(frozen=True)
class SharedForms:
    """Everything that can be handed on of a document, in the order of use; `statement` says whether it is legal."""

    texts: tuple[SharedText, ...] = ()
    files: tuple[SharedFile, ...] = ()
    statement: str = ""


FormsOf = Callable[[GameSystem, Document], SharedForms]


def qr_picture(link: str) -> str:
    """Return the QR code of a link as the address of a picture; empty without a link."""
    return segno.make_qr(link, error="m").svg_data_uri(scale=4, border=4, light="#ffffff") if link else ""
