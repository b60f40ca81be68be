"""What a component card does to a roll: the dice it gives, in data and in words; most cards of a draft give none."""

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
    """Return the dice a component gives, in words with a `+` where they are added; nothing where it gives none."""
    pool, replaces = component_dice(card)
    return f"{'' if replaces else '+'}{dice_words(pool)}" if pool else ""


def effect(card: Component) -> str:
    """Return a component's effect in one line, its dice in words before it."""
    dice = describe_component_dice(card)
    return f"{dice}. {card.text}" if dice else card.text


def effect_mark(card: Component) -> Mark:
    """Return where a component's effect comes from: house where its text is, or the dice that it gives."""
    return row_mark(card, "text", *["attack"] * bool(card.attack), *["defend"] * bool(card.defend))


def dice_words(pool: Pool) -> str:
    """Return dice in words: `3 Regular Attack dice`."""
    name = DIE_NAMES[pool.kind]
    return plural(pool.dice, f"{name} die", f"{name} dice")
