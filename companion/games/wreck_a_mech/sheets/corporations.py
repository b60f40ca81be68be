"""The look of a corporation's parts: a colour, the shape of the badge, the pattern behind the picture."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.printing.faces.boxes import Box, Circle, Ink, Path, Rect, Text, polygon
from companion.printing.faces.liveries import Livery
from companion.printing.faces.strokes import point_on_circle

Boxes = tuple[Box, ...]
Stroke = tuple[float, float, float, float]
"""A stroke of a pattern: x and y of its start, then of its end, in mm."""
_STEP = 3.2
"""Distance between marks of a pattern, in mm."""
_MARK = 0.45
"""Length of each arm of a cross, in mm."""
_TURN = 6.2832


def _corners(count: int, r: float, first: float, inner: float = 1) -> Iterator[tuple[float, float]]:
    """Return corners on a circle about (0, 0), the first at `first` turns, every other one at `inner` times r."""
    return (point_on_circle(0, 0, r * (inner if n % 2 else 1), (first + n / count) * _TURN) for n in range(count))


def _star(r: float, fill: Ink) -> Box:
    return polygon(*_corners(10, r * 1.15, -0.25, 0.62), fill=fill, stroke=None)


def _triangle(r: float, fill: Ink) -> Box:
    return polygon((0, -r * 1.12), (r * 1.16, r * 0.9), (-r * 1.16, r * 0.9), fill=fill, stroke=None)


def _square(r: float, fill: Ink) -> Box:
    return Rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, 0.4, fill, None)


def _disc(r: float, fill: Ink) -> Box:
    return Circle(0, 0, r * 0.96, fill, None)


def _hexagon(r: float, fill: Ink) -> Box:
    return polygon(*_corners(6, r * 1.04, 0), fill=fill, stroke=None)


def _grid(w: float, h: float) -> Iterator[Stroke]:
    """Return hairlines: blueprint paper."""
    yield from ((x, 0, x, h) for x in _steps(w, 5))
    yield from ((0, y, w, y) for y in _steps(h, 5))


def _lights(w: float, h: float) -> Iterator[Stroke]:
    """Return crosses in rows, every other row moved by half a step."""
    for row, y in enumerate(_steps(h - _MARK, _STEP)):
        for x in _steps(w - _MARK, _STEP, (row % 2 + 1) * _STEP / 2):
            yield from ((x - _MARK, y, x + _MARK, y), (x, y - _MARK, x, y + _MARK))


def _stripes(w: float, h: float) -> Iterator[Stroke]:
    """Return slanting stripes, cut off at the window."""
    return ((min(x, w), max(0.0, x - w), max(0.0, x - h), min(x, h)) for x in _steps(w + h, _STEP))


def _bricks(w: float, h: float) -> Iterator[Stroke]:
    """Return courses of bricks."""
    high = _STEP * 1.2
    for row, y in enumerate((0.0, *_steps(h, high))):
        low = min(h, y + high)
        yield (0, low, w, low)
        yield from ((x, y, x, low) for x in _steps(w, 2 * high, (row % 2 + 1) * high))


def _steps(end: float, step: float, first: float = 0) -> Iterator[float]:
    at = first or step
    while at < end - 0.2:
        yield at
        at += step


@dataclass(frozen=True)
class CorporationLook:
    """A corporation's livery, badge and background pattern.

    `stroke` is the width of the pattern's lines in mm, `letter` the size of the badge's letter in pt, and `lower` moves
    the letter down by that share of the badge's radius.
    """

    livery: Livery
    shape: Callable[[float, Ink], Box]
    pattern: Callable[[float, float], Iterator[Stroke]]
    stroke: float = 0.1
    letter: float = 13
    lower: float = 0

    def badge(self, r: float, letter: str) -> Boxes:
        """Return the badge about (0, 0)."""
        y = self.lower * r
        words = Text(
            -r, y - r, 2 * r, 2 * r, letter, self.letter, 8, "bold", "centre", "middle", "paper", 1, what="letter"
        )
        return (self.shape(r, self.livery.line), words)

    def window(self, w: float, h: float) -> Boxes:
        """Return the ground of a picture from (0, 0) and its frame."""
        strokes = self.pattern(w, h)
        moves = tuple(move for x1, y1, x2, y2 in strokes for move in (("M", x1, y1), ("L", x2, y2)))
        return (
            Rect(0, 0, w, h, fill=self.livery.ground, stroke=None),
            Path(moves, None, self.livery.line, self.stroke),
            Rect(0, 0, w, h, stroke="blue", width=0.3),
        )


LOOKS: dict[str, CorporationLook] = {
    "akio": CorporationLook(Livery("#b0205f"), _star, _lights, 0.25, lower=0.06),
    "freedom": CorporationLook(Livery("#c96a00"), _triangle, _stripes, 0.2, 12, 0.22),
    "zhao": CorporationLook(Livery("#00666e"), _square, _bricks),
    "trainer": CorporationLook(Livery("#4a5464"), _disc, _grid),
}
"""Each shipped corporation's look: lights, hazard stripes, bricks; blueprint paper for the Trainers."""
_OTHER = CorporationLook(Livery("#5b3a99"), _hexagon, _grid)


def look(corporation: str) -> CorporationLook:
    """Return a corporation's look; one from a card pack has a look that no shipped one has."""
    return LOOKS.get(corporation, _OTHER)
