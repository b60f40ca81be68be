"""Modifications and Support as small things about (0, 0): gears, boxes with aerials, rockets, smoke tubes."""

from math import pi

from companion.games.techniconica.art.mech.shapes import said, serial, stranger
from companion.games.techniconica.model import Modification, Part, Support
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, curve, dark, dot, fine, glow, ring, star


def _gear(card: Part) -> Drawing:
    """Return a gear: more teeth the more it changes, its core by what it changes."""
    gives = getattr(card, "gives", {})
    teeth = 6 + min(sum(map(abs, gives.values())), 6)
    corners = ((1.7, -0.25), (2.6, -0.14), (2.6, 0.14), (1.7, 0.25))
    cogs = tuple(dark(*(around(0, 0, r, i * 2 * pi / teeth + a) for r, a in corners)) for i in range(teeth))
    core = next((drawn for stats, drawn in _CORES if stats & set(gives)), _HUB)
    return (*cogs, ring(0, 0, 1.9, "tint", 0.4), *core, *serial(card, -1.1, 1.0, 2.2, 0.6))


_HUB: Drawing = (dot(0, 0, 0.8, "accent"),)
_CORES: tuple[tuple[frozenset[str], Drawing], ...] = (
    (frozenset(("pe", "do")), (plate((-0.9, -0.9), (1.2, 0), (-0.9, 0.9), fill="accent"),)),
    (frozenset(("ar", "dt")), (block(-0.9, -0.9, 1.8, 1.8, "accent"),)),
    (frozenset(("mw", "sp")), (plate((0, -1.1), (1, 0.8), (-1, 0.8), fill="accent"),)),
    (frozenset(("po", "pc")), (star(0, 0, 4, 1.3, 0.5),)),
)
"""What a Modification changes, and the core of its gear."""


def _aid(card: Part) -> Drawing:
    """Return a box with an aerial, and a sign of what it does by its words."""
    sign = next((drawn for word, drawn in _SIGNS if word in said(card)), _LINES)
    return (
        fine(1.4, -1.8, 2.8, -6.4, width=0.35),
        glow(2.8, -6.4, 0.65),
        fine(-1, -1.8, -1.8, -4.6, width=0.35),
        block(-2.5, -2.2, 5, 4.4, "paper", 0.7),
        *sign,
        *serial(card, -1.7, 1.2, 3.4, 0.7),
    )


_LINES: Drawing = (fine(-1.5, -1, 1.5, -1, width=0.4), fine(-1.5, 0.1, 0.7, 0.1, width=0.4))
_SIGNS: tuple[tuple[str, Drawing], ...] = (
    ("target", (ring(0, -0.5, 1.1, None, 0.4), fine(-1.7, -0.5, 1.7, -0.5, "accent", 0.4), dot(0, -0.5, 0.4))),
    ("medic", (fine(-1.3, -0.5, 1.3, -0.5, "accent", 0.8), fine(0, -1.8, 0, 0.8, "accent", 0.8))),
    ("charm", (star(0, -0.5, 5, 1.4, 0.6),)),
    ("luck", (star(0, -0.5, 5, 1.4, 0.6),)),
    ("nerve", (fine(-1.8, -0.5, -0.6, -0.5, "accent", 0.5), plate((-0.6, -0.5), (0, -1.6), (0.6, 0.6), (1.4, -0.5)))),
    (
        "clamp",
        (
            dark((-1.4, -1.5), (-0.3, -1.5), (-0.3, 0.7), (-1.4, 0.7)),
            dark((0.3, -1.5), (1.4, -1.5), (1.4, 0.7), (0.3, 0.7)),
        ),
    ),
)
"""Words on a Support card, and the sign on its box."""


def _charge(card: Part) -> Drawing:
    """Return something that goes off once: a rocket, or tubes of smoke."""
    if "smoke" in said(card):
        tubes = tuple(
            placed((block(-0.6, -4.6, 1.3, 3.6, "paper", 0.3),), x, 0, 1, a)
            for x, a in ((-1.4, -18), (0, 0), (1.4, 18))
        )
        return (
            *(part for tube in tubes for part in tube),
            block(-2.4, -1.2, 4.8, 2.6, "tint", 0.6),
            *serial(card, -1.7, -0.4, 3.4, 1),
        )
    body = curve(
        ("M", -1.2, 2.2),
        ("L", -1.2, -2),
        ("C", -1, -4, -0.2, -4.6, 0, -4.8),
        ("C", 0.2, -4.6, 1, -4, 1.2, -2),
        ("L", 1.2, 2.2),
        ("Z",),
        fill="paper",
    )
    fins = tuple(dark((s * 1.2, 0), (s * 2.4, 2.4), (s * 1.2, 2.2)) for s in (-1, 1))
    return (plate((-0.8, 2.2), (0, 4.6), (0.8, 2.2), fill="accent"), *fins, body, *serial(card, -0.8, -1.4, 1.6, 0.9))


def small(card: Part | None) -> Drawing:
    """Return a Modification, a Support, or anything that does not belong there."""
    if isinstance(card, Modification):
        return _gear(card)
    if isinstance(card, Support):
        return _charge(card) if "trigger" in card.rules else _aid(card)
    return placed(stranger(card), -2.4, 0, 0.55)
