"""The reference sheet: the turn, gains, bonuses, rulings. The text comes from the rulebook's data."""

from collections.abc import Callable
from functools import partial
from math import cos, hypot, pi, sin

from companion.gamekit.contract import Context, PrintSource
from companion.games.wreck_a_mech.summary import wheel
from companion.printing.faces.boxes import Area, Circle, Line, Point, Text, polygon
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes, Row

SIDES = 1


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context
    return reference.fitted("Wreck-A-Mech", context.rulebook, lambda size: blocks(context, size), SIDES)


def blocks(context: Context, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks: the rules as a turn runs, gains, the wheel, rulings, marks."""
    return (
        *reference.sections(reference.in_turn_order(context.rulebook), size, INLINE),
        page_columns.paragraphs("Draw and gain at a glance", _GLANCE, size, INLINE),
        _wheel(context, size),
        reference.rulings(context.rulebook.ruling, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


WHEEL = 32.0
"""Height of the drawn wheel, in mm."""
_RADIUS, _DISC = 10.5, 6.8
"""Vertical radius of the ring of discs, and the radius of a disc with a name, in mm."""


def _wheel(context: Context, size: float) -> Block:
    """Return the wheel of corporations, drawn and in words."""
    rows = tuple(page_columns.row(f"{a} is strong against {b}.", size, INLINE) for a, b in wheel(context))
    return Block("The wheel", (Row(lambda _: WHEEL, partial(draw_wheel, context)), *rows))


def draw_wheel(context: Context, x: float, y: float, w: float) -> Boxes:
    """Return the wheel of corporations, `WHEEL` mm high, each with an arrow to the one that it is strong against."""
    pairs = wheel(context)
    names = [pairs[0][0]]
    while len(names) < len(pairs):
        names.append(dict(pairs)[names[-1]])
    angles = [2 * pi * i / len(names) - pi / 2 for i in range(len(names))]
    middle = (x + w / 2, y + WHEEL / 2 + 2.5)
    centres = [(middle[0] + 1.5 * _RADIUS * cos(a), middle[1] + _RADIUS * sin(a)) for a in angles]
    next_centres = centres[1:] + centres[:1]
    return (
        *(box for here, there in zip(centres, next_centres, strict=True) for box in _arrow(here, there)),
        *(box for centre, name in zip(centres, names, strict=True) for box in _disc(centre, name)),
    )


def _arrow(start: Point, centre: Point) -> Boxes:
    """Return an arrow from a point to the edge of the disc about a centre."""
    length = hypot(centre[0] - start[0], centre[1] - start[1])
    ux, uy = (centre[0] - start[0]) / length, (centre[1] - start[1]) / length
    tip = (centre[0] - ux * (_DISC + 0.8), centre[1] - uy * (_DISC + 0.8))
    neck = (tip[0] - ux * 2.6, tip[1] - uy * 2.6)
    sides = ((neck[0] - uy * 1.5, neck[1] + ux * 1.5), (neck[0] + uy * 1.5, neck[1] - ux * 1.5))
    return (Line(*start, *neck, 0.7, "accent"), polygon(tip, *sides, fill="accent", stroke=None))


def _disc(centre: Point, name: str) -> Boxes:
    x, y, wide = centre[0] - _DISC + 0.4, centre[1] - 2.6, 2 * _DISC - 0.8
    return (
        Circle(*centre, _DISC, "tint", "blue", 0.4),
        Text(x, y, wide, 5.2, name, 9, 6.5, "bold", "centre", "middle", what="wheel"),
    )


_GLANCE = (
    "Highest Victory 0, 1, 2: draw 2, 3, 4. Overtime: 5.\nDamaged Rank 1: gain Rank 2.\nDamaged Rank 2: gain Rank 3.\n"
    "Damaged Rank 3: gain Rank 3, junk one."
)
_MARKS = (
    "No mark: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent, so this is ours.\n{custom} custom: from a player's pack."
)
