"""Letters of a run as outlines, shaped or one by one, for pictures that bring no typefaces."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from companion.printing.text import fonts, shaping
from companion.printing.text.fitting import Run


class PlacedOutline(NamedTuple):
    """An outline as path data in units of its font, y up, and its place from the start of its run in those units.

    `letter` tells it apart from the others of its font: a character, or a glyph's number.
    """

    letter: str | int
    data: str
    x: float
    y: float = 0


@lru_cache(maxsize=32)
def _face(font: str) -> tuple[Any, dict[int, str], int]:
    ttf = TTFont(fonts.source(font), lazy=True)
    return ttf.getGlyphSet(), ttf.getBestCmap(), ttf["head"].unitsPerEm


@lru_cache(maxsize=4096)
def _outline(font: str, char: str) -> tuple[str, float]:
    """Return a letter's outline in font units, y up, and its advance."""
    glyphs, names, _ = _face(font)
    glyph = glyphs[names[ord(char)]]
    pen = SVGPathPen(glyphs)
    glyph.draw(pen)
    return pen.getCommands(), glyph.width


def units_in_em(run: Run) -> int:
    """Return how many units of a run's font are in its em."""
    return shaping.shaping_font(run.font).em if run.clusters else _face(run.font)[2]


def outlines(run: Run) -> Iterator[PlacedOutline]:
    """Yield the outlines of a run that have ink."""
    x = 0.0
    if not run.clusters:
        for char in run.text:
            data, wide = _outline(run.font, char)
            if data:
                yield PlacedOutline(char, data, x)
            x += wide
        return
    em = units_in_em(run)
    for cluster in run.clusters:
        for glyph in cluster.glyphs:
            if data := shaping.outline(run.font, glyph.id):
                yield PlacedOutline(glyph.id, data, x + glyph.x * em, glyph.y * em)
        x += cluster.advance * em
