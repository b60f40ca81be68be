"""Numbers of a Mech as inputs of a roll, each with the fields of the cards that it comes from."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.games.techniconica.model import Armour, Extra, Part, Shield, Stat, Support
from companion.games.techniconica.rules.assembly import Assembly, Mount


class Value(NamedTuple):
    """An input of a roll; None where a card's number is not known.

    `cards` are the fields it comes from (`long-rifle.pe`); `changes` what attached cards add, in words; `unknown` the
    numbers that it would need.
    """

    value: Any
    cards: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


Inputs = Mapping[str, Value]
"""Values by the names of a resolver's inputs."""


def stat(mount: Mount, name: Stat) -> Value:
    """Return a stat of a Base Part, as changed by the cards attached to it."""
    return _stat_value(mount, name, mount.stat(name), (extra for extra in mount.working_extras if name in extra.gives))


def fixed_place_stat(made: Assembly, place: str, name: Stat) -> Value:
    """Return a stat of the Locomotor or the Pilot, with what Support elsewhere adds; 0 without a card there."""
    mount = made.at(place)
    if mount is None:
        return Value(0)
    number = made.pilots(name) if place == "pilot" else {"mw": made.max_weight, "sp": made.speed}[name]
    elsewhere = (m for m in made.mounts if m is not mount and name not in m.card.stats)
    support = (extra for m in elsewhere for extra in m.working_extras if isinstance(extra, Support))
    return _stat_value(mount, name, number, (*mount.working_extras, *support))


def _stat_value(mount: Mount, name: Stat, number: int, extras: Iterable[Extra]) -> Value:
    bearing = [extra for extra in extras if extra.gives.get(name)]
    return Value(
        None if mount.card.lacks(name) else number,
        (f"{mount.card.id}.{name}", *(f"{extra.id}.gives" for extra in bearing)),
        tuple(f"{extra.name}: {extra.gives[name]:+d} {name.upper()}" for extra in bearing),
        (f"{name.upper()} of {mount.card.name}",) if mount.card.lacks(name) else (),
    )


def layers(mount: Mount) -> dict[str, Value]:
    """Return the Shields, the Armour and the Base Part that damage goes through; nothing where a DT is not known."""
    outer = [card for card in mount.attached if isinstance(card, Armour | Shield)]
    found = {"shields": _thresholds(outer, Shield), "armours": _thresholds(outer, Armour), "base": stat(mount, "dt")}
    unknown = tuple(text for value in found.values() for text in value.unknown)
    if not unknown:
        return found
    return {"base": Value(None, unknown=unknown)}


def _thresholds(cards: Iterable[Part], kind: type[Armour] | type[Shield]) -> Value:
    """Return Damage Thresholds as a roll takes them, in the owner's order: `2,3`."""
    same = [card for card in cards if isinstance(card, kind)]
    text = ",".join(str(card.stat("dt")) for card in same)
    unknown = tuple(f"DT of {card.name}" for card in same if card.lacks("dt"))
    return Value(text, tuple(dict.fromkeys(f"{card.id}.dt" for card in same)), unknown=unknown)


def spare(made: Assembly) -> Value:
    """Return Maximum Weight minus weight: what a Mech can bear before a Gravity Field overloads it."""
    most = fixed_place_stat(made, "locomotor", "mw")
    weighed = [card for card in made.cards if "we" in card.stats]
    unknown = tuple(f"WE of {card.name}" for card in weighed if card.lacks("we"))
    fields = (*most.cards, *dict.fromkeys(f"{card.id}.we" for card in weighed))
    number = None if most.unknown or unknown else made.max_weight - made.weight
    return Value(number, fields, most.changes, (*most.unknown, *unknown))


def roll_inputs(values: Inputs, model: type[Record]) -> JsonObject:
    """Return the inputs of a roll, without those left at their defaults, and for each the cards it was filled from."""
    fields = model.model_fields
    there = {
        name: value
        for name, value in values.items()
        if value.value is not None and (fields[name].is_required() or value.value != fields[name].default)
    }
    marks = {f"from.{name}": f"{value.value}:{','.join(value.cards)}" for name, value in there.items() if value.cards}
    return {name: value.value for name, value in there.items()} | marks
