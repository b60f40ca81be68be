"""Blades, fists, chains and shields, held at (0, 0) and pointing to the right, in mm."""

from collections.abc import Callable

from companion.printing.faces.boxes import Group, Line, Path
from companion.printing.faces.plates import Boxes, disc, plate, rod, seam, solid


def saber() -> Boxes:
    """Return a blade of light on a short hilt."""
    return (
        plate((2.2, -0.95), (16, -0.8), (17.6, 0), (16, 0.8), (2.2, 0.95), fill="accent"),
        seam((3.4, 0), (15.6, 0), ink="paper", width=0.5),
        rod((-2.6, 0), (2.6, 0), 1.5, "blue"),
    )


def sword() -> Boxes:
    """Return a broad blade with a guard."""
    return (
        plate((2.4, -1.4), (15, -1.6), (18.4, 0.4), (2.4, 1.5), fill="paper"),
        seam((3, 0), (16, 0)),
        plate((1.4, -2.6), (2.8, -2.6), (2.8, 2.6), (1.4, 2.6), fill="accent"),
        rod((-3.4, 0), (1.4, 0), 1.2, "blue"),
    )


def axe() -> Boxes:
    """Return a hatchet with a glowing edge."""
    return (
        rod((-4, 0), (12, 0), 1.2, "blue"),
        plate((6.4, -0.6), (6, -3.4), (9, -5.6), (13.2, -4.6), (11.4, -0.6), fill="tint"),
        solid((6, -3.4), (9, -5.6), (13.2, -4.6), (12.6, -3.4), (9, -4.4), (6.6, -2.6)),
        plate((7.4, 0.6), (10.4, 0.6), (9, 2.8), fill="tint"),
    )


def lance() -> Boxes:
    """Return a long pointed lance with a hand guard."""
    return (
        rod((-7, 0), (3, 0), 1.2, "blue"),
        plate((3, -2), (22, 0), (3, 2), fill="paper"),
        solid((14, -0.85), (22, 0), (14, 0.85)),
        plate((1.4, -3.2), (4.6, -2.2), (4.6, 2.2), (1.4, 3.2), fill="tint"),
        seam((4.6, 0), (14, 0)),
    )


def drill() -> Boxes:
    """Return a drill in place of a hand."""
    turns = (3.4, 6, 8.4, 10.4)
    return (
        plate((1, -3.8), (14.4, 0), (1, 3.8), fill="paper"),
        *(seam((x, -(14.4 - x) * 0.28), (x + 1.4, (13 - x) * 0.28), width=0.5) for x in turns),
        plate((-1.4, -3.4), (1.4, -4.2), (1.4, 4.2), (-1.4, 3.4), fill="blue"),
    )


def claw() -> Boxes:
    """Return three talons."""
    talons = ((-2.2, -1.4, -4), (0, 0, 0), (2.2, 1.4, 4))
    return (
        *(
            plate((0.6, y - 1.1), (6, y + bend - 0.6), (8.6, tip), (4.6, y + 1.1), fill="accent")
            for y, bend, tip in talons
        ),
        plate((-2, -3.2), (1.4, -3.2), (2, 0), (1.4, 3.2), (-2, 3.2), fill="blue"),
    )


def fist() -> Boxes:
    """Return a great fist."""
    return (
        plate(
            (-1.6, -2.6), (1, -3.6), (5.4, -3.2), (6.2, -1), (6.2, 2), (5, 3.4), (-0.6, 3.4), (-1.6, 2.4), fill="blue"
        ),
        *(seam((2.6, y), (6, y), ink="paper", width=0.4) for y in (-1.6, 0.1, 1.8)),
    )


def rocket_fist() -> Boxes:
    """Return a great fist with fins and a flame behind it, ready to fly."""
    return (
        solid((-3, -1.6), (-9, -2.6), (-7, 0), (-9, 2.6), (-3, 1.6)),
        plate((-3.6, -3), (-1, -6), (2, -3.2), (2, 3.2), (-1, 6), (-3.6, 3), fill="accent"),
        *fist(),
    )


def ball() -> Boxes:
    """Return a spiked ball on a chain."""
    links = tuple(disc(2 + 2.2 * n, -0.5 * n * (4 - n) * 0.5, 0.8, "paper", 0.35) for n in range(4))
    spike = plate((2.6, -1.3), (6.2, 0), (2.6, 1.3), fill="accent")
    return (
        *links,
        *(Group((spike,), 12, -0.4, angle) for angle in range(-126, 127, 42)),
        disc(12, -0.4, 3.7, "blue"),
        disc(11, -1.4, 1, "tint", 0.2),
    )


def whip() -> Boxes:
    """Return a curling whip."""
    moves = (("M", 1.0, 0.0), ("C", 6.0, -6.0, 9.0, 5.0, 13.0, -1.0), ("C", 15.0, -4.0, 18.0, -3.0, 17.0, -6.0))
    return (
        Path(moves, stroke="blue", width=1.5),
        Path(moves, stroke="accent", width=0.9),
        rod((-2, 0), (1.6, 0), 1.5, "blue"),
    )


def anchor() -> Boxes:
    """Return an anchor on a chain."""
    links = tuple(disc(1.6 + 2 * n, 0, 0.85, "paper", 0.35) for n in range(5))
    return (
        *links,
        rod((10.4, 0), (17, 0), 1.2, "blue"),
        Path((("M", 13.0, -4.4), ("C", 17.6, -4.0, 17.6, 4.0, 13.0, 4.4)), stroke="blue", width=1.3),
        plate((11.4, -4.2), (14, -5.6), (14, -3), fill="accent"),
        plate((11.4, 4.2), (14, 5.6), (14, 3), fill="accent"),
    )


def hook() -> Boxes:
    """Return a grapple on a wire."""
    return (
        Line(1, 0, 12, 0, 0.5, "blue"),
        plate((11, -1), (13, -1), (16.4, -3.2), (15, 0), (16.4, 3.2), (13, 1), (11, 1), fill="accent"),
        plate((-2.4, -1.8), (3.4, -1.8), (4.4, 0), (3.4, 1.8), (-2.4, 1.8), fill="blue"),
    )


def buckler(blocks: int, melee_only: bool) -> Boxes:
    """Return a shield about its handle at (0, 0), upright, larger with the blocks it gives; spiked for melee only."""
    if melee_only:
        return (
            plate((-3.4, -7), (2.6, -8), (4.2, -4.6), (4.2, 5), (1, 8), (-3.4, 6), fill="tint"),
            plate((-3.4, -4), (-7, -5.4), (-3.4, -1.4), fill="accent"),
            plate((-3.4, 1), (-7, 2), (-3.4, 4), fill="accent"),
            disc(0.4, -0.4, 1.9, "blue"),
        )
    if blocks > 2:
        return (
            plate((-6, -12), (0, -14.4), (6, -12), (6, 8), (0, 14), (-6, 8), fill="tint"),
            plate((-3.4, -9), (0, -10.6), (3.4, -9), (3.4, 6.4), (0, 10), (-3.4, 6.4), fill="paper"),
            solid((-1.1, -7), (1.1, -7), (1.1, 5), (-1.1, 5)),
            solid((-3, -2.6), (3, -2.6), (3, -0.4), (-3, -0.4)),
        )
    if blocks > 1:
        return (
            plate(
                (-5, -9.4), (5, -9.4), (5.8, -7), (5.8, 7), (3.6, 10), (-3.6, 10), (-5.8, 7), (-5.8, -7), fill="tint"
            ),
            plate((-3, -4.4), (3, -4.4), (3, -2.4), (-3, -2.4), fill="blue"),
            solid((-5.6, 1), (5.6, 1), (5.6, 3.4), (-5.6, 3.4)),
            *(disc(x, y, 0.6, "paper", 0.2) for x in (-3.8, 3.8) for y in (-7.4, 7.4)),
        )
    return (
        plate((-3.6, -8.4), (3.6, -8.4), (4.4, -5), (3.6, 4), (0, 9), (-3.6, 4), (-4.4, -5), fill="tint"),
        solid((0, -6.4), (2.2, -2), (0, 5.4), (-2.2, -2)),
    )


BLADES: dict[str, Callable[[], Boxes]] = {
    drawn.__name__: drawn
    for drawn in (saber, sword, axe, lance, drill, claw, fist, rocket_fist, ball, whip, anchor, hook)
}
"""What is held in a hand or stands in its place, by name."""
