"""Where pieces stand: the most to a sheet, nothing twice, the least paper, in room that the printer reaches."""

from dataclasses import replace

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.printing.faces.boxes import (
    POKER,
    CardPicture,
    Circle,
    Deck,
    Face,
    Format,
    Group,
    Line,
    Path,
    Picture,
    PictureFile,
    Piece,
    PlacedSymbol,
    Rect,
    Symbol,
)
from companion.printing.faces.inks import ground_colour
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets import bleeding, grids, imposition, layout, papers
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.option_fields import read_options
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import DoesNotFit

A4 = papers.find_paper("a4")
BLANK = Face(())
GROUND = Face((Rect(0, 0, 500, 500, fill="ink", stroke=None),))


def deck(form, count, title="Deck", face=BLANK):
    return Deck(title, form, tuple(Piece(f"p{n}", f"Piece {n}", face, 1, BLANK) for n in range(count)))


def trims(page, setup):
    found = []
    for block in page.blocks:
        form = block.format
        for _, x, y in block.places((max(setup.gap, 2 * page.bleed),) * 2):
            found.append((x, y, form))
            if page.fold == "upright":
                found.append((2 * page.fold_at - x - form.w, y, form))
            if page.fold == "level":
                found.append((x, 2 * page.fold_at - y - form.h, form))
    return found


def apart(one, other):
    """Return a distance that two pieces at least have: the widest gap between them, seen square to one of their sides.

    A hex's slanted sides run from (w, h/2) to (3w/4, h), so that they face along (h/2, w/4), and its mirror image.
    """
    w, h = one[2].w, one[2].h
    facing = [(1.0, 0.0), (0.0, 1.0)]
    if one[2].shape == other[2].shape == "hex":
        slant = (h**2 / 4 + w**2 / 16) ** 0.5
        facing += [(h / 2 / slant, w / 4 / slant), (h / 2 / slant, -w / 4 / slant)]
    gaps = []
    for across, down in facing:
        spans = []
        for x, y, form in (one, other):
            along = [(x + px) * across + (y + py) * down for px, py in form.outline]
            spans.append((min(along), max(along)))
        (low, high), (other_low, other_high) = spans
        gaps.append(max(other_low - high, low - other_high))
    return max(gaps)


@pytest.mark.parametrize(
    ("paper", "form", "count"),
    [
        ("a4", "poker", 9),
        ("letter", "poker", 9),
        ("a3", "poker", 18),
        ("legal", "poker", 10),
        ("tabloid", "poker", 18),
        ("a4", "bridge", 10),
        ("a4", "tarot", 4),
        ("a4", "mini", 16),
        ("a4", "square 63 mm", 12),
        ("a4", "square 70 mm", 8),
        ("a4", "hex 63 mm", 9),
    ],
)
def test_as_many_as_arithmetic_allows(paper, form, count):
    """Counted by hand: whole pieces in the sides of the paper less 5 mm at each edge and 8 mm for the ruler."""
    assert imposition.best_grid(papers.find_format(form), PrintOptions(paper=paper, share=False)).count == count


setups = st.builds(
    PrintOptions,
    paper=st.sampled_from(("a4", "letter", "legal", "a3")),
    backs=st.sampled_from(["long", "short", "fold", "no"]),
    gap=st.sampled_from([0, 2, 7.5]),
    bleed=st.sampled_from([0, 1, 3]),
    margin=st.sampled_from([3, 5, 12]),
    fold_gap=st.sampled_from([0, 5, 11.5]),
    lines=st.sampled_from(["marks", "crosses"]),
    share=st.booleans(),
    register_marks=st.booleans(),
)
decks = st.lists(
    st.tuples(st.sampled_from(papers.FORMATS), st.integers(0, 30), st.sampled_from([BLANK, GROUND])),
    min_size=1,
    max_size=4,
)


@settings(deadline=None, max_examples=60)
@given(setup=setups, wanted=decks)
def test_every_piece_stands_once_within_reach_and_apart(setup, wanted):
    made = [deck(form, count, f"Deck {n}", face) for n, (form, count, face) in enumerate(wanted)]
    try:
        pages = list(imposition.plan(made, setup))
    except DoesNotFit as error:
        assert error.overflow > 0
        return
    cells = [cell for page in pages for block in page.blocks for cell in block.cells]
    assert sorted(cells) == [(n, i) for n, (_, count, _) in enumerate(wanted) for i in range(count)]
    for page in pages:
        for block in page.blocks:
            inked = any(wanted[n][2] is GROUND for n, _ in block.cells)
            assert page.bleed == setup.bleed or not inked, "what has ink at its trim has its bleed"
        reach = setup.keep + page.bleed - 1e-6
        below = setup.foot_keep if page.foot == "below" else setup.keep
        beside = setup.foot_keep if page.foot == "beside" else setup.keep
        found = trims(page, setup)
        for x, y, form in found:
            assert x >= reach and x + form.w <= page.w - beside - page.bleed + 1e-6
            assert y >= reach and y + form.h <= page.h - below - page.bleed + 1e-6
            if page.fold:
                start, length = (x, form.w) if page.fold == "upright" else (y, form.h)
                from_fold = max(start - page.fold_at, page.fold_at - start - length)
                assert from_fold >= page.bleed + setup.fold_gap - 1e-6
        for i, one in enumerate(found):
            for other in found[:i]:
                assert apart(one, other) >= max(setup.gap, 2 * page.bleed) - 1e-6


@settings(deadline=None, max_examples=30)
@given(setup=setups, wanted=decks)
def test_sharing_never_takes_more_paper(setup, wanted):
    made = [deck(form, count, f"Deck {n}", face) for n, (form, count, face) in enumerate(wanted)]
    try:
        apart = len(list(imposition.plan(made, setup.model_copy(update={"share": False}))))
    except DoesNotFit:
        return
    assert len(list(imposition.plan(made, setup.model_copy(update={"share": True})))) <= apart


@settings(deadline=None, max_examples=30)
@given(setup=setups, wanted=decks)
def test_bleed_that_nothing_shows_takes_no_paper(setup, wanted):
    made = [deck(form, count, f"Deck {n}") for n, (form, count, _) in enumerate(wanted)]
    try:
        bare = list(imposition.plan(made, setup.model_copy(update={"bleed": 0})))
    except DoesNotFit:
        return
    assert list(imposition.plan(made, setup)) == bare


HEX = papers.find_format("hex 63 mm")
TRIMMED = [
    (POKER, Rect(0, 5, 10, 10, fill="tint", stroke=None), True),
    (POKER, Rect(0.5, 0.5, 62, 87, fill="tint", stroke=None), False),
    (POKER, Rect(0, 0, 63, 88, fill="paper", stroke=None), False),
    (POKER, Rect(0, 0, 63, 88, fill="paper"), False),
    (POKER, Rect(-1, 20, 10, 10), True),
    (POKER, Line(10, 80, 10, 88), False),
    (POKER, Line(10, 80, 10, 88.5), True),
    (POKER, Circle(59, 44, 4, fill="tint"), True),
    (POKER, Circle(59, 44, 4), False),
    (POKER, Circle(59, 44, 4.5), True),
    (POKER, Path((("M", 5, 5), ("L", 64, 5))), True),
    (POKER, PlacedSymbol(Symbol("dot", "dot", ()), 60, 5, 4), True),
    (POKER, Picture(0, 0, 63, 40, b""), True),
    (POKER, Group((Line(0, 0, 21, 0),), 20, 30, 180), True),
    (POKER, Group((Line(0, 0, 21, 0),), 20, 30, 90), False),
    (POKER, Group((Line(0, 0, 2, 0),), 20, 30, 180, 10.5), True),
    (HEX, Rect(20, 20, 30, 20, fill="tint", stroke=None), False),
    (HEX, Rect(5, 5, 10, 10, fill="tint", stroke=None), True),
]


@pytest.mark.parametrize(("form", "box", "reaches"), TRIMMED)
def test_what_reaches_the_trim_needs_bleed(form, box, reaches):
    """A hex 72.75 mm wide has its upper left corner 18 mm in: 5 mm in and 5 mm down is outside."""
    assert bleeding.reaches_trim(Face((box,)), form) is reaches


def test_backs_that_are_not_printed_ask_for_no_bleed():
    tiles = Deck("Tiles", POKER, (Piece("a", "A", BLANK, 9, GROUND),))
    assert [page.bleed for page in imposition.plan([tiles], PrintOptions(bleed=2, share=False))] == [2, 2]
    assert [page.bleed for page in imposition.plan([tiles], PrintOptions(bleed=2, backs="no", share=False))] == [0]


def test_bleed_is_told_where_it_shows_and_where_it_does_not():
    decks = [deck(POKER, 1, "Plain"), deck(POKER, 1, "Bare"), deck(POKER, 1, "Inked", GROUND)]
    assert bleeding.notes(decks[:2], 2, True) == (
        "Nothing on these faces reaches the trim, so there is no bleed to print.",
    )
    assert bleeding.notes(decks, 2, True) == (
        "Bleed shows on Inked (1 of 2 faces). "
        "Nothing on the faces of Plain and Bare reaches the trim, so there is no bleed to print on them.",
    )
    pieces = (Piece("a", "A", GROUND, 1, BLANK), Piece("b", "B", Face(GROUND.boxes), 1, BLANK))
    some, every = Deck("Some", POKER, pieces), Deck("Every", POKER, tuple(replace(p, back=None) for p in pieces))
    assert bleeding.notes([some, every], 2, True) == ("Bleed shows on Some (2 of 3 faces) and Every (all 2 faces).",)
    assert bleeding.notes([some], 2, False) == ("Bleed shows on Some (all 2 faces).",)
    assert bleeding.notes(decks, 0, True) == ()
    endless = Deck("Endless", POKER, LazyPieces(5000, lambda n: pieces[0]))
    assert bleeding.notes([endless], 2, True) == ("Bleed shows on Endless.",)


LIGHT = Face((Rect(0, 0, 63, 88, fill="tint", stroke=None),))
DARK = Face((Rect(0, 0, 63, 88, fill="accent", stroke=None),))
FRAMED = Face((Rect(-1, 0, 65, 88, fill="tint", stroke=None),))
WHITE = Face((Rect(0, 0, 63, 88, fill=ground_colour("#ffffff"), stroke=None),))


@pytest.mark.parametrize(
    ("face", "ink", "told"),
    [
        (LIGHT, "full", "Bleed shows on Cards"),
        (LIGHT, "grey", "Bleed shows on Cards"),
        (LIGHT, "saver", "In ink saver nothing on these faces reaches the trim"),
        (DARK, "saver", "Bleed shows on Cards"),
        (FRAMED, "saver", "In ink saver nothing on these faces reaches the trim"),
        (WHITE, "full", "Nothing on these faces reaches the trim"),
    ],
)
def test_bleed_is_told_only_where_something_is_printed_past_the_trim(face, ink, told):
    options = PrintOptions(bleed=3, gap=20, lines="none", ink=ink)
    job = layout.print_job(Printout("Cards", [Deck("Cards", POKER, (Piece("a", "A", face),))]), options)
    assert job.notes[0].startswith(told)
    (trim,) = job.sheets[0].trims
    page = pypdfium2.PdfDocument(pdf_bytes(job))[0].render(scale=2).to_numpy()[..., 0]
    left, top = round((trim.x - 2) * 2 * 72 / 25.4), round(trim.y * 2 * 72 / 25.4)
    beside = page[top : top + 400, left : left + 8]
    assert bool(beside.min() < 250) is told.startswith("Bleed"), "past the left edge of the trim"


def test_cards_made_on_demand_keep_their_bleed_where_the_first_of_them_has_none():
    faces = [LIGHT, *[DARK] * 40]
    cards = Deck("Cards", POKER, LazyPieces(41, lambda n: Piece(f"{n}", f"{n}", faces[n])))
    for ink in ("full", "saver"):
        job = layout.print_job(Printout("Cards", [cards]), PrintOptions(bleed=3, ink=ink), is_checked=True)
        assert {trim.bleed for sheet in job.sheets for trim in sheet.trims} == {3}
        assert job.notes[0] == "Bleed shows on Cards."


def test_a_picture_that_ends_at_its_trim_has_no_bleed():
    box = CardPicture(0, 0, 63, 88, (63, 88), PictureFile("a", bytes, 63, 88))
    assert [
        bleeding.reaches_trim(Face((replace(box, edge=edge),)), POKER) for edge in ("none", "mirror", "stretch")
    ] == [
        False,
        True,
        True,
    ]


@settings(deadline=None, max_examples=30)
@given(setup=setups, wanted=decks)
def test_room_for_cut_marks_takes_no_paper(setup, wanted):
    made = [deck(form, count, f"Deck {n}", face) for n, (form, count, face) in enumerate(wanted)]
    try:
        bare = len(list(imposition.plan(made, setup.model_copy(update={"lines": "none"}))))
    except DoesNotFit:
        return
    assert len(list(imposition.plan(made, setup))) <= bare


def test_a_column_is_given_up_for_marks_where_that_costs_no_paper():
    """Ten 20 mm counters fill the 200 mm that the printer reaches; 13 rows of 9 have marks at both ends."""
    counter = Format("counter", 20, 20, 1)
    assert [page.blocks[0].columns for page in imposition.plan([deck(counter, 117)], PrintOptions(share=False))] == [9]
    assert [page.blocks[0].columns for page in imposition.plan([deck(counter, 130)], PrintOptions(share=False))] == [10]


@pytest.mark.parametrize("share", [True, False])
def test_a_deck_without_backs_takes_whole_sheets_where_others_fold(share):
    """A4 holds nine cards without backs, or four beside their backs."""
    backed = deck(POKER, 8, "Backed")
    bare = Deck("Bare", POKER, tuple(Piece(f"b{n}", f"Bare {n}", BLANK) for n in range(9)))
    many = Deck("Many", POKER, LazyPieces(9, lambda n: Piece(f"m{n}", f"Many {n}", BLANK)))
    pages = list(imposition.plan([backed, bare, many], PrintOptions(backs="fold", share=share)))
    assert [(page.fold is not None, len(page.blocks[0].cells)) for page in pages] == [
        (True, 4),
        (True, 4),
        (False, 9),
        (False, 9),
    ]


def test_small_rests_of_three_formats_share_one_sheet():
    made = [deck(POKER, 3), deck(Format("square", 63, 63), 3), deck(Format("marker", 20, 20, 1), 18)]
    assert len(list(imposition.plan(made, PrintOptions(share=False)))) == 3
    assert len(list(imposition.plan(made, PrintOptions()))) == 1


def test_gaps_and_bleed_take_room():
    assert imposition.best_grid(POKER, PrintOptions(gap=5, share=False)).count == 9, "3 x 63 + 2 x 5 = 199 of 200 mm"
    assert imposition.best_grid(POKER, PrintOptions(gap=6, share=False)).count == 8, (
        "across: 4 x 63 + 3 x 6 = 270 of 287 mm, two rows"
    )
    assert imposition.best_grid(POKER, PrintOptions(bleed=3, share=False)).count == 8
    assert imposition.best_grid(POKER, PrintOptions(backs="fold", share=False)).count == 4


@pytest.mark.parametrize(
    ("name", "paper", "gap", "straight", "nested"),
    [
        # 200 mm: 1 + (200 − 72.75) / 54.56 = 3 columns; 287 mm: four of 63 mm, and 31.5 mm lower four more.
        ("hex 63 mm", "a4", 0, 9, 12),
        # 205.9 and 261.4 mm: three columns of four; 31.5 mm lower only three.
        ("hex 63 mm", "letter", 0, 9, 11),
        # 287 mm: 1 + (287 − 43.88) / 32.91 = 8 columns; 192 mm: five of 38 mm; 19 mm lower only four.
        ("hex 38 mm", "a4", 0, 30, 36),
        # 3 mm square to the slants are 2.6 mm from column to column: 1 + (192 − 43.88) / 35.51 = 5, of seven and six.
        ("hex 38 mm", "a4", 3, 28, 33),
    ],
)
def test_nested_hexes_take_less_paper(name, paper, gap, straight, nested):
    form, setup = papers.find_format(name), PrintOptions(paper=paper, gap=gap, share=False)
    assert (grids.best_grid(form, setup).count, grids.best_grid(form, setup, nested=True).count) == (straight, nested)
    assert [page.blocks[0].lower for page in imposition.plan([deck(form, straight)], setup)] == [None], "easier to cut"
    (page,) = imposition.plan([deck(form, nested)], setup)
    assert page.blocks[0].lower
    places = trims(page, setup)
    close = [n for n, one in enumerate(places) for other in places[:n] if apart(one, other) < gap + 1e-6]
    assert len(close) > 2 * nested - 12, "every side but those at the edge has a neighbour right beside it"


@pytest.mark.parametrize(("fold_gap", "count"), [(0, 4), (5, 4), (17.5, 4), (18, 3)])
def test_fronts_and_backs_keep_their_distance_from_the_fold(fold_gap, count):
    """Across A4 four poker cards take 252 of 287 mm: 35 are left, 17.5 on each side."""
    (page,) = imposition.plan([deck(POKER, count)], PrintOptions(backs="fold", fold_gap=fold_gap, share=False))
    assert len(page.blocks[0].cells) == count
    near = min(max(x - page.fold_at, page.fold_at - x - form.w) for x, _, form in trims(page, PrintOptions()))
    assert page.fold != "upright" or near == pytest.approx(fold_gap)


def test_papers_of_your_own():
    made = papers.find_paper("8.5x13in")
    assert (made.w, made.h) == (215.9, 330.2)
    assert (papers.find_paper("33 x 21,5 cm").w, papers.find_paper("33 x 21,5 cm").h) == (215, 330), (
        "upright however it is said"
    )
    with pytest.raises(InvalidInput, match="paper: found '5x5', expected sides from 50 to 1200 mm"):
        papers.find_paper("5x5")
    assert papers.find_format("60x90").w == 60
    with pytest.raises(InvalidInput, match="format: found 'pokr', expected one of poker, bridge, mini, tarot"):
        papers.find_format("pokr")


def test_options_that_cannot_be_is_told_all_at_once():
    with pytest.raises(InvalidInput) as caught:
        read_options(
            PrintOptions, {"margin": 200, "bleed": 4, "gap": -1, "backs": "sideways", "lines": "wavy", "copies": 0}
        )
    said = str(caught.value)
    assert "margin: found 200 mm, expected 0 to 91 mm, so that A4 keeps room for a piece." in said
    assert "bleed: found 4 mm, expected 0 to 3 mm." in said
    assert (
        "gap: found -1 mm" in said
        and "backs: found 'sideways', expected long, short, fold or no." in said
        and "dots" in said
        and "copies: found 0, expected a number from 1 to 1,000." in said
    )
