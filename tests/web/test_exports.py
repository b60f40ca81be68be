"""The export page: what it offers, what it shows, what it sends; every trouble is a sentence."""

import io
import json
import re
from zipfile import ZipFile

import pikepdf
import pytest
from PIL import Image
from werkzeug.http import parse_options_header

from companion.gamekit.contract import PrintSource
from companion.games import GAMES, game
from companion.printing.faces.boxes import Deck

DRAFT = {"components": ["recombinator"], "title": "Late game"}


def said(answer):
    """Return what the page says went wrong."""
    text = answer.get_data(as_text=True)
    return text.partition('role="alert">')[2].partition("</div>")[0]


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_game_has_its_page_and_every_print_set_with_cards_leaves(client, slug):
    game = next(game for game in GAMES if game.slug == slug)
    page = client.get(f"/{slug}/print?to=png").get_data(as_text=True)
    assert f'href="/{slug}/print"' in client.get(f"/{slug}/").get_data(as_text=True)
    assert f"/{slug}/print?to=png" in client.get(f"/{slug}/print").get_data(as_text=True)
    source = PrintSource(game.context())
    for print_set in game.print_sets:
        if print_set.needs_build:
            continue
        cards = not print_set.extra and any(isinstance(part, Deck) for part in print_set.make(source))
        assert (f'value="{print_set.name}"' in page) == cards, print_set.name


def test_it_says_how_many_cards_and_what_stays_behind(client):
    page = client.get("/mecha-mettle/print?what=everything&to=shop").get_data(as_text=True)
    assert "<strong>104 cards</strong> in <strong>3 decks</strong>" in page, "50 modules, 32 components, 22 tiles"
    assert "are left out: Reference." in page
    assert page.count("<img ") == 12 and "And 16 more." in page


def test_pictures_come_in_a_zip(client):
    answer = client.get("/mecha-mettle/export/cards?what=tiles&to=png&dpi=150&bleed=yes")
    assert answer.mimetype == "application/zip"
    assert parse_options_header(answer.headers["Content-Disposition"]) == (
        "attachment",
        {"filename": "mecha-mettle-tiles-png.zip"},
    )
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert bundle.testzip() is None
        pictures = [name for name in bundle.namelist() if name.endswith(".png")]
        side = round((63 + 2 * 3.175) / 25.4 * 150)
        assert {Image.open(io.BytesIO(bundle.read(name))).size for name in pictures} == {(side, side)}


def test_a_shop_gets_one_pdf_or_a_zip_of_them(client):
    answer = client.get("/mecha-mettle/export/cards?what=components&to=shop")
    assert answer.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(answer.data)) as pdf:
        assert len(pdf.pages) == 64
    answer = client.get("/mecha-mettle/export/cards?what=everything&to=shop")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert bundle.namelist() == ["mecha-mettle-63x63mm.pdf", "mecha-mettle-63x88mm.pdf"]


def test_a_saved_object_finds_its_sheets_here(client):
    answer = client.get("/mecha-mettle/export/cards?what=tiles&to=tts&dpi=100")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        saved = json.loads(bundle.read("mecha-mettle.json"))
        custom = saved["ObjectStates"][0]["CustomDeck"]["1"]
        for key, name in (("FaceURL", "tiles-1-faces.png"), ("BackURL", "tiles-1-back.png")):
            assert custom[key].startswith("http://localhost/mecha-mettle/export/sheets/")
            served = client.get(custom[key].removeprefix("http://localhost"))
            assert served.mimetype == "image/png"
            assert served.data == bundle.read(f"mecha-mettle-pictures/{name}")


def test_a_folder_may_be_named_as_its_system_writes_it(client):
    answer = client.get("/mecha-mettle/export/cards?what=tiles&to=tts&dpi=100&at=C:%5CMy+Games%5Ccards")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        custom = json.loads(bundle.read("mecha-mettle.json"))["ObjectStates"][0]["CustomDeck"]["1"]
    assert custom["FaceURL"] == "file:///C:/My Games/cards/tiles-1-faces.png"


def test_sheets_that_only_this_browser_knows_need_a_place(client, post):
    game = GAMES[0]
    ruling = game.rulebook.ruling[0]
    other = next(option.id for option in ruling.option if option.id != ruling.default)
    post(f"/{game.slug}/rules", {ruling.id: other})
    answer = client.get("/mecha-mettle/print?what=tiles&to=tts")
    assert answer.status_code == 422
    assert (
        "“Tabletop Simulator looks for the sheets in”: found no place, and only this browser has your packs and rulings"
        in said(answer)
    )
    assert client.get("/mecha-mettle/print?what=tiles&to=tts&at=/home/me/cards").status_code == 200
    assert client.get("/mecha-mettle/print?what=tiles&to=png").status_code == 200


def test_rulings_in_the_address_go_from_print_to_export_and_back(client):
    """The zones of a battlefield shown under its own layout leave as that layout's, whatever way they leave."""
    zones = "/mechalyte/print?what=zones&ruling.layout=three-by-four"
    as_files = zones.replace("?", "?to=png&")
    printed = client.get(zones).get_data(as_text=True)
    assert f'href="{as_files.replace("&", "&amp;")}"' in printed
    page = client.get(as_files).get_data(as_text=True)
    assert f'href="{zones.replace("&", "&amp;")}"' in page
    assert '<input type="hidden" name="ruling.layout" value="three-by-four">' in page
    assert "<strong>12 cards</strong>" in page and "<strong>16 cards</strong>" not in page
    answer = client.get(zones.replace("print?", "export/cards?") + "&to=tts&dpi=100")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        custom = json.loads(bundle.read("mechalyte.json"))["ObjectStates"][0]["CustomDeck"]["1"]
        served = client.get(custom["FaceURL"].removeprefix("http://localhost"))
        assert served.data in [bundle.read(name) for name in bundle.namelist() if name.endswith("faces.png")]


def test_a_ruling_that_does_not_exist_is_said_at_export(client):
    answer = client.get("/mechalyte/print?what=zones&to=png&ruling.layout=round")
    assert answer.status_code == 422 and "layout" in said(answer)
    sent = client.get("/mechalyte/export/cards?what=zones&ruling.layout=round")
    assert (sent.status_code, said(sent)) == (422, said(answer))


def test_a_builds_own_cards_leave(client):
    build = saved_draft(client)
    page = client.get(f"/mecha-mettle/print?build={build}&what=drafts&to=png").get_data(as_text=True)
    assert "Print sets of “Late game”" in page and "<strong>1 card</strong> in" in page and "Recombinator" in page
    answer = client.get(f"/mecha-mettle/export/cards?build={build}&what=drafts&to=svg")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert "draft-late-game/01-recombinator.svg" in bundle.namelist()


def test_a_card_that_cannot_be_printed_is_named(client, post):
    """The list of print sets is still there; only the print set with the card cannot be exported."""
    card = next(raw for kind, raw in game("techniconica").catalogue.raw.values() if kind == "support")
    odd = {**card, "id": "odd", "origin": "house: odd", "name": "Odd", "text": "中文"}
    pack = {"game": "techniconica", "kind": "pack", "title": "Box", "key": "", "support": [odd]}
    post(f"{post('/import', {'text': json.dumps(pack)}).location}/use", {"used": "1"})
    for query in ("", "&what=events", "&what=parts"):
        answer = client.get(f"/techniconica/print?to=png{query}")
        bad = query == "&what=parts"
        assert answer.status_code == (422 if bad else 200)
        assert ("(U+4E2D)" in said(answer)) is bad and 'value="events"' in answer.get_data(as_text=True)


def saved_draft(client):
    """Keep a draft for this browser; return its address."""
    with client.session_transaction() as kept:
        kept["owner"] = "me"
    store = client.application.extensions["store"]
    return store.create("me", "mecha-mettle", {"game": "mecha-mettle", **DRAFT}).id


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("what=reference", "found only whole pages (Reference), expected cards or tiles to export"),
        ("what=nothing", "“Print sets”: found &#39;nothing&#39;, expected one of modules, components"),
        ("what=drafts", "Draft: found no build, expected a saved build"),
        ("what=tiles&dpi=5", "“Dots per inch of pictures”: found 5, expected a number from 72 to 1,200."),
        ("what=tiles&dpi=x", "“Dots per inch of pictures”: found &#39;x&#39;, expected a whole number"),
        ("what=tiles&to=gif", "“File format”: found &#39;gif&#39;, expected png, svg, tts or shop"),
        ("what=tiles&only=Nobody", "Nobody"),
        (
            "what=tiles&at=a%0Ab&to=tts",
            "“Tabletop Simulator looks for the sheets in”: found &#39;a\\nb&#39;, expected a folder or an address on one line",
        ),
        ("what=tiles&unknown=maybe", "“Numbers the rulebook does not give”: found &#39;maybe&#39;"),
        ("odd=1", "The address: found odd, expected only options of this page"),
    ],
)
def test_trouble_is_a_sentence(client, query, sentence):
    answer = client.get(f"/mecha-mettle/print?to=png&{query}")
    assert answer.status_code == 422
    assert sentence in said(answer)
    sent = client.get(f"/mecha-mettle/export/cards?{query}")
    assert sent.status_code == 422 and sentence in said(sent)
    assert 'action="/mecha-mettle/print#cards"' in sent.get_data(as_text=True), "what is changed is shown, not sent"


@pytest.mark.parametrize(
    "path",
    [
        "export/face-0.png?what=tiles",
        "export/face-99.png?what=tiles",
        "export/sheets/nothing.png?what=tiles",
        "export/sheets/tiles-1-sides.png?what=tiles",
        "export/cards?what=tiles&build=nobody",
    ],
)
def test_what_is_not_there_is_not_found(client, path):
    assert client.get(f"/mecha-mettle/{path}").status_code == 404


def test_packs_in_use_leave_with_the_game(client, post):
    pack = post("/techniconica/packs", {"title": "My box"}).location
    gun = {"name": "Rail Gun X", "we": "3", "pc": "1", "pe": "4", "do": "2", "ar": "5", "dt": "2"}
    assert post(f"{pack}/card?kind=weapon", gun).status_code == 303
    plain = client.get("/techniconica/print?what=parts&to=png&only=Rail+Gun+X")
    assert plain.status_code == 200 and "Rail Gun X" in plain.get_data(as_text=True)
    answer = client.get("/techniconica/export/cards?what=parts&only=Rail+Gun+X&to=svg")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert any("rail-gun-x" in name for name in bundle.namelist())


def test_small_type_is_told_on_the_pages_that_show_it(client, post):
    changed = {"id": "recombinator", "text": f"{'word ' * 80}".strip()}
    with client.session_transaction() as kept:
        kept["owner"] = "me"
    store = client.application.extensions["store"]
    pack = store.create("me", "mecha-mettle", {"title": "Box", "component": [changed]}, kind="pack")
    post(f"/mecha-mettle/packs/{pack.id}/use", {"used": "1"})
    for page in ("print", "print?to=png"):
        text = client.get(f"/mecha-mettle/{page}{'&' if '?' in page else '?'}what=components").get_data(as_text=True)
        assert "Recombinator: effect had to be set in 6.5 pt, hard to read under 7. Shorten it." in text, page


def test_an_order_for_a_shop_is_one_zip_with_a_note_and_says_what_is_missing(client):
    query = "what=components&what=tiles&to=shop&service=drivethrucards"
    page = client.get(f"/mecha-mettle/print?{query}").get_data(as_text=True)
    assert "DriveThruCards makes no card of the size of Tiles: print these at home." in page
    assert "<strong>32 cards</strong> in <strong>1 deck</strong>" in page
    assert ">Recombinator ×" in page and ">Blast Door ×" not in page
    assert '<option value="drivethrucards" selected>DriveThruCards</option>' in page
    answer = client.get(f"/mecha-mettle/export/cards?{query}")
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        assert bundle.namelist() == ["READ-ME.txt", "components.pdf"]


def test_an_order_without_any_card_of_the_shops_sizes_offers_no_file(client):
    page = client.get("/mecha-mettle/print?what=modules&to=shop&service=drivethrucards").get_data(as_text=True)
    assert "DriveThruCards makes no card of the size of Modules: print these at home." in page
    assert "/export/cards" not in page and "0 cards" not in page


def test_a_download_without_any_print_set_says_what_to_choose(client):
    answer = client.get("/mecha-mettle/export/cards?to=png")
    assert answer.status_code == 422 and "found none, expected at least one of those with cards" in answer.text


def test_an_order_without_any_card_of_the_shops_sizes_is_refused_with_them(client):
    answer = client.get("/mecha-mettle/export/cards?what=tiles&to=shop&service=thegamecrafter")
    assert answer.status_code == 422
    assert "expected cards of a size that The Game Crafter makes: Poker Deck (64 × 89 mm)" in answer.text
    answer = client.get("/mecha-mettle/print?what=tiles&to=shop&service=corner")
    assert answer.status_code == 422 and "one of drivethrucards, makeplayingcards, thegamecrafter" in answer.text


@pytest.mark.long
def test_what_a_format_hides_does_nothing_to_its_files(client):
    """Every field that the page has for some formats alone leaves the files of the others as they are, byte for byte."""
    page = client.get("/mecha-mettle/print?to=png").get_data(as_text=True)
    groups = re.findall(
        r'data-only-for="([a-z ]+)">(?:<legend>[^<]*</legend>)?\s*(?=<div class="field">)(.*?)</div>', page, re.DOTALL
    )
    shown_for = {re.search(r'name="(\w+)"', field)[1]: set(kinds.split()) for kinds, field in groups}
    assert shown_for == {"dpi": {"png", "tts"}, "bleed": {"png", "svg"}, "at": {"tts"}, "service": {"shop"}}
    changed = {"dpi": "90", "bleed": "yes", "at": "C:/cards", "service": "makeplayingcards"}
    for to in ("png", "svg", "tts", "shop"):
        plain = {"what": "tiles", "only": "Blast Door", "to": to}
        files = client.get("/mecha-mettle/export/cards", query_string=plain)
        assert files.status_code == 200
        for name in (name for name, kinds in shown_for.items() if to not in kinds):
            same = client.get("/mecha-mettle/export/cards", query_string={**plain, name: changed[name]})
            assert same.data == files.data, (to, name)


def test_what_to_type_in_a_shop_s_form_stands_on_the_page_step_by_step(client):
    page = client.get("/mecha-mettle/print?what=components&to=shop&service=makeplayingcards").get_data(as_text=True)
    (steps,) = re.findall(r'<ol class="order-steps">(.*?)</ol>', page, re.DOTALL)
    assert steps.count("<li>") == 6 and "choose “up to 36 cards”. You need 32" in steps and "63 x 88 mm" in steps
    assert "it may have renamed or moved them since" in page
    other = client.get("/mecha-mettle/print?what=components&to=shop").get_data(as_text=True)
    assert "order-steps" not in other
