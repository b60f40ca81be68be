"""Poses of a walking machine: its feet, knees, elbows and hands, and the direction of its weapons.

Millimetres from the middle of the ground, x to the right and y down, so that a body has negative heights. Arms are
given from the shoulder. The figure looks to the right; its right hand is the one on the right of the picture. Each
pose is a drawing of bones with joints, on an ordinary suit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees

from companion.games.mechastellar.art.drawings import joints
from companion.printing.faces.boxes import Point


@dataclass(frozen=True)
class Arm:
    """An arm, from its shoulder: elbow, hand, and the degrees above level to which its weapon points, outward."""

    elbow: Point
    hand: Point
    aim: float = 0


@dataclass(frozen=True)
class Leg:
    """A leg: its knee and its foot."""

    knee: Point
    foot: Point


@dataclass(frozen=True)
class Pose:
    """A stance; `lean` turns the body clockwise by degrees about the pelvis."""

    pelvis: Point
    lean: float
    left_leg: Leg
    right_leg: Leg
    left: Arm
    right: Arm


@lru_cache(maxsize=32)
def pose(name: str) -> Pose:
    """Return a pose by its name."""
    at = joints(f"poses/{name}")
    across, down = _offset(at["pelvis"], at["neck"])
    lean = degrees(atan2(across, -down))
    return Pose(at["pelvis"], lean, _leg(at, "left"), _leg(at, "right"), _arm(at, "left"), _arm(at, "right"))


def _leg(at: Mapping[str, Point], side: str) -> Leg:
    return Leg(at[f"{side}-knee"], at[f"{side}-foot"])


def _arm(at: Mapping[str, Point], side: str) -> Arm:
    shoulder, hand = at[f"{side}-shoulder"], at[f"{side}-hand"]
    across, down = _offset(hand, at[f"{side}-aim"])
    aim = degrees(atan2(-down, across if side == "right" else -across))
    return Arm(_offset(shoulder, at[f"{side}-elbow"]), _offset(shoulder, hand), aim)


def _offset(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


HEAVY = ("hulk", "hulk-raised", "hulk-forward")
"""The stances of a heavy machine: low and broad."""
BY_ROLE = {
    "Battler": ("stand", "stride", "aim"),
    "Interceptor": ("skate", "aim", "skate"),
    "Melee": ("lunge", "overhead", "guard"),
    "Sniper": ("kneel", "kneel", "kneel"),
    "Raid": ("run", "stride", "run"),
    "Attacker": ("charge", "guard", "charge"),
    "Firepower": ("braced", "braced", "aim"),
}
"""The three stances of a role, of which a profile has one; other roles have those of a Battler."""
