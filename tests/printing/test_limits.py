"""Pieces, copies, lists and sheets at each limit and one past it, and where pieces come to stand."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.sheets import grids, imposition, option_fields, papers
from companion.printing.sheets.imposition import Grid, PieceBlock
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.selection import check_sheet_ranges, read_piece_list, read_sheet_ranges, select
from companion.printing.text.fitting import DoesNotFit

A4 = papers.find_paper("a4")
BLANK = Face(())


def setup(paper, *, flip="long", share=False, **more):
    return PrintOptions(paper=paper.name, backs=flip, share=share, **more)


def deck(count, form=POKER, copies=1, back=None):
    return Deck("Deck", form, tuple(Piece(f"p{n}", f"Piece {n}", BLANK, copies, back) for n in range(count)))


@pytest.mark.parametrize(("copies", "fine"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_one_to_a_thousand_copies(copies, fine):
    if fine:
        assert PrintOptions(copies=copies).copies == copies
        return
    with pytest.raises(InvalidInput, match=f"copies: found {copies:,}, expected a number from 1 to 1,000"):
        option_fields.read_options(PrintOptions, {"copies": str(copies)})


def test_fifty_thousand_pieces_in_one_job():
    assert select([deck(1, copies=50)], copies=1000)[0].pieces[0].copies == 50_000
    with pytest.raises(InvalidInput, match="found 51,000 pieces, expected at most 50,000"):
        select([deck(1, copies=51)], copies=1000)
    with pytest.raises(InvalidInput, match="found 50,001 pieces"):
        select([deck(1, copies=50_001)])


def test_what_stands_printed_up_to_all_of_it():
    def left(have):
        return [(piece.name, piece.copies) for part in select([deck(2, copies=3)], have=have) for piece in part.pieces]

    assert left({"Piece 0": 2}) == [("Piece 0", 1), ("Piece 1", 3)]
    assert left({"Piece 0": 3}) == [("Piece 1", 3)]
    assert left({"Piece 0": 4}) == [("Piece 1", 3)]
    with pytest.raises(InvalidInput, match="everything in the list"):
        left({"Piece 0": 3, "Piece 1": 3})


def test_a_line_of_what_is_printed_counts_up_to_fifty_thousand():
    assert read_piece_list("50000 Hammer\nHammer x0\n Hammer") == {"Hammer": 50_001}
    for line in ("50001 Hammer", "Hammer x 50001"):
        with pytest.raises(InvalidInput, match="have, line 2: found"):
            read_piece_list(f"# remark\n{line}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", (range(1, 2),)),
        ("3-3", (range(3, 4),)),
        ("1-2,,4", (range(1, 3), range(4, 5))),
        ("999999999999", (range(10**12 - 1, 10**12),)),
        ("2-", (range(2, 10**12 + 1),)),
    ],
)
def test_sheets_by_number(text, found):
    assert read_sheet_ranges(text) == found


@pytest.mark.parametrize("text", ["0", "0-3", "3-2", "1000000000000"])
def test_sheets_that_cannot_be(text):
    with pytest.raises(InvalidInput, match="pages: found"):
        read_sheet_ranges(text)


@pytest.mark.parametrize(
    ("text", "total", "wrong"),
    [
        ("4", 4, ""),
        ("1-4", 4, ""),
        ("4-", 4, ""),
        ("5", 0, ""),
        ("5", 4, "pages: found '5', expected sheets from 1 to 4."),
        ("4-5", 4, "pages: found '4-5', expected sheets from 1 to 4."),
        ("5-", 4, "pages: found '5-', expected sheets from 1 to 4."),
        ("2", 1, "pages: found '2', expected sheet 1: there is no other."),
        ("3", 2, "pages: found '3', expected sheets from 1 to 2."),
    ],
)
def test_sheets_up_to_the_last(text, total, wrong):
    if not wrong:
        assert check_sheet_ranges(read_sheet_ranges(text), total) is None
        return
    with pytest.raises(InvalidInput) as caught:
        check_sheet_ranges(read_sheet_ranges(text), total)
    assert str(caught.value) == wrong


@pytest.mark.parametrize(
    ("side", "count"),
    [(200, 1), (200.1, 0), (100, 2), (100.1, 1), (66.6, 3), (66.7, 2)],
)
def test_pieces_fill_the_reach_of_the_paper_and_no_more(side, count):
    """A4 less 5 mm at each edge is 200 mm wide."""
    assert grids.count_in_row(200, side, 0, 0) == count


@pytest.mark.parametrize(("gap", "bleed", "count"), [(0, 0, 3), (5.5, 0, 3), (5.6, 0, 2), (0, 1, 3), (0, 1.9, 2)])
def test_gaps_and_bleed_take_room_between_and_around(gap, bleed, count):
    """Three times 63 are 189 of 200 mm: 11 mm for two gaps; bleed of 1 mm takes 2 mm between and 1 mm at both ends."""
    assert grids.count_in_row(200, 63, max(gap, 2 * bleed), bleed) == count


def test_a_grid_counts_the_places_of_fronts():
    assert Grid(210, 297, 3, 3, "below").count == 9
    assert Grid(210, 297, 1, 3, "below", "upright").count == 3, "half the sheet is for backs"
    assert Grid(210, 297, 5, 7, "below", lower=6).count == 3 * 7 + 2 * 6, "odd columns of nested hexes are shorter"
    assert Grid(210, 297, 4, 7, "below", lower=7).count == 28


def test_places_go_row_by_row():
    block = PieceBlock(Format("small", 20, 30), ((0, 0), (0, 1), (0, 2)), 5, 7, 2)
    assert list(block.places((0, 0))) == [((0, 0), 5, 7), ((0, 1), 25, 7), ((0, 2), 5, 37)]
    assert list(block.places((2, 3))) == [((0, 0), 5, 7), ((0, 1), 27, 7), ((0, 2), 5, 40)]


@pytest.mark.parametrize(("cells", "spacing", "cuts"), [(1, 0, 4), (2, 0, 5), (3, 0, 6), (4, 0, 6), (4, 2, 8)])
def test_straight_cuts_of_two_columns(cells, spacing, cuts):
    block = PieceBlock(Format("small", 20, 30), tuple((0, n) for n in range(cells)), 5, 7, 2)
    assert block.cut_count((spacing, spacing)) == cuts


def test_a_hex_takes_six_cuts():
    block = PieceBlock(papers.find_format("hex 63 mm"), ((0, 0), (0, 1)), 5, 7, 2)
    assert block.cut_count((0, 0)) == 12


def cells(count, setup, form=POKER):
    return [[len(block.cells) for block in page.blocks] for page in imposition.plan([deck(count, form)], setup)]


@pytest.mark.parametrize(
    ("count", "sheets"), [(0, []), (1, [[1]]), (9, [[9]]), (10, [[9], [1]]), (18, [[9], [9]]), (19, [[9], [9], [1]])]
)
def test_nine_cards_to_a_sheet_and_the_rest_on_the_next(count, sheets):
    assert cells(count, setup(A4)) == sheets
    assert cells(count, setup(A4, share=True)) == sheets


def test_a_block_stands_in_the_middle_where_the_ruler_leaves_room():
    """Three columns of 63 mm leave 21 mm of 210 and three rows of 88 mm 33 mm of 297: half of it at each side."""
    (page,) = imposition.plan([deck(9)], setup(A4))
    (block,) = page.blocks
    assert (page.w, page.h, block.columns, block.left, block.top) == (210, 297, 3, 10.5, 16.5)


def test_a_half_empty_row_moves_up_to_the_fold():
    """A4 across holds two poker cards beside their backs: one card alone stands 5 mm from the fold."""
    (full,) = imposition.plan([deck(4, back=BLANK)], setup(A4, flip="fold"))
    (single,) = imposition.plan([deck(1, back=BLANK)], setup(A4, flip="fold"))
    edge = {"upright": single.blocks[0].left + 63, "level": single.blocks[0].top + 88}[single.fold]
    assert full.fold == single.fold and edge == pytest.approx(single.fold_at - 5)


def test_formats_on_one_sheet_are_parted_by_room_for_their_marks():
    assert imposition.block_distance(setup(A4)) == pytest.approx(5.2)
    assert imposition.block_distance(setup(A4, bleed=1)) == pytest.approx(7.2)
    assert imposition.block_distance(setup(A4, gap=6)) == 6
    parts = [deck(3), Deck("Tiles", Format("square", 63, 63), deck(3).pieces)]
    (page,) = imposition.plan(parts, setup(A4, share=True))
    first, second = page.blocks
    assert second.top == pytest.approx(first.top + 88 + 5.2)


@pytest.mark.parametrize(("side", "fits"), [(200, True), (200.1, False)])
def test_a_piece_as_wide_as_the_reach_of_the_paper(side, fits):
    square = Format("tile", side, side)
    if fits:
        assert cells(2, setup(A4), square) == [[1], [1]]
        return
    with pytest.raises(DoesNotFit) as caught:
        cells(1, setup(A4), square)
    assert caught.value.overflow == pytest.approx(0.1)
    assert caught.value.why == "is larger than what margins of 5 mm and the ruler leave of A4"


@pytest.mark.parametrize(
    ("setup", "why", "fix"),
    [
        (setup(A4, margin=0), "is larger than what the ruler leaves of A4", "Choose a larger paper or smaller pieces."),
        (
            setup(A4, bleed=1),
            "is larger than what margins of 5 mm and the ruler leave of A4",
            "Choose a narrower margin, a larger paper or smaller pieces.",
        ),
    ],
)
def test_what_takes_the_room_is_named(setup, why, fix):
    with pytest.raises(DoesNotFit) as caught:
        cells(1, setup, Format("sheet", 209, 296))
    assert caught.value.why == why and str(caught.value).endswith(fix)


def test_a_piece_larger_than_the_paper_says_by_how_much():
    with pytest.raises(DoesNotFit) as caught:
        cells(1, setup(A4), Format("poster", 213, 290))
    assert caught.value.why == "is larger than A4" and caught.value.overflow == pytest.approx(3)


def test_many_pieces_with_backs_fold_as_one_does():
    many = Deck("Many", POKER, LazyPieces(4, lambda n: Piece(f"m{n}", f"Many {n}", BLANK, 1, BLANK)))
    (page,) = imposition.plan([many], setup(A4, flip="fold"))
    assert page.fold is not None


def test_a_piece_that_does_not_fit_beside_its_back_says_by_how_much():
    """160 by 200 mm is 320 mm wide beside its back: 23 more than A4 is long."""
    with pytest.raises(DoesNotFit) as caught:
        list(imposition.plan([deck(1, Format("tile", 160, 200), back=BLANK)], setup(A4, flip="fold")))
    assert caught.value.why == "is larger beside its back than A4" and caught.value.overflow == pytest.approx(23)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_on_square_paper_lie_behind_their_fronts(flip):
    job = lay_out("Test", [deck(4, back=BLANK)], setup(papers.find_paper("200x200"), flip=flip))
    front, back = job.sheets
    for one, other in zip(front.trims, back.trims, strict=True):
        if flip == "long":
            assert (other.x, other.y) == (pytest.approx(200 - one.x - 63), pytest.approx(one.y))
        else:
            assert (other.x, other.y) == (pytest.approx(one.x), pytest.approx(200 - one.y - 88))


def test_some_sheets_of_a_job_are_taken_like_any_slice():
    job = lay_out("Test", [deck(19)], setup(A4))
    assert [sheet.number for sheet in job.sheets] == [1, 2, 3]
    assert [sheet.number for sheet in job.sheets[1:]] == [2, 3]
