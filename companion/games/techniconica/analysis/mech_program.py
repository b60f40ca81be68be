"""One Mech as an integer program: which cards it has and where, under the rules of weight, power and room.

Numbers are exact: where cards lower a number, it is held at 0 as on the table (rule modifies). This module imports
OR-Tools, so only what solves imports it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import IntVar, LinearExpr

from companion.games.techniconica.analysis.hosts import Host, Stock
from companion.games.techniconica.model import MOST_ATTACHED, PARTS, PLACES, Stat

Spot = Host | str
"""Where Support lies: on a host, or anywhere on a kind of Base Part."""
Value = Callable[[IntVar], int]
"""Returns the value of a variable in a solution."""
Term = tuple[LinearExpr, int]
"""A variable or a sum, and its factor."""
Counted = Host | str | tuple[str, Spot]
"""What a variable counts: a host, a card, or a card on a spot."""
_MOST = 1_000_000
"""More than any number of a Mech."""


@dataclass(frozen=True)
class ChosenHost:
    """Copies of a Base Part, their Modifications (one a copy at most), and the Support that lies on them."""

    host: Host
    count: int
    changes: tuple[str, ...]
    supports: tuple[str, ...]


@dataclass(frozen=True)
class ChosenCards:
    """A Mech's cards as the program chose them.

    `hung` is Support by the kind of Base Part it lies on; `protection` lies anywhere.
    """

    pilot: str
    hosts: tuple[ChosenHost, ...]
    hung: Mapping[str, tuple[str, ...]]
    protection: tuple[str, ...]


class MechProgram:
    """The variables and the rules of one Mech in a model."""

    def __init__(self, model: cp_model.CpModel, stock: Stock) -> None:
        """Add them to a model."""
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
        self._parts()
        self._room()
        self.speed = self._whole_mech_stat("sp")
        self.accuracy = self._whole_mech_stat("ac")
        self.damage_points = total([*self._stats("dt", PLACES), *self._own_stats("dt", self.protection.items())])
        self._bearable()

    def count(self, most: int) -> IntVar:
        """Return a new variable from 0 to `most`."""
        return self.model.new_int_var(0, most, "")

    def count_of_kinds(self, *kinds: str) -> LinearExpr:
        """Return the number of Base Parts of some kinds."""
        return total([(count, 1) for host, count in self.hosts.items() if host.kind in kinds])

    @property
    def variables(self) -> Mapping[Counted, IntVar]:
        """The numbers of cards by what they count, which other programs of the same cards have too."""
        counts = (self.hosts, self.pilots, self.changes, self.supports, self.protection)
        return dict(chain.from_iterable(each.items() for each in counts))

    def card_counts(self) -> Iterator[tuple[str, IntVar]]:
        """Yield each card with a number of copies of it; some come more than once."""
        yield from ((host.card, count) for host, count in self.hosts.items())
        yield from self._attached_counts()
        yield from self.pilots.items()

    def chosen_cards(self, value: Value) -> ChosenCards:
        """Return the cards of a solution."""
        changes, supports = self.changes.items(), self.supports.items()
        hosts = tuple(
            ChosenHost(host, value(count), self._on(host, changes, value), self._on(host, supports, value))
            for host, count in self.hosts.items()
            if value(count)
        )
        pilot = next(card for card, there in self.pilots.items() if value(there))
        protection = tuple(card for card, count in self.protection.items() for _ in range(value(count)))
        return ChosenCards(pilot, hosts, {kind: self._on(kind, supports, value) for kind in PLACES}, protection)

    @staticmethod
    def _on(spot: Spot, counts: Iterable[tuple[tuple[str, Spot], IntVar]], value: Value) -> tuple[str, ...]:
        return tuple(card for (card, there), count in counts if there == spot for _ in range(value(count)))

    def _spots(self) -> Iterator[Spot]:
        yield from (kind for kind in PLACES if kind not in self.stock.kinds_told_apart)
        yield from (host for host in self.stock.hosts if host.kind in self.stock.kinds_told_apart)

    def _attached_counts(self) -> Iterator[tuple[str, IntVar]]:
        for cards in (self.changes, self.supports):
            yield from ((card, count) for (card, _), count in cards.items())
        yield from self.protection.items()

    # What the rules ask of every Mech.

    def _parts(self) -> None:
        """One Locomotor, Cockpit and Pilot, a Weapon, a Power Plant, no more than fit the grid."""
        add = self.model.add
        add(self.count_of_kinds("locomotor") == 1)
        add(self.count_of_kinds("cockpit") == 1)
        add(total([(there, 1) for there in self.pilots.values()]) == 1)
        add(self.count_of_kinds("weapon") >= 1)
        add(self.count_of_kinds("power-plant") >= 1)
        add(self.count_of_kinds("weapon", "power-plant") <= self.stock.slots)
        alike = [host for host in self.stock.hosts if host.copy]
        for host in alike:
            add(self.hosts[host] <= self.hosts[host._replace(copy=host.copy - 1)])

    def _room(self) -> None:
        """At most one Modification a part, and no more attached cards than the parts hold."""
        add = self.model.add
        for host, count in self.hosts.items():
            on_it = [(n, 1) for (_, there), n in self.changes.items() if there == host]
            add(total(on_it) <= count)
            if host.kind in self.stock.kinds_told_apart:
                hung = [(n, 1) for (_, there), n in self.supports.items() if there == host]
                add(total([*on_it, *hung]) <= MOST_ATTACHED * count)
        for kind in PLACES:
            changes = [(n, 1) for (_, host), n in self.changes.items() if host.kind == kind]
            hung = [(n, 1) for (_, spot), n in self.supports.items() if _kind(spot) == kind]
            add(total([*changes, *hung]) <= MOST_ATTACHED * self.count_of_kinds(kind))
        add(total([(n, 1) for _, n in self._attached_counts()]) <= MOST_ATTACHED * self.count_of_kinds(*PLACES))

    def _bearable(self) -> None:
        """No more weight than the Locomotor carries, no more power than the Power Plants give."""
        parts = [kind for kind in PLACES if kind != "locomotor"]
        weight = total([*self._stats("we", parts), *self._own_stats("we", self._attached_counts())])
        self.model.add(weight <= self._whole_mech_stat("mw"))
        power = total([*self._stats("pc", PLACES), *self._own_stats("pc", self._attached_counts())])
        self.model.add(power <= total(self._stats("po", ["power-plant"])))

    # Numbers: the factors of the variables they are made of.

    def _own_stats(self, name: Stat, cards: Iterable[tuple[str, IntVar]]) -> list[Term]:
        return [(count, self.stock.card[card].stat(name)) for card, count in cards]

    def _stats(self, name: Stat, kinds: Iterable[str]) -> list[Term]:
        """Return a stat of all Base Parts of some kinds, as changed by what lies on them."""
        found: list[Term] = []
        for kind in (kind for kind in kinds if name in PARTS[kind].stats):
            hosts = [host for host in self.stock.hosts if host.kind == kind]
            if kind in self.stock.kinds_told_apart:
                found += [(self._hold_at_zero(self._single_copy_stat(host, name)), 1) for host in hosts]
                continue
            for host in hosts:
                found += self._alike(host, name)
            found += [
                (n, self.stock.passive_change(card, name)) for (card, spot), n in self.supports.items() if spot == kind
            ]
        return found

    def _alike(self, host: Host, name: Stat) -> list[Term]:
        """Return a stat of equal copies; a Modification takes no copy below 0, and no Support lowers them."""
        base = self.stock.card[host.card].stat(name)
        changes = [
            (n, self.stock.host_change(host.card, card, name))
            for (card, there), n in self.changes.items()
            if there == host
        ]
        return [(self.hosts[host], base), *((n, max(0, base + change) - base) for n, change in changes)]

    def _single_copy_stat(self, host: Host, name: Stat) -> list[Term]:
        """Return a stat of a single copy before it is held at 0."""
        found: list[Term] = [(self.hosts[host], self.stock.card[host.card].stat(name))]
        for cards in (self.changes, self.supports):
            found += [
                (n, self.stock.host_change(host.card, card, name))
                for (card, there), n in cards.items()
                if there == host
            ]
        return found

    def _whole_mech_stat(self, name: Stat) -> LinearExpr:
        """Return the Pilot's or the Locomotor's stat, with what Support elsewhere adds to it (rule modifies)."""
        of_pilots = name == "ac"
        own = self._own_stats(name, self.pilots.items()) if of_pilots else self._stats(name, ["locomotor"])
        elsewhere = [kind for kind in PLACES if name not in PARTS[kind].stats]
        added = [
            (n, self.stock.passive_change(card, name))
            for (card, spot), n in self.supports.items()
            if _kind(spot) in elsewhere
        ]
        return self._hold_at_zero([(total(own), 1), *added])

    def _hold_at_zero(self, terms: list[Term]) -> LinearExpr:
        """Return a sum held at 0; a plain one where nothing in it is negative."""
        found = total(terms)
        if all(factor >= 0 for _, factor in terms):
            return found
        held = self.count(_MOST)
        self.model.add_max_equality(held, [found, 0])
        return held


def total(terms: Iterable[Term]) -> LinearExpr:
    """Return a sum of variables and sums times factors."""
    used = [(term, factor) for term, factor in terms if factor]
    return cp_model.LinearExpr.weighted_sum([term for term, _ in used], [factor for _, factor in used])


def _kind(spot: Spot) -> str:
    return spot if isinstance(spot, str) else spot.kind
