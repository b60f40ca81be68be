"""A record as cells: the columns a model opens into, cells read into plain data, plain data written into cells.

A column's name is a path: `body.dice` is a part of a field, `pools.2.dice` a part of the second entry of a list. A
list of plain values is one cell, written with semicolons (or commas). A number may be written as cards print it
(`3,700`, `8"`, `7d10`, `IV`): a field's schema says under `unit` what stands behind it, under `words` what for it.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from companion.documents import MOST_NESTED, is_deep
from companion.json_types import JsonMapping, JsonObject

Shape = Literal["text", "whole", "number", "yes-no", "choice", "list", "choices", "pairs"]
Schema = JsonMapping
DEEPEST = 6
MOST_KEYS = 24
"""Most keys of a table that each get a column."""
UNITS = {
    "inches": r"""(?:["″”“]|''|’’|in\.?|inch|inches)""",
    "d10": r"d10",
    "or more": r"(?:\+|or more)",
}
"""What may stand behind a number on a card, by the `unit` of its field."""
ROMAN = {word: number for number, word in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"), 1)}
_DASHES = ("-", "–", "—", "−")
"""How cards print a number that they do not have."""
_FORMULA = re.compile(r"'*[=+@\-]")


@dataclass(frozen=True)
class Column:
    """One field of a model, or one cell of a record: what inputs, options and help are made from.

    `path` is its name, `choices` are its allowed values, or those to choose from where it is open text; `default` is
    the model's own, `schema` all that the model's schema says of it.
    """

    path: str
    label: str
    shape: Shape
    about: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    longest: int = 0
    least: float | None = None
    most: float | None = None
    schema: Schema = field(default_factory=dict, compare=False)

    @property
    def written_default(self) -> str:
        """The default as a cell has it; empty where it has none."""
        return "" if self.default in ([], {}) else _cell_text(self.default)

    @property
    def hint(self) -> str:
        """What it is, with the bounds of a number."""
        return add_hint(self.about, bounds(self.least, self.most)) if self.shape in ("whole", "number") else self.about


@cache
def schema_of(model: type[BaseModel]) -> JsonObject:
    """Return a model's JSON Schema, made once."""
    return model.model_json_schema()


def columns(model: type[BaseModel], given: Iterable[str] = (), without: Iterable[str] = ()) -> tuple[Column, ...]:
    """Return the columns a model opens into; lists of tables get one entry more than `given` fills."""
    schema, left_out, known = schema_of(model), set(without), tuple(given)
    wanted = set(schema.get("required", ()))
    found: list[Column] = []
    for name, prop in schema.get("properties", {}).items():
        if name not in left_out:
            found += _open_columns(name, prop, schema.get("$defs", {}), name in wanted, known, "")
    return tuple(found)


def _open_columns(
    path: str, prop: Schema, defs: Schema, required: bool, given: tuple[str, ...], above: str
) -> Iterator[Column]:
    shape = shape_of(prop, defs)
    own = str(shape.get("title") or label_text(path.rpartition(".")[2]))
    label = f"{above}: {own}" if above else own
    parts = _parts(shape, defs) if path.count(".") < DEEPEST else {}
    if parts:
        wanted = set(shape.get("required", ())) if required else set()
        for name, part in parts.items():
            yield from _open_columns(f"{path}.{name}", part, defs, name in wanted, given, label)
    elif shape.get("type") == "array" and _parts(items := shape_of(shape.get("items") or {}, defs), defs):
        entries = min(_highest_number(path, given) + 1, shape.get("maxItems", 99))
        for number in range(1, entries + 1):
            first = required and number <= shape.get("minItems", 0)
            titled = {**items, "title": f"{own} {number}"}
            yield from _open_columns(f"{path}.{number}", titled, defs, first, given, above)
    else:
        yield _leaf(path, label, shape, defs, required)


def _highest_number(path: str, given: tuple[str, ...]) -> int:
    numbers = (name.removeprefix(f"{path}.").partition(".")[0] for name in given if name.startswith(f"{path}."))
    return max((int(n) for n in numbers if n.isdecimal() and len(n) < 3), default=0)


def _leaf(path: str, label: str, shape: Schema, defs: Schema, required: bool) -> Column:
    inner = shape_of(shape.get("items") or {}, defs) if shape.get("type") == "array" else shape
    offered = ("yes", "no") if shape.get("type") == "boolean" else values(inner)
    return Column(
        path,
        label,
        _shape(shape, offered),
        str(shape.get("description", "")),
        offered or (tuple(shape.get("examples", ())) if shape.get("type") == "string" else ()),
        required,
        shape.get("default"),
        shape.get("maxLength", 0),
        shape.get("minimum"),
        shape.get("maximum"),
        shape,
    )


_SHAPES: Mapping[str, Shape] = {"boolean": "yes-no", "integer": "whole", "number": "number", "object": "pairs"}


def _shape(shape: Schema, offered: tuple[str, ...]) -> Shape:
    kind = str(shape.get("type", ""))
    if kind == "array":
        return "choices" if offered else "list"
    if offered and kind != "boolean":
        return "choice"
    return _SHAPES.get(kind, "text")


@cache
def fields(model: type[BaseModel]) -> tuple[Column, ...]:
    """Return a model's fields, none of them opened into its parts."""
    schema = schema_of(model)
    defs, wanted = schema.get("$defs", {}), schema.get("required", ())
    labels = {name: prop.get("title") or label_text(name) for name, prop in schema.get("properties", {}).items()}
    return tuple(
        _leaf(name, str(labels[name]), shape_of(prop, defs), defs, name in wanted)
        for name, prop in schema.get("properties", {}).items()
    )


def label_text(name: str) -> str:
    """Return a field's name, or one of its values, as a label."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def values(shape: Schema) -> tuple[str, ...]:
    """Return the allowed values as text; nothing where the field is open."""
    offered = shape.get("enum") or ([shape["const"]] if "const" in shape else [])
    return tuple(str(value) for value in offered if value is not None)


def bounds(low: float | None, high: float | None) -> str:
    """Return the least and greatest value of a number, in words; empty where it has neither."""
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if low is not None else f"at most {high}" if high is not None else ""


def add_hint(about: str, more: str) -> str:
    """Return a field's description with a hint in brackets, or the one of the two that it has."""
    return f"{about.rstrip('.')} ({more})." if about and more else about or more


def shape_of(prop: Schema, defs: Schema) -> JsonObject:
    """Return a schema with references followed and the choice of null left out."""
    if "$ref" in prop:
        return shape_of(
            {**defs[prop["$ref"].rsplit("/", 1)[1]], **{k: v for k, v in prop.items() if k != "$ref"}}, defs
        )
    ways = [way for way in prop.get("anyOf", ()) if way.get("type") != "null"]
    if len(ways) == 1:
        return shape_of({**ways[0], **{k: v for k, v in prop.items() if k != "anyOf"}}, defs)
    return dict(prop)


def _parts(shape: Schema, defs: Schema) -> dict[str, Schema]:
    """Return what a table opens into: its fields, or its keys where those are few and known."""
    if shape.get("type") != "object":
        return {}
    if "properties" in shape:
        return dict(shape["properties"])
    keys = values(shape_of(shape.get("propertyNames") or {}, defs))
    inner = shape.get("additionalProperties")
    if not isinstance(inner, Mapping) or not 0 < len(keys) <= MOST_KEYS:
        return {}
    return {key: {**shape_of(inner, defs), "title": key} for key in keys}


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
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if is_deep(found) else found


def write_cells(data: JsonMapping, model: type[BaseModel]) -> dict[str, str]:
    """Return a record's plain data as cells by column; what has no value has no cell."""
    schema = schema_of(model)
    found: dict[str, str] = {}
    for key, value in data.items():
        _write(found, key, value, schema.get("properties", {}).get(key, {}), schema.get("$defs", {}))
    return found


def _write(found: dict[str, str], path: str, value: object, prop: Schema, defs: Schema) -> None:
    shape = shape_of(prop, defs)
    if isinstance(value, Mapping) and value and (parts := _parts(shape, defs)) and set(value) <= set(parts):
        for key, part in value.items():
            _write(found, f"{path}.{key}", part, parts[key], defs)
        return
    items = shape_of(shape.get("items") or {}, defs) if shape.get("type") == "array" else {}
    if isinstance(value, list | tuple) and _parts(items, defs) and all(isinstance(v, Mapping) and v for v in value):
        for number, entry in enumerate(value, 1):
            _write(found, f"{path}.{number}", entry, items, defs)
        return
    text = _cell_text(value)
    if text:
        found[path] = text


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        plain = all(isinstance(v, str | int) and not isinstance(v, bool) for v in value)
        if plain and not any(re.search(r"[;,\n]|^\s*[\[{]", str(v)) for v in value):
            return "; ".join(map(str, value))
        return json.dumps(value, ensure_ascii=False, default=str)
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, Mapping) else str(value)


def guard_formula(text: str) -> str:
    """Return a cell that is safe in a spreadsheet: text that it would read as a formula gets a mark."""
    number = re.fullmatch(r"[+-]?[0-9.]+", text)
    return f"'{text}" if _FORMULA.match(text) and not number else text


def unguard_formula(text: str) -> str:
    """Return a cell's text without the mark that keeps a spreadsheet from reading it as a formula."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text


def column_of(where: str, names: Iterable[str]) -> str:
    """Return the column of an input error's place: the longest column name that it begins with, or ""."""
    path = re.sub(r"\[(\d+)\]", lambda found: f".{int(found[1]) + 1}", where)
    known = [name for name in names if path == name or path.startswith(f"{name}.")]
    inside = [name for name in names if name.startswith(f"{path}.")] if path else []
    return max(known, key=len, default="") or next(iter(inside), "")
