"""Grids: how many pieces of one format a page holds; upright or across, hexes nested, half the page where it folds."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.printing.faces.boxes import Format
from companion.printing.sheets.blocks import Axis, Foot, pitch
from companion.printing.sheets.guide_sizes import room_for_marks
from companion.printing.sheets.options import SheetOptions

_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns and rows of places on a page, of one half where it folds, and the place of its foot strip.

    `lower` is the number of places in the odd columns of nested hexes; None where places are in straight rows.
    """

    w: float
    h: float
    columns: int
    rows: int
    foot: Foot
    fold: Axis | None = None
    lower: int | None = None

    @property
    def count(self) -> int:
        """The number of pieces on a sheet."""
        if self.lower is None:
            return self.columns * self.rows
        return (self.columns + 1) // 2 * self.rows + self.columns // 2 * self.lower

    def size(self, form: Format, options: SheetOptions) -> tuple[float, float]:
        """Return the width and the height of all places without bleed, in mm; of one half where the page folds."""
        across, down = pitch(form, options.spacing, self.lower is not None)
        wide = (self.columns - 1) * across + form.w
        high = self.rows * down - options.spacing
        if self.lower and self.columns > 1:
            high = max(high, self.lower * down - options.spacing + down / 2)
        return wide, high


def variants(options: SheetOptions, beside: float = 0) -> Iterator[tuple[float, float, Foot, float, float]]:
    """Yield each orientation of a page and its foot strip: width, height, foot, and the room for pieces.

    `beside` is an additional distance of the pieces from the edges.
    """
    paper = options.size
    for w, h in ((paper.w, paper.h), (paper.h, paper.w)):
        for across, down in ((x + beside, y + beside) for x, y in options.edges):
            yield w, h, "below", w - 2 * across, h - down - max(options.foot_keep, down)
            yield w, h, "beside", w - across - max(options.foot_keep, across), h - 2 * down


def best_grid(form: Format, options: SheetOptions, beside: float = 0, nested: bool = False) -> Grid:
    """Return the grid with the most pieces of a format: upright or across, ruler below or beside."""
    folds: tuple[Axis | None, ...] = ("upright", "level") if options.backs == "fold" else (None,)
    grids = []
    for w, h, foot, wide, high in variants(options, beside):
        for fold in folds:
            room = _half(wide, options) if fold == "upright" else wide
            tall = _half(high, options) if fold == "level" else high
            columns, rows = count_in_row(room, form.w, options), count_in_row(tall, form.h, options)
            if not nested:
                grids.append(Grid(w, h, columns, rows, foot, fold))
                continue
            across, down = pitch(form, options.spacing, nested)
            if columns:
                columns = 1 + int((room - 2 * options.bleed - form.w + _ROUNDING) // across)
            grids.append(Grid(w, h, columns, rows, foot, fold, count_in_row(tall - down / 2, form.h, options)))
    return max(grids, key=lambda g: g.count)


def _half(room: float, options: SheetOptions) -> float:
    """Return the room on one side of a fold, with its bleed at both ends."""
    return (room - options.fold_spacing) / 2 + options.bleed


def count_in_row(room: float, side: float, options: SheetOptions) -> int:
    """Return how many trims with sides of `side` mm fit in a row, with bleed at both ends."""
    return max(0, int((room - 2 * options.bleed + options.spacing + _ROUNDING) // (side + options.spacing)))


def row_length(count: int, side: float, options: SheetOptions) -> float:
    """Return the length of a row of trims without its bleed, in mm."""
    return count * (side + options.spacing) - options.spacing


def grid_for_count(form: Format, count: int, options: SheetOptions) -> Grid:
    """Return the grid for `count` pieces: with room for every cut mark if that takes no more paper, else the fullest.

    Hexes are nested only if that saves paper: straight rows are easier to cut.
    """
    full = best_grid(form, options)
    if form.shape == "hex":
        nested = best_grid(form, options, nested=True)
        return nested if full.count and ceil(count / nested.count) < ceil(count / full.count) else full
    clear = best_grid(form, options, room_for_marks(options))
    if clear.count and ceil(count / clear.count) <= ceil(count / full.count):
        return clear
    return full
