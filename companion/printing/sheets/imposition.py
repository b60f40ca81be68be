"""Plans sheets before anything is drawn: the place of each piece, on the least paper."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import plural
from companion.printing.faces.boxes import Deck, Format
from companion.printing.faces.lazy_pieces import LazyPieces, copies
from companion.printing.sheets import bleeding
from companion.printing.sheets.blocks import Cell, Foot, PieceBlock, PlannedSheet
from companion.printing.sheets.grids import (
    Grid,
    best_grid,
    count_across,
    count_down,
    grid_for_count,
    place_block,
    row_length,
    variants,
)
from companion.printing.sheets.guide_sizes import room_for_marks
from companion.printing.sheets.options import Backs, SheetOptions
from companion.printing.text.fitting import DoesNotFit

__all__ = ["Cell", "Foot", "Grid", "PieceBlock", "PlannedSheet", "block_distance", "fill_sheets", "best_grid", "plan"]

LeftOver = tuple[Format, list[Cell]]
"""Pieces left over from a deck's full sheets."""
BacksAndBleed = tuple[Backs, float]
"""The options in which a deck's sheets may differ from the job."""

BETWEEN = 5.2
"""The distance between blocks of different formats on one sheet: room for the marks of both."""


class LargerThanPaper(DoesNotFit):
    """A piece is larger than the paper; so is its whole deck, and leaving out single pieces does not help."""

    hint = ""


def plan(
    decks: Sequence[Deck], options: SheetOptions, saver_test: bleeding.InkTest | None = None
) -> Iterator[PlannedSheet]:
    """Yield the sheets for decks; LargerThanPaper if a piece does not fit on the paper.

    Pieces left over from full sheets share sheets with other decks if the options allow it and it saves paper. A deck
    without backs uses whole sheets even if others fold; one whose ink stays inside the trim has no bleed. `saver_test`
    is for a job in ink saver: its line art may stay inside the trim where full colour does not.
    """
    options = options_for_plan(decks, options)
    bleeds = [bool(options.bleed) and bleeding.has_bleed(deck, options.backs != "no", saver_test) for deck in decks]
    # Room for cut marks may cost a small deck no paper by itself, but some together with other decks.
    ways = (
        [options, options.model_copy(update={"lines": "none"})]
        if options.share and room_for_marks(options)
        else [options]
    )
    yield from min((list(_plan_sheets(decks, bleeds, way)) for way in ways), key=len)


def options_for_plan(decks: Sequence[Deck], options: SheetOptions) -> SheetOptions:
    """Return the options by which sheets are planned: with one bleed for both sides, on every edge of hexes."""
    changes: dict[str, object] = {"bleed": options.most_bleed, "back_bleed": None}
    if any(deck.format.shape == "hex" for deck in decks):
        changes["bleed_on"] = "all"
    return options.model_copy(update=changes)


def _plan_sheets(decks: Sequence[Deck], bleeds: Sequence[bool], options: SheetOptions) -> Iterator[PlannedSheet]:
    left_over: dict[BacksAndBleed, list[LeftOver]] = {}
    for number, (deck, bleed) in enumerate(zip(decks, bleeds, strict=True)):
        own = _deck_options(deck, bleed, options)
        _refuse_too_large(deck, own)
        cells = [(number, index) for index, count in enumerate(copies(deck.pieces)) for _ in range(count)]
        chosen_grid = grid_for_count(deck.format, len(cells), own)
        full = len(cells) // chosen_grid.count * chosen_grid.count
        if not options.share:
            full = len(cells)
        yield from fill_sheets(deck.format, cells[:full], chosen_grid, own)
        if cells[full:]:
            left_over.setdefault((own.backs, own.bleed), []).append((deck.format, cells[full:]))
    yield from _plan_all_left_over(left_over, options)


def _deck_options(deck: Deck, bleeds: bool, options: SheetOptions) -> SheetOptions:
    """Return the options for a deck's sheets: not folded if it has no backs, without bleed if it shows none."""
    # Pieces made on demand share their back, so only the first is checked.
    pieces = deck.pieces[:1] if isinstance(deck.pieces, LazyPieces) else deck.pieces
    backs = "no" if options.backs == "fold" and not any(piece.back for piece in pieces) else options.backs
    return options.model_copy(update={"backs": backs, "bleed": options.bleed if bleeds else 0})


def _plan_all_left_over(left_over: dict[BacksAndBleed, list[LeftOver]], options: SheetOptions) -> list[PlannedSheet]:
    """Return the sheets for all left-over pieces: with each deck's own bleed, or one bleed if that saves paper."""
    merged: dict[BacksAndBleed, list[LeftOver]] = {}
    for (backs, _), rest in left_over.items():
        merged.setdefault((backs, options.bleed), []).extend(rest)
    ways = (left_over, merged) if len(merged) < len(left_over) else (left_over,)
    plans = [
        [
            sheet
            for (backs, bleed), rest in way.items()
            for sheet in _plan_left_over(rest, options.model_copy(update={"backs": backs, "bleed": bleed}))
        ]
        for way in ways
    ]
    return min(plans, key=len)


def _refuse_too_large(deck: Deck, options: SheetOptions) -> None:
    """Raise LargerThanPaper if a deck's pieces are larger than the paper, or than the room on it."""
    grid = best_grid(deck.format, options)
    if grid.count:
        return
    if grid.places:
        found, wanted = options.skip, f"fewer: a sheet has {plural(grid.places, 'place')} for {deck.title}"
        raise InvalidInput(InputError("skip", quote(found), wanted))
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
    in_use = (options.margin > 0, options.register_marks, options.bleed > 0, folds)
    remedies = {taker: remedy for (taker, remedy), is_used in zip(takers.items(), in_use, strict=True) if is_used}
    what = f"{', '.join(remedies)} and the ruler leave" if remedies else "the ruler leaves"
    why = f"is larger{twice} than what {what} of {paper.title}"
    fix = f"Choose {', '.join([*remedies.values(), 'a larger paper'])} or smaller pieces."
    raise LargerThanPaper(name, deck.format.name, max(_excess_size(deck.format, options, rooms), 0.1), why, fix)


def _excess_size(form: Format, options: SheetOptions, rooms: Sequence[tuple[float, float]]) -> float:
    """Return by how many mm a piece (with its back beside it if sheets fold) is larger than the largest room."""
    w, h, between = form.w, form.h, options.fold_spacing
    sizes = [(2 * w + between, h), (w, 2 * h + between)] if options.backs == "fold" else [(w, h)]
    return min(max(w - wide, h - high) for w, h in sizes for wide, high in rooms)


def fill_sheets(
    form: Format, cells: Sequence[Cell], chosen_grid: Grid, options: SheetOptions
) -> Iterator[PlannedSheet]:
    """Yield sheets of one format in its grid."""
    wide, high = chosen_grid.size(form, options)
    left, top = chosen_grid.corner(form, options)
    half = options.fold_spacing / 2
    at = {"upright": left + wide + half, "level": top + high + half}.get(chosen_grid.fold or "", 0.0)
    for start in range(0, len(cells), chosen_grid.count):
        block = PieceBlock(
            form, tuple(cells[start : start + chosen_grid.count]), left, top, chosen_grid.columns, chosen_grid.lower,
            chosen_grid.skipped,
        )  # fmt: skip
        if chosen_grid.fold:
            block = _at_fold(block, chosen_grid, wide, high, options)
        yield PlannedSheet(
            chosen_grid.w, chosen_grid.h, chosen_grid.foot, (block,), chosen_grid.fold, at, options.bleed
        )


def _at_fold(block: PieceBlock, chosen_grid: Grid, wide: float, high: float, options: SheetOptions) -> PieceBlock:
    """Move a block that does not fill its half of a sheet to the fold, where the halves match best."""
    w, h = block.size(options.spacing)
    if chosen_grid.fold == "upright":
        return replace(block, left=block.left + wide - w)
    return replace(block, top=block.top + high - h)


def _plan_left_over(left_over: list[LeftOver], options: SheetOptions) -> list[PlannedSheet]:
    """Return the sheets for left-over pieces: by deck, by format, or all together, whichever takes least paper."""
    merged: dict[Format, list[Cell]] = {}
    for form, cells in left_over:
        merged.setdefault(form, []).extend(cells)
    ways = [_separate_sheets(left_over, options), _separate_sheets(list(merged.items()), options)]
    # An empty place counts in a grid of one format; rows of several have other places.
    if options.backs != "fold" and not options.skip:
        ways.append(_stack_rows(list(merged.items()), options))
    return min(ways, key=len)


def _separate_sheets(left_over: list[LeftOver], options: SheetOptions) -> list[PlannedSheet]:
    return [
        sheet
        for form, cells in left_over
        for sheet in fill_sheets(form, cells, grid_for_count(form, len(cells), options), options)
    ]


def _stack_rows(left_over: list[LeftOver], options: SheetOptions) -> list[PlannedSheet]:
    """Return sheets with rows of several formats, one format below another, so that every cut is straight."""
    full: list[PlannedSheet] = []
    rest: list[LeftOver] = []
    for form, cells in left_over:
        chosen_grid = grid_for_count(form, len(cells), options)
        count = len(cells) // chosen_grid.count * chosen_grid.count
        full += fill_sheets(form, cells[:count], chosen_grid, options)
        if cells[count:]:
            rest.append((form, cells[count:]))
    # min takes the first of equals: with room for cut marks if that costs no paper.
    rooms = [*variants(options, room_for_marks(options)), *variants(options)]
    ways = [way for room in rooms if (way := _rows(rest, room, options)) is not None]
    return full + min(ways, key=len, default=[])


def _rows(
    left_over: list[LeftOver], variant: tuple[float, float, Foot, float, float], options: SheetOptions
) -> list[PlannedSheet] | None:
    """Return rows placed on pages of one orientation, tallest first, on the first page with room; None if none fits."""
    w, h, foot, wide, high = variant
    pages: list[dict[Format, list[list[Cell]]]] = []
    for form, cells in sorted(left_over, key=lambda pair: -pair[0].h):
        columns = count_across(wide, form, options)
        if not columns or not count_down(high, form, options):
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
    """Return the height of a page's rows with one more row of the format `more`."""
    rows = {form: len(page_rows) for form, page_rows in page.items()}
    rows[more] = rows.get(more, 0) + 1
    blocks = sum(row_length(count, form.h, options.spacing[1]) for form, count in rows.items())
    return blocks + (len(rows) - 1) * block_distance(options) + 2 * options.bleed


def block_distance(options: SheetOptions) -> float:
    """Return the distance between blocks of different formats."""
    return max(BETWEEN + 2 * options.bleed, options.spacing[1])


def _stack(
    page: dict[Format, list[list[Cell]]], w: float, h: float, foot: Foot, wide: float, options: SheetOptions
) -> PlannedSheet:
    high = sum(row_length(len(rows), form.h, options.spacing[1]) for form, rows in page.items()) + (
        len(page) - 1
    ) * block_distance(options)
    _, top = place_block(w, h, foot, 0, high, options)
    blocks = []
    for form, rows in page.items():
        left, _ = place_block(w, h, foot, row_length(len(rows[0]), form.w, options.spacing[0]), 0, options)
        cells = tuple(cell for row in rows for cell in row)
        blocks.append(PieceBlock(form, cells, left, top, count_across(wide, form, options)))
        top += row_length(len(rows), form.h, options.spacing[1]) + block_distance(options)
    return PlannedSheet(w, h, foot, tuple(blocks), bleed=options.bleed)
