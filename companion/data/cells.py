"""A record as cells by column: cells read into plain data, plain data written into cells.

A list of plain values is one cell, written with semicolons (or commas). A number may be written as cards print it
(`3,700`, `8"`, `7d10`, `IV`): a field's schema gives the unit after it as `unit`, and words for numbers as `words`.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.columns import Schema, cell_text, schema_of, shape_of, table_parts
from companion.data.documents import MOST_NESTED, is_deep

UNITS = {
    "inches": r"""(?:["″”“]|''|’’|in\.?|inch|inches)""",
    "d10": r"d10",
    "or more": r"(?:\+|or more)",
}
"""The unit that may follow a number on a card, by the `unit` of its field."""
ROMAN = {word: number for number, word in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), 1)}
_DASHES = ("-", "–", "—", "−")
"""Signs that cards print for a number that they do not have."""
_FORMULA = re.compile(r"'*[=+@\-]")


def read_record(cells: Mapping[str, str], model: type[BaseModel]) -> JsonObject:
    """Return cells as plain data, which the model has to validate; empty ones are left out."""
    record: JsonObject = {}
    for path, text in cells.items():
        if not text.strip():
            continue
        # A path deeper than any document is taken as a single name, which no card has.
        *tables, key = path.split(".") if path.count(".") < MOST_NESTED else [path]
        target = record
        for table in tables:
            inner_table = target.setdefault(table, {})
            if not isinstance(inner_table, dict):
                inner_table = target[table] = {}
            target = inner_table
        target[key] = text
    schema = schema_of(model)
    return _read_table(record, lambda key: schema.get("properties", {}).get(key, {}), schema)


def _read_table(table: JsonMapping, prop: Callable[[str], Schema], schema: Schema) -> JsonObject:
    """Return a table's cells as plain data, without numbers that are printed as a dash."""
    parsed = {key: _read_cell(value, prop(key), schema) for key, value in table.items()}
    return {key: value for key, value in parsed.items() if value is not None}


def _read_cell(value: Any, prop: Schema, schema: Schema) -> object:
    defs = schema.get("$defs", {})
    shape = shape_of(prop, defs)
    kind = shape.get("type")
    if isinstance(value, dict):
        if kind == "array" and all(key.isdecimal() for key in value):
            items = shape.get("items") or {}
            return [_read_cell(value[key], items, schema) for key in sorted(value, key=lambda k: (len(k), k))]
        inner = shape.get("properties") or {}
        other = shape.get("additionalProperties")
        rest = other if isinstance(other, Mapping) else {}
        return _read_table(value, lambda key: inner.get(key, rest), schema)
    if kind in ("array", "object") and value.lstrip()[:1] in ("[", "{"):
        parsed = _read_json(value)
        if not isinstance(parsed, str) or not re.match(r"\s*\[[^\[{\"',]*\]", value):
            return parsed  # `[K]; [CC]` is not JSON: these are marks as cards print them
    if kind == "array":
        items = shape_of(shape.get("items") or {}, defs)
        return [_read_choice(part, items) for part in split_entries(value)]
    return _read_pairs(value) if kind == "object" and "properties" not in shape else _read_choice(value, shape)


def _read_choice(text: str, shape: Schema) -> int | bool | str | None:
    """Return a cell's choice as the model's value: a number, a bool, None for a dash; other text unchanged."""
    if shape.get("type") == "integer":
        return None if text.strip() in _DASHES else read_whole_number(text, shape)
    if shape.get("type") == "boolean" and text.strip().lower() in ("yes", "no", "true", "false"):
        return text.strip().lower() in ("yes", "true")
    allowed = [*shape.get("enum", ()), *([shape["const"]] if "const" in shape else [])]
    exact = (value for value in allowed if str(value) == text.strip())
    similar = (value for value in allowed if str(value).casefold() == text.strip().casefold())
    return next(exact, next(similar, text))


def read_whole_number(text: str, shape: Schema) -> int | str:
    """Return a whole number written as cards print it; any other text unchanged.

    `3,700` and `−2` are read everywhere, `8"`, `7d10` and `4+` where the field has that `unit`, `IV` where it is
    `roman`, `Ace Pilot` where it is one of its `words`.
    """
    words, unit = shape.get("words") or {}, UNITS.get(shape.get("unit", ""), "")
    plain = text.strip().replace("−", "-").replace("–", "-")
    words = words | ROMAN if shape.get("roman") else words
    number_by_word = {word.casefold(): number for word, number in words.items()}
    if plain.casefold() in number_by_word:
        return int(number_by_word[plain.casefold()])
    match = re.fullmatch(
        rf"([+-]?)\s*([0-9]{{1,9}}|[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,2}})(?:\s*{unit})?", plain, re.IGNORECASE
    )
    return int(match[1] + match[2].replace(",", "")) if match else text


def split_entries(text: str) -> list[str]:
    """Return the entries of a cell: separated by semicolons or lines if there are any, otherwise by commas."""
    parts = re.split(r"[;\n]" if re.search(r"[;\n]", text) else ",", text)
    return [part.strip() for part in parts if part.strip()]


def _read_pairs(text: str) -> object:
    pairs = [part.partition("=") for part in split_entries(text)]
    if not all(equals for _, equals, _ in pairs):
        return text
    numbers = {"type": "integer"}
    return {key.strip(): _read_choice(value.strip(), numbers) for key, _, value in pairs}


def _read_json(text: str) -> object:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if is_deep(parsed) else parsed


def write_cells(data: JsonMapping, model: type[BaseModel]) -> dict[str, str]:
    """Return a record's plain data as cells by column; a field without a value has no cell."""
    schema = schema_of(model)
    cells: dict[str, str] = {}
    for key, value in data.items():
        _write_value(cells, key, value, schema.get("properties", {}).get(key, {}), schema.get("$defs", {}))
    return cells


def _write_value(cells: dict[str, str], path: str, value: object, prop: Schema, defs: Schema) -> None:
    shape = shape_of(prop, defs)
    if isinstance(value, Mapping) and value and (parts := table_parts(shape, defs)) and set(value) <= set(parts):
        for key, part in value.items():
            _write_value(cells, f"{path}.{key}", part, parts[key], defs)
        return
    items = shape_of(shape.get("items") or {}, defs) if shape.get("type") == "array" else {}
    if (
        isinstance(value, list | tuple)
        and table_parts(items, defs)
        and all(isinstance(v, Mapping) and v for v in value)
    ):
        for number, entry in enumerate(value, 1):
            _write_value(cells, f"{path}.{number}", entry, items, defs)
        return
    text = cell_text(value)
    if text:
        cells[path] = text


def guard_formula(text: str) -> str:
    """Return a cell that is safe in a spreadsheet: text that looks like a formula gets an apostrophe."""
    number = re.fullmatch(r"[+-]?[0-9.]+", text)
    return f"'{text}" if _FORMULA.match(text) and not number else text


def unguard_formula(text: str) -> str:
    """Return a cell's text without the apostrophe of `guard_formula`."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text
