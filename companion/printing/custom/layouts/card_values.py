"""A card's columns by name, as a layout asks for them: its parts, its stats, its number in the file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.printing.custom.custom_cards import WORDS, GenericCard
from companion.printing.custom.layouts.templates import Template, fold_name
from companion.printing.custom.layouts.zones import CardLayout, CardZone, stat_names

_PARTS = {word: part for part, words in WORDS.items() if part != "stats" for word in words}
Stats = list[tuple[str, str]]
"""Names, each with its value."""
ALWAYS = frozenset((*_PARTS, "number", "total"))
"""The names that every card has, filled or not."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card is: its number among all, how many there are, the title of its deck."""

    number: int
    total: int
    deck: str


def all_columns(cards: Iterable[GenericCard]) -> frozenset[str]:
    """Return the folded names of all columns that some card has."""
    return ALWAYS.union(fold_name(name) for card in cards for name in card.stats)


def card_values(card: GenericCard, place: CardPlace) -> dict[str, str]:
    """Return a card's columns by their folded names; what it lacks is empty or missing."""
    made = {word: part for word, name in _PARTS.items() if (part := getattr(card, name)) != ""}
    made |= {"number": str(place.number), "total": str(place.total), "copies": str(card.copies)}
    made |= dict.fromkeys(WORDS["copies"], str(card.copies)) | dict.fromkeys(WORDS["deck"], place.deck)
    return made | {fold_name(name): value for name, value in card.stats.items()}


def zone_templates(zone: CardZone) -> tuple[Template, ...]:
    """Return everything in a zone that a column may fill."""
    return (*zone.templates, zone.fill, zone.stroke, zone.colour)


def columns_shown(zones: Iterable[CardZone]) -> frozenset[str]:
    """Return the folded names that zones show somewhere: such a column is no stat for a zone that takes all."""
    made: set[str] = set()
    for zone in zones:
        made.update(name for found in zone_templates(zone) for slot in found.slots for name in slot.names)
        made.update(map(fold_name, stat_names(zone.stats)))
    return frozenset(made)


def columns_side_depends_on(layout: CardLayout, zones: Iterable[CardZone]) -> frozenset[str]:
    """Return the folded names that a side depends on, its conditions and colours included."""
    made = set(columns_shown(zones))
    made.update(test.column for zone in zones for one in zone.when for test in one.tests)
    made.update(map(fold_name, layout.by))
    return frozenset(made)


def zone_stats(zone: CardZone, card: GenericCard, values: Mapping[str, str], taken: frozenset[str]) -> Stats:
    """Return the stats of a zone for a card, each with its name as the cards spell it; those it lacks are left out.

    A zone may list a column that is no stat too, such as the type, by the name it is given there.
    """
    if zone.stats == "all":
        return [(name, value) for name, value in card.stats.items() if fold_name(name) not in taken]
    have: Mapping[str, tuple[str, str]] = {fold_name(name): (name, value) for name, value in card.stats.items()}
    asked = [(name, fold_name(name)) for name in stat_names(zone.stats)]
    return [have.get(key, (name, values.get(key, ""))) for name, key in asked if key in have or values.get(key)]
