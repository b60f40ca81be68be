"""Fighting vehicles on tracks: a hull, a turret, and their guns."""

from companion.games.mechastellar.art.arms import Item
from companion.games.mechastellar.art.drawings import BLADES, GUNS, blade, buckler, load_drawing
from companion.games.mechastellar.art.guns import gun
from companion.games.mechastellar.art.looks import Machine
from companion.printing.faces.boxes import Box, Group
from companion.printing.faces.plates import Boxes, rod


def tank(look: Machine, items: tuple[Item, ...]) -> Boxes:
    """Return a crawler that faces to the right: its first gun in the turret, the others on hull and roof."""
    boxes: list[Box] = [*load_drawing("tank/hull")]
    bars = tuple(rod((-7 + 1.6 * n, -14.6), (-6.6 + 1.6 * n, -17), 0.8, "accent") for n in range(look.stripes))
    guns = [item for item in items if item.place != "shield" and item.form in GUNS]
    if guns:
        boxes += _main_gun(guns[0])
    boxes += load_drawing("tank/turret")
    boxes += bars
    places = ((7.6, -9.6, -4, 0.55), (-3, -21.6, -12, 0.6), (-11, -13.4, -24, 0.6), (-9, -19.6, -30, 0.6))
    for item, (x, y, angle, scale) in zip(guns[1:], places, strict=False):
        boxes.append(Group(gun(item.form, item.shots), x, y, angle, scale))
    for item in items:
        if item.place == "shield":
            boxes.append(Group(buckler(item.blocks, item.melee_only), 16.4, -9, 14, 0.7))
        elif item.form in BLADES:
            boxes.append(Group(blade(item.form), 13, -7.4, 0, 0.6))
        elif item.form not in GUNS:
            boxes += load_drawing("tank/chargers")
    return tuple(boxes)


def _main_gun(first: Item) -> Boxes:
    if first.form in ("cannon", "long_rifle", "bazooka", "particle_cannon"):
        return load_drawing("tank/main-gun")
    return (Group(gun(first.form, first.shots), 8, -15, -6, 1.05),)
