"""The visual builder of a draft: four slots, one for each level, and the sixteen cards that both seats choose from."""

from collections.abc import Sequence

from companion.base.findings import Verdict
from companion.base.wording import plural
from companion.gamekit.contract import Context
from companion.gamekit.workshop import (
    Act,
    CannotPlace,
    CardChoice,
    CardGroup,
    Document,
    FaceOf,
    HeldCard,
    Place,
    PlacedCard,
    Zone,
    new_problems,
)
from companion.games.mecha_mettle.model import CATEGORIES, LEVELS, Component, Draft
from companion.games.mecha_mettle.rules.components import effect
from companion.games.mecha_mettle.summary import when
from companion.games.mecha_mettle.validator import cards_in_draft

KINDS = {f"level-{level}": f"Level {level}" for level in LEVELS}
"""The kinds of cards to choose from, with their titles."""
NOT_OWNED = ()
"""The kinds of cards that nobody owns: none."""
KEY_FIGURES = ()
"""A placed card shows no figures: its level is in the title of its place."""
GROUPED = ("components",)
"""The fields of a draft whose cards are in its group."""


def zones(draft: Draft, context: Context) -> tuple[Zone, ...]:
    """Return the four slots in the order in which their cards come into force (facts 41 to 43)."""
    cards = [(index, card) for index, card in enumerate(cards_in_draft(draft, context))]
    places = tuple(
        Place(
            f"slot-{level}",
            f"Level {level}",
            (f"level-{level}",),
            tuple(_place_card(index, card) for index, card in cards if card.level == level),
            room=False,
            about=f"active at exactly {plural(level, 'lost port')}",
        )
        for level in LEVELS
    )
    return (Zone("Your four cards", places, columns=4),)


def _place_card(index: int, card: Component) -> PlacedCard:
    at, where = f"card-{index}", f"components[{index}]"
    return PlacedCard(at, card.id, card.name, f"level-{card.level}", FaceOf("components", card.id), where)


def groups(draft: Draft, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return the draft's cards as its history names them: each has the slot of its level."""
    cards = tuple(HeldCard(card.id, card.name) for card in cards_in_draft(draft, context))
    return (CardGroup(cards=cards, totals={"cards": verdict.totals["cards"]}),)


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return the cards by level, those of one level by category."""
    cards = sorted(context.catalogue.all(Component), key=lambda card: (card.level, CATEGORIES.index(card.category)))
    return tuple(
        CardChoice(
            card.id,
            card.name,
            f"level-{card.level}",
            FaceOf("components", card.id),
            (("Level", card.level),),
            f"{card.name} {card.category} {when(card)} {effect(card)}",
        )
        for card in cards
    )


def act(document: Document, act: Act, context: Context) -> Document:
    """Return the draft with a card removed, or added in place of the one of its level; CannotPlace otherwise."""
    ids = list(document.get("components", ()))
    if act.kind == "add":
        return document | {"components": _with(ids, act, context)}
    if act.kind == "move":
        raise CannotPlace("A component has one slot, that of its level: choose another card for it instead.")
    index_text = act.at.removeprefix("card-")
    if not (index_text.isdecimal() and int(index_text) < len(ids)):
        raise CannotPlace("This card is not in the draft any more.")
    return document | {"components": [card for index, card in enumerate(ids) if index != int(index_text)]}


def _with(ids: Sequence[str], act: Act, context: Context) -> list[str]:
    card = context.catalogue.find(Component, act.card)
    if card is None:
        raise CannotPlace("No component has this name: reload the page and choose again.")
    if act.to and act.to != f"slot-{card.level}":
        raise CannotPlace(f"{card.name} is of level {card.level} and goes in that slot.")
    others = (context.catalogue.find(Component, one) for one in ids)
    ids_kept = [one.id for one in others if one and one.level != card.level]
    return [*ids_kept, card.id]


def why(before: Verdict, after: Verdict) -> str:
    """Return the problem that a choice adds, "" where it adds none: a new card replaces the one of its level."""
    broken = {finding.rule for finding in before.findings} | {"draft-count"}
    return next((finding.message for finding in new_problems(before, after) if finding.rule not in broken), "")


def totals(verdict: Verdict) -> str:
    """Return the number of cards chosen, and the number of each category."""
    categories = ", ".join(f"{count} {name}" for name, count in verdict.totals["categories"].items())
    return f"{verdict.totals['cards']} of 4 cards" + (f": {categories}" if categories else "")
