"""The check of a table that was handed on, as an answer and in words, for the command line, the API and the page."""

from companion.base.json_types import JsonMapping
from companion.verbs.table_answers import TableChecks
from companion.verbs.table_files import TableFile

COMPARE = "Compare it with the one on each player’s phone: where it differs, this is not the log of that game."
"""What to do with the fingerprint of a log."""


def verify_answer(file: TableFile) -> TableChecks:
    """Return the check of a table in a file, exported or not: what is wrong, and what of it was checked at all."""
    report = file.verify()
    events = {event.number: event for event in file.event}
    return {
        "game": file.setup.game,
        "title": file.setup.title,
        "seed_open": report.dice.seed_open,
        "ok": not report.wrong,
        "fingerprint": file.exported.fingerprint,
        "release": file.setup.release,
        "wrong": [{"number": number, "message": message} for number, message in report.wrong],
        "parts": [
            {
                "part": one.part,
                "found": one.found,
                "checked": one.checked,
                "unchecked": one.unchecked,
                "why": one.why,
            }
            for one in report.parts
        ],
        "events": [
            {"number": number, "kind": events[number].kind, "seat": events[number].seat, "found": result}
            for number, result in report.dice.events.items()
        ],
    }


def found_words(event: JsonMapping) -> str:
    """Return what was found of an event with dice, cards or a sealed choice: `event 4: dice of seat 1: checked`."""
    seat = "" if event["seat"] is None else f" of seat {event['seat'] + 1}"
    return f"event {event['number']}: {_NOUNS[event['kind']]}{seat}: {event['found']}"


_NOUNS = {"faces": "dice", "shuffle": "shuffle", "card": "card", "seal": "sealed choice"}


def part_words(part: JsonMapping) -> str:
    """Return in words how much of a part of a log was checked, and why not all of it."""
    why = f": {part['why']}" if part["why"] else ""
    if part["found"] == "partly":
        return f"{part['checked']:,} checked, {part['unchecked']:,} not{why}"
    if part["found"] == "wrong" and part["unchecked"]:
        return f"wrong; {part['unchecked']:,} not checked{why}"
    count = f" ({part['checked']:,})" if part["found"] == "checked" and part["checked"] > 1 else ""
    return f"{part['found']}{count}{why}"
