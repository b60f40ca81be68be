"""The fields of a model of options; the command line and the pages make their fields from them.

A field's name, type, bounds, default, title and help are declared only in its model.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data import columns
from companion.data.columns import Column
from companion.data.input_errors import group_unknown_keys, input_errors

OptionsT = TypeVar("OptionsT", bound=BaseModel)
GivenT = TypeVar("GivenT")
ReadT = TypeVar("ReadT")


@dataclass(frozen=True, slots=True)
class ShownField:
    """How a field is shown, from its annotation: its unit, its values with their titles, the step of a number."""

    unit: str = ""
    values: tuple[tuple[str, str], ...] = ()
    step: float = 0.5


@dataclass(frozen=True)
class OptionField:
    """One field of an options model: its definition, and how it is shown.

    `default` is the Python value; the model's schema has it as JSON.
    """

    column: Column
    shown: ShownField
    default: object

    @property
    def bounds(self) -> str:
        """The allowed values in words: `0 to 3 mm`; empty without both bounds."""
        if self.column.least is None or self.column.most is None:
            return ""
        numbers = f"{self.column.least:,g} to {self.column.most:,g}"
        return f"{numbers} {self.shown.unit}" if self.shown.unit else f"a number from {numbers}"


@cache
def fields(model: type[BaseModel]) -> Mapping[str, OptionField]:
    """Return a model's fields by name, in its order."""
    by_name = {}
    for column in columns.fields(model):
        info = model.model_fields[column.path]
        shown = next((part for part in info.metadata if isinstance(part, ShownField)), ShownField())
        by_name[column.path] = OptionField(column, shown, info.get_default(call_default_factory=True))
    return by_name


def as_validator(read: Callable[[GivenT], ReadT]) -> Callable[[GivenT], ReadT]:
    """Wrap a reader for a field's validator: its InvalidInput is reported together with the other errors."""

    def checked(value: GivenT) -> ReadT:
        try:
            return read(value)
        except InvalidInput as error:
            raise PydanticCustomError("input_errors", "cannot be read", {"errors": error.input_errors}) from None

    return checked


def read_options(model: type[OptionsT], given: JsonMapping) -> OptionsT:
    """Return options from plain data; InvalidInput with every error, for numbers with both bounds."""
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise InvalidInput(*group_unknown_keys(_sentences(model, error))) from None


def _sentences(model: type[BaseModel], error: ValidationError) -> Iterator[InputError]:
    by_name, sentences = fields(model), input_errors(error, model.model_fields)
    for detail, sentence in zip(error.errors(include_url=False), sentences, strict=True):
        if detail["type"] == "input_errors":
            yield from detail["ctx"]["errors"]
            continue
        field = by_name.get(str(detail["loc"][0])) if detail["loc"] else None
        if field and detail["type"] in _OUTSIDE and field.bounds:
            yield InputError(field.column.path, _number(detail["input"], field), field.bounds)
        elif field and detail["type"] in ("bool_parsing", "bool_type"):
            yield InputError(field.column.path, quote(detail["input"]), "yes or no")
        else:
            yield sentence


_OUTSIDE = ("greater_than_equal", "less_than_equal", "finite_number")


def _number(value: object, field: OptionField) -> str:
    """Return a number for a message, with its unit; whole numbers with commas."""
    try:
        number = f"{int(Decimal(str(value))):,}" if field.column.shape == "whole" else f"{float(str(value)):g}"
    except (ValueError, OverflowError):  # more than 4300 digits; no number at all
        return quote(value)
    return quote(f"{number} {field.shown.unit}".strip()).strip("'")
