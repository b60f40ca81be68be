"""The typefaces of the pages' own words, packed as WOFF2 from the files that are embedded in prints."""

from functools import cache
from io import BytesIO

from fontTools.ttLib import TTFont

from companion.printing.text import fonts

PAGE_FONTS = ("Barlow-regular", "Barlow-semibold", "Barlow-bold")
"""What every page needs before anything else; `app.css` fits the system's typefaces to them."""


@cache
def woff2(name: str) -> bytes:
    """Return a font of the pages as WOFF2, a third of the size of its file."""
    packed = BytesIO()
    with TTFont(fonts.files()[name]) as ttf:
        ttf.flavor = "woff2"
        ttf.save(packed)
    return packed.getvalue()
