"""The units of a list with weapons, points and HP worked out, and the pools that a side starts with.

A `Unit` is a line of the list and may stand for several models.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.card_ids import name_key, plain_name
from companion.data.cards import Catalogue, Mark
from companion.data.marks import combine_marks
from companion.data.rulebook import Rulings, rule
from companion.games.mechastellar.model import MODULES, Entry, Force, Profile, TraitLine, label
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon

MOMENTUM = ((500, 3), (1000, 5), (1500, 7))
"""Starting Momentum by the size of the game; 9 for larger games."""
MOMENTUM_ABOVE = 9
INFLUENCE = ((1000, 1), (2000, 2))
"""Starting Influence by the size of the game; 3 for larger games."""
INFLUENCE_ABOVE = 3
FIVE_UNITS = ("gritty", "srw")
HP_FACTORS = {2: "doubled", 4: "four times as printed"}
"""What modules make of all HP, in words."""


@dataclass(frozen=True)
class Unit:
    """A line of a list, worked out; `index` is its place in the document, `each` the points of one model.

    `hp` is that of one model, doubled where a module doubles it.
    """

    index: int
    entry: Entry
    profile: Profile
    weapons: tuple[Weapon, ...]
    extras: tuple[Extra, ...]
    pilot: int
    each: int
    hp: int

    @property
    def name(self) -> str:
        """Return the unit's name."""
        return label(self.entry, self.profile)

    @property
    def points(self) -> int:
        """Return the points of the whole line."""
        return self.each * self.entry.count

    @property
    def price_mark(self) -> Mark:
        """Return the mark of its points: of the profile's, and of the extras'."""
        return combine_marks([self.profile.mark("points"), *(self.profile.mark("extras.points") for _ in self.extras)])

    @property
    def hp_mark(self) -> Mark:
        """Return the mark of its HP."""
        return self.profile.mark("hp")

    @property
    def all_weapons(self) -> tuple[Weapon, ...]:
        """Return all its weapons, extras included."""
        return (*self.weapons, *self.extras)

    @property
    def traits(self) -> tuple[TraitLine, ...]:
        """Return its printed traits; custom pilot traits in `entry.traits` replace the pilot's."""
        if not self.entry.traits:
            return self.profile.traits
        return tuple(line for line in self.profile.traits if line.kind != "pilot")


def fits_levels(printed: Sequence[int], levels: Sequence[int]) -> bool:
    """Return whether traits of these levels may replace the printed ones: a level II also gives way to two level I."""
    spare = printed.count(2) - levels.count(2)
    return spare >= 0 and levels.count(1) <= printed.count(1) + 2 * spare


def model_names(units: Sequence[Unit]) -> tuple[tuple[str, ...], ...]:
    """Return the names of each line's models, numbered through the list where several have one name.

    Roster, cards, standees and sheets all take them from here, so that a figure on the table finds its track.
    """
    total = Counter[str]()
    for unit in units:
        total[unit.name] += unit.entry.count
    used = Counter[str]()
    names: list[tuple[str, ...]] = []
    for unit in units:
        first = used[unit.name] + 1
        used[unit.name] += unit.entry.count
        several = total[unit.name] > 1
        numbers = range(first, used[unit.name] + 1)
        names.append(tuple(f"{unit.name} {n}" if several else unit.name for n in numbers))
    return tuple(names)


def alternate(profile: Profile, name: str) -> Alternate | None:
    """Return an alternate weapon by name."""
    return next((w for w in profile.alternates if plain_name(w.name) == plain_name(name)), None)


def extra(profile: Profile, name: str) -> Extra | None:
    """Return a piece of extra equipment by name."""
    return next((w for w in profile.extras if plain_name(w.name) == plain_name(name)), None)


def _swap_weapons(entry: Entry, profile: Profile) -> tuple[Weapon, ...]:
    """Return the weapons after swaps; a swap for an unknown weapon changes nothing."""
    if not entry.swaps:
        return profile.weapons
    swaps = {plain_name(old): alternate(profile, new) for old, new in entry.swaps.items()}
    return tuple(swaps.get(plain_name(weapon.name)) or weapon for weapon in profile.weapons)


@rule("double-hp")
def hp_factor(force: Force, rulings: Rulings) -> int:
    """Return 2 where a module doubles all HP, else 1; for both modules a ruling may say 4."""
    doubling = len(set(FIVE_UNITS) & set(force.modules))
    if doubling < len(FIVE_UNITS):  # the ruling is not read, so that no answer names it as used
        return 1 + doubling
    return 4 if rulings["both-modules"] == "twice" else 2


def pilot_level(entry: Entry, profile: Profile, rulings: Rulings) -> int:
    """Return the level a unit's pilot has in this list."""
    if entry.pilot is not None:
        return entry.pilot
    if profile.id == "green-viking-cdr" and rulings.get("cdr-pilot") == "skilled":
        return max(1, profile.pilot_level)
    return profile.pilot_level


@rule("pilot-price")
def units_of_force(force: Force, catalogue: Catalogue, rulings: Rulings) -> tuple[Unit, ...]:
    """Return the units of a list, in its order; lines with an unknown profile are left out."""
    units, factor = [], hp_factor(force, rulings)
    for index, entry in enumerate(force.unit):
        profile = catalogue.find(Profile, entry.profile)
        if profile is None:
            continue
        extras = tuple(equipment for name in entry.extras if (equipment := extra(profile, name)))
        level = pilot_level(entry, profile, rulings)
        raised = max(0, (entry.pilot or 0) - profile.pilot_level)
        price = (
            profile.points + sum(e.points for e in extras) + raised * (read_ruling_number(rulings["raised-pilot"]) or 0)
        )
        units.append(
            Unit(index, entry, profile, _swap_weapons(entry, profile), extras, level, price, profile.hp * factor)
        )
    return tuple(units)


def read_ruling_number(ruling: str) -> int | None:
    """Return the number that a player typed for a ruling; None where an option was chosen."""
    return int(ruling) if ruling.isdecimal() else None


@rule("momentum-start")
def starting_momentum(size: int, rulings: Rulings) -> int:
    """Return the Momentum a side starts with in a game of that size, unless a ruling gives a number."""
    number = read_ruling_number(rulings["starting-momentum"])
    if number is not None:
        return number
    if rulings["momentum-between"] == "down":
        return max((m for limit, m in (*MOMENTUM, (1501, MOMENTUM_ABOVE)) if size >= limit), default=MOMENTUM[0][1])
    return next((m for limit, m in MOMENTUM if size <= limit), MOMENTUM_ABOVE)


@rule("influence-start")
def starting_influence(size: int, rulings: Rulings) -> int:
    """Return the Influence a side starts with; rulings decide between two listed sizes and below the first."""
    if size < INFLUENCE[0][0]:
        return 1 if rulings["influence-small"] == "one" else 0
    if rulings["influence-between"] == "down":
        return max(i for limit, i in (*INFLUENCE, (INFLUENCE[-1][0] + 1, INFLUENCE_ABOVE)) if size >= limit)
    return next((i for limit, i in INFLUENCE if size <= limit), INFLUENCE_ABOVE)


def marks(units: tuple[Unit, ...]) -> dict[str, Mark]:
    """Return the marks of a list's totals."""
    return {
        "points": combine_marks(unit.price_mark for unit in units),
        "hp": combine_marks(unit.hp_mark for unit in units),
    }


def module_names(force: Force) -> tuple[str, ...]:
    """Return the titles of the modules in play."""
    return tuple(MODULES[module] for module in force.modules)


def find_unit(units: tuple[Unit, ...], text: str) -> Unit | None:
    """Return the first unit with this name or, failing that, with a profile of this name or id."""
    return next(iter(find_units(units, text)), None)


def find_units(units: tuple[Unit, ...], text: str) -> tuple[Unit, ...]:
    """Return the units with this name or, failing that, those whose profile has this name or id."""
    name = name_key(text)
    if not name:
        return ()
    by_name = tuple(u for u in units if name_key(u.name) == name)
    return by_name or tuple(u for u in units if name in (name_key(u.profile.id), name_key(u.profile.name)))
