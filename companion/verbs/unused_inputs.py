"""Inputs that change nothing: a field that counts only beside another one, and was filled in without it."""

from typing import Any

from companion.base.wording import join_words
from companion.data.documents import COUNTS_WITH, GIVEN, Record


def find_unused_inputs(asked: Record) -> list[str]:
    """Return a sentence for each input that was filled in and changes nothing, with what it would count with."""
    found = []
    for name, info in type(asked).model_fields.items():
        extra = info.json_schema_extra
        needs = extra.get(COUNTS_WITH) if isinstance(extra, dict) else None
        value = asked.field_values()[name]
        if not isinstance(needs, dict) or name not in asked.model_fields_set or value in (info.default, "", (), None):
            continue
        missing = [
            _unused_sentence(asked, other, wanted)
            for other, wanted in needs.items()
            if not _is_met(asked, other, wanted)
        ]
        if missing:
            found.append(f"“{info.title or name}” changes nothing here: it counts only {join_words(missing)}.")
    return found


def _is_met(asked: Record, other: str, wanted: Any) -> bool:
    value = asked.field_values()[other]
    return value not in (None, "", ()) if wanted == GIVEN else value in wanted


def _unused_sentence(asked: Record, other: str, wanted: Any) -> str:
    title = type(asked).model_fields[other].title or other
    if wanted == GIVEN:
        return f"together with “{title}”"
    return f"where “{title}” is {join_words((_words(value) for value in wanted), 'or')}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "ticked" if value else "not ticked"
    return str(value).replace("-", " ") or "empty"
