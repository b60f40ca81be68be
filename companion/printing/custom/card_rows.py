"""Cards in the rows of a CSV: where the columns are named, what is in each row, and what is wrong with it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import number_ranges
from companion.data.card_files import find_doubles
from companion.data.column_names import NO_VALUE, ROWS_WITH_HEADS, plain_name
from companion.data.csv_cells import count_columns, read_csv_rows, refuse_wide, trim_row
from companion.printing.custom.card_columns import (
    LEFT_OUT,
    PART_BY_WORD,
    STAT,
    TITLES,
    CardColumn,
    NoTitleColumn,
    find_columns,
)
from companion.printing.custom.card_parts import sort_card_parts

MOST_CARDS = 10_000
LONGEST_ROWS = 5_000_000
"""The most characters of a file of rows: enough for the most cards, with their rules."""
_ERROR = re.compile(
    r"#(?:REF|VALUE|DIV/0|NULL|NUM|SPILL|CALC|ERROR|BLOCKED|CONNECT|FIELD|PYTHON|BEZUG|WERT|ZAHL|ÜBERLAUF|VALEUR|NOMBRE|VALOR|"
    r"¡VALOR|RIF|VALORE|ССЫЛКА|ЗНАЧ|ДЕЛ/0)!|#N/A|#NV|#N/D|#Н/Д|#GETTING_DATA|#¡(?:REF|VALOR|DIV/0|NUM)!|"
    r"#(?:NAME|NOM|¿NOMBRE|NOME|ИМЯ)\?|Err:\d{3}"
)
"""What spreadsheets in several languages write into a cell whose formula fails."""
Record = tuple[str, JsonObject]


@dataclass(frozen=True)
class CardRows:
    """The cards of a table with their places, its columns, what is wrong with single rows, and notes."""

    records: tuple[Record, ...]
    columns: tuple[CardColumn, ...]
    faults: tuple[tuple[str, InputError], ...] = ()
    notes: tuple[str, ...] = ()


def read_rows(text: str, name: str, choices: Mapping[str, str]) -> CardRows:
    """Return the cards in rows; `choices` say what columns are, by `card_columns.read_choices`.

    InvalidInput where the table as a whole cannot be read; NoTitleColumn, a kind of it, where no column has titles.
    """
    read = read_csv_rows(text, name, LONGEST_ROWS)
    filled = [(number, row) for number, row in read.rows if any(cell.strip() for cell in row)]
    if not filled and read.faults:
        raise InvalidInput(*(error for _, error in read.faults))
    at = _find_heads(filled, choices)
    head_number, head_row = filled[at] if filled else (1, ())
    body = filled[at + 1 :]
    refuse_many(len(body), name)
    width = count_columns(head_row, [row for _, row in body])
    refuse_wide(len(head_row), name)
    heads = [head.strip() for head in head_row[:width]]
    columns = find_columns(heads, [row for _, row in body], choices)
    _refuse_columns(columns, f"{name}: row {head_number}")
    faults = [(f"{name}: row {number}", InputError("", error.found, error.expected)) for number, error in read.faults]
    records: list[Record] = []
    for number, row in body:
        place = f"{name}: row {number}"
        cells = trim_row(row, len(heads))
        record = _record(columns, cells)
        title = " ".join(str(record.get("title", "")).split())
        place = f"{place} ({quote(title).strip(chr(39))})" if title else place
        errors = [*_row_errors(columns, cells)]
        if errors:
            faults += ((place, error) for error in errors)
        else:
            records.append((place, record))
    notes = [*_head_notes(name, [number for number, _ in filled[:at]], head_number), *_unused_notes(columns, choices)]
    return CardRows(tuple(records), columns, tuple(faults), tuple(notes))


def refuse_many(count: int, name: str) -> None:
    """Raise InvalidInput for more different cards than are printed at a time."""
    if count > MOST_CARDS:
        raise InvalidInput(InputError(name, f"{count:,} cards", f"at most {MOST_CARDS:,}"))


def _find_heads(rows: Sequence[tuple[int, Sequence[str]]], choices: Mapping[str, str]) -> int:
    """Return which row names the columns: the first, unless one of the next is more like it."""
    titles = TITLES | {head for head, part in choices.items() if part == "title"}
    for number, (_, row) in enumerate(rows[:ROWS_WITH_HEADS]):
        names = [plain_name(cell) for cell in row if cell.strip()]
        known = sum(name in PART_BY_WORD or name in choices for name in names)
        if titles.intersection(names) and (not number or known >= 2):
            return number
    return 0


def _refuse_columns(columns: Sequence[CardColumn], place: str) -> None:
    if not any(column.part == "title" for column in columns):
        names = ", ".join(column.head for column in columns if column.head)
        wanted = "a first row that names the columns, one of them title or name"
        raise NoTitleColumn(InputError(place, quote(names) if names else "nothing", wanted), columns)
    used = [column.head if column.part != LEFT_OUT else "" for column in columns]
    if doubles := find_doubles(used, lambda head: " ".join(head.replace("_", " ").split()).lower()):
        raise InvalidInput(*(InputError(place, double, wanted) for double, wanted in doubles))


def _record(columns: Sequence[CardColumn], cells: Sequence[str]) -> JsonObject:
    filled = ((column, cell.strip()) for column, cell in zip(columns, cells, strict=False) if cell.strip())
    return sort_card_parts(
        (column.key, cell, column.part if column.part != STAT else "")
        for column, cell in filled
        if column.part != LEFT_OUT
    )


def _row_errors(columns: Sequence[CardColumn], cells: Sequence[str]) -> list[InputError]:
    if len(cells) > len(columns):
        wanted = f"at most {len(columns)}, one per column; put text with commas in quotes"
        return [InputError("", f"{len(cells)} cells", wanted)]
    errors = []
    for column, cell in zip(columns, cells, strict=False):
        # Few cells begin like an error, and there are many cells.
        if cell[:1] not in "#E" or column.part == LEFT_OUT:
            continue
        if cell.startswith(NO_VALUE):
            formula = cell.removeprefix(NO_VALUE).strip()
            wanted = "its value: open the file in a spreadsheet program and save it again"
            errors.append(InputError(column.key, f"a formula without its value ({quote(formula)})", wanted))
        elif _ERROR.fullmatch(cell.strip()):
            found = f"{cell.strip()}, an error of the spreadsheet"
            errors.append(InputError(column.key, found, "a value: correct the formula"))
    return errors


def _head_notes(name: str, above: Sequence[int], head_number: int) -> list[str]:
    if not above:
        return []
    rows = f"row{'s' if len(above) > 1 else ''} {number_ranges(above)}"
    return [f"{name}: row {head_number} names the columns; what stands above it, in {rows}, is left out."]


def _unused_notes(columns: Sequence[CardColumn], choices: Mapping[str, str]) -> list[str]:
    keys = {plain_name(column.key) or column.key for column in columns} | {column.key for column in columns}
    return [f"No column is called {quote(head)}: what it is to be is not used." for head in choices if head not in keys]
