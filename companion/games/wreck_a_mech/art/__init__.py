"""Line art of part cards and card backs; `figures` draws a mech from the cards in play."""

from companion.games.wreck_a_mech.art.card_backs import emblem
from companion.games.wreck_a_mech.art.portraits import figures
from companion.games.wreck_a_mech.art.robot.parts import drawing

__all__ = ["drawing", "emblem", "figures"]
