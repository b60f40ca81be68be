"""Pictures as image objects of a PDF: which bytes are kept as they are, and which are decoded."""

import struct
import zlib

import pytest

from companion.printing.pdf.images import ImageObject, keep_as_image


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(bits=8, colours=2, woven=0, before=b"", dots=(b"ab", b"c")):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 30, 20, bits, colours, 0, 0, woven))
    return b"\x89PNG\r\n\x1a\n" + head + before + b"".join(chunk(b"IDAT", part) for part in dots) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("bits", "colours", "before", "components", "space"),
    [
        (8, 2, b"", 3, "/DeviceRGB"),
        (8, 0, b"", 1, "/DeviceGray"),
        (1, 0, chunk(b"gAMA", b"1234"), 1, "/DeviceGray"),
        (4, 3, chunk(b"PLTE", bytes(range(9))), 1, "[/Indexed /DeviceRGB 2 <000102030405060708>]"),
    ],
)
def test_a_plain_png_keeps_its_packed_rows(bits, colours, before, components, space):
    rows = f"<< /Predictor 15 /Colors {components} /BitsPerComponent {bits} /Columns 30 >>"
    entries = f"/Width 30 /Height 20 /BitsPerComponent {bits} /Filter /FlateDecode /DecodeParms {rows}"
    found = keep_as_image(png(bits, colours, before=before))
    assert found == ImageObject(entries, space, b"abc", components)


def test_a_png_is_kept_as_far_as_its_chunks_are_whole():
    """Without its end it is read; a last chunk that breaks off is none."""
    data = png()
    end = data.index(b"IEND") - 4
    assert keep_as_image(data[:end]).data == keep_as_image(data[: end + 11]).data == b"abc"
    assert keep_as_image(data[: end - 1]).data == b"ab"
    assert keep_as_image(data[: data.index(b"IDAT") - 4]) is None


@pytest.mark.parametrize(
    "data",
    [
        png(bits=16),
        png(colours=3),
        png(colours=4),
        png(colours=6),
        png(woven=1),
        png(before=chunk(b"tRNS", b"123")),
        png(dots=()),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(12)) + chunk(b"IDAT", b"a"),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(14)) + chunk(b"IDAT", b"a"),
        b"GIF89a",
        b"",
    ],
)
def test_another_png_is_decoded(data):
    assert keep_as_image(data) is None


def part(marker, data):
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def frame(components=3, bits=8, wide=30, high=20):
    return struct.pack(">BHHB", bits, high, wide, components)


def jpeg(*parts):
    return b"\xff\xd8" + b"".join(parts) + b"\xff\xda\0\x02dots\xff\xd9"


@pytest.mark.parametrize(
    ("parts", "colours"),
    [
        ([part(0xC0, frame())], "/DeviceRGB"),
        ([part(0xC1, frame(1))], "/DeviceGray"),
        ([part(0xC2, frame(3) + b"more")], "/DeviceRGB"),
        ([part(0xEE, b"Adobe"), part(0xC0, frame())], "/DeviceRGB"),
        ([b"\xff\xff", part(0xC4, b""), part(0xC8, b""), b"\xff", part(0xCC, b""), part(0xC0, frame())], "/DeviceRGB"),
    ],
)  # fmt: skip
def test_a_jpeg_is_kept_with_its_colours(parts, colours):
    data = jpeg(*parts)
    entries = "/Width 30 /Height 20 /BitsPerComponent 8 /Filter /DCTDecode"
    components = {"/DeviceGray": 1, "/DeviceRGB": 3}[colours]
    assert keep_as_image(data) == ImageObject(entries, colours, data, components)


@pytest.mark.parametrize(
    "data",
    [
        *(jpeg(part(marker, frame())) for marker in (0xC3, 0xC5, 0xC9, 0xCB, 0xCF)),
        jpeg(part(0xC0, frame()), part(0xC3, frame())),
        jpeg(part(0xC0, frame(2))),
        jpeg(part(0xC0, frame(4))),
        jpeg(part(0xEE, b"Adobe123"), part(0xC0, frame(4))),
        jpeg(part(0xC0, frame(bits=12))),
        jpeg(part(0xC0, frame(wide=0))),
        jpeg(part(0xC0, frame(high=0))),
        jpeg(part(0xC0, frame()[:5])),
        jpeg(part(0xBF, frame()), part(0xD0, frame())),
        jpeg(),
        b"\xff\xd8\xff\xda\0\x02" + part(0xC0, frame()),
        b"\xff\xd8",
        b"\xff\xd8\xff\xc0",
        b"\xff\xd8" + b"ab" + part(0xC0, frame()),
    ],
)
def test_another_jpeg_is_decoded(data):
    assert keep_as_image(data) is None


def profile(space=b"RGB ", mark=b"acsp", size=0, length=128):
    data = bytearray(length)
    data[:4], data[16:20], data[36:40] = struct.pack(">I", size or length), space, mark
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "is_kept"),
    [
        (profile(), True),
        (profile(length=200), True),
        (profile(length=127), False),
        (profile(size=129), False),
        (profile(b"GRAY"), False),
        (profile(mark=b"acsq"), False),
    ],
)
def test_a_whole_colour_profile_for_as_many_colours_is_kept(data, is_kept):
    """It comes in numbered parts in any order: `ICC_PROFILE`, a zero, its number, how many there are."""
    head = b"ICC_PROFILE\0"
    parts = [part(0xE2, head + b"\2\2" + data[50:]), part(0xE2, head + b"\1\2" + data[:50]), part(0xC0, frame())]
    assert keep_as_image(jpeg(*parts)).profile == (data if is_kept else b"")
    other = part(0xE2, b"MPF\0"), part(0xE2, head + b"\3\2")
    assert keep_as_image(jpeg(*other, *parts)).profile == (data if is_kept else b"")
