"""The parts that all reference sheets share: sections in turn order, rulings in force, the text size that fits."""

from collections.abc import Callable, Iterable, Mapping

from companion.documents import CarriedHouseRules
from companion.printing.faces.boxes import Area, Symbol
from companion.printing.text import page_columns
from companion.printing.text.page_columns import Block, Boxes
from companion.rulebook import Rulebook, Ruling, Rulings, Section

EASY = 7.5
"""Points that a page of text is still easy to read in."""


def fitted(
    title: str, book: Rulebook, blocks: Callable[[float], tuple[Block, ...]], sizes: Iterable[float], sides: int
) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that sets a game's blocks at the largest of `sizes` (in points) that fits on `sides` pages.

    A page fewer is better than larger letters, down to `EASY`. Where no size fits, the last takes more pages.
    """
    tried = tuple(sizes)

    def make(area: Area) -> tuple[Boxes, ...]:
        made: list[tuple[Boxes, ...]] = []
        for size in tried:
            made.append(page_columns.pages(blocks(size), area, f"{title} · reference · {book.edition}"))
            if len(made[-1]) == 1 or (size <= EASY and len(made[-1]) <= sides):
                break
        fitting = [pages for pages in made if len(pages) <= sides]
        return min(fitting, key=len) if fitting else made[-1]

    return make


def in_turn_order(book: Rulebook) -> tuple[Section, ...]:
    """Return the sections that belong on a reference sheet, in turn order."""
    return tuple(sorted((s for s in book.section if s.turn > 0), key=lambda s: s.turn))


def sections(found: Iterable[Section], size: float, symbols: Mapping[str, Symbol]) -> tuple[Block, ...]:
    """Return a block for each section."""
    return tuple(page_columns.paragraphs(section.title, section.summary, size, symbols) for section in found)


def rulings(
    found: Iterable[Ruling],
    force: Rulings,
    size: float,
    symbols: Mapping[str, Symbol],
    house_rules: CarriedHouseRules | None = None,
) -> Block:
    """Return the block of rulings with the answers in force; it names the house rules that decide them."""
    named = [f"House rules: {house_rules.title}."] if house_rules else []
    lines = [f"{{house}} {ruling.question} {ruling.option_in_force(force).text}" for ruling in found]
    return page_columns.paragraphs("Rulings in force", "\n".join(named + lines), size, symbols)
