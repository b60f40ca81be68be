"""Inputs that change nothing: fields that count only together with another field, filled in without it."""

from typing import Any

from companion.base.wording import join_words
from companion.data.documents import COUNTS_WITH, GIVEN, Record


def find_unused_inputs(record: Record) -> list[str]:
    """Return a sentence for each filled-in input that changes nothing, naming the other inputs that it needs."""
    sentences = []
    for name, info in type(record).model_fields.items():
        extra = info.json_schema_extra
        needs = extra.get(COUNTS_WITH) if isinstance(extra, dict) else None
        value = record.field_values()[name]
        if not isinstance(needs, dict) or name not in record.model_fields_set or value in (info.default, "", (), None):
            continue
        missing = [
            _unused_sentence(record, other, wanted)
            for other, wanted in needs.items()
            if not _is_met(record, other, wanted)
        ]
        if missing:
            sentences.append(f"“{info.title or name}” changes nothing here: it counts only {join_words(missing)}.")
    return sentences


def _is_met(record: Record, other: str, wanted: Any) -> bool:
    value = record.field_values()[other]
    return value not in (None, "", ()) if wanted == GIVEN else value in wanted


def _unused_sentence(record: Record, other: str, wanted: Any) -> str:
    title = type(record).model_fields[other].title or other
    if wanted == GIVEN:
        return f"together with “{title}”"
    return f"where “{title}” is {join_words((_words(value) for value in wanted), 'or')}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "ticked" if value else "not ticked"
    return str(value).replace("-", " ") or "empty"
