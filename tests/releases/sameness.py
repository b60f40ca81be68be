"""Whether an answer of today still is the answer of an earlier release: its keys, types, numbers and ids; not its wording.

Keys may come, none may go. A list may only grow where its entries are named (by id, slug, name
or the schema they refer to), or where it is one of `GROWING`; the entries of a list in `UNORDERED` may change places.
Wording may change, so a string is compared only where it is an id or a number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from typing import Any

from tests.models import FORMER_NAMES

NOT_COMPARED = {
    "inked": "the share of a page that is inked hangs on how faces are drawn",
    "found": "what `doctor` found: paths and versions",
    "status": "how far a section is covered is told anew in each release",
    "turn": "where a section stands on the reference is laid out anew in each release",
}
"""Keys whose values may be anything of the same type, each with the reason."""
WORDING = {"about", "description", "label", "message", "note", "question", "tagline", "text", "title", "why"}
"""Keys whose strings are words to read even where they look like an id."""
GROWING = {"analyses", "enum", "print_sets", "resolvers"}
"""Keys whose lists hold ids to choose from: later releases may offer more."""
DECIDED_ANEW = {"battle-end": "by default a battle of MechaStellar ends after a number of Rounds, not as agreed"}
"""Rulings whose default a later release changed, each with what it is now."""
STRICTER: dict[str, str] = {}
"""Rules that a later release began to check, each with the reason: what they find is not compared."""
LEVELS = ("error", "warning", "note")
UNORDERED = {"outcomes"}
"""Keys whose lists have no order that means anything: a chance is the same wherever it stands."""
BOUNDS = {"maxLength", "maxItems", "maximum"}
"""Keys whose numbers may grow: what was let through still is."""
OPENED = {"enum"}
"""Keys that may go: what had to be one of a list may be anything now."""
NO_BOUND_OF_LISTS = "maxLength"
"""A bound of texts that stood at lists too, where it bounds nothing: `maxItems` stands there now."""
LENGTHENED = {"fixes", "notes"}
"""Keys whose lists may have more at their end: a finding may be repaired in more ways, those known before come first;
a statement is noted to be another release's."""
NAMES = ("id", "slug", "name", "$ref")
_SAID = re.compile(r"[a-z0-9][a-z0-9_.-]*|-?[0-9]+(/[0-9]+)?")


def differences(then: Any, now: Any, place: str = "$", key: str = "") -> Iterator[str]:
    """Yield what is not the same any more, each with its place: `$.findings[0].rule`."""
    if type(then) is not type(now):
        yield f"{place}: {_kind(then)} became {_kind(now)}"
    elif key in NOT_COMPARED:
        return
    elif isinstance(then, Mapping):
        yield from _of_objects(as_then(dict(then)), as_then(dict(now)), place)
    elif isinstance(then, list):
        yield from _of_lists(then, now, place, key)
    elif isinstance(then, str):
        if now not in (then, under_todays_name(then)) and key not in WORDING and _SAID.fullmatch(then):
            yield f"{place}: {then!r} became {now!r}"
    elif isinstance(then, float):
        if not isclose(then, now, rel_tol=1e-12):
            yield f"{place}: {then!r} became {now!r}"
    elif key in BOUNDS and now > then:
        return
    elif then != now:
        yield f"{place}: {then!r} became {now!r}"


def under_todays_name(name: str) -> str:
    """Return today's name of an input, or of a field of one that is a table: `their.front-left`."""
    head, dot, rest = name.partition(".")
    return FORMER_NAMES.get(name) or f"{FORMER_NAMES.get(head, head)}{dot}{rest}"


def as_then(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without what stricter rules find, and legal where nothing else is wrong; the gravest first."""
    if not isinstance(answer.get("findings"), list):
        return answer
    findings = sorted(
        (finding for finding in answer["findings"] if _rule(finding)[0] not in STRICTER),
        key=lambda finding: LEVELS.index(_rule(finding)[1]),
    )
    legal = {"legal": all(_rule(f)[1] != "error" for f in findings)} if "legal" in answer else {}
    return {**answer, "findings": findings, **legal}


def _rule(finding: Any) -> tuple[str, str]:
    """Return a finding's rule and level, whether it is an object or a pair."""
    return (finding["rule"], finding["level"]) if isinstance(finding, Mapping) else tuple(finding)


def _of_objects(then: Mapping[str, Any], now: Mapping[str, Any], place: str) -> Iterator[str]:
    for recorded, value in then.items():
        key = recorded if recorded in now else under_todays_name(recorded)
        if place.rpartition(".")[2] in DECIDED_ANEW and key in ("default", "chosen"):
            continue
        if key not in now:
            is_no_bound = key == NO_BOUND_OF_LISTS and then.get("type") == "array" and now.get("maxItems") == value
            yield from () if key in OPENED or is_no_bound else (f"{place}.{key}: is gone",)
        else:
            yield from differences(value, now[key], f"{place}.{key}", key)


def _of_lists(then: Sequence[Any], now: Sequence[Any], place: str, key: str) -> Iterator[str]:
    now = now[: len(then)] if key in LENGTHENED else now
    if key in GROWING and all(isinstance(entry, str) for entry in then):
        yield from (f"{place}: {entry!r} is gone" for entry in then if entry not in now)
        return
    name = next((name for name in NAMES if then and _named_by(name, then) and _named_by(name, now)), None)
    if not then and any(_named_by(one, now) for one in NAMES):
        return
    if name:
        by_name = {entry[name]: entry for entry in now}
        yield from _of_objects({entry[name]: entry for entry in then}, by_name, place)
    elif len(then) != len(now):
        yield f"{place}: {len(then)} entries became {len(now)}"
    elif key in UNORDERED:
        yield from _of_unordered(then, now, place)
    else:
        for number, pair in enumerate(zip(then, now, strict=True)):
            yield from differences(*pair, f"{place}[{number}]", key)


def _of_unordered(then: Sequence[Any], now: Sequence[Any], place: str) -> Iterator[str]:
    left = list(now)
    for number, entry in enumerate(then):
        same = next((n for n, other in enumerate(left) if not any(differences(entry, other))), None)
        if same is None:
            yield f"{place}[{number}]: {entry!r} is gone"
        else:
            del left[same]


def _named_by(name: str, entries: Sequence[Any]) -> bool:
    """Return whether every entry is an object with a name that no other has."""
    names = [entry.get(name) for entry in entries if isinstance(entry, Mapping)]
    return len(names) == len(entries) and all(isinstance(n, str) for n in names) and len(set(names)) == len(names)


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
