"""Close-combat Weapons: an arm of two segments with a blade, fist, hammer, drill or claw at its end."""

from collections.abc import Callable

from companion.games.techniconica.art.mech.shapes import serial, size
from companion.games.techniconica.model import Part
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, curve, dark, fine, glow, joint, ring

Shape = Callable[[Part], Drawing]


def _arm(card: Part) -> Drawing:
    """Return shoulder and forearm; a stronger forearm with DO."""
    half = 1.7 + 0.16 * size(card, "do", 3, 7)
    return (
        dark((-1, -1.3), (3, -1.3), (3, 1.3), (-1, 1.3)),
        plate((1.6, -half), (7.6, -half - 0.3), (8.2, 0), (7.6, half + 0.3), (1.6, half)),
        fine(2.6, -half + 0.9, 7, -half + 0.7),
        *serial(card, 3.2, 0.1, 3.4, 1.3),
        *joint(0.6, 0, 2),
    )


def _blade(card: Part) -> Drawing:
    long = 14.6 + 0.25 * size(card, "pe", 3, 6)
    teeth = tuple(
        plate((8.6 + i * 1.5, -2.2), (9.3 + i * 1.5, -3.7), (10.1 + i * 1.5, -2.2), fill="accent") for i in range(4)
    )
    edge = plate((7.6, -2.4), (long - 1.2, -2.4), (long, 0.4), (long - 2, 2.6), (7.6, 2.6), fill="paper")
    return (*teeth, edge, fine(8.6, 0.2, long - 1, 0.2), *_arm(card))


def _halberd(card: Part) -> Drawing:
    long = 12.4 + 0.3 * size(card, "pe", 3, 6)
    axe = curve(
        ("M", 10, -1), ("C", 9.4, -3, 9.4, -4.4, 10.4, -5.2), ("C", 12.8, -4.2, 13.4, -2, 13, -1), ("Z",), fill="accent"
    )
    spike = plate((long - 2, -1.4), (long + 3, 0), (long - 2, 1.4), fill="paper")
    return (block(7, -0.7, long - 8, 1.4, "paper"), axe, spike, dark((10, 0.7), (12.4, 0.7), (11.2, 3.2)), *_arm(card))


def _fist(card: Part) -> Drawing:
    half = 2.9 + 0.2 * size(card, "do", 3, 7)
    fingers = tuple(block(11.4, -half + i * half / 1.5, 2.6, half / 1.5 - 0.15, "paper", 0.8) for i in range(3))
    return (
        *fingers,
        plate((7, -half * 0.7), (9, -half), (12, -half), (12, half), (9, half), (7, half * 0.7)),
        block(8.6, half - 1.6, 4, 2, "paper", 0.8),
        glow(9.8, -0.2, 1.1),
        *_arm(card),
    )


def _hammer(card: Part) -> Drawing:
    half = 3.2 + 0.22 * size(card, "do", 3, 7)
    head = (
        plate((10, -half), (13, -half - 0.4), (14.6, -half + 0.8), (14.6, half - 0.8), (13, half + 0.4), (10, half)),
        dark((13.2, -half + 0.6), (14.6, -half + 1.2), (14.6, half - 1.2), (13.2, half - 0.6)),
        *bolts((11.4, -half + 1.2), (11.4, half - 1.2)),
    )
    return (block(7, -1, 4, 2, "paper"), fine(8.6, -1, 8.6, 1), *head, *_arm(card))


def _drill(card: Part) -> Drawing:
    tip = 14.2 + 0.3 * size(card, "pe", 3, 6)
    turns = tuple(fine(9.8 + i * 1.3, -2.9 + i * 0.8, 10.6 + i * 1.2, 2.6 - i * 0.7, "paper", 0.3) for i in range(4))
    return (
        plate((9, -3.4), (tip, 0), (9, 3.4), fill="accent"),
        *turns,
        dark((7.6, -3.8), (9.4, -3.8), (9.4, 3.8), (7.6, 3.8)),
        *_arm(card),
    )


def _spike(card: Part) -> Drawing:
    tip = 15 + 0.3 * size(card, "pe", 3, 6)
    return (
        plate((8, -1.2), (tip, 0), (8, 1.2), fill="paper"),
        *(plate((8, y), (11.6, 1.6 * y), (8, 1.9 * y), fill="accent") for y in (-1.6, 1.6)),
        *_arm(card),
    )


def _claw(card: Part) -> Drawing:
    grip = 0.2 * size(card, "do", 3, 7)
    upper = curve(
        ("M", 7.6, -0.4),
        ("C", 9, -5 - grip, 13, -5 - grip, 15.4, -0.8),
        ("C", 13, -3, 11, -2.4, 9.8, 0.4),
        ("Z",),
        fill="accent",
    )
    lower = curve(
        ("M", 7.6, 0.4),
        ("C", 9, 5 + grip, 13, 5 + grip, 15.4, 0.8),
        ("C", 13, 3, 11, 2.4, 9.8, -0.4),
        ("Z",),
        fill="paper",
    )
    return (lower, upper, ring(8.6, 0, 1.7, "tint"), *bolts((8.6, 0), r=0.6), *_arm(card))


_SHAPES: tuple[tuple[str, Shape], ...] = (
    ("drill", _drill),
    ("spiker", _spike),
    ("hammer", _hammer),
    ("ram ", _hammer),
    ("fist", _fist),
    ("claw", _claw),
    ("halberd", _halberd),
    ("axe", _halberd),
    ("lance", _drill),
    ("spear", _halberd),
)
_ALWAYS = ("drill", "halberd", "spiker", "hammer", "fist", "claw", "blade", "saw", "sword")
"""Words that no gun has in its name."""


def shape(words: str, melee: bool) -> Shape | None:
    """Return how a close-combat Weapon is drawn, by the words on it; None for one that shoots."""
    if not melee and not any(word in words for word in _ALWAYS):
        return None
    return next((draw for word, draw in _SHAPES if word in words), _blade)
