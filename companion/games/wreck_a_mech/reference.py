"""The reference sheet, a room of its own: the turn, gains, bonuses, rulings, from the data."""

from collections.abc import Callable

from companion.games.wreck_a_mech.effects import wheel
from companion.printing import flow, reference
from companion.printing.boxes import Area
from companion.printing.flow import Block, Boxes
from companion.printing.origins import INLINE
from companion.system import Order, Setting

SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.6, 6.2)
"""Text sizes tried, largest first, until all stands on the side there is."""
SIDES = 1


def pages(order: Order) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return what makes the reference's pages for the area a printer reaches."""
    setting = order.setting
    return reference.fitted("Wreck-A-Mech", setting.rulebook, lambda size: blocks(setting, size), SIZES, SIDES)


def blocks(setting: Setting, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks: the rules as a turn runs, gains, the wheel, rulings, marks."""
    return (
        *reference.sections(reference.in_turn_order(setting.rulebook), size, INLINE),
        flow.paragraphs("Draw and gain at a glance", _GLANCE, size, INLINE),
        flow.paragraphs("The wheel", "\n".join(f"{a} is strong against {b}." for a, b in wheel(setting)), size, INLINE),
        reference.rulings(setting.rulebook.ruling, setting.rulings, size, INLINE),
        flow.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


_GLANCE = (
    "Highest Victory 0, 1, 2: draw 2, 3, 4. Overtime: 5.\nDamaged Rank 1: gain Rank 2.\nDamaged Rank 2: gain Rank 3.\n"
    "Damaged Rank 3: gain Rank 3, junk one."
)
_MARKS = (
    "No mark: the rulebook states it.\n{deduced} deduced: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent; this is the companion's own.\n{own} own: your pack says so."
)
