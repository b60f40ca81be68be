"""What all parts of a robot are drawn with: plates, joints, ticks, torn edges with their wires, dashed outlines."""

from math import cos, pi, sin
from zlib import crc32

from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Point, Rect, polygon
from companion.printing.faces.placing import placed

Drawing = tuple[Box, ...]
HULL, FINE = 0.5, 0.22
_DASH = (0.8, 0.7)


def words(card: Part) -> str:
    """Return the words that decide a part's shape, in small letters."""
    return f"{card.id} {card.name}".casefold().replace("-", " ")


def plate(*points: Point, fill: Ink = "tint") -> Path:
    """Return a plate with a heavy outline."""
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def dark(*points: Point) -> Path:
    """Return a part of the inner frame: solid blue."""
    return plate(*points, fill="blue")


def block(x: float, y: float, w: float, h: float, radius: float = 0, fill: Ink = "tint") -> Rect:
    """Return an upright plate."""
    return Rect(x, y, w, h, radius, fill, "blue", HULL)


def ring(x: float, y: float, r: float, fill: Ink = "paper") -> Circle:
    """Return a round plate."""
    return Circle(x, y, r, fill, "blue", HULL)


def dot(x: float, y: float, r: float = 0.45, ink: Ink = "blue") -> Circle:
    """Return a bolt, or a small light in another ink."""
    return Circle(x, y, r, ink, None)


def joint(x: float, y: float, r: float) -> Drawing:
    """Return a joint: a dark disc with a light cap."""
    return (Circle(x, y, r, "blue", "blue", HULL), dot(x, y, r * 0.48, "paper"))


def fine(x1: float, y1: float, x2: float, y2: float, ink: Ink = "blue", width: float = FINE) -> Line:
    """Return a thin stroke."""
    return Line(x1, y1, x2, y2, width, ink)


def curve(*moves: tuple[str | float, ...], fill: Ink | None = "tint", width: float = HULL) -> Path:
    """Return a plate with curved edges."""
    return Path(moves, fill, "blue", width)


def both(drawing: Drawing) -> Drawing:
    """Return a drawing and its mirror image."""
    return (*placed(drawing, mirrored=True), *drawing)


def around(x: float, y: float, r: float, turn: float) -> Point:
    """Return the point `r` from (x, y) at an angle in radians, clockwise from the right."""
    return x + r * cos(turn), y + r * sin(turn)


def star(x: float, y: float, points: int, outer: float, inner: float, fill: Ink = "accent") -> Path:
    """Return a star with an outline."""
    corners = (around(x, y, inner if i % 2 else outer, pi * i / points - pi / 2) for i in range(2 * points))
    return polygon(*corners, fill=fill, stroke="blue", width=0.3)


def serial(card: Part, x: float, y: float, w: float, h: float = 1.3) -> Drawing:
    """Return ticks like a stencilled number: no two cards have the same, so that any change of cards shows."""
    number = crc32(card.id.encode())
    pitch = w / 7
    ticks = tuple(fine(x + i * pitch, y, x + i * pitch, y + h) for i in range(6) if number >> i & 1)
    end = x + 5.4 * pitch + (number >> 6) % 997 / 997 * pitch
    return (*ticks, fine(end, y, end, y + h, width=2 * FINE))


def rank_pips(card: Part, x: float, y: float, pitch: float = 1.7) -> Drawing:
    """Return a light for each rank, in a row about a point."""
    return tuple(
        Circle(x + (i - (card.rank - 1) / 2) * pitch, y, 0.55, "accent", "blue", FINE) for i in range(card.rank)
    )


def dashed(*points: Point) -> Drawing:
    """Return the dashed outline of a part that is missing."""
    ends = (*points[1:], points[0])
    return tuple(Line(*a, *b, 0.22, "blue", _DASH) for a, b in zip(points, ends, strict=True))


def torn(half: float) -> Drawing:
    """Return a socket whose part was torn off: broken metal, hanging wires and sparks, outwards to the right of (0, 0)."""
    rim = plate(
        (-1.6, -half), (0.8, -half), (1.5, -half * 0.62), (0.5, -half * 0.4), (2.3, -half * 0.1), (0.8, half * 0.2),
        (1.8, half * 0.55), (0.6, half), (-1.6, half), fill="paper",
    )  # fmt: skip
    wires = (
        Path((("M", 0.6, -half * 0.3), ("C", 3, -half * 0.6, 3.4, -1.6, 4.4, -half * 0.55)), None, "blue", 0.4),
        Path((("M", 0.9, 0.1), ("C", 3, 0.4, 3.4, 1.8, 5, 1.2)), None, "accent", 0.5),
        Path((("M", 0.6, half * 0.5), ("C", 2.2, half * 0.5, 2, half * 1.1, 3.6, half * 1.25)), None, "blue", 0.4),
    )
    sparks = (star(6.6, 0.4, 4, 1.7, 0.55), star(5.2, -half * 0.85, 4, 1.1, 0.4), star(4.8, half * 1.45, 4, 0.9, 0.35))
    return (*wires, dark((-1, -half * 0.6), (0.8, -half * 0.5), (0.3, half * 0.5), (-1, half * 0.6)), rim, dot(0, -half * 0.7, 0.35),
            dot(0, half * 0.75, 0.35), *sparks)  # fmt: skip


def hazard(x: float, y: float, w: float, h: float) -> Drawing:
    """Return a band of hazard stripes."""
    count = max(2, int(w / 2.4))
    pitch = w / count
    lean = min(h, pitch * 0.5)
    stripes = tuple(
        polygon((x + i * pitch + lean, y), (x + (i + 0.5) * pitch + lean * 0.9, y), (x + (i + 0.5) * pitch, y + h), (x + i * pitch, y + h),
                fill="accent", stroke=None)
        for i in range(count)
    )  # fmt: skip
    return (Rect(x, y, w, h, 0, "paper", "blue", 0.35), *stripes)
