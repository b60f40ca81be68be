"""The parts that all reference sheets share: sections in turn order, rulings in force, the text size that fits."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.data.documents import CarriedHouseRules
from companion.data.rulebook import Rulebook, Ruling, Rulings, Section
from companion.printing.faces.boxes import Area, Box, Line, Rect, Symbol, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns
from companion.printing.text.page_columns import Block, Boxes, Row

SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
"""Text sizes in points, tried from the largest; what is looked up in play is never smaller."""


def fitted(
    title: str, book: Rulebook, blocks: Callable[[float], tuple[Block, ...]], sides: int
) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return a function that sets a game's blocks at the largest of `SIZES` that fits on `sides` pages.

    Where none does, they are set at the last one, on more pages.
    """

    def make(area: Area) -> tuple[Boxes, ...]:
        pages: tuple[Boxes, ...] = ()
        for size in SIZES:
            pages = page_columns.pages(blocks(size), area, f"{title} · reference · {book.edition}")
            if len(pages) <= sides:
                break
        return pages

    return make


def in_turn_order(book: Rulebook) -> tuple[Section, ...]:
    """Return the sections that belong on a reference sheet, in turn order."""
    return tuple(sorted((s for s in book.section if s.turn > 0), key=lambda s: s.turn))


def sections(chosen: Iterable[Section], size: float, symbols: Mapping[str, Symbol]) -> tuple[Block, ...]:
    """Return a block for each section."""
    return tuple(page_columns.paragraphs(section.title, section.summary, size, symbols) for section in chosen)


def table(
    title: str,
    note: str,
    looks: tuple[Text, Text, Text],
    heads: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str]]],
    size: float,
) -> Block:
    """Return a block with a table of figures, each row with its label, and a note below it.

    `looks` are the texts to copy for the corner, a label and a figure; the corner is as wide as all labels.
    """
    corner, label, figure = looks
    head, high = replace(figure, what=corner.what), corner.h

    def draw(x: float, y: float, w: float) -> Boxes:
        across = (w - corner.w) / len(heads)

        def line(top: float, first: Text, look: Text, words: Sequence[str]) -> Iterator[Box]:
            yield replace(first, x=x + first.x, y=top)
            for i, word in enumerate(words):
                yield replace(look, x=x + corner.w + i * across, y=top, w=across, h=high, text=word)

        boxes: list[Box] = [Rect(x, y, w, high, fill="tint", stroke=None), *line(y, corner, head, heads)]
        for number, (words, figures) in enumerate(rows, 1):
            top = y + number * high
            boxes.append(Line(x, top + high, x + w, top + high, width=0.1, ink="faint"))
            boxes += line(top, replace(label, text=words), figure, figures)
        return tuple(boxes)

    table_row = Row(lambda w: high * (len(rows) + 1) + 0.6, draw)
    return Block(title, (table_row, page_columns.row(note, size, INLINE)))


def rulings(
    listed: Iterable[Ruling],
    force: Rulings,
    size: float,
    symbols: Mapping[str, Symbol],
    house_rules: CarriedHouseRules | None = None,
) -> Block:
    """Return the block of rulings with the options in force; it names the house rules that choose them."""
    title_lines = [f"House rules: {house_rules.title}."] if house_rules else []
    lines = [f"{{house}} {ruling.question} {ruling.option_in_force(force).text}" for ruling in listed]
    return page_columns.paragraphs("Rulings in use", "\n".join(title_lines + lines), size, symbols)
