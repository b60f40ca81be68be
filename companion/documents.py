"""Documents as plain data: read from TOML or JSON, validated by a model, written back."""

import difflib
import json
import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_args
from unicodedata import category

import tomli_w
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from companion.findings import InputError, InvalidInput, shown
from companion.wording import plural

LONGEST = 1_000_000
"""Characters a document may have; the largest real one is a few thousand."""


class Record(BaseModel):
    """Frozen data that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _true_is_no_number(cls, value: object, info: ValidationInfo) -> object:
        """Refuse true and false where numbers stand, which Python would count as 1 and 0."""
        if _has_bool(value) and info.field_name and not _may_be_bool(cls, info.field_name):
            raise ValueError("a number or text here, not true or false")
        return value


def _has_bool(value: object) -> bool:
    """Return whether a value, or an entry of a plain list or table, is true or false."""
    if isinstance(value, list | tuple):
        return any(isinstance(part, bool) for part in value)
    if isinstance(value, dict):
        return any(isinstance(part, bool) for part in value.values())
    return isinstance(value, bool)


@cache
def _may_be_bool(model: type[BaseModel], field: str) -> bool:
    return _takes_bool(model.model_fields[field].annotation)


def _takes_bool(annotation: Any) -> bool:
    """Return whether a field may be true or false: as its own type, or as a record that checks its fields itself."""
    if annotation in (bool, Any, object) or (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        return True
    return any(_takes_bool(part) for part in get_args(annotation) if part is not Ellipsis)


def or_short(field: str) -> ConfigDict:
    """Return what makes a model's JSON Schema allow its short form: what `field` takes, in place of the table."""

    def both(schema: dict[str, Any]) -> None:
        table = dict(schema)
        schema.clear()
        schema["anyOf"] = [dict(table["properties"][field]), table]

    return ConfigDict(json_schema_extra=both)


def on_one_line(text: str) -> str:
    """Return text as it is; ValueError where it holds control characters or breaks lines."""
    if any(category(letter) in {"Cc", "Cs", "Zl", "Zp"} for letter in text):
        raise ValueError("one line of text without control characters")
    return text


Title = Annotated[str, Field(max_length=120), AfterValidator(on_one_line)]


class CarriedPack(BaseModel):
    """A pack as a build carries it: its title, a key by which its later versions are known, its cards by kind."""

    model_config = ConfigDict(frozen=True, extra="allow")

    title: Title = ""
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")


class Build(Record):
    """What every build has: its game, a title, the rulings it is judged by, the packs it is made with."""

    game: str
    title: Title = ""
    rulings: dict[str, str] = Field(default_factory=dict)
    pack: tuple[CarriedPack, ...] = Field(default=(), max_length=20)


ModelT = TypeVar("ModelT", bound=BaseModel)


def read_as(model: type[ModelT], data: object, context: Mapping[str, Any] | None = None) -> ModelT:
    """Return `data` as `model`; raise InvalidInput with every input error. `context` reaches the model's validators."""
    try:
        return model.model_validate(data, context=dict(context or {}))
    except ValidationError as error:
        raise InvalidInput(*input_errors(error, model.model_fields)) from None


def input_errors(error: ValidationError, keys: Collection[str] | None = None) -> tuple[InputError, ...]:
    """Return a validation error's places as input errors, in plain words; `keys` are those the whole may have."""
    return tuple(_input_error(dict(e), keys) for e in error.errors(include_url=False, include_context=True))


def place(location: tuple[int | str, ...]) -> str:
    """Return a location as people write it: `mech[0].part[2].slot`."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        elif not step.startswith("function-") and step != "[key]":
            text += f".{step}" if text else step
    return text


UNKNOWN_KEY = "an unknown key"
MISSING = "a value for "
"""How an expectation begins where a value is missing."""
_EXPECTED = {
    "extra_forbidden": "no such key",
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def _keys(key: str, keys: Collection[str] | None) -> str:
    """Return which keys there are in place of an unknown one, the nearest named."""
    if keys is None:
        return "only keys that this document has"
    if not keys:
        return "no key here"
    close = difflib.get_close_matches(key.lower(), keys, 1)
    return f"one of {', '.join(keys)}{f'; perhaps {close[0]}' if close else ''}"


def _input_error(error: dict[str, Any], keys: Collection[str] | None = None) -> InputError:
    kind, ctx = error["type"], error.get("ctx") or {}
    where = place(error["loc"])
    found = "" if kind == "missing" else shown(error["input"])
    if kind == "extra_forbidden":
        return InputError(where, UNKNOWN_KEY, _keys(where, keys if len(error["loc"]) == 1 else None))
    if kind == "value_error":
        return InputError(where, found, str(ctx["error"]))
    if kind == "missing":
        return InputError(where, "nothing", f"{MISSING}{where.rpartition('.')[2] or 'this'}")
    return InputError(where, found or "nothing", _EXPECTED.get(kind) or _bounded(kind, ctx, error["msg"]))


SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""How ids are written."""
_PATTERNS = {
    SLUG: "small letters, digits, and hyphens between them, as rail-gun-2",
    r"^[A-Za-z0-9_-]*$": "letters, digits, hyphens and underscores",
    r"^[A-Za-z0-9_-]+$": "letters, digits, hyphens and underscores",
}


def _written(pattern: str) -> str:
    """Return a pattern as words; one that lists its words as the list."""
    listed = re.fullmatch(r"\^\(([a-z|]+)\)\$", pattern)
    return f"one of {listed[1].replace('|', ', ')}" if listed else _PATTERNS.get(pattern, f"text like {pattern}")


def _bounded(kind: str, ctx: dict[str, Any], message: str) -> str:
    match kind:
        case "greater_than_equal":
            return f"at least {ctx['ge']}"
        case "less_than_equal":
            return f"at most {ctx['le']}"
        case "string_too_long":
            return f"at most {plural(ctx['max_length'], 'character')}"
        case "string_too_short":
            return f"at least {plural(ctx['min_length'], 'character')}"
        case "string_pattern_mismatch":
            return _written(ctx["pattern"])
        case "too_long":
            return f"at most {plural(ctx['max_length'], 'entry', 'entries')}"
        case "too_short":
            return f"at least {plural(ctx['min_length'], 'entry', 'entries')}"
        case "literal_error" | "enum":
            return str(ctx["expected"]).replace("'", "")
    return message[:1].lower() + message[1:]


def parse(text: str, name: str = "") -> dict[str, Any]:
    """Return TOML or JSON text as plain data; raise InvalidInput naming line and column."""
    if len(text) > LONGEST:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    if not text.strip():
        raise InvalidInput(InputError(name, "an empty file", "a document in TOML or JSON"))
    if text.lstrip().startswith("{") or _is_json_list(text):
        return _parse_json(text, name)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidInput(_too_deep(name)) from None
    except ValueError as error:
        raise InvalidInput(InputError(name, "", f"TOML ({error})")) from None


def _is_json_list(text: str) -> bool:
    """Return whether a text is a list in JSON: in TOML a bracket at the very start heads a table."""
    return re.match(r"\s*\[\s*(?:\]\s*$|\{)", text) is not None


def _too_deep(name: str) -> InputError:
    return InputError(name, "lists or tables nested too deep to read", "a document a few levels deep")


def _parse_json(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise InvalidInput(_too_deep(name)) from None
    except ValueError as error:
        raise InvalidInput(InputError(name, "", f"JSON ({error})")) from None
    if not isinstance(data, dict):
        raise InvalidInput(InputError(name, shown(data), "a table of fields"))
    return data


def to_toml(document: dict[str, Any]) -> str:
    """Return a document as TOML; null values are left out, because TOML has none."""
    return tomli_w.dumps(_without_null(document))


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_null(part) for key, part in value.items() if part is not None}
    return [_without_null(part) for part in value if part is not None] if isinstance(value, list) else value


def to_json(document: object) -> str:
    """Return a document as JSON, indented for reading."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def plain(build: BaseModel) -> dict[str, Any]:
    """Return a model as a document: plain data without the default values, always with its title."""
    data: dict[str, Any] = build.model_dump(mode="json", exclude_defaults=True)
    head = {"game": data.pop("game", getattr(build, "game", "")), "title": data.pop("title", "")}
    return head | data
