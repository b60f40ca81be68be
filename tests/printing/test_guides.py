"""Guides: on the chosen sides, clear of every face, still there after any cut where gaps allow, as thin as chosen."""

import io
from itertools import pairwise, product
from typing import get_args

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageOps

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.export.cutter import cut_file
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Line, Path, Piece, Rect
from companion.printing.faces.standees import standees
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets import grids, papers
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import lay_out, plan_job
from companion.printing.sheets.options import Backs, PrintOptions
from companion.printing.text.fitting import DoesNotFit, Words
from tests.pairs import paired
from tests.printing.test_cutfile import length, ways
from tests.printing.test_impose import apart
from tests.printing.test_standees import ONE
from tests.printing.test_titles import PRESENT

HEX = papers.find_format("hex 38 mm")
GROUND = Face((Rect(0, 0, 500, 500, fill="blue", stroke=None),))
BACK = Face((Rect(0, 0, 500, 500, fill="accent", stroke=None),))


def deck(count=9, form=POKER, back=BACK, face=GROUND):
    return Deck("Cards", form, (Piece("a", "A card", face, count, back),))


def sheets(count=9, form=POKER, back=BACK, **given):
    return lay_out("Test", [deck(count, form, back)], PrintOptions(share=False, **given)).sheets


def lines(sheet):
    return [box for box in sheet.boxes if isinstance(box, Line) and box.dash != (3, 1.5)]


def ink_area(line):
    """Return what a line covers: left, top, right, bottom."""
    (x1, x2), (y1, y2), out = sorted((line.x1, line.x2)), sorted((line.y1, line.y2)), line.width / 2
    return (x1 - out, y1, x2 + out, y2) if line.x1 == line.x2 else (x1, y1 - out, x2, y2 + out)


def crosses_only(sheet):
    return [line for line in lines(sheet) if line.ink == "ink"]


def check_clear(sheet, margin=0.0):
    """No mark covers a face or its bleed, and the printer reaches all of them; its width may cover the border."""
    for line in crosses_only(sheet):
        left, top, right, bottom = ink_area(line)
        assert left >= margin - line.width and right <= sheet.w - margin + line.width
        assert top >= margin - line.width and bottom <= sheet.h - margin + line.width
        for trim in sheet.trims:
            near = trim.bleed
            beside = right <= trim.x - near + 1e-6 or left >= trim.x + trim.w + near - 1e-6
            above = bottom <= trim.y - near + 1e-6 or top >= trim.y + trim.h + near - 1e-6
            assert beside or above, (line, trim.x, trim.y)


@pytest.mark.parametrize("lines", ["marks", "crosses"])
@pytest.mark.parametrize(
    "more",
    [{}, {"gap": 1}, {"gap": 2, "line_width": 0.5}, {"gap": 4}, {"gap": 9, "bleed": 2}, {"bleed": 3}, {"margin": 14}],
)
@pytest.mark.parametrize("backs", ["long", "fold"])
def test_marks_and_crosses_cover_no_face_and_no_bleed(lines, more, backs):
    for count, form in ((9, POKER), (7, POKER), (40, Format("counter", 20, 20, 1))):
        for sheet in sheets(count, form, lines=lines, backs=backs, **more):
            assert crosses_only(sheet)
            check_clear(sheet, more.get("margin", 5))


def strips(sheet, trims):
    """Return every rectangle of paper that straight cuts along the trims can leave, whatever their order."""
    xs = [0.0, *sorted({round(x, 4) for t in trims for x in (t.x, t.x + t.w)}), sheet.w]
    ys = [0.0, *sorted({round(y, 4) for t in trims for y in (t.y, t.y + t.h)}), sheet.h]
    spans = [[(a, b) for n, a in enumerate(places) for b in places[n + 1 :]] for places in (xs, ys)]
    return product(*spans)


def unmarked_cuts(sheet, trims):
    """Return each strip that holds a whole piece and still has to be cut where no mark on it shows the place."""
    marks = [(ink_area(line), line) for line in crosses_only(sheet)]
    upright = [area for area, line in marks if line.x1 == line.x2]
    level = [area for area, line in marks if line.y1 == line.y2]
    found = []
    for (left, right), (top, bottom) in strips(sheet, trims):
        inside = [
            t
            for t in trims
            if left - 1e-3 <= t.x and t.x + t.w <= right + 1e-3 and top - 1e-3 <= t.y and t.y + t.h <= bottom + 1e-3
        ]
        for x in {round(x, 4) for t in inside for x in (t.x, t.x + t.w) if left + 0.1 < x < right - 0.1}:
            if not any(shows((a, c), x, (max(b, top), min(d, bottom))) for a, b, c, d in upright):
                found.append(("x", x, (left, top, right, bottom)))
        for y in {round(y, 4) for t in inside for y in (t.y, t.y + t.h) if top + 0.1 < y < bottom - 0.1}:
            if not any(shows((b, d), y, (max(a, left), min(c, right))) for a, b, c, d in level):
                found.append(("y", y, (left, top, right, bottom)))
    return found


def shows(across, at, along):
    """Return whether a mark lies on a cut or touches it, and at least 1 mm of its length is on the strip."""
    return across[0] - 1e-3 <= at <= across[1] + 1e-3 and along[1] - along[0] >= 1 - 1e-3


@pytest.mark.parametrize("gap", [1, 2.5, 6])
@pytest.mark.parametrize("count", [1, 5, 6])
def test_whatever_is_cut_first_every_strip_still_has_its_crosses(gap, count):
    """Two columns of three: their cuts leave 210 rectangles of paper, in any order."""
    (sheet,) = sheets(count, Format("card", 50, 60), None, lines="crosses", gap=gap, paper="130x230", margin=3)
    assert len(sheet.trims) == count
    assert unmarked_cuts(sheet, sheet.trims) == []


def test_without_a_gap_the_first_cut_takes_marks_away():
    """The reason for the gap: what the law above says cannot hold where two cards share a cut."""
    (sheet,) = sheets(9, back=None, lines="crosses")
    assert unmarked_cuts(sheet, sheet.trims)


def test_crosses_without_a_gap_for_them_are_told():
    told = ("Crosses fit between pieces where the gap is 1 mm or more; here they are only around them.",)
    for gap, notes in ((0, told), (0.9, told), (1, ())):
        assert lay_out("Test", [deck()], PrintOptions(share=False, lines="crosses", gap=gap)).notes == notes
    (note,) = lay_out("Test", [deck()], PrintOptions(share=False, lines="crosses", gap=4, bleed=2)).notes
    assert "5 mm or more" in note, "two bleeds of 2 mm and 1 mm between them"
    assert not lay_out("Test", [deck()], PrintOptions(share=False)).notes
    assert not lay_out("Test", [deck(form=HEX)], PrintOptions(share=False, lines="crosses")).notes
    bare = [deck(back=None, face=Face(()))]
    assert not lay_out("Test", bare, PrintOptions(share=False, lines="crosses", gap=4, bleed=2)).notes, "nothing bleeds"


def test_crosses_past_a_bleed_are_in_the_gap_between_two_bleeds():
    (sheet,) = sheets(8, back=None, lines="crosses", gap=7, bleed=2)
    between = [line for line in crosses_only(sheet) if line.x1 == line.x2 and abs(line.y1 - sheet.h / 2) < 10]
    assert {round(line.y2 - line.y1, 3) for line in between} == {3}, "7 mm less 2 mm of bleed on both sides"
    assert len(between) == 8, "at both sides of four columns"


def test_marks_between_pieces_where_the_gap_leaves_room():
    """0.6 mm from both trims: a gap of 2.2 mm leaves 1 mm for a mark, one of 2 mm does not."""
    for gap, there in ((2.2, True), (2, False)):
        (sheet,) = sheets(9, back=None, gap=gap)
        rows = sorted({(t.y, t.y + t.h) for t in sheet.trims})
        gaps = [(above[1], below[0]) for above, below in pairwise(rows)]
        inside = [e for e in crosses_only(sheet) if any(a < e.y1 < e.y2 < b for a, b in gaps)]
        assert bool(inside) is there
        if there:
            assert len(inside) == 2 * 6, "in two gaps between rows, at both sides of three columns"
            assert {round(line.y2 - line.y1, 3) for line in inside} == {1.0}


@pytest.mark.parametrize("lines_along", ["hairlines", "dots"])
def test_lines_along_the_cuts_are_on_one_side_only(lines_along):
    """The back is never exactly behind the front: its lines would show beside the cut."""
    for guides, on_front, on_back in (("both", True, False), ("fronts", True, False), ("backs", False, True)):
        front, back = sheets(lines=lines_along, guides=guides, corners=3)
        along = [[line for line in lines(side) if line.ink == "soft"] for side in (front, back)]
        arcs = [[box for box in side.boxes if isinstance(box, Path)] for side in (front, back)]
        assert [bool(found) for found in along] == [on_front, on_back]
        assert [bool(found) for found in arcs] == [on_front, on_back]


@pytest.mark.parametrize("guide", ["marks", "crosses", "hairlines", "dots"])
@pytest.mark.parametrize("form", [POKER, HEX], ids=lambda form: form.name)
def test_guides_are_on_the_chosen_sides_alone(guide, form):
    there = {}
    for guides in ("both", "fronts", "backs"):
        front, back = sheets(33, form, lines=guide, guides=guides, gap=3)[:2]
        there[guides] = bool(lines(front)), bool(lines(back))
    assert there["fronts"] == (True, False) and there["backs"] == (False, True)
    assert there["both"] == (True, form is POKER), "nested hexes have only lines along them"


@pytest.mark.parametrize("edge", ["long", "short"])
def test_marks_on_backs_stand_where_the_cuts_of_the_front_are(edge):
    """Five cards, two of them without a back: these are cut from behind too."""
    pieces = (Piece("a", "A", GROUND, 3, BACK), Piece("b", "B", GROUND, 2))
    options = PrintOptions(share=False, guides="backs", backs=edge, gap=3)
    front, back = lay_out("Test", [Deck("Cards", POKER, pieces)], options).sheets
    sideways = (edge == "long") == (front.w <= front.h)
    xs = {round(front.w - x if sideways else x, 3) for t in front.trims for x in (t.x, t.x + t.w)}
    ys = {round(y if sideways else front.h - y, 3) for t in front.trims for y in (t.y, t.y + t.h)}
    assert {round(line.x1, 3) for line in crosses_only(back) if line.x1 == line.x2} == xs
    assert {round(line.y1, 3) for line in crosses_only(back) if line.y1 == line.y2} == ys
    assert not lines(front)


@pytest.mark.parametrize("backs", ["long", "no", "fold"])
def test_a_sheet_without_a_back_has_guides_on_its_front_in_any_case(backs):
    for sheet in sheets(9, back=None, guides="backs", backs=backs):
        assert lines(sheet)


@pytest.mark.parametrize(("guides", "fronts", "backs"), [("both", 1, 1), ("fronts", 1, 0), ("backs", 0, 1)])
@pytest.mark.parametrize("fold_gap", [5, 1])
def test_on_a_folded_sheet_each_half_has_its_own_marks(guides, fronts, backs, fold_gap):
    (sheet,) = sheets(4, backs="fold", guides=guides, fold_gap=fold_gap)
    (fold,) = [b for b in sheet.boxes if getattr(b, "dash", ()) == (3, 1.5)]
    assert fold.x1 == fold.x2
    front = [t for t in sheet.trims if not t.behind]
    is_left = front[0].x < fold.x1
    halves = [
        [e for e in lines(sheet) if (max(e.x1, e.x2) < fold.x1 + 1e-6) is side] for side in (is_left, not is_left)
    ]
    assert [bool(half) for half in halves] == [bool(fronts), bool(backs)]
    if guides == "both" and fold_gap == 5:
        for half in halves:
            level = [line for line in half if line.y1 == line.y2]
            assert len(level) == 2 * 3, "a mark at both ends of each of three cuts, at the fold too"


@pytest.mark.parametrize("width", [0.1, 0.35, 0.5])
def test_every_guide_is_as_wide_as_chosen(width):
    for guide in ("marks", "crosses", "hairlines", "dots"):
        for backs, form in (("long", POKER), ("fold", POKER), ("no", HEX)):
            (sheet, *_) = sheets(4, form, lines=guide, line_width=width, corners=2, backs=backs, gap=2)
            drawn_lines = [box for box in sheet.boxes if isinstance(box, Line | Path)]
            assert {box.width for box in drawn_lines} == {width}


def test_without_a_chosen_width_each_guide_has_its_own():
    widths = {}
    for guide in ("marks", "crosses", "hairlines", "dots"):
        (sheet, *_) = sheets(9, lines=guide, corners=3)
        widths[guide] = {box.width for box in sheet.boxes if isinstance(box, Line | Path)}
    assert widths == {"marks": {0.25, 0.2}, "crosses": {0.25, 0.2}, "hairlines": {0.25, 0.2, 0.1}, "dots": {0.25, 0.2}}


def test_every_fold_line_is_dashed():
    (sheet,) = sheets(4, backs="fold")
    assert [box.dash for box in sheet.boxes if isinstance(box, Line) and box.ink == "soft"] == [(3, 1.5)]
    (standing,) = standees([ONE], 30)
    top, bottom, fold = standing.pieces[0].face.boxes
    assert fold.dash and fold.y1 == standing.format.h / 2
    for half in (top, bottom):
        foot = [box for box in half.boxes if isinstance(box, Line) and box.ink == "soft"]
        assert foot and all(box.dash for box in foot), "where the base is folded outward"


def test_round_corner_guides_are_no_larger_than_the_piece():
    chip = Format("chip", 12, 12, 1)
    (sheet,) = sheets(1, chip, None, corners=10)
    for arc in (box for box in sheet.boxes if isinstance(box, Path)):
        trim = sheet.trims[0]
        for kind, *numbers in arc.moves:
            x, y = numbers[-2] - trim.x, numbers[-1] - trim.y
            assert kind in "MC" and {round(x, 3), round(y, 3)} == {0, 6} or {round(x, 3), round(y, 3)} == {12, 6}
    assert "M" in cut_file(sheet, "svg", 10) and " H" in cut_file(sheet, "svg", 10)


@pytest.mark.parametrize("gap", [0, 2])
@pytest.mark.parametrize("edge", ["long", "short", "fold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nested_hexes_have_their_backs_behind_them(gap, edge, paper):
    options = PrintOptions(gap=gap, backs=edge, paper=paper)
    made = sheets(grids.best_grid(HEX, options, nested=True).count, HEX, gap=gap, backs=edge, paper=paper)
    if grids.best_grid(HEX, options, nested=True).count == grids.best_grid(HEX, options).count:
        return
    assert any(abs(t.y - made[0].trims[0].y) == pytest.approx((38 + gap) / 2) for t in made[0].trims), "nested"
    if edge == "fold":
        (sheet, *_) = made
        (fold,) = [b for b in sheet.boxes if getattr(b, "dash", ()) == (3, 1.5)]
        fronts = [t for t in sheet.trims if not t.behind]
        backs = [t for t in sheet.trims if t.behind]
        for one, other in zip(fronts, backs, strict=True):
            if fold.x1 == fold.x2:
                assert (one.x + other.x + one.w, one.y) == pytest.approx((2 * fold.x1, other.y))
            else:
                assert (one.x, one.y + other.y + one.h) == pytest.approx((other.x, 2 * fold.y1))
    else:
        front, back = made[:2]
        sideways = (edge == "long") == (front.w <= front.h)
        for one, other in zip(front.trims, back.trims, strict=True):
            turned = (front.w - other.x - other.w, other.y) if sideways else (other.x, front.h - other.y - other.h)
            assert (one.x, one.y) == pytest.approx(turned)
    for sheet in made:
        places = [(t.x, t.y, t.format) for t in sheet.trims]
        assert all(apart(one, other) >= gap - 1e-6 for n, one in enumerate(places) for other in places[:n])


def test_nested_hexes_share_their_cuts():
    """36 hexes: 6 sides of 38 / √3 mm each; a cut file has each side that two of them share only once."""
    (sheet,) = sheets(36, HEX, None)
    places = [(t.x, t.y, t.format) for t in sheet.trims]
    shared = sum(apart(one, other) < 1e-6 for n, one in enumerate(places) for other in places[:n])
    assert shared == 4 * 4 + 4 * 3 + 7 * 8, "eight columns of five and four; seven zigzags with eight sides each"
    cut = ways(cut_file(sheet, "svg"))
    assert length(cut) == pytest.approx((6 * 36 - shared) * 38 / 3**0.5, rel=2e-3)
    apart_from_each_other = ways(cut_file(sheets(33, HEX, None, gap=2)[0], "svg"))
    assert length(apart_from_each_other) == pytest.approx(33 * 6 * 38 / 3**0.5, rel=2e-3)


def test_nested_hexes_print_nothing_on_each_other():
    """A ground as wide as its hex and wider: a neighbour's ground begins exactly where its own ends."""
    loud = [Piece(f"{n}", f"{n}", Face((Rect(-9, -9, 99, 99, fill=ink, stroke=None),))) for n, ink in enumerate(
        ("ink", "paper") * 18
    )]  # fmt: skip
    job = lay_out("Test", [Deck("Hexes", HEX, tuple(loud))], PrintOptions(share=False, lines="none"))
    (sheet,) = job.sheets
    at = pixels(job)
    for trim in sheet.trims:
        dark = trim.piece.face.boxes[0].fill == "ink"
        for x, y in HEX.outline:
            inside = trim.x + HEX.w / 2 + (x - HEX.w / 2) * 0.97, trim.y + HEX.h / 2 + (y - HEX.h / 2) * 0.97
            assert (at(*inside) < 60) is dark


def pixels(job, page=0, dpi=300):
    data = pypdfium2.PdfDocument(pdf_bytes(job))
    picture = data[page].render(scale=dpi / 72).to_pil().convert("L")
    data.close()
    return lambda x, y: picture.getpixel((int(x / 25.4 * dpi), int(y / 25.4 * dpi)))


def inks(picture, sheet):
    """Return whether a place on a picture of a sheet is inked; the picture's size is rounded up to whole dots."""
    across, down = picture.width / sheet.w, picture.height / sheet.h
    return lambda x, y: picture.getpixel((int(x * across), int(y * down))) < 128


@pytest.mark.parametrize("guides", ["fronts", "backs"])
def test_crosses_on_paper_are_within_a_twentieth_of_a_millimetre_of_the_trims(guides):
    """At 600 dpi a dot is 0.042 mm: the middle of each arm that goes on past a corner is where the trim's side is."""
    job = lay_out(
        "Test", [deck(4, Format("card", 30, 40, 1))],
        PrintOptions(share=False, lines="crosses", gap=4, guides=guides, paper="80x110", ink="saver"),
    )  # fmt: skip
    front, back = job.sheets
    data = pypdfium2.PdfDocument(pdf_bytes(job))
    side = 0 if guides == "fronts" else 1
    picture = data[side].render(scale=600 / 72).to_pil().convert("L")
    data.close()
    if side:
        picture = ImageOps.mirror(picture) if back.w <= back.h else ImageOps.flip(picture)
    dot = 25.4 / 600
    column = sorted({t.x for t in front.trims})
    row = sorted({t.y for t in front.trims})
    card = front.trims[0].format
    across = (column[0] + card.w + column[1]) / 2
    down = (row[0] + card.h + row[1]) / 2
    for y in (row[0] + card.h, row[1]):
        dark = [n for n in range(picture.height) if picture.getpixel((int(across / dot), n)) < 128]
        near = [(n + 0.5) * dot for n in dark if abs((n + 0.5) * dot - y) < 1]
        assert sum(near) / len(near) == pytest.approx(y, abs=0.05) and len(near) * dot == pytest.approx(0.25, abs=0.05)
    for x in (column[0] + card.w, column[1]):
        dark = [n for n in range(picture.width) if picture.getpixel((n, int(down / dot))) < 128]
        near = [(n + 0.5) * dot for n in dark if abs((n + 0.5) * dot - x) < 1]
        assert sum(near) / len(near) == pytest.approx(x, abs=0.05) and len(near) * dot == pytest.approx(0.25, abs=0.05)


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", ["180x130", pytest.param("letter", marks=pytest.mark.long)])
def test_nested_hexes_and_their_backs_coincide_on_paper(edge, paper):
    """Black on both sides: turned over, the back's border is the front's, to two dots of 600 to the inch."""
    black = Face((Rect(0, 0, 99, 99, fill="ink", stroke=None),))
    options = PrintOptions(share=False, lines="none", paper=paper, backs=edge, gap=1)
    job = lay_out("Test", [deck({"180x130": 11, "letter": 32}[paper], HEX, black, black)], options)
    front, back = job.sheets
    data = pypdfium2.PdfDocument(pdf_bytes(job))
    one, other = (data[n].render(scale=600 / 72).to_pil().convert("L") for n in (0, 1))
    data.close()
    sideways = (edge == "long") == (front.w <= front.h)
    over = ImageOps.mirror(other) if sideways else ImageOps.flip(other)
    seen, behind = (inks(picture, front) for picture in (one, over))
    for trim in front.trims:
        for (x1, y1), (x2, y2) in zip(HEX.outline, (*HEX.outline[1:], HEX.outline[0]), strict=True):
            middle = trim.x + (x1 + x2) / 2, trim.y + (y1 + y2) / 2
            from_centre = middle[0] - trim.x - trim.w / 2, middle[1] - trim.y - trim.h / 2
            size = (from_centre[0] ** 2 + from_centre[1] ** 2) ** 0.5
            for inked in (seen, behind):
                for out, dark in ((-0.05, True), (0.05, False)):
                    there = [p + out * d / size for p, d in zip(middle, from_centre, strict=True)]
                    assert inked(*there) is dark, (trim.x, trim.y, out)
    assert len(back.trims) == len(front.trims)


def strip_area(sheet):
    """Return where the foot strip of a sheet is: left, top, right, bottom."""
    strip = sheet.boxes[-1]
    return (strip.x, 0, strip.x + 8, sheet.h) if strip.angle else (0, strip.y, sheet.w, strip.y + 8)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_backs_keep_clear_of_their_foot_strip(edge):
    """Thirty hexes fill A4 down to the strip: turned over they reach up as far."""
    for form in (HEX, Format("wide", 71, 95), Format("counter", 20, 20, 1)):
        for sheet in sheets(200, form, backs=edge):
            left, top, right, bottom = strip_area(sheet)
            for trim in sheet.trims:
                across = trim.x + trim.w <= left + 1e-6 or trim.x >= right - 1e-6
                assert across or trim.y + trim.h <= top + 1e-6 or trim.y >= bottom - 1e-6


def test_a_job_with_new_guides_has_the_same_bytes_every_time():
    options = PrintOptions(share=False, lines="crosses", gap=3, corners=3, guides="backs", line_width=0.3)
    job = lay_out("Test", [deck(12)], options)
    assert pdf_bytes(job) == pdf_bytes(lay_out("Test", [deck(12)], options))
    with pikepdf.open(io.BytesIO(pdf_bytes(job))) as pdf:
        assert len(pdf.pages) == 4


CHOICES = st.builds(
    PrintOptions,
    paper=st.sampled_from([paper.name for paper in papers.PAPERS]),
    backs=st.sampled_from(["long", "short", "fold", "no"]),
    gap=st.sampled_from([0, 1, 2.5, 6]),
    bleed=st.sampled_from([0, 1, 3]),
    margin=st.sampled_from([3, 5, 12]),
    lines=st.sampled_from(["marks", "crosses"]),
    guides=st.sampled_from(["both", "fronts", "backs"]),
    line_width=st.sampled_from([None, 0.1, 0.5]),
    fold_gap=st.sampled_from([0, 1, 5, 12]),
    corners=st.sampled_from([0, 3]),
    register_marks=st.booleans(),
    share=st.booleans(),
)


@settings(deadline=None, max_examples=40)
@given(
    setup=CHOICES,
    wanted=st.lists(st.tuples(st.sampled_from(papers.FORMATS), st.integers(1, 14), st.booleans()), max_size=3),
)
def test_guides_cover_nothing_on_any_sheet(setup, wanted):
    decks = [deck(count, form, BACK if backed else None) for form, count, backed in wanted]
    try:
        made = lay_out("Test", decks, setup).sheets
    except DoesNotFit:
        return
    for sheet in made:
        if sheet.trims:
            check_guides(sheet, setup)


def strip_ink(sheet):
    """Return what the ruler and the words of the foot strip cover: left, top, right, bottom."""
    strip = sheet.boxes[-1]
    ruler = next(box for box in strip.boxes if isinstance(box, Line))
    words = [box.box for box in strip.boxes if isinstance(box, Words)]
    top, bottom = min((text.y for text in words), default=ruler.y1 - 2.6), ruler.y1
    return (
        (strip.x + top, 0, strip.x + bottom, sheet.h) if strip.angle else (0, strip.y + top, sheet.w, strip.y + bottom)
    )


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("more", [{}, {"bleed": 3, "gap": 6}, {"lines": "crosses", "bleed": 2, "gap": 6}])
def test_marks_on_both_sides_end_before_the_foot_strip(more, edge):
    for sheet in sheets(20, **more, backs=edge):
        check_strip(sheet)


def check_strip(sheet):
    """No guide runs through the ruler or the words of the foot strip."""
    left, top, right, bottom = strip_ink(sheet)
    for line in lines(sheet):
        x1, y1, x2, y2 = ink_area(line)
        assert x2 <= left + 0.3 or x1 >= right - 0.3 or y2 <= top + 0.3 or y1 >= bottom - 0.3, (sheet.side, line)


def check_guides(sheet, setup):
    """Hold a side to the laws of guides."""
    if setup.lines == "none":
        assert not lines(sheet)
        return
    check_clear(sheet, setup.margin)
    check_strip(sheet)
    if setup.backs in ("long", "short"):
        anything = bool(lines(sheet))
        if sheet.side == "back":
            assert setup.guides != "fronts" or not anything
            assert setup.guides == "backs" or not [line for line in lines(sheet) if line.dash]
            assert setup.guides != "backs" or anything
        elif setup.guides != "backs":
            assert anything
    for line in lines(sheet):
        assert 0.1 <= line.width <= 0.5
    left, top, right, bottom = strip_area(sheet)
    for trim in sheet.trims:
        clear = trim.x + trim.w <= left + 1e-6 or trim.x >= right - 1e-6
        assert clear or trim.y + trim.h <= top + 1e-6 or trim.y >= bottom - 1e-6


def every_format(game):
    """Return a deck of twenty pieces at most for each format of a game's pieces, with and without backs.

    Pieces that are cut along lines of their own, such as the nets of boxes, have no guides.
    """
    found = {}
    for print_set in game.print_sets:
        build = game.read({"game": game.slug, **PRESENT[game.slug]}) if print_set.needs_build else None
        for part in print_set.make(PrintSource(game.context_of(build), build)):
            if isinstance(part, Deck) and part.pieces and not part.format.traced:
                key = part.format, bool(part.pieces[0].back)
                found.setdefault(key, Deck(part.title, part.format, part.pieces[:20]))
    return list(found.values())


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "paper"), paired(GAMES, [paper.name for paper in papers.PAPERS]), ids=lambda one: getattr(one, "slug", one)
)
def test_guides_of_every_game_on_every_paper(game, paper):
    decks, faces = every_format(game), FittedFaces()
    choices = product(
        ("marks", "crosses", "hairlines", "dots", "none"), ("both", "fronts", "backs"), get_args(Backs), (0, 3)
    )
    for guide, guides, backs, gap in choices:
        options = PrintOptions(paper=paper, lines=guide, guides=guides, backs=backs, gap=gap, bleed=1 if gap else 0)
        job = plan_job(Printout(game.title, decks, game.accent), options, faces=faces)
        made = list(job.sheets)
        for sheet in made:
            if sheet.trims:
                check_guides(sheet, options)
        fronts = [trim for sheet in made if sheet.side == "front" for trim in sheet.trims if not trim.behind]
        assert job.pieces == len(fronts) == sum(piece.copies for deck in decks for piece in deck.pieces)
