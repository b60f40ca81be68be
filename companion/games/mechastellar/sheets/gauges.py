"""Templates at true scale: engagement rings, area strips and range rulers with glue tabs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin

from companion.printing.faces.boxes import Area, Box, Circle, Group, Line, Path, Rect, Text
from companion.rulebook import rule

Boxes = tuple[Box, ...]

INCH = 25.4
RULERS = (8, 16, 24, 32, 48)
STRIPS = (2, 3, 4)
STRIP_RANGE = 24
RINGS = (4, 6)
TAB = 10.0
"""Length of a glue tab in mm."""
RULER_WIDE = 12.0


@dataclass(frozen=True)
class Strip:
    """A straight gauge: its length in inches, its width in mm, its text."""

    inches: int
    wide: float
    words: str


@rule("aoe-shape")
def strips() -> tuple[Strip, ...]:
    """Return rulers of 8 to 48 inches, then the widths of area weapons."""
    rulers = tuple(Strip(n, RULER_WIDE, f'{n}" range · {n // 2}" rapid fire') for n in RULERS)
    areas = tuple(Strip(STRIP_RANGE, n * INCH, f'AOE {n}" wide') for n in STRIPS)
    return rulers + areas


def rulers(area: Area) -> tuple[Boxes, ...]:
    """Return the pages of straight gauges, each cut into parts as long as the page with tabs to glue."""
    most = int((area.h - TAB - 2) // INCH)
    pages: list[list[Box]] = [[]]
    x = 0.0
    for strip in strips():
        # Parts of nearly equal length: the words need more than an inch.
        even = ceil(strip.inches / ceil(strip.inches / most))
        for part, start in enumerate(range(0, strip.inches, even)):
            inches = min(even, strip.inches - start)
            if x + strip.wide > area.w:
                pages.append([])
                x = 0.0
            last = start + inches == strip.inches
            pages[-1] += _part(strip, x, start, inches, last, part)
            x += strip.wide + 3
    return tuple(tuple(page) for page in pages)


def _part(strip: Strip, x: float, start: int, inches: int, last: bool, part: int) -> Boxes:
    long = inches * INCH
    tab = 0.0 if last else TAB
    made: list[Box] = [Rect(x, 0, strip.wide, long, stroke="ink", width=0.3)]
    if tab:
        made.append(Rect(x + 1, long, strip.wide - 2, tab, fill="wash", stroke="soft", width=0.2, dash=(1.5, 1)))
        made.append(_small(x + 1, long + 1, strip.wide - 2, tab - 2, f"glue {start + inches}"))
    for n in range(1, inches + 1):
        y, inch = n * INCH, start + n
        half = strip.wide == RULER_WIDE and inch * 2 == strip.inches
        reach = strip.wide if half else 5.0 if strip.wide == RULER_WIDE else 7.0
        if n < inches or not last:
            made.append(Line(x, y, x + reach, y, width=0.7 if half else 0.25))
        made.append(Text(x + 0.8, y - 5, 10, 4.6, str(inch), 10, 7, "bold", leading=1, what="inch"))
        made.append(Line(x, y - INCH / 2, x + 2.5, y - INCH / 2, width=0.15))
    words = strip.words if not part else f"{strip.words} · {start} to {start + inches}"
    # The words run up the strip, so that they do not widen it.
    made.append(_upright(x + strip.wide - 1.2, 2, min(long - 4, 90), words))
    return tuple(made)


def _upright(x: float, y: float, long: float, words: str) -> Box:
    text = Text(0, 0, long, 4, words, 8.5, 6, "semibold", across="middle", ink="soft", leading=1, what="gauge")
    return Group((text,), x, y, angle=90)


def _small(x: float, y: float, w: float, h: float, words: str) -> Text:
    return Text(x, y, w, h, words, 7, 6, align="centre", across="middle", ink="soft", leading=1, what="tab")


def rings(area: Area) -> tuple[Boxes, ...]:
    """Return the engagement rings: 4 inches whole or in halves, 6 inches in quarters, with tabs to glue."""
    return tuple(page for inches in RINGS for page in _ring(area, inches))


def _ring(area: Area, inches: int) -> Iterator[Boxes]:
    """Yield a ring around a model's centre, a band 12 mm wide: one quarter per page, or more where they fit."""
    outer, inner = inches * INCH, inches * INCH - 12.0
    quarter = outer + TAB + 2
    across, down = max(1, int(area.w // quarter)), max(1, int(area.h // quarter))
    page: list[Box] = []
    for n in range(4):
        slot = n % (across * down)
        if n and slot == 0:
            yield tuple(page)
            page = []
        x, y = (slot % across) * quarter, (slot // across) * quarter
        page += _quarter(x, y + quarter - 1, inner, outer, inches, n + 1)
    yield tuple(page)


def _quarter(x: float, y: float, inner: float, outer: float, inches: int, number: int) -> Boxes:
    """Return a quarter of a ring around the corner (x, y), with a tab below the right end."""
    y -= TAB
    moves: list[tuple[str | float, ...]] = [("M", x, y - outer)]
    moves += _arc(x, y, outer, 90, 0)
    moves.append(("L", x + inner, y))
    moves += _arc(x, y, inner, 0, 90)
    moves.append(("Z",))
    tab = Rect(x + inner + 1, y, outer - inner - 2, TAB, fill="wash", stroke="soft", width=0.2, dash=(1.5, 1))
    words = f'{inches}" + Size: engagement, quarter {number} of 4'
    made: list[Box] = [
        Path(tuple(moves), stroke="ink", width=0.3),
        tab,
        Circle(x, y, 1.2, stroke="ink", width=0.3),
        Line(x, y, x + 6, y, width=0.2, ink="soft", dash=(1, 1)),
        Line(x, y, x, y - 6, width=0.2, ink="soft", dash=(1, 1)),
        Text(x + 8, y - 14, inner - 20, 9, words, 9, 6.5, "semibold", ink="soft", what="ring"),
        Text(
            x + 8, y - 6, inner - 20, 5, "The small circle is the centre of the model.", 7.5, 6, ink="soft", what="ring"
        ),
    ]
    for degrees in (15, 30, 45, 60, 75):
        made.append(Line(*_at(x, y, outer - 3, degrees), *_at(x, y, outer, degrees), width=0.25))
    return tuple(made)


def _at(x: float, y: float, r: float, degrees: float) -> tuple[float, float]:
    return x + r * cos(radians(degrees)), y - r * sin(radians(degrees))


def _arc(x: float, y: float, r: float, start: float, end: float) -> list[tuple[str | float, ...]]:
    """Return a quarter circle as three curves, degrees counted from the right, up."""
    made: list[tuple[str | float, ...]] = []
    steps = 3
    for n in range(steps):
        a, b = (start + (end - start) * k / steps for k in (n, n + 1))
        pull = 4 / 3 * _tan((b - a) / 4) * r
        (x1, y1), (x2, y2) = _at(x, y, r, a), _at(x, y, r, b)
        made.append(
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
    return made


def _tan(degrees: float) -> float:
    return sin(radians(degrees)) / cos(radians(degrees))


def pages() -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the functions that make all templates."""
    return lambda area: (*rulers(area), *rings(area))
