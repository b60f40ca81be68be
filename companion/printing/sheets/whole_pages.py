"""Whole pages (references, sheets): their area on a paper, and their texts fitted in it."""

from collections.abc import Iterable
from dataclasses import replace

from companion.printing.faces.boxes import Area, Box, Pages, Text
from companion.printing.sheets import booklet
from companion.printing.sheets.options import SheetOptions
from companion.printing.text.fitting import DoesNotFit, Drawn, Turned, fit


def size(part: Pages, options: SheetOptions) -> tuple[float, float]:
    """Return the width and the height of a part's pages; a booklet's sheets are landscape, its pages half of them."""
    paper = options.size
    if part.for_screen:
        return paper.h / 2, paper.w
    return (paper.h, paper.w) if part.booklet else (paper.w, paper.h)


def page_boxes(part: Pages, options: SheetOptions) -> tuple[tuple[Box, ...], ...]:
    """Return the boxes of each page of a part on the chosen paper."""
    return part.make(area(part, options))


def area(part: Pages, options: SheetOptions) -> Area:
    """Return the part of a page that every printer reaches, without the foot strip; a booklet has no foot strip.

    A page for a screen has the area that it has in the booklet.
    """
    if part.for_screen:
        return booklet.page_area(area(replace(part, booklet=True, for_screen=False), options))
    (w, h), unmarked = size(part, options), options.model_copy(update={"register_marks": False})
    return Area(w - 2 * unmarked.keep, h - unmarked.keep - (unmarked.keep if part.booklet else unmarked.foot_keep))


def fit_page(boxes: tuple[Box, ...], part: Pages, options: SheetOptions) -> tuple[Drawn, ...]:
    """Return a page's boxes fitted and in their place; DoesNotFit if a text is too long for the paper."""
    room, margin, title = area(part, options), options.margin, part.title
    left, top = margin, margin
    if part.for_screen:
        w, h = size(part, options)
        left, top = (w - room.w) / 2, (h - room.h) / 2
    try:
        return (Turned(fit(boxes, title, (room.w, room.h)), left, top, 0, 1),)
    except DoesNotFit as error:
        fix = "Choose a larger paper or a narrower margin, or shorten it."
        raise DoesNotFit(error.piece, error.what, error.overflow, error.why, fix) from None


def headings(boxes: Iterable[Box]) -> tuple[str, ...]:
    """Return the titles of the chapters that begin on a page."""
    return tuple(box.text for box in boxes if isinstance(box, Text) and box.what == "heading")
