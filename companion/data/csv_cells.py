"""Cells of a CSV: the mark between them is found, and a row that cannot be read takes none of the others with it."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from companion.base.findings import InputError, InvalidInput
from companion.data.cells import unguard_formula
from companion.data.documents import LONGEST

MOST_COLUMNS = 400
"""The most columns of a table of cards: the widest shipped card fills 98."""
LONGEST_CELL = 131_072
"""The most characters of one cell."""
LONGEST_HEAD = 20_000
"""The characters of a CSV that are searched for the mark between its cells."""
MOST_FAULTS = 200
"""After so many rows that cannot be read the whole file is refused."""
DELIMITERS = ",;\t|"
_LOOKED_THROUGH = 30
"""Rows that must be alike for a mark to be the one between cells."""
_QUOTED = re.compile(r'(^|[,;\t|]) *"(?:[^"]++|"")*+"')
_SPACED = re.compile(r'[,;|\t] +"')
"""A space before a quotation mark, as in `Fox, "a, b"`: most who write so mean a quoted cell."""
_SEPARATOR = re.compile(r'"?sep=(.)"?[,;\t|]*\r?(?:\n|\r|$)', re.IGNORECASE)
"""The line that spreadsheets read the mark from, and show as no row."""

# One limit holds for the whole process, and what is longer breaks off a file: rows are measured here, one by one.
csv.field_size_limit(2**31 - 1)

_BROKEN_ROWS = {
    "unexpected end": ("a quotation mark that is never closed", "one at the cell's end, and two for each in its text"),
    "expected after": ("text right after a closing quotation mark", "two quotation marks for each in a cell's text"),
}
"""Messages of Python's CSV reader, each with the words for what was found and expected."""


@dataclass(frozen=True)
class CsvRows:
    """The rows of a CSV as it has them, each with its number, counted from 1; and an error for each unreadable row."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    faults: tuple[tuple[int, InputError], ...] = ()


def read_cells(text: str, name: str, longest: int = LONGEST) -> tuple[list[str], list[list[str]]]:
    """Return the names in the first row of a CSV, and the other rows; InvalidInput where they cannot be read.

    Empty columns and cells at the end are dropped; the mark that keeps spreadsheets from reading a formula is removed.
    """
    read = read_csv_rows(text, name, longest)
    if read.faults:
        raise InvalidInput(*(error for _, error in read.faults))
    heads, *rows = [row for _, row in read.rows] or [()]
    refuse_wide(max(map(len, (heads, *rows))), name)
    width = count_columns(heads, rows)
    return [head.strip() for head in heads[:width]], [trim_row(row, width) for row in rows]


def refuse_wide(count: int, name: str) -> None:
    """Raise InvalidInput for more columns than any table of cards has."""
    if count > MOST_COLUMNS:
        raise InvalidInput(InputError(name, f"{count:,} columns", f"at most {MOST_COLUMNS}"))


def count_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the number of columns without those at the end that have neither a name nor a filled cell."""
    filled = max((last_filled(row) for row in rows), default=0)
    named = last_filled(heads)
    return max(named, min(len(heads), filled))


def last_filled(row: Sequence[str]) -> int:
    """Return the number of cells up to the last filled one."""
    return next((number for number in range(len(row), 0, -1) if row[number - 1].strip()), 0)


def trim_row(row: Sequence[str], width: int) -> list[str]:
    """Return a row's cells as typed, without empty ones past `width`."""
    return [unguard_formula(cell) for cell in row[: max(min(len(row), width), last_filled(row))]]


def read_csv_rows(text: str, name: str, longest: int = LONGEST) -> CsvRows:
    """Return all rows of a CSV, empty ones too; InvalidInput where there are too many characters or unreadable rows."""
    if len(text) > longest:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {longest:,}"))
    text, delimiter = _split_separator(text)
    # Lines as Python's CSV reader takes them, so that it can begin again after one that it cannot read.
    lines = io.StringIO(text, newline="").readlines()
    rows: list[tuple[int, tuple[str, ...]]] = []
    faults: list[tuple[int, InputError]] = []
    begin = number = 0
    is_spaced = skips_spaces = _SPACED.search(text) is not None
    while begin < len(lines):
        reader = csv.reader(islice(lines, begin, None), strict=True, delimiter=delimiter, skipinitialspace=skips_spaces)
        end = begin
        try:
            for row in reader:
                number += 1
                end = begin + reader.line_num
                if any(len(cell) > LONGEST_CELL for cell in row):
                    wanted = f"at most {LONGEST_CELL:,} characters in each"
                    faults.append((number, InputError(f"{name}: row {number}", "a cell that is too long", wanted)))
                else:
                    rows.append((number, tuple(row)))
                if skips_spaces != is_spaced:
                    skips_spaces = is_spaced
                    break
            else:
                break
            begin = end
        except csv.Error as error:
            if skips_spaces:
                # Such a row may have a quotation mark in its text: `Fox, "Red" is his name`.
                begin, skips_spaces = end, False
                continue
            number += 1
            skips_spaces = is_spaced
            said_so = (words for part, words in _BROKEN_ROWS.items() if part in str(error))
            found, wanted = next(said_so, (str(error), "CSV"))
            faults.append((number, InputError(f"{name}: row {number}", found, wanted)))
            begin = end + 1
        if len(faults) > MOST_FAULTS:
            raise InvalidInput(*(fault for _, fault in faults))
    return CsvRows(tuple(rows), tuple(faults))


def read_heads(text: str) -> list[str]:
    """Return the cells of a text's first row, with the mark between them that `read_csv_rows` finds."""
    text, delimiter = _split_separator(text)
    sample = text.lstrip("\r\n")[:LONGEST_HEAD]
    return next(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter), [])


def _split_separator(text: str) -> tuple[str, str]:
    """Return a text without a line `sep=;` before it, and the mark between its cells: that one, or the one found."""
    text = text.lstrip("\ufeff")
    said = _SEPARATOR.match(text)
    if said:
        text = text[said.end() :]
    return text, said[1] if said and said[1] not in '"\r\n' else _find_delimiter(text)


def _find_delimiter(text: str) -> str:
    """Return the mark in the first row, outside quoted cells, by which most of the first rows have as many cells as it.

    Of several such marks the most frequent in the first row.
    """
    sample = text[:LONGEST_HEAD].lstrip("\r\n")
    first = re.split(r"[\r\n]", _QUOTED.sub(r"\1", sample), maxsplit=1)[0]
    marks = [mark for mark in DELIMITERS if mark in first]
    return max(marks, key=lambda mark: (_alike_rows(sample, mark), first.count(mark)), default=",")


def _alike_rows(sample: str, delimiter: str) -> int:
    try:
        rows = [
            *islice(
                csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter, skipinitialspace=True), _LOOKED_THROUGH
            )
        ]
    except csv.Error:
        return 0
    widths = [len(row) for row in rows if row]
    return widths.count(widths[0]) if widths else 0
