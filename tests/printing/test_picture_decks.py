"""Decks of pictures: each fills its card to the trim and past it, sharp, and its file is in the PDF as it is."""

import io
import zipfile
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageOps, ImageStat

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import (
    card_looks,
    custom_faces,
    deck_lists,
    picture_decks,
    picture_names,
    picture_sources,
)
from companion.printing.custom.layouts import looks
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.export import formats, picture_files
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces import picture_edges, pictures
from companion.printing.faces.boxes import CardPicture, PictureFile
from companion.printing.faces.picture_edges import tiles
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import PAPERS, find_format
from tests import bench_pictures
from tests.pairs import paired

POKER = find_format("poker")
AT_300 = (744, 1039)
"""Dots of a poker card at 300 dpi."""


def noise(size=AT_300, colour=(40, 90, 200), seed=0):
    """Return a picture that no two places of look alike: a slope of colours, rings and a mark in one corner."""
    across, down = Image.linear_gradient("L").rotate(90).resize(size), Image.linear_gradient("L").resize(size)
    made = Image.merge("RGB", (across, down, Image.new("L", size, (colour[2] + 37 * seed) % 256)))
    draw = ImageDraw.Draw(made)
    for n in range(3, 30, 3):
        draw.ellipse(
            [size[0] * 0.3 - 9 * n, size[1] * 0.4 - 9 * n, size[0] * 0.3 + 9 * n, size[1] * 0.4 + 9 * n],
            outline="white",
            width=3,
        )
    draw.rectangle([0, 0, size[0] // 6, size[1] // 9], fill=colour)
    return made


def saved(picture, kind="JPEG", **more):
    data = io.BytesIO()
    picture.save(data, kind, **({"quality": 92} if kind == "JPEG" else {}) | more)
    return data.getvalue()


def parts(png):
    """Return the packed rows of a PNG, chunk by chunk."""
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            yield png[at + 8 : at + 8 + length]
        at += 12 + length


def source(files, title="Mine"):
    return picture_sources.in_memory(((name, partial(bytes, data)) for name, data in files.items()), title)


def made(files, form=POKER, deck_list="", skip_bad=False, backs=True, **options):
    return picture_decks.decks(
        source(files), form, PictureOptions(**options), deck_list, backs=backs, skip_bad=skip_bad
    )


def job_of(files, options=None, **more):
    found = made(files, **more)
    return print_job(Printout(found.title, found.decks), options or PrintOptions(lines="none"))


def rendered(data, page=0, dpi=600):
    document = pypdfium2.PdfDocument(data)
    try:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def cut_out(sheet, trim, dpi, out=0.0):
    """Return what is printed on a trim, so many mm further out."""
    dot = dpi / 25.4
    edges = (trim.x - out, trim.y - out, trim.x + trim.w + out, trim.y + trim.h + out)
    return sheet.crop(tuple(round(edge * dot) for edge in edges))


def apart(one, other):
    """Return by how much two pictures of one size differ on average, of 255, the worst of the three colours."""
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def images(data):
    """Return each image in a PDF: its filter, and its bytes as they are stored."""
    with pikepdf.open(io.BytesIO(data)) as document:
        streams = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return [(str(o.Filter), o.read_raw_bytes()) for o in streams]


@pytest.mark.parametrize(
    ("mode", "more"),
    [
        ("RGB", {}),
        ("RGB", {"progressive": True}),
        ("L", {}),
        ("RGB", {"subsampling": 0, "optimize": True}),
    ],
)
def test_a_jpeg_is_in_the_file_byte_for_byte_and_looks_the_same(mode, more):
    original = saved(noise().convert(mode), **more)
    data = pdf.pdf_bytes(job_of({"A.jpg": original}))
    assert images(data) == [("/DCTDecode", original)]
    job = job_of({"A.jpg": original})
    (trim,) = job.sheets[0].trims
    shown = cut_out(rendered(data, dpi=300), trim, 300).resize(AT_300)
    assert apart(shown, Image.open(io.BytesIO(original)).convert("RGB")) < 6


@pytest.mark.parametrize(("mode", "colours"), [("RGB", None), ("L", None), ("P", 40), ("1", None)])
def test_a_plain_png_is_kept_too(mode, colours):
    picture = noise().quantize(colours) if colours else noise().convert(mode)
    original = saved(picture, "PNG")
    data = pdf.pdf_bytes(job_of({"A.png": original}))
    ((kind, kept),) = images(data)
    assert kind == "/FlateDecode" and kept in b"".join(parts(original))
    (trim,) = job_of({"A.png": original}).sheets[0].trims
    shown = cut_out(rendered(data, dpi=300), trim, 300).resize(AT_300)
    coarse = (93, 130)
    assert apart(shown.resize(coarse), picture.convert("RGB").resize(coarse)) < 4


@pytest.mark.parametrize(
    ("kind", "picture"),
    [
        ("PNG", Image.new("RGBA", (200, 280), (255, 0, 0, 0))),
        ("WEBP", Image.new("RGBA", (200, 280), (0, 0, 255, 0))),
        ("PNG", Image.new("I;16", (200, 280), 65_535)),
        ("PNG", Image.new("LA", (200, 280), (0, 0))),
    ],
)
def test_clear_and_fine_pixels_print_on_white(kind, picture):
    data = pdf.pdf_bytes(job_of({f"A.{kind.lower()}": saved(picture, kind)}))
    (trim,) = job_of({f"A.{kind.lower()}": saved(picture, kind)}).sheets[0].trims
    assert cut_out(rendered(data, dpi=100), trim, 100, -1).getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_camera_held_anyhow_is_put_right_without_touching_its_bytes(turn):
    back = {
        2: "FLIP_LEFT_RIGHT",
        3: "ROTATE_180",
        4: "FLIP_TOP_BOTTOM",
        5: "TRANSPOSE",
        6: "ROTATE_90",
        7: "TRANSVERSE",
        8: "ROTATE_270",
    }
    upright = noise()
    exif = Image.Exif()
    exif[0x0112] = turn
    stored = upright.transpose(Image.Transpose[back[turn]]) if turn > 1 else upright
    files = {"A.jpg": saved(stored, exif=exif)}
    data = pdf.pdf_bytes(job_of(files))
    assert images(data) == [("/DCTDecode", files["A.jpg"])]
    (trim,) = job_of(files).sheets[0].trims
    assert apart(cut_out(rendered(data, dpi=300), trim, 300).resize(AT_300), upright) < 6


def test_three_hundred_dots_an_inch_stay_as_sharp_as_they_are():
    """Black and white lines of single dots, printed at 300 dpi, are still single dots."""
    wide, high = 744, 1039
    lines = Image.new("L", (wide, high), 255)
    for x in range(0, wide, 4):
        lines.paste(0, (x, 0, x + 2, high))
    files = {"A.png": saved(lines, "PNG")}
    (trim,) = job_of(files).sheets[0].trims
    shown = cut_out(rendered(pdf.pdf_bytes(job_of(files)), dpi=600), trim, 600, -2).convert("L")
    row = shown.crop((0, 500, shown.width, 501)).tobytes()
    changes = sum((one < 128) != (other < 128) for one, other in zip(row, row[1:], strict=False))
    assert changes == pytest.approx(len(row) / 4, abs=2), "every line is there: two dots black, two white"
    assert sum(value < 16 for value in row) / len(row) > 0.2 and sum(value > 239 for value in row) / len(row) > 0.2


def edges(picture, level=128):
    """Return the first and last dark column and row of a light sheet's card."""
    box = picture.convert("L").point(lambda value: 255 if value < level else 0).getbbox()
    assert box
    return box


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.long)])
def test_pixels_end_at_the_trim_within_a_twentieth_of_a_millimetre(paper):
    files = {"A.jpg": saved(Image.new("RGB", AT_300)), "A (back).jpg": saved(Image.new("RGB", AT_300))}
    job = job_of(files, PrintOptions(paper=paper, lines="none", share=False), edge="none")
    data = pdf.pdf_bytes(job)
    for page, sheet in enumerate(job.sheets):
        (trim,) = sheet.trims
        shown = rendered(data, page)
        dot = 600 / 25.4
        around = tuple(round(v * dot) for v in (trim.x - 2, trim.y - 2, trim.x + trim.w + 2, trim.y + trim.h + 2))
        left, top, right, bottom = edges(shown.crop(around))
        found = [
            (around[0] + left) / dot,
            (around[1] + top) / dot,
            (around[0] + right) / dot,
            (around[1] + bottom) / dot,
        ]
        assert found == pytest.approx([trim.x, trim.y, trim.x + trim.w, trim.y + trim.h], abs=0.05)


def test_each_back_lies_behind_its_front():
    files = {f"{n}.png": saved(noise(seed=n), "PNG") for n in range(5)}
    files |= {f"{n}_b.png": saved(noise(colour=(20 * n, 0, 0), seed=n), "PNG") for n in range(3)} | {
        "back.png": saved(noise(colour=(9, 99, 9)), "PNG")
    }
    job = job_of(files)
    front, back = job.sheets
    assert job.duplex == "long" and len(front.trims) == len(back.trims) == 5
    wide = front.w
    for one, other in zip(front.trims, back.trims, strict=True):
        assert other.x == pytest.approx(wide - one.x - one.w) and other.y == pytest.approx(one.y)
        named = other.boxes[0].label
        assert named == (f"{one.piece.name}_b.png" if int(one.piece.name) < 3 else "back.png")


@pytest.mark.parametrize(
    ("files", "size", "backs"),
    [
        # A Squib game as it is published: two kinds of cards and their backs in one folder, a back that is counted alone.
        (
            ("skill_00", "skill_01", "skill_back_00", "skill_back_01", "role_00", "role_01", "back_role_00"),
            (825, 1125),
            ("back_role_00", "back_role_00", "skill_back_00", "skill_back_01"),
        ),
        # A deck as order forms of print shops have it, beside Proxy-PDF-Maker: counts, a back of one's own, one for all.
        (
            ("2x Bolt", "Forest (Anna) {7}", "090r Pathway", "090r Pathway__back", "__back"),
            (816, 1110),
            ("090r Pathway__back", "__back", "__back"),
        ),
    ],
)
def test_the_files_of_a_published_game_print_with_their_backs_and_their_bleed(files, size, backs):
    """An eighth of an inch of bleed around a poker card at 300 dpi: a green edge, and a red card."""
    shown = Image.new("RGB", size, "green")
    shown.paste("red", (38, 38, size[0] - 38, size[1] - 38))
    found = made({f"{name}.png": saved(shown, "PNG") for name in files})
    assert [piece.back.boxes[0].label for piece in found.decks[0].pieces] == [f"{back}.png" for back in backs]
    assert (
        found.with_bleed == len(files) and found.coarse == 0 and not [note for note in found.notes if "cut off" in note]
    )
    job = print_job(Printout("A", found.decks), BLED)
    sheet = rendered(pdf.pdf_bytes(job), dpi=150)
    for trim in job.sheets[0].trims:
        card = cut_out(sheet, trim, 150)
        assert card.getpixel((card.width // 2, card.height // 2)) == (255, 0, 0) and card.getpixel((9, 300)) == (
            255,
            0,
            0,
        )
        around = cut_out(sheet, trim, 150, 2.5)
        assert around.getpixel((5, 300)) == (0, 128, 0), "the bleed of the file, no mirror"


def test_a_card_that_lies_across_is_turned_over_like_a_page():
    """Held across, both sides have the same edge at the top, as they are drawn."""
    across = {name: Image.new("RGB", (1125, 825), colour) for name, colour in (("A", "blue"), ("A_b", "green"))}
    for picture in across.values():
        picture.paste("red", (0, 0, 1125, 200))
    job = job_of({f"{name}.png": saved(picture, "PNG") for name, picture in across.items()}, PrintOptions(lines="none"))
    data = pdf.pdf_bytes(job)
    one, other = (cut_out(rendered(data, page, 72), job.sheets[page].trims[0], 72) for page in (0, 1))
    # The sheet is turned over its long edge, which is upright: what is on the right is then on the left.
    tops = [
        picture.getpixel((x, picture.height // 2)) == (255, 0, 0)
        for picture in (one, other)
        for x in (5, picture.width - 6)
    ]
    assert tops == ([False, True, True, False])


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "WEBP", "PNG"])
def test_a_file_of_several_pictures_is_told(kind):
    pages = [Image.new("RGB", AT_300, colour) for colour in ("red", "blue")]
    many, one = saved(pages[0], kind, save_all=True, append_images=pages[1:]), saved(pages[0], kind)
    (note,) = made({"Many.png": many, "One.png": one}).notes
    assert note.startswith("Many.png: only the first picture is printed. Save every page")


BLED = PrintOptions(bleed=3, gap=8, lines="none")


def bled(files, **options):
    """Return a card at 300 dpi with 3 mm of bleed around it, and the sheet's trim."""
    job = job_of(files, BLED, **options)
    (trim,) = job.sheets[0].trims
    return cut_out(rendered(pdf.pdf_bytes(job), dpi=300), trim, 300, 3), 35


def test_a_mirrored_bleed_continues_the_picture_across_the_trim():
    shown, out = bled({"A.png": saved(noise(), "PNG")}, edge="mirror")
    w, h = shown.size
    sides = {
        "left": ((0, out, out, h - out), (out, out, 2 * out, h - out), Image.Transpose.FLIP_LEFT_RIGHT),
        "right": ((w - out, out, w, h - out), (w - 2 * out, out, w - out, h - out), Image.Transpose.FLIP_LEFT_RIGHT),
        "top": ((out, 0, w - out, out), (out, out, w - out, 2 * out), Image.Transpose.FLIP_TOP_BOTTOM),
        "bottom": ((out, h - out, w - out, h), (out, h - 2 * out, w - out, h - out), Image.Transpose.FLIP_TOP_BOTTOM),
        "corner": ((0, 0, out, out), (out, out, 2 * out, 2 * out), Image.Transpose.ROTATE_180),
    }
    for where, (past, inside, flip) in sides.items():
        assert apart(shown.crop(past), shown.crop(inside).transpose(flip)) < 8, where
        assert min(low for low, _ in shown.crop(past).getextrema()) < 255, where
    seam = shown.convert("L").crop((out - 3, h // 2, out + 3, h // 2 + 40))
    assert seam.getextrema()[1] < 200, "no white line at the cut"


@pytest.mark.parametrize("edge", ["mirror", "stretch"])
def test_what_is_past_the_cut_reaches_under_the_picture(edge):
    """Where both only met, Poppler would let the paper shine through at the cut."""
    job = job_of({"A.png": saved(noise(), "PNG")}, BLED, edge=edge)
    box = replace(job.sheets[0].trims[0].face.boxes[0], bleed=3)
    *past, picture = tiles(box)
    assert len(past) == 8 and not (picture.flipped_x or picture.flipped_y)
    for tile in past:
        shows = tile.shows
        assert min(shows.right, picture.shows.right) - max(shows.left, picture.shows.left) > 0.09
        assert min(shows.bottom, picture.shows.bottom) - max(shows.top, picture.shows.top) > 0.09
        assert tile.x <= shows.left + 1e-6 and tile.x + tile.w >= shows.right - 1e-6
        assert tile.y <= shows.top + 1e-6 and tile.y + tile.h >= shows.bottom - 1e-6


@pytest.mark.parametrize(
    ("bleed", "brought", "edge", "left", "right"),
    [
        (3, 0, "mirror", (-3, 0.1, -62.9, 63), (62.9, 66, 62.9, 63)),
        (0.5, 0, "mirror", (-0.5, 0.1, -62.9, 63), (62.9, 63.5, 62.9, 63)),
        (3, 0, "stretch", (-3, 0.1, -755.9, 756), (62.9, 66, 62.9, 756)),
        (0.5, 0, "stretch", (-0.5, 0.1, -125.9, 126), (62.9, 63.5, 62.9, 126)),
        (0.2, 0, "stretch", (-0.2, 0.1, -62.9, 63), (62.9, 63.2, 62.9, 63)),
        (0, 0, "mirror", (0, 0, -63, 63), (63, 63, 63, 63)),
        (1, 3, "mirror", (-1, -3, -72, 69), (66, 64, 66, 69)),
        (3, 3, "mirror", (-3, -3, -72, 69), (66, 66, 66, 69)),
        (3, 1, "mirror", (-3, -0.9, -65.9, 65), (63.9, 66, 63.9, 65)),
    ],
)
def test_a_tile_reaches_from_a_tenth_under_the_picture_to_the_end_of_the_bleed(bleed, brought, edge, left, right):
    """Of a card 63 mm wide: where a tile shows, where it begins and how wide it is; strips are a quarter of a mm."""
    side = (-bleed, 63 + bleed, -brought, 63 + 2 * brought)
    assert picture_edges._side_ends(*side, (0, 0), -1, edge) == pytest.approx(left)
    assert picture_edges._side_ends(*side, (0, 0), 1, edge) == pytest.approx(right)
    out = min(bleed, brought)
    assert picture_edges._side_ends(*side, (0, 0), 0, edge) == (-out, 63 + out, -brought, 63 + 2 * brought)


def test_what_is_thinner_than_a_millionth_of_a_millimetre_is_not_drawn():
    sizes = ((0.5, 0.5), (1e-6, 1), (1, 1e-6), (9e-7, 1), (1, 9e-7), (-1, 5))
    assert [picture_edges.Opening(0, 0, *size).is_empty for size in sizes] == [False] * 3 + [True] * 3


def test_a_strip_is_stretched_as_far_as_each_side_needs():
    """Of 3 mm of bleed the picture leaves 3 open at the left, 1 at the right: 12 and 4 times a strip of 0.25 mm."""
    file = PictureFile("A.png", bytes, 620, 880)
    drawn = tiles(CardPicture(0, 0, 62, 88, (60, 88), file, "stretch", bleed=3))
    assert [tile.w for tile in drawn if tile.flipped_x and not tile.flipped_y] == pytest.approx([12 * 62, 4 * 62])


def test_a_stretched_bleed_draws_the_edge_out():
    shown, out = bled({"A.png": saved(noise(), "PNG")}, edge="stretch")
    w, h = shown.size
    for y in range(3 * out, h - 3 * out, 60):
        at_edge = shown.getpixel((out + 1, y))
        for x in (2, out // 2, out - 3):
            assert shown.getpixel((x, y)) == pytest.approx(at_edge, abs=12)
    assert shown.getpixel((3, 3)) == pytest.approx(shown.getpixel((out + 1, out + 1)), abs=12)


def test_nothing_is_past_the_cut_where_nothing_is_asked_for():
    shown, out = bled({"A.png": saved(noise(), "PNG")}, edge="none")
    assert shown.crop((0, 0, out - 1, shown.height)).getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize(("size", "edge"), [((822, 1122), "auto"), ((1644, 2244), "auto"), (AT_300, "has")])
def test_a_picture_with_its_bleed_shows_it_only_past_the_cut(size, edge):
    picture = Image.new("RGB", size, "white")
    inner = 37 * size[0] / 822
    picture.paste((200, 0, 0), tuple(round(v) for v in (inner, inner, size[0] - inner, size[1] - inner)))
    job = job_of({"A.png": saved(picture, "PNG")}, PrintOptions(bleed=3, gap=8, lines="none"), edge=edge)
    (trim,) = job.sheets[0].trims
    shown = cut_out(rendered(pdf.pdf_bytes(job), dpi=300), trim, 300)
    red = shown.crop((4, 4, shown.width - 4, shown.height - 4)) if edge == "auto" else shown.crop((20, 20, 700, 1000))
    assert red.getextrema() == ((200, 200), (0, 0), (0, 0))
    assert made({"A.png": saved(picture, "PNG")}, edge=edge).counts["with_bleed"] == 1


def test_pictures_of_the_trim_bring_no_bleed():
    for size in (AT_300, (745, 1040), (750, 1050), (672, 936), (1488, 2079)):
        assert made({"A.png": saved(Image.new("L", size), "PNG")}).counts["with_bleed"] == 0, size


def test_soft_cut_and_turned_pictures_are_told_with_the_worst_named():
    files = {
        "Tiny.png": saved(Image.new("L", (124, 173)), "PNG"),
        "Small.png": saved(Image.new("L", (372, 520)), "PNG"),
        "Wide.png": saved(Image.new("L", (2000, 1700)), "PNG"),
        "Square.png": saved(Image.new("L", (1200, 1200)), "PNG"),
        "Lying.png": saved(Image.new("L", (1039, 744)), "PNG"),
        "Good.png": saved(Image.new("L", AT_300), "PNG"),
    }
    found = made(files)
    assert found.notes == (
        "Tiny.png has 50 dots per inch in print, and 1 other has fewer than 200: larger pictures look sharper, 300 dots per inch best.",
        "39 % of Wide.png is cut off at 63 × 88 mm, and 1 other loses more than 5 %.",
        "Lying.png is turned to fit.",
    )
    assert found.counts == {"files": 6, "with_backs": 0, "with_bleed": 0, "below_200_dpi": 2, "lowest_dpi": 49}
    assert made({"Good.png": files["Good.png"]}).notes == ()


def fitted(name, dpi=200, cropped=0.05, **more):
    file = PictureFile(name, bytes, 9, 9, has_more=more.pop("has_more", False))
    return picture_decks.FittedPicture(
        CardPicture(0, 0, 63, 88, (63, 88), file), dpi, cropped, False, more.get("turned", False)
    )


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"A": {}, "B": {}}, ()),
        ({"A": {"dpi": 199}}, ("A has 199 dots per inch in print: larger",)),
        ({"A": {"dpi": 199}, "B": {"dpi": 90}, "C": {}}, ("B has 90 dots per inch in print, and 1 other has fewer than 200:",)),
        ({"A": {"dpi": 9}, "B": {"dpi": 8}, "C": {"dpi": 9}}, ("B has 8 dots per inch in print, and 2 others have fewer than 200:",)),
        ({"A": {"cropped": 0.06}}, ("6 % of A is cut off at 63 × 88 mm.",)),
        ({"A": {"cropped": 0.06}, "B": {"cropped": 0.5}}, ("50 % of B is cut off at 63 × 88 mm, and 1 other loses more than 5 %.",)),
        ({n: {"cropped": 0.06} for n in "ABC"}, ("6 % of A is cut off at 63 × 88 mm, and 2 others lose more than 5 %.",)),
        ({"A": {"turned": True}}, ("A is turned to fit.",)),
        ({n: {"turned": True} for n in "ABC"}, ("A is turned to fit, and 2 others are turned too.",)),
        ({n: {"has_more": True} for n in "ABCDE"}, ("A, B, C, D and E: only the first picture is printed.",)),
        ({n: {"has_more": True} for n in "ABCDEFG"}, ("A, B, C, D, E and 2 more: only the first picture is printed.",)),
    ],
)  # fmt: skip
def test_what_will_be_seen_in_print_is_told_past_its_limit(found, told):
    notes = list(picture_decks._notes([fitted(name, **more) for name, more in found.items()], POKER))
    assert len(notes) == len(told) and all(map(str.startswith, notes, told))


@pytest.mark.parametrize(
    ("form", "wide", "edge", "bleeds"),
    [
        ("poker", 725, "auto", False),
        ("poker", 726, "auto", True),
        ("poker", 742, "auto", True),
        ("poker", 743, "auto", False),
        ("200x300", 673, "auto", True),
        ("200x300", 667, "auto", False),
        ("poker", 500, "has", True),
        ("poker", 734, "mirror", False),
    ],
)
def test_a_picture_brings_bleed_where_its_proportions_are_nearest_to_those(form, wide, edge, bleeds):
    """69 by 94 mm are 734 by 1,000 dots, 12 in a thousand may be off; 206 by 306 are 673, the trim alone 667."""
    found = picture_decks.fit_picture(PictureFile("a", bytes, wide, 1000), find_format(form), PictureOptions(edge=edge))
    assert found.bleeds is bleeds


def test_a_picture_s_dots_per_inch_are_those_of_what_is_printed():
    form = find_format("63.5x88.9")
    plain = picture_decks.fit_picture(PictureFile("a", bytes, 500, 800), form, PictureOptions(edge="none"))
    assert (plain.dpi, plain.cropped) == pytest.approx((200, 1 / 8))
    bled = picture_decks.fit_picture(PictureFile("a", bytes, 500, 700), form, PictureOptions(edge="has", included=6.35))
    assert bled.dpi == pytest.approx(500 / 3) and bled.box.w == pytest.approx(76.2)


def test_the_options_of_pictures_have_limits():
    for options in ({"included": 0.5}, {"included": 10}, {"back_names": "{name}" + "x" * 60}):
        assert PictureOptions(**options)
    for options in ({"included": 0.4}, {"included": 10.1}, {"back_names": "{name}" + "x" * 61}):
        with pytest.raises(ValueError, match=next(iter(options))):
            PictureOptions(**options)


def test_the_same_picture_is_in_the_file_once_and_the_same_job_is_the_same_bytes():
    data = saved(noise())
    files = {"4x A.jpg": data, "Copy of A.jpg": data, "A_b.jpg": data}
    first, second = pdf.pdf_bytes(job_of(files)), pdf.pdf_bytes(job_of(files))
    assert first == second and len(images(first)) == 1
    assert len(first) < len(data) + 60_000


@pytest.mark.parametrize("ink", ["grey", "saver"])
def test_ink_modes_take_the_hue_and_half_the_ink(ink):
    files = {"A.jpg": saved(Image.new("RGB", AT_300, (200, 30, 30)))}
    job = job_of(files, PrintOptions(ink=ink, lines="none"))
    (trim,) = job.sheets[0].trims
    ((low, high), *rest) = cut_out(rendered(pdf.pdf_bytes(job), dpi=100), trim, 100, -2).getextrema()
    assert all(channel == (low, high) for channel in rest), "no hue"
    grey = 81
    assert low == pytest.approx(grey if ink == "grey" else 255 - (255 - grey) // 2, abs=4)


def test_a_colour_profile_is_kept_once():
    profile = b"".join((bytes.fromhex("00000084"), b"\0" * 12, b"RGB XYZ ", b"\0" * 12, b"acsp", b"\0" * 92))
    files = {f"{n}.jpg": saved(noise(seed=n), icc_profile=profile) for n in range(2)}
    document = pikepdf.open(io.BytesIO(pdf.pdf_bytes(job_of(files))))
    spaces = [o.ColorSpace for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert {str(space[0]) for space in spaces} == {"/ICCBased"}
    assert len({space[1].objgen for space in spaces}) == 1 and spaces[0][1].read_bytes() == profile


def test_a_preview_holds_small_pictures():
    files = {f"{n}.jpg": saved(noise((2000, 2793), seed=n)) for n in range(2)}
    job = job_of(files)
    assert len(pdf.pdf_bytes(job, 60)) < len(pdf.pdf_bytes(job)) / 10


def test_broken_pictures_are_told_each_by_name_and_left_out_where_asked():
    whole = saved(noise())
    files = {
        "A.jpg": whole,
        "Cut.jpg": whole[: len(whole) // 2],
        "Cut.png": saved(noise(), "PNG")[:20_000],
        "Text.png": b"hello",
        "Huge.gif": b"GIF89a" + b"\xff\xff\xff\xff" + b"\0" * 30,
        "Empty.webp": b"",
    }
    with pytest.raises(InvalidInput) as told:
        made(files)
    said = {error.where: error.found for error in told.value.input_errors}
    assert set(said) == set(files) - {"A.jpg"}
    assert (
        said["Cut.jpg"] == "a damaged picture (the file breaks off)"
        and said["Text.png"] == "something that is not a picture"
    )
    found = made(files, skip_bad=True)
    assert [piece.name for deck in found.decks for piece in deck.pieces] == ["A"]
    assert len([note for note in found.notes if note.startswith("Left out: ")]) == 5
    with pytest.raises(InvalidInput):
        made({"Text.png": b"hello"}, skip_bad=True)


def test_a_card_whose_back_is_broken_is_left_out_with_it():
    files = {"A.jpg": saved(noise()), "B.jpg": saved(noise()), "B_b.jpg": b"?"}
    found = made(files, skip_bad=True)
    assert [piece.name for deck in found.decks for piece in deck.pieces] == ["A"]
    fronts = made(files, backs=False)
    assert [piece.name for deck in fronts.decks for piece in deck.pieces] == ["A", "B"], (
        "nobody reads a back that is not printed"
    )


@pytest.mark.parametrize("to", ["png", "svg", "shop"])
def test_pictures_are_exported_like_any_cards(to):
    found = made({"A.jpg": saved(noise()), "A_b.png": saved(noise(seed=3), "PNG")})
    good, _ = picture_files.check_decks(found.decks, False)
    options = ExportOptions(to=to)
    outs = {out.name: out.data for out in formats.files(good, ExportJob(found.title, "#1f3f77", options, ""))}
    assert outs
    if to == "png":
        shown = next(Image.open(io.BytesIO(data)) for name, data in outs.items() if name.endswith(".png"))
        assert apart(shown.resize(AT_300), noise()) < 8


def test_an_svg_has_its_picture_once_and_each_tile_uses_it():
    found = made({"A.jpg": (data := saved(noise()))}, edge="mirror")
    good, _ = picture_files.check_decks(found.decks, False)
    outs = formats.files(good, ExportJob("x", "#1f3f77", ExportOptions(to="svg", bleed=True), ""))
    svg = next(out.data for out in outs if out.name.endswith(".svg"))
    assert svg.count(b"<image ") == 1 and svg.count(b"<use href=") == 9
    assert len(svg) < len(data) * 4 / 3 + 4000


def zipped(files, **more):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", **more) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    target.seek(0)
    return target


def test_a_zip_is_read_like_a_folder(tmp_path):
    files = {
        "deck/A.jpg": saved(noise()),
        "deck/backs/A.jpg": saved(noise(seed=2)),
        "deck/notes.txt": b"hello",
        "deck/scan.psd": b"x",
        "__MACOSX/deck/._A.jpg": b"junk",
        "deck/.hidden.png": b"junk",
        "../evil.png": b"junk",
        "/root.png": b"junk",
    }
    unpacked = picture_sources.read_zip(zipped(files, compression=zipfile.ZIP_DEFLATED), "my_deck.zip")
    assert unpacked.title == "my deck" and [file.path for file in unpacked.files] == ["deck/A.jpg", "deck/backs/A.jpg"]
    assert unpacked.notes == (
        "Left out: '../evil.png', whose path leaves its folder.",
        "Left out: '/root.png', whose path leaves its folder.",
        "Left out: deck/scan.psd: save them as PNG or JPEG.",
    )
    for name, data in list(files.items())[:6]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    inside = picture_sources.folder(tmp_path / "deck")
    assert sorted(file.path for file in inside.files) == ["A.jpg", "backs/A.jpg"] and inside.title == "deck"
    one, other = (picture_decks.decks(found, POKER) for found in (unpacked, inside))
    drawn = [pdf.pdf_bytes(print_job(Printout("Mine", found.decks), PrintOptions())) for found in (one, other)]
    assert [len(images(data)) for data in drawn] == [2, 2]


def test_hostile_zips_are_answered_with_a_sentence():
    for data in (b"", b"PK\x03\x04 no zip", b"hello"):
        with pytest.raises(InvalidInput, match=r"^x\.zip: found something that is not a zip"):
            picture_sources.read_zip(io.BytesIO(data), "x.zip")
    bomb = zipped({"A.png": b"\0" * 13_000_000}, compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(InvalidInput, match=r"A\.png: found 13 MB"):
        picture_decks.decks(picture_sources.read_zip(bomb, "x.zip"), POKER)
    data = bytearray(zipped({"A.jpg": saved(noise())}).getvalue())
    data[2000] ^= 255
    with pytest.raises(InvalidInput, match=r"^A\.jpg: found a file that cannot be read"):
        picture_decks.decks(picture_sources.read_zip(io.BytesIO(bytes(data)), "x.zip"), POKER)


def test_zips_that_claim_too_much_are_refused_before_anything_is_unpacked(monkeypatch):
    monkeypatch.setattr(picture_sources, "MOST_FILES", 3)
    assert len(picture_sources.read_zip(zipped({f"{n}.png": b"" for n in range(3)}), "x.zip").files) == 3
    with pytest.raises(InvalidInput, match="more than 3 files"):
        picture_sources.read_zip(zipped({f"{n}.png": b"" for n in range(4)}), "x.zip")
    monkeypatch.setattr(picture_sources, "MOST_UNPACKED", 1000)
    picture_sources.read_zip(zipped({"A.png": b"\0" * 1000}), "x.zip")
    with pytest.raises(InvalidInput, match="once it is unpacked"):
        picture_sources.read_zip(zipped({"A.png": b"\0" * 2000}), "x.zip")


def test_the_limits_of_pictures_that_tests_lower():
    """What the documentation and the messages say of them, and the bytes that are cached."""
    assert (picture_sources.MOST_FILES, picture_sources.MOST_UNPACKED) == (5_000, 4_000_000_000)
    assert (pictures.MOST_INKED, deck_lists.LONGEST, picture_names.LONGEST_PATTERN) == (48_000_000, 200_000, 60)
    assert (picture_decks.COARSE, picture_decks.CROPPED, pictures.SHARP) == (200, 0.05, 450)
    assert (custom_faces.MOST_IN_MEMORY, card_looks.MOST_PICTURED, looks.MOST_KNOWN) == (500, 96_000_000, 2_000)


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_picture_turned_once_more_is_seen_a_quarter_to_the_right(turn):
    """Pillow says how a picture of six different dots is seen, turned as EXIF says."""
    dots = Image.frombytes("L", (3, 2), bytes(range(6)))

    def seen(orientation):
        dots.getexif()[0x0112] = orientation
        return ImageOps.exif_transpose(dots)

    right = seen(turn).transpose(Image.Transpose.ROTATE_270)
    again = seen(picture_decks._RIGHT[turn])
    assert (again.size, again.tobytes()) == (right.size, right.tobytes())
    assert picture_decks._LEFT[picture_decks._RIGHT[turn]] == turn


def test_a_source_without_pictures_is_told():
    with pytest.raises(InvalidInput, match="found no picture"):
        made({"notes.txt": b"x"})


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "edge", "paper"),
    [
        (form, edge, paper)
        for (form, edge), paper in paired(
            list(product(["poker", "70x120", "120x70", "63x63", "hex 38 mm"], ["mirror", "stretch", "has", "none"])),
            [paper.name for paper in PAPERS],
        )
    ],
)
def test_nothing_is_printed_past_the_bleed_on_any_paper(paper, form, edge):
    """Fronts and backs lie on each other, every card is as often there as it should be, and no ink is past its bleed."""
    files = {"3x A.png": saved(Image.new("L", (200, 280)), "PNG"), "B.png": saved(Image.new("L", (280, 200)), "PNG")}
    files |= {"B_b.png": saved(Image.new("L", (90, 90)), "PNG"), "back.png": saved(Image.new("L", (70, 100)), "PNG")}
    options = PrintOptions(paper=paper, bleed=2, gap=5, lines="none")
    job = job_of(files, options, form=find_format(form), edge=edge)
    data = pdf.pdf_bytes(job)
    assert sum(sheet.side == "front" for sheet in job.sheets) * 2 == len(job.sheets)
    assert sum(len(sheet.trims) for sheet in job.sheets if sheet.side == "front") == 4
    for page, sheet in enumerate(job.sheets):
        shown = ImageOps.invert(rendered(data, page, 100).convert("L"))
        for trim in sheet.trims:
            assert cut_out(shown, trim, 100).getpixel((int(trim.w * 2), int(trim.h * 2))) > 200
            out = trim.bleed + 0.3
            corners = (trim.x - out, trim.y - out, trim.x + trim.w + out, trim.y + trim.h + out)
            shown.paste(0, tuple(round(corner * 100 / 25.4) for corner in corners))
        strip = round(options.foot_keep * 100 / 25.4)
        w, h = shown.size
        inner = shown.crop((strip, strip, w - strip, h - strip))
        assert not inner.point(lambda value: 255 if value > 128 else 0).getbbox(), "ink past a bleed"


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_many_pictures_take_no_more_memory_than_few(tmp_path):
    many, few = tmp_path / "many", tmp_path / "few"
    for folder, count in ((many, 100), (few, 10)):
        folder.mkdir()
        bench_pictures.fill(folder, count)
    target = tmp_path / "deck.pdf"
    assert bench_pictures.peak(many, target) < bench_pictures.peak(few, target) * 1.2
