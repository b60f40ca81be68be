"""The figures of a list for its page, and its text for a chat."""

import re

from companion.data.card_ids import find_card
from companion.data.cards import Catalogue
from companion.data.marks import add_legend, sign
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.lists import IN, distinct_title, named_units
from companion.games.mechastellar.model import SIZES, TYPES, Command, Event, Force, Profile, Trait, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.holds import carriers, ships_of
from companion.games.mechastellar.rules.loadout import (
    Unit,
    find_unit,
    marks,
    module_names,
    starting_influence,
    starting_momentum,
    units_of_force,
)


def page_values(force: Force | None, context: Context) -> dict[str, object]:
    """Return the values of the list page: `units` worked out, the starting pools, and the cards to choose from."""
    read = force or Force(game="mechastellar")
    units = units_of_force(read, context.catalogue, context.rulings)
    profiles = context.catalogue.all(Profile)
    commander = find_unit(units, read.commander)
    names = [f"{unit.name}{IN}{distinct_title(read)}" for unit in named_units(units)]
    return {
        "units": units,
        "by_index": {unit.index: unit for unit in units},
        "unit_key": unit_key,
        "ships": ships_of(units),
        "carriers": carriers(units),
        "commander_index": commander.index if commander else None,
        "points": sum(unit.points for unit in units),
        "size": read.size,
        "sizes": SIZES,
        "force": read,
        "matchup_names": (names[0], names[-1]) if names else (),
        "models": sum(unit.entry.count for unit in units),
        "marks": marks(units),
        "hp": sum(unit.hp * unit.entry.count for unit in units),
        "momentum": starting_momentum(read.size, context.rulings),
        "influence": starting_influence(read.size, context.rulings),
        "groups": {kind: [p for p in profiles if p.type == kind] for kind in TYPES},
        "profiles": {p.id: p for p in profiles},
        "pilot_traits": [t for t in context.catalogue.all(Trait) if t.kind == "pilot"],
        "events": context.catalogue.all(Event),
        "universal": [c for c in context.catalogue.all(Command) if not c.expanded],
        "pilot_title": pilot_title,
        "weapon_line": weapon_line,
    }


def unit_key(unit: Unit) -> str:
    """Return all that tells a unit from others of the same cards and rulings."""
    return f"{unit.index} {unit.pilot} {unit.each} {unit.hp} {unit.entry.model_dump_json()}"


def weapon_line(weapon: Weapon) -> str:
    """Return a weapon on one line: range, attacks, close range, PEN, DMG and qualities."""
    parts = []
    if weapon.range != "-":
        parts.append(f'{weapon.range}"' if weapon.inches else weapon.range)
    if weapon.attacks != "-":
        parts.append(f"{weapon.attacks} shots" if weapon.shots else weapon.attacks)
    if weapon.close_range != "-":
        parts.append(weapon.close_range)
    if weapon.pen != "-":
        parts.append(f"PEN {weapon.pen}")
    if weapon.dmg:
        parts.append(f"DMG {weapon.dmg}")
    if weapon.special:
        parts.append(weapon.special)
    return ", ".join(parts)


def summary(force: Force, context: Context) -> str:
    """Return a list as text for a chat: the game, then one line per unit."""
    units = units_of_force(force, context.catalogue, context.rulings)
    points = sum(unit.points for unit in units)
    total = f"{points}{sign(marks(units)['points'])}"
    lines = [f"MechaStellar list: {force.title or 'untitled'}: {total} of {force.size} points, {force.theatre}"]
    if force.modules:
        lines.append(f"Modules: {', '.join(module_names(force))}")
    commander = find_unit(units, force.commander)
    lines += [_unit_line(unit, unit is commander, context.catalogue) for unit in units]
    momentum = starting_momentum(force.size, context.rulings)
    return add_legend([*lines, f"Starts with {momentum} Momentum"])


def _unit_line(unit: Unit, commands: bool, catalogue: Catalogue) -> str:
    times = f"{unit.entry.count} × " if unit.entry.count > 1 else ""
    kind = "" if unit.name == unit.profile.name else f" ({unit.profile.name})"
    parts = [f"{old} → {new}" for old, new in unit.entry.swaps.items()]
    parts += [extra.name for extra in unit.extras]
    if unit.entry.pilot is not None:
        parts.append(pilot_title(unit.profile.type, unit.pilot))
    parts += [f"trait {_trait_name(name, catalogue)}" for name in unit.entry.traits]
    if commands:
        parts.append("commander")
    if unit.entry.carried_by:
        parts.append(f"aboard {quote_name(unit.entry.carried_by)}")
    price = f"{unit.points}{sign(unit.price_mark)}"
    name = quote_name(unit.name) if kind else unit.name
    return f"{times}{name}{kind}: {price}{'; ' if parts else ''}{', '.join(parts)}"


COLUMNS = (
    *("Count", "Name", "Profile", "Points each", "Points", "Pilot", "Traits", "Swaps", "Extras", "Ship"),
    *("Commander", "Note", "Numbers"),
)
"""The heads of a list's rows in a spreadsheet."""


def rows(force: Force, context: Context) -> list[tuple[str | int, ...]]:
    """Return a list as rows for a spreadsheet: a unit each."""
    units = units_of_force(force, context.catalogue, context.rulings)
    commander = find_unit(units, force.commander)
    return [
        (
            unit.entry.count,
            unit.name,
            unit.profile.name,
            unit.each,
            unit.points,
            pilot_title(unit.profile.type, unit.pilot),
            "; ".join(_trait_name(name, context.catalogue) for name in unit.entry.traits),
            "; ".join(f"{old} → {new}" for old, new in unit.entry.swaps.items()),
            "; ".join(extra.name for extra in unit.extras),
            unit.entry.carried_by,
            "yes" if unit is commander else "",
            unit.entry.note,
            unit.price_mark.kind,
        )
        for unit in units
    ]


_PLAIN_NAME = re.compile(r"(?!Starts with |Modules )[^\W\d_][\w .'’-]*")


def quote_name(name: str) -> str:
    """Return a name as a line has it: in quotes where it could be taken for something else, such as “2x Hawk”."""
    return name if _PLAIN_NAME.fullmatch(name) else f"“{name}”"


def _trait_name(text: str, catalogue: Catalogue) -> str:
    card = find_card(catalogue, Trait, text)
    return card.name if card else text
