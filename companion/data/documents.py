"""Documents as plain data: read from TOML or JSON, validated by a model, written back."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Self, TypeVar, get_args
from unicodedata import category

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from companion.base.findings import InputError, InvalidInput, prefix_place, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.input_errors import group_unknown_keys, input_errors, not_json, not_toml, place

Value = TypeVar("Value")
LONGEST = 1_000_000
"""The most characters of a document; the largest real one has a few thousand."""
MOST_NESTED = 30
"""The most levels of lists and tables in a document; the deepest real one has about ten."""
MOST_PACKS = 20
"""The most packs that a document carries."""
COUNTS_WITH, GIVEN = "counts_with", "given"
"""The key of a field's schema with the inputs that it depends on, and the value for any that is filled in."""
FORMAT = 1
"""The number of the format in which builds are written; a document without `format` has the first one."""
STATEMENT, CREDIT = "statement", "credit"
"""Keys of a shared document: its legality statement, and the game's credit; they are no fields of a build."""
BUILD_TEXT: JsonObject = {"build_text": True}
"""Schema extras of a field into which a player may paste a build: a link or a chat's list becomes a document."""


def counts_with(**others: list[Any] | str) -> JsonObject:
    """Return schema extras: a field has an effect only if these others have one of these values, or are GIVEN.

    If it is filled in without them, answers have a note that it changes nothing.
    """
    return {COUNTS_WITH: dict(others)}


def renamed(name: str, former: str) -> AliasChoices:
    """Return the `validation_alias` of a field that can be read by its former name too; not by both at once.

    Its schema and everything written have only the present name.
    """
    return AliasChoices(name, former)


def former_names(model: type[BaseModel]) -> dict[str, str]:
    """Return the present names of a model's renamed fields, by their former names."""
    return {
        str(former): name
        for name, field in model.model_fields.items()
        if isinstance(field.validation_alias, AliasChoices)
        for former in field.validation_alias.choices
        if former != name
    }


def rename_inputs(inputs: Mapping[str, Value], model: type[BaseModel], prefix: str = "") -> dict[str, Value]:
    """Return inputs under today's names of a model's fields; one that stands under its former name too keeps both.

    A field of a table keeps its place there: `their.front-left` becomes `theirs.front-left`. `prefix` begins the names:
    `from.` where they say which card an input was filled from.
    """
    names = {f"{prefix}{former}": f"{prefix}{name}" for former, name in former_names(model).items()}
    renamed_inputs = {}
    for name, value in inputs.items():
        head, dot, rest = name.removeprefix(prefix).partition(".")
        today = f"{names.get(prefix + head, prefix + head)}{dot}{rest}" if name.startswith(prefix) else name
        renamed_inputs[name if today in inputs else today] = value
    return renamed_inputs


class Record(BaseModel):
    """Frozen data that refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def field_values(self) -> JsonMapping:
        """Return the values of all fields by name; records stay records."""
        return vars(self)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with some fields changed, unchecked, as pydantic's: in a third of its time, for searches."""
        if deep or self.__pydantic_private__ is not None:
            return super().model_copy(update=update, deep=deep)
        changed = update or {}
        copied = object.__new__(type(self))
        object.__setattr__(copied, "__dict__", {**self.__dict__, **changed})
        object.__setattr__(copied, "__pydantic_fields_set__", self.__pydantic_fields_set__ | changed.keys())
        object.__setattr__(copied, "__pydantic_extra__", None)
        object.__setattr__(copied, "__pydantic_private__", None)
        return copied

    @field_validator("*", mode="before")
    @classmethod
    def _true_is_no_number(cls, value: object, info: ValidationInfo) -> object:
        """Refuse true and false for numbers: pydantic would read them as 1 and 0."""
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
    """Return whether a field may hold a bool, or a record, which checks its own fields."""
    if annotation in (bool, Any, object) or (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        return True
    return any(_takes_bool(part) for part in get_args(annotation) if part is not Ellipsis)


def allow_short_form(field: str) -> ConfigDict:
    """Return model settings whose JSON Schema also allows a short form: the value of `field` instead of the table."""

    def add_short_form(schema: JsonObject) -> None:
        table = dict(schema)
        schema.clear()
        schema["anyOf"] = [dict(table["properties"][field]), table]

    return ConfigDict(json_schema_extra=add_short_form)


def on_one_line(text: str) -> str:
    """Return text unchanged; ValueError where it has control characters or line breaks."""
    if any(category(letter) in {"Cc", "Cs", "Zl", "Zp"} for letter in text):
        raise ValueError("one line of text without control characters")
    return text


def _plain_lines(text: str) -> str:
    """Return text with one sign between its lines; ValueError where it has control characters."""
    lines = text.replace("\r\n", "\n")
    if any(category(letter) in {"Cc", "Cs"} for letter in lines if letter not in "\n\t"):
        raise ValueError("text without control characters")
    return lines


Notes = Annotated[str, Field(max_length=2000), AfterValidator(_plain_lines)]
"""A player's notes on a whole build, on several lines."""
Note = Annotated[str, Field(max_length=200, title="Note"), AfterValidator(on_one_line)]
"""A player's note on a part of a build: its field is called `note`, which a statement does not cover."""
Title = Annotated[str, Field(max_length=120), AfterValidator(on_one_line)]


def _option_text(value: object) -> object:
    """Return a whole number as text: rulings store typed numbers as text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


ChosenRulings = dict[str, Annotated[str, BeforeValidator(_option_text, json_schema_input_type=str | int)]]
"""The chosen options by ruling id; a typed number may be written `12` or `"12"`."""


class CarriedPack(BaseModel):
    """A pack in a build: its title, a key that all its versions share, its cards by kind."""

    model_config = ConfigDict(frozen=True, extra="allow")

    title: Title = ""
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")


class PackName(Record):
    """The name of a pack in house rules: its title, the key of all its versions, the fingerprint of its cards."""

    title: Title = ""
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")
    fingerprint: str = Field(default="", max_length=12, pattern=r"^[0-9a-f]*$")


class CarriedHouseRules(Record):
    """House rules in a build: their title, a key that all their versions share, their decisions.

    `limits` are values of the build's own fields; the cards of their packs are among the build's packs.
    """

    title: Title = Field(min_length=1)
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")
    rulings: ChosenRulings = Field(default_factory=dict)
    limits: dict[str, Any] = Field(default_factory=dict, max_length=50)
    only_these_packs: bool = False
    packs: tuple[PackName, ...] = Field(default=(), max_length=MOST_PACKS)


def _describe_notes(schema: JsonObject) -> None:
    for name in (STATEMENT, CREDIT):
        schema["properties"][name] = {"title": name.capitalize(), "type": "string"}


class Build(Record):
    """The fields of every build: its game, a title, notes, its rulings and house rules, its packs."""

    model_config = ConfigDict(json_schema_extra=_describe_notes)

    game: str
    title: Title = ""
    notes: Notes = Field(default="", title="Notes")
    rulings: ChosenRulings = Field(default_factory=dict)
    house_rules: CarriedHouseRules | None = None
    pack: tuple[CarriedPack, ...] = Field(default=(), max_length=MOST_PACKS)
    format: int = Field(default=FORMAT, ge=1, le=10_000)
    """The document's format. Unknown fields of a later one than FORMAT are kept, and written back unchanged."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it that could be played; a game says so where settings alone are nothing to play."""
        return is_blank(self.model_dump(exclude_defaults=True))

    @model_validator(mode="before")
    @classmethod
    def _leave_out_notes(cls, data: object) -> object:
        """Leave out the statement and the credit of a shared document: they are made again when needed."""
        if isinstance(data, Mapping) and (STATEMENT in data or CREDIT in data):
            return {key: value for key, value in data.items() if key not in (STATEMENT, CREDIT)}
        return data


def is_blank(data: JsonMapping) -> bool:
    """Return whether a build's document is empty except for the fields of every build, such as its title."""
    return not any(value for key, value in data.items() if key not in {*Build.model_fields, STATEMENT, CREDIT})


ModelT = TypeVar("ModelT", bound=BaseModel)


def validate(model: type[ModelT], data: object, context: JsonMapping | None = None) -> ModelT:
    """Return `data` as `model`, with the unknown fields of a later format; Pydantic's ValidationError where it is not.

    `context` is passed to the model's validators.
    """
    return model.model_validate(data, context=dict(context or {}), extra="allow" if _is_later(data) else None)


def _is_later(data: object) -> bool:
    number = data.get("format") if isinstance(data, Mapping) else None
    return isinstance(number, int) and number > FORMAT


def later_fields(model: type[BaseModel], document: JsonMapping | None) -> JsonObject:
    """Return the fields of a later format that no form of `model` shows, with the number of the format."""
    if document is None or not _is_later(document):
        return {}
    return {name: value for name, value in document.items() if name == "format" or name not in model.model_fields}


def read_as(model: type[ModelT], data: object, context: JsonMapping | None = None) -> ModelT:
    """Return `data` as `model`, as `validate` does; InvalidInput with every input error."""
    try:
        return validate(model, data, context)
    except ValidationError as error:
        raise InvalidInput(*group_unknown_keys(input_errors(error, model.model_fields))) from None


DEEPEST_KEY = 30
"""The most parts of a dotted name in TOML; reading one takes time that grows with their square."""
_DEEP_KEY = re.compile(rf"""(?<![\w"'-])(?:["']?[\w-]++["']?[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}""")


SCHEMA_KEY = "$schema"
"""The key of a document that says where its JSON Schema is; only editors read it."""


def parse(text: str, name: str = "") -> JsonObject:
    """Return TOML or JSON text as plain data, without `$schema`; InvalidInput with line and column.

    `name` is the file's, for messages.
    """
    data = _parse_any(text, name)
    data.pop(SCHEMA_KEY, None)
    return data


def _parse_any(text: str, name: str) -> JsonObject:
    if len(text) > LONGEST:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    if not text.strip():
        raise InvalidInput(InputError(name, "an empty file", "a document in TOML or JSON"))
    if text.lstrip().startswith("{") or _is_json_list(text):
        return _parse_json(text, name)
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise InvalidInput(InputError(name, f"a name of more than {DEEPEST_KEY} parts in line {line}", "shorter names"))
    import tomllib  # loaded when first needed: rows and answers in JSON do without it

    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise InvalidInput(_too_deep(name)) from None
    except ValueError as error:
        raise InvalidInput(InputError(name, not_toml(str(error)), "TOML or JSON")) from None
    refuse_deep(data, name)
    return data


def _is_json_list(text: str) -> bool:
    """Return whether a text is a list in JSON; in TOML a bracket at the start begins a table."""
    return re.match(r"\s*\[\s*(?:\]\s*$|\{)", text) is not None


def _too_deep(name: str) -> InputError:
    return InputError(name, "lists or tables nested too deep to read", "a document a few levels deep")


def _parse_json(text: str, name: str) -> JsonObject:
    try:
        data = json.loads(text)
    except RecursionError:
        raise InvalidInput(_too_deep(name)) from None
    except ValueError as error:
        raise InvalidInput(not_json(text, error, name)) from None
    if not isinstance(data, dict):
        raise InvalidInput(InputError(name, quote(data), "a table of fields"))
    refuse_deep(data, name)
    refuse_halves(data, name)
    return data


def is_deep(data: object) -> bool:
    """Return whether lists and tables are nested deeper than in any document, too deep for some writers."""
    level = [data]
    for _ in range(MOST_NESTED):
        level = [part for value in level for part in _parts(value) if not isinstance(part, str)]
    return any(isinstance(value, Mapping | list | tuple) for value in level)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def refuse_deep(data: object, name: str = "") -> None:
    """Raise InvalidInput, naming the document, where lists and tables are nested deeper than in any document."""
    if is_deep(data):
        raise InvalidInput(_too_deep(name))


HALF = re.compile("[\ud800-\udfff]")
"""Half of a character that JSON writes in two parts (a surrogate); alone it cannot be stored or shown."""


def refuse_halves(data: object, name: str = "") -> None:
    """Raise InvalidInput, naming each place, where a text or a key has half a character."""
    places = [prefix_place(name, place(where)) for where in _find_halves(data, ())]
    if places:
        found, wanted = "half a character", "whole characters: its other half is missing"
        raise InvalidInput(*(InputError(where, found, wanted) for where in places))


def _find_halves(value: object, where: tuple[int | str, ...]) -> Iterator[tuple[int | str, ...]]:
    if isinstance(value, str) and HALF.search(value):
        yield where
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if HALF.search(str(key)):
                yield (*where, str(key))
            else:
                yield from _find_halves(part, (*where, str(key)))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _find_halves(part, (*where, number))


def to_toml(document: JsonObject) -> str:
    """Return a document as TOML; null values are left out, because TOML has none."""
    import tomli_w

    return tomli_w.dumps(_drop_null(document))


def _drop_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _drop_null(part) for key, part in value.items() if part is not None}
    return [_drop_null(part) for part in value if part is not None] if isinstance(value, list) else value


def to_document(build: BaseModel) -> JsonObject:
    """Return a model as a document: plain data without default values, but always with game and title."""
    data: JsonObject = build.model_dump(mode="json", exclude_defaults=True)
    if getattr(build, "format", FORMAT) > FORMAT:
        data = _with_later_fields(build, data)
    head = {"game": data.pop("game", getattr(build, "game", "")), "title": data.pop("title", "")}
    return head | data


def _with_later_fields(value: object, data: Any) -> Any:
    """Return what was written of a value of a model, with the unknown fields of a later format."""
    if isinstance(value, tuple) and isinstance(data, list):
        return [_with_later_fields(*pair) for pair in zip(value, data, strict=True)]
    if isinstance(value, dict) and isinstance(data, dict):
        return {key: _with_later_fields(value.get(key), part) for key, part in data.items()}
    later = value.model_extra if isinstance(value, Record) else None
    if not isinstance(value, Record) or not (later or isinstance(data, dict)):
        return data
    # A record that is written in short has no room for a field that its release does not know.
    fields = data if isinstance(data, dict) else to_jsonable_python(vars(value), exclude_none=True)
    return {key: _with_later_fields(vars(value).get(key), part) for key, part in fields.items()} | (later or {})


def takes_builds(model: type[BaseModel]) -> bool:
    """Return whether a player may paste a build into a field of a model."""
    return any(map(takes_build, model.model_fields.values()))


def takes_build(info: FieldInfo) -> bool:
    """Return whether a player may paste a build into a field."""
    extra = info.json_schema_extra
    return isinstance(extra, dict) and BUILD_TEXT.items() <= extra.items()
