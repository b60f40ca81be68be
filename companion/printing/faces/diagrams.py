"""Diagrams of rules, drawn from data: what one looks at rather than reads, for paper and screen alike."""

from dataclasses import dataclass
from math import hypot

from companion.printing.faces.boxes import Align, Box, Circle, Ink, Line, Path, Point, Rect, Text, Weight, polygon
from companion.printing.faces.tuckboxes import Drawing

WIDE = 57.0
"""Width of a diagram in mm: that of a column of a booklet on Letter, the narrowest paper."""
_HEAD, _HALF = 2.6, 1.3
"""Length and half the width of an arrow's head, in mm."""


@dataclass(frozen=True)
class Diagram:
    """A diagram for one section of the rulebook, whose id is `section`.

    The caption is also the text that a screen reader says.
    """

    section: str
    caption: str
    drawing: Drawing


def diagram(section: str, caption: str, high: float, *boxes: Box) -> Diagram:
    """Return a diagram of the usual width, `high` mm high."""
    return Diagram(section, caption, Drawing(WIDE, high, boxes, 1.1))


def arrow(start: Point, end: Point, ink: Ink = "accent", width: float = 0.7) -> tuple[Box, ...]:
    """Return an arrow whose tip is at `end`."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = (end[0] - ux * _HEAD, end[1] - uy * _HEAD)
    sides = ((neck[0] - uy * _HALF, neck[1] + ux * _HALF), (neck[0] + uy * _HALF, neck[1] - ux * _HALF))
    return (Line(*start, *neck, width, ink), polygon(end, *sides, fill=ink, stroke=None))


def label(
    x: float,
    y: float,
    w: float,
    words: str,
    size: float = 8,
    weight: Weight = "regular",
    align: Align = "centre",
    ink: Ink = "ink",
    high: float = 3.6,
) -> Text:
    """Return a line of words in a diagram; `y` is the top of the line."""
    return Text(x, y, w, high, words, size, 7, weight, align, "middle", ink, 1, what="diagram")


def tile(
    x: float,
    y: float,
    w: float,
    h: float,
    *lines: str,
    fill: Ink = "paper",
    stroke: Ink = "blue",
    size: float = 8,
    is_bold: bool = True,
) -> tuple[Box, ...]:
    """Return a card or a place with words in its middle, the first line in bold."""
    pitch = 3.6
    top = y + (h - pitch * len(lines)) / 2
    words = (
        label(x + 0.4, top + n * pitch, w - 0.8, line, size, "semibold" if is_bold and not n else "regular")
        for n, line in enumerate(lines)
    )
    return (Rect(x, y, w, h, 1, fill, stroke, 0.35), *words)


def number(x: float, y: float, value: int | str, fill: Ink = "accent") -> tuple[Box, ...]:
    """Return a number in a disc about a point."""
    return (
        Circle(x, y, 2.2, fill, None),
        Text(x - 2.2, y - 2.2, 4.4, 4.4, str(value), 8, 7, "bold", "centre", "middle", "paper", 1, what="diagram"),
    )


def cross_out(x: float, y: float, r: float = 2.0) -> Path:
    """Return a cross about a point, for what is not possible."""
    moves = (("M", x - r, y - r), ("L", x + r, y + r), ("M", x + r, y - r), ("L", x - r, y + r))
    return Path(moves, None, "ink", 0.8)
