"""The special line of a weapon, part by part: what its data counts, and what stays words."""

import re
from collections.abc import Callable

from companion.games.mechastellar.model.weapons import Weapon

Counted = Callable[[Weapon], bool]
_PARTS = re.compile(r"\s*[;,.](?:\s+|$)")
_COUNTED: tuple[tuple[re.Pattern[str], Counted], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), counted)
    for pattern, counted in (
        (r"overwatch ([ivx]+|\d{1,2})", lambda w: w.overwatch > 0),
        (r"single[ -]use", lambda w: w.single_use),
        (r"recharge", lambda w: "Recharge" in w.qualities),
        (r"(stun|electric\w*|freez\w*)\b.*", lambda w: w.effect == "stun"),
        (r"(push|pull)\w*( \d+[\"″”]?)?", lambda w: w.effect == "push"),
        (r"after melee", lambda w: "Push" in w.qualities),
        (r"push\w* (the )?target out of engagement range", lambda w: "Push" in w.qualities),
        (r"after melee push\w* (the )?target out of engagement range", lambda w: "Push" in w.qualities),
        (r"aoe:? ?\d+\s*([\"″”]|in\.?|inch(es)?)?", lambda w: w.aoe > 0),
        (r"finisher ?\+? ?\d", lambda w: w.finisher > 0),
        (r"indirect fire\b.*", lambda w: "IDF" in w.qualities),
        (r"remote\b.*", lambda w: "Remote" in w.qualities),
        (r"(can only )?blocks? (only )?melee (and|or) overwatch( attacks?)?( only)?", lambda w: w.melee_only),
        (r"\+\d (arm )?pen (against|vs\.?|versus) (war)?ships?", lambda w: w.warship_pen > 0),
        (r"rerolls? 1s( and 2s| & 2s)? on attack", lambda w: w.reroll > 0),
        (r"fires in engagement range", lambda w: w.inches <= 8),
    )
)


def uncounted_parts(weapon: Weapon) -> tuple[str, ...]:
    """Return the parts of a weapon's special line that no field of the weapon counts, as they are printed."""
    parts = (part.strip() for part in _PARTS.split(weapon.special))
    return tuple(part for part in parts if part and not _is_counted(part, weapon))


def _is_counted(part: str, weapon: Weapon) -> bool:
    return any(pattern.fullmatch(part) and counted(weapon) for pattern, counted in _COUNTED)
