"""The test page tells a printer's error, and what is read off it undoes the error: tried on printers made up here."""

import io

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.findings import InvalidInput
from companion.printing import pdf
from companion.printing.calibration import test_page as the_page
from companion.printing.faces.boxes import Deck, Face, Format, Line, Piece, Rect
from companion.printing.pdf import preview
from companion.printing.sheets import papers
from companion.printing.sheets.layout import planned
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer, Readings, printer

A4 = papers.paper("a4")
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

    def read(self, flip):
        """Read the page as its owner would: with a ruler, and against the light."""
        left = self.prints(20, 50)[0]
        top = self.prints(50, 20)[1]
        across = self.prints(180, 106)[0] - self.prints(30, 106)[0]
        along = self.prints(196, 248.5)[1] - self.prints(196, 48.5)[1]
        front = self.prints(W / 2, H / 2)
        back = self.prints(W / 2, H / 2, back=True)
        seen = (W - back[0], back[1]) if flip == "long" else (back[0], H - back[1])
        return Readings(across, along, left, top, (seen[0] - front[0]) / 0.1, (seen[1] - front[1]) / 0.1, flip)


small = st.floats(-0.9, 0.9)


@settings(deadline=None, max_examples=100)
@given(
    press=st.builds(Press, st.floats(0.97, 1.03), st.floats(0.97, 1.03), small, small, small, small),
    flip=st.sampled_from(["long", "short"]),
    x=st.floats(5, 205),
    y=st.floats(5, 292),
)
def test_what_is_read_undoes_the_error_on_both_sides(press, flip, x, y):
    known = Printer("mine", press.read(flip))
    for back in (False, True):
        drawn = known.correction(W, H, back).at(x, y, W, H)
        assert press.prints(*drawn, back) == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("read", ["long", "short"])
def test_readings_over_one_edge_serve_sheets_turned_over_the_other(read, flip):
    """The paper goes the same way through the printer: over the short edge its back is turned half round first.

    This printer shifts fronts 0.5 mm right and 0.2 up, backs, as they lie in it, 0.3 left and 0.4 down: against the
    light the back of a sheet stands 0.3 right and 0.4 down, which is 0.2 left and 0.6 down of its front.
    """
    known = Printer("mine", Readings(150, 200, 20.5, 19.8, -2, 6, read)).turned(flip)
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
        pages.append(pdf.drawn(planned("Test", [deck], PrintOptions(backs="short", share=False), printer=known)))
    assert pages[0] == pages[1]


def test_the_marks_stand_where_the_steps_say():
    front, back = the_page(A4).sheets
    lines = [b for b in front.boxes if isinstance(b, Line)]
    assert any(b.x1 == b.x2 == 20 for b in lines) and any(b.y1 == b.y2 == 20 for b in lines)
    assert any(b.x2 - b.x1 == 150 for b in lines) and any(b.y2 - b.y1 == 200 for b in lines)
    upright = sorted(b.x1 for b in lines if b.x1 == b.x2 and abs(b.y2 - 126) < 1e-6)
    assert len(upright) == 21 and upright[10] == pytest.approx(105)
    assert upright[11] - upright[10] == pytest.approx(2.0)
    behind = sorted(W - b.x1 for b in back.boxes if isinstance(b, Line) and b.x1 == b.x2)
    assert behind[10] == pytest.approx(105) and behind[11] - behind[10] == pytest.approx(1.9)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_just_one_pair_of_marks_runs_on(flip):
    """A true printer: only the mark 0 of the back runs on; one that is 0.3 mm off to the right: only the mark 3."""
    front, back = the_page(A4, flip).sheets
    marks = {n: 105 + 2.0 * n for n in range(-10, 11)}
    behind = [(W - b.x1 if flip == "long" else b.x1) for b in back.boxes if isinstance(b, Line) and b.x1 == b.x2]
    for off, expected in ((0, 0), (0.3, 3), (-1, -10)):
        meets = [n for n, x in marks.items() if any(abs(x - (seen + off)) < 0.04 for seen in behind)]
        assert expected in meets
        assert all(abs(n - expected) % 19 == 0 or abs(n - expected) % 20 == 0 for n in meets), "far apart if at all"


def test_a_pdf_for_a_printer_is_moved_and_scaled_and_always_upright():
    face = Face((Rect(0, 0, 130, 62),))
    deck = Deck("Wide", Format("wide", 130, 62), (Piece("w", "W", face, 6, face),))
    known = Printer("mine", Readings(across=151.5, along=198, left=21, top=19.5, back_right=4))
    job = planned("Test", [deck], PrintOptions(share=False), printer=known)
    assert job.sheets[0].w > job.sheets[0].h, "lies across"
    with pikepdf.open(io.BytesIO(pdf.drawn(job))) as made:
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
    data = pdf.drawn(the_page(A4))
    assert preview.page_png(data, 2).startswith(b"\x89PNG")
    with pikepdf.open(io.BytesIO(data)) as made:
        assert made.check_pdf_syntax() == []
    with pytest.raises(InvalidInput, match="one of at least 200 × 260 mm"):
        the_page(papers.paper("100x150"))


def test_readings_that_cannot_be_are_told_all_at_once():
    assert printer(" My  inkjet ", across="150,4", back_right="−3") == Printer(
        "My inkjet", Readings(across=150.4, back_right=-3)
    )
    with pytest.raises(InvalidInput) as caught:
        printer("", across="wide", along=100, left=50, back_down=11, flip="sideways")
    said = str(caught.value)
    for sentence in (
        "name: found '', expected a name of 1 to 40 letters.",
        "across: found 'wide', expected a number from 142.5 to 157.5.",
        "along: found '100', expected a number from 190 to 210.",
        "left: found '50', expected a number from 10 to 30.",
        "back_down: found '11', expected a number from -10 to 10.",
        "flip: found 'sideways', expected long or short.",
    ):
        assert sentence in said
    with pytest.raises(InvalidInput, match="across: found 'nan'"):
        printer("x", across="nan")
