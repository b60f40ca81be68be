"""Orders for print shops: sizes as the shops publish them, pages and pictures of exactly that size, nothing lost."""

import csv
import io

import pikepdf
import pytest
from PIL import Image

from companion.base.findings import InvalidInput
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.export import formats, print_shops, shop_order
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.export.print_shops import SHOPS
from companion.printing.faces import boxing
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Face, Format, Picture, Piece, Rect, Text
from companion.printing.faces.packing import Packing
from companion.printing.pdf.press import cmyk
from tests.pairs import paired

GROUND = Face((Rect(0, 0, 63, 88, fill="accent", stroke=None), Text(5, 5, 50, 8, "Rail Gun", 12)))
BACK = Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),))
CARDS = Deck(
    "Weapons",
    POKER,
    (Piece("rail-gun", "Rail Gun", GROUND, 2, BACK), Piece("drone", "Drone", Face(()), 1, BACK)),
)
CHITS = Deck("Chits", Format("20 mm", 20, 20, 1), (Piece("c", "C", Face(())),))


def ordered(service, *decks):
    job = ExportJob("Test", "#8b1e1e", ExportOptions(to="shop", service=service))
    return {out.name: out.data for out in formats.files(decks or (CARDS,), job)}


@pytest.mark.parametrize(
    ("service", "form", "size", "dots"),
    [
        ("thegamecrafter", POKER, "Euro Poker Deck", (825, 1125)),
        ("thegamecrafter", Format("us", 63.5, 88.9), "Poker Deck", (825, 1125)),
        ("thegamecrafter", Format("tarot", 70, 120), "Tarot Deck", (900, 1500)),
        ("makeplayingcards", POKER, "63 x 88 mm", (816, 1110)),
        ("makeplayingcards", Format("us", 63.5, 88.9), "Poker", (822, 1122)),
        ("makeplayingcards", SQUARE_63, "Square 2.5 inch", (822, 822)),
        ("makeplayingcards", Format("tarot", 70, 120), "Tarot", (897, 1497)),
        ("drivethrucards", POKER, "Euro Poker", (819, 1113)),
        ("drivethrucards", Format("us", 63.5, 88.9), "US Poker", (825, 1125)),
    ],
)
def test_each_shop_gets_the_size_it_publishes(service, form, size, dots):
    """Dots of the shops' own templates at 300 dpi."""
    found = print_shops.find_shop(service).size(form)
    assert found is not None and found.name == size
    assert tuple(round(side / 25.4 * 300) for side in (found.page_w, found.page_h)) == dots


@pytest.mark.parametrize(
    ("w", "h", "fits"), [(63.8, 89.2, True), (63.9, 88.9, False), (62.2, 87.6, True), (62.1, 87.6, False)]
)
def test_a_card_may_be_a_little_larger_than_the_piece_and_hardly_smaller(w, h, fits):
    """US Poker at DriveThruCards is 63.5 x 88.9 mm; Euro Poker, 63.0 x 87.9 mm, lies past these."""
    shop = print_shops.PrintShop("s", "S", "", "pdf", (print_shops.CardSize("US", 63.5, 88.9, 70, 95),), "")
    assert (shop.size(Format("f", w, h)) is not None) == fits


def test_hexes_are_no_cards():
    assert all(shop.size(Format("hex", 63.5, 88.9, shape="hex")) is None for shop in SHOPS)


def test_pictures_are_of_the_shops_dots_and_the_card_stands_in_the_middle():
    made = ordered("thegamecrafter")
    picture = Image.open(io.BytesIO(made["weapons/01-rail-gun-x2.png"]))
    assert picture.size == (825, 1125)
    accent = (0x8B, 0x1E, 0x1E)
    assert {picture.getpixel(at) for at in ((0, 0), (824, 0), (0, 1124), (824, 1124))} == {accent}, "bleed to the edge"
    rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
    assert [(row["card"], row["copies"], row["front"], row["back"]) for row in rows] == [
        ("Rail Gun", "2", "weapons/01-rail-gun-x2.png", "weapons/back.png"),
        ("Drone", "1", "weapons/02-drone.png", "weapons/back.png"),
    ]


def test_a_pdf_has_the_back_before_each_front_with_its_boxes_and_the_colours_of_a_press():
    made = ordered("drivethrucards")
    with pikepdf.open(io.BytesIO(made["weapons.pdf"])) as pdf:
        assert pdf.check_pdf_syntax() == []
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        assert len(contents) == 6
        assert contents[0] == contents[2] == contents[4] != contents[1] == contents[3] != contents[5]
        assert b"0 0 0 1 k" in contents[0], "a black back in black ink alone"
        assert not any(operator in b"".join(contents) for operator in (b" rg", b" RG"))
        for page in pdf.pages:
            trim, bleed = ([float(side) * 25.4 / 72 for side in box] for box in (page.TrimBox, page.BleedBox))
            assert trim == pytest.approx([3.175, 3.175, 66.167, 91.059], abs=0.005)
            assert bleed == pytest.approx([0, 0, 69.342, 94.234], abs=0.005)


def test_a_pdf_for_the_press_keeps_the_rules_of_its_standard():
    """PDF/X-1a:2003: PDF 1.4, a named printing condition, trapping told, an ID, no actions, embedded fonts."""
    with pikepdf.open(io.BytesIO(ordered("drivethrucards")["weapons.pdf"])) as pdf:
        assert pdf.pdf_version == "1.4"
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003" and str(pdf.docinfo["/Trapped"]) == "/False"
        assert {"/Title", "/CreationDate", "/ModDate"} <= set(pdf.docinfo.keys())
        (condition,) = pdf.Root.OutputIntents
        assert (condition.S, condition.OutputConditionIdentifier) == ("/GTS_PDFX", "CGATS TR 001")
        assert len(pdf.trailer.ID) == 2
        assert not {"/OpenAction", "/AA", "/AcroForm", "/ViewerPreferences"} & set(pdf.Root.keys())
        fonts = [font for page in pdf.pages for font in page.Resources.get("/Font", {}).values()]
        assert fonts and all("/FontFile2" in font.FontDescriptor for font in fonts)


def test_a_deck_with_pictures_does_not_claim_the_standard():
    target = io.BytesIO()
    Image.new("RGB", (40, 40), "red").save(target, "PNG")
    face = Face((Picture(0, 0, 63, 88, target.getvalue()),))
    made = ordered("drivethrucards", Deck("Photos", POKER, (Piece("p", "P", face),)))
    with pikepdf.open(io.BytesIO(made["photos.pdf"])) as pdf:
        assert "/GTS_PDFXVersion" not in pdf.docinfo and "/OutputIntents" not in pdf.Root


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#14181f", (0, 0, 0, 1)),
        ("#ffffff", (0, 0, 0, 0)),
        ("#0000ff", (1, 1, 0, 0)),
        ("#ff0000", (0, 1, 1, 0)),
        ("#800000", (0, 0.502, 0.502, 0.498)),
    ],
)
def test_colours_of_a_press(colour, inks):
    """By hand: grey is black ink alone; else what all three lack is black, the rest is its complement."""
    assert cmyk(colour) == pytest.approx(inks, abs=0.001)


def test_no_colour_takes_more_than_twice_full_ink():
    steps = [f"{n:02x}" for n in range(0, 256, 15)]
    assert all(sum(cmyk(f"#{r}{g}{b}")) <= 2 + 1e-9 for r in steps for g in steps for b in steps)


def test_what_a_shop_does_not_make_is_told_and_the_rest_ordered():
    made = ordered("drivethrucards", CARDS, CHITS)
    assert list(made) == ["READ-ME.txt", "weapons.pdf"]
    note = made["READ-ME.txt"].decode()
    assert "Weapons: 3 cards, Euro Poker (63.0 x 87.9 mm), weapons.pdf" in note
    assert "  Chits, 20 x 20 mm" in note
    options = ExportOptions(to="shop", service="drivethrucards")
    assert shop_order.notes([CARDS, CHITS], options) == (
        "DriveThruCards makes no card of the size of Chits: print these at home.",
    )
    with pytest.raises(InvalidInput, match="found 20 × 20 mm, expected cards of a size that DriveThruCards makes"):
        ordered("drivethrucards", CHITS)


HEADS = Deck("Heads", POKER, (Piece("head", "Head", GROUND, 3, Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),))),))
RED = Face((Rect(0, 0, 63, 88, fill="accent", stroke=None),))


def test_decks_of_one_size_and_back_are_one_order():
    made = ordered("drivethrucards", CARDS, CHITS, HEADS, Deck("Red", POKER, (Piece("r", "Red", GROUND, 1, RED),)))
    assert list(made) == ["READ-ME.txt", "weapons-and-heads.pdf", "red.pdf"]
    note = made["READ-ME.txt"].decode()
    assert "Weapons and Heads: 6 cards, Euro Poker (63.0 x 87.9 mm), weapons-and-heads.pdf" in note
    assert "  One deck, because they share a size and a back: Weapons 3 and Heads 3." in note
    with pikepdf.open(io.BytesIO(made["weapons-and-heads.pdf"])) as document, document.open_outline() as outline:
        assert len(document.pages) == 12 and [item.title for item in outline.root] == ["Weapons", "Heads"]


SLOTS = ("rail-gun", "rail-gun", "drone", "head", "head", "head")


def test_the_pictures_of_one_order_are_in_one_folder_with_one_back():
    made = ordered("makeplayingcards", CARDS, HEADS)
    assert sorted(made) == [
        "READ-ME.txt",
        "cards.csv",
        "weapons-and-heads/back.png",
        *(f"weapons-and-heads/fronts/0{n}-{name}.png" for n, name in enumerate(SLOTS, 1)),
    ]


def test_an_order_and_its_tuckbox_hold_the_same():
    (box,) = boxing.fill_boxes(boxing.group_loads([("Test", [CARDS, HEADS])])[0], Packing())
    assert "Weapons 3 and Heads 3" in box.sentence and box.count == 6
    assert "Weapons 3 and Heads 3." in ordered("drivethrucards", CARDS, HEADS)["READ-ME.txt"].decode()


def test_a_deck_of_several_backs_is_an_order_of_its_own_and_long_names_end():
    mixed = Deck("Mixed", POKER, (Piece("a", "A", GROUND, 1, BACK), Piece("b", "B", GROUND, 1, RED)))
    several = [Deck(f"Set {n}", POKER, (Piece("a", "A", GROUND, 1, BACK),)) for n in range(5)]
    assert list(ordered("drivethrucards", mixed, *several))[1:] == ["mixed.pdf", "set-0-set-1-set-2-and-2-more.pdf"]


def test_a_picture_s_file_is_named_by_the_card_on_it():
    deck = Deck("Beasts", POKER, (Piece("Beasts/Old Dragon (front).jpg", "Old Dragon", GROUND, 2, BACK),))
    assert "beasts/01-old-dragon-x2.png" in ordered("thegamecrafter", deck)


def test_an_unknown_shop_is_refused_with_the_known_ones():
    with pytest.raises(InvalidInput, match="one of drivethrucards, makeplayingcards, thegamecrafter"):
        print_shops.find_shop("corner shop")


@pytest.mark.long
@pytest.mark.parametrize(("game", "shop"), paired(GAMES, SHOPS), ids=lambda one: getattr(one, "slug", None))
def test_every_card_of_every_game_is_ordered_or_named_as_left_out(game, shop):
    sets = [print_set for print_set in game.print_sets if not print_set.needs_build]
    parts = [part for print_set in sets for part in print_set.make(PrintSource(game.context()))]
    decks = [part for part in parts if isinstance(part, Deck)]
    if not any(shop.size(deck.format) for deck in decks):
        return
    job = ExportJob(game.title, game.accent, ExportOptions(to="shop", service=shop.name))
    made = {out.name: out.data for out in shop_order.order(decks, job)}
    note = made["READ-ME.txt"].decode()
    assert all(f"{deck.title}, {deck.format.w:g} x" in note for deck in decks if shop.size(deck.format) is None)
    taken = [deck for deck in decks if shop.size(deck.format)]
    if shop.files == "png":
        rows = list(csv.DictReader(io.StringIO(made["cards.csv"].decode("utf-8-sig"))))
        assert sum(int(row["copies"]) for row in rows) == sum(p.copies for deck in taken for p in deck.pieces)
        assert {row["front"] for row in rows} <= set(made)
        sizes = {Image.open(io.BytesIO(data)).size for name, data in made.items() if name.endswith(".png")}
        assert sizes <= {tuple(round(side / 25.4 * 300) for side in (z.page_w, z.page_h)) for z in shop.sizes}
        return
    sides = sum(p.copies * (2 if any(q.back for q in deck.pieces) else 1) for deck in taken for p in deck.pieces)
    documents = [pikepdf.open(io.BytesIO(data)) for name, data in made.items() if name.endswith(".pdf")]
    assert sum(len(pdf.pages) for pdf in documents) == sides and len(documents) <= len(taken)
