"""Whole pages, references and sheets: the area they have on a paper, and their texts fitted in it."""

from companion.printing.faces.boxes import Area, Box
from companion.printing.sheets.options import SheetOptions
from companion.printing.text.fitting import DoesNotFit, Drawn, Turned, fit


def area(options: SheetOptions) -> Area:
    """Return the part of a page that every printer reaches and the foot strip leaves."""
    paper, unmarked = options.size, _unmarked(options)
    return Area(paper.w - 2 * unmarked.keep, paper.h - unmarked.keep - unmarked.foot_keep)


def fitted(boxes: tuple[Box, ...], title: str, options: SheetOptions) -> tuple[Drawn, ...]:
    """Return a page's boxes fitted and in their place; DoesNotFit where a text is too long for the paper."""
    room, margin = area(options), options.margin
    try:
        return (Turned(fit(boxes, title, (room.w, room.h)), margin, margin, 0, 1),)
    except DoesNotFit as error:
        fix = "Choose a larger paper or a narrower margin, or shorten it."
        raise DoesNotFit(error.piece, error.what, error.overflow, error.why, fix) from None


def _unmarked(options: SheetOptions) -> SheetOptions:
    """Return the options without registration marks: there is nothing to cut."""
    return options.model_copy(update={"register_marks": False})
