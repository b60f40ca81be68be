"""Line art moved, turned and mirrored, and stood in a figure's field."""

import pytest

from companion.printing.faces.boxes import Circle, Group, Line, Path, Rect, Text
from companion.printing.faces.placing import fill_window, place_art
from companion.printing.faces.plates import stand_figure
from companion.printing.faces.strokes import ticks
from tests.games.figures import edges

LINE = Line(1, 2, 3, 4, 0.5, "blue", (1, 1))


def test_a_line_is_moved_scaled_and_keeps_its_stroke_and_its_dashes():
    assert place_art((LINE,), 10, 20, 2) == (Line(12, 24, 16, 28, 0.5, "blue", (1, 1)),)


def test_mirroring_turns_left_into_right_before_anything_else():
    assert place_art((Circle(2, 1, 1),), 10, 0, mirrored=True) == (Circle(8, 1, 1),)


def test_a_quarter_turn_is_clockwise():
    (line,) = place_art((Line(0, 0, 5, 0),), angle=90)
    assert (line.x2, line.y2) == pytest.approx((0, 5))


def test_an_upright_rectangle_stays_one_and_a_tilted_one_becomes_a_path():
    (upright,) = place_art((Rect(1, 1, 4, 2, 0.5, "tint"),), mirrored=True)
    assert upright == Rect(-5, 1, 4, 2, 0.5, "tint")
    (tilted,) = place_art((Rect(0, 0, 4, 4, 1),), angle=45)
    assert isinstance(tilted, Path) and len(tilted.moves) == 10
    assert edges((tilted,))[3] == pytest.approx(4 * 2**0.5 - (2**0.5 - 1) + 0.1, abs=0.02)


def test_curves_are_turned_with_their_handles():
    (curve,) = place_art((Path((("M", 0, 0), ("C", 1, 0, 2, 0, 3, 0), ("Z",))),), 1, 1, angle=90)
    assert [kind for kind, *_ in curve.moves] == ["M", "C", "Z"]
    assert curve.moves[1][1:] == pytest.approx((1, 2, 1, 3, 1, 4))


@pytest.mark.parametrize("box", [Text(0, 0, 5, 5, "A"), Rect(0, 0, 1, 1, dash=(1, 1)), Group((LINE,))])
def test_what_is_no_line_art_is_refused(box):
    with pytest.raises(TypeError, match="line art is made of"):
        place_art((box,), angle=30)


@pytest.mark.parametrize(("wide", "high"), [(10, 10), (400, 10), (10, 400), (46, 44)])
def test_a_figure_stands_on_the_ground_line_in_the_middle_of_its_field(wide, high):
    left, top, right, low = edges(stand_figure((Rect(-wide / 2, 7, wide, high, stroke=None, fill="blue"),), 1.25))
    assert low == pytest.approx(45) and top >= 1 - 1e-9
    assert left + right == pytest.approx(48) and left >= 1 - 1e-9


def test_a_small_figure_grows_no_more_than_its_limit():
    assert stand_figure((Rect(0, 0, 4, 4, stroke=None),), 1.5)[0].scale == 1.5


def test_ticks_follow_from_the_id_and_stay_in_their_place():
    assert ticks("keg-hull", 0, 0, 7) == ticks("keg-hull", 0, 0, 7) != ticks("mic-drop", 0, 0, 7)
    for card in ("a", "keg-hull", "mic-drop"):
        left, _, right, _ = edges(ticks(card, 0, 0, 7))
        assert left >= -0.3 and right <= 7.3


def test_art_fills_a_window_in_its_middle_as_large_as_fits():
    """A circle of 4 mm with its stroke is 5 mm wide; ten mm of window double it, the stroke stays."""
    (circle,) = fill_window((Circle(7, 3, 2, None, "blue", 1),), 10, 40, 5)
    assert (circle.x, circle.y, circle.r, circle.width) == (0, 0, 4, 1)
    (capped,) = fill_window((Circle(7, 3, 2, None, "blue", 1),), 40, 40, 3)
    assert capped.r == 6
    assert fill_window((), 10, 10, 2) == ()
