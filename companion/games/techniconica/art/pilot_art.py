"""Faces of Pilots: visor, jaw and headgear follow from the card's id, stripes and shoulders from its numbers."""

from math import pi
from zlib import crc32

from companion.games.techniconica.model import Part, Pilot
from companion.printing.faces.plates import FINE, plate
from companion.printing.faces.strokes import Drawing, around, block, curve, fine, ring

_BEGIN = 813
"""Where the checksum of an id begins: here any two of our Pilots differ in two of visor, headgear and jaw."""


def head(card: Part | None) -> Drawing:
    """Return a Pilot's head with its headgear; a plain one of a card that is not known."""
    number = crc32(card.id.encode(), _BEGIN) if card else 0
    visor = _VISORS[number % len(_VISORS)]
    gear = _GEAR[number // len(_VISORS) % len(_GEAR)]
    jaw = _JAWS[number // (len(_VISORS) * len(_GEAR)) % len(_JAWS)]
    helmet = curve(
        ("M", -7.5, 3.0),
        ("C", -9.5, -15.0, 9.5, -15.0, 7.5, 3.0),
        ("C", 4.0, 6.5, -4.0, 6.5, -7.5, 3.0),
        ("Z",),
        fill="paper",
    )
    return (*gear, helmet, *visor, *jaw)


def pilot(card: Pilot) -> Drawing:
    """Return a Pilot's picture: more stripes with AC, broader shoulders with BT, a star on a Named Pilot."""
    wide = 10.0 + min(max(card.stat("bt"), 1), 8) * 0.7
    bust = curve(
        ("M", -wide, 12.5),
        ("C", -wide, 6.0, -7.0, 5.0, -4.0, 4.0),
        ("L", 4.0, 4.0),
        ("C", 7.0, 5.0, wide, 6.0, wide, 12.5),
        ("Z",),
    )
    stripes = tuple(
        fine(2.4 - wide + i * 1.3, 8.6, 2.4 - wide + i * 1.3, 11.4) for i in range(min(max(card.stat("ac"), 1), 5))
    )
    named = (*(fine(*around(8.4, 9.4, 1.3, i * pi / 3), *around(8.4, 9.4, 2.4, i * pi / 3)) for i in range(6)),)
    return (bust, *head(card), *stripes, ring(8.4, 9.4, 1.3), *(named if card.named else ()))


_VISORS: tuple[Drawing, ...] = (
    (plate((-6.4, -4), (6.4, -4), (6.8, 0.6), (0, 2.2), (-6.8, 0.6), fill="blue"),),
    (
        ring(-3.1, -2, 2.7, "tint"),
        ring(3.1, -2, 2.7, "tint"),
        fine(-0.4, -2, 0.4, -2),
        fine(-7.4, -3, -5.7, -2.6),
        fine(5.7, -2.6, 7.4, -3),
    ),
    (
        plate(
            (-6.6, -3.4),
            (6.6, -3.4),
            (6.6, -1.2),
            (1.1, -1.2),
            (1.1, 3.4),
            (-1.1, 3.4),
            (-1.1, -1.2),
            (-6.6, -1.2),
            fill="blue",
        ),
    ),
    (
        block(-5.6, -3.6, 11.2, 6.4, "tint", 3),
        ring(-2.4, -1.4, 0.8, "blue", FINE),
        ring(2.4, -1.4, 0.8, "blue", FINE),
        fine(-3.8, -3, -1.2, -2.6),
        fine(3.8, -3, 1.2, -2.6),
    ),
    (*(plate((-6.6, y), (6.6, y), (6.4, y + 1), (-6.4, y + 1), fill="blue") for y in (-4.2, -2.2, -0.2)),),
    (
        plate((-6.8, -4.4), (-0.6, -3), (-0.8, -0.4), (-5.8, -0.6), fill="blue"),
        plate((6.8, -4.4), (0.6, -3), (0.8, -0.4), (5.8, -0.6), fill="blue"),
    ),
    (
        ring(2.9, -2, 3.1, "blue"),
        ring(2.9, -2, 1.2, "paper", FINE),
        plate((-6.6, -3), (-0.8, -2.4), (-0.8, -1), (-6.6, -0.6), fill="tint"),
    ),
)
"""A band, two lenses, a T, an open face, three slits, narrow eyes, one lens."""

_GEAR: tuple[Drawing, ...] = (
    (fine(6.6, -5, 9.5, -12.5), ring(9.5, -12, 0.8, "blue", FINE), ring(7.6, -2, 2.2, "tint")),
    (
        ring(-8, -1, 2.8, "tint"),
        ring(8, -1, 2.8, "tint"),
        ring(-8, -1, 1.0, "blue", FINE),
        ring(8, -1, 1.0, "blue", FINE),
    ),
    (
        plate((-1.6, -9), (-1.0, -13), (1.0, -13), (1.6, -9), fill="blue"),
        plate((-4.4, -8.4), (-3.6, -11.6), (3.6, -11.6), (4.4, -8.4)),
    ),
    (plate((-6.4, -6), (-12.5, -11), (-9.2, -3.4)), plate((6.4, -6), (12.5, -11), (9.2, -3.4))),
    (
        plate((-10, -6.2), (10, -6.2), (7.6, -9.2), (-7.6, -9.2), fill="blue"),
        plate((-5, -9), (-4, -13), (4, -13), (5, -9)),
    ),
    (plate((-7, -7), (-13.5, -4.6), (-12.6, -1.6), (-7.4, -3.6), fill="blue"), fine(-8.5, -3, -12.8, 2.2)),
    (
        *(
            plate(
                *(around(0, -2.6, r, -pi / 2 + a) for r, a in ((7.8, t - 0.1), (10.2, t), (7.8, t + 0.1))), fill="blue"
            )
            for t in (-0.9, -0.45, 0, 0.45, 0.9)
        ),
    ),
)
"""An aerial, headphones, a crest, horns, a cap, a bandana, spikes."""

_JAWS: tuple[Drawing, ...] = (
    (),
    (block(-2.8, 1.6, 5.6, 4.4, "tint", 1.4), *(fine(-1.6 + i * 1.6, 2.6, -1.6 + i * 1.6, 5.2) for i in range(3))),
    (plate((-7.4, 3.4), (7.4, 3.4), (5, 7.6), (0, 9), (-5, 7.6), fill="blue"),),
    (ring(-4.2, 4.2, 1.9, "tint"), ring(4.2, 4.2, 1.9, "tint"), fine(-2.3, 4.4, 2.3, 4.4)),
    (fine(-6.8, 3.6, -2, 7), fine(6.8, 3.6, 2, 7), block(-2, 5.8, 4, 2.2, "blue", 0.6)),
)
"""Bare, a mask, a scarf, two filters, a chin strap."""
