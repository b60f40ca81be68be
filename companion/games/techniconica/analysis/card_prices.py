"""Prices of cards that a squad competes for: they prove that no squad has more than a sum, and suggest squads.

Whatever prices cards have, a Mech is worth its measure less the prices of its cards; no squad has more than the best
such worth for each of its Mechs and the prices of all copies there are (a Lagrangian bound). Prices rise where Mechs
would use more copies than there are, so that the bound sinks.
"""

from collections import Counter
from collections.abc import Mapping

from companion.cards import Catalogue
from companion.games.techniconica.analysis.effects import Effect
from companion.games.techniconica.analysis.pareto import picks
from companion.games.techniconica.analysis.search import Search

ROUNDS = 40
"""How often prices are changed."""
_UNIT = 1000
"""A point of the measure in the units of prices."""
_PATIENCE = 3
"""How many rounds without a lower bound there may be before prices change by half as much."""


class CardPrices:
    """Prices for squads of so many Mechs that are to be fast, else sturdy, with at least some Speed each."""

    def __init__(
        self, catalogue: Catalogue, copies: Mapping[str, int], count: int, fast: bool, least_speed: int, slots: int
    ) -> None:
        """Start with no prices."""
        self._catalogue, self._copies, self._count = catalogue, copies, count
        self._fast, self._least, self._slots = fast, least_speed, slots
        self._prices: dict[str, float] = {}
        self._pace = 1.0
        self._stale = 0
        self.rounds = 0
        self.bound: int | None = None

    @property
    def finished(self) -> bool:
        """Whether prices are no longer changed."""
        return self.rounds >= ROUNDS

    def advance(self, reached: int) -> None:
        """Find the best priced Mech, lower the bound where that proves it, and change the prices.

        `reached` is the sum of the best squad so far.
        """
        value, used = self._priced()
        prices = self._whole()
        bound = self._count * value + sum(price * self._copies[card] for card, price in prices.items())
        self.rounds += 1
        if self.bound is None or bound // _UNIT < self.bound:
            self.bound, self._stale = bound // _UNIT, 0
        else:
            self._stale += 1
        if self._stale >= _PATIENCE:
            self._pace, self._stale = self._pace / 2, 0
        self._change(used, bound - reached * _UNIT)

    def _change(self, used: Counter[str], gap: int) -> None:
        """Raise the prices of cards that are used too often, lower those of the others."""
        excess = {
            card: self._count * used[card] - have
            for card, have in self._copies.items()
            if used[card] or self._prices.get(card)
        }
        length = sum(n * n for n in excess.values())
        if not length:
            return
        step = self._pace * max(gap, _UNIT) / length
        for card, n in excess.items():
            self._prices[card] = max(0.0, self._prices.get(card, 0.0) + step * n)

    def _whole(self) -> dict[str, int]:
        return {card: whole for card, price in self._prices.items() if (whole := int(price))}

    def _priced(self) -> tuple[int, Counter[str]]:
        """Return what the best priced Mech is worth, and its cards; nothing where there is no legal Mech."""

        def worth(e: Effect) -> int:
            return _UNIT * (e.sp if self._fast else e.dt)

        search = Search(self._catalogue, self._copies, worth, self._least, slots=self._slots, prices=self._whole())
        way = search.whole(search.looked_up())
        return (way[0], Counter(pick.card for pick in picks(way[1]))) if way else (0, Counter())

    def best_of(self, left: Mapping[str, int]) -> Counter[str] | None:
        """Return the cards of the best priced Mech made from these; None where there is no legal one."""
        whole, self._copies = self._copies, left
        try:
            _, used = self._priced()
        finally:
            self._copies = whole
        return used or None
