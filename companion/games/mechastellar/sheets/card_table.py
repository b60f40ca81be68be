"""The weapon table of a profile card: a ruled row for each weapon, words below it, then traits and the unit's note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.compat import cached_property
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.sheets.blocks import StatBlock, cells, marks, ship, special, terms
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns
from companion.printing.text.hyphens import loosened

Detail = Literal["all", "weapons", "numbers", "bare"]
DETAILS: tuple[Detail, ...] = ("all", "weapons", "numbers", "bare")
"""What stands below the rows, fullest first: words of all weapons; of the unit's own; none; and no marks nor note."""
COLUMNS: tuple[tuple[str, float], ...] = (("Range", 7.5), ("Attacks", 9.5), ("Close", 9.5), ("PEN", 6.5), ("DMG", 7.0))
"""Each column's heading and its width in mm, after the weapon's name."""
HEADING, ROW, SNUG_ROW, LEAST_ROW = 3.4, 4.3, 3.9, 2.6
"""Heights in mm: of the heading and of a weapon's row; of one that saves its words, and of the tightest."""
NAME, WORDS, TRAITS = 7.0, 6.2, 6.8
"""Sizes in points: of names and numbers, of what stands below them, of traits."""
INDENT = 1.2


@dataclass(frozen=True)
class _Row:
    """A row of the table: a weapon's name and cells and the words below them, or a text across the whole width."""

    name: str
    cells: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class CardTable:
    """A unit's weapons as a table in a width; with a `room` in mm its rows are as tight as that asks."""

    block: StatBlock
    wide: float
    detail: Detail
    room: float = 0
    row: float = ROW

    @cached_property
    def height(self) -> float:
        """The height in mm that the table needs."""
        return HEADING + sum(self._tall(row) for row in self._rows)

    def draw(self, x: float, y: float) -> tuple[Box, ...]:
        """Return the table's boxes with its top left corner at (x, y)."""
        made: list[Box] = [Rect(x, y, self.wide, HEADING, fill="wash", stroke=None)]
        made += self._line(x, y, HEADING, "Weapons", [name for name, _ in COLUMNS], 6.2)
        tight = min(1.0, (self.room - HEADING) / (self.height - HEADING)) if self.room else 1.0
        top = y + HEADING
        for row in self._rows:
            high = self._tall(row) * tight
            made += self._row(row, x, top, high)
            top += high
            made.append(Line(x, top, x + self.wide, top, width=0.1, ink="faint"))
        return tuple(made)

    @cached_property
    def _rows(self) -> tuple[_Row, ...]:
        return tuple(self._table_rows())

    def _table_rows(self) -> Iterator[_Row]:
        block = self.block
        hold = [f"{label} {value}" for label, value, name in ship(block.profile) if not block.hides(name)]
        if hold:
            yield _Row(", ".join(hold))
        for weapon in block.weapons:
            yield self._weapon(weapon, "", self.detail in ("all", "weapons"))
        for weapon in block.others:
            yield self._weapon(weapon, terms(weapon), self.detail == "all")
        for trait in block.traits:
            yield _Row(f"{trait.name}: {trait.text}" if trait.text else trait.name)
        if block.count and block.note and self.detail != "bare":
            yield _Row(loosened(block.note))

    def _weapon(self, weapon: Weapon, asked: str, worded: bool) -> _Row:
        """Return a weapon's row; `asked` is what an option replaces, costs and requires."""
        words = " · ".join(part for part in (asked, special(weapon) if worded else marks(weapon)) if part)
        return _Row(weapon.name, cells(self.block, weapon)[1:], "" if self.detail == "bare" else words)

    @property
    def _name_wide(self) -> float:
        return self.wide - sum(wide for _, wide in COLUMNS)

    def _tall(self, row: _Row) -> float:
        if not row.cells:
            return page_columns.height(row.name, self.wide, TRAITS, INLINE) + 0.5
        least = LEAST_ROW if self.room else self.row
        return max(least, page_columns.height(row.name, self._name_wide - 0.8, 6.2, INLINE)) + self._words_tall(row)

    def _words_tall(self, row: _Row) -> float:
        return page_columns.height(row.words, self.wide - INDENT, WORDS, INLINE) if row.words else 0.0

    def _row(self, row: _Row, x: float, y: float, h: float) -> Iterator[Box]:
        if not row.cells:
            yield page_columns.text(x, y + 0.2, self.wide, h - 0.2, row.name, TRAITS, symbols=INLINE)
            return
        below = self._words_tall(row)
        yield from self._line(x, y, h - below, row.name, row.cells, NAME)
        if below:
            words = Text(x + INDENT, y + h - below - 0.3, self.wide - INDENT, below, row.words, WORDS, 6, ink="soft")
            yield words

    def _line(self, x: float, y: float, h: float, name: str, values: Sequence[str], size: float) -> Iterator[Box]:
        yield Text(x, y, self._name_wide - 0.6, h, name, size, 6, "semibold", across="middle", leading=1, what="weapon")
        left = x + self._name_wide
        for (_, wide), value in zip(COLUMNS, values, strict=True):
            if value.strip("-"):
                yield Text(left, y, wide, h, value, size, 6, "semibold", "centre", "middle", leading=1, what="cell")
            left += wide
