"""Applies the acts of a builder's page to the document of a points list.

Units count from 0, as in the document: the card `unit-2` lies at the place `line-2`, a ship's hold is `aboard-2`. The
names of equipment, pilots, sizes and theatres have a colon, so that no card of a pack can be confused with them.
"""

from collections.abc import Mapping
from typing import Any

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.card_ids import find_card, name_key, plain_name
from companion.gamekit.contract import Context
from companion.gamekit.workshop import DOWN, UP, Act, CannotPlace, Document
from companion.games.mechastellar.builder.references import read_force, rename_unit
from companion.games.mechastellar.model import (
    MODULES,
    MOST_TRAITS,
    MOST_UNITS,
    SIZES,
    Command,
    Event,
    Profile,
    Trait,
)
from companion.games.mechastellar.rules.holds import carriers

Entries = list[JsonObject]

FIELD, EVENT, COMMANDS, IN_PLAY = "field", "event", "commands", "modules"
"""The places for a further unit on the table, for the event, the commands and the modules."""
SWAP, EXTRA, PILOT, MODULE, TRAIT = "swap:", "extra:", "pilot:", "module:", "trait:"
"""Prefixes of the names of alternate weapons, extras (both by number in the profile), pilot levels and modules.

A pilot trait is added by its card and removed by its number in the list.
"""
MORE, COPY, LEADER, NAME, SHIP = "unit:more", "unit:copy", "unit:commander", "unit:name", "unit:ship"
"""Raise a unit's count, copy the unit to a new line, make it the commander, name it, take it off its ship."""
GAMES: Mapping[str, JsonMapping] = {
    **{f"size:{size}": {"size": size} for size in SIZES},
    "theatre:ground": {"theatre": "ground"},
    "theatre:space": {"theatre": "space"},
}
"""The fields that each choice of a game sets: the size in points, the theatre."""
MOST_ALIKE = 99
GONE = "This is not in the list any more: reload the page."


def act(document: Document, act: Act, context: Context) -> Document:
    """Return the list after an act; CannotPlace says why it cannot be done."""
    if act.kind == "remove":
        return _remove_unit(document, act.at, context)
    if act.kind == "move":
        return _move_unit(document, act, context)
    if act.card.startswith(MODULE):
        return _add_module(document, act)
    if act.card in GAMES:
        return {**document, **GAMES[act.card]}
    if ":" in act.card:
        return _equip_unit(document, act, context)
    profile, event, command = (context.catalogue.find(model, act.card) for model in (Profile, Event, Command))
    if isinstance(profile, Profile):
        return _add_unit(document, profile, act.to, context)
    if event:
        _require_place(act.to, EVENT, f"{event.name} is a climactic event: choose it for its own place.")
        return {**document, "event": [event.id]}
    if isinstance(command, Command) and command.expanded:
        _require_place(act.to, COMMANDS, f"{command.name} is a command: choose it for the place of commands.")
        return _add_card(document, "commands", command.id, f"{command.name} is chosen already.")
    raise CannotPlace("No unit, event or command has this name: reload the page and choose again.")


def _find_profile(entry: JsonMapping, context: Context) -> Profile:
    """Return the profile of a document's entry; CannotPlace where there is none."""
    card = find_card(context.catalogue, Profile, str(entry.get("profile", "")))
    if not isinstance(card, Profile):
        raise CannotPlace("The profile of this unit is not known: remove the unit or add its pack.")
    return card


def _read_entries(document: Document) -> Entries:
    entries = document.get("unit", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CannotPlace("The units of this list cannot be read: reload the page.")
    return [dict(entry) for entry in entries]


def _read_ids(document: Document, name: str) -> list[str]:
    """Return the ids in a field of the list; a single text, as an event may be, counts as one id."""
    value = document.get(name, [])
    return [value] if isinstance(value, str) and value else list(value) if isinstance(value, list) else []


def _set_value(document: Document, name: str, value: Any) -> Document:
    """Return the document with a value; an empty value removes the key."""
    others = {key: other for key, other in document.items() if key != name}
    return {**others, name: value} if value else others


def _require_place(to: str, place: str, message: str) -> None:
    if to not in ("", place):
        raise CannotPlace(message)


def _read_number(text: str, prefix: str, most: int) -> int:
    """Return the number after a prefix, below `most`; CannotPlace for anything else."""
    number = text.removeprefix(prefix)
    if not text.startswith(prefix) or not number.isdecimal() or len(number) > 4 or int(number) >= most:
        raise CannotPlace(GONE)
    return int(number)


def _add_card(document: Document, name: str, card: str, message: str) -> Document:
    ids = _read_ids(document, name)
    if card in ids:
        raise CannotPlace(message)
    return _set_value(document, name, [*ids, card])


def _add_module(document: Document, act: Act) -> Document:
    module = next((name for name in MODULES if act.card == MODULE + name), None)
    if module is None:
        raise CannotPlace("No module has this name: reload the page and choose again.")
    _require_place(act.to, IN_PLAY, f"{MODULES[module]} is a module: choose it for the place of modules.")
    return _add_card(document, "modules", module, f"{MODULES[module]} is in play already.")


# Units


def _add_unit(document: Document, profile: Profile, to: str, context: Context) -> Document:
    """Return the list with a further unit, on the table or aboard a ship.

    Dropped on a unit of the same profile it raises that unit's count; on another profile it replaces it and keeps name,
    count, pilot and ship, not the equipment.
    """
    entries = _read_entries(document)
    if to.startswith("line-"):
        index = _read_number(to, "line-", len(entries))
        if _find_profile(entries[index], context).id == profile.id:
            return _equip_unit(document, Act("add", card=MORE, to=to), context)
        kept = {key: value for key, value in entries[index].items() if key not in ("swaps", "extras", "traits")}
        entries[index] = {**kept, "profile": profile.id}
        return {**document, "unit": entries}
    if len(entries) >= MOST_UNITS:
        raise CannotPlace(f"A list has at most {MOST_UNITS} lines: raise the count of a unit instead.")
    entry: JsonObject = {"profile": profile.id}
    if to.startswith("aboard-"):
        entry["carried_by"] = _ship_name(entries, to, context)
    elif to not in ("", FIELD):
        raise CannotPlace(f"{profile.name} is a unit: choose it for a place of units.")
    return {**document, "unit": [*entries, entry]}


def _ship_name(entries: Entries, to: str, context: Context) -> str:
    """Return the name for `carried_by` of units in a hold; CannotPlace where it would name another unit."""
    index = _read_number(to, "aboard-", len(entries))
    ship = _find_profile(entries[index], context)
    if not ship.warship:
        raise CannotPlace(f"{ship.name} is not a Stellar Warship and carries nobody.")
    name = str(entries[index].get("name") or ship.name)
    first = next((n for n, entry in enumerate(entries) if _has_name(entry, name, context)), None)
    if first != index:
        raise CannotPlace(f"Several units are called {name}: give this ship a name of its own first.")
    return name


def _has_name(entry: JsonMapping, name: str, context: Context) -> bool:
    plain = plain_name(name)
    return bool(plain) and plain_name(str(entry.get("name") or _find_profile(entry, context).name)) == plain


def _move_unit(document: Document, act: Act, context: Context) -> Document:
    """Return the list with a unit moved: to another's place (aboard the same ship), into a hold, or onto the table."""
    entries = _read_entries(document)
    if not act.at.startswith("unit-"):
        raise CannotPlace("Only units can be moved: remove this and choose another.")
    index = _read_number(act.at, "unit-", len(entries))
    if act.to in (UP, DOWN):
        return {**document, "unit": _shift_entry(entries, index, act.to, document, context)}
    entry, ship = entries[index], ""
    if act.to.startswith("aboard-"):
        ship = _ship_name(entries, act.to, context)
        if act.to == f"aboard-{index}":
            raise CannotPlace("A ship cannot carry itself.")
    elif act.to.startswith("line-"):
        place = _read_number(act.to, "line-", len(entries))
        ship = str(entries[place].get("carried_by", "")) if place != index else str(entry.get("carried_by", ""))
        entries.insert(place, entries.pop(index))
    elif act.to == FIELD:
        entries.append(entries.pop(index))
    else:
        raise CannotPlace("A unit goes among the units or aboard a ship.")
    changed = _set_value(entry, "carried_by", ship)
    return {**document, "unit": [changed if other is entry else other for other in entries]}


def _shift_entry(entries: Entries, index: int, to: str, document: Document, context: Context) -> Entries:
    """Return the entries with one and its neighbour on the table, or in the same hold, in each other's places."""
    _, units = read_force(document, context)
    ships = carriers(units)
    others = [unit.index for unit in units if ships.get(unit.index) == ships.get(index)]
    row = [other for other in others if (other < index if to == UP else other > index)]
    if not row:
        raise CannotPlace(f"This unit is the {'first' if to == UP else 'last'} already.")
    other = max(row) if to == UP else min(row)
    entries[index], entries[other] = entries[other], entries[index]
    return entries


# Choices of a unit


def _equip_unit(document: Document, act: Act, context: Context) -> Document:
    """Return the list with a choice made for the unit of a line."""
    entries = _read_entries(document)
    index = _read_number(act.to, "line-", len(entries))
    entry, profile = entries[index], _find_profile(entries[index], context)
    count = _read_count(entry)
    if act.card == LEADER:
        return {**document, "commander": str(entry.get("name") or profile.name)}
    if act.card == NAME:
        return rename_unit(document, index, act.text, context)
    if act.card == MORE:
        if count >= MOST_ALIKE:
            raise CannotPlace(f"A line counts at most {MOST_ALIKE} units: add another line.")
        entries[index] = {**entry, "count": count + 1}
    elif act.card == COPY:
        if len(entries) >= MOST_UNITS:
            raise CannotPlace(f"A list has at most {MOST_UNITS} lines: raise the count of a unit instead.")
        entries.insert(index + 1, dict(entry))
    elif act.card.startswith(PILOT):
        entries[index] = {**entry, "pilot": _read_number(act.card, PILOT, 3)}
    elif act.card.startswith(TRAIT):
        entries[index] = _add_trait(entry, act.card.removeprefix(TRAIT), context)
    elif act.card.startswith(SWAP):
        weapon = profile.alternates[_read_number(act.card, SWAP, len(profile.alternates))]
        swaps = {old: new for old, new in _read_swaps(entry).items() if plain_name(old) != plain_name(weapon.replaces)}
        entries[index] = {**entry, "swaps": {**swaps, weapon.replaces: weapon.name}}
    else:
        name = profile.extras[_read_number(act.card, EXTRA, len(profile.extras))].name
        entries[index] = _add_card(entry, "extras", name, f"This unit has the {name} already.")
    return {**document, "unit": entries}


def _add_trait(entry: JsonObject, name: str, context: Context) -> JsonObject:
    trait, traits = context.catalogue.find(Trait, name), _read_ids(entry, "traits")
    if trait is None or trait.kind != "pilot":
        raise CannotPlace("No pilot trait has this name: reload the page and choose again.")
    if any(name_key(text) in (name_key(trait.id), name_key(trait.name)) for text in traits):
        raise CannotPlace(f"This unit's pilot has {trait.name} already.")
    if len(traits) >= MOST_TRAITS:
        raise CannotPlace(f"A pilot has at most {MOST_TRAITS} traits here: remove one first.")
    return _set_value(entry, "traits", [*traits, trait.id])


def _read_count(entry: JsonMapping) -> int:
    count = entry.get("count", 1)
    if not isinstance(count, int) or count < 1:
        raise CannotPlace("The count of this unit cannot be read: write a whole number from 1 to 99.")
    return count


def _read_swaps(entry: JsonMapping) -> dict[str, str]:
    swaps = entry.get("swaps", {})
    return {str(old): str(new) for old, new in swaps.items()} if isinstance(swaps, Mapping) else {}


def _remove_unit(document: Document, at: str, context: Context) -> Document:
    """Return the list without a unit, a choice of a unit, an event, a command or a module."""
    head, _, option = at.partition("/")
    for name in ("event", "commands", "modules"):
        if head.startswith(f"{name}-") and not option:
            ids = _read_ids(document, name)
            del ids[_read_number(head, f"{name}-", len(ids))]
            return _set_value(document, name, ids)
    entries = _read_entries(document)
    index = _read_number(head, "unit-", len(entries))
    if not option:
        return _set_value(document, "unit", entries[:index] + entries[index + 1 :])
    if option == LEADER:
        return _set_value(document, "commander", "")
    entries[index] = _remove_option(entries[index], option, context)
    return {**document, "unit": entries}


def _remove_option(entry: JsonObject, option: str, context: Context) -> JsonObject:
    if option == MORE:
        count = _read_count(entry)
        if count < 2:
            raise CannotPlace("There is only one such unit: remove it instead.")
        return _set_value(entry, "count", count - 1 if count > 2 else 0)
    if option == PILOT.rstrip(":"):
        return {key: value for key, value in entry.items() if key != "pilot"}
    if option == SHIP:
        return _set_value(entry, "carried_by", "")
    if option.startswith(TRAIT):
        traits = _read_ids(entry, "traits")
        del traits[_read_number(option, TRAIT, len(traits))]
        return _set_value(entry, "traits", traits)
    profile = _find_profile(entry, context)
    if option.startswith(SWAP):
        weapon = profile.alternates[_read_number(option, SWAP, len(profile.alternates))]
        kept = {old: new for old, new in _read_swaps(entry).items() if plain_name(old) != plain_name(weapon.replaces)}
        return _set_value(entry, "swaps", kept)
    extra = profile.extras[_read_number(option, EXTRA, len(profile.extras))]
    rest = [name for name in _read_ids(entry, "extras") if plain_name(str(name)) != plain_name(extra.name)]
    return _set_value(entry, "extras", rest)
