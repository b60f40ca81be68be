"""The typefaces of the pages' own words, packed as WOFF2 from the files that are embedded in prints.

Each is sent in two parts, which `app.css` tells apart by `unicode-range`: the letters of western Europe, which every
page needs, and all others, which a browser fetches where a page has one of them.
"""

from functools import cache
from io import BytesIO

from fontTools import subset
from fontTools.ttLib import TTFont

from companion.printing.text import fonts

PAGE_FONTS = ("Barlow-regular", "Barlow-semibold", "Barlow-bold")
"""What every page needs before anything else; `app.css` fits the system's typefaces to them."""
MORE = "-more"
MORE_FONTS = tuple(f"{name}{MORE}" for name in PAGE_FONTS)
"""Their other letters."""
LATIN = frozenset((*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2010, 0x2028), 0x2032, 0x2039, 0x203A, 0x2212))
"""The characters of the first part, as `app.css` lists them."""


def characters(name: str) -> frozenset[int]:
    """Return the characters of a part of a font."""
    with TTFont(fonts.files()[name.removesuffix(MORE)]) as ttf:
        every = frozenset(code for code in ttf.getBestCmap() if code >= ord(" "))
    return every - LATIN if name.endswith(MORE) else every & LATIN


@cache
def woff2(name: str) -> bytes:
    """Return a part of a font of the pages as WOFF2."""
    packed, options = BytesIO(), subset.Options(flavor="woff2", layout_features=["kern", "liga", "tnum", "ccmp"])
    with TTFont(fonts.files()[name.removesuffix(MORE)]) as ttf:
        part = subset.Subsetter(options)
        part.populate(unicodes=characters(name))
        part.subset(ttf)
        ttf.flavor = "woff2"
        ttf.save(packed)
    return packed.getvalue()
