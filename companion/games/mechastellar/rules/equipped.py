"""Units as they fight: a unit of a list with the equipment it carries, or a printed profile."""

from collections.abc import Mapping

from companion.data.card_ids import find_card
from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings, rule
from companion.games.mechastellar.model import Entry, Profile, Trait, TraitLine
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.loadout import Unit, pilot_level
from companion.games.mechastellar.rules.unknown_names import (
    find_trait_card,
    trait_cards_by_name,
    unknown_marks,
    unknown_special,
)


class EquippedUnit(Profile):
    """A unit of a list with its own name, weapons, pilot and traits; its HP are as printed, not doubled.

    `weapons` are those after swaps, then the chosen extras; `alternates` and `extras` are empty. `trait_cards` and
    `named_cards` (the cards that explain its Special and its weapons' marks, by name) come from its own list, because
    another list may have other cards of the same name.
    """

    trait_cards: tuple[Trait, ...] = ()
    named_cards: Mapping[str, Trait] = {}


def equip_unit(unit: Unit, catalogue: Catalogue, rulings: Rulings) -> EquippedUnit:
    """Return a list's unit for a fight, with the traits that the list gave its pilot."""
    chosen = tuple(_trait_line(name, catalogue) for name in unit.entry.traits if name.strip())
    traits = (*unit.traits, *chosen)
    values = {
        "name": unit.name,
        "weapons": unit.all_weapons,
        "alternates": (),
        "extras": (),
        "traits": traits,
        "points": unit.each,
        "pilot_level": counted_level(unit.profile, unit.pilot, rulings),
        "trait_cards": cards_of_traits(traits, catalogue),
        "named_cards": trait_cards_by_name(
            (*unknown_special(unit.profile), *(mark for weapon in unit.all_weapons for mark in unknown_marks(weapon))),
            catalogue,
        ),
    }
    return EquippedUnit.model_construct(**{**dict(unit.profile), **values})


def printed_profile(profile: Profile, rulings: Rulings) -> Profile:
    """Return a profile for a fight, with its pilot's level under the rulings in force."""
    level = pilot_level(Entry(profile=profile.id), profile, rulings)
    return profile.model_copy(update={"pilot_level": counted_level(profile, level, rulings)})


@rule("kaiju-level")
def counted_level(profile: Profile, level: int, rulings: Rulings) -> int:
    """Return the level that rules count: a ruling may count a basic Kaiju as level 1."""
    if profile.type == "Kaiju" and level == 0 and rulings["kaiju-level"] == "one":
        return 1
    return level


def cards_of_traits(traits: tuple[TraitLine, ...], catalogue: Catalogue) -> tuple[Trait, ...]:
    """Return the cards of traits, each once; a trait without a card has none."""
    cards = (find_trait_card(catalogue, line.name) for line in traits)
    return tuple({card.id: card for card in cards if card}.values())


def _trait_line(name: str, catalogue: Catalogue) -> TraitLine:
    card = find_card(catalogue, Trait, name)
    if not isinstance(card, Trait):
        return TraitLine(name=name[:40], kind="pilot")
    return TraitLine(name=card.name[:40], kind=card.kind, level=card.level, text=card.text[:200])


def carries(profile: Profile, weapon: Weapon) -> bool:
    """Return whether a unit carries a weapon, rather than only being offered it."""
    return any(weapon is carried for carried in profile.weapons)
