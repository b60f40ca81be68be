"""Reads a build's form: typed text becomes a document, and errors of the build's model go to their fields."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Build, validate
from companion.data.input_errors import input_errors
from companion.gamekit.build_form import BuildField, Fields

_SINGLE = ("text", "number", "choice", "radio")
"""Inputs whose text is one value."""
Complaint = tuple[int, str]
"""A sentence about a field, after the number of the list's entry, from 1; 0 for the whole field."""


@dataclass(frozen=True)
class Refusal:
    """An error of the model about a value: pydantic's name and context for it, and the same in words."""

    kind: str
    value: object
    context: Mapping[str, Any]
    found: str
    expected: str


def read_form(
    model: type[Build], document: JsonObject, fields: Fields, typed: Mapping[str, Any], catalogue: Catalogue
) -> dict[str, list[str]]:
    """Fill a document with typed values, by field name; return the sentences about each field with errors.

    Errors of the model that belong to no field are left out here: reading the whole build reports them.
    """
    wrong: dict[str, list[Complaint]] = {field.name: [] for field in fields}
    for field in fields:
        value = _read(field, typed[field.name], catalogue, wrong[field.name])
        if value is not None:
            *tables, key = field.place
            table = document
            for name in tables:
                table = table.setdefault(name, {})
            table[key] = value
    try:
        validate(model, document, {"catalogue": catalogue})
    except ValidationError as error:
        for raw, input_error in zip(error.errors(include_url=False), input_errors(error), strict=True):
            for field in fields:
                if raw["loc"][: len(field.place)] == field.place:
                    refusal = Refusal(
                        raw["type"], raw["input"], raw.get("ctx") or {}, input_error.found, input_error.expected
                    )
                    rest = raw["loc"][len(field.place) :]
                    wrong[field.name].append(_complain(field, refusal, rest, typed[field.name]))
    return {name: _sentences(complaints) for name, complaints in wrong.items() if complaints}


def _sentences(complaints: list[Complaint]) -> list[str]:
    """Return the first ten sentences about a field, in the order of its entries, and how many more there are."""
    texts = [*dict.fromkeys(text for _, text in sorted(complaints, key=lambda complaint: complaint[0]))]
    more = [f"And {len(texts) - MOST_MESSAGES:,} more."] if len(texts) > MOST_MESSAGES else []
    return [*(text[:1].upper() + text[1:] for text in texts[:MOST_MESSAGES]), *more]


def _read(field: BuildField, data: Any, catalogue: Catalogue, complaints: list[Complaint]) -> object:
    """Return the document's value for typed text; complaints about unreadable parts are added to `complaints`."""
    most = field.column.schema.get("maxItems")
    if most and isinstance(data, list | tuple) and len(data) > most:
        # With ten thousand entries this is the only complaint.
        complaints.append((0, field.sentence_of_length(most, len(data), "entries")))
        return None
    if field.fields:
        return list(_read_entries(field, data, catalogue, complaints)) or None
    try:
        return field.read_value(data, catalogue)
    except InvalidInput as error:
        complaints += [(0, field.sentence(one)) for one in error.input_errors]
    except ValueError as error:
        complaints.append((0, str(error)))
    return None


def _read_entries(
    field: BuildField, data: Any, catalogue: Catalogue, complaints: list[Complaint]
) -> Iterator[JsonObject]:
    for number in range(1, len(data) + 1):
        texts, entry_complaints = field.entry(data, number - 1), list[Complaint]()
        values = {part.path: _read(part, texts[part.name], catalogue, entry_complaints) for part in field.fields}
        complaints += [(number, f"{field.each} {number}: {text}") for _, text in entry_complaints]
        yield {path: value for path, value in values.items() if value is not None}


def _complain(field: BuildField, refusal: Refusal, rest: tuple[int | str, ...], data: Any) -> Complaint:
    """Return a complaint about an error of the model at the place `rest` within a field."""
    if field.fields and rest and isinstance(rest[0], int):
        part = next((part for part in field.fields if rest[1:2] == part.place), None)
        typed = field.entry(data, rest[0])
        text = _refusal_text(part, refusal, typed[part.name], part.title) if part else f"expected {refusal.expected}."
        return rest[0] + 1, f"{field.each} {rest[0] + 1}: {text}"
    return 0, _refusal_text(field, refusal, data)


def _refusal_text(field: BuildField, refusal: Refusal, data: Any, where: str = "") -> str:
    if refusal.kind == "too_long":
        return field.sentence_of_length(refusal.context["max_length"], refusal.context["actual_length"], "entries")
    if refusal.kind == "string_too_long" and not field.wrong:
        return field.sentence_of_length(refusal.context["max_length"], len(str(refusal.value)), "characters")
    typed = data if field.input in _SINGLE and isinstance(data, str) else refusal.value
    found = quote(str(typed)) if isinstance(typed, str | int) else refusal.found
    return field.sentence(InputError(where, found, refusal.expected))
