"""The special line of a weapon as a profile prints it, read into the fields that rolls count: `Overwatch IV`, `AOE 2"`.

A part that is not one of these stays words. Only what the data does not say itself is taken from the line.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Reading = Callable[[re.Match[str]], Mapping[str, Any]]
PARTS = re.compile(r"\s*[;,.](?:\s+|$)")
"""What stands between the parts of a line."""
_ROMAN = {word: number for number, word in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), 1)}
_INCHES = r"\s*(?:[\"″”]|''|in\.?|inch(?:es)?)?"
_BRACKETS = re.compile(r"\s*\[([^\[\]]{1,20})\]")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _ROMAN.get(text.upper(), 0)


def _field(name: str) -> Reading:
    return lambda found: {name: _number(found[1])}


def _mark(name: str) -> Reading:
    return lambda found: {"qualities": name}


_READINGS: tuple[tuple[re.Pattern[str], Reading], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reading)
    for pattern, reading in (
        (r"overwatch ([ivx]+|\d{1,2})", _field("overwatch")),
        (rf"aoe:? ?(\d{{1,2}}){_INCHES}", _field("aoe")),
        (r"finisher ?\+? ?(\d)", _field("finisher")),
        (r"rerolls? 1s on attack", lambda found: {"reroll": 1}),
        (r"rerolls? 1s(?: and| &|,) 2s on attack", lambda found: {"reroll": 2}),
        (r"\+(\d) (?:arm )?pen (?:against|vs\.?|versus) (?:war)?ships?", _field("warship_pen")),
        (
            r"(?:can )?(?:only )?blocks? (?:only )?melee (?:and|or) overwatch(?: attacks?)?(?: only)?",
            lambda found: {"melee_only": True},
        ),
        (r"(?:after melee )?push(?:es)?\b.*", _mark("Push")),
        (r"pulls?\b.*", _mark("Pull")),
        (r"(?:stun|electric\w*|freez\w*)\b.*", _mark("Stun")),
        (r"single[ -]use", _mark("Single Use")),
        (r"recharge", _mark("Recharge")),
        (r"remote\b.*", _mark("Remote")),
        (r"indirect fire\b.*", _mark("IDF")),
    )
)


def from_line(data: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return a weapon's data with what its special line and the marks behind its name say.

    `known` are the marks that rules name, by their text in small letters; others stay in the name.
    """
    made = dict(data)
    marks: list[str] = []
    name, line = made.get("name"), made.get("special")
    if isinstance(name, str):
        found = [mark for mark in _BRACKETS.findall(name) if mark.strip().casefold() in known]
        marks += [known[mark.strip().casefold()] for mark in found]
        made["name"] = _BRACKETS.sub(lambda mark: "" if mark[1] in found else mark[0], name).strip() if found else name
    for field, value in _read_parts(line) if isinstance(line, str) else ():
        if field == "qualities":
            marks.append(value)
        elif not made.get(field):
            made[field] = value
    typed = made.get("qualities", ())
    if marks and isinstance(typed, list | tuple):
        there = {_plain(mark) for mark in typed if isinstance(mark, str)}
        made["qualities"] = [*typed, *(mark for mark in dict.fromkeys(marks) if _plain(mark) not in there)]
    return made


def _plain(mark: str) -> str:
    return mark.strip().strip("[]").casefold()


def _read_parts(line: str) -> list[tuple[str, Any]]:
    """Return the fields that the parts of a line say, each with its value."""
    parts = PARTS.split(line.replace("After melee,", "After melee").replace("after melee,", "after melee"))
    return [entry for part in parts for entry in read_part(part.strip()).items()]


def read_part(part: str) -> dict[str, Any]:
    """Return the field that a part of a line says, with its value; numbers that are no numbers say nothing."""
    matches = ((reading, found) for pattern, reading in _READINGS if (found := pattern.fullmatch(part)))
    return next(({field: value for field, value in reading(found).items() if value} for reading, found in matches), {})
