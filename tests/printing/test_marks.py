"""Marks, lines and guides to cut by, bleed, and the safe zone that no text crosses."""

import io
from dataclasses import replace
from math import hypot

import pypdfium2
import pytest

from companion.printing.faces.boxes import (
    POKER,
    Circle,
    Deck,
    Face,
    Format,
    Group,
    Line,
    Path,
    Piece,
    Rect,
    Text,
    polygon,
)
from companion.printing.pdf import draw_singles, pdf_bytes, preview
from companion.printing.sheets import marks, papers
from companion.printing.sheets.bleeding import add_bleed
from companion.printing.sheets.jobs import SingleFace
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import DoesNotFit, fit
from tests.pairs import paired

A4 = papers.find_paper("a4")


GROUND = Face((Rect(0, 0, 500, 500, fill="ink", stroke=None),))


def cards(face, count=9, form=POKER):
    return Deck("Cards", form, (Piece("a", "A card", face, count),))


def lines(sheet):
    return [box for box in sheet.boxes if isinstance(box, Line)]


def test_a_guillotine_layout_has_as_many_cuts_as_lines():
    job = lay_out("Test", [cards(Face(()))], PrintOptions(share=False))
    assert job.cut_count == 8, "four upright, four level, for three by three"
    assert lay_out("Test", [cards(Face(()), 8)], PrintOptions(gap=2, share=False)).cut_count == 12, (
        "two for each of 4 columns, 2 rows"
    )


@pytest.mark.parametrize(
    "setup",
    [
        PrintOptions(share=False),
        PrintOptions(bleed=3, share=False),
        PrintOptions(gap=4, share=False),
        PrintOptions(bleed=1, gap=1, share=False),
    ],
)
def test_marks_keep_clear_of_every_trim_and_its_bleed(setup):
    for sheet in lay_out("Test", [cards(GROUND, 30)], setup).sheets:
        assert {cut.bleed for cut in sheet.trims} == {setup.bleed}
        assert lines(sheet)
        for line in lines(sheet):
            assert line.width >= 0.2, "a line this thin does not print everywhere"
            for cut in sheet.trims:
                out = setup.bleed - 1e-6
                beside = max(line.x1, line.x2) <= cut.x - out or min(line.x1, line.x2) >= cut.x + cut.w + out
                above = max(line.y1, line.y2) <= cut.y - out or min(line.y1, line.y2) >= cut.y + cut.h + out
                assert beside or above


def test_where_there_is_no_room_for_a_mark_there_is_no_dot():
    """Eight cards across A4 come within 17 mm of its edges; registration marks leave 1.9 mm beside their square."""
    (sheet,) = lay_out("Test", [cards(Face(()), 8)], PrintOptions(register_marks=True, share=False)).sheets
    marked = [line for line in lines(sheet) if line.width == 0.25]
    assert all(abs(line.x2 - line.x1) + abs(line.y2 - line.y1) >= 1 for line in marked)
    xs, ys = marks.cuts(sheet.trims)
    assert {line.x1 for line in marked if line.x1 == line.x2} == set(xs)
    assert {line.y1 for line in marked if line.y1 == line.y2} == set(ys)


def ends(at, before, after, drawn):
    """Return whether lines given as (place, from, to) hold one that ends before and one that starts after a block."""
    there = [(a, b) for place, a, b in drawn if abs(place - at) < 1e-6 and b - a >= 1]
    return any(b < before for _, b in there) and any(a > after for a, _ in there)


def along(at, before, after, drawn):
    return any(abs(p - at) < 1e-6 and a < before + 1e-3 and b > after - 1e-3 for p, a, b in drawn)


def uncut(sheet, setup):
    """Return the straight cuts of a sheet that have neither two marks nor a line along them."""
    clear = [line for line in lines(sheet) if not line.dash and line.ink == "ink"]
    dotted = [line for line in lines(sheet) if line.dash]
    for line in clear:
        assert min(line.x1, line.y1) > setup.margin - 1e-6, "the printer does not reach it"
        assert line.x2 < sheet.w - setup.margin + 1e-6 and line.y2 < sheet.h - setup.margin + 1e-6
    found = []
    for form in {cut.format for cut in sheet.trims if cut.format.shape == "rect"}:
        cuts = [cut for cut in sheet.trims if cut.format == form]
        left, right = min(cut.x for cut in cuts), max(cut.x + cut.w for cut in cuts)
        top, bottom = min(cut.y for cut in cuts), max(cut.y + cut.h for cut in cuts)
        upright = [[(e.x1, e.y1, e.y2) for e in some if e.x1 == e.x2] for some in (clear, dotted)]
        level = [[(e.y1, e.x1, e.x2) for e in some if e.y1 == e.y2] for some in (clear, dotted)]
        for cut in cuts:
            found += [
                x
                for x in (cut.x, cut.x + cut.w)
                if not ends(x, top, bottom, upright[0]) and not along(x, top, bottom, upright[1])
            ]
            found += [
                y
                for y in (cut.y, cut.y + cut.h)
                if not ends(y, left, right, level[0]) and not along(y, left, right, level[1])
            ]
    return found


COUNTER, STRIP = Format("counter", 20, 20, 1), Format("strip", 100, 41, 1)


@pytest.mark.parametrize(
    ("more", "paper"),
    paired(
        [
            {},
            {"gap": 3},
            {"gap": 0.5},
            {"bleed": 1},
            {"bleed": 3},
            {"register_marks": True},
            {"register_marks": True, "gap": 2},
            {"margin": 3},
            {"margin": 15},
            {"backs": "fold"},
        ],
        ["a4", "letter", "a3", "120x250"],
    ),
)
def test_every_cut_has_two_marks_or_a_line_along_it(paper, more):
    setup = PrintOptions(paper=paper, **more, share=False)
    forms = [form for form in papers.FORMATS if form.shape == "rect"]
    for form in (COUNTER, STRIP, *forms):
        for count in (1, 7, 400) if form is COUNTER else (1, 7, 40):
            try:
                sheets = lay_out("Test", [cards(GROUND, count, form)], setup).sheets
            except DoesNotFit:
                continue
            for sheet in (sheets[0], sheets[-1]):
                assert uncut(sheet, setup) == [], (form.name, count)
    shared = [cards(GROUND, 5, form) for form in (COUNTER, *forms[:3])]
    try:
        for sheet in lay_out("Test", shared, setup.model_copy(update={"share": True})).sheets:
            assert uncut(sheet, setup) == []
    except DoesNotFit:
        assert paper == "120x250"


def test_lines_in_place_of_marks_stay_off_the_backs():
    """Ten 20 mm counters across A4 leave 5 mm at each side: no room for marks there."""
    back = Face(())
    deck = Deck("Counters", COUNTER, (Piece("a", "A", Face(()), 130, back),))
    front, behind = lay_out("Test", [deck], PrintOptions(share=False)).sheets
    assert [line.y1 for line in lines(front) if line.dash] == [front.trims[0].y + 20 * n for n in range(14)]
    assert not [line for line in lines(behind) if line.dash]


def test_lines_along_shared_trims_are_drawn_once():
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], PrintOptions(lines="hairlines", share=False)).sheets
    thin = [line for line in lines(sheet) if line.width == 0.1]
    assert len(thin) == 7, "two cards side by side: eight sides, one shared"
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], PrintOptions(lines="dots", share=False)).sheets
    assert sum(bool(line.dash) for line in lines(sheet)) == 7
    (sheet,) = lay_out("Test", [cards(Face(()), 2)], PrintOptions(lines="none", share=False)).sheets
    assert not lines(sheet)


def test_corner_guides_touch_the_sides_a_radius_from_the_corner():
    (sheet,) = lay_out("Test", [cards(Face(()), 1)], PrintOptions(corners=3, share=False)).sheets
    white, guide = [box for box in sheet.boxes if isinstance(box, Path)]
    assert (white.stroke, guide.stroke) == ("paper", "soft")
    cut = sheet.trims[0]
    ends = {(round(m[-2] - cut.x, 3), round(m[-1] - cut.y, 3)) for m in guide.moves}
    assert {(0, 3), (3, 0), (60, 0), (63, 3), (63, 85), (60, 88), (3, 88), (0, 85)} == ends


@pytest.mark.parametrize(("corners", "radius"), [(3, 3), (10, 10)])
def test_corner_guides_are_quarters_of_a_circle_with_white_along_their_outside(corners, radius):
    (sheet,) = lay_out("Test", [cards(Face(()), 1)], PrintOptions(corners=corners, share=False)).sheets
    white, guide = [box for box in sheet.boxes if isinstance(box, Path)]
    cut = sheet.trims[0]
    for path, distance in ((guide, radius), (white, radius + guide.width)):
        for nearest, (x, y) in zip(middles(path), corners_of(cut, radius), strict=True):
            assert hypot(nearest[0] - x, nearest[1] - y) == pytest.approx(distance, rel=2e-3)


def middles(path):
    """Return where each curve of a path is halfway."""
    for (_, x, y), (_, *handles, end_x, end_y) in zip(path.moves[::2], path.moves[1::2], strict=True):
        yield (x + 3 * handles[0] + 3 * handles[2] + end_x) / 8, (y + 3 * handles[1] + 3 * handles[3] + end_y) / 8


def corners_of(cut, radius):
    """Return the middles of the circles in a card's corners, in the order of the guides."""
    left, top, right, low = cut.x + radius, cut.y + radius, cut.x + cut.w - radius, cut.y + cut.h - radius
    return (left, top), (right, top), (right, low), (left, low)


def test_a_hex_is_outlined_and_counts_its_own_cuts():
    form = papers.find_format("hex 63 mm")
    job = lay_out("Test", [cards(Face(()), 2, form)], PrintOptions(share=False))
    assert len({(e.x1, e.y1, e.x2, e.y2) for e in lines(job.sheets[0]) if e.dash}) == 12
    assert job.cut_count == 12
    thin = lay_out("Test", [cards(Face(()), 2, form)], PrintOptions(share=False, lines="hairlines")).sheets[0]
    assert sum(line.width == 0.1 for line in lines(thin)) == 12
    assert not lines(lay_out("Test", [cards(Face(()), 2, form)], PrintOptions(share=False, lines="none")).sheets[0])


def pixels(job):
    data = pypdfium2.PdfDocument(pdf_bytes(job))
    picture = data[0].render(scale=300 / 72).to_pil().convert("L")
    data.close()
    dot = 25.4 / 300
    return lambda x, y: picture.getpixel((int(x / dot), int(y / dot)))


def test_a_ground_runs_on_into_its_bleed_and_no_further():
    ground = Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),))
    job = lay_out("Test", [cards(ground, 1)], PrintOptions(bleed=2, share=False))
    at, cut = pixels(job), job.sheets[0].trims[0]
    for x, y in ((-1.8, 40), (64.8, 40), (30, -1.8), (30, 89.8)):
        assert at(cut.x + x, cut.y + y) < 60
    for x, y in ((-2.3, 40), (65.3, 40), (30, -2.3), (30, 90.3)):
        assert at(cut.x + x, cut.y + y) > 200


BAND = Rect(0, 0, 30, 8, fill="blue", stroke=None)


@pytest.mark.parametrize(
    ("boxes", "place"),
    [
        ((Group((BAND,), 63, 20, 90),), (64.5, 30)),
        ((Group((BAND,), 0, 60, 270),), (-1.5, 40)),
        ((Group((BAND,), 50, 88, 180),), (30, 89.5)),
        ((Group((Group((Rect(0, 0, 15, 4, fill="blue", stroke=None),), 0, 0, 0, 2),), 63, 20, 90),), (64.5, 30)),
        ((polygon((0, 0), (20, 0), (0, 20), fill="blue", stroke=None),), (-1.5, -1.5)),
        ((polygon((63, 88), (40, 88), (63, 60), fill="blue", stroke=None),), (64.5, 89.5)),
        ((Line(30, 40, 63, 40, 2, "blue"),), (64.5, 40)),
        ((Line(30, 40, 30, 0, 2, "blue"),), (30, -1.5)),
        ((Line(43, 68, 63, 88, 3, "blue"),), (64.5, 89.5)),
        ((Group((Line(0, 0, 20, 0, 2, "blue"),), 20, 68, 90),), (20, 89.5)),
    ],
)
def test_whatever_ends_at_the_trim_goes_on_past_it(boxes, place):
    """Turned, nested and scaled bands, corners of shapes, ends of lines, straight and slanted."""
    single = SingleFace(POKER.w, POKER.h, add_bleed(fit(boxes, "test"), POKER, 2), 2)
    target = io.BytesIO()
    draw_singles([single], "Test", "#8a4b08", target)
    (picture,) = preview.pages(target.getvalue(), [(int(67 / 25.4 * 300), int(92 / 25.4 * 300))], 300)
    dot = 25.4 / 300
    assert sum(picture.getpixel((int((place[0] + 2) / dot), int((place[1] + 2) / dot)))) < 500
    assert add_bleed(fit(boxes, "test"), POKER, 0) == fit(boxes, "test")


def test_what_ends_short_of_the_trim_stays():
    inside = (BAND, Line(0, 10, 0, 40, 0.4), Rect(0, 0, 63, 88), Line(5, 5, 50, 50), Circle(0, 40, 5, "blue"))
    kept = fit((replace(BAND, x=1, y=1), *inside[1:]), "test")
    assert add_bleed(kept, POKER, 3) == kept


def test_what_is_drawn_past_the_trim_is_cut_off_there():
    for copies in (1, 2):
        face = Face((Circle(0, 44, 8, fill="ink", stroke=None),))
        job = lay_out("Test", [cards(face, copies)], PrintOptions(share=False))
        at, cut = pixels(job), job.sheets[0].trims[0]
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
        lay_out("Test", [cards(Face((box,)))], PrintOptions(share=False))


def test_a_box_may_cross_the_safe_zone_where_its_letters_do_not():
    lay_out("Test", [cards(Face((Text(0, 40, 63, 5, "in the middle", align="centre"),)))], PrintOptions(share=False))


def test_the_corner_of_a_hex_is_no_place_for_text():
    form = papers.find_format("hex 63 mm")
    lay_out("Test", [cards(Face((Text(20, 30, 30, 5, "middle"),)), 1, form)], PrintOptions(share=False))
    with pytest.raises(DoesNotFit, match="comes closer to the cut"):
        lay_out("Test", [cards(Face((Text(5, 5, 30, 5, "corner"),)), 1, form)], PrintOptions(share=False))


REGISTERED = [
    PrintOptions(register_marks=True, share=False),
    PrintOptions(register_marks=True, margin=15, share=False),
    PrintOptions(register_marks=True, margin=3, gap=2, share=False),
]


@pytest.mark.parametrize("setup", REGISTERED, ids=lambda setup: f"{setup.margin} mm")
def test_registration_marks_are_type_1_within_reach_and_pieces_keep_clear(setup):
    """10 mm from the edges, the least Silhouette Studio takes, or where a wider margin ends."""
    inset = max(10, setup.margin)
    for sheet in lay_out("Test", [cards(Face(()), 20)], setup).sheets:
        square, *angles = [box for box in sheet.boxes if isinstance(box, Rect)]
        assert (square.x, square.y, square.w, square.h, square.fill) == (inset, inset, 5, 5, "ink")
        assert {(round(a.x + a.w, 3), a.y) for a in angles[:2]} == {(sheet.w - inset, inset)}
        assert {(a.x, round(a.y + a.h, 3)) for a in angles[2:]} == {(inset, sheet.h - inset)}
        assert {max(a.w, a.h) for a in angles} == {10} and {min(a.w, a.h) for a in angles} == {0.5}
        keep = inset + 6 - 1e-6
        for cut in sheet.trims:
            assert cut.x >= keep and cut.x + cut.w <= sheet.w - keep
            assert cut.y >= keep and cut.y + cut.h <= sheet.h - keep
        for line in lines(sheet):
            assert min(line.x1, line.x2) >= inset + 3 and max(line.x1, line.x2) <= sheet.w - inset - 3
            assert min(line.y1, line.y2) >= inset + 3 and max(line.y1, line.y2) <= sheet.h - inset - 3
            for mark in angles:
                beside = max(line.x1, line.x2) <= mark.x - 2 or min(line.x1, line.x2) >= mark.x + mark.w + 2
                above = max(line.y1, line.y2) <= mark.y - 2 or min(line.y1, line.y2) >= mark.y + mark.h + 2
                assert beside or above


@pytest.mark.parametrize("form", [POKER, COUNTER, STRIP, papers.find_format("square 70 mm")], ids=lambda f: f.name)
@pytest.mark.parametrize("setup", REGISTERED, ids=lambda setup: f"{setup.margin} mm")
def test_five_millimetres_about_the_registration_square_stay_white(setup, form):
    clear = max(10, setup.margin) + 5 + 5 - 1e-6
    others = [cards(Face(()), 3, other) for other in (COUNTER, POKER)]
    for parts in ([cards(Face(()), 400, form)], [cards(Face(()), 5, form), *others]):
        for sheet in lay_out("Test", parts, setup.model_copy(update={"share": True})).sheets:
            assert all(cut.x >= clear or cut.y >= clear for cut in sheet.trims)
            assert all(line.x1 >= clear or line.y1 >= clear for line in lines(sheet))


def test_the_ruler_lies_within_what_the_printer_reaches():
    """Registration marks stand 15 mm in; the strip along the lower or the right edge ends there too."""
    for register in (True, False):
        setup = PrintOptions(register_marks=register, margin=15, share=False)
        sheet = lay_out("Test", [cards(Face(()), 4)], setup).sheets[0]
        at = pixels(lay_out("Test", [cards(Face(()), 4)], setup))
        wide, high = int(sheet.w * 2), int(sheet.h * 2)
        dark = [(x / 2, y / 2) for x in range(wide) for y in range(high) if at(x / 2, y / 2) < 200]
        assert dark and min(x for x, _ in dark) >= 14.8 and max(x for x, _ in dark) <= sheet.w - 14.8
        assert min(y for _, y in dark) >= 14.8 and max(y for _, y in dark) <= sheet.h - 14.8


def test_what_the_cutters_program_asks_for_is_told():
    job = lay_out("Test", [cards(Face(()), 4)], PrintOptions(register_marks=True, margin=15, share=False))
    assert job.registration.sentence.endswith("choose Type 1 and type length 10 mm, thickness 0.5 mm, inset 15 mm.")
    assert lay_out("Test", [cards(Face(()), 4)], PrintOptions(share=False)).registration is None
