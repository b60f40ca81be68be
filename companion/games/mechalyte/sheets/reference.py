"""The reference sheet: rules in turn order, modules, chances, rulings. The text comes from the rulebook's data."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from companion.base.wording import percent
from companion.dice.odds import exact
from companion.gamekit.contract import Context, PrintSource
from companion.games.mechalyte.model import Module
from companion.games.mechalyte.resolver import opportunity_shot
from companion.printing.faces.boxes import Area, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes

SIDES = 1
DICE = (1, 2, 3, 4, 5, 6)
TARGETS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1))
"""Shield layers and armor effects survived, for the table of chances."""


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context
    return reference.fitted("Mechalyte", context.rulebook, lambda size: blocks(context, size), SIDES)


def blocks(context: Context, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks: the rules as a turn runs, modules, chances, rulings, marks."""
    return (
        *reference.sections(reference.in_turn_order(context.rulebook), size, INLINE),
        page_columns.paragraphs("The five modules", _modules(context), size, INLINE),
        _chances(size),
        reference.rulings(context.rulebook.ruling, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


_MARKS = (
    "No mark: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent, so this is ours."
)


def _modules(context: Context) -> str:
    cards = context.catalogue.all(Module)
    return "\n".join(f"{card.letter} {card.name} ({_numbers(card)}): {card.text}" for card in cards)


def _numbers(module: Module) -> str:
    """Return a module's base, and what it adds where that is not 1 as in the rulebook."""
    return f"base {module.base}" if module.adds == 1 else f"base {module.base}, each adds {module.adds}"


def destroy_chance(dice: int, layers: int, armor: int) -> Fraction:
    """Return the chance that dice destroy a mech with these shield layers and survivable armor effects."""
    modules = "S" * layers + "P" + "A" * armor
    odds = exact(opportunity_shot(modules.ljust(6, "M"), len(modules), dice))
    return Fraction(sum(weight for outcome, weight in odds.outcomes if not outcome["level"]), odds.total)


def _chances(size: float) -> Block:
    note = (
        "{derived} Chance in percent, rounded, that this many dice destroy one mech. S: its shield layers; A: its A "
        "modules above slot 1, which are the armor effects it survives."
    )
    rows = [
        (f"{layers} / {armor}", [percent(destroy_chance(dice, layers, armor), sign="") for dice in DICE])
        for layers, armor in TARGETS
    ]
    corner = Text(1, 0, 15, 6, "S / A", 8, 6.5, "semibold", across="middle", what="heading")
    chance = Text(0, 0, 0, 6, "", 9, 6.5, "semibold", "centre", "middle", what="chance")
    heads = [f"{dice}d6" for dice in DICE]
    return reference.table(
        "Chance to destroy, in percent", note, (corner, replace(corner, what="target"), chance), heads, rows, size
    )
