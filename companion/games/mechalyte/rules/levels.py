"""The mechs of a spec level by level: ratings, the drop after an armor effect, the effect of a batch of hits."""

from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from companion.base.wording import nearest
from companion.data.cards import Catalogue, Mark
from companion.data.marks import combine_marks, row_mark
from companion.data.rulebook import rule
from companion.games.mechalyte.model import LEVELS, Module


class Scale(NamedTuple):
    """The base of each rating and the amount that one module adds; a tuple of numbers, so that it can key a cache.

    Armor has no numbers: its modules work by their slot.
    """

    power: int = 1
    power_adds: int = 1
    shield: int = 0
    shield_adds: int = 1
    mobility: int = 1
    mobility_adds: int = 1
    initiative: int = 0
    initiative_adds: int = 1


PRINTED = Scale()
"""The rulebook's own numbers (facts 21 to 26)."""


def module_scale(catalogue: Catalogue) -> Scale:
    """Return the numbers of a catalogue's modules, packs included."""
    by_rating = {module.rating: module for module in catalogue.all(Module)}
    ordered = (by_rating[rating] for rating in ("power", "shield", "mobility", "initiative"))
    return Scale(*(number for module in ordered for number in (module.base, module.adds)))


def scale_mark(catalogue: Catalogue) -> Mark:
    """Return the mark of origin of the ratings, from the numbers of all modules."""
    return combine_marks(row_mark(module, "base", "adds") for module in catalogue.all(Module))


@dataclass(frozen=True, slots=True)
class Ratings:
    """A mech of one level: its modules and ratings; `armor` counts its A modules, `drops_to` 0 means destroyed."""

    level: int
    modules: str
    power: int
    shield: int
    mobility: int
    initiative: int
    armor: int
    armor_slots: tuple[int, ...]
    drops_to: int

    @property
    def cost(self) -> int:
        """Return the build points it costs: its level (fact 38)."""
        return self.level

    @property
    def stands(self) -> Fraction:
        """Return the mean number of attack dice that destroy it, with its shields charged once."""
        survived = sum(1 for slot in self.armor_slots if slot > 1)
        return dice_to_destroy(self.shield, survived)

    @property
    def value(self) -> Fraction:
        """Return its value per point: Power times the attack dice it survives on average, divided by its cost."""
        return self.power * self.stands / self.cost

    def as_data(self) -> dict[str, Any]:
        """Return the row as JSON, with `stands` and `value` rounded to hundredths and `exact` as fractions."""
        data = asdict(self) | {"cost": self.cost, "armor_slots": list(self.armor_slots)}
        exact = {"stands": str(self.stands), "value": str(self.value)}
        return data | {"stands": float(nearest(self.stands, 2)), "value": float(nearest(self.value, 2)), "exact": exact}


@lru_cache(maxsize=65536)
@rule("level-modules", "letters", "ratings", "armor-effect")
def ratings(spec: str, level: int, scale: Scale = PRINTED) -> Ratings:
    """Return the mech of a level: base values plus the modules of slots 1 to level (facts 21 to 26)."""
    modules = spec[:level]
    slots = tuple(slot for slot, letter in enumerate(modules, 1) if letter == "A")
    return Ratings(
        level=level,
        modules=modules,
        power=scale.power + scale.power_adds * modules.count("P"),
        shield=scale.shield + scale.shield_adds * modules.count("S"),
        mobility=scale.mobility + scale.mobility_adds * modules.count("M"),
        initiative=scale.initiative + scale.initiative_adds * modules.count("I"),
        armor=len(slots),
        armor_slots=slots,
        drops_to=slots[-1] - 1 if slots else 0,
    )


def table(spec: str, scale: Scale = PRINTED) -> tuple[Ratings, ...]:
    """Return the ratings of every level that a spec describes; an unfinished one describes fewer than six."""
    return tuple(ratings(spec, level, scale) for level in LEVELS[: len(spec)])


@rule("armor-effect", "armor-first-slot")
def level_after_armour(spec: str, level: int, effects: int) -> int:
    """Return the level after armor effects: each drops the mech below its highest A, or to 0 (facts 65 to 67)."""
    while effects and level:
        level, effects = ratings(spec, level).drops_to, effects - 1
    return level


@rule("armor-effect")
def falls(spec: str, level: int) -> tuple[int, ...]:
    """Return the levels that a mech falls through, effect by effect, 0 last; not its own (facts 65 to 67, 72)."""
    levels = []
    while level:
        level = ratings(spec, level).drops_to
        levels.append(level)
    return tuple(levels)


@rule("shield-layers", "batch-order")
def struck(spec: str, level: int, layers: int, hits: int, crits: int) -> tuple[int, int]:
    """Return level and layers after a batch: crits ignore layers, hits wear them down first (facts 65 to 70)."""
    effects = crits + max(0, hits - layers)
    level_after = level_after_armour(spec, level, effects)
    return (level_after, max(0, layers - hits)) if level_after else (0, 0)


@lru_cache(maxsize=256)
def dice_to_destroy(layers: int, armor: int) -> Fraction:
    """Return the mean number of dice that destroy a target with `layers` that survives `armor` effects."""
    if armor < 0:
        return Fraction(0)
    if layers == 0:
        return Fraction(2 * (armor + 1))
    return 2 + dice_to_destroy(layers, armor - 1) / 3 + 2 * dice_to_destroy(layers - 1, armor) / 3
