"""Cut files: outlines where the pieces stand, in millimetres, readable by another program's eyes."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.printing.export.cutter import cut_file, cut_files, sheet_numbers_in_words
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece
from companion.printing.sheets import papers
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions

HEX = papers.find_format("hex 63 mm")


def sheet(form=POKER, count=9, **given):
    deck = Deck("Cards", form, (Piece("a", "A", Face(()), count),))
    return lay_out("Test", [deck], PrintOptions(**given, share=False)).sheets[0]


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
    made = sheet(form, 8, gap=2)
    found = polylines(cut_file(made, "dxf"))
    assert len(found) == len(made.trims)
    for points, cut in zip(found, made.trims, strict=True):
        assert len(points) == (6 if form is HEX else 4)
        xs, ys = [p[0] for p in points], [made.h - p[1] for p in points]
        assert (min(xs), max(xs)) == pytest.approx((cut.x, cut.x + form.w), abs=1e-3)
        assert (min(ys), max(ys)) == pytest.approx((cut.y, cut.y + form.h), abs=1e-3)


def ways(text):
    """Read an SVG's straight strokes as sides from point to point."""
    found = []
    for d in re.findall(r' d="M([^"]+)"', text):
        points = [tuple(map(float, p.split(","))) for p in d.removesuffix(" Z").split(" L")]
        found += zip(points, points[1:] + points[: d.endswith("Z")], strict=False)
    return found


def length(sides):
    return sum(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in sides)


def test_a_shared_edge_is_cut_once_and_straight_through():
    """Nine poker cards, three by three: four cuts of 264 mm and four of 189. Eight: the last row is one card short."""
    made = ways(cut_file(sheet(), "svg"))
    assert sorted(round(length([side]), 3) for side in made) == [189] * 4 + [264] * 4
    assert length(ways(cut_file(sheet(count=8), "svg"))) == pytest.approx(4 * 264 + 4 * 189 - 88 - 63)
    assert len(polylines(cut_file(sheet(), "dxf"))) == 8


def test_pieces_that_share_no_edge_are_cut_around():
    made = cut_file(sheet(gap=2, count=4), "svg")
    assert made.count("Z") == 4 and length(ways(made)) == pytest.approx(4 * 2 * (63 + 88))
    assert cut_file(sheet(count=9), "svg", 3).count("Z") == 9, "round corners part what would be shared"


def test_hexes_cut_the_side_between_them_once():
    """Two hexes of 63 mm from flat to flat, one above the other: twelve sides of 63 / √3 mm, one of them shared."""
    made = sheet(HEX, 9)
    above, below = next((a, b) for a in made.trims for b in made.trims if (a.x, a.y + 63) == pytest.approx((b.x, b.y)))
    sides = ways(cut_file(replace(made, trims=(above, below)), "svg"))
    assert len(sides) == 11 and length(sides) == pytest.approx(11 * 63 / 3**0.5, rel=1e-3)
    middle = [side for side in sides if all(y == pytest.approx(below.y, abs=1e-3) for _, y in side)]
    assert len(middle) == 1


@pytest.mark.parametrize("form", [POKER, HEX, Format("counter", 20, 20, 1)], ids=lambda form: form.name)
@pytest.mark.parametrize("count", [1, 5, 9])
def test_every_side_of_every_piece_is_cut(form, count):
    made = sheet(form, count)
    sides = ways(cut_file(made, "svg"))
    for cut in made.trims:
        corners = [(cut.x + x, cut.y + y) for x, y in form.outline]
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            for part in (0.01, 0.5, 0.99):
                at = (x1 + part * (x2 - x1), y1 + part * (y2 - y1))
                assert sum(between(at, *side) for side in sides) == 1


def between(at, one, other):
    """Return whether a point lies on a side: the ways to both ends are together no longer than the side."""
    return length([(one, at), (at, other)]) - length([(one, other)]) < 1e-4


def test_a_dxf_keeps_to_letters_it_knows_and_an_svg_to_its_own():
    made = sheet(count=1)
    assert cut_file(made, "dxf", title="Ёж &\nco").startswith("999\n?? & co\n0\nSECTION\n")
    root = ElementTree.fromstring(cut_file(made, "svg", title="Ёж &\n<co>"))
    assert root.find("{http://www.w3.org/2000/svg}title").text == "Ёж & <co>"


def test_sheets_are_named_in_words():
    assert [sheet_numbers_in_words(numbers) for numbers in ((7,), (1, 2, 3), (1, 3, 4, 9))] == [
        "sheet 7",
        "sheets 1-3",
        "sheets 1, 3-4, 9",
    ]


def test_a_dxf_ends_every_section_and_says_millimetres():
    text = cut_file(sheet(), "dxf")
    assert text.count("0\nSECTION\n") == 2
    assert text.count("ENDSEC") == 2 and text.endswith("0\nEOF\n") and "$INSUNITS\n70\n4\n" in text


def test_rounded_corners_stay_a_radius_from_their_middles():
    made = sheet(count=1)
    (points,) = polylines(cut_file(made, "dxf", 3))
    cut = made.trims[0]
    for px, py in points:
        x, y = px - cut.x, made.h - py - cut.y
        middle = min(max(x, 3), 60), min(max(y, 3), 85)
        assert ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 == pytest.approx(3, abs=1e-3)


@pytest.mark.parametrize("corners", [0, 3])
def test_an_svg_is_as_large_as_the_paper_in_millimetres(corners):
    made = sheet(count=2, gap=1)
    root = ElementTree.fromstring(cut_file(made, "svg", corners))
    assert (root.get("width"), root.get("height")) == (f"{made.w:g}mm", f"{made.h:g}mm")
    assert root.get("viewBox") == f"0 0 {made.w:g} {made.h:g}"
    paths = [p.get("d") for p in root.iter("{http://www.w3.org/2000/svg}path")]
    assert len(paths) == 2 and all(d.endswith("Z") for d in paths)
    x, y = map(float, re.match(r"M([\d.]+),([\d.]+)", paths[0]).groups())
    assert (x, y) == pytest.approx((made.trims[0].x + corners, made.trims[0].y), abs=1e-3)


def test_sheets_filled_alike_need_one_file():
    """Twenty cards, nine a sheet: two sheets alike, then one of two cards; each with its backs behind it."""
    deck = Deck("Cards", POKER, (Piece("a", "A", Face(()), 20, Face(())),))
    files = cut_files(lay_out("Test", [deck], PrintOptions(share=False)), "svg")
    assert [file.sheets for file in files] == [(1, 2), (3,)]
    assert "<title>Test: cuts of sheets 1-2</title>" in files[0].text
