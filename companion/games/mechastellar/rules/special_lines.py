"""Finds the parts of a weapon's special line that have no effect on its fields, so that players can be told."""

import re
from collections.abc import Callable

from companion.games.mechastellar.model.special_line import PARTS, read_part
from companion.games.mechastellar.model.weapons import Weapon

_IN_WORDS: tuple[tuple[re.Pattern[str], Callable[[Weapon], bool]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), counted)
    for pattern, counted in (
        (r"(push|pull)\w*( \d+[\"″”]?)?", lambda w: w.effect == "push"),
        (r"after melee|(after melee )?push\w* (the )?target out of engagement range", lambda w: "Push" in w.qualities),
        (r"fires in engagement range", lambda w: w.inches <= 8),
    )
)
"""Patterns of further parts, each with the test whether this weapon counts it."""


def uncounted_parts(weapon: Weapon) -> tuple[str, ...]:
    """Return the parts of a weapon's special line that no field of the weapon counts, as they are printed."""
    parts = (part.strip() for part in PARTS.split(weapon.special))
    return tuple(part for part in parts if part and not _is_counted(part, weapon))


def _is_counted(part: str, weapon: Weapon) -> bool:
    if any(pattern.fullmatch(part) and counted(weapon) for pattern, counted in _IN_WORDS):
        return True
    fields = read_part(part)
    return bool(fields) and all(_counts(weapon, field, value) for field, value in fields.items())


def _counts(weapon: Weapon, field: str, value: object) -> bool:
    if field != "qualities":
        return bool(weapon.field_values()[field])
    marks = {"Stun": weapon.effect == "stun", "Single Use": weapon.single_use, "Push": False, "Pull": False}
    return marks.get(str(value), value in weapon.qualities)
