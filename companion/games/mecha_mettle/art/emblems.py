"""Emblems of components, and drawings of tiles and card backs; modules have silhouettes instead."""

from collections.abc import Callable
from math import cos, pi, sin

from companion.games.mecha_mettle.art.silhouettes import FINE, HULL, Drawing, fine, hull, quarters, ring, turned
from companion.games.mecha_mettle.model import Category
from companion.printing.faces.boxes import Ink, Path, polygon


def _attack(level: int) -> Drawing:
    """A reticle; one more dart closes in with each level."""
    darts = tuple(
        hull(*turned(pi / 4 + i * pi / 2, (0, -4.2), (2, -10.4), (0, -9.2), (-2, -10.4)), fill="blue")
        for i in range(level)
    )
    hairs = tuple(fine(*turned(i * pi / 2, (0, -11.6))[0], *turned(i * pi / 2, (0, -6))[0]) for i in range(4))
    return (ring(0, 0, 9.6, "tint"), ring(0, 0, 6.8, "paper"), *hairs, *darts, ring(0, 0, 1.5, "blue"))


def _defense(level: int) -> Drawing:
    """Nested shields, as many as the level."""
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
        points = turned(angle, (-4.4, -10.6), (4.4, -10.6), (4.4, 2), (-4.4, 2))
        cards.append(hull(*((x, y + 2.4) for x, y in points), fill="tint" if i % 2 == 0 else "paper"))
    desk = hull((-10.6, 6), (10.6, 6), (11.6, 11.2), (-11.6, 11.2), fill="paper")
    keys = tuple(ring(x, 8.6, 0.9, "blue", FINE) for x in (-7.5, -2.5, 2.5, 7.5))
    return (*cards, desk, *keys)


def _reconfigure(level: int) -> Drawing:
    """A plate turned on its port, one step further with each level, with arrows around it."""
    plates = tuple(
        hull(*turned(i * pi / 8, (-5, -5), (5, -5), (5, 5), (-5, 5)), fill="paper" if i else "tint")
        for i in range(level)
    )
    arrows = tuple(_arrow(i * pi) for i in range(2))
    return (*(part for arrow in arrows for part in arrow), *plates, ring(0, 0, 1.7, "blue"))


def _arrow(turn: float) -> tuple[Path, Path]:
    start, one, two, end = turned(turn, (-10.4, 1.5), (-11, -6.5), (-5, -11.5), (3, -10.2))
    arc = Path((("M", *start), ("C", *one, *two, *end)), stroke="blue", width=1.0)
    return arc, hull(*turned(turn, (2.4, -12.2), (7.4, -8.6), (1.6, -7.8)), fill="blue")


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
        hull(*turned(a, (-2.2, -10.6), (2.2, -10.6), (1.5, -7.6), (-1.5, -7.6)), fill="paper") for a in quarters()
    )
    marks = tuple(fine(*turned(i * pi / 12, (0, -8.2))[0], *turned(i * pi / 12, (0, -9))[0]) for i in range(24))
    return (ring(0, 0, 10, "tint"), ring(0, 0, 8.2, "paper", FINE), *marks, *clamps)


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
    bolts = tuple(ring(s * 9.6, y, 0.7, "paper", FINE) for s in (-1, 1) for y in (-3, 0, 3))
    return (hull(*left), hull(*right, fill="wash"), *braces, *bolts)


def chip() -> Drawing:
    """Return a component of no category, for card backs: a plate with contacts on four sides."""
    pins = tuple(
        hull(*turned(i * pi / 2, (x - 0.8, -11), (x + 0.8, -11), (x + 0.8, -8), (x - 0.8, -8)), fill="paper")
        for i in range(4)
        for x in (-5.0, 0.0, 5.0)
    )
    return (*pins, hull((-8, -8), (8, -8), (8, 8), (-8, 8)), ring(0, 0, 5), ring(0, 0, 3.4, "blue"))


def wreck() -> Drawing:
    """Return a torn port: a module card lying face down marks a destroyed one."""
    torn = turned(0, *((r * cos(a), r * sin(a)) for a, r in _jagged()))
    cracks = ((-2, -3, -6.4, -9.4), (2.4, -2, 9.6, -5.6), (2, 3, 5, 10), (-2.6, 2, -10.4, 4.4))
    return (ring(0, 0, 10.6, "tint"), hull(*torn, fill="paper"), *(fine(*c) for c in cracks))


def _jagged() -> tuple[tuple[float, float], ...]:
    radii = (8.4, 5, 7.4, 4.4, 8.8, 5.6, 7, 4.6, 8.2, 5.2, 7.8, 4.2, 8.6, 5.4)
    return tuple((2 * pi * i / len(radii), r) for i, r in enumerate(radii))
