"""Typefaces for embedding by ReportLab, each loaded once per process and safe to use from several threads."""

from functools import cache
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfmetrics

from companion.printing.pdf.reportlab_fonts import TTFont
from companion.printing.text import fonts

_ONE_LOADS = Lock()
"""Ensures one object for each typeface: ReportLab refuses a second one in a document."""
_ONE_EMBEDS = Lock()
"""Held while a font's file is read: all documents share its position."""


_OWN: "WeakKeyDictionary[fonts.OwnFamily, dict[str, Typeface]]" = WeakKeyDictionary()
"""The typefaces of players, as long as their families exist."""


class Typeface(TTFont):  # type: ignore[misc]
    """A typeface that many documents use at the same time."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802
        """Embed the letters that a document uses."""
        with _ONE_EMBEDS:
            super().addObjects(doc)


def typeface(name: str) -> Typeface:
    """Return a typeface by its name in `fonts.files`, always the same object.

    It is loaded when it is first used: the typefaces with symbols are large, and most jobs need none.
    """
    with _ONE_LOADS:
        own = fonts.own_family(name)
        if own is None:
            return _load_typeface(name)
        loaded = _OWN.setdefault(own, {})
        if name not in loaded:
            loaded[name] = Typeface(name, fonts.source(name))
        return loaded[name]


@cache
def _load_typeface(name: str) -> Typeface:
    face = Typeface(name, str(fonts.files()[name]))
    pdfmetrics.registerFont(face)
    return face
