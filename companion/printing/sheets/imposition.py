"""Plans sheets before anything is drawn: where each piece goes, so that the least paper is used."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.printing.faces.boxes import Deck, Format
from companion.printing.faces.lazy_pieces import Many, copies
from companion.printing.sheets import bleeding
from companion.printing.sheets.blocks import Cell, Foot, PieceBlock, PlannedSheet
from companion.printing.sheets.grids import Grid, grid, length, side, variants, with_room_for_marks
from companion.printing.sheets.guide_sizes import spare
from companion.printing.sheets.options import Backs, SheetOptions
from companion.printing.text.fitting import DoesNotFit

__all__ = ["Cell", "Foot", "Grid", "PieceBlock", "PlannedSheet", "block_distance", "fill_sheets", "grid", "plan"]

Left = tuple[Format, list[Cell]]
"""Pieces left over from a deck's full sheets."""
Way = tuple[Backs, float]
"""The options in which a deck's sheets may differ from the job: how backs are printed, and the bleed."""

BETWEEN = 5.2
"""The distance between blocks of different formats on one sheet: room for the marks of both."""


class LargerThanPaper(DoesNotFit):
    """A piece larger than the paper; its whole deck is, so leaving out single pieces does not help."""

    hint = ""


def plan(
    decks: Sequence[Deck], options: SheetOptions, lined: bleeding.PastInLine | None = None
) -> Iterator[PlannedSheet]:
    """Return the sheets for decks; DoesNotFit where a piece is larger than the paper.

    Pieces left over from full sheets share sheets with other decks where the options allow it and it saves paper.
    A deck without backs uses whole sheets even where others fold; one whose ink stays inside the trim has no bleed.
    `lined` is for a job that saves ink: its line art may stay inside the trim where full colour does not.
    """
    bleeds = [bool(options.bleed) and bleeding.bleeds(deck, options.backs != "no", lined) for deck in decks]
    # With room for its cut marks, a small deck may take no more paper by itself, but more together with others.
    ways = [options, options.model_copy(update={"lines": "none"})] if options.share and spare(options) else [options]
    yield from min((list(_plan_sheets(decks, bleeds, way)) for way in ways), key=len)


def _plan_sheets(decks: Sequence[Deck], bleeds: Sequence[bool], options: SheetOptions) -> Iterator[PlannedSheet]:
    left: dict[Way, list[Left]] = {}
    for number, (deck, bleed) in enumerate(zip(decks, bleeds, strict=True)):
        own = _deck_options(deck, bleed, options)
        _refuse_too_large(deck, own)
        cells = [(number, index) for index, count in enumerate(copies(deck.pieces)) for _ in range(count)]
        placed = with_room_for_marks(deck.format, len(cells), own)
        full = len(cells) // placed.count * placed.count
        if not options.share:
            full = len(cells)
        yield from fill_sheets(deck.format, cells[:full], placed, own)
        if cells[full:]:
            left.setdefault((own.backs, own.bleed), []).append((deck.format, cells[full:]))
    yield from _rests(left, options)


def _deck_options(deck: Deck, bleeds: bool, options: SheetOptions) -> SheetOptions:
    """Return the options for a deck's sheets: not folded where it has no backs, without bleed where it shows none."""
    backs = "no" if options.backs == "fold" and not _has_back(deck) else options.backs
    return options.model_copy(update={"backs": backs, "bleed": options.bleed if bleeds else 0})


def _rests(left: dict[Way, list[Left]], options: SheetOptions) -> list[PlannedSheet]:
    """Return the sheets for left-over pieces: each deck with its own bleed, or all with one where that saves paper."""
    merged: dict[Way, list[Left]] = {}
    for (backs, _), rest in left.items():
        merged.setdefault((backs, options.bleed), []).extend(rest)
    ways = (left, merged) if len(merged) < len(left) else (left,)
    made = [
        [
            sheet
            for (backs, bleed), rest in way.items()
            for sheet in _plan_left_over(rest, options.model_copy(update={"backs": backs, "bleed": bleed}))
        ]
        for way in ways
    ]
    return min(made, key=len)


def _has_back(deck: Deck) -> bool:
    """Return whether a piece has a back; pieces made on demand share theirs, so only the first is checked."""
    pieces = deck.pieces[:1] if isinstance(deck.pieces, Many) else deck.pieces
    return any(piece.back for piece in pieces)


def _refuse_too_large(deck: Deck, options: SheetOptions) -> None:
    """Raise DoesNotFit where a deck's pieces are larger than the paper, or than the room left on it."""
    if grid(deck.format, options).count:
        return
    name, paper = deck.pieces[0].name if deck.pieces else deck.title, options.size
    twice = " beside its back" if options.backs == "fold" else ""
    bare = options.model_copy(update={"fold_gap": 0})
    over = _excess_size(deck.format, bare, [(paper.w, paper.h), (paper.h, paper.w)])
    if over > 0:
        why, fix = f"is larger{twice} than {paper.title}", "Choose a larger paper or smaller pieces."
        raise LargerThanPaper(name, deck.format.name, over, why, fix)
    rooms = [(wide - 2 * options.bleed, high - 2 * options.bleed) for _, _, _, wide, high in variants(options)]
    folds = options.backs == "fold" and options.fold_gap > 0
    takers = {
        f"margins of {options.margin:g} mm": "a narrower margin",
        "registration marks": "no registration marks",
        "the bleed": "less bleed",
        "the distance from the fold": "a smaller distance from the fold",
    }
    there = (options.margin > 0, options.register_marks, options.bleed > 0, folds)
    taken = {taker: less for (taker, less), is_there in zip(takers.items(), there, strict=True) if is_there}
    what = f"{', '.join(taken)} and the ruler leave" if taken else "the ruler leaves"
    why = f"is larger{twice} than what {what} of {paper.title}"
    fix = f"Choose {', '.join([*taken.values(), 'a larger paper'])} or smaller pieces."
    raise LargerThanPaper(name, deck.format.name, max(_excess_size(deck.format, options, rooms), 0.1), why, fix)


def _excess_size(form: Format, options: SheetOptions, rooms: Sequence[tuple[float, float]]) -> float:
    """Return by how many mm a piece (with its back beside it where sheets fold) is larger than the largest room."""
    w, h, between = form.w, form.h, options.fold_spacing
    sizes = [(2 * w + between, h), (w, 2 * h + between)] if options.backs == "fold" else [(w, h)]
    return min(max(w - wide, h - high) for w, h in sizes for wide, high in rooms)


def fill_sheets(form: Format, cells: Sequence[Cell], placed: Grid, options: SheetOptions) -> Iterator[PlannedSheet]:
    """Return sheets of one format in its grid."""
    w, h = wide, high = placed.size(form, options)
    if placed.fold == "upright":
        w = 2 * wide + options.fold_spacing
    elif placed.fold == "level":
        h = 2 * high + options.fold_spacing
    left, top = _middle(placed.w, placed.h, placed.foot, w, h, options)
    at = {"upright": left + w / 2, "level": top + h / 2}.get(placed.fold or "", 0.0)
    for start in range(0, len(cells), placed.count):
        block = PieceBlock(form, tuple(cells[start : start + placed.count]), left, top, placed.columns, placed.lower)
        if placed.fold:
            block = _at_fold(block, placed, wide, high, options)
        yield PlannedSheet(placed.w, placed.h, placed.foot, (block,), placed.fold, at, options.bleed)


def _at_fold(block: PieceBlock, placed: Grid, wide: float, high: float, options: SheetOptions) -> PieceBlock:
    """Move a block that does not fill its half of a sheet up to the fold, where the halves meet most precisely."""
    w, h = block.size(options.spacing)
    if placed.fold == "upright":
        return replace(block, left=block.left + wide - w)
    return replace(block, top=block.top + high - h)


def _middle(w: float, h: float, foot: Foot, wide: float, high: float, options: SheetOptions) -> tuple[float, float]:
    """Return a block's place: in the middle if the foot strip leaves room, so that backs match fronts."""
    right, bottom = (options.foot_keep, options.keep) if foot == "beside" else (options.keep, options.foot_keep)
    bled = options.bleed
    return min((w - wide) / 2, w - right - wide - bled), min((h - high) / 2, h - bottom - high - bled)


def _plan_left_over(left: list[Left], options: SheetOptions) -> list[PlannedSheet]:
    """Return the sheets for left-over pieces: separate, by format, or all together, whichever takes the least paper."""
    merged: dict[Format, list[Cell]] = {}
    for form, cells in left:
        merged.setdefault(form, []).extend(cells)
    ways = [_separate_sheets(left, options), _separate_sheets(list(merged.items()), options)]
    if options.backs != "fold":
        ways.append(_stack_rows(list(merged.items()), options))
    return min(ways, key=len)


def _separate_sheets(left: list[Left], options: SheetOptions) -> list[PlannedSheet]:
    return [
        sheet
        for form, cells in left
        for sheet in fill_sheets(form, cells, with_room_for_marks(form, len(cells), options), options)
    ]


def _stack_rows(left: list[Left], options: SheetOptions) -> list[PlannedSheet]:
    """Return sheets with rows of several formats, one format below another, so that every cut is still straight."""
    full: list[PlannedSheet] = []
    rest: list[Left] = []
    for form, cells in left:
        placed = with_room_for_marks(form, len(cells), options)
        count = len(cells) // placed.count * placed.count
        full += fill_sheets(form, cells[:count], placed, options)
        if cells[count:]:
            rest.append((form, cells[count:]))
    # The first of the shortest is used: it has room for cut marks where that costs no paper.
    rooms = [*variants(options, spare(options)), *variants(options)]
    ways = [way for room in rooms if (way := _rows(rest, room, options)) is not None]
    return full + min(ways, key=len, default=[])


def _rows(
    left: list[Left], variant: tuple[float, float, Foot, float, float], options: SheetOptions
) -> list[PlannedSheet] | None:
    """Return rows placed on pages of one orientation, tallest first, each on the first page with room, or None."""
    w, h, foot, wide, high = variant
    pages: list[dict[Format, list[list[Cell]]]] = []
    for form, cells in sorted(left, key=lambda pair: -pair[0].h):
        columns = side(wide, form.w, options)
        if not columns or not side(high, form.h, options):
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
    blocks = sum(length(count, form.h, options) for form, count in rows.items())
    return blocks + (len(rows) - 1) * block_distance(options) + 2 * options.bleed


def block_distance(options: SheetOptions) -> float:
    """Return the distance between blocks of different formats."""
    return max(BETWEEN + 2 * options.bleed, options.spacing)


def _stack(
    page: dict[Format, list[list[Cell]]], w: float, h: float, foot: Foot, wide: float, options: SheetOptions
) -> PlannedSheet:
    high = sum(length(len(rows), form.h, options) for form, rows in page.items()) + (len(page) - 1) * block_distance(
        options
    )
    _, top = _middle(w, h, foot, 0, high, options)
    blocks = []
    for form, rows in page.items():
        left, _ = _middle(w, h, foot, length(len(rows[0]), form.w, options), 0, options)
        cells = tuple(cell for row in rows for cell in row)
        blocks.append(PieceBlock(form, cells, left, top, side(wide, form.w, options)))
        top += length(len(rows), form.h, options) + block_distance(options)
    return PlannedSheet(w, h, foot, tuple(blocks), bleed=options.bleed)
