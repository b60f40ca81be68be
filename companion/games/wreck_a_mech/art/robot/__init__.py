"""A mech of the cross as one robot: parts joined on a frame, wrong-side arms upside down, lost parts torn off."""

from collections.abc import Mapping

from companion.games.wreck_a_mech.art.robot.parts import drawing, part
from companion.games.wreck_a_mech.art.robot.shapes import serial, torn
from companion.games.wreck_a_mech.model import ARMS, Part
from companion.printing.faces.boxes import Circle, Path
from companion.printing.faces.placing import placed
from companion.printing.faces.strokes import Drawing, block, dark, dashed, dot, fine, joint, question

_NECK, _HIPS = -9.6, 9.6
_SHOULDER = (11, -5.4)
_SOCKETS = {
    "head": (0, _NECK + 1.6),
    "body": (0, 0),
    "left_arm": (-17, 1),
    "right_arm": (17, 1),
    "legs": (0, _HIPS + 7),
}
"""Where a card hangs that does not belong in its position."""


def robot(parts: Mapping[str, Part | None]) -> Drawing:
    """Return a mech's line art from its parts by position: None is a card that is not known, no entry a lost part."""
    order = ("legs", "head", "body", "left_arm", "right_arm")
    drawings = [_frame(), *(_position(position, parts) for position in order)]
    return tuple(box for drawing in drawings for box in drawing)


def _position(position: str, parts: Mapping[str, Part | None]) -> Drawing:
    if position not in parts:
        return _lost(position)
    card = parts[position]
    if card is None or not fits(card, position):
        return (*_lost(position), *placed(_crate(card), *_SOCKETS[position]))
    match position:
        case "head":
            return placed(part(card), 0, _NECK, 1.14)
        case "body":
            return part(card)
        case "legs":
            return placed(part(card), 0, _HIPS)
    return _arm(card, position)


def fits(card: Part, position: str) -> bool:
    """Whether a card belongs in a position; an arm fits either side."""
    return card.position == position or (card.position in ARMS and position in ARMS)


def _arm(card: Part, position: str) -> Drawing:
    """Return an arm at its shoulder; on the wrong side its card lies upside down, and so does the arm."""
    side = -1 if position == "left_arm" else 1
    x, y = _SHOULDER
    wrong = card.position != position
    return placed(part(card), side * x, y + (1.4 if wrong else 0), 1, 180 if wrong else 0)


def _frame() -> Drawing:
    """Return the skeleton that holds everything together, seen where parts are missing."""
    ribs = tuple(fine(-4.4, y, 4.4, y, width=0.7) for y in (-2.4, 1, 4.4))
    return (
        dark((-12, -6.6), (12, -6.6), (12, -4), (-12, -4)),
        dark((-1.5, _NECK), (1.5, _NECK), (1.5, _HIPS), (-1.5, _HIPS)),
        dark((-5, _HIPS - 1.6), (5, _HIPS - 1.6), (5, _HIPS + 1), (-5, _HIPS + 1)),
        *ribs,
        *joint(-12, -5.3, 2.1),
        *joint(12, -5.3, 2.1),
    )


def _lost(position: str) -> Drawing:
    """Return what is left of a part that was lost: a torn socket, and the dashed outline of what was there."""
    match position:
        case "head":
            ghost = dashed((-4.6, -12), (-5.4, -17), (-3, -20), (3, -20), (5.4, -17), (4.6, -12))
            return (*ghost, *placed(torn(2.6), 0, _NECK - 0.6, 1, -90))
        case "body":
            return (*dashed((-10, -9), (10, -9), (10, 3), (6, 9), (-6, 9), (-10, 3)), *_wires())
        case "legs":
            ghost = dashed(
                (-6, 12), (6, 12), (9, 18), (11, 24.6), (4, 24.6), (0, 16), (-4, 24.6), (-11, 24.6), (-9, 18)
            )
            left, right = (placed(torn(1.9), x, _HIPS + 1.8, 0.9, turn) for x, turn in ((-3, 100), (3.2, 80)))
            return (*ghost, *left, *right)
    ghost = dashed((14, -9), (18, -7), (17, 0), (22, 5), (20, 8), (13.6, 3), (13, -4))
    return placed((*ghost, *placed(torn(3.2), 13, -5.3)), mirrored=position == "left_arm")


def _wires() -> Drawing:
    """Return the wires of a frame without a body."""
    loops = (("M", -9, -4), ("C", -8, 3, -3, -2, -1.5, 5)), (("M", 9, -4), ("C", 6, 4, 4, -3, 1.5, 3))
    return (
        *(Path(loop, None, "accent", 0.5) for loop in loops),
        Circle(0, -1.4, 1.8, "paper", "blue", 0.5),
        dot(0, -1.4, 0.8, "accent"),
    )


def _crate(card: Part | None) -> Drawing:
    """Return a crate with a small picture of a card that does not belong there, a question mark for an unknown one."""
    crate: Drawing = (block(-6, -4.6, 12, 9.2, "paper", 0.8), *(dot(x, y) for x in (-5, 5) for y in (-3.6, 3.6)))
    if card is None:
        return (*crate, *question(0, 0))
    return (*crate, *drawing(card, 9, 6.4), *serial(card, -4, 3.2, 8, 0.9))
