"""Texts of a layout with names of columns in braces, `{title}` or `{picture|symbol}`, filled from a card.

A column goes before a symbol of the same name; `{:attack}` is always the symbol.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 2000
"""The most characters of a template."""
_BRACES = re.compile(r"\{([^{}\n]{1,120})\}")

Values = Mapping[str, str]
"""A card's columns by their folded names."""


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Return a column's name as it is compared: `Move_Cost` and `move cost` are the same."""
    return " ".join(name.replace("_", " ").split()).casefold()


@dataclass(frozen=True, slots=True)
class ColumnSlot:
    """A place in a template: the columns that may fill it, the first that is not empty does."""

    words: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A text as its parts: words, and slots between them."""

    parts: tuple[str | ColumnSlot, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is anything in it."""
        return bool(self.parts)

    @property
    def slots(self) -> tuple[ColumnSlot, ...]:
        """Its slots."""
        return tuple(part for part in self.parts if isinstance(part, ColumnSlot))

    @property
    def words(self) -> str:
        """It as one text where it has no slot, else nothing."""
        return "".join(part for part in self.parts if isinstance(part, str)) if not self.slots else ""

    def fill_in(self, values: Values, columns: Collection[str]) -> str | None:
        """Return the template filled in for a card; None if it names columns and the card has none of them.

        `columns` are the folded names that are filled: a slot that names none of them is a symbol, and stays.
        """
        made, named, found = [], False, False
        for part in self.parts:
            if isinstance(part, str):
                made.append(part)
                continue
            known = [name for name in part.names if name in columns]
            value = next((values[name] for name in known if values.get(name)), "") if known else _mark(part.words)
            named, found = named or bool(known), found or bool(known and value)
            made.append(value)
        return None if named and not found else "".join(made)


def _mark(said: str) -> str:
    return "{" + said.removeprefix(":") + "}"


def template(text: str) -> Template:
    """Return a text with its slots; ValueError where it is too long."""
    if len(text) > LONGEST:
        raise ValueError(f"at most {LONGEST:,} characters")
    parts: list[str | ColumnSlot] = []
    for number, part in enumerate(_BRACES.split(text)):
        if number % 2:
            parts.append(ColumnSlot(part, tuple(fold_name(name) for name in part.split("|"))))
        elif part:
            parts.append(part)
    return Template(tuple(parts))
