"""Limits that players set by rulings in place of the Wargame Rules; all are off by default."""

from collections import Counter

from companion.base.findings import Finding
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Force
from companion.games.mechastellar.rules.loadout import Unit, read_ruling_number


@rule("wargame-limit")
def limits(force: Force, found: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    """Return findings for the limits set by rulings that a list breaks."""
    return tuple(
        Finding("wargame-limit", "error", message, where)
        for message, where in (*_counts(found, context), *_pilots(found, context), *_ships(force, found, context))
    )


def _counts(found: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    there, made = sum(unit.entry.count for unit in found), []
    most, least = (read_ruling_number(context.rulings[name]) for name in ("most-units", "least-units"))
    if most and there > most:
        made.append(
            (f"Your ruling allows {plural(most, 'unit')} and this list has {there}: remove {there - most}.", "unit")
        )
    if least and there < least:
        made.append(
            (f"Your ruling requires {plural(least, 'unit')} and this list has {there}: add {least - there}.", "unit")
        )
    return made


def _pilots(found: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    if context.rulings["named-pilots"] == "off":
        return []
    pilots = Counter[str]()
    for unit in found:
        if unit.profile.pilot_name:
            pilots[unit.profile.pilot_name] += unit.entry.count
    return [
        (f"Your ruling allows {name} once and this list has {n}: keep one.", "unit")
        for name, n in pilots.items()
        if n > 1
    ]


def _ships(force: Force, found: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    ships = [unit for unit in found if unit.profile.warship]
    there, points = sum(unit.entry.count for unit in ships), sum(unit.points for unit in ships)
    ruled = context.rulings["warship-limit"]
    if ruled == "one" and there > 1:
        return [(f"Your ruling allows one warship and this list has {there}: remove {there - 1}.", "unit")]
    if ruled == "half" and 2 * points > force.size:
        over = f"{points} of {force.size} points"
        return [(f"Your ruling allows half of the points for warships, and these cost {over}: remove some.", "unit")]
    return []
