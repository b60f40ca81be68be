"""A card's own picture on its page: sent, shown, kept while the rest is fixed, taken away; seen by no stranger."""

import html
import io
import json
import re
import zipfile

import pytest
from PIL import Image
from sqlalchemy import event
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.base.findings import InvalidInput
from companion.printing.faces import pictures
from companion.printing.pdf.own_pictures import hash_of
from companion.storage.quotas import Quota
from companion.storage.schema import CardPictureRow
from companion.web.packs import card_picture, sent_packs
from tests import pictures as drawn
from tests.web.conftest import link_to, token_of

GAME = "wreck-a-mech"
ARM = {"name": "Tin Arm", "position": "left_arm", "corporation": "zhao", "rank": "1", "attack": "1", "defense": "1"}
ARM |= {"structure": "1", "penalty": "0"}
PHOTO = drawn.encoded((400, 300), (200, 30, 30), "JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0\0\0", comment=b"Taken at home")


@pytest.fixture
def pack(post):
    """Begin a pack and return its address."""
    return post(f"/{GAME}/packs", {"title": "My box"}).location


def sent(data, name="arm.jpg", **more):
    return ARM | more | {"picture-file": (io.BytesIO(data), name)}


def document(app, pack):
    return app.extensions["store"].get(pack.rsplit("/", 1)[1])


def card(app, pack):
    (record,) = document(app, pack).data["part"]
    return record


def stored(app):
    with app.extensions["store"].reading() as session:
        return {row.hash: row.data for row in session.query(CardPictureRow)}


def images(client, address):
    page = client.get(address).get_data(as_text=True)
    return re.findall(r'src="([^"]+/pictures/[0-9a-f]{64}[^"]*)"', page)


def test_a_picture_is_stored_without_its_notes_and_shown_on_pack_form_and_face(app, client, post, pack):
    assert post(f"{pack}/card?kind=part", sent(PHOTO)).status_code == 303
    ((name, data),) = stored(app).items()
    assert card(app, pack)["picture"] == name == hash_of(data)
    assert b"Exif" not in data and b"home" not in data
    assert Image.open(io.BytesIO(data)).size == (400, 300)
    for page in (pack, f"{pack}/card?card=tin-arm"):
        (address,) = images(client, page)
        shown = client.get(address)
        assert (shown.status_code, shown.data, shown.mimetype) == (200, data, "image/jpeg")
    gallery = client.get(f"/{GAME}/cards").get_data(as_text=True)
    art = re.search(r'src="(/[^"]+/tin-arm/[0-9a-f]+\.svg)', gallery)[1]
    assert b"<image" in client.get(art).data


def test_it_stays_while_other_fields_are_fixed_and_goes_when_it_is_taken_away(app, client, post, pack):
    again = post(f"{pack}/card?kind=part", sent(PHOTO, attack="many"))
    assert again.status_code == 422 and stored(app) == {}
    key = re.search(r'name="picture-kept" value="([^"]+)"', again.get_data(as_text=True))[1]
    post(f"{pack}/card?kind=part", ARM | {"picture-kept": key})
    (name,) = stored(app)
    post(f"{pack}/card?card=tin-arm", ARM | {"attack": "2"})
    assert card(app, pack) | {"attack": 2, "picture": name} == card(app, pack)
    post(f"{pack}/card?card=tin-arm", ARM | {"picture-removed": "1"})
    assert "picture" not in card(app, pack)
    assert list(stored(app)) == [name], "an older version still shows it"


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"no picture", "a.png", "found something that is not a picture"),
        (b"", "a.png", "found an empty file"),
        (
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="/etc/passwd"/></svg>',
            "a.svg",
            "asks for",
        ),
    ],
    ids=["text", "empty", "hostile"],
)
def test_one_that_cannot_be_read_is_told_beside_its_field_and_nothing_else_is_lost(
    app, post, pack, data, name, message
):
    page = post(f"{pack}/card?kind=part", sent(data, name))
    text = page.get_data(as_text=True)
    assert page.status_code == 422 and 'value="Tin Arm"' in text
    told = re.search(r'id="picture-wrong">([^<]+)<', text)[1]
    assert message.lower() in told.lower()
    assert document(app, pack).version == 1 and stored(app) == {}


def test_one_byte_more_than_a_picture_may_have_is_refused(app, post, pack, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_BYTES", len(PHOTO) - 1)
    assert post(f"{pack}/card?kind=part", sent(PHOTO)).status_code == 422
    monkeypatch.setattr(pictures, "MOST_BYTES", len(PHOTO))
    assert post(f"{pack}/card?kind=part", sent(PHOTO)).status_code == 303 and len(stored(app)) == 1


@pytest.mark.parametrize(("quota", "status"), [(Quota(bytes=1), 413), (Quota(versions=1), 409)])
@pytest.mark.parametrize("how", [{}, {"keep-draft": "1"}], ids=["save", "finish later"])
def test_a_card_that_has_no_room_comes_back_with_all_that_was_typed(app, post, pack, quota, status, how):
    app.extensions["store"].quota = quota
    answer = post(f"{pack}/card?kind=part", sent(PHOTO, **how))
    page = answer.get_data(as_text=True)
    assert answer.status_code == status and "Nothing was saved: your documents " in page
    assert 'value="Tin Arm"' in page and "Somebody changed this card" not in page
    key = re.search(r'name="picture-kept" value="([^"]+)"', page)[1]
    assert document(app, pack).version == 1 and stored(app) == {}
    app.extensions["store"].quota = Quota()
    post(f"{pack}/card?kind=part", ARM | {"picture-kept": key})
    assert list(stored(app)) == [card(app, pack)["picture"]]


def test_a_file_larger_than_the_form_takes_leaves_what_was_typed_and_the_picture_from_before(app, client, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    large = FileStorage(io.BytesIO(bytes(card_picture.LARGEST_POST)), "arm.jpg")
    mark, body = encode_multipart(ARM | {"attack": "3", "picture-file": large})
    answer = client.post(f"{pack}/card?card=tin-arm", data=body, content_type=f"multipart/form-data; boundary={mark}")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 413 and "Found 13 MB, expected a picture of at most 12 MB." in page
    assert re.search(r'name="attack"[^>]* value="3"', page) and "The card's picture as it is now" in html.unescape(page)
    assert (card(app, pack)["attack"], list(stored(app))) == (1, [card(app, pack)["picture"]])
    others = {link_to(client, pack): 403, pack: 404, f"{pack}x": 404, "/no-game/packs/x": 404}
    for address, status in others.items():
        sending = {"data": body, "content_type": f"multipart/form-data; boundary={mark}"}
        assert app.test_client().post(f"{address}/card?kind=part", **sending).status_code == status, address


def test_a_bad_one_leaves_the_one_from_before(app, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    assert post(f"{pack}/card?card=tin-arm", sent(b"no")).status_code == 422
    assert list(stored(app)) == [card(app, pack)["picture"]]


def test_an_unfinished_card_keeps_it_in_the_form_and_in_the_table(app, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO, attack="many", **{"keep-draft": "1"}))
    (name,) = stored(app)
    (draft,) = document(app, pack).data["unfinished"]
    assert draft["cells"]["picture"] == name
    post(f"{pack}/card?row=0", ARM)
    assert card(app, pack)["picture"] == name


def test_the_table_of_many_cards_leaves_pictures_alone(app, client, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    name = card(app, pack)["picture"]
    rows = {
        "0.from": "tin-arm",
        **{f"0.{field}": text for field, text in ARM.items()},
        "0.attack": "3",
        "0.id": "tin-arm",
    }
    assert post(f"{pack}/grid?kind=part", rows).status_code == 303
    assert (card(app, pack)["attack"], card(app, pack)["picture"]) == (3, name)


def test_only_who_may_see_the_pack_sees_its_pictures_and_a_copy_keeps_them(app, client, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    (name,) = stored(app)
    view = link_to(client, pack)
    stranger = app.test_client()
    assert stranger.get(f"{view}/pictures/{name}").status_code == 200
    assert stranger.get(f"{pack}/pictures/{name}").status_code == 404
    assert client.get(f"{pack}/pictures/{'0' * 64}").status_code == 404
    post(f"{pack}/links", {"kind": "view", "act": "renew"})
    assert stranger.get(f"{view}/pictures/{name}").status_code == 404
    copy = post(f"{pack}/duplicate").location
    post(f"{pack}/delete")
    post("/trash/empty")
    assert client.get(f"{copy}/pictures/{name}").status_code == 200


def test_art_with_a_picture_is_not_shown_once_its_pack_is_taken_back(app, client, post, pack):
    """Its address says what it shows, and a process remembers what it has drawn: neither shows it to a stranger."""
    post(f"{pack}/card?kind=part", sent(PHOTO))
    view, friend = link_to(client, pack), app.test_client()
    friend.post(f"{view}/use", data={"csrf_token": token_of(friend), "used": "1"})
    gallery = f"/{GAME}/cards"
    (art,) = re.findall(r'src="(/[^"]+/tin-arm/[0-9a-f]+\.svg)', friend.get(gallery).get_data(as_text=True))
    assert b"<image" in friend.get(art).data and app.test_client().get(art).status_code == 404
    post(f"{pack}/links", {"kind": "view", "act": "renew"})
    assert friend.get(art).status_code == 404 and b"<image" in client.get(art).data


def test_a_build_carries_the_name_and_its_print_the_picture(client, post, pack):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    with_it = client.get(f"/{GAME}/print.pdf?what=cards&only=Tin+Arm")
    assert with_it.status_code == 200 and b"/DCTDecode" in with_it.data


def test_a_picture_that_is_missing_is_told_and_may_come_later(app, client, post, pack):
    name = hash_of(pictures.clean_picture(PHOTO, "arm.jpg"))
    text = "[[part]]\n" + "".join(f'{k} = "{v}"\n' if not v.isdigit() else f"{k} = {v}\n" for k, v in ARM.items())
    post(f"{pack}/upload", {"text": f'{text}picture = "{name}"\n'})
    assert f"Its picture “{name}” is not here" in client.get(pack).get_data(as_text=True)
    assert client.get(f"/{GAME}/cards").status_code == 200
    post(f"{pack}/card?card=tin-arm", sent(PHOTO))
    assert "is not here" not in client.get(pack).get_data(as_text=True)
    gallery = client.get(f"/{GAME}/cards").get_data(as_text=True)
    assert b"<image" in client.get(re.search(r'src="(/[^"]+/tin-arm/[0-9a-f]+\.svg)', gallery)[1]).data


def test_a_picture_that_is_nowhere_or_that_the_pack_does_not_name_is_not_there(client, post, pack):
    nowhere = "0" * 64
    post(f"{pack}/upload", {"text": LIST.format(nowhere), "card-kind": "part"})
    assert nowhere in client.get(f"{pack}/export.toml").get_data(as_text=True)
    assert [client.get(f"{pack}/pictures/{name}").status_code for name in (nowhere, "1" * 64)] == [404, 404]


def test_what_a_program_writes_beside_the_dots_is_dropped():
    assert not pictures.is_clean(PHOTO)
    clean = pictures.clean_picture(PHOTO, "arm.jpg")
    assert pictures.is_clean(clean) and pictures.clean_picture(clean, "arm.jpg")
    for more in (clean + b"GPS", clean + clean, clean[:2] + b"\xff\xfe\x00\x06home" + clean[2:]):
        assert not pictures.is_clean(more)
    grey = pictures.clean_picture(drawn.encoded((9, 9), 200, mode="L"), "grey.png")
    assert grey.startswith(b"\x89PNG") and pictures.is_clean(grey) and not pictures.is_clean(grey + b"GPS")
    wide = pictures.clean_picture(drawn.encoded((3000, 100), "red"), "wide.png")
    assert Image.open(io.BytesIO(wide)).size == (1000, 33)
    assert not pictures.is_clean(drawn.encoded((1001, 10), "red"))
    assert pictures.is_clean(drawn.encoded((1000, 10), "red"))
    with pytest.raises(InvalidInput, match="a damaged picture"):
        pictures.clean_picture(drawn.encoded((100, 100), "red", "JPEG")[:-40], "a.jpg")


def test_what_is_clear_becomes_white_and_its_edge_no_darker():
    sent = Image.new("RGBA", (4000, 40), (0, 0, 0, 0))
    sent.paste((255, 0, 0, 255), (0, 0, 2001, 40))
    data = io.BytesIO()
    sent.save(data, "PNG")
    made = Image.open(io.BytesIO(pictures.clean_picture(data.getvalue(), "a.png")))
    assert (made.size, made.getpixel((0, 5)), made.getpixel((999, 5))) == ((1000, 10), (255, 0, 0), (255, 255, 255))
    assert made.getextrema()[0] == (255, 255)


def test_a_zip_is_offered_where_a_card_has_a_picture(client, post, pack):
    assert "export.zip" not in client.get(f"{pack}/share").text
    post(f"{pack}/card?kind=part", sent(PHOTO))
    shared = client.get(f"{pack}/share").text
    assert "export.zip" in shared and "export.toml" in shared


@pytest.mark.parametrize("page", [f"/{GAME}/packs", "/import"])
def test_a_zip_has_the_pictures_beside_the_list_and_brings_the_same_ones_back(app, client, post, pack, page):
    post(f"{pack}/card?kind=part", sent(PHOTO))
    ((name, data),) = stored(app).items()
    answer = client.get(f"{pack}/export.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as given:
        assert given.namelist() == ["pack.toml", "pictures/tin-arm.jpg"]
        assert given.read("pictures/tin-arm.jpg") == data
        assert 'picture = "pictures/tin-arm.jpg"' in given.read("pack.toml").decode()
    post(f"{pack}/delete")
    post("/trash/empty")
    assert stored(app) == {}
    again = post(page, {"title": "", "file": (io.BytesIO(answer.data), "my-pack.zip")}).location
    assert stored(app) == {name: data} and card(app, again)["picture"] == name


def zipped(**files):
    return zip_of({name.replace("__", "."): data for name, data in files.items()})


def zip_of(files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    target.seek(0)
    return target


LIST = "name,position,corporation,rank,attack,defense,structure,picture\nTin Arm,left_arm,zhao,1,1,1,1,{}\n"


def test_a_list_in_a_zip_names_files_beside_it_and_one_that_is_not_there_is_told(app, client, post, pack):
    post(f"{pack}/upload", {"file": (zipped(part__csv=LIST.format("Arm.JPG"), arm__jpg=PHOTO), "x.zip")})
    (name,) = stored(app)
    assert card(app, pack)["picture"] == name
    post(f"{pack}/upload", {"file": (zipped(part__csv=LIST.format("leg.jpg"), arm__jpg=PHOTO), "x.zip")})
    page = client.get(pack).get_data(as_text=True)
    assert "1 picture is not here" in page and "Its picture “leg.jpg” is not here" in page
    assert "No card names arm.jpg." in page


def test_a_list_whose_pictures_are_all_named_says_of_none_that_it_is_not(client, post, pack):
    post(f"{pack}/upload", {"file": (zipped(part__csv=LIST.format("./Arm.JPG"), arm__jpg=PHOTO), "x.zip")})
    assert "No card names" not in client.get(pack).get_data(as_text=True)


@pytest.mark.parametrize(("more", "said"), [("abcde", "d.jpg and e.jpg."), ("abcdef", "d.jpg and e.jpg and others.")])
def test_five_pictures_that_no_card_names_are_named(client, post, pack, more, said):
    files = {"part.csv": LIST.format("arm.jpg"), "arm.jpg": PHOTO} | {f"{letter}.jpg": PHOTO for letter in more}
    post(f"{pack}/upload", {"file": (zip_of(files), "x.zip")})
    assert f"No card names a.jpg, b.jpg, c.jpg, {said}" in client.get(pack).get_data(as_text=True)


def test_a_row_that_cannot_be_read_keeps_its_picture_and_takes_it_along_to_another_app(app, client, post, pack):
    rows = LIST.format("arm.jpg").replace("zhao,1", "zhao,many")
    post(f"{pack}/upload", {"file": (zipped(part__csv=rows, arm__jpg=PHOTO), "x.zip")})
    ((name, data),) = stored(app).items()
    assert document(app, pack).data["unfinished"][0]["cells"]["picture"] == name
    answer = client.get(f"{pack}/export.zip").data
    assert zipfile.ZipFile(io.BytesIO(answer)).namelist() == ["pack.toml", "pictures/unfinished-1.jpg"]
    post(f"{pack}/delete")
    post("/trash/empty")
    again = post(f"/{GAME}/packs", {"title": "", "file": (io.BytesIO(answer), "my-pack.zip")}).location
    assert stored(app) == {name: data}
    assert document(app, again).data["unfinished"][0]["cells"]["picture"] == name


@pytest.mark.parametrize(
    "more", ["place = 5", "said = [5]", f"place = '{3000 * 'x'}'", "cells.picture = ['a']", "cells.rank = {a = 1}"]
)
def test_an_unfinished_row_of_a_file_never_damages_the_pack(client, post, pack, more):
    post(f"{pack}/upload", {"text": f"[[unfinished]]\nkind = 'part'\ncells.name = 'Leg'\n{more}\n"})
    page = client.get(pack)
    assert page.status_code == 200 and "Leg" in page.get_data(as_text=True)


def test_unfinished_rows_that_are_no_list_are_refused(post, pack):
    page = post(f"{pack}/upload", {"text": "unfinished = 5\n"})
    assert page.status_code == 422 and "expected a list of rows" in page.get_data(as_text=True)


def test_a_folder_that_a_mac_has_packed_is_read_without_the_notes_it_adds(app, post, pack):
    notes = {"__MACOSX/box/._part.csv": b"\0\5", "__MACOSX/box/._arm.jpg": b"\0\5", "box/.DS_Store": b"\0"}
    files = {"box/part.csv": LIST.format("arm.jpg"), "box/arm.jpg": PHOTO} | notes
    assert post(f"{pack}/upload", {"file": (zip_of(files), "box.zip")}).status_code == 303
    assert list(stored(app)) == [card(app, pack)["picture"]]


def test_a_zip_has_at_most_so_many_pictures_and_hidden_files_do_not_count(app, post, pack, monkeypatch):
    monkeypatch.setattr(sent_packs, "MOST_PICTURES", 1)
    files = {"part.csv": LIST.format("arm.jpg"), "arm.jpg": PHOTO, ".hidden": b""}
    assert post(f"{pack}/upload", {"file": (zip_of(files), "x.zip")}).status_code == 303
    assert post(f"{pack}/upload", {"file": (zip_of(files | {"b.jpg": PHOTO}), "x.zip")}).status_code == 422


def test_pages_ask_for_the_pictures_of_all_cards_at_once(app, client, post, pack):
    def questions(page):
        asked = []
        engine = app.extensions["store"].engine
        event.listen(engine, "before_cursor_execute", listen := lambda *given: asked.append(given[2]))
        assert client.get(page).status_code == 200
        event.remove(engine, "before_cursor_execute", listen)
        return sum("card_pictures" in statement for statement in asked)

    head, row = LIST.splitlines()
    rows = "\n".join([head, *(row.replace("Tin Arm", f"Arm {n}").format("arm.jpg") for n in range(5))])
    post(f"{pack}/upload", {"file": (zipped(part__csv=rows, arm__jpg=PHOTO), "x.zip")})
    client.get(f"/{GAME}/cards")
    assert questions(pack) == 1
    assert questions(f"/{GAME}/cards") <= 2


def test_a_stored_pack_whose_picture_is_no_text_is_shown_with_a_warning(app, client, post, pack):
    store, key = app.extensions["store"], pack.rsplit("/", 1)[1]
    store.save(key, store.get(key).data | {"part": [{"id": "tin-arm", "picture": ["a"]}]})
    answer = client.get(pack)
    assert answer.status_code == 200 and "is not here" in answer.get_data(as_text=True)
    assert client.get(f"{pack}/export.zip").status_code == 200


def test_a_zip_without_a_list_is_told_where_anything_is_imported(app, post):
    answer = post("/import", {"file": (zipped(arm__jpg=PHOTO), "x.zip")})
    assert answer.status_code == 422 and "x.zip: found no list of cards, expected one" in answer.get_data(as_text=True)


@pytest.mark.parametrize("data", [zipped(part__csv=LIST.format("arm.jpg")), io.BytesIO(LIST.encode())])
def test_rows_are_told_where_they_are_imported(post, data):
    name = "x.zip" if data.getvalue().startswith(b"PK") else "part.csv"
    answer = post("/import", {"file": (io.BytesIO(data.getvalue()), name)})
    wrong = "part.csv: found rows, which name no game, expected TOML or JSON: import rows in their game’s Card packs."
    assert answer.status_code == 422 and wrong in answer.get_data(as_text=True)


def test_everything_of_mine_is_told_where_it_is_brought_back(client, post, pack):
    sent_file = io.BytesIO(client.get("/library/mech-companion-library.zip", buffered=True).data)
    answer = post(f"{pack}/upload", {"file": (sent_file, "mine.zip"), "card-kind": "armour"})
    assert answer.status_code == 422
    assert "expected a card pack: restore this file with Open." in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (zipped(arm__jpg=PHOTO), "no list of cards"),
        (zipped(a__csv=LIST, b__csv=LIST), "2 lists of cards"),
        (io.BytesIO(b"PK"), "something that is not a zip"),
        (zipped(part__csv=LIST.format("arm.jpg"), arm__jpg=b"no"), "arm.jpg: found something that is not a picture"),
    ],
    ids=["no list", "two lists", "no zip", "no picture"],
)
def test_a_zip_that_cannot_be_read_is_told_and_stores_nothing(app, post, pack, data, told):
    page = post(f"{pack}/upload", {"file": (io.BytesIO(data.getvalue()), "x.zip")})
    assert page.status_code == 422 and told in page.get_data(as_text=True)
    assert stored(app) == {} and document(app, pack).version == 1


ADDED = [
    ("mecha-mettle", "recombinator", {"components": ["recombinator"]}),
    ("mechalyte", "power", {"spec": "PMISAA"}),
    ("techniconica", "courier-wheels", {"mech": [{"locomotor": "courier-wheels"}]}),
    ("mechastellar", "green-viking", {"unit": [{"profile": "green-viking"}]}),
    ("wreck-a-mech", "trainer-head", {"mech": {"head": "trainer-head"}}),
]


@pytest.mark.parametrize(("game", "name", "data"), ADDED, ids=[row[0] for row in ADDED])
def test_every_game_shows_a_cards_picture_beside_the_portrait_of_a_build_that_has_it(
    app, client, post, game, name, data
):
    pack = post(f"/{game}/packs", {"title": "Mine"}).location
    assert post(f"{pack}/card?card={name}", {"picture-file": (io.BytesIO(PHOTO), "a.jpg")}).status_code == 303
    given = dict(app.extensions["store"].get(pack.rsplit("/", 1)[1]).data)
    build = {"game": game, "title": "Mine", **data, "pack": [given]}
    address = post("/import", {"text": json.dumps(build)}).location
    page = client.get(address).get_data(as_text=True)
    assert page.count('<img src="data:image/jpeg;base64,') == 1 and 'class="own-pictures"' in page
    without = post("/import", {"text": json.dumps({**build, "pack": []})}).location
    assert 'class="own-pictures"' not in client.get(without).get_data(as_text=True)
