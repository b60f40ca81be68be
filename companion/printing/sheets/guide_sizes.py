"""Lengths and widths of guides, in mm, and the room they need; planning and drawing both ask here."""

from typing import Literal

from companion.printing.sheets.options import SheetOptions

GAP = 0.6
"""From a trim to where its cut mark starts; further where there is bleed. The arms of a cross start at the trim."""
MARK, ARM = 4.0, 2.0
"""Longest cut mark, and longest arm of a cross."""
SHORT = 1.0
"""Shortest cut mark: a shorter one is a mere dot. A cut without room for two marks gets a line along it."""
HAIR = 0.1
_WIDTHS = {"marks": 0.25, "dots": 0.2, "hairlines": HAIR}
"""Every printer prints a mark of 0.25 mm; a line along a trim is thinner, because half of it stays on the piece."""

Room = tuple[float, float, float, float]
"""How far marks may reach: left, top, right, bottom."""


def guide_width(guide: Literal["marks", "dots", "hairlines"], options: SheetOptions) -> float:
    """Return the width of a kind of guide: the one chosen for all of them, or its own."""
    return _WIDTHS[guide] if options.line_width is None else options.line_width


def mark_start(options: SheetOptions) -> float:
    """Return how far from its trim a mark starts: outside the bleed."""
    return options.bleed if options.lines == "crosses" else max(GAP, options.bleed)


def spare(options: SheetOptions) -> float:
    """Return the additional distance from the edges, in mm, that gives each cut room for both of its marks."""
    return mark_start(options) - options.bleed + SHORT if options.lines in ("marks", "crosses") else 0.0


def fit_at_fold(options: SheetOptions) -> bool:
    """Return whether marks have room between pieces and the fold beside them."""
    return options.fold_spacing / 2 >= mark_start(options) + SHORT
