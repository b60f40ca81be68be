"""Reads values of the database without trusting them: a damaged file may have bytes or numbers instead of text."""

import json
from datetime import UTC, datetime
from typing import Any

from companion.base.json_types import JsonMapping
from companion.data.documents import HALF, is_deep
from companion.storage import stored_shapes

LEFT_OUT = {"left_out": "It could not be read when a backup was restored, and was left out."}
"""Placeholder for an old version that a restore left out, so that the others keep their numbers."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of a version whose stored time cannot be read."""


def is_text(value: str) -> bool:
    """Return whether every character of a value can be written as UTF-8: none stands for a damaged byte."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


def plain_text(value: object) -> str:
    """Return a stored value as text; a damaged database may have bytes or a number instead.

    Bytes that are not UTF-8 become surrogates, as Python's `surrogateescape` reads and writes them.
    """
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def column_value(value: object) -> Any:
    """Return a column's value; bytes, which only a damaged database has, as text."""
    return plain_text(value) if isinstance(value, bytes) else value


def parse_json(value: object) -> Any:
    """Return stored JSON as plain data, or its text if it is not JSON."""
    text = plain_text(value)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def json_text(data: object) -> str:
    """Return plain data as compact JSON, as it is stored."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def display_name(value: object) -> str:
    """Return a stored name or title as displayable text."""
    return HALF.sub("\ufffd", plain_text(value))


def version_number(value: object) -> int:
    """Return a stored version's number, 0 if it is not a number."""
    return value if isinstance(value, int) else 0


def whole_number(value: Any) -> int:
    """Return a count or a sum as an int: over no rows databases give None, and PostgreSQL gives decimals."""
    return int(value or 0)


def stored_time(text: Any) -> datetime:
    """Return a stored time, EPOCH if it is not a time."""
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return EPOCH
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def stored_tags(text: object) -> tuple[str, ...]:
    """Return stored tags, none where they cannot be read."""
    tags = parse_json(text)
    return tuple(map(display_name, tags)) if isinstance(tags, list) else ()


def document_data(text: object, kind: str) -> tuple[JsonMapping, str]:
    """Return a document's stored data, and a sentence why it cannot be read, which is empty if it can."""
    if not isinstance(text, str):
        return {}, "The stored value is not text."
    if HALF.search(text):
        return {}, "The stored text is not UTF-8."
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return {}, "The stored text is not complete JSON."
    document = _replace_half_characters(parsed, text)
    problem = damage(document, kind)
    return ({}, problem) if problem else (document, "")


def damage(parsed: object, kind: str) -> str:
    """Return a sentence why parsed JSON is not a document of its kind; empty if it is one."""
    if not isinstance(parsed, dict):
        return "The stored text is JSON, but not a document."
    if parsed == LEFT_OUT:
        return LEFT_OUT["left_out"]
    if is_deep(parsed):
        return "The stored lists or tables are nested too deep to read."
    return stored_shapes.damage(kind, parsed)


def _replace_half_characters(parsed: object, text: str) -> Any:
    """Return parsed JSON with lone surrogates replaced; an older program may have stored them as escapes."""
    if "\\ud" not in text:
        return parsed
    return json.loads(HALF.sub("\ufffd", json.dumps(parsed, ensure_ascii=False)))
