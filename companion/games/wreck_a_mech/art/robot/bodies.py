"""Bodies about (0, 0), shoulders at y = -6 and hips at y = 9: a torso by corporation, its core by the card's words."""

from companion.games.wreck_a_mech.art.robot.shapes import by_corporation, load_drawing, rank_pips, serial, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.strokes import Drawing, dot

_CORES = (
    ("stage", "curtain"),
    ("studio", "reels"),
    ("headline", "star"),
    ("finale", "burst"),
    ("keg", "keg"),
    ("barrel", "keg"),
    ("rib", "ribs"),
    ("engine", "motor"),
    ("still", "still"),
    ("mixer", "drum"),
    ("drum", "drum"),
    ("cage", "cage"),
    ("vault", "vault"),
    ("boiler", "vault"),
    ("keystone", "keystone"),
    ("block", "keystone"),
)
"""Words on a card, and the drawing of its core."""


def body(card: Part) -> Drawing:
    """Return a body; one whose bonus counts parts together has pipes on its back."""
    core = next((name for word, name in _CORES if word in words(card)), "rings")
    each = any(special.rule == "each" for special in card.special)
    bolts = tuple(dot(-7 + i * 1.3, 7.2, 0.38) for i in range(min(card.structure, 6)))
    return (
        *(load_drawing("bodies/pipes") if each else ()),
        *by_corporation("bodies/torso", card),
        *load_drawing(f"bodies/core-{core}"),
        *bolts,
        *serial(card, 3, 6.5, 4),
        *rank_pips(card, 0, 6.6),
    )
