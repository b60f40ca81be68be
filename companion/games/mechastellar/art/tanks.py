"""Fighting vehicles on tracks: a hull, a turret, and their guns."""

from companion.games.mechastellar.art.arms import Item
from companion.games.mechastellar.art.blades import BLADES, buckler
from companion.games.mechastellar.art.guns import GUNS
from companion.games.mechastellar.art.looks import Machine
from companion.printing.faces.boxes import Box, Group
from companion.printing.faces.plates import Boxes, disc, plate, rod, seam, solid


def tank(look: Machine, items: tuple[Item, ...]) -> Boxes:
    """Return a crawler that faces to the right: its first gun in the turret, the others on hull and roof."""
    wheels = tuple(disc(x, -3.2, 2.1, "paper", 0.4) for x in (-12, -7.2, -2.4, 2.4, 7.2, 12))
    belt = plate((-16.4, -4), (-13.6, -7.4), (13.6, -7.4), (16.4, -4), (13.4, 0), (-13.4, 0), fill="blue")
    hull = plate((-15, -7), (-13, -12), (10, -12.4), (17, -7.6), (16, -6.4), (-14.6, -6.4))
    made: list[Box] = [
        belt,
        *wheels,
        hull,
        seam((-13.6, -9.4), (13.6, -9.2)),
        solid((10, -12.2), (12.4, -10.7), (-13.4, -10.7), (-13, -12)),
    ]
    bars = tuple(rod((-7 + 1.6 * n, -14.6), (-6.6 + 1.6 * n, -17), 0.8, "accent") for n in range(look.stripes))
    guns = [one for one in items if one.place != "shield" and one.form in GUNS]
    if guns:
        made += _main(guns[0])
    made += [
        plate((-8.4, -12), (-7, -18.6), (4.6, -18.6), (7.4, -15), (6.6, -12)),
        plate((-0.4, -17.4), (4.2, -17.4), (5.8, -15.4), (-0.4, -15.4), fill="accent", width=0.35),
        seam((-6, -18.6), (-7.6, -26), width=0.5),
        plate((-5.4, -18.6), (-4.8, -20.6), (-1.2, -20.6), (-0.6, -18.6), fill="paper"),
    ]
    made += bars
    places = ((7.6, -9.6, -4, 0.55), (-3, -21.6, -12, 0.6), (-11, -13.4, -24, 0.6), (-9, -19.6, -30, 0.6))
    for one, (x, y, angle, scale) in zip(guns[1:], places, strict=False):
        made.append(Group(GUNS[one.form](one.shots), x, y, angle, scale))
    for one in items:
        if one.place == "shield":
            made.append(Group(buckler(one.blocks, one.melee_only), 16.4, -9, 14, 0.7))
        elif one.form in BLADES:
            made.append(Group(BLADES[one.form](), 13, -7.4, 0, 0.6))
        elif one.form not in GUNS:
            made += [rod((-12 + 1.8 * n, -12), (-14 + 1.8 * n, -16), 1.3, "accent") for n in range(3)]
    return tuple(made)


def _main(gun: Item) -> Boxes:
    if gun.form in ("cannon", "long_rifle", "bazooka", "particle_cannon"):
        return (
            rod((5, -15.6), (25, -18.4), 1.7, "paper"),
            plate((5, -17), (12, -17.9), (12.4, -15.4), (5.4, -14.4)),
            plate((24, -20), (27, -20.4), (27.4, -16.4), (24.4, -16.6), fill="blue"),
        )
    return (Group(GUNS[gun.form](gun.shots), 8, -15, -6, 1.05),)
