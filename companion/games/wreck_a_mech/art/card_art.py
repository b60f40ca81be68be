"""Line art of part cards: a silhouette by position, plates by corporation, a tool by the card's name.

Drawn about (0, 0) in a field of 40 × 28 mm.
"""

from collections.abc import Mapping

from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Box, Circle, Group, Ink, Line, Path, Point, Rect, polygon

Drawing = tuple[Box, ...]
HULL, FINE = 0.5, 0.22


def _plate(*points: Point, fill: Ink = "tint") -> Path:
    return polygon(*points, fill=fill, stroke="blue", width=HULL)


def _block(x: float, y: float, w: float, h: float, radius: float = 0, fill: Ink = "tint") -> Rect:
    return Rect(x, y, w, h, radius, fill, "blue", HULL)


def _ring(x: float, y: float, r: float, fill: Ink = "paper") -> Circle:
    return Circle(x, y, r, fill, "blue", HULL)


def _fine(x1: float, y1: float, x2: float, y2: float, ink: Ink = "blue") -> Line:
    return Line(x1, y1, x2, y2, FINE, ink)


def _bolts(*points: Point) -> Drawing:
    return tuple(Circle(x, y, 0.45, "blue", None) for x, y in points)


def drawing(card: Part) -> Drawing:
    """Return a part's picture."""
    match card.position:
        case "head":
            return _head(card)
        case "body":
            return _body(card)
        case "legs":
            return _legs(card)
    # An arm has its hand on the outside: left arms reach to the left.
    arm = _arm(card)
    return arm if card.position == "right_arm" else tuple(_mirrored(box) for box in arm)


def _mirrored(box: Box) -> Box:
    match box:
        case Line():
            return Line(-box.x1, box.y1, -box.x2, box.y2, box.width, box.ink, box.dash)
        case Circle():
            return Circle(-box.x, box.y, box.r, box.fill, box.stroke, box.width)
        case Rect():
            return Rect(-box.x - box.w, box.y, box.w, box.h, box.radius, box.fill, box.stroke, box.width)
        case Path():
            moves = tuple(
                (m[0], *(-float(v) if i % 2 == 0 else float(v) for i, v in enumerate(m[1:]))) for m in box.moves
            )
            return Path(moves, box.fill, box.stroke, box.width)
    raise TypeError(f"art is made of lines, circles, rectangles and paths, not {type(box).__name__}")


def _head(card: Part) -> Drawing:
    aerials: Drawing = tuple(
        box
        for i in range(card.rank)
        for box in (_fine(6 + 2.2 * i, -6, 7 + 3.2 * i, -12.5 + i), _ring(7 + 3.2 * i, -12.5 + i, 0.8, "accent"))
    )
    neck = (_block(-4, 8, 8, 4), _fine(-4, 10, 4, 10))
    # A head with a strong bonus against its prey wears a crest.
    keen = any(special.attack > 1 for special in card.special)
    crest: Drawing = (_plate((-2, -8), (0, -13), (2, -8), (2, -4), (-2, -4), fill="accent"),) if keen else ()
    match card.corporation:
        case "akio":
            skull: Drawing = (_ring(0, 0, 9.2, "tint"), _block(-8, -3.2, 16, 5.4, 2.7, "accent"), *_rays())
        case "freedom":
            skull = (
                _plate((-8, 8), (-9.5, -4), (-5, -9), (3, -8), (8.5, -9.5), (8, 8)),
                _plate((-6.5, -1), (-1, 0.6), (-6, 3), fill="accent"),
                _plate((6.5, -1), (1, 0.6), (6, 3), fill="accent"),
                *(_fine(x, 5, x, 8) for x in (-4, -2, 0, 2, 4)),
                *_bolts((-7, -5), (6, -6.5)),
            )
        case "zhao":
            skull = (
                _plate((-9, 8), (-9, -3), (-6, -8), (6, -8), (9, -3), (9, 8)),
                _block(-11, -4.4, 22, 2.2),
                _block(-6.5, -1, 13, 4.2, 0, "accent"),
                *(_fine(x, -1, x, 3.2) for x in (-3.2, 0, 3.2)),
                *_bolts((-7, 6), (7, 6), (0, 6)),
            )
        case _:
            skull = (_block(-7.5, -8, 15, 16, 3), _block(-5, -2, 10, 3, 1.5, "accent"))
    return (*aerials, *neck, *skull, *crest)


def _rays() -> Drawing:
    return tuple(_fine(x, -11.5 + abs(x) * 0.35, x * 1.25, -13.5 + abs(x) * 0.35) for x in (-6, -3, 0, 3))


def _body(card: Part) -> Drawing:
    shoulders = (_ring(-13, -7, 3), _ring(13, -7, 3))
    core: Drawing = (_ring(0, -2, 3.4), *(_ring(0, -2, 3.4 - 0.9 * i, "accent") for i in range(1, card.rank + 1)))
    match card.corporation:
        case "akio":
            torso: Drawing = (
                _plate((-11, -11), (11, -11), (7, 3), (8, 12), (-8, 12), (-7, 3)),
                *(_fine(-6 + i, 6 + i, 6 - i, 6 + i) for i in range(3)),
                _fine(-11, -11, -3, -4),
                _fine(11, -11, 3, -4),
            )
        case "freedom":
            torso = (
                _plate((-12, -10), (-2, -12), (10, -9), (11, 2), (7, 12), (-9, 11), (-10, 1)),
                *(_fine(-8, y, -4, y + 1) for y in (3, 5, 7)),
                *(_fine(4, y, 8, y - 1) for y in (3, 5, 7)),
                *_bolts((-9, -8), (7.5, -7.5), (-7, 9), (5.5, 9.5)),
                _plate((-12, -12.5), (-10, -13), (-10, -8), (-12, -8), fill="accent"),
            )
        case "zhao":
            torso = (
                _block(-12, -11, 24, 23, 1),
                *(_plate((x, 8), (x + 2, 8), (x + 4, 12), (x + 2, 12), fill="accent") for x in (-11, -7, -3, 1, 5)),
                _fine(-12, 8, 12, 8),
                *_bolts((-10, -9), (10, -9), (-10, 5.5), (10, 5.5)),
            )
        case _:
            torso = (_block(-10, -10, 20, 21, 3), _fine(-10, 6, 10, 6))
    # Parts that work together run hotter: a bonus for each of them adds pipes.
    each = any(special.rule == "each" for special in card.special)
    pipes: Drawing = (_block(-8, -14, 2.6, 4), _block(5.4, -14, 2.6, 4)) if each else ()
    return (*shoulders, *pipes, *torso, *core)


TOOLS: Mapping[str, tuple[str, ...]] = {
    "saw": ("saw", "choir"),
    "gun": ("gun", "cannon", "rocket", "howitzer", "sprayer", "extinguisher", "laser", "pyro"),
    "claw": ("claw", "hook", "bucket", "crane", "double"),
    "club": ("bat", "flail", "pole", "mic", "ball", "call"),
    "drill": ("jackhammer", "driver", "take"),
}
"""Words in a name, and the tool that an arm with such a name holds."""


def tool_of(card: Part) -> str:
    """Return the tool an arm holds; a fist if its name suggests none."""
    name = card.name.casefold()
    return next((tool for tool, found in TOOLS.items() if any(word in name for word in found)), "fist")


def _arm(card: Part) -> Drawing:
    upper: Drawing
    match card.corporation:
        case "akio":
            upper = (_plate((-15, -9), (-9, -10), (-3, -1), (-6, 4), (-11, 0)), _fine(-12, -7, -5, 1))
        case "freedom":
            upper = (
                _plate((-16, -8), (-10, -11), (-2, -2), (-5, 4), (-8, 1), (-10, 3)),
                *_bolts((-12, -7), (-6, 0)),
            )
        case "zhao":
            upper = (
                _plate((-16, -10), (-8, -10), (-2, -2), (-2, 4), (-8, 4), (-16, -4)),
                *(_fine(-14 + 3 * i, -10, -14 + 3 * i, -3 + 2 * i) for i in range(3)),
            )
        case _:
            upper = (_plate((-14, -8), (-9, -9), (-3, 0), (-6, 4)),)
    bands: Drawing = tuple(_fine(1 + 2 * i, -1.4, 1 + 2 * i, 4.4) for i in range(card.rank))
    fore: Drawing = (_block(-2, -1.5, 11, 6, 1.5), *bands)
    shoulder, elbow = _ring(-14, -9, 4, "tint"), _ring(-3, 1.5, 2.6)
    return (shoulder, *upper, *fore, *_tool(tool_of(card)), elbow, _ring(-14, -9, 1.5))


def _tool(tool: str) -> Drawing:
    match tool:
        case "saw":
            teeth = tuple(
                _plate((9 + 2 * i, -1), (10 + 2 * i, -2.6), (11 + 2 * i, -1), fill="accent") for i in range(4)
            )
            return (_plate((9, -1), (17, -1), (19, 1.5), (17, 4), (9, 4)), *teeth, _fine(10, 1.5, 18, 1.5))
        case "gun":
            return (_block(9, -0.8, 8.5, 4.6), _block(16.5, -1.6, 2.6, 6.2, 0.5, "accent"), _block(8.5, -4.5, 4, 3.4))
        case "claw":
            return (
                _plate((9, 1), (13, -4.5), (18, -3.5), (14.5, -1.5), (11.5, 2), fill="accent"),
                _plate((9, 2), (13, 7.5), (18, 6.5), (14.5, 4.5), (11.5, 1), fill="accent"),
            )
        case "club":
            return (_block(9, 0.4, 5, 2.2), _ring(16, 1.5, 3.6, "accent"), *_bolts((16, -1), (16, 4), (18.4, 1.5)))
        case "drill":
            turns = tuple(_fine(12 + 1.8 * i, -1.7 + 0.8 * i, 12.8 + 1.8 * i, 4.7 - 0.8 * i) for i in range(3))
            return (_block(9, -1.8, 3, 6.6), _plate((12, -2), (19, 1.5), (12, 5), fill="accent"), *turns)
    knuckles = tuple(_fine(12 + 2 * i, -1.6, 12 + 2 * i, 1.4) for i in range(3))
    return (_block(9, -2, 8, 7, 2, "accent"), *knuckles)


def _legs(card: Part) -> Drawing:
    name = card.name.casefold()
    hips: Drawing = (_block(-9, -12, 18, 5.5, 1), *_bolts(*((-6 + 6 * i, -9.2) for i in range(card.rank))))
    if card.special:
        hips = (
            _plate((-9, -12), (-13, -9), (-9, -6.5), fill="accent"),
            _plate((9, -12), (13, -9), (9, -6.5), fill="accent"),
            *hips,
        )
    if any(word in name for word in ("track", "tread", "crawler")):
        return (*hips, *_tracks())
    if any(word in name for word in ("cart", "roller", "axle", "moped")):
        return (*hips, *_wheels())
    wide = 4.5 if card.corporation == "zhao" else 3.2
    return (*hips, *_leg(-1, wide, card.corporation), *_leg(1, wide, card.corporation))


def _leg(side: int, wide: float, corporation: str) -> Drawing:
    x = 5.5 * side
    shin: Box = (
        _plate((x - wide * 0.7, 1), (x + wide * 0.7, 1), (x + wide, 9), (x - wide, 9))
        if corporation == "zhao"
        else _plate((x - 1.6, 1), (x + 1.6, 1), (x + wide * side * 0.9 + 1, 9), (x + wide * side * 0.9 - 1.8, 9))
    )
    foot = _plate(
        (x - wide - 0.5, 12.5), (x - wide * 0.6, 9), (x + wide * 0.6, 9), (x + wide + 0.5, 12.5), fill="accent"
    )
    return (_block(x - 2, -6.5, 4, 6.5, 1), shin, foot, _ring(x, 0.4, 2))


def _tracks() -> Drawing:
    made: list[Box] = [_block(-3, -6.5, 6, 8)]
    for x in (-13.0, 3.0):
        made += [_block(x, 0, 10, 12.5, 4), *(_ring(x + 5, 2.8 + 3.5 * i, 1.5, "accent") for i in range(3))]
        made += [_fine(x, 3 + 2.2 * i, x + 2, 3 + 2.2 * i) for i in range(4)]
    return tuple(made)


def _wheels() -> Drawing:
    made: list[Box] = [_block(-2, -6.5, 4, 9), _fine(-11, 4, 11, 4), _block(-12, 2, 24, 3)]
    for x in (-10.0, 10.0):
        made += [_ring(x, 7.5, 5, "tint"), _ring(x, 7.5, 2.2, "accent")]
        made += [_fine(x - 4.6, 7.5, x + 4.6, 7.5), _fine(x, 2.9, x, 12.1)]
    return tuple(made)


def emblem() -> Drawing:
    """Return the picture of card backs: two arms crossed behind a head, all of the Trainers."""
    return (
        Group((_block(-19, -2, 30, 4, 1), _ring(-17, 0, 3.4, "accent")), angle=35),
        Group((_block(-11, -2, 30, 4, 1), _ring(17, 0, 3.4, "accent")), angle=-35),
        _ring(0, 0, 8.5, "tint"),
        _block(-6, -2.6, 12, 3.6, 1.8, "accent"),
        *(_fine(x, 3.5, x, 6) for x in (-3, -1, 1, 3)),
    )
