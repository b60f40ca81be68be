"""The checks of a points list: its size, the equipment and pilot of every unit, modules and battlefield."""

from companion.base.findings import Finding, Fix, Verdict
from companion.base.wording import join_words, plural
from companion.data.card_ids import name_key
from companion.data.marks import marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import MODULES, SIZES, Command, Event, Force, plain_entries
from companion.games.mechastellar.rules.loadout import (
    FIVE_UNITS,
    Unit,
    find_unit,
    find_units,
    marks,
    starting_influence,
    starting_momentum,
    units_of_force,
)
from companion.games.mechastellar.rules.unknown_names import unknown_effects
from companion.games.mechastellar.validator.own_limits import limits
from companion.games.mechastellar.validator.point_fixes import fix_empty, fix_points, fix_unit_count
from companion.games.mechastellar.validator.unit_checks import unit_findings

__all__ = ["check", "unknown_effects"]

MOST_IN_MODULE = 5
"""Units a side may have in the two five-unit modules."""
SPREAD = 3
"""The widest range of Performance in the rulebook's examples (2 to 5, 6 to 9)."""
MOST_COMMANDS = 2


def check(force: Force, context: Context) -> Verdict:
    """Return a list's totals and all its findings.

    Totals: `points`, `size` (the points agreed on), `units`, `momentum`, `influence` (both at the start), `hp`.
    """
    units = units_of_force(force, context.catalogue, context.rulings)
    return Verdict(
        {
            "points": sum(unit.points for unit in units),
            "size": force.size,
            "units": count_models(units),
            "momentum": starting_momentum(force.size, context.rulings),
            "influence": starting_influence(force.size, context.rulings),
            "hp": sum(unit.hp * unit.entry.count for unit in units),
        },
        (
            *_check_empty(force, context),
            *_check_points(force, units, context),
            *unit_findings(force, units, context),
            *_check_model_count(force, units, context),
            *_check_frames(force, units),
            *_check_theatre(force, units),
            *_check_commander(force, units, context),
            *_check_commander_name(force, units),
            *_check_events(force),
            *_check_commands(force, context),
            *_check_repeated_commands(force, context),
            *limits(force, units, context),
            *_note_performance_spread(units),
            *_note_single_use(units),
        ),
        marks_data(marks(units)),
    )


@rule("empty-list")
def _check_empty(force: Force, context: Context) -> tuple[Finding, ...]:
    if force.unit:
        return ()
    message = "The list has no unit yet, and nothing to play with: add a unit."
    return (Finding("empty-list", "warning", message, "unit", fix_empty(force, context)),)


def count_models(units: tuple[Unit, ...]) -> int:
    """Return how many models a list has."""
    return sum(unit.entry.count for unit in units)


@rule("points-over")
def _check_points(force: Force, units: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    points = sum(unit.points for unit in units)
    over = points - force.size
    if over <= 0:
        return ()
    message = f"The list costs {points} points and the game is {force.size}: {over} too many. Remove units or extras."
    fixes = [Fix(f"Play a game of {size} points", {"size": size}) for size in SIZES if size >= points][:1]
    if context.fixes:
        fixes = [*fix_points(force, units, over, context, check), *fixes]
    return (Finding("points-over", "error", message, "size", tuple(fixes)),)


@rule("too-many-units")
def _check_model_count(force: Force, units: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    module = next((m for m in force.modules if m in FIVE_UNITS), None)
    models = count_models(units)
    if module is None or models <= MOST_IN_MODULE:
        return ()
    message = (
        f"{MODULES[module]} allows {MOST_IN_MODULE} units per side and this list has {models}: "
        f"remove {models - MOST_IN_MODULE}, or play without the module."
    )
    kept = [m for m in force.modules if m not in FIVE_UNITS]
    fixes = [Fix("Play without it", {"modules": kept})]
    if context.fixes:
        fixes = [*fix_unit_count(force, units, models - MOST_IN_MODULE, context, check), *fixes]
    return (Finding("too-many-units", "error", message, "unit", tuple(fixes)),)


@rule("frame-range")
def _check_frames(force: Force, units: tuple[Unit, ...]) -> tuple[Finding, ...]:
    if "gritty" not in force.modules:
        return ()
    return tuple(
        Finding(
            "frame-range",
            "warning",
            f"{unit.name} is Frame {unit.profile.frame}; Gritty Mecha Battles are meant for Frame 1 to 3. "
            "Agree on it with your opponent.",
            f"unit[{unit.index}].profile",
        )
        for unit in units
        if not 1 <= unit.profile.frame <= 3
    )


@rule("ground-only", "space-only")
def _check_theatre(force: Force, units: tuple[Unit, ...]) -> tuple[Finding, ...]:
    barred = {"space": "G", "ground": "S"}[force.theatre]
    other = "ground" if force.theatre == "space" else "space"
    findings = []
    for unit in units:
        if unit.profile.theatre != barred:
            continue
        here = _theatre_words(force.theatre)
        message = f"{unit.name} is tagged [{barred}] and cannot fight {here}: choose another unit."
        where, fix = f"unit[{unit.index}].profile", Fix(f"Fight {_theatre_words(other)}", {"theatre": other})
        if barred == "G":
            findings.append(Finding("ground-only", "error", message, where, (fix,)))
        else:
            findings.append(Finding("space-only", "error", message, where, (fix,)))
    return tuple(findings)


def _theatre_words(theatre: str) -> str:
    return "in space" if theatre == "space" else "on the ground"


@rule("no-commander")
def _check_commander(force: Force, units: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    if not units:
        return ()
    leader = max(units, key=lambda unit: (unit.pilot, unit.each))
    label = f"Make {leader.name} the commander: {_why_leader(leader, units)}"
    fixes = (Fix(label, {"commander": leader.name}),)
    if force.commander:
        if find_unit(units, force.commander):
            return ()
        message = f"The commander {force.commander} is not a unit of this list: choose one that is."
        return (Finding("no-commander", "error", message, "commander", fixes),)
    events = [e.name for i in force.event if (e := context.catalogue.find(Event, i)) and e.commander]
    if events:
        message = f"{events[0]} is a commander's event, but the list has no commander: choose one."
        return (Finding("no-commander", "error", message, "commander", fixes),)
    message = "No commander yet: choose a unit. Commanders use all pilot skills, and commander traits need one."
    if context.rulings["commander-needed"] == "yes":
        return (Finding("no-commander", "error", message, "commander", fixes),)
    return (Finding("no-commander", "warning", message, "commander", fixes),)


def _why_leader(leader: Unit, units: tuple[Unit, ...]) -> str:
    """Return why this unit is proposed to command: its pilot, then its points, then its place in the list."""
    others = [unit for unit in units if unit is not leader]
    if not others:
        return "the only unit"
    if all(unit.pilot < leader.pilot for unit in others):
        return f"its pilot is the best, level {leader.pilot}"
    equal = [unit for unit in others if unit.pilot == leader.pilot]
    pilots = f"of the level {leader.pilot} pilots" if leader.pilot else "no pilot is above level 0, and"
    if all(unit.each < leader.each for unit in equal):
        return f"{pilots} it costs most, {plural(leader.each, 'point')}"
    return f"{pilots} none costs more, {plural(leader.each, 'point')}; it is the first"


@rule("which-commander")
def _check_commander_name(force: Force, units: tuple[Unit, ...]) -> tuple[Finding, ...]:
    namesakes = find_units(units, force.commander)
    models = count_models(namesakes)
    if models < 2:
        return ()
    first = namesakes[0]
    names = list(dict.fromkeys(unit.name for unit in namesakes))
    called = f"are called {names[0]}" if len(names) == 1 else f"may be meant, {join_words(names)}"
    message = (
        f"{models} models of this list {called}, and only one can command: put the commander "
        "on a separate line with a different name."
    )
    lines, name = plain_entries(force.unit), f"{first.name[:53]} Leader"
    leader = {**lines[first.index], "name": name}
    leader.pop("count", None)
    rest = [{**lines[first.index], "count": first.entry.count - 1}] if first.entry.count > 1 else []
    lines[first.index : first.index + 1] = [leader, *rest]
    fix = Fix(f"Let {name} command", {"unit": lines, "commander": name})
    return (Finding("which-commander", "warning", message, "commander", (fix,)),)


@rule("event-count")
def _check_events(force: Force) -> tuple[Finding, ...]:
    if len(force.event) > 1:
        message = f"Each player chooses one climactic event, but this list has {len(force.event)}: keep one."
        fix = Fix("Keep the first", {"event": [force.event[0]]})
        return (Finding("event-count", "error", message, "event", (fix,)),)
    if force.event and "climactic-events" not in force.modules:
        message = "An event is chosen, but the Climactic Events module is not in play: add it or clear the event."
        fix = Fix("Play Climactic Events", {"modules": [*force.modules, "climactic-events"]})
        return (Finding("event-count", "warning", message, "event", (fix,)),)
    return ()


@rule("command-count")
def _check_commands(force: Force, context: Context) -> tuple[Finding, ...]:
    cards = [card for i in force.commands if (card := context.catalogue.find(Command, i))]
    expanded = [card for card in cards if card.expanded]
    if len(expanded) > MOST_COMMANDS:
        message = (
            f"At most {MOST_COMMANDS} expanded commands are chosen for a battle and this list has {len(expanded)}: "
            "remove some. The universal commands are always available."
        )
        fix = Fix("Keep the first two", {"commands": [card.id for card in expanded[:MOST_COMMANDS]]})
        return (Finding("command-count", "error", message, "commands", (fix,)),)
    if expanded and "expanded-commands" not in force.modules:
        message = (
            "Commands are chosen, but the Expanded Strategic Commands module is not in play: add it or clear them."
        )
        fix = Fix("Play Expanded Strategic Commands", {"modules": [*force.modules, "expanded-commands"]})
        return (Finding("command-count", "warning", message, "commands", (fix,)),)
    return ()


@rule("command-twice")
def _check_repeated_commands(force: Force, context: Context) -> tuple[Finding, ...]:
    """Two cards of one name are the same command."""
    cards = {name: context.catalogue.find(Command, name) for name in force.commands}
    names = [card.name if (card := cards[name]) else name for name in force.commands]
    keys = [name_key(name) for name in names]
    repeated = next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), None)
    if repeated is None:
        return ()
    message = f"{repeated} is chosen more than once: choose two different commands."
    distinct = [name for n, name in enumerate(force.commands) if keys.index(keys[n]) == n]
    fix = Fix("Keep one of each", {"commands": distinct})
    return (Finding("command-twice", "error", message, "commands", (fix,)),)


@rule("performance-spread")
def _note_performance_spread(units: tuple[Unit, ...]) -> tuple[Finding, ...]:
    if not units:
        return ()
    low = min(units, key=lambda unit: unit.profile.performance)
    high = max(units, key=lambda unit: unit.profile.performance)
    a, b = low.profile.performance, high.profile.performance
    if b - a <= SPREAD:
        return ()
    message = (
        f"Performance runs from {a} ({low.name}) to {b} ({high.name}). Sides of different series should have a "
        "similar range, such as 2 to 5 or 6 to 9: talk to your opponent."
    )
    return (Finding("performance-spread", "note", message, "unit"),)


@rule("single-use-note")
def _note_single_use(units: tuple[Unit, ...]) -> tuple[Finding, ...]:
    findings = []
    for unit in units:
        names = [weapon.name for weapon in unit.all_weapons if weapon.single_use]
        if names:
            message = f"{unit.name}: {join_words(names)} can be used once per battle. Tick it off on the roster."
            findings.append(Finding("single-use-note", "note", message, f"unit[{unit.index}]"))
    return tuple(findings)
