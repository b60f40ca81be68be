"""Blocks of text in columns on pages: the layout of a reference sheet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from companion.printing.faces.boxes import Area, Box, Line, Symbol, Text, Weight
from companion.printing.text import fitting

Boxes = tuple[Box, ...]

COLUMNS = 3
GUTTER = 4.0
HEAD = 7.0
"""Height of the line at the top of each side."""
TITLE = 5.0
GAP = 2.2
LEADING = 1.15
_TALL = 1000.0


@dataclass(frozen=True)
class Row:
    """Text that stays together in a column: `height(width)` in mm, and `draw(x, y, width)` for its boxes."""

    height: Callable[[float], float]
    draw: Callable[[float, float, float], Boxes]


@dataclass(frozen=True)
class Block:
    """A title and its rows; the title stays with the first row."""

    title: str
    rows: tuple[Row, ...]


def height(words: str, width: float, size: float, symbols: Mapping[str, Symbol]) -> float:
    """Return the height in mm that a text needs at a size in a column of `width` mm."""
    box = Text(0, 0, width, _TALL, words, size=size, least=size, leading=LEADING, symbols=symbols, what="reference")
    return fitting.line_count(box) * LEADING * size * fitting.MM_PER_PT + 0.3


text = partial(Text, leading=LEADING, what="reference")
"""Rules text on the sheet."""


def row(words: str, size: float, symbols: Mapping[str, Symbol], weight: Weight = "regular") -> Row:
    """Return a row of text."""

    def draw(x: float, y: float, w: float) -> Boxes:
        return (text(x, y, w, height(words, w, size, symbols), words, size, symbols=symbols, weight=weight),)

    return Row(lambda w: height(words, w, size, symbols), draw)


def paragraphs(title: str, words: str, size: float, symbols: Mapping[str, Symbol]) -> Block:
    """Return a block with one row per line of text."""
    return Block(title, tuple(row(line, size, symbols) for line in words.split("\n")))


def pages(blocks: tuple[Block, ...], area: Area, head: str) -> tuple[Boxes, ...]:
    """Return the blocks set in columns, a row never split, with `head` at the top of each page."""
    width = (area.w - (COLUMNS - 1) * GUTTER) / COLUMNS
    sides: list[list[Box]] = [[]]
    column, y = 0, HEAD
    for block in blocks:
        for i, piece in enumerate(block.rows):
            above = TITLE if i == 0 else 0.0
            tall = piece.height(width)
            if y + above + tall > area.h and y > HEAD:
                column, y = column + 1, HEAD
            if column == COLUMNS:
                sides.append([])
                column = 0
            x = column * (width + GUTTER)
            sides[-1] += [*(title(block.title, x, y, width) if i == 0 else ()), *piece.draw(x, y + above, width)]
            y += above + tall
        y += GAP
    numbered = len(sides) > 1
    return tuple((*_head(area, head, n if numbered else 0), *page) for n, page in enumerate(sides, 1))


def _head(area: Area, words: str, side: int) -> Boxes:
    """Return the head of a page; side 0 has no number."""
    number = Text(area.w - 20, 0, 20, 5, f"side {side}", 7.5, 6.5, align="right", ink="soft", what="side")
    return (
        Text(0, 0, area.w - 20, 5, words, 10, 8, "bold", ink="blue", what="head"),
        *((number,) if side else ()),
        Line(0, 5.4, area.w, 5.4, width=0.4, ink="blue"),
    )


def title(words: str, x: float, y: float, w: float) -> Boxes:
    """Return a block's title above its line, `TITLE` mm high."""
    return (
        Text(x, y, w, 4, words, 9.5, 7, "bold", ink="blue", leading=1, what="heading"),
        Line(x, y + 4.2, x + w, y + 4.2, width=0.2, ink="blue"),
    )
