"""The strokes that all drawings of Techniconica are made of: plates, rings and fine lines, in mm."""

from math import cos, sin

from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Point, Rect, polygon

Drawing = tuple[Box, ...]

HULL = 0.5
"""Stroke of an outline, in mm."""
FINE = 0.2
"""Stroke of details inside an outline, in mm."""


def hull(*points: Point, fill: Ink = "tint") -> Path:
    """Return a plate with a heavy outline."""
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def block(x: float, y: float, w: float, h: float, fill: Ink = "tint", radius: float = 0) -> Rect:
    """Return an upright plate."""
    return Rect(x, y, w, h, radius=radius, fill=fill, stroke="blue", width=HULL)


def ring(x: float, y: float, r: float, fill: Ink | None = "paper", width: float = HULL) -> Circle:
    """Return a circle, with the stroke of an outline by default."""
    return Circle(x, y, r, fill=fill, stroke="blue", width=width)


def fine(x1: float, y1: float, x2: float, y2: float) -> Line:
    """Return a thin stroke."""
    return Line(x1, y1, x2, y2, width=FINE, ink="blue")


def arc(x: float, y: float, r: float, high: float, width: float) -> Path:
    """Return an arch over (x, y): `r` to either side, `high` mm up."""
    moves = (("M", x - r, y), ("C", x - r, y - 1.33 * high, x + r, y - 1.33 * high, x + r, y))
    return Path(moves, stroke="blue", width=width)


def around(x: float, y: float, r: float, turn: float) -> Point:
    """Return the point `r` from (x, y) at an angle in radians, clockwise from the right."""
    return x + r * cos(turn), y + r * sin(turn)


def between(value: int, least: int, most: int) -> int:
    """Return a value limited to the range between two others."""
    return max(least, min(most, value))
