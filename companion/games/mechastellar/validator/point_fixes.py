"""Fixes for a list over its points or its number of units: one unit, one extra or a pilot's level less."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from companion.base.findings import Finding, Fix, Verdict, fix_label, sort_by_overshoot
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.card_ids import plain_name
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Force, Profile, plain_entries
from companion.games.mechastellar.rules.loadout import Unit, extra, find_unit, read_ruling_number

Check = Callable[[Force, Context], Verdict]
"""The check of a list: a fix may break no rule that was kept before."""
OFFERED = 3
_TRIED = 40
"""The most changes that are checked in full, the best first."""


@dataclass(frozen=True)
class Saving:
    """A change that makes a list cheaper: its title, the unit, that unit's new line (None: removed), the points saved.

    `units` is the number of models that it removes.
    """

    words: str
    unit: Unit
    line: JsonMapping | None
    points: int
    units: int = 0

    def loss(self, force: Force, units: tuple[Unit, ...]) -> tuple[bool, int, int]:
        """Return the sort key, least loss first: the commander, then HP; of equal units the last is cut first."""
        return self.leads(force, units), self.unit.hp * self.units, -self.unit.index

    def leads(self, force: Force, units: tuple[Unit, ...]) -> bool:
        """Return whether it removes the commander."""
        return self.line is None and bool(force.commander) and find_unit(units, force.commander) is self.unit


def fix_points(force: Force, units: tuple[Unit, ...], over: int, context: Context, check: Check) -> Iterator[Fix]:
    """Yield up to three fixes for a list `over` its points, ordered by the fewest points left unused."""
    cuts = [cut for unit in units for cut in _cuts(unit, context) if cut.points]
    ordered = sort_by_overshoot(cuts, over, lambda cut: cut.points, lambda cut: cut.loss(force, units))
    enough = [cut for cut in ordered if cut.points >= over]
    lawful = _lawful_changes(force, units, enough, context, check)
    if fixes := [_fix(force, units, cut, "") for cut in islice(lawful, OFFERED)]:
        yield from fixes
        return
    for cut in islice(_lawful_changes(force, units, ordered[len(enough) :], context, check), 1):
        yield _fix(force, units, cut, f"{plural(over - cut.points, 'point')} still too many")


def fix_unit_count(force: Force, units: tuple[Unit, ...], over: int, context: Context, check: Check) -> Iterator[Fix]:
    """Yield the fix for a list with `over` models too many: it removes the cheapest; its label says how many remain."""
    cuts = [cut for unit in units for cut in _cuts(unit, context) if cut.units]
    ordered = sorted(cuts, key=lambda cut: (cut.leads(force, units), cut.points, cut.loss(force, units)))
    for cut in islice(_lawful_changes(force, units, ordered, context, check), 1):
        yield _fix(force, units, cut, f"{plural(over - 1, 'unit')} still too many" if over > 1 else "")


def fix_empty(force: Force, context: Context) -> tuple[Fix, ...]:
    """Return the fixes for a list without a unit: the first profiles that may fight there, within the points."""
    barred = {"space": "G", "ground": "S"}[force.theatre]
    profiles = (p for p in context.catalogue.all(Profile) if p.theatre != barred and p.points <= force.size)
    return tuple(
        Fix(f"Add {profile.name}", {"unit": [{"profile": profile.id}]}) for profile in islice(profiles, OFFERED)
    )


def _cuts(unit: Unit, context: Context) -> Iterator[Saving]:
    """Yield the single changes of one line of a list."""
    entry, (line,) = unit.entry, plain_entries((unit.entry,))
    if entry.count > 1:
        yield Saving(f"Remove one {unit.name}", unit, {**line, "count": entry.count - 1}, unit.each, 1)
    else:
        yield Saving(f"Remove {unit.name}", unit, None, unit.each, 1)
    for card in unit.extras:
        rest = [name for name in entry.extras if extra(unit.profile, name) != card]
        copies = sum(plain_name(name) == plain_name(card.name) for name in entry.extras)
        saved = card.points * entry.count * copies
        yield Saving(f"Remove {unit.name}'s {card.name}", unit, {**line, "extras": rest}, saved)
    price = read_ruling_number(context.rulings["raised-pilot"]) or 0
    for level in range(unit.profile.pilot_level, entry.pilot or 0):
        saved = price * ((entry.pilot or 0) - level) * entry.count
        yield Saving(f"Give {unit.name} a level {level} pilot", unit, {**line, "pilot": level}, saved)


def _lawful_changes(
    force: Force, units: tuple[Unit, ...], cuts: Iterable[Saving], context: Context, check: Check
) -> Iterator[Saving]:
    """Yield the changes, among the first `_TRIED`, that break no rule kept now and leave at least one unit."""
    quiet, plain = replace(context, fixes=False), force.model_dump(mode="json", exclude_defaults=True)
    before = _count_errors(check(force, quiet).findings)
    for cut in islice(cuts, _TRIED):
        after = _fix_values(force, units, cut)
        if after["unit"] and _count_errors(check(Force.model_validate({**plain, **after}), quiet).findings) <= before:
            yield cut


def _count_errors(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(finding.rule for finding in findings if finding.level == "error")


def _fix_values(force: Force, units: tuple[Unit, ...], cut: Saving) -> JsonObject:
    """Return the fields that a change sets: the units, and an empty commander if it removes that unit."""
    lines: list[Any] = plain_entries(force.unit)
    line = {key: value for key, value in (cut.line or {}).items() if value and (key, value) != ("count", 1)}
    if cut.line and cut.line.get("pilot") == 0:
        line["pilot"] = 0
    lines[cut.unit.index : cut.unit.index + 1] = [line] if cut.line else []
    return {"unit": lines, "commander": ""} if cut.leads(force, units) else {"unit": lines}


def _fix(force: Force, units: tuple[Unit, ...], cut: Saving, rest: str) -> Fix:
    costs = [plural(cut.points, "point"), *(["the commander"] if cut.leads(force, units) else [])]
    return Fix(fix_label(cut.words, costs, rest), _fix_values(force, units, cut))
