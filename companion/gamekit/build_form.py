"""A build's form as plain data, made from the model of the build: typed text becomes a document, and back.

A game lists the fields of its model that its form has; `web.shared.build_form` makes them inputs of a page. Bounds,
choices, titles and defaults come from the model, which also refuses unreadable values. Whether a build is legal is not
decided here, but by its check.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words
from companion.data import columns
from companion.data.cards import Catalogue
from companion.data.columns import Column
from companion.data.documents import Build

Document = Mapping[str, object]
Typed = Mapping[str, Sequence[str]]
"""Typed text: the values of each input by its name."""
Choices = tuple[tuple[str, str], ...]
Input = Literal["text", "number", "lines", "choice", "radio", "several", "rows"]
_INPUTS: Mapping[str, Input] = {"whole": "number", "choice": "choice", "list": "several", "choices": "several"}
"""The default input of a field by the shape of its column; a text for any other shape."""
MOST_DIGITS = 20
"""The most digits of a number that is read; a longer one is out of any bounds."""


def value_texts(value: object, _: Catalogue | None = None) -> list[str]:
    """Return a document's value as the texts of its field: one for each entry of a list, none for no value."""
    if value is None or value == "":
        return []
    return [str(part) for part in value] if isinstance(value, list | tuple) else [str(value)]


@dataclass(frozen=True)
class BuildField:
    """One field of a form, for the model's field at a `path` such as `opponent.attack`; its default name is `attack`.

    `read` returns the document's value for typed text, None to leave it out; its argument is one text, or a list for
    `several` inputs. It raises ValueError with a sentence, or InvalidInput with what was found and expected. `write` is
    the way back, from any value, because a damaged document may hold anything.

    `wrong` is a sentence about unreadable text, `too_long` one about too many characters or entries; without them a
    general sentence is used. {found}, {expected}, {least}, {most}, {values} and {count} in them are filled in.
    `labels` are words for values, `cards` the choices of a field of ids. For a list of records, `fields` are those of
    one record, and `each` is the word for it. `limit` says how house rules may limit the field, to a number or to one
    value; such a field is no part of a table.
    """

    model: type[BaseModel]
    path: str
    name: str = ""
    input: Input | Literal[""] = ""
    read: Callable[[Any, Catalogue], object] | None = None
    write: Callable[[Any, Catalogue], list[str]] | None = None
    wrong: str = ""
    too_long: str = ""
    labels: Mapping[Any, str] | None = None
    cards: Callable[[Catalogue], Choices] | None = None
    each: str = ""
    fields: "Fields" = ()
    limit: Literal["", "at most", "same"] = ""

    def __post_init__(self) -> None:
        """Take the name and the input from the model where they are not given."""
        object.__setattr__(self, "name", self.name or self.place[-1])
        object.__setattr__(self, "input", self.input or _INPUTS.get(self.column.shape, "text"))

    @cached_property
    def column(self) -> Column:
        """The model's column of the field."""
        return columns.column_at(self.model, self.path)

    @property
    def title(self) -> str:
        """The label of its input."""
        return self.column.label

    @property
    def default(self) -> str:
        """The text of its input before anything is typed."""
        return self.column.written_default

    @property
    def longest(self) -> int:
        """The most characters of its text, or of each of several texts; 0 if the field has its own `read`."""
        return 0 if self.read else int(self.column.inner.get("maxLength", 0))

    @property
    def place(self) -> tuple[str, ...]:
        """The keys that lead to its value in the document."""
        return tuple(self.path.split("."))

    @cached_property
    def values(self) -> Mapping[str, object]:
        """The values to choose from, by typed text; empty for an open field."""
        if self.input not in ("choice", "radio", "several"):
            return {}
        column = self.column
        if column.least is None or column.most is None:
            return {str(value): value for value in column.inner.get("enum", ())}
        return {str(number): number for number in range(int(column.least), int(column.most) + 1)}

    def offer(self, catalogue: Catalogue) -> Choices:
        """Return the choices, each with its label."""
        if self.cards:
            return self.cards(catalogue)
        labels = self.labels or {}
        return tuple((text, labels.get(value) or columns.label_text(text)) for text, value in self.values.items())

    def find(self, document: object) -> Any:
        """Return its value in a document, None if there is none."""
        value = document
        for key in self.place:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def input_values(self, document: Document, catalogue: Catalogue) -> Typed:
        """Return the inputs for its value in a document, by name."""
        return {self.name: self.write_value(self.find(document), catalogue)}

    def write_value(self, value: object, catalogue: Catalogue) -> list[str]:
        """Return the texts of its input for a value of a document."""
        if self.write:
            return self.write(value, catalogue)
        texts = value_texts(value)
        if self.fields:
            entries = value if isinstance(value, list | tuple) else ()
            return [" ".join(self.fields[0].write_value(self.fields[0].find(entry), catalogue)) for entry in entries]
        return ["\n".join(texts)] if self.input == "lines" else texts

    def entry(self, data: Any, index: int) -> Mapping[str, Any]:
        """Return the typed words of a list's entry, by the name of its only field."""
        return {self.fields[0].name: re.findall(r"[^\s,+]+", data[index])}

    def read_value(self, data: Any, catalogue: Catalogue) -> object:
        """Return the document's value for typed text; None for no text, or for the default choice."""
        if self.read:
            return self.read(data, catalogue)
        if self.input in ("lines", "several"):
            parts = data.splitlines() if isinstance(data, str) else data
            is_whole = self.column.inner.get("type") == "integer"
            return [read_whole(text) if is_whole else text.strip() for text in parts if text.strip()] or None
        text = data.strip()
        if self.input == "number" and text:
            return read_whole(text)
        if not self.values or not text:
            return text or None
        if text not in self.values:
            raise InvalidInput(InputError("", quote(text), f"one of {', '.join(self.values)}"))
        return None if text == self.default else self.values[text]

    def sentence(self, error: InputError) -> str:
        """Return an input error of its value as a sentence, in the field's own words if it has some."""
        if not self.wrong:
            return str(error)
        inner, values = self.column.inner, join_words(self.values, "or")
        bounds = {"least": inner.get("minimum"), "most": inner.get("maximum")}
        return self.wrong.format(found=error.found, expected=error.expected, values=values, **bounds)

    def sentence_of_length(self, most: int, count: int, noun: str) -> str:
        """Return the sentence that a text is too long, or a list has too many entries (`noun`)."""
        general = f"{self.title}: at most {most} {noun} fit, and this has {count}. Make it shorter."
        return self.too_long.format(most=most, count=count) if self.too_long else general


Fields = tuple[BuildField, ...]
"""The fields of a game's form."""


def read_whole(text: str) -> int:
    """Return a typed whole number; InvalidInput where the text is not one."""
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise InvalidInput(InputError("", quote(text), "a whole number"))
    return int(text)


@dataclass(frozen=True)
class TypedRow:
    """A typed row, one of several of the same kind: its number, and the values of its inputs by their names."""

    index: int
    values: Mapping[str, Sequence[str]]

    def one(self, key: str) -> str:
        """Return an input's last value, stripped."""
        return (self.values.get(key) or ("",))[-1].strip()

    def many(self, key: str) -> tuple[str, ...]:
        """Return an input's values that are not blank."""
        return tuple(value.strip() for value in self.values.get(key, ()) if value.strip())

    def typed(self, field: BuildField) -> Any:
        """Return the typed value of one of its fields: a list for `several`, else one text."""
        return self.many(field.name) if field.input == "several" else self.one(field.name)


RowT = TypeVar("RowT", bound=TypedRow)


@dataclass(frozen=True, kw_only=True)
class RowsField(BuildField, Generic[RowT]):
    """Rows of several inputs each, named `unit-0-profile`; `other_keys` is a pattern of inputs that are not fields.

    `arrange` drops rows that do not count and sorts the rest. `write_row` returns the inputs of a row for an entry of
    the document, if its fields are not enough.
    """

    row: type[RowT]
    arrange: Callable[[list[RowT]], list[RowT]]
    other_keys: str = ""
    write_row: Callable[[Mapping[str, object]], Mapping[str, Sequence[str]]] | None = None
    input: Input | Literal[""] = "rows"

    def rows(self, typed: Typed) -> list[RowT]:
        """Return the typed rows that count, in order."""
        keys = "|".join(filter(None, (*(field.name for field in self.fields), self.other_keys)))
        name = re.compile(rf"{self.name}-(\d{{1,4}})-({keys})")
        values_by_row: dict[int, dict[str, tuple[str, ...]]] = {}
        for key, values in typed.items():
            if match := name.fullmatch(key):
                values_by_row.setdefault(int(match[1]), {})[match[2]] = tuple(values)
        return self.arrange([self.row(index, values) for index, values in sorted(values_by_row.items())])

    def entry(self, data: Sequence[TypedRow], index: int) -> Mapping[str, Any]:
        """Return the typed values of a row, by the names of its fields."""
        return {field.name: data[index].typed(field) for field in self.fields}

    def input_values(self, document: Document, catalogue: Catalogue) -> Typed:
        """Return the inputs for its readable entries in a document, by name."""
        value = self.find(document)
        entries = value if isinstance(value, list | tuple) else ()
        return {
            f"{self.name}-{index}-{key}": values
            for index, entry in enumerate(entries)
            if isinstance(entry, Mapping)
            for key, values in self._row_inputs(entry, catalogue).items()
        }

    def _row_inputs(self, entry: Mapping[str, object], catalogue: Catalogue) -> Typed:
        if self.write_row:
            return self.write_row(entry)
        return {field.name: field.write_value(field.find(entry), catalogue) for field in self.fields}


TITLE = BuildField(Build, "title", too_long="A title has at most {most} characters; this one has {count}. Shorten it.")
"""The field that every build has first."""


def _read_notes(text: str, _: Catalogue) -> str | None:
    return text.strip() or None


NOTES = BuildField(
    Build,
    "notes",
    input="lines",
    read=_read_notes,
    too_long="Notes have at most {most} characters; these have {count}. Shorten them.",
)
"""The field that every build has last."""
