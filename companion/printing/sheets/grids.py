"""Grids: how many pieces of one format a page holds; upright or across, hexes nested, half the page where it folds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil, hypot

from companion.printing.faces.boxes import Format, Point
from companion.printing.sheets import registration, selection
from companion.printing.sheets.blocks import Axis, Foot, pitch, slots
from companion.printing.sheets.guide_sizes import room_for_marks
from companion.printing.sheets.options import SheetOptions

_ROUNDING = 1e-6
BESIDE_MARK = 5.0
"""The white that a cutter needs around a registration mark, in mm."""


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
    skipped: frozenset[int] = frozenset()
    """The places that are left empty, from 0, row by row."""

    @property
    def places(self) -> int:
        """The number of places on a sheet, the empty ones included."""
        if self.lower is None:
            return self.columns * self.rows
        return (self.columns + 1) // 2 * self.rows + self.columns // 2 * self.lower

    @property
    def count(self) -> int:
        """The number of pieces on a sheet."""
        return self.places - sum(number < self.places for number in self.skipped)

    def size(self, form: Format, options: SheetOptions) -> tuple[float, float]:
        """Return the width and the height of all places without bleed, in mm; of one half where the page folds."""
        across, down = pitch(form, options.spacing, self.lower is not None)
        between = down - form.h
        wide = (self.columns - 1) * across + form.w
        high = self.rows * down - between
        if self.lower and self.columns > 1:
            high = max(high, self.lower * down - between + down / 2)
        return wide, high

    def corner(self, form: Format, options: SheetOptions) -> tuple[float, float]:
        """Return the left and top of its places; with a fold, of both halves together."""
        wide, high = self.size(form, options)
        wide = 2 * wide + options.fold_spacing if self.fold == "upright" else wide
        high = 2 * high + options.fold_spacing if self.fold == "level" else high
        return place_block(self.w, self.h, self.foot, wide, high, options)


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
            columns, rows = count_across(room, form, options), count_down(tall, form, options)
            if not nested:
                grids.append(_with_empty_places(Grid(w, h, columns, rows, foot, fold), form, options))
                continue
            across, down = pitch(form, options.spacing, nested)
            if columns:
                columns = 1 + int((room - 2 * options.bleed - form.w + _ROUNDING) // across)
            lower = count_down(tall - down / 2, form, options)
            grids.append(_with_empty_places(Grid(w, h, columns, rows, foot, fold, lower), form, options))
    return max(grids, key=lambda g: g.count)


def place_block(w: float, h: float, foot: Foot, wide: float, high: float, options: SheetOptions) -> Point:
    """Return the left and top of a block: centred if the foot strip leaves room, so that backs match fronts."""
    right, bottom = (options.foot_keep, options.keep) if foot == "beside" else (options.keep, options.foot_keep)
    bled = options.bleed
    return min((w - wide) / 2, w - right - wide - bled), min((h - high) / 2, h - bottom - high - bled)


def _with_empty_places(grid: Grid, form: Format, options: SheetOptions) -> Grid:
    """Return a grid without the places that the options leave empty."""
    if not options.skip or not grid.places:
        return grid
    skipped, _ = selection.read_places(options.skip)
    if options.skips_marks:
        skipped |= set(_beside_marks(grid, form, options))
    return replace(grid, skipped=frozenset(number for number in skipped if number < grid.places))


def _beside_marks(grid: Grid, form: Format, options: SheetOptions) -> Iterator[int]:
    """Yield the places nearer than `BESIDE_MARK` to a registration mark."""
    left, top = grid.corner(form, options)
    beside, below = pitch(form, options.spacing, grid.lower is not None)
    marks = registration.draw_registration_marks(grid.w, grid.h, options.register_at)
    places = islice(slots(grid.columns, grid.lower), grid.places)
    for number, (column, row) in enumerate(places):
        x = left + column * beside
        y = top + row * below + (column % 2 * below / 2 if grid.lower is not None else 0)
        for mark in marks:
            across = max(x - mark.x - mark.w, mark.x - x - form.w) - options.bleed
            down = max(y - mark.y - mark.h, mark.y - y - form.h) - options.bleed
            if hypot(max(across, 0), max(down, 0)) < BESIDE_MARK - _ROUNDING:
                yield number
                break


def count_across(room: float, form: Format, options: SheetOptions) -> int:
    """Return how many pieces of a format fit beside each other in so many mm, their bleed and spacing included."""
    return count_in_row(room, form.w, options.spacing[0], options.bleed)


def count_down(room: float, form: Format, options: SheetOptions) -> int:
    """Return how many fit below each other."""
    return count_in_row(room, form.h, options.spacing[1], options.bleed)


def _half(room: float, options: SheetOptions) -> float:
    """Return the room on one side of a fold, with its bleed at both ends."""
    return (room - options.fold_spacing) / 2 + options.bleed


def count_in_row(room: float, side: float, spacing: float, bleed: float) -> int:
    """Return how many sides of so many mm fit in a row, with their bleed at both ends."""
    return max(0, int((room - 2 * bleed + spacing + _ROUNDING) // (side + spacing)))


def row_length(count: int, side: float, spacing: float) -> float:
    """Return the length of a row of trims without its bleed, in mm."""
    return count * (side + spacing) - spacing


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
