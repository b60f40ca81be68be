"""The columns of a model, made from its schema; `cells` reads and writes their cells.

A column's name is a path: `body.dice` is a part of a field, `pools.2.dice` a part of the second entry of a list.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from companion.base.json_types import JsonMapping, JsonObject

Shape = Literal["text", "whole", "number", "yes-no", "choice", "list", "choices", "pairs"]
Schema = JsonMapping
DEEPEST = 6
"""The most dots in a column's path."""
MOST_KEYS = 24
"""The most keys of a table that each get a column."""


@dataclass(frozen=True)
class Column:
    """One field of a model, or one cell of a record, from which inputs, options and help are made.

    `path` is its name, `choices` are its allowed values, or suggestions for open text; `default` is the model's,
    `schema` its part of the model's schema.
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
        """The default as the text of a cell; empty if there is none."""
        return "" if self.default in ([], {}) else cell_text(self.default)

    @property
    def inner(self) -> Schema:
        """The schema of a list's entries or of a table's values, else of the value itself."""
        first = self.schema.get("prefixItems", (None,))[0]
        candidates = (first, self.schema.get("items"), self.schema.get("additionalProperties"))
        return next((part for part in candidates if isinstance(part, Mapping)), self.schema)

    @property
    def hint(self) -> str:
        """The description, with the bounds of a number."""
        return add_hint(self.about, bounds(self.least, self.most)) if self.shape in ("whole", "number") else self.about


@cache
def schema_of(model: type[BaseModel]) -> JsonObject:
    """Return a model's JSON Schema, made once."""
    return model.model_json_schema()


def columns(model: type[BaseModel], given: Iterable[str] = (), without: Iterable[str] = ()) -> tuple[Column, ...]:
    """Return a model's columns; lists of tables have columns for one entry more than `given` columns fill."""
    schema, excluded, given_paths = schema_of(model), set(without), tuple(given)
    required = set(schema.get("required", ()))
    model_columns: list[Column] = []
    for name, prop in schema.get("properties", {}).items():
        if name not in excluded:
            model_columns += _open_columns(name, prop, schema.get("$defs", {}), name in required, given_paths, "")
    return tuple(model_columns)


def _open_columns(
    path: str, prop: Schema, defs: Schema, required: bool, given: tuple[str, ...], above: str
) -> Iterator[Column]:
    shape = shape_of(prop, defs)
    own = str(shape.get("title") or label_text(path.rpartition(".")[2]))
    label = f"{above}: {own}" if above else own
    parts = table_parts(shape, defs) if path.count(".") < DEEPEST else {}
    if parts:
        required_parts = set(shape.get("required", ())) if required else set()
        for name, part in parts.items():
            yield from _open_columns(f"{path}.{name}", part, defs, name in required_parts, given, label)
    elif shape.get("type") == "array" and table_parts(items := shape_of(shape.get("items") or {}, defs), defs):
        entries = min(_highest_number(path, given) + 1, shape.get("maxItems", 99))
        for number in range(1, entries + 1):
            is_required = required and number <= shape.get("minItems", 0)
            numbered = {**items, "title": f"{own} {number}"}
            yield from _open_columns(f"{path}.{number}", numbered, defs, is_required, given, above)
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
    """Return a column for each field of a model; tables and lists are not opened into their parts."""
    schema = schema_of(model)
    defs, required = schema.get("$defs", {}), schema.get("required", ())
    labels = {name: prop.get("title") or label_text(name) for name, prop in schema.get("properties", {}).items()}
    return tuple(
        _leaf(name, str(labels[name]), shape_of(prop, defs), defs, name in required)
        for name, prop in schema.get("properties", {}).items()
    )


def column_at(model: type[BaseModel], path: str) -> Column:
    """Return the column of a model's field, or of a part of one: `opponent.attack`."""
    schema = schema_of(model)
    defs, shape, required = schema.get("$defs", {}), schema, False
    for name in path.split("."):
        required = name in shape.get("required", ())
        shape = shape_of(shape["properties"][name], defs)
    return _leaf(path, str(shape.get("title") or label_text(name)), shape, defs, required)


def label_text(name: str) -> str:
    """Return a field's name, or one of its values, as a label."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def values(shape: Schema) -> tuple[str, ...]:
    """Return the allowed values as text; empty if any value is allowed."""
    allowed = shape.get("enum") or ([shape["const"]] if "const" in shape else [])
    return tuple(str(value) for value in allowed if value is not None)


def bounds(low: float | None, high: float | None) -> str:
    """Return the bounds of a number in words; empty if it has none."""
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if low is not None else f"at most {high}" if high is not None else ""


def add_hint(about: str, more: str) -> str:
    """Return a description with a hint in brackets; if one of the two is empty, the other."""
    return f"{about.rstrip('.')} ({more})." if about and more else about or more


def shape_of(prop: Schema, defs: Schema) -> JsonObject:
    """Return a schema with references resolved and without the choice of null; a class name is not used as a title."""
    if "$ref" in prop:
        definition = {**defs[prop["$ref"].rsplit("/", 1)[1]], "title": None}
        return shape_of({**definition, **{k: v for k, v in prop.items() if k != "$ref"}}, defs)
    choices = [way for way in prop.get("anyOf", ()) if way.get("type") != "null"]
    if len(choices) == 1:
        return shape_of({**choices[0], **{k: v for k, v in prop.items() if k != "anyOf"}}, defs)
    return dict(prop)


def table_parts(shape: Schema, defs: Schema) -> dict[str, Schema]:
    """Return the parts of a table by name: its fields, or its keys if those are fixed and few; else empty."""
    if shape.get("type") != "object":
        return {}
    if "properties" in shape:
        return dict(shape["properties"])
    keys = values(shape_of(shape.get("propertyNames") or {}, defs))
    inner = shape.get("additionalProperties")
    if not isinstance(inner, Mapping) or not 0 < len(keys) <= MOST_KEYS:
        return {}
    return {key: {**shape_of(inner, defs), "title": key} for key in keys}


def cell_text(value: object) -> str:
    """Return a value as the text of a cell: lists with semicolons, nested values as JSON."""
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


def column_of(where: str, names: Iterable[str]) -> str:
    """Return the column of an input error's place: the longest that contains it, else one inside it, else ""."""
    path = re.sub(r"\[(\d+)\]", lambda match: f".{int(match[1]) + 1}", where)
    outer = [name for name in names if path == name or path.startswith(f"{name}.")]
    inner = [name for name in names if name.startswith(f"{path}.")] if path else []
    return max(outer, key=len, default="") or next(iter(inner), "")
