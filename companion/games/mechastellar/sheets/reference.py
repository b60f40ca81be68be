"""The reference sheet: rules in turn order, the modules in play, average hits, rulings in force."""

from collections.abc import Callable
from dataclasses import replace

from companion.base.wording import format_number
from companion.data.rulebook import Ruling
from companion.dice.odds import exact
from companion.gamekit.contract import Context, PrintSource
from companion.games.mechastellar.model import Command, Event, Force
from companion.games.mechastellar.resolver.shooting import Shot
from companion.games.mechastellar.sheets.roster import battle_card_words, chosen_cards
from companion.printing.faces.boxes import Area, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes

SIDES = 2
MODULES_FROM = 30
"""Sections from this turn number on belong to modules."""
TARGETS = (2, 3, 4, 5, 6, 7, 8, 9)
SHOTS = (1, 2, 3, 4, 5, 6, 8, 10)


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages: two sides if the text stays readable, else more."""
    context = source.context
    force = source.build if isinstance(source.build, Force) else None
    return reference.fitted("MechaStellar", context.rulebook, lambda size: blocks(context, force, size), SIDES)


def blocks(context: Context, force: Force | None, size: float) -> tuple[Block, ...]:
    """Return the sheet's blocks; without a list they include all modules."""
    sections = [
        section
        for section in reference.in_turn_order(context.rulebook)
        if section.turn < MODULES_FROM or _is_in_play(section.id, force)
    ]
    rulings = _rulings(context, {section.id for section in sections})
    basic = [section for section in sections if section.turn < MODULES_FROM]
    modules = [section for section in sections if section.turn >= MODULES_FROM]
    return (
        *reference.sections(basic, size, INLINE),
        _hits_table(size),
        *reference.sections(modules, size, INLINE),
        *_battle_cards(context, force, size),
        reference.rulings(rulings, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Whose rules", _CREDIT, size, INLINE),
    )


_CREDIT = (
    "MechaStellar, Core Combat Rules 9.5, mechastellar.com, under CC BY-NC-SA; here in our own words, under the "
    "same licence.\n{derived} derived: it follows from what is printed. {house} house: ours where the text is silent."
)


def _is_in_play(section: str, force: Force | None) -> bool:
    if force is None:
        return True
    if section == "warships":
        return "stellar-warfare" in force.modules
    if section == "strategic-commands":
        return "expanded-commands" in force.modules or section in force.modules
    return section in force.modules


def _battle_cards(context: Context, force: Force | None, size: float) -> tuple[Block, ...]:
    """Return the list's events and commands of the modules in play, and the universal commands."""
    chosen = chosen_cards(force, context) if force else (*context.catalogue.all(Event), *context.catalogue.all(Command))
    events = [card for card in chosen if isinstance(card, Event) and _is_in_play("climactic-events", force)]
    universal = [
        c for c in context.catalogue.all(Command) if not c.expanded and _is_in_play("strategic-commands", force)
    ]
    expanded = [c for c in chosen if isinstance(c, Command) and c.expanded and _is_in_play("expanded-commands", force)]
    groups = (("Climactic events", events), ("Universal commands", universal), ("Expanded commands", expanded))
    return tuple(
        page_columns.paragraphs(title, "\n".join(battle_card_words(card) for card in cards), size, INLINE)
        for title, cards in groups
        if cards
    )


def _rulings(context: Context, sections: set[str]) -> list[Ruling]:
    always = {"army", "profile", "key-concepts"}
    rulings = [r for r in context.rulebook.ruling if r.section in sections | always and not r.example]
    return [ruling for ruling in rulings if ruling.option_in_force(context.rulings).id != "off"]


def mean_hits(shots: int, target: int) -> float:
    """Return the mean hits of an attack when the target evades on that number or more."""
    odds = exact(Shot(shots, target))
    return float(sum(outcome["hits"] * weight for outcome, weight in odds.outcomes) / odds.total)


def _hits_table(size: float) -> Block:
    note = "{derived} Average hits, rounded, before blocks, criticals counted twice; columns are shots."
    rows = [(f"on {target}+", [format_number(mean_hits(shots, target), 1) for shots in SHOTS]) for target in TARGETS]
    corner = Text(1, 0, 13, 5.4, "Evades", 8, 8, "semibold", across="middle", what="heading")
    hits = Text(0, 0, 0, 5.4, "", 8, 6.5, "semibold", "centre", "middle", what="hits")
    styles = (corner, replace(corner, size=8, what="target"), hits)
    return reference.table("Average hits", note, styles, list(map(str, SHOTS)), rows, size)
