"""Bodies of walking machines about their pelvis at (0, 0): chest, skirt, back with thrusters and wings, mounts."""

from companion.games.mechastellar.art.arms import Load
from companion.games.mechastellar.art.drawings import GUNS, load_drawing
from companion.games.mechastellar.art.guns import gun
from companion.games.mechastellar.art.looks import Machine
from companion.printing.faces.boxes import Box, Group
from companion.printing.faces.plates import Boxes, disc, limb, mirror_boxes, plate, rod, widen_boxes


def chest(look: Machine, load: Load) -> Boxes:
    """Return waist, chest and neck, with the weapons mounted on the chest."""
    shape = {"heavy": _barrel, "hero": _heroic}.get(look.body, _suit)(look)
    return (
        rod((0.3, -12), (0.3, -15), 2.6, "blue"),
        *_load_widened("chest/waist", look),
        *shape,
        *_chest_weapons(load),
    )


def _load_widened(name: str, look: Machine) -> Boxes:
    """Return a shipped drawing, widened by the machine's breadth; circles stay round."""
    return widen_boxes(load_drawing(name), look.broad)


def _suit(look: Machine) -> Boxes:
    shape, style = _load_widened("chest/suit", look), look.choice // 7 % 3
    if style == 0:
        vents = (Group(load_drawing("chest/vent"), x * look.broad) for x in (-4.4, 1.9))
        return (*shape, *vents, *load_drawing("chest/wedge"))
    if style == 1:
        return (*shape, *_load_widened("chest/panel", look))
    return (*shape, *_load_widened("chest/yoke", look), *load_drawing("chest/eye"))


def _heroic(look: Machine) -> Boxes:
    shape, style = _load_widened("chest/hero", look), look.choice % 3
    if style == 1:
        return (*shape, *_load_widened("chest/chevron", look))
    return (*shape, *load_drawing("chest/star" if style else "chest/disc"))


def _barrel(look: Machine) -> Boxes:
    shape, bolts = _load_widened("chest/barrel", look), _load_widened("chest/bolts", look)
    if look.choice % 2:
        return (*shape, *_load_widened("chest/grille", look), *bolts)
    core = (disc(0.3, -7.6, 3.4 * look.broad, "paper"), disc(0.3, -7.6, 1.8 * look.broad, "accent"))
    return (*shape, *core, *bolts)


def _chest_weapons(load: Load) -> Boxes:
    """Return launchers and beam plates in the chest."""
    boxes: list[Box] = []
    if "jaws" in load.forms():
        boxes += load_drawing("chest/jaws")
    for item in load.elsewhere:
        if item.place != "chest":
            continue
        beams = item.form in ("rays", "nozzle", "beam_rifle")
        boxes += load_drawing("chest/beam-plates" if beams else "chest/launchers")
    return tuple(boxes)


def skirt(look: Machine, load: Load) -> Boxes:
    """Return the hip's armor, and guns at the hip."""
    broad = look.broad
    front = load_drawing("skirt/front-hero" if look.body == "hero" else "skirt/front")
    boxes: list[Box] = []
    for item in load.elsewhere:
        if item.place == "hip" and item.form in GUNS:
            boxes.append(Group(gun(item.form, item.shots), 4.6 * broad, 1.6, 8, 0.85))
            if item.both:
                boxes.append(Group(mirror_boxes(gun(item.form, item.shots)), -4.6 * broad, 1.6, -8, 0.85))
    if look.skirt:
        side = plate((0.8, -1), (4.4 * broad, -1.6), (6.6 * broad, 4.6), (3.2 * broad, 5.4))
        boxes += [*mirror_boxes((side,)), side]
    return (*_load_widened("skirt/hips", look), *boxes, *front)


def back(look: Machine, load: Load) -> Boxes:
    """Return the parts behind the body: shell, cape, tail, funnels, wings, thrusters."""
    forms = load.forms()
    boxes: list[Box] = []
    if "carapace" in forms:
        boxes += _load_widened("back/shell", look)
    if look.cape:
        boxes += _load_widened("back/cape", look)
    if "tail" in forms or "sting" in forms:
        boxes += (*load_drawing("back/tail"), *load_drawing("back/sting" if "sting" in forms else "back/tail-club"))
    for item in load.elsewhere:
        if item.form == "funnels":
            boxes += _funnels(max(3, min(item.shots, 7)))
    sharp = "wing blade" in forms
    if look.wings or sharp or "wings" in forms:
        large = look.wings > 1 or "wings" in forms
        wing = load_drawing("back/wing-sharp" if sharp else "back/wing" if large else "back/fin")
        boxes += [*mirror_boxes(wing), *wing]
    if look.thrusters:
        bell = _thruster(look.thrusters)
        boxes += [*mirror_boxes(bell), *bell]
    return tuple(boxes)


def _thruster(strength: int) -> Boxes:
    long = 1.4 * strength
    return (
        limb((4.6, -8), (8.4, -2 + long), ((0, 1.2, 1.2), (0.5, 1.5, 1.5), (1, 2.7, 2.7)), "blue"),
        limb((7.6, -3.2 + long), (9.4, -0.4 + long), ((0, 1.6, 1.6), (1, 0.4, 0.4)), "accent"),
    )


def _funnels(count: int) -> Boxes:
    """Return petals in a fan behind the shoulders."""
    boxes: list[Box] = []
    for n in range(count):
        angle = -72 + 144 * n / (count - 1)
        boxes.append(Group(load_drawing("back/petal" if n % 2 else "back/petal-accent"), 0, -8, angle))
    return tuple(boxes)


def shoulder_weapons(look: Machine, load: Load) -> Boxes:
    """Return guns and launchers over the shoulders, on mounts that start behind the body."""
    broad = look.broad
    boxes: list[Box] = []
    sides = [1, -1]
    for item in (item for item in load.elsewhere if item.place == "shoulder"):
        for side in (1, -1) if item.both else (sides.pop(0) if sides else 1,):
            boxes += _shoulder_mount(item.form, item.shots, side, broad)
    return tuple(boxes)


def _shoulder_mount(form: str, shots: int, side: int, broad: float) -> Boxes:
    x, y = 6.2 * broad, -16.4
    post = rod((x - 2, -12), (x - 1, y), 1.6, "blue")
    if form == "pod":
        mount: Boxes = (post, Group(gun("pod", shots), x, y + 0.6, 8))
    elif form == "smoke":
        tubes = tuple(rod((x - 2 + 1.7 * n, y + 3), (x - 1 + 2.4 * n, y - 2.2), 1.3, "blue") for n in range(3))
        mount = (*tubes, rod((x - 3, y + 3), (x + 3, y + 3), 1.6, "tint"))
    elif form in GUNS:
        tilt = -38 if form == "mortar" else -10
        mount = (post, Group(gun(form, shots), x - 1, y, tilt, 0.92))
    else:
        mount = (post,)
    return mount if side > 0 else mirror_boxes(mount)
