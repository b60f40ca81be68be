"""Blocks of pieces of one format, and the planned sheet that holds them; hexes may be nested like a honeycomb."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import hypot, inf
from typing import Literal

from companion.printing.faces.boxes import Format

Foot = Literal["below", "beside"]
Axis = Literal["upright", "level"]
Sides = tuple[float, float, float, float]
"""A length on the left, top, right and bottom."""
Cell = tuple[int, int]
"""A piece to print: its deck's number and its own number in that deck."""


Spacing = tuple[float, float]
"""The distances between two trims in mm: beside each other, and below each other."""


def pitch(form: Format, spacings: Spacing, nested: bool = False) -> tuple[float, float]:
    """Return the distance from one column to the next and from one row to the next, in mm.

    Nested columns reach into each other: every other one is half a row lower, and the larger of the spacings is the
    distance between slanted sides, as it is between flat ones.
    """
    w, h = form.w, form.h
    if not nested:
        return w + spacings[0], h + spacings[1]
    spacing = max(spacings)
    slant = hypot(w / 4, h / 2)
    return 0.75 * w + spacing * (2 * slant / h - w / (4 * h)), h + spacing


def slots(columns: int, lower: int | None) -> Iterator[tuple[int, int]]:
    """Yield the columns and rows of places, row by row without an end; odd columns have only `lower` rows if given."""
    for row in count():
        for column in range(columns):
            if lower is None or not column % 2 or row < lower:
                yield column, row


@dataclass(frozen=True, slots=True)
class PieceBlock:
    """Pieces of one format in rows on a sheet; the first place is at (left, top).

    For nested hexes `lower` is the number of places in each odd column, which is half a row lower; None otherwise.
    """

    format: Format
    cells: tuple[Cell, ...]
    left: float
    top: float
    columns: int
    lower: int | None = None
    skipped: frozenset[int] = frozenset()
    """The places that are left empty, from 0, row by row."""

    def places(self, spacing: Spacing) -> Iterator[tuple[Cell, float, float]]:
        """Yield each piece with the top left corner of its trim."""
        across, down = pitch(self.format, spacing, self.lower is not None)
        half = down / 2 if self.lower is not None else 0.0
        for cell, (column, row) in self._filled():
            yield cell, self.left + column * across, self.top + row * down + column % 2 * half

    def _filled(self) -> Iterator[tuple[Cell, tuple[int, int]]]:
        """Yield each piece with the column and the row of its place."""
        every = enumerate(slots(self.columns, self.lower))
        return zip(self.cells, (slot for number, slot in every if number not in self.skipped), strict=False)

    def bleed_limits(self, spacing: Spacing) -> Iterator[Sides]:
        """Yield for each piece the most bleed on each side: half of the gap to a neighbour, elsewhere any bleed.

        For pieces in straight rows.
        """
        taken = [slot for _, slot in self._filled()]
        beside, below = spacing[0] / 2, spacing[1] / 2
        occupied = frozenset(taken)
        for x, y in taken:
            yield (
                beside if (x - 1, y) in occupied else inf,
                below if (x, y - 1) in occupied else inf,
                beside if (x + 1, y) in occupied else inf,
                below if (x, y + 1) in occupied else inf,
            )

    def size(self, spacing: Spacing) -> tuple[float, float]:
        """Return the width and the height of the block, in mm."""
        places = list(self.places(spacing))
        right, bottom = max(x for _, x, _ in places), max(y for _, _, y in places)
        return right + self.format.w - self.left, bottom + self.format.h - self.top

    def cut_count(self, spacing: Spacing) -> int:
        """Return the number of straight cuts; each hex takes six, a traced piece none."""
        if self.format.traced:
            return 0
        if self.format.shape == "hex":
            return 6 * len(self.cells)
        places = list(self.places(spacing))
        xs = {round(x + d, 4) for _, x, _ in places for d in (0, self.format.w)}
        ys = {round(y + d, 4) for _, _, y in places for d in (0, self.format.h)}
        return len(xs) + len(ys)


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """A sheet of paper in mm: its blocks, the place of its foot strip, its fold, and the bleed of its pieces."""

    w: float
    h: float
    foot: Foot
    blocks: tuple[PieceBlock, ...]
    fold: Axis | None = None
    fold_at: float = 0
    bleed: float = 0
