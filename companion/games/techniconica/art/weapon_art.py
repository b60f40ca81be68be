"""Line art of Weapon cards; other parts are in `card_art`."""

from collections.abc import Callable

from companion.games.techniconica.art.strokes import FINE, Drawing, between, block, fine, hull, ring
from companion.games.techniconica.model import Part
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.weapons import is_melee
from companion.printing.faces.boxes import Box, Path


def _cannon(card: Part, count: int = 1) -> Drawing:
    long = 9 + 1.5 * between(card.stat("pe"), 0, 6)
    thick = 1.6 + 0.35 * between(card.stat("do"), 0, 6)
    barrels: list[Box] = []
    for i in range(count):
        y = (i - (count - 1) / 2) * (thick + 0.8) - 1
        barrels += [
            block(-2, y - thick / 2, long, thick, "paper"),
            block(long - 3.4, y - thick / 2 - 0.6, 2.2, thick + 1.2),
        ]
    half = max(4.5, count * (thick + 0.8) / 2 + 1.6)
    body = (
        hull(
            (-17, -1 - half), (-3, -1 - half), (0, -1 - half / 2), (0, -1 + half / 2), (-3, -1 + half), (-17, -1 + half)
        ),
        ring(-10, -1, 2.2),
    )
    return (*barrels, *body, hull((-12, -1 + half), (-6, -1 + half), (-4, 12), (-14, 12), fill="paper"))


def _rotary(card: Part) -> Drawing:
    return _cannon(card, 4)


def _long_gun(card: Part) -> Drawing:
    scope = (block(-13, -10, 10, 3, "paper"), fine(-10, -7, -10, -5.5), fine(-6, -7, -6, -5.5), ring(-3, -8.5, 1.5))
    return (*_cannon(card), *scope)


def _rack(card: Part) -> Drawing:
    rows = 2 if card.stat("do") < 4 else 3
    tubes = tuple(ring(-9 + i * 6, -5 + j * 5.4, 2.2, "paper") for i in range(4) for j in range(rows))
    tips = tuple(ring(-9 + i * 6, -5 + j * 5.4, 0.9, "blue", FINE) for i in range(4) for j in range(rows))
    return (
        block(-14, -9, 28, rows * 5.4 + 2, "tint", 1),
        *tubes,
        *tips,
        hull((-4, rows * 5.4 - 7), (4, rows * 5.4 - 7), (6, 12), (-6, 12), fill="paper"),
    )


def _mortar(card: Part) -> Drawing:
    wide = 2.4 + 0.25 * between(card.stat("do"), 0, 6)
    barrel = hull((-9, 4 - wide), (10, -11 - wide / 2), (13.5, -11 + wide), (-5, 4 + wide), fill="paper")
    band = hull((5.5, -7.6 - wide / 2), (7.5, -9.1 - wide / 2), (11, -9.1 + wide), (9, -7.6 + wide))
    return (barrel, band, hull((-15, 12), (-12, 4), (2, 4), (8, 12)), ring(-5, 5, 3.2), ring(-5, 5, 1, "blue"))


def _laser(card: Part) -> Drawing:
    rings = between(card.stat("pc"), 2, 5)
    coils = tuple(block(-4 + i * 3, -6, 1.6, 10) for i in range(rings))
    beam = (fine(13, -1, 18.5, -1), fine(14, -2.2, 18, -4), fine(14, 0.2, 18, 2))
    lens = hull((-4 + rings * 3, -4), (12, -2), (12, 0), (-4 + rings * 3, 2), fill="paper")
    return (
        *beam,
        lens,
        block(-6, -4, 2 + rings * 3, 6, "paper"),
        *coils,
        block(-17, -7, 11, 12),
        ring(-11.5, -1, 3),
        hull((-13, 5), (-7, 5), (-5, 12), (-15, 12), fill="paper"),
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
    tanks = (block(-16, -8, 6, 14, "tint", 2), block(-9, -8, 6, 14, "tint", 2))
    return (
        *fire,
        block(-3, -2.4, 8, 2.8, "paper"),
        *tanks,
        fine(-13, -8, -13, -11),
        fine(-6, -8, -6, -11),
        fine(-13, -11, -6, -11),
        block(-15, 6, 11, 4, "paper"),
    )


def _gravity(card: Part) -> Drawing:
    return (
        *(ring(7, -1, r, None, 0.3) for r in (11, 8, 5)),
        ring(7, -1, 2.2, "blue"),
        block(-17, -6, 13, 10),
        hull((-4, -3), (1, -6), (1, 4), (-4, 1), fill="paper"),
        hull((-14, 4), (-8, 4), (-6, 12), (-16, 12), fill="paper"),
    )


def _blade(card: Part) -> Drawing:
    teeth = tuple(hull((-2 + i * 3, -7.4), (-0.5 + i * 3, -10), (1 + i * 3, -7.4), fill="blue") for i in range(5))
    return (
        *teeth,
        hull((-4, -7), (14, -7), (18, -2), (14, 1), (-4, 1), fill="paper"),
        fine(-2, -3, 14, -3),
        block(-9, -9, 5, 12),
        block(-17, -5, 8, 4, "paper"),
        ring(-16, -3, 2.6),
        hull((-8, 3), (-5, 3), (-7, 12), (-12, 12), fill="paper"),
    )


def _fist(card: Part) -> Drawing:
    fingers = tuple(block(6, -8 + i * 4.4, 7, 3.6, "paper", 1.2) for i in range(4))
    sparks = (fine(14.5, -9, 18, -11), fine(15, -1, 18.5, -1), fine(14.5, 7, 18, 10))
    return (
        *fingers,
        *sparks,
        block(-2, -9, 9, 19, "tint", 1.5),
        block(-16, -4, 14, 8, "paper"),
        *(fine(x, -4, x, 4) for x in (-13, -10, -7)),
        ring(-16, 0, 3),
    )


def _hammer(card: Part) -> Drawing:
    return (
        block(-16, -2, 22, 4, "paper"),
        hull((6, -10), (15, -12), (17, -9), (17, 9), (15, 12), (6, 10)),
        fine(13, -11, 13, 11),
        *(fine(x, -2, x + 1, 2) for x in (-12, -9, -6)),
        ring(-15.6, 0, 3.2),
    )


def _drill(card: Part) -> Drawing:
    turns = tuple(fine(-1 + i * 3.4, -8 + i * 1.5, 1 + i * 3.2, 8 - i * 1.5) for i in range(5))
    return (
        hull((-2, -9), (18, 0), (-2, 9), fill="paper"),
        *turns,
        block(-7, -10, 5, 20),
        block(-17, -4, 10, 8, "paper"),
        ring(-16, 0, 2.6),
    )


_MELEE: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("drill", _drill), ("hammer", _hammer), ("fist", _fist), ("claw", _fist), ("ram", _hammer),
)  # fmt: skip
_RANGED: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("laser", _laser), ("beam", _laser), ("arc-", _laser), ("flame", _flame), ("rocket", _rack), ("missile", _rack),
    ("howitzer", _mortar), ("mortar", _mortar), ("chain-gun", _rotary), ("vulcan", _rotary),
)  # fmt: skip


def weapon(card: Part) -> Drawing:
    """Return a Weapon's picture: a longer barrel with PE, a thicker one with DO, details from its words and rules."""
    has = numbers(card.rules)
    if is_melee(card):
        return next((draw for word, draw in _MELEE if word in card.id), _blade)(card)
    if "gravity-field" in has:
        return _gravity(card)
    named = next((draw for word, draw in _RANGED if word in card.id), None)
    if named:
        return named(card)
    if "twin" in card.id:
        return _cannon(card, 2)
    return (_long_gun if "accurate" in has else _rotary if "barrage" in has else _cannon)(card)
