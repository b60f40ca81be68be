"""Locomotors that roll or float, from y = 10 down to the ground at y = 25: longer or with more wheels with more MW."""

from math import pi

from companion.games.techniconica.art.mech.shapes import shape_words, size
from companion.games.techniconica.art.mech.waist import hips, plates_across, streamers
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import FINE, plate
from companion.printing.faces.strokes import Drawing, block, curve, dark, fine, glow, point_on_circle, ring

GROUND = 25.0
"""The height of the ground."""


def tracks(card: Part) -> Drawing:
    """A broad belt over rollers."""
    count = min(max(size(card, "mw", 17, 22) - 11, 4), 8)
    half = 12.4 + 0.35 * count
    belt = dark(
        (-half - 1, 18.6), (2 - half, 14.4), (half - 2, 14.4), (half + 1, 18.6), (half - 2.6, 25), (2.6 - half, 25)
    )
    inside = plate(
        (0.8 - half, 18.8), (3 - half, 16), (half - 3, 16), (half - 0.8, 18.8), (half - 3.4, 23.2), (3.4 - half, 23.2)
    )
    rolls = tuple(ring(3.9 - half + i * (2 * half - 7.8) / (count - 1), 20.5, 1.7, "paper") for i in range(count))
    hubs = tuple(Circle(roll.x, roll.y, 0.55, "blue", None) for roll in rolls)
    guard = plate((1 - half, 15), (2.6 - half, 12.6), (half - 2.6, 12.6), (half - 1, 15), fill="paper")
    return (
        belt,
        inside,
        *rolls,
        *hubs,
        guard,
        *plates_across(card, half - 3, 13.2),
        *hips(card, 7.4),
        *streamers(card, half - 3, 13.6),
    )


def half_track(card: Part) -> Drawing:
    """A belt behind and a wheel ahead: it faces right."""
    count = min(max(size(card, "mw", 15, 20) - 12, 3), 5)
    belt = dark((-16.4, 18.6), (-13.4, 14.8), (1, 14.8), (4, 19), (1, 25), (-13, 25))
    inside = plate((-14.6, 18.8), (-12.6, 16.4), (0.2, 16.4), (2, 19), (0, 23.2), (-12, 23.2))
    rolls = tuple(ring(-11.4 + i * 10.4 / (count - 1), 20.2, 1.7, "paper") for i in range(count))
    bed = plate((-14, 15.4), (-12, 12.4), (12, 12.4), (16.4, 15.4), (15, 18), (6, 17), (2, 16), fill="paper")
    return (
        belt,
        inside,
        *rolls,
        bed,
        glow(14.6, 15.6, 0.8),
        *_wheel(11.2, 4.9),
        *plates_across(card, 12, 13.2),
        *hips(card),
        *streamers(card, 12, 13.6),
    )


def _wheel(x: float, r: float) -> Drawing:
    y = GROUND - r
    nuts = tuple(Circle(*point_on_circle(x, y, r * 0.36, i * pi / 2.5), r * 0.085, "blue", None) for i in range(5))
    return (
        Circle(x, y, r, "blue", "blue", 0.5),
        ring(x, y, r * 0.62, "paper"),
        *nuts,
        Circle(x, y, r * 0.16, "accent", "blue", FINE),
    )


def wheels(card: Part) -> Drawing:
    """Wheels under a sprung deck; their number by words of the name, or more with more MW."""
    count = next(
        (n for word, n in _COUNTS if word in shape_words(card)), min(max((size(card, "mw", 12, 20) - 6) // 3, 2), 4)
    )
    r = {2: 5.2, 3: 4.6, 4: 3.9}.get(count, 3.2)
    half = 12.6
    deck = plate((-15.4, 18), (-13, 13), (12, 13), (16.4, 16), (15.4, 18), fill="paper")
    at = [-half + i * 2 * half / (count - 1) for i in range(count)]
    wheels = tuple(part for x in at for part in _wheel(x, r))
    springs = tuple(dark((x - 0.8, 15), (x + 0.8, 15), (x + 0.8, 20), (x - 0.8, 20)) for x in at)
    axle = block(-half, 17, 2 * half, 1.6)
    return (
        *springs,
        axle,
        *wheels,
        deck,
        glow(14.4, 16.3, 0.8),
        *plates_across(card, 11.6, 14),
        *hips(card),
        *streamers(card, 11, 14),
    )


_COUNTS = (("six", 3), ("6 wheel", 3), ("eight", 4), ("8 wheel", 4), ("four", 2), ("4 wheel", 2))
"""Words on a card, each with the number of wheels seen from the side."""


def hover(card: Part) -> Drawing:
    """A skirt on a cushion of air, with two fans."""
    half = 14.0 + 0.3 * (size(card, "mw", 12, 20) - 10)
    skirt = curve(
        ("M", -half, 16),
        ("L", half, 16),
        ("C", half + 1.8, 19, half, 21, half - 2, 22),
        ("L", 2 - half, 22),
        ("C", -half, 21, -half - 1.8, 19, -half, 16),
        ("Z",),
        fill="paper",
    )
    ribs = tuple(fine(x, 16.2, x * 0.95, 21.8) for x in range(-12, 13, 4))
    air = tuple(fine(x, 22.8, x * 1.12, 24.8) for x in range(-12, 13, 3))
    rim = dark((0.6 - half, 14.8), (half - 0.6, 14.8), (half, 16.2), (-half, 16.2))
    deck = plate((1.4 - half, 15), (3.4 - half, 12.4), (half - 3.4, 12.4), (half - 1.4, 15))
    fans = tuple(
        part
        for s in (-1, 1)
        for part in (
            ring(s * (half - 3.6), 18.9, 2.2),
            Circle(s * (half - 3.6), 18.9, 1.3, "blue", None),
            Circle(s * (half - 3.6), 18.9, 0.5, "accent", None),
        )
    )
    return (
        *air,
        skirt,
        *ribs,
        *fans,
        rim,
        deck,
        *plates_across(card, half - 3.4, 13.2),
        *hips(card),
        *streamers(card, half - 4, 13.4),
    )
