"""Poses of a walking machine: where its feet, knees, elbows and hands are, and where its weapons point.

Millimetres from the middle of the ground, x to the right and y down, so that a body has negative heights. Arms are
given from the shoulder. The figure looks to the right; its right hand is the one on the right of the picture.
"""

from dataclasses import dataclass

from companion.printing.faces.boxes import Point


@dataclass(frozen=True)
class Arm:
    """An arm from its shoulder: elbow and hand, and how many degrees above level its weapon points, outward."""

    elbow: Point
    hand: Point
    aim: float = 0


@dataclass(frozen=True)
class Leg:
    """A leg: its knee and its foot, and whether the foot points to the right."""

    knee: Point
    foot: Point
    rightward: bool


@dataclass(frozen=True)
class Pose:
    """A stance; `lean` turns the body clockwise by degrees about the pelvis."""

    pelvis: Point
    lean: float
    left_leg: Leg
    right_leg: Leg
    left: Arm
    right: Arm


STAND = Pose(
    (0, -18),
    0,
    Leg((-4.8, -9.6), (-6.4, 0), False),
    Leg((5.0, -9.8), (6.6, 0), True),
    Arm((-3.4, 5.2), (-5.6, 10.4), 62),
    Arm((3.2, 5.2), (7.2, 8.2), 6),
)
STRIDE = Pose(
    (0, -17.5),
    3,
    Leg((-4.4, -8.6), (-9.2, 0), False),
    Leg((6.4, -10.4), (8.2, 0), True),
    Arm((-4.8, 4.2), (-9.2, 5.4), 70),
    Arm((4.8, 2.6), (10.2, 2.4), 0),
)
AIM = Pose(
    (-0.5, -17.4),
    -3,
    Leg((-5.8, -9.2), (-9.4, 0), False),
    Leg((5.2, -9.6), (7.4, 0), True),
    Arm((-4.2, 4.8), (-5.4, 10), 80),
    Arm((5.2, -0.4), (10.6, -2.8), 16),
)
LUNGE = Pose(
    (1.5, -14.4),
    10,
    Leg((-6.6, -8.6), (-13.4, 0), False),
    Leg((9.4, -10.8), (12, 0), True),
    Arm((-5.0, 3.6), (-9.6, 6.4), -18),
    Arm((4.4, -3.6), (8.4, -8.0), 58),
)
OVERHEAD = Pose(
    (0, -16.4),
    -6,
    Leg((-6.8, -9), (-10.6, 0), False),
    Leg((6.6, -9.4), (10.4, 0), True),
    Arm((-5.4, 1.6), (-10.4, -1.4), 24),
    Arm((4.4, -4.4), (4.6, -10.4), 118),
)
CHARGE = Pose(
    (2, -15.6),
    17,
    Leg((-4.8, -9.4), (-13.2, -0.6), False),
    Leg((9.6, -11.4), (10.8, 0), True),
    Arm((-6.0, 2.4), (-9.8, -1.4), 30),
    Arm((5.2, 4.4), (10.8, 5.0), 4),
)
GUARD = Pose(
    (0, -16.8),
    0,
    Leg((-6.4, -9), (-8.4, 0), False),
    Leg((6.4, -9), (8.8, 0), True),
    Arm((-5.2, 3.2), (-7.4, -2.2), 100),
    Arm((5.0, 4.4), (10.2, 2.2), 38),
)
SKATE = Pose(
    (1, -18.2),
    14,
    Leg((-2.6, -10.4), (-9.4, -1.6), False),
    Leg((6.4, -10.6), (5.4, 0), True),
    Arm((-6.2, 2.0), (-11, 4.6), -20),
    Arm((5.0, 3.6), (10.6, 2.0), 12),
)
RUN = Pose(
    (1, -17.2),
    18,
    Leg((-4.2, -10.2), (-11.8, -3.0), False),
    Leg((9.2, -13.0), (9.8, 0), True),
    Arm((-6.4, 3.2), (-8.6, -2.2), 10),
    Arm((3.6, 5.4), (9.2, 4.6), 2),
)
KNEEL = Pose(
    (-2, -11.4),
    0,
    Leg((-6.2, -2.4), (-13.6, -0.4), False),
    Leg((7.6, -10.4), (8.2, 0), True),
    Arm((1.6, 6.0), (7.4, 5.2), 70),
    Arm((4.6, 3.4), (8.2, 2.6), 2),
)
BRACED = Pose(
    (0, -15.2),
    0,
    Leg((-8.2, -9.2), (-10.2, 0), False),
    Leg((8.2, -9.2), (10.2, 0), True),
    Arm((-4.4, 4.8), (-8.8, 7.6), 8),
    Arm((4.4, 4.8), (8.8, 7.6), 8),
)
HULK = Pose(
    (0, -14.6),
    0,
    Leg((-6.4, -8.4), (-7.0, 0), False),
    Leg((6.4, -8.4), (7.0, 0), True),
    Arm((-4.0, 4.6), (-6.0, 10.6), 10),
    Arm((4.0, 4.6), (6.4, 10.2), 10),
)
HULK_RAISED = Pose(
    (0.6, -13.6),
    6,
    Leg((-7.0, -8.0), (-9.4, 0), False),
    Leg((7.6, -8.8), (8.4, 0), True),
    Arm((-4.4, 4.0), (-7.2, 9.2), -6),
    Arm((4.4, -2.6), (6.8, -8.4), 52),
)
HULK_FORWARD = Pose(
    (-0.4, -14),
    -3,
    Leg((-6.8, -8.2), (-8.4, 0), False),
    Leg((6.8, -8.2), (7.4, 0), True),
    Arm((-4.4, 4.4), (-5.6, 10.4), 18),
    Arm((5.0, 2.6), (9.4, 4.4), 6),
)
HEAVY = (HULK, HULK_RAISED, HULK_FORWARD)
"""The stances of a heavy machine: low and broad."""
BY_ROLE: dict[str, tuple[Pose, ...]] = {
    "Battler": (STAND, STRIDE, AIM),
    "Interceptor": (SKATE, AIM, SKATE),
    "Melee": (LUNGE, OVERHEAD, GUARD),
    "Sniper": (KNEEL, KNEEL, KNEEL),
    "Raid": (RUN, STRIDE, RUN),
    "Attacker": (CHARGE, GUARD, CHARGE),
    "Firepower": (BRACED, BRACED, AIM),
}
"""The three stances of a role, of which a profile has one; a role of another name has those of a Battler."""
