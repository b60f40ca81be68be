"""How many pieces of one format a page holds: upright or across, hexes nested, half of it where the page folds."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.printing.faces.boxes import Format
from companion.printing.sheets.blocks import Axis, Foot, pitch
from companion.printing.sheets.guide_sizes import spare
from companion.printing.sheets.options import SheetOptions

_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Grid:
    """How many columns and rows of places a page has, and where its foot strip is; where it folds, those of one half.

    `lower` is how many places the odd columns of nested hexes have, None where places are in straight rows.
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
        """How many pieces a sheet holds."""
        if self.lower is None:
            return self.columns * self.rows
        return (self.columns + 1) // 2 * self.rows + self.columns // 2 * self.lower

    def size(self, form: Format, options: SheetOptions) -> tuple[float, float]:
        """Return how wide and high all places are together, without their bleed, in mm; of one half where it folds."""
        across, down = pitch(form, options.spacing, self.lower is not None)
        wide = (self.columns - 1) * across + form.w
        high = self.rows * down - options.spacing
        if self.lower and self.columns > 1:
            high = max(high, self.lower * down - options.spacing + down / 2)
        return wide, high


def variants(options: SheetOptions, beside: float = 0) -> Iterator[tuple[float, float, Foot, float, float]]:
    """Return each orientation of a page and its foot strip: width, height, foot, and the room for pieces.

    `beside` is the additional distance between pieces and edges.
    """
    paper = options.size
    for w, h in ((paper.w, paper.h), (paper.h, paper.w)):
        for across, down in ((x + beside, y + beside) for x, y in options.edges):
            yield w, h, "below", w - 2 * across, h - down - max(options.foot_keep, down)
            yield w, h, "beside", w - across - max(options.foot_keep, across), h - 2 * down


def grid(form: Format, options: SheetOptions, beside: float = 0, nested: bool = False) -> Grid:
    """Return the grid with the most pieces of a format: upright or across, ruler below or beside."""
    folds: tuple[Axis | None, ...] = ("upright", "level") if options.backs == "fold" else (None,)
    found = []
    for w, h, foot, wide, high in variants(options, beside):
        for fold in folds:
            room = _half(wide, options) if fold == "upright" else wide
            tall = _half(high, options) if fold == "level" else high
            columns, rows = side(room, form.w, options), side(tall, form.h, options)
            if not nested:
                found.append(Grid(w, h, columns, rows, foot, fold))
                continue
            across, down = pitch(form, options.spacing, nested)
            if columns:
                columns = 1 + int((room - 2 * options.bleed - form.w + _ROUNDING) // across)
            found.append(Grid(w, h, columns, rows, foot, fold, side(tall - down / 2, form.h, options)))
    return max(found, key=lambda g: g.count)


def _half(room: float, options: SheetOptions) -> float:
    """Return the room on one side of a fold, its bleed at both ends included."""
    return (room - options.fold_spacing) / 2 + options.bleed


def side(room: float, side: float, options: SheetOptions) -> int:
    """Return how many trims fit in a row, with bleed at both ends."""
    return max(0, int((room - 2 * options.bleed + options.spacing + _ROUNDING) // (side + options.spacing)))


def length(count: int, side: float, options: SheetOptions) -> float:
    """Return how long a row of trims is, without its bleed, in mm."""
    return count * (side + options.spacing) - options.spacing


def with_room_for_marks(form: Format, count: int, options: SheetOptions) -> Grid:
    """Return the grid with room for every cut mark where `count` pieces take no more paper in it, else the fullest.

    Hexes are nested only where that saves paper: straight rows are easier to cut.
    """
    full = grid(form, options)
    if form.shape == "hex":
        nested = grid(form, options, nested=True)
        return nested if full.count and ceil(count / nested.count) < ceil(count / full.count) else full
    clear = grid(form, options, spare(options))
    if clear.count and ceil(count / clear.count) <= ceil(count / full.count):
        return clear
    return full
