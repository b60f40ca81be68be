"""Lengths and widths of guides, in mm, and the room they need; used for planning and for drawing."""

from typing import Literal

from companion.printing.sheets.options import SheetOptions

GAP = 0.6
"""Distance of a cut mark from its trim; with bleed it is larger. The arms of a cross start at the trim."""
MARK, ARM = 4.0, 2.0
"""Longest cut mark, and longest arm of a cross."""
SHORT = 1.0
"""Shortest cut mark. A cut without room for two marks gets a line along it."""
HAIR = 0.1
_WIDTHS = {"marks": 0.25, "dots": 0.2, "hairlines": HAIR}
"""Every printer prints a mark of 0.25 mm; a line along a trim is thinner, because half of it stays on the piece."""

Room = tuple[float, float, float, float]
"""The limits of the marks: left, top, right, bottom."""


def guide_width(guide: Literal["marks", "dots", "hairlines"], options: SheetOptions) -> float:
    """Return the width of a kind of guide: the chosen width, or its own."""
    return _WIDTHS[guide] if options.line_width is None else options.line_width


def longest_mark(options: SheetOptions) -> float:
    """Return the greatest length of a mark, or of a cross's arm."""
    return options.mark_length or (ARM if options.lines == "crosses" else MARK)


def mark_start(options: SheetOptions) -> float:
    """Return the distance of a mark from its trim: outside the bleed."""
    return options.bleed if options.lines == "crosses" else max(GAP, options.bleed)


def room_for_marks(options: SheetOptions) -> float:
    """Return the additional distance from the edges, in mm, for both marks of each cut."""
    return mark_start(options) - options.bleed + SHORT if options.lines in ("marks", "crosses") else 0.0


def fit_at_fold(options: SheetOptions) -> bool:
    """Return whether marks have room between pieces and the fold beside them."""
    return options.fold_spacing / 2 >= mark_start(options) + SHORT
