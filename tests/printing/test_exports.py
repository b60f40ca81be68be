"""Exports read back: what is in the zip, how large the pictures are, what a print shop's pages say of themselves."""

import csv
import io
import unicodedata
import xml.etree.ElementTree as ET
from zipfile import ZipFile

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.base.findings import InvalidInput
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.export import archive, filenames, formats, picture_files
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Face, Format, Pages, Picture, Piece, Rect, Text
from companion.printing.sheets import option_fields
from companion.printing.text.fitting import DoesNotFit

GROUND = Face((Rect(0, 0, 63, 88, fill="blue", stroke=None),))
SHARED, ALONE = Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),)), Face(())
JOB = ExportJob("Test cards", "#123456")
SVG = ExportJob("Test cards", "#123456", ExportOptions(to="svg"))


def some():
    """Three cards: two share a back, one has its own; the first is wanted three times, a fourth not at all."""
    pieces = (
        Piece("rail-gun", "Rail Gun", GROUND, 3, SHARED, "A gun."),
        Piece("drone", "=Drone & Co", Face((Text(5, 5, 50, 8, "Drone Ωμέγα ёж", 12),)), 1, SHARED),
        Piece("boss", "Boss", Face((Text(5, 5, 50, 8, "Boss"),)), 1, ALONE),
        Piece("none", "None", GROUND, 0, SHARED),
    )
    return Deck("Weapons & co", POKER, pieces)


def files(outs):
    return {out.name: out.data for out in outs}


def test_names_say_deck_place_card_and_copies():
    assert list(files(picture_files.pictures([some()], SVG))) == [
        "cards.csv",
        "weapons-co/01-rail-gun-x3.svg",
        "weapons-co/back.svg",
        "weapons-co/02-drone.svg",
        "weapons-co/03-boss.svg",
        "weapons-co/03-boss-back.svg",
    ]


def test_the_table_names_each_cards_files_and_cannot_be_run_by_a_spreadsheet():
    made = files(picture_files.pictures([some()], SVG))
    rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert [(row["card"], row["copies"], row["back"]) for row in rows] == [
        ("Rail Gun", "3", "weapons-co/back.svg"),
        ("'=Drone & Co", "1", "weapons-co/back.svg"),
        ("Boss", "1", "weapons-co/03-boss-back.svg"),
    ]
    assert all(row["front"] in made and row["back"] in made for row in rows)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Weapons & co", "weapons-co"),
        ("Café Ångström", "cafe-angstrom"),
        ("Straße", "strasse"),
        ("Ωμέγα ΟΜΑΣ", "ωμέγα-ομας"),
        ("Ёж и Йод", "ёж-и-йод"),
        ("ё", "ё"),
        ("İstanbul", "istanbul"),
        ("ガンダム２号", "ガンダム2号"),
        ("हथियार", "हथियार"),
        ("../../etc/passwd", "etc-passwd"),
        ('a\\b:c*d?e"f<g>h|i', "a-b-c-d-e-f-g-h-i"),
        ("tab\there\x00\u202eend\n", "tab-here-end"),
        ("NUL", "nul-1"),
        ("com1", "com1-1"),
        ("console", "console"),
        ("!?", ""),
        ("a" * 59 + " b", "a" * 59),
        ("ж" * 200, "ж" * 60),
        ("号" * 200, "号" * 40),
    ],
)
def test_a_title_becomes_a_file_name_in_its_own_letters(title, name):
    assert filenames.slug(title) == name


def test_a_name_is_the_same_however_its_letters_are_put_together():
    for text in ("Ωμέγα ёж", "Ångström é"):
        assert len({filenames.slug(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKD")}) == 1


@given(st.text(max_size=300))
def test_a_file_name_has_nothing_that_a_system_stumbles_over(text):
    made = filenames.slug(text)
    assert len(made.encode()) <= 125 and not set(made) & set('/\\:*?"<>|. ')
    assert all(unicodedata.category(letter)[0] in "LMN" or letter == "-" for letter in made)


def test_cards_keep_their_names_in_a_zip():
    deck = Deck("Όπλα", POKER, (Piece("Ракета", "Ракета", GROUND, 2, SHARED), Piece("ωμέγα", "Ωμέγα", GROUND)))
    target = io.BytesIO()
    archive.write_zip(picture_files.pictures([deck], SVG), target)
    names = ["cards.csv", "όπλα/01-ракета-x2.svg", "όπλα/back.svg", "όπλα/02-ωμέγα.svg"]
    with ZipFile(target) as bundle:
        assert bundle.namelist() == names
        rows = list(csv.DictReader(io.StringIO(bundle.read("cards.csv").decode("utf-8-sig"))))
    assert [row["front"] for row in rows] == [names[1], names[3]]


def test_two_decks_of_one_title_keep_their_own_folders():
    names = files(picture_files.pictures([some(), some()], SVG))
    assert "weapons-co/02-drone.svg" in names and "weapons-co-2/02-drone.svg" in names


@pytest.mark.long
@pytest.mark.parametrize(
    ("dpi", "bleed", "size"),
    [(300, False, (744, 1039)), (600, False, (1488, 2079)), (300, True, (819, 1114)), (600, True, (1638, 2229))],
)
def test_a_png_is_as_many_dots_as_its_size_says(dpi, bleed, size):
    made = files(
        picture_files.pictures([some()], ExportJob("T", options=ExportOptions(to="png", dpi=dpi, bleed=bleed)))
    )
    picture = Image.open(io.BytesIO(made["weapons-co/01-rail-gun-x3.png"]))
    assert picture.size == size
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
    # The ground reaches the trim, so with bleed it reaches the picture's very corners.
    corners = {picture.getpixel((x, y)) for x in (0, size[0] - 1) for y in (0, size[1] - 1)}
    assert corners == {(0x1F, 0x3F, 0x77)}


def test_an_svg_has_its_true_size_and_every_letter_and_symbol_it_uses():
    made = files(picture_files.pictures([some()], ExportJob("T", options=ExportOptions(to="svg", bleed=True))))
    root = ET.fromstring(made["weapons-co/02-drone.svg"])
    name = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == ("69.35mm", "94.35mm")
    assert [float(n) for n in root.get("viewBox").split()] == [-3.175, -3.175, 69.35, 94.35]
    assert root.find(f"{name}title").text == "=Drone & Co"
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href").removeprefix("#") for element in root.iter(f"{name}use")}
    assert used and used == ids
    assert root.find(f".//{name}g[@aria-label]").get("aria-label") == "Drone Ωμέγα ёж"
    assert not list(root.iter(f"{name}text")), "no typeface is needed to show it"


def test_a_picture_travels_inside_the_svg():
    data = io.BytesIO()
    Image.new("L", (8, 8), 90).save(data, "PNG")
    face = Face((Picture(5, 5, 20, 20, data.getvalue(), "a sunset"),))
    made = files(picture_files.pictures([Deck("D", POKER, (Piece("p", "P", face),))], SVG))
    assert b'href="data:image/png;base64,' in made["d/01-p.svg"] and b"<title>a sunset</title>" in made["d/01-p.svg"]


def test_a_zip_holds_the_files_and_the_same_cards_give_the_same_bytes():
    def made():
        target = io.BytesIO()
        assert archive.write_zip(picture_files.pictures([some()], JOB), target) == 6
        return target.getvalue()

    assert made() == made()
    with ZipFile(io.BytesIO(made())) as bundle:
        assert bundle.testzip() is None
        assert bundle.read("weapons-co/back.png").startswith(b"\x89PNG")


def test_a_shop_gets_a_page_a_side_with_trim_and_bleed():
    (out,) = picture_files.shop([some()], JOB)
    assert out.name == "test-cards-63x88mm.pdf"
    with pikepdf.open(io.BytesIO(out.data)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == 10, "five cards, each with its back behind it"
        for page in pdf.pages:
            assert [float(n) for n in page.mediabox] == pytest.approx(
                [0, 0, 69.35 * 72 / 25.4, 94.35 * 72 / 25.4], abs=0.01
            )
            trim = [float(n) * 25.4 / 72 for n in page.TrimBox]
            assert trim == pytest.approx([3.175, 3.175, 66.175, 91.175], abs=0.001)
            assert [float(n) for n in page.BleedBox] == pytest.approx([float(n) for n in page.mediabox], abs=0.01)
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        assert contents[0] == contents[2] == contents[4] and contents[1] == contents[3] == contents[5]
        assert contents[0] != contents[1]


def test_a_shop_gets_an_empty_back_where_only_other_cards_have_one():
    deck = Deck("D", POKER, (Piece("a", "A", GROUND, 1, SHARED), Piece("b", "B", GROUND)))
    (out,) = picture_files.shop([deck], JOB)
    with pikepdf.open(io.BytesIO(out.data)) as pdf:
        assert len(pdf.pages) == 4
    (out,) = picture_files.shop([Deck("D", POKER, (Piece("b", "B", GROUND, 2),))], JOB)
    with pikepdf.open(io.BytesIO(out.data)) as pdf:
        assert len(pdf.pages) == 2, "no backs anywhere: fronts alone"


def test_a_shop_gets_a_file_for_each_size():
    square = Deck("Tiles", SQUARE_63, (Piece("t", "T", Face(())),))
    assert [out.name for out in picture_files.shop([some(), square, some()], JOB)] == [
        "test-cards-63x88mm.pdf",
        "test-cards-63x63mm.pdf",
    ]


def test_whole_pages_alone_are_no_cards():
    pages = Pages("Reference", lambda area: ((),))
    with pytest.raises(InvalidInput, match=r"found only whole pages \(Reference\), expected cards or tiles to export"):
        picture_files.pictures([pages], JOB)
    with pytest.raises(InvalidInput, match="found nothing, expected cards or tiles"):
        picture_files.shop([], JOB)
    assert picture_files.decks([some(), pages])[1] == ("Reference",)


def test_too_many_cards_and_odd_dots_are_refused_before_anything_is_drawn():
    million = Deck("D", POKER, (Piece("a", "A", GROUND, 1_000_000),))
    with pytest.raises(InvalidInput, match="found 1,000,000 cards, expected at most 20,000 in one export"):
        picture_files.shop([million], JOB)
    for dpi in (10, 9999):
        with pytest.raises(InvalidInput, match=f"dpi: found {dpi:,}, expected a number from 72 to 1,200"):
            option_fields.read_options(ExportOptions, {"dpi": dpi})


@pytest.mark.parametrize("make", [lambda d: picture_files.pictures(d, JOB), lambda d: picture_files.shop(d, JOB)])
def test_a_text_that_does_not_fit_is_named_before_anything_is_drawn(make):
    long = Face((Text(5, 5, 20, 4, "far too many words for so small a box", 8, 6, what="rules"),))
    with pytest.raises(DoesNotFit, match=r"Boss: rules is too long for its box at 6 pt by \d+\.\d mm"):
        make([some(), Deck("D", POKER, (Piece("boss", "Boss", long),))])


def test_a_text_past_the_safe_zone_is_named():
    near = Face((Text(0.5, 30, 40, 8, "Near"),))
    with pytest.raises(DoesNotFit, match="Boss: text comes closer to the cut than 3 mm"):
        picture_files.pictures([Deck("D", POKER, (Piece("boss", "Boss", near),))], SVG)


@pytest.mark.long
def test_every_print_set_with_cards_of_every_game_exports():
    for game in GAMES:
        source = PrintSource(game.context())
        for print_set in game.print_sets:
            parts = () if print_set.needs_build else print_set.make(source)
            decks = [part for part in parts if isinstance(part, Deck)]
            if not decks:
                continue
            made = files(
                picture_files.pictures(
                    decks, ExportJob(game.title, game.accent, options=ExportOptions(to="svg", bleed=True))
                )
            )
            rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
            wanted = sum(piece.copies for deck in decks for piece in deck.pieces)
            assert sum(int(row["copies"]) for row in rows) == wanted
            assert all(row["front"] in made for row in rows)
            for data in made.values():
                assert data.startswith((b"<svg", b"\xef\xbb\xbf"))


def test_odd_sizes_round_to_whole_dots():
    tiny = Format("tiny", 8.3, 9.9, 0.1)
    made = files(
        picture_files.pictures(
            [Deck("D", tiny, (Piece("a", "A", Face(())),))], ExportJob("T", options=ExportOptions(to="png", dpi=300))
        )
    )
    assert Image.open(io.BytesIO(made["d/01-a.png"])).size == (98, 117)


def test_a_shops_file_alternates_sides_whatever_decks_are_in_it():
    """A deck without backs before one with backs: page 2n is still the back of page 2n - 1, or blank."""
    face, back = Face((Rect(9, 9, 5, 5),)), Face((Rect(9, 9, 7, 7),))
    bare = Deck("Bare", POKER, (Piece("b", "B", face, 3),))
    backed = Deck("Backed", POKER, (Piece("a", "A", face, 2, back),))
    (out,) = formats.files([bare, backed], ExportJob("x", options=ExportOptions(to="shop")))
    with pikepdf.open(io.BytesIO(out.data)) as made:
        inked = [b"re" in page.Contents.read_bytes() for page in made.pages]
    assert inked == [True, False] * 3 + [True, True] * 2
