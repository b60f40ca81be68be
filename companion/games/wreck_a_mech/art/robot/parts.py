"""Each part by itself, drawn as it is on a mech: the pictures of part cards, and of crates on a mech."""

from companion.games.wreck_a_mech.art.robot.arms import arm
from companion.games.wreck_a_mech.art.robot.bodies import body
from companion.games.wreck_a_mech.art.robot.heads import head
from companion.games.wreck_a_mech.art.robot.legs import legs
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.placing import fill_window, place_art
from companion.printing.faces.strokes import Drawing

_LARGEST = 2.6
"""The most by which a part may be larger on its card than on a mech."""


def drawing(card: Part, w: float, h: float) -> Drawing:
    """Return a part's picture for a window of w by h mm about (0, 0)."""
    return fill_window(part(card), w, h, _LARGEST)


def part(card: Part) -> Drawing:
    """Return a part about its joint: neck, middle, shoulder or hips; left arms are mirrored."""
    match card.position:
        case "head":
            return head(card)
        case "body":
            return body(card)
        case "legs":
            return legs(card)
    return place_art(arm(card), mirrored=card.position == "left_arm")
