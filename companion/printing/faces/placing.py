"""Moves, scales, turns and mirrors line art, while its strokes keep their width.

A `Group` moves and turns boxes too, but scales their strokes; `plates.mirror_boxes` mirrors any boxes in place.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import cos, hypot, radians, sin

from companion.printing.faces.boxes import Box, Circle, Line, Path, Point, Rect
from companion.printing.faces.plates import extent

Step = tuple[str | float, ...]
Shape = Path | Line | Circle | Rect
"""The boxes of line art."""
Transform = tuple[float, float, float, float, float, float]
"""An affine transform (a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f."""
IDENTITY: Transform = (1, 0, 0, 1, 0, 0)
_CORNER = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""


def place_art(
    boxes: Iterable[Box], x: float = 0, y: float = 0, scale: float = 1, angle: float = 0, mirrored: bool = False
) -> tuple[Box, ...]:
    """Return line art mirrored left to right, scaled, turned clockwise by degrees about (0, 0), then moved to (x, y).

    Line art is lines, circles, rectangles and paths; TypeError for any other box, and for a tilted dashed rectangle.
    """
    turn, flip = radians(angle), -1 if mirrored else 1
    c, s = scale * cos(turn), scale * sin(turn)
    by = (c * flip, s * flip, -s, c, x, y)
    tilted = angle % 90 != 0
    return tuple([move_shape(box, by, scale, tilted) for box in boxes])


@lru_cache(maxsize=512)
def fill_window(boxes: tuple[Box, ...], w: float, h: float, largest: float) -> tuple[Box, ...]:
    """Return line art scaled to fit a window of w by h mm about (0, 0), by at most `largest`."""
    frame = extent(boxes)
    if frame is None:
        return ()
    left, top, right, low = frame
    scale = min(w / (right - left), h / (low - top), largest)
    return place_art(boxes, -(left + right) / 2 * scale, -(top + low) / 2 * scale, scale)


def move_shape(box: Box, by: Transform, scale: float, tilted: bool) -> Shape:
    """Return a box of line art moved, with strokes of the same width; `tilted` by other than quarter turns."""
    match box:
        case Path():
            return Path(tuple([_move_step(step, by) for step in box.moves]), box.fill, box.stroke, box.width)
        case Line():
            (x1, y1), (x2, y2) = move_point(box.x1, box.y1, by), move_point(box.x2, box.y2, by)
            return Line(x1, y1, x2, y2, box.width, box.ink, box.dash)
        case Circle():
            x, y = move_point(box.x, box.y, by)
            return Circle(x, y, box.r * scale, box.fill, box.stroke, box.width)
        case Rect() if tilted and not box.dash:
            return Path(
                tuple([_move_step(step, by) for step in _rounded_rectangle(box)]), box.fill, box.stroke, box.width
            )
        case Rect() if not tilted:
            (x1, y1), (x2, y2) = move_point(box.x, box.y, by), move_point(box.x + box.w, box.y + box.h, by)
            w, h = abs(x2 - x1), abs(y2 - y1)
            return Rect(min(x1, x2), min(y1, y2), w, h, box.radius * scale, box.fill, box.stroke, box.width, box.dash)
    raise TypeError(f"line art is made of lines, circles, paths and upright rectangles, not {type(box).__name__}")


def scale_strokes(shape: Shape, by: Transform) -> Shape:
    """Return a shape moved, its strokes and dashes scaled with it."""
    scale = hypot(by[0], by[1])
    if isinstance(shape, Line):
        shape = replace(shape, dash=tuple(part * scale for part in shape.dash))
    return move_shape(replace(shape, width=shape.width * scale), by, scale, abs(by[0] * by[1]) > 1e-9)


def combine_transforms(outer: Transform, inner: Transform) -> Transform:
    """Return the transform that applies `inner`, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def move_point(x: float, y: float, by: Transform) -> Point:
    """Return a point after a transform."""
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f


def _move_step(step: Step, by: Transform) -> Step:
    moved: list[str | float] = [step[0]]
    for i in range(1, len(step), 2):
        moved += move_point(float(step[i]), float(step[i + 1]), by)
    return tuple(moved)


def _rounded_rectangle(box: Rect) -> tuple[Step, ...]:
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
