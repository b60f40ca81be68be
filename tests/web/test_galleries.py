"""Cards on the page for custom cards: their pictures, backs that are tapped, exact numbers, pages of a PDF, orders."""

import io
import json
import re

import lxml.html
import pikepdf
import pytest
from PIL import Image

from companion.web.custom import numbers, sent_cards
from tests.printing.other_tools.test_mpc_autofill import BACK, FOX, PICTURES, THREE, order
from tests.printing.other_tools.test_print_and_play_sheets import COLOURS as COLOURS_OF_SHEET
from tests.printing.other_tools.test_print_and_play_sheets import near, sheet
from tests.web.test_custom_pictures import hidden, packed, photo, said, sent

COLOURS = {"Fox.jpg": (200, 30, 30), "Bear.jpg": (30, 200, 30), "Owl.jpg": (30, 30, 200), "Blue.jpg": (40, 60, 90)}


def files(*names):
    return [sent(name, photo(COLOURS[name])) for name in names]


def show(post, *names, **more):
    return post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": files(*names), **more})


def form_of(answer):
    """Return all fields of the page's form as they stand, without its buttons and files."""
    tree = lxml.html.document_fromstring(answer.get_data(as_text=True))
    (form,) = tree.xpath("//form[contains(@class, 'custom-cards')]")
    fields = {}
    for name, value in form.form_values():
        if name != "csrf_token":
            fields.setdefault(name, []).append(value)
    return fields


def press(post, answer, **more):
    """Press a button of a page that was answered before."""
    return post("/custom-cards?of=pictures", {**form_of(answer), **more})


def cards(answer):
    """Return the gallery as {card: (copies, back or "")}, by what its pictures are called."""
    tree = lxml.html.document_fromstring(answer.get_data(as_text=True))
    found = {}
    for item in tree.xpath("//ul[@class='gallery' and @aria-label='Cards']/li"):
        name = item.xpath(".//*[@class='card-name']")[0].text_content()
        number = next(iter(item.xpath(".//input[@type='number']")), None)
        sources = [image.get("src") for image in item.xpath(".//img")]
        found[name] = (int(number.get("value")) if number is not None else None, *sources[1:])
    return found


def small(answer, name):
    """Return the address of a picture in small."""
    key = next(pair.partition(" ")[0] for pair in hidden(answer, "deck_kept") if pair.endswith(f" {name}"))
    return f"/custom-cards/pictures/{key}.jpg"


def pieces(answer):
    page = answer.get_data(as_text=True).replace("<strong>", "").replace("</strong>", "")
    return int(re.search(r"(\d+) pieces? to cut", page)[1])


def test_a_picture_is_shown_in_small_by_its_key_alone(client, post):
    shown = show(post, "Fox.jpg")
    answer = client.get(small(shown, "Fox.jpg"))
    assert answer.mimetype == "image/jpeg" and max(Image.open(io.BytesIO(answer.data)).size) == 240
    assert "private" in answer.headers["Cache-Control"]
    for key in ("0" * 64, "../secret", "x", f"{'0' * 64}-{'0' * 16}"):
        assert client.get(f"/custom-cards/pictures/{key}.jpg").status_code == 404


def test_a_picture_that_a_camera_turned_is_shown_upright(client, post):
    data = io.BytesIO()
    picture = Image.new("RGB", (400, 200), "red")
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(data, "JPEG", exif=exif)
    shown = post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": sent("Fox.jpg", data.getvalue())})
    wide, high = Image.open(io.BytesIO(client.get(small(shown, "Fox.jpg")).data)).size
    assert wide < high


def test_a_tapped_picture_lies_behind_all_and_is_no_card(post):
    first = show(post, "Fox.jpg", "Bear.jpg", "Blue.jpg")
    assert cards(first) == {"Bear": (1,), "Blue": (1,), "Fox": (1,)}
    behind = press(post, first, pick="all Blue.jpg")
    blue = small(first, "Blue.jpg")
    assert cards(behind) == {"Bear": (1, blue), "Fox": (1, blue)} and pieces(behind) == 2
    assert "(back of all)" in behind.get_data(as_text=True)
    assert cards(press(post, behind, pick="all ")) == cards(first)
    instead = press(post, behind, pick="all Bear.jpg")
    assert cards(instead) == {"Blue": (1, small(first, "Bear.jpg")), "Fox": (1, small(first, "Bear.jpg"))}


def test_one_card_has_another_back_or_none(post):
    behind = press(post, show(post, "Fox.jpg", "Bear.jpg", "Owl.jpg", "Blue.jpg"), pick="all Blue.jpg")
    blue, owl = small(behind, "Blue.jpg"), small(behind, "Owl.jpg")
    asked = press(post, behind, pick="choose Fox.jpg")
    assert "Which picture lies behind Fox?" in asked.get_data(as_text=True)
    assert form_of(asked)["pick_for"] == ["Fox.jpg"]
    other = press(post, asked, pick="behind Owl.jpg")
    assert cards(other) == {"Bear": (1, blue), "Fox": (1, owl)}
    none = press(post, press(post, other, pick="choose Fox.jpg"), pick="none Fox.jpg")
    assert cards(none) == {"Bear": (1, blue), "Fox": (1,), "Owl": (1, blue)}
    usual = press(post, press(post, none, pick="choose Fox.jpg"), pick="usual Fox.jpg")
    assert cards(usual)["Fox"] == (1, blue)


def test_a_back_may_be_sent_whatever_its_name(post):
    shown = show(post, "Fox.jpg", "Bear.jpg", back_file=sent("Fox.jpg", photo(COLOURS["Blue.jpg"])))
    back = small(shown, "chosen back/Fox.jpg")
    assert cards(shown) == {"Bear": (1, back), "Fox": (1, back)}
    file = press(post, shown, do="file", to="print")
    assert file.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        assert len(pdf.pages) == 2
    wrong = show(post, "Fox.jpg", back_file=sent("Blue.jpg", b"hello"))
    assert wrong.status_code == 422 and "Blue.jpg: found something that is not a picture" in said(wrong)


def test_backs_of_pictures_that_were_removed_are_forgotten(post):
    behind = press(post, show(post, "Fox.jpg", "Blue.jpg"), pick="all Blue.jpg")
    again = press(post, behind, deck_clear="yes", deck=files("Bear.jpg"))
    assert again.status_code == 200 and cards(again) == {"Bear": (1,)}


def test_exact_numbers_stay_through_everything_until_they_are_taken_back(post):
    first = show(post, "Fox.jpg", "Bear.jpg")
    fields = form_of(first)
    bear, fox = [name for name in fields if name.startswith(numbers.PREFIX)]
    more = press(post, first, **{fox: "4", bear: "0"})
    assert cards(more) == {"Bear": (0,), "Fox": (4,)} and pieces(more) == 4
    asked = press(post, more, pick="choose Fox.jpg")
    assert cards(press(post, asked, pick="none Fox.jpg"))["Fox"] == (4,), "also while a back is chosen"
    wrong = press(post, more, included="40")
    assert wrong.status_code == 422
    assert cards(press(post, wrong, included="3")) == {"Bear": (0,), "Fox": (4,)}, "also past an error"
    titled = press(post, more, title="Another")
    assert cards(titled)["Fox"] == (4,), "also under another title"
    listed = press(post, more, deck_list="2 Bear\n3 Fox")
    assert cards(listed) == {"Bear": (0,), "Fox": (4,)}
    back = press(post, listed, **{name: "3" for name in form_of(listed) if name.endswith(".3")})
    assert cards(back)["Fox"] == (3,)


def test_numbers_that_are_none_are_told(post):
    first = show(post, "Fox.jpg", "Bear.jpg")
    bear, fox = [name for name in form_of(first) if name.startswith(numbers.PREFIX)]
    nothing = press(post, first, **{fox: "0", bear: "0"})
    assert nothing.status_code == 422 and "Copies of a card: found 0 of every card" in said(nothing)
    for typed in ("1001", "-1", "many", "9" * 500):
        wrong = press(post, first, **{fox: typed})
        assert wrong.status_code == 422 and "expected a whole number from 0 to 1,000" in said(wrong)


def test_rows_have_numbers_too_and_keep_them_beyond_those_that_are_shown(post):
    rows = {"text": "title,copies\nGun,2\nGun,1\nDrone,1\n", "do": "show"}
    first = post("/custom-cards?of=rows", rows)
    names = [name for name in form_of(first) if name.startswith(numbers.PREFIX)]
    assert len(names) == 3 and [name.rpartition(".")[2] for name in names] == ["2", "1", "1"]
    more = post("/custom-cards?of=rows", {**form_of(first), names[1]: "5", "do": "show"})
    assert pieces(more) == 8
    text = "title\n" + "".join(f"Card {n}\n" for n in range(20))
    many = post("/custom-cards?of=rows", {**form_of(more), "text": f"{text}Gun\nGun\n", "do": "show"})
    assert pieces(many) == 26, "twenty cards, a Gun, and five of the second, which is not among the first twelve"
    again = post("/custom-cards?of=rows", {**form_of(many), "do": "show"})
    assert pieces(again) == 26
    gone = post("/custom-cards?of=rows", {**form_of(many), "text": text, "do": "show"})
    assert "1 number that you set: the card is no longer here." in gone.get_data(as_text=True)


def test_faces_that_follow_what_is_typed_keep_numbers(client, post):
    first = post("/custom-cards?of=rows", {"text": "title\nGun\nDrone\n", "do": "show"})
    gun, _ = [name for name in form_of(first) if name.startswith(numbers.PREFIX)]
    answer = post("/custom-cards/faces", {"text": "title\nDrone\nGun\nOwl\n", gun: "7"})
    assert f'name="{gun}" value="7"' in json.loads(answer.data)["html"]


def pdf_of(count):
    """Return a PDF of pages in poker size, each of another grey."""
    first, *others = [Image.new("RGB", (252, 352), (30 * n, 30 * n, 30 * n)) for n in range(count)]
    data = io.BytesIO()
    first.save(data, "PDF", save_all=True, append_images=others, resolution=101.6)
    return data.getvalue()


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("", {f"deck page {n}": "" for n in range(1, 7)}),
        ("fronts", {f"deck page {n}": "" for n in range(1, 7)}),
        ("alternating", {"deck page 1": "2", "deck page 2": "4", "deck page 3": "6"}),
        ("halves", {"deck page 1": "4", "deck page 2": "5", "deck page 3": "6"}),
    ],
)
def test_the_page_asks_what_the_pages_of_a_pdf_are(post, answer, found):
    first = post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": sent("deck.pdf", pdf_of(6))})
    page = first.get_data(as_text=True)
    assert "deck.pdf has 6 pages. What are they?" in page and page.count('name="pdf_pages"') == 3
    shown = press(post, first, pdf_pages=answer)
    numbers_of_pages = {small(first, f"deck page {n}.pdf"): str(n) for n in range(1, 7)}
    assert {name: "".join(map(numbers_of_pages.get, behind)) for name, (_, *behind) in cards(shown).items()} == found


def test_a_pdf_of_two_pages_is_a_card_unless_it_is_said_otherwise(post):
    first = post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": sent("deck.pdf", pdf_of(2))})
    assert first.get_data(as_text=True).count('name="pdf_pages"') == 2 and len(cards(first)) == 1
    assert len(cards(press(post, first, pdf_pages="fronts"))) == 2


def test_an_order_is_the_deck_list(post):
    """`cards.xml` chosen with its pictures, and in a zip."""
    text = order(THREE)
    images = {name: photo((40 * number, 90, 90)) for number, name in enumerate(PICTURES)}
    alone = post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": sent("cards.xml", text.encode())})
    assert alone.status_code == 422 and "no picture" in said(alone)
    named = [sent(name.partition("/")[2], data) for name, data in images.items()]
    chosen = press(post, alone, deck=named)
    zipped = post(
        "/custom-cards?of=pictures",
        {"text": "", "do": "show", "deck": sent("mine.zip", packed({**images, "cards.xml": text}))},
    )
    for shown in (chosen, zipped):
        assert shown.status_code == 200, said(shown)
        assert [count for count, *_ in cards(shown).values()] == [3, 1, 1] and pieces(shown) == 5
        assert form_of(shown)["deck_list"][0].strip() == text
    broken = post("/custom-cards?of=pictures", {"text": "", "do": "show", "deck": sent("cards.xml", b"<svg/>")})
    assert broken.status_code == 422 and "expected an order of MPC Autofill or of Proxy-PDF-Maker" in said(broken)
    assert FOX in text and BACK in text


def test_an_order_among_parts_of_an_upload_is_kept(post):
    answer = post("/custom-cards/pictures", {"deck": [sent("cards.xml", order(THREE).encode()), *files("Fox.jpg")]})
    kept = json.loads(answer.data)["kept"]
    assert kept["deck_list"] == [order(THREE)] and len(kept["deck_kept"]) == 1


def test_three_hundred_pictures_come_with_rows_too(post):
    assert sent_cards.MOST_PICTURES == 300
    named = [sent(f"p{n}.jpg", photo((n, 0, 0), (8, 8))) for n in range(72)]
    rows = "title,picture\n" + "".join(f"Card {n},p{n}.jpg\n" for n in range(72))
    shown = post("/custom-cards?of=rows", {"text": rows, "do": "show", "pictures": named})
    assert shown.status_code == 200 and pieces(shown) == 72
    assert len(hidden(shown, "kept")) == 72


def gallery(answer):
    """Return the gallery's cards and other pictures as {name: addresses}, and the proportions of all pictures."""
    tree = lxml.html.document_fromstring(answer.get_data(as_text=True))
    named = {
        item.xpath("string(.//*[@class='card-name'])").split(" (")[0].strip(): item.xpath(".//img/@src")
        for item in tree.xpath("//ul[@class='gallery']/li")
    }
    return named, {box.get("viewbox") for box in tree.xpath("//ul[@class='gallery']//*[@class='as-cut']/svg")}


def colour(client, address):
    """Return the colour in the middle of a picture of the gallery, which must be there."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    picture = Image.open(io.BytesIO(answer.data)).convert("RGB")
    return picture.getpixel((picture.width // 2, picture.height // 2))


def test_cards_that_are_cut_out_of_sheets_are_shown_and_can_be_backs(client, post):
    shown = show(post, deck=sent("Game.pdf", sheet(COLOURS_OF_SHEET)))
    assert "Yes: cut it into 9 cards a page" in shown.get_data(as_text=True)
    cut = press(post, shown, pick="cut 3x3")
    named, proportions = gallery(cut)
    assert proportions == {"0 0 63 88"} and len(named) == 9 and "Game.pdf" not in named
    for number, code in enumerate(COLOURS_OF_SHEET, 1):
        assert near(colour(client, *named[f"Game card {number}"]), code)
    behind = press(post, cut, pick="all Game card 1.pdf")
    other = press(post, press(post, behind, pick="choose Game card 2.pdf"), pick="behind Game card 3.pdf")
    named, _ = gallery(other)
    backs = {name: colour(client, pictures[1]) for name, pictures in named.items() if len(pictures) > 1}
    assert near(backs["Game card 2"], COLOURS_OF_SHEET[2]) and near(backs["Game card 4"], COLOURS_OF_SHEET[0])
    (key, *_) = hidden(cut, "deck_kept")[0].split()
    for place in ("7/0", "0/9", "0/99999999999999999999"):
        assert client.get(f"/custom-cards/pictures/{key}/{place}.jpg?cut=3x3&size=63x88").status_code == 404
    for query in ("cut=zz&size=63x88", "cut=3x3&size=0x0", "cut=3x3", "cut=3x3&size=63x88&gap=x"):
        assert client.get(f"/custom-cards/pictures/{key}/0/0.jpg?{query}").status_code == 404


def test_a_picture_is_shown_as_it_will_be_cut(client, post):
    """Dots that are not square, and what lies across the card and is turned, upright in the card's proportions."""
    tall, across = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (252, 704), "green").save(tall, "PNG", dpi=(300, 600))
    picture = Image.new("RGB", (352, 252), "red")
    picture.paste("blue", (0, 0, 176, 252))
    picture.save(across, "PNG")
    shown = show(post, deck=[sent("Tall.png", tall.getvalue()), sent("Across.png", across.getvalue())])
    named, proportions = gallery(shown)
    assert proportions == {"0 0 63 88"}
    sizes = {}
    for name, (address,) in named.items():
        sizes[name] = small_picture = Image.open(io.BytesIO(client.get(address).data)).convert("RGB")
        assert abs(small_picture.width / small_picture.height - 63 / 88) < 0.02, name
    top, bottom = (sizes["Across"].getpixel((80, y)) for y in (30, 200))
    assert top[2] > 200 > 50 > top[0] and bottom[0] > 200 > 50 > bottom[2], "turned to the right: its left is on top"


def test_one_bad_picture_or_name_leaves_the_others_in_sight(post):
    bad = show(post, deck=[*files("Fox.jpg", "Bear.jpg"), sent("Bad.png", b"hello")])
    assert bad.status_code == 422 and cards(bad) == {"Fox": (1,), "Bear": (1,)}
    listed = press(post, bad, deck_list="4 Fox\n2 Wolf\n")
    assert listed.status_code == 422 and cards(listed) == {"Fox": (4,)} and "Wolf" in said(listed)
    assert "Go on without them" in listed.get_data(as_text=True)
    on = press(post, listed, skip_bad="yes")
    assert on.status_code == 200 and pieces(on) == 4
    backs = show(post, deck=[*files("Fox.jpg"), sent("back_Wolf.jpg", photo())], back="Nobody.jpg")
    assert "Go on without them" not in backs.get_data(as_text=True)
