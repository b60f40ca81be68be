"""Shared by all Locomotors: hips, seams for Armour Rating, exhausts for Speed."""

from companion.games.techniconica.art.mech.shapes import serial, size
from companion.games.techniconica.model import Part
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, fine


def plates(card: Part, x: float, y: float, w: float) -> Drawing:
    """Return a seam for each point of AR."""
    return tuple(fine(x, y + 0.95 * i, x + w, y + 0.95 * i) for i in range(min(size(card, "ar", 2, 6), 6)))


def hips(card: Part, half: float = 7.0) -> Drawing:
    """Return the hips at the top of a Locomotor."""
    return (
        plate((-half, 9.4), (half, 9.4), (half - 1.4, 13.4), (2.4, 14.6), (-2.4, 14.6), (1.4 - half, 13.4)),
        *serial(card, -2.3, 10.3, 4.6),
        *bolts((1.6 - half, 10.8), (half - 1.6, 10.8)),
    )


def plates_across(card: Part, half: float, y: float) -> Drawing:
    """Return a seam on either side of a deck for each point of AR."""
    count = size(card, "ar", 2, 8)
    return tuple(
        fine(s * (half - 1.5 * i), y - 0.4, s * (half - 1.5 * i), y + 1.6)
        for i in range(min(count, 6))
        for s in (-1, 1)
    )


def streamers(card: Part, x: float, y: float) -> Drawing:
    """Return an exhaust behind for every second point of SP."""
    count = (size(card, "sp", 2, 8) + 1) // 2
    return tuple(block(-x - 1.6, y - 1.9 * i - 1.5, 2.6, 1.1, "paper", 0.4) for i in range(count))
