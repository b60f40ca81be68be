"""Hulls, heads and legs of Mechalyte's mechs: one family of shapes for each letter that a spec may begin with.

All levels of a spec are of one family, so that an army looks like one; a higher level is larger. Heights are negative.
"""

from dataclasses import dataclass

from companion.printing.faces.boxes import Circle, Path, Point, Rect
from companion.printing.faces.plates import BOLD, Boxes, disc, limb, mirror_boxes, plate, rod, seam

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of a die in steps from its middle: a mech is a die, and its face is its level."""


@dataclass(frozen=True)
class Hull:
    """The body of a mech in mm: half its width, its upper edge, and its lower edge, which is the height of its legs."""

    half: float
    top: float
    low: float

    @property
    def middle(self) -> float:
        """Return the height of its middle."""
        return (self.top + self.low) / 2


@dataclass(frozen=True)
class Stance:
    """How a family stands: its lean forward in degrees, and how far its right foot is ahead in mm."""

    lean: float
    stride: float


STANCES = {"P": Stance(-2, 1.4), "S": Stance(0, 0.4), "M": Stance(9, 2.6), "I": Stance(3, 1.8), "A": Stance(0, 0)}


def shape_hull(level: int, mobility: int) -> Hull:
    """Return the body of a mech of a level; each Mobility module makes its legs longer."""
    low = -(7.5 + 1.5 * level + 0.9 * mobility)
    return Hull(3.9 + 0.95 * level, low - 7.2 - 1.55 * level, low)


def body(hull: Hull, family: str, level: int) -> Boxes:
    """Return the hull in the shape of its family, with the level as the pips of a die on its front."""
    w, top, low = hull.half, hull.top, hull.low
    high = low - top
    shapes: dict[str, tuple[Point, ...]] = {
        "P": ((-0.7, 0), (0.7, 0), (1.12, 0.3), (1, 0.72), (0.5, 1), (-0.5, 1), (-1, 0.72), (-1.12, 0.3)),
        "S": (
            (-0.5, 0), (0.5, 0), (0.9, 0.22), (1.06, 0.55), (0.82, 0.9), (0.4, 1), (-0.4, 1), (-0.82, 0.9),
            (-1.06, 0.55), (-0.9, 0.22),
        ),
        "M": ((-0.9, 0.1), (0, 0), (0.9, 0.1), (1.1, 0.4), (0.36, 1), (-0.36, 1), (-1.1, 0.4)),
        "I": ((-0.56, 0), (0.56, 0), (0.72, 0.4), (0.96, 0.62), (0.6, 1), (-0.6, 1), (-0.96, 0.62), (-0.72, 0.4)),
        "A": ((-0.9, 0), (0.9, 0), (1.06, 0.16), (1.06, 0.82), (0.8, 1), (-0.8, 1), (-1.06, 0.82), (-1.06, 0.16)),
    }  # fmt: skip
    shape = plate(*((px * w, top + py * high) for px, py in shapes[family]))
    return (shape, *_trim(hull, family, level), *_die(0, top + high * 0.56, min(w * 0.92, high * 0.56), level))


def _trim(hull: Hull, family: str, level: int) -> Boxes:
    """Return the decoration of higher levels: seams from level 2, vents from 4, a collar from 5."""
    w, top, low = hull.half, hull.top, hull.low
    boxes: Boxes = ()
    if level > 1:
        boxes = (seam((-w * 0.9, top + 2.0), (-w * 0.5, top + 2.6)), seam((w * 0.9, top + 2.0), (w * 0.5, top + 2.6)))
    if level > 3:
        vents = tuple(
            rod((w * 0.86 - n * 1.1, low - 2.6), (w * 0.7 - n * 1.1, low - 0.9), 0.6, "blue") for n in range(2)
        )
        boxes = (*boxes, *vents, *mirror_boxes(vents))
    if level > 4:
        boxes = (
            *boxes,
            plate(
                (-w * 0.66, top - 0.6), (w * 0.66, top - 0.6), (w * 0.5, top + 1.6), (-w * 0.5, top + 1.6), fill="blue"
            ),
        )
    return boxes


def _die(x: float, y: float, side: float, level: int) -> Boxes:
    step, r = side * 0.27, max(0.42, side * 0.105)
    return (
        Rect(x - side / 2, y - side / 2, side, side, side * 0.18, "paper", "blue", 0.4),
        *(Circle(x + px * step, y + py * step, r, fill="accent", stroke=None) for px, py in PIPS[level]),
    )


def head(hull: Hull, family: str, level: int, eyes: int) -> Boxes:
    """Return the head on the hull, with an eye for each point of Initiative and one more."""
    size = 0.8 + 0.075 * level
    top = hull.top + 0.4
    wide, high = 2.4 * size + 0.42 * eyes, 3.4 * size
    shapes: dict[str, tuple[Point, ...]] = {
        "P": ((-1, 0), (-1.1, -0.7), (-0.5, -1), (0.5, -1), (1.1, -0.7), (1, 0)),
        "S": ((-1, 0), (-0.95, -0.6), (-0.5, -1.1), (0.5, -1.1), (0.95, -0.6), (1, 0)),
        "M": ((-0.7, 0), (-1, -0.5), (-0.2, -1), (1.5, -0.45), (0.9, 0)),
        "I": ((-0.7, 0), (-0.8, -1), (0, -1.5), (0.8, -1), (0.7, 0)),
        "A": ((-1, 0), (-1, -0.9), (1, -0.9), (1, 0)),
    }
    shape = plate(*((px * wide, top + py * high) for px, py in shapes[family]))
    slit = plate(
        (-wide * 0.8, top - high * 0.62),
        (wide * 0.88, top - high * 0.62),
        (wide * 0.8, top - high * 0.2),
        (-wide * 0.72, top - high * 0.2),
        fill="blue",
        width=0.2,
    )
    places = [(-0.5 + (n + 1) / (eyes + 1)) * wide * 1.55 for n in range(eyes)]
    lights = tuple(Circle(x, top - high * 0.41, high * 0.15, fill="accent", stroke="paper", width=0.2) for x in places)
    return (rod((0, top + 0.8), (0, top - 0.8), 2.2 * size, "blue"), shape, slit, *lights)


def legs(hull: Hull, family: str, level: int, pairs: int, jets: bool) -> Boxes:
    """Return one to three pairs of legs, the outer ones behind; with jets at the ankles of a faster mech."""
    stride = STANCES[family].stride
    boxes: Boxes = ()
    for pair in range(pairs - 1, -1, -1):
        left_leg = _leg(hull, level, pair, -0.4 * stride, jets and pair == 0)
        boxes = (*boxes, *mirror_boxes(left_leg), *_leg(hull, level, pair, stride, jets and pair == 0))
    w, low = hull.half, hull.low
    hips = plate((-w * 0.62, low - 1), (w * 0.62, low - 1), (w * 0.42, low + 1.7), (-w * 0.42, low + 1.7), fill="blue")
    return (*boxes, hips)


def _leg(hull: Hull, level: int, pair: int, stride: float, jets: bool) -> Boxes:
    bulk = (0.62 + 0.085 * level) * (1 if pair == 0 else 0.78)
    hip = (hull.half * (0.5 + 0.16 * pair), hull.low + 0.4 - pair)
    reach = hull.half * (0.92 + 0.42 * pair) + 0.8
    knee = (reach + 1.4 + pair * 1.4 + stride * 0.7, hull.low * (0.6 + 0.11 * pair) - max(stride, 0) * 0.3)
    foot = (reach + 1.2 + 1.8 * pair + stride, 0.0)
    ankle = (foot[0] - 0.5, -1.9 * bulk - 0.5)
    sole = ((-2.6, 0), (-2.2, -1.8), (0.8, -2.2), (4.0, -1.0), (4.4, 0))
    thigh = limb(hip, knee, ((-0.05, 1.7, 1.7), (0.6, 1.9, 1.9), (1.1, 1.4, 1.4)), "paper", bulk)
    shin = limb(knee, ankle, ((-0.18, 1.3, 1.3), (0.1, 2.2, 2.2), (0.55, 2.3, 2.3), (1, 1.5, 1.5)), "tint", bulk)
    leg: tuple[Path, ...] = (thigh, plate(*((foot[0] + px * bulk, py * bulk) for px, py in sole), fill="blue"), shin)
    if not jets:
        return (*leg, disc(*knee, 1.3 * bulk, "paper", BOLD))
    flame = plate(
        (ankle[0] + 1.4, ankle[1] - 2.6),
        (ankle[0] + 4.4, ankle[1] - 1.4),
        (ankle[0] + 1.8, ankle[1] - 0.4),
        fill="accent",
        width=0.3,
    )
    pod = limb(
        (knee[0] + 1.6 * bulk, knee[1] + 1),
        (ankle[0] + 2.2, ankle[1] - 1.4),
        ((0, 0.9, 0.9), (1, 1.3, 1.3)),
        "blue",
        bulk,
    )
    return (*leg, flame, pod, disc(*knee, 1.3 * bulk, "paper", BOLD))
