"""Drawings in SVG files: what is read, what is refused and how it is said, and files that mean harm."""

from pathlib import Path as File

import pytest

from companion.base.findings import InvalidInput
from companion.base.paths import CARD_DATA
from companion.printing.faces.boxes import Circle, Line, Path, Rect
from companion.printing.faces.drawings import MOST_BYTES, load_shipped, names, read_drawing

SVG = 'xmlns="http://www.w3.org/2000/svg"'
BLUE, PAPER, TINT, ACCENT = "#1f3f77", "#ffffff", "#f4e1e0", "#b3261e"
FILES = sorted(CARD_DATA.glob("*/art/**/*.svg"))


def drawing(inside, attributes=""):
    return read_drawing(f"<svg {SVG} {attributes}>{inside}</svg>", "part.svg")


def shape(inside):
    (only,) = drawing(inside).boxes
    return only


def refusal(inside):
    with pytest.raises(InvalidInput) as caught:
        drawing(inside)
    return str(caught.value)


def test_each_shape_is_read():
    stroke = f'stroke="{BLUE}" stroke-width="0.45"'
    assert shape(f'<line x1="1" y1="2" x2="3" y2="4" {stroke}/>') == Line(1, 2, 3, 4, 0.45, "blue")
    assert shape(f'<circle cx="1" cy="2" r="3" fill="{PAPER}" {stroke}/>') == Circle(1, 2, 3, "paper", "blue", 0.45)
    rect = f'<rect x="1" y="2" width="3" height="4" rx="0.5" fill="{TINT}" {stroke}/>'
    assert shape(rect) == Rect(1, 2, 3, 4, 0.5, "tint", "blue", 0.45)
    path = f'<path d="M0 0 L4 0 C4 1 3 2 2 2 Z" fill="{ACCENT}"/>'
    moves = (("M", 0, 0), ("L", 4, 0), ("C", 4, 1, 3, 2, 2, 2), ("Z",))
    assert shape(path) == Path(moves, "accent", None, 1)


def test_the_eight_inks_are_known_by_their_colours():
    inks = {
        "#14181f": "ink", "#4a5464": "soft", "#9aa5b4": "faint", "#eef2f8": "wash",
        PAPER: "paper", BLUE: "blue", ACCENT: "accent", TINT: "tint",
    }  # fmt: skip
    for colour, ink in inks.items():
        assert shape(f'<circle r="1" fill="{colour.upper()}"/>').fill == ink


def test_relative_moves_short_ones_and_arcs_are_read():
    moves = shape('<path d="m1 1 h2 v2 l-2,0 z" fill="none"/>').moves
    assert moves == (("M", 1, 1), ("L", 3, 1), ("L", 3, 3), ("L", 1, 3), ("Z",))
    half = shape('<path d="M0 0 A2 2 0 0 1 4 0" fill="none"/>').moves
    assert {move[0] for move in half[1:]} == {"C"}
    assert half[-1][-2:] == pytest.approx((4, 0), abs=1e-3)


def test_a_line_back_to_the_start_of_a_closed_path_is_drawn_once():
    moves = shape('<path d="M0 0 L4 0 L4 4 L0 0 Z" fill="none"/>').moves
    assert [move[0] for move in moves] == ["M", "L", "L", "Z"]


@pytest.mark.parametrize(
    "data",
    ["", "Z", "L1 1", "M", "M1", "M0 0 L1", "M0 0 C1 1 2 2", "M0 0 A1 1 0 0", "M1e999 0", "M0 0 Q1 1 2 2", "M0 0 x"],
)
def test_path_data_that_is_none_is_refused(data):
    with pytest.raises(InvalidInput, match="expected moves as in SVG"):
        drawing(f'<path d="{data}" fill="none"/>')


def test_looks_come_from_groups_and_from_styles():
    inside = f'<g fill="{TINT}" stroke="{BLUE}" stroke-width="2"><circle r="1" style="stroke-width:3; opacity:1"/></g>'
    assert shape(inside) == Circle(0, 0, 1, "tint", "blue", 3)


def test_dashes_of_lines_are_read():
    assert shape(f'<line x2="4" stroke="{BLUE}" stroke-dasharray="0.8, 0.7"/>').dash == (0.8, 0.7)


def test_transforms_move_turn_mirror_and_scale_strokes_as_in_svg():
    moved = shape(f'<g transform="translate(10 20)"><circle cx="1" r="1" stroke="{BLUE}" fill="none"/></g>')
    assert (moved.x, moved.y) == (11, 20)
    large = shape(f'<g transform="scale(2)"><line x2="3" stroke="{BLUE}" stroke-dasharray="1"/></g>')
    assert (large.x2, large.width, large.dash) == (6, 2, (2,))
    turned = shape(f'<line x2="5" stroke="{BLUE}" transform="rotate(90)"/>')
    assert (turned.x2, turned.y2) == pytest.approx((0, 5))
    about = shape(f'<line x1="1" x2="5" stroke="{BLUE}" transform="rotate(180 1 0)"/>')
    assert (about.x1, about.x2) == pytest.approx((1, -3))
    mirrored = shape('<rect x="1" width="2" height="2" fill="none" transform="matrix(-1 0 0 1 0 0)"/>')
    assert (mirrored.x, mirrored.w) == (-3, 2)


def test_the_outer_group_moves_last():
    both = shape('<g transform="translate(10)"><g transform="scale(3)"><circle cx="2" r="1" fill="none"/></g></g>')
    assert both.x == 16


def test_joints_are_points_by_name_and_not_drawn():
    found = drawing('<g transform="translate(1 2)"><circle id="joint-elbow" cx="3" cy="4" r="9"/></g>')
    assert (found.boxes, found.joints) == ((), {"elbow": (4, 6)})


def test_notes_of_drawing_programs_are_passed_over():
    notes = '<title>Arm</title><desc>x</desc><metadata><x/></metadata><defs/><n:view xmlns:n="http://n.example"/>'
    assert drawing(notes, 'viewBox="0 0 4 4" width="4mm" version="1.1"').boxes == ()


@pytest.mark.parametrize(
    ("inside", "sentence"),
    [
        (
            '<ellipse id="eye" rx="1"/>',
            "part.svg: found <ellipse id='eye'>, expected only g, path, line, circle, rect.",
        ),
        ("<text>Hi</text>", "part.svg: found <text>, expected only g, path, line, circle, rect."),
        ("<defs><g/></defs>", "part.svg: found <defs>, expected only g, path, line, circle, rect."),
        ("<svg/>", "part.svg: found <svg>, expected only g, path, line, circle, rect."),
        ('<circle r="1mm" fill="none"/>', "found '1mm' in <circle>, expected a number of millimetres without a unit."),
        ('<circle r="nan" fill="none"/>', "found 'nan' in <circle>, expected a number of millimetres without a unit."),
        (
            '<circle id="core" r="1" fill="#00ff00"/>',
            "found colour '#00ff00' in <circle id='core'>, expected none or one of",
        ),
        (
            '<circle r="1"/>',
            "found colour '#000000' in <circle>, expected none or one of the eight inks: #14181f (ink)",
        ),
        ('<line x2="1"/>', "found no stroke in <line>, expected one."),
        ('<circle r="1" fill="none" opacity="0.5"/>', "found opacity '0.5' in <circle>, expected only fill, stroke,"),
        ('<circle r="1" style="display:none"/>', "found display 'none' in <circle>, expected only fill, stroke,"),
        ('<rect fill="none" stroke-dasharray="1"/>', "found dashes in <rect>, expected dashes in lines only."),
        (
            '<path d="M0 0 Q1 1 2 0" fill="none"/>',
            "found path data 'M0 0 Q1 1 2 0' in <path>, expected moves as in SVG",
        ),
        ('<path d="M0 0 L1" fill="none"/>', "found path data 'M0 0 L1' in <path>, expected moves as in SVG"),
        (
            '<g transform="skewX(9)"/>',
            "found transform 'skewX(9)' in <g>, expected translate, scale, rotate, matrix with",
        ),
        (
            '<g transform="rotate()"/>',
            "found transform 'rotate()' in <g>, expected translate, scale, rotate, matrix with",
        ),
        ('<g transform="scale(1 2)"/>', "found transform 'scale(1 2)' in <g>, expected one that keeps circles round."),
        ('<g transform="scale(0)"/>', "found transform 'scale(0)' in <g>, expected one that keeps circles round."),
        ('<g transform="scale(1e200) scale(1e200)"/>', "<g>, expected one that keeps circles round."),
        ('<g transform="translate(1e308) translate(1e308)"/>', "<g>, expected one that keeps circles round."),
        (
            '<g transform="sideways"/>',
            "found transform 'sideways' in <g>, expected translate, scale, rotate, matrix with",
        ),
        ('<rect id="joint-hip" width="1" height="1" fill="none"/>', "found <rect id='joint-hip'>, expected a circle"),
        ("<g>" * 30 + "</g>" * 30, "found <g>, expected at most 20 groups in each other."),
        ('<image href="http://x.example/x.png"/>', "found <image>, expected only g, path, line, circle, rect."),
        ('<use href="#x"/>', "found <use>, expected only g, path, line, circle, rect."),
        ("<script>1</script>", "found <script>, expected only g, path, line, circle, rect."),
        ("<path", "found what is not XML"),
    ],
)
def test_what_is_not_read_is_refused_by_its_element(inside, sentence):
    assert sentence in refusal(inside)


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE svg [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
FOREIGN = '<!DOCTYPE svg SYSTEM "http://x.example/svg.dtd">'


@pytest.mark.parametrize("before", [BOMB, OUTSIDE, FOREIGN])
def test_a_file_with_a_document_type_is_refused(before):
    with pytest.raises(InvalidInput, match=r"found a document type or an entity, expected a drawing without them\."):
        read_drawing(f"{before}<svg {SVG}><title>&secret;</title></svg>", "part.svg")


def test_a_huge_file_is_refused_before_it_is_parsed():
    with pytest.raises(InvalidInput, match=r"expected a drawing of at most 200,000\."):
        read_drawing("<" * (MOST_BYTES + 1), "part.svg")


def test_a_file_that_is_no_svg_is_refused():
    with pytest.raises(InvalidInput, match="found <html>, expected svg as the outermost element"):
        read_drawing("<html/>", "part.svg")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CARD_DATA).as_posix())
def test_every_shipped_drawing_is_read_and_has_no_letters_and_no_greys(file: File):
    """The greys are for text and grids; the wash is a tile's."""
    found = read_drawing(file.read_text("utf-8"), file.name)
    assert found.boxes
    inks = {ink for box in found.boxes for ink in (getattr(box, "fill", None), getattr(box, "stroke", None))}
    assert inks <= {"blue", "tint", "accent", "paper", "wash", None}


def test_a_shipped_drawing_is_read_once():
    assert load_shipped("wreck_a_mech", "frame") is load_shipped("wreck_a_mech", "frame")
    assert set(load_shipped("wreck_a_mech", "frame").joints) >= {"neck", "hips", "shoulder"}
    assert {"drone", "plain"} <= names("mecha_mettle", "modules")
