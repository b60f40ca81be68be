"""Heads of walking machines on a neck at (0, 0), looking to the right, about six mm high."""

from collections.abc import Callable

from companion.printing.faces.boxes import Circle, Line
from companion.printing.faces.plates import Boxes, disc, plate, seam, solid


def mono() -> Boxes:
    """Return a dome with a slit and one eye."""
    return (
        plate((-3, 0), (-3.4, -3), (-2, -5.6), (1.4, -6), (3.4, -4), (3.6, 0)),
        plate((-2.6, -3.8), (3.7, -3.4), (3.7, -1.7), (-2.6, -2), fill="blue", width=0.2),
        Circle(1.9, -2.65, 0.85, fill="accent", stroke="paper", width=0.3),
        seam((3.4, -0.8), (4.6, -0.6), (4.4, 0.8), width=0.5),
    )


def horned() -> Boxes:
    """Return the head with one eye and a commander's horn."""
    return (plate((-0.6, -5.4), (0.4, -11), (1.6, -5.4), fill="accent"), *mono())


def visor() -> Boxes:
    """Return a helmet with a wide visor."""
    return (
        plate((-3.2, 0.4), (-3.4, -4.6), (-1, -6), (2.2, -6), (3.6, -4.6), (3.6, -0.6), (1.4, 0.6)),
        plate((-1, -4.4), (4.2, -4.2), (3.9, -2), (-1, -2.2), fill="accent", width=0.35),
        seam((0.4, -0.8), (3, -0.8)),
        plate((-4.2, -4), (-2.8, -4), (-2.8, -1.4), (-4.2, -1.4), fill="blue"),
    )


def v_fin() -> Boxes:
    """Return a face mask with a forked crest."""
    return (
        plate((1.4, -3.8), (-6.6, -10.6), (-1.6, -3.6), fill="accent", width=0.35),
        plate((1, -3.8), (8, -10.6), (3.8, -3.6), fill="accent", width=0.35),
        plate((-3, 0.2), (-3.4, -3.6), (-1.6, -6), (2.4, -6.2), (3.6, -4), (3.4, -0.8), (1.8, 0.8), fill="paper"),
        plate((-0.6, -4.4), (3.6, -4.2), (3.3, -2.8), (-0.4, -3), fill="blue", width=0.2),
        seam((0.8, -1.8), (1.8, 0.6), (2.9, -1.6)),
        plate((-4, -3.6), (-2.6, -4.2), (-2.4, -1), (-3.8, -1)),
    )


def scope() -> Boxes:
    """Return a head that is mostly one great lens."""
    return (
        plate((-3.2, 0), (-3.4, -4.4), (-1.4, -5.8), (2.2, -5.8), (3, -4), (3, 0)),
        plate((0, -5), (4.4, -5), (4.4, -1.2), (0, -1.2), fill="blue"),
        disc(4.2, -3.1, 1.7, "accent", 0.4),
        Line(-2.4, -5, -3.6, -10, 0.4, "blue"),
    )


def beak() -> Boxes:
    """Return a narrow head with a beak and a swept crest."""
    return (
        plate((0.6, -5.4), (-7.6, -8.6), (-2.6, -3), fill="accent"),
        plate((-3, 0.2), (-3.2, -3.4), (-0.6, -6), (2, -5.6), (7.4, -2), (3, -1), (1.6, 0.6)),
        plate((0.6, -4.4), (3.4, -3.6), (0.8, -2.8), fill="accent", width=0.3),
        seam((2.4, -1.5), (7, -2)),
    )


def box() -> Boxes:
    """Return a square head with two sensors and an aerial."""
    return (
        Line(-2.6, -5, -2.6, -10.4, 0.45, "blue"),
        plate((-3.6, 0.2), (-3.6, -5.2), (3.6, -5.2), (3.6, 0.2)),
        plate((-0.8, -4.2), (4.2, -4.2), (4.2, -1), (-0.8, -1), fill="blue"),
        Circle(0.6, -2.6, 0.8, fill="accent", stroke="paper", width=0.3),
        Circle(2.9, -2.6, 0.8, fill="accent", stroke="paper", width=0.3),
    )


def hammer() -> Boxes:
    """Return a head as wide as a hammer, with an eye at each end."""
    return (
        plate((-1.8, 0.4), (-1.6, -3), (1.8, -3), (2, 0.4), fill="blue"),
        plate((-7.4, -3), (-7, -5.6), (7.6, -5.6), (8, -3), (5.6, -2.2), (-5, -2.2)),
        Circle(-6, -4, 0.8, fill="accent", stroke="blue", width=0.3),
        Circle(6.4, -4, 0.8, fill="accent", stroke="blue", width=0.3),
    )


def eared() -> Boxes:
    """Return a round head with two ears and a muzzle."""
    return (
        disc(-3.2, -5.6, 1.7, "accent"),
        disc(3.2, -5.8, 1.7, "accent"),
        plate((-4, 0), (-4.4, -3.4), (-2.4, -6.2), (2.4, -6.2), (4.4, -3.6), (4, 0)),
        plate((-0.4, -2.8), (5.4, -2.6), (5.2, 0.4), (0.2, 0.6), fill="paper"),
        solid((3.4, -2.8), (5.6, -2.6), (5.2, -1.2), fill="blue"),
        solid((-0.6, -4.6), (2, -4), (-0.4, -3.2)),
    )


def hound() -> Boxes:
    """Return a head with pointed ears and a long muzzle."""
    return (
        plate((-3, -4), (-4.4, -9.6), (-0.6, -5.6), fill="accent"),
        plate((0, -5), (0.8, -9), (2.6, -4.8), fill="accent"),
        plate((-3.4, 0.2), (-3.6, -3.8), (-1.4, -5.8), (2.4, -5.2), (7.2, -3), (7, -0.8), (2, 0.6)),
        solid((0.4, -4.4), (3, -3.6), (0.6, -3.2), fill="blue"),
        seam((2.6, -1.4), (7, -1.9)),
    )


def mane() -> Boxes:
    """Return a lion's head in a ring of spikes."""
    spikes = (
        (-4.6, 1.8), (-7.6, 0.2), (-5.4, -1.6), (-8.4, -4.4), (-5.2, -5), (-6, -9), (-2.6, -7.4), (0, -11), (2.2, -7.4),
        (5.6, -9.6), (5, -5.4), (7.6, -4.8), (5, -2.2), (4, 1.8),
    )  # fmt: skip
    return (
        plate(*spikes, fill="accent"),
        plate((-3.2, 0.4), (-3.4, -4), (-1.4, -6), (2.4, -6), (4.6, -3), (4.4, 0), (1, 1.2)),
        plate((0.6, -2.6), (4.8, -2.2), (4.4, 0.4), (1, 1), fill="paper"),
        solid((0, -4.4), (2.8, -3.8), (0.2, -3.2), fill="blue"),
    )


def jester() -> Boxes:
    """Return a grinning mask under a cap with bells."""
    return (
        plate((0, -4.6), (-4, -10), (-8, -7), (-5, -6.4), (-3.2, -3), fill="accent"),
        plate((0.4, -4.6), (3, -11), (8, -8.6), (5.2, -7.6), (3.8, -3.6), fill="blue"),
        disc(-8, -6.4, 1.1, "paper"),
        disc(8, -8, 1.1, "paper"),
        plate((-3.2, -4), (0.4, -5.6), (3.6, -4.2), (3.4, -0.6), (1, 1.4), (-2.4, 0.2), fill="paper"),
        seam((-1, -1), (0.8, 0), (3, -1.6), width=0.5),
        solid((-1.6, -3.6), (0, -3), (-1.4, -2.4), fill="blue"),
        solid((1.4, -3), (3, -3.8), (2.8, -2.6), fill="blue"),
    )


def insect() -> Boxes:
    """Return a head with great eyes and feelers."""
    return (
        seam((0, -5), (-2, -9.4), (-6.4, -11), width=0.5),
        seam((1.6, -5), (4, -9.6), (8.4, -10.4), width=0.5),
        plate((-3, 0.2), (-3.8, -3.4), (-1.6, -6), (2.2, -6), (4.2, -3.2), (2, 1)),
        plate((0.6, -5.2), (4.6, -4.6), (4.8, -1.6), (1.8, -1.8), fill="accent"),
        plate((-3.4, -4.8), (-1.4, -5), (-1.6, -2), (-3.6, -2.2), fill="accent"),
    )


def crown() -> Boxes:
    """Return a hero's helmet with a high crest and cheek guards."""
    return (
        plate((-3.4, -3.6), (-6.4, -10), (-1.2, -6), fill="accent"),
        plate((3.6, -3.8), (7, -10.4), (1.6, -6), fill="accent"),
        plate((-3.4, 0.6), (-3.8, -4), (-2, -6.6), (2.4, -6.6), (4, -4.2), (3.8, 0), (1.8, 1.4), (-1, 1.2)),
        plate((-1.2, -6.6), (0.4, -9.6), (2, -6.6), (0.8, -4.6), fill="blue"),
        plate((-1.6, -3.4), (3.8, -3.4), (3.4, -1), (1.8, 1.2), (-0.8, 1), fill="paper", width=0.35),
        solid((-1, -3), (0.6, -2.4), (-0.8, -1.9), fill="blue"),
        solid((1.6, -2.4), (3.4, -3), (3, -1.9), fill="blue"),
    )


def castle() -> Boxes:
    """Return a helmet with battlements and a barred face."""
    return (
        plate(
            (-4, 0.6), (-4.4, -7.4), (-2.8, -7.4), (-2.8, -5.8), (-0.8, -5.8), (-0.8, -7.8), (1, -7.8), (1, -5.8),
            (3, -5.8), (3, -7.4), (4.6, -7.4), (4.2, 0.6),
        ),
        plate((-2, -4), (4.3, -4), (4.2, -2.4), (-2, -2.4), fill="accent", width=0.3),
        *(seam((x, -1.6), (x, 0.6)) for x in (-1, 0.6, 2.2)),
    )  # fmt: skip


def halo() -> Boxes:
    """Return a smooth mask before a ring."""
    return (
        Circle(0.2, -4.4, 6, fill=None, stroke="accent", width=1.1),
        plate((-2.8, 0.4), (-3.2, -4), (0, -7), (3.2, -4), (2.8, 0.4), (0, 1.4), fill="paper"),
        solid((0.2, -5.6), (1.2, -3.4), (0.2, -1.2), (-0.8, -3.4)),
        seam((-2.4, -2.4), (-1, -2)),
        seam((2.6, -2.4), (1.2, -2)),
    )


def low() -> Boxes:
    """Return a low turret of a head between heavy shoulders."""
    return (
        plate((-4, 1), (-3.4, -3), (3, -3.4), (4.6, 1)),
        plate((-2, -1.9), (4, -2.1), (4.3, -0.5), (-2, -0.5), fill="blue", width=0.2),
        Circle(2.5, -1.3, 0.7, fill="accent", stroke="paper", width=0.25),
    )


def crane() -> Boxes:
    """Return a cab with a beacon."""
    return (
        plate((-0.8, -5), (-0.4, -7.4), (1.4, -7.4), (1.8, -5), fill="accent"),
        plate((-3.8, 1), (-3.8, -5), (2.4, -5), (4.4, -2.4), (4.4, 1)),
        plate((-1, -4), (1.9, -4), (3.6, -2.2), (3.6, -0.8), (-1, -0.8), fill="blue", width=0.2),
        seam((1.2, -4), (1.2, -0.8), ink="paper", width=0.35),
    )


HEADS: dict[str, Callable[[], Boxes]] = {
    drawn.__name__: drawn
    for drawn in (
        *(mono, horned, visor, v_fin, scope, beak, box, hammer, eared, hound, mane, jester, insect, crown, castle),
        *(halo, low, crane),
    )
}
