"""Warns of a printer's correction that pushes the print past the printable area, and finds the margin for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin

from companion.printing.faces.boxes import CardPicture, Circle, Line, Path, Picture, PlacedSymbol, Point, Rect
from companion.printing.sheets import safe_zone
from companion.printing.sheets.jobs import Sheet
from companion.printing.sheets.papers import MARGIN, PAPERS
from companion.printing.sheets.printers import Printer
from companion.printing.text.fitting import Drawn, Turned, Words

_SLACK = 0.05
"""Tolerance for rounding, in mm."""


@dataclass(frozen=True, slots=True)
class _Push:
    """A part of a sheet that is pushed past the printable area by `over` mm."""

    what: str
    sheet: str
    over: float


def notes(sheets: Iterable[Sheet], printer: Printer, margin: float) -> tuple[str, ...]:
    """Return a sentence for pieces and one for marks that a correction pushes past the printable area, the worst each.

    The printable area ends `margin` mm from the paper's edges, or at the 5 mm of every home printer if that is less:
    players choose a wider margin to make room for a correction.
    """
    edge = min(margin, MARGIN)
    worst: dict[str, _Push] = {}
    for sheet in sheets:
        for push in _pushes(sheet, printer, edge):
            if push.what not in worst or push.over > worst[push.what].over:
                worst[push.what] = push
    return tuple(_reach_note(push, printer, margin) for push in worst.values())


def _reach_note(push: _Push, printer: Printer, margin: float) -> str:
    wider = margin + push.over
    wider = _half(wider if wider <= MARGIN else max(margin, MARGIN) + push.over)
    return (
        f"{printer.name}: its correction pushes {push.what} of {push.sheet} {push.over:.1f} mm past the"
        f" area that it prints on. Choose a margin of at least {wider:g} mm."
    )


def margin_advice(printer: Printer) -> str:
    """Return a sentence with the margin that a printer's correction needs; empty if its own margin is enough."""
    paper = PAPERS[0]
    pushed = 0.0
    for back in (False, True):
        correction = printer.correction(paper.w, paper.h, back)
        for corner in ((MARGIN, MARGIN), (paper.w - MARGIN, paper.h - MARGIN)):
            pushed = max(
                pushed, _distance_past_edge(correction.at(*corner, paper.w, paper.h), paper.w, paper.h, MARGIN)
            )
    wider = _half(MARGIN + pushed)
    if pushed <= _SLACK or printer.habits.margin >= wider:
        return ""
    return (
        f"Its correction moves the print up to {pushed:.1f} mm outwards: print with a margin of at least {wider:g} mm."
    )


def _half(mm: float) -> float:
    """Return a length rounded up to half a millimetre."""
    return ceil(mm * 2 - 1e-6) / 2


def _pushes(sheet: Sheet, printer: Printer, edge: float) -> Iterator[_Push]:
    pieces = [
        (trim.x + x, trim.y + y)
        for trim in sheet.trims
        for x in (-trim.bleed, trim.w + trim.bleed)
        for y in (-trim.bleed, trim.h + trim.bleed)
    ]
    rest = "the cut marks or the ruler" if sheet.trims else "the page"
    for what, points in (("pieces", pieces), (rest, list(points_around(sheet.boxes)))):
        over = max((_out(point, sheet, printer, edge) for point in points), default=0.0)
        if over > _SLACK:
            yield _Push(what, sheet.display_name, over)


def _out(point: Point, sheet: Sheet, printer: Printer, edge: float) -> float:
    """Return the distance past the printable area of a point; landscape sheets are upright in the tray."""
    across = sheet.w > sheet.h
    w, h = (sheet.h, sheet.w) if across else (sheet.w, sheet.h)
    x, y = (point[1], h - point[0]) if across else point
    return _distance_past_edge(printer.correction(w, h, sheet.side == "back").at(x, y, w, h), w, h, edge)


def _distance_past_edge(point: Point, w: float, h: float, edge: float) -> float:
    x, y = point
    return max(edge - x, x - (w - edge), edge - y, y - (h - edge))


def points_around(
    boxes: Iterable[Drawn], x: float = 0, y: float = 0, angle: float = 0, scale: float = 1
) -> Iterator[Point]:
    """Yield points that enclose fitted boxes in the outermost frame, after all turns."""
    along, across = cos(radians(angle)) * scale, sin(radians(angle)) * scale
    for box in boxes:
        if isinstance(box, Turned):
            left, top = x + box.x * along - box.y * across, y + box.x * across + box.y * along
            yield from points_around(box.boxes, left, top, angle + box.angle, scale * box.scale)
        else:
            yield from ((x + px * along - py * across, y + px * across + py * along) for px, py in _corners(box))


def _corners(box: Drawn) -> Iterator[Point]:
    match box:
        case Line():
            yield from ((box.x1, box.y1), (box.x2, box.y2))
        case Rect() | Picture():
            yield from _box(box.x, box.y, box.x + box.w, box.y + box.h)
        case CardPicture():
            yield from _box(0, 0, *box.trim)
        case Circle():
            yield from _box(box.x - box.r, box.y - box.r, box.x + box.r, box.y + box.r)
        case PlacedSymbol():
            yield from _box(box.x, box.y, box.x + box.size, box.y + box.size)
        case Path():
            for move in box.moves:
                numbers = [float(v) for v in move[1:]]
                yield from zip(numbers[::2], numbers[1::2], strict=True)
        case Words() if any(runs for _, runs in box.lines):
            yield from _box(*safe_zone.extent(box))


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))
