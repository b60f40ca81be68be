"""Wheels under the hips at (0, 0), down to the ground at y = 15: a cart, a moped, a monster's axle, or rollers."""

from collections.abc import Callable
from math import pi

from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, both, curve, dark, dot, fine, ring

GROUND = 15.0


def _wheel(x: float, r: float) -> Drawing:
    y = GROUND - r
    nuts = tuple(dot(*around(x, y, r * 0.34, i * 2 * pi / 5), r * 0.09) for i in range(5))
    return (Circle(x, y, r, "blue", "blue", 0.5), ring(x, y, r * 0.58), *nuts, dot(x, y, r * 0.15, "accent"))


def _monster() -> Drawing:
    """Huge wheels with lugs, on one axle."""
    lug = ((5.9, -0.12), (6.7, -0.08), (6.7, 0.08), (5.9, 0.12))
    lugs = tuple(dark(*(around(10.4, 9, d, (i + 0.5) * pi / 5 + a) for d, a in lug)) for i in range(10))
    frame = (block(-10, 5.6, 20, 2.6, "tint", 0.6), *both((fine(3, 3, 8, 9, width=0.9),)))
    return (*frame, *both((*_wheel(10.4, 6), *lugs)))


def _cart() -> Drawing:
    """A shopping cart's basket with its handle."""
    basket: Drawing = (
        plate((-10, 2.6), (11.6, 2.6), (8.4, 9.6), (-7.6, 9.6), fill="paper"),
        *(fine(x, 2.8, x * 0.8, 9.4) for x in (-7, -4, -1, 2, 5, 8)),
        fine(-9, 4.8, 10.4, 4.8),
        fine(-8.4, 7, 9.4, 7),
        dark((-12.6, 1), (-9.4, 2.4), (-9.6, 3.4), (-12.8, 2)),
    )
    return (*basket, block(-8, 9.4, 16.6, 1.4, "tint", 0.4), *_wheel(-6.6, 2.5), *_wheel(7, 2.5))


def _moped() -> Drawing:
    """Two wheels on forks under a fairing."""
    forks = both((fine(8, 3, 9.8, 10, width=1),))
    fairing = curve(("M", -8, 7), ("C", -4, 3, 4, 3, 8, 7), ("L", 6, 9), ("L", -6, 9), ("Z",), fill="paper")
    return (*forks, fairing, *both(_wheel(9.6, 4.2)), dot(0, 6.6, 1, "accent"))


def _rollers() -> Drawing:
    """A boot with two small wheels at the end of each strut."""
    strut: Drawing = (
        dark((2.6, 2), (5.6, 2), (7.6, 9), (5, 9)),
        plate((3.6, 3), (6.4, 3), (8.6, 9.6), (5, 9.6), fill="paper"),
        block(3.6, 9.4, 8.4, 1.8, "tint", 0.6),
    )
    return both((*strut, *_wheel(5.4, 2.3), *_wheel(10.2, 2.3)))


_KINDS: tuple[tuple[str, Callable[[], Drawing]], ...] = (("monster", _monster), ("cart", _cart), ("moped", _moped))


def wheels(words: str) -> Drawing:
    """Return wheels by the words on a card."""
    return next((draw for word, draw in _KINDS if word in words), _rollers)()
