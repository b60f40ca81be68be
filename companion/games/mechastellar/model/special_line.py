"""Reads a weapon's printed special line, such as `Overwatch IV, AOE 2"`, into the fields that rolls count.

Parts that no pattern reads stay words. Fields that the data sets itself are not overwritten.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Reading = Callable[[re.Match[str]], Mapping[str, Any]]
PARTS = re.compile(r"\s*[;,.](?:\s+|$)")
"""Separates the parts of a line."""
_ROMAN = {word: number for number, word in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), 1)}
_INCHES = r"\s*(?:[\"″”]|''|in\.?|inch(?:es)?)?"
_BRACKETS = re.compile(r"\s*\[([^\[\]]{1,20})\]")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _ROMAN.get(text.upper(), 0)


def _field(name: str) -> Reading:
    return lambda found: {name: _number(found[1])}


def _quality(name: str) -> Reading:
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
        (r"(?:after melee )?push(?:es)?\b.*", _quality("Push")),
        (r"pulls?\b.*", _quality("Pull")),
        (r"(?:stun|electric\w*|freez\w*)\b.*", _quality("Stun")),
        (r"single[ -]use", _quality("Single Use")),
        (r"recharge", _quality("Recharge")),
        (r"remote\b.*", _quality("Remote")),
        (r"indirect fire\b.*", _quality("IDF")),
    )
)


def read_special_line(data: Mapping[str, Any], rule_marks: Mapping[str, str]) -> dict[str, Any]:
    """Return a weapon's data, completed from its special line and from the marks in brackets behind its name.

    `rule_marks` holds the marks that rules name, by their text in small letters; other brackets stay in the name.
    """
    fields = dict(data)
    marks: list[str] = []
    name, line = fields.get("name"), fields.get("special")
    if isinstance(name, str):
        brackets = [mark for mark in _BRACKETS.findall(name) if mark.strip().casefold() in rule_marks]
        marks += [rule_marks[mark.strip().casefold()] for mark in brackets]
        if brackets:
            fields["name"] = _BRACKETS.sub(lambda mark: "" if mark[1] in brackets else mark[0], name).strip()
    for field, value in _read_parts(line) if isinstance(line, str) else ():
        if field == "qualities":
            marks.append(value)
        elif not fields.get(field):
            fields[field] = value
    qualities = fields.get("qualities", ())
    if marks and isinstance(qualities, list | tuple):
        present = {_plain(mark) for mark in qualities if isinstance(mark, str)}
        fields["qualities"] = [*qualities, *(mark for mark in dict.fromkeys(marks) if _plain(mark) not in present)]
    return fields


def _plain(mark: str) -> str:
    return mark.strip().strip("[]").casefold()


def _read_parts(line: str) -> list[tuple[str, Any]]:
    """Return the fields that a line sets, each with its value."""
    parts = PARTS.split(line.replace("After melee,", "After melee").replace("after melee,", "after melee"))
    return [entry for part in parts for entry in read_part(part.strip()).items()]


def read_part(part: str) -> dict[str, Any]:
    """Return the field that a part of a line sets, with its value; empty for other words or an unreadable number."""
    matches = ((reading, match) for pattern, reading in _READINGS if (match := pattern.fullmatch(part)))
    return next(({field: value for field, value in reading(match).items() if value} for reading, match in matches), {})
