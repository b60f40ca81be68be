"""Line art in blueprint style: the strokes that all drawings share, and the silhouettes of the modules.

Drawn about (0, 0) in a field of 24 × 24 units with the weapon ahead (up), then set on a face with `placed`.
"""

from dataclasses import replace
from math import cos, pi, sin

from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Point, Rect, polygon

Drawing = tuple[Box, ...]

HULL = 0.5
"""Stroke of an outline, in mm."""
FINE = 0.2
"""Stroke of details inside an outline, in mm."""


def placed(drawing: Drawing, x: float, y: float, size: float = 24, flip: bool = False) -> Drawing:
    """Return a drawing centred on (x, y), `size` mm wide, mirrored for left versions; strokes keep their width."""
    return tuple(_moved(box, x, y, size / 24, -1 if flip else 1) for box in drawing)


def _moved(box: Box, x: float, y: float, k: float, side: int) -> Box:
    match box:
        case Line():
            return replace(
                box, x1=x + side * k * box.x1, y1=y + k * box.y1, x2=x + side * k * box.x2, y2=y + k * box.y2
            )
        case Circle():
            return replace(box, x=x + side * k * box.x, y=y + k * box.y, r=k * box.r)
        case Rect():
            left = box.x if side > 0 else -box.x - box.w
            return replace(box, x=x + k * left, y=y + k * box.y, w=k * box.w, h=k * box.h, radius=k * box.radius)
        case Path():
            moves = tuple((m[0], *_points(m[1:], x, y, k, side)) for m in box.moves)
            return replace(box, moves=moves)
    raise TypeError(f"art is made of lines, circles, rectangles and paths, not {type(box).__name__}")


def _points(numbers: tuple[str | float, ...], x: float, y: float, k: float, side: int) -> tuple[float, ...]:
    values = [float(n) for n in numbers]
    return tuple(y + k * v if i % 2 else x + side * k * v for i, v in enumerate(values))


def hull(*points: Point, fill: Ink = "tint") -> Path:
    """Return a plate with a heavy outline."""
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def _both(*points: Point, fill: Ink = "tint") -> tuple[Path, Path]:
    return hull(*points, fill=fill), hull(*((-x, y) for x, y in points), fill=fill)


def ring(x: float, y: float, r: float, fill: Ink | None = "paper", width: float = HULL) -> Circle:
    """Return a circle, with the stroke of an outline by default."""
    return Circle(x, y, r, fill=fill, stroke="blue", width=width)


def fine(x1: float, y1: float, x2: float, y2: float) -> Line:
    """Return a thin stroke."""
    return Line(x1, y1, x2, y2, width=FINE, ink="blue")


def turned(angle: float, *points: Point) -> tuple[Point, ...]:
    """Return points turned clockwise about the middle by an angle in radians."""
    c, s = cos(angle), sin(angle)
    return tuple((x * c - y * s, x * s + y * c) for x, y in points)


def _drone() -> Drawing:
    """Four rotors on crossed arms about a small hull."""
    arms = tuple(hull(*turned(a, (-0.9, -9), (0.9, -9), (0.9, 0), (-0.9, 0))) for a in quarters())
    rotors = [turned(a, (0.0, -9.0))[0] for a in quarters()]
    wheels = tuple(
        part for x, y in rotors for part in (ring(x, y, 4.6), ring(x, y, 3.4, None, FINE), ring(x, y, 0.9, "tint"))
    )
    blades = tuple(fine(x - 3, y - 1.2, x + 3, y + 1.2) for x, y in rotors)
    cabin = hull((0, -6), (3.2, -2), (3.2, 4), (0, 7), (-3.2, 4), (-3.2, -2), fill="paper")
    return (*arms, *wheels, *blades, cabin, ring(0, 0.4, 1.7, "tint"), fine(0, -6, 0, -1.3), fine(0, 2.1, 0, 7))


def quarters() -> tuple[float, ...]:
    """Return the four diagonals in radians."""
    return tuple(pi / 4 + i * pi / 2 for i in range(4))


def _strongbox() -> Drawing:
    """A vault: thick cut-off square, bolts, and a wheel in the door."""
    outer = hull((-8, -11), (8, -11), (11, -8), (11, 8), (8, 11), (-8, 11), (-11, 8), (-11, -8))
    inner = hull(
        (-6.6, -8.6),
        (6.6, -8.6),
        (8.6, -6.6),
        (8.6, 6.6),
        (6.6, 8.6),
        (-6.6, 8.6),
        (-8.6, 6.6),
        (-8.6, -6.6),
        fill="paper",
    )
    bolts = tuple(ring(x, y, 0.7, "blue", FINE) for x in (-9.7, 9.7) for y in (-6, -2, 2, 6))
    spokes = tuple(fine(*turned(i * pi / 3, (0, -1.6))[0], *turned(i * pi / 3, (0, -5.6))[0]) for i in range(6))
    knobs = tuple(ring(*turned(i * pi / 3, (0, -5.6))[0], 0.8, "tint", FINE) for i in range(6))
    return (outer, inner, *bolts, ring(0, 0, 4.4, "tint"), *spokes, *knobs, ring(0, 0, 1.6))


def _scout() -> Drawing:
    """A dart with a long nose, swept wings, and listening arcs ahead."""
    wings = _both((1.4, -1), (11.5, 8), (11.5, 10), (1.8, 6.5))
    fins = _both((1, 7), (5, 11.4), (1, 10.4))
    body = hull((0, -9), (1.9, -2), (2.1, 9), (0, 11), (-2.1, 9), (-1.9, -2), fill="paper")
    arcs = tuple(
        Path(
            (("M", -r, -7.6 - r * 0.35), ("C", -r * 0.6, -9 - r, r * 0.6, -9 - r, r, -7.6 - r * 0.35)),
            stroke="blue",
            width=FINE,
        )
        for r in (2.2, 3.8)
    )
    return (*wings, *fins, body, *arcs, ring(0, 1, 1.1, "tint"), fine(3, 1.6, 10.4, 8.8), fine(-3, 1.6, -10.4, 8.8))


def _reactor() -> Drawing:
    """A core in rings with six cooling fins."""
    fins = tuple(hull(*turned(pi / 6 + i * pi / 3, (-2.4, -7), (-3, -11.6), (3, -11.6), (2.4, -7))) for i in range(6))
    ribs = tuple(
        fine(*turned(pi / 6 + i * pi / 3, (-2.6, -y))[0], *turned(pi / 6 + i * pi / 3, (2.6, -y))[0])
        for i in range(6)
        for y in (8.8, 10.2)
    )
    blades = tuple(
        hull(*turned(i * 2 * pi / 3, (-1.2, -2.2), (-2.9, -4.9), (2.9, -4.9), (1.2, -2.2)), fill="blue")
        for i in range(3)
    )
    return (*fins, *ribs, ring(0, 0, 7.4), ring(0, 0, 6.2, "tint", FINE), *blades, ring(0, 0, 1.2, "blue"))


def _gemini() -> Drawing:
    """Two hulls side by side, each with its barrel, and a bridge between them."""
    bridge = Rect(-4.4, -1.5, 8.8, 5, fill="paper", stroke="blue", width=HULL)
    hulls = _both((4, -5), (6.4, -7), (8.8, -5), (10.4, 2), (9.4, 10), (3.6, 10), (2.8, 2))
    barrels = tuple(Rect(x - 0.9, -11.6, 1.8, 6, fill="paper", stroke="blue", width=HULL) for x in (-6.4, 6.4))
    domes = tuple(ring(x, 1.5, 2.1) for x in (-6.5, 6.5))
    return (bridge, *barrels, *hulls, *domes, fine(-4, 1, 4, 1), fine(-5, 7.6, -8, 7.6), fine(5, 7.6, 8, 7.6))


def _hammer() -> Drawing:
    """A broad striking head on a narrow shaft."""
    head = hull((-11, -10), (-9, -11.5), (9, -11.5), (11, -10), (11, -3.6), (9, -2.2), (-9, -2.2), (-11, -3.6))
    faces = tuple(Rect(x, -10, 1.8, 6.4, fill="blue", stroke="blue", width=FINE) for x in (-11, 9.2))
    shaft = hull((-2.4, -2.2), (2.4, -2.2), (2, 8), (3.6, 11.4), (-3.6, 11.4), (-2, 8), fill="paper")
    grip = tuple(fine(-2.1, y, 2.1, y + 1) for y in (0.4, 2.4, 4.4, 6.4))
    return (head, *faces, shaft, *grip, ring(0, -6.9, 2.6), ring(0, -6.9, 1.2, "blue"))


def _hatch() -> Drawing:
    """A plain plate, for a module from a player's pack."""
    return (hull((-9, -9), (9, -9), (9, 9), (-9, 9)), ring(0, 0, 5), fine(-9, -9, 9, 9), fine(-9, 9, 9, -9))


SILHOUETTES: dict[str, Drawing] = {
    "drone": _drone(),
    "strongbox": _strongbox(),
    "scout": _scout(),
    "reactor": _reactor(),
    "gemini": _gemini(),
    "hammer": _hammer(),
}
PLAIN = _hatch()


def silhouette(module_id: str) -> Drawing:
    """Return a module's drawing; a plain plate for a module from a player's pack."""
    return SILHOUETTES.get(module_id, PLAIN)


def grid(x: float, y: float, w: float, h: float, pitch: float = 5) -> Drawing:
    """Return blueprint paper: a washed ground with hairlines."""
    across = tuple(
        Line(x + i * pitch, y, x + i * pitch, y + h, width=0.06, ink="faint")
        for i in range(1, int((w - 0.1) / pitch) + 1)
    )
    down = tuple(
        Line(x, y + i * pitch, x + w, y + i * pitch, width=0.06, ink="faint")
        for i in range(1, int((h - 0.1) / pitch) + 1)
    )
    return (Rect(x, y, w, h, fill="wash", stroke=None), *across, *down)
