"""A card's columns by name, for a layout: its parts, its stats, its number in the file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.printing.custom.card_columns import ENGLISH, ENGLISH_ART, NOMBRE, SPELLED
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.layouts.templates import Template, fold_name
from companion.printing.custom.layouts.zones import CardLayout, CardZone, stat_names

_PARTS = {fold_name(word): part for part, words in SPELLED.items() if part != "stats" for word in words}
_PARTS |= {ENGLISH_ART: "picture", NOMBRE: "title"}
_COPIES, _DECK = (tuple(word for word, part in _PARTS.items() if part == named) for named in ("copies", "deck"))
Stats = list[tuple[str, str]]
"""Names with their values."""
TYPE_MARK, STAT_COUNT, LETTERS = "type mark", "stats", "letters"
"""Values made from a card: the shape of its type's mark, the number of its stats in no other zone, of its text's
letters."""
_MADE = (TYPE_MARK, STAT_COUNT, LETTERS, "number", "total")
ALWAYS = frozenset((*map(fold_name, ENGLISH), ENGLISH_ART, *_MADE)) - {"stat"}
"""The names that every card has, filled or empty."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """The place of a card: its number in the file, the number of all cards, the title of its deck."""

    number: int
    total: int
    deck: str


def all_columns(cards: Iterable[GenericCard], heads: Iterable[str] = ()) -> frozenset[str]:
    """Return the folded names of all columns of the cards; of a file's `heads` those that name a part of a card."""
    names = (fold_name(name) for card in cards for name in card.stats)
    return ALWAYS.union(names, (name for name in map(fold_name, heads) if name in _PARTS))


def card_values(card: GenericCard, place: CardPlace) -> dict[str, str]:
    """Return a card's columns by their folded names; those that it lacks are empty or missing."""
    values = {word: part for word, name in _PARTS.items() if (part := getattr(card, name)) != ""}
    values |= {"number": str(place.number), "total": str(place.total), "copies": str(card.copies)}
    values |= dict.fromkeys(_COPIES, str(card.copies)) | dict.fromkeys(_DECK, place.deck)
    return values | {fold_name(name): value for name, value in card.stats.items()}


def zone_templates(zone: CardZone) -> tuple[Template, ...]:
    """Return all templates of a zone that columns may fill."""
    return (*zone.templates, zone.fill, zone.stroke, zone.colour)


def columns_shown(zones: Iterable[CardZone]) -> frozenset[str]:
    """Return the folded names of the columns in zones; a zone with all stats leaves these out."""
    names: set[str] = set()
    for zone in zones:
        names.update(name for template in zone_templates(zone) for slot in template.slots for name in slot.names)
        names.update(map(fold_name, stat_names(zone.stats)))
    return frozenset(names)


def columns_side_depends_on(layout: CardLayout, zones: Iterable[CardZone]) -> frozenset[str]:
    """Return the folded names of the columns that a side depends on, with its conditions and colours."""
    names = set(columns_shown(zones))
    names.update(test.column for zone in zones for condition in zone.when for test in condition.tests)
    names.update(map(fold_name, layout.by))
    return frozenset(names)


def zone_stats(zone: CardZone, card: GenericCard, values: Mapping[str, str], taken: frozenset[str]) -> Stats:
    """Return the stats of a zone for a card, with the cards' spelling of their names; missing ones are left out.

    A zone may also list a column that is no stat, such as the type, by the zone's name for it.
    """
    if zone.stats == "all":
        return [(name, value) for name, value in card.stats.items() if fold_name(name) not in taken]
    stats: Mapping[str, tuple[str, str]] = {fold_name(name): (name, value) for name, value in card.stats.items()}
    columns = [(name, fold_name(name)) for name in stat_names(zone.stats)]
    return [stats.get(key, (name, values.get(key, ""))) for name, key in columns if key in stats or values.get(key)]
