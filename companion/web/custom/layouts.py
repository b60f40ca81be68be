"""The layout in the form for custom cards: none, a starter, or the one that is written or uploaded there."""

from dataclasses import dataclass

from flask import request

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.custom.custom_cards import Stack
from companion.printing.custom.layouts import reading, starters
from companion.printing.custom.layouts.starters import PLAIN, STARTERS
from companion.printing.custom.layouts.zones import CardLayout
from companion.web.shell import uploads

OWN = "own"
"""Chooses the layout that is written in the form."""
LOOKS = (
    (PLAIN, "Plain: everything as large as it fits"),
    *STARTERS.items(),
    (OWN, "Your own: as written below"),
)
"""The looks to choose from, each with what the page calls it."""


@dataclass(frozen=True)
class SentLayout:
    """The chosen look, and the text in the field for a layout: what a player wrote there is never lost."""

    look: str = PLAIN
    text: str = ""
    name: str = ""
    """The file that the text came from."""

    @property
    def shown_text(self) -> str:
        """The text to show: what was written, else the chosen starter's, to begin with."""
        own = self.text.strip() and not any(self.text.strip() == starters.text(name).strip() for name in STARTERS)
        return self.text if own or self.look not in STARTERS else starters.text(self.look)

    @property
    def looks(self) -> tuple[tuple[str, str], ...]:
        """The looks to choose from."""
        return LOOKS

    @property
    def source(self) -> tuple[str, str]:
        """The text and the name of the layout that counts; both empty for plain cards."""
        if self.look in STARTERS:
            return f'extends = "{self.look}"', self.look
        return (self.text, self.name or "layout") if self.look == OWN else ("", "")


def read_typed_layout() -> SentLayout:
    """Return what is written in the form about the layout, without a file; an unknown look counts as plain."""
    look = request.form.get("look", PLAIN)
    text = request.form.get("layout", "").replace("\r\n", "\n")
    return SentLayout(look if look in dict(LOOKS) else PLAIN, text, request.form.get("layout_called", "")[:120])


def read_sent_layout() -> SentLayout:
    """Return what the form says about the layout; an uploaded one counts. InvalidInput where it is no text."""
    file = request.files.get("layout_file")
    if file and file.filename:
        return SentLayout(OWN, uploads.decode_text(file.read(), file.filename, "a layout in TOML"), file.filename[:120])
    look = request.form.get("look", PLAIN)
    if look not in dict(LOOKS):
        raise InvalidInput(InputError("look", quote(look), f"one of {', '.join(dict(LOOKS))}"))
    return read_typed_layout()


def resolve_layout(used: tuple[str, str], stack: Stack) -> CardLayout | None:
    """Return the layout that counts: the one of the form, else the one in the cards' file; None for plain cards."""
    text, name = used
    if name:
        return reading.read_layout(text, name)
    return reading.from_table(stack.layout, "layout") if stack.layout else None
