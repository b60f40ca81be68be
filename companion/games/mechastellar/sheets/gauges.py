"""Templates at true scale: engagement rings, an area strip and range rulers with glue tabs.

To save paper, the area strip is as wide as the widest area and is folded to the others, and the quarters of a ring are
nested.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin, tan

from companion.data.rulebook import rule
from companion.printing.faces.boxes import Area, Box, Circle, Group, Line, Path, Rect, Text

Boxes = tuple[Box, ...]

INCH = 25.4
RULERS = (8, 16, 24, 32, 48)
WIDTHS = (2, 3, 4)
"""The widths of area weapons in inches: the strip has the last and is folded at the others."""
STRIP_RANGE = 24
RINGS = (6, 4)
BAND = 12.0
"""Width of a ring in mm."""
TAB = 10.0
"""Length of a glue tab in mm."""
RULER_WIDE = 12.0
BETWEEN = 3.0
"""The gap between two parts of a gauge in mm."""
_FOLD = (3.0, 1.5)


@dataclass(frozen=True)
class Strip:
    """A straight gauge: length in inches, width in mm, text, and the widths to fold it to in inches."""

    inches: int
    wide: float
    words: str
    folds: tuple[int, ...] = ()


@rule("aoe-shape")
def strips() -> tuple[Strip, ...]:
    """Return the strip for area weapons, then rulers of 8 to 48 inches."""
    *folds, widest = WIDTHS
    narrower = " and ".join(f'{n}"' for n in folds)
    area = Strip(STRIP_RANGE, widest * INCH, f'AOE {widest}" wide · fold it to {narrower}', tuple(folds))
    return area, *(Strip(n, RULER_WIDE, f'{n}" range · {n // 2}" rapid fire') for n in RULERS)


def rulers(area: Area) -> tuple[Boxes, ...]:
    """Return the pages of straight gauges, each cut into parts no longer than the page, with tabs to glue.

    Each part is put on the first page with room for it.
    """
    longest = int((area.h - TAB - 2) // INCH)
    pages: list[list[Box]] = []
    filled: list[float] = []
    for strip in strips():
        # Parts of nearly equal length: the words need more than an inch.
        part_length = ceil(strip.inches / ceil(strip.inches / longest))
        for part, start in enumerate(range(0, strip.inches, part_length)):
            inches = min(part_length, strip.inches - start)
            page = next((n for n, x in enumerate(filled) if x + strip.wide <= area.w), len(pages))
            if page == len(pages):
                pages.append([])
                filled.append(0.0)
            pages[page] += _part(strip, filled[page], start, inches, start + inches == strip.inches, part)
            filled[page] += strip.wide + BETWEEN
    return tuple(tuple(page) for page in pages)


def _part(strip: Strip, x: float, start: int, inches: int, last: bool, part: int) -> Boxes:
    long = inches * INCH
    tab = 0.0 if last else TAB
    boxes: list[Box] = [Rect(x, 0, strip.wide, long, stroke="ink", width=0.3)]
    if tab:
        boxes.append(Rect(x + 1, long, strip.wide - 2, tab, fill="wash", stroke="soft", width=0.2, dash=(1.5, 1)))
        boxes.append(_tab_text(x + 1, long + 1, strip.wide - 2, tab - 2, f"glue {start + inches}"))
    for n in range(1, inches + 1):
        y, inch = n * INCH, start + n
        is_half = strip.wide == RULER_WIDE and inch * 2 == strip.inches
        reach = strip.wide if is_half else 5.0 if strip.wide == RULER_WIDE else 7.0
        if n < inches or not last:
            boxes.append(Line(x, y, x + reach, y, width=0.7 if is_half else 0.25))
        boxes.append(Text(x + 0.8, y - 5, 10, 4.6, str(inch), 10, 7, "bold", leading=1, what="inch"))
        boxes.append(Line(x, y - INCH / 2, x + 2.5, y - INCH / 2, width=0.15))
    for fold in strip.folds:
        at = x + fold * INCH
        boxes.append(Line(at, 0, at, long, 0.2, "soft", _FOLD))
        boxes.append(_upright_text(at - 0.6, 2, 30, f'fold: {fold}"'))
    words = strip.words if not part else f"{strip.words} · {start} to {start + inches}"
    # The words run up the strip, so that they do not widen it.
    boxes.append(_upright_text(x + strip.wide - 1.2, 2, min(long - 4, 90), words))
    return tuple(boxes)


def _upright_text(x: float, y: float, long: float, words: str) -> Box:
    text = Text(0, 0, long, 4, words, 8.5, 6.5, "semibold", across="middle", ink="soft", leading=1, what="gauge")
    return Group((text,), x, y, angle=90)


def _tab_text(x: float, y: float, w: float, h: float, words: str) -> Text:
    return Text(x, y, w, h, words, 7, 6.5, align="centre", across="middle", ink="soft", leading=1, what="tab")


def rings(area: Area) -> tuple[Boxes, ...]:
    """Return the engagement rings of 6 and 4 inches in quarters with tabs to glue; a note if the paper is too small."""
    fitting = [inches for inches in RINGS if inches * INCH <= min(area.w, area.h - TAB)]
    pages = tuple(page for inches in fitting for page in _ring(area, inches))
    larger = " and ".join(f'{inches}"' for inches in RINGS if inches not in fitting)
    if not larger:
        return pages
    words = f"A ring of {larger} needs larger paper than this."
    return (*pages, (Text(0, 4, area.w, 12, words, 10, 7, ink="soft", what="ring"),))


def _ring(area: Area, inches: int) -> Iterator[Boxes]:
    """Yield the pages of a ring around a model's centre, with as many nested quarters on each as fit."""
    outer = inches * INCH
    room = min(area.w - outer, area.h - outer - TAB)
    nested = min(4, max(1, int(room / (BAND + BETWEEN / 2)) + 1))
    for first in range(0, 4, nested):
        count = min(nested, 4 - first)
        top = outer + (count - 1) * (BAND + BETWEEN / 2)
        page: list[Box] = []
        for n in range(count):
            off = n * (BAND + BETWEEN / 2)
            page += _quarter(off, top - off, outer, f"{first + n + 1}")
        numbers = f"quarter {first + 1}" if count == 1 else f"quarters {first + 1} to {first + count}"
        page += _ring_notes(top, outer - BAND, f'{inches}" + Size: engagement, {numbers} of 4')
        yield tuple(page)


def _quarter(x: float, y: float, outer: float, number: str) -> Boxes:
    """Return a quarter of a ring around the corner (x, y), with a tab below its right end."""
    inner = outer - BAND
    moves: list[tuple[str | float, ...]] = [("M", x, y - outer)]
    moves += _arc(x, y, outer, 90, 0)
    moves.append(("L", x + inner, y))
    moves += _arc(x, y, inner, 0, 90)
    moves.append(("Z",))
    boxes: list[Box] = [
        Path(tuple(moves), stroke="ink", width=0.3),
        Rect(x + inner + 1, y, BAND - 2, TAB, fill="wash", stroke="soft", width=0.2, dash=(1.5, 1)),
        _tab_text(x + inner + 1, y + 1, BAND - 2, TAB - 2, f"glue {number}"),
    ]
    for degrees in (15, 30, 45, 60, 75):
        boxes.append(Line(*_on_circle(x, y, outer - 3, degrees), *_on_circle(x, y, outer, degrees), width=0.25))
    return tuple(boxes)


def _ring_notes(y: float, inner: float, words: str) -> Boxes:
    """Return the instructions for the quarters about the corner (0, y), and a mark at the centre of their circle."""
    about = "Glue four quarters to a ring. The small circle is the centre of the model."
    return (
        Circle(1.4, y - 1.4, 1.2, stroke="ink", width=0.3),
        Line(0, y, 6, y, width=0.2, ink="soft", dash=(1, 1)),
        Line(0, y, 0, y - 6, width=0.2, ink="soft", dash=(1, 1)),
        Text(8, y - 14, inner - 20, 5, words, 9, 6.5, "semibold", ink="soft", leading=1, what="ring"),
        Text(8, y - 8, inner - 20, 7, about, 7.5, 6.5, ink="soft", what="ring"),
    )


def _on_circle(x: float, y: float, r: float, degrees: float) -> tuple[float, float]:
    return x + r * cos(radians(degrees)), y - r * sin(radians(degrees))


def _arc(x: float, y: float, r: float, start: float, end: float) -> list[tuple[str | float, ...]]:
    """Return a quarter circle as three curves; degrees count counterclockwise from the right."""
    curves: list[tuple[str | float, ...]] = []
    steps = 3
    for n in range(steps):
        a, b = (start + (end - start) * k / steps for k in (n, n + 1))
        pull = 4 / 3 * tan(radians((b - a) / 4)) * r
        (x1, y1), (x2, y2) = _on_circle(x, y, r, a), _on_circle(x, y, r, b)
        curves.append(
            (
                "C",
                x1 - pull * sin(radians(a)),
                y1 - pull * cos(radians(a)),
                x2 + pull * sin(radians(b)),
                y2 + pull * cos(radians(b)),
                x2,
                y2,
            )
        )
    return curves


def pages() -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the pages of all templates."""
    return lambda area: (*rulers(area), *rings(area))
