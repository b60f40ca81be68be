"""Documents as plain data: read from TOML or JSON, validated by a model, written back."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_args
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

from companion.base.findings import InputError, InvalidInput, prefix_place, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.input_errors import group_unknown_keys, input_errors, not_json, not_toml, place

Value = TypeVar("Value")
LONGEST = 1_000_000
"""Characters a document may have; the largest real one is a few thousand."""
MOST_NESTED = 30
"""Levels of lists and tables a document may have; the deepest real one has about ten."""


MOST_PACKS = 20
"""The most packs that a document carries."""
COUNTS_WITH, GIVEN = "counts_with", "given"
"""Where a field's schema says beside which others it counts; a value that only has to be filled in."""


STATEMENT, CREDIT = "statement", "credit"
"""Where a document that is handed on says what it was checked with, and whose game it is; no fields of a build."""
BUILD_TEXT: JsonObject = {"build_text": True}
"""What the schema of a text says into which a player may paste a build: a link or a chat's list becomes a document."""


def counts_with(**others: list[Any] | str) -> JsonObject:
    """Return schema extras: a field counts only beside these others, with one of their values or where they are GIVEN.

    Where it is filled in without them, answers have a note, for it changes nothing then.
    """
    return {COUNTS_WITH: dict(others)}


def renamed(name: str, former: str) -> AliasChoices:
    """Return the `validation_alias` of a field that is read by its former name too; where both stand, one is refused.

    Its schema has the name of today alone, and so has what is written.
    """
    return AliasChoices(name, former)


def former_names(model: type[BaseModel]) -> dict[str, str]:
    """Return the names of today by the former ones of a model's fields."""
    return {
        str(former): name
        for name, field in model.model_fields.items()
        if isinstance(field.validation_alias, AliasChoices)
        for former in field.validation_alias.choices
        if former != name
    }


def rename_inputs(inputs: Mapping[str, Value], model: type[BaseModel], prefix: str = "") -> dict[str, Value]:
    """Return inputs under today's names of a model's fields; one that stands under its former name too keeps both.

    `prefix` begins the names: `from.` where they say which card an input was filled from.
    """
    names = {f"{prefix}{former}": f"{prefix}{name}" for former, name in former_names(model).items()}
    return {name if names.get(name) in inputs else names.get(name, name): value for name, value in inputs.items()}


class Record(BaseModel):
    """Frozen data that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def field_values(self) -> JsonMapping:
        """Return the values of all fields by name, records among them as they are."""
        return vars(self)

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


def allow_short_form(field: str) -> ConfigDict:
    """Return model settings whose JSON Schema allows the short form too: the value of `field` in place of the table."""

    def both(schema: JsonObject) -> None:
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


def _option_text(value: object) -> object:
    """Return a whole number as text, which is how a ruling keeps a number that a player chose."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


ChosenRulings = dict[str, Annotated[str, BeforeValidator(_option_text, json_schema_input_type=str | int)]]
"""The options chosen by the ids of their rulings; where a player types a number, `12` is as good as `"12"`."""


class CarriedPack(BaseModel):
    """A pack as a build carries it: its title, a key by which its later versions are known, its cards by kind."""

    model_config = ConfigDict(frozen=True, extra="allow")

    title: Title = ""
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")


class PackName(Record):
    """A pack as house rules name it: its title, the key of all its versions, the fingerprint of its cards."""

    title: Title = ""
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")
    fingerprint: str = Field(default="", max_length=12, pattern=r"^[0-9a-f]*$")


class CarriedHouseRules(Record):
    """House rules as a build carries them: their name, a key by which later versions are known, what they decide.

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
    """What every build has: its game, a title, its rulings and house rules, the packs it is made with."""

    model_config = ConfigDict(json_schema_extra=_describe_notes)

    game: str
    title: Title = ""
    rulings: ChosenRulings = Field(default_factory=dict)
    house_rules: CarriedHouseRules | None = None
    pack: tuple[CarriedPack, ...] = Field(default=(), max_length=MOST_PACKS)

    @model_validator(mode="before")
    @classmethod
    def _leave_out_notes(cls, data: object) -> object:
        """Leave out what a document that was handed on says besides the build: it is made anew where it is wanted."""
        if isinstance(data, Mapping) and (STATEMENT in data or CREDIT in data):
            return {key: value for key, value in data.items() if key not in (STATEMENT, CREDIT)}
        return data


def is_blank(data: JsonMapping) -> bool:
    """Return whether a build's document has nothing in it besides what every build has, such as its title."""
    return not any(value for key, value in data.items() if key not in {*Build.model_fields, STATEMENT, CREDIT})


ModelT = TypeVar("ModelT", bound=BaseModel)


def read_as(model: type[ModelT], data: object, context: JsonMapping | None = None) -> ModelT:
    """Return `data` as `model`; raise InvalidInput with every input error. `context` reaches the model's validators."""
    try:
        return model.model_validate(data, context=dict(context or {}))
    except ValidationError as error:
        raise InvalidInput(*group_unknown_keys(input_errors(error, model.model_fields))) from None


DEEPEST_KEY = 30
"""The most parts of a dotted name in TOML; reading one takes time that grows with their square."""
_DEEP_KEY = re.compile(rf"""(?<![\w"'-])(?:["']?[\w-]++["']?[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}""")


def parse(text: str, name: str = "") -> JsonObject:
    """Return TOML or JSON text as plain data; raise InvalidInput naming line and column."""
    if len(text) > LONGEST:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    if not text.strip():
        raise InvalidInput(InputError(name, "an empty file", "a document in TOML or JSON"))
    if text.lstrip().startswith("{") or _is_json_list(text):
        return _parse_json(text, name)
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise InvalidInput(InputError(name, f"a name of more than {DEEPEST_KEY} parts in line {line}", "shorter names"))
    try:
        data = _toml(text)
    except RecursionError:
        raise InvalidInput(_too_deep(name)) from None
    except ValueError as error:
        raise InvalidInput(InputError(name, not_toml(str(error)), "TOML or JSON")) from None
    refuse_deep(data, name)
    return data


def _toml(text: str) -> JsonObject:
    # Loaded when first needed: rows and answers in JSON do without it.
    import tomllib

    return tomllib.loads(text)


def _is_json_list(text: str) -> bool:
    """Return whether a text is a list in JSON: in TOML a bracket at the very start heads a table."""
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
    """Return whether lists and tables are nested deeper than in any document, which not every writer can follow."""
    level = [data]
    for _ in range(MOST_NESTED):
        level = [part for value in level for part in _parts(value) if not isinstance(part, str)]
    return any(isinstance(value, Mapping | list | tuple) for value in level)


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def refuse_deep(data: object, name: str = "") -> None:
    """Refuse lists and tables that are nested deeper than in any document; InvalidInput names the document."""
    if is_deep(data):
        raise InvalidInput(_too_deep(name))


HALF = re.compile("[\ud800-\udfff]")
"""Half of a character that JSON writes in two parts; alone it is no text that can be kept or shown."""


def refuse_halves(data: object, name: str = "") -> None:
    """Refuse texts and keys with half a character; InvalidInput names each place."""
    wrong = [prefix_place(name, place(where)) for where in _halves(data, ())]
    if wrong:
        found, wanted = "half a character", "whole characters: its other half is missing"
        raise InvalidInput(*(InputError(where, found, wanted) for where in wrong))


def _halves(value: object, where: tuple[int | str, ...]) -> Iterator[tuple[int | str, ...]]:
    if isinstance(value, str) and HALF.search(value):
        yield where
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if HALF.search(str(key)):
                yield (*where, str(key))
            else:
                yield from _halves(part, (*where, str(key)))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _halves(part, (*where, number))


def to_toml(document: JsonObject) -> str:
    """Return a document as TOML; null values are left out, because TOML has none."""
    import tomli_w

    return tomli_w.dumps(_drop_null(document))


def _drop_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _drop_null(part) for key, part in value.items() if part is not None}
    return [_drop_null(part) for part in value if part is not None] if isinstance(value, list) else value


def to_json(document: object) -> str:
    """Return a document as JSON, indented for reading."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def to_document(build: BaseModel) -> JsonObject:
    """Return a model as a document: plain data without the default values, always with its title."""
    data: JsonObject = build.model_dump(mode="json", exclude_defaults=True)
    head = {"game": data.pop("game", getattr(build, "game", "")), "title": data.pop("title", "")}
    return head | data


def takes_build(info: FieldInfo) -> bool:
    """Return whether a player may paste a build into a field."""
    extra = info.json_schema_extra
    return isinstance(extra, dict) and BUILD_TEXT.items() <= extra.items()
