"""How many copies of each card the search for the best Mech uses; never more than one Mech can use."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from companion.cards import Catalogue
from companion.games.techniconica.analysis.pareto import SearchLimits
from companion.games.techniconica.analysis.search import PLACES_OF, SLOTS, WEIGHED, Search
from companion.games.techniconica.model import (
    KIND_OF,
    MOST_ATTACHED,
    PLACES,
    Armour,
    Extra,
    Modification,
    Part,
    Shield,
    Support,
)
from companion.games.techniconica.model.special_rules import Specials, bearing, numbers, specials

LARGEST = 300
"""The most different cards in a search."""
MOST_COPIES = 335
"""The most cards in a search, counting copies: beyond that it uses fewer copies of each, and says so."""
_MOST_HUNG: dict[type[Part], int] = {Support: 19, Armour: 28, Shield: 28}
"""Cards of a kind that always fit on four Base Parts besides their Modifications."""


class Looked(NamedTuple):
    """How many copies of each card a search uses; `left` says what it leaves out that might make a better Mech."""

    copies: dict[str, int]
    left: str = ""


def looked_at(catalogue: Catalogue, copies: Mapping[str, int]) -> Looked:
    """Return how many copies of each card a search uses: only cards with known numbers, and no more than fit a Mech."""
    cards = [card for card in catalogue.all(Part) if copies.get(card.id, 0) > 0 and _counts(card, specials(catalogue))]
    known = {card.id: min(copies[card.id], _usable(card)) for card in cards}
    limits = Search(catalogue, known, lambda e: 0).limits
    known = {card.id: min(known[card.id], _bearable(card, limits)) for card in cards}
    known = {card: n for card, n in known.items() if n}
    most = max(known.values(), default=1)
    each = next((n for n in range(most, 1, -1) if sum(min(n, have) for have in known.values()) <= MOST_COPIES), 1)
    left = f"The search used at most {each} of each card; more copies might do better." if each < most else ""
    return Looked({card: min(n, each) for card, n in known.items()}, left)


def _usable(card: Part) -> int:
    """Return how many copies of a card have a place in one Mech."""
    if isinstance(card, Modification):
        return min(SLOTS + 2, sum(PLACES_OF[place] for place in card.fits or PLACES))
    if isinstance(card, Extra | Armour | Shield):
        return (SLOTS + 2) * MOST_ATTACHED
    return PLACES_OF.get(KIND_OF[type(card)], 1)


def _bearable(card: Part, limits: SearchLimits) -> int:
    """Return how many copies of a card the strongest Mech could carry and power."""
    if not isinstance(card, Support | Armour | Shield):
        return _usable(card)
    relief = card.gives if isinstance(card, Extra) else {}
    if {"we", "pc", "mw", "po"} & set(relief):
        return _usable(card)
    costs = ((limits.weight, card.stat("we")), (limits.power, card.stat("pc")))
    return min([_usable(card), *(have // cost for have, cost in costs if cost)])


def roomy(catalogue: Catalogue, looked: Looked) -> Looked:
    """Return as many copies as always fit on a Mech: one of each card in turn, the lightest first."""
    found = dict(looked.copies)
    for kind, most in _MOST_HUNG.items():
        cards = sorted(catalogue.all(kind), key=lambda card: card.stat("we") + card.stat("pc"))
        have = {card.id: found[card.id] for card in cards if card.id in found}
        turns = sorted((n, i, card) for i, (card, count) in enumerate(have.items()) for n in range(count))
        found |= dict.fromkeys(have, 0) | Counter(card for _, _, card in turns[:most])
    return Looked(found, "The search used only as many attached cards as always fit; more might do better.")


def _counts(card: Part, known: Specials) -> bool:
    """Whether a card's numbers are known, and, for an attached card, whether it changes a number that counts."""
    if isinstance(card, Extra) and "trigger" in numbers(card.rules):
        return False
    helps = not isinstance(card, Extra) or set(card.gives) & WEIGHED or bearing(card.rules, known)
    return bool(helps) and not card.unknown
