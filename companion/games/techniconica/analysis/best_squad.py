"""The best squad of several Mechs from one collection: the highest sum of a measure, and how far that is proved.

Every Mech is first searched as if it had the whole collection. Where together they use a card more often than there are
copies, one of them has to do with fewer: each choice of which one is searched further, the most promising first. So the
best sum still open is more than any squad can have, and the search has proved its squad once nothing open is better.
For a sum of stats the prices of `card_prices` prove a lower one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
from threading import Lock

from companion.budget import check
from companion.games.techniconica.analysis.best_mech import BestMech, best
from companion.games.techniconica.analysis.card_copies import looked_at
from companion.games.techniconica.analysis.card_prices import CardPrices
from companion.games.techniconica.analysis.placement import NoRoomError
from companion.games.techniconica.analysis.squads import (
    Bounds,
    Number,
    SquadQuestion,
    SquadReport,
    all_used,
    settled,
    total,
    worth,
)
from companion.games.techniconica.model import Part, Pilot

_STEP = 30
"""The most Mechs that are searched before a page hears of it; of large collections there are fewer."""
EVERY = 10**9
"""More Mechs than are ever searched: the search goes on until it is finished."""
_MOST_SEARCHED = 90
"""How many Mechs are searched at most before a search stops proving."""
_WORK = 900_000
"""How much work a search does before it stops proving: each Mech takes about the square of the copies it may use."""
_SUGGESTED = 8
"""After so many changes of prices the squad that they suggest is tried."""

_Share = Callable[[Mapping[str, int], int], Mapping[str, int]]
"""Returns which of the cards left a Mech may use, by its place in the squad."""
_Choice = tuple[Number, int, tuple[Bounds, ...]]
"""The bounds of all Mechs; before them the sum they could have and when they came, both negative: best first."""


class SquadSearch:
    """The search for a squad, which goes on where it stopped; its steps always come in the same order."""

    def __init__(self, question: SquadQuestion) -> None:
        """Start the search; `advance` takes it further."""
        self._question = question
        terms = question.terms
        looked = looked_at(
            question.catalogue, dict(question.copies), (card for card, _ in question.must), terms.slots, question.count
        )
        named = {card.id for card in question.catalogue.all(Pilot) if card.named}
        self._copies = {card: min(n, 1) if card in named else n for card, n in looked.copies.items()}
        self._must = Counter(dict(question.must))
        self.left = looked.left
        each = max(1, sum(self._copies.values())) ** 2
        self.total = max(3 * question.count, min(_MOST_SEARCHED, _WORK // each))
        self._step = max(1, min(_STEP, _WORK // 15 // each))
        self.searched = 0
        self._known: dict[Bounds, BestMech | None] = {}
        self._best: tuple[BestMech, ...] = ()
        self._open: list[_Choice] = []
        self._entries = 0
        self._met: set[tuple[Bounds, ...]] = set()
        self._tried: tuple[BestMech, ...] = ()
        self._turn = self._unchanged = 0
        self._ways = [self._greedy, self._dealt]
        self._prices = self._priced_cards() if question.wish in ("fast", "sturdy") else None
        self._begun = self._over = False
        self.reports: list[SquadReport] = []
        self.lock = Lock()

    def advance(self) -> None:
        """Go one step further, and report."""
        end = self.searched + self._step
        while not self.finished and self.searched < end:
            check()
            self._go()
        self.reports.append(self._report())

    @property
    def finished(self) -> bool:
        """Whether there is no more to do, or it has done as much as it may."""
        return self._over or self.searched >= self.total

    def _report(self) -> SquadReport:
        most = self._most()
        return SquadReport(self._best, most, self.searched, self.total, self.finished, self._over, self.left)

    def _most(self) -> Number | None:
        """Return what no squad has more of: the best sum still open, or that of the best squad."""
        if not self._begun:
            return None
        if not (self._best or self._open):
            return None
        still = -self._open[0][0] if self._open else 0
        if self._prices and self._prices.bound is not None:
            still = min(still, self._prices.bound)
        return max(still, total(self._best))

    def _go(self) -> None:
        """Do the next piece of the search; what it has found so far is kept where the budget ends it."""
        if not self._begun:
            self._begin()
        elif self._tried:
            self._improve()
        elif self._ways:
            self._try(self._ways[0]())
            self._ways.pop(0)
        elif self._best and self._most() == total(self._best):
            self._over = True
        elif self._prices and not self._prices.finished:
            self._price(self._prices)
        else:
            self._branch()

    def _priced_cards(self) -> CardPrices:
        terms, fast = self._question.terms, self._question.wish == "fast"
        count = self._question.count
        return CardPrices(self._question.catalogue, self._copies, count, fast, terms.least_speed, terms.slots)

    def _price(self, prices: CardPrices) -> None:
        """Prove a lower bound by prices, and now and then try the squad that they suggest."""
        prices.advance(int(total(self._best)))
        self.searched += 1
        if prices.rounds % _SUGGESTED == 0:
            self._try(tuple(self._suggested(prices)))

    def _suggested(self, prices: CardPrices) -> Iterator[BestMech]:
        """Yield one Mech after the other, each the best by prices of what is left."""
        left, must = dict(self._copies), Counter(self._must)
        for _ in range(self._question.count):
            used = prices.best_of(left)
            self.searched += 1
            if used is None:
                return
            mech = self._with_as_many({card: min(n, (used | must)[card]) for card, n in left.items()}, must)
            if mech is None:
                return
            yield mech
            left = {card: n - mech.used[card] for card, n in left.items()}
            must = must - mech.used

    def _begin(self) -> None:
        alone: tuple[Bounds, ...] = (((), ()),) * self._question.count
        choice = self._choice(alone)
        self._open = [choice] if choice else []
        self._begun, self._over = True, not choice

    def _branch(self) -> None:
        """Look at the most promising choice: done where it is a squad, else each way to settle a card in dispute."""
        if not self._open or (self._best and -self._open[0][0] <= total(self._best)):
            self._over = True
            return
        bounds = self._open[0][2]
        mechs = self._mechs(bounds)
        disputed = self._disputed(mechs)
        if disputed is None:
            self._best, self._over = mechs, True
            return
        bounded = (settled(one, mech.used[disputed[0]], *disputed) for one, mech in zip(bounds, mechs, strict=True))
        found = [self._choice((*bounds[:index], one, *bounds[index + 1 :])) for index, one in enumerate(bounded) if one]
        heappop(self._open)
        for choice in filter(None, found):
            if choice[2] not in self._met:
                self._met.add(choice[2])
                heappush(self._open, choice)

    def _choice(self, bounds: tuple[Bounds, ...]) -> _Choice | None:
        """Search the Mechs of a choice; None where they cannot be, or are no better than the best squad."""
        bounds = tuple(sorted(bounds))
        mechs = self._mechs(bounds)
        if len(mechs) < len(bounds) or (self._best and total(mechs) <= total(self._best)):
            return None
        self._entries += 1
        return -total(mechs), -self._entries, bounds

    def _mechs(self, bounds: tuple[Bounds, ...]) -> tuple[BestMech, ...]:
        found = []
        for one in bounds:
            mech = self._solved(one)
            if mech is None:
                break
            found.append(mech)
        return tuple(found)

    def _disputed(self, mechs: tuple[BestMech, ...]) -> tuple[str, bool] | None:
        """Return a card that is used too often, or (True) one that must be used more often; None if there is none."""
        used = all_used(mechs)
        for card, count in self._must.items():
            if used[card] < count:
                return card, True
        over = [card for card, count in used.items() if count > self._copies.get(card, 0)]
        return (min(over, key=lambda card: (sum(card in mech.used for mech in mechs), card)), False) if over else None

    def _solved(self, bounds: Bounds) -> BestMech | None:
        """Return the best Mech within bounds, from memory if it was searched before."""
        if bounds not in self._known:
            allowed, least = map(dict, bounds)
            copies = {card: min(n, allowed.get(card, n)) for card, n in self._copies.items()}
            self._known[bounds] = self._searched(copies, least)
            self.searched += 1
        return self._known[bounds]

    def _searched(self, copies: Mapping[str, int], must: Mapping[str, int]) -> BestMech | None:
        question = self._question
        terms = replace(question.terms, must=must)
        try:
            found = best(question.catalogue, copies, question.wish, question.rulings, terms=terms)
        except NoRoomError:
            found, self.left = None, "Mechs with more attached cards than their parts hold were left out."
        if found and found.left:
            self.left = found.left
        return found

    # Squads that come quickly, and are made better one Mech at a time.

    def _greedy(self) -> tuple[BestMech, ...]:
        """Return one Mech after the other, each the best that the rest of the cards allow."""
        return tuple(self._in_turn(lambda left, index: left))

    def _dealt(self) -> tuple[BestMech, ...]:
        """Return the Mechs from a collection that was dealt out evenly, the best cards in turn."""
        shares = self._shares()
        return tuple(self._in_turn(lambda left, index: {card: min(n, shares[index][card]) for card, n in left.items()}))

    def _in_turn(self, share: _Share) -> Iterator[BestMech]:
        left, must = dict(self._copies), Counter(self._must)
        for index in range(self._question.count):
            mech = self._with_as_many(share(left, index), must)
            if mech is None:
                return
            yield mech
            left = {card: n - mech.used[card] for card, n in left.items()}
            must = must - mech.used

    def _with_as_many(self, allowed: Mapping[str, int], must: Mapping[str, int]) -> BestMech | None:
        """Return the best Mech that has as many of the cards that must be in as it can, the first ones first."""
        wanted = list(Counter(must).elements())
        for end in range(len(wanted), -1, -1):
            mech = self._solved((tuple(sorted(allowed.items())), tuple(sorted(Counter(wanted[:end]).items()))))
            if mech:
                return mech
        return None

    def _shares(self) -> list[Counter[str]]:
        cards = [card for card in self._question.catalogue.all(Part) if self._copies.get(card.id)]
        cards.sort(key=lambda card: (card.type, -sum(card.stat(stat) for stat in card.stats)))
        shares: list[Counter[str]] = [Counter() for _ in range(self._question.count)]
        turn = 0
        for card in cards:
            for _ in range(self._copies[card.id]):
                shares[turn % len(shares)][card.id] += 1
                turn += 1
        return shares

    def _try(self, squad: tuple[BestMech, ...]) -> None:
        """Keep a squad where it is the best so far, and go on to improve it."""
        if len(squad) == self._question.count:
            self._keep(squad)
            self._tried, self._turn, self._unchanged = squad, 0, 0

    def _improve(self) -> None:
        """Search one Mech of the squad again, among its cards and what is left; stop once none gets better."""
        squad, index = self._tried, self._turn % len(self._tried)
        others = all_used(squad) - squad[index].used
        left = {card: n - others[card] for card, n in self._copies.items()}
        other = self._solved((tuple(sorted(left.items())), tuple(sorted((self._must - others).items()))))
        self._turn, self._unchanged = self._turn + 1, self._unchanged + 1
        if other and (other.first, other.second) > (squad[index].first, squad[index].second):
            self._tried, self._unchanged = (*squad[:index], other, *squad[index + 1 :]), 1
            self._keep(self._tried)
        if self._unchanged >= len(squad):
            self._tried = ()

    def _keep(self, squad: tuple[BestMech, ...]) -> None:
        """Keep a squad that is better than the best so far."""
        if len(squad) == self._question.count and self._disputed(squad) is None:
            self._best = max((squad, self._best), key=worth)


@lru_cache(maxsize=8)
def running(question: SquadQuestion) -> SquadSearch:
    """Return the search for a squad, the one of before where this process has it."""
    return SquadSearch(question)


def reported(question: SquadQuestion, done: int, most_steps: int | None) -> SquadReport:
    """Return the report one step past `done` searched Mechs, or an earlier one where that takes too many new steps."""
    search = running(question)
    with search.lock:
        fresh = 0
        while not search.reports or (search.reports[-1].searched <= done and not search.reports[-1].finished):
            if most_steps is not None and fresh >= most_steps:
                break
            search.advance()
            fresh += 1
        return next((r for r in search.reports if r.searched > done), search.reports[-1])
