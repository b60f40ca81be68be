"""Small typefaces made for tests: each letter a square of an em, with TrueType or CFF outlines, or as a collection."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

EM = 1000


def typeface(letters, cff=False, width=EM):
    """Return a typeface with these letters and a space, each `width` wide, of 1,000 units in an em."""
    builder = FontBuilder(EM, isTTF=not cff)
    names = {ord(letter): f"u{ord(letter):05X}" for letter in dict.fromkeys(letters)} | {32: "space"}
    order = [".notdef", *names.values()]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    if cff:
        outlines = {name: _square(T2CharStringPen(width, None), width, name).getCharString() for name in order}
        builder.setupCFF("Squares", {"FullName": "Squares"}, outlines, {})
    else:
        builder.setupGlyf({name: _square(TTGlyphPen(None), width, name).glyph() for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (width, 50)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares"})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=880, usWinDescent=120)
    builder.setupPost()
    builder.save(target := io.BytesIO())
    return target.getvalue()


def collection(*files):
    """Return typefaces as one file."""
    made = TTCollection()
    made.fonts = [TTFont(io.BytesIO(data)) for data in files]
    made.save(target := io.BytesIO())
    return target.getvalue()


def _square(pen, width, name):
    if name != "space":
        pen.moveTo((50, -50))
        pen.lineTo((50, 750))
        pen.lineTo((width - 50, 750))
        pen.lineTo((width - 50, -50))
        pen.closePath()
    return pen
