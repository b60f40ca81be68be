"""The strip along a sheet's edge: a ruler of exactly 50 mm, and a line with the sheet's name and number."""

from companion.printing.faces.boxes import Line, Path, Text
from companion.printing.faces.qr_codes import SIDE, qr_code
from companion.printing.sheets.imposition import Foot
from companion.printing.sheets.jobs import Side
from companion.printing.sheets.options import Backs, SheetOptions
from companion.printing.text.fitting import MM_PER_PT, Turned, fit
from companion.printing.text.fonts import runs

LEAST = 6.0
"""The smallest size of type in a print, in points."""
RULER = 50.0
_RULER_WORDS = (("50 mm on paper: if not, print at 100 %", 62.0), ("50 mm on paper", 26.0))
"""Words beside the ruler, with their width: the short ones where the sheet's name needs the room."""
_HIGH = 3.2
_CODE_WIDTH = SIDE + 4
"""Width of a QR code in the strip, with the white beside it."""
_TURNED = {"long": " · turned over the long edge", "short": " · turned over the short edge"}
_PAST_MARKS = 25.0
"""Length of registration marks along the strip, with the white around them."""


def join_names(job: str, sheet: str, statement: str = "") -> str:
    """Return the names of a job and of a sheet's contents, only once if they are equal, then a statement."""
    return " · ".join(dict.fromkeys(filter(None, (job, sheet, statement))))


def sheet_name(title: str, side: Side, flip: Backs, number: int, total: int) -> str:
    """Return the text of a sheet's foot line; it ends with the number by which the option `pages` selects sheets."""
    if side == "front":
        return f"{title} · sheet {number} of {total}"
    return f"{title}{_TURNED.get(flip, '')} · sheet {number} of {total}, back"


def foot_strip(
    size: tuple[float, float],
    foot: Foot,
    name: str,
    options: SheetOptions,
    opposite: bool = False,
    link: str = "",
) -> Turned:
    """Return the strip in its place on a sheet of that width and height, clear of registration marks.

    `opposite` puts it at the other edge, where it is behind the strip of the front once the sheet is turned over.
    `link` is printed as a QR code at its end.
    """
    w, h = size
    along = h if foot == "beside" else w
    keep = options.register_at + _PAST_MARKS if options.register_marks else options.foot_at
    base = _HIGH + 0.2 if opposite else options.foot - 0.2
    code = (qr_code(link, along - keep - SIDE, base - SIDE),) if link else ()
    boxes = fit((*_boxes(along, keep, name, base, _CODE_WIDTH if link else 0), *code), name)
    at = options.foot_at if opposite else (w if foot == "beside" else h) - options.foot_at - options.foot
    return Turned(boxes, at, h, -90, 1) if foot == "beside" else Turned(boxes, 0, at, 0, 1)


def _boxes(along: float, keep: float, name: str, base: float, taken: float) -> tuple[Line | Path | Text, ...]:
    """Return the ruler at the left and the sheet's name at the right, as long as there is room, above `base`.

    `taken` is the width of the QR code at the right, in mm.
    """
    heights = ((mm, 2.6 if mm % 10 == 0 else 1.9 if mm % 5 == 0 else 1.2) for mm in range(int(RULER) + 1))
    ticks = tuple(move for mm, tall in heights for move in (("M", keep + mm, base), ("L", keep + mm, base - tall)))
    boxes: tuple[Line | Path | Text, ...] = (Line(keep, base, keep + RULER, base, 0.25), Path(ticks, width=0.15))
    left, wide = keep + RULER + 2, along - 2 * keep - RULER - 2 - taken
    if wide < 100:
        line = Text(left, base - _HIGH, wide, _HIGH, _from_the_end(name, wide), 7, LEAST, what="foot line")
        return (*boxes, line) if wide > 30 else boxes
    words, room = next(((s, r) for s, r in _RULER_WORDS if _fits(name, wide - r - 2)), _RULER_WORDS[-1])
    name = _from_the_end(name, wide - room - 2)
    return (
        *boxes,
        Text(left, base - _HIGH, room, _HIGH, words, 7, 6.5, what="ruler"),
        Text(left + room + 2, base - _HIGH, wide - room - 2, _HIGH, name, 7, LEAST, align="right", what="foot line"),
    )


def _fits(name: str, room: float) -> bool:
    """Return whether a line fits into `room` mm at the smallest size."""
    return sum(width for _, _, width in runs(name, "regular")) <= room / (LEAST * MM_PER_PT)


def _from_the_end(name: str, room: float) -> str:
    """Return the end of a line that fits into `room` mm at the smallest size: the sheet's number comes last."""
    if _fits(name, room):
        return name
    end = name
    while end and not _fits(f"…{end}", room):
        end = end[1:]
    return f"…{end}"
