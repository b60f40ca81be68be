"""Custom cards for any game, read from TOML, JSON or CSV: their contents, not their look."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field, field_validator

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.card_files import find_doubles, read_cells
from companion.data.documents import Record, Title, on_one_line, parse, read_as
from companion.printing.custom import causes
from companion.printing.text import hyphens

MOST_COPIES = 1000
MOST_CARDS = 10_000
MOST_STATS = 12
"""The most stats of a plain card."""
MOST_COLUMNS = 60
"""The most stats of a card with a layout."""
LONGEST_ROWS = 5_000_000
"""The most characters of a file of rows: enough for the most cards, with their rules."""
Pictures = Callable[[str], bytes]
"""Returns a picture's bytes by its name on a card; FileNotFoundError for an unknown name."""

WORDS: dict[str, tuple[str, ...]] = {
    "title": ("title", "name", "card", "card name"),
    "type": ("type", "type line", "kind", "category", "subtitle"),
    "text": ("text", "rules", "rules text", "description", "effect", "ability"),
    "symbol": ("symbol", "icon"),
    "picture": ("picture", "image", "art", "artwork"),
    "back": ("back", "back picture", "reverse"),
    "copies": ("copies", "count", "quantity", "qty", "amount"),
    "deck": ("deck", "set"),
    "stats": ("stats", "stat"),
}
"""Names of a card's parts, as column or key; every other column is a stat."""
_PART_BY_WORD = {word: name for name, words in WORDS.items() for word in words}
_IGNORED = frozenset(("id", "origin", "key", "game", "unfinished"))


def _plain_lines(text: str) -> str:
    """Return text with uniform line ends; ValueError if it has other control characters."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(on_one_line(line).strip() for line in lines)


Lines = Annotated[str, Field(max_length=120), AfterValidator(_plain_lines)]
"""A short text of one or more lines, as in a cell of a spreadsheet."""


class GenericCard(Record):
    """A custom card: everything but the title is optional. `stats` are words and numbers by their names.

    `picture` and `back` are names of pictures: one for the window of the front, one that fills the card's own back.
    `symbol` is the name of a symbol, or of a glyph in the cards' layout; it is checked when the card is drawn.
    """

    title: Lines = Field(min_length=1)
    type: Lines = ""
    text: str = Field(default="", max_length=3000)
    stats: dict[Title, Lines] = Field(default_factory=dict, max_length=MOST_COLUMNS)
    symbol: Annotated[str, AfterValidator(on_one_line)] = Field(default="", max_length=60)
    picture: str = Field(default="", max_length=200)
    back: str = Field(default="", max_length=200)
    copies: int = Field(default=1, ge=1, le=MOST_COPIES)
    deck: Title = ""

    @property
    def name(self) -> str:
        """The title on one line, for messages and files."""
        return " ".join(self.title.split())

    @field_validator("stats", mode="before")
    @classmethod
    def _as_words(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        return {str(key): _as_text(part) for key, part in value.items()}

    @field_validator("title", "type", "text", "picture", "back", "symbol", "deck", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_text(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(_as_text(part)) for part in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_as_text(part)}" for key, part in value.items())
    return value if isinstance(value, str) else str(value)


@dataclass(frozen=True)
class Stack:
    """The cards of a file, each with its place in the file; `language` is for hyphens.

    `layout` is the table of that name in a TOML file, unchecked.
    """

    title: str
    cards: tuple[tuple[str, GenericCard], ...]
    language: str = "en"
    layout: JsonMapping | None = None

    @property
    def count(self) -> int:
        """The number of cards, with copies."""
        return sum(card.copies for _, card in self.cards)

    def deck_of(self, card: GenericCard) -> str:
        """Return the title of a card's deck."""
        return card.deck or self.title


def read_stack(text: str, name: str, language: str = "", title: str = "") -> Stack:
    """Return the cards of a file; the ending of its name decides the format. InvalidInput with every input error."""
    by_rows = name.lower().endswith((".csv", ".tsv")) or not has_tables(text)
    records, head = (_rows(text, name), {}) if by_rows else _entries(parse(text, name), name)
    if not records:
        raise InvalidInput(InputError(name, "no card", "at least one row, or one table [[card]]"))
    if len(records) > MOST_CARDS:
        raise InvalidInput(InputError(name, f"{len(records):,} cards", f"at most {MOST_CARDS:,}"))
    cards: list[tuple[str, GenericCard]] = []
    faults: list[tuple[str, InputError]] = []
    for place, record in records:
        try:
            cards.append((place, read_as(GenericCard, record)))
        except InvalidInput as error:
            faults += ((place, fault) for fault in error.input_errors)
    errors = causes.input_errors(faults)
    language_used = language or str(head.get("language", "en"))
    if not hyphens.known(language_used):
        place = "language" if language else f"{name}: language"
        errors.append(InputError(place, quote(language_used), "a language such as en, de, fr, el or ru"))
    if errors:
        raise InvalidInput(*errors)
    layout = head.get("layout")
    stack_title = (title or str(head.get("title", "")) or _stem(name))[:120]
    return Stack(stack_title, tuple(cards), language_used, layout if isinstance(layout, Mapping) else None)


def _stem(name: str) -> str:
    stem = re.sub(r"\.[A-Za-z0-9]+$", "", re.split(r"[/\\]", name)[-1])
    return re.sub(r"[-_]+", " ", stem).strip().capitalize() or "Cards"


def has_tables(text: str) -> bool:
    """Return whether a text without a file name looks like TOML or JSON, not like rows."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")), "")
    return first.startswith(("[", "{")) or re.match(r"[\w\"' -]+=", first) is not None


Records = list[tuple[str, JsonObject]]


def _entries(data: JsonMapping, name: str) -> tuple[Records, JsonMapping]:
    """Return the records of every list of tables, and the fields before them; a table's name is a card's type."""
    entries: Records = []
    for kind, records in data.items():
        if isinstance(records, list) and records and all(isinstance(r, Mapping) for r in records):
            for number, record in enumerate(records, 1):
                card = _sort_card_parts(record.items())
                if kind not in _PART_BY_WORD and "type" not in card:
                    card["type"] = kind.replace("_", " ").capitalize()
                title = quote(card.get("title", number)).strip("'\"")
                entries.append((f"{name}: {kind} {title}", card))
    return entries, {k: v for k, v in data.items() if isinstance(v, str) or k == "layout"}


def _sort_card_parts(items: Iterable[tuple[str, Any]]) -> JsonObject:
    """Return a record with our names for a card's parts; all other keys are stats, in order."""
    parts: JsonObject = {}
    stats: JsonObject = {}
    for key, value in items:
        word = _word(key)
        part = _PART_BY_WORD.get(word.lower())
        if part == "stats" and isinstance(value, Mapping):
            stats.update(value)
        elif part == "stats":
            stats.update(_pairs(value))
        elif part and part not in parts:
            parts[part] = value
        elif word.lower() not in _IGNORED and value not in ("", None):
            stats[word] = value
    return {**parts, "stats": stats} if stats else parts


def _word(key: str) -> str:
    return " ".join(key.replace("_", " ").split())


def _pairs(value: object) -> dict[str, str]:
    """Return the stats in one cell: `Attack 3; Armour 2`, or with a colon or an equals sign between name and value."""
    stats: dict[str, str] = {}
    for part in re.split(r"[;\n]", str(value)):
        key, mark, rest = re.match(r"\s*(.*?)\s*([:=]|$)\s*(.*?)\s*$", part).groups()  # type: ignore[union-attr]
        if not mark and " " in key:
            key, _, rest = key.rpartition(" ")
        if key:
            stats[key] = rest
    return stats


def _rows(text: str, name: str) -> Records:
    heads, rows = read_cells(text, name, LONGEST_ROWS)
    if not any(_PART_BY_WORD.get(head.lower().replace("_", " ")) == "title" for head in heads):
        columns = ", ".join(filter(None, heads))
        wanted = "a first row that names the columns, one of them title or name"
        raise InvalidInput(InputError(f"{name}: row 1", quote(columns) if columns else "nothing", wanted))
    doubles = find_doubles(heads, lambda head: _word(head).lower())
    if doubles:
        raise InvalidInput(*(InputError(f"{name}: row 1", double, wanted) for double, wanted in doubles))
    filled_rows = ((number, row) for number, row in enumerate(rows, 2) if any(cell.strip() for cell in row))
    return [_row(heads, row, f"{name}: row {number}") for number, row in filled_rows]


def _row(heads: list[str], row: list[str], place: str) -> tuple[str, JsonObject]:
    if len(row) > len(heads):
        wanted = f"at most {len(heads)}, one per column; put text with commas in quotes"
        raise InvalidInput(InputError(place, f"{len(row)} cells", wanted))
    record = _sort_card_parts(
        (head, cell.strip()) for head, cell in zip(heads, row, strict=False) if head and cell.strip()
    )
    title = record.get("title")
    return (f"{place} ({quote(title).strip(chr(39))})" if title else place), record
