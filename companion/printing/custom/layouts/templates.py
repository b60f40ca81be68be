"""Texts of a layout with names of columns in braces, `{title}` or `{picture|symbol}`, to fill in for a card.

A column takes precedence over a symbol of the same name; `{:attack}` is always the symbol.
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
    """Return a column's name for comparison: `Move_Cost` and `move cost` are equal."""
    return " ".join(name.replace("_", " ").split()).casefold()


@dataclass(frozen=True, slots=True)
class ColumnSlot:
    """A slot in a template: the first of its columns that is not empty fills it."""

    words: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A text in parts: words and slots."""

    parts: tuple[str | ColumnSlot, ...] = ()

    def __bool__(self) -> bool:
        """Return whether it has any parts."""
        return bool(self.parts)

    @property
    def slots(self) -> tuple[ColumnSlot, ...]:
        """Its slots."""
        return tuple(part for part in self.parts if isinstance(part, ColumnSlot))

    @property
    def words(self) -> str:
        """Its text if it has no slots; else empty."""
        return "".join(part for part in self.parts if isinstance(part, str)) if not self.slots else ""

    def fill_in(self, values: Values, columns: Collection[str]) -> str | None:
        """Return the template filled in for a card; None if it names columns and all of them are empty.

        `columns` are the folded names that are replaced by values; a slot without any of them is a symbol, and stays.
        """
        words, has_columns, has_values = [], False, False
        for part in self.parts:
            if isinstance(part, str):
                words.append(part)
                continue
            names = [name for name in part.names if name in columns]
            symbol = "{" + part.words.removeprefix(":") + "}"
            value = next((values[name] for name in names if values.get(name)), "") if names else symbol
            has_columns, has_values = has_columns or bool(names), has_values or bool(names and value)
            words.append(value)
        return None if has_columns and not has_values else "".join(words)


def template(text: str) -> Template:
    """Return a text with its slots; ValueError if it is too long."""
    if len(text) > LONGEST:
        raise ValueError(f"at most {LONGEST:,} characters")
    parts: list[str | ColumnSlot] = []
    for number, part in enumerate(_BRACES.split(text)):
        if number % 2:
            parts.append(ColumnSlot(part, tuple(fold_name(name) for name in part.split("|"))))
        elif part:
            parts.append(part)
    return Template(tuple(parts))
