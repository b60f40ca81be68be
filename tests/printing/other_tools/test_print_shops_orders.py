"""Orders as the forms of MakePlayingCards, The Game Crafter and DriveThruCards want them: files, counts, steps to type.

What the shops' forms take, by their own pages: MakePlayingCards has a place for each card, filled by Autofill in the
order of the files' names, and sells decks up to fixed numbers of cards; The Game Crafter has one back and a quantity for
each picture of a deck; DriveThruCards takes one PDF/X-1a:2003 with the back of each card before its front.
"""

import csv
import io
import re

import pikepdf
import pytest
from PIL import Image

from companion.printing.export import formats, print_shops, shop_order
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece, Rect
from companion.printing.faces.inks import line_colour

TAROT = Format("tarot", 70, 120)
RED, BLUE, DARK = "#c02020", "#2040c0", "#101010"


def face(colour, form=POKER):
    return Face((Rect(0, 0, form.w, form.h, fill=line_colour(colour), stroke=None),))


BACK = face(DARK)
OTHER = face(BLUE)


def deck(*cards, title="War", form=POKER):
    """Return a deck of (name, copies, back)."""
    pieces = tuple(
        Piece(name.lower().replace(" ", "-"), name, face(RED, form), copies, back) for name, copies, back in cards
    )
    return Deck(title, form, pieces)


def ordered(service, *decks):
    job = ExportJob("Test", "#8b1e1e", ExportOptions(to="shop", service=service))
    return {out.name: out.data for out in formats.files(decks, job)}


def note(made):
    """Return the note's words on one line each step: it is wrapped at 100 letters."""
    return re.sub(r"\n {5}", " ", made["READ-ME.txt"].decode().replace("\r\n", "\n"))


def centre(png):
    return Image.open(io.BytesIO(png)).convert("RGB").getpixel((400, 500))


def test_makeplayingcards_has_a_picture_for_each_place_in_the_order_of_autofill():
    made = ordered("makeplayingcards", deck(("Fox", 3, BACK), ("Bear", 1, BACK), ("Owl", 2, BACK)))
    names = sorted(name for name in made if name.endswith(".png"))
    wanted = ["01-fox", "02-fox", "03-fox", "04-bear", "05-owl", "06-owl"]
    assert names == ["war/back.png", *(f"war/fronts/{name}.png" for name in wanted)]
    assert {Image.open(io.BytesIO(made[name])).size for name in names} == {(816, 1110)}
    assert made["war/fronts/01-fox.png"] == made["war/fronts/03-fox.png"]
    rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert [(row["card"], row["copies"], row["front"], row["back"]) for row in rows] == [
        (name.partition("-")[2].title(), "1", f"war/fronts/{name}.png", "war/back.png") for name in wanted
    ]


def test_makeplayingcards_has_a_back_for_each_place_where_backs_differ_and_white_for_a_missing_one():
    made = ordered("makeplayingcards", deck(("Fox", 2, BACK), ("Bear", 1, OTHER), ("Owl", 1, None)))
    backs = sorted(name for name in made if "/backs/" in name)
    assert backs == [f"war/backs/{name}.png" for name in ("01-fox", "02-fox", "03-bear", "04-owl")]
    assert [centre(made[name]) for name in backs] == [(16, 16, 16), (16, 16, 16), (32, 64, 192), (255, 255, 255)]
    assert {Image.open(io.BytesIO(made[name])).size for name in backs} == {(816, 1110)}
    assert "For the backs choose different images, upload everything in war/backs and press Autofill" in note(made)


@pytest.mark.parametrize(
    ("count", "bracket"),
    [
        (1, 18),
        (18, 18),
        (19, 36),
        (36, 36),
        (37, 55),
        (55, 55),
        (56, 72),
        (234, 234),
        (235, 396),
        (397, 504),
        (612, 612),
    ],
)
def test_makeplayingcards_sells_decks_up_to_a_number_of_cards(count, bracket):
    ((title, steps),) = shop_order.order_steps(
        [deck(("Fox", count, BACK))], ExportOptions(to="shop", service="makeplayingcards")
    )
    assert title == "War: MakePlayingCards"
    assert f"Number of cards: choose “up to {bracket} cards”. You need {count};" in steps[1]
    assert any(f"set the number of cards to {count}." in step for step in steps)


def test_more_than_the_largest_deck_are_several():
    ((_, steps),) = shop_order.order_steps(
        [deck(("Fox", 613, BACK))], ExportOptions(to="shop", service="makeplayingcards")
    )
    assert steps[1] == "These are 613 cards, and one deck has at most 612: order them as 2 decks."


def test_the_game_crafter_has_one_picture_a_card_with_its_quantity_and_one_back():
    made = ordered("thegamecrafter", deck(("Fox", 3, BACK), ("Bear", 1, BACK)))
    assert sorted(made) == ["READ-ME.txt", "cards.csv", "war/01-fox-x3.png", "war/02-bear.png", "war/back.png"]
    assert {Image.open(io.BytesIO(made[name])).size for name in made if name.endswith(".png")} == {(825, 1125)}
    rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert [(row["card"], row["copies"]) for row in rows] == [("Fox", "3"), ("Bear", "1")]
    said = note(made)
    assert "add the component Euro Poker Deck." in said and "Upload war/back.png as the back of the deck." in said
    assert "Set the quantity of a picture whose name ends in -x2, -x3, … to that number: 4 cards in all." in said


def test_the_game_crafter_s_deck_has_one_back_so_several_are_several_decks():
    said = note(ordered("thegamecrafter", deck(("Fox", 1, BACK), ("Bear", 1, OTHER))))
    assert "These cards have 2 different backs, a deck has one: add the component once for each" in said


def test_drivethrucards_has_one_pdf_of_the_press_with_each_back_before_its_front():
    made = ordered("drivethrucards", deck(("Fox", 2, BACK), ("Bear", 1, BACK)))
    with pikepdf.open(io.BytesIO(made["war.pdf"])) as pdf:
        assert len(pdf.pages) == 6 and str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        assert contents[0::2] == [contents[0]] * 3 and contents[1::2] == [contents[1]] * 3 != contents[0::2]
        assert {tuple(round(float(side) / 72, 3) for side in page.MediaBox[2:]) for page in pdf.pages} == {(2.73, 3.71)}
    said = note(made)
    assert "Product size: Euro Poker (2.48 × 3.46 inch). Number of cards: 3." in said
    assert "Upload war.pdf as the print file for premium cards: 6 pages, each card’s back before its front." in said


def test_without_backs_nothing_is_said_of_them():
    said = note(ordered("drivethrucards", deck(("Fox", 2, None))))
    assert "Upload war.pdf as the print file for premium cards: 2 pages." in said
    assert "leave it white" in note(ordered("makeplayingcards", deck(("Fox", 2, None))))


@pytest.mark.parametrize("service", [shop.name for shop in print_shops.SHOPS])
def test_each_deck_has_its_steps_in_order_and_what_may_change_is_marked(service):
    made = ordered(service, deck(("Fox", 1, BACK)), deck(("Star", 1, face(DARK, TAROT)), title="Fate", form=TAROT))
    said = note(made)
    numbers = [int(number) for number in re.findall(r"^  (\d+)\. ", said, re.MULTILINE)]
    second = numbers.index(1, 1)
    assert (
        numbers == [*range(1, second + 1), *range(1, len(numbers) - second + 1)]
        and min(second, len(numbers) - second) > 3
    )
    assert "The words are those of the shop's pages in November 2026" in said
    titles = [
        title
        for title, _ in shop_order.order_steps([deck(("Fox", 1, BACK))], ExportOptions(to="shop", service=service))
    ]
    assert titles == [f"War: {print_shops.find_shop(service).title}"]


def test_other_exports_have_no_steps():
    assert shop_order.order_steps([deck(("Fox", 1, BACK))], ExportOptions(to="png")) == ()
