"""Sizes of papers and formats as they are sold, and the points that enclose what is drawn."""

from types import SimpleNamespace

import pytest

from companion.printing.faces.boxes import (
    CardPicture,
    Circle,
    Line,
    Path,
    Picture,
    PictureFile,
    PlacedSymbol,
    Rect,
    Symbol,
)
from companion.printing.sheets import papers, reach
from companion.printing.sheets.fit_to_page import Scaling, find_scaling
from companion.printing.sheets.printers import Printer
from companion.printing.text.fitting import Turned

FILE = PictureFile("a.png", bytes, 63, 88)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210, 297)),
        ("a3", (297, 420)),
        ("letter", (215.9, 279.4)),
        ("legal", (215.9, 355.6)),
        ("tabloid", (279.4, 431.8)),
        ("50x1200", (50, 1200)),
        ("8.5x13in", (215.9, 330.2)),
        ("33 × 21 cm", (210, 330)),
    ],
)
def test_papers_are_as_large_as_they_are_sold(name, size):
    """ISO 216, and the American papers in inches: 8.5 × 11, 8.5 × 14, 11 × 17."""
    paper = papers.find_paper(name)
    assert (paper.w, paper.h) == size


@pytest.mark.parametrize(
    ("name", "size", "safe"),
    [
        ("poker", (63, 88), 3),
        ("bridge", (57, 89), 3),
        ("mini", (44, 68), 2.5),
        ("tarot", (70, 120), 3),
        ("square 63 mm", (63, 63), 3),
        ("square 70 mm", (70, 70), 3),
        ("hex 63 mm", (72.75, 63), 3),
        ("hex 38 mm", (43.88, 38), 2),
        ("60x90", (60, 90), 3),
        ("25x40", (25, 40), 2.5),
        ("8x1200", (8, 1200), 0.8),
    ],
)
def test_cards_and_tiles_are_as_large_as_they_are_sold(name, size, safe):
    """A hex is 2 / √3 as wide as it is high."""
    form = papers.find_format(name)
    assert ((form.w, form.h), form.safe, form.shape) == (size, safe, "hex" if "hex" in name else "rect")
    assert form.shape == "rect" or form.w == pytest.approx(form.h * 2 / 3**0.5, abs=0.01)


@pytest.mark.parametrize(
    ("box", "edges"),
    [
        (Line(9, 2, 3, 8), (3, 2, 9, 8)),
        (Rect(3, 4, 10, 20), (3, 4, 13, 24)),
        (Picture(3, 4, 10, 20, b""), (3, 4, 13, 24)),
        (CardPicture(-5, -5, 80, 100, (63, 88), FILE, bleed=3), (0, 0, 63, 88)),
        (Circle(10, 20, 4), (6, 16, 14, 24)),
        (PlacedSymbol(Symbol("a", "a", ()), 3, 4, 8), (3, 4, 11, 12)),
        (Path((("M", 1, 2), ("C", 3, 4, 5, 6, 7, 8), ("Z",))), (1, 2, 7, 8)),
        (Turned((Rect(1, 2, 10, 4),), 30, 40, 90, 2), (18, 42, 26, 62)),
        (Turned((Turned((Rect(0, 0, 10, 4),), 5, 0, 90, 1),), 30, 40, 90, 1), (20, 41, 30, 45)),
    ],
)
def test_points_enclose_what_is_drawn(box, edges):
    xs, ys = zip(*reach.points_around([box]), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(edges)


def test_a_page_for_another_paper_is_told_by_its_edges_alone():
    """In the middle of Letter an A4 page of true size is 2.95 mm further in and 8.8 mm further up; EDGE is 20 mm."""
    a4, letter = (papers.find_paper(name) for name in ("a4", "letter"))
    assert find_scaling({"left": 22.95, "top": 11.2}) == Scaling(1.0, a4, letter)
    assert find_scaling({"left": 17.05, "top": 28.8}) == Scaling(1.0, letter, a4)
    assert find_scaling({"left": 20, "top": 20}) is None and find_scaling({}) is None


@pytest.mark.parametrize(
    ("size", "point", "over"),
    [
        ((210, 297), (2, 100), 3),
        ((210, 297), (100, 2), 3),
        ((210, 297), (206, 295), 3),
        ((210, 297), (5, 5), 0),
        ((297, 210), (2, 100), 3),
        ((297, 210), (100, 1), 4),
        ((297, 210), (296, 100), 4),
        ((297, 210), (100, 208), 3),
    ],
)
def test_a_point_is_past_what_is_printed_by_the_edge_that_is_nearest(size, point, over):
    """5 mm stay unprinted at each edge, of a landscape sheet too, which lies upright in the tray."""
    sheet = SimpleNamespace(w=size[0], h=size[1], side="front")
    assert reach._out(point, sheet, Printer("Any"), 5) == pytest.approx(over)
