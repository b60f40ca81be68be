"""The best Mech for a goal, found by an exact search.

No Mech in the search has a better first measure: the tests check that against a solver and against trying everything.
Which Mechs are searched is in `search`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from companion.cards import Catalogue
from companion.games.techniconica.analysis.card_copies import looked_at, roomy
from companion.games.techniconica.analysis.pareto import (
    NOTHING,
    Front,
    Lookup,
    Pick,
    added,
    best_pair,
    merged,
    picks,
    pruned,
    together,
)
from companion.games.techniconica.analysis.placement import MAIN, NoRoomError, seated
from companion.games.techniconica.analysis.search import SLOTS, Effect, Search, effect
from companion.games.techniconica.model import Modification, Part, Pilot, PowerPlant, Weapon
from companion.games.techniconica.model.special_rules import Specials, bearing, combined, numbers, specials
from companion.games.techniconica.rules.attack_rolls import mean_damage
from companion.rulebook import Rulings

Wish = Literal["fast", "sturdy", "long-range", "damage"]
TARGET = 6
"""Speed 3 and Armour Rating 3: the target of the shot when the goal is damage."""
_MOST_TIES = 3
"""The most equal shots for which a whole Mech is built, to choose the sturdiest."""
_FIRST = 100_000
"""The factor of the first measure over the second: more than the second can reach."""


@dataclass(frozen=True)
class Measure:
    """The measures that a goal maximises: the first, and among equals the second."""

    id: Wish
    title: str
    first: str
    second: str


MEASURES: dict[Wish, Measure] = {
    measure.id: measure
    for measure in (
        Measure("fast", "Fast", "Speed", "Damage Points it can take"),
        Measure("sturdy", "Sturdy", "Damage Points it can take", "Speed"),
        Measure("long-range", "Long range", "Accuracy and Penetration of its best shot", "Damage Points it can take"),
        Measure("damage", "Most damage", "mean damage of its best shot", "Damage Points it can take"),
    )
}


@dataclass(frozen=True)
class BestMech:
    """The best Mech for a goal: its measures, its document, and the Weapon that the measure is about, if any.

    `left` says what the search left out to stay within its limits, if anything.
    """

    wish: Wish
    first: Fraction | int
    second: int
    mech: Mapping[str, object]
    main: str = ""
    left: str = ""


@dataclass(frozen=True)
class _Crew:
    """Pilots whose special rules do the same to a shot, with all other available cards."""

    rules: tuple[str, ...]
    copies: Mapping[str, int]


@dataclass(frozen=True)
class _Shot:
    """A Weapon with or without a Modification, its best Accuracy, the Pilots who reach it, and the shot's value."""

    weapon: Weapon
    modification: Modification | None
    accuracy: int
    worth: Fraction | int
    crew: _Crew


def best(
    catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, rulings: Rulings, least_speed: int = 0
) -> BestMech | None:
    """Return the best Mech that these copies of cards allow, or None if they allow no legal one.

    `least_speed` is asked of a sturdy Mech only.
    """
    looked = looked_at(catalogue, copies)
    try:
        found = _searched(catalogue, looked.copies, wish, rulings, least_speed)
    except NoRoomError:
        looked = roomy(catalogue, looked)
        found = _searched(catalogue, looked.copies, wish, rulings, least_speed)
    return replace(found, left=looked.left) if found else None


def _searched(
    catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, rulings: Rulings, least_speed: int
) -> BestMech | None:
    if wish in ("fast", "sturdy"):
        found = _by_sum(catalogue, copies, wish)
        if wish == "fast" or found is None or found.second >= least_speed:
            return found
        return _by_sum(catalogue, copies, wish, least_speed)
    loose = Search(catalogue, copies, lambda e: e.ac, still=True).loose()
    crews = _crews(catalogue, copies) if wish == "damage" else [_Crew((), copies)]
    shots = [shot for crew in crews for shot in _shots(catalogue, crew, wish, rulings, loose)]
    best = max((shot.worth for shot in shots), default=None)
    ties = sorted((shot for shot in shots if shot.worth == best), key=_burden)[:_MOST_TIES]
    need = max((shot.accuracy for shot in ties), default=0)
    hung = Search(catalogue, copies, lambda e: e.dt, need, still=True).loose() if ties else {}
    rests = {
        shot.crew.rules: Search(catalogue, shot.crew.copies, lambda e: e.dt, need, still=True).looked_up(hung)
        for shot in ties
    }
    made = [found for shot in ties if (found := _around(catalogue, wish, shot, rests[shot.crew.rules]))]
    return max(made, key=lambda found: found.second, default=None)


def _crews(catalogue: Catalogue, copies: Mapping[str, int]) -> list[_Crew]:
    """Return the Pilots grouped by what their special rules do to a shot, each group with all other cards."""
    known = specials(catalogue)
    cards = [card for card in catalogue.all(Pilot) if copies.get(card.id)]
    pilots = {card.id: tuple(sorted(bearing(card.rules, known))) for card in cards}
    return [
        _Crew(rules, {card: n for card, n in copies.items() if pilots.get(card, rules) == rules})
        for rules in sorted(set(pilots.values()))
    ]


def _burden(shot: _Shot) -> int:
    """Return the weight and power that a shot's cards need: the less they need, the more is left for protection."""
    cards = (shot.weapon, shot.modification) if shot.modification else (shot.weapon,)
    return sum(card.stat("we") + card.stat("pc") for card in cards)


def _by_sum(catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, least_speed: int = 0) -> BestMech | None:
    fast = wish == "fast"

    def worth(e: Effect) -> int:
        return _FIRST * e.sp + e.dt if fast else _FIRST * e.dt + e.sp

    if least_speed:
        search = Search(catalogue, copies, worth, least_speed, needed=lambda e: e.sp)
    else:
        search = Search(catalogue, copies, worth)
    way = search.whole(search.looked_up())
    if way is None:
        return None
    first, second = divmod(way[0], _FIRST)
    return BestMech(wish, first, second, seated(list(picks(way[1])), catalogue))


def _shots(catalogue: Catalogue, crew: _Crew, wish: Wish, rulings: Rulings, loose: Front) -> list[_Shot]:
    """Return each Weapon, with each Modification or none, at the highest Accuracy of any legal Mech."""
    search = Search(catalogue, crew.copies, lambda e: e.ac)
    rest = Search(catalogue, crew.copies, lambda e: e.ac, still=True).rest(loose)
    weapons = [card for card in search.of(Weapon) if isinstance(card, Weapon) and "melee" not in numbers(card.rules)]
    found = []
    for change in (None, *(card for card in search.of(Modification) if isinstance(card, Modification))):
        extra = search.option(change, "weapon") if change else None
        if change and extra is None:
            continue
        left = _without(crew.copies, change)
        others = Lookup(pruned(together(rest, _powered(catalogue, left), search.limits)))
        for weapon in weapons:
            option = search.option(weapon, "weapon")
            kit = added(NOTHING, option, search.limits) if option else {}
            way = best_pair(added(kit, extra, search.limits) if extra else kit, others, 0)
            if way:
                worth = _worth(wish, (weapon, change), way[0], crew.rules, specials(catalogue), rulings)
                found.append(_Shot(weapon, change, way[0], worth, crew))
    return found


def _powered(catalogue: Catalogue, copies: Mapping[str, int]) -> Front:
    """Return the sets of Power Plants, with Modifications not on Weapons, for the highest Accuracy."""
    search = Search(catalogue, copies, lambda e: e.ac)
    plants, changes = search.stacks(PowerPlant), search.modifications()
    made = []
    for n in range(1, SLOTS):
        fit = merged(*(front for used, front in changes.items() if used[2] == 0 and used[3] <= n))
        made.append(together(plants[n], fit, search.limits))
    return pruned(merged(*made))


def _without(copies: Mapping[str, int], card: Part | None) -> Mapping[str, int]:
    """Return the copies left after one of a card is used."""
    if card is None:
        return copies
    return {**copies, card.id: copies[card.id] - 1}


def _worth(
    wish: Wish,
    fired: tuple[Weapon, Modification | None],
    accuracy: int,
    pilots: tuple[str, ...],
    known: Specials,
    rulings: Rulings,
) -> Fraction | int:
    """Return what a shot is worth: Accuracy and Penetration, or its mean damage."""
    weapon, change = fired
    more = (effect(change, "weapon") if change else None) or Effect()
    reach = accuracy + weapon.stat("pe") + more.pe
    if wish == "long-range":
        return reach
    effects = combined((*weapon.rules, *(change.rules if change else ()), *pilots), known, rulings)
    return mean_damage(reach - TARGET, weapon.stat("do") + more.do, effects, rulings)


def _around(catalogue: Catalogue, wish: Wish, shot: _Shot, rest: Lookup) -> BestMech | None:
    """Return the sturdiest Mech for a shot: nothing else in it changes the shot."""
    copies = shot.crew.copies
    left = _without(_without(copies, shot.weapon), shot.modification)
    whole = Search(catalogue, copies, lambda e: e.dt, shot.accuracy)
    search = Search(catalogue, left, lambda e: e.dt, shot.accuracy, still=True)
    search.limits = whole.limits
    kit = NOTHING
    kit_cards: tuple[Part, ...] = (shot.weapon, shot.modification) if shot.modification else (shot.weapon,)
    for part in kit_cards:
        option = whole.option(part, "weapon")
        kit = added(kit, option._replace(pick=Pick(option.pick.card, MAIN)), whole.limits) if option else kit
    way = search.whole(rest, kit, 1, 0 if shot.modification else 1)
    if way is None:
        return None
    return BestMech(wish, shot.worth, way[0], seated(list(picks(way[1])), catalogue), shot.weapon.id)


def copies_of(catalogue: Catalogue, owned: Mapping[str, int] | None, each: int = 1) -> dict[str, int]:
    """Return how many of each part there are: the owned copies, or a number of each if those are not known."""
    return dict(owned) if owned is not None else {card.id: each for card in catalogue.all(Part)}
