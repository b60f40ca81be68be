"""Power Plants beside the hull, drawn from the mount outwards: a light for each point of PO, shaped by its words."""

from collections.abc import Callable
from math import pi

from companion.games.techniconica.art.mech.shapes import said, scored, serial, size
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import FINE, plate
from companion.printing.faces.strokes import Drawing, around, block, bolts, curve, dark, fine, glow, ring


def _lights(card: Part, x: float, y: float, w: float) -> Drawing:
    count = size(card, "po", 0, 9)
    return tuple(Circle(x + (i + 0.5) * w / max(count, 4), y, 0.5, "accent", "blue", FINE) for i in range(count))


def _case(card: Part, wide: float = 9.6) -> Drawing:
    """Return the block that an engine stands in: its feet carry the lights."""
    return (
        dark((-1, -1.6), (1, -1.6), (1, 1.6), (-1, 1.6)),
        block(0, -4.2, wide, 7.4, "tint", 1.2),
        block(-0.4, 2.4, wide + 0.8, 2.2, "paper", 0.5),
        *_lights(card, 0, 3.5, wide),
        *serial(card, wide - 3.6, -3.7, 3, 1),
    )


def _fan(x: float, y: float, r: float) -> Drawing:
    blades = tuple(
        plate(
            *(around(x, y, d, i * pi / 3 + a) for d, a in ((r * 0.2, 0), (r * 0.9, -0.1), (r * 0.9, 0.5))), fill="blue"
        )
        for i in range(6)
    )
    return (ring(x, y, r, "paper"), *blades, Circle(x, y, r * 0.25, "accent", "blue", FINE))


def _nacelle(y: float, half: float, long: float) -> Drawing:
    body = curve(
        ("M", 0, y - half * 0.7),
        ("C", 2, y - half, 4, y - half, long, y - half),
        ("L", long, y + half),
        ("C", 4, y + half, 2, y + half, 0, y + half * 0.7),
        ("Z",),
    )
    lip = plate(
        (long, y - half - 0.4),
        (long + 1.6, y - half - 0.9),
        (long + 1.6, y + half + 0.9),
        (long, y + half + 0.4),
        fill="blue",
    )
    jets = tuple(fine(2.4 + i * 1.5, y - half * 0.7, 2.4 + i * 1.5, y + half * 0.7) for i in range(2))
    return (body, lip, *jets)


def _turbine(card: Part) -> Drawing:
    pylon = dark((-1, -1.6), (3, -1.6), (3, 1.6), (-1, 1.6))
    return (
        pylon,
        *_nacelle(-0.5, 3.6, 10),
        *_fan(6.4, -0.5, 2.9),
        *_lights(card, 0.6, 4.1, 9),
        *serial(card, 0.5, -0.9, 2.2, 1),
    )


def _two_turbines(card: Part) -> Drawing:
    pylon = dark((-1, -1.6), (3, -1.6), (3, 1.6), (-1, 1.6))
    pods = tuple(part for y in (-2.7, 2.3) for part in (*_nacelle(y, 1.9, 9.6), *_fan(7, y, 1.7)))
    return (pylon, *pods, *_lights(card, 0.4, -0.2, 9), *serial(card, 0.4, 4.4, 4, 0.8))


def _fusion(card: Part) -> Drawing:
    spokes = tuple(fine(*around(5.2, -0.4, 2.2, i * pi / 4), *around(5.2, -0.4, 4.4, i * pi / 4)) for i in range(8))
    horns = (dark((3.4, -5.4), (7, -5.4), (6.4, -3.4), (4, -3.4)), dark((9, -2), (11, -1.4), (11, 0.6), (9, 1.2)))
    return (
        dark((-1, -1.6), (2, -1.6), (2, 1.6), (-1, 1.6)),
        *horns,
        ring(5.2, -0.4, 4.5, "tint"),
        *spokes,
        ring(5.2, -0.4, 2.9),
        glow(5.2, -0.4, 1.9),
        block(0.4, 3.2, 9.6, 1.9, "paper", 0.5),
        *_lights(card, 0.4, 4.1, 9.6),
        *serial(card, 0, -4.6, 2.6, 1),
    )


def _fission(card: Part) -> Drawing:
    tower = curve(
        ("M", 1.4, 2.6),
        ("C", 3.4, 0, 3.4, -3, 2.2, -6),
        ("L", 8.6, -6),
        ("C", 7.4, -3, 7.4, 0, 9.4, 2.6),
        ("Z",),
    )
    rods = tuple(block(x, -7.6, 1, 3, "paper") for x in (3.2, 4.9, 6.6))
    return (
        dark((-1, -1.6), (3, -1.6), (3, 1.6), (-1, 1.6)),
        *rods,
        tower,
        glow(5.4, -1.2, 1.3),
        fine(3, -4.2, 7.8, -4.2),
        block(0, 2.4, 10.8, 2.2, "paper", 0.5),
        *_lights(card, 0, 3.5, 10.8),
        *serial(card, 3.6, 0.9, 3.6, 1),
    )


def _cells(card: Part) -> Drawing:
    tubes = tuple(
        part
        for i in range(3)
        for part in (
            dark((1.3 + i * 3, -5.4), (2.5 + i * 3, -5.4), (2.5 + i * 3, -4), (1.3 + i * 3, -4)),
            block(0.7 + i * 3, -4.4, 2.4, 6.2, "paper", 0.9),
        )
    )
    return (*_case(card), *tubes, fine(0.7, -1.4, 9.1, -1.4))


def _panes(card: Part) -> Drawing:
    corners = ((2, 3.4), (4.4, -5), (14, -5), (11.6, 3.4))
    across = tuple(scored(4.4 - i * 0.8 + 0, -5 + i * 2.8, 14 - i * 0.8, -5 + i * 2.8) for i in (1, 2))
    down = tuple(scored(2 + i * 2.4, 3.4, 4.4 + i * 2.4, -5) for i in (1, 2, 3))
    mast = dark((-1, -1), (5, -1), (5, 1), (-1, 1))
    return (
        mast,
        plate(*corners, fill="accent"),
        *across,
        *down,
        *_lights(card, 0.4, 4.6, 8),
        *serial(card, 0, 1.5, 2, 1),
    )


def _pistons(card: Part) -> Drawing:
    stacks = tuple(block(x, y, 1.7, 4.4, "paper", 0.4) for x, y in ((1, -7), (3.6, -8), (6.2, -7)))
    smoke = tuple(Circle(x, y, 0.5, "blue", None) for x, y in ((1.8, -7), (4.4, -8), (7, -7)))
    heads = tuple(
        dark((0.9 + i * 2.8, -2.8), (2.7 + i * 2.8, -2.8), (2.7 + i * 2.8, 1), (0.9 + i * 2.8, 1)) for i in range(3)
    )
    rods = tuple(block(1.4 + i * 2.8, 0.4, 0.8, 1.6, "paper") for i in range(3))
    return (*stacks, *smoke, *_case(card), *heads, *rods)


def _bolt(card: Part) -> Drawing:
    flash = ((5.6, -3.8), (2.8, 0), (4.4, 0), (3.6, 2.2), (7, -1.2), (5.2, -1.2))
    return (*_case(card), ring(4.8, -0.7, 3.2), plate(*flash, fill="accent"), *bolts((0.9, -3.3)))


_FUELS: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("twin turbine", _two_turbines),
    ("turbine", _turbine),
    ("jet", _turbine),
    ("fusion", _fusion),
    ("fission", _fission),
    ("nuclear", _fission),
    ("atomic", _fission),
    ("reactor", _fission),
    ("cell", _cells),
    ("battery", _cells),
    ("solar", _panes),
    ("diesel", _pistons),
    ("engine", _pistons),
    ("motor", _pistons),
)


def engine(card: Part) -> Drawing:
    """Return a Power Plant beside the hull."""
    words = said(card)
    if "battery" in words:
        return (*_cells(card), fine(4.8, -6.6, 4.8, -5.4), fine(4.2, -6, 5.4, -6))
    return next((draw for word, draw in _FUELS if word in words), _bolt)(card)
