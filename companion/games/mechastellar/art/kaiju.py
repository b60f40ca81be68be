"""Kaiju: dragons with wings, leviathans with fins, swarm insects; their jaws, tails and stings as their lines say."""

import re

from companion.games.mechastellar.art.arms import FISTS, Load
from companion.games.mechastellar.art.blades import BLADES
from companion.games.mechastellar.art.guns import GUNS
from companion.games.mechastellar.art.looks import Machine
from companion.games.mechastellar.model import Profile
from companion.printing.faces.boxes import Box, Circle, Group, Ink, Path
from companion.printing.faces.plates import BOLD, FINE, Boxes, plate, seam, solid

_INSECT = re.compile(r"swarm|queen|hive|wasp|mantis|moth|spider|crab|scorpi|bug|insect", re.IGNORECASE)
_THREE, _TWO = re.compile(r"tri|three|hydra", re.IGNORECASE), re.compile(r"twin|double|two", re.IGNORECASE)


def kaiju(profile: Profile, look: Machine, load: Load) -> Boxes:
    """Return a monster that faces to the right."""
    held = (load.right, load.left, load.shield, *load.elsewhere, *load.stowed)
    arms = frozenset(one.form for one in held if one)
    words = " ".join((profile.name, *(weapon.name for weapon in profile.weapons)))
    maw = _maw(arms, look.stripes)
    if _INSECT.search(profile.name) or "sting" in arms:
        return (*_guns(load, -2, -24), *_insect(arms, look.stripes))
    heads = 3 if _THREE.search(words) else 2 if _TWO.search(words) else 1
    if look.wings or heads > 1 or "wings" in arms:
        return (*_guns(load, -4, -27), *_dragon(heads, maw, arms))
    return (*_guns(load, -6, -30), *_leviathan(maw, arms))


def _guns(load: Load, x: float, y: float) -> Boxes:
    """Return guns on its back."""
    held = (load.right, load.left, *load.elsewhere, *load.stowed)
    guns = [one for one in held if one and one.form in GUNS and one.form != "nozzle"]
    return tuple(Group(GUNS[one.form](one.shots), x - 2 * n, y - 4 * n, -22 - 10 * n) for n, one in enumerate(guns[:3]))


def _tailed(arms: frozenset[str]) -> Boxes:
    """Return what grows from the end of its tail: each blade it fights with."""
    blades = sorted(form for form in arms if form in BLADES and form not in FISTS)
    return tuple(Group(BLADES[form](), -22, -4.4, 236 + 24 * n, 0.8) for n, form in enumerate(blades[:3]))


def _foreleg(arms: frozenset[str]) -> Boxes:
    """Return a dragon's claw before its belly, if it strikes with one."""
    if not arms & {"claw", "fist", "rocket_fist"}:
        return ()
    arm = plate((-0.6, -20), (3.4, -20.6), (7, -15.6), (12, -15), (12.2, -11.6), (6, -11.4), (0.4, -15.6))
    claws = tuple(
        plate((11.6, y), (16.6, y + 1), (11.6, y + 1.5), fill="accent", width=FINE) for y in (-15.4, -13.7, -12)
    )
    return (arm, *claws)


def _curve(*moves: tuple[str | float, ...], fill: Ink = "tint") -> Path:
    return Path(moves, fill=fill, stroke="blue", width=BOLD)


def _maw(arms: frozenset[str], level: int) -> Boxes:
    """Return a head on a neck that ends at (0, 0), looking right: a horn more for each level, and what it breathes."""
    breath: Boxes = ()
    if "nozzle" in arms:
        breath = (solid((6.6, 0.4), (13, -2.6), (17, -1.6), (14.4, 0.6), (18, 2.4), (14, 3.4), (15.4, 6), (10.4, 4)),)
    if "rays" in arms:
        breath = (*breath, solid((6.4, 0), (16, -1.2), (16, 0.6), (6.4, 1)), solid((6.4, 1), (15, 2), (14.6, 3.6)))
    teeth = ((5, -0.6), (6.6, -0.6), (8, -0.8)) if "jaws" in arms else ((6.6, -0.6),)
    if "jaws" in arms:
        breath = (*breath, plate((2, -0.4), (9, -1), (11.4, 1.4), (8, 3.6), (2, 3), fill="accent"))
    crest = plate((0, -4.4), (-0.4, -8), (2, -3.9), fill="accent")
    return (
        *breath,
        plate((-1.6, -3.4), (-6.2, -6.6), (0.6, -4.8), fill="accent"),
        plate((0.2, -4), (-2.4, -8.2), (2.4, -4.6), fill="accent"),
        *(Group((crest,), 3 + 2 * n, 0.6 * n) for n in range(level)),
        plate(
            (-2.6, 1.6), (-2.8, -2.6), (0.6, -4.8), (5, -4), (9.4, -2.2), (9, -0.6), (4, -0.4), (8, 2.2), (6.8, 3.4),
            (2, 2.8),
        ),
        *(plate((x - 0.7, y), (x + 0.7, y), (x, y + 2.1), fill="paper", width=0.25) for x, y in teeth),
        Circle(2.6, -2.6, 0.75, fill="accent", stroke="blue", width=0.3),
    )  # fmt: skip


def _legs(x: float, wide: float) -> Boxes:
    """Return a pair of thick clawed legs, the far one first."""
    leg = plate(
        (-3.6, -14), (4.4, -14), (5.4, -7), (3.6, -3.4), (7.4, -1.8), (8, 0), (-3.6, 0), (-4, -3.4), (-5.4, -8.6)
    )
    claws = tuple(plate((px, 0), (px + 1.2, -1.9), (px + 2.4, 0), fill="accent", width=FINE) for px in (2.4, 4.4, 6.4))
    return (Group((leg, *claws), x + wide, 0), Group((leg, *claws), x - wide * 0.4, 0))


def _dragon(heads: int, maw: Boxes, arms: frozenset[str]) -> Boxes:
    skin: Ink = "accent" if "wings" in arms else "tint"
    wing = (
        plate(
            (-3, -22), (-11, -38), (-13, -41), (-27, -39), (-23, -32.4), (-25.4, -26), (-19, -25.6), (-18, -19.4),
            (-12.4, -20.4), (-7, -15), fill=skin,
        ),
        seam((-13, -40), (-23, -32.4)), seam((-12.4, -37.6), (-19, -25.6)), seam((-11, -35), (-12.4, -20.4)),
    )  # fmt: skip
    far = (
        plate((4, -22), (9, -35), (11.4, -38), (22, -35), (18.4, -30), (19.6, -25.4), (14, -25.4), (12, -20)),
        seam((11, -37), (18.4, -30)),
        seam((10.4, -35), (14, -25.4)),
    )
    tail = _curve(
        ("M", -4.0, -14.0),
        ("C", -12.0, -10.0, -14.0, -2.0, -23.0, -3.4),
        ("C", -15.0, 1.6, -8.0, 0.4, -1.0, -6.0),
        ("Z",),
    )
    tip = plate((-22, -3.6), (-27, -7), (-25.4, -2.6), (-27.6, 0), fill="accent")
    angles = {1: (-38,), 2: (-72, -16), 3: (-92, -50, -6)}[heads]
    necks: list[Box] = []
    for angle in angles:
        neck = plate((0, -3), (8, -2.3), (14, -1.9), (14, 1.9), (8, 2.3), (0, 3))
        scales = tuple(seam((x, -2.2), (x + 1, 2.2)) for x in (4, 7, 10))
        head = Group(maw, 14.4, 0.4, -angle * 0.9)
        necks.append(Group((neck, *scales, head), 2, -21, angle))
    belly = _curve(
        ("M", 2.4, -23.0),
        ("C", 7.6, -20.0, 7.6, -10.0, 2.6, -8.0),
        ("C", 0.6, -12.0, 0.6, -19.0, 2.4, -23.0),
        ("Z",),
        fill="paper",
    )
    body = _curve(
        ("M", -3.0, -24.0),
        ("C", 4.0, -27.0, 9.0, -20.0, 7.6, -12.0),
        ("C", 6.0, -5.0, -5.0, -5.0, -7.0, -11.0),
        ("C", -8.4, -17.0, -6.0, -22.0, -3.0, -24.0),
        ("Z",),
    )
    return (
        *far,
        *_clubbed(arms),
        *_tailed(arms),
        tail,
        tip,
        *_legs(0, 3.4),
        *wing,
        body,
        belly,
        *(seam((2, y), (6.6, y)) for y in (-19, -16, -13, -10)),
        *_foreleg(arms),
        *necks,
    )


def _clubbed(arms: frozenset[str]) -> Boxes:
    """Return spikes along the end of a tail that strikes."""
    if "tail" not in arms:
        return ()
    roots = ((-23, -4), (-19.6, -4.6), (-16.2, -6), (-12.8, -8.4))
    return tuple(plate((x - 1.4, y + 1.6), (x - 1.6, y - 4.6), (x + 1.6, y + 1), fill="blue") for x, y in roots)


def _leviathan(maw: Boxes, arms: frozenset[str]) -> Boxes:
    """Return an upright beast with a heavy tail and fins along its back."""
    fins = ((-2.6, -32, 4), (-6, -27, 5.4), (-8.6, -21.4, 6), (-10.4, -15.4, 5.4), (-13.4, -9.6, 4), (-17.6, -5.4, 3))
    back = tuple(
        plate((x + 1.6, y + 2.6), (x - high * 0.9, y - high * 0.5), (x + 2.4, y - 2.6), fill="accent")
        for x, y, high in fins
    )
    tail = _curve(
        ("M", -4.0, -18.0),
        ("C", -13.0, -12.0, -16.0, -3.0, -25.0, -4.6),
        ("C", -19.0, 2.4, -8.0, 0.8, 0.0, -5.0),
        ("Z",),
    )
    body = _curve(
        ("M", 0.6, -34.0), ("C", 5.0, -34.0, 7.0, -30.0, 6.4, -27.0), ("C", 11.0, -22.0, 10.4, -12.0, 7.0, -7.0),
        ("C", 2.0, -4.0, -7.0, -6.0, -8.4, -12.0), ("C", -9.4, -20.0, -4.6, -24.0, -3.0, -29.0), ("Z",),
    )  # fmt: skip
    belly = _curve(
        ("M", 4.6, -27.6),
        ("C", 9.4, -22.0, 9.2, -13.0, 6.0, -8.4),
        ("C", 2.0, -12.0, 2.6, -22.0, 4.6, -27.6),
        ("Z",),
        fill="paper",
    )
    arm = plate((0.6, -25), (3.8, -25), (7.4, -20.6), (12.6, -20.6), (12.8, -17.4), (6, -16.8), (1.4, -20.4))
    reach = 4 if arms & {"claw", "fist"} else 0
    claws = tuple(
        plate((12, y), (16.4 + reach, y + 0.8), (12, y + 1.4), fill="accent", width=0.3) for y in (-21, -19.4, -17.8)
    )
    far = plate((6, -26), (9, -25), (13, -23.6), (17, -25), (17.6, -22.6), (12, -20.8), (6.4, -22))
    bands = tuple(seam((4, y), (8.6 - abs(y + 18) * 0.14, y + 0.8)) for y in (-23, -20, -17, -14, -11))
    return (
        *back,
        *_clubbed(arms),
        *_tailed(arms),
        tail,
        far,
        *_legs(1, 3.6),
        body,
        belly,
        *bands,
        arm,
        *claws,
        Group(maw, 3.4, -33.4, 4),
    )


def _insect(arms: frozenset[str], level: int) -> Boxes:
    """Return a winged insect on six legs: drones in cells below it, acid before its mouth, a crown for its level."""
    drones, sting = "funnels" in arms, "sting" in arms
    joints = (
        ((0, -13), (-10, -16), (-14, 0)),
        ((1, -13), (-3.4, -7), (-7, 0)),
        ((4, -13), (8, -8), (7, 0)),
        ((6, -14), (15, -13), (17, 0)),
    )
    legs = tuple(box for hip, knee, foot in joints for box in (seam(hip, knee, width=1.6), seam(knee, foot, width=1.1)))
    membrane = plate((0, -1), (6, -4.4), (17, -4.6), (20, -1.4), (16, 1.4), (5, 1.4), fill="paper")
    wings = tuple(
        Group((membrane, seam((1, -0.6), (17, -2)), seam((7, 0.8), (12, -4.4))), 1, -19, angle)
        for angle in (-142, -118, -62, -38)
    )
    tail = _curve(
        ("M", -1.0, -20.0),
        ("C", -10.0, -25.0, -20.0, -20.0, -20.4, -12.0),
        ("C", -18.0, -7.4, -6.0, -8.0, 0.0, -12.0),
        ("Z",),
    )
    stripes = tuple(
        plate(
            (x, -22.6 + i * 0.6),
            (x + 2.2, -22.8 + i * 0.6),
            (x + 1, -8.4),
            (x - 1.4, -8.6 - i * 0.4),
            fill="accent",
            width=0.3,
        )
        for i, x in enumerate((-7, -11.6, -15.8))
    )
    spike = (plate((-19.6, -14), (-27, -9.4), (-18.6, -9.6), fill="blue"),) if sting else ()
    cells = (
        tuple(Circle(-5 - 4 * n, -8.2 + (n % 2) * 0.8, 1.9, fill="accent", stroke="blue", width=0.35) for n in range(4))
        if drones
        else ()
    )
    chest = _curve(
        ("M", -2.0, -20.0),
        ("C", 2.0, -25.0, 9.0, -24.0, 9.6, -18.0),
        ("C", 9.6, -12.0, 2.0, -10.0, -2.0, -12.6),
        ("Z",),
    )
    head = (
        *(plate((8.6 + 2.4 * n, -25), (8 + 2.4 * n, -30), (11 + 2.4 * n, -26.4), fill="accent") for n in range(level)),
        seam((13, -25), (15, -31), (20, -34), width=0.6),
        seam((11, -25), (11, -32), (14, -37), width=0.6),
        plate((8, -23.6), (11, -26.6), (16, -25.6), (18, -21.4), (15, -18.4), (9.6, -18)),
        plate((16.6, -20), (20.6, -17.4), (17, -16.6), (14.6, -18), fill="blue"),
        Circle(14, -23, 2.3, fill="accent", stroke="blue", width=0.4),
        solid((13.4, -24.4), (14.4, -24.4), (13.6, -23), fill="paper"),
    )
    acid = (
        (
            solid(
                (19, -17.6),
                (24, -17),
                (26, -14),
                (23.6, -14.6),
                (24.4, -11),
                (21.4, -13.4),
                (20.6, -10.4),
                (18.4, -14.6),
            ),
        )
        if "nozzle" in arms
        else ()
    )
    return (
        *acid,
        *legs[:4],
        *spike,
        *cells,
        tail,
        *stripes,
        *wings,
        *legs[4:],
        chest,
        seam((1, -22.6), (3, -11.6)),
        *head,
    )
