"""The parts of a card sorted from its keys or columns; all that has no name of a part is a stat."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from companion.base.json_types import JsonObject
from companion.data.column_names import plain_name
from companion.printing.custom.card_columns import IGNORED, PART_BY_WORD


def part_of(key: str) -> str:
    """Return the part of a card that a key names; empty for a stat."""
    return PART_BY_WORD.get(plain_name(key), "")


def sort_card_parts(items: Iterable[tuple[str, Any, str]]) -> JsonObject:
    """Return a record with our names for a card's parts, from keys, values and parts; all else is a stat, in order."""
    parts: JsonObject = {}
    stats: JsonObject = {}
    for key, value, part in items:
        if part == "stats" and isinstance(value, Mapping):
            stats.update(value)
        elif part == "stats":
            stats.update(_pairs(value))
        elif part and part not in parts:
            parts[part] = value
        elif (word := _word(key)).lower() not in IGNORED and value not in ("", None):
            stats[word] = value
    return {**parts, "stats": stats} if stats else parts


def _word(key: str) -> str:
    return " ".join(key.replace("_", " ").split())


def _pairs(value: object) -> dict[str, str]:
    """Return the stats in one cell: `Attack 3; Armour 2`, or with a colon or an equals sign between name and value."""
    stats: dict[str, str] = {}
    for part in re.split(r"[;\n]", str(value)):
        key, mark, rest = re.match(r"\s*(.*?)\s*([:=]|$)\s*(.*?)\s*$", part).groups()  # type: ignore[union-attr]
        if not mark and " " in key:
            key, _, rest = key.rpartition(" ")
        if key:
            stats[key] = rest
    return stats
