"""Guns and launchers, held by a grip at (0, 0) and pointing to the right, in mm."""

from collections.abc import Callable

from companion.printing.faces.boxes import Line
from companion.printing.faces.plates import BOLD, Boxes, disc, plate, rod, seam, solid


def machine_gun(shots: int) -> Boxes:
    """Return a short gun with a drum magazine, larger where it fires more shots."""
    return (
        plate((-5, -1.2), (-3, -2), (6, -2), (6, 1), (-2.6, 1), (-5, 2.2), fill="blue"),
        rod((6, -0.7), (11.4, -0.7), 1.2, "paper"),
        plate((10.4, -1.7), (12.2, -1.7), (12.2, 0.3), (10.4, 0.3), fill="blue"),
        disc(2.6, 1.2, min(1.4 + shots * 0.16, 2.8), "tint"),
        disc(2.6, 1.2, 0.5, "accent", 0.2),
    )


def carbine(shots: int) -> Boxes:
    """Return a rifle with a curved magazine."""
    return (
        plate((-5.6, -1.6), (5, -2), (5, 0.8), (-2, 0.8), (-5.6, 1.8), fill="blue"),
        plate((1, 0.8), (3.4, 0.8), (4.6, 4), (2.4, 4.4), fill="tint"),
        rod((5, -0.8), (12.4, -0.8), 1.2, "paper"),
        rod((-1, -2.8), (3, -2.8), 1.1, "accent"),
    )


def gatling(shots: int) -> Boxes:
    """Return a bundle of barrels around a motor."""
    barrels = tuple(rod((4, y), (12, y), 0.9, "paper") for y in (-2.2, -0.6, 1.0))
    return (
        *barrels,
        plate((-4, -2.6), (-2.6, -3.4), (4.4, -3.4), (4.4, 2), (-2.6, 2), (-4, 1), fill="blue"),
        plate((9.2, -3.2), (10.4, -3.2), (10.4, 1.9), (9.2, 1.9), fill="tint"),
        disc(0.2, -0.7, 1.5, "accent", 0.3),
    )


def beam_rifle(shots: int) -> Boxes:
    """Return a slim rifle with a scope and a glowing muzzle."""
    return (
        plate((-5.4, -1.4), (-2, -2.4), (7, -2.4), (12, -1.4), (12, 0), (4, 0.8), (-1, 0.8), (-5.4, 1.4), fill="tint"),
        rod((11.6, -0.7), (15, -0.7), 0.9, "accent"),
        plate((-1, -2.4), (0, -4), (4, -4), (4.6, -2.4), fill="blue"),
        disc(4.2, -3.3, 0.7, "accent", 0.3),
        plate((3, 0.8), (5.4, 0.6), (5, 3), (3.6, 3), fill="blue"),
        seam((-2, -0.8), (10, -0.8)),
    )


def twin_beam(shots: int) -> Boxes:
    """Return two beam barrels side by side."""
    return (
        rod((3, -2), (13.4, -2), 1.2, "accent"),
        rod((3, 0.4), (13.4, 0.4), 1.2, "accent"),
        plate((-4.6, -2), (-2, -3.6), (6, -3.6), (8, -2.6), (8, 1), (6, 2), (-2, 2), (-4.6, 1), fill="tint"),
        seam((-2, -0.8), (8, -0.8)),
    )


def pistol(shots: int) -> Boxes:
    """Return a short beam weapon with a wide muzzle."""
    return (
        plate((-2.6, -2), (4, -2.6), (7.6, -3.2), (7.6, 1.6), (4, 0.8), (-2.6, 0.8), fill="tint"),
        plate((7, -2.4), (9.4, -2.4), (9.4, 0.8), (7, 0.8), fill="accent"),
        seam((-1, -1), (6, -1)),
    )


def long_rifle(shots: int) -> Boxes:
    """Return two long rails with a bipod and a scope."""
    return (
        seam((13, 0), (11, 6.2), width=BOLD),
        seam((13, 0), (15, 6.2), width=BOLD),
        rod((4, -1.7), (21, -1.7), 1.1, "blue"),
        rod((4, 0.1), (19.4, 0.1), 1.1, "blue"),
        plate((-7, -1), (-3, -2.4), (6, -2.8), (6, 1.2), (-2, 1.2), (-7, 2.6), fill="tint"),
        plate((-2, -2.6), (-1.4, -4.6), (5, -4.6), (5.6, -2.8), fill="blue"),
        disc(5, -3.8, 0.9, "accent", 0.3),
        plate((15, -2.6), (16.6, -2.6), (16.6, 1), (15, 1), fill="tint"),
    )


def particle_cannon(shots: int) -> Boxes:
    """Return a long heavy beam weapon with coils."""
    coils = tuple(plate((x, -3.4), (x + 1.4, -3.4), (x + 1.4, 1.8), (x, 1.8), fill="blue") for x in (7, 10, 13))
    return (
        plate((-6, -2.6), (4, -3.8), (6, -2.6), (18, -2), (18, 0.4), (6, 1), (4, 2), (-6, 1.4), fill="tint"),
        *coils,
        plate((17.4, -2.8), (20, -3.4), (20, 1.8), (17.4, 1.2), fill="accent"),
        disc(0, -0.9, 1.7, "paper"),
    )


def bazooka(shots: int) -> Boxes:
    """Return a wide tube that rests on the shoulder."""
    return (
        plate((-9, -4.8), (-7, -4.2), (-7, -0.4), (-9, 0.2), fill="blue"),
        plate((-7.4, -4.2), (9, -4.2), (9, -0.4), (-7.4, -0.4), fill="tint"),
        plate((8.4, -5), (12.4, -5.6), (12.4, 1), (8.4, 0.4), fill="blue"),
        plate((-0.8, -0.4), (1.2, -0.4), (0.8, 2.2), (-0.6, 2.2), fill="blue"),
        plate((3, -6.2), (5.6, -6.2), (5.6, -4.2), (3, -4.2), fill="accent"),
        seam((-7, -2.3), (8.4, -2.3)),
    )


def launcher(shots: int) -> Boxes:
    """Return a heavy launcher with a revolving magazine."""
    return (
        plate((-7, -3.8), (11, -3.8), (11, 0.4), (-7, 0.4), fill="tint"),
        plate((10, -5), (13, -5), (13, 1.6), (10, 1.6), fill="blue"),
        plate((-2, -5.4), (4.6, -5.4), (4.6, 2), (-2, 2), fill="blue"),
        *(disc(x, y, 0.9, "paper", 0.25) for x in (0, 2.6) for y in (-3.6, -1.7, 0.2)),
    )


def cannon(shots: int) -> Boxes:
    """Return a gun of a mount: breech, barrel with a sleeve, muzzle brake."""
    return (
        rod((2, 0), (15, 0), 1.8, "paper"),
        plate((2, -1.7), (7.4, -1.4), (7.4, 1.4), (2, 1.7), fill="tint"),
        plate((14, -1.6), (17, -1.6), (17, 1.6), (14, 1.6), fill="blue"),
        plate((-5, -2), (-3, -2.8), (3, -2.8), (3, 2.6), (-4, 2.6), (-5, 1.6), fill="blue"),
    )


def mortar(shots: int) -> Boxes:
    """Return a short fat tube."""
    return (
        plate((-4, -3), (8.4, -3), (8.4, 3), (-4, 3), fill="tint"),
        plate((7.4, -3.8), (10, -3.8), (10, 3.8), (7.4, 3.8), fill="blue"),
        plate((-5.4, -2), (-3.4, -3.4), (-3.4, 3.4), (-5.4, 2), fill="blue"),
        seam((2, -3), (2, 3)),
    )


def pod(shots: int) -> Boxes:
    """Return a box of missiles, a tube for each shot, up to twelve."""
    tubes = max(2, min(shots or 4, 12))
    rows = 2 if tubes < 7 else 3
    columns = -(-tubes // rows)
    wide, high = columns * 2.3 + 1, rows * 2.3 + 1
    places = [(column, row) for column in range(columns) for row in range(rows)][:tubes]
    return (
        plate((-wide / 2, -high), (wide / 2, -high), (wide / 2, 0), (-wide / 2, 0), fill="tint"),
        *(disc(-wide / 2 + 1.65 + column * 2.3, -high + 1.65 + row * 2.3, 0.85, "blue", 0.2) for column, row in places),
        solid((-wide / 2, -high), (wide / 2, -high), (wide / 2, -high + 0.6), (-wide / 2, -high + 0.6)),
    )


def rocket_tubes(shots: int) -> Boxes:
    """Return rockets in an open rack, pointing outward."""
    return (
        *(plate((3, y - 0.9), (7, y - 0.9), (9.6, y), (7, y + 0.9), (3, y + 0.9), fill="accent") for y in (-3, 0)),
        plate((-4, -4.4), (4.4, -4.4), (4.4, 1.4), (-4, 1.4), fill="tint"),
        seam((-4, -1.5), (4.4, -1.5)),
        plate((-1, 1.4), (1, 1.4), (0.6, 3.2), (-0.6, 3.2), fill="blue"),
    )


def nozzle(shots: int) -> Boxes:
    """Return a sprayer with its plume."""
    return (
        solid((6, -0.8), (11, -3.6), (15, -4), (13, -1.6), (16, 0.2), (12.6, 1.2), (13.4, 3.2), (9.6, 2.2), (6, 0.8)),
        plate((-3, -1.6), (4, -1.2), (6.6, -2), (6.6, 2), (4, 1.2), (-3, 1.6), fill="blue"),
    )


def wrist_gun(shots: int) -> Boxes:
    """Return two short barrels on a forearm."""
    return (
        rod((1, -1), (7.4, -1), 1.1, "paper"),
        rod((1, 0.8), (7.4, 0.8), 1.1, "paper"),
        plate((-3, -2.2), (3, -2.2), (3.8, -1), (3.8, 1.4), (-3, 1.8), fill="blue"),
    )


def vulcan(shots: int) -> Boxes:
    """Return a small barrel beside a head."""
    return (rod((-0.6, 0), (3.6, 0), 1.5, "blue"), Line(3.6, 0, 5.4, 0, 0.9, "accent"))


GUNS: dict[str, Callable[[int], Boxes]] = {
    drawn.__name__: drawn
    for drawn in (
        *(machine_gun, carbine, gatling, beam_rifle, twin_beam, pistol, long_rifle, particle_cannon, bazooka),
        *(launcher, cannon, mortar, pod, rocket_tubes, nozzle, wrist_gun, vulcan),
    )
}
"""Guns by name; each is drawn for its number of shots."""
