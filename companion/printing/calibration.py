"""The test page that shows a printer's error: lines to measure, and verniers on both sides to hold to the light."""

from collections.abc import Iterator
from dataclasses import replace

from companion.findings import InputError, InvalidInput
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.sheets import foot
from companion.printing.sheets.layout import Job, Sheet, Side
from companion.printing.sheets.options import Backs, PrintOptions
from companion.printing.sheets.papers import Paper
from companion.printing.sheets.printers import ACROSS, ALONG, EDGE, MARKS, STEP, Printer
from companion.printing.text.fitting import fit

PITCH = 2.0
"""From mark to mark on the front; the back's are a step closer, so that one pair of marks in each row lines up."""
LONG = 5.0
_TITLE = "Printer test page"
STEPS = (
    "1  Print both sides at 100 %, “actual size”, with the paper and the duplex setting that you will use.",
    "2  A and B: measure from the left and from the upper edge of the paper to the thick lines. True is 20 mm.",
    "3  C and D: measure the long lines from tick to tick. True is 150 mm and 200 mm.",
    "4  E and F: hold the sheet against the light, this side towards you. On each scale one mark of the back lines up"
    " with a mark of the front: read its number. True is 0.",
    "5  Type the six numbers under your printer's name. Then print this page again with that printer chosen:"
    " A and B read 20, C 150, D 200, E and F 0.",
)


def test_page(paper: Paper, backs: Backs = "long", title: str = _TITLE) -> Job:
    """Return the test page as a job; InvalidInput where the paper is too small for its lines."""
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
    strip = foot.strip(w, h, "below", foot.line(title, side, options.backs, 1, 1), 1, options)
    return Sheet(w, h, _TITLE, side, (), (*fit(boxes, "test page"), strip), (_TITLE,), number=1)


def _front(w: float, h: float) -> Iterator[Box]:
    yield Line(EDGE, 12, EDGE, 96, 0.5)
    yield Line(12, EDGE, 110, EDGE, 0.5)
    yield _label(EDGE + 1.5, 88, "A")
    yield _label(103, EDGE + 1, "B")
    yield Text(EDGE + 8, EDGE + 4, w - 2 * EDGE - 20, 8, _TITLE, 14, 12, "bold", ink="blue", what="title")
    yield Text(EDGE + 8, EDGE + 14, w - 2 * EDGE - 20, 52, "\n".join(STEPS), 9, 8, leading=1.3, what="steps")
    left, y = (w - ACROSS) / 2, 106.0
    yield from (Line(left, y, left + ACROSS, y, 0.3), Line(left, y - 2, left, y + 2, 0.3))
    yield Line(left + ACROSS, y - 2, left + ACROSS, y + 2, 0.3)
    yield _label(left + ACROSS / 2, y - 6, "C")
    top, x = (h - ALONG) / 2, w - 14.0
    yield from (Line(x, top, x, top + ALONG, 0.3), Line(x - 2, top, x + 2, top, 0.3))
    yield Line(x - 2, top + ALONG, x + 2, top + ALONG, 0.3)
    yield _label(x - 6, h / 2 - 60, "D")
    yield from _scale_right(w)
    yield from _scale_down(h)


def _label(x: float, y: float, words: str) -> Text:
    return Text(x, y, 6, 6, words, 13, 13, "bold", ink="blue", what="label")


ROW, COLUMN = 126.0, 60.0
"""Where the two verniers are: centred on the sheet, so that the printer's scale does not move their middles."""


def _scale_right(w: float) -> Iterator[Box]:
    yield _label(w / 2 - MARKS * PITCH - 14, ROW - 5, "E")
    for n in range(-MARKS, MARKS + 1):
        x = w / 2 + n * PITCH
        yield Line(x, ROW - LONG, x, ROW, 0.15)
        if n % 5 == 0:
            yield Text(x - 4, ROW - LONG - 4, 8, 3.6, _said(n), 8, 8, align="centre", what="number")
    yield Rect(w / 2 - MARKS * PITCH - 3, ROW, 2 * MARKS * PITCH + 6, LONG + 1, stroke="faint", width=0.1)


def _scale_down(h: float) -> Iterator[Box]:
    yield _label(COLUMN - 14, h / 2 - MARKS * PITCH - 10, "F")
    for n in range(-MARKS, MARKS + 1):
        y = h / 2 + n * PITCH
        yield Line(COLUMN - LONG, y, COLUMN, y, 0.15)
        if n % 5 == 0:
            yield Text(COLUMN - LONG - 9, y - 2, 8, 4, _said(n), 8, 8, align="right", across="middle", what="number")
    yield Rect(COLUMN, h / 2 - MARKS * PITCH - 3, LONG + 1, 2 * MARKS * PITCH + 6, stroke="faint", width=0.1)


def _said(n: int) -> str:
    return f"{n:+d}".replace("-", "−") if n else "0"


def _back(w: float, h: float, upright: bool) -> Iterator[Box]:
    """Return the back's marks so that, once the sheet is turned over, they extend the front's."""

    def behind(x: float, y: float) -> tuple[float, float]:
        return (w - x, y) if upright else (x, h - y)

    close = PITCH - STEP
    for n in range(-MARKS, MARKS + 1):
        yield Line(*behind(w / 2 + n * close, ROW), *behind(w / 2 + n * close, ROW + LONG), 0.15)
        yield Line(*behind(COLUMN, h / 2 + n * close), *behind(COLUMN + LONG, h / 2 + n * close), 0.15)
    said = "The back of the test page: hold it against the light, this side away from you."
    yield Text(EDGE, h - 40, w - 2 * EDGE, 6, said, 9, 8, align="centre", what="said")


def for_printer(job: Job, printer: Printer) -> Job:
    """Return the test page corrected by a printer's readings, to test them."""
    return replace(job, printer=printer, title=f"{job.title}: {printer.name}")
