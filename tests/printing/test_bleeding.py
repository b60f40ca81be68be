"""What goes on past the trim, by hand: a poker card is 63 by 88 mm, the bleed 2 mm."""

import pytest

from companion.printing.faces.boxes import POKER, Circle, Line, Path, Rect, polygon
from companion.printing.sheets.bleeding import add_bleed, has_ink_in_bleed
from companion.printing.text.fitting import Turned


@pytest.mark.parametrize(
    ("box", "longer"),
    [
        (Line(10, 80, 10, 88), Line(10, 80, 10, 90)),
        (Line(10, 88, 10, 80), Line(10, 90, 10, 80)),
        (Line(5, 0, 5, 10), Line(5, -2, 5, 10)),
        (Line(0, 5, 10, 5), Line(-2, 5, 10, 5)),
        (Line(63, 5, 53, 5), Line(65, 5, 53, 5)),
        (Line(0, 10, 10, 20), Line(-2, 8, 10, 20)),
        (Line(0, 0, 10, 20), Line(-2, -4, 10, 20)),
        (Line(0, 44, 63, 44), Line(-2, 44, 65, 44)),
        (Line(0, 88, 30, 88), Line(0, 88, 30, 88)),
        (Line(0.02, 5, 10, 5), Line(0.02, 5, 10, 5)),
        (Rect(0, 10, 5, 6, 1, "ink"), Rect(-2, 10, 7, 6, 0, "ink")),
        (Rect(58, 10, 5, 6, 1, "ink"), Rect(58, 10, 7, 6, 0, "ink")),
        (Rect(10, 0, 5, 6, 1, "ink"), Rect(10, -2, 5, 8, 0, "ink")),
        (Rect(10, 82, 5, 6, 1, "ink"), Rect(10, 82, 5, 8, 0, "ink")),
        (Rect(10, 10, 5, 6, 1, "ink"), Rect(10, 10, 5, 6, 1, "ink")),
        (Rect(0, 10, 5, 6, 1), Rect(0, 10, 5, 6, 1)),
        (polygon((0, 0), (63, 0), (63, 88), (30, 44), fill="ink"), polygon((-2, -2), (65, -2), (65, 90), (30, 44), fill="ink")),
        (Turned((Rect(0, 0, 16, 8, 0, "ink"),), 63, 64, 90, 0.5), Turned((Rect(0, -4, 16, 12, 0, "ink"),), 63, 64, 90, 0.5)),
    ],
)  # fmt: skip
def test_what_ends_at_the_trim_goes_on(box, longer):
    assert add_bleed([box], POKER, 2) == (longer,)
    assert add_bleed([box], POKER, 0) == (box,)


@pytest.mark.parametrize(
    ("box", "inked"),
    [
        (Path((("M", 30, 80), ("L", 30, 95))), True),
        (Path((("M", 30, 80), ("L", 30, 87))), False),
        (Path((("M", 60, 30), ("L", 70, 30))), True),
        (Path((("M", 60, 30), ("C", 64, 30, 64, 40, 60, 40))), True),
        (Path((("M", -10, -10), ("L", -5, -5))), False),
        (Path((("M", 5, 5), ("L", 9, 9), ("M", 30, 85), ("L", 30, 89))), True),
        (Path((("M", 30, 80), ("L", 30, 95)), stroke="paper"), False),
        (Circle(61, 44, 5), True),
        (Circle(30, 44, 5), False),
        (Circle(31, 44, 70), False),
        (Rect(-3, -3, 69, 94), False),
        (Rect(-1, -1, 65, 90), True),
        (Rect(-1, -1, 65, 90, fill="tint", stroke=None), False),
        (Line(30, 80, 30, 88.5), True),
        (Line(30, 80, 30, 88), False),
        (Turned((Line(0, 0, 10, 0),), 30, 80, 90, 1), True),
        (Turned((Line(0, 0, 10, 0),), 30, 80, 0, 1), False),
    ],
)
def test_the_ink_saver_has_ink_in_the_bleed_where_a_stroke_goes_through_it(box, inked):
    assert has_ink_in_bleed([box], POKER, 2) is inked
