"""The checks of a single line of a list: slots, swaps, pilots, traits, transport on ships."""

from typing import Any

from companion.base.findings import Finding, Fix, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, plural
from companion.data.card_ids import find_card, name_key, plain_name
from companion.data.cards import Catalogue
from companion.data.packs import describe_no_effect
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Force, Trait, plain_entries
from companion.games.mechastellar.model.named_traits import is_named
from companion.games.mechastellar.model.weapons import Alternate, Extra
from companion.games.mechastellar.rules.loadout import Unit, alternate, extra, find_unit, fits_levels
from companion.games.mechastellar.rules.unknown_names import unknown_effects


def unit_findings(force: Force, units: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    """Return the findings about single units, line by line."""
    findings: list[Finding] = []
    for unit in units:
        findings += _check_slots(force, unit)
        findings += _check_swaps(force, unit)
        findings += _check_extras(force, unit)
        findings += _check_pilot(force, unit)
        findings += _check_traits(force, unit, context.catalogue)
        findings += _check_repeated_traits(force, unit, context.catalogue)
        findings += _note_unknown_effects(unit, context.catalogue)
        findings += _check_carrier(force, unit, units)
        findings += _note_pilot_price(unit, context)
    return tuple(findings)


def _change_line(force: Force, unit: Unit, **changes: Any) -> JsonObject:
    """Return the units of a list with one line changed, for a fix; a value of None clears the key."""
    lines = plain_entries(force.unit)
    line = {**lines[unit.index], **changes}
    lines[unit.index] = {key: value for key, value in line.items() if value not in (None, {}, [], "")}
    return {"unit": lines}


@rule("slots-mismatch")
def _check_slots(force: Force, unit: Unit) -> list[Finding]:
    total, slots = sum(weapon.slots for weapon in unit.weapons), unit.profile.eq_slots
    if total == slots:
        return []
    sums = " + ".join(str(weapon.slots) for weapon in unit.weapons)
    taken = f"{sums} = {total}" if len(unit.weapons) > 1 else str(total)
    message = f"{unit.name}: its weapons take {taken} of the profile's {slots} EQ Slots, and the two must be equal."
    where = f"unit[{unit.index}].swaps" if unit.entry.swaps else f"unit[{unit.index}].profile"
    if unit.entry.swaps:
        fix = Fix(f"Undo {unit.name}'s swaps", _change_line(force, unit, swaps=None))
        return [Finding("slots-mismatch", "error", f"{message} Undo the swap.", where, (fix,))]
    return [Finding("slots-mismatch", "error", f"{message} Correct the profile.", where)]


@rule("unknown-swap")
def _check_swaps(force: Force, unit: Unit) -> list[Finding]:
    findings, profile, entry = [], unit.profile, unit.entry
    replaced = [plain_name(old) for old in entry.swaps]
    for old, new in entry.swaps.items():
        choice = alternate(profile, new)
        kept = {a: b for a, b in entry.swaps.items() if a != old}
        fix = Fix(f"Keep {unit.name}'s {old[:30]}", _change_line(force, unit, swaps=kept))
        where = f"unit[{unit.index}].swaps"
        if plain_name(old) not in {plain_name(weapon.name) for weapon in profile.weapons}:
            message = f"{unit.name} has no weapon called {quote(old)} to swap: it has {_names(profile.weapons)}."
        elif choice is None:
            offers = [w for w in profile.alternates if plain_name(w.replaces) == plain_name(old)]
            message = f"{unit.name} cannot take {quote(new)} for its {old}: its profile offers {_names(offers)}."
        elif plain_name(choice.replaces) != plain_name(old):
            message = f"{unit.name}: {choice.name} replaces the {choice.replaces}, not the {old}."
        elif replaced.count(plain_name(old)) > 1:
            message = f"{unit.name}: the {choice.replaces} is swapped more than once. Keep one swap."
        else:
            continue
        findings.append(Finding("unknown-swap", "error", message, where, (fix,)))
    return findings


@rule("unknown-swap")
def _check_extras(force: Force, unit: Unit) -> list[Finding]:
    findings, profile, entry = [], unit.profile, unit.entry
    for name in entry.extras:
        if extra(profile, name) is None:
            message = f"{unit.name} has no extra called {quote(name)}: its profile offers {_names(profile.extras)}."
            rest = [other for other in entry.extras if other != name]
            fix = Fix(f"Remove {name[:30]}", _change_line(force, unit, extras=rest))
            findings.append(Finding("unknown-swap", "error", message, f"unit[{unit.index}].extras", (fix,)))
    taken = [plain_name(name) for name in entry.extras]
    distinct = [name for n, name in enumerate(entry.extras) if taken.index(plain_name(name)) == n]
    if len(distinct) < len(taken):
        message = (
            f"{unit.name} takes the same extra more than once, and its profile offers each once: keep one of each."
        )
        fix = Fix(f"Keep one of {unit.name}'s extras", _change_line(force, unit, extras=distinct))
        findings.append(Finding("unknown-swap", "error", message, f"unit[{unit.index}].extras", (fix,)))
    return findings


def _names(weapons: Any) -> str:
    return ", ".join(weapon.name for weapon in weapons) or "none"


@rule("pilot-required")
def _check_pilot(force: Force, unit: Unit) -> list[Finding]:
    swapped = [w for new in unit.entry.swaps.values() if (w := alternate(unit.profile, new))]
    weapons: list[Alternate | Extra] = [*swapped, *unit.extras]
    findings = []
    for weapon in weapons:
        if weapon.pilot <= unit.pilot:
            continue
        required = "a skilled or an ace pilot" if weapon.pilot == 1 else "an ace pilot"
        message = f"{unit.name}: the {weapon.name} needs {required}, but its pilot is level {unit.pilot}."
        fixes = [Fix(f"Give {unit.name} a level {weapon.pilot} pilot", _change_line(force, unit, pilot=weapon.pilot))]
        kept = {a: b for a, b in unit.entry.swaps.items() if plain_name(b) != plain_name(weapon.name)}
        if kept != dict(unit.entry.swaps):
            fixes.insert(
                0, Fix(f"Undo {unit.name}'s swap for the {weapon.name}", _change_line(force, unit, swaps=kept))
            )
        findings.append(Finding("pilot-required", "error", message, f"unit[{unit.index}].swaps", tuple(fixes)))
    return findings


@rule("trait-swap")
def _check_traits(force: Force, unit: Unit, catalogue: Catalogue) -> list[Finding]:
    """Level I may be swapped for level I, level II for level II or two level I; one known only by name has no level."""
    if not unit.entry.traits:
        return []
    where = f"unit[{unit.index}].traits"
    fix = Fix(f"Keep {unit.name}'s printed traits", _change_line(force, unit, traits=None))
    levels, findings = [], []
    for name in unit.entry.traits:
        card = find_card(catalogue, Trait, name)
        if card is None and is_named(name):
            message = (
                f"{unit.name}: the effect of {quote(name)} in 9.5 is not known, so it counts for nothing here. Add a "
                "custom trait card to a pack, with its level and its effect."
            )
            findings.append(Finding("trait-swap", "warning", message, where, (fix,)))
            continue
        if card is None:
            continue
        if not isinstance(card, Trait) or card.kind != "pilot":
            message = f"{unit.name}: {quote(name)} is not a known pilot trait. Choose one of the trait cards."
            return [Finding("trait-swap", "error", message, where, (fix,))]
        levels.append(card.level)
    printed = [line.level for line in unit.profile.traits if line.kind == "pilot"]
    if fits_levels(printed, levels):
        return findings
    message = (
        f"{unit.name} has {_count_levels(printed)} but the list gives it {_count_levels(levels)}: "
        "swap a level I for a level I, a level II for a level II or two level I."
    )
    return [*findings, Finding("trait-swap", "error", message, where, (fix,))]


@rule("trait-twice")
def _check_repeated_traits(force: Force, unit: Unit, catalogue: Catalogue) -> list[Finding]:
    """Different spellings are the same trait, and so are two cards of one name."""
    names: dict[str, str] = {}
    for text in unit.entry.traits:
        card = find_card(catalogue, Trait, text)
        names.setdefault(name_key(card.name if card else text), text)
    if len(unit.entry.traits) == len(names):
        return []
    respelled = [text for text in unit.entry.traits if text not in names.values()]
    repeated = respelled[0] if respelled else next(t for t in unit.entry.traits if unit.entry.traits.count(t) > 1)
    card = find_card(catalogue, Trait, repeated)
    message = f"{unit.name} has {card.name if card else repeated} more than once: a trait counts once. Keep one."
    fix = Fix(f"Keep one of {unit.name}'s traits", _change_line(force, unit, traits=list(names.values())))
    return [Finding("trait-twice", "error", message, f"unit[{unit.index}].traits", (fix,))]


@rule("trait-bonus")
def _note_unknown_effects(unit: Unit, catalogue: Catalogue) -> list[Finding]:
    """Note the names on a custom profile or of a list's pilot that no card defines: they change no dice."""
    profile = unit.profile
    custom = any(mark.kind == "custom" for mark in profile.origin.values())
    printed = unknown_effects(profile, catalogue) if custom else ()
    chosen = [name for name in unit.entry.traits if find_card(catalogue, Trait, name) is None and not is_named(name)]
    words = describe_no_effect(tuple(dict.fromkeys((*printed, *chosen))))
    if not words:
        return []
    message = f"{unit.name}: {words} A trait card of that name in a pack, with numbers, makes it count."
    return [Finding("trait-bonus", "note", message, f"unit[{unit.index}].{'traits' if chosen else 'profile'}")]


def _count_levels(levels: list[int]) -> str:
    parts = [plural(levels.count(n), f"level {'I' * n} trait") for n in (1, 2) if n in levels]
    return join_words(parts) or "no pilot traits"


@rule("embark-size")
def _check_carrier(force: Force, unit: Unit, units: tuple[Unit, ...]) -> list[Finding]:
    if not unit.entry.carried_by:
        return []
    where = f"unit[{unit.index}].carried_by"
    fix = Fix(f"Leave {unit.name} on the field", _change_line(force, unit, carried_by=None))
    ship = find_unit(units, unit.entry.carried_by)
    if ship is None:
        message = f"{unit.name} is carried by {unit.entry.carried_by}, which is not a unit of this list."
    elif not ship.profile.warship:
        message = f"{unit.name} is carried by {ship.name}, which is not a Stellar Warship."
    elif ship.profile.size <= unit.profile.size:
        message = (
            f"{unit.name} (Size {unit.profile.size}) cannot board {ship.name} (Size {ship.profile.size}): a ship "
            "carries only units smaller than itself."
        )
    else:
        return []
    return [Finding("embark-size", "error", f"{message} Choose another ship.", where, (fix,))]


@rule("pilot-price")
def _note_pilot_price(unit: Unit, context: Context) -> list[Finding]:
    if unit.entry.pilot is None or unit.entry.pilot <= unit.profile.pilot_level:
        return []
    if context.rulings["raised-pilot"] != "off":
        return []
    message = (
        f"{unit.name}: its pilot is raised to level {unit.entry.pilot}. The cost in 9.5 is not known, so no points "
        "are added. Agree on a price, or set the ruling."
    )
    return [Finding("pilot-price", "note", message, f"unit[{unit.index}].pilot")]
