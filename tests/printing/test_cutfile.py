"""Cut files: outlines where the pieces stand, in millimetres, readable by another program's eyes."""

import re
from xml.etree import ElementTree

import pytest

from companion.printing import papers
from companion.printing.boxes import POKER, Deck, Face, Piece
from companion.printing.cutfile import cut_file, same_cuts
from companion.printing.layout import lay_out
from companion.printing.setup import Setup

HEX = papers.format_named("hex 63 mm")


def sheet(form=POKER, count=9, **given):
    deck = Deck("Cards", form, (Piece("a", "A", Face(()), count),))
    return lay_out("Test", [deck], Setup(papers.paper("a4"), **given)).sheets[0]


def polylines(text):
    """Read a DXF's polylines: pairs of lines, a code and a value."""
    lines = text.splitlines()
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    found, point = [], {}
    for code, value in pairs:
        if (code, value) == ("0", "POLYLINE"):
            found.append([])
        elif (code, value) == ("0", "VERTEX"):
            point = {}
            found[-1].append(point)
        elif code in ("10", "20") and found and found[-1]:
            point[code] = float(value)
    return [[(p["10"], p["20"]) for p in points] for points in found]


@pytest.mark.parametrize("form", [POKER, HEX], ids=lambda form: form.name)
def test_a_dxf_has_each_outline_where_it_stands(form):
    made = sheet(form)
    found = polylines(cut_file(made, "dxf"))
    assert len(found) == len(made.cuts)
    for points, cut in zip(found, made.cuts, strict=True):
        assert len(points) == (6 if form is HEX else 4)
        xs, ys = [p[0] for p in points], [made.h - p[1] for p in points]
        assert (min(xs), max(xs)) == pytest.approx((cut.x, cut.x + form.w), abs=1e-3)
        assert (min(ys), max(ys)) == pytest.approx((cut.y, cut.y + form.h), abs=1e-3)


def test_a_dxf_ends_every_section_and_says_millimetres():
    text = cut_file(sheet(), "dxf")
    assert text.count("0\nSECTION\n") == 2
    assert text.count("ENDSEC") == 2 and text.endswith("0\nEOF\n") and "$INSUNITS\n70\n4\n" in text


def test_rounded_corners_stay_a_radius_from_their_middles():
    made = sheet(count=1)
    (points,) = polylines(cut_file(made, "dxf", 3))
    cut = made.cuts[0]
    for px, py in points:
        x, y = px - cut.x, made.h - py - cut.y
        middle = min(max(x, 3), 60), min(max(y, 3), 85)
        assert ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 == pytest.approx(3, abs=1e-3)


@pytest.mark.parametrize("corners", [0, 3])
def test_an_svg_is_as_large_as_the_paper_in_millimetres(corners):
    made = sheet(count=2)
    root = ElementTree.fromstring(cut_file(made, "svg", corners))
    assert (root.get("width"), root.get("height")) == (f"{made.w:g}mm", f"{made.h:g}mm")
    assert root.get("viewBox") == f"0 0 {made.w:g} {made.h:g}"
    paths = [p.get("d") for p in root.iter("{http://www.w3.org/2000/svg}path")]
    assert len(paths) == 2 and all(d.endswith("Z") for d in paths)
    x, y = map(float, re.match(r"M([\d.]+),([\d.]+)", paths[0]).groups())
    assert (x, y) == pytest.approx((made.cuts[0].x + corners, made.cuts[0].y), abs=1e-3)


def test_sheets_filled_alike_need_one_file():
    assert same_cuts(sheet(), sheet())
    assert not same_cuts(sheet(), sheet(count=8))
    assert not same_cuts(sheet(), sheet(gap=2))
