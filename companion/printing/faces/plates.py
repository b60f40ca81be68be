"""Plates and limbs of figures, in mm; also mirrors, measures and fits boxes into a figure's field."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, hypot, radians, sin, sqrt

from companion.printing.faces.boxes import (
    Box,
    CardPicture,
    Circle,
    Group,
    Ink,
    Line,
    Path,
    Picture,
    PlacedSymbol,
    Point,
    Rect,
    Text,
)
from companion.printing.faces.boxes import polygon as closed
from companion.printing.faces.portraits import GROUND, SIDE

Boxes = tuple[Box, ...]
Frame = tuple[float, float, float, float]
"""A bounding box: left, upper, right and lower edge."""

BOLD = 0.45
"""Stroke of an outline."""
FINE = 0.25
"""Stroke of a detail inside an outline."""
MITRE = 10.0
"""The mitre limit of PDF: a corner that reaches further than this times half its stroke is cut off."""
EDGE = 1.0
"""Distance of a figure from the sides and the top of its field."""


def plate(*points: Point, fill: Ink = "tint", stroke: Ink = "blue", width: float = BOLD) -> Path:
    """Return a plate with a heavy outline."""
    return closed(*points, fill=fill, stroke=stroke, width=width)


def disc(x: float, y: float, r: float, fill: Ink = "paper", width: float = BOLD) -> Circle:
    """Return a round plate."""
    return Circle(x, y, r, fill=fill, stroke="blue", width=width)


def seam(*points: Point, ink: Ink = "blue", width: float = FINE) -> Path:
    """Return a thin stroke through points."""
    first, *rest = points
    return Path((("M", *first), *(("L", *point) for point in rest)), stroke=ink, width=width)


def solid(*points: Point, fill: Ink = "accent") -> Path:
    """Return an area without an outline."""
    return closed(*points, fill=fill, stroke=None)


Profile = Sequence[tuple[float, float, float]]
"""A limb's outline: positions along it (0 to 1), each with the half widths on the left and the right, in mm."""


def limb(start: Point, end: Point, profile: Profile, fill: Ink = "tint", bulk: float = 1) -> Path:
    """Return a plate along the line between two joints."""
    (x, y), (to_x, to_y) = start, end
    long = hypot(to_x - x, to_y - y) or 1.0
    along_x, along_y = (to_x - x) / long, (to_y - y) / long

    def at(t: float, aside: float) -> Point:
        return x + along_x * t * long - along_y * aside * bulk, y + along_y * t * long + along_x * aside * bulk

    left = [at(t, -wide) for t, wide, _ in profile]
    right = [at(t, wide) for t, _, wide in reversed(profile)]
    return plate(*left, *right, fill=fill)


def rod(start: Point, end: Point, wide: float, fill: Ink = "paper") -> Path:
    """Return a straight bar of one width."""
    return limb(start, end, ((0, wide / 2, wide / 2), (1, wide / 2, wide / 2)), fill)


def turn_point(point: Point, angle: float, about: Point = (0, 0)) -> Point:
    """Return a point turned clockwise by degrees."""
    x, y = point[0] - about[0], point[1] - about[1]
    c, s = cos(radians(angle)), sin(radians(angle))
    return about[0] + x * c - y * s, about[1] + x * s + y * c


def widen_boxes(boxes: Iterable[Box], by: float) -> Boxes:
    """Return paths and circles stretched sideways from x = 0: strokes keep their width, and circles stay round."""
    return tuple(_widen_box(box, by) for box in boxes)


def _widen_box(box: Box, by: float) -> Box:
    match box:
        case Circle():
            return replace(box, x=box.x * by)
        case Path():
            moves = (
                (name, *(float(n) * by if i % 2 == 0 else n for i, n in enumerate(rest))) for name, *rest in box.moves
            )
            return replace(box, moves=tuple(moves))
    raise TypeError(f"only paths and circles can be widened, not {type(box).__name__}")


def mirror_boxes(boxes: Iterable[Box], axis: float = 0) -> Boxes:
    """Return boxes mirrored about a vertical line; letters stay readable in their mirrored place."""
    return tuple(_mirror_box(box, 2 * axis) for box in boxes)


def _mirror_box(box: Box, twice: float) -> Box:
    match box:
        case Line():
            return replace(box, x1=twice - box.x1, x2=twice - box.x2)
        case Rect() | Text() | Picture():
            return replace(box, x=twice - box.x - box.w)
        case Circle():
            return replace(box, x=twice - box.x)
        case PlacedSymbol():
            return replace(box, x=twice - box.x - box.size)
        case CardPicture():
            return box  # It fills its card.
        case Path():
            moves = (
                (name, *(twice - float(n) if i % 2 == 0 else n for i, n in enumerate(rest)))
                for name, *rest in box.moves
            )
            return replace(box, moves=tuple(moves))
        case Group():
            return replace(box, boxes=mirror_boxes(box.boxes), x=twice - box.x, angle=-box.angle)


def extent(boxes: Iterable[Box]) -> Frame | None:
    """Return the bounding box of boxes, with strokes and mitres; None without boxes."""
    spots = [spot for box in boxes for spot in _spots(box)]
    if not spots:
        return None
    return (
        min(x - reach for x, _, reach in spots),
        min(y - reach for _, y, reach in spots),
        max(x + reach for x, _, reach in spots),
        max(y + reach for _, y, reach in spots),
    )


Spot = tuple[float, float, float]
"""A point, and the radius that is drawn around it."""


def _spots(box: Box) -> Iterable[Spot]:
    match box:
        case Path():
            points = _points(box)
            half = box.width / 2 if box.stroke else 0.0
            drawn = [(x, y, half) for x, y in points]
            closed = bool(box.moves) and box.moves[-1][0] == "Z"
            return [*drawn, *((x, y, 0.0) for x, y in _tips(points, half, closed))] if half else drawn
        case Group():
            if box.window:
                frame = replace(box, boxes=(Rect(0, 0, *box.window, stroke=None),), window=None)
                return _spots(frame)
            c, s = cos(radians(box.angle)) * box.scale, sin(radians(box.angle)) * box.scale
            return [
                (box.x + x * c - y * s, box.y + x * s + y * c, reach * box.scale)
                for part in box.boxes
                for x, y, reach in _spots(part)
            ]
        case Line():
            half = box.width / 2
            return [(box.x1, box.y1, half), (box.x2, box.y2, half)]
        case Circle():
            return [(box.x, box.y, box.r + (box.width / 2 if box.stroke else 0))]
        case Rect():
            half = box.width / 2 if box.stroke else 0.0
            return _corners(box.x - half, box.y - half, box.w + 2 * half, box.h + 2 * half)
        case Text() | Picture():
            return _corners(box.x, box.y, box.w, box.h)
        case PlacedSymbol():
            return _corners(box.x, box.y, box.size, box.size)
        case CardPicture():
            return _corners(0, 0, *box.trim)


def _corners(x: float, y: float, w: float, h: float) -> list[Spot]:
    return [(x, y, 0.0), (x + w, y, 0.0), (x + w, y + h, 0.0), (x, y + h, 0.0)]


def _points(path: Path) -> list[Point]:
    """Return the corners of a path, and the extreme points of its curves."""
    corners: list[Point] = []
    for name, *numbers in path.moves:
        points = [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if name == "C" and corners:
            corners += _extremes(corners[-1], *points)
        corners += points[-1:]
    return corners


def _extremes(a: Point, b: Point, c: Point, d: Point) -> list[Point]:

    at = [t for axis in (0, 1) for t in _turns(a[axis], b[axis], c[axis], d[axis]) if 0 < t < 1]
    return [(_bezier(a[0], b[0], c[0], d[0], t), _bezier(a[1], b[1], c[1], d[1], t)) for t in at]


def _bezier(a: float, b: float, c: float, d: float, t: float) -> float:
    rest = 1 - t
    return a * rest**3 + 3 * b * rest**2 * t + 3 * c * rest * t**2 + d * t**3


def _turns(a: float, b: float, c: float, d: float) -> list[float]:
    """Return the parameters at which a curve turns back along one axis: the roots of its slope."""
    square, linear, constant = 3 * (b - c) + d - a, 2 * (a - 2 * b + c), b - a
    if abs(square) < 1e-9:
        return [-constant / linear] if abs(linear) > 1e-9 else []
    under = linear * linear - 4 * square * constant
    return [(-linear + sign * sqrt(under)) / (2 * square) for sign in (1, -1)] if under >= 0 else []


def _tips(points: list[Point], half: float, closed: bool) -> list[Point]:
    """Return the tips of a stroke's mitred corners, which reach further than half the stroke.

    The ends of an open stroke are no corners.
    """
    tips: list[Point] = []
    neighbours = [points[-2 % len(points)], points[-1], *points] if closed else points
    for before, at, after in zip(neighbours, neighbours[1:], neighbours[2:], strict=False):
        one, other = _unit(before, at), _unit(after, at)
        across, down = one[0] + other[0], one[1] + other[1]
        square = across * across + down * down
        # The sine of half the corner's angle: half the stroke divided by the mitre.
        narrow = sqrt(max(0.0, 1 - square / 4))
        if square > 0 and narrow * MITRE >= 1:
            long = half / narrow / sqrt(square)
            tips.append((at[0] + across * long, at[1] + down * long))
    return tips


def _unit(start: Point, end: Point) -> Point:
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


@lru_cache(maxsize=256)
def stand_figure(boxes: Boxes, scale: float = 1) -> Boxes:
    """Return boxes as a figure: its lowest point on the ground line, all of it inside the field.

    `scale` is its intended scale; a figure that is too large is scaled down. It is centred, and moved aside only as far
    as a long weapon needs.
    """
    frame = extent(boxes)
    if frame is None:
        return ()
    left, top, right, low = frame
    most = SIDE - 2 * EDGE
    scale = min(scale, most / (right - left), (GROUND - EDGE) / (low - top))
    x = min(max(SIDE / 2, EDGE - left * scale), SIDE - EDGE - right * scale)
    return (Group(boxes, x, GROUND - low * scale, 0, scale),)


def in_window(boxes: Boxes, x: float, y: float, w: float, h: float) -> Group:
    """Return a figure in a window, as large as fits, at the middle of its lower edge."""
    scale = min(w / SIDE, h / GROUND)
    return Group(boxes, x + w / 2 - SIDE / 2 * scale, y + h - GROUND * scale, 0, scale)
