"""The test page that shows a printer's error: lines to measure, and on both sides scales to hold to the light."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput
from companion.printing.faces.boxes import Box, Line, Point, Text, polygon
from companion.printing.sheets import foot
from companion.printing.sheets.fit_to_page import ACROSS, ALONG, EDGE
from companion.printing.sheets.layout import Job, Sheet, Side
from companion.printing.sheets.options import Backs, PrintOptions
from companion.printing.sheets.papers import Paper
from companion.printing.sheets.printers import MARKS, REACH, STEP, Printer
from companion.printing.text.fitting import fit

PITCH = 3.0
"""Distance of a vernier's marks on the front, in mm; those of the back are a step closer, so that one pair lines up."""
LONG = 5.0
"""Length of a vernier's marks on the front."""
PAST = 4.0
"""Length of the back's marks past the front's at both ends, in mm: a back may be off by some millimetres."""
_SCALE = REACH + 1
"""Length of the arrow's scale on each side, in mm."""
_TITLE = "Printer test page"
STEPS = (
    "1  Print both sides at 100 %, “actual size”, with the paper and the duplex setting that you will use.",
    "2  A and B: measure from the left and from the upper edge of the paper to the thick lines. True is 20 mm.",
    "3  C and D: measure the long lines from tick to tick. True is 150 mm and 200 mm.",
    "4  Hold the sheet against the light, this side towards you. E1 and F1: at which millimetre does the arrow of"
    " the back point? E2 and F2: which numbered mark of the front does a mark of the back run into? True is 0.",
    f"5  An arrow past the scale is more than {REACH} mm off: set the paper guides of the tray and print this page"
    " again.",
    "6  Type the eight numbers under your printer's name. Then print this page again with that printer chosen:"
    " A and B read 20, C 150, D 200, E and F 0. Then backs are within a tenth of a millimetre.",
)


def test_page(paper: Paper, backs: Backs = "long", title: str = _TITLE) -> Job:
    """Return the test page as a job; InvalidInput if the paper is too small for its lines."""
    if paper.w < 200 or paper.h < 260:
        raise InvalidInput(InputError("paper", paper.title, "one of at least 200 × 260 mm, for the test page's lines"))
    options = PrintOptions(paper=paper.name, backs=backs if backs in ("long", "short") else "long")
    sheets = (
        _sheet(tuple(_front(paper.w, paper.h)), "front", title, options),
        _sheet(tuple(_back(paper.w, paper.h, options.backs == "long")), "back", title, options),
    )
    return Job(title, sheets, "#1f3f77", options, papers=1, duplex="short" if options.backs == "short" else "long")


def _sheet(boxes: tuple[Box, ...], side: Side, title: str, options: PrintOptions) -> Sheet:
    w, h = options.size.w, options.size.h
    strip = foot.foot_strip((w, h), "below", foot.sheet_name(title, side, options.backs, 1, 1), options)
    return Sheet(w, h, _TITLE, side, (), (*fit(boxes, "test page"), strip), (_TITLE,), number=1)


def _front(w: float, h: float) -> Iterator[Box]:
    yield Line(EDGE, 12, EDGE, 96, 0.5)
    yield Line(12, EDGE, 110, EDGE, 0.5)
    yield _label(EDGE + 1.5, 88, "A")
    yield _label(103, EDGE + 1, "B")
    yield Text(EDGE + 8, EDGE + 4, w - 2 * EDGE - 20, 8, _TITLE, 14, 12, "bold", ink="blue", what="title")
    yield Text(EDGE + 8, EDGE + 13, w - 2 * EDGE - 20, 56, "\n".join(STEPS), 9, 8, leading=1.3, what="steps")
    left, y = (w - ACROSS) / 2, h - 52.0
    right = left + ACROSS
    yield from (Line(left, y, right, y, 0.3), Line(left, y - 2, left, y + 2, 0.3))
    yield Line(right, y - 2, right, y + 2, 0.3)
    yield _label(left + ACROSS / 2, y - 6, "C")
    top, x = (h - ALONG) / 2, w - 14.0
    yield from (Line(x, top, x, top + ALONG, 0.3), Line(x - 2, top, x + 2, top, 0.3))
    yield Line(x - 2, top + ALONG, x + 2, top + ALONG, 0.3)
    yield _label(x - 6, h / 2 - 60, "D")
    yield from _scale_right(w, h)
    yield from _scale_down(w, h)


def _label(x: float, y: float, words: str) -> Text:
    return Text(x, y, 8, 6, words, 13, 13, "bold", ink="blue", what="label")


COLUMN = 40.0
"""Distance of the vertical vernier from the left edge; all scales are centred, so that a scaled print moves none."""
_ABOVE, _BELOW, _BESIDE = 26.0, 26.0, 42.0
"""Distances from the sheet's middle up to the horizontal vernier and down to the horizontal arrow's scale, and from the
right edge to the vertical arrow's scale."""
_NUMBERED = range(-MARKS, MARKS + 1)
_BEHIND = range(-MARKS - 3, MARKS + 4)
"""The marks of the back: more than the front has, so that a back that is far off has marks behind all of them."""


def _scale_right(w: float, h: float) -> Iterator[Box]:
    middle, row, level = w / 2, h / 2 - _ABOVE, h / 2 + _BELOW
    for n in _NUMBERED:
        x = middle + n * PITCH
        yield Line(x, row - LONG, x, row, 0.15)
        if n % 2 == 0:
            yield Text(x - 3, row - LONG - 4, 6, 3.6, _label_text(n), 7.5, 7, align="centre", what="number")
    yield _label(middle + len(_BEHIND) / 2 * PITCH + 2, row - 5, "E2")
    yield Line(middle - _SCALE, level, middle + _SCALE, level, 0.15)
    for n in range(-_SCALE, _SCALE + 1):
        yield Line(middle + n, level - _tall(n), middle + n, level, 0.15)
        if n % 5 == 0:
            yield Text(middle + n - 3, level - 7.6, 6, 3.6, _label_text(n), 7.5, 7, align="centre", what="millimetre")
    yield _label(middle + _SCALE + 6, level - 5, "E1")


def _scale_down(w: float, h: float) -> Iterator[Box]:
    middle, upright = h / 2, w - _BESIDE
    for n in _NUMBERED:
        y = middle + n * PITCH
        yield Line(COLUMN - LONG, y, COLUMN, y, 0.15)
        if n % 2 == 0:
            yield Text(
                COLUMN - LONG - 9,
                y - 2,
                8,
                4,
                _label_text(n),
                7.5,
                7,
                align="right",
                across="middle",
                what="number",
            )
    yield _label(COLUMN - 12, middle - MARKS * PITCH - 9, "F2")
    yield Line(upright, middle - _SCALE, upright, middle + _SCALE, 0.15)
    for n in range(-_SCALE, _SCALE + 1):
        yield Line(upright - _tall(n), middle + n, upright, middle + n, 0.15)
        if n % 5 == 0:
            place = (upright - 13, middle + n - 2, 8, 4)
            yield Text(*place, _label_text(n), 7.5, 7, align="right", across="middle", what="millimetre")
    yield _label(upright - 7, middle - _SCALE - 9, "F1")


def _tall(mm: int) -> float:
    """Return the length of a ruler's tick."""
    return 3.8 if mm % 5 == 0 else 2.2


def _label_text(n: int) -> str:
    return f"{n:+d}".replace("-", "−") if n else "0"


def _back(w: float, h: float, upright: bool) -> Iterator[Box]:
    """Yield the back's marks so that, once the sheet is turned over, they continue the front's."""

    def behind(x: float, y: float) -> Point:
        return (w - x, y) if upright else (x, h - y)

    close, row = PITCH - STEP, h / 2 - _ABOVE
    for n in _BEHIND:
        x, y = w / 2 + n * close, h / 2 + n * close
        yield Line(*behind(x, row - PAST), *behind(x, row + LONG + PAST), 0.15)
        yield Line(*behind(COLUMN - PAST, y), *behind(COLUMN + LONG + PAST, y), 0.15)
    yield from _arrow(behind, (w / 2, h / 2 + _BELOW), (0, 1))
    yield from _arrow(behind, (w - _BESIDE, h / 2), (1, 0))
    instruction = "The back of the test page: hold it against the light, this side away from you."
    yield Text(EDGE, h - 40, w - 2 * EDGE, 6, instruction, 9, 8, align="centre", what="instruction")


def _arrow(behind: Callable[[float, float], Point], at: Point, way: Point) -> tuple[Box, ...]:
    """Return an arrow of the back whose shaft crosses the scale at a point; `way` is the direction of its tail."""

    def point(along: float, across: float = 0) -> Point:
        return behind(at[0] + way[0] * along + way[1] * across, at[1] + way[1] * along + way[0] * across)

    head = polygon(point(8), point(13, -2.5), point(13, 2.5), fill="ink", stroke=None)
    return Line(*point(-2.5), *point(9), 0.25), head


def for_printer(job: Job, printer: Printer) -> Job:
    """Return the test page corrected by a printer's readings, to check them."""
    return replace(job, printer=printer, title=f"{job.title}: {printer.name}")
