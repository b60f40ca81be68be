"""Right arms, drawn outwards from the shoulder at (0, 0): plates by corporation, a forearm, a tool in its hand."""

from companion.games.wreck_a_mech.art.robot.shapes import FOLDER, by_corporation, load_drawing, rank_pips, serial
from companion.games.wreck_a_mech.art.robot.tools import tool
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.drawings import load_shipped
from companion.printing.faces.placing import place_art
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, dot, fine, ring

_DROOP = 22.0
"""How far a forearm hangs down at least, in degrees."""


def _shoulder(card: Part) -> Drawing:
    """Return the shoulder's plate; bolts count its Structure."""
    bolts = tuple(dot(-1.9 + i * 1.3, -2.9, 0.4) for i in range(min(card.structure, 5)))
    return (*by_corporation("arms/shoulder", card), *bolts, *rank_pips(card, 1.4, -0.4))


def arm(card: Part) -> Drawing:
    """Return an arm as it hangs on the right; a left one is its mirror image."""
    tool_drawing, angle = tool(card)
    half = 1.9 + 0.14 * min(card.defense, 6)
    forearm = (
        plate((0, -half), (5.6, -half * 0.9), (6.4, 0), (5.6, half * 0.9), (0, half), fill="paper"),
        fine(1, -half + 1, 5, -half + 1.1),
        *serial(card, 1.2, 0, 3.6, 1.2),
    )
    upper_arm = load_shipped(FOLDER, "arms/upper")
    hand = place_art((*tool_drawing, *forearm), *upper_arm.joints["elbow"], 0.94, angle + _DROOP)
    return (*upper_arm.boxes, *hand, *load_drawing("arms/joints"), *_shoulder(card), ring(-1.7, 0.9, 0.9))
