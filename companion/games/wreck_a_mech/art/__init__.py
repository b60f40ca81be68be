"""Line art of part cards and card backs; `figures` draws a mech from the cards in play."""

from companion.games.wreck_a_mech.art.card_art import drawing, emblem
from companion.games.wreck_a_mech.art.portraits import figures

__all__ = ["drawing", "emblem", "figures"]
