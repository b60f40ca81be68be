"""Cards of no game on their page: typed, sent, shown, taken away; pictures stay until the next time."""

import html
import io
import json
import os
import re
import time
import zlib
from zipfile import ZipFile

import pikepdf
import pytest
from PIL import Image
from werkzeug.http import parse_options_header

from companion.storage import pictures as kept
from companion.web.custom import prepared_cards
from companion.web.custom import routes as custom_page
from companion.web.custom.routes import LANGUAGES
from companion.web.custom.sent_cards import EXAMPLE

TEXT = "title,picture,copies\nDrone,photo.png,2\nRail Gun,,1\n"


def photo():
    data = io.BytesIO()
    Image.new("RGB", (60, 40), (200, 30, 30)).save(data, "PNG")
    return data.getvalue()


def said(answer):
    text = answer.get_data(as_text=True)
    return html.unescape(text.partition('role="alert">')[2].partition("</div>")[0])


def kept_as(answer):
    """The name a browser keeps a file under."""
    kind, told = parse_options_header(answer.headers["Content-Disposition"])
    assert kind == "attachment"
    return told["filename"]


def sent(name, data):
    return io.BytesIO(data), name


def test_the_example_on_the_page_can_be_shown(client, post):
    page = client.get("/custom-cards?of=rows").get_data(as_text=True)
    assert "Scout Drone,Scout" in page and 'href="/custom-cards"' in client.get("/").get_data(as_text=True)
    answer = post("/custom-cards", {"text": EXAMPLE, "do": "show"})
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert "<strong>3 cards</strong> in <strong>1 deck</strong>" in text
    assert text.count('<li><img src="data:image/svg+xml;base64,') == 2, "two different cards"
    assert text.count("data:image/png;base64,") == 2, "two sides of paper"
    assert 'alt="Rail Gun. Weapon.' in text


def test_a_picture_is_sent_once_and_used_again(post):
    answer = post("/custom-cards", {"text": TEXT, "do": "show", "pictures": sent("photo.png", photo())})
    assert answer.status_code == 200
    (pair,) = re.findall(r'name="kept" value="([^"]+)"', answer.get_data(as_text=True))
    assert "Already here: photo.png." in answer.get_data(as_text=True)
    again = post("/custom-cards", {"text": TEXT, "do": "file", "to": "print", "kept": pair})
    assert again.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(again.data)) as pdf:
        images = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert len(images) == 1, "two cards share it"


@pytest.mark.parametrize(
    ("to", "name"),
    [
        ("print", "cards.pdf"),
        ("png", "cards-png.zip"),
        ("svg", "cards-svg.zip"),
        ("tts", "cards-tts.zip"),
        ("shop", "cards-shop.pdf"),
    ],
)
def test_every_shape_comes_as_a_file(post, to, name):
    more = {"at": "https://example.org/x"} if to == "tts" else {}
    data = {"text": TEXT, "do": "file", "to": to, "dpi": "150", "pictures": sent("photo.png", photo()), **more}
    answer = post("/custom-cards", data)
    assert answer.status_code == 200
    assert kept_as(answer) == name
    if name.endswith(".pdf"):
        with pikepdf.open(io.BytesIO(answer.data)) as pdf:
            assert len(pdf.pages) == (2 if to == "print" else 6)
            assert pdf.check_pdf_syntax() == []
        return
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        if to == "tts":
            saved = json.loads(bundle.read("cards.json"))
            assert [card["Nickname"] for card in saved["ObjectStates"][0]["ContainedObjects"]] == [
                "Drone",
                "Drone",
                "Rail Gun",
            ]
        else:
            assert f"cards/01-drone-x2.{to}" in bundle.namelist()


def test_a_saved_object_needs_no_place_to_be_typed(post):
    """Its files lie in the folders of the game, as it keeps pictures that it has loaded."""
    answer = post("/custom-cards", {"text": "title\nA\nB", "do": "file", "to": "tts", "dpi": "72"})
    assert answer.status_code == 200 and kept_as(answer) == "cards-tts.zip"
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        saved = json.loads(bundle.read("Saves/Saved Objects/cards.json"))
        custom = saved["ObjectStates"][0]["CustomDeck"]["1"]
        for address in (custom["FaceURL"], custom["BackURL"]):
            file = "".join(letter for letter in address if letter.isalnum())
            assert bundle.read(f"Mods/Images/{file}.png").startswith(b"\x89PNG")


def test_a_file_and_its_title_and_language(post):
    toml = 'title = "Schrott"\nlanguage = "de"\n[[waffe]]\nname = "Große Kanone"\nPanzer = 3\n'
    answer = post(
        "/custom-cards", {"file": sent("schrott.toml", toml.encode()), "do": "file", "to": "svg", "language": "de"}
    )
    assert kept_as(answer) == "schrott-svg.zip"
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert "schrott/01-grosse-kanone.svg" in bundle.namelist()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"text": "title,copies\nDrone,-1"}, "“Cards in CSV or TOML”: row 2 (Drone): copies: found '-1', expected at least 0."),
        ({"text": "title,copies\nDrone,0"}, "“Cards in CSV or TOML”: found no card: of each there are 0 copies, expected at least one copy"),
        ({"text": "title,copies\nDrone,1000000"}, "(Drone): copies: found '1000000', expected at most 1000."),
        ({"text": "title,picture\nDrone,photo.png"}, "(Drone): picture: found photo.png, a file that is not there"),
        ({"text": "title,text\nSaga," + "word " * 500}, "Saga: text is too long for its box at 6 pt by "),
        ({"text": "title\n龍"}, "龍: title: '龍' (U+9F8D) is in none of our typefaces"),
        ({"text": ""}, "“Cards in CSV or TOML”: row 1: found nothing, expected a first row that names the columns"),
        ({"text": "title\nA", "format": "9x9x9"}, "“Format”: found '9x9x9', expected one of poker, bridge"),
        ({"text": "title\nA", "own_format": "2x2"}, "expected one of poker, bridge"),
        ({"text": "title\nA", "paper": "a9", "do": "file"}, "“Paper”: found 'a9', expected one of a4"),
        ({"text": "title\nA", "to": "gif"}, "“File format”: found 'gif'"),
        ({"text": "title\nA", "language": "xx"}, "“Words are broken as in”: found 'xx', expected a language such as en"),
        ({"text": "title\nA", "dpi": "7"}, "“Dots per inch of pictures”: found 7, expected a number from 72 to 1,200."),
        ({"text": "title\n" + "A\n" * 2001, "to": "png"}, "“Cards in CSV or TOML”: found 2,001 cards, expected at most 2,000 in this file format; `companion export`"),
        ({"text": "title\n" + "A\n" * 10_001}, "“Cards in CSV or TOML”: found 10,001 cards, expected at most 10,000"),
        ({"text": "title\nA", "only": "B"}, "“Only these pieces, one name per line”: found 'B', expected the name of a piece of this print set, such as A."),
        ({"text": "title\nA", "have": "-3 A"}, "“Printed already, one per line”: found '-3 A', expected how many are printed"),
        ({"text": "[[card]]\ntitle ="}, "“Cards in CSV or TOML”: found text that is not TOML at end of document (invalid value), expected TOML or JSON."),
        ({"file": (io.BytesIO(b"\xff\xfe\x00"), "x.csv")}, "x.csv: found bytes that are not text, expected cards in CSV, XLSX, ODS or TOML, saved as UTF-8."),
    ],
)  # fmt: skip
def test_trouble_is_a_sentence_and_nothing_typed_is_lost(post, data, sentence):
    answer = post("/custom-cards", {"do": "show", **data})
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert html.escape(data.get("text", "").strip()[:60]) in answer.get_data(as_text=True)


def bomb():
    """Return the head of a PNG that says 20,000 by 10,000 dots, in a few bytes."""
    data = io.BytesIO()
    Image.new("1", (8, 8)).save(data, "PNG")
    head = bytearray(data.getvalue())
    head[16:24] = (20_000).to_bytes(4, "big") + (10_000).to_bytes(4, "big")
    head[29:33] = zlib.crc32(bytes(head[12:29])).to_bytes(4, "big")
    return bytes(head)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"hello", "photo.png: found something that is not a picture, expected a picture in PNG, JPEG, WebP, GIF, TIFF, BMP, SVG or PDF of at most 40 megapixels."),
        (b"", "photo.png: found something that is not a picture"),
        (bomb(), "photo.png: found 200 megapixels, expected a picture in PNG"),
    ],
    ids=["text", "empty", "bomb"],
)  # fmt: skip
def test_a_picture_that_is_none_is_named_and_the_others_stay(post, data, sentence):
    good = sent("good.png", photo())
    answer = post("/custom-cards", {"text": TEXT, "do": "show", "pictures": [good, sent("photo.png", data)]})
    assert answer.status_code == 422
    assert f"“Cards in CSV or TOML”: row 2 (Drone): picture: {sentence}" in said(answer), (
        "the card is named, as on the command line"
    )
    assert " good.png" in answer.get_data(as_text=True) and "Drone,photo.png" in answer.get_data(as_text=True)


def test_a_kept_picture_that_is_gone_or_made_up_is_told(post):
    for key in ("0" * 64, "../../secret-key", ""):
        answer = post("/custom-cards", {"text": TEXT, "do": "show", "kept": f"{key} photo.png"})
        assert answer.status_code == 422 and "photo.png, a file that is not there" in said(answer)


def test_more_than_the_page_takes_is_too_large(client, post, monkeypatch):
    monkeypatch.setattr(custom_page, "LARGEST_POST", 2000)
    answer = post("/custom-cards", {"text": "title\nA", "pictures": sent("a.png", b"0" * 2000)})
    assert answer.status_code == 413
    assert "Your files: found more than 0 MB, expected less at a time: send fewer pictures, or smaller ones." in said(
        answer
    )
    assert client.get("/custom-cards?of=rows").status_code == 200


def test_small_type_and_unknown_marks_are_told(post):
    text = f'title,text\nSaga,"{{sheild}} {"word " * 330}"\n'
    page = post("/custom-cards", {"text": text, "do": "show"}).get_data(as_text=True)
    assert "Saga: text had to be set in 6" in page and "{sheild} is no known symbol and prints as written." in page


@pytest.mark.long
def test_every_language_offered_can_break_words(post):
    for code, _ in LANGUAGES:
        assert post("/custom-cards", {"text": "title\nA", "do": "show", "language": code}).status_code == 200


def test_the_oldest_pictures_go_first(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2)
    keys = []
    for number in range(3):
        keys.append(kept.keep(bytes([number])))
        os.utime(kept.data_folder() / "pictures" / keys[-1], (time.time() - 60 + number,) * 2)
    kept.keep(b"\x02")
    with pytest.raises(FileNotFoundError):
        kept.find(keys[0])
    assert kept.find(keys[2]) == b"\x02"


def printed(answer):
    """The PDF's pages as widths and heights in mm, and its bytes."""
    assert answer.status_code == 200, answer.get_data(as_text=True)
    with pikepdf.open(io.BytesIO(answer.data)) as pdf:
        return [tuple(round(float(v) * 25.4 / 72, 1) for v in page.mediabox[2:]) for page in pdf.pages]


def test_custom_cards_say_how_many_sheets_and_cuts_and_show_them(post):
    """Three poker cards in a row on A4: four cuts down, two across."""
    page = post("/custom-cards", {"text": "title,copies\nA,3", "do": "show"}).get_data(as_text=True)
    told = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))
    assert "On paper: 1 sheet of A4, 3 pieces to cut with 6 straight cuts. Ink: about " in told
    assert re.search(r"Ink: about \d+ % of a page", told)
    assert "<span>Sheet 1: " in page and "<span>Sheet 1, back: " in page
    one = post("/custom-cards", {"text": "title\nA", "do": "show"}).get_data(as_text=True)
    assert "1 piece to cut with 4 straight cuts. Ink: about " in re.sub("<[^>]+>", "", one)
    wish = {"text": "title\nA", "do": "show", "register_marks": "yes"}
    assert "thickness 0.5 mm, inset 10 mm." in post("/custom-cards", wish).get_data(as_text=True)


@pytest.mark.parametrize(
    ("wish", "pages"),
    [
        ({"own_paper": "8.5x13in"}, [(330.2, 215.9)] * 2),
        ({"flip": "fold"}, [(297.0, 210.0)]),
        ({"backs": "no"}, [(210.0, 297.0)]),
        ({"copies": "10"}, [(210.0, 297.0)] * 4),
        ({"copies": "10", "pages": "1"}, [(210.0, 297.0)] * 2),
    ],
)
def test_custom_cards_print_as_a_games_do(post, wish, pages):
    """A4 holds nine poker cards, or four beside their backs on a sheet that lies; 8.5 × 13 in, ten when it lies."""
    assert printed(post("/custom-cards", {"text": "title\nA", "do": "file", "to": "print", **wish})) == pages


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"margin": "120"}, "“Margin your printer leaves”: found 120 mm, expected 0 to 91 mm"),
        ({"copies": "0"}, "“Copies of the whole set”: found 0, expected a number from 1 to 1,000"),
        ({"copies": "1000000"}, "“Copies of the whole set”: found 1,000,000, expected a number from 1 to 1,000"),
        ({"cut_bleed": "4"}, "“Bleed”: found 4 mm, expected 0 to 3 mm"),
        (
            {"pages": "9"},
            "“Only these sheets, with their backs”: found &#39;9&#39;, expected sheet 1: there is no other",
        ),
        ({"printer": "Nobody"}, "“Printer”: found &#39;Nobody&#39;, expected one that you calibrated"),
        ({"own_paper": "60x60"}, "Choose a larger paper or smaller pieces."),
    ],
)
@pytest.mark.parametrize("do", ["show", "file"])
def test_what_cannot_be_printed_of_custom_cards_is_a_sentence(post, wish, sentence, do):
    answer = post("/custom-cards", {"text": "title\nA", "do": do, "to": "print", **wish})
    assert answer.status_code == 422 and sentence in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("title", "to", "name"),
    [
        ("Όπλα", "print", "όπλα.pdf"),
        ("Мех 2", "svg", "мех-2-svg.zip"),
        ("My guns", "svg", "my-guns-svg.zip"),
        ("con", "print", "con-1.pdf"),
    ],
)
def test_a_file_is_named_in_its_own_letters(post, title, to, name):
    assert kept_as(post("/custom-cards", {"text": "title\nA", "title": title, "to": to, "do": "file"})) == name


def test_a_bad_picture_that_no_card_names_is_told_beside_what_else_is_wrong(post):
    pictures = [sent("photo.png", b"hello"), sent("spare.png", bomb())]
    wrong = said(post("/custom-cards", {"text": TEXT, "do": "show", "pictures": pictures}))
    assert "row 2 (Drone): picture: photo.png: found something" in wrong and "<p>spare.png: found 200" in wrong
    wrong = said(
        post("/custom-cards", {"text": "title,copies\nDrone,-1", "do": "show", "pictures": sent("a.png", b"x")})
    )
    assert "row 2 (Drone): copies" in wrong and "<p>a.png: found something that is not a picture" in wrong


@pytest.mark.long
def test_custom_cards_are_picked_as_a_games_pieces_are(post):
    text = "title,copies,deck\nHammer (left),4,X\nHammer (right),4,Y\nDrone,2,Y\n"

    def told(**more):
        page = post("/custom-cards", {"text": text, "do": "show", **more}).get_data(as_text=True)
        return re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))

    assert "2 sheets of A4, 10 pieces" in told() and "2 sheets of A4, 10 pieces" in told(share="no")
    assert "1 sheet of A4, 8 pieces" in told(only="hammer") and "2 sheets of A4, 8 pieces" in told(
        only="hammer", share="no"
    )
    assert "1 sheet of A4, 5 pieces" in told(have="5 Hammer")
    assert "! In your list of printed pieces, but not in this print set: Scout." in told(have="Scout")


@pytest.mark.long
def test_ten_thousand_cards_are_shown_and_flow_out_side_by_side(post):
    """Nine to a sheet: 1,112 sheets with their backs."""
    text = "title\n" + "".join(f"Card {n}\n" for n in range(10_000))
    page = post("/custom-cards", {"text": text, "do": "show"}).get_data(as_text=True)
    told = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))
    assert "10,000 cards in 1 deck." in told and "On paper: 1,112 sheets of A4, 10,000 pieces to cut" in told
    answer = post("/custom-cards", {"text": text, "do": "file", "to": "print"}, buffered=False)
    assert answer.is_streamed and answer.headers["X-Sides"] == "2224"
    first = next(answer.iter_encoded())
    assert first.startswith(b"%PDF") and first.count(b"/MediaBox") == 1
    answer.close()


@pytest.mark.long
def test_a_file_shown_is_downloaded_under_its_name_without_a_second_look(post):
    """The page sends the text back with its own ends of lines, and the name it came under."""
    rows = "title,text\n" + "".join(f"Card {n},Move.\n" for n in range(20))
    page = post("/custom-cards", {"file": sent("scrap-heap.csv", rows.encode()), "do": "show"}).get_data(as_text=True)
    assert 'name="called" value="scrap-heap.csv"' in page
    prepared_cards._fit_cards.cache_clear()
    post("/custom-cards", {"text": rows, "called": "scrap-heap.csv", "do": "show"})
    answer = post("/custom-cards", {"text": rows.replace("\n", "\r\n"), "called": "scrap-heap.csv", "do": "file"})
    assert kept_as(answer) == "scrap-heap.pdf"
    assert prepared_cards._fit_cards.cache_info().hits == 1


@pytest.mark.parametrize(("text", "called"), [("[[card]]\ntitle = 'A'\n", "a.csv"), ("title\nA\n", "a.toml")])
def test_cards_of_another_kind_pasted_over_a_file_have_no_name(post, text, called):
    answer = post("/custom-cards", {"text": text, "called": called, "do": "file"})
    assert answer.status_code == 200 and kept_as(answer) == "cards.pdf"


def test_bad_cards_are_told_all_at_once_and_a_button_prints_the_rest(post):
    rows = {"text": "title,text\nDragon,龍 flies\nHammer,Hits.\nSaga,漢\n"}
    answer = post("/custom-cards", {**rows, "do": "show"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422 and "Dragon: text" in page and "Saga: text" in page
    assert '<button class="button" name="skip_bad" value="yes">Go on without them</button>' in page
    page = post("/custom-cards", {**rows, "skip_bad": "yes"}).get_data(as_text=True)
    assert "Left out: Dragon: text" in page and "<strong>1 card</strong>" in page
    assert 'name="skip_bad" value="yes" checked' in page, "the download leaves them out too"
    sent = post("/custom-cards", {**rows, "skip_bad": "yes", "do": "file"})
    assert sent.data.startswith(b"%PDF")
    alone = post("/custom-cards", {"text": "title,text\nSaga,漢\n", "skip_bad": "yes"}).get_data(as_text=True)
    assert "Saga: text" in alone and "Go on without them" not in alone


def test_custom_cards_are_printed_by_hand_too(post):
    """Ten cards with backs on two sheets: fronts, then backs; each file has its button."""
    form = {"text": "title,copies\nGun,10", "backs": "yes", "feed": "two", "title": "Guns"}
    page = post("/custom-cards", {**form, "do": "show"}).get_data(as_text=True)
    assert 'value="file-2">Download backs</button>' in page and "Sheet 2 now lies on top." in page
    for press, name in (("file-1", "fronts"), ("file-2", "backs")):
        answer = post("/custom-cards", {**form, "do": press})
        assert answer.headers["Content-Disposition"].endswith(f"guns-{name}.pdf")
    assert post("/custom-cards", {**form, "do": "file-3"}).status_code == 404
    answer = post("/custom-cards", {**form, "start": "9", "do": "file"})
    assert answer.status_code == 422 and "expected one of the sheets of this print: 1-2." in answer.get_data(
        as_text=True
    )


def test_a_printers_edge_and_margin_hold_for_custom_cards(post):
    post("/printers", {"habits": "yes", "name": "Laser", "duplex": "short", "margin": "7"})
    form = {"text": "title,copies\nGun,10", "backs": "yes", "printer": "Laser", "do": "show"}
    page = post("/custom-cards", {**form, "flip": "", "margin": ""}).get_data(as_text=True)
    assert "on both sides, turned over the short edge." in page and 'placeholder="7"' in page
    page = post("/custom-cards", {**form, "flip": "long"}).get_data(as_text=True)
    assert "on both sides, turned over the long edge." in page and '<option value="long" selected>' in page


def test_an_order_for_a_shop_says_before_the_download_what_it_does_not_make(post):
    asked = {"text": EXAMPLE, "do": "show", "to": "shop", "service": "drivethrucards"}
    assert "makes no card" not in plain_page(post("/custom-cards", asked))
    page = plain_page(post("/custom-cards", {**asked, "own_format": "70x70"}))
    assert "DriveThruCards makes no card of the size of Cards: print these at home." in page


def test_a_deck_list_without_pictures_is_said_to_count_for_nothing(post):
    page = plain_page(post("/custom-cards", {"text": EXAMPLE, "do": "show", "deck_list": "4 Rail Gun"}))
    assert "A deck list is for finished pictures" in page
    assert "The deck list counts" not in plain_page(post("/custom-cards", {"text": EXAMPLE, "do": "show"}))


def test_a_preview_of_cards_and_their_box_shows_the_box(post):
    text = "title,copies,deck\nA,30,One\nB,20,Two\n"
    page = plain_page(post("/custom-cards", {"text": text, "do": "show", "what": "cards boxes"}))
    assert "Sheet 6: Box: One + Box: Two" in page and "Dividers" not in page


def test_a_missing_picture_is_asked_for_where_the_page_takes_it(post):
    answer = post("/custom-cards", {"text": TEXT, "do": "show"})
    assert "expected a picture chosen under “Pictures that the cards name”." in said(answer)


def plain_page(answer):
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def test_a_download_in_several_files_shows_a_button_for_each(post):
    form = {"text": "title,copies\nGun,10", "feed": "two", "to": "print"}
    page = plain_page(post("/custom-cards", {**form, "do": "file"}))
    assert 'value="file-1">Download fronts' in page and 'value="file-2">Download backs' in page
    assert kept_as(post("/custom-cards", {**form, "do": "file-1"})) == "cards-fronts.pdf"
    assert kept_as(post("/custom-cards", {**form, "feed": "one", "do": "file"})) == "cards.pdf"


def test_what_can_be_read_is_kept_beside_a_file_that_cannot(post):
    files = {"file": sent("old.csv", b"title\n\0\n"), "layout_file": sent("my.toml", b"# mine")}
    answer = post("/custom-cards", {"do": "show", **files, "deck": sent("hero.png", photo())})
    assert answer.status_code == 422 and "old.csv: found bytes that are not text" in said(answer)
    page = answer.get_data(as_text=True)
    assert "Here is 1 picture: hero.png." in page and "# mine</textarea>" in page


def test_fronts_and_backs_of_custom_cards_come_as_two_files_and_an_order_has_its_steps(post):
    sent = {"text": "title,copies\nDrone,12\n", "do": "show"}
    page = post("/custom-cards", sent).get_data(as_text=True)
    assert 'name="do" value="file-fronts">Fronts</button>' in page and 'value="file-backs">Backs</button>' in page
    for side in ("fronts", "backs"):
        answer = post("/custom-cards", {**sent, "do": f"file-{side}"})
        assert answer.headers["Content-Disposition"].endswith(f"-{side}.pdf")
        with pikepdf.open(io.BytesIO(answer.get_data())) as pdf:
            assert len(pdf.pages) == 2
    order = post("/custom-cards", {**sent, "to": "shop", "service": "thegamecrafter"}).get_data(as_text=True)
    assert "add the component Euro Poker Deck." in order and "12 cards in all." in order
