"""The reference sheet: rules in turn order, chances, special rules, rulings; the text comes from the data."""

from collections.abc import Callable
from fractions import Fraction

from companion.base.wording import percent
from companion.gamekit.contract import Context, PrintSource
from companion.games.techniconica.model import STATS, Part
from companion.games.techniconica.model.special_rules import Dice, Effects, numbers, specials
from companion.games.techniconica.rules.attack_rolls import chance_to_hit
from companion.printing.faces.boxes import Area, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes

SIDES = 2
LEADS = (-8, -6, -4, -2, -1, 0, 1, 2, 3, 4, 6, 8)
"""Leads of the attack before the dice, for the table of chances."""


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context

    return reference.fitted("Techniconica", context.rulebook, lambda size: blocks(context, size), SIDES)


def blocks(context: Context, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks: rules in turn order, chances, special rules, stats, rulings, marks."""
    return (
        *reference.sections(reference.in_turn_order(context.rulebook), size, INLINE),
        _chances_table(context, size),
        page_columns.paragraphs("Special rules", _special_rules_text(context), size, INLINE),
        page_columns.paragraphs(
            "Abbreviations", " · ".join(f"{name.upper()} {title}" for name, title in STATS.items()), size, INLINE
        ),
        reference.rulings(context.rulebook.ruling, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


_MARKS = (
    "No mark: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent, or the card is ours.\n{custom} custom: from a player's pack."
)


def _special_rules_text(context: Context) -> str:
    known = specials(context.catalogue)
    ids = {special for card in context.catalogue.all(Part) for special in numbers(card.rules, known=known)}
    return "\n".join(
        f"{special.name}{' (n)' if special.number else ''}: {special.printed_text}"
        for special in known.values()
        if special.id in ids
    )


def hit_chance(lead: int, dice: Dice = "one", any_jams: bool = False) -> Fraction:
    """Return the chance to hit of an attack that is `lead` ahead before the dice.

    A natural 1 on the counting die jams and misses; with `any_jams` a 1 on either die does (ruling accurate-jam).
    """
    return chance_to_hit(lead, Effects(dice), {"accurate-jam": "any"} if any_jams else {})


_DICE: tuple[tuple[str, Dice], ...] = (("one D10", "one"), ("Accurate", "higher"), ("Inaccurate", "lower"))


def _chances_table(context: Context, size: float) -> Block:
    any_jams = context.rulings.get("accurate-jam") == "any"
    note = (
        "{derived} Chance to hit in percent, rounded. Ahead: AC + PE and the attacker's bonuses, minus SP + AR and the "
        "defender's. Jams count as misses; a Reliable Weapon does slightly better."
    )
    rows = [
        (f"{lead:+d}" if lead else "0", [percent(hit_chance(lead, dice, any_jams), sign="") for _, dice in _DICE])
        for lead in LEADS
    ]
    corner = Text(0, 0, 16, 5.2, "ahead", 9, 6.5, "semibold", "centre", "middle", what="chance")
    headings = [label for label, _ in _DICE]
    return reference.table("Chance to hit, in percent", note, (corner, corner, corner), headings, rows, size)
