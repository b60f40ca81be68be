"""Limits that players set by rulings in place of the Wargame Rules; all are off by default."""

from collections import Counter

from companion.base.findings import Finding
from companion.base.wording import plural
from companion.data.card_ids import name_key
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Force
from companion.games.mechastellar.rules.loadout import Unit, read_ruling_number


@rule("wargame-limit")
def limits(force: Force, units: tuple[Unit, ...], context: Context) -> tuple[Finding, ...]:
    """Return findings for the limits set by rulings that a list breaks."""
    return tuple(
        Finding("wargame-limit", "error", message, where)
        for message, where in (
            *_counts(units, context),
            *_pilots(units, context),
            *_warships(force, units, context),
        )
    )


def _counts(units: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    models, problems = sum(unit.entry.count for unit in units), []
    most, least = (read_ruling_number(context.rulings[name]) for name in ("most-units", "least-units"))
    if most and models > most:
        problems.append(
            (f"Your ruling allows {plural(most, 'unit')} and this list has {models}: remove {models - most}.", "unit")
        )
    if least and models < least:
        problems.append(
            (f"Your ruling requires {plural(least, 'unit')} and this list has {models}: add {least - models}.", "unit")
        )
    return problems


def _pilots(units: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    if context.rulings["named-pilots"] == "off":
        return []
    names, models = dict[str, str](), Counter[str]()
    for unit in units:
        if name := unit.profile.pilot_name:
            names.setdefault(name_key(name), name)
            models[name_key(name)] += unit.entry.count
    return [
        (f"Your ruling allows {names[key]} once and this list has {n}: keep one.", "unit")
        for key, n in models.items()
        if n > 1
    ]


def _warships(force: Force, units: tuple[Unit, ...], context: Context) -> list[tuple[str, str]]:
    ships = [unit for unit in units if unit.profile.warship]
    models, points = sum(unit.entry.count for unit in ships), sum(unit.points for unit in ships)
    limit = context.rulings["warship-limit"]
    if limit == "one" and models > 1:
        return [(f"Your ruling allows one warship and this list has {models}: remove {models - 1}.", "unit")]
    if limit == "half" and 2 * points > force.size:
        over = f"{points} of {force.size} points"
        return [(f"Your ruling allows half of the points for warships, and these cost {over}: remove some.", "unit")]
    return []
