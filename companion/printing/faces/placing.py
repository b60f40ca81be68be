"""Boxes moved, scaled, turned and mirrored while their strokes keep their width; how far boxes reach; a figure's field.

`Group` moves and turns boxes too, but it scales their strokes and cannot mirror.
"""

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from companion.printing.faces.boxes import Box, Circle, Group, Line, Path, Point, Rect
from companion.printing.faces.portraits import GROUND, SIDE

Step = tuple[str | float, ...]
Turn = tuple[float, float, float, float, float, float]
"""How a point moves: x' = a·x + c·y + e, y' = b·x + d·y + f."""
_CORNER = 0.5523
"""How far the handles of a quarter circle reach, as a part of its radius."""
_EDGE = 1.0
"""The air a figure keeps to the edges of its field, in mm."""


def placed(
    boxes: Iterable[Box], x: float = 0, y: float = 0, scale: float = 1, angle: float = 0, mirrored: bool = False
) -> tuple[Box, ...]:
    """Return line art mirrored left to right, scaled, turned clockwise by degrees about (0, 0), then moved to (x, y).

    Art is made of lines, circles, rectangles and paths; TypeError for any other box, and for a dashed rectangle tilted.
    """
    turn, flip = radians(angle), -1 if mirrored else 1
    c, s = scale * cos(turn), scale * sin(turn)
    by = (c * flip, s * flip, -s, c, x, y)
    tilted = angle % 90 != 0
    return tuple([_moved(box, by, scale, tilted) for box in boxes])


def _moved(box: Box, by: Turn, scale: float, tilted: bool) -> Box:
    match box:
        case Path():
            return Path(tuple([_step(step, by) for step in box.moves]), box.fill, box.stroke, box.width)
        case Line():
            (x1, y1), (x2, y2) = _point(box.x1, box.y1, by), _point(box.x2, box.y2, by)
            return Line(x1, y1, x2, y2, box.width, box.ink, box.dash)
        case Circle():
            x, y = _point(box.x, box.y, by)
            return Circle(x, y, box.r * scale, box.fill, box.stroke, box.width)
        case Rect() if tilted and not box.dash:
            return Path(tuple([_step(step, by) for step in _rounded(box)]), box.fill, box.stroke, box.width)
        case Rect() if not tilted:
            (x1, y1), (x2, y2) = _point(box.x, box.y, by), _point(box.x + box.w, box.y + box.h, by)
            w, h = abs(x2 - x1), abs(y2 - y1)
            return Rect(min(x1, x2), min(y1, y2), w, h, box.radius * scale, box.fill, box.stroke, box.width, box.dash)
    raise TypeError(f"line art is made of lines, circles, paths and upright rectangles, not {type(box).__name__}")


def _point(x: float, y: float, by: Turn) -> Point:
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f


def _step(step: Step, by: Turn) -> Step:
    """Return a move of a path with its points moved."""
    moved: list[str | float] = [step[0]]
    for i in range(1, len(step), 2):
        moved += _point(float(step[i]), float(step[i + 1]), by)
    return tuple(moved)


def _rounded(box: Rect) -> tuple[Step, ...]:
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
