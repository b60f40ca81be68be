"""A photograph of the test page tells the printer's error: on photographs rendered from its PDF, with known errors."""

import io
from functools import partial

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.base.findings import InvalidInput
from companion.limits import budget
from companion.printing import photo
from companion.printing.photo import PhotoReading
from companion.printing.sheets import papers, photo_marks
from companion.printing.sheets.fit_to_page import EDGE
from companion.printing.sheets.printers import read_printer
from tests.printing import photographs
from tests.printing.photographs import PrintError, Shot, photograph

SMALL, LARGE = (1536, 2048), (3000, 4000)
"""Photographs of 3 and of 12 megapixels."""
PAGES = ("a4", "letter", "200x260", "a3")


def pictured(pixels, format="PNG"):
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, format)
    return target.getvalue()


def missed(read, error):
    """Return by how many mm a reading is wrong: the back's offset, A and B, C and D; nothing where it has none."""
    paper = read.paper
    left = paper.w / 2 + (EDGE - paper.w / 2) * error.wide + error.right
    top = paper.h / 2 + (EDGE - paper.h / 2) * error.high + error.down
    pairs = {
        "back": ((read.right, error.back_right), (read.down, error.back_down)),
        "position": ((read.left, left), (read.top, top)),
        "scale": ((read.across, 150 * error.wide), (read.along, 200 * error.high)),
    }
    return {name: [abs(one - true) for one, true in both if one is not None] for name, both in pairs.items()}


# The marks


def test_the_squares_are_those_of_opencvs_dictionary():
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, code in enumerate(photo_marks.CODES.values()):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 6)
        assert tuple("".join("#" if dot == 0 else "." for dot in row) for row in drawn) == code


def ink(side, middle, reach, round_):
    """Return how many mm² are black on a side within `reach` mm of a place: in a circle or in a square."""
    d = photographs.DOTS
    x, y = (round((at - reach) * d) for at in middle)
    found = side[y : y + round(2 * reach * d), x : x + round(2 * reach * d)]
    away = (np.arange(len(found)) + 0.5) / d - reach
    inside = np.hypot(*np.meshgrid(away, away)) < reach if round_ else True
    # Our black is not the blackest there is: it is the commonest dark.
    black = np.bincount(np.round(side[side > 0.5] * 255).astype(int)).argmax() / 255
    return float((found * inside).sum() / black) / d**2


@pytest.mark.parametrize("name", ["a4", *(pytest.param(one, marks=pytest.mark.long) for one in PAGES[1:])])
@pytest.mark.parametrize("flip", ["long", pytest.param("short", marks=pytest.mark.long)])
def test_nothing_is_printed_where_a_mark_shows(name, flip):
    """Backs up to 5 mm off show on white paper, and squares have a cell of white around them."""
    paper = papers.find_paper(name)
    front, back = (photographs.side(name, flip, number) for number in (1, 2))
    half = np.pi * photo_marks.RADIUS**2 / 2
    for at in photo_marks.back(paper.w, paper.h):
        assert ink(front, at, photo_marks.RADIUS + 4.5, True) < 0.2
        assert ink(back, at, photo_marks.RADIUS + 1.5, False) == pytest.approx(half, rel=0.02), "the disc and no more"
    for code, at in zip(photo_marks.CODES.values(), photo_marks.front(paper.w, paper.h).values(), strict=True):
        black = "".join(code).count("#") * photo_marks.CELL**2
        side = photo_marks.SQUARE / 2 + photo_marks.CELL
        assert ink(front, at, side, False) == pytest.approx(black, rel=0.02), "the square and no more"


# Readings


@pytest.mark.parametrize(
    ("error", "shot", "paper", "flip"),
    [
        (
            PrintError(1.004, 0.996, 0.6, -0.4, 1.23, -2.34, 0.1),
            Shot(SMALL, (14, -20), 7, 0.72, 0.005, surround=1.2),
            "a4",
            "long",
        ),
        pytest.param(
            PrintError(0.998, 1.003, -1.1, 0.8, -4.7, 4.9),
            Shot(SMALL, (-9, 8), -10, 0.75, exif=6),
            "letter",
            "short",
            marks=pytest.mark.long,
        ),
        pytest.param(
            PrintError(right=0.3, back_right=0.05, back_down=-0.35),
            Shot((1920, 1440), (5, 3), 90, 0.9, seen=0.22, noise=7, surround=0.4),
            "a4",
            "long",
            marks=pytest.mark.long,
        ),
    ],
    ids=["slanted", "turned by the phone", "against a lamp in the dark"],
)
def test_a_photograph_tells_the_printers_error(error, shot, paper, flip):
    read = photo.read_photo(photograph(error, shot, paper, flip, seed=1), "window.jpg")
    assert (read.paper.name, read.flip) == (paper, flip)
    assert read.turned == pytest.approx(error.turned, abs=0.03)
    wrong = missed(read, error)
    assert max(wrong["back"]) < 0.04 and read.error < 0.05
    assert len(wrong["position"]) == len(wrong["scale"]) == 2
    assert max(wrong["position"]) < 0.08 and max(wrong["scale"]) < 0.12
    with Image.open(io.BytesIO(read.picture)) as picture:
        assert picture.format == "JPEG" and picture.width < picture.height < 1500
    (note,) = read.notes
    assert "C and D suppose that the sheet measures exactly" in note


def some_photograph(seed, size):
    """Return an error and a way to photograph it, as hands and phones differ."""
    some = np.random.default_rng(seed)
    between = some.uniform
    moved = [between(0.993, 1.007), between(0.993, 1.007), between(-1.5, 1.5), between(-1.5, 1.5)]
    error = PrintError(*moved, between(-5, 5), between(-5, 5), between(-0.3, 0.3))
    slant, way = between(0, 25), between(0, 2 * np.pi)
    shot = Shot(
        size,
        tilt=(slant * np.cos(way), slant * np.sin(way)),
        roll=between(-12, 12),
        fill=between(0.62, 0.8),
        bend=between(-0.008, 0.008),
        seen=between(0.22, 0.4),
        scatter=between(0.2, 0.5),
        blur=between(0.6, 1.4),
        noise=between(3, 8),
        uneven=between(0.2, 0.6),
        surround=between(1.15, 1.3),
        exif=int(some.choice([1, 3, 6, 8])),
    )
    return error, shot, str(some.choice(["a4", "letter"])), str(some.choice(["long", "short"]))


@pytest.mark.long
@pytest.mark.parametrize(("size", "count"), [(SMALL, 16), (LARGE, 6)], ids=["3 megapixels", "12 megapixels"])
def test_the_accuracy_over_many_photographs(size, count):
    """What docs/calibration.md promises: slants to 25 degrees, bent lenses, blur, noise, uneven light, faint backs."""
    wrong = {"back": [], "position": [], "scale": []}
    for seed in range(count):
        error, shot, paper, flip = some_photograph(seed, size)
        read = photo.read_photo(photograph(error, shot, paper, flip, seed))
        assert (read.paper.name, read.flip) == (paper, flip)
        assert read.turned == pytest.approx(error.turned, abs=0.05)
        for name, found in missed(read, error).items():
            wrong[name] += found
    assert len(wrong["back"]) == 2 * count and len(wrong["position"]) > count
    assert max(wrong["back"]) <= 0.04
    assert max(wrong["position"]) <= 0.08
    assert max(wrong["scale"]) <= 0.1


@pytest.mark.long
@pytest.mark.parametrize("name", ["200x260", "a3", "legal"])
def test_every_paper_is_read_and_those_without_a_name_when_they_are_given(name):
    error = PrintError(back_right=2.2, back_down=-1.7)
    data = photograph(error, Shot(LARGE), name)
    paper = papers.find_paper(name)
    read = photo.read_photo(data, paper=None if paper in papers.PAPERS else paper)
    assert read.paper == paper and max(missed(read, error)["back"]) < 0.04


@pytest.mark.long
def test_edges_that_do_not_stand_out_are_left_to_the_ruler():
    read = photo.read_photo(photograph(PrintError(), Shot(SMALL, surround=1.0)))
    assert (read.left, read.top, read.across, read.along) == (None,) * 4
    assert read.notes == (
        "A and C and B and D could not be read: the edges of the paper do not stand out from what is around them. "
        "Measure with a ruler, or leave them empty.",
    )
    assert set(read.typed_readings()) == {"back_right_mm", "back_right", "back_down_mm", "back_down"}


@pytest.mark.parametrize(
    ("share", "paper", "sheet", "named"),
    [
        (0.97, "a4", "a4", "“fit to page”. Print"),
        pytest.param(0.99, "letter", "letter", "“fit to page”. Print", marks=pytest.mark.long),
        pytest.param(0.88, "a4", "a4", "“fit to page”. Print", marks=pytest.mark.long),
        pytest.param(1.05, "a4", "a4", "“fit to page” or like printing without margins", marks=pytest.mark.long),
        pytest.param(0.9407, "a4", "letter", "“fit to page”, the page for A4 on Letter paper", marks=pytest.mark.long),
        pytest.param(0.9727, "letter", "a4", "“fit to page”, the page for Letter on A4 paper", marks=pytest.mark.long),
        pytest.param(1, "a4", "letter", "like the page for A4 on Letter paper", marks=pytest.mark.long),
    ],
)
def test_a_page_that_was_scaled_to_fit_is_told(share, paper, sheet, named):
    error, sheet = PrintError(share, share, back_right=1), papers.find_paper(sheet)
    read = photo.read_photo(photograph(error, Shot(SMALL, (9, -6), dots=6), paper, sheet=sheet.name))
    assert named in read.notes[0]
    assert (read.across, read.along) == pytest.approx((150 * share, 200 * share), abs=0.3)
    page = read.paper
    assert read.left == pytest.approx(sheet.w / 2 - (page.w / 2 - EDGE) * share, abs=0.1)
    assert read.top == pytest.approx(sheet.h / 2 - (page.h / 2 - EDGE) * share, abs=0.35)
    assert read.right == pytest.approx(1, abs=0.04)


@pytest.mark.parametrize(("bow", "told"), [(2, True), pytest.param(0.2, False, marks=pytest.mark.long)])
def test_a_bowed_sheet_is_told_by_its_lines(bow, told):
    """The squares of a sheet that bulges lie nearly as on a flat one; its lines do not."""
    notes = photo.read_photo(photograph(PrintError(), Shot(SMALL, dots=6, bow=bow))).notes
    assert any(note.startswith("The sheet was bowed: its lines curve by 0.") for note in notes) == told


def folded(data, by):
    """Return a straight photograph whose lower right square lies so many pixels too far right."""
    picture = np.asarray(Image.open(io.BytesIO(data)).convert("L")).copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    four = dict(zip(numbers.ravel(), corners, strict=True))[5][0]
    x, y = four.mean(0).astype(int)
    picture[y - 45 : y + 45, x - 45 + by : x + 45 + by] = picture[y - 45 : y + 45, x - 45 : x + 45].copy()
    return pictured(picture)


@pytest.mark.long
def test_a_sheet_that_is_not_flat_is_told_and_then_refused():
    data = photograph(PrintError(back_right=1, back_down=1), Shot(SMALL))
    (note, _) = photo.read_photo(folded(data, 3)).notes
    assert note.startswith("The squares lie 0.0") and "press the sheet flat" in note
    assert f"mm away from a flat sheet of A4, expected {AGAIN}." in refused(folded(data, 10))


@pytest.mark.long
def test_a_back_that_shows_faintly_or_askew_is_read_with_a_word_about_it():
    read = photo.read_photo(photograph(PrintError(turned=0.4), Shot(SMALL, seen=0.06, noise=8, scatter=0.8)))
    assert any(note.startswith("The discs of the back disagree by 0.") for note in read.notes)
    assert any(note.startswith("The back is turned 0.4° clockwise against its front.") for note in read.notes)


def test_what_is_typed_for_a_reading_is_the_reading():
    for hundredths in range(-540, 541, 7):
        off = hundredths / 100
        read = PhotoReading(papers.find_paper("a4"), "short", off, -off, 0, 0, left=20.341, across=149.9)
        made = read_printer("mine", flip=read.flip, **read.typed_readings()).readings
        assert (made.left, made.top, made.across, made.along) == (20.34, 20, 149.9, 200)
        # A mark past the fourteenth cannot be typed: half a step is the most that is lost.
        assert made.back_right == pytest.approx(off * 10, abs=0.51)
        assert made.back_down == pytest.approx(-off * 10, abs=0.51)
        assert made.flip == "short"


# Refusals


def refused(data, **given):
    with budget.Budget(budget.Limits()).running(), pytest.raises(InvalidInput) as caught:
        photo.read_photo(data, "window.jpg", **given)
    (error,) = caught.value.input_errors
    assert error.where == "window.jpg"
    return str(error)


AGAIN = "the test page flat against a window, its front towards you, the whole of it in view and sharp"


def test_the_sheet_held_the_wrong_way_round_is_told():
    assert refused(photograph(shot=Shot((900, 1200), mirrored=True, dots=5))) == (
        "window.jpg: found the back of the test page, expected its front: turn the sheet round, the text towards you."
    )


@pytest.mark.long
def test_what_is_missing_is_told_with_what_to_do():
    small = partial(Shot, SMALL)
    assert "found the back upside down, expected the test page for the other edge" in refused(
        photograph(shot=small(upside_down=True))
    )
    assert f"found 0 discs of the six of the back where 4 are needed, expected {AGAIN}. The discs show" in refused(
        photograph(shot=small(seen=0))
    )
    assert "of the six squares (not upper left" in refused(photograph(shot=small(blur=4)))
    assert "found a back +6.2 mm to the right and" in refused(photograph(PrintError(back_right=6.2), small()))
    assert refused(photograph(shot=small()), paper=papers.find_paper("220x300")) == (
        "window.jpg: found squares that lie as on A4, expected those of 220 × 300 mm."
    )


def test_a_photograph_without_the_page_is_refused():
    said = refused(pictured(np.full((900, 1200), 255, np.uint8)))
    assert f"found none of the six squares of the test page, expected {AGAIN}. A page printed before" in said


def shuffled():
    """Return the six squares in places that fit no flat sheet, and one of them twice."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture = np.full((900, 1200), 255, np.uint8)
    places = ((40, 40), (600, 50), (100, 400), (800, 420), (300, 700), (310, 60), (950, 700))
    for number, (x, y) in zip((3, 0, 5, 1, 4, 2, 2), places, strict=True):
        picture[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(dictionary, number, 120)
    return pictured(picture)


HOSTILE = {
    "no picture": lambda: b"GIF89a, they said",
    "nothing": lambda: b"",
    "a sliver": lambda: pictured(np.zeros((3, 90000), np.uint8)),
    "too many pixels": lambda: pictured(np.zeros((7000, 6000), np.uint8)),
    "half a JPEG": lambda: pictured(np.random.default_rng(1).integers(0, 255, (800, 800, 3), np.uint8), "JPEG")[:9000],
    "squares in the wrong places": shuffled,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_sent_is_read_or_refused_in_a_sentence(name):
    assert refused(HOSTILE[name]()).startswith("window.jpg: found ")


def test_without_opencv_the_numbers_are_typed(monkeypatch):
    monkeypatch.setattr(photo, "find_spec", lambda name: None)
    assert refused(b"") == (
        "window.jpg: found nothing that reads it, expected OpenCV, which reads photographs: type the numbers, "
        "or install mech-companion[photo]."
    )
