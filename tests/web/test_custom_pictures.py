"""Decks of finished pictures on the page for custom cards: uploaded, kept, chosen by a list, printed and exported."""

import html
import io
import re
import zipfile

import pikepdf
import pytest
from PIL import Image

from companion.printing.custom import picture_sources
from companion.printing.text import fonts
from companion.storage import pictures as kept
from companion.web.custom import picture_decks, routes, sent_cards


def photo(colour=(200, 30, 30), size=(372, 520)):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "JPEG")
    return data.getvalue()


def sent(name, data):
    return io.BytesIO(data), name


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


DRAGON, TROLL, BACK = photo(), photo((30, 200, 30)), photo((30, 30, 200))
ZIP = packed({"my deck/Dragon.jpg": DRAGON, "my deck/Troll.jpg": TROLL, "my deck/backs/back.jpg": BACK})


def said(answer):
    text = answer.get_data(as_text=True)
    return html.unescape(text.partition('role="alert">')[2].partition("</div>")[0])


def hidden(answer, name):
    return [
        html.unescape(value) for value in re.findall(rf'name="{name}" value="([^"]+)"', answer.get_data(as_text=True))
    ]


def images(answer):
    with pikepdf.open(io.BytesIO(answer.data)) as document:
        streams = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return sorted(o.read_raw_bytes() for o in streams)


def test_pictures_that_were_sent_before_stay_where_the_next_ones_are_too_large(post, monkeypatch):
    first = post(
        "/custom-cards?of=pictures", {"do": "show", "deck": [sent("Dragon.jpg", DRAGON), sent("Troll.jpg", TROLL)]}
    )
    before = hidden(first, "deck_kept")
    assert len(before) == 2
    form = {"deck_kept": before, "deck_title": "Mine", "text": "title\nA"}
    more = {"look": "own", "layout": "zone = 1", "deck": sent("Large.jpg", b"0" * 3000), "deck_list": "4 Dragon"}
    with monkeypatch.context() as patched:
        patched.setattr(routes, "LARGEST_POST", 3000)
        shown = post("/custom-cards?of=pictures", form | more)
    assert shown.status_code == 413 and hidden(shown, "deck_kept") == before and hidden(shown, "deck_title") == ["Mine"]
    assert "zone = 1" in shown.get_data(as_text=True)
    assert "None of these files was taken; what was sent before is still here." in said(shown)
    assert "2 cards" in post("/custom-cards?of=pictures", form).get_data(as_text=True).replace("<strong>", "")


@pytest.mark.parametrize("body", [b"", b"--x\r\nnonsense", b"0" * 5000])
def test_what_is_no_form_and_too_large_is_answered_too(client, monkeypatch, body):
    monkeypatch.setattr(routes, "LARGEST_POST", 3)
    for kind in ("multipart/form-data; boundary=x", "multipart/form-data", "text/plain"):
        answer = client.post("/custom-cards?of=pictures", data=body + b"more", content_type=kind)
        assert answer.status_code in (400, 413)


def test_a_zip_is_a_deck_and_stays_for_the_next_time(post):
    shown = post("/custom-cards", {"text": "anything", "do": "show", "deck": sent("my_deck.zip", ZIP), "title": ""})
    assert shown.status_code == 200, said(shown)
    text = shown.get_data(as_text=True)
    assert "<strong>2 cards</strong> in <strong>1 deck</strong>" in text
    assert "Here are 3 pictures: my deck/Dragon.jpg, my deck/Troll.jpg, my deck/backs/back.jpg." in text
    assert hidden(shown, "deck_title") == ["my deck"]
    again = {
        "text": "anything",
        "deck_kept": hidden(shown, "deck_kept"),
        "deck_title": "my deck",
        "do": "file",
        "to": "print",
    }
    file = post("/custom-cards", again)
    assert file.mimetype == "application/pdf" and "my-deck.pdf" in file.headers["Content-Disposition"]
    assert images(file) == sorted((DRAGON, TROLL, BACK)), "each byte for byte"


def test_pictures_come_one_by_one_and_a_list_counts_them(post):
    files = [sent("Dragon.jpg", DRAGON), sent("Dragon (back).jpg", BACK)]
    first = post("/custom-cards", {"text": "", "do": "show", "deck": files})

    def troll(deck_list):
        kept = {"deck_kept": hidden(first, "deck_kept"), "deck": sent("Troll.jpg", TROLL)}
        return post("/custom-cards", {"text": "", "do": "show", "deck_list": deck_list, **kept})

    shown = troll("4 Dragon\n2 troll")
    assert "<strong>6 cards</strong>" in shown.get_data(as_text=True), said(shown)
    wrong = troll("4 Dragoon")
    assert wrong.status_code == 422 and "found 'Dragoon', expected the name of a picture, perhaps Dragon." in said(
        wrong
    )
    assert ">4 Dragoon</textarea>" in wrong.get_data(as_text=True) and len(hidden(wrong, "deck_kept")) == 3


def test_pictures_can_be_taken_away_again(post):
    first = post("/custom-cards", {"text": "title\nA", "do": "show", "deck": sent("Dragon.jpg", DRAGON)})
    assert "Here is 1 picture: Dragon.jpg." in first.get_data(as_text=True)
    cleared = post(
        "/custom-cards",
        {"text": "title\nA", "do": "show", "deck_kept": hidden(first, "deck_kept"), "deck_clear": "yes"},
    )
    assert cleared.status_code == 200 and not hidden(cleared, "deck_kept")
    assert 'alt="A."' in cleared.get_data(as_text=True)


@pytest.mark.parametrize("to", ["png", "svg", "shop"])
def test_a_deck_of_pictures_is_exported_too(post, to):
    answer = post("/custom-cards", {"text": "", "do": "file", "to": to, "deck": sent("my_deck.zip", ZIP)})
    assert answer.status_code == 200 and answer.data[:2] in (b"PK", b"%P"), said(answer)


def test_what_is_past_the_cut_is_chosen_and_shown_again(post):
    given = {
        "text": "",
        "do": "show",
        "deck": sent("Dragon.jpg", DRAGON),
        "edge": "has",
        "included": "2.5",
        "cut_bleed": "2",
        "gap": "4",
    }
    shown = post("/custom-cards", given)
    text = shown.get_data(as_text=True)
    assert shown.status_code == 200 and '<option value="has" selected>' in text and 'value="2.5"' in text
    wrong = post("/custom-cards", {**given, "deck": sent("Dragon.jpg", DRAGON), "included": "40"})
    assert wrong.status_code == 422 and "“Bleed in the pictures”: found 40 mm, expected 0.5 to 10 mm." in said(wrong)


def test_soft_pictures_are_told(post):
    tiny = photo(size=(124, 173))
    answer = post("/custom-cards", {"text": "", "do": "show", "deck": sent("Tiny.jpg", tiny)})
    assert "! Tiny.jpg has 50 dots per inch in print: larger pictures look sharper" in answer.get_data(as_text=True)


def test_broken_pictures_are_told_and_left_out_where_asked(post):
    files = {"Dragon.jpg": DRAGON, "Text.png": b"hello", "Cut.jpg": TROLL[:-20]}
    answer = post("/custom-cards", {"text": "", "do": "show", "deck": sent("d.zip", packed(files))})
    assert answer.status_code == 422 and "Text.png: found something that is not a picture" in said(answer)
    rest = post("/custom-cards", {"text": "", "do": "show", "deck": sent("d.zip", packed(files)), "skip_bad": "yes"})
    text = html.unescape(rest.get_data(as_text=True))
    assert rest.status_code == 200 and "<strong>1 card</strong>" in text
    assert "! Left out: Text.png: found something" in text and "! Left out: Cut.jpg: found a damaged picture" in text


def test_what_a_zip_holds_besides_pictures_is_told(post):
    files = {"my deck/Dragon.jpg": DRAGON, "my deck/Plan.psd": b"8BPS", "my deck/more.zip": ZIP, "../away.jpg": DRAGON}
    shown = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("my_deck.zip", packed(files))})
    text = html.unescape(shown.get_data(as_text=True))
    assert shown.status_code == 200 and "Here is 1 picture: my deck/Dragon.jpg." in text
    assert "Left out: my deck/Plan.psd: save them as PNG or JPEG." in text
    assert "Left out: my deck/more.zip: unpack it first." in text
    assert "Left out: '../away.jpg', whose path leaves its folder." in text


def test_a_zip_without_pictures_is_refused_and_not_passed_over_for_the_rows(post):
    for files in ({}, {"read me.txt": b"hi"}, {"inner.zip": ZIP}, {"../Dragon.jpg": DRAGON}):
        answer = post("/custom-cards", {"text": "title\nA\n", "do": "show", "deck": sent("x.zip", packed(files))})
        assert answer.status_code == 422 and "x.zip: found no picture, expected pictures of cards" in said(answer)


@pytest.mark.long
def test_long_names_come_again_whole_and_endless_ones_are_told(post):
    folder = "f" * 120 + "/" + "g" * 120
    files = {f"{folder}/Dragon.jpg": DRAGON, f"{folder}/Troll.jpg": TROLL}
    shown = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("x.zip", packed(files))})
    again = post("/custom-cards", {"text": "x", "do": "show", "deck_kept": hidden(shown, "deck_kept")})
    assert again.status_code == 200 and "<strong>2 cards</strong>" in again.get_data(as_text=True), said(again)
    single = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("d" * 230 + ".jpg", DRAGON)})
    assert single.status_code == 200, said(single)
    endless = packed({"e" * 401 + ".jpg": DRAGON})
    told = said(post("/custom-cards", {"text": "x", "do": "show", "deck": sent("x.zip", endless)}))
    assert "e" * 40 + "…: found a longer name, expected at most 400 characters." in told


def test_what_came_before_stays_whatever_is_wrong_with_a_new_file(post):
    shown = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("my_deck.zip", ZIP)})
    before = {"deck_kept": hidden(shown, "deck_kept"), "deck_list": "2 Troll", "text": "title\nA\n"}
    before |= {"look": "own", "layout": "# mine", "deck_title": "my deck"}
    wrong = {
        "file": sent("cards.csv", b"title\nB\0r\n"),
        "layout_file": sent("a.toml", b"\0\0\0"),
        "deck": sent("x.zip", b""),
    }
    for name, file in wrong.items():
        answer = post("/custom-cards", {**before, "do": "show", name: file})
        assert answer.status_code == 422, name
        assert hidden(answer, "deck_kept") == before["deck_kept"] and hidden(answer, "deck_title") == ["my deck"], name
        text = answer.get_data(as_text=True)
        assert "# mine</textarea>" in text and "2 Troll</textarea>" in text and "title\nA\n</textarea>" in text, name


def test_a_picture_that_unpacks_to_far_too_much_is_never_read(post, monkeypatch):
    monkeypatch.setattr(picture_sources.NamedFile, "read", lambda file: pytest.fail(f"{file.path} was read"))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.png", b"\0" * 13_000_000)
    answer = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("x.zip", data.getvalue())})
    assert answer.status_code == 422 and "bomb.png: found 13 MB, expected a picture of at most 12 MB" in said(answer)


def test_hostile_files_are_answered_with_a_sentence(post, monkeypatch):
    for name, data, words in (
        ("x.zip", b"hello", "x.zip: found something that is not a zip"),
        ("x.zip", packed({"notes.txt": b"x"}), "x.zip: found no picture, expected pictures of cards"),
        ("Text.png", b"hello", "Text.png: found something that is not a picture"),
    ):
        answer = post("/custom-cards", {"text": "title\nA", "do": "show", "deck": sent(name, data)})
        assert words in said(answer) and answer.status_code == 422
    monkeypatch.setattr(picture_decks, "MOST", 2)
    answer = post("/custom-cards", {"text": "", "do": "show", "deck": sent("x.zip", ZIP)})
    assert answer.status_code == 422 and "more than 2 pictures, expected at most 2" in said(answer)
    monkeypatch.setattr(picture_decks, "MOST_UNPACKED", 1000)
    answer = post("/custom-cards", {"text": "", "do": "show", "deck": sent("x.zip", ZIP)})
    assert answer.status_code == 422 and "once it is unpacked" in said(answer)


def test_a_kept_picture_that_is_gone_is_told(post):
    answer = post("/custom-cards", {"text": "", "do": "show", "deck_kept": f"{'0' * 64} Dragon.jpg"})
    assert answer.status_code == 422 and "Dragon.jpg: found a file that is not there" in said(answer)


@pytest.mark.long
def test_drawings_and_pages_are_drawn_once_and_kept_as_pictures(post):
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="teal"/></svg>'
    )
    files = {"Vector.svg": svg, "Linked.svg": svg.replace(b"<rect", b"<image href='a.png'/><rect")}
    shown = post("/custom-cards", {"text": "x", "do": "show", "deck": sent("d.zip", packed(files)), "skip_bad": "yes"})
    text = html.unescape(shown.get_data(as_text=True))
    assert "Here is 1 picture: Vector.svg." in text
    assert "Left out: Linked.svg: found an SVG that asks for 'a.png', expected one with its pictures embedded" in text
    key = hidden(shown, "deck_kept")[0].partition(" ")[0]
    assert kept.find(key).startswith(b"\x89PNG")
    again = post("/custom-cards", {"text": "x", "do": "file", "deck_kept": f"{key} Vector.svg", "backs": "no"})
    assert again.status_code == 200 and again.get_data().startswith(b"%PDF")


@pytest.mark.long
def test_a_typeface_comes_among_the_pictures_that_a_layout_names(post):
    data = fonts.files()["Fira-bold"].read_bytes()
    layout = '[[zone]]\nname = "t"\nat = [5, 5]\nsize = [50, 9]\ntext = "{title}"\ntypeface = "lore.ttf"\n'
    form = {"text": "title\nMech\n", "do": "file", "look": "own", "layout": layout, "backs": "no"}
    missing = html.unescape(post("/custom-cards", form).get_data(as_text=True))
    assert (
        "found lore.ttf, a file that is not there, expected a typeface chosen under “Pictures that the cards name”."
        in missing
    )
    made = post("/custom-cards", form | {"pictures": sent("lore.ttf", data)})
    assert b"FiraSansCondensed-Bold" in made.get_data()
    wrong = post("/custom-cards", form | {"pictures": sent("lore.ttf", b"wOF2" + data)})
    assert wrong.status_code == 422
    assert "lore.ttf: found WOFF2" in html.unescape(wrong.get_data(as_text=True))


@pytest.mark.long
def test_a_pattern_of_backs_is_typed_and_shown_again(post):
    files = {"Dragon.jpg": DRAGON, "Dragon.rear.jpg": BACK}
    form = {"text": "x", "do": "show", "deck": sent("d.zip", packed(files))}
    two = html.unescape(post("/custom-cards", form).get_data(as_text=True))
    form["deck"] = sent("d.zip", packed(files))
    one = html.unescape(post("/custom-cards", form | {"back_names": "{name}.rear"}).get_data(as_text=True))
    assert "<strong>2 cards</strong>" in two and "<strong>1 card</strong>" in one and 'value="{name}.rear"' in one
    form["deck"] = sent("d.zip", packed(files))
    wrong = post("/custom-cards", form | {"back_names": "rear"})
    assert wrong.status_code == 422 and "“Backs are named, as {name}_rear”: found 'rear'" in html.unescape(
        wrong.get_data(as_text=True)
    )


def test_the_page_asks_first_what_there_is_and_shows_what_that_needs(client):
    asked = client.get("/custom-cards").get_data(as_text=True)
    assert 'href="/custom-cards?of=rows"' in asked and 'href="/custom-cards?of=pictures"' in asked
    assert "<textarea" not in asked and "What do you have?" in asked
    rows, finished = (client.get(f"/custom-cards?of={kind}").get_data(as_text=True) for kind in ("rows", "pictures"))
    assert 'id="text"' in rows and 'name="look" value="unit"' in rows and 'id="deck"' not in rows
    assert 'id="deck"' in finished and 'id="text"' not in finished and 'id="language"' not in finished
    assert "Up to 300 pictures of at most 12 MB each. More than 59 MB are sent in parts." in finished
    assert "Up to 300 pictures of at most 12 MB each." in rows
    assert "What do you have?" in client.get("/custom-cards?of=whatever").get_data(as_text=True)


def test_pictures_that_no_card_names_are_offered_as_cards(post):
    files = [sent("Castle.jpg", DRAGON), sent("Tower.jpg", TROLL), sent("Scout.jpg", BACK)]
    rows = {"text": "title,picture\nScout,Scout.jpg", "do": "show"}
    shown = post("/custom-cards?of=rows", {**rows, "pictures": files})
    text = shown.get_data(as_text=True)
    assert shown.status_code == 200 and "! No card names Castle.jpg, Tower.jpg. Are these finished cards?" in text
    given = {name: hidden(shown, name) for name in ("kept", "unnamed")}
    taken = post("/custom-cards?of=pictures", {"text": rows["text"], **given, "turn": "as-cards"})
    text = taken.get_data(as_text=True)
    assert taken.status_code == 200 and "<strong>2 cards</strong> in <strong>1 deck</strong>" in text
    assert "Scout,Scout.jpg" in text and len(hidden(taken, "kept")) == 1, "what is not taken stays"
    # With a picture for each, nothing is offered; without any text, all are.
    assert "No card names" not in post("/custom-cards?of=rows", {**rows, "kept": given["kept"][2:]}).get_data(
        as_text=True
    )
    empty = post("/custom-cards?of=rows", {"text": " ", "do": "show", "kept": given["kept"]})
    assert empty.status_code == 422 and "Print these 3 as cards" in empty.get_data(as_text=True)


@pytest.mark.long
def test_the_other_kind_of_cards_takes_what_was_sent_along(post):
    first = post("/custom-cards?of=pictures", {"text": "title\nA", "do": "show", "deck": sent("Dragon.jpg", DRAGON)})
    kept = {"text": "title\nA", "deck_kept": hidden(first, "deck_kept"), "turn": "page"}
    rows = post("/custom-cards?of=rows", kept)
    assert rows.status_code == 200 and ">title\nA</textarea>" in rows.get_data(as_text=True)
    assert hidden(rows, "deck_kept") == kept["deck_kept"]
    made = post("/custom-cards?of=rows", {**kept, "turn": [], "do": "show"})
    assert 'alt="A."' in made.get_data(as_text=True), "the rows are printed where the page is for rows"
    none = post("/custom-cards?of=pictures", {"text": "title\nA", "do": "show"})
    assert none.status_code == 422
    assert "“Pictures, or a zip of them”: found no picture, expected pictures of cards, or a zip of them" in said(none)


def test_a_part_of_the_pictures_is_kept_and_told_as_the_form_has_it(post):
    first = post("/custom-cards/pictures", {"deck": [sent("Dragon.jpg", DRAGON), sent("Text.png", b"hello")]}).json
    (pair,) = first["kept"]["deck_kept"]
    assert pair.endswith(" Dragon.jpg") and first["kept"]["kept"] == [] and first["kept"]["deck_title"] == [""]
    (wrong,) = first["wrong"]
    assert wrong.startswith("Text.png: found something that is not a picture")
    second = post("/custom-cards/pictures", {"deck_kept": [pair], "deck": sent("my_deck.zip", ZIP)}).json
    assert len(second["kept"]["deck_kept"]) == 4 and second["kept"]["deck_title"] == ["my deck"]
    rows = post("/custom-cards/pictures", {"pictures": sent("Troll.jpg", TROLL)}).json
    assert [pair.partition(" ")[2] for pair in rows["kept"]["kept"]] == ["Troll.jpg"] and rows["wrong"] == []


def test_a_name_finds_an_uploaded_picture_in_another_spelling(monkeypatch):
    monkeypatch.setattr(kept, "find", str.encode)
    keys, named = {"Cafe\N{COMBINING ACUTE ACCENT}.png": "coffee", "Owl.PNG": "owl"}, set()
    find = sent_cards.make_picture_finder(keys, {}, named)
    assert find("art\\Caf\N{LATIN SMALL LETTER E WITH ACUTE}.png") == b"coffee" and find("art/owl.png") == b"owl"
    assert named == keys.keys()
