"""The search for the best Mech among cards, with weight and power as two budgets.

It covers one Mech on a grid of any size, from a number of copies of each card whose numbers are all known (see
`card_copies`), some of which must be in it. It leaves out changes that could take a part's number below 0, and what
Triggers do.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

from companion.cards import Catalogue
from companion.games.techniconica.analysis.effects import BASE_OF, Effect, changes_at, effect
from companion.games.techniconica.analysis.pareto import (
    NOTHING,
    CardOption,
    Front,
    Lookup,
    Pick,
    SearchLimits,
    Way,
    added,
    best_pair,
    bundles,
    merged,
    pruned,
    together,
    with_any,
)
from companion.games.techniconica.model import (
    KIND_OF,
    PLACES,
    Armour,
    Cockpit,
    Extra,
    Locomotor,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Shield,
    Stat,
    Support,
    Weapon,
)
from companion.games.techniconica.model.special_rules import bearing, specials

SLOTS = 7
"""Auxiliary slots of a grid of 3 by 3."""
MAIN, OTHER = "main", "other"
"""The places of the main Weapon and its attached cards, and of cards on any Weapon but the main one."""
Hosts = tuple[int, ...]
"""The number of each of PLACES that Modifications need; then how many Weapons besides the main one are needed."""


def _gains(option: CardOption) -> bool:
    """Whether an attached card is of any use: it has value, saves weight, or helps with power or what is needed."""
    return option.value > 0 or option.needed > 0 or option.weight < 0 or option.power < 0


def most_hosts(slots: int) -> dict[str, int]:
    """Return the most Base Parts of each kind in a legal Mech with so many auxiliary slots."""
    return {"locomotor": 1, "cockpit": 1, "weapon": slots - 1, "power-plant": slots - 1}


class Search:
    """The cards to search (see `card_copies`), the value of stats, and what is needed of another.

    `needed` is what at least `need` is asked of. With `still` no attached card changes a Weapon's PE or DO or has
    special rules for attacks, but those that must be in lie on Weapons besides the main one. `must` says how many of
    which cards every Mech has, `taken` which copies have a place already, `slots` how many auxiliary slots there are,
    `prices` what each card takes off the value of a Mech.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        worth: Callable[[Effect], int],
        need: int = 0,
        still: bool = False,
        needed: Callable[[Effect], int] = lambda e: e.sp,
        must: Mapping[str, int] = MappingProxyType({}),
        taken: Mapping[str, int] = MappingProxyType({}),
        slots: int = SLOTS,
        prices: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.copies = copies
        self.worth = worth
        self.still = still
        self.need = need
        self.needed = needed if need else lambda e: 0
        self.slots = slots
        self.prices = prices
        self.specials = specials(catalogue)
        self.cards = tuple(card for card in catalogue.all(Part) if copies.get(card.id, 0) > 0)
        self.limits = SearchLimits(
            self._most("mw", "we", Locomotor, 1), self._most("po", "pc", PowerPlant, slots - 1), need
        )
        self.limits = self.limits._replace(needed=need + self._lost() if need else 0)
        self.must = tuple((card, must[card.id]) for card in catalogue.all(Part) if must.get(card.id))
        self.copies = {card: n - must.get(card, 0) - taken.get(card, 0) for card, n in copies.items()}

    def _lost(self) -> int:
        """Return how much of what is needed Modifications can take away again: so much more must be counted."""
        losses = (
            max(0, -self.needed(found))
            for card in self.cards
            if isinstance(card, Modification)
            for place in PLACES
            if (found := effect(card, place))
        )
        return max(losses, default=0)

    def of(self, kind: type[Part]) -> list[Part]:
        """Return the cards of a kind."""
        return [card for card in self.cards if isinstance(card, kind)]

    def _most(self, gain: Stat, cost: Stat, kind: type[Part], count: int) -> int:
        """Return the most that cards of a kind give, with everything that attached cards could add or save."""
        own = sorted((c.stat(gain) for c in self.of(kind) for _ in range(self.copies[c.id])), reverse=True)
        extras = [card for card in self.cards if isinstance(card, Extra)]
        help_ = (max(0, c.gives.get(gain, 0)) + max(0, -c.gives.get(cost, 0)) for c in extras)
        return sum(own[:count]) + sum(n * self.copies[c.id] for n, c in zip(help_, extras, strict=True))

    def number_forced(self, kind: type[Part]) -> int:
        """Return how many cards of a kind must be in."""
        return sum(count for card, count in self.must if isinstance(card, kind))

    def option(self, card: Part, place: str) -> CardOption | None:
        """Return a card's use in a place; None if it has none or could take a number below 0."""
        found = effect(card, place)
        if found is None or (isinstance(card, Extra) and (self._sinks(card, place) or self._stirs(card, place))):
            return None
        value = self.worth(found) - self.prices.get(card.id, 0)
        return CardOption(Pick(card.id, place), found.weight, found.power, self.needed(found), value)

    def forced(self) -> dict[Hosts, Front]:
        """Return the ways in which all cards that must be in can lie, by the hosts that they need."""
        found: dict[Hosts, Front] = {(0, 0, 0, 0, 0): NOTHING}
        for card, count in self.must:
            uses = list(self._forced_uses(card))
            for _ in range(count):
                after: dict[Hosts, Front] = {}
                for (hosts, front), (more, option) in product(found.items(), uses):
                    others = hosts[4] + more[4] if isinstance(card, Modification) else max(hosts[4], more[4])
                    taken = (*(a + b for a, b in zip(hosts[:4], more[:4], strict=True)), others)
                    after[taken] = merged(after.get(taken, {}), added(front, option, self.limits))
                found = {hosts: pruned(front) for hosts, front in after.items()}
        return found

    def _forced_uses(self, card: Part) -> Iterator[tuple[Hosts, CardOption]]:
        """Yield where a card that must be in can lie: the hosts it needs there, and its use."""
        if not isinstance(card, Extra):
            place = KIND_OF[type(card)] if isinstance(card, Weapon | PowerPlant) else "cockpit"
            option = self.option(card, place)
            if option:
                yield (0, 0, 0, 0, 0), option
            return
        for place in PLACES:
            found = effect(card, place)
            if found is None or self._sinks(card, place):
                continue
            stirs = self._stirs(card, place)
            hosts = tuple(int(isinstance(card, Modification) and place == kind) for kind in PLACES)
            value = self.worth(found) - self.prices.get(card.id, 0)
            pick = Pick(card.id, OTHER if stirs else place)
            yield (*hosts, int(stirs)), CardOption(pick, found.weight, found.power, self.needed(found), value)

    def _stirs(self, card: Extra, place: str) -> bool:
        if not self.still or place != "weapon":
            return False
        return any(name in card.gives for name in ("pe", "do")) or bool(bearing(card.rules, self.specials))

    def _sinks(self, card: Extra, place: str) -> bool:
        for name, change in changes_at(card, place).items():
            if change >= 0:
                continue
            if not isinstance(card, Modification):
                return True
            if any(host.stat(name) + change < 0 for host in self.of(BASE_OF[place])):
                return True
        return False

    def _options(self, card: Part, places: tuple[str, ...]) -> tuple[CardOption, ...]:
        """Return the uses of a card that gain something, one per kind of place."""
        made = [option for place in places if (option := self.option(card, place)) and _gains(option)]
        return tuple({option[1:]: option for option in reversed(made)}.values())

    def base(self) -> Front:
        """Return each Locomotor with each Cockpit and each Pilot."""
        locomotors, cockpits, pilots = (self._one(kind) for kind in (Locomotor, Cockpit, Pilot))
        return pruned(together(together(locomotors, cockpits, self.limits), pilots, self.limits))

    def _one(self, kind: type[Part]) -> Front:
        made = [self.option(card, KIND_OF[kind]) for card in self.of(kind)]
        return merged(*(added(NOTHING, option, self.limits) for option in made if option))

    def loose(self) -> Front:
        """Return every set of Armour, Shields and Support."""
        front = NOTHING
        for card in [*self.of(Armour), *self.of(Shield), *self.of(Support)]:
            options = self._options(card, PLACES) if isinstance(card, Support) else self._options(card, ("cockpit",))
            for times in bundles(self.copies[card.id]) if len(options) == 1 else [1] * self.copies[card.id]:
                front = pruned(with_any(front, options, self.limits, times))
        return front

    def stacks(self, kind: type[Part]) -> list[Front]:
        """Return the sets of exactly none, one, two … Weapons or Power Plants."""
        fronts: list[Front] = [NOTHING, *({} for _ in range(self.slots - 1))]
        for option in self._needed([option for card in self.of(kind) if (option := self.option(card, KIND_OF[kind]))]):
            for _ in range(self.copies[option.pick.card]):
                for n in range(len(fronts) - 1, 0, -1):
                    fronts[n] = pruned(merged(fronts[n], added(fronts[n - 1], option, self.limits)))
        return fronts

    def _needed(self, options: list[CardOption]) -> list[CardOption]:
        """Return the cards worth searching: without those that enough others match or beat in every respect."""
        ordered = sorted(options, key=lambda option: (option.weight, option.power, -option.value))
        kept: list[CardOption] = []
        for option in ordered:
            as_good = (
                o for o in kept if o.weight <= option.weight and o.power <= option.power and o.value >= option.value
            )
            if sum(self.copies[other.pick.card] for other in as_good) < self.slots - 1:
                kept.append(option)
        return kept

    def modifications(self) -> dict[tuple[int, ...], Front]:
        """Return the sets of Modifications by the number of each of PLACES that they need."""
        found: dict[tuple[int, ...], Front] = {(0, 0, 0, 0): NOTHING}
        most = most_hosts(self.slots)
        for card in self.of(Modification):
            made = [(i, option) for i, place in enumerate(PLACES) if (option := self.option(card, place))]
            uses = [(i, option) for i, option in made if _gains(option)]
            for _ in range(self.copies[card.id]):
                after = dict(found)
                for hosts, front in found.items():
                    for i, option in uses:
                        more = (*hosts[:i], hosts[i] + 1, *hosts[i + 1 :])
                        if more[i] <= most[PLACES[i]]:
                            after[more] = merged(after.get(more, {}), added(front, option, self.limits))
                found = {hosts: pruned(front) for hosts, front in after.items()}
        return found

    def rest(self, loose: Front | None = None) -> Front:
        """Return everything except Weapons, Power Plants and Modifications; `loose` is it, if already known."""
        return pruned(together(self.base(), self.loose() if loose is None else loose, self.limits))

    def looked_up(self, loose: Front | None = None) -> Lookup:
        """Return an index of the rest, for the best match to Weapons and Power Plants."""
        return Lookup(self.rest(loose))

    def whole(self, rest: Lookup, fixed: Front = NOTHING, fixed_weapons: int = 0, free_hosts: int = 0) -> Way | None:
        """Return the best complete Mech; it already has `fixed` Weapons, `free_hosts` of which take a Modification."""
        ways = (best_pair(front, rest, self.need) for front in self.filled(fixed, fixed_weapons, free_hosts))
        return max((way for way in ways if way), key=lambda way: way[0], default=None)

    def filled(
        self, fixed: Front = NOTHING, fixed_weapons: int = 0, free_hosts: int = 0, most_more: int | None = None
    ) -> Iterator[Front]:
        """Yield Weapons (`most_more` at most are free), Power Plants, Modifications, and the cards that must be in."""
        weapons, plants, changes = self.stacks(Weapon), self.stacks(PowerPlant), self.modifications()
        forced = self.forced()
        forced_weapons, forced_plants = self.number_forced(Weapon), self.number_forced(PowerPlant)
        end = self.slots if most_more is None else min(self.slots, most_more + 1)
        for more, n in product(range(end), range(self.slots)):
            others, supply = more + forced_weapons, n + forced_plants
            if (
                not (weapons[more] and plants[n])
                or not 1 <= others + fixed_weapons <= self.slots - supply
                or not supply
            ):
                continue
            hosts = (1, 1, others + free_hosts, supply)
            armed = pruned(together(together(fixed, weapons[more], self.limits), plants[n], self.limits))
            for front in self._fitted(forced, changes, hosts, others):
                yield pruned(together(armed, front, self.limits))

    def _fitted(
        self, forced: Mapping[Hosts, Front], changes: Mapping[Hosts, Front], hosts: Hosts, others: int
    ) -> Iterator[Front]:
        """Yield the cards that must be in, as far as there are hosts for them, with every set of Modifications."""
        for (*taken, needed), front in forced.items():
            free = [host - used for host, used in zip(hosts, taken, strict=True)]
            if min(free) >= 0 and needed <= others:
                fit = [f for used, f in changes.items() if all(u <= h for u, h in zip(used, free, strict=True))]
                yield together(front, merged(*fit), self.limits)
