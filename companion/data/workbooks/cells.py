"""The cells of one sheet while it is read, and what is made of them: rows, and what a reader should be told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.data.workbooks.xml_parts import EnoughRead

FAR = 1000
"""Empty rows after which what comes is no part of the table."""
MOST_STRAY = 200
"""Cells outside the table that are counted."""
Area = tuple[int, int, int, int]
"""Left, top, right and bottom of merged cells, counted from 1."""


@dataclass(frozen=True)
class Bounds:
    """How much of a sheet is read: filled rows, columns, characters."""

    rows: int
    columns: int
    characters: int


@dataclass
class SheetCells:
    """Cells of a sheet by row and column, counted from 1."""

    bounds: Bounds
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    stray: list[str] = field(default_factory=list)
    """Addresses of cells far outside the table, such as `XFD1048576`."""
    hidden_rows: set[int] = field(default_factory=set)
    merged: list[Area] = field(default_factory=list)
    characters: int = 0
    is_cut: bool = False
    """Whether the sheet has more than is read."""
    _last: int = 0

    def put(self, row: int, column: int, text: str) -> None:
        """Take a cell; EnoughRead once there is more than is read."""
        if not text.strip():
            return
        if column > self.bounds.columns or (self.rows and row > self._last + FAR):
            if len(self.stray) < MOST_STRAY:
                self.stray.append(address(row, column))
            return
        if row not in self.rows:
            if len(self.rows) >= self.bounds.rows:
                self.is_cut = True
                raise EnoughRead
            self.rows[row] = {}
            self._last = row
        self.rows[row][column] = text
        self.characters += len(text)
        if self.characters > self.bounds.characters:
            self.is_cut = True
            raise EnoughRead

    def fill_merged(self) -> None:
        """Give what stands in merged cells to each of their rows that has something else in it."""
        for left, top, right, bottom in self.merged:
            text = self.rows.get(top, {}).get(left, "")
            if not text or bottom <= top:
                continue
            for number in [number for number in self.rows if top < number <= bottom]:
                row = self.rows[number]
                if any(not left <= column <= right for column in row):
                    row.setdefault(left, text)

    def as_data(self) -> dict[str, Any]:
        """Return the rows as lists, with their numbers."""
        rows = [[number, _as_list(self.rows[number])] for number in sorted(self.rows)]
        hidden = sorted(number for number in self.hidden_rows if number in self.rows)
        return {"rows": rows, "stray": self.stray, "hidden_rows": hidden, "is_cut": self.is_cut}


def _as_list(cells: Mapping[int, str]) -> list[str]:
    return [cells.get(column, "") for column in range(1, max(cells) + 1)]


def address(row: int, column: int) -> str:
    """Return a cell's address as spreadsheets write it: `B7`."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"
