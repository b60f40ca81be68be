"""Named Pilots: which cards are the same one. A card pack can bring a second card of a name, under another id."""

from collections.abc import Mapping

from companion.data.card_ids import name_key
from companion.data.cards import Catalogue
from companion.games.techniconica.model import Pilot


def named_pilots(catalogue: Catalogue) -> dict[str, str]:
    """Return the cards of Named Pilots, each with its name as it is compared; cards of one name are one Pilot.

    A card that does not say whether its Pilot is Named is taken for the Named Pilot of that name.
    """
    cards = tuple(catalogue.all(Pilot))
    names = {name_key(card.name) for card in cards if card.named}
    return {card.id: key for card in cards if card.named is not False and (key := name_key(card.name)) in names}


def copies_left(copies: Mapping[str, int], used: Mapping[str, int], catalogue: Catalogue) -> dict[str, int]:
    """Return the copies of each card that Mechs leave for others; no card of a Named Pilot whom they have."""
    named = named_pilots(catalogue)
    serving = {named[card] for card, count in used.items() if count and card in named}
    return {
        card: 0 if named.get(card) in serving else max(0, count - used.get(card, 0)) for card, count in copies.items()
    }
