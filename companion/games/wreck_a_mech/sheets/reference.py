"""The reference sheet: the turn, gains, bonuses, rulings. The text comes from the rulebook's data."""

from collections.abc import Callable
from math import cos, hypot, pi, sin

from companion.gamekit.contract import Context, PrintSource
from companion.games.wreck_a_mech.summary import wheel
from companion.printing.faces.boxes import Area, Box, Circle, Line, Text, polygon
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes, Row

SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.75, 6.5)
"""Text sizes in points, tried from the largest until everything fits on one side."""
SIDES = 1


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context
    return reference.fitted("Wreck-A-Mech", context.rulebook, lambda size: blocks(context, size), SIZES, SIDES)


def blocks(context: Context, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks: the rules as a turn runs, gains, the wheel, rulings, marks."""
    return (
        *reference.sections(reference.in_turn_order(context.rulebook), size, INLINE),
        page_columns.paragraphs("Draw and gain at a glance", _GLANCE, size, INLINE),
        _wheel(context, size),
        reference.rulings(context.rulebook.ruling, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


_WHEEL = 32.0
"""Height of the drawn wheel, in mm."""


def _wheel(context: Context, size: float) -> Block:
    """Return the wheel of corporations, drawn and in words."""
    pairs = wheel(context)
    names = [pairs[0][0]]
    while len(names) < len(pairs):
        names.append(dict(pairs)[names[-1]])

    def draw(x: float, y: float, w: float) -> Boxes:
        middle, r, spot = (x + w / 2, y + _WHEEL / 2 + 2.5), 10.5, 6.8
        boxes: list[Box] = []
        turns = [2 * pi * i / len(names) - pi / 2 for i in range(len(names))]
        centres = [(middle[0] + 1.5 * r * cos(t), middle[1] + r * sin(t)) for t in turns]
        for i, (ax, ay) in enumerate(centres):
            bx, by = centres[(i + 1) % len(centres)]
            far = hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / far, (by - ay) / far
            tip = (bx - ux * (spot + 0.8), by - uy * (spot + 0.8))
            neck = (tip[0] - ux * 2.6, tip[1] - uy * 2.6)
            boxes.append(Line(ax, ay, *neck, 0.7, "accent"))
            sides = ((neck[0] - uy * 1.5, neck[1] + ux * 1.5), (neck[0] + uy * 1.5, neck[1] - ux * 1.5))
            boxes.append(polygon(tip, *sides, fill="accent", stroke=None))
        for (cx, cy), name in zip(centres, names, strict=True):
            boxes.append(Circle(cx, cy, spot, "tint", "blue", 0.4))
            boxes.append(
                Text(
                    cx - spot + 0.4,
                    cy - 2.6,
                    2 * spot - 0.8,
                    5.2,
                    name,
                    9,
                    6.5,
                    "bold",
                    "centre",
                    "middle",
                    what="wheel",
                )
            )
        return tuple(boxes)

    rows = tuple(page_columns.row(f"{a} is strong against {b}.", size, INLINE) for a, b in pairs)
    return Block("The wheel", (Row(lambda _: _WHEEL, draw), *rows))


_GLANCE = (
    "Highest Victory 0, 1, 2: draw 2, 3, 4. Overtime: 5.\nDamaged Rank 1: gain Rank 2.\nDamaged Rank 2: gain Rank 3.\n"
    "Damaged Rank 3: gain Rank 3, junk one."
)
_MARKS = (
    "No mark: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent, so this is ours.\n{custom} custom: from a player's pack."
)
