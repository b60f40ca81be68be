"""Walking machines (suits, super robots, heavies), drawn limb by limb in a pose, with their weapons."""

from companion.games.mechastellar.art.arms import Item, Load
from companion.games.mechastellar.art.drawings import BLADES, GUNS, blade, buckler, load_drawing
from companion.games.mechastellar.art.guns import gun
from companion.games.mechastellar.art.looks import Machine
from companion.games.mechastellar.art.poses import Arm, Leg
from companion.games.mechastellar.art.torsos import back, chest, shoulder_weapons, skirt
from companion.printing.faces.boxes import Box, Group, Ink, Point
from companion.printing.faces.plates import Boxes, disc, limb, mirror_boxes, plate, seam, turn_point

SHOULDER: Point = (6.4, -12.2)
"""The right shoulder, seen from the pelvis, of an ordinary suit that stands upright."""
NECK: Point = (0.4, -14.4)
HIP = 2.8
UPRIGHT = 52.0
"""Degrees by which a unit's second weapon is raised, so that both arms are not held out level."""

UPPER_ARM = ((-0.1, 1.4, 1.4), (1.05, 1.3, 1.3))
FOREARM = ((-0.14, 1.3, 1.3), (0.1, 2.0, 2.0), (0.8, 2.1, 2.1), (0.95, 1.5, 1.5))
THIGH = ((0, 2.0, 2.0), (0.5, 2.3, 2.3), (1.0, 1.6, 1.6))
SHIN = ((-0.16, 1.5, 1.5), (0.12, 2.3, 2.3), (0.5, 2.5, 2.5), (0.9, 3.1, 3.1), (0.98, 2.6, 2.6))


def humanoid(look: Machine, load: Load) -> Boxes:
    """Return a walking machine with its feet near (0, 0)."""
    pose, forms = look.pose, load.forms()
    x, y = pose.pelvis[0], pose.pelvis[1] * look.legs
    wide = SHOULDER[0] * look.broad

    def upper(point: Point) -> Point:
        across, down = turn_point(point, pose.lean)
        return x + across, y + down

    right, left = upper((wide, SHOULDER[1])), upper((-wide, SHOULDER[1]))
    return (
        *_stowed_weapons(load, x, y),
        Group(back(look, load), x, y, pose.lean),
        *_leg(look, pose.left_leg, -1, "kick" in forms),
        *_leg(look, pose.right_leg, 1, "kick" in forms),
        Group(skirt(look, load), x, y, pose.lean / 3),
        Group((*chest(look, load), *shoulder_weapons(look, load)), x, y, pose.lean),
        Group(_head(look, load), *upper(NECK), pose.lean / 2),
        *_arm(look, load, left, pose.left, -1),
        *_arm(look, load, right, pose.right, 1),
    )


def _leg(look: Machine, leg: Leg, side: int, boots: bool) -> Boxes:
    pose, grow = look.pose, look.legs
    hip = pose.pelvis[0] + side * HIP * look.broad, pose.pelvis[1] * grow
    knee, foot = (leg.knee[0], leg.knee[1] * grow), leg.foot
    spread = side * (look.broad - 1) * 5
    knee, foot = (knee[0] + spread, knee[1]), (foot[0] + spread * 1.2, foot[1])
    ankle = foot[0], foot[1] - 2.2
    size = look.bulk
    sole = ((-2.8, 0), (-2.6, -2), (-1.2, -3.2), (1.2, -3.2), (5.0, -1.4), (5.4, 0))
    boot = plate(*((foot[0] + side * px * size, foot[1] + py) for px, py in sole), fill="blue")
    cap = limb(knee, ankle, ((-0.24, 1.0, 1.0), (-0.1, 1.7, 1.7), (0.16, 1.2, 1.2)), "paper", look.bulk)
    boxes = [limb(hip, knee, THIGH, "paper", look.bulk), boot, limb(knee, ankle, SHIN, "tint", look.bulk), cap]
    if boots:
        boxes.append(
            plate(
                *((foot[0] + side * px * size, foot[1] + py) for px, py in ((3.2, -2.4), (8.2, -2.6), (5.2, -0.4))),
                fill="accent",
            )
        )
    return tuple(boxes)


def _arm(look: Machine, load: Load, shoulder: Point, arm: Arm, side: int) -> Boxes:
    weapon = load.right if side > 0 else load.left
    elbow = shoulder[0] + arm.elbow[0] * look.broad, shoulder[1] + arm.elbow[1]
    hand = shoulder[0] + arm.hand[0] * look.broad, shoulder[1] + arm.hand[1]
    aim = -side * (arm.aim if weapon else 0)
    if weapon and not weapon.strikes:
        aim = -side * max(-14, min(arm.aim, 30))
    if weapon and side < 0 and load.right and abs(arm.aim) < UPRIGHT:
        aim = UPRIGHT
    boxes: list[Box] = [limb(shoulder, elbow, UPPER_ARM, "paper", look.bulk)]
    if weapon:
        boxes.append(Group(_mirror_left(_held_item(weapon), side), *hand, aim))
    boxes.append(limb(elbow, hand, FOREARM, "accent" if look.painted else "tint", look.bulk))
    boxes.append(disc(*hand, 1.25 * look.bulk, "blue"))
    wrist = next((item for item in load.elsewhere if item.place == "wrist"), None)
    if wrist and side > 0:
        angle = -max(-14, min(arm.aim, 40))
        boxes.append(
            Group(gun("wrist_gun", wrist.shots), (elbow[0] + hand[0]) / 2, (elbow[1] + hand[1]) / 2 - 1.2, angle)
        )
    boxes += _shoulder_pad(look, load, shoulder, side)
    if side < 0 and load.shield:
        boxes.append(
            Group(
                _mirror_left(buckler(load.shield.blocks, load.shield.melee_only), -1),
                min(hand[0] - 0.6, shoulder[0] - 2),
                hand[1] - 1,
                4,
            )
        )
    return tuple(boxes)


def _held_item(item: Item) -> Boxes:
    if item.form in BLADES:
        return blade(item.form)
    return gun(item.form, item.shots) if item.form in GUNS else gun("carbine", item.shots)


def _mirror_left(boxes: Boxes, side: int) -> Boxes:
    return boxes if side > 0 else mirror_boxes(boxes)


def _shoulder_pad(look: Machine, load: Load, shoulder: Point, side: int) -> Boxes:
    """Return a shoulder's armor."""
    shapes: dict[str, tuple[Point, ...]] = {
        "block": ((-2.6, -2.8), (3.2, -3.2), (4.4, -1), (4.0, 3.2), (-1.6, 2.6)),
        "round": ((-2.8, -1.6), (-1.2, -3.4), (1.6, -3.6), (3.8, -1.8), (4.2, 1.4), (3.2, 3.0), (-2.4, 2.4)),
        "spike": ((-2.8, -1.6), (-1.2, -3.2), (1.4, -3.4), (3.6, -1.8), (4, 1.2), (3, 2.8), (-2.4, 2.4)),
        "wing": ((-2.8, -2.6), (2.8, -4.0), (7.2, -5.4), (5.2, -0.4), (3.6, 3.0), (-2.0, 2.6)),
    }
    size = look.bulk
    spiked = look.shoulders == "spike" or "spikes" in load.forms()
    boxes: list[Box] = []
    if spiked and side < 0:
        spikes = (((1.8, -3.0), (4.4, -6.8), (4.2, -1.8)), ((3.6, -1.6), (7.4, -2.0), (4.2, 1.2)))
        boxes += [plate(*((side * px * size, py * size) for px, py in spike), fill="accent") for spike in spikes]
    shape = shapes[look.shoulders]
    boxes.append(plate(*((side * px * size, py * size) for px, py in shape), fill="accent" if look.painted else "tint"))
    boxes.append(seam((side * -1.6 * size, 1.1 * size), (side * 3.6 * size, 1.3 * size)))
    ink: Ink = "paper" if look.painted else "accent"
    for n in range(look.stripes):
        left = side * (-1.2 + 1.7 * n) * size
        boxes.append(
            seam((left, -1.6 * size), (left + side * 0.7, -0.4 * size), (left, 0.6 * size), ink=ink, width=0.6)
        )
    return (Group(tuple(boxes), *shoulder, look.pose.lean / 2),)


def _head(look: Machine, load: Load) -> Boxes:
    size = 1 + (look.bulk - 1) * 0.5
    extra: list[Box] = []
    for item in load.elsewhere:
        if item.form == "vulcan":
            extra += [Group(gun("vulcan", item.shots), 2.6, -0.4), Group(gun("vulcan", item.shots), -1, -5.6)]
        elif item.form == "crest":
            extra += load_drawing("heads/extra-crest")
        elif item.form == "rays" and item.place == "head":
            extra += load_drawing("heads/extra-rays")
        elif item.place == "head" and item.form == "nozzle":
            extra += load_drawing("heads/extra-breath")
        elif item.place == "head" and item.form in GUNS:
            extra.append(Group(gun(item.form, item.shots), 3, -1.6, 6, 0.85))
    return (Group((*load_drawing(f"heads/{look.head}"), *extra), 0, 0, 0, size),)


def _stowed_weapons(load: Load, x: float, y: float) -> Boxes:
    """Return the stowed weapons behind the shoulders: handles to the upper left, muzzles to the right."""
    places = ((-3.4, -13, -118), (3.4, -13, -62), (-5, -3, -200), (5, -3, 20))
    return tuple(
        Group(_held_item(item), x + across, y + down, angle, 0.95)
        for item, (across, down, angle) in zip(load.stowed, places, strict=False)
    )
