"""Line art for part cards, a room of its own for its many points: each drawn from its card's kind, words and numbers.

Drawn in mm about (0, 0), within 19 to either side and 13 up and down; a Mech faces right.
"""

from collections.abc import Callable
from math import cos, pi, sin

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
from companion.games.techniconica.special_rules import numbers
from companion.printing.boxes import Box, Circle, Ink, Line, Path, Point, Rect, polygon

Drawing = tuple[Box, ...]

HULL = 0.5
FINE = 0.2


def _hull(*points: Point, fill: Ink = "tint") -> Path:
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def _block(x: float, y: float, w: float, h: float, fill: Ink = "tint", radius: float = 0) -> Rect:
    return Rect(x, y, w, h, radius=radius, fill=fill, stroke="blue", width=HULL)


def _ring(x: float, y: float, r: float, fill: Ink | None = "paper", width: float = HULL) -> Circle:
    return Circle(x, y, r, fill=fill, stroke="blue", width=width)


def _fine(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, width=FINE, ink="blue")


def _arc(x: float, y: float, r: float, high: float, width: float) -> Path:
    """Return an arch over (x, y): `r` to either side, `high` up."""
    moves = (("M", x - r, y), ("C", x - r, y - 1.33 * high, x + r, y - 1.33 * high, x + r, y))
    return Path(moves, stroke="blue", width=width)


def _around(x: float, y: float, r: float, turn: float) -> Point:
    return x + r * cos(turn), y + r * sin(turn)


def _between(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))


def _wheel(x: float, y: float, r: float) -> Drawing:
    spokes = tuple(_fine(x, y, *_around(x, y, r * 0.7, i * pi / 3)) for i in range(6))
    return (_ring(x, y, r, "tint"), _ring(x, y, r * 0.7, "paper", FINE), *spokes, _ring(x, y, r * 0.25, "blue"))


def _wheels(card: Part) -> Drawing:
    count = _between((card.stat("mw") - 6) // 3, 2, 4)
    r = 5.4 if count == 2 else 4.4 if count == 3 else 3.7
    pitch = 28 / (count - 1)
    deck = (
        _hull((-17, -1), (-14, -7), (9, -7), (13, -3), (17, -1), (17, 3), (-17, 3)),
        _block(-6, -11, 12, 4, "paper"),
        _fine(-12, -4, 12, -4),
    )
    return (*deck, *(part for i in range(count) for part in _wheel(-14 + i * pitch, 12 - r, r)))


def _track(card: Part) -> Drawing:
    count = _between(card.stat("mw") - 11, 4, 7)
    belt = _hull((-18, 6), (-15, 0), (14, 0), (18, 4), (14, 12), (-14, 12), fill="blue")
    inside = _hull((-16.2, 6), (-14, 1.6), (13.3, 1.6), (16.2, 4.4), (13, 10.4), (-13.2, 10.4), fill="paper")
    rolls = tuple(_ring(-11 + i * 22 / (count - 1), 7.2, 2.0, "tint", 0.3) for i in range(count))
    body = (_hull((-14, 0), (-12, -7), (8, -7), (13, 0)), _block(-5, -11, 10, 4, "paper"), _fine(-11, -3.5, 10, -3.5))
    return (*body, belt, inside, *rolls)


def _leg(x: float, knee: float, foot: float) -> Drawing:
    return (
        _hull((x - 1.8, -4), (x + 1.8, -4), (knee + 1.5, 3), (knee - 1.5, 3)),
        _hull((knee - 1.5, 3), (knee + 1.5, 3), (foot + 1.3, 10.4), (foot - 1.3, 10.4), fill="paper"),
        _ring(knee, 3, 2.1),
        _hull((foot - 3.4, 12), (foot - 1.8, 10), (foot + 1.8, 10), (foot + 4.2, 12)),
    )


def _legs(card: Part) -> Drawing:
    back = -1 if "reverse" in card.id else 1
    hips = (_block(-8, -9, 16, 6, "tint", 1), _block(-5, -12, 10, 3, "paper"), _fine(-6, -6, 6, -6))
    return (*_leg(-5, -5 - 4 * back, -8), *_leg(5, 5 + 4 * back, 7), *hips, _ring(-5, -4, 1.5), _ring(5, -4, 1.5))


def _many_legs(card: Part) -> Drawing:
    far = _ring(0, 0, 0, None, 0)
    pairs = (-1, 1)
    legs = tuple(
        part for side in pairs for part in (*_leg(side * 5, side * 9, side * 7), *_leg(side * 8, side * 15, side * 14))
    )
    return (far, *legs, _hull((-10, -3), (-7, -9), (7, -9), (10, -3), (6, 0), (-6, 0)), _ring(0, -5, 2.4))


def _hover(card: Part) -> Drawing:
    fans = tuple(
        part for x in (-9, 9) for part in (_ring(x, -8, 3.4), _fine(x - 3, -9, x + 3, -7), _fine(x, -4.6, x, -3))
    )
    skirt = _hull((-18, 3), (18, 3), (15, 8), (-15, 8), fill="paper")
    air = tuple(_fine(x, 9, x - 1.5, 12) for x in range(-14, 15, 4))
    return (
        *fans,
        _hull((-16, 3), (-12, -3), (12, -3), (18, 3)),
        skirt,
        *air,
        *(_fine(x, 3, x * 0.86, 8) for x in range(-14, 15, 4)),
    )


_MOVES: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("hover", _hover), ("skimmer", _hover), ("spider", _many_legs), ("quad", _many_legs), ("leg", _legs),
    ("strider", _legs), ("track", _track),
)  # fmt: skip


def _locomotor(card: Part) -> Drawing:
    said = f"{card.id} {card.subtype.lower()}"
    return next((draw for word, draw in _MOVES if word in said), _wheels)(card)


def _cockpit(card: Part) -> Drawing:
    plates = _between(card.stat("ar"), 1, 5)
    glass = Path(
        (("M", -4.0, -1.0), ("C", -4.0, -12.0, 10.0, -13.0, 14.0, -1.0), ("Z",)),
        fill="paper", stroke="blue", width=HULL,
    )  # fmt: skip
    tub = _hull((-15, -1), (16, -1), (18, 3), (12, 11), (-12, 11), (-16, 5))
    ribs = (_fine(1, -1, 2.4, -9), _fine(8, -1, 7.4, -8.2))
    return (
        glass,
        *ribs,
        tub,
        *(_fine(-13 + i * 0.8, 1.4 + i * 1.7, 15 - i * 1.1, 1.4 + i * 1.7) for i in range(plates)),
        _block(-13, -7, 7, 6, "paper"),
    )


def _pilot(card: Part) -> Drawing:
    marks = _between(card.stat("ac"), 1, 5)
    bust = Path(
        (("M", -13.0, 12.5), ("C", -13.0, 6.0, -7.0, 5.0, -4.0, 4.0), ("L", 4.0, 4.0),
         ("C", 7.0, 5.0, 13.0, 6.0, 13.0, 12.5), ("Z",)),
        fill="tint", stroke="blue", width=HULL,
    )  # fmt: skip
    helmet = Path(
        (("M", -7.5, 3.0), ("C", -9.5, -15.0, 9.5, -15.0, 7.5, 3.0), ("C", 4.0, 6.5, -4.0, 6.5, -7.5, 3.0), ("Z",)),
        fill="paper", stroke="blue", width=HULL,
    )  # fmt: skip
    visor = _hull((-6.4, -4), (6.4, -4), (6.8, 0.6), (0, 2.6), (-6.8, 0.6), fill="blue" if _named(card) else "tint")
    stripes = tuple(_fine(-11.6 + i * 1.3, 8.2, -11.6 + i * 1.3, 11.4) for i in range(marks))
    return (bust, helmet, visor, _fine(0, -10.4, 0, -4), *stripes, _ring(8.4, 9.4, 1.3))


def _named(card: Part) -> bool:
    return isinstance(card, Pilot) and bool(card.named)


def _cannon(card: Part, count: int = 1) -> Drawing:
    long = 9 + 1.5 * _between(card.stat("pe"), 0, 6)
    thick = 1.6 + 0.35 * _between(card.stat("do"), 0, 6)
    barrels: list[Box] = []
    for i in range(count):
        y = (i - (count - 1) / 2) * (thick + 0.8) - 1
        barrels += [
            _block(-2, y - thick / 2, long, thick, "paper"),
            _block(long - 3.4, y - thick / 2 - 0.6, 2.2, thick + 1.2),
        ]
    half = max(4.5, count * (thick + 0.8) / 2 + 1.6)
    body = (
        _hull(
            (-17, -1 - half), (-3, -1 - half), (0, -1 - half / 2), (0, -1 + half / 2), (-3, -1 + half), (-17, -1 + half)
        ),
        _ring(-10, -1, 2.2),
    )
    return (*barrels, *body, _hull((-12, -1 + half), (-6, -1 + half), (-4, 12), (-14, 12), fill="paper"))


def _rotary(card: Part) -> Drawing:
    return _cannon(card, 4)


def _long_gun(card: Part) -> Drawing:
    scope = (_block(-13, -10, 10, 3, "paper"), _fine(-10, -7, -10, -5.5), _fine(-6, -7, -6, -5.5), _ring(-3, -8.5, 1.5))
    return (*_cannon(card), *scope)


def _rack(card: Part) -> Drawing:
    rows = 2 if card.stat("do") < 4 else 3
    tubes = tuple(_ring(-9 + i * 6, -5 + j * 5.4, 2.2, "paper") for i in range(4) for j in range(rows))
    tips = tuple(_ring(-9 + i * 6, -5 + j * 5.4, 0.9, "blue", FINE) for i in range(4) for j in range(rows))
    return (
        _block(-14, -9, 28, rows * 5.4 + 2, "tint", 1),
        *tubes,
        *tips,
        _hull((-4, rows * 5.4 - 7), (4, rows * 5.4 - 7), (6, 12), (-6, 12), fill="paper"),
    )


def _mortar(card: Part) -> Drawing:
    wide = 2.6 + 0.4 * _between(card.stat("do"), 0, 6)
    barrel = _hull((-9, 4 - wide), (10, -11 - wide / 2), (13.5, -11 + wide), (-5, 4 + wide), fill="paper")
    band = _hull((5.5, -7.6 - wide / 2), (7.5, -9.1 - wide / 2), (11, -9.1 + wide), (9, -7.6 + wide))
    return (barrel, band, _hull((-15, 12), (-12, 4), (2, 4), (8, 12)), _ring(-5, 5, 3.2), _ring(-5, 5, 1, "blue"))


def _laser(card: Part) -> Drawing:
    rings = _between(card.stat("pc"), 2, 5)
    coils = tuple(_block(-4 + i * 3, -6, 1.6, 10) for i in range(rings))
    beam = (_fine(13, -1, 18.5, -1), _fine(14, -2.2, 18, -4), _fine(14, 0.2, 18, 2))
    lens = _hull((-4 + rings * 3, -4), (12, -2), (12, 0), (-4 + rings * 3, 2), fill="paper")
    return (
        *beam,
        lens,
        _block(-6, -4, 2 + rings * 3, 6, "paper"),
        *coils,
        _block(-17, -7, 11, 12),
        _ring(-11.5, -1, 3),
        _hull((-13, 5), (-7, 5), (-5, 12), (-15, 12), fill="paper"),
    )


def _flame(card: Part) -> Drawing:
    fire = tuple(
        Path(
            (
                ("M", 5.0, -1.0),
                ("C", 9.0, -1.0 - r, 14.0, -1.0 - r, 18.5 - r / 2, -1.0),
                ("C", 14.0, -1.0 + r, 9.0, -1.0 + r, 5.0, -1.0),
                ("Z",),
            ),
            fill="paper" if r > 4 else "tint",
            stroke="blue",
            width=0.35,
        )
        for r in (8.0, 3.6)
    )
    tanks = (_block(-16, -8, 6, 14, "tint", 2), _block(-9, -8, 6, 14, "tint", 2))
    return (
        *fire,
        _block(-3, -2.4, 8, 2.8, "paper"),
        *tanks,
        _fine(-13, -8, -13, -11),
        _fine(-6, -8, -6, -11),
        _fine(-13, -11, -6, -11),
        _block(-15, 6, 11, 4, "paper"),
    )


def _gravity(card: Part) -> Drawing:
    return (
        *(_ring(7, -1, r, None, 0.3) for r in (11, 8, 5)),
        _ring(7, -1, 2.2, "blue"),
        _block(-17, -6, 13, 10),
        _hull((-4, -3), (1, -6), (1, 4), (-4, 1), fill="paper"),
        _hull((-14, 4), (-8, 4), (-6, 12), (-16, 12), fill="paper"),
    )


def _blade(card: Part) -> Drawing:
    teeth = tuple(_hull((-2 + i * 3, -7.4), (-0.5 + i * 3, -10), (1 + i * 3, -7.4), fill="blue") for i in range(5))
    return (
        *teeth,
        _hull((-4, -7), (14, -7), (18, -2), (14, 1), (-4, 1), fill="paper"),
        _fine(-2, -3, 14, -3),
        _block(-9, -9, 5, 12),
        _block(-17, -5, 8, 4, "paper"),
        _ring(-16, -3, 2.6),
        _hull((-8, 3), (-5, 3), (-7, 12), (-12, 12), fill="paper"),
    )


def _fist(card: Part) -> Drawing:
    fingers = tuple(_block(6, -8 + i * 4.4, 7, 3.6, "paper", 1.2) for i in range(4))
    sparks = (_fine(14.5, -9, 18, -11), _fine(15, -1, 18.5, -1), _fine(14.5, 7, 18, 10))
    return (
        *fingers,
        *sparks,
        _block(-2, -9, 9, 19, "tint", 1.5),
        _block(-16, -4, 14, 8, "paper"),
        *(_fine(x, -4, x, 4) for x in (-13, -10, -7)),
        _ring(-16, 0, 3),
    )


def _hammer(card: Part) -> Drawing:
    return (
        _block(-16, -2, 22, 4, "paper"),
        _hull((6, -10), (15, -12), (17, -9), (17, 9), (15, 12), (6, 10)),
        _fine(13, -11, 13, 11),
        *(_fine(x, -2, x + 1, 2) for x in (-12, -9, -6)),
        _ring(-16, 0, 3.2),
    )


def _drill(card: Part) -> Drawing:
    turns = tuple(_fine(-1 + i * 3.4, -8 + i * 1.5, 1 + i * 3.2, 8 - i * 1.5) for i in range(5))
    return (
        _hull((-2, -9), (18, 0), (-2, 9), fill="paper"),
        *turns,
        _block(-7, -10, 5, 20),
        _block(-17, -4, 10, 8, "paper"),
        _ring(-16, 0, 2.6),
    )


_MELEE: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("drill", _drill), ("hammer", _hammer), ("fist", _fist), ("claw", _fist), ("ram", _hammer),
)  # fmt: skip
_RANGED: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("laser", _laser), ("beam", _laser), ("arc-", _laser), ("flame", _flame), ("rocket", _rack), ("missile", _rack),
    ("howitzer", _mortar), ("mortar", _mortar), ("chain-gun", _rotary), ("vulcan", _rotary),
)  # fmt: skip


def _weapon(card: Part) -> Drawing:
    has = numbers(card.rules)
    if "melee" in has or card.subtype.lower() == "melee":
        return next((draw for word, draw in _MELEE if word in card.id), _blade)(card)
    if "gravity-field" in has:
        return _gravity(card)
    named = next((draw for word, draw in _RANGED if word in card.id), None)
    if named:
        return named(card)
    if "twin" in card.id:
        return _cannon(card, 2)
    return (_long_gun if "accurate" in has else _rotary if "barrage" in has else _cannon)(card)


def _plant(card: Part) -> Drawing:
    fins = _between(card.stat("po"), 1, 9)
    bolt = polygon(
        (1.5, -7.5), (-3.5, 0.8), (-0.6, 0.8), (-1.8, 6.5), (3.5, -2), (0.6, -2), fill="blue", stroke="blue", width=FINE
    )
    cells = tuple(_fine(-13.5 + i * 27 / (fins + 1), 10.2, -13.5 + i * 27 / (fins + 1), 12) for i in range(1, fins + 1))
    pipes = (
        _block(-17, -4, 4, 3, "paper"),
        _block(13, -4, 4, 3, "paper"),
        _block(-17, 3, 4, 3, "paper"),
        _block(13, 3, 4, 3, "paper"),
    )
    return (
        *pipes,
        _block(-13, -11, 26, 21, "tint", 3),
        _ring(0, -0.5, 8.4),
        bolt,
        _block(-14, 9.6, 28, 2.8, "paper"),
        *cells,
    )


def _plate(card: Part) -> Drawing:
    count = _between(card.stat("dt"), 1, 6)
    plates = []
    for i in range(count):
        dx, dy = (i - (count - 1) / 2) * 3.2, (i - (count - 1) / 2) * 1.4
        plates += [
            _hull(
                (-10 + dx, -7 + dy),
                (8 + dx, -9 + dy),
                (11 + dx, 6 + dy),
                (-8 + dx, 9 + dy),
                fill="paper" if i % 2 else "tint",
            )
        ]
        plates += []
    bolts = tuple(
        _ring(x + (count - 1) * 1.6, y + (count - 1) * 0.7, 0.8, "blue", FINE)
        for x, y in ((-7.6, -5), (6.4, -6.4), (8.4, 4.4), (-6, 6.6))
    )
    return (*plates, *bolts)


def _shield(card: Part) -> Drawing:
    count = _between(card.stat("dt"), 1, 6)
    arcs = tuple(_arc(0, 9, 6.5 + i * 2.1, 8 + i * 2.1, 0.35 if i < count - 1 else HULL) for i in range(count))
    return (*arcs, _block(-5, 8, 10, 4), _ring(0, 6.4, 2.4), _ring(0, 6.4, 0.9, "blue"), _fine(-18, 12.3, 18, 12.3))


def _gear(card: Part) -> Drawing:
    teeth = tuple(
        _hull(*(_around(-3, 0, r, i * pi / 5 + a) for r, a in ((8, -0.2), (11, -0.13), (11, 0.13), (8, 0.2))))
        for i in range(10)
    )
    wrench = _hull((4, 1.5), (14, 8.5), (17.5, 7), (18.5, 10), (15, 12.6), (12, 11.4), (2, 4.4), fill="paper")
    return (*teeth, _ring(-3, 0, 8.6, "tint"), _ring(-3, 0, 3.4), wrench)


def _aid(card: Part) -> Drawing:
    lines = _between(len(card.name) % 5 + 2, 2, 6)
    pins = tuple(
        part
        for i in range(5)
        for part in (_fine(-12, -5 + i * 3.4, -15, -5 + i * 3.4), _fine(12, -5 + i * 3.4, 15, -5 + i * 3.4))
    )
    mast = (_fine(7, -8, 11, -12.4), _ring(11, -12, 0.9, "blue", FINE))
    waves = tuple(_fine(-6.5, -1.6 + i * 2, -6.5 + (5 + 7 * i) % 13, -1.6 + i * 2) for i in range(lines))
    return (*pins, *mast, _block(-12, -8, 24, 18, "tint", 1.5), _block(-8.5, -4.4, 17, 12, "paper"), *waves)


def _booster(card: Part) -> Drawing:
    """A charge to be set off: for Trigger cards."""
    flare = tuple(_fine(*_around(0, 1, 9.4, i * pi / 6), *_around(0, 1, 11.8, i * pi / 6)) for i in range(12))
    return (
        *flare,
        _ring(0, 1, 8, "tint"),
        _ring(0, 1, 5),
        Line(0, -3, 0, 2.2, width=1.2, ink="blue"),
        _ring(0, 4, 0.7, "blue"),
    )


def drawing(card: Part) -> Drawing:
    """Return a card's picture."""
    match card:
        case Locomotor():
            return _locomotor(card)
        case Cockpit():
            return _cockpit(card)
        case Pilot():
            return _pilot(card)
        case Weapon():
            return _weapon(card)
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


def storm(seed: int) -> Drawing:
    """Return an event's picture: land under weather, its peaks by a number."""
    tops = [4 + (seed * (i + 3) * 7) % 9 for i in range(6)]
    ridge = [(-19 + i * 7.6, 8 - top) for i, top in enumerate(tops)]
    land = _hull((-19, 12.5), *ridge, (19, 12.5))
    rain = tuple(_fine(-16 + i * 4, -11 + (i * 5 + seed) % 4, -18 + i * 4, -6 + (i * 5 + seed) % 4) for i in range(9))
    return (land, *rain, _ring(13, -8, 3.2, "tint"))


def emblem() -> Drawing:
    """Return the backs' picture: a Mech of nine plates, the Cockpit in its middle."""
    cells = tuple(
        _block(-13.4 + c * 9.2, -13.4 + r * 9.2, 8.4, 8.4, "tint" if (r, c) != (1, 1) else "blue", 1)
        for r in range(3)
        for c in range(3)
    )
    return (*cells, _ring(0, 0, 2.4))
