"""Drawings of modules on a mech, each at the next free place for its letter; a module of a later slot is larger."""

from collections.abc import Callable

from companion.games.mechalyte.art.hulls import Hull
from companion.printing.faces.boxes import Box, Circle, Group, Line
from companion.printing.faces.plates import Boxes, disc, limb, mirror_boxes, plate, rod, seam, solid

Parts = tuple[Boxes, Boxes]
"""Boxes behind the hull, and boxes in front of it."""


def module_size(slot: int) -> float:
    """Return the scale of a module in a slot (1 to 6)."""
    return 0.74 + 0.085 * slot


def _on_side(boxes: Boxes, right: bool) -> Boxes:
    return boxes if right else mirror_boxes(boxes)


def power(hull: Hull, number: int, slot: int) -> Parts:
    """Return a gun: on the right arm, the left arm, the right shoulder, the left one, then twin barrels below."""
    size, right = module_size(slot), number % 2 == 0
    w = hull.half
    if number in (2, 3):
        cannon: Boxes = (
            rod((2, -0.2), (11, -0.2), 1.7, "paper"),
            plate((10, -1.5), (12.6, -1.5), (12.6, 1.1), (10, 1.1), fill="blue"),
            plate((-3.4, -2), (4, -2), (4.6, 0), (4, 1.8), (-3.4, 1.8), fill="blue"),
        )
        mount = rod((w * 0.66, hull.top + 1.4), (w * 0.72, hull.top - 1.6), 1.8, "blue")
        return _on_side((mount, Group(cannon, w * 0.72, hull.top - 2.4, -36, size)), right), ()
    drop = 0.0 if number < 2 else 3.6 * size
    y = hull.top + (hull.low - hull.top) * 0.42 + drop
    arm = limb((w * 0.8, y - 1 - drop), (w + 3.2 * size, y), ((0, 1.5, 1.5), (1, 1.3, 1.3)), "paper", size)
    gun = (
        rod((2, -0.9), (9.4, -0.9), 1.1, "paper"),
        rod((2, 0.9), (8.4, 0.9), 1.1, "paper"),
        plate((8, -1.7), (10.2, -1.7), (10.2, 0), (8, 0), fill="accent", width=0.3),
        plate((-2.6, -1.6), (-1, -2.6), (4.2, -2.4), (4.8, 0), (4.2, 2.2), (-1.6, 2.2), fill="blue"),
    )
    return (), _on_side((arm, Group(gun, w + 3.4 * size, y, 6 if number < 2 else 12, size)), right)


def shield(hull: Hull, number: int, slot: int) -> Parts:
    """Return a shield panel on a strut: left, right, then higher and further out."""
    size, right, rank = module_size(slot), number % 2 == 1, number // 2
    w = hull.half
    x, y = w + 2.6 + 1.4 * rank, hull.middle - 1 - 5.4 * rank + (1.5 if rank == 0 else 0)
    panel = (
        plate((-2.0, -5.6), (1.6, -6.6), (2.8, -3), (2.8, 3), (1.6, 6.6), (-2.0, 5.4)),
        solid((1.5, -6), (2.6, -3), (2.6, 3), (1.5, 6), (0.5, 3), (0.5, -3)),
        disc(-0.8, 0, 0.8, "blue", 0.2),
    )
    strut = rod((w * 0.7, y + rank), (x, y), 1.3, "blue")
    parts = (strut, Group(panel, x, y, -10 * rank, size))
    return ((), _on_side(parts, right)) if rank == 0 else (_on_side(parts, right), ())


def mobility(hull: Hull, number: int, slot: int) -> Parts:
    """Return thrusters and wings behind the hull; legs and their jets are drawn with the hull."""
    size, w = module_size(slot), hull.half
    if number in (0, 1, 3):
        bell = (
            limb(
                (w * 0.5, hull.middle),
                (w + 1.6, hull.middle + 3.6 + number),
                ((0, 1.4, 1.4), (0.6, 1.6, 1.6), (1, 2.4, 2.4)),
                "blue",
                size,
            ),
            limb(
                (w + 1.4, hull.middle + 3.4 + number),
                (w + 2.8, hull.middle + 6 + number),
                ((0, 1.5, 1.5), (1, 0.3, 0.3)),
                "accent",
                size,
            ),
        )
        return (*bell, *mirror_boxes(bell)), ()
    lift = 0 if number == 2 else 5 * (number - 3)
    wing = (
        plate(
            (w * 0.4, hull.middle - lift),
            (w * 0.6, hull.top + 1 - lift * 0.4),
            (w + 9 * size, hull.top - 6 * size + lift),
            (w + 8 * size, hull.top - 0.4 + lift),
            (w + 3, hull.middle - 1),
        ),
        seam((w * 0.7, hull.top + 2), (w + 7.4 * size, hull.top - 3.6 * size + lift)),
    )
    return (*wing, *mirror_boxes(wing)), ()


def initiative(hull: Hull, number: int, slot: int) -> Parts:
    """Return an aerial above the head, alternately with a lamp and with a dish, leaning further out each time."""
    size = module_size(slot)
    angle = (14, -16, 36, -38, 56, -58)[number]
    high = 5.4 * size + 2.2
    aerial: list[Box] = [Line(0, 0, 0, -high, 0.6, "blue")]
    if number % 2:
        aerial += [
            solid((-2.4 * size, -high - 1), (2.4 * size, -high - 1), (0, -high + 1.6)),
            Line(0, -high, 0, -high - 2.4, 0.5, "blue"),
        ]
    else:
        aerial += [
            Circle(0, -high, 1.15 * size, fill="accent", stroke="blue", width=0.35),
            Line(-1.4 * size, -high * 0.55, 1.4 * size, -high * 0.55, 0.5, "blue"),
        ]
    return (Group(tuple(aerial), 0.6 if angle > 0 else -0.6, hull.top - 1.4, angle),), ()


def armor(hull: Hull, number: int, slot: int) -> Parts:
    """Return bolted plates: over the shoulders, at the hips, over the chest, behind the neck, and larger ones again."""
    size, w, top, low = module_size(slot), hull.half, hull.top, hull.low
    if number % 3 == 0:
        grow = size + 0.22 * (number // 3)
        pad = (
            plate((-2.4, -1.6), (1.2, -3.2), (4.4, -1.4), (4.8, 2.6), (1, 3.4), (-1.8, 2), fill="paper"),
            seam((-1.6, 0.4), (4.6, 0.8)),
            Circle(1.4, -1.2, 0.5, fill="blue", stroke=None),
            Circle(3.4, 1.9, 0.45, fill="blue", stroke=None),
        )
        right: Boxes = (Group(pad, w * 0.84, top + 1.4 - 1.2 * (number // 3), 0, grow),)
        return (), (*mirror_boxes(right), *right)
    if number % 3 == 1:
        skirt = plate(
            (w * 0.16, low - 1.6),
            (w * 0.98, low - 2.2),
            (w + 1.6 + number * 0.3, low + 3.4 * size + number * 0.4),
            (w * 0.4, low + 4.4 * size),
            fill="paper",
        )
        bolt = Circle(w * 0.62, low + 1.4, 0.5, fill="blue", stroke=None)
        right = (skirt, bolt)
        return (), (*mirror_boxes(right), *right)
    collar = plate(
        (-w - 1.2, top + 1.6),
        (-w * 0.9 - number * 0.2, top - 3.6 * size),
        (-w * 0.34, top - 1),
        (w * 0.34, top - 1),
        (w * 0.9 + number * 0.2, top - 3.6 * size),
        (w + 1.2, top + 1.6),
        (0, top + 3),
        fill="paper",
    )
    return (collar, seam((-w * 0.8, top - 2), (-w * 0.4, top)), seam((w * 0.8, top - 2), (w * 0.4, top))), ()


MODULES: dict[str, Callable[[Hull, int, int], Parts]] = {
    "P": power,
    "S": shield,
    "M": mobility,
    "I": initiative,
    "A": armor,
}
"""The function that draws each letter, from the hull, the number of the same letter in earlier slots, and the slot."""
