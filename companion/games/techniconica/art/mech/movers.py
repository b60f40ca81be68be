"""Locomotors: legs, tracks, wheels or a cushion under the waist, from y = 10 down to the ground at y = 25, about x = 0.

Heavier with MW, more plates with AR, streamers with SP.
"""

from collections.abc import Callable
from math import pi

from companion.games.techniconica.art.mech.shapes import bolts, curve, dark, dashed, joint, said, serial, size
from companion.games.techniconica.art.strokes import FINE, Drawing, around, block, fine, hull, ring
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.placing import placed

GROUND = 25.0
"""Where the feet stand."""


def _both(drawing: Drawing) -> Drawing:
    return (*placed(drawing, mirrored=True), *drawing)


def _plates(card: Part, x: float, y: float, w: float) -> Drawing:
    """Return a seam for each point of AR."""
    return tuple(fine(x, y + 0.95 * i, x + w, y + 0.95 * i) for i in range(min(size(card, "ar", 2, 6), 6)))


def _hips(card: Part, half: float = 7.0) -> Drawing:
    return (
        hull((-half, 9.4), (half, 9.4), (half - 1.4, 13.4), (2.4, 14.6), (-2.4, 14.6), (1.4 - half, 13.4)),
        *serial(card, -2.3, 10.3, 4.6),
        *bolts((1.6 - half, 10.8), (half - 1.6, 10.8)),
    )


def _legs(card: Part) -> Drawing:
    """Two strong legs, knees ahead."""
    thick = 2.2 + 0.1 * (size(card, "mw", 13, 20) - 10)
    leg = (
        dark((3.6, 12), (6.6, 12), (8.6, 18), (5.4, 18)),
        hull((4.8 - thick / 2, 12.6), (6 + thick / 2, 12.4), (7.2 + thick / 2, 16.6), (5.4 - thick / 2, 16.8), fill="paper"),
        hull((6.6 - thick * 0.7, 17.2), (8 + thick * 0.7, 17.2), (9 + thick, 23), (5.8 - thick * 0.4, 23)),
        *_plates(card, 7.2, 18.8, 1.8),
        hull((5 - thick * 0.6, 25), (6, 22.4), (9, 22.4), (10.4 + thick, 25), fill="blue"),
        *joint(6.8, 17.2, 1.9),
    )
    return (*_both(leg), *_hips(card), *_streamers(card, 8.4, 12.4))


def _bird_legs(card: Part) -> Drawing:
    """Legs bent backwards, on long toes."""
    thick = 1.5 + 0.08 * (size(card, "mw", 13, 20) - 10)
    leg = (
        hull((3.4, 11.6), (6.6, 11), (12.4, 15), (11.6, 18), (8.8, 17.4)),
        dark((11.2 - thick * 0.6, 16), (12 + thick * 0.6, 17), (7.8 + thick * 0.4, 23.4), (6.6 - thick * 0.4, 22.6)),
        hull((10.8 - thick, 17.2), (12.2 + thick * 0.5, 18), (9.8, 21.4), (8, 20.6), fill="paper"),
        hull((4.6, 25), (6, 22.4), (8.4, 22.2), (12.6, 25)),
        fine(7.2, 22.6, 7.6, 25),
        *_plates(card, 7.2, 13.2, 2.6),
        *joint(11.4, 16.8, 1.8),
    )
    return (*_both(leg), *_hips(card, 6), *_streamers(card, 7, 12))


def _quad(card: Part) -> Drawing:
    """Four broad legs, two of them behind."""
    thick = 1.8 + 0.12 * (size(card, "mw", 15, 20) - 10)
    back = (dark((3, 12), (6, 12), (8.4, 19), (5.6, 19)), hull((5.4, 19), (8.4, 19), (9.4, 23.4), (4.8, 23.4), fill="paper"),
            dark((4, 25), (5, 23), (9, 23), (10, 25)))  # fmt: skip
    front = (
        hull((6, 10.4), (9, 9.8), (15.6, 14), (14, 17.4), (7.4, 14.4)),
        hull((14.6 - thick, 15.4), (15.4 + thick, 15.2), (16 + thick, 23), (14.4 - thick, 23), fill="paper"),
        *_plates(card, 13.8, 17.8, 2.6),
        dark((12.8 - thick, 25), (14, 22.4), (16.4, 22.4), (17.6 + thick, 25)),
        *joint(14.9, 15.6, 2.1),
    )
    return (*_both(back), *_both(front), *_hips(card, 8), *_streamers(card, 9, 12))


def _spider(card: Part) -> Drawing:
    """Many thin legs over high knees."""
    thick = 1.0 + 0.06 * (size(card, "mw", 13, 20) - 10)
    legs: list[Drawing] = []
    for knee, high, foot in ((9, 12, 5.6), (14, 11, 12), (18.4, 10.4, 19.4)):
        legs.append(
            (
                hull((4, 11), (knee, high - thick), (knee + thick, high + thick), (5, 13.4), fill="paper"),
                hull((knee - thick, high), (knee + thick, high), (foot + 0.7, 24), (foot, 25), (foot - 0.5, 24)),
                *joint(knee, high, 1.4),
            )
        )
    belly = curve(("M", -8, 11), ("C", -7, 16.6, 7, 16.6, 8, 11), ("Z",))
    eyes = tuple(Circle(x, 13.4, 0.7, "accent", "blue", FINE) for x in (-3, -1, 1, 3))
    return (*(part for leg in reversed(legs) for part in _both(leg)), belly, *_hips(card, 6.4), *eyes, *_streamers(card, 7, 11))


def _tracks(card: Part) -> Drawing:
    """A broad belt over rollers."""
    count = min(max(size(card, "mw", 17, 22) - 11, 4), 8)
    half = 12.4 + 0.35 * count
    belt = dark((-half - 1, 18.6), (2 - half, 14.4), (half - 2, 14.4), (half + 1, 18.6), (half - 2.6, 25), (2.6 - half, 25))
    inside = hull((0.8 - half, 18.8), (3 - half, 16), (half - 3, 16), (half - 0.8, 18.8), (half - 3.4, 23.2), (3.4 - half, 23.2))
    rolls = tuple(ring(3.9 - half + i * (2 * half - 7.8) / (count - 1), 20.5, 1.7, "paper") for i in range(count))
    hubs = tuple(Circle(roll.x, roll.y, 0.55, "blue", None) for roll in rolls)
    guard = hull((1 - half, 15), (2.6 - half, 12.6), (half - 2.6, 12.6), (half - 1, 15), fill="paper")
    return (belt, inside, *rolls, *hubs, guard, *_plates_across(card, half - 3, 13.2), *_hips(card, 7.4), *_streamers(card, half - 3, 13.6))


def _plates_across(card: Part, half: float, y: float) -> Drawing:
    count = size(card, "ar", 2, 8)
    return tuple(fine(s * (half - 1.5 * i), y - 0.4, s * (half - 1.5 * i), y + 1.6) for i in range(min(count, 6)) for s in (-1, 1))


def _half_track(card: Part) -> Drawing:
    """A belt behind and a wheel ahead: it faces right."""
    count = min(max(size(card, "mw", 15, 20) - 12, 3), 5)
    belt = dark((-16.4, 18.6), (-13.4, 14.8), (1, 14.8), (4, 19), (1, 25), (-13, 25))
    inside = hull((-14.6, 18.8), (-12.6, 16.4), (0.2, 16.4), (2, 19), (0, 23.2), (-12, 23.2))
    rolls = tuple(ring(-11.4 + i * 10.4 / (count - 1), 20.2, 1.7, "paper") for i in range(count))
    bed = hull((-14, 15.4), (-12, 12.4), (12, 12.4), (16.4, 15.4), (15, 18), (6, 17), (2, 16), fill="paper")
    return (belt, inside, *rolls, bed, *_wheel(11.2, 4.9), *_plates_across(card, 12, 13.2), *_hips(card), *_streamers(card, 12, 13.6))


def _wheel(x: float, r: float) -> Drawing:
    y = GROUND - r
    nuts = tuple(Circle(*around(x, y, r * 0.36, i * pi / 2.5), r * 0.085, "blue", None) for i in range(5))
    return (Circle(x, y, r, "blue", "blue", 0.5), ring(x, y, r * 0.62, "paper"), *nuts, Circle(x, y, r * 0.16, "accent", "blue", FINE))


def _wheels(card: Part) -> Drawing:
    """Wheels under a sprung deck; more of them with more MW, or as many as its name says."""
    count = next((n for word, n in _COUNTS if word in said(card)), min(max((size(card, "mw", 12, 20) - 6) // 3, 2), 4))
    r = {2: 5.2, 3: 4.6, 4: 3.9}.get(count, 3.2)
    half = 12.6
    deck = hull((-15.4, 18), (-13, 13), (12, 13), (16.4, 16), (15.4, 18), fill="paper")
    wheels = tuple(part for i in range(count) for part in _wheel(-half + i * 2 * half / (count - 1), r))
    springs = tuple(
        part for i in range(count) for part in (dark(*((-half + i * 2 * half / (count - 1) + dx, y) for dx, y in
        ((-0.8, 15), (0.8, 15), (0.8, 20), (-0.8, 20)))),)
    )  # fmt: skip
    axle = block(-half, 17, 2 * half, 1.6)
    return (*springs, axle, *wheels, deck, *_plates_across(card, 11.6, 14), *_hips(card), *_streamers(card, 11, 14))


_COUNTS = (("six", 3), ("6 wheel", 3), ("eight", 4), ("8 wheel", 4), ("four", 2), ("4 wheel", 2))
"""Words on a card, and how many wheels are seen from the side."""


def _hover(card: Part) -> Drawing:
    """A skirt on a cushion of air, with two fans."""
    half = 14.0 + 0.3 * (size(card, "mw", 12, 20) - 10)
    skirt = curve(("M", -half, 16), ("L", half, 16), ("C", half + 1.8, 19, half, 21, half - 2, 22), ("L", 2 - half, 22),
                  ("C", -half, 21, -half - 1.8, 19, -half, 16), ("Z",), fill="paper")  # fmt: skip
    ribs = tuple(fine(x, 16.2, x * 0.95, 21.8) for x in range(-12, 13, 4))
    air = tuple(fine(x, 22.8, x * 1.12, 24.8) for x in range(-12, 13, 3))
    rim = dark((0.6 - half, 14.8), (half - 0.6, 14.8), (half, 16.2), (-half, 16.2))
    deck = hull((1.4 - half, 15), (3.4 - half, 12.4), (half - 3.4, 12.4), (half - 1.4, 15))
    fans = tuple(
        part for s in (-1, 1) for part in (ring(s * (half - 3.6), 18.9, 2.2), Circle(s * (half - 3.6), 18.9, 1.3, "blue", None),
                                           Circle(s * (half - 3.6), 18.9, 0.5, "accent", None))
    )  # fmt: skip
    return (*air, skirt, *ribs, *fans, rim, deck, *_plates_across(card, half - 3.4, 13.2), *_hips(card), *_streamers(card, half - 4, 13.4))


def _streamers(card: Part, x: float, y: float) -> Drawing:
    """Return an exhaust behind for every second point of SP."""
    count = (size(card, "sp", 2, 8) + 1) // 2
    return tuple(block(-x - 1.6, y - 1.9 * i - 1.5, 2.6, 1.1, "paper", 0.4) for i in range(count))


_MOVES: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("hover", _hover), ("skimmer", _hover), ("cushion", _hover), ("spider", _spider), ("quad", _quad), ("four leg", _quad),
    ("reverse", _bird_legs), ("bird", _bird_legs), ("chicken", _bird_legs), ("leg", _legs), ("strider", _legs),
    ("walker", _legs), ("half track", _half_track), ("track", _tracks), ("tread", _tracks), ("crawler", _tracks),
)  # fmt: skip


def mover(card: Part) -> Drawing:
    """Return a Locomotor under the waist."""
    return next((draw for word, draw in _MOVES if word in said(card)), _wheels)(card)


def no_mover() -> Drawing:
    """Return the dashed outline of a Locomotor that is missing."""
    return dashed((-7, 10), (7, 10), (12, 15), (12, 25), (-12, 25), (-12, 15))
