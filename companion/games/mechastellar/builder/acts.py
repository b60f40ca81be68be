"""What an act does to a points list: units come, go, move and board ships; equipment, pilots, orders, modules change.

Units count from 0, as in the document: the card `unit-2` lies at the place `line-2`, a ship's hold is `aboard-2`. What
is chosen for a unit is no card and has a name with a colon, so that no card of a pack can be confused with it.
"""

from collections.abc import Mapping
from typing import Any

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.card_ids import find_card, plain_name
from companion.gamekit.contract import Context
from companion.gamekit.workshop import Act, CannotPlace, Document
from companion.games.mechastellar.model import (
    MODULES,
    MOST_UNITS,
    SIZES,
    Command,
    Event,
    Profile,
)

Entries = list[JsonObject]

FIELD, EVENT, COMMANDS, IN_PLAY = "field", "event", "commands", "modules"
"""The places of another unit on the table, of the event, of the commands and of the modules."""
SWAP, EXTRA, PILOT, MODULE = "swap:", "extra:", "pilot:", "module:"
"""What begins the name of an alternate weapon by its number in the profile, of an extra, a pilot level, a module."""
MORE, COPY, LEADER = "unit:more", "unit:copy", "unit:commander"
"""One more in a unit's count, a copy of the unit on a line of its own, its command of the list."""
GAMES: Mapping[str, JsonMapping] = {
    **{f"size:{size}": {"size": size} for size in SIZES},
    "theatre:ground": {"theatre": "ground"},
    "theatre:space": {"theatre": "space"},
}
"""What each choice of a game changes in a list: the points agreed on, where it is fought."""
MOST_ALIKE = 99
GONE = "This is not in the list any more: reload the page."


def act(document: Document, act: Act, context: Context) -> Document:
    """Return the list after an act; CannotPlace where it cannot be done."""
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
        _goes(act.to, EVENT, f"{event.name} is a climactic event: choose it for its own place.")
        return {**document, "event": [event.id]}
    if isinstance(command, Command) and command.expanded:
        _goes(act.to, COMMANDS, f"{command.name} is a command: choose it for the place of commands.")
        return _add_card(document, "commands", command.id, f"{command.name} is chosen already.")
    raise CannotPlace("No unit, event or command has this name: reload the page and choose again.")


def _profile(entry: JsonMapping, context: Context) -> Profile:
    """Return the profile of a document's entry; CannotPlace where there is none."""
    card = find_card(context.catalogue, Profile, str(entry.get("profile", "")))
    if not isinstance(card, Profile):
        raise CannotPlace("The profile of this unit is not known: remove the unit or add its pack.")
    return card


def _entries(document: Document) -> Entries:
    entries = document.get("unit", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CannotPlace("The units of this list cannot be read: reload the page.")
    return [dict(entry) for entry in entries]


def _ids(document: Document, name: str) -> list[str]:
    """Return what a list names once or several times: an event may stand there as a single text."""
    found = document.get(name, [])
    return [found] if isinstance(found, str) and found else list(found) if isinstance(found, list) else []


def _set_value(document: Document, name: str, value: Any) -> Document:
    """Return the document with a value, or without it where it is empty."""
    rest = {key: kept for key, kept in document.items() if key != name}
    return {**rest, name: value} if value else rest


def _goes(to: str, place: str, sentence: str) -> None:
    if to not in ("", place):
        raise CannotPlace(sentence)


def _number(text: str, head: str, most: int) -> int:
    """Return the number after a name's beginning, below `most`; CannotPlace where there is none."""
    number = text.removeprefix(head)
    if not text.startswith(head) or not number.isdecimal() or len(number) > 4 or int(number) >= most:
        raise CannotPlace(GONE)
    return int(number)


def _add_card(document: Document, name: str, card: str, again: str) -> Document:
    there = _ids(document, name)
    if card in there:
        raise CannotPlace(again)
    return _set_value(document, name, [*there, card])


def _add_module(document: Document, act: Act) -> Document:
    module = next((known for known in MODULES if act.card == MODULE + known), None)
    if module is None:
        raise CannotPlace("No module has this name: reload the page and choose again.")
    _goes(act.to, IN_PLAY, f"{MODULES[module]} is a module: choose it for the place of modules.")
    return _add_card(document, "modules", module, f"{MODULES[module]} is in play already.")


# Units


def _add_unit(document: Document, profile: Profile, to: str, context: Context) -> Document:
    """Return the list with another unit, on the table or aboard a ship; on a unit of that profile it is one more.

    On a unit of another profile it takes its place and keeps its name, count, pilot and ship, not its equipment.
    """
    entries = _entries(document)
    if to.startswith("line-"):
        index = _number(to, "line-", len(entries))
        if _profile(entries[index], context).id == profile.id:
            return _equip_unit(document, Act("add", card=MORE, to=to), context)
        kept = {key: value for key, value in entries[index].items() if key not in ("swaps", "extras", "traits")}
        entries[index] = {**kept, "profile": profile.id}
        return {**document, "unit": entries}
    if len(entries) >= MOST_UNITS:
        raise CannotPlace(f"A list has at most {MOST_UNITS} lines: raise the count of a unit instead.")
    fresh: JsonObject = {"profile": profile.id}
    if to.startswith("aboard-"):
        fresh["carried_by"] = _ship(entries, to, context)
    elif to not in ("", FIELD):
        raise CannotPlace(f"{profile.name} is a unit: choose it for a place of units.")
    return {**document, "unit": [*entries, fresh]}


def _ship(entries: Entries, to: str, context: Context) -> str:
    """Return the name by which units are carried by the ship of a hold."""
    index = _number(to, "aboard-", len(entries))
    ship = _profile(entries[index], context)
    if not ship.warship:
        raise CannotPlace(f"{ship.name} is not a Stellar Warship and carries nobody.")
    name = str(entries[index].get("name") or ship.name)
    first = next((n for n, entry in enumerate(entries) if _has_name(entry, name, context)), None)
    if first != index:
        raise CannotPlace(f"Several units are called {name}: give this ship a name of its own first.")
    return name


def _has_name(entry: JsonMapping, name: str, context: Context) -> bool:
    wanted = plain_name(name)
    return bool(wanted) and plain_name(str(entry.get("name") or _profile(entry, context).name)) == wanted


def _move_unit(document: Document, act: Act, context: Context) -> Document:
    """Return the list with a unit in another's place, and aboard the same ship; aboard a ship; or on the table."""
    entries = _entries(document)
    if not act.at.startswith("unit-"):
        raise CannotPlace("Only units can be moved: remove this and choose another.")
    index = _number(act.at, "unit-", len(entries))
    entry, ship = entries[index], ""
    if act.to.startswith("aboard-"):
        ship = _ship(entries, act.to, context)
        if act.to == f"aboard-{index}":
            raise CannotPlace("A ship cannot carry itself.")
    elif act.to.startswith("line-"):
        place = _number(act.to, "line-", len(entries))
        ship = str(entries[place].get("carried_by", "")) if place != index else str(entry.get("carried_by", ""))
        entries.insert(place, entries.pop(index))
    elif act.to == FIELD:
        entries.append(entries.pop(index))
    else:
        raise CannotPlace("A unit goes among the units or aboard a ship.")
    changed = _set_value(entry, "carried_by", ship)
    return {**document, "unit": [changed if other is entry else other for other in entries]}


# What is chosen for a unit


def _equip_unit(document: Document, act: Act, context: Context) -> Document:
    """Return the list with something chosen for the unit of a line."""
    entries = _entries(document)
    index = _number(act.to, "line-", len(entries))
    entry, profile = entries[index], _profile(entries[index], context)
    count = _count(entry)
    if act.card == LEADER:
        return {**document, "commander": str(entry.get("name") or profile.name)}
    if act.card == MORE:
        if count >= MOST_ALIKE:
            raise CannotPlace(f"A line counts at most {MOST_ALIKE} units: add another line.")
        entries[index] = {**entry, "count": count + 1}
    elif act.card == COPY:
        if len(entries) >= MOST_UNITS:
            raise CannotPlace(f"A list has at most {MOST_UNITS} lines: raise the count of a unit instead.")
        entries.insert(index + 1, dict(entry))
    elif act.card.startswith(PILOT):
        entries[index] = {**entry, "pilot": _number(act.card, PILOT, 3)}
    elif act.card.startswith(SWAP):
        weapon = profile.alternates[_number(act.card, SWAP, len(profile.alternates))]
        swaps = {old: new for old, new in _swaps(entry).items() if plain_name(old) != plain_name(weapon.replaces)}
        entries[index] = {**entry, "swaps": {**swaps, weapon.replaces: weapon.name}}
    else:
        name = profile.extras[_number(act.card, EXTRA, len(profile.extras))].name
        entries[index] = _add_card(entry, "extras", name, f"This unit has the {name} already.")
    return {**document, "unit": entries}


def _count(entry: JsonMapping) -> int:
    count = entry.get("count", 1)
    if not isinstance(count, int) or count < 1:
        raise CannotPlace("The count of this unit cannot be read: write a whole number from 1 to 99.")
    return count


def _swaps(entry: JsonMapping) -> dict[str, str]:
    swaps = entry.get("swaps", {})
    return {str(old): str(new) for old, new in swaps.items()} if isinstance(swaps, Mapping) else {}


def _remove_unit(document: Document, at: str, context: Context) -> Document:
    """Return the list without a unit, without what was chosen for it, or without an order or a module."""
    head, _, option = at.partition("/")
    for name in ("event", "commands", "modules"):
        if head.startswith(f"{name}-") and not option:
            ids = _ids(document, name)
            del ids[_number(head, f"{name}-", len(ids))]
            return _set_value(document, name, ids)
    entries = _entries(document)
    index = _number(head, "unit-", len(entries))
    if not option:
        return _set_value(document, "unit", entries[:index] + entries[index + 1 :])
    if option == LEADER:
        return _set_value(document, "commander", "")
    entries[index] = _remove_option(entries[index], option, context)
    return {**document, "unit": entries}


def _remove_option(entry: JsonObject, option: str, context: Context) -> JsonObject:
    if option == MORE:
        count = _count(entry)
        if count < 2:
            raise CannotPlace("There is only one such unit: remove it instead.")
        return _set_value(entry, "count", count - 1 if count > 2 else 0)
    if option == PILOT.rstrip(":"):
        return {key: value for key, value in entry.items() if key != "pilot"}
    profile = _profile(entry, context)
    if option.startswith(SWAP):
        weapon = profile.alternates[_number(option, SWAP, len(profile.alternates))]
        kept = {old: new for old, new in _swaps(entry).items() if plain_name(old) != plain_name(weapon.replaces)}
        return _set_value(entry, "swaps", kept)
    extra = profile.extras[_number(option, EXTRA, len(profile.extras))]
    rest = [name for name in _ids(entry, "extras") if plain_name(str(name)) != plain_name(extra.name)]
    return _set_value(entry, "extras", rest)
