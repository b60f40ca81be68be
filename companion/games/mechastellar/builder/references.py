"""What a list names by a unit's name: the ship of each unit that is carried."""

from collections.abc import Sequence

from companion.data.card_ids import name_key
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import Document
from companion.games.mechastellar.model import Force
from companion.games.mechastellar.rules.loadout import Unit, units_of_force


def ships_of(units: Sequence[Unit]) -> list[Unit]:
    """Return the ships that units can be aboard of; of several with one name the first."""
    first = _first_by_name(units)
    return [unit for unit in units if unit.profile.warship and first[name_key(unit.name)] is unit]


def carriers(units: Sequence[Unit]) -> dict[int, int]:
    """Return the index of the ship of each unit that lies in a hold, by the unit's own index."""
    first, ships = _first_by_name(units), {ship.index for ship in ships_of(units)}
    found = ((unit.index, first.get(name_key(unit.entry.carried_by))) for unit in units)
    return {index: ship.index for index, ship in found if ship and ship.index in ships - {index}}


def _first_by_name(units: Sequence[Unit]) -> dict[str, Unit]:
    """Return the unit that each name finds, as `find_unit` does, for lists whose every unit is looked for."""
    first: dict[str, Unit] = {}
    for unit in reversed(units):
        first |= {name_key(unit.profile.id): unit, name_key(unit.profile.name): unit}
    for unit in reversed(units):
        first[name_key(unit.name)] = unit
    return {name: unit for name, unit in first.items() if name}


def read_force(document: Document, context: Context) -> tuple[Force, tuple[Unit, ...]]:
    """Return a document as a list and its units; InvalidInput where it cannot be read."""
    force = read_as(Force, document, {"catalogue": context.catalogue})
    return force, units_of_force(force, context.catalogue, context.rulings)
