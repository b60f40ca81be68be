"""The ink saver's line art: no area of solid ink, words that can be read, white that is still seen."""

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.printing.faces.boxes import Circle, Format, Group, Line, Path, PlacedSymbol, Rect, Symbol, Text, polygon
from companion.printing.faces.hatching import holds_circle, inside, rings, strokes
from companion.printing.faces.inks import ground_colour, line_colour
from companion.printing.sheets.line_art import HATCHES, MARK, RIM, SOLID, STROKE, draw_line_art
from companion.printing.text.fitting import Turned, Words, fit

CARD = Format("card", 60, 80)
DARK = ("ink", "soft", "blue", "accent", line_colour("#8a4b08"))


def art(*boxes, form=None):
    """Return boxes, fitted, as line art."""
    return draw_line_art(fit(boxes, "test"), form)


def solids(boxes):
    """Return the shapes that are filled with anything but white."""
    return [box for box in boxes if getattr(box, "fill", None) not in (None, "paper", "wash")]


def segments(path):
    """Return a path's strokes, each from one point to another."""
    points = [(move[1], move[2]) for move in path.moves]
    return list(zip(points[::2], points[1::2], strict=True))


def hatching(boxes):
    """Return all strokes of lines across areas."""
    return [
        pair for box in boxes if isinstance(box, Path) and not box.fill and box.width < 0.2 for pair in segments(box)
    ]


@pytest.mark.parametrize("ink", DARK)
@pytest.mark.parametrize(
    "shape",
    [
        Rect(5, 5, 30, 10, stroke=None),
        Rect(5, 5, 30, 10, radius=3, stroke="blue"),
        Circle(20, 20, 6, stroke=None),
        polygon((5, 5), (40, 8), (30, 30), stroke=None),
    ],
)
def test_a_thick_area_is_lines_within_an_outline(shape, ink):
    made = art(replace(shape, fill=ink))
    assert not solids(made)
    assert made[-1].stroke and made[-1].width <= RIM, "its outline"
    across = hatching(made)
    assert len(across) >= 5
    area = rings(replace(shape, fill=ink))
    assert all(inside(((x1 + x2) / 2, (y1 + y2) / 2), area) for (x1, y1), (x2, y2) in across)


def test_inks_differ_by_how_close_their_lines_are_and_how_they_lean():
    looks = set()
    for ink in HATCHES:
        across = hatching(art(Rect(0, 0, 20, 20, fill=ink, stroke=None)))
        lean = {round((y2 - y1) / (x2 - x1)) for (x1, y1), (x2, y2) in across}
        assert len(lean) == 1
        looks.add((len(across), lean.pop()))
    assert len(looks) == len(HATCHES)


@pytest.mark.parametrize(
    "small",
    [
        Rect(5, 5, 30, SOLID - 0.1, fill="blue", stroke=None),
        polygon((0, 0), (1, 0), (31, 30), (30, 30), fill="accent", stroke=None),
        Circle(5, 5, 0.7, fill="ink", stroke=None),
        polygon((6, 5), (7, 6), (6, 7), (5, 6), fill="ink", stroke=None),
        Line(0, 0, 30, 0, STROKE, "ink"),
        Circle(20, 20, 8, None, "accent", RIM),
    ],
)
def test_thin_strokes_and_small_marks_stay(small):
    assert art(small) == (small,)


@pytest.mark.parametrize(
    ("box", "stays"),
    [
        (Rect(5, 5, 2.5, 1.2, fill="ink", stroke=None), True),
        (Rect(5, 5, 2.6, 1.2, fill="ink", stroke=None), False),
        (Rect(5, 5, 2.5, 1.44, fill="ink", stroke=None), True),
        (Rect(5, 5, 2.5, 1.5, fill="ink", stroke=None), False),
        (Rect(5, 5, 20, 0.98, fill="ink", stroke=None), True),
        (Rect(5, 5, 20, 1.05, fill="ink", stroke=None), False),
        (Rect(5, 5, 20, 0.58, fill="ink", stroke="ink", width=0.2), True),
        (Rect(5, 5, 20, 0.65, fill="ink", stroke="ink", width=0.2), False),
        (Line(5, 5, 25, 5, 1.05, "ink"), False),
        (Line(5, 5, 25, 5, 1.05, "ink", (1, 2)), True),
        (Line(5, 5, 25, 5, 1.05, "faint"), True),
    ],
)
def test_a_mark_of_2_5_mm_may_be_1_45_thick_another_area_1_mm(box, stays):
    """With a stroke around it an area may be thinner by that stroke on both sides."""
    assert (art(box) == (box,)) is stays


def test_strokes_become_no_thicker_than_a_pen():
    assert art(Circle(20, 20, 8, None, "ink", 3))[0].width == STROKE
    assert art(Circle(20, 20, 8, "paper", "ink", 3))[0].width == RIM
    (ground, lines, rim) = art(Line(0, 10, 30, 10, 4, "blue"))
    assert ground.fill == "paper" and hatching([lines]) and rim.width <= RIM


@pytest.mark.parametrize("ink", ["tint", ground_colour("#f0e0d0")])
def test_a_light_ground_becomes_a_hairline(ink):
    (made,) = art(Rect(5, 5, 30, 10, 1, ink, None), form=CARD)
    assert (made.fill, made.stroke) == ("paper", "faint") and made.width <= 0.15


def test_a_ground_of_the_whole_face_has_no_outline_along_the_cut():
    assert art(Rect(0, 0, 60, 80, fill="tint", stroke=None), form=CARD)[0].stroke is None
    ground, *lines = art(Rect(-2, -2, 64, 84, fill="blue", stroke=None), form=CARD)
    assert ground.stroke is None and len(lines) == 1 and hatching(lines)


def test_words_have_no_lines_behind_them_and_white_ones_turn_dark():
    made = art(Rect(0, 0, 50, 12, fill="blue", stroke=None), Text(2, 2, 46, 8, "BACK", 14, ink="paper", align="centre"))
    (words,) = [box for box in made if isinstance(box, Words)]
    assert words.box.ink == "ink"
    run = words.lines[0][1][0]
    baseline = words.lines[0][0]
    place = (((run.x, baseline - 3), (run.x + 8, baseline - 3), (run.x + 8, baseline), (run.x, baseline)),)
    points = [
        ((x1 * (n / 9) + x2 * (1 - n / 9)), (y1 * (n / 9) + y2 * (1 - n / 9)))
        for (x1, y1), (x2, y2) in hatching(made)
        for n in range(10)
    ]
    assert len(points) > 100 and not [point for point in points if inside(point, place)]


def test_words_in_a_turned_frame_have_none_either():
    band = Group(
        (
            Rect(0, 0, 40, 6, fill="accent", stroke=None),
            Text(0, 0, 40, 6, "WEAPON", 10, align="centre", across="middle"),
        ),
        50,
        70,
        180,
    )
    (turned,) = art(band)
    assert isinstance(turned, Turned)
    middle = [
        pair
        for pair in hatching(turned.boxes)
        if 17 < (pair[0][0] + pair[1][0]) / 2 < 23 and abs(pair[0][1] - pair[1][1]) > 4
    ]
    assert hatching(turned.boxes) and not middle


def test_white_on_dark_is_seen_and_white_on_white_stays():
    seam, dot = Line(5, 10, 25, 10, 0.4, "paper"), Circle(10, 5, 1, "paper", None)
    upon = art(Rect(0, 0, 30, 20, fill="blue", stroke=None), seam, dot)
    assert upon[-2].ink == "ink" and upon[-1].stroke == "ink"
    assert art(Rect(0, 0, 30, 20, fill="paper"), seam, dot)[1:] == (seam, dot)
    below = Rect(0, 8, 30, 4, fill="blue", stroke=None)
    assert art(below, seam)[-1].ink == "ink", "what its middle lies on counts"
    covered = art(Rect(0, 0, 30, 20, fill="blue", stroke=None), Rect(0, 0, 30, 20, fill="paper"), seam)
    assert covered[-1] == seam, "what covers the dark area counts"


def test_a_symbol_is_drawn_for_its_size():
    star = Symbol("star", "star", (polygon((0.5, 0), (1, 1), (0, 1), fill="ink", stroke=None),))
    small, large, again = art(PlacedSymbol(star, 0, 0, 2), PlacedSymbol(star, 0, 0, 20), PlacedSymbol(star, 30, 0, 20))
    assert small.symbol is star and not solids(large.symbol.boxes)
    assert large.symbol is again.symbol, "one form in the PDF"
    assert large.symbol.label == "star"


@pytest.mark.parametrize("scale", [0.5, 1, 4])
def test_lines_are_as_far_apart_on_paper_at_any_scale(scale):
    (turned,) = art(Group((Rect(0, 0, 40 / scale, 40 / scale, fill="accent", stroke=None),), 5, 5, 30, scale))
    pitch = HATCHES["accent"].spacing * 2**0.5
    numbers = [(x1 + y1) * scale / pitch for (x1, y1), _ in hatching(turned.boxes)]
    assert [round(number) for number in numbers] == list(range(1, len(numbers) + 1))
    assert all(abs(number - round(number)) < 0.01 for number in numbers)


corners = st.lists(st.tuples(st.floats(0, 30), st.floats(0, 30)), min_size=3, max_size=7)


@settings(deadline=None, max_examples=30)
@given(corners=corners, falling=st.booleans())
def test_lines_lie_in_any_area_and_nowhere_else(corners, falling):
    area = (tuple(corners), ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)))
    for (_, x1, y1), (_, x2, y2) in zip(*[iter(strokes(area, 0.9, falling))] * 2, strict=True):
        if hypot(x2 - x1, y2 - y1) > 0.01:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            near = ((x + across, y + down) for across in (-0.002, 0.002) for down in (-0.002, 0.002))
            assert any(inside(point, area) for point in near)


@settings(deadline=None, max_examples=30)
@given(x=st.floats(-50, 50), r=st.floats(0.2, 10), least=st.floats(0.5, 5))
def test_a_disc_is_as_thick_as_its_diameter(x, r, least):
    disc = Circle(x, 3, r)
    assert holds_circle(disc, least) is (2 * r >= least)
    if abs(2 * r - least) > 0.4 * least:
        (corners,) = rings(disc)
        assert holds_circle(polygon(*corners, fill="ink"), least) is (2 * r > least)


def test_a_frame_is_as_thick_as_its_sides():
    frame = Path(
        (*polygon((0, 0), (60, 0), (60, 80), (0, 80)).moves, *polygon((2, 2), (58, 2), (58, 78), (2, 78)).moves)
    )
    assert holds_circle(frame, 1.5) and not holds_circle(frame, 2.6)
    assert MARK > SOLID
