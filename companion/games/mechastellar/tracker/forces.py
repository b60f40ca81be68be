"""The lists of a table as they fight: every single unit with its own name, weapons and pilot."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.base.compat import cached_property
from companion.base.json_types import JsonMapping
from companion.data.documents import read_as
from companion.data.packs import embedded_packs, merge
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Force
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.equipped import EquippedUnit, equip_unit
from companion.games.mechastellar.rules.loadout import hp_factor, model_names, units_of_force
from companion.play.log import canonical


@dataclass(frozen=True)
class TableFighter:
    """A single unit of a list: its card as equipped, its name, its place in the list, its HP at the start.

    `ship` is the name of the ship that carries it, empty for none.
    """

    profile: EquippedUnit
    name: str
    where: str
    hp: int
    commander: bool = False
    ship: str = ""

    @cached_property
    def weapons(self) -> Mapping[int, Weapon]:
        """Its weapons and shields by their places on its card."""
        return dict(enumerate(self.profile.weapons))


@dataclass(frozen=True)
class FightingForce:
    """A list with its single units, in order."""

    force: Force
    fighters: tuple[TableFighter, ...]
    hp_factor: int

    @property
    def points(self) -> int:
        """Return the points of all units."""
        return sum(one.profile.points for one in self.fighters)


@dataclass(frozen=True)
class Forces:
    """Reads the lists of a table; each is worked out once."""

    context: Context
    modules: tuple[str, ...] = ()
    _read: dict[bytes, FightingForce] = field(default_factory=dict, repr=False, compare=False)

    def read_force(self, document: JsonMapping) -> Force:
        """Return a list; InvalidInput where it cannot be read, or has cards that are not known."""
        catalogue = merge(self.context.catalogue, embedded_packs(document))
        return read_as(Force, document, {"catalogue": catalogue})

    def fighting(self, document: JsonMapping) -> FightingForce:
        """Return a list as it fights."""
        key = canonical(document)
        if key not in self._read:
            self._read[key] = self._arm(document)
        return self._read[key]

    def _arm(self, document: JsonMapping) -> FightingForce:
        force, rulings = self.read_force(document), self.context.rulings
        if self.modules:
            force = force.model_copy(update={"modules": self.modules})
        catalogue = merge(self.context.catalogue, embedded_packs(document))
        units, factor = units_of_force(force, catalogue, rulings), hp_factor(force, rulings)
        fighters: list[TableFighter] = []
        for unit, names in zip(units, model_names(units), strict=True):
            card = equip_unit(unit, catalogue, rulings)
            for name in names:
                fighters.append(
                    TableFighter(
                        card,
                        name,
                        f"unit[{unit.index}]",
                        max(1, card.hp * factor),
                        bool(force.commander) and force.commander in (name, unit.name) and not _has_commander(fighters),
                        unit.entry.carried_by,
                    )
                )
        return FightingForce(force, tuple(fighters), factor)


def _has_commander(before: list[TableFighter]) -> bool:
    """Return whether an earlier unit of the list is its commander already: one unit commands."""
    return any(one.commander for one in before)
