"""A build's form as plain data: how what is typed in each of its fields becomes a part of the document, and back.

A game lists its fields; `web.shared.build_form` makes them inputs of a page. A field only says whether what was typed
can be read: whether the build is legal is the check's to say.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from companion.base.findings import quote
from companion.data.cards import Catalogue

Document = Mapping[str, object]
Typed = Mapping[str, Sequence[str]]
"""What was typed: each name of an input with its values."""
Choices = tuple[tuple[str, str], ...]
Input = Literal["text", "lines", "choice", "radio", "several", "rows"]
DataT = TypeVar("DataT")


def value_texts(value: object, _: Catalogue | None = None) -> list[str]:
    """Return a document's value as the texts of its field: one each for a list's entries, none for no value."""
    if value is None or value == "":
        return []
    return [str(part) for part in value] if isinstance(value, list | tuple) else [str(value)]


@dataclass(frozen=True)
class BuildField(Generic[DataT]):
    """One field: `read` returns what was typed as the document has it, None where that leaves it out.

    `read` raises ValueError with a sentence where it cannot; its argument is one text, or for `several` inputs a list.
    `write` is the way back, from any value that a damaged document may hold. `at` is its place in the document, its own
    name where that is empty. `limit` says how house rules may limit it, its value to a number or to one value; such a
    field is no part of a table.
    """

    name: str
    title: str
    read: Callable[[DataT, Catalogue], object]
    write: Callable[[object, Catalogue], list[str]] = value_texts
    at: str = ""
    input: Input = "text"
    choices: Choices | Callable[[Catalogue], Choices] = ()
    default: str = ""
    longest: int = 0
    limit: Literal["", "at most", "same"] = ""

    @property
    def place(self) -> list[str]:
        """The keys that lead to its value in the document."""
        return (self.at or self.name).split(".")

    def find(self, document: object) -> Any:
        """Return its value in a document, None where that has none."""
        value = document
        for key in self.place:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def input_values(self, document: Document, catalogue: Catalogue) -> Typed:
        """Return the names and values of inputs that hold its value in a document."""
        return {self.name: self.write(self.find(document), catalogue)}


@dataclass(frozen=True)
class TypedRow:
    """One of several equal rows, as typed: its number, and the values of its inputs by what follows the number."""

    index: int
    values: Mapping[str, Sequence[str]]

    def one(self, key: str) -> str:
        """Return an input's last value, stripped."""
        return (self.values.get(key) or ("",))[-1].strip()

    def many(self, key: str) -> tuple[str, ...]:
        """Return an input's values that are not blank."""
        return tuple(value.strip() for value in self.values.get(key, ()) if value.strip())


RowT = TypeVar("RowT", bound=TypedRow)


@dataclass(frozen=True, kw_only=True)
class RowsField(BuildField[list[RowT]]):
    """Rows of several inputs each, named `unit-0-profile`: `keys` is the pattern of what follows the number.

    `arrange` returns the rows that count, in their order. `write_row` returns an entry of the document, with
    its number from 1, as a row's inputs.
    """

    row: type[RowT]
    keys: str
    arrange: Callable[[list[RowT]], list[RowT]]
    write_row: Callable[[Mapping[str, object], int], Mapping[str, Sequence[str]]]
    input: Input = "rows"

    def rows(self, typed: Typed) -> list[RowT]:
        """Return the rows that were typed."""
        name = re.compile(rf"{self.name}-(\d{{1,4}})-({self.keys})")
        found: dict[int, dict[str, tuple[str, ...]]] = {}
        for key, values in typed.items():
            if match := name.fullmatch(key):
                found.setdefault(int(match[1]), {})[match[2]] = tuple(values)
        return self.arrange([self.row(index, values) for index, values in sorted(found.items())])

    def input_values(self, document: Document, catalogue: Catalogue) -> Typed:
        """Return the names and values of inputs that hold its entries in a document, as far as they can be read."""
        value = self.find(document)
        entries = value if isinstance(value, list | tuple) else ()
        return {
            f"{self.name}-{index}-{key}": values
            for index, entry in enumerate(entries)
            if isinstance(entry, Mapping)
            for key, values in self.write_row(entry, index + 1).items()
        }


def text_reader(longest: int, wrong: str) -> Callable[[str, Catalogue], str | None]:
    """Return a reader of text of at most `longest` characters; `wrong` is the error message about a longer one."""

    def read(text: str, _: Catalogue) -> str | None:
        if len(text) > longest:
            raise ValueError(wrong)
        return text.strip() or None

    return read


def choice_reader(values: Mapping[str, object], wrong: str) -> Callable[[str, Catalogue], object]:
    """Return a reader of a choice among `values`; `wrong` is the error message about another text, `{}` in it."""

    def read(text: str, _: Catalogue) -> object:
        if text not in values:
            raise ValueError(wrong.format(quote(text)))
        return values[text]

    return read


LONGEST_TITLE = 120
TITLE = BuildField(
    "title",
    "Title",
    text_reader(LONGEST_TITLE, "A title has at most 120 characters; this one has more. Shorten it."),
    longest=LONGEST_TITLE,
)
"""The field that every build has."""
Fields = tuple[BuildField[Any], ...]
"""The fields of a game's form, each reading what its own input gives."""
