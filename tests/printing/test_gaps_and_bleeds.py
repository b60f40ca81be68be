"""Gaps and bleed as people ask for them: outside alone, of backs alone, between rows alone, places left empty; in PDF."""

import io
from itertools import product

import pytest
from PIL import Image

from companion.base.findings import InvalidInput
from companion.printing.faces.boxes import POKER, Deck, Face, Line, Piece, Rect
from companion.printing.pdf import pdf_bytes
from companion.printing.pdf.preview import page_png
from companion.printing.sheets import marks, option_fields, papers, printer_runs, registration
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions

DPI = 254.0
"""Ten dots to a mm."""
FRONT = Face((Rect(0, 0, 63, 88, fill="blue", stroke=None), Rect(2, 2, 10, 10, fill="ink", stroke=None)))
BACK = Face((Rect(0, 0, 63, 88, fill="accent", stroke=None),))
RED = "#c02020"


def job(count=9, back=BACK, **given):
    deck = Deck("Cards", POKER, (Piece("a", "A card", FRONT, count, back),))
    return lay_out("Test", [deck], PrintOptions(**{"lines": "none", "margin": 3, **given}), RED)


def page(made, number):
    """Return a page as dots: True where there is the blue of fronts, or the red of backs."""
    return Image.open(io.BytesIO(page_png(pdf_bytes(made), number, DPI))).convert("RGB")


def is_inked(picture, x, y):
    """Return whether the dot at a place in mm is in a face or its bleed."""
    r, g, b = picture.getpixel((round(x * 10), round(y * 10)))
    return max(r, g, b) - min(r, g, b) > 60


def reach(picture, x, y, across, down):
    """Return how far ink goes on from a place, in mm, in steps of a tenth."""
    far = 0
    while is_inked(picture, x + across * (far + 1) / 10, y + down * (far + 1) / 10):
        far += 1
    return far / 10


def past(picture, trim):
    """Return how far ink reaches past each side of a trim, from its middle: left, top, right, bottom."""
    x, y = trim.x + trim.w / 2, trim.y + trim.h / 2
    half = (trim.w / 2, trim.h / 2)
    ways = ((-1, 0, half[0]), (0, -1, half[1]), (1, 0, half[0]), (0, 1, half[1]))
    return [round(reach(picture, x, y, across, down) - side, 1) for across, down, side in ways]


def rows(trims):
    return sorted({round(trim.y, 2) for trim in trims}), sorted({round(trim.x, 2) for trim in trims})


@pytest.mark.parametrize("edge", ["long", "short"])
def test_bleed_outside_alone_is_past_the_outermost_edges_and_takes_no_room_between(edge):
    """Seven cards on a sheet of nine: the two empty places are edges too."""
    made = job(7, bleed=2, bleed_on="outside", backs=edge)
    assert len(made.sheets) == 2 and len(made.sheets[0].trims) == 7
    for sheet, number in zip(made.sheets, (1, 2), strict=True):
        ys, xs = rows(sheet.trims)
        assert [round(b - a, 2) for a, b in zip(xs, xs[1:], strict=False)] == [63, 63]
        assert [round(b - a, 2) for a, b in zip(ys, ys[1:], strict=False)] == [88, 88]
        picture = page(made, number)
        at = {(round(t.x, 2), round(t.y, 2)) for t in sheet.trims}
        for trim in sheet.trims:
            x, y = trim.x, trim.y
            free = [
                (round(x + a * 63, 2), round(y + b * 88, 2)) not in at for a, b in ((-1, 0), (0, -1), (1, 0), (0, 1))
            ]
            outside = [(x - 1, y + 44), (x + 31, y - 1), (x + 64, y + 44), (x + 31, y + 89)]
            for is_free, (px, py), far in zip(free, outside, past(picture, trim), strict=True):
                if is_free:
                    assert is_inked(picture, px, py) and far == pytest.approx(2, abs=0.15)
                else:
                    assert far > 60, "the neighbour goes on"


def test_every_card_shows_all_of_its_own_face_where_bleed_is_outside_alone():
    """The dark square stands 2 mm from each card's corner: no neighbour's bleed lies on it."""
    made = job(9, bleed=3, bleed_on="outside", gap=0)
    picture = page(made, 1)
    for trim in made.sheets[0].trims:
        for x, y in product((2.3, 7, 11.7), repeat=2):
            r, g, b = picture.getpixel((round((trim.x + x) * 10), round((trim.y + y) * 10)))
            assert max(r, g, b) < 60


@pytest.mark.parametrize(("gap", "bleed", "between"), [(0, 2, 0), (1, 2, 0.5), (4, 2, 2), (6, 2, 2)])
def test_bleed_outside_alone_shares_a_gap_with_its_neighbour(gap, bleed, between):
    made = job(4, back=None, bleed=bleed, gap=gap, bleed_on="outside")
    picture = page(made, 1)
    first = min(made.sheets[0].trims, key=lambda trim: (trim.y, trim.x))
    right = reach(picture, first.x + 31, first.y + 44, 1, 0) - 32
    assert right == pytest.approx(between, abs=0.15) if gap > 2 * between else right > 60
    assert past(picture, first)[0] == pytest.approx(2, abs=0.15)


def test_nine_cards_with_bleed_outside_fit_where_six_do_with_bleed_on_every_edge():
    """A4 less 5 mm at each edge is 200 mm wide: three cards take 189, with bleed of 3 mm on every edge 207."""
    assert job(9, back=None, margin=5, bleed=3, bleed_on="outside").papers == 1
    assert job(9, back=None, margin=5, bleed=3).papers == 2


def test_hexes_keep_their_bleed_on_every_edge():
    form = papers.find_format("hex 38 mm")
    face = Face((Rect(0, 0, form.w, form.h, fill="blue", stroke=None),))
    deck = Deck("Tiles", form, (Piece("h", "A tile", face, 12),))
    made = [lay_out("T", [deck], PrintOptions(bleed=2, bleed_on=on)) for on in ("all", "outside")]
    places = [[(trim.x, trim.y, trim.bleed, trim.limits) for trim in each.sheets[0].trims] for each in made]
    assert places[0] == places[1] and places[0][0][2:] == (2, None)


@pytest.mark.parametrize(("bleed", "backs", "fronts_out", "backs_out"), [(0, 2, 0, 2), (1, 3, 1, 3), (2, 0, 2, 0)])
def test_pages_of_backs_have_a_bleed_of_their_own_behind_the_same_trims(bleed, backs, fronts_out, backs_out):
    made = job(4, bleed=bleed, back_bleed=backs, bleed_on="outside")
    front, back = (page(made, number) for number in (1, 2))
    first = min(made.sheets[0].trims, key=lambda trim: (trim.y, trim.x))
    behind = max(made.sheets[1].trims, key=lambda trim: (-trim.y, trim.x))
    assert behind.x + behind.w == pytest.approx(210 - first.x) and behind.y == pytest.approx(first.y)
    assert past(front, first)[:2] == pytest.approx([fronts_out] * 2, abs=0.15)
    assert past(back, behind)[1:3] == pytest.approx([backs_out] * 2, abs=0.15)


@pytest.mark.parametrize(("across", "down"), [(0, 6), (3, 0), (2.5, 7), (4, None)])
def test_rows_may_have_another_gap_than_columns(across, down):
    made = job(4, gap=across, gap_down=down)
    for sheet in made.sheets:
        ys, xs = rows(sheet.trims)
        assert [round(b - a - 63, 2) for a, b in zip(xs, xs[1:], strict=False)] == [across] * (len(xs) - 1)
        assert {round(b - a - 88, 2) for a, b in zip(ys, ys[1:], strict=False)} <= {across if down is None else down}
    pairs = [(t.x, t.y) for t in made.sheets[0].trims], [(210 - t.x - t.w, t.y) for t in made.sheets[1].trims]
    assert [round(v, 6) for at in sorted(pairs[0]) for v in at] == [round(v, 6) for at in sorted(pairs[1]) for v in at]


def test_bleed_needs_its_room_in_rows_and_in_columns():
    made = job(4, gap=0, gap_down=1, bleed=2)
    ys, xs = rows(made.sheets[0].trims)
    assert xs[1] - xs[0] == pytest.approx(67) and ys[1] - ys[0] == pytest.approx(92)


def longest(sheet):
    return max(max(abs(b.x2 - b.x1), abs(b.y2 - b.y1)) for b in sheet.boxes if isinstance(b, Line))


@pytest.mark.parametrize(("lines", "chosen", "length"), [("marks", None, 4), ("marks", 2, 2), ("marks", 10, 10)])
def test_marks_are_as_long_as_chosen_where_there_is_room(lines, chosen, length):
    made = job(1, back=None, lines=lines, mark_length=chosen)
    assert longest(made.sheets[0]) == pytest.approx(length)
    for at in (0.9, 20.1):
        with pytest.raises(InvalidInput, match="mark_length"):
            option_fields.read_options(PrintOptions, {"mark_length": str(at)})


def test_arms_of_crosses_are_as_long_as_chosen():
    assert longest(job(1, back=None, lines="crosses", mark_length=5).sheets[0]) == pytest.approx(5)
    assert longest(job(1, back=None, lines="crosses").sheets[0]) == pytest.approx(2)


def places(sheet):
    ys, xs = rows(sheet.trims)
    return sorted((ys.index(round(t.y, 2)), xs.index(round(t.x, 2))) for t in sheet.trims)


def test_places_are_left_empty_on_each_sheet_and_so_are_those_behind_them():
    made = job(14, skip="1, 9")
    assert [len(sheet.trims) for sheet in made.sheets] == [7, 7, 7, 7]
    assert places(made.sheets[0]) == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    assert places(made.sheets[1]) == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    front, back = (sorted((round(t.x, 4), t.y) for t in sheet.trims) for sheet in made.sheets[:2])
    assert front == sorted((round(210 - x - 63, 4), y) for x, y in back)


def test_an_empty_place_has_bleed_around_it():
    made = job(8, back=None, skip="5", bleed=2, bleed_on="outside")
    picture = page(made, 1)
    middle = sorted(made.sheets[0].trims, key=lambda trim: (trim.y, trim.x))[3]
    assert past(picture, middle)[2] == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize(
    ("paper", "form", "without", "count"),
    [("a4", "poker", 4, 6), ("a4", "mini", 10, 12), ("a4", "hex 38 mm", 20, 24), ("letter", "square 63 mm", 6, 9),
     ("a3", "bridge", 16, 18), ("a3", "square 63 mm", 20, 21)],
)  # fmt: skip
def test_more_pieces_fit_where_only_the_places_beside_registration_marks_are_left_empty(paper, form, without, count):
    """All lie within the cutter's area, 10 mm from each edge, and 5 mm about each mark stays white."""
    size = papers.find_format(form)
    face = Face((Rect(0, 0, size.w, size.h, fill="blue", stroke=None),))
    deck = Deck("Cards", size, (Piece("a", "A card", face, 60),))

    def first(skip):
        options = PrintOptions(register_marks=True, skip=skip, paper=paper, bleed=1, margin=3)
        return lay_out("T", [deck], options).sheets[0]

    sheet = first("marks")
    assert (len(first("").trims), len(sheet.trims)) == (without, count)
    drawn = registration.draw_registration_marks(sheet.w, sheet.h, 10)
    assert min(_apart(trim, mark) for trim in sheet.trims for mark in drawn) >= 5 - 1e-6
    assert all(trim.x >= 11 and trim.x + trim.w <= sheet.w - 11 for trim in sheet.trims)
    assert all(trim.y >= 11 and trim.y + trim.h <= sheet.h - 11 for trim in sheet.trims)
    square = drawn[0]
    for line in (box for box in sheet.boxes if isinstance(box, Line)):
        x, y = min(line.x1, line.x2) - square.x - square.w, min(line.y1, line.y2) - square.y - square.h
        assert max(x, y) >= 5 - 0.2


def _apart(trim, mark):
    out = trim.bleed
    across = max(trim.x - out - mark.x - mark.w, mark.x - trim.x - trim.w - out, 0)
    down = max(trim.y - out - mark.y - mark.h, mark.y - trim.y - trim.h - out, 0)
    return (across**2 + down**2) ** 0.5


@pytest.mark.parametrize("text", ["0", "1000", "first", "-1", "1-3", "1;2"])
def test_places_that_cannot_be_read_are_refused(text):
    with pytest.raises(
        InvalidInput, match=r"skip: found '.*', expected places by number, from 1 at the top left to 999"
    ):
        option_fields.read_options(PrintOptions, {"skip": text})


def test_a_sheet_with_every_place_empty_is_refused_by_name():
    with pytest.raises(InvalidInput, match=r"skip: found .* expected fewer: a sheet has 9 places for Cards"):
        job(1, skip=", ".join(map(str, range(1, 10))))


def one_side(side, back=BACK, count=20, **given):
    made = job(count, back, sides=side, **given)
    (run,) = printer_runs.runs(made)
    return run


def test_fronts_and_backs_are_files_with_the_same_pages():
    fronts, backs = one_side("fronts"), one_side("backs")
    assert [sheet.label for sheet in fronts.job.sheets] == ["1", "2", "3"]
    assert [sheet.label for sheet in backs.job.sheets] == ["1 back", "2 back", "3 back"]
    assert (fronts.file, backs.file, fronts.duplex, backs.duplex) == ("fronts", "backs", "no", "no")
    for one, other in zip(fronts.job.sheets, backs.job.sheets, strict=True):
        mirrored = sorted((round(one.w - t.x - t.w, 4), t.y) for t in other.trims)
        assert mirrored == sorted((round(t.x, 4), t.y) for t in one.trims)


def test_behind_a_sheet_without_a_back_the_file_of_backs_has_a_blank_page():
    decks = [Deck(f"D{n}", POKER, (Piece("a", "A", FRONT, 9, back),)) for n, back in enumerate((BACK, None, BACK))]
    made = lay_out("T", decks, PrintOptions(share=False, sides="backs", margin=3))
    (run,) = printer_runs.runs(made)
    assert [sheet.blank for sheet in run.job.sheets] == [False, True, False]


@pytest.mark.parametrize("given", [{"back": None}, {"backs": "no"}, {"backs": "fold"}])
def test_a_print_without_backs_behind_its_fronts_has_no_file_of_backs(given):
    with pytest.raises(InvalidInput, match="sides: found backs, expected a print that has backs behind its fronts"):
        one_side("backs", **given)
    assert len(one_side("fronts", **given).job.sheets) >= 3


def test_crosses_are_told_by_the_narrower_of_the_two_gaps():
    planned = job(4, lines="crosses", gap=4, gap_down=0)
    assert "Crosses fit between pieces where the gap is 1 mm or more" in planned.notes[0]
    assert not marks.notes(PrintOptions(lines="crosses", gap=4, gap_down=4), [])
