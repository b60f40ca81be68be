"""Blueprint line art, a room of its own for its many points: silhouettes, emblems, tiles, backs.

Drawn about (0, 0) in a field of 24 × 24 units with the weapon ahead (up), then set on a face with `placed`.
"""

from collections.abc import Callable
from dataclasses import replace
from math import cos, pi, sin

from companion.games.mecha_mettle.model import Category
from companion.printing.boxes import Box, Circle, Ink, Line, Path, Point, Rect, polygon

Drawing = tuple[Box, ...]

HULL = 0.5
"""Stroke of an outline, in mm."""
FINE = 0.2
"""Stroke of what lies inside it."""


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


def _hull(*points: Point, fill: Ink = "tint") -> Path:
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def _both(*points: Point, fill: Ink = "tint") -> tuple[Path, Path]:
    return _hull(*points, fill=fill), _hull(*((-x, y) for x, y in points), fill=fill)


def _ring(x: float, y: float, r: float, fill: Ink | None = "paper", width: float = HULL) -> Circle:
    return Circle(x, y, r, fill=fill, stroke="blue", width=width)


def _fine(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, width=FINE, ink="blue")


def _turned(angle: float, *points: Point) -> tuple[Point, ...]:
    c, s = cos(angle), sin(angle)
    return tuple((x * c - y * s, x * s + y * c) for x, y in points)


def _drone() -> Drawing:
    """Four rotors on crossed arms about a small hull."""
    arms = tuple(_hull(*_turned(a, (-0.9, -9), (0.9, -9), (0.9, 0), (-0.9, 0))) for a in _quarters())
    rotors = [_turned(a, (0.0, -9.0))[0] for a in _quarters()]
    wheels = tuple(
        part for x, y in rotors for part in (_ring(x, y, 4.6), _ring(x, y, 3.4, None, FINE), _ring(x, y, 0.9, "tint"))
    )
    blades = tuple(_fine(x - 3, y - 1.2, x + 3, y + 1.2) for x, y in rotors)
    hull = _hull((0, -6), (3.2, -2), (3.2, 4), (0, 7), (-3.2, 4), (-3.2, -2), fill="paper")
    return (*arms, *wheels, *blades, hull, _ring(0, 0.4, 1.7, "tint"), _fine(0, -6, 0, -1.3), _fine(0, 2.1, 0, 7))


def _quarters() -> tuple[float, ...]:
    return tuple(pi / 4 + i * pi / 2 for i in range(4))


def _strongbox() -> Drawing:
    """A vault: thick cut-off square, bolts, and a wheel in the door."""
    outer = _hull((-8, -11), (8, -11), (11, -8), (11, 8), (8, 11), (-8, 11), (-11, 8), (-11, -8))
    inner = _hull(
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
    bolts = tuple(_ring(x, y, 0.7, "blue", FINE) for x in (-9.7, 9.7) for y in (-6, -2, 2, 6))
    spokes = tuple(_fine(*_turned(i * pi / 3, (0, -1.6))[0], *_turned(i * pi / 3, (0, -5.6))[0]) for i in range(6))
    knobs = tuple(_ring(*_turned(i * pi / 3, (0, -5.6))[0], 0.8, "tint", FINE) for i in range(6))
    return (outer, inner, *bolts, _ring(0, 0, 4.4, "tint"), *spokes, *knobs, _ring(0, 0, 1.6))


def _scout() -> Drawing:
    """A dart with a long nose, swept wings, and listening arcs ahead."""
    wings = _both((1.4, -1), (11.5, 8), (11.5, 10), (1.8, 6.5))
    fins = _both((1, 7), (5, 11.4), (1, 10.4))
    body = _hull((0, -9), (1.9, -2), (2.1, 9), (0, 11), (-2.1, 9), (-1.9, -2), fill="paper")
    arcs = tuple(
        Path(
            (("M", -r, -7.6 - r * 0.35), ("C", -r * 0.6, -9 - r, r * 0.6, -9 - r, r, -7.6 - r * 0.35)),
            stroke="blue",
            width=FINE,
        )
        for r in (2.2, 3.8)
    )
    return (*wings, *fins, body, *arcs, _ring(0, 1, 1.1, "tint"), _fine(3, 1.6, 10.4, 8.8), _fine(-3, 1.6, -10.4, 8.8))


def _reactor() -> Drawing:
    """A core in rings with six cooling fins."""
    fins = tuple(_hull(*_turned(pi / 6 + i * pi / 3, (-2.4, -7), (-3, -11.6), (3, -11.6), (2.4, -7))) for i in range(6))
    ribs = tuple(
        _fine(*_turned(pi / 6 + i * pi / 3, (-2.6, -y))[0], *_turned(pi / 6 + i * pi / 3, (2.6, -y))[0])
        for i in range(6)
        for y in (8.8, 10.2)
    )
    blades = tuple(
        _hull(*_turned(i * 2 * pi / 3, (-1.2, -2.2), (-2.9, -4.9), (2.9, -4.9), (1.2, -2.2)), fill="blue")
        for i in range(3)
    )
    return (*fins, *ribs, _ring(0, 0, 7.4), _ring(0, 0, 6.2, "tint", FINE), *blades, _ring(0, 0, 1.2, "blue"))


def _gemini() -> Drawing:
    """Two hulls side by side, each with its barrel, and a bridge between them."""
    bridge = Rect(-4.4, -1.5, 8.8, 5, fill="paper", stroke="blue", width=HULL)
    hulls = _both((4, -5), (6.4, -7), (8.8, -5), (10.4, 2), (9.4, 10), (3.6, 10), (2.8, 2))
    barrels = tuple(Rect(x - 0.9, -11.6, 1.8, 6, fill="paper", stroke="blue", width=HULL) for x in (-6.4, 6.4))
    domes = tuple(_ring(x, 1.5, 2.1) for x in (-6.5, 6.5))
    return (bridge, *barrels, *hulls, *domes, _fine(-4, 1, 4, 1), _fine(-5, 7.6, -8, 7.6), _fine(5, 7.6, 8, 7.6))


def _hammer() -> Drawing:
    """A broad striking head on a narrow shaft."""
    head = _hull((-11, -10), (-9, -11.5), (9, -11.5), (11, -10), (11, -3.6), (9, -2.2), (-9, -2.2), (-11, -3.6))
    faces = tuple(Rect(x, -10, 1.8, 6.4, fill="blue", stroke="blue", width=FINE) for x in (-11, 9.2))
    shaft = _hull((-2.4, -2.2), (2.4, -2.2), (2, 8), (3.6, 11.4), (-3.6, 11.4), (-2, 8), fill="paper")
    grip = tuple(_fine(-2.1, y, 2.1, y + 1) for y in (0.4, 2.4, 4.4, 6.4))
    return (head, *faces, shaft, *grip, _ring(0, -6.9, 2.6), _ring(0, -6.9, 1.2, "blue"))


def _hatch() -> Drawing:
    """A plain plate, for a module that a player's own pack adds."""
    return (_hull((-9, -9), (9, -9), (9, 9), (-9, 9)), _ring(0, 0, 5), _fine(-9, -9, 9, 9), _fine(-9, 9, 9, -9))


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
    """Return a module's drawing; a plain plate for one that is not of the game."""
    return SILHOUETTES.get(module_id, PLAIN)


def grid(x: float, y: float, w: float, h: float, pitch: float = 4) -> Drawing:
    """Return blueprint paper: a washed ground with hairlines."""
    across = tuple(
        Line(x + i * pitch, y, x + i * pitch, y + h, width=0.1, ink="faint")
        for i in range(1, int((w - 0.1) / pitch) + 1)
    )
    down = tuple(
        Line(x, y + i * pitch, x + w, y + i * pitch, width=0.1, ink="faint")
        for i in range(1, int((h - 0.1) / pitch) + 1)
    )
    return (Rect(x, y, w, h, fill="wash", stroke=None), *across, *down)


def _attack(level: int) -> Drawing:
    """A reticle; one more dart closes in with each level."""
    darts = tuple(
        _hull(*_turned(pi / 4 + i * pi / 2, (0, -4.2), (2, -10.4), (0, -9.2), (-2, -10.4)), fill="blue")
        for i in range(level)
    )
    hairs = tuple(_fine(*_turned(i * pi / 2, (0, -11.6))[0], *_turned(i * pi / 2, (0, -6))[0]) for i in range(4))
    return (_ring(0, 0, 9.6, "tint"), _ring(0, 0, 6.8, "paper"), *hairs, *darts, _ring(0, 0, 1.5, "blue"))


def _defense(level: int) -> Drawing:
    """Shields inside each other, as many as the level."""
    return tuple(_heater(1 - 0.21 * i, "tint" if i % 2 == 0 else "paper") for i in range(level))


def _heater(k: float, fill: Ink) -> Path:
    moves = (
        ("M", -9.6 * k, -10.6 * k),
        ("L", 9.6 * k, -10.6 * k),
        ("L", 9.6 * k, 0.0),
        ("C", 9.6 * k, 6.4 * k, 4.4 * k, 9.6 * k, 0.0, 11.4 * k),
        ("C", -4.4 * k, 9.6 * k, -9.6 * k, 6.4 * k, -9.6 * k, 0.0),
        ("Z",),
    )
    return Path(moves, fill=fill, stroke="blue", width=HULL)


def _control(level: int) -> Drawing:
    """A fan of deck cards, as many as the level, on a console."""
    cards = []
    for i in range(level):
        angle = (i - (level - 1) / 2) * pi / 9
        points = _turned(angle, (-4.4, -10.6), (4.4, -10.6), (4.4, 2), (-4.4, 2))
        cards.append(_hull(*((x, y + 2.4) for x, y in points), fill="tint" if i % 2 == 0 else "paper"))
    desk = _hull((-10.6, 6), (10.6, 6), (11.6, 11.2), (-11.6, 11.2), fill="paper")
    keys = tuple(_ring(x, 8.6, 0.9, "blue", FINE) for x in (-7.5, -2.5, 2.5, 7.5))
    return (*cards, desk, *keys)


def _reconfigure(level: int) -> Drawing:
    """A plate turned on its port, once more with each level, and arrows about it."""
    plates = tuple(
        _hull(*_turned(i * pi / 8, (-5, -5), (5, -5), (5, 5), (-5, 5)), fill="paper" if i else "tint")
        for i in range(level)
    )
    arrows = tuple(_arrow(i * pi) for i in range(2))
    return (*(part for arrow in arrows for part in arrow), *plates, _ring(0, 0, 1.7, "blue"))


def _arrow(turn: float) -> tuple[Path, Path]:
    start, one, two, end = _turned(turn, (-10.4, 1.5), (-11, -6.5), (-5, -11.5), (3, -10.2))
    arc = Path((("M", *start), ("C", *one, *two, *end)), stroke="blue", width=1.0)
    return arc, _hull(*_turned(turn, (2.4, -12.2), (7.4, -8.6), (1.6, -7.8)), fill="blue")


_EMBLEMS: dict[Category, Callable[[int], Drawing]] = {
    "attack": _attack,
    "defense": _defense,
    "control": _control,
    "reconfigure": _reconfigure,
}


def emblem(category: Category, level: int) -> Drawing:
    """Return a component's emblem: its category's, counting its level."""
    return _EMBLEMS[category](level)


def port() -> Drawing:
    """Return an Open Port: a docking ring with four clamps."""
    clamps = tuple(
        _hull(*_turned(a, (-2.2, -10.6), (2.2, -10.6), (1.5, -7.6), (-1.5, -7.6)), fill="paper") for a in _quarters()
    )
    marks = tuple(_fine(*_turned(i * pi / 12, (0, -8.2))[0], *_turned(i * pi / 12, (0, -9))[0]) for i in range(24))
    return (_ring(0, 0, 10, "tint"), _ring(0, 0, 8.2, "paper", FINE), *marks, *clamps)


def door() -> Drawing:
    """Return a Blast Door: two toothed leaves, shut, with braces."""
    left = (
        (-11, -11),
        (-1.2, -11),
        (-1.2, -7),
        (1.4, -5),
        (1.4, 0),
        (-1.4, 0),
        (-1.4, 5),
        (1.2, 7),
        (1.2, 11),
        (-11, 11),
    )
    right = (
        (11, 11),
        (1.2, 11),
        (1.2, 7),
        (-1.4, 5),
        (-1.4, 0),
        (1.4, 0),
        (1.4, -5),
        (-1.2, -7),
        (-1.2, -11),
        (11, -11),
    )
    braces = tuple(
        polygon((s * 10.4, y), (s * 4, y + 2.6), (s * 4, y + 4.2), (s * 10.4, y + 1.6), fill="blue", stroke=None)
        for s in (-1, 1)
        for y in (-9.6, 5.4)
    )
    bolts = tuple(_ring(s * 9.6, y, 0.7, "paper", FINE) for s in (-1, 1) for y in (-3, 0, 3))
    return (_hull(*left), _hull(*right, fill="wash"), *braces, *bolts)


def wreck() -> Drawing:
    """Return a torn port: what a module card lying face down marks."""
    ring = _turned(0, *((r * cos(a), r * sin(a)) for a, r in _jagged()))
    cracks = ((-2, -3, -6.4, -9.4), (2.4, -2, 9.6, -5.6), (2, 3, 5, 10), (-2.6, 2, -10.4, 4.4))
    return (_ring(0, 0, 10.6, "tint"), _hull(*ring, fill="paper"), *(_fine(*c) for c in cracks))


def _jagged() -> tuple[tuple[float, float], ...]:
    radii = (8.4, 5, 7.4, 4.4, 8.8, 5.6, 7, 4.6, 8.2, 5.2, 7.8, 4.2, 8.6, 5.4)
    return tuple((2 * pi * i / len(radii), r) for i, r in enumerate(radii))
