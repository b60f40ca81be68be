"""Level 4, head and chest: a cannon, a fortress, a thinking head or a flux ring; a hollow chest without a component."""

from math import pi

from companion.games.mecha_mettle.art.mech.marks import marks
from companion.games.mecha_mettle.model import Component
from companion.printing.faces.boxes import Circle
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
    dot,
    fine,
    glow,
    ring,
    star,
)

_NECK: Drawing = (dark((-2, -9.6), (2, -9.6), (2.6, -6), (-2.6, -6)),)


def chest(component: Component | None) -> Drawing:
    """Return head and chest."""
    if component is None:
        hollow: Drawing = (
            dark((-2, -6), (2, -6), (1.6, 3), (-1.6, 3)),
            *(fine(-4, y, 4, y, width=0.7) for y in (-2.4, 0.2)),
        )
        return (
            *_NECK,
            *hollow,
            *dashed((-8, -8), (8, -8), (6.4, 2), (4, 4), (-4, 4), (-6.4, 2)),
            *dashed((-3, -10), (-3.6, -14), (0, -16.4), (3.6, -14), (3, -10)),
        )
    draw = {"attack": _cannon, "defense": _fortress, "control": _brain, "reconfigure": _flux}[component.category]
    return (*draw(), *marks(component, -2.4, 2.4, 4.8))


def _torso(collared: bool = True) -> Drawing:
    collar = both((plate((1.6, -8.6), (8.4, -9), (9, -6.2), (2.6, -5.4), fill="paper"),)) if collared else ()
    return (
        plate((-8.4, -8.4), (8.4, -8.4), (7.6, -2), (4.8, 5), (-4.8, 5), (-7.6, -2)),
        *collar,
        *both((fine(7, -2.4, 3.8, -0.8), fine(6.2, 0, 3.6, 1))),
    )


def _face() -> Drawing:
    """Return a helmet with two eyes and a chin."""
    return (
        plate((-3.2, -9), (-4.2, -12.6), (-2.6, -15.4), (2.6, -15.4), (4.2, -12.6), (3.2, -9)),
        dark((-3.4, -13), (3.4, -13), (2.6, -10.8), (0, -10.2), (-2.6, -10.8)),
        *both((plate((0.5, -12.2), (2.7, -12.5), (2.1, -11.2), (0.7, -11.1), fill="accent"),)),
        plate((-1.2, -10), (1.2, -10), (0.7, -8.4), (-0.7, -8.4), fill="paper"),
    )


def _cannon() -> Drawing:
    """A V-shaped crest, and a muzzle in the breast."""
    crest = both((plate((0.4, -14.6), (5.8, -20), (6.6, -19.4), (1.6, -13), fill="accent"),))
    muzzle: Drawing = (
        ring(0, -2, 4.3, "paper"),
        Circle(0, -2, 3, "blue", "blue", 0.5),
        glow(0, -2, 1.7),
        *(fine(*around(0, -2, 3.3, i * pi / 4), *around(0, -2, 4.2, i * pi / 4)) for i in range(8)),
    )
    return (
        *_NECK,
        *_torso(),
        *_face(),
        *crest,
        plate((-0.8, -15.8), (0, -17), (0.8, -15.8), (0, -13.8), fill="paper"),
        *muzzle,
    )


def _fortress() -> Drawing:
    """A high collar of plates up to the eyes."""
    collar = both(
        (
            plate((2.2, -5), (2.8, -12.4), (6.2, -14), (9.6, -9.6), (9, -4.6)),
            plate((3.8, -6), (4.4, -10.6), (6, -11.4), (8, -8.8), (7.6, -5.6), fill="paper"),
            dot(5.4, -7.2),
            dot(6.8, -8.4),
        )
    )
    shield = curve(
        ("M", -3.6, -5),
        ("L", 3.6, -5),
        ("L", 3.6, -1.6),
        ("C", 3.6, 0.6, 1.6, 1.6, 0, 2.2),
        ("C", -1.6, 1.6, -3.6, 0.6, -3.6, -1.6),
        ("Z",),
        fill="accent",
    )
    brow = plate((-4.8, -13.4), (-2.8, -16.4), (2.8, -16.4), (4.8, -13.4), (0, -14.2), fill="paper")
    return (
        *_NECK,
        *_torso(False),
        *_face(),
        brow,
        *collar,
        shield,
        fine(0, -4.6, 0, 1.6, "paper", 0.5),
        fine(-3.2, -2.6, 3.2, -2.6, "paper", 0.5),
    )


def _brain() -> Drawing:
    """A glass dome over one large eye, and a console of lights."""
    dome = curve(("M", -4.4, -9.4), ("C", -6.4, -19.6, 6.4, -19.6, 4.4, -9.4), ("Z",), fill="paper")
    folds = tuple(
        curve(("M", x - 1, -13.4), ("C", x - 1.4, -15.6, x + 1.4, -15.6, x + 1, -13.4), fill=None, width=0.35)
        for x in (-2, 0, 2)
    )
    eye = (Circle(0, -11.2, 2, "blue", "blue", 0.5), glow(0, -11.2, 1))
    console: Drawing = (
        block(-4, -5.2, 8, 6.6, "paper", 0.8),
        *(
            dot(-2.6 + 1.75 * i, y, 0.55, "accent" if (i + j) % 2 else "blue")
            for j, y in enumerate((-3.8, -1.9, 0))
            for i in range(4)
        ),
    )
    return (
        *_NECK,
        *both((fine(3.6, -14.6, 6.4, -18.4, width=0.4), glow(6.4, -18.4, 0.7))),
        dome,
        *folds,
        *eye,
        block(-5, -9.8, 10, 1.5, "tint", 0.6),
        *_torso(),
        *console,
    )


def _flux() -> Drawing:
    """A halo of turning segments behind the head, its core in the breast."""
    halo = tuple(
        plate(
            *(around(0, -12, d, i * pi / 4 + a) for d, a in ((6.6, -0.3), (9.4, -0.32), (9.4, 0.24), (6.6, 0.22))),
            fill="accent" if i % 2 else "paper",
        )
        for i in range(8)
    )
    core = (
        ring(0, -2, 4.1, "paper"),
        star(0, -2, 4, 3.8, 1.3),
        ring(0, -2, 1.1, "paper", 0.35),
        *bolts(*(around(0, -2, 3.2, pi / 4 + i * pi / 2) for i in range(4)), r=0.35),
    )
    return (*halo, *_NECK, *_torso(), *_face(), *core)
