"""The effect of a component card on a roll: its dice, as data and in words; most components give no dice."""

from companion.base.wording import plural
from companion.data.cards import Mark
from companion.data.marks import row_mark
from companion.games.mecha_mettle.model import DIE_NAMES, Component, Pool


def component_dice(card: Component) -> tuple[Pool | None, bool]:
    """Return the dice a component gives, and whether they replace a roll rather than add to it."""
    if card.defend:
        return card.defend, False
    if card.attack and card.attack.replace:
        return card.attack.replace, True
    return (card.attack.add if card.attack else None), False


def describe_component_dice(card: Component) -> str:
    """Return a component's dice in words, with a `+` where they are added; "" where it gives none."""
    pool, replaces = component_dice(card)
    return f"{'' if replaces else '+'}{dice_words(pool)}" if pool else ""


def effect(card: Component) -> str:
    """Return a component's effect in one line, its dice in words before it."""
    dice = describe_component_dice(card)
    return f"{dice}. {card.text}" if dice else card.text


def effect_mark(card: Component) -> Mark:
    """Return the mark of origin of a component's effect: of its text and its dice together."""
    return row_mark(card, "text", *["attack"] * bool(card.attack), *["defend"] * bool(card.defend))


def dice_words(pool: Pool) -> str:
    """Return dice in words: `3 Regular Attack dice`."""
    name = DIE_NAMES[pool.kind]
    return plural(pool.dice, f"{name} die", f"{name} dice")
