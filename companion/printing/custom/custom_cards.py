"""Custom cards for any game, read from TOML, JSON or CSV: their contents, not their look."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field, field_validator

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.column_names import has_rows
from companion.data.documents import Record, Title, on_one_line, parse, read_as
from companion.printing.custom import card_rows, causes
from companion.printing.custom.card_columns import CardColumn, read_choices, read_copies
from companion.printing.custom.card_parts import part_of, sort_card_parts
from companion.printing.custom.card_rows import CardRows
from companion.printing.text import hyphens

MOST_COPIES = 1000
MOST_STATS = 12
"""The most stats of a plain card."""
MOST_COLUMNS = 60
"""The most stats of a card with a layout."""
SKIP_HINT = "`--skip-bad` leaves them out."
Pictures = Callable[[str], bytes]
"""Returns a picture's bytes by its name on a card; FileNotFoundError for an unknown name."""


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
    copies: int = Field(default=1, ge=0, le=MOST_COPIES)
    """How many are printed; with 0 the card is left out."""
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

    @field_validator("copies", mode="before")
    @classmethod
    def _as_count(cls, value: object) -> object:
        """Read `x2`, `2 ×` and `2.0` as 2; `1.000` and `1,000` may be one or a thousand."""
        count = read_copies(value) if isinstance(value, str) else None
        if count is None and isinstance(value, str) and any(mark in value for mark in ".,_"):
            raise ValueError("a whole number")
        return value if count is None else str(count)

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
    columns: tuple[CardColumn, ...] = ()
    """Of a file of rows, what each column is."""
    left_out: tuple[InputError, ...] = ()
    """What is wrong with cards that are not among these."""
    notes: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """The number of cards, with copies."""
        return sum(card.copies for _, card in self.cards)

    def deck_of(self, card: GenericCard) -> str:
        """Return the title of a card's deck."""
        return card.deck or self.title


def read_stack(
    text: str,
    name: str,
    language: str = "",
    title: str = "",
    columns: tuple[str, ...] = (),
    skip_bad: bool = False,
) -> Stack:
    """Return the cards of a file; the ending of its name decides the format. InvalidInput with every input error.

    `columns` are words as `Anzahl=copies`. With `skip_bad`, cards that cannot be read are left out, unless none can.
    """
    by_rows = has_rows(name) or not has_tables(text)
    if by_rows:
        rows = card_rows.read_rows(text, name, read_choices(columns))
        head: JsonMapping = {}
    else:
        records, head = _entries(parse(text, name), name)
        rows = CardRows(tuple(records), ())
    if not rows.records and not rows.faults:
        raise InvalidInput(InputError(name, "no card", "at least one row, or one table [[card]]"))
    card_rows.refuse_many(len(rows.records), name)
    cards: list[tuple[str, GenericCard]] = []
    faults = [*rows.faults]
    for place, record in rows.records:
        try:
            cards.append((place, read_as(GenericCard, record)))
        except InvalidInput as error:
            faults += ((place, fault) for fault in error.input_errors)
    errors = causes.input_errors(sorted(faults, key=lambda fault: _row_number(fault[0])))
    language_used = language or str(head.get("language", "en"))
    is_language = hyphens.known(language_used)
    if not is_language:
        place = "language" if language else f"{name}: language"
        errors.append(InputError(place, quote(language_used), "a language such as en, de, fr, el or ru"))
    wanted_cards = [(place, card) for place, card in cards if card.copies]
    if errors and not (skip_bad and is_language and wanted_cards):
        refusal = InvalidInput(*errors)
        refusal.hint = SKIP_HINT if is_language and wanted_cards else ""
        raise refusal
    none = [place for place, card in cards if not card.copies]
    if not wanted_cards:
        raise InvalidInput(InputError(name, "no card: of each there are 0 copies", "at least one copy of a card"))
    notes = (*rows.notes, *((f"Left out, with 0 copies: {causes.places_in_words(none)}.",) if none else ()))
    layout = head.get("layout")
    stack_title = (title or str(head.get("title", "")) or _stem(name))[:120]
    return Stack(
        stack_title,
        tuple(wanted_cards),
        language_used,
        layout if isinstance(layout, Mapping) else None,
        rows.columns,
        tuple(errors),
        notes,
    )


def _row_number(place: str) -> int:
    """Return the row in a place; 0 of a card in a table."""
    row = re.search(r": row (\d+)", place)
    return int(row[1]) if row else 0


def _stem(name: str) -> str:
    stem = re.sub(r"\.[A-Za-z0-9]+$", "", re.split(r"[/\\]", name)[-1])
    return re.sub(r"[-_]+", " ", stem).strip().capitalize() or "Cards"


def has_tables(text: str) -> bool:
    """Return whether a text without a file name looks like TOML or JSON, not like rows."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")), "")
    if re.match(r"sep=.$|\[[^\]]*\]\s*[,;|\t]", first, re.IGNORECASE):
        return False  # Spreadsheets begin so, and tables whose columns are named as [title].
    return first.startswith(("[", "{")) or re.match(r"[\w\"' -]+=", first) is not None


Records = list[tuple[str, JsonObject]]


def _entries(data: JsonMapping, name: str) -> tuple[Records, JsonMapping]:
    """Return the records of every list of tables, and the fields before them; a table's name is a card's type."""
    entries: Records = []
    for kind, records in data.items():
        if isinstance(records, list) and records and all(isinstance(r, Mapping) for r in records):
            for number, record in enumerate(records, 1):
                card = sort_card_parts((key, value, part_of(key)) for key, value in record.items())
                if not part_of(kind) and "type" not in card:
                    card["type"] = kind.replace("_", " ").capitalize()
                title = quote(card.get("title", number)).strip("'\"")
                entries.append((f"{name}: {kind} {title}", card))
    return entries, {k: v for k, v in data.items() if isinstance(v, str) or k == "layout"}
