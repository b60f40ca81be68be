"""Rows pasted from a spreadsheet into a table of cards: under names of columns in any order, or from one column on.

Text from a spreadsheet has tabs between cells, and quotes around a cell with line breaks. A row of names is recognised
by the names themselves; a card file with names in its first row, which must be there, is read in `data.card_files`.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_first, join_words, plural
from companion.data.card_files import KIND
from companion.data.cells import unguard_formula
from companion.data.columns import Column
from companion.data.documents import LONGEST
from companion.data.packs import MOST_CARDS
from companion.web.packs.card_form import is_long

PASTED = "The pasted text"
MOST_NAMED = 10
"""Columns or rows that a sentence lists, at most."""


@dataclass(frozen=True)
class PastedRows:
    """Cells by column, an empty text for each that is pasted empty; and a sentence for all that was left out."""

    rows: tuple[dict[str, str], ...]
    notes: tuple[str, ...] = ()


def read_pasted(
    text: str, columns: Sequence[Column], kind: str = "", at: str = "", room: int = MOST_CARDS
) -> PastedRows:
    """Return the rows of a pasted text; without a row of names they begin in the column `at`, or the first.

    InvalidInput where there are more than `room` rows, or cells to the right of the last column. Empty rows are left
    out. `kind` is the table's: in a column `card` rows of other kinds are left out, and a note says so.
    """
    if len(text) > LONGEST:
        wanted = f"at most {LONGEST:,}: paste fewer rows at a time"
        raise InvalidInput(InputError(PASTED, f"{len(text):,} characters", wanted))
    filled = [row for row in _cells(text) if any(cell.strip() for cell in row)]
    names = _find_names(filled[0], columns) if len(filled) > 1 else None
    rows = filled[1:] if names else filled
    if len(rows) > room:
        wanted = f"at most {room:,} here: paste fewer at a time, or import them as a file"
        raise InvalidInput(InputError(PASTED, plural(len(rows), "row"), wanted))
    if names:
        return _read_named(filled[0], names, rows, columns, kind)
    return PastedRows(_read_placed(rows, columns, at))


def _cells(text: str) -> list[list[str]]:
    """Return the cells; where a quotation mark is never closed, it is a letter like any other."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    except csv.Error:
        rows = [line.split("\t") for line in text.split("\n")]
    return [[unguard_formula(cell.strip()) for cell in row] for row in rows]


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[\w+]+", name.casefold().replace("_", " ")))


def _known_names(columns: Sequence[Column]) -> dict[str, str]:
    """Return what a column may be called: its name in files, its label, `WE` and `Weight` of `WE, Weight`."""
    called = [(name, c.path) for c in columns for name in {*map(_plain, (c.label, *c.label.split(", ")))}]
    count = Counter(name for name, _ in called)
    return {name: path for name, path in called if count[name] == 1} | {_plain(c.path): c.path for c in columns}


def _find_names(row: list[str], columns: Sequence[Column]) -> list[str] | None:
    """Return the column that each cell of a row names, empty where it names none; None where it is a row of cells.

    It is a row of names where all of them are known, or two and at least half of them.
    """
    columns_by_name = _known_names(columns) | {KIND: KIND}
    names = [columns_by_name.get(_plain(cell), "") for cell in row]
    named, filled = sum(map(bool, names)), sum(map(bool, row))
    return names if named == filled or (named >= 2 and named * 2 >= filled) else None


def _read_named(
    heads: list[str], names: list[str], rows: list[list[str]], columns: Sequence[Column], kind: str
) -> PastedRows:
    twice = [head for head, name in zip(heads, names, strict=True) if name and names.count(name) > 1]
    if twice:
        raise InvalidInput(InputError(PASTED, f"the columns {join_words(map(quote, twice))}", "each column once"))
    width = len(heads)
    wide = [number for number, row in enumerate(rows, 2) if any(row[width:])]
    if wide:
        where = f"row {wide[0]} of the pasted text"
        raise InvalidInput(InputError(where, f"{len(rows[wide[0] - 2])} cells", f"at most {width}, one for each name"))
    by_path = {column.path: column for column in columns}
    read, others = [], Counter[str]()
    for row in rows:
        cells = dict(zip(names, row, strict=False))
        of = cells.get(KIND, "")
        if of and kind and of != kind:
            others[of] += 1
        else:
            read.append({path: _fit(cells.get(path, ""), by_path[path]) for path in names if path in by_path})
    return PastedRows(tuple(read), tuple(_notes(heads, names, rows, others)))


def _notes(heads: list[str], names: list[str], rows: list[list[str]], others: Counter[str]) -> Iterator[str]:
    """Yield a sentence for the columns, and one for the rows, that were left out."""
    unknown = [
        quote(head) if head else f"column {number + 1}, which has no name"
        for number, (head, name) in enumerate(zip(heads, names, strict=True))
        if not name and any(any(row[number : number + 1]) for row in rows)
    ]
    if unknown:
        listed = join_first(unknown, MOST_NAMED)
        yield f"Left out: {listed}. The table has no such column: rename it as one here, and paste again."
    if others:
        counted = (
            plural(count, f"row of the kind {kind}", f"rows of the kind {kind}") for kind, count in others.items()
        )
        yield f"Left out: {join_words(counted)}. Paste them into the table of their kind."


def _read_placed(rows: list[list[str]], columns: Sequence[Column], at: str) -> tuple[dict[str, str], ...]:
    """Return rows without names, their first cell in the column `at`."""
    first = next((number for number, column in enumerate(columns) if column.path == at), 0)
    places = columns[first:]
    for number, row in enumerate(rows, 1):
        if any(row[len(places) :]):
            wanted = f"at most {len(places)} from the column {places[0].label} on: paste further left, or with names"
            raise InvalidInput(InputError(f"row {number} of the pasted text", f"{len(row)} cells", wanted))
    return tuple({c.path: _fit(cell, c) for c, cell in zip(places, row, strict=False)} for row in rows)


def _fit(cell: str, column: Column) -> str:
    """Return a cell without the line breaks that its field has no room for."""
    if is_long(column):
        return cell
    return re.sub(r"\s*\n\s*", "; " if column.shape in ("list", "choices", "pairs") else " ", cell)
