"""Plates: mirrored about an axis, measured with their strokes, and stood in a figure's field."""

import pytest

from companion.printing.faces.boxes import Circle, Group, Line, Path, Rect, Text, polygon
from companion.printing.faces.plates import extent, in_window, limb, mirror_boxes, stand_figure, turn_point, widen_boxes

DRAWN = (
    Line(1, 2, 3, 4),
    Rect(1, 0, 4, 2),
    Circle(5, 5, 2),
    Path((("M", 0, 0), ("C", 1, 1, 2, 1, 3, 0), ("Z",))),
    Group((Line(0, 0, 2, 0),), 4, 1, 90, 2),
    Text(2, 2, 5, 3, "words"),
)


def test_mirrored_twice_is_as_before():
    assert mirror_boxes(mirror_boxes(DRAWN, 7), 7) == DRAWN


def test_a_mirror_moves_edges_and_turns_the_other_way():
    line, rect, circle, path, group, text = mirror_boxes(DRAWN, 5)
    assert (line.x1, line.x2, rect.x, circle.x, text.x) == (9, 7, 5, 5, 3)
    assert path.moves == (("M", 10, 0), ("C", 9, 1, 8, 1, 7, 0), ("Z",))
    assert (group.x, group.angle, group.boxes[0].x2) == (6, -90, -2)


def test_drawn_out_to_both_sides_circles_stay_round():
    circle, path = widen_boxes((Circle(5, 5, 2), Path((("M", -1, 2), ("C", 1, 1, 2, 1, 3, 0), ("Z",)))), 2)
    assert circle == Circle(10, 5, 2)
    assert path.moves == (("M", -2, 2), ("C", 2, 1, 4, 1, 6, 0), ("Z",))
    with pytest.raises(TypeError, match="only paths and circles"):
        widen_boxes((Line(0, 0, 1, 1),), 2)


@pytest.mark.parametrize(
    ("boxes", "edges"),
    [
        ((Line(0, 0, 10, 0, 2),), (-1, -1, 11, 1)),
        ((Rect(1, 2, 3, 4, stroke=None, fill="tint"),), (1, 2, 4, 6)),
        ((Circle(5, 5, 2, width=1),), (2.5, 2.5, 7.5, 7.5)),
        ((Group((Rect(0, 0, 2, 1, stroke=None),), 10, 10, 90, 3),), (7, 10, 10, 16)),
        ((Path((("M", 0, 0), ("C", 0, 8, 8, 8, 8, 0)), stroke=None),), (0, 0, 8, 6)),
        ((polygon((0, 0), (4, 0), (0, 3), width=2),), (-1, -1, 7, 5)),
        ((Path((("M", 0, 0), ("L", 4, 0), ("L", 4, 3)), None, width=2),), (-1, -1, 5, 4)),
        ((Group((Rect(-1, -1, 2, 2, width=2),), 0, 0, 45),), (-(8**0.5), -(8**0.5), 8**0.5, 8**0.5)),
        ((Text(1, 1, 4, 2, "x"), Line(0, 0, 0, 0, 0)), (0, 0, 5, 3)),
    ],
)
def test_the_extent_is_what_is_drawn(boxes, edges):
    assert extent(boxes) == pytest.approx(edges)


def test_nothing_drawn_has_no_extent_and_does_not_stand():
    assert extent(()) is None and stand_figure(()) == ()


@pytest.mark.parametrize(
    "box", [Rect(-100, -3, 200, 3), Rect(-2, -300, 4, 300), Rect(30, -5, 8, 2), Rect(-40, 6, 9, 9)]
)
def test_whatever_is_drawn_stands_on_the_ground_inside_the_field(box):
    left, top, right, low = extent(stand_figure((box,), 1.2))
    assert min(left, top) >= 0.999 and right <= 47.001 and low == pytest.approx(45)


def test_a_small_figure_stands_in_the_middle_at_its_own_size():
    assert stand_figure((Rect(-5, -10, 10, 10, stroke=None),), 1.5)[0] == Group(
        (Rect(-5, -10, 10, 10, stroke=None),), 24, 45, 0, 1.5
    )


def test_a_figure_fills_its_window_from_the_ground_up():
    placed = in_window((), 10, 20, 96, 45)
    assert (placed.scale, placed.x, placed.y) == (1, 34, 20)


def test_a_limb_lies_along_its_bone():
    path = limb((0, 0), (0, 10), ((0, 1, 1), (1, 2, 2)))
    assert [move[1:] for move in path.moves[:-1]] == [(1, 0), (2, 10), (-2, 10), (-1, 0)]
    assert limb((3, 3), (3, 3), ((0, 1, 1), (1, 1, 1))).moves


def test_turning_is_clockwise():
    assert turn_point((1, 0), 90) == pytest.approx((0, 1)) and turn_point((2, 1), 180, (1, 1)) == pytest.approx((0, 1))
