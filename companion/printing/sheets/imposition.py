"""Plans sheets before anything is drawn: where each piece goes, so that the least paper is used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from companion.printing.faces.boxes import Deck, Format
from companion.printing.faces.lazy_pieces import Many, copies
from companion.printing.sheets import bleeding, marks
from companion.printing.sheets.options import Backs, SheetOptions
from companion.printing.text.fitting import DoesNotFit

Foot = Literal["below", "beside"]
Axis = Literal["upright", "level"]
Cell = tuple[int, int]
"""A piece to print: its deck's number and its own number in that deck."""
Left = tuple[Format, list[Cell]]
"""Pieces left over from a deck's full sheets."""
Way = tuple[Backs, float]
"""The options in which a deck's sheets may differ from the job: how backs are printed, and the bleed."""

BETWEEN = 5.2
"""The distance between blocks of different formats on one sheet: room for the marks of both."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How many columns and rows of places a page has, and where its foot strip is; half are backs where it folds."""

    w: float
    h: float
    columns: int
    rows: int
    foot: Foot
    fold: Axis | None = None

    @property
    def count(self) -> int:
        """How many pieces a sheet holds."""
        return self.columns * self.rows // (2 if self.fold else 1)


@dataclass(frozen=True, slots=True)
class PieceBlock:
    """Pieces of one format in rows on a sheet; the first place is at (left, top)."""

    format: Format
    cells: tuple[Cell, ...]
    left: float
    top: float
    columns: int

    def places(self, spacing: float) -> Iterator[tuple[Cell, float, float]]:
        """Return each piece with the top left corner of its trim."""
        for i, cell in enumerate(self.cells):
            column, row = i % self.columns, i // self.columns
            yield cell, self.left + column * (self.format.w + spacing), self.top + row * (self.format.h + spacing)

    def cut_count(self, spacing: float) -> int:
        """Return how many straight cuts it takes; each hex takes six."""
        if self.format.shape == "hex":
            return 6 * len(self.cells)
        places = list(self.places(spacing))
        xs = {round(x + d, 4) for _, x, _ in places for d in (0, self.format.w)}
        ys = {round(y + d, 4) for _, _, y in places for d in (0, self.format.h)}
        return len(xs) + len(ys)


@dataclass(frozen=True, slots=True)
class Planned:
    """A sheet of paper: its size, its blocks, its foot strip, where it folds, and the bleed of its pieces."""

    w: float
    h: float
    foot: Foot
    blocks: tuple[PieceBlock, ...]
    fold: Axis | None = None
    fold_at: float = 0
    bleed: float = 0


def variants(options: SheetOptions, spare: float = 0) -> Iterator[tuple[float, float, Foot, float, float]]:
    """Return each orientation of a page and its foot strip: width, height, foot, and the room for pieces.

    `spare` is the additional distance between pieces and edges.
    """
    paper = options.size
    for w, h in ((paper.w, paper.h), (paper.h, paper.w)):
        for across, down in ((x + spare, y + spare) for x, y in options.edges):
            yield w, h, "below", w - 2 * across, h - down - max(options.foot_keep, down)
            yield w, h, "beside", w - across - max(options.foot_keep, across), h - 2 * down


def grid(form: Format, options: SheetOptions, spare: float = 0) -> Grid:
    """Return the grid with the most pieces of a format: upright or across, ruler below or beside."""
    folds: tuple[Axis | None, ...] = ("upright", "level") if options.backs == "fold" else (None,)
    found = []
    for w, h, foot, wide, high in variants(options, spare):
        columns, rows = _side(wide, form.w, options), _side(high, form.h, options)
        for fold in folds:
            even = (columns - columns % 2 * (fold == "upright"), rows - rows % 2 * (fold == "level"))
            found.append(Grid(w, h, *even, foot, fold))
    return max(found, key=lambda g: g.count)


def marked(form: Format, count: int, options: SheetOptions) -> Grid:
    """Return the grid with room for every cut mark where `count` pieces take no more paper in it, else the fullest."""
    full, clear = grid(form, options), grid(form, options, marks.spare(options))
    if clear.count and ceil(count / clear.count) <= ceil(count / full.count):
        return clear
    return full


def _side(room: float, side: float, options: SheetOptions) -> int:
    """Return how many trims fit in a row, with bleed at both ends."""
    return max(0, int((room - 2 * options.bleed + options.spacing + 1e-6) // (side + options.spacing)))


def plan(decks: Sequence[Deck], options: SheetOptions) -> Iterator[Planned]:
    """Return the sheets for decks; DoesNotFit where a piece is larger than the paper.

    Pieces left over from full sheets share sheets with other decks where the options allow it and it saves paper.
    A deck without backs uses whole sheets even where others fold; one whose ink stays inside the trim has no bleed.
    """
    # With room for its cut marks, a small deck may take no more paper by itself, but more together with others.
    ways = (
        [options, options.model_copy(update={"lines": "none"})] if options.share and marks.spare(options) else [options]
    )
    yield from min((list(_planned(decks, way)) for way in ways), key=len)


def _planned(decks: Sequence[Deck], options: SheetOptions) -> Iterator[Planned]:
    left: dict[Way, list[Left]] = {}
    for number, deck in enumerate(decks):
        own = _own(deck, options)
        _fitting(deck, own)
        cells = _cells(number, deck)
        placed = marked(deck.format, len(cells), own)
        full = len(cells) // placed.count * placed.count
        if not options.share:
            full = len(cells)
        yield from filled(deck.format, cells[:full], placed, own)
        if cells[full:]:
            left.setdefault((own.backs, own.bleed), []).append((deck.format, cells[full:]))
    yield from _rests(left, options)


def _own(deck: Deck, options: SheetOptions) -> SheetOptions:
    """Return the options for a deck's sheets: not folded where it has no backs, without bleed where it shows none."""
    backs = "no" if options.backs == "fold" and not _backed(deck) else options.backs
    bleed = options.bleed if options.bleed and bleeding.bleeds(deck, options.backs != "no") else 0
    return options.model_copy(update={"backs": backs, "bleed": bleed})


def _rests(left: dict[Way, list[Left]], options: SheetOptions) -> list[Planned]:
    """Return the sheets for left-over pieces: each deck with its own bleed, or all with one where that saves paper."""
    merged: dict[Way, list[Left]] = {}
    for (backs, _), rest in left.items():
        merged.setdefault((backs, options.bleed), []).extend(rest)
    ways = (left, merged) if len(merged) < len(left) else (left,)
    made = [
        [
            sheet
            for (backs, bleed), rest in way.items()
            for sheet in _shared(rest, options.model_copy(update={"backs": backs, "bleed": bleed}))
        ]
        for way in ways
    ]
    return min(made, key=len)


def _backed(deck: Deck) -> bool:
    """Return whether a piece has a back; pieces made on demand share theirs, so only the first is checked."""
    pieces = deck.pieces[:1] if isinstance(deck.pieces, Many) else deck.pieces
    return any(piece.back for piece in pieces)


def _fitting(deck: Deck, options: SheetOptions) -> None:
    """Raise DoesNotFit where a deck's pieces are larger than the paper, or than the room left on it."""
    if grid(deck.format, options).count:
        return
    name, paper = deck.pieces[0].name if deck.pieces else deck.title, options.size
    twice = " beside its back" if options.backs == "fold" else ""
    over = _over(deck.format, options, [(paper.w, paper.h), (paper.h, paper.w)])
    if over > 0:
        why, fix = f"is larger{twice} than {paper.title}", "Choose a larger paper or smaller pieces."
        raise DoesNotFit(name, deck.format.name, over, why, fix)
    rooms = [(wide - 2 * options.bleed, high - 2 * options.bleed) for _, _, _, wide, high in variants(options)]
    takers = {
        f"margins of {options.margin:g} mm": "a narrower margin",
        "registration marks": "no registration marks",
        "the bleed": "less bleed",
    }
    there = (options.margin > 0, options.register_marks, options.bleed > 0)
    taken = {taker: less for (taker, less), is_there in zip(takers.items(), there, strict=True) if is_there}
    what = f"{', '.join(taken)} and the ruler leave" if taken else "the ruler leaves"
    why = f"is larger{twice} than what {what} of {paper.title}"
    fix = f"Choose {', '.join([*taken.values(), 'a larger paper'])} or smaller pieces."
    raise DoesNotFit(name, deck.format.name, max(_over(deck.format, options, rooms), 0.1), why, fix)


def _over(form: Format, options: SheetOptions, rooms: Sequence[tuple[float, float]]) -> float:
    """Return by how many mm a piece (with its back beside it where sheets fold) is larger than the largest room."""
    w, h, between = form.w, form.h, options.spacing
    sizes = [(2 * w + between, h), (w, 2 * h + between)] if options.backs == "fold" else [(w, h)]
    return min(max(w - wide, h - high) for w, h in sizes for wide, high in rooms)


def _cells(number: int, deck: Deck) -> list[Cell]:
    return [(number, index) for index, count in enumerate(copies(deck.pieces)) for _ in range(count)]


def filled(form: Format, cells: Sequence[Cell], placed: Grid, options: SheetOptions) -> Iterator[Planned]:
    """Return sheets of one format in its grid."""
    w, h = _size(placed.columns, form.w, options), _size(placed.rows, form.h, options)
    left, top = _middle(placed.w, placed.h, placed.foot, w, h, options)
    columns = placed.columns // 2 if placed.fold == "upright" else placed.columns
    at = {"upright": left + w / 2, "level": top + h / 2}.get(placed.fold or "", 0.0)
    for start in range(0, len(cells), placed.count):
        block = PieceBlock(form, tuple(cells[start : start + placed.count]), left, top, columns)
        yield Planned(
            placed.w, placed.h, placed.foot, (_at_fold(block, placed, options),), placed.fold, at, options.bleed
        )


def _at_fold(block: PieceBlock, placed: Grid, options: SheetOptions) -> PieceBlock:
    """Move a block that does not fill its half of a sheet up to the fold, where the halves meet most precisely."""
    if placed.fold == "upright" and len(block.cells) < block.columns:
        missing = block.columns - len(block.cells)
        return replace(block, left=block.left + missing * (block.format.w + options.spacing))
    if placed.fold == "level":
        missing = placed.rows // 2 - ceil(len(block.cells) / block.columns)
        return replace(block, top=block.top + missing * (block.format.h + options.spacing))
    return block


def _size(count: int, side: float, options: SheetOptions) -> float:
    return count * (side + options.spacing) - options.spacing


def _middle(w: float, h: float, foot: Foot, wide: float, high: float, options: SheetOptions) -> tuple[float, float]:
    """Return a block's place: in the middle if the foot strip leaves room, so that backs match fronts."""
    right, bottom = (options.foot_keep, options.keep) if foot == "beside" else (options.keep, options.foot_keep)
    bled = options.bleed
    return min((w - wide) / 2, w - right - wide - bled), min((h - high) / 2, h - bottom - high - bled)


def _shared(left: list[Left], options: SheetOptions) -> list[Planned]:
    """Return the sheets for left-over pieces: separate, by format, or all together, whichever takes the least paper."""
    merged: dict[Format, list[Cell]] = {}
    for form, cells in left:
        merged.setdefault(form, []).extend(cells)
    ways = [_apart(left, options), _apart(list(merged.items()), options)]
    if options.backs != "fold":
        ways.append(_stacked(list(merged.items()), options))
    return min(ways, key=len)


def _apart(left: list[Left], options: SheetOptions) -> list[Planned]:
    return [sheet for form, cells in left for sheet in filled(form, cells, marked(form, len(cells), options), options)]


def _stacked(left: list[Left], options: SheetOptions) -> list[Planned]:
    """Return sheets with rows of several formats, one format below another, so that every cut is still straight."""
    full: list[Planned] = []
    rest: list[Left] = []
    for form, cells in left:
        placed = marked(form, len(cells), options)
        count = len(cells) // placed.count * placed.count
        full += filled(form, cells[:count], placed, options)
        if cells[count:]:
            rest.append((form, cells[count:]))
    # The first of the shortest is used: it has room for cut marks where that costs no paper.
    rooms = [*variants(options, marks.spare(options)), *variants(options)]
    ways = [way for room in rooms if (way := _rows(rest, room, options)) is not None]
    return full + min(ways, key=len, default=[])


def _rows(
    left: list[Left], variant: tuple[float, float, Foot, float, float], options: SheetOptions
) -> list[Planned] | None:
    """Return rows placed on pages of one orientation, tallest first, each on the first page with room, or None."""
    w, h, foot, wide, high = variant
    pages: list[dict[Format, list[list[Cell]]]] = []
    for form, cells in sorted(left, key=lambda pair: -pair[0].h):
        columns = _side(wide, form.w, options)
        if not columns or not _side(high, form.h, options):
            return None
        for start in range(0, len(cells), columns):
            row = cells[start : start + columns]
            page = next((p for p in pages if _high(p, form, options) <= high + 1e-6), None)
            if page is None:
                page = {}
                pages.append(page)
            page.setdefault(form, []).append(row)
    return [_stack(page, w, h, foot, wide, options) for page in pages]


def _high(page: dict[Format, list[list[Cell]]], more: Format, options: SheetOptions) -> float:
    """Return the height of a page's rows with one more row."""
    rows = {form: len(found) for form, found in page.items()}
    rows[more] = rows.get(more, 0) + 1
    blocks = sum(_size(count, form.h, options) for form, count in rows.items())
    return blocks + (len(rows) - 1) * between(options) + 2 * options.bleed


def between(options: SheetOptions) -> float:
    """Return the distance between blocks of different formats."""
    return max(BETWEEN + 2 * options.bleed, options.spacing)


def _stack(
    page: dict[Format, list[list[Cell]]], w: float, h: float, foot: Foot, wide: float, options: SheetOptions
) -> Planned:
    high = sum(_size(len(rows), form.h, options) for form, rows in page.items()) + (len(page) - 1) * between(options)
    _, top = _middle(w, h, foot, 0, high, options)
    blocks = []
    for form, rows in page.items():
        left, _ = _middle(w, h, foot, _size(len(rows[0]), form.w, options), 0, options)
        cells = tuple(cell for row in rows for cell in row)
        blocks.append(PieceBlock(form, cells, left, top, _side(wide, form.w, options)))
        top += _size(len(rows), form.h, options) + between(options)
    return Planned(w, h, foot, tuple(blocks), bleed=options.bleed)
