"""Pictures: looked over before they are decoded, cut to their window, grey where ink is saved, once in a file."""

import io
import struct
import warnings
import zlib

import pikepdf
import pytest
from PIL import Image

from companion.findings import InvalidInput
from companion.printing.export import card_files
from companion.printing.export.options import ExportJob
from companion.printing.faces import pictures
from companion.printing.faces.boxes import POKER, Deck, Face, Picture, Piece
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions


def picture(size=(60, 40), colour=(200, 30, 30), kind="PNG", mode="RGB", **more):
    data = io.BytesIO()
    Image.new(mode, size, colour).save(data, kind, **more)
    return data.getvalue()


def png_head(w, h):
    """Return a PNG that claims w by h dots and holds next to none."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (png_head(20_000, 10_000), "200 megapixels"),
        (png_head(10_000, 10_000), "100 megapixels"),
        (png_head(8_000, 6_000), "8,000 × 6,000 pixels"),
        (b"no picture", "something that is not a picture"),
        (b"", "something that is not a picture"),
        (b"%PDF-1.4", "something that is not a picture"),
        (b"0" * 13_000_000, "13 MB"),
    ],
    ids=["200 MP", "100 MP", "48 MP", "text", "empty", "pdf", "13 MB"],
)
def test_what_is_no_picture_or_too_large_is_refused_before_it_is_decoded(data, found):
    for look in (lambda: pictures.check(data, "art.png"), lambda: pictures.crop_to_window(data, "art.png", 40, 30)):
        with pytest.raises(InvalidInput) as caught:
            look()
        assert str(caught.value).startswith(f"art.png: found {found}, expected a picture ")


def test_a_picture_in_floating_point_is_refused():
    with pytest.raises(InvalidInput, match="found a picture in floating point, expected one with 8 or 16 bits"):
        pictures.check(picture(kind="TIFF", mode="F", colour=0.5), "art.tif")


def test_odd_notes_in_a_damaged_picture_warn_nobody():
    with pytest.raises(InvalidInput, match="art.tif: found something that is not a picture"):
        pictures.check(b"II*\0" + b"\xff" * 100, "art.tif")


def test_a_warning_elsewhere_stays_a_warning():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with pytest.raises(InvalidInput):
            pictures.check(png_head(10_000, 10_000), "art.png")
        warnings.warn("still here", UserWarning, stacklevel=1)
    assert [str(w.message) for w in seen] == ["still here"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_that_breaks_off_is_refused_and_named(kind):
    noise = io.BytesIO()
    Image.effect_noise((200, 200), 90).convert("RGB").save(noise, kind)
    with pytest.raises(InvalidInput, match=r"^art: found a damaged picture"):
        pictures.crop_to_window(noise.getvalue()[:2000], "art", 40, 30)


@pytest.mark.parametrize(
    ("kind", "mode", "colour"),
    [("JPEG", "CMYK", (0, 200, 200, 0)), ("WEBP", "RGB", (200, 30, 30)), ("GIF", "P", 3), ("PNG", "I;16", 900)],
)
def test_other_kinds_of_pixels_print_too(kind, mode, colour):
    made = Image.open(io.BytesIO(pictures.crop_to_window(picture(colour=colour, kind=kind, mode=mode), "art", 40, 30)))
    assert made.mode in ("RGB", "L") and made.size[0] / made.size[1] == pytest.approx(4 / 3, rel=0.05)


def test_it_is_cut_to_its_window_about_the_middle():
    wide = Image.new("RGB", (300, 100), "red")
    wide.paste((0, 0, 255), (100, 0, 200, 100))
    data = io.BytesIO()
    wide.save(data, "PNG")
    made = Image.open(io.BytesIO(pictures.crop_to_window(data.getvalue(), "art", 30, 30))).convert("RGB")
    w, h = made.size
    assert w == h
    middle = made.getpixel((w // 2, h // 2))
    assert middle[2] > 200 and middle[0] < 60, "the blue third in the middle is what shows"


def test_clear_ground_becomes_white_and_few_colours_stay_sharp():
    data = picture(colour=(0, 0, 0, 0), mode="RGBA")
    made = pictures.crop_to_window(data, "art", 30, 20)
    assert made.startswith(b"\x89PNG")
    assert Image.open(io.BytesIO(made)).convert("RGB").getpixel((3, 3)) == (255, 255, 255)


def test_a_camera_held_sideways_is_put_right():
    tall = Image.new("RGB", (100, 50), "red")
    tall.paste((0, 0, 255), (0, 0, 50, 50))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter clockwise to be seen upright
    data = io.BytesIO()
    tall.save(data, "PNG", exif=exif)
    made = Image.open(io.BytesIO(pictures.crop_to_window(data.getvalue(), "art", 25, 50))).convert("RGB")
    assert made.getpixel((made.width // 2, 3))[2] > 200, "what was left is above"


def test_finer_than_paper_shows_is_made_smaller():
    made = Image.open(io.BytesIO(pictures.crop_to_window(picture((4000, 3000)), "art", 40, 30)))
    assert made.size == (round(40 / 25.4 * 450), round(30 / 25.4 * 450))


def test_ink_modes_take_the_hue_and_half_the_ink():
    data = picture(colour=(200, 30, 30))
    assert pictures.apply_ink_mode(data, "full") is data
    grey, saver = (Image.open(io.BytesIO(pictures.apply_ink_mode(data, mode))) for mode in ("grey", "saver"))
    assert grey.mode == saver.mode == "L"
    value = grey.getpixel((5, 5))
    assert abs((255 - saver.getpixel((5, 5))) - (255 - value) / 2) <= 1


def deck():
    data = pictures.crop_to_window(picture(), "art", 40, 30)
    same = Picture(10, 10, 40, 30, data)
    return Deck("D", POKER, tuple(Piece(f"p{n}", f"P{n}", Face((same,)), 2) for n in range(12)))


def images(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.check_pdf_syntax() == []
        return [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]


def test_a_picture_on_many_cards_and_pages_is_in_the_file_once():
    assert len(images(pdf_bytes(lay_out("x", [deck()], PrintOptions(share=False))))) == 1
    (out,) = card_files.shop([deck()], ExportJob("x"))
    assert len(images(out.data)) == 1


def test_a_picture_shows_where_it_stands_on_every_page():
    import pypdfium2

    (out,) = card_files.shop([deck()], ExportJob("x"))
    document = pypdfium2.PdfDocument(out.data)
    for number in (0, 23):
        page = document[number].render(scale=2).to_pil().convert("RGB")
        dot = 2 * 72 / 25.4
        inside = page.getpixel((round((3.175 + 30) * dot), round((3.175 + 25) * dot)))
        outside = page.getpixel((round((3.175 + 5) * dot), round((3.175 + 5) * dot)))
        assert inside[0] > 180 and inside[1] < 60 and outside == (255, 255, 255)
    document.close()


def test_a_picture_for_the_screen_keeps_its_size_and_an_untagged_one_its_bytes():
    data = io.BytesIO()
    Image.new("RGB", (30, 20), (200, 30, 30)).save(data, "PNG")
    assert pictures.for_screen(data.getvalue(), "a.png", "full") == data.getvalue()
    grey = Image.open(io.BytesIO(pictures.for_screen(data.getvalue(), "a.png", "grey")))
    assert grey.size == (30, 20) and grey.convert("RGB").getextrema()[0] == grey.convert("RGB").getextrema()[2]
