"""The test page tells a printer's error, and what is read off it undoes the error: tried on printers made up here."""

import io
from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.calibration import test_page as the_page
from companion.printing.faces.boxes import Deck, Face, Format, Line, Pages, Piece, Rect
from companion.printing.pdf import preview
from companion.printing.sheets import papers, reach
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import plan_job, print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import (
    Printer,
    Readings,
    calibrate_command,
    combine_readings,
    read_printer,
    split_reading,
)

A4 = papers.find_paper("a4")
W, H = 210.0, 297.0
PT_PER_MM = 72 / 25.4


class Press:
    """A printer with errors: it scales about the middle of the page and shifts each side."""

    def __init__(self, wide, high, right, down, back_right, back_down):
        self.wide, self.high = wide, high
        self.shift = {False: (right, down), True: (back_right, back_down)}

    def prints(self, x, y, back=False):
        dx, dy = self.shift[back]
        return W / 2 + (x - W / 2) * self.wide + dx, H / 2 + (y - H / 2) * self.high + dy

    @classmethod
    def off_by(cls, wide, high, right, down, off_right, off_down, flip):
        """Return one whose backs, seen from the front, are so far off their fronts: right and down, in mm."""
        back = (-(right + off_right), down + off_down) if flip == "long" else (right + off_right, -(down + off_down))
        return cls(wide, high, right, down, *back)

    def seen(self, x, y, flip, back, corrected=None):
        """Return where a point of a side lies on the paper, seen from the front."""
        if corrected:
            x, y = corrected.correction(W, H, back).at(x, y, W, H)
        x, y = self.prints(x, y, back)
        if not back:
            return x, y
        return (W - x, y) if flip == "long" else (x, H - y)


@cache
def _sheets(flip):
    return the_page(A4, flip).sheets


class Reader:
    """Somebody who measures a test page with a ruler, and reads its scales against the light, off the lines drawn."""

    def __init__(self, press, flip, corrected=None):
        self.press, self.flip, self.corrected = press, flip, corrected
        front, back = _sheets(flip)
        self.front, self.back = self._lines(front, False), self._lines(back, True)

    def _lines(self, sheet, back):
        lines = [box for box in sheet.boxes if isinstance(box, Line)]
        return [(line, self._at(line.x1, line.y1, back), self._at(line.x2, line.y2, back)) for line in lines]

    def _at(self, x, y, back):
        return self.press.seen(x, y, self.flip, back, self.corrected)

    def ruler(self):
        """Return A, B, C and D as measured, to a tenth of a millimetre."""
        left = next(start[0] for line, start, _ in self.front if line.x1 == line.x2 == 20)
        top = next(start[1] for line, start, _ in self.front if line.y1 == line.y2 == 20)
        across = next(end[0] - start[0] for line, start, end in self.front if line.x2 - line.x1 == 150)
        along = next(end[1] - start[1] for line, start, end in self.front if line.y2 - line.y1 == 200)
        return {"left": left, "top": top, "across": across, "along": along}

    def scale(self, axis):
        """Return the arrow in whole mm and the mark that lines up, on the level (0) or the upright scales (1)."""
        ticks = self._ticks(self.front, axis, 0.15)
        fine = [at for at in ticks if abs(at[2] - 5.0) < 0.01]
        coarse = [at for at in ticks if at[2] < 4]
        marks = [at for at in self._ticks(self.back, axis, 0.15) if at[2] > 10]
        (arrow,) = self._ticks(self.back, axis, 0.25)
        assert (len(fine), len(coarse), len(marks)) == (29, 13, 35)
        pairs = [
            (abs(one[0] - other[0]), number)
            for number, one in zip(range(-14, 15), sorted(fine), strict=True)
            for other in marks
        ]
        nearest = min(
            (abs(one[0] - arrow[0]), number) for number, one in zip(range(-6, 7), sorted(coarse), strict=True)
        )
        assert nearest[0] < 0.6, "the arrow is past its scale"
        return nearest[1], min(pairs)[1]

    def _ticks(self, lines, axis, width):
        """Return the lines across an axis: where they lie along it, across it, and how long they are as drawn."""
        found = []
        for line, start, end in lines:
            ends = (line.x1, line.y1), (line.x2, line.y2)
            if line.width == width and abs(ends[0][axis] - ends[1][axis]) < 1e-6:
                long = abs(ends[0][1 - axis] - ends[1][1 - axis])
                if long < 14:
                    found.append((start[axis], end[1 - axis], long))
        return found

    def readings(self):
        """Return what somebody types who reads everything."""
        (right_mm, right), (down_mm, down) = self.scale(0), self.scale(1)
        back = {"back_right_mm": right_mm, "back_right": right, "back_down_mm": down_mm, "back_down": down}
        return {**self.ruler(), **back, "flip": self.flip}


far = st.floats(-4.9, 4.9)
small = st.floats(-0.9, 0.9)
scale = st.floats(0.955, 1.045)
flips = st.sampled_from(["long", "short"])


@settings(deadline=None, max_examples=60)
@given(scale, scale, small, small, far, far, flips, st.floats(5, 205), st.floats(5, 292))
def test_what_is_read_undoes_the_error_over_the_whole_reach(wide, high, right, down, off_right, off_down, flip, x, y):
    """Backs up to 5 mm off, lengths up to 4.5 % wrong: corrected, each side is where it should be within 0.1 mm."""
    press = Press.off_by(wide, high, right, down, off_right, off_down, flip)
    known = read_printer("mine", insist=True, **Reader(press, flip).readings())
    for back in (False, True):
        drawn = known.correction(W, H, back).at(x, y, W, H)
        assert press.prints(*drawn, back) == pytest.approx((x, y), abs=0.08)
    proof = Reader(press, flip, known)
    assert proof.ruler() == pytest.approx({"left": 20, "top": 20, "across": 150, "along": 200})
    # Read to a tenth, half of a tenth may be left, and a trace more on a printer that stretches.
    for axis, size in ((0, wide), (1, high)):
        arrow, mark = proof.scale(axis)
        assert arrow == 0 and abs(mark) <= (1 if size > 1 else 0)


@settings(deadline=None, max_examples=60)
@given(scale, scale, small, small, far, far, flips)
def test_the_proof_reads_zero_exactly_when_backs_are_within_a_tenth(wide, high, right, down, off_right, off_down, flip):
    """Any error that is left, 2.3 mm too, shows on the proof: nothing but a back in its place reads 0 and 0."""
    press = Press.off_by(wide, high, right, down, off_right, off_down, flip)
    page = Reader(press, flip)
    for axis, off, size in ((0, off_right, wide), (1, off_down, high)):
        zero = page.scale(axis) == (0, 0)
        assert abs(off) <= 0.1 if zero else abs(off) >= 0.04 * size


@pytest.mark.parametrize("off", [2.3, -2.3, 2.9, -2.9, 1.45, 4.96, -5])
def test_an_error_of_more_than_a_millimetre_does_not_look_like_none(off):
    """The old scales repeated after 2 mm: a back 2.3 mm off its front read as 0.3, and 1.9 mm off as 0."""
    page = Reader(Press.off_by(1, 1, 0, 0, off, -off, "long"), "long")
    assert page.scale(0) != (0, 0)
    known = read_printer("mine", **page.readings())
    assert known.readings.back_right == pytest.approx(off * 10, abs=0.6)
    assert known.readings.back_down == pytest.approx(-off * 10, abs=0.6)


def test_an_arrow_and_a_mark_say_together_how_far_a_back_is_off():
    for steps in range(-50, 51):
        arrow, mark = split_reading(steps)
        assert -5 <= arrow <= 5 and -14 <= mark <= 14
        for misread in (arrow - 0.5, arrow, arrow + 0.5):
            assert combine_readings(misread, mark) == steps
    assert combine_readings(2, 7) is None, "the arrow says 20, the marks say 7 or 36"


def test_readings_past_the_reach_are_refused_with_what_to_do():
    with pytest.raises(InvalidInput) as caught:
        read_printer("x", back_right_mm=6, back_right=2, back_down_mm=2, back_down=7)
    assert [str(error) for error in caught.value.input_errors] == [
        "back_right_mm: found '6', expected a number from -5 to 5: if the arrow is past the scale, set the paper guides "
        "of the tray to the paper and print the test page again.",
        "back_down: found the arrow at 2 mm and the mark 7, expected two that go together, at most 5 mm off: read both "
        "again.",
    ]
    with pytest.raises(InvalidInput, match="back_down: found nothing, expected a number from -14 to 14"):
        read_printer("x", back_down_mm=1)
    with pytest.raises(InvalidInput, match="at most 5 mm off"):
        read_printer("x", back_right_mm=5, back_right=0)  # 58 steps


def test_a_mark_alone_counts_from_an_arrow_at_zero_as_it_did():
    assert read_printer("x", back_right="4").readings == Readings(back_right=4)
    assert calibrate_command(read_printer("x", back_right_mm=3, back_right=0, across=149)) == (
        "companion calibrate x --across 149 --back-right-mm 3 --back-right 0"
    )


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("read", ["long", "short"])
def test_readings_over_one_edge_serve_sheets_turned_over_the_other(read, flip):
    """The paper goes the same way through the printer: over the short edge its back is turned half round first.

    This printer shifts fronts 0.5 mm right and 0.2 up, backs, as they lie in it, 0.3 left and 0.4 down: against the
    light the back of a sheet stands 0.3 right and 0.4 down, which is 0.2 left and 0.6 down of its front.
    """
    known = Printer("mine", Readings(150, 200, 20.5, 19.8, -2, 6, read)).turned_over_edge(flip)
    x, y = known.correction(W, H, back=True).at(30, 40, W, H)
    lies = (x, y) if flip == "long" else (W - x, H - y)
    seen = (W - (lies[0] - 0.3), lies[1] + 0.4)
    assert seen == pytest.approx((W - 30, 40) if flip == "long" else (30, H - 40), abs=1e-6)


def test_a_job_is_drawn_for_the_edge_it_is_turned_over():
    face = Face((Rect(0, 0, 50, 70),))
    deck = Deck("Cards", Format("card", 50, 70), (Piece("a", "A", face, 1, face),))
    pages = []
    for read in ("long", "short"):
        known = Printer("mine", Readings(left=20.5, back_right=-2, flip=read))
        pages.append(
            pdf.pdf_bytes(plan_job(Printout("Test", [deck]), PrintOptions(backs="short", share=False), printer=known))
        )
    assert pages[0] == pages[1]


def test_a_pdf_for_a_printer_is_moved_and_scaled_and_always_upright():
    face = Face((Rect(0, 0, 130, 62),))
    deck = Deck("Wide", Format("wide", 130, 62), (Piece("w", "W", face, 6, face),))
    known = Printer("mine", Readings(across=151.5, along=198, left=21, top=19.5, back_right=4))
    job = plan_job(Printout("Test", [deck]), PrintOptions(share=False), printer=known)
    assert job.sheets[0].w > job.sheets[0].h, "lies across"
    with pikepdf.open(io.BytesIO(pdf.pdf_bytes(job))) as made:
        for page, back in zip(made.pages, (False, True), strict=False):
            assert float(page.mediabox[2]) / PT_PER_MM == pytest.approx(210, abs=0.01)
            found = [
                tuple(map(float, operands))
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "cm"
            ][:4]
            a, b, c, d, e, f = found[1]
            for x, y in ((0, 0), (297, 0), (100, 150)):
                drawn = (
                    (a * x * PT_PER_MM - c * y * PT_PER_MM + e) / PT_PER_MM,
                    H - (b * x * PT_PER_MM - d * y * PT_PER_MM + f) / PT_PER_MM,
                )
                # Turned a quarter: what is x on the sheet goes up the page.
                assert drawn == pytest.approx(known.correction(W, H, back).at(y, H - x, W, H), abs=0.01)


def test_a_true_printer_changes_nothing():
    assert Printer("true", Readings()).correction(W, H, True).at(33, 44, W, H) == pytest.approx((33, 44))


def test_the_page_can_be_seen_and_small_paper_is_refused():
    data = pdf.pdf_bytes(the_page(A4))
    assert preview.page_png(data, 2).startswith(b"\x89PNG")
    with pikepdf.open(io.BytesIO(data)) as made:
        assert made.check_pdf_syntax() == []
    with pytest.raises(InvalidInput, match="one of at least 200 × 260 mm"):
        the_page(papers.find_paper("100x150"))


def test_readings_that_cannot_be_are_told_all_at_once():
    assert read_printer(" My  inkjet ", across="150,4", back_right="−3") == Printer(
        "My inkjet", Readings(across=150.4, back_right=-3)
    )
    with pytest.raises(InvalidInput) as caught:
        read_printer("", across="wide", along=100, left=50, back_down=15, flip="sideways")
    said = str(caught.value)
    for sentence in (
        "name: found '', expected a name of 1 to 40 letters.",
        "across: found 'wide', expected a number from 142.5 to 157.5: if your ruler shows another, print at 100 %",
        "along: found '100', expected a number from 190 to 210: if your ruler",
        "left: found '50', expected a number from 10 to 30: if it is further off, straighten the paper in its tray",
        "back_down: found '15', expected a number from -14 to 14: the number of the mark that lines up",
        "flip: found 'sideways', expected long or short.",
    ):
        assert sentence in said
    with pytest.raises(InvalidInput, match="across: found 'nan'"):
        read_printer("x", across="nan")


CARD = Format("card", 50, 70)
CARDS = Deck("Cards", CARD, (Piece("a", "A", Face((Rect(9, 9, 5, 5),)), 16, Face((Rect(9, 9, 9, 9),))),))
UPRIGHT = replace(CARDS, format=Format("card", 60, 88))
PAGE = Pages("Reference", lambda area: ((Rect(0, 0, area.w, area.h),),))


def told(known, part=CARDS, **options):
    return print_job(Printout("Test", [part]), PrintOptions(share=False, **options), printer=known).notes


def test_a_correction_that_pushes_marks_or_pieces_off_the_printable_area_is_told():
    """Backs are 4 mm too far right seen from the front: they are drawn 4 mm further right as they lie in the tray."""
    known = read_printer("Inkjet", back_right_mm=4, back_right=11)
    assert known.readings.back_right == 40
    (sentence,) = told(known, UPRIGHT)
    assert sentence == (
        "Inkjet: its correction pushes the cut marks or the ruler of sheet 1, back 4.0 mm past the area that it prints on."
        " Choose a margin of at least 9 mm."
    )
    assert told(known, UPRIGHT, margin=9) == (), "what it advises is enough"
    assert told(known, CARDS) == (), "the strip of a back that is turned over sideways is at its left"
    assert told(known, PAGE) == (), "only backs are moved"
    assert told(Printer("true", Readings())) == () and told(None) == ()


def test_pieces_and_whole_pages_are_told_too():
    """Fronts print 3 mm to the right: they are drawn 3 mm further left. A paper of 112 mm has 1 mm to spare."""
    known = read_printer("Laser", left=23)
    assert "pushes the page of sheet 1 3.0 mm past" in told(known, PAGE)[0]
    notes = told(known, paper="112x297", backs="no", lines="none")
    assert any("pushes pieces of sheet 1 2.0 mm past the area" in note for note in notes)
    assert reach.margin_advice(known) == (
        "Its correction moves the print up to 3.0 mm outwards: print with a margin of at least 8 mm."
    )
    assert reach.margin_advice(Printer("true", Readings())) == ""
    assert reach.margin_advice(replace(known, habits=Habits(margin=8))) == "", "its own margin is wide enough"
    assert reach.margin_advice(replace(known, habits=Habits(margin=7.5)))


@settings(deadline=None, max_examples=40)
@given(st.floats(-3, 3), st.floats(-3, 3), far, far, st.floats(0.98, 1.02))
def test_the_advised_margin_keeps_everything_on_the_printable_area(left, top, right, down, wide):
    known = Printer("mine", Readings(150 * wide, 200, 20 + left, 20 + top, right * 10, down * 10))
    margin = reach.margin_advice(known)
    kept = 5.0 if not margin else float(margin.rpartition("least ")[2].removesuffix(" mm."))
    assert told(known, margin=kept) == () and told(known, PAGE, margin=kept) == ()
