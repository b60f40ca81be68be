"""Heads, drawn up from the neck at (0, 0): a skull by corporation, its headgear by the card's words."""

from companion.games.wreck_a_mech.art.robot.shapes import by_corporation, load_drawing, rank_pips, serial, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.strokes import Drawing, dot, fine

_TOPS = (
    ("spot", "spotlight"),
    ("light", "spotlight"),
    ("laugh", "grin"),
    ("crown", "crown"),
    ("fire", "flames"),
    ("tower", "tower"),
    ("beacon", "beacon"),
    ("idea", "bulb"),
    ("bucket", "bucket"),
    ("hat", "hard-hat"),
    ("cab", "cab"),
    ("marshal", "marshal"),
    ("dome", "dome"),
)
"""Words on a card, and the drawing of its headgear."""


def head(card: Part) -> Drawing:
    """Return a head; higher ranks have taller aerials, a strong bonus against its prey a crest."""
    has_strong_bonus = any(special.attack > 1 for special in card.special)
    top = next((name for word, name in _TOPS if word in words(card)), "crest" if has_strong_bonus else "")
    aerials = tuple(
        box
        for i in range(card.rank - 1)
        for box in (
            fine(-4.4 - i, -7, -6.6 - 1.4 * i, -13 + i, width=0.35),
            dot(-6.6 - 1.4 * i, -13 + i, 0.6, "accent"),
        )
    )
    return (
        *load_drawing("heads/neck"),
        *aerials,
        *by_corporation("heads/skull", card),
        *(load_drawing(f"heads/{top}") if top else ()),
        *serial(card, -2, -8, 4, 0.9),
        *rank_pips(card, 0, 1.3),
    )
