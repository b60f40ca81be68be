"""Right arms, drawn outwards from the shoulder at (0, 0): plates by corporation, a forearm, a tool in its hand."""

from companion.games.wreck_a_mech.art.robot.shapes import hazard, rank_pips, serial
from companion.games.wreck_a_mech.art.robot.tools import tool
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, curve, dark, dot, fine, joint, ring

_ELBOW = (3.2, 7.6)
_DROOP = 22.0
"""How far a forearm hangs down at least, in degrees."""


def _shoulder(card: Part) -> Drawing:
    """Return the shoulder's plate; bolts count its Structure."""
    match card.corporation:
        case "akio":
            cap: Drawing = (
                curve(
                    ("M", -3.4, 2.4), ("C", -4.6, -6.4, 5.4, -6.6, 6, 2.4), ("C", 3.6, 1, -0.6, 1, -3.4, 2.4), ("Z",)
                ),
                fine(-2, -1.6, 4.4, -1.6),
            )
        case "freedom":
            cap = (
                plate((-3.6, -3.4), (3.4, -5), (6.4, -0.6), (5, 2.6), (-2.6, 3)),
                plate((1.4, -6.8), (2.6, -4.6), (0.4, -4), fill="paper"),
                plate((4.2, -5.6), (4.8, -3.2), (2.6, -3.8), fill="paper"),
            )
        case "zhao":
            cap = (plate((-3.4, -4.6), (5, -4.6), (6.6, -2.4), (6.6, 2.8), (-3.4, 2.8)), *hazard(-2.6, 0.7, 8.4, 1.4))
        case _:
            cap = (block(-3, -4, 8, 6.6, "tint", 2.4),)
    bolts = tuple(dot(-1.9 + i * 1.3, -2.9, 0.4) for i in range(min(card.structure, 5)))
    return (*cap, *bolts, *rank_pips(card, 1.4, -0.4))


def arm(card: Part) -> Drawing:
    """Return an arm as it hangs on the right; a left one is its mirror image."""
    held, angle = tool(card)
    thick = 1.9 + 0.14 * min(card.defense, 6)
    fore = (
        plate((0, -thick), (5.6, -thick * 0.9), (6.4, 0), (5.6, thick * 0.9), (0, thick), fill="paper"),
        fine(1, -thick + 1, 5, -thick + 1.1),
        *serial(card, 1.2, 0, 3.6, 1.2),
    )
    hand = placed((*held, *fore), *_ELBOW, 0.94, angle + _DROOP)
    upper = (dark((-1.6, 0), (2.4, -1), (5, 6.6), (2, 8)), plate((-1.8, 2), (3.2, 1), (4.6, 5), (0.8, 6.4)))
    return (*upper, *hand, *joint(*_ELBOW, 2.3), *joint(0, 0.4, 2), *_shoulder(card), ring(-1.7, 0.9, 0.9))
