"""Bodies of walking machines about their pelvis at (0, 0): chest, skirt, back with thrusters and wings, mounts."""

from companion.games.mechastellar.art.arms import Load
from companion.games.mechastellar.art.drawn import GUNS, drawn
from companion.games.mechastellar.art.guns import gun
from companion.games.mechastellar.art.looks import Machine
from companion.printing.faces.boxes import Box, Group, Path, Point
from companion.printing.faces.plates import Boxes, disc, limb, mirrored, plate, rod, seam, solid


def chest(look: Machine, load: Load) -> Boxes:
    """Return waist and chest with the neck, and what is mounted on the chest."""
    b = look.broad
    waist = plate((-2.6 * b, 0.6), (-2.2 * b, -5), (2.2 * b, -5), (2.6 * b, 0.6), fill="paper")
    drawn = {"heavy": _barrel, "hero": _heroic}.get(look.body, _suit)(look)
    return (rod((0.3, -12), (0.3, -15), 2.6, "blue"), waist, *drawn, *_mounted(load))


def _suit(look: Machine) -> Boxes:
    b = look.broad
    points: tuple[Point, ...] = (
        (-3.4, -4),
        (-6, -9),
        (-5.6, -13.4),
        (-2, -14.2),
        (2.8, -14.2),
        (6, -13.4),
        (6.4, -9),
        (3.8, -4),
    )
    shape = plate(*((px * b, py) for px, py in points))
    style = look.choice // 7 % 3
    if style == 0:
        vents: Boxes = tuple(
            plate((px, -10.8), (px + 3, -10.8), (px + 2.8, -8.6), (px + 0.2, -8.6), fill="blue", width=0.2)
            for px in (-4.4 * b, 1.9 * b)
        )
        return (
            shape,
            *vents,
            plate((-1.2, -12), (1.8, -12), (1.5, -7), (0.3, -5.4), (-0.9, -7), fill="accent", width=0.3),
        )
    if style == 1:
        return (
            shape,
            plate((-2.4 * b, -12.8), (3 * b, -12.8), (2.4 * b, -7), (-1.8 * b, -7), fill="paper", width=0.35),
            solid((-1.4 * b, -11.4), (2.1 * b, -11.4), (1.9 * b, -9.8), (-1.2 * b, -9.8)),
            seam((-5.4 * b, -8.4), (-1.9 * b, -7.4)),
            seam((6 * b, -8.4), (2.5 * b, -7.4)),
        )
    return (
        shape,
        plate(
            (-5.6 * b, -12.6),
            (0.2, -10.6),
            (6 * b, -12.6),
            (5.8 * b, -10),
            (0.2, -7.6),
            (-5.4 * b, -10),
            fill="blue",
            width=0.2,
        ),
        disc(0.3, -9.6, 1.5, "accent", 0.35),
    )


def _heroic(look: Machine) -> Boxes:
    b = look.broad
    points: tuple[Point, ...] = (
        (-3.2, -4),
        (-6.8, -10),
        (-7, -14),
        (-2, -15),
        (2.6, -15),
        (7.4, -14),
        (7.2, -10),
        (3.8, -4),
    )
    shape = plate(*((px * b, py) for px, py in points))
    if look.choice % 3 == 0:
        mark: Boxes = drawn("chest/disc")
    elif look.choice % 3 == 1:
        mark = (
            plate(
                (-6 * b, -13), (0.3, -7.4), (6.4 * b, -13), (5.6 * b, -9.4), (0.3, -4.6), (-5 * b, -9.4), fill="accent"
            ),
        )
    else:
        mark = drawn("chest/star")
    return (shape, seam((-5.6 * b, -10.6), (-3 * b, -5)), seam((6 * b, -10.6), (3.6 * b, -5)), *mark)


def _barrel(look: Machine) -> Boxes:
    b = look.broad
    points: tuple[Point, ...] = (
        (-4.6, -2),
        (-6.6, -6),
        (-6.4, -12.6),
        (-3, -14.6),
        (3.6, -14.6),
        (6.8, -12.6),
        (7, -6),
        (5, -2),
    )
    shape = plate(*((px * b, py) for px, py in points))
    bolts = tuple(disc(px * b, py, 0.5, "blue", 0.2) for px in (-5.2, 5.6) for py in (-11.6, -7))
    if look.choice % 2:
        grille: Boxes = tuple(seam((-3 * b, y), (3.4 * b, y), width=0.6) for y in (-10, -8.4, -6.8, -5.2))
        return (
            shape,
            plate((-3.6 * b, -11.4), (4 * b, -11.4), (3.4 * b, -3.8), (-3 * b, -3.8), fill="paper"),
            *grille,
            *bolts,
        )
    return (shape, disc(0.3, -7.6, 3.4 * b, "paper"), disc(0.3, -7.6, 1.8 * b, "accent"), *bolts)


def _mounted(load: Load) -> Boxes:
    """Return launchers and beam plates in the chest."""
    made: list[Box] = []
    if "jaws" in load.forms():
        made += drawn("chest/jaws")
    for one in load.elsewhere:
        if one.place != "chest":
            continue
        beams = one.form in ("rays", "nozzle", "beam_rifle")
        made += drawn("chest/beam-plates" if beams else "chest/launchers")
    return tuple(made)


def skirt(look: Machine, load: Load) -> Boxes:
    """Return the hip's armour, and guns at the hip."""
    b = look.broad
    middle = plate(
        (-1.6, -0.6), (1.6, -0.6), (1.2, 3.8), (0, 4.8), (-1.2, 3.8), fill="accent" if look.body == "hero" else "tint"
    )
    made: list[Box] = []
    for one in load.elsewhere:
        if one.place == "hip" and one.form in GUNS:
            made.append(Group(gun(one.form, one.shots), 4.6 * b, 1.6, 8, 0.85))
            if one.both:
                made.append(Group(mirrored(gun(one.form, one.shots)), -4.6 * b, 1.6, -8, 0.85))
    if look.skirt:
        side = plate((0.8, -1), (4.4 * b, -1.6), (6.6 * b, 4.6), (3.2 * b, 5.4))
        made += [*mirrored((side,)), side]
    return (plate((-4.2 * b, -2), (4.2 * b, -2), (3.6 * b, 1.6), (-3.6 * b, 1.6), fill="blue"), *made, middle)


def back(look: Machine, load: Load) -> Boxes:
    """Return what stands behind the body: cape, wings, thrusters, funnels, a shell."""
    forms = load.forms()
    made: list[Box] = []
    if "carapace" in forms:
        made += _shell(look)
    if look.cape:
        made.append(_cape(look))
    if "tail" in forms or "sting" in forms:
        made += (*drawn("back/tail"), *drawn("back/sting" if "sting" in forms else "back/tail-club"))
    for one in load.elsewhere:
        if one.form == "funnels":
            made += _funnels(max(3, min(one.shots, 7)))
    sharp = "wing blade" in forms
    if look.wings or sharp or "wings" in forms:
        large = look.wings > 1 or "wings" in forms
        wing = drawn("back/wing-sharp" if sharp else "back/wing" if large else "back/fin")
        made += [*mirrored(wing), *wing]
    if look.thrusters:
        bell = _thruster(look.thrusters)
        made += [*mirrored(bell), *bell]
    return tuple(made)


def _thruster(strength: int) -> Boxes:
    long = 1.4 * strength
    return (
        limb((4.6, -8), (8.4, -2 + long), ((0, 1.2, 1.2), (0.5, 1.5, 1.5), (1, 2.7, 2.7)), "blue"),
        limb((7.6, -3.2 + long), (9.4, -0.4 + long), ((0, 1.6, 1.6), (1, 0.4, 0.4)), "accent"),
    )


def _funnels(count: int) -> Boxes:
    """Return petals in a fan behind the shoulders."""
    made: list[Box] = []
    for n in range(count):
        angle = -72 + 144 * n / (count - 1)
        made.append(Group(drawn("back/petal" if n % 2 else "back/petal-accent"), 0, -8, angle))
    return tuple(made)


def _shell(look: Machine) -> Boxes:
    b = look.broad
    moves: Path = Path(
        (
            ("M", -10.0 * b, 6.0), ("C", -19.0 * b, -6.0, -12.0 * b, -26.0, 0.0, -26.0),
            ("C", 12.0 * b, -26.0, 19.0 * b, -6.0, 10.0 * b, 6.0), ("Z",),
        ),
        fill="tint", stroke="blue", width=0.45,
    )  # fmt: skip
    rays = tuple(
        seam((x * b * 0.72, y * 0.72 - 3), (x * b, y))
        for x, y in ((-13, -14), (-9, -22), (0, -25.6), (9, -22), (13, -14), (-14, -4), (14, -4))
    )
    inner = Path(
        (
            ("M", -7.4 * b, 2.0),
            ("C", -14.0 * b, -6.0, -9.0 * b, -21.0, 0.0, -21.0),
            ("C", 9.0 * b, -21.0, 14.0 * b, -6.0, 7.4 * b, 2.0),
        ),
        fill="accent",
        stroke="blue",
        width=0.45,
    )
    return (moves, inner, *rays)


def _cape(look: Machine) -> Box:
    b = look.broad
    return plate(
        (-5 * b, -14),
        (5 * b, -14),
        (11 * b, 8),
        (7 * b, 6.4),
        (4 * b, 10.4),
        (0, 7),
        (-4 * b, 10.8),
        (-7.4 * b, 6.6),
        (-11.6 * b, 9),
        fill="accent",
    )


def over_shoulders(look: Machine, load: Load) -> Boxes:
    """Return guns and launchers over the shoulders, on mounts that start behind the body."""
    b = look.broad
    made: list[Box] = []
    sides = [1, -1]
    for one in (item for item in load.elsewhere if item.place == "shoulder"):
        for side in (1, -1) if one.both else (sides.pop(0) if sides else 1,):
            made += _shoulder_mount(one.form, one.shots, side, b)
    return tuple(made)


def _shoulder_mount(form: str, shots: int, side: int, broad: float) -> Boxes:
    x, y = 6.2 * broad, -16.4
    post = rod((x - 2, -12), (x - 1, y), 1.6, "blue")
    if form == "pod":
        drawn: Boxes = (post, Group(gun("pod", shots), x, y + 0.6, 8))
    elif form == "smoke":
        tubes = tuple(rod((x - 2 + 1.7 * n, y + 3), (x - 1 + 2.4 * n, y - 2.2), 1.3, "blue") for n in range(3))
        drawn = (*tubes, rod((x - 3, y + 3), (x + 3, y + 3), 1.6, "tint"))
    elif form in GUNS:
        tilt = -38 if form == "mortar" else -10
        drawn = (post, Group(gun(form, shots), x - 1, y, tilt, 0.92))
    else:
        drawn = (post,)
    return drawn if side > 0 else mirrored(drawn)
