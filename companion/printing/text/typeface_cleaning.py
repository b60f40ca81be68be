"""A typeface's file reduced to what print needs: outlines, widths, letters, and the tables that join and place them.

It needs fontTools and HarfBuzz alone, so that the process that reads files of others can load it quickly.
"""

import io
import struct
from typing import Any

LARGEST_FONT_PARTS = 200_000
"""The most letters in a typeface's character table."""
MOST_NESTED = 8
"""The greatest depth of letters that are composed of other letters."""
RESTRICTED, NO_SUBSETS, ONLY_PIXELS = 0x0002, 0x0100, 0x0200
"""Embedding bits of a typeface (OS/2 fsType) that forbid printing it here."""
_PERMITTED = 0x000C
"""Bits that allow previews and prints, or editing, in spite of the bit `RESTRICTED`."""
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
"""Endings of files that are typefaces."""
WANTED = "a typeface (.ttf, .otf, .ttc)"
_OUTLINES = ("glyf", "CFF ", "CFF2")
_TABLES = frozenset(
    ("glyf", "loca", "CFF ", "head", "hhea", "hmtx", "maxp", "cmap", "post", "name", "OS/2", "GDEF", "GSUB", "GPOS")
    + ("GlyphOrder",)
)
_EMPTY = 4
"""Bytes of a table of outlines that has none."""
_WEB = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}


class RefusedTypeface(Exception):
    """A typeface is not used: what was found, what was expected."""


def clean(data: bytes) -> bytes:
    """Return a typeface's file written anew, without what print does not need; of a collection its first typeface.

    A variable typeface is set in its default. RefusedTypeface for a file that is none, or that must not be embedded.
    """
    from fontTools.ttLib import TTFont, TTLibError

    if data[:4] not in (b"\x00\x01\x00\x00", b"true", b"OTTO", b"ttcf"):
        found = _WEB.get(data[:4], "something that is no typeface")
        raise RefusedTypeface(found, f"{WANTED}: convert it" if data[:4] in _WEB else WANTED)
    try:
        font = TTFont(io.BytesIO(data), lazy=True, fontNumber=0 if data[:4] == b"ttcf" else -1)
        _refuse_useless(font)
        return _without_tables(_written_anew(data))
    except (TTLibError, struct.error, AssertionError) as error:
        raise RefusedTypeface(f"a damaged typeface ({str(error)[:80]})", "another typeface") from None


def _refuse_useless(font: Any) -> None:
    """Refuse a typeface without outlines or letters, or one that must not be embedded."""
    if not any(tag in font for tag in _OUTLINES) or "cmap" not in font:
        raise RefusedTypeface("a typeface without outlines or letters", f"{WANTED} with outlines")
    if "OS/2" in font:
        refuse_forbidden(font["OS/2"].fsType)
    letters = font.getBestCmap()
    if not letters or len(letters) > LARGEST_FONT_PARTS:
        raise RefusedTypeface("a typeface without letters of Unicode, or with too many", WANTED)
    if "glyf" in font:
        outlines = font["glyf"]
        for name, glyph in outlines.glyphs.items():
            # Only letters that are made of others are read whole: there may be 65,000.
            if glyph.isComposite():
                refuse_nested(name, outlines)


def _written_anew(data: bytes) -> bytes:
    """Return a typeface as HarfBuzz writes it after checking every table; it reads each as it does to shape text."""
    import uharfbuzz as hb

    face = hb.Face(hb.Blob(data), 0)
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
    wanted.flags |= hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.DOWNGRADE_CFF2
    if face.has_var_data:
        wanted.pin_all_axes_to_default(face)
    try:
        return bytes(hb.subset(face, wanted).blob.data)
    except RuntimeError:
        raise RefusedTypeface("a damaged typeface", "another typeface") from None


def _without_tables(data: bytes) -> bytes:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), lazy=True)
    if not any(tag in font and len(font.reader[tag]) > _EMPTY for tag in _OUTLINES):
        raise RefusedTypeface("a damaged typeface", "another typeface")
    for tag in {*font.keys()} - _TABLES:
        del font[tag]
    target = io.BytesIO()
    font.save(target, reorderTables=None)
    return target.getvalue()


def refuse_forbidden(bits: int) -> None:
    """Refuse a typeface that must not be embedded, or not in parts."""
    if bits & RESTRICTED and not bits & _PERMITTED:
        raise RefusedTypeface("a typeface whose licence bits forbid embedding", "one that may be embedded")
    if bits & (NO_SUBSETS | ONLY_PIXELS):
        raise RefusedTypeface(
            "a typeface whose licence bits forbid embedding its letters alone", "one that allows subsets"
        )


def refuse_nested(name: str, outlines: Any, depth: int = 0) -> None:
    """Refuse letters that are composed of themselves."""
    if depth > MOST_NESTED:
        raise RefusedTypeface(f"a typeface whose letter {name[:40]!r} is made of itself", "another typeface")
    glyph = outlines[name]
    for part in glyph.getComponentNames(outlines) if glyph.isComposite() else ():
        refuse_nested(part, outlines, depth + 1)
