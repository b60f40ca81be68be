"""Hull and Cockpit: the chassis every part is fixed to, the cab on it, and its Pilot behind the glass, about (0, 0)."""

from collections.abc import Callable
from math import pi
from zlib import crc32

from companion.games.techniconica.art import pilot_art
from companion.games.techniconica.art.mech.shapes import said, serial, size
from companion.games.techniconica.model import Part, Pilot
from companion.printing.faces.boxes import Circle, Group, Line, Path, Point, polygon
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, bolts, curve, dark, dashed, fine, glow, ring


def chassis(card: Part | None) -> Drawing:
    """Return the frame: beam, waist, breastplate and shoulders; heavier under a Cockpit with more DT."""
    bulk = size(card, "dt", 3, 6) if card else 3
    outline = _TORSOS[0 if bulk < 3 else 1 if bulk == 3 else 2]
    shoulder = (
        dark((6, -5.6), (12, -5.6), (12, -2), (6, -2)),
        plate((5.4, -7.6), (8.6, -9.4), (12.6, -8.2), (13.6, -4.4), (11.6, -1.6), (8, -3.2), fill="paper"),
        fine(6.6, -6.6, 12.6, -5.6),
        *bolts((10, -3.6), (11.4, -3.4), r=0.35),
    )
    return (
        dark((-4.4, 6), (4.4, 6), (5, 11), (-5, 11)),
        dark((-9, 4), (9, 4), (7.6, 9), (-7.6, 9)),
        plate(*outline, *((-x, y) for x, y in reversed(outline))),
        *(fine(s * 5, y, s * 7.6, y - 0.7) for s in (-1, 1) for y in (3.4, 4.6, 5.8)),
        dark((-4.6, -2), (4.6, -2), (3.4, 8), (-3.4, 8)),
        plate((-3.6, -1.4), (3.6, -1.4), (2.7, 7), (-2.7, 7), fill="paper"),
        *placed(shoulder, mirrored=True),
        *shoulder,
    )


_TORSOS: tuple[tuple[Point, ...], ...] = (
    ((9, -7), (9.8, -3), (7.8, 2.4), (6.2, 3.4), (6.6, 8)),
    ((9.4, -7), (10.4, -2.4), (7.4, 8)),
    ((10, -7), (10.8, -1), (10, 4.4), (7.6, 6), (7.6, 8.6)),
)
"""The right half of a light, a usual and a heavy torso."""


def _bubble(card: Part) -> Drawing:
    glass = curve(("M", -6.6, -5), ("C", -9.4, -18, 9.4, -18, 6.6, -5), ("Z",), fill="paper")
    return (glass, fine(-4.4, -12.4, -5.4, -8), fine(-3.2, -13.4, -3.8, -12.4), *_rim(card, 7.4))


def _rim(card: Part, half: float) -> Drawing:
    """Return the tub under the glass; a seam for each point of AR."""
    seams = tuple(fine(-half + 2 + i * 1.5, -4.2, -half + 2 + i * 1.5, -2.4) for i in range(size(card, "ar", 2, 8)))
    deep = -1.8 + 0.35 * size(card, "dt", 3, 6)
    tub = plate((-half, -5.4), (half, -5.4), (half - 0.8, -2), (half - 3, deep), (3 - half, deep), (0.8 - half, -2))
    return (tub, *seams, *serial(card, half - 5.4, -4.3, 3.6))


def _cab(card: Part) -> Drawing:
    glass = plate((-4.6, -12), (4.6, -12), (6.6, -5), (-6.6, -5), fill="paper")
    roof = plate((-5.8, -12), (-4.6, -13.8), (4.6, -13.8), (5.8, -12))
    return (
        glass,
        fine(-1.8, -12, -2.4, -5),
        fine(1.8, -12, 2.4, -5),
        roof,
        Line(4.6, -13.8, 6.4, -18, 0.3, "blue"),
        Circle(6.4, -18, 0.6, "accent", None),
        *_rim(card, 7.6),
    )


def _standard(card: Part) -> Drawing:
    head = plate((-6.8, -5), (-6.2, -10.4), (-3.4, -14), (3.4, -14), (6.2, -10.4), (6.8, -5))
    visor = plate((-5, -10), (5, -10), (4.2, -5.6), (-4.2, -5.6), fill="paper")
    ears = tuple(block(s * 6.9 - 0.9, -10, 1.8, 4.6, "paper", 0.5) for s in (-1, 1))
    return (*ears, head, fine(-2, -14, -2.4, -10), fine(2, -14, 2.4, -10), visor, *_rim(card, 7.6))


def _cupola(card: Part) -> Drawing:
    ring_ = plate((-7, -5), (-7, -8.6), (7, -8.6), (7, -5))
    dome = curve(("M", -5.6, -8.6), ("C", -5.6, -16, 5.6, -16, 5.6, -8.6), ("Z",))
    slits = tuple(plate((x, -12), (x + 2.2, -12), (x + 2.2, -9.2), (x, -9.2), fill="paper") for x in (-4.4, -1.1, 2.2))
    flag = (Line(-4, -13, -5, -19, 0.35, "blue"), plate((-5, -19), (-9.4, -17.8), (-4.7, -16.6), fill="accent"))
    return (*flag, dome, *slits, ring_, *bolts(*((x, -6.8) for x in (-5.4, -2.7, 0, 2.7, 5.4))), *_rim(card, 8))


def _twin(card: Part) -> Drawing:
    domes = tuple(
        curve(("M", x - 4, -5), ("C", x - 5, -14.6, x + 5, -14.6, x + 4, -5), ("Z",), fill="paper") for x in (-3.9, 3.9)
    )
    return (
        *domes,
        dark((-0.9, -13), (0.9, -13), (0.9, -5), (-0.9, -5)),
        fine(-5.8, -11.4, -6.4, -8),
        fine(2, -11.4, 1.4, -8),
        *_rim(card, 8.4),
    )


def _tub(card: Part) -> Drawing:
    block_ = plate((-8, -5), (-8, -10.6), (-5.6, -13.4), (5.6, -13.4), (8, -10.6), (8, -5))
    slit = plate((-6, -10), (6, -10), (6, -7), (-6, -7), fill="paper")
    brow = plate((-7, -10), (-6, -11.8), (6, -11.8), (7, -10))
    return (block_, slit, brow, *bolts((-6.6, -6), (6.6, -6), (-4.4, -12.6), (4.4, -12.6)), *_rim(card, 8.6))


def _pod(card: Part) -> Drawing:
    ball = (ring(0, -8.6, 6.6, "tint"), ring(0, -8.8, 4.3, "paper"))
    studs = bolts(*(around(0, -8.6, 5.5, i * pi / 4 + pi / 8) for i in range(8)))
    jets = tuple(dark((s * 5, -14), (s * 8, -15.4), (s * 8.6, -12.4), (s * 6.2, -11.4)) for s in (-1, 1))
    return (*jets, *ball, *studs, *_rim(card, 6.6))


_CABS: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("twin", _twin),
    ("two", _twin),
    ("bubble", _bubble),
    ("canopy", _bubble),
    ("cupola", _cupola),
    ("command", _cupola),
    ("tub", _tub),
    ("armour", _tub),
    ("bunker", _tub),
    ("pod", _pod),
    ("capsule", _pod),
    ("cab", _cab),
)


def cab(card: Part) -> Drawing:
    """Return a Cockpit on the chassis, without its Pilot."""
    words = said(card).replace("cabin", "")
    return next((draw for word, draw in _CABS if word in words), _standard)(card)


def no_cab() -> Drawing:
    """Return the dashed outline of a Cockpit that is missing."""
    return dashed((-6.6, -7), (-6, -11), (-3.4, -14), (3.4, -14), (6, -11), (6.6, -7))


def seat(cab_card: Part | None, pilot: Part | None, there: bool) -> Drawing:
    """Return what is seen behind the glass: the Pilot's helmet, a dashed one without a Pilot."""
    words = said(cab_card) if cab_card else ""
    x, y, scale = next((place for word, place in _SEATS if word in words), (0.0, -5.4, 1.0))
    if not there:
        return placed(dashed((-1.9, 0), (-2.1, -2.2), (0, -4.4), (2.1, -2.2), (1.9, 0)), x, y, scale)
    helmet = Group(pilot_art.head(pilot), x, y - 1.5 * scale, 0, _HEAD * scale)
    return (helmet, *(_chest(pilot) if pilot else ()))


_HEAD = 0.31
"""How large a Pilot's head behind the glass is, as a part of the head on its card."""
_SEATS = (
    ("twin", (-3.9, -5.4, 0.95)),
    ("bubble", (0.0, -5.4, 1.35)),
    ("canopy", (0.0, -5.4, 1.35)),
    ("cupola", (0.0, -9.2, 0.62)),
    ("command", (0.0, -9.2, 0.62)),
    ("tub", (0.0, -7.0, 0.66)),
    ("armour", (0.0, -7.0, 0.66)),
    ("bunker", (0.0, -7.0, 0.66)),
    ("pod", (0.0, -6.6, 1.0)),
    ("capsule", (0.0, -6.6, 1.0)),
)
"""Where the Pilot sits, by the words of the Cockpit: x, y of the shoulders, and how large."""


def _chest(card: Part) -> Drawing:
    """Return a Named Pilot's mark on the breastplate; service stripes of any other, one for each point of Accuracy."""
    if isinstance(card, Pilot) and card.named:
        mark = _MARKS[crc32(card.id.encode()) // 5 % len(_MARKS)]
        return (ring(0, 2.7, 2.3, "tint", 0.35), *mark, *serial(card, -1.9, 5.7, 4, 0.8))
    count = size(card, "ac", 2, 5)
    stripe = ((-1.8, 1), (0, 0), (1.8, 1), (1.8, 1.7), (0, 0.7), (-1.8, 1.7))
    stripes = (polygon(*((x, y - 0.2 + 1.05 * i) for x, y in stripe), fill="accent", stroke=None) for i in range(count))
    return (*stripes, *serial(card, -1.9, 5.9, 4, 0.7))


def _star(points: int, outer: float, inner: float) -> Path:
    turns = ((outer if i % 2 == 0 else inner, pi * i / points - pi / 2) for i in range(2 * points))
    return Path(
        tuple(("L" if i else "M", *around(0, 2.7, r, a)) for i, (r, a) in enumerate(turns)) + (("Z",),), "accent", None
    )


_MARKS: tuple[Drawing, ...] = (
    (_star(5, 2, 0.8),),
    (_star(4, 2.1, 0.7),),
    (plate((0.5, 0.8), (-1.3, 3), (-0.2, 3), (-0.5, 4.7), (1.3, 2.3), (0.2, 2.3), fill="accent"),),
    (_star(3, 2, 0.9), Circle(0, 2.7, 0.5, "paper", None)),
    (glow(0, 2.7, 1.4), Circle(0, 2.7, 0.6, "paper", None)),
    (_star(8, 2, 1.1), Circle(0, 2.7, 0.6, "paper", None)),
    (plate((-1.5, 1.4), (0, 2.5), (1.5, 1.4), (1.1, 4), (0, 4.6), (-1.1, 4), fill="accent"),),
)
"""Stars, a bolt, a caltrop, an eye, a sun, a fox's head."""
