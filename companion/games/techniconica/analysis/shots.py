"""The search for the Mech with the best shot: a Weapon, what is attached to it, and the Accuracy that the rest allows.

At most one Modification is on the Weapon, and no Support that changes the shot except one that must be in the Mech.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from companion.cards import Catalogue
from companion.games.techniconica.analysis.effects import Effect, effect
from companion.games.techniconica.analysis.pareto import (
    NOTHING,
    Chain,
    Front,
    Lookup,
    Pick,
    added,
    best_pair,
    merged,
    pruned,
    together,
)
from companion.games.techniconica.analysis.search import MAIN, SLOTS, Search
from companion.games.techniconica.model import Extra, Modification, Part, Pilot, Support, Weapon
from companion.games.techniconica.model.special_rules import bearing, numbers, specials
from companion.games.techniconica.rules.weapons import is_melee

Value = Callable[[int, int, tuple[str, ...]], Fraction | int]
"""What a shot is worth by its Accuracy and Penetration together, its Damage Output, and its special rules."""
_MOST_TIES = 3
"""The most equal shots for which a whole Mech is built, to choose the sturdiest."""
_AIMING = 10_000
"""The factor of Accuracy over Damage Points: more than those can reach."""


@dataclass(frozen=True)
class AimedMech:
    """The best Mech for a shot: what the shot is worth, the Damage Points it can take, its Weapon, its cards."""

    worth: Fraction | int
    damage_points: int
    weapon: str
    chain: Chain


@dataclass(frozen=True)
class _Crew:
    """Pilots whose special rules do the same to a shot, with all other available cards."""

    rules: tuple[str, ...]
    copies: Mapping[str, int]


@dataclass(frozen=True)
class _Shot:
    """A Weapon with the cards on it, the best Accuracy, the Pilots who reach it, and the shot's value."""

    weapon: Weapon
    extras: tuple[Extra, ...]
    accuracy: int
    worth: Fraction | int
    crew: _Crew

    @property
    def cards(self) -> tuple[Part, ...]:
        return (self.weapon, *self.extras)

    @property
    def burden(self) -> int:
        """The weight and power that its cards need: the less they need, the more is left for protection."""
        return sum(card.stat("we") + card.stat("pc") for card in self.cards)


class ShotSearch:
    """The search for the best shot among copies of cards, with at least some Speed and the cards that must be in."""

    def __init__(
        self,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        value: Value,
        least_speed: int = 0,
        must: Mapping[str, int] | None = None,
        slots: int = SLOTS,
    ) -> None:
        self.catalogue, self.copies, self.value = catalogue, copies, value
        self.least_speed = least_speed
        self.must = Counter(must or {})
        self.slots = slots
        self.specials = specials(catalogue)

    def best(self) -> AimedMech | None:
        """Return the Mech with the best shot, and of those with equal shots one of the sturdiest that are tried."""
        loose = self._search(self.copies, lambda e: e.ac, must=self.must).loose()
        shots = [shot for crew in self._crews() for shot in self._shots(crew, loose)]
        most = max((shot.worth for shot in shots), default=None)
        ties = sorted((shot for shot in shots if shot.worth == most), key=lambda shot: shot.burden)[:_MOST_TIES]
        hung = self._search(self.copies, _sturdy, must=self.must).loose() if ties else {}
        rests = {
            shot.crew.rules: self._search(shot.crew.copies, _sturdy, must=self.must).looked_up(hung) for shot in ties
        }
        made = [found for shot in ties if (found := self._around(shot, rests[shot.crew.rules]))]
        return max(made, key=lambda found: found.damage_points, default=None)

    def _search(
        self,
        copies: Mapping[str, int],
        worth: Callable[[Effect], int],
        still: bool = True,
        must: Mapping[str, int] | None = None,
        taken: Mapping[str, int] | None = None,
    ) -> Search:
        return Search(
            self.catalogue, copies, worth, self.least_speed, still, must=must or {}, taken=taken or {}, slots=self.slots
        )

    def _crews(self) -> list[_Crew]:
        """Return the Pilots grouped by what their special rules do to a shot, each group with all other cards."""
        cards = [card for card in self.catalogue.all(Pilot) if self.copies.get(card.id)]
        pilots = {card.id: tuple(sorted(bearing(card.rules, self.specials))) for card in cards}
        return [
            _Crew(rules, {card: n for card, n in self.copies.items() if pilots.get(card, rules) == rules})
            for rules in sorted(set(pilots.values()))
        ]

    def _shots(self, crew: _Crew, loose: Front) -> Iterator[_Shot]:
        """Yield each Weapon, with each Modification or none, at the highest Accuracy of any legal Mech."""
        search = self._search(crew.copies, lambda e: e.ac, still=False)
        rest = self._search(crew.copies, lambda e: e.ac, must=self.must).rest(loose)
        weapons = [card for card in search.of(Weapon) if isinstance(card, Weapon) and not is_melee(card)]
        known: dict[tuple[object, ...], Lookup] = {}
        for extras, weapon in product(self._extras(search), weapons):
            kit = self._kit(search, (weapon, *extras))
            if not kit:
                continue
            left = self._left((weapon, *extras))
            wanted = any(card in left for card in self._hung)
            on_it = tuple(card.id for card in extras)
            key = (on_it, tuple(sorted(left.items())), weapon.id if wanted else "")
            if key not in known:
                known[key] = self._others(crew, rest, (weapon, *extras), left, wanted)
            way = best_pair(kit, known[key], self.least_speed)
            if way:
                yield _Shot(weapon, extras, way[0], self._worth(weapon, extras, way[0], crew.rules), crew)

    @property
    def _hung(self) -> list[str]:
        """The Modifications and Support that must be in: they may need a Weapon besides the main one."""
        return [card.id for card in self.catalogue.all(Extra) if card.id in self.must]

    def _left(self, used: tuple[Part, ...]) -> dict[str, int]:
        """Return what must be in besides the cards of the shot."""
        return dict(self.must - Counter(card.id for card in used))

    def _extras(self, search: Search) -> Iterator[tuple[Extra, ...]]:
        """Yield what may be on the main Weapon: a Modification or none, Support that must be in and changes shots."""
        changes = [card for card in search.of(Modification) if isinstance(card, Modification)]
        supports = [
            card
            for card in search.of(Support)
            if isinstance(card, Support) and self.must[card.id] and self._stirs(card)
        ]
        counts = list(product(*(range(self.must[card.id] + 1) for card in supports)))
        for change, numbers_of in product((None, *changes), counts):
            on_it = (card for card, n in zip(supports, numbers_of, strict=True) for _ in range(n))
            yield (*((change,) if change else ()), *on_it)

    def _stirs(self, card: Support) -> bool:
        return bool({"pe", "do"} & set(card.gives)) or bool(bearing(card.rules, self.specials))

    def _kit(self, search: Search, cards: tuple[Part, ...]) -> Front:
        """Return the main Weapon with what lies on it; empty where that cannot be."""
        kit = NOTHING
        for card in cards:
            option = search.option(card, "weapon")
            kit = added(kit, option._replace(pick=Pick(option.pick.card, MAIN)), search.limits) if option else {}
        return kit

    def _others(
        self, crew: _Crew, rest: Front, cards: tuple[Part, ...], left: Mapping[str, int], wanted: bool
    ) -> Lookup:
        """Return an index of everything besides the cards of a shot, for the highest Accuracy.

        More Weapons are in it only where cards that must be in may need one.
        """
        used = cards if wanted else cards[1:]
        search = self._search(crew.copies, lambda e: e.ac, must=left, taken=Counter(card.id for card in used))
        more = sum(n for card, n in left.items() if card in self._hung) if wanted else 0
        filled = search.filled(NOTHING, 1, _free_host(cards), more)
        return Lookup(pruned(together(rest, pruned(merged(*filled)), search.limits)))

    def _worth(
        self, weapon: Weapon, extras: tuple[Extra, ...], accuracy: int, pilots: tuple[str, ...]
    ) -> Fraction | int:
        on_it = [effect(card, "weapon") or Effect() for card in extras]
        reach = accuracy + weapon.stat("pe") + sum(e.pe for e in on_it)
        tokens = (*weapon.rules, *(token for card in extras if not _set_off(card) for token in card.rules), *pilots)
        return self.value(reach, weapon.stat("do") + sum(e.do for e in on_it), tokens)

    def _around(self, shot: _Shot, rest: Lookup) -> AimedMech | None:
        """Return the sturdiest Mech for a shot: nothing else in it changes the shot."""
        kit = self._kit(self._search(shot.crew.copies, _sturdy, still=False), shot.cards)
        used = Counter(card.id for card in shot.cards)
        search = self._search(shot.crew.copies, _sturdy, must=self._left(shot.cards), taken=used)
        way = search.whole(rest, kit, 1, _free_host(shot.cards))
        if way is None:
            return None
        return AimedMech(shot.worth, way[0] - _AIMING * shot.accuracy, shot.weapon.id, way[1])


def _sturdy(e: Effect) -> int:
    """Return the value of a card around a shot: first the Accuracy that the shot has, then protection."""
    return _AIMING * e.ac + e.dt


def _free_host(cards: tuple[Part, ...]) -> int:
    """Return how many Modifications the main Weapon still takes."""
    return 0 if any(isinstance(card, Modification) for card in cards) else 1


def _set_off(card: Extra) -> bool:
    return "trigger" in numbers(card.rules)
