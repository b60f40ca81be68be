"""Line art of part cards and card backs; `figures` draws a mech from the cards in play."""

from companion.games.wreck_a_mech.art.portraits import figures
from companion.games.wreck_a_mech.art.robot.parts import drawing
from companion.games.wreck_a_mech.art.robot.shapes import load_drawing
from companion.printing.faces.strokes import Drawing


def emblem() -> Drawing:
    """Return the picture of card backs: two arms crossed behind a head, all of the Trainers."""
    return load_drawing("card-back")


__all__ = ["drawing", "emblem", "figures"]
