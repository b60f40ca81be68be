"""Inputs that change nothing: fields that count only together with another field, filled in without it.

A roll answers all the same, with a note; an analysis refuses them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words
from companion.data.documents import COUNTS_WITH, GIVEN, Record


def find_unused_inputs(record: Record) -> list[str]:
    """Return a sentence for each filled-in input that changes nothing, naming the other inputs that it needs."""
    fields = type(record).model_fields
    return [
        f"“{fields[name].title or name}” changes nothing here: it counts only "
        f"{join_words(_needed_words(record, other, wanted) for other, wanted in missing.items())}."
        for name, missing in _unused_inputs(record)
    ]


def refuse_unused_inputs(record: Record) -> None:
    """Raise InvalidInput for the filled-in inputs that change nothing, with what to add so that they count."""
    errors = [
        InputError(
            name,
            quote(str(record.field_values()[name])),
            f"nothing, because it counts only "
            f"{join_words(_needed_words(record, other, wanted) for other, wanted in missing.items())}: "
            f"{join_words(_remedy(other, wanted) for other, wanted in missing.items())}, or leave this out",
        )
        for name, missing in _unused_inputs(record)
    ]
    if errors:
        raise InvalidInput(*errors)


def _unused_inputs(record: Record) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name of each filled-in input that changes nothing, with the inputs that it lacks."""
    for name, info in type(record).model_fields.items():
        extra = info.json_schema_extra
        needs = extra.get(COUNTS_WITH) if isinstance(extra, dict) else None
        value = record.field_values()[name]
        if not isinstance(needs, dict) or name not in record.model_fields_set or value in (info.default, "", (), None):
            continue
        missing = {other: wanted for other, wanted in needs.items() if not _is_met(record, other, wanted)}
        if missing:
            yield name, missing


def _is_met(record: Record, other: str, wanted: Any) -> bool:
    value = record.field_values()[other]
    return value not in (None, "", ()) if wanted == GIVEN else value in wanted


def _needed_words(record: Record, other: str, wanted: Any) -> str:
    title = type(record).model_fields[other].title or other
    if wanted == GIVEN:
        return f"together with “{title}”"
    return f"where “{title}” is {join_words((_words(value) for value in wanted), 'or')}"


def _remedy(other: str, wanted: Any) -> str:
    """Return what to do so that another input is as it is needed, in the names that the command line has."""
    if wanted == GIVEN:
        return f"add {other}"
    if wanted == [""]:
        return f"leave out {other}"
    return f"add {other}={join_words((str(value) for value in wanted), 'or')}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "ticked" if value else "not ticked"
    return str(value).replace("-", " ") or "empty"
