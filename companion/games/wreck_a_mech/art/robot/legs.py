"""Legs, drawn down from the hips at (0, 0) to the ground at y = 15: legs, tracks or wheels by the card's words."""

from companion.games.wreck_a_mech.art.robot.shapes import hazard, load_drawing, rank_pips, serial, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, curve, dark, dot, fine, joint, ring, with_mirror_image


def _hips(card: Part) -> Drawing:
    """Return the hips: a bonus for parts of one corporation shows as skirts, strength as bolts."""
    skirts = load_drawing("legs/skirts") if card.special else ()
    bolts = tuple(dot(-4.6 + i * 1.1, 0, 0.36) for i in range(min(card.structure, 5)))
    return (*skirts, *load_drawing("legs/girdle"), *bolts, *serial(card, 1.4, -0.5, 4, 1.1), *rank_pips(card, 0, 2.4))


def _two_legs(card: Part) -> Drawing:
    """Return two legs, broader with Defense."""
    wide = 2.0 + 0.18 * min(card.defense, 6)
    thigh = (
        dark((2.6, 1), (6, 1), (8, 7), (5, 7)),
        plate(
            (3.4 - wide * 0.2, 2), (6 + wide * 0.3, 1.8), (7 + wide * 0.4, 5.6), (4.6 - wide * 0.3, 5.8), fill="paper"
        ),
    )
    extra_name = next((name for word, name in _EXTRAS if word in words(card)), "")
    extra = load_drawing(f"legs/{extra_name}") if extra_name else ()
    behind, front = (extra, ()) if extra_name == "outrigger" else ((), extra)
    return with_mirror_image((*behind, *thigh, *_shin(card, wide), *front, *joint(6.9, 6.4, 1.8)))


def _shin(card: Part, wide: float) -> Drawing:
    """Return a right shin with its foot: bell-bottomed, riveted or straight by corporation."""
    if card.corporation == "akio":
        outline = curve(
            ("M", 4.8, 6.4),
            ("L", 8.4, 6.4),
            ("C", 9.6 + wide, 10, 9.4 + wide, 11, 9 + wide * 0.6, 13),
            ("L", 5.6, 13),
            ("C", 5.4, 10, 4, 9, 4.8, 6.4),
            ("Z",),
        )
        foot = plate((4.6, 15), (5.6, 12.8), (9, 12.8), (11.6, 15), fill="accent")
        return (outline, fine(7, 8.6, 7.6, 12), foot)
    if card.corporation == "freedom":
        return (
            plate((4.4, 6.2), (8.6, 6.8), (8 + wide, 13), (4.8, 12.4)),
            plate((6, 8), (9.2, 8.4), (9, 11), (6.4, 10.6), fill="paper"),
            dot(6.8, 8.9),
            dot(8.4, 10.2),
            plate((3.6, 15), (4.8, 12.2), (8.4, 12.8), (8.8 + wide, 15), fill="accent"),
        )
    stripes = hazard(7 - wide * 0.8, 10.4, wide * 1.7, 1.3) if card.corporation == "zhao" else ()
    return (
        plate((7 - wide, 6.4), (7 + wide, 6.4), (7.6 + wide, 12.8), (6.8 - wide, 12.8)),
        plate((5.8 - wide, 15), (6.4 - wide, 12.4), (8 + wide, 12.4), (9 + wide, 15), fill="accent"),
        *stripes,
    )


_EXTRAS = (
    ("sprint", "rocket"),
    ("nitro", "rocket"),
    ("strut", "strut"),
    ("stomp", "stomper"),
    ("outrigger", "outrigger"),
    ("base", "outrigger"),
)
"""Words on a card, and the drawing of the attachment to its legs."""


def _tracks(card: Part) -> Drawing:
    """Return two belts seen from the front quarter, longer with Defense."""
    half = 3.4 + 0.2 * min(card.defense, 6)
    lugs = tuple(fine(8.4 - half, 4.6 + i * 1.9, 10.4 - half, 4.6 + i * 1.9, "paper", 0.4) for i in range(5))
    belt: Drawing = (
        dark(
            (9.4 - half, 3),
            (8 + half, 3),
            (9.6 + half, 5.4),
            (9.6 + half, 12.6),
            (8 + half, 15),
            (9.4 - half, 15),
            (8 - half, 12.6),
            (8 - half, 5.4),
        ),
        block(11 - half, 4.4, 2 * half - 3, 9.2, "tint", 1.4),
        *(box for y in (6.2, 9, 11.8) for box in (ring(9.4, y, 1.2), dot(9.4, y, 0.5, "accent"))),
        *lugs,
    )
    return (
        dark((-8, 3), (8, 3), (8, 6.6), (-8, 6.6)),
        block(-4, 3, 8, 5, "paper", 1),
        *hazard(-3.2, 5.2, 6.4, 1.6),
        *with_mirror_image(belt),
    )


def legs(card: Part) -> Drawing:
    """Return a mech's legs."""
    card_words = words(card)
    if any(word in card_words for word in ("track", "tread", "crawler")):
        return (*_tracks(card), *_hips(card))
    if any(word in card_words for word in ("cart", "roller", "axle", "moped", "wheel")):
        kind = next((kind for kind in ("monster", "cart", "moped") if kind in card_words), "rollers")
        return (*load_drawing(f"legs/{kind}"), *_hips(card))
    return (*_two_legs(card), *_hips(card))
