"""One Mech as an integer program: the number of each card in each place, under the rules of weight, power and room.

Numbers are exact; a number that cards lower stops at 0, as on the table (rule modifies). Imports OR-Tools, so only
modules that solve may import this one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import IntVar, LinearExpr

from companion.games.techniconica.analysis.hosts import Host, Stock
from companion.games.techniconica.model import MOST_ATTACHED, PARTS, PLACES, Stat

Spot = Host | str
"""The place of Support: a host, or any part of a kind of Base Part."""
Value = Callable[[IntVar], int]
"""Returns the value of a variable in a solution."""
Term = tuple[LinearExpr, int]
"""A variable or a sum, and its factor."""
Counted = Host | str | tuple[str, Spot]
"""The thing that a variable counts: a host, a card, or a card on a spot."""
_MOST = 1_000_000
"""More than any number of a Mech."""


@dataclass(frozen=True)
class ChosenHost:
    """Copies of a Base Part, their Modifications (at most one a copy), and their Support."""

    host: Host
    count: int
    changes: tuple[str, ...]
    supports: tuple[str, ...]


@dataclass(frozen=True)
class ChosenCards:
    """The cards of a Mech in a solution.

    `supports` is Support by the kind of Base Part that it is on; `protection` may be on any.
    """

    pilot: str
    hosts: tuple[ChosenHost, ...]
    supports: Mapping[str, tuple[str, ...]]
    protection: tuple[str, ...]


class MechProgram:
    """The variables and the rules of one Mech in a model."""

    def __init__(self, model: cp_model.CpModel, stock: Stock) -> None:
        """Add the variables and rules to a model."""
        self.model, self.stock = model, stock
        self.hosts = {host: self.count(most) for host, most in stock.hosts.items()}
        self.pilots = {card.id: self.count(1) for card in stock.pilots}
        self.changes = {
            (card.id, host): self.count(min(stock.copies[card.id], most))
            for host, most in stock.hosts.items()
            for card in stock.attachable_cards(stock.modifications, host.kind)
        }
        self.supports = {
            (card.id, spot): self.count(stock.copies[card.id])
            for spot in self._spots()
            for card in stock.attachable_cards(stock.supports, _kind(spot))
        }
        self.protection = {card.id: self.count(stock.copies[card.id]) for card in stock.protection}
        self._require_parts()
        self._limit_attached()
        self.speed = self._whole_mech_stat("sp")
        self.accuracy = self._whole_mech_stat("ac")
        self.damage_points = total([*self._stats("dt", PLACES), *self._card_stats("dt", self.protection.items())])
        self._limit_weight_and_power()

    def count(self, most: int) -> IntVar:
        """Return a new variable from 0 to `most`."""
        return self.model.new_int_var(0, most, "")

    def count_of_kinds(self, *kinds: str) -> LinearExpr:
        """Return the number of Base Parts of some kinds."""
        return total([(count, 1) for host, count in self.hosts.items() if host.kind in kinds])

    @property
    def variables(self) -> Mapping[Counted, IntVar]:
        """All variables by the thing that they count; programs of the same cards have the same keys."""
        counts = (self.hosts, self.pilots, self.changes, self.supports, self.protection)
        return dict(chain.from_iterable(variables.items() for variables in counts))

    def card_counts(self) -> Iterator[tuple[str, IntVar]]:
        """Yield each card with the variable of its copies; some cards have several variables."""
        yield from ((host.card, count) for host, count in self.hosts.items())
        yield from self._attached_counts()
        yield from self.pilots.items()

    def chosen_cards(self, value: Value) -> ChosenCards:
        """Return the cards of a solution."""
        changes, supports = self.changes.items(), self.supports.items()
        hosts = tuple(
            ChosenHost(host, value(count), self._cards_on(host, changes, value), self._cards_on(host, supports, value))
            for host, count in self.hosts.items()
            if value(count)
        )
        pilot = next(card for card, is_aboard in self.pilots.items() if value(is_aboard))
        protection = tuple(card for card, count in self.protection.items() for _ in range(value(count)))
        return ChosenCards(pilot, hosts, {kind: self._cards_on(kind, supports, value) for kind in PLACES}, protection)

    @staticmethod
    def _cards_on(spot: Spot, counts: Iterable[tuple[tuple[str, Spot], IntVar]], value: Value) -> tuple[str, ...]:
        return tuple(card for (card, place), count in counts if place == spot for _ in range(value(count)))

    def _spots(self) -> Iterator[Spot]:
        yield from (kind for kind in PLACES if kind not in self.stock.kinds_with_single_copies)
        yield from (host for host in self.stock.hosts if host.kind in self.stock.kinds_with_single_copies)

    def _attached_counts(self) -> Iterator[tuple[str, IntVar]]:
        for cards in (self.changes, self.supports):
            yield from ((card, count) for (card, _), count in cards.items())
        yield from self.protection.items()

    # Rules of every Mech

    def _require_parts(self) -> None:
        """Require one Locomotor, Cockpit and Pilot, a Weapon and a Power Plant, and no more than fit the grid."""
        add = self.model.add
        add(self.count_of_kinds("locomotor") == 1)
        add(self.count_of_kinds("cockpit") == 1)
        add(total([(is_aboard, 1) for is_aboard in self.pilots.values()]) == 1)
        add(self.count_of_kinds("weapon") >= 1)
        add(self.count_of_kinds("power-plant") >= 1)
        add(self.count_of_kinds("weapon", "power-plant") <= self.stock.slots)
        further_copies = [host for host in self.stock.hosts if host.copy]
        for host in further_copies:
            add(self.hosts[host] <= self.hosts[host._replace(copy=host.copy - 1)])

    def _limit_attached(self) -> None:
        """Allow at most one Modification a part, and no more attached cards than the parts hold."""
        add = self.model.add
        for host, count in self.hosts.items():
            changes_on_host = [(n, 1) for (_, place), n in self.changes.items() if place == host]
            add(total(changes_on_host) <= count)
            if host.kind in self.stock.kinds_with_single_copies:
                supports_there = [(n, 1) for (_, place), n in self.supports.items() if place == host]
                add(total([*changes_on_host, *supports_there]) <= MOST_ATTACHED * count)
        for kind in PLACES:
            changes = [(n, 1) for (_, host), n in self.changes.items() if host.kind == kind]
            supports_there = [(n, 1) for (_, spot), n in self.supports.items() if _kind(spot) == kind]
            add(total([*changes, *supports_there]) <= MOST_ATTACHED * self.count_of_kinds(kind))
        add(total([(n, 1) for _, n in self._attached_counts()]) <= MOST_ATTACHED * self.count_of_kinds(*PLACES))

    def _limit_weight_and_power(self) -> None:
        """Allow no more weight than the Locomotor carries, and no more power than the Power Plants give."""
        parts = [kind for kind in PLACES if kind != "locomotor"]
        weight = total([*self._stats("we", parts), *self._card_stats("we", self._attached_counts())])
        self.model.add(weight <= self._whole_mech_stat("mw"))
        power = total([*self._stats("pc", PLACES), *self._card_stats("pc", self._attached_counts())])
        self.model.add(power <= total(self._stats("po", ["power-plant"])))

    # Stats as sums of variables times factors

    def _card_stats(self, name: Stat, cards: Iterable[tuple[str, IntVar]]) -> list[Term]:
        return [(count, self.stock.card[card].stat(name)) for card, count in cards]

    def _stats(self, name: Stat, kinds: Iterable[str]) -> list[Term]:
        """Return a stat of all Base Parts of some kinds, as changed by attached cards."""
        terms: list[Term] = []
        for kind in (kind for kind in kinds if name in PARTS[kind].stats):
            hosts = [host for host in self.stock.hosts if host.kind == kind]
            if kind in self.stock.kinds_with_single_copies:
                terms += [(self._at_least_zero(self._single_copy_stat(host, name)), 1) for host in hosts]
                continue
            for host in hosts:
                terms += self._equal_copies_stat(host, name)
            terms += [
                (n, self.stock.passive_change(card, name)) for (card, spot), n in self.supports.items() if spot == kind
            ]
        return terms

    def _equal_copies_stat(self, host: Host, name: Stat) -> list[Term]:
        """Return a stat of equal copies; a Modification lowers none below 0, and no Support lowers them."""
        base = self.stock.card[host.card].stat(name)
        changes = [
            (n, self.stock.host_change(host.card, card, name))
            for (card, place), n in self.changes.items()
            if place == host
        ]
        return [(self.hosts[host], base), *((n, max(0, base + change) - base) for n, change in changes)]

    def _single_copy_stat(self, host: Host, name: Stat) -> list[Term]:
        """Return a stat of a single copy before it is held at 0."""
        terms: list[Term] = [(self.hosts[host], self.stock.card[host.card].stat(name))]
        for cards in (self.changes, self.supports):
            terms += [
                (n, self.stock.host_change(host.card, card, name))
                for (card, place), n in cards.items()
                if place == host
            ]
        return terms

    def _whole_mech_stat(self, name: Stat) -> LinearExpr:
        """Return the Pilot's or the Locomotor's stat, as changed by Support elsewhere (rule modifies)."""
        of_pilots = name == "ac"
        base = self._card_stats(name, self.pilots.items()) if of_pilots else self._stats(name, ["locomotor"])
        elsewhere = [kind for kind in PLACES if name not in PARTS[kind].stats]
        changes = [
            (n, self.stock.passive_change(card, name))
            for (card, spot), n in self.supports.items()
            if _kind(spot) in elsewhere
        ]
        return self._at_least_zero([(total(base), 1), *changes])

    def _at_least_zero(self, terms: list[Term]) -> LinearExpr:
        """Return a sum that is at least 0; the plain sum if no factor is negative."""
        plain = total(terms)
        if all(factor >= 0 for _, factor in terms):
            return plain
        clamped = self.count(_MOST)
        self.model.add_max_equality(clamped, [plain, 0])
        return clamped


def total(terms: Iterable[Term]) -> LinearExpr:
    """Return a sum of variables and sums times factors."""
    nonzero = [(term, factor) for term, factor in terms if factor]
    return cp_model.LinearExpr.weighted_sum([term for term, _ in nonzero], [factor for _, factor in nonzero])


def _kind(spot: Spot) -> str:
    return spot if isinstance(spot, str) else spot.kind
