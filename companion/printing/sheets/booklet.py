"""Puts the pages of a booklet on sheets: printed on both sides, laid in each other, folded once and stapled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.printing.faces.boxes import Area, Box, Group, Line, Pages, Part
from companion.printing.sheets.options import Backs

FOLD_MARGIN, SIDE_MARGIN, TOP_MARGIN = 10.0, 5.0, 3.0
"""Margins of a page at the fold, at the printable area's sides, and at its top and bottom, in mm."""
_TICK = 4.0
"""Length of the marks at the fold, in mm."""
_STAPLE = 12.0
"""Width of a staple, in mm."""

Boxes = tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class BookletSheet:
    """The page numbers on a sheet of paper, from 1: left and right of the fold, on its front and on its back."""

    front: tuple[int, int]
    back: tuple[int, int]


def page_order(pages: int) -> tuple[BookletSheet, ...]:
    """Return the sheets of a booklet, the outermost first; a number past the last page is a blank page.

    Sheets are turned over the edge parallel to the fold, so that page 2 is behind page 1.
    """
    sheets = -(-pages // 4)
    last = 4 * sheets
    return tuple(BookletSheet((last - 2 * n, 1 + 2 * n), (2 + 2 * n, last - 1 - 2 * n)) for n in range(sheets))


def notes(parts: Iterable[Part], backs: Backs) -> tuple[str, ...]:
    """Return a sentence for each booklet of a job that is not printed on both sides."""
    bound = () if backs in ("long", "short") else (part for part in parts if isinstance(part, Pages) and part.booklet)
    return tuple(
        f"{part.title}: its sides come one after the other. Print it on both sides, turned over the long or the"
        " short edge, to fold and staple it."
        for part in bound
    )


def page_area(area: Area) -> Area:
    """Return the area of one page on sheets with this printable area."""
    return Area(area.w / 2 - FOLD_MARGIN - SIDE_MARGIN, area.h - 2 * TOP_MARGIN)


def impose_booklet(pages: Sequence[Boxes], area: Area) -> tuple[Boxes, ...]:
    """Return the front and the back of each sheet in turn, with marks for the fold and (outermost) the staples."""
    sides: list[Boxes] = []
    for number, sheet in enumerate(page_order(len(pages))):
        marks = (*_fold(area), *(_staples(area) if number == 0 else ()))
        sides += [(*_side(sheet.front, pages, area), *marks), _side(sheet.back, pages, area)]
    return tuple(sides)


def _side(numbers: tuple[int, int], pages: Sequence[Boxes], area: Area) -> Boxes:
    places = (SIDE_MARGIN, area.w / 2 + FOLD_MARGIN)
    return tuple(
        Group(pages[number - 1], x, TOP_MARGIN)
        for number, x in zip(numbers, places, strict=True)
        if number <= len(pages) and pages[number - 1]
    )


def _fold(area: Area) -> Boxes:
    x = area.w / 2
    ends = ((0.0, _TICK), (area.h - _TICK, area.h))
    return tuple(Line(x, top, x, low, 0.2, "soft", (1.2, 0.8)) for top, low in ends)


def _staples(area: Area) -> Boxes:
    x = area.w / 2
    middles = (area.h / 4, area.h * 3 / 4)
    return tuple(Line(x, y - _STAPLE / 2, x, y + _STAPLE / 2, 0.2, "faint") for y in middles)
