"""Pictures in the inks of a press have one colour: as TIFF and as JPEG, in print, preview and export."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces import picture_colours, pictures
from companion.printing.faces.boxes import POKER
from companion.printing.pdf import preview
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions

INKS = (0, 230, 200, 20)
"""A red of a press, of 255 each: cyan, magenta, yellow, black."""
PLAIN = tuple(round((255 - ink) * (255 - 20) / 255) for ink in INKS[:3])
PROFILES = Path("/usr/share/color/icc/ghostscript")


def inked(size=(630, 880)):
    return Image.new("CMYK", size, INKS)


def saved(picture, kind, **more):
    target = io.BytesIO()
    picture.save(target, kind, **more)
    return target.getvalue()


def without_mark(data):
    """Return a JPEG without Adobe's mark."""
    at = data.index(b"\xff\xee")
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4]) :]


def files(**more):
    """Return one picture as different programs save it."""
    return {
        "a.tif": saved(inked(), "TIFF", **more),
        "packed.tif": saved(inked(), "TIFF", compression="tiff_lzw", **more),
        "adobe.jpg": saved(inked(), "JPEG", quality=95, **more),
        "unmarked.jpg": without_mark(saved(ImageChops.invert(inked()), "JPEG", quality=95, **more)),
    }


def near(found, expected, by=6):
    return all(abs(a - b) <= by for a, b in zip(found, expected, strict=True))


def middle(data):
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.getpixel((picture.width // 2, picture.height // 2))


def printed(data, name):
    """Return the colour of a picture's card as it is printed."""
    source = picture_sources.sort_pictures("d", [NamedFile(name, len(data), lambda: io.BytesIO(data))])
    job = print_job(Printout("d", picture_decks.decks(source, POKER).decks), PrintOptions())
    (trim,) = job.sheets[0].trims
    page = Image.open(io.BytesIO(preview.page_png(pdf.pdf_bytes(job), 1, 72))).convert("RGB")
    return page.getpixel((round((trim.x + 31) * 72 / 25.4), round((trim.y + 44) * 72 / 25.4)))


@pytest.mark.parametrize("name", files())
def test_inks_have_one_colour_everywhere(name):
    data = files()[name]
    made = {
        "print": printed(data, name),
        "grey": middle(pictures.picture_for_print(data, name, "grey", 63, 88)),
        "preview": middle(pictures.picture_for_print(data, name, "full", 63, 88, 60)),
        "screen": middle(pictures.for_screen(data, name, "full")),
        "window": middle(pictures.crop_to_window(data, name, 40, 30)),
        "kept": middle(pictures.clean_picture(data, name)),
        "small": middle(pictures.thumbnail(data, name)),
    }
    grey = made.pop("grey")
    assert {what: colour for what, colour in made.items() if not near(colour, PLAIN)} == {}
    assert near(grey, [sum(light * share for light, share in zip(PLAIN, (0.299, 0.587, 0.114), strict=True))] * 3)


def press_profile():
    """Return a profile of inks that Ghostscript brings; without Ghostscript the test is skipped, but where required."""
    path = PROFILES / "default_cmyk.icc"
    if not path.exists() and os.environ.get("COMPANION_GHOSTSCRIPT") != "required":
        pytest.skip("no default_cmyk.icc on this machine: apt-get install ghostscript")
    return path.read_bytes()


def test_a_profile_says_how_inks_look_in_tiff_and_jpeg_alike():
    profile = press_profile()
    colours = {name: printed(data, name) for name, data in files(icc_profile=profile).items()}
    first = colours["a.tif"]
    assert all(near(colour, first) for colour in colours.values())
    assert not near(first, PLAIN, 15), "a press does not print a pure red"
    assert first[0] > 180 > 90 > max(first[1:])


DAMAGED = {
    "letters": b"no profile at all" * 40,
    "short": b"\0" * 20,
    "of lights": lambda profile: profile[:16] + b"RGB " + profile[20:],
    "cut off": lambda profile: profile[: len(profile) // 2],
    "torn": lambda profile: profile[:128] + b"\xff" * (len(profile) - 128),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_profile_leaves_plain_inks(name):
    damage = DAMAGED[name]
    profile = damage(press_profile()) if callable(damage) else damage
    assert near(printed(saved(inked(), "TIFF", icc_profile=profile), "a.tif"), PLAIN)


def test_a_profile_of_a_few_megabytes_is_read_and_a_larger_one_is_not():
    def made(size):
        return size.to_bytes(4) + bytes(12) + b"CMYK" + bytes(16) + b"acsp" + bytes(size - 40)

    assert picture_colours.has_profile(made(4_000_000)) and not picture_colours.has_profile(made(4_000_001))
    assert picture_colours.has_profile(made(129)) and not picture_colours.has_profile(made(128))


def test_the_same_picture_gives_the_same_bytes():
    data = saved(inked(), "TIFF", icc_profile=press_profile())
    first = pictures.picture_for_print(data, "a.tif", "full", 63, 88)
    assert first == pictures.picture_for_print(data, "a.tif", "full", 63, 88)
    assert b"iCCP" not in first


SIDES = {
    "png": lambda picture, across, down: saved(picture, "PNG", dpi=(across, down)),
    "jpg": lambda picture, across, down: saved(picture, "JPEG", dpi=(across, down)),
    "tif": lambda picture, across, down: saved(picture, "TIFF", x_resolution=across, y_resolution=down),
}


@pytest.mark.parametrize("kind", SIDES)
@pytest.mark.parametrize(
    ("across", "down", "size"),
    [(300, 300, (600, 440)), (600, 300, (300, 440)), (300, 600, (600, 220)), (300, 301, (600, 440)), (300, 1300, (600, 440))],
)  # fmt: skip
def test_dots_that_are_not_square_are_counted_as_square_ones(kind, across, down, size):
    """Nobody's card is five times as long as its file says; a hundredth is rounding."""
    found = pictures.measure_bytes(SIDES[kind](Image.new("RGB", (600, 440), "red"), across, down))
    assert (found.wide, found.high) == pytest.approx(size, abs=1)


def test_a_picture_turned_by_its_camera_keeps_its_flat_dots():
    exif = Image.Exif()
    exif[0x0112] = 6
    target = io.BytesIO()
    Image.new("RGB", (600, 440), "red").save(target, "JPEG", dpi=(600, 300), exif=exif)
    found = pictures.measure_bytes(target.getvalue())
    assert (found.wide, found.high, found.turn) == (440, 300, 6)
