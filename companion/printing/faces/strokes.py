"""Small strokes on the plates of portraits: joints, bolts, lights, ticks, dashed outlines, question marks.

The style is a blueprint: blue outlines, light plates over a dark frame, the game's colour for glowing and cutting
parts.
"""

from math import cos, sin
from zlib import crc32

from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Point, Rect
from companion.printing.faces.placing import place_art
from companion.printing.faces.plates import BOLD, FINE, plate

Drawing = tuple[Box, ...]
LARGEST = 1.25
"""The largest scale of a figure without long arms in its field."""
_DASH = (0.8, 0.7)
_TICKS = 6
_PRIME = 997


def dark(*points: Point) -> Path:
    """Return a part of the inner frame, in solid blue."""
    return plate(*points, fill="blue")


def block(x: float, y: float, w: float, h: float, fill: Ink = "tint", radius: float = 0) -> Rect:
    """Return an upright rectangular plate."""
    return Rect(x, y, w, h, radius, fill, "blue", BOLD)


def ring(x: float, y: float, r: float, fill: Ink | None = "paper", width: float = BOLD) -> Circle:
    """Return a round plate."""
    return Circle(x, y, r, fill, "blue", width)


def curve(*moves: tuple[str | float, ...], fill: Ink | None = "tint", width: float = BOLD) -> Path:
    """Return a plate with curved edges."""
    return Path(moves, fill, "blue", width)


def fine(x1: float, y1: float, x2: float, y2: float, ink: Ink = "blue", width: float = FINE) -> Line:
    """Return a thin stroke."""
    return Line(x1, y1, x2, y2, width, ink)


def dot(x: float, y: float, r: float = 0.45, ink: Ink = "blue") -> Circle:
    """Return a bolt, or in another ink a small light."""
    return Circle(x, y, r, ink, None)


def bolts(*points: Point, r: float = 0.42) -> Drawing:
    """Return a bolt at each point."""
    return tuple(dot(x, y, r) for x, y in points)


def glow(x: float, y: float, r: float) -> Circle:
    """Return a lens or a core in the game's colour."""
    return Circle(x, y, r, "accent", "blue", 0.35)


def joint(x: float, y: float, r: float) -> Drawing:
    """Return a joint: a dark disc with a light cap."""
    return (Circle(x, y, r, "blue", "blue", BOLD), dot(x, y, r * 0.48, "paper"))


def point_on_circle(x: float, y: float, r: float, turn: float) -> Point:
    """Return the point `r` from (x, y) at an angle in radians, clockwise from the right."""
    return x + r * cos(turn), y + r * sin(turn)


def with_mirror_image(drawing: Drawing) -> Drawing:
    """Return a drawing together with its mirror image."""
    return (*place_art(drawing, mirrored=True), *drawing)


def ticks(card_id: str, x: float, y: float, w: float, h: float = 1.3) -> Drawing:
    """Return a stencilled number as ticks, `w` mm wide; the card's id decides them, so that similar cards differ."""
    number = crc32(card_id.encode())
    pitch = w / (_TICKS + 1)
    marks = tuple(fine(x + i * pitch, y, x + i * pitch, y + h) for i in range(_TICKS) if number >> i & 1)
    end = x + (_TICKS - 0.6) * pitch + (number >> _TICKS) % _PRIME / _PRIME * pitch
    return (*marks, fine(end, y, end, y + h, width=2 * FINE))


def dash_outline(*points: Point) -> Drawing:
    """Return the dashed outline of a missing part."""
    ends = (*points[1:], points[0])
    return tuple(Line(*a, *b, 0.2, "blue", _DASH) for a, b in zip(points, ends, strict=True))


def question(x: float, y: float) -> Drawing:
    """Return a question mark centred on a point, 5 mm high."""
    hook = (
        ("M", x - 1.6, y - 1.4),
        ("C", x - 1.6, y - 3.8, x + 1.8, y - 3.8, x + 1.8, y - 1.6),
        ("C", x + 1.8, y - 0.2, x, y - 0.2, x, y + 1.2),
    )
    return (Path(hook, None, "blue", 0.8), dot(x, y + 2.7, 0.55))
