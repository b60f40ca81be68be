"""A mech of the cross as one robot: parts joined on a frame, wrong-side arms upside down, lost parts torn off."""

from collections.abc import Mapping

from companion.games.wreck_a_mech.art.robot.parts import drawing, part
from companion.games.wreck_a_mech.art.robot.shapes import FOLDER, load_drawing, serial
from companion.games.wreck_a_mech.model import ARMS, Part
from companion.printing.faces.boxes import Point
from companion.printing.faces.drawings import load_shipped
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing, question


def robot(parts: Mapping[str, Part | None]) -> Drawing:
    """Return a mech's line art from its parts by position: None is an unknown card, a missing entry a lost part."""
    order = ("legs", "head", "body", "left_arm", "right_arm")
    drawings = [load_drawing("frame"), *(_position(position, parts) for position in order)]
    return tuple(box for drawing in drawings for box in drawing)


def _position(position: str, parts: Mapping[str, Part | None]) -> Drawing:
    if position not in parts:
        return _torn_socket(position)
    card = parts[position]
    if card is None or not fits(card, position):
        return (*_torn_socket(position), *place_art(_crate(card), *_joint(f"crate-{position}")))
    match position:
        case "head":
            return place_art(part(card), *_joint("neck"), 1.14)
        case "body":
            return part(card)
        case "legs":
            return place_art(part(card), *_joint("hips"))
    return _arm(card, position)


def fits(card: Part, position: str) -> bool:
    """Whether a card belongs in a position; an arm fits either side."""
    return card.position == position or (card.position in ARMS and position in ARMS)


def _arm(card: Part, position: str) -> Drawing:
    """Return an arm at its shoulder; on the wrong side its card lies upside down, and so does the arm."""
    side = -1 if position == "left_arm" else 1
    x, y = _joint("shoulder")
    is_wrong_side = card.position != position
    return place_art(part(card), side * x, y + (1.4 if is_wrong_side else 0), 1, 180 if is_wrong_side else 0)


def _joint(name: str) -> Point:
    return load_shipped(FOLDER, "frame").joints[name]


def _torn_socket(position: str) -> Drawing:
    """Return a torn socket with the dashed outline of the lost part."""
    if position in ARMS:
        return place_art(load_drawing("lost-arm"), mirrored=position == "left_arm")
    return load_drawing(f"lost-{position}")


def _crate(card: Part | None) -> Drawing:
    """Return a crate with a small picture of a card in a wrong position; with a question mark for an unknown card."""
    if card is None:
        return (*load_drawing("crate"), *question(0, 0))
    return (*load_drawing("crate"), *drawing(card, 9, 6.4), *serial(card, -4, 3.2, 8, 0.9))
