"""Level 3, on the back, seen over the shoulders: launchers, wings, radar or port plates; dashed without a component."""

from math import pi

from companion.games.mecha_mettle.art.mech.marks import marks
from companion.games.mecha_mettle.model import Component
from companion.printing.faces.boxes import Ink, Path
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, both, curve, dark, dashed, fine, glow, ring

_MAST: Drawing = (dark((3, -4), (5.4, -4), (10.6, -12), (8.6, -13.4)),)


def back(component: Component | None) -> Drawing:
    """Return what stands behind the shoulders."""
    if component is None:
        return both(dashed((6, -10), (9.6, -17), (14.4, -17), (12.6, -10)))
    pair = {"attack": _launchers, "defense": _wings, "control": _radar, "reconfigure": _ports}[component.category]
    return both((*_MAST, *pair(), *marks(component, 9.2, -12.6, 3.4)))


def _launchers() -> Drawing:
    """Cannons that lean outwards over the shoulders, each with its sight."""
    gun = (
        block(-2.4, -2.6, 7.2, 5.2, "tint", 0.8),
        block(4.8, -1.5, 7.6, 3, "paper"),
        dark((10.6, -2.2), (13, -2.2), (13, 2.2), (10.6, 2.2)),
        block(-0.4, -4.4, 4.4, 1.9, "paper", 0.9),
        glow(3.8, -3.5, 0.8),
    )
    return placed(gun, 9.6, -11.6, 1, -38)


def _wings() -> Drawing:
    """Projectors that fan force like wings."""
    feathers = tuple(
        placed(
            (
                plate(
                    (0, -1.2),
                    (11.4 - 1.6 * i, -2.2),
                    (13.6 - 1.6 * i, 0),
                    (11.4 - 1.6 * i, 1.4),
                    (0, 1.2),
                    fill="paper" if i % 2 else "tint",
                ),
                fine(2, 0, 11 - 1.6 * i, -0.3, "accent", 0.5),
            ),
            8.4,
            -10.4,
            1,
            turn,
        )
        for i, turn in enumerate((-66, -38, -10))
    )
    return (*(box for feather in feathers for box in feather), ring(8.8, -10.4, 2.4), glow(8.8, -10.4, 1.2))


def _radar() -> Drawing:
    """A dish on a mast with its waves."""
    dish = curve(
        ("M", 7.4, -19),
        ("C", 7.6, -13.6, 12, -11.4, 16, -13),
        ("C", 12.6, -13.6, 9.4, -15.6, 7.4, -19),
        ("Z",),
        fill="paper",
    )
    waves = tuple(
        Path(
            (("M", 11 + d, -20 - d), ("C", 14 + d, -20 - d, 16.4 + d, -18 - d * 0.4, 16.4 + d, -15.4)),
            None,
            "accent",
            0.5,
        )
        for d in (0, 1.8)
    )
    return (
        *waves,
        dish,
        fine(10, -14, 13.6, -17.6, width=0.5),
        glow(13.6, -17.6, 0.9),
        block(7.2, -12.8, 4.4, 3.6, "tint", 0.6),
    )


def _ports() -> Drawing:
    """Port plates, one turned a step further than the other, joined by rings."""
    near, far = placed(_port("tint"), 10.4, -11.6, 1, 12), placed(_port("paper"), 13.6, -17.2, 1, 40)
    clamps = tuple(glow(*around(13.6, -17.2, 2.9, pi / 4 + i * pi / 2), 0.5) for i in range(4))
    return (fine(10.4, -11.6, 13.6, -17.2, width=1), *far, *near, *clamps, glow(10.4, -11.6, 1))


def _port(fill: Ink) -> Drawing:
    latch = dark((-1, -3.9), (1, -3.9), (0.7, -2.6), (-0.7, -2.6))
    return (block(-3.4, -3.4, 6.8, 6.8, fill, 0.8), latch, ring(0, 0, 2))
