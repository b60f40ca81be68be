"""What a list names by a unit's name: its commander, and the ship of each unit that is carried; a rename keeps both."""

from companion.base.json_types import JsonObject
from companion.data.card_ids import name_key
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CannotPlace, Document
from companion.games.mechastellar.model import LONGEST_NAME, Force
from companion.games.mechastellar.rules.holds import first_by_name
from companion.games.mechastellar.rules.loadout import Unit, units_of_force


def read_force(document: Document, context: Context) -> tuple[Force, tuple[Unit, ...]]:
    """Return a document as a list and its units; InvalidInput where it cannot be read."""
    force = read_as(Force, document, {"catalogue": context.catalogue})
    return force, units_of_force(force, context.catalogue, context.rulings)


def rename_unit(document: Document, index: int, name: str, context: Context) -> Document:
    """Return the list with a unit's own name, or without one; what named the unit before names it still.

    CannotPlace where commander or ship would be another unit afterwards.
    """
    if len(name) > LONGEST_NAME:
        raise CannotPlace(f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}. Shorten it.")
    force, units = read_force(document, context)
    unit = next((unit for unit in units if unit.index == index), None)
    if unit is None:
        raise CannotPlace("The profile of this unit is not known: remove the unit or add its pack.")
    before, label = _references(force, units), name or unit.profile.name
    entries: list[JsonObject] = [dict(entry) for entry in document["unit"]]
    entries[index] = _with_text(entries[index], "name", name)
    for number, entry in enumerate(entries):
        if before.get(f"unit-{number}") == index:
            entries[number] = _with_text(entry, "carried_by", label)
    changed: Document = {**document, "unit": entries}
    if before.get("commander") == index:
        changed["commander"] = label
    after = _references(*read_force(changed, context))
    if any(after.get(reference) != named for reference, named in before.items()):
        raise CannotPlace(
            f"Another unit is called {label}, and the list names its commander or a ship so: choose another name."
        )
    return changed


def _references(force: Force, units: tuple[Unit, ...]) -> dict[str, int]:
    """Return the index of the unit that the commander's name and each unit's `carried_by` name."""
    names = {"commander": force.commander, **{f"unit-{unit.index}": unit.entry.carried_by for unit in units}}
    first = first_by_name(units)
    named = {reference: first.get(name_key(name)) for reference, name in names.items()}
    return {reference: unit.index for reference, unit in named.items() if unit}


def _with_text(entry: JsonObject, name: str, text: str) -> JsonObject:
    others = {key: value for key, value in entry.items() if key != name}
    return {**others, name: text} if text else others
