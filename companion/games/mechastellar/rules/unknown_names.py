"""Finds printed Specials, marks and traits that no rule defines; they are kept and have no effect on dice.

A trait card of that name, from the game or from a pack, defines one; it counts if the card has numbers.
"""

import re
from collections.abc import Iterable, Iterator

from companion.data.card_ids import find_card, plain_name
from companion.data.cards import Card, Catalogue
from companion.games.mechastellar.model import SPECIALS, Profile, Trait
from companion.games.mechastellar.model.weapons import QUALITIES, Weapon
from companion.games.mechastellar.rules.special_lines import uncounted_parts

_NUMBER = re.compile(r"\s*\(\s*\d+\s*\)\s*$")
_SPECIALS = {plain_name(name) for name in SPECIALS}


def find_trait_card(catalogue: Catalogue, text: str) -> Trait | None:
    """Return the trait card of this name, `Supersonic (3)`, or failing that of the name without its number."""
    card = find_card(catalogue, Trait, text) or find_card(catalogue, Trait, strip_number(text))
    return card if isinstance(card, Trait) else None


def strip_number(text: str) -> str:
    """Return a name without the number behind it: `Supersonic` for `Supersonic (3)`."""
    return _NUMBER.sub("", text)


def unknown_special(profile: Profile) -> tuple[str, ...]:
    """Return the Special of a profile if 9.5 does not name it."""
    return (profile.special,) if profile.special and plain_name(profile.special) not in _SPECIALS else ()


def unknown_marks(weapon: Weapon) -> tuple[str, ...]:
    """Return the marks of a weapon that 9.5 does not name, and the parts of its special line without effect."""
    return (*(mark for mark in weapon.qualities if mark not in QUALITIES), *uncounted_parts(weapon))


def trait_cards_by_name(names: Iterable[str], catalogue: Catalogue) -> dict[str, Trait]:
    """Return the trait cards of these names, by name as it is printed; names without a card are left out."""
    return {name: card for name in names if (card := find_trait_card(catalogue, name))}


def unknown_effects(card: Card, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the names on a card that have no effect on dice because no rule defines them, each once."""
    if isinstance(card, Trait):
        return () if card.counts else (card.name,)
    if not isinstance(card, Profile):
        return ()
    return tuple(dict.fromkeys(name for name in _names(card) if not find_trait_card(catalogue, name)))


def _names(profile: Profile) -> Iterator[str]:
    yield from unknown_special(profile)
    for weapon in (*profile.weapons, *profile.alternates, *profile.extras):
        yield from unknown_marks(weapon)
    yield from (line.name for line in profile.traits)
