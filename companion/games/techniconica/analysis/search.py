"""The search for the best Mech among cards, with weight and power as two budgets.

It covers one Mech on a grid of 3 by 3, from a number of copies of each card whose numbers are all known (see
`card_copies`). It leaves out changes that could take a part's number below 0, and what Triggers do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

from companion.cards import Catalogue
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
from companion.games.techniconica.model.special_rules import bearing, numbers, specials

SLOTS = 7
"""Auxiliary slots of a grid of 3 by 3."""
PLACES_OF = {"locomotor": 1, "cockpit": 1, "weapon": SLOTS - 1, "power-plant": SLOTS - 1}
"""The most Base Parts of each kind in a legal Mech."""
_BASE: dict[str, type[Part]] = {
    "locomotor": Locomotor,
    "cockpit": Cockpit,
    "weapon": Weapon,
    "power-plant": PowerPlant,
    "pilot": Pilot,
}
_WHOLE: dict[Stat, str] = {"ac": "pilot", "sp": "locomotor", "mw": "locomotor"}
"""Stats that an attached card may change from anywhere, and the kind of card they belong to."""
WEIGHED = {"we", "pc", "po", "mw", "ac", "dt", "sp", "pe", "do"}
"""Stats that count in the search when an attached card changes them."""


@dataclass(frozen=True)
class Effect:
    """The totals that a card brings to its place; weight and power are what it uses minus what it gives."""

    weight: int = 0
    power: int = 0
    ac: int = 0
    dt: int = 0
    sp: int = 0
    pe: int = 0
    do: int = 0


def effect(card: Part, place: str) -> Effect | None:
    """Return the totals that a card brings to a place; None if it cannot go there."""
    if isinstance(card, Extra):
        return _changed(card, place)
    if isinstance(card, Pilot):
        return Effect(ac=card.stat("ac"))
    weight = -card.stat("mw") if isinstance(card, Locomotor) else card.stat("we")
    power = card.stat("pc") - card.stat("po")
    return Effect(weight, power, 0, card.stat("dt"), card.stat("sp"), card.stat("pe"), card.stat("do"))


def _changed(card: Extra, place: str) -> Effect | None:
    if card.fits and place not in card.fits:
        return None
    here = _changes(card, place)
    loads = 0 if place == "locomotor" else here.get("we", 0)
    return Effect(
        card.stat("we") + loads - here.get("mw", 0),
        card.stat("pc") + here.get("pc", 0) - here.get("po", 0),
        *(here.get(name, 0) for name in ("ac", "dt", "sp", "pe", "do")),
    )


def _changes(card: Extra, place: str) -> dict[Stat, int]:
    """Return the changes that a card makes at a place, by stat; none for a Trigger."""
    if "trigger" in numbers(card.rules):
        return {}
    whole = _WHOLE if isinstance(card, Support) else {}
    return {name: n for name, n in card.gives.items() if name in _BASE[place].stats or name in whole}


def _gains(option: CardOption) -> bool:
    """Whether an attached card is of any use: it has value, saves weight, or helps with power or Accuracy."""
    return option.value > 0 or option.accuracy > 0 or option.weight < 0 or option.power < 0


class Search:
    """The cards to search (see `card_copies`), the value of stats, and what is needed of another.

    `needed` is what at least `need` is asked of: Accuracy, or Speed. With `still` no attached card changes a Weapon's
    PE or DO or has special rules for attacks.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        worth: Callable[[Effect], int],
        need: int = 0,
        still: bool = False,
        needed: Callable[[Effect], int] = lambda e: e.ac,
    ) -> None:
        self.copies = copies
        self.worth = worth
        self.still = still
        self.need = need
        self.needed = needed
        self.specials = specials(catalogue)
        self.cards = tuple(card for card in catalogue.all(Part) if copies.get(card.id, 0) > 0)
        self.limits = SearchLimits(
            self._most("mw", "we", Locomotor, 1), self._most("po", "pc", PowerPlant, SLOTS - 1), need
        )
        self.limits = self.limits._replace(accuracy=need + self._lost() if need else 0)

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

    def option(self, card: Part, place: str) -> CardOption | None:
        """Return a card's use in a place; None if it has none or could take a number below 0."""
        found = effect(card, place)
        if found is None or (isinstance(card, Extra) and (self._sinks(card, place) or self._stirs(card, place))):
            return None
        return CardOption(Pick(card.id, place), found.weight, found.power, self.needed(found), self.worth(found))

    def _stirs(self, card: Extra, place: str) -> bool:
        if not self.still or place != "weapon":
            return False
        return any(name in card.gives for name in ("pe", "do")) or bool(bearing(card.rules, self.specials))

    def _sinks(self, card: Extra, place: str) -> bool:
        for name, change in _changes(card, place).items():
            if change >= 0:
                continue
            if not isinstance(card, Modification):
                return True
            if any(host.stat(name) + change < 0 for host in self.of(_BASE[place])):
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
        fronts: list[Front] = [NOTHING, *({} for _ in range(SLOTS - 1))]
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
            if sum(self.copies[other.pick.card] for other in as_good) < SLOTS - 1:
                kept.append(option)
        return kept

    def modifications(self) -> dict[tuple[int, ...], Front]:
        """Return the sets of Modifications by the number of each of PLACES that they need."""
        found: dict[tuple[int, ...], Front] = {(0, 0, 0, 0): NOTHING}
        for card in self.of(Modification):
            made = [(i, option) for i, place in enumerate(PLACES) if (option := self.option(card, place))]
            uses = [(i, option) for i, option in made if _gains(option)]
            for _ in range(self.copies[card.id]):
                after = dict(found)
                for hosts, front in found.items():
                    for i, option in uses:
                        more = (*hosts[:i], hosts[i] + 1, *hosts[i + 1 :])
                        if more[i] <= PLACES_OF[PLACES[i]]:
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
        weapons, plants, changes = self.stacks(Weapon), self.stacks(PowerPlant), self.modifications()
        found: Way | None = None
        for more, n in product(range(SLOTS), range(1, SLOTS)):
            if not 1 <= more + fixed_weapons <= SLOTS - n:
                continue
            hosts = (1, 1, more + free_hosts, n)
            fit = merged(*(f for used, f in changes.items() if all(u <= h for u, h in zip(used, hosts, strict=True))))
            armed = pruned(together(together(fixed, weapons[more], self.limits), plants[n], self.limits))
            way = best_pair(pruned(together(armed, fit, self.limits)), rest, self.need)
            if way and (found is None or way[0] > found[0]):
                found = way
        return found
