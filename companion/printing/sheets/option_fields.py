"""Descriptions of a model's option fields, from which the command line and the pages make their own fields.

A field's name, type, bounds, default, title and help are declared only in its model.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, TypeVar, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from companion.findings import InputError, InvalidInput, shown
from companion.input_errors import input_errors, unknown_together

Kind = Literal["choice", "yes-no", "whole", "number", "text", "list", "counts"]
OptionsT = TypeVar("OptionsT", bound=BaseModel)
ReadT = TypeVar("ReadT")


@dataclass(frozen=True, slots=True)
class ShownField:
    """What a field's annotation adds for people: its unit, the titles of its values on a page, the step of a number."""

    unit: str = ""
    values: tuple[tuple[str, str], ...] = ()
    step: float = 0.5


@dataclass(frozen=True, slots=True)
class OptionField:
    """One field of a model of options; `least` and `most` are in its unit, or letters where it is text."""

    name: str
    title: str
    help: str
    kind: Kind
    default: Any
    choices: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None
    longest: int | None = None
    unit: str = ""
    step: float = 0.5

    @property
    def bounds(self) -> str:
        """The allowed values in words: `0 to 3 mm`; empty where it does not have both bounds."""
        if self.least is None or self.most is None:
            return ""
        numbers = f"{self.least:,g} to {self.most:,g}"
        return f"{numbers} {self.unit}" if self.unit else f"a number from {numbers}"


def fields(model: type[BaseModel]) -> dict[str, OptionField]:
    """Return a model's fields by name, in its order."""
    return {name: _field(name, info) for name, info in model.model_fields.items()}


def _field(name: str, info: FieldInfo) -> OptionField:
    words = next((part for part in info.metadata if isinstance(part, ShownField)), ShownField())
    choices = words.values or tuple((str(value), str(value)) for value in _values(info))
    bounds = {type(part): part for part in info.metadata}
    least, most, longest = bounds.get(Ge), bounds.get(Le), bounds.get(MaxLen)
    return OptionField(
        name,
        info.title or name,
        info.description or "",
        _kind(info),
        info.get_default(call_default_factory=True),
        choices,
        None if least is None else least.ge,
        None if most is None else most.le,
        None if longest is None else longest.max_length,
        words.unit,
        words.step,
    )


def _values(info: FieldInfo) -> tuple[object, ...]:
    return get_args(info.annotation) if get_origin(info.annotation) is Literal else ()


def _kind(info: FieldInfo) -> Kind:
    kinds: dict[Any, Kind] = {
        bool: "yes-no",
        int: "whole",
        float: "number",
        float | None: "number",
        str: "text",
    }
    outer = get_origin(info.annotation)
    if outer is Literal:
        return "choice"
    if outer is tuple:
        return "list"
    return "counts" if outer is dict else kinds[info.annotation]


def as_validator(read: Callable[[Any], ReadT]) -> Callable[[Any], ReadT]:
    """Return a reader for a field's validator; its InvalidInput is reported together with the other errors."""

    def checked(value: Any) -> ReadT:
        try:
            return read(value)
        except InvalidInput as error:
            raise PydanticCustomError("input_errors", "cannot be read", {"errors": error.input_errors}) from None

    return checked


def read(model: type[OptionsT], given: Mapping[str, Any]) -> OptionsT:
    """Return options from plain data; InvalidInput with every error, for numbers with both bounds."""
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise InvalidInput(*unknown_together(_sentences(model, error))) from None


def _sentences(model: type[BaseModel], error: ValidationError) -> Iterator[InputError]:
    known, plain = fields(model), input_errors(error, model.model_fields)
    for detail, sentence in zip(error.errors(include_url=False), plain, strict=True):
        if detail["type"] == "input_errors":
            yield from detail["ctx"]["errors"]
            continue
        field = known.get(str(detail["loc"][0])) if detail["loc"] else None
        if field and detail["type"] in _OUTSIDE and field.bounds:
            yield InputError(field.name, _number(detail["input"], field), field.bounds)
        elif field and detail["type"] in ("bool_parsing", "bool_type"):
            yield InputError(field.name, shown(detail["input"]), "yes or no")
        else:
            yield sentence


_OUTSIDE = ("greater_than_equal", "less_than_equal", "finite_number")


def _number(value: object, field: OptionField) -> str:
    """Return a number for a message, with its unit; whole numbers with commas, however they were typed."""
    try:
        number = f"{int(Decimal(str(value))):,}" if field.kind == "whole" else f"{float(str(value)):g}"
    except (ValueError, OverflowError):  # more than 4300 digits; no number at all
        return shown(value)
    return shown(f"{number} {field.unit}".strip()).strip("'")
