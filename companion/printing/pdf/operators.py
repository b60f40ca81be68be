"""PDF drawing operators for boxes: millimetres with y down become points with y up.

ReportLab writes the same, with a call and a formatted number for each step; these strings take half the time.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin

from companion.printing.faces.boxes import Circle, Line, Path, Point, Rect
from companion.printing.faces.picture_edges import TURNS, PictureTile

PT_PER_MM = 72 / 25.4
"""Points in a millimetre."""
_ROUND = 0.5522847498
"""Length of the handles of a quarter circle, as a share of its radius."""


@lru_cache(maxsize=4096)
def number(value: float, places: int = 3) -> str:
    """Return a number in PDF syntax: rounded to `places` decimals, without an exponent."""
    # Adding 0.0 turns -0.0 into 0.0.
    return f"{round(value, places) + 0.0:.{places}f}".rstrip("0").rstrip(".")


def line(box: Line) -> str:
    """Return the operators for a stroke."""
    x1, y1, x2, y2 = (number(part * PT_PER_MM) for part in (box.x1, -box.y1, box.x2, -box.y2))
    return f"n {x1} {y1} m {x2} {y2} l S"


def rect(box: Rect) -> str:
    """Return the operators for a rectangle, with its rounded corners."""
    paint = _paint(bool(box.fill), bool(box.stroke))
    if box.radius:
        return f"n {_rounded_rectangle(box)} {paint}"
    return f"n {area(box.x, box.y, box.w, box.h)} {paint}"


def area(x: float, y: float, w: float, h: float) -> str:
    """Return the operators for a rectangle's outline."""
    return f"{number(x * PT_PER_MM)} {number(-(y + h) * PT_PER_MM)} {number(w * PT_PER_MM)} {number(h * PT_PER_MM)} re"


def _rounded_rectangle(box: Rect) -> str:
    x1, x2, y1, y2 = box.x, box.x + box.w, box.y, box.y + box.h
    r = min(box.radius, box.w / 2, box.h / 2)
    t = r * (1 - _ROUND)
    return " ".join(
        (
            _point(x1 + r, y1, "m"),
            _point(x2 - r, y1, "l"),
            _curve(x2 - t, y1, x2, y1 + t, x2, y1 + r),
            _point(x2, y2 - r, "l"),
            _curve(x2, y2 - t, x2 - t, y2, x2 - r, y2),
            _point(x1 + r, y2, "l"),
            _curve(x1 + t, y2, x1, y2 - t, x1, y2 - r),
            _point(x1, y1 + r, "l"),
            _curve(x1, y1 + t, x1 + t, y1, x1 + r, y1),
            "h",
        )
    )


def circle(box: Circle) -> str:
    """Return the operators for a circle, made of four curves."""
    x, y, r, k = box.x, box.y, box.r, box.r * _ROUND
    return " ".join(
        (
            "n",
            _point(x + r, y, "m"),
            _curve(x + r, y + k, x + k, y + r, x, y + r),
            _curve(x - k, y + r, x - r, y + k, x - r, y),
            _curve(x - r, y - k, x - k, y - r, x, y - r),
            _curve(x + k, y - r, x + r, y - k, x + r, y),
            "h",
            _paint(bool(box.fill), bool(box.stroke)),
        )
    )


def path(box: Path) -> str:
    """Return the operators for a path, filled by the even-odd rule."""
    parts = ["n"]
    for kind, *numbers in box.moves:
        if kind == "Z":
            parts.append("h")
            continue
        parts += [number(v * PT_PER_MM if i % 2 == 0 else -v * PT_PER_MM) for i, v in enumerate(map(float, numbers))]
        parts.append(str(kind).lower())
    parts.append(_paint(bool(box.fill), bool(box.stroke)))
    return " ".join(parts)


def _point(x: float, y: float, operator: str) -> str:
    return f"{number(x * PT_PER_MM)} {number(-y * PT_PER_MM)} {operator}"


def _curve(x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> str:
    first, second = (
        f"{number(x1 * PT_PER_MM)} {number(-y1 * PT_PER_MM)}",
        f"{number(x2 * PT_PER_MM)} {number(-y2 * PT_PER_MM)}",
    )
    return f"{first} {second} {number(x * PT_PER_MM)} {number(-y * PT_PER_MM)} c"


def _paint(fill: bool, stroke: bool) -> str:
    return {(True, True): "B*", (True, False): "f*", (False, True): "S", (False, False): "n"}[fill, stroke]


def clip_to(points: Iterable[Point]) -> str:
    """Return the operators that clip drawing to a shape with straight sides."""
    (first, *rest) = points
    return f"n {_point(*first, 'm')} {' '.join(_point(*point, 'l') for point in rest)} h W n"


def clip(x: float, y: float, w: float, h: float) -> str:
    """Return the operators that clip drawing to a rectangle."""
    return f"n {area(x, y, w, h)} W n"


def frame(x: float, y: float, scale: float = 1, angle: float = 0) -> str:
    """Return the operators that begin a frame at (x, y), scaled and turned clockwise by degrees; `Q` ends it."""
    start = f"q 1 0 0 1 {number(x * PT_PER_MM)} {number(-y * PT_PER_MM)} cm"
    if not angle and scale == 1:
        return start
    along, across = scale * cos(radians(angle)), scale * sin(radians(angle))
    # Frames are nested, so rotations need more digits than positions.
    a, b, c = number(along, 7), number(across, 7), number(-across, 7)
    return f"{start} {a} {c} {b} {a} 0 0 cm"


_Y_UP = {5: 7, 6: 8, 7: 5, 8: 6}
"""Orientations that swap their matrices when y goes up."""


def tile(picture: PictureTile, turn: int) -> str:
    """Return the operators that begin a frame for an image, clipped and turned by EXIF orientation; `Q` ends it."""
    wide, high = (
        (-picture.w if picture.flipped_x else picture.w) * PT_PER_MM,
        (-picture.h if picture.flipped_y else picture.h) * PT_PER_MM,
    )
    x = (picture.x + picture.w if picture.flipped_x else picture.x) * PT_PER_MM
    y = -(picture.y if picture.flipped_y else picture.y + picture.h) * PT_PER_MM
    a, b, c, d, e, f = TURNS[_Y_UP.get(turn, turn)]
    places = (a * wide, b * high, c * wide, d * high, e * wide + x, f * high + y)
    shows = picture.shows
    clipping = clip(shows.left, shows.top, shows.right - shows.left, shows.bottom - shows.top)
    return f"q {clipping} {' '.join(map(number, places))} cm"


def dash(lengths: tuple[float, ...]) -> str:
    """Return the operators for a dash pattern; an empty one is a solid line."""
    return f"[{' '.join(number(length * PT_PER_MM) for length in lengths)}] 0 d"
