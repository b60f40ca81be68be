"""Shaping by HarfBuzz: letters become glyphs that join, form ligatures and carry their marks, in the order they stand.

Only text that needs it is shaped; HarfBuzz is loaded for the first of it. What is shaped has gone through
`typeface_cleaning`, or ships.
"""

import re
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from companion.printing.text import typeface_files
from companion.printing.text.typeface_files import OwnFamily

COMPLEX = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0530-\u1cff\u1dc0-\u1dff\u20d0-\u20ff\u2d00-\u2d2f\u3099\u309a\ua840-\uabff"
    "\ud7b0-\ud7ff\ufb13-\ufdff\ufe20-\ufe2f\ufe70-\ufefe\U00010800-\U00011fff\U00016100-\U00016fff"
    "\U0001e000-\U0001efff\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff\u200d]"
)
"""Characters that join, reorder, or lie over others; scripts of the shipped variable faces; emoji in parts."""
LONGEST = 1000
"""The most letters that are shaped in one go; longer words are shaped in parts."""
_CONTEXT = 8
"""Letters on both sides that HarfBuzz is given to join with; it looks at five."""
_MOST_GLYPHS = 16
"""The most glyphs a letter, on the average, that a typeface may make of a text."""


class Glyph(NamedTuple):
    """A glyph by its number in the font, placed from its cluster's left end and the baseline, y up, in ems."""

    id: int
    x: float
    y: float


class Cluster(NamedTuple):
    """Letters that belong together, such as a base with its marks, as glyphs; the advance is in ems.

    The first glyph is the one that stands for the letters; marks on it follow.
    """

    text: str
    advance: float
    glyphs: tuple[Glyph, ...]


class TooManyGlyphs(ValueError):
    """A typeface makes more glyphs of a text than any honest one does."""


class ShapingFont:
    """A font as HarfBuzz has it; `hb` is its `uharfbuzz.Font`, in units of the font's em."""

    def __init__(self, name: str) -> None:
        """Load the font of a name."""
        import uharfbuzz

        own = typeface_files.own_family(name)
        data = own.files[name.partition("-")[2]] if own else typeface_files.files()[name].read_bytes()
        self.face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self.em: int = self.face.upem
        self.weight = typeface_files.axis(name)
        self.hb = uharfbuzz.Font(self.face)
        if self.weight:
            self.hb.set_variations({"wght": self.weight})


_OWN: "WeakKeyDictionary[OwnFamily, dict[str, ShapingFont]]" = WeakKeyDictionary()


def shaping_font(name: str) -> ShapingFont:
    """Return a font for shaping; a player's own as long as its family exists."""
    own = typeface_files.own_family(name)
    if own is None:
        return _shipped_font(name)
    loaded = _OWN.setdefault(own, {})
    if name not in loaded:
        loaded[name] = ShapingFont(name)
    return loaded[name]


@lru_cache(maxsize=32)
def _shipped_font(name: str) -> ShapingFont:
    return ShapingFont(name)


@lru_cache(maxsize=8192)
def shape(font: str, text: str, start: int, end: int, backwards: bool) -> tuple[Cluster, ...]:
    """Return the clusters of the letters from `start` to `end` of a text, from left to right.

    The letters around them, which are set otherwise, decide how the first and the last of them join. `backwards` means
    from right to left. TooManyGlyphs where a typeface multiplies letters without end.
    """
    clusters: list[Cluster] = []
    for first in range(start, end, LONGEST):
        part = _shape(font, text, first, min(first + LONGEST, end), backwards)
        clusters = [*part, *clusters] if backwards else [*clusters, *part]
    return tuple(clusters)


def _shape(font: str, text: str, start: int, end: int, backwards: bool) -> list[Cluster]:
    import uharfbuzz as hb
    from fontTools import unicodedata

    loaded = shaping_font(font)
    before = max(start - _CONTEXT, 0)
    text, start, end = text[before : end + _CONTEXT], start - before, end - before
    buffer = hb.Buffer()
    codes = [0xFFFD if 0xD800 <= code <= 0xDFFF else code for code in map(ord, text)]
    buffer.add_codepoints(codes, start, end - start)
    script = next(filter(_is_script, map(unicodedata.script, text[start:end])), "")
    buffer.guess_segment_properties()
    if script:
        buffer.script = script
    buffer.direction = "rtl" if backwards else "ltr"
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    hb.shape(loaded.hb, buffer)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    if not infos:
        return []
    if len(infos) > _MOST_GLYPHS * (end - start + 1):
        raise TooManyGlyphs
    starts = sorted({info.cluster for info in infos})
    ends = dict(zip(starts, [*starts[1:], end], strict=True))
    # Letters that make no glyph of their own go with the first cluster.
    begins = {one: start if one == starts[0] else one for one in starts}
    clusters: list[Cluster] = []
    for first, group in groupby(zip(infos, positions, strict=True), lambda pair: pair[0].cluster):
        clusters.append(_cluster(text[begins[first] : ends[first]], [*group], loaded.em))
    return clusters


def _cluster(text: str, placed: list[tuple[Any, Any]], em: int) -> Cluster:
    """Return the cluster of some glyphs from left to right, in the units of HarfBuzz."""
    glyphs, x = [], 0
    for info, place in placed:
        glyphs.append((place.x_advance, Glyph(info.codepoint, (x + place.x_offset) / em, place.y_offset / em)))
        x += place.x_advance
    base = next((number for number, (advance, _) in enumerate(glyphs) if advance > 0), 0)
    in_order = [glyphs[base], *glyphs[:base], *glyphs[base + 1 :]]
    return Cluster(text, x / em, tuple(glyph for _, glyph in in_order))


def _is_script(code: str) -> bool:
    """Return whether a script is one of its own, not shared or inherited."""
    return code not in ("Zyyy", "Zinh", "Zzzz")


@lru_cache(maxsize=4096)
def outline(font: str, glyph: int) -> str:
    """Return a glyph's outline as SVG path data in units of the font, y up; empty for one without ink."""
    from fontTools.pens.svgPathPen import SVGPathPen

    pen: Any = SVGPathPen(None)
    shaping_font(font).hb.draw_glyph_with_pen(glyph, pen)
    return str(pen.getCommands())
