"""Fonts of shaped text in a PDF: glyphs by their number, each with the letters that a reader copies.

Such a font is a composite one (Type 0). With TrueType outlines its codes count the glyphs in the order of their first
use, one for each glyph and the letters that it stands for, so that a glyph can stand for different letters. With
PostScript outlines (CFF) a code is the glyph's number.
"""

import struct
from collections.abc import Iterable
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

from companion.printing.pdf.operators import number
from companion.printing.text import shaping
from companion.printing.text.shaping import Glyph

_UNUSED = ("GSUB", "GPOS", "GDEF", "cmap", "name", "OS/2", "post", "kern", "STAT")
"""Tables of a font that a PDF does not need."""
_MOST_IN_BLOCK = 100
"""The most lines of a block in a character map, by the PDF reference."""
_SYMBOLIC = 4
_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class GlyphFont:
    """A font of shaped text in one document, which grows as glyphs are drawn."""

    def __init__(self, font: str, document: Any) -> None:
        """Begin with no glyphs; the document writes the font when it is saved."""
        self._font = shaping.shaping_font(font)
        self._is_postscript = "CFF " in self._font.face.table_tags
        self._name = f"G{len(document.fontMapping) + 1}"
        self._codes: dict[tuple[int, str], int] = {}
        self._texts: dict[int, str] = {}
        document.fontMapping[f"{font} glyphs"] = f"/{self._name}"
        document.delayedFonts.append(self)

    def show(self, glyphs: Iterable[Glyph], x: str, y: str, size: float) -> str:
        """Return the operators that draw glyphs from left to right, the first at (x, y), at a size in points."""
        parts = [f"BT /{self._name} {number(size)} Tf 1 0 0 1 {x} {y} Tm"]
        codes, move, rise = "", 0.0, 0.0
        for glyph in glyphs:
            if abs(glyph.dy - rise) > 1e-6:
                parts += [f"[{codes}] TJ"] if codes else []
                parts.append(f"{number(glyph.dy * size)} Ts")
                codes, rise = "", glyph.dy
            move += glyph.dx
            codes += f"{number(-move * 1000)} " if abs(move) > 1e-6 else ""
            codes += f"<{self._code(glyph):04x}>"
            move = glyph.advance - self._advance(glyph.id) - glyph.dx
        parts.append(f"[{codes}] TJ")
        if rise:
            parts.append("0 Ts")
        return " ".join([*parts, "ET"])

    def _advance(self, glyph: int) -> float:
        return float(self._font.hb.get_glyph_h_advance(glyph)) / self._font.em

    def _code(self, glyph: Glyph) -> int:
        # Code 0 stays unused: readers take it for a missing letter.
        fresh = glyph.id if self._is_postscript else len(self._codes) + 1
        code = self._codes.setdefault((glyph.id, "" if self._is_postscript else glyph.text), fresh)
        self._texts.setdefault(code, glyph.text)
        return code

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Write the font with the glyphs that the document uses; the name is ReportLab's."""
        base = f"{_tag(self._codes.values())}+{self._name}"
        kind = "CIDFontType0" if self._is_postscript else "CIDFontType2"
        widths = PDFArray([part for glyph, code in self._glyph_codes() for part in (code, self._widths(glyph))])
        outlines = {
            "Type": PDFName("Font"),
            "Subtype": PDFName(kind),
            "BaseFont": PDFName(base),
            "CIDSystemInfo": PDFDictionary(
                {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": document.Reference(self._descriptor(base, document)),
            "DW": 0,
            "W": widths,
        }
        if not self._is_postscript:
            outlines["CIDToGIDMap"] = document.Reference(_stream(self._glyph_map()))
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": PDFName(base),
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([document.Reference(PDFDictionary(outlines))]),
            "ToUnicode": document.Reference(_stream(self._character_map().encode())),
        }
        document.idToObject["BasicFonts"].dict[self._name] = document.Reference(PDFDictionary(font), self._name)

    def _glyph_codes(self) -> list[tuple[int, int]]:
        """Return the glyphs with their codes, by code."""
        return sorted(((glyph, code) for (glyph, _), code in self._codes.items()), key=lambda pair: pair[1])

    def _widths(self, glyph: int) -> PDFArray:
        return PDFArray([round(self._advance(glyph) * 1000, 2)])

    def _descriptor(self, base: str, document: Any) -> PDFDictionary:
        extents = self._font.hb.get_font_extents("ltr")
        above, below = (round(part / self._font.em * 1000) for part in (extents.ascender, extents.descender))
        file = self._subset()
        return PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(base),
                "Flags": _SYMBOLIC,
                "FontBBox": PDFArray([-1000, below, 2000, above]),
                "ItalicAngle": 0,
                "Ascent": above,
                "Descent": below,
                "CapHeight": above,
                "StemV": 80,
                "FontFile3" if self._is_postscript else "FontFile2": document.Reference(file),
            }
        )

    def _subset(self) -> PDFStream:
        """Return the font with the outlines of the used glyphs alone, which keep their numbers."""
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.glyph_set.update({0, *(glyph for glyph, _ in self._codes)})
        wanted.drop_table_tag_set.update(int.from_bytes(f"{tag:4}".encode()) for tag in _UNUSED)
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        if self._is_postscript:
            wanted.flags |= hb.SubsetFlags.CFF_IDENTITY_CHARSET
        if self._font.weight:
            wanted.pin_axis_location(self._font.face, "wght", self._font.weight)
        face = hb.subset(self._font.face, wanted)
        if self._is_postscript:
            stream = _stream(bytes(face.reference_table("CFF ").data))
            stream.dictionary["Subtype"] = PDFName("CIDFontType0C")
            return stream
        data = bytes(face.blob.data)
        stream = _stream(data)
        stream.dictionary["Length1"] = len(data)
        return stream

    def _glyph_map(self) -> bytes:
        """Return the glyphs' numbers by code, two bytes each."""
        glyphs = [0, *(glyph for glyph, _ in self._glyph_codes())]
        return struct.pack(f">{len(glyphs)}H", *glyphs)

    def _character_map(self) -> str:
        """Return a map from codes to the letters that readers copy."""
        texts = ((code, text.encode("utf-16-be", "replace").hex()) for code, text in sorted(self._texts.items()))
        lines = [f"<{code:04x}> <{text}>" for code, text in texts if text]
        blocks = (lines[first : first + _MOST_IN_BLOCK] for first in range(0, len(lines), _MOST_IN_BLOCK))
        return _MAP.format(blocks="\n".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar" for b in blocks))


def _stream(data: bytes) -> PDFStream:
    return PDFStream(content=data, filters=[PDFZCompress])


def _tag(codes: Iterable[int]) -> str:
    """Return the six capitals before the name of a font of which a document has only some glyphs."""
    number_of_glyphs = len(tuple(codes))
    return "".join(chr(ord("A") + number_of_glyphs // 26**place % 26) for place in range(6))
