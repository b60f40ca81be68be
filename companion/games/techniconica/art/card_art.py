"""Line art of part cards: each picture follows from its card's kind, words and numbers.

Weapons are in `weapon_art`, Pilots in `pilot_art`.

Drawn in mm about (0, 0), within 19 to either side and 13 up and down; a Mech faces right.
"""

from collections.abc import Callable
from math import pi

from companion.games.techniconica.art.pilot_art import pilot
from companion.games.techniconica.art.strokes import (
    FINE,
    HULL,
    Drawing,
    arc,
    around,
    between,
    block,
    fine,
    hull,
    ring,
)
from companion.games.techniconica.art.weapon_art import weapon
from companion.games.techniconica.model import (
    Armour,
    Cockpit,
    Locomotor,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Shield,
    Support,
    Weapon,
)
from companion.printing.faces.boxes import Line, Path


def _wheel(x: float, y: float, r: float) -> Drawing:
    spokes = tuple(fine(x, y, *around(x, y, r * 0.7, i * pi / 3)) for i in range(6))
    return (ring(x, y, r, "tint"), ring(x, y, r * 0.7, "paper", FINE), *spokes, ring(x, y, r * 0.25, "blue"))


def _wheels(card: Part) -> Drawing:
    count = between((card.stat("mw") - 6) // 3, 2, 4)
    r = 5.4 if count == 2 else 4.4 if count == 3 else 3.7
    pitch = 26 / (count - 1)
    deck = (
        hull((-17, -1), (-14, -7), (9, -7), (13, -3), (17, -1), (17, 3), (-17, 3)),
        block(-6, -11, 12, 4, "paper"),
        fine(-12, -4, 12, -4),
    )
    return (*deck, *(part for i in range(count) for part in _wheel(-13 + i * pitch, 12 - r, r)))


def _track(card: Part) -> Drawing:
    count = between(card.stat("mw") - 11, 4, 7)
    belt = hull((-18, 6), (-15, 0), (14, 0), (18, 4), (14, 12), (-14, 12), fill="blue")
    inside = hull((-16.2, 6), (-14, 1.6), (13.3, 1.6), (16.2, 4.4), (13, 10.4), (-13.2, 10.4), fill="paper")
    rolls = tuple(ring(-11 + i * 22 / (count - 1), 7.2, 2.0, "tint", 0.3) for i in range(count))
    body = (hull((-14, 0), (-12, -7), (8, -7), (13, 0)), block(-5, -11, 10, 4, "paper"), fine(-11, -3.5, 10, -3.5))
    return (*body, belt, inside, *rolls)


def _leg(x: float, knee: float, foot: float) -> Drawing:
    return (
        hull((x - 1.8, -4), (x + 1.8, -4), (knee + 1.5, 3), (knee - 1.5, 3)),
        hull((knee - 1.5, 3), (knee + 1.5, 3), (foot + 1.3, 10.4), (foot - 1.3, 10.4), fill="paper"),
        ring(knee, 3, 2.1),
        hull((foot - 3.4, 12), (foot - 1.8, 10), (foot + 1.8, 10), (foot + 4.2, 12)),
    )


def _legs(card: Part) -> Drawing:
    back = -1 if "reverse" in card.id else 1
    hips = (block(-8, -9, 16, 6, "tint", 1), block(-5, -12, 10, 3, "paper"), fine(-6, -6, 6, -6))
    return (*_leg(-5, -5 - 4 * back, -8), *_leg(5, 5 + 4 * back, 7), *hips, ring(-5, -4, 1.5), ring(5, -4, 1.5))


def _many_legs(card: Part) -> Drawing:
    pairs = (-1, 1)
    legs = tuple(
        part for side in pairs for part in (*_leg(side * 5, side * 9, side * 7), *_leg(side * 8, side * 15, side * 14))
    )
    return (*legs, hull((-10, -3), (-7, -9), (7, -9), (10, -3), (6, 0), (-6, 0)), ring(0, -5, 2.4))


def _hover(card: Part) -> Drawing:
    fans = tuple(part for x in (-9, 9) for part in (ring(x, -8, 3.4), fine(x - 3, -9, x + 3, -7), fine(x, -4.6, x, -3)))
    skirt = hull((-18, 3), (18, 3), (15, 8), (-15, 8), fill="paper")
    air = tuple(fine(x, 9, x - 1.5, 12) for x in range(-14, 15, 4))
    return (
        *fans,
        hull((-16, 3), (-12, -3), (12, -3), (18, 3)),
        skirt,
        *air,
        *(fine(x, 3, x * 0.86, 8) for x in range(-14, 15, 4)),
    )


_MOVES: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("hover", _hover), ("skimmer", _hover), ("spider", _many_legs), ("quad", _many_legs), ("leg", _legs),
    ("strider", _legs), ("track", _track),
)  # fmt: skip


def _locomotor(card: Part) -> Drawing:
    said = f"{card.id} {card.subtype.lower()}"
    return next((draw for word, draw in _MOVES if word in said), _wheels)(card)


def _cockpit(card: Part) -> Drawing:
    """Return a cab: more plates with AR, a deeper tub with DT, less glass with WE."""
    plates, deep = between(card.stat("ar"), 1, 5), 7.0 + between(card.stat("dt"), 1, 5)
    high, back = -15.0 + 1.3 * between(card.stat("we"), 0, 5), -9.0 + between(card.stat("we"), 0, 5)
    glass = Path(
        (("M", back, -1.0), ("C", back, high, 10.0, high - 1, 14.0, -1.0), ("Z",)),
        fill="paper", stroke="blue", width=HULL,
    )  # fmt: skip
    tub = hull((-15, -1), (16, -1), (18, 3), (12, deep), (-12, deep), (-16, 5))
    ribs = (fine(back + 5, -1, back + 6, high * 0.55), fine(8, -1, 7.4, high * 0.6))
    lines = (fine(-13 + i * 0.8, 1.2 + i * 1.4, 15 - i * 1.1, 1.2 + i * 1.4) for i in range(plates))
    return (block(-14, -6, 7, 5, "paper"), glass, *ribs, tub, *lines, fine(-12, -6, -13.5, -11))


def _plant(card: Part) -> Drawing:
    """Return a plant: a light for each point of output along its foot, and its fuel in the middle."""
    fins = between(card.stat("po"), 1, 9)
    lights = tuple(ring(-13.5 + i * 27 / (fins + 1), 11, 0.8, "blue", FINE) for i in range(1, fins + 1))
    pipes = tuple(block(x, y, 4, 3, "paper") for x in (-17, 13) for y in (-4, 3))
    core = next((made for word, made in _CORES if word in card.id), _BOLT)
    return (*pipes, block(-13, -11, 26, 20.4, "tint", 3), *core, block(-14, 9.4, 28, 3.2, "paper"), *lights)


_BOLT: Drawing = (
    ring(0, -0.8, 8.4),
    hull((1.5, -7.8), (-3.5, 0.5), (-0.6, 0.5), (-1.8, 6.2), (3.5, -2.3), (0.6, -2.3), fill="blue"),
)
_FAN: Drawing = (
    ring(0, -0.8, 8.8),
    *(
        hull(*(around(0, -0.8, r, i * pi / 4 + a) for r, a in ((1.6, 0), (8, -0.1), (8, 0.32))), fill="blue")
        for i in range(8)
    ),
    ring(0, -0.8, 1.8, "tint"),
)
_RINGS: Drawing = (
    *(ring(0, -0.8, r, "paper" if r > 7 else None, 0.35) for r in (8.8, 6.6, 4.4)),
    *(fine(*around(0, -0.8, 2.2, i * pi / 3), *around(0, -0.8, 8.8, i * pi / 3)) for i in range(6)),
    ring(0, -0.8, 2.2, "blue"),
)
_CELLS: Drawing = tuple(
    part
    for i in range(4)
    for part in (block(-10.4 + i * 5.4, -7, 4.4, 14, "paper", 1), block(-9.2 + i * 5.4, -9, 2, 2))
)
_PANES: Drawing = tuple(block(-11 + c * 5.6, -9 + r * 5.8, 5, 5.2, "paper") for c in range(4) for r in range(3))
_PISTONS: Drawing = tuple(
    part
    for i in range(4)
    for part in (
        block(-11 + i * 5.6, -8 + i % 2 * 3, 4.6, 6, "paper"),
        block(-9.4 + i * 5.6, -2 + i % 2 * 3, 1.4, 7 - i % 2 * 3),
    )
)
_CORES = (
    ("turbine", _FAN), ("fusion", _RINGS), ("fission", _RINGS), ("cell", _CELLS), ("battery", _CELLS),
    ("solar", _PANES), ("diesel", _PISTONS),
)  # fmt: skip


def _plate(card: Part) -> Drawing:
    count = between(card.stat("dt"), 1, 6)
    plates = []
    for i in range(count):
        dx, dy = (i - (count - 1) / 2) * 3.2, (i - (count - 1) / 2) * 1.4
        plates += [
            hull(
                (-10 + dx, -7 + dy),
                (8 + dx, -9 + dy),
                (11 + dx, 6 + dy),
                (-8 + dx, 9 + dy),
                fill="paper" if i % 2 else "tint",
            )
        ]
    bolts = tuple(
        ring(x + (count - 1) * 1.6, y + (count - 1) * 0.7, 0.8, "blue", FINE)
        for x, y in ((-7.6, -5), (6.4, -6.4), (8.4, 4.4), (-6, 6.6))
    )
    return (*plates, *bolts)


def _shield(card: Part) -> Drawing:
    count = between(card.stat("dt"), 1, 6)
    arcs = tuple(arc(0, 9, 6.5 + i * 2.1, 8 + i * 2.1, 0.35 if i < count - 1 else HULL) for i in range(count))
    return (*arcs, block(-5, 8, 10, 4), ring(0, 6.4, 2.4), ring(0, 6.4, 0.9, "blue"), fine(-18, 12.3, 18, 12.3))


def _gear(card: Part) -> Drawing:
    teeth = tuple(
        hull(*(around(-3, 0, r, i * pi / 5 + a) for r, a in ((8, -0.2), (11, -0.13), (11, 0.13), (8, 0.2))))
        for i in range(10)
    )
    wrench = hull((4, 1.5), (14, 8.5), (17.5, 7), (18.5, 10), (15, 12.6), (12, 11.4), (2, 4.4), fill="paper")
    return (*teeth, ring(-3, 0, 8.6, "tint"), ring(-3, 0, 3.4), wrench)


def _aid(card: Part) -> Drawing:
    lines = between(len(card.name) % 5 + 2, 2, 6)
    pins = tuple(
        part
        for i in range(5)
        for part in (fine(-12, -5 + i * 3.4, -15, -5 + i * 3.4), fine(12, -5 + i * 3.4, 15, -5 + i * 3.4))
    )
    mast = (fine(7, -8, 11, -12.4), ring(11, -12, 0.9, "blue", FINE))
    waves = tuple(fine(-6.5, -1.6 + i * 2, -6.5 + (5 + 7 * i) % 13, -1.6 + i * 2) for i in range(lines))
    return (*pins, *mast, block(-12, -8, 24, 18, "tint", 1.5), block(-8.5, -4.4, 17, 12, "paper"), *waves)


def _booster(card: Part) -> Drawing:
    """An explosive charge, for Trigger cards."""
    flare = tuple(fine(*around(0, 1, 9.4, i * pi / 6), *around(0, 1, 11.8, i * pi / 6)) for i in range(12))
    return (
        *flare,
        ring(0, 1, 8, "tint"),
        ring(0, 1, 5),
        Line(0, -3, 0, 2.2, width=1.2, ink="blue"),
        ring(0, 4, 0.7, "blue"),
    )


def drawing(card: Part) -> Drawing:
    """Return a card's picture."""
    match card:
        case Locomotor():
            return _locomotor(card)
        case Cockpit():
            return _cockpit(card)
        case Pilot():
            return pilot(card)
        case Weapon():
            return weapon(card)
        case PowerPlant():
            return _plant(card)
        case Armour():
            return _plate(card)
        case Shield():
            return _shield(card)
        case Modification():
            return _gear(card)
        case Support() if "trigger" in card.rules:
            return _booster(card)
    return _aid(card)


def emblem() -> Drawing:
    """Return the picture of card backs: a Mech of nine plates with the Cockpit in the middle."""
    cells = tuple(
        block(-13.4 + c * 9.2, -13.4 + r * 9.2, 8.4, 8.4, "tint" if (r, c) != (1, 1) else "blue", 1)
        for r in range(3)
        for c in range(3)
    )
    return (*cells, ring(0, 0, 2.4))
