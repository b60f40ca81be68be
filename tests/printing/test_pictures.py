"""Pictures: looked over before they are decoded, cut to their window, grey where ink is saved, once in a file."""

import io
import struct
import warnings
import zlib

import pikepdf
import pytest
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile

from companion.base.findings import InvalidInput
from companion.printing.export import picture_files
from companion.printing.export.options import ExportJob
from companion.printing.faces import pictures
from companion.printing.faces.boxes import POKER, Deck, Face, Picture, Piece
from companion.printing.pdf import own_pictures, pdf_bytes
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions


def picture(size=(60, 40), colour=(200, 30, 30), kind="PNG", mode="RGB", **more):
    data = io.BytesIO()
    Image.new(mode, size, colour).save(data, kind, **more)
    return data.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_head(w, h):
    """Return a PNG that claims w by h dots and holds next to none."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"0")) + chunk(b"IEND", b"")


def shown(data):
    return Image.open(io.BytesIO(data))


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


def test_a_picture_has_at_most_12_mb_and_40_megapixels():
    pictures.check(png_head(8_000, 5_000), "art.png")
    with pytest.raises(InvalidInput, match="found 8,000 × 5,001 pixels, expected a picture in .* 40 megapixels"):
        pictures.check(png_head(8_000, 5_001), "art.png")
    pictures.refuse_large(12_000_000, "art.png")
    with pytest.raises(InvalidInput, match="found 12 MB, expected a picture of at most 12 MB"):
        pictures.refuse_large(12_000_001, "art.png")


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize(
    ("dots", "size", "dpi", "made"),
    [
        ((675, 675), (25.4, 25.4), 0, (675, 675)),
        ((676, 676), (25.4, 25.4), 0, (450, 450)),
        ((1000, 500), (25.4, 12.7), 0, (450, 225)),
        ((2000, 500), (25.4, 12.7), 0, (900, 225)),
        ((500, 2000), (12.7, 25.4), 0, (225, 900)),
        ((151, 302), (25.4, 50.8), 100, (100, 200)),
        ((2000, 2), (25.4, 0.01), 10, (1000, 1)),
        ((150, 300), (25.4, 50.8), 100, (150, 300)),
        ((2000, 1000), (0, 0), 0, (2000, 1000)),
        ((2000, 1000), (25.4, 0), 0, (2000, 1000)),
    ],
)
def test_a_picture_more_than_half_as_fine_again_as_paper_shows_is_made_smaller(kind, dots, size, dpi, made):
    for mode in ("full", "grey"):
        printed = shown(pictures.picture_for_print(picture(dots, kind=kind), "art", mode, *size, dpi))
        assert (printed.size, printed.format, printed.mode) == (made, kind, "RGB" if mode == "full" else "L")


@pytest.mark.parametrize(
    ("dots", "decoded"),
    [
        ((4000, 2000), [(2000, 1000), (500, 250)]),
        ((2700, 1350), [(1350, 675), (675, 338)]),
        ((2690, 1345), [(673, 337)]),
        ((676, 338), [(676, 338)]),
        ((674, 337), []),
    ],
)
def test_a_jpeg_is_decoded_no_larger_than_it_must_be(monkeypatch, dots, decoded):
    """An inch by half of one is 450 by 225 dots: a window keeps half as many again, a print none more."""
    draft, sizes = JpegImageFile.draft, []

    def note(picture, mode, size):
        draft(picture, mode, size)
        sizes.append(picture.size)

    monkeypatch.setattr(JpegImageFile, "draft", note)
    data = picture(dots, kind="JPEG")
    pictures.crop_to_window(data, "art", 25.4, 12.7)
    pictures.picture_for_print(data, "art", "full", 25.4, 12.7)
    assert sizes == decoded


@pytest.mark.parametrize("size", [(25.4, 12.7), (12.7, 25.4)])
@pytest.mark.parametrize("dots", [(3000, 300), (300, 3000), (300, 300), (50, 40), (2000, 1800)])
def test_a_window_has_450_dots_an_inch_or_as_many_as_the_picture(size, dots):
    window = [round(side / 25.4 * 450) for side in size]
    share = min(1, dots[0] / window[0], dots[1] / window[1])
    made = shown(pictures.crop_to_window(picture(dots, kind="JPEG"), "art", *size))
    assert made.size == tuple(round(side * share) for side in window)


def test_a_window_is_at_least_one_dot_wide():
    assert shown(pictures.crop_to_window(picture(), "art", 0.01, 0.01)).size == (1, 1)
    assert shown(pictures.crop_to_window(picture((1, 300)), "art", 25.4, 0.1)).size == (1, 1)


@pytest.mark.parametrize(
    ("mode", "colour", "grey"),
    [("I;16", 25_600, 100), ("I;16", 65_535, 255), ("L", 100, 100), ("LA", (100, 255), 100), ("LA", (0, 0), 255)],
)
def test_shades_stay_what_they_are(mode, colour, grey):
    made = shown(pictures.crop_to_window(picture(mode=mode, colour=colour), "art", 4, 4))
    assert made.convert("L").getextrema() == (grey, grey)


@pytest.mark.parametrize(("turn", "seen"), [*((n, n) for n in range(1, 9)), (0, 1), (9, 1)])
def test_a_camera_says_how_its_picture_is_turned_for_the_eye(turn, seen):
    exif = Image.Exif()
    exif[0x0112] = turn
    size = pictures.measure_bytes(picture((30, 20), kind="JPEG", exif=exif))
    assert size == pictures.PictureSize(*((20, 30) if seen > 4 else (30, 20)), seen, False)
    assert pictures.measure_bytes(picture((30, 20))) == pictures.PictureSize(30, 20, 1)


def test_a_jpeg_ends_among_its_last_65_536_bytes():
    whole = picture(kind="JPEG")
    assert pictures.measure_bytes(whole + bytes(65_534)).wide == 60
    for broken in (whole + bytes(65_535), whole[:-1]):
        with pytest.raises(InvalidInput, match="a damaged picture \\(the file breaks off\\)"):
            pictures.measure_bytes(broken)


def test_an_error_is_told_by_its_first_eighty_characters(monkeypatch):
    def fail(*given):
        raise OSError("x" * 81)

    monkeypatch.setattr(pictures, "_on_white", fail)
    with pytest.raises(InvalidInput, match=r"a damaged picture \(x{80}\)"):
        pictures.crop_to_window(picture(), "art", 4, 4)


# Pictures as they are stored.


def test_a_stored_picture_is_whole_and_has_nothing_else_in_its_file():
    """Every shorter file, one with more at its end, and one with a part more in its middle are made anew."""
    for data in (pictures.clean_picture(picture(kind=kind), "a") for kind in ("PNG", "JPEG")):
        assert pictures.is_clean(data) and own_pictures.clean(data, "a") is data
        assert own_pictures.ending(data) == (".png" if data.startswith(b"\x89PNG") else ".jpg")
        assert not any(pictures.is_clean(data[:end]) for end in range(len(data)))
        assert not pictures.is_clean(data + b"\0") and not pictures.is_clean(data + data)
    png, jpeg = (picture((9, 9), kind=kind) for kind in ("PNG", "JPEG"))
    head = len(b"\x89PNG\r\n\x1a\n") + 25
    for kind in (b"tEXt", b"eXIf", b"tRNS"):
        assert not pictures.is_clean(png[:head] + chunk(kind, b"a\0b") + png[head:])
    assert not pictures.is_clean(png[:-12] + chunk(b"IEND", b"a"))
    for part in (b"\xff\xe1\0\x04ab", b"\xff\xe0\0\x0f" + bytes(13), b"\xff\xe0\0\x11" + bytes(15), b"\xff\xfe\0\x02"):
        assert not pictures.is_clean(jpeg[:20] + part + jpeg[20:])


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_stored_picture_has_at_most_a_thousand_dots_a_side(kind, monkeypatch):
    assert (pictures.MOST_DOTS, pictures.MOST_CLEAN) == (1000, 2_000_000)
    assert [pictures.is_clean(picture(size, kind=kind)) for size in ((1000, 9), (9, 1000), (1001, 9), (9, 1001))] == [True, True, False, False]  # fmt: skip
    assert not pictures.is_clean(picture(kind=kind, mode="1" if kind == "PNG" else "CMYK", colour=0))
    data = picture(kind=kind)
    monkeypatch.setattr(pictures, "MOST_CLEAN", len(data))
    assert pictures.is_clean(data)
    monkeypatch.setattr(pictures, "MOST_CLEAN", len(data) - 1)
    assert not pictures.is_clean(data)


@pytest.mark.parametrize(
    ("mode", "colour", "kind", "made"),
    [
        ("RGB", "red", "PNG", ("JPEG", "RGB")),
        ("L", 9, "PNG", ("PNG", "L")),
        ("1", 1, "PNG", ("PNG", "L")),
        ("P", 3, "PNG", ("PNG", "RGB")),
        ("RGBA", (255, 0, 0, 9), "PNG", ("PNG", "RGB")),
        ("LA", (9, 9), "PNG", ("PNG", "RGB")),
        ("L", 9, "JPEG", ("PNG", "L")),
    ],
)
def test_a_picture_of_few_colours_is_stored_as_png(mode, colour, kind, made):
    stored = pictures.clean_picture(picture((2000, 10), mode=mode, colour=colour, kind=kind), "a")
    found = shown(stored)
    assert ((found.format, found.mode), found.size) == (made, (1000, 5)) and pictures.is_clean(stored)


def test_a_png_of_more_than_300_kb_is_stored_as_jpeg(monkeypatch):
    assert pictures._FLAT == 300_000
    data = picture(mode="L", colour=9)
    size = len(pictures.clean_picture(data, "a"))
    monkeypatch.setattr(pictures, "_FLAT", size)
    assert shown(pictures.clean_picture(data, "a")).format == "PNG"
    monkeypatch.setattr(pictures, "_FLAT", size - 1)
    assert shown(pictures.clean_picture(data, "a")).format == "JPEG"


def test_a_thumbnail_has_at_most_240_dots_a_side():
    assert [shown(pictures.thumbnail(picture(size), "a")).size for size in ((480, 120), (120, 480), (240, 9))] == [
        (240, 60),
        (60, 240),
        (240, 9),
    ]


def test_an_empty_file_is_called_so():
    with pytest.raises(InvalidInput, match=r"^a.png: found an empty file, expected a picture\.$"):
        own_pictures.clean(b"", "a.png")


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


def test_ink_modes_take_the_hue_and_half_the_ink():
    data = picture(colour=(200, 30, 30))
    assert pictures.apply_ink_mode(data, "full") is data
    grey, saver = (Image.open(io.BytesIO(pictures.apply_ink_mode(data, mode))) for mode in ("grey", "saver"))
    assert grey.mode == saver.mode == "L"
    value = grey.getpixel((5, 5))
    assert 255 - saver.getpixel((5, 5)) == (255 - value) // 2


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
    (out,) = picture_files.shop([deck()], ExportJob("x"))
    assert len(images(out.data)) == 1


def test_a_picture_shows_where_it_stands_on_every_page():
    import pypdfium2

    (out,) = picture_files.shop([deck()], ExportJob("x"))
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
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind in ("JPEG", "PNG"):
        tagged = picture((30, 20), kind=kind, exif=exif)
        assert (pictures.for_screen(tagged, "a", "full") == tagged) is (kind == "PNG")
    assert grey.size == (30, 20) and grey.convert("RGB").getextrema()[0] == grey.convert("RGB").getextrema()[2]
