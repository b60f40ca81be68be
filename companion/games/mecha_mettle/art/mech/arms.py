"""Level 2, on the arms: guns, shields, scanners or turning tools; bare struts and dashed fists without a component."""

from collections.abc import Callable, Mapping
from math import pi

from companion.games.mecha_mettle.art.mech.marks import marks
from companion.games.mecha_mettle.model import Category, Component
from companion.printing.faces.boxes import Path
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import (
    Drawing,
    around,
    block,
    bolts,
    both,
    curve,
    dark,
    dashed,
    fine,
    glow,
    joint,
    ring,
)

_UPPER: Drawing = (
    dark((9, -5), (12, -5), (14.4, 1.6), (11.6, 2)),
    plate((7.6, -8.4), (12, -9.4), (15.2, -6), (14.4, -2), (10.2, -2.8), fill="paper"),
    fine(9, -7, 14.2, -6.2),
    *joint(13.2, 2, 1.9),
)
_ELBOW = (13.2, 2.0)


def arms(component: Component | None) -> Drawing:
    """Return both arms."""
    if component is None:
        ghost = dashed((11.4, 3), (15, 2.6), (18.4, 10), (14.6, 11.6))
        return both((*ghost, dark((12.4, 2), (14.2, 2), (16.4, 9), (14.8, 9.4)), *_UPPER))
    hand, angle = _HANDS[component.category]
    return both((*placed((*hand(), *marks(component, 1.6, -1.4, 3.2)), *_ELBOW, 0.96, angle), *_UPPER))


def _fore() -> Drawing:
    """Return a forearm from the elbow at (0, 0) to the right."""
    return (plate((-0.6, -2.2), (6, -2.6), (7, 0), (6, 2.6), (-0.6, 2.2)),)


def _gun() -> Drawing:
    return (
        block(5, -1.3, 8, 2.6, "paper"),
        dark((11, -2), (13.4, -2), (13.4, 2), (11, 2)),
        block(7, -2, 1.6, 4),
        block(2, 2, 4.4, 2.6, "paper", 0.6),
        *_fore(),
    )


def _shield() -> Drawing:
    face = curve(
        ("M", -3.6, -5.4),
        ("L", 9.6, -5),
        ("C", 12, -3, 13, -1.4, 13.4, 0),
        ("C", 13, 1.4, 12, 3, 9.6, 5),
        ("L", -3.6, 5.4),
        ("C", -4.6, 2, -4.6, -2, -3.6, -5.4),
        ("Z",),
        fill="paper",
    )
    inner = curve(
        ("M", -1.8, -3.2),
        ("L", 8.8, -3),
        ("C", 10.6, -1.4, 11, -0.6, 11.2, 0),
        ("C", 11, 0.6, 10.6, 1.4, 8.8, 3),
        ("L", -1.8, 3.2),
        ("Z",),
        width=0.35,
    )
    return (
        *_fore(),
        face,
        inner,
        plate((6.4, 0), (8, -1.5), (9.6, 0), (8, 1.5), fill="accent"),
        *bolts((-2.8, -4.2), (-2.8, 4.2), (8.4, -4.1), (8.4, 4.1)),
    )


def _scanner() -> Drawing:
    dish = curve(
        ("M", 10.6, -5), ("C", 6.6, -3, 6.6, 3, 10.6, 5), ("C", 9.6, 2, 9.6, -2, 10.6, -5), ("Z",), fill="paper"
    )
    waves = tuple(
        Path((("M", x, -h), ("C", x + 1.8, -h / 2, x + 1.8, h / 2, x, h)), None, "accent", 0.5)
        for x, h in ((12.4, 2.4), (14, 3.6))
    )
    return (*waves, dish, fine(8, 0, 11.6, 0, width=0.5), glow(11.6, 0, 0.9), *_fore())


def _tool() -> Drawing:
    teeth = tuple(
        dark(*(around(9.4, 0, d, i * pi / 4 + a) for d, a in ((3.4, -0.24), (4.6, -0.14), (4.6, 0.14), (3.4, 0.24))))
        for i in range(8)
    )
    return (
        *_fore(),
        *teeth,
        ring(9.4, 0, 3.5, "paper"),
        glow(9.4, 0, 1.7),
        *bolts(*(around(9.4, 0, 2.6, i * pi / 2) for i in range(4)), r=0.35),
    )


_HANDS: Mapping[Category, tuple[Callable[[], Drawing], float]] = {
    "attack": (_gun, 40),
    "defense": (_shield, 66),
    "control": (_scanner, 50),
    "reconfigure": (_tool, 56),
}
"""What each category holds, and how far the forearm hangs down with it, in degrees."""
