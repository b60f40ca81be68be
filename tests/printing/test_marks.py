"""Marks, lines and guides to cut by, bleed, and the safe zone that no text crosses."""

import pypdfium2
import pytest

from companion.printing import marks, papers
from companion.printing.boxes import POKER, Circle, Deck, Face, Group, Line, Path, Piece, Rect, Text
from companion.printing.fitting import DoesNotFit
from companion.printing.layout import lay_out
from companion.printing.pdf import drawn
from companion.printing.setup import Setup

A4 = papers.paper("a4")


def cards(face, count=9, form=POKER):
    return Deck("Cards", form, (Piece("a", "A card", face, count),))


def lines(sheet):
    return [box for box in sheet.boxes if isinstance(box, Line)]


def test_a_guillotine_layout_has_as_many_cuts_as_lines():
    job = lay_out("Test", [cards(Face(()))], Setup(A4))
    assert job.cut_count == 8, "four upright, four level, for three by three"
    assert lay_out("Test", [cards(Face(()), 8)], Setup(A4, gap=2)).cut_count == 12, "two for each of 4 columns, 2 rows"


@pytest.mark.parametrize("setup", [Setup(A4), Setup(A4, bleed=3), Setup(A4, gap=4), Setup(A4, bleed=1, gap=1)])
def test_marks_keep_clear_of_every_trim_and_its_bleed(setup):
    for sheet in lay_out("Test", [cards(Face(()), 30)], setup).sheets:
        assert lines(sheet)
        for line in lines(sheet):
            assert line.width >= 0.2, "a line this thin does not print everywhere"
            for cut in sheet.cuts:
                out = setup.bleed - 1e-6
                beside = max(line.x1, line.x2) <= cut.x - out or min(line.x1, line.x2) >= cut.x + cut.w + out
                above = max(line.y1, line.y2) <= cut.y - out or min(line.y1, line.y2) >= cut.y + cut.h + out
                assert beside or above


def test_where_there_is_no_room_for_a_mark_there_is_no_dot():
    """Eight cards across A4 come within 17 mm of its edges; registration marks ask for 16, all but the corners."""
    (sheet,) = lay_out("Test", [cards(Face(()), 8)], Setup(A4, register=True)).sheets
    marked = [line for line in lines(sheet) if line.width == 0.25]
    assert all(abs(line.x2 - line.x1) + abs(line.y2 - line.y1) >= 2 for line in marked)
    xs, ys = marks.cuts(sheet.cuts)
    assert {line.x1 for line in marked if line.x1 == line.x2} == set(xs)
    assert {line.y1 for line in marked if line.y1 == line.y2} == set(ys)


def test_lines_along_shared_trims_are_drawn_once():
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], Setup(A4, lines="hairlines")).sheets
    thin = [line for line in lines(sheet) if line.width == marks.HAIR]
    assert len(thin) == 7, "two cards side by side: eight sides, one shared"
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], Setup(A4, lines="dots")).sheets
    assert sum(bool(line.dash) for line in lines(sheet)) == 7
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], Setup(A4, lines="none")).sheets
    assert not lines(sheet)


def test_corner_guides_touch_the_sides_a_radius_from_the_corner():
    (sheet,) = lay_out("Test", [cards(Face(()), 1)], Setup(A4, corners=3)).sheets
    (guide,) = [box for box in sheet.boxes if isinstance(box, Path)]
    cut = sheet.cuts[0]
    ends = {(round(m[-2] - cut.x, 3), round(m[-1] - cut.y, 3)) for m in guide.moves}
    assert {(0, 3), (3, 0), (60, 0), (63, 3), (63, 85), (60, 88), (3, 88), (0, 85)} == ends


def test_a_hex_is_outlined_and_counts_its_own_cuts():
    form = papers.format_named("hex 63 mm")
    job = lay_out("Test", [cards(Face(()), 2, form)], Setup(A4))
    assert sum(isinstance(box, Path) for box in job.sheets[0].boxes) == 2
    assert job.cut_count == 12


def pixels(job):
    data = pypdfium2.PdfDocument(drawn(job))
    picture = data[0].render(scale=300 / 72).to_pil().convert("L")
    data.close()
    dot = 25.4 / 300
    return lambda x, y: picture.getpixel((int(x / dot), int(y / dot)))


def test_a_ground_runs_on_into_its_bleed_and_no_further():
    ground = Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),))
    job = lay_out("Test", [cards(ground, 1)], Setup(A4, bleed=2))
    at, cut = pixels(job), job.sheets[0].cuts[0]
    for x, y in ((-1.8, 40), (64.8, 40), (30, -1.8), (30, 89.8)):
        assert at(cut.x + x, cut.y + y) < 60
    for x, y in ((-2.3, 40), (65.3, 40), (30, -2.3), (30, 90.3)):
        assert at(cut.x + x, cut.y + y) > 200


def test_what_is_drawn_past_the_trim_is_cut_off_there():
    for copies in (1, 2):
        face = Face((Circle(0, 44, 8, fill="ink", stroke=None),))
        job = lay_out("Test", [cards(face, copies)], Setup(A4))
        at, cut = pixels(job), job.sheets[0].cuts[0]
        assert at(cut.x + 4, cut.y + 44) < 60 and at(cut.x - 0.5, cut.y + 44) > 200


@pytest.mark.parametrize(
    "box",
    [
        Text(1, 40, 20, 5, "close to the left", what="rules"),
        Text(30, 40, 32.5, 5, "right", align="right", what="rules"),
        Text(10, 84, 40, 3.6, "close to the bottom", size=7, across="bottom", what="rules"),
        Group((Text(0, 0, 30, 5, "turned", what="rules"),), 1, 60, -90),
    ],
)
def test_no_text_crosses_the_safe_zone(box):
    with pytest.raises(DoesNotFit, match=r"A card: rules comes closer to the cut than 3 mm, by \d\.\d mm"):
        lay_out("Test", [cards(Face((box,)))], Setup(A4))


def test_a_box_may_cross_the_safe_zone_where_its_letters_do_not():
    lay_out("Test", [cards(Face((Text(0, 40, 63, 5, "in the middle", align="centre"),)))], Setup(A4))


def test_the_corner_of_a_hex_is_no_place_for_text():
    form = papers.format_named("hex 63 mm")
    lay_out("Test", [cards(Face((Text(20, 30, 30, 5, "middle"),)), 1, form)], Setup(A4))
    with pytest.raises(DoesNotFit, match="comes closer to the cut"):
        lay_out("Test", [cards(Face((Text(5, 5, 30, 5, "corner"),)), 1, form)], Setup(A4))


def test_registration_marks_are_type_1_and_pieces_keep_clear():
    setup = Setup(A4, register=True)
    for sheet in lay_out("Test", [cards(Face(()), 20)], setup).sheets:
        square, *angles = [box for box in sheet.boxes if isinstance(box, Rect)]
        assert (square.x, square.y, square.w, square.h, square.fill) == (10, 10, 5, 5, "ink")
        assert {(round(a.x + a.w, 3), a.y) for a in angles[:2]} == {(sheet.w - 10, 10)}
        assert {(a.x, round(a.y + a.h, 3)) for a in angles[2:]} == {(10, sheet.h - 10)}
        for cut in sheet.cuts:
            assert cut.x >= 16 and cut.x + cut.w <= sheet.w - 16 and cut.y >= 16 and cut.y + cut.h <= sheet.h - 16
        for line in lines(sheet):
            if line.width == 0.25:
                assert min(line.x1, line.x2) >= 13 and max(line.x1, line.x2) <= sheet.w - 13
                assert min(line.y1, line.y2) >= 13 and max(line.y1, line.y2) <= sheet.h - 13
                for mark in (square, *angles):
                    beside = max(line.x1, line.x2) <= mark.x - 2 or min(line.x1, line.x2) >= mark.x + mark.w + 2
                    above = max(line.y1, line.y2) <= mark.y - 2 or min(line.y1, line.y2) >= mark.y + mark.h + 2
                    assert beside or above
