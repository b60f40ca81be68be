"""A record as cells by column: cells read into plain data, plain data written into cells.

A list of plain values is one cell, written with semicolons (or commas). A number may be written as cards print it
(`3,700`, `8"`, `7d10`, `IV`): a field's schema says under `unit` what stands behind it, under `words` what for it.
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
"""How cards print a number that they do not have."""
_FORMULA = re.compile(r"'*[=+@\-]")


def read_record(cells: Mapping[str, str], model: type[BaseModel]) -> JsonObject:
    """Return cells as plain data for the model to judge; empty ones are left out."""
    made: JsonObject = {}
    for path, text in cells.items():
        if not text.strip():
            continue
        # A path deeper than any document is no path: its column is one that no card has.
        *tables, key = path.split(".") if path.count(".") < MOST_NESTED else [path]
        target = made
        for table in tables:
            below = target.setdefault(table, {})
            if not isinstance(below, dict):
                below = target[table] = {}
            target = below
        target[key] = text
    schema = schema_of(model)
    return _values(made, lambda key: schema.get("properties", {}).get(key, {}), schema)


def _values(table: JsonMapping, prop: Callable[[str], Schema], schema: Schema) -> JsonObject:
    """Return a table's cells as plain data, without numbers that are printed as a dash."""
    read = {key: _value(value, prop(key), schema) for key, value in table.items()}
    return {key: value for key, value in read.items() if value is not None}


def _value(value: Any, prop: Schema, schema: Schema) -> object:
    defs = schema.get("$defs", {})
    shape = shape_of(prop, defs)
    kind = shape.get("type")
    if isinstance(value, dict):
        if kind == "array" and all(key.isdecimal() for key in value):
            items = shape.get("items") or {}
            return [_value(value[key], items, schema) for key in sorted(value, key=lambda k: (len(k), k))]
        inner = shape.get("properties") or {}
        other = shape.get("additionalProperties")
        rest = other if isinstance(other, Mapping) else {}
        return _values(value, lambda key: inner.get(key, rest), schema)
    if kind in ("array", "object") and value.lstrip()[:1] in ("[", "{"):
        read = _json(value)
        if not isinstance(read, str) or not re.match(r"\s*\[[^\[{\"',]*\]", value):
            return read  # `[K]; [CC]` is no JSON but marks as they are printed
    if kind == "array":
        items = shape_of(shape.get("items") or {}, defs)
        return [_read_choice(part, items) for part in split_entries(value)]
    return _pairs(value) if kind == "object" and "properties" not in shape else _read_choice(value, shape)


def _read_choice(text: str, shape: Schema) -> int | bool | str | None:
    """Return a cell's choice as the model has it: a number, true or false, None for a dash; other text as it is."""
    if shape.get("type") == "integer":
        return None if text.strip() in _DASHES else read_whole_number(text, shape)
    if shape.get("type") == "boolean" and text.strip().lower() in ("yes", "no", "true", "false"):
        return text.strip().lower() in ("yes", "true")
    offered = [*shape.get("enum", ()), *([shape["const"]] if "const" in shape else [])]
    exact = (value for value in offered if str(value) == text.strip())
    alike = (value for value in offered if str(value).casefold() == text.strip().casefold())
    return next(exact, next(alike, text))


def read_whole_number(text: str, shape: Schema) -> int | str:
    """Return a whole number written as a card prints it; text that is not one unchanged.

    `3,700` and `−2` are read everywhere, `8"`, `7d10` and `4+` where the field has that `unit`, `IV` where it is
    `roman`, `Ace Pilot` where it is one of its `words`.
    """
    words, unit = shape.get("words") or {}, UNITS.get(shape.get("unit", ""), "")
    plain = text.strip().replace("−", "-").replace("–", "-")
    named = {word.casefold(): number for word, number in (words | (ROMAN if shape.get("roman") else {})).items()}
    if plain.casefold() in named:
        return int(named[plain.casefold()])
    found = re.fullmatch(
        rf"([+-]?)\s*([0-9]{{1,9}}|[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,2}})(?:\s*{unit})?", plain, re.IGNORECASE
    )
    return int(found[1] + found[2].replace(",", "")) if found else text


def split_entries(text: str) -> list[str]:
    """Return the entries of a cell: between semicolons where there are any, otherwise between commas."""
    parts = re.split(r"[;\n]" if re.search(r"[;\n]", text) else ",", text)
    return [part.strip() for part in parts if part.strip()]


def _pairs(text: str) -> object:
    pairs = [part.partition("=") for part in split_entries(text)]
    if not all(equals for _, equals, _ in pairs):
        return text
    numbers = {"type": "integer"}
    return {key.strip(): _read_choice(value.strip(), numbers) for key, _, value in pairs}


def _json(text: str) -> object:
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
        _write(cells, key, value, schema.get("properties", {}).get(key, {}), schema.get("$defs", {}))
    return cells


def _write(cells: dict[str, str], path: str, value: object, prop: Schema, defs: Schema) -> None:
    shape = shape_of(prop, defs)
    if isinstance(value, Mapping) and value and (parts := table_parts(shape, defs)) and set(value) <= set(parts):
        for key, part in value.items():
            _write(cells, f"{path}.{key}", part, parts[key], defs)
        return
    items = shape_of(shape.get("items") or {}, defs) if shape.get("type") == "array" else {}
    if (
        isinstance(value, list | tuple)
        and table_parts(items, defs)
        and all(isinstance(v, Mapping) and v for v in value)
    ):
        for number, entry in enumerate(value, 1):
            _write(cells, f"{path}.{number}", entry, items, defs)
        return
    text = cell_text(value)
    if text:
        cells[path] = text


def guard_formula(text: str) -> str:
    """Return a cell that is safe in a spreadsheet: text that it would read as a formula gets a mark."""
    number = re.fullmatch(r"[+-]?[0-9.]+", text)
    return f"'{text}" if _FORMULA.match(text) and not number else text


def unguard_formula(text: str) -> str:
    """Return a cell's text without the mark that keeps a spreadsheet from reading it as a formula."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text
