"""Plates and limbs that figures are built of, in mm; mirroring, measuring, and fitting them into a figure's field."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, radians, sin

from companion.printing.faces.boxes import Box, Circle, Group, Ink, Line, Path, Picture, PlacedSymbol, Point, Rect, Text
from companion.printing.faces.boxes import polygon as closed
from companion.printing.faces.portraits import GROUND, SIDE

Boxes = tuple[Box, ...]
Frame = tuple[float, float, float, float]
"""The left, upper, right and lower edge of what is drawn."""

BOLD = 0.45
"""Stroke of an outline."""
FINE = 0.25
"""Stroke of a detail inside an outline."""
EDGE = 1.0
"""How far a figure stays from the sides and the top of its field."""


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
"""A limb's outline: how far along it (0 to 1), and its half widths on the left and on the right there, in mm."""


def limb(start: Point, end: Point, profile: Profile, fill: Ink = "tint", bulk: float = 1) -> Path:
    """Return a plate around the stretch between two joints."""
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


def turned(point: Point, angle: float, about: Point = (0, 0)) -> Point:
    """Return a point turned clockwise by degrees."""
    x, y = point[0] - about[0], point[1] - about[1]
    c, s = cos(radians(angle)), sin(radians(angle))
    return about[0] + x * c - y * s, about[1] + x * s + y * c


def mirrored(boxes: Iterable[Box], axis: float = 0) -> Boxes:
    """Return boxes mirrored about an upright line; letters stay readable in their mirrored place."""
    return tuple(_mirrored(box, 2 * axis) for box in boxes)


def _mirrored(box: Box, twice: float) -> Box:
    match box:
        case Line():
            return replace(box, x1=twice - box.x1, x2=twice - box.x2)
        case Rect() | Text() | Picture():
            return replace(box, x=twice - box.x - box.w)
        case Circle():
            return replace(box, x=twice - box.x)
        case PlacedSymbol():
            return replace(box, x=twice - box.x - box.size)
        case Path():
            return replace(box, moves=tuple(_mirrored_move(move, twice) for move in box.moves))
        case Group():
            return replace(box, boxes=mirrored(box.boxes), x=twice - box.x, angle=-box.angle)


def _mirrored_move(move: tuple[str | float, ...], twice: float) -> tuple[str | float, ...]:
    name, *numbers = move
    return (name, *(twice - float(n) if i % 2 == 0 else n for i, n in enumerate(numbers)))


def extent(boxes: Iterable[Box]) -> Frame | None:
    """Return the edges of what boxes draw, strokes included; a curve counts with its control points. None of none."""
    corners = [corner for box in boxes for corner in _corners(box)]
    if not corners:
        return None
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across), max(down)


def _corners(box: Box) -> list[Point]:
    match box:
        case Line():
            return _around([(box.x1, box.y1), (box.x2, box.y2)], box.width / 2)
        case Rect():
            return _around([(box.x, box.y), (box.x + box.w, box.y + box.h)], box.width / 2 if box.stroke else 0)
        case Circle():
            return _around([(box.x, box.y)], box.r + (box.width / 2 if box.stroke else 0))
        case Path():
            return _around(_points(box), box.width if box.stroke else 0)
        case Text() | Picture():
            return [(box.x, box.y), (box.x + box.w, box.y + box.h)]
        case PlacedSymbol():
            return [(box.x, box.y), (box.x + box.size, box.y + box.size)]
        case Group():
            inner = [corner for part in box.boxes for corner in _corners(part)]
            return [_placed(corner, box) for corner in inner]


def _points(path: Path) -> list[Point]:
    return [(float(move[i]), float(move[i + 1])) for move in path.moves for i in range(1, len(move), 2)]


def _around(points: list[Point], reach: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points for dx in (-reach, reach) for dy in (-reach, reach)]


def _placed(point: Point, group: Group) -> Point:
    x, y = turned(point, group.angle)
    return group.x + x * group.scale, group.y + y * group.scale


def standing(boxes: Boxes, scale: float = 1) -> Boxes:
    """Return boxes drawn around (0, 0) as a figure: its lowest point on the ground line, all of it inside the field.

    `scale` is the size it should have; one that is too large or too wide is drawn smaller. It stands in the middle
    of the field, moved aside only as far as a long weapon needs.
    """
    found = extent(boxes)
    if found is None:
        return ()
    left, top, right, low = found
    most = SIDE - 2 * EDGE
    scale = min(scale, most / (right - left), (GROUND - EDGE) / (low - top))
    x = min(max(SIDE / 2, EDGE - left * scale), SIDE - EDGE - right * scale)
    return (Group(boxes, x, GROUND - low * scale, 0, scale),)


def in_window(boxes: Boxes, x: float, y: float, w: float, h: float) -> Group:
    """Return a figure in a window, as large as fits, standing at the middle of its lower edge."""
    scale = min(w / SIDE, h / GROUND)
    return Group(boxes, x + w / 2 - SIDE / 2 * scale, y + h - GROUND * scale, 0, scale)
