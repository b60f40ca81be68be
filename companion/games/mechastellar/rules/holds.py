"""Which units of a list are ships, and which units lie in the hold of which; units find each other by name."""

from collections.abc import Sequence

from companion.data.card_ids import name_key
from companion.games.mechastellar.rules.loadout import Unit


def ships_of(units: Sequence[Unit]) -> list[Unit]:
    """Return the ships that units can be aboard of; of several with one name the first."""
    first = first_by_name(units)
    return [unit for unit in units if unit.profile.warship and first[name_key(unit.name)] is unit]


def carriers(units: Sequence[Unit]) -> dict[int, int]:
    """Return the index of the ship of each unit that lies in a hold, by the unit's own index."""
    first, ships = first_by_name(units), {ship.index for ship in ships_of(units)}
    found = ((unit.index, first.get(name_key(unit.entry.carried_by))) for unit in units)
    return {index: ship.index for index, ship in found if ship and ship.index in ships - {index}}


def first_by_name(units: Sequence[Unit]) -> dict[str, Unit]:
    """Return the unit that each name finds, as `find_unit` does, for lists whose every unit is looked for."""
    first: dict[str, Unit] = {}
    for unit in reversed(units):
        first |= {name_key(unit.profile.id): unit, name_key(unit.profile.name): unit}
    for unit in reversed(units):
        first[name_key(unit.name)] = unit
    return {name: unit for name, unit in first.items() if name}
