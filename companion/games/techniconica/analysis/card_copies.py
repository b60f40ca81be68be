"""How many copies of each card the search for the best Mech uses; never more than one Mech can use."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.cards import Catalogue
from companion.games.techniconica.analysis.effects import WEIGHED
from companion.games.techniconica.analysis.pareto import SearchLimits
from companion.games.techniconica.analysis.search import SLOTS, Search, most_hosts
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


def looked_at(
    catalogue: Catalogue, copies: Mapping[str, int], must: Iterable[str] = (), slots: int = SLOTS, mechs: int = 1
) -> Looked:
    """Return how many copies of each card a search uses: only cards with known numbers, and no more than fit a Mech.

    Cards that `must` be in count also where they change nothing; for a squad of several `mechs` there are more copies.
    """
    wanted = set(must)
    rules = specials(catalogue)
    cards = [card for card in catalogue.all(Part) if copies.get(card.id, 0) > 0]
    cards = [card for card in cards if card.id in wanted or _counts(card, rules)]
    known = {card.id: min(copies[card.id], mechs * _usable(card, slots)) for card in cards}
    limits = Search(catalogue, known, lambda e: 0, slots=slots).limits
    known = {card.id: min(known[card.id], mechs * _bearable(card, limits, slots)) for card in cards}
    known = {card: n for card, n in known.items() if n}
    most = max(known.values(), default=1)
    each = next((n for n in range(most, 1, -1) if sum(min(n, have) for have in known.values()) <= MOST_COPIES), 1)
    left = f"The search used at most {each} of each card; more copies might do better." if each < most else ""
    return Looked({card: min(n, each) for card, n in known.items()}, left)


def _usable(card: Part, slots: int) -> int:
    """Return how many copies of a card have a place in one Mech."""
    if isinstance(card, Modification):
        return min(slots + 2, sum(most_hosts(slots)[place] for place in card.fits or PLACES))
    if isinstance(card, Extra | Armour | Shield):
        return (slots + 2) * MOST_ATTACHED
    return most_hosts(slots).get(KIND_OF[type(card)], 1)


def _bearable(card: Part, limits: SearchLimits, slots: int) -> int:
    """Return how many copies of a card the strongest Mech could carry and power."""
    if not isinstance(card, Support | Armour | Shield):
        return _usable(card, slots)
    relief = card.gives if isinstance(card, Extra) else {}
    if {"we", "pc", "mw", "po"} & set(relief):
        return _usable(card, slots)
    costs = ((limits.weight, card.stat("we")), (limits.power, card.stat("pc")))
    return min([_usable(card, slots), *(have // cost for have, cost in costs if cost)])


def roomy(catalogue: Catalogue, looked: Looked, must: Mapping[str, int] | None = None) -> Looked:
    """Return as many copies as always fit on a Mech: one of each card in turn, the lightest first.

    Cards that `must` be in are kept besides.
    """
    found = dict(looked.copies)
    for kind, most in _MOST_HUNG.items():
        cards = sorted(catalogue.all(kind), key=lambda card: card.stat("we") + card.stat("pc"))
        have = {card.id: found[card.id] for card in cards if card.id in found}
        turns = sorted((n, i, card) for i, (card, count) in enumerate(have.items()) for n in range(count))
        found |= dict.fromkeys(have, 0) | Counter(card for _, _, card in turns[:most])
    found |= {card: max(found.get(card, 0), count) for card, count in (must or {}).items()}
    return Looked(found, "The search used only as many attached cards as always fit; more might do better.")


def _counts(card: Part, known: Specials) -> bool:
    """Whether a card's numbers are known, and, for an attached card, whether it changes a number that counts."""
    if isinstance(card, Extra) and "trigger" in numbers(card.rules):
        return False
    helps = not isinstance(card, Extra) or set(card.gives) & WEIGHED or bearing(card.rules, known)
    return bool(helps) and not card.unknown
