"""The best Mech for a goal, found by an exact search.

No Mech in the search has a better first measure: the tests check that against a solver and against trying everything.
Which Mechs are searched is in `search`, what a shot is worth in `shots`; whole squads are in `best_squad`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from companion.cards import Catalogue
from companion.games.techniconica.analysis.card_copies import looked_at, roomy
from companion.games.techniconica.analysis.effects import Effect
from companion.games.techniconica.analysis.opponent import TYPICAL, Opponent
from companion.games.techniconica.analysis.pareto import picks
from companion.games.techniconica.analysis.placement import NoRoomError, seated
from companion.games.techniconica.analysis.search import Search
from companion.games.techniconica.analysis.shots import ShotSearch, Value
from companion.games.techniconica.model import Cockpit, Locomotor, Mech, Part, Pilot
from companion.games.techniconica.model.special_rules import combined, specials
from companion.games.techniconica.rules.assembly import assemble
from companion.lazily import cached_property
from companion.rulebook import Rulings

Wish = Literal["fast", "sturdy", "long-range", "damage", "destroy"]
FIRST = 100_000
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
        Measure(
            "destroy", "Destroy a part", "chance that its best shot destroys a Base Part", "Damage Points it can take"
        ),
    )
}


@dataclass(frozen=True)
class Terms:
    """What is asked of a Mech besides its goal.

    At least so much Speed, a grid of rows and columns, cards that must be in with how many of each, and whom its shots
    are aimed at.
    """

    least_speed: int = 0
    grid: tuple[int, int] = (3, 3)
    must: Mapping[str, int] = field(default_factory=dict)
    opponent: Opponent = TYPICAL

    @property
    def slots(self) -> int:
        """The auxiliary slots of its grid."""
        return self.grid[0] * self.grid[1] - 2


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

    @cached_property
    def used(self) -> Counter[str]:
        """How many of each card it uses."""
        found = Mech.model_validate(self.mech)
        seats = (found.locomotor, found.cockpit, found.pilot, *found.part)
        return Counter(card for seat in seats if seat for card in (seat.card, *seat.attached))


def best(
    catalogue: Catalogue,
    copies: Mapping[str, int],
    wish: Wish,
    rulings: Rulings,
    least_speed: int = 0,
    terms: Terms | None = None,
) -> BestMech | None:
    """Return the best Mech that these copies of cards allow, or None if they allow no legal one.

    `least_speed` is short for these terms.
    """
    terms = terms or Terms(least_speed)
    narrowed = _narrowed(catalogue, copies, terms.must)
    if narrowed is None:
        return None
    copies, must = narrowed
    terms = replace(terms, must=must)
    looked = looked_at(catalogue, copies, must, terms.slots)
    try:
        found = _searched(catalogue, looked.copies, wish, rulings, terms)
    except NoRoomError:
        looked = roomy(catalogue, looked, must)
        found = _searched(catalogue, looked.copies, wish, rulings, terms)
    return replace(found, left=looked.left) if found else None


def _narrowed(
    catalogue: Catalogue, copies: Mapping[str, int], must: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]] | None:
    """Return the copies that can lie beside the cards that must be in, and those of them that have no fixed place.

    None where there are too few copies, or two cards for one place.
    """
    if any(copies.get(card, 0) < count for card, count in must.items()):
        return None
    left, rest = dict(copies), {card: count for card, count in must.items() if count}
    for kind in (Locomotor, Cockpit, Pilot):
        wanted = [card.id for card in catalogue.all(kind) if rest.get(card.id)]
        if sum(rest.pop(card) for card in wanted) > 1:
            return None
        if wanted:
            left |= {card.id: 0 for card in catalogue.all(kind) if card.id not in wanted}
    return left, rest


def _searched(
    catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, rulings: Rulings, terms: Terms
) -> BestMech | None:
    """Return the best Mech; where it is too slow, the best of those that are not."""
    found = _made(catalogue, copies, wish, rulings, replace(terms, least_speed=0))
    if found is None or assemble(Mech.model_validate(found.mech), catalogue).speed >= terms.least_speed:
        return found
    return None if wish == "fast" else _made(catalogue, copies, wish, rulings, terms)


def _made(
    catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, rulings: Rulings, terms: Terms
) -> BestMech | None:
    if wish in ("fast", "sturdy"):
        return _by_sum(catalogue, copies, wish, terms)
    value = _value(wish, terms.opponent, catalogue, rulings)
    aimed = ShotSearch(catalogue, copies, value, terms.least_speed, terms.must, terms.slots).best()
    if aimed is None:
        return None
    mech = seated(list(picks(aimed.chain)), catalogue, terms.grid)
    return BestMech(wish, aimed.worth, aimed.damage_points, mech, aimed.weapon)


def _value(wish: Wish, opponent: Opponent, catalogue: Catalogue, rulings: Rulings) -> Value:
    """Return what a shot is worth, by its lead against nothing, its Damage Output and its special rules."""
    if wish == "long-range":
        return lambda reach, output, tokens: reach
    of, known = opponent.destroys if wish == "destroy" else opponent.mean, specials(catalogue)
    return lambda reach, output, tokens: of(reach, output, combined(tokens, known, rulings), rulings)


def _by_sum(catalogue: Catalogue, copies: Mapping[str, int], wish: Wish, terms: Terms) -> BestMech | None:
    fast = wish == "fast"

    def worth(e: Effect) -> int:
        return FIRST * e.sp + e.dt if fast else FIRST * e.dt + e.sp

    search = Search(catalogue, copies, worth, terms.least_speed, must=terms.must, slots=terms.slots)
    way = search.whole(search.looked_up())
    if way is None:
        return None
    first, second = divmod(way[0], FIRST)
    return BestMech(wish, first, second, seated(list(picks(way[1])), catalogue, terms.grid))


def copies_of(catalogue: Catalogue, owned: Mapping[str, int] | None, each: int = 1) -> dict[str, int]:
    """Return how many of each part there are: the owned copies, or a number of each if those are not known."""
    return dict(owned) if owned is not None else {card.id: each for card in catalogue.all(Part)}
