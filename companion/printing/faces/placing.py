"""Boxes moved, scaled, turned and mirrored while their strokes keep their width; how far boxes reach; a figure's field.

`Group` moves and turns boxes too, but it scales their strokes and cannot mirror.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, radians, sin

from companion.printing.faces.boxes import Box, Circle, Group, Line, Path, Point, Rect
from companion.printing.faces.portraits import GROUND, SIDE

Move = Callable[[float, float], Point]
_CORNER = 0.5523
"""How far the handles of a quarter circle reach, as a part of its radius."""
_EDGE = 1.0
"""The air a figure keeps to the edges of its field, in mm."""


def placed(
    boxes: Iterable[Box], x: float = 0, y: float = 0, scale: float = 1, angle: float = 0, mirrored: bool = False
) -> tuple[Box, ...]:
    """Return line art mirrored left to right, scaled, turned clockwise by degrees about (0, 0), then moved to (x, y).

    Art is made of lines, circles, rectangles and paths; TypeError for any other box.
    """
    turn, flip = radians(angle), -1 if mirrored else 1
    c, s = scale * cos(turn), scale * sin(turn)

    def move(px: float, py: float) -> Point:
        px *= flip
        return x + c * px - s * py, y + s * px + c * py

    return tuple(_moved(box, move, scale, angle % 90 != 0) for box in boxes)


def _moved(box: Box, move: Move, scale: float, tilted: bool) -> Box:
    match box:
        case Path():
            moves = tuple((step[0], *_points(step, move)) for step in box.moves)
            return Path(moves, box.fill, box.stroke, box.width)
        case Line():
            return Line(*move(box.x1, box.y1), *move(box.x2, box.y2), box.width, box.ink, box.dash)
        case Circle():
            return Circle(*move(box.x, box.y), box.r * scale, box.fill, box.stroke, box.width)
        case Rect() if tilted:
            return Path(
                tuple((step[0], *_points(step, move)) for step in _rounded(box)), box.fill, box.stroke, box.width
            )
        case Rect():
            x1, y1 = move(box.x, box.y)
            x2, y2 = move(box.x + box.w, box.y + box.h)
            sides = min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)
            return Rect(*sides, box.radius * scale, box.fill, box.stroke, box.width, box.dash)
    raise TypeError(f"line art is made of lines, circles, rectangles and paths, not {type(box).__name__}")


def _points(step: tuple[str | float, ...], move: Move) -> Iterator[float]:
    for i in range(1, len(step), 2):
        yield from move(float(step[i]), float(step[i + 1]))


def _rounded(box: Rect) -> tuple[tuple[str | float, ...], ...]:
    """Return a rectangle as a path, its corners as curves."""
    x, y, right, low = box.x, box.y, box.x + box.w, box.y + box.h
    r = min(box.radius, box.w / 2, box.h / 2)
    if not r:
        return (("M", x, y), ("L", right, y), ("L", right, low), ("L", x, low), ("Z",))
    k = r * (1 - _CORNER)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, low - r),
        ("C", right, low - k, right - k, low, right - r, low),
        ("L", x + r, low),
        ("C", x + k, low, x, low - k, x, low - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def reach(boxes: Iterable[Box]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of line art with half its strokes; a curve reaches as far as its handles."""
    left, top, right, bottom = zip(*map(_reach, boxes), strict=True)
    return min(left), min(top), max(right), max(bottom)


def _reach(box: Box) -> tuple[float, float, float, float]:
    match box:
        case Path():
            xs = [float(n) for step in box.moves for n in step[1::2]]
            ys = [float(n) for step in box.moves for n in step[2::2]]
            half = box.width / 2 if box.stroke else 0.0
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        case Line():
            half = box.width / 2
            across, down = sorted((box.x1, box.x2)), sorted((box.y1, box.y2))
            return across[0] - half, down[0] - half, across[1] + half, down[1] + half
        case Circle():
            r = box.r + (box.width / 2 if box.stroke else 0.0)
            return box.x - r, box.y - r, box.x + r, box.y + r
        case Rect():
            half = box.width / 2 if box.stroke else 0.0
            return box.x - half, box.y - half, box.x + box.w + half, box.y + box.h + half
    raise TypeError(f"line art is made of lines, circles, rectangles and paths, not {type(box).__name__}")


def stood(boxes: Sequence[Box], largest: float = 1.25) -> tuple[Box, ...]:
    """Return a figure's line art as large as its field allows, in the middle and with its feet on the ground line.

    `largest` limits how much a small figure grows.
    """
    if not boxes:
        return ()
    left, top, right, bottom = reach(boxes)
    scale = min(largest, (SIDE - 2 * _EDGE) / (right - left), (GROUND - _EDGE) / (bottom - top))
    return (Group(tuple(boxes), SIDE / 2 - scale * (left + right) / 2, GROUND - scale * bottom, 0, scale),)
