"""The reference sheet: rules in turn order, modules, chances, rulings. The text comes from the rulebook's data."""

from collections.abc import Callable
from fractions import Fraction

from companion.dice.odds import exact
from companion.games.mechalyte.model import Module
from companion.games.mechalyte.resolver import OpportunityShot
from companion.printing.faces.boxes import Area, Box, Line, Rect, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes, Row
from companion.system import Context, PrintSource
from companion.wording import percent

SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.75, 6.5)
"""Text sizes in points, tried from the largest until everything fits on the sides allowed."""
SIDES = 1
"""Sides allowed while the text is large enough to read; the smallest size may take more."""
DICE = (1, 2, 3, 4, 5, 6)
TARGETS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1))
"""Shield layers and armour effects survived, for the table of chances."""


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context
    return reference.fitted("Mechalyte", context.rulebook, lambda size: blocks(context, size), SIZES, SIDES)


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
    """Return the chance that dice destroy a mech with these shield layers and survivable armour effects."""
    modules = "S" * layers + "P" + "A" * armor
    odds = exact(OpportunityShot(modules.ljust(6, "M"), len(modules), dice))
    return Fraction(sum(weight for outcome, weight in odds.outcomes if not outcome["level"]), odds.total)


def _chances(size: float) -> Block:
    first, high = 15.0, 6.0

    def draw(x: float, y: float, w: float) -> Boxes:
        across = (w - first) / len(DICE)
        made: list[Box] = [
            Rect(x, y, w, high, fill="tint", stroke=None),
            Text(x + 1, y, first, high, "S / A", 8, 6.5, "semibold", across="middle", what="heading"),
        ]
        for i, dice in enumerate(DICE):
            made.append(_cell(x + first + i * across, y, across, high, f"{dice}d6", "heading"))
        for j, (layers, armor) in enumerate(TARGETS, 1):
            top = y + j * high
            made.append(Line(x, top + high, x + w, top + high, width=0.1, ink="faint"))
            made.append(
                Text(x + 1, top, first, high, f"{layers} / {armor}", 8, 6.5, "semibold", across="middle", what="target")
            )
            for i, dice in enumerate(DICE):
                share = percent(destroy_chance(dice, layers, armor), sign="")
                made.append(_cell(x + first + i * across, top, across, high, share, "chance"))
        return tuple(made)

    note = (
        "{derived} Chance in percent that this many dice destroy one mech. S: its shield layers; A: its A modules "
        "above slot 1, which are the armour effects it survives."
    )
    table = Row(lambda w: high * (len(TARGETS) + 1) + 0.6, draw)
    return Block("Chance to destroy, in percent", (table, page_columns.row(note, size, INLINE)))


def _cell(x: float, y: float, w: float, h: float, words: str, what: str) -> Text:
    return Text(x, y, w, h, words, 9, 6.5, "semibold", "centre", "middle", what=what)
