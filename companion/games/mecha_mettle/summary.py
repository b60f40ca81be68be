"""A summary of a draft: its cards by lost ports, for the draft's page and as a text for a chat."""

from dataclasses import dataclass

from companion.data.cards import Mark
from companion.data.marks import add_legend, combine_marks, row_mark, sign
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import CATEGORIES, LEVELS, Component, Draft
from companion.games.mecha_mettle.rules.components import describe_component_dice, effect, effect_mark
from companion.games.mecha_mettle.validator import cards_in_draft

_ORDINAL = {1: "first", 2: "second", 3: "third", 4: "fourth"}


@dataclass(frozen=True)
class Slot:
    """One level of a draft: the lost port that brings its card into force, in words, and the cards chosen for it."""

    level: int
    when: str
    cards: tuple[Component, ...]


def slots(draft: Draft, context: Context) -> tuple[Slot, ...]:
    """Return the four levels in the order their cards come into force (facts 41 to 43)."""
    cards = cards_in_draft(draft, context)
    return tuple(
        Slot(level, f"from your {_ORDINAL[level]} lost port", tuple(c for c in cards if c.level == level))
        for level in LEVELS
    )


def dice_field(card: Component) -> str:
    """Return the field with a component's dice, `attack` or `defend`, "" where it has none."""
    return "defend" if card.defend else "attack" if card.attack else ""


def when(card: Component) -> str:
    """Return when a component may be used, to begin a sentence: `On your opponent's turn`."""
    return {"own turn": "On your turn", "opponent's turn": "On your opponent's turn", "any time": "At any time"}[
        card.when
    ]


def timing(card: Component) -> str:
    """Return when and how often a component may be used: `on your opponent's turn, once per turn`."""
    first = when(card)
    return f"{first[:1].lower()}{first[1:]}, {card.limit.rstrip('.')}"


def summary(draft: Draft, context: Context) -> str:
    """Return a draft as text for a chat: one line per level."""
    lines = [f"Mecha Mettle draft: {draft.title or 'untitled'}"]
    for slot in slots(draft, context):
        names = " / ".join(f"{c.name} ({c.category}{sign(c.mark('category'))})" for c in slot.cards) or "–"
        level = f"{slot.level}{sign(combine_marks(card.mark('level') for card in slot.cards))}"
        lines.append(f"{level}. {names}")
    return add_legend(lines)


COLUMNS = ("Level", "Component", "Category", "When", "How often", "Effect", "Numbers")
"""The heads of a draft's rows in a spreadsheet."""


def rows(draft: Draft, context: Context) -> list[tuple[str | int, ...]]:
    """Return a draft as rows for a spreadsheet: a component each, in the order of their levels."""
    return [
        (card.level, card.name, card.category, card.when, card.limit, effect(card), _numbers_mark(card).kind)
        for slot in slots(draft, context)
        for card in slot.cards
    ]


def _numbers_mark(card: Component) -> Mark:
    return combine_marks([row_mark(card, "level", "category"), effect_mark(card)])


def page_values(draft: Draft | None, context: Context) -> dict[str, object]:
    """Return the values of the draft page: `slots`, `grid` (level → cards by category), `chosen` ids.

    `effect`, `dice_given`, `dice_field` and `when` are functions that describe a card.
    """
    cards = context.catalogue.all(Component)
    by_level = {
        level: tuple(c for category in CATEGORIES for c in cards if (c.level, c.category) == (level, category))
        for level in LEVELS
    }
    build = draft or Draft(game="mecha-mettle")
    functions = {"effect": effect, "dice_given": describe_component_dice, "dice_field": dice_field, "when": when}
    return {"slots": slots(build, context), "grid": by_level, **functions, "chosen": set(build.components)}
