"""The weapon table of a profile card: a ruled row for each weapon, words below it, then traits and the unit's note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.base.compat import cached_property
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.sheets.blocks import (
    StatBlock,
    cells,
    marks,
    rapid_fire_range,
    ship_values,
    special_text,
    terms,
)
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns
from companion.printing.text.hyphens import loosen

Detail = Literal["all", "weapons", "numbers", "bare"]
DETAILS: tuple[Detail, ...] = ("all", "weapons", "numbers", "bare")
"""Texts below the rows, fullest first: of all weapons; of carried ones; marks alone; neither marks nor note."""
COLUMNS: tuple[tuple[str, float], ...] = (
    ("Range", 7.0),
    ("RF to", 6.2),
    ("Attacks", 8.8),
    ("Close", 10.0),
    ("PEN", 5.8),
    ("DMG", 6.6),
)
"""Each column's heading and its width in mm, after the weapon's name."""
HEADING, LEAST_ROW = 3.6, 2.6
"""Heights in mm: of the heading, and of the tightest row."""
LOOSE, SNUG = 0.6, 0.45
"""Height of a row in mm per point of its size: usual, and tighter so that fewer words are left out."""
SIZES = ((9.0, LOOSE), (8.5, LOOSE), (8.0, LOOSE), (7.5, LOOSE), (7.0, LOOSE), (7.0, SNUG), (6.5, LOOSE), (6.5, SNUG))
"""Sizes in points of the texts, each with its row height; the first that fits is taken."""
SMALLEST = 6.5
NUMBERS = 8.0
"""The largest size in points of the numbers, whose columns are narrow."""
INDENT = 1.2


@dataclass(frozen=True)
class _Row:
    """A row of the table: a weapon's name and cells and the words below them, or a text across the whole width."""

    name: str
    cells: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class CardTable:
    """A unit's weapons as a table `wide` mm wide; with a `room` in mm its rows are tightened to fit that height."""

    block: StatBlock
    wide: float
    detail: Detail
    room: float = 0
    size: float = SMALLEST
    row: float = LOOSE

    @cached_property
    def height(self) -> float:
        """The height in mm that the table needs."""
        return HEADING + sum(self._row_height(row) for row in self._rows)

    def draw(self, x: float, y: float) -> tuple[Box, ...]:
        """Return the table's boxes with its top left corner at (x, y)."""
        boxes: list[Box] = [Rect(x, y, self.wide, HEADING, fill="wash", stroke=None)]
        boxes += self._draw_cells(x, y, HEADING, "Weapons", [name for name, _ in COLUMNS], 7)
        tight = self._tightness()
        top = y + HEADING
        for row in self._rows:
            high = self._row_height(row) * (tight if row.cells else 1)
            boxes += self._draw_row(row, x, top, high)
            top += high
            boxes.append(Line(x, top, x + self.wide, top, width=0.1, ink="faint"))
        return tuple(boxes)

    def _tightness(self) -> float:
        """Return the factor, at most 1, by which the rows of weapons are tightened to fit the room."""
        if not self.room:
            return 1.0
        weapons = sum(self._row_height(row) for row in self._rows if row.cells)
        return min(1.0, (self.room - self.height + weapons) / weapons) if weapons else 1.0

    @cached_property
    def _rows(self) -> tuple[_Row, ...]:
        return tuple(self._table_rows())

    def _table_rows(self) -> Iterator[_Row]:
        block = self.block
        ship = [f"{label} {value}" for label, value, name in ship_values(block.profile) if not block.hides(name)]
        if ship:
            yield _Row(", ".join(ship))
        for weapon in block.weapons:
            yield self._weapon_row(weapon, "", self.detail in ("all", "weapons"))
        for weapon in block.others:
            yield self._weapon_row(weapon, terms(weapon), self.detail == "all")
        for trait in block.traits:
            yield _Row(f"{trait.name}: {trait.text}" if trait.text else trait.name)
        if block.count and block.note and self.detail != "bare":
            yield _Row(loosen(block.note))

    def _weapon_row(self, weapon: Weapon, offer: str, with_words: bool) -> _Row:
        """Return a weapon's row; `offer` are the terms of an offered weapon."""
        words = " · ".join(part for part in (offer, special_text(weapon) if with_words else marks(weapon)) if part)
        reach, *others = cells(self.block, weapon)[1:]
        return _Row(
            weapon.name,
            (reach, rapid_fire_range(weapon) if reach else "", *others),
            "" if self.detail == "bare" else words,
        )

    @property
    def _name_width(self) -> float:
        return self.wide - sum(wide for _, wide in COLUMNS)

    def _row_height(self, row: _Row) -> float:
        if not row.cells:
            return page_columns.height(row.name, self.wide, self.size, INLINE) + 0.5
        least = LEAST_ROW if self.room else self.size * self.row
        name = page_columns.height(row.name, self._name_width - 0.8, self._name_size, INLINE)
        return max(least, name) + self._words_height(row)

    @property
    def _name_size(self) -> float:
        """The size of names in points; a long name gets a second line rather than a smaller size."""
        return SMALLEST if self.room else max(SMALLEST, self.size - 0.5)

    def _words_height(self, row: _Row) -> float:
        return page_columns.height(row.words, self.wide - INDENT, self.size, INLINE) if row.words else 0.0

    def _draw_row(self, row: _Row, x: float, y: float, h: float) -> Iterator[Box]:
        if not row.cells:
            yield page_columns.text(x, y + 0.2, self.wide, h - 0.2, row.name, self.size, symbols=INLINE)
            return
        below = self._words_height(row)
        yield from self._draw_cells(x, y, h - below, row.name, row.cells, self.size)
        if below:
            yield page_columns.text(
                x + INDENT, y + h - below - 0.2, self.wide - INDENT, below, row.words, self.size, ink="soft"
            )

    def _draw_cells(self, x: float, y: float, h: float, name: str, values: Sequence[str], size: float) -> Iterator[Box]:
        yield Text(
            x, y, self._name_width - 0.6, h, name, size, 6.5, "semibold", across="middle", leading=1, what="weapon"
        )
        left = x + self._name_width
        for (_, wide), value in zip(COLUMNS, values, strict=True):
            if value.strip("-"):
                largest = min(size, NUMBERS)
                yield Text(
                    left, y, wide, h, value, largest, 6.5, "semibold", "centre", "middle", leading=1, what="cell"
                )
            left += wide
