"""Fonts of shaped text in a PDF: glyphs by their number, each with the letters that a reader copies.

Such a font is a composite one (Type 0). With TrueType outlines its codes count the glyphs in the order of their first
use, one for each glyph with the letters that it stands for and their width, so that a glyph can stand for different
letters. With PostScript outlines (CFF) a code is the glyph's number. Marks are drawn as outlines: as glyphs with moves
between them they would tear the words that readers copy. Readers turn each letter of a line from right to left, so that
further letters of a cluster there are codes of their own, without width and ink.
"""

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from fontTools.pens.basePen import BasePen
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

from companion.printing.faces.boxes import Point
from companion.printing.pdf.operators import number
from companion.printing.text import direction, shaping
from companion.printing.text.shaping import Cluster, Glyph

_UNUSED = ("GSUB", "GPOS", "GDEF", "cmap", "name", "OS/2", "post", "kern", "STAT")
"""Tables of a font that a PDF does not need."""
_MOST_IN_BLOCK = 100
"""The most lines of a block in a character map, by the PDF reference."""
_MOST_LETTERS = 100
"""The most letters of a cluster in a character map."""
_LEAST = 1e-6
"""Moves that are smaller, in ems, are none."""
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
        self._codes: dict[tuple[int, str, float], int] = {}
        self._clusters: dict[int, Cluster] = {}
        """The first cluster of each code."""
        document.fontMapping[f"{font} glyphs"] = f"/{self._name}"
        document.delayedFonts.append(self)

    def show(self, clusters: Sequence[Cluster], x: float, y: float, size: float) -> str:
        """Return the operators that draw clusters from left to right, the first at (x, y), at a size in points."""
        parts = [f"BT /{self._name} {number(size)} Tf 1 0 0 1 {number(x)} {number(y)} Tm"]
        codes, move, rise, marks = "", 0.0, 0.0, []
        for cluster in clusters:
            glyph, *others = cluster.glyphs
            marks += [self._outline(mark, x, y, size) for mark in others]
            x += cluster.advance * size
            if abs(glyph.y - rise) > _LEAST:
                parts += [f"[{codes}] TJ"] if codes else []
                parts.append(f"{number(glyph.y * size)} Ts")
                codes, rise = "", glyph.y
            move += glyph.x
            codes += f"{number(-move * 1000)} " if abs(move) > _LEAST else ""
            code, (before, after) = self._code(cluster), self._hidden_codes(cluster)
            codes += f"<{before}{code:04x}{after}>"
            move = cluster.advance - self._width(code) - glyph.x
        parts += [f"[{codes}] TJ", *(["0 Ts"] if rise else []), "ET", *filter(None, marks)]
        return " ".join(parts)

    def _outline(self, glyph: Glyph, x: float, y: float, size: float) -> str:
        """Return the operators that fill a glyph of a cluster at (x, y)."""
        pen = _OutlinePen(None)
        self._font.hb.draw_glyph_with_pen(glyph.id, pen)
        if not pen.moves:
            return ""
        scale = size / self._font.em
        place = f"q {scale:.6f} 0 0 {scale:.6f} {number(x + glyph.x * size)} {number(y + glyph.y * size)} cm"
        return " ".join([place, *pen.moves, "f Q"])

    def _hidden_codes(self, cluster: Cluster) -> tuple[str, str]:
        """Return the codes of a cluster's letters that its own code does not stand for: left of it, right of it."""
        if not self._is_turned(cluster):
            return "", ""
        at = _first_letter(cluster.text)
        left, right = cluster.text[at + 1 : _MOST_LETTERS], cluster.text[:at]
        return self._hide(left), self._hide(right)

    def _hide(self, text: str) -> str:
        letters = (Cluster(letter, 0, (Glyph(0, 0, 0),)) for letter in reversed(text))
        return "".join(f"{self._code(letter):04x}" for letter in letters)

    def _is_turned(self, cluster: Cluster) -> bool:
        return not self._is_postscript and direction.has_right_to_left(cluster.text)

    def _text(self, cluster: Cluster) -> str:
        """Return the letters that a cluster's code stands for."""
        if not self._is_turned(cluster):
            return cluster.text[:_MOST_LETTERS]
        at = _first_letter(cluster.text)
        return cluster.text[at : at + 1]

    def _width(self, code: int) -> float:
        """Return the width of a code in ems: of its letters, or in a font with PostScript outlines of its glyph."""
        cluster = self._clusters[code]
        if not self._is_postscript:
            return cluster.advance
        return float(self._font.hb.get_glyph_h_advance(cluster.glyphs[0].id)) / self._font.em

    def _code(self, cluster: Cluster) -> int:
        glyph = cluster.glyphs[0].id
        # Code 0 stays unused: readers take it for a missing letter.
        key = (glyph, "", 0.0) if self._is_postscript else (glyph, self._text(cluster), round(cluster.advance, 5))
        code = self._codes.setdefault(key, glyph if self._is_postscript else len(self._codes) + 1)
        self._clusters.setdefault(code, cluster)
        return code

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Write the font with the glyphs that the document uses; the name is ReportLab's."""
        base = f"{_tag(self._codes.values())}+{self._name}"
        kind = "CIDFontType0" if self._is_postscript else "CIDFontType2"
        widths = PDFArray([part for code in sorted(self._clusters) for part in (code, self._width_entry(code))])
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

    def _width_entry(self, code: int) -> PDFArray:
        return PDFArray([round(self._width(code) * 1000, 2)])

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
        wanted.glyph_set.update({0, *self._glyphs()})
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

    def _glyphs(self) -> list[int]:
        """Return the glyphs by their codes, lowest first."""
        return [cluster.glyphs[0].id for _, cluster in sorted(self._clusters.items())]

    def _glyph_map(self) -> bytes:
        """Return the glyphs' numbers by code, two bytes each."""
        glyphs = [0, *self._glyphs()]
        return struct.pack(f">{len(glyphs)}H", *glyphs)

    def _character_map(self) -> str:
        """Return a map from codes to the letters that readers copy."""
        texts = ((code, _hex(self._text(cluster))) for code, cluster in sorted(self._clusters.items()))
        lines = [f"<{code:04x}> <{text}>" for code, text in texts if text]
        blocks = (lines[first : first + _MOST_IN_BLOCK] for first in range(0, len(lines), _MOST_IN_BLOCK))
        return _MAP.format(blocks="\n".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar" for b in blocks))


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Writes an outline as operators of a path; fontTools turns its curves into those that PDF has."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.moves: list[str] = []

    def _moveTo(self, point: Point) -> None:  # noqa: N802
        self._add("m", point)

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("l", point)

    def _curveToOne(self, one: Point, two: Point, end: Point) -> None:  # noqa: N802
        self._add("c", one, two, end)

    def _closePath(self) -> None:  # noqa: N802
        self.moves.append("h")

    def _add(self, operator: str, *points: Point) -> None:
        self.moves += [f"{number(x, 1)} {number(y, 1)}" for x, y in points]
        self.moves.append(operator)


def _first_letter(text: str) -> int:
    """Return the place of the first letter in a cluster that has one, which may begin with an invisible joiner."""
    return next((at for at, letter in enumerate(text) if letter.isalnum()), 0)


def _hex(text: str) -> str:
    """Return letters as a character map has them."""
    return text.encode("utf-16-be", "replace").hex()


def _stream(data: bytes) -> PDFStream:
    return PDFStream(content=data, filters=[PDFZCompress])


def _tag(codes: Iterable[int]) -> str:
    """Return the six capitals before the name of a font of which a document has only some glyphs."""
    number_of_glyphs = len(tuple(codes))
    return "".join(chr(ord("A") + number_of_glyphs // 26**place % 26) for place in range(6))
