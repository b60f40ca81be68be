"""What a search for a squad is asked, what it reports, and what both mean; the search is in `best_squad`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from companion.cards import Catalogue
from companion.games.techniconica.analysis.best_mech import BestMech, Terms, Wish
from companion.games.techniconica.model import Part
from companion.games.techniconica.model.special_rules import specials
from companion.rulebook import Rulings

Number = Fraction | int
Counts = tuple[tuple[str, int], ...]
Bounds = tuple[Counts, Counts]
"""What one Mech is allowed: the most copies of some cards, and the least copies of some."""


@dataclass(frozen=True)
class SquadQuestion:
    """What squad is asked for: how many Mechs, from which copies of cards, for which goal and on what terms.

    Two questions are the same where nothing differs that the answer depends on.
    """

    count: int
    wish: Wish
    copies: Counts
    must: Counts
    terms: Terms = field(compare=False)
    catalogue: Catalogue = field(compare=False, repr=False)
    rulings: Rulings = field(compare=False)
    _same: tuple[object, ...] = ()

    @classmethod
    def of(
        cls,
        count: int,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        wish: Wish,
        rulings: Rulings,
        terms: Terms,
    ) -> "SquadQuestion":
        """Return the question."""
        cards = [repr(card) for card in catalogue.all(Part) if copies.get(card.id)]
        rest = (
            repr(specials(catalogue)),
            tuple(sorted(rulings.items())),
            terms.least_speed,
            terms.grid,
            terms.opponent,
        )
        must = tuple(sorted(terms.must.items()))
        return cls(count, wish, tuple(sorted(copies.items())), must, terms, catalogue, dict(rulings), (*cards, *rest))


@dataclass(frozen=True)
class SquadReport:
    """How far a search is: the best squad so far, the most that any can have, and whether that is proved.

    `searched` Mechs have been searched for it, at most `total` will be; `most` is None where nothing is known yet.
    """

    squad: tuple[BestMech, ...]
    most: Number | None
    searched: int
    total: int
    finished: bool
    proved: bool
    left: str

    @property
    def sum(self) -> Number:
        """The sum of the first measure."""
        return total(self.squad)


def settled(bounds: Bounds, used: int, card: str, more: bool) -> Bounds | None:
    """Return the bounds of a Mech that has to use a card once more, or once less, than it does; None if it cannot."""
    allowed, least = map(dict, bounds)
    if more:
        least[card] = used + 1
    elif used == 0:
        return None
    else:
        allowed[card] = used - 1
    return tuple(sorted(allowed.items())), tuple(sorted(least.items()))


def all_used(mechs: Iterable[BestMech]) -> Counter[str]:
    """Return how many of each card Mechs use together."""
    found: Counter[str] = Counter()
    for mech in mechs:
        found.update(mech.used)
    return found


def total(mechs: Iterable[BestMech]) -> Number:
    """Return the sum of the first measure."""
    return sum((mech.first for mech in mechs), 0)


def worth(mechs: tuple[BestMech, ...]) -> tuple[int, Number, int]:
    """Return what squads are compared by: any against none, then both measures."""
    return len(mechs), total(mechs), sum(mech.second for mech in mechs)
