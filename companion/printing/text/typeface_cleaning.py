"""A typeface's file reduced to what print needs: outlines, widths, letters, and the tables that join and place them.

It needs fontTools alone, so that the process that reads files of others can load it quickly.
"""

import io
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
_TABLES = frozenset(("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cmap", "post", "name", "OS/2", "GlyphOrder"))
_LAYOUT = ("GDEF", "GSUB", "GPOS")
"""Tables that join letters and place marks."""
_POSTSCRIPT = "CFF "
_WEB = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}


class RefusedTypeface(Exception):
    """A typeface is not used: what was found, what was expected."""


def clean(data: bytes) -> bytes:
    """Return a typeface's file without the tables that print does not need; of a collection its first typeface.

    RefusedTypeface for a file that is none, or that must not be embedded.
    """
    from fontTools.ttLib import TTFont, TTLibError

    if data[:4] not in (b"\x00\x01\x00\x00", b"true", b"OTTO", b"ttcf"):
        found = _WEB.get(data[:4], "something that is no typeface")
        raise RefusedTypeface(found, f"{WANTED}: convert it" if data[:4] in _WEB else WANTED)
    try:
        font = TTFont(io.BytesIO(data), lazy=True, fontNumber=0 if data[:4] == b"ttcf" else -1)
        return _clean_font(font)
    except TTLibError as error:
        raise RefusedTypeface(f"a damaged typeface ({str(error)[:80]})", "another typeface") from None


def _clean_font(font: Any) -> bytes:
    outlines = next((tag for tag in ("glyf", _POSTSCRIPT) if tag in font), None)
    if outlines is None or "cmap" not in font:
        kind = "a variable typeface with CFF2 outlines" if "CFF2" in font else "a typeface without outlines or letters"
        raise RefusedTypeface(kind, f"{WANTED} with TrueType or CFF outlines")
    if "OS/2" in font:
        refuse_forbidden(font["OS/2"].fsType)
    letters = font.getBestCmap()
    if not letters or len(letters) > LARGEST_FONT_PARTS:
        raise RefusedTypeface("a typeface without letters of Unicode, or with too many", WANTED)
    if outlines == "glyf":
        for name in font.getGlyphOrder():
            refuse_nested(name, font["glyf"])
    layout_tables = [tag for tag in _LAYOUT if tag in font]
    for tag in layout_tables:
        _refuse_damaged(font, tag)
    kept = {*_TABLES, outlines, *layout_tables}
    for tag in {*font.keys()} - kept:
        del font[tag]
    font.flavor = None
    target = io.BytesIO()
    font.save(target, reorderTables=None)
    return target.getvalue()


def _refuse_damaged(font: Any, tag: str) -> None:
    """Refuse a typeface with a table that cannot be read to its end; its bytes stay as they are."""
    from fontTools.ttLib import newTable

    try:
        table = newTable(tag)
        table.decompile(font.reader[tag], font)
        table.ensureDecompiled()
    except Exception as error:  # fontTools raises errors of every kind for a damaged table.
        raise RefusedTypeface(f"a typeface with a damaged table {tag} ({error!r:.60})", "another typeface") from None


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
