"""A light line at a picture's edge is not doubled into the bleed, and what a designer drew there stays."""

import io

import pytest
from PIL import Image, ImageDraw

from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces import picture_rims
from companion.printing.faces.boxes import POKER
from companion.printing.pdf import preview
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions

SIZE = (744, 1039)
SIDES = ("left", "top", "right", "bottom")


def art(size=SIZE):
    """Return a picture that is dark at its edges, and nowhere the same."""
    soft = Image.effect_noise((size[0] // 8, size[1] // 8), 90).resize(size, Image.Resampling.BICUBIC)
    return Image.merge(
        "RGB",
        (soft.point(lambda v: v // 2), soft.rotate(180).point(lambda v: v // 3), soft.point(lambda v: v // 2 + 30)),
    )


def lined(widths, light=1.0, size=SIZE):
    """Return the picture with lines of so many dots at its left, top, right and bottom, so much of them white."""
    picture = art(size)
    wide, high = size
    left, top, right, bottom = widths
    boxes = ((0, 0, left, high), (0, 0, wide, top), (wide - right, 0, wide, high), (0, high - bottom, wide, high))
    mask = Image.new("L", size, 0)
    for box, width in zip(boxes, widths, strict=True):
        if width:
            ImageDraw.Draw(mask).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=round(255 * light))
    return Image.composite(Image.new("RGB", size, "white"), picture, mask)


def saved(picture, kind="PNG", **more):
    target = io.BytesIO()
    picture.save(target, kind, **more)
    return target.getvalue()


def found(data, turn=1, size=SIZE):
    left, top, right, bottom = picture_rims.find_rim(data, turn)
    return [round(share * side) for share, side in zip((left, top, right, bottom), size * 2, strict=True)]


@pytest.mark.parametrize(
    "widths", [(1, 1, 1, 1), (3, 3, 3, 3), (0, 0, 1, 0), (0, 0, 0, 2), (2, 0, 0, 0), (0, 3, 1, 0), (0, 0, 0, 0)]
)
def test_lines_of_one_to_three_dots_are_found_side_by_side(widths):
    assert found(saved(lined(widths))) == list(widths)


@pytest.mark.parametrize(("light", "width"), [(1.0, 1), (0.5, 1), (0.2, 1), (0.1, 0)])
def test_a_line_is_a_share_of_white(light, width):
    assert found(saved(lined((1, 1, 1, 1), light))) == [width] * 4


def test_clear_dots_are_white_in_print():
    picture = art()
    picture.putalpha(Image.new("L", SIZE, 255))
    picture.paste((0, 0, 0, 60), (SIZE[0] - 1, 0, *SIZE))
    assert found(saved(picture)) == [0, 0, 1, 0]


@pytest.mark.parametrize("width", [4, 5, 12, 60])
def test_a_frame_that_somebody_drew_stays(width):
    assert found(saved(lined((width,) * 4))) == [0, 0, 0, 0]


def test_what_is_light_at_its_edge_or_only_in_places_stays():
    assert found(saved(Image.new("RGB", SIZE, "white"))) == [0, 0, 0, 0]
    dashed = art()
    for y in range(0, SIZE[1], 40):
        dashed.paste("white", (0, y, 1, y + 25))
    assert found(saved(dashed)) == [0, 0, 0, 0]
    assert found(saved(Image.linear_gradient("L").resize(SIZE))) == [0, 0, 0, 0]
    assert found(saved(Image.effect_noise(SIZE, 120))) == [0, 0, 0, 0]


def test_a_small_picture_has_no_lines_and_what_is_none_either():
    assert picture_rims.find_rim(saved(lined((1, 1, 1, 1), size=(11, 40)))) == picture_rims.NONE
    assert picture_rims.find_rim(b"nothing") == picture_rims.NONE
    assert picture_rims.find_rim(saved(lined((1, 1, 1, 1)))[:4000]) == picture_rims.NONE


def test_a_turned_picture_has_its_lines_where_they_are_seen():
    data = saved(lined((1, 0, 0, 0)))
    turned = {turn: found(data, turn, SIZE if turn < 5 else SIZE[::-1]) for turn in range(1, 9)}
    sides = {turn: SIDES[widths.index(1)] for turn, widths in turned.items()}
    assert sides == {1: "left", 2: "right", 3: "right", 4: "left", 5: "top", 6: "top", 7: "bottom", 8: "bottom"}


LARGE = (1600, 2200)


@pytest.mark.parametrize(
    ("widths", "expected"), [((2, 2, 2, 2), [2, 2, 2, 2]), ((0, 0, 2, 2), [0, 0, 2, 2]), ((0, 0, 0, 0), [0, 0, 0, 0])]
)
def test_of_a_large_jpeg_the_first_rows_are_decoded_and_the_rest_if_they_show_a_line(widths, expected, monkeypatch):
    data = saved(lined(widths, size=LARGE), "JPEG", quality=95, subsampling=0)
    decoded = []
    whole = picture_rims.pictures.decode_on_white
    monkeypatch.setattr(
        picture_rims.pictures, "decode_on_white", lambda *given: decoded.append(given[0].height) or whole(*given)
    )
    assert found(data, size=LARGE) == expected
    assert decoded == [40] + [LARGE[1]] * any(widths)


def page_of(data, edge, bleed=2.0):
    """Return a print of one picture with bleed at 300 dots per inch, and its trim in dots."""
    source = picture_sources.sort_pictures("d", [NamedFile("A.png", len(data), lambda: io.BytesIO(data))])
    decks = picture_decks.decks(source, POKER, PictureOptions(edge=edge)).decks
    job = print_job(Printout("d", decks), PrintOptions(bleed=bleed, gap=4, guides="backs"))
    (trim,) = job.sheets[0].trims
    page = Image.open(io.BytesIO(preview.page_png(pdf.pdf_bytes(job), 1, 300))).convert("L")
    return page, [side / 25.4 * 300 for side in (trim.x, trim.y, trim.x + trim.w, trim.y + trim.h)]


@pytest.mark.parametrize("edge", ["mirror", "stretch"])
@pytest.mark.parametrize("widths", [(1, 1, 1, 1), (3, 0, 0, 3)])
def test_no_light_line_is_printed_at_the_cut(edge, widths):
    page, (left, top, right, bottom) = page_of(saved(lined(widths)), edge)
    out = 2 / 25.4 * 300 - 3
    strips = [
        (left - out, top + 20, left + 12, bottom - 20),
        (left + 20, top - out, right - 20, top + 12),
        (right - 12, top + 20, right + out, bottom - 20),
        (left + 20, bottom - 12, right - 20, bottom + out),
        (left - out, top - out, left + 12, top + 12),
        (right - 12, bottom - 12, right + out, bottom + out),
    ]
    for strip in strips:
        assert page.crop(tuple(map(round, strip))).getextrema()[1] < 190, strip


def test_a_white_frame_is_mirrored_as_it_is():
    page, (left, top, _, bottom) = page_of(saved(lined((20, 20, 20, 20))), "mirror")
    strip = page.crop((round(left - 15), round(top + 30), round(left + 15), round(bottom - 30)))
    assert strip.getextrema()[0] > 240


def test_without_bleed_nothing_is_decoded_for_it(monkeypatch):
    monkeypatch.setattr(picture_rims, "find_rim", lambda *given: pytest.fail("decoded"))
    page_of(saved(lined((1, 1, 1, 1))), "mirror", bleed=0)
    page_of(saved(lined((1, 1, 1, 1))), "none")
