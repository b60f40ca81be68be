"""Own packs on their pages: entered, uploaded, kept as drafts; used by builds, prints, dice, gallery; given away."""

import html
import io
import json
import re
import tomllib
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.base.json_types import to_json
from companion.games import GAMES
from companion.verbs.stored_documents import read_stored
from companion.web.packs.routes import merge_one_pack
from tests.apps import empty_database
from tests.web.conftest import link_to, token_of

GAME = "techniconica"
GUN = {"name": "Rail Gun X", "we": "3", "pc": "1", "pe": "4", "do": "2", "ar": "5", "dt": "2"}


@pytest.fixture
def pack(post):
    """Begin a pack and return its address."""
    return post(f"/{GAME}/packs", {"title": "My box"}).location


def ident(address):
    return address.rsplit("/", 1)[1]


def wrong(page):
    return re.findall(r'class="wrong" id="([^"]+)-wrong">([^<]+)<', page.get_data(as_text=True))


def store_of(app, address):
    return app.extensions["store"].get(ident(address)).data


def uploaded(text, name):
    return {"file": (io.BytesIO(text.encode() if isinstance(text, str) else text), name)}


def test_without_a_pack_the_page_says_what_to_do(client):
    page = client.get(f"/{GAME}/cards?tab=packs").get_data(as_text=True)
    assert "None yet. Give a pack a title below" in page
    assert client.get(f"/{GAME}/").get_data(as_text=True).count("/cards") >= 1


@pytest.mark.long
def test_every_kind_of_every_game_has_a_form(client, post):
    for slug in ("mecha-mettle", "mechalyte", "techniconica", "wreck-a-mech", "mechastellar"):
        if client.get(f"/{slug}/").status_code == 404:
            continue
        address = post(f"/{slug}/packs", {"title": "Box"}).location
        kinds = re.findall(r"card\?kind=([a-z_-]+)", client.get(address).get_data(as_text=True))
        assert kinds
        for kind in kinds:
            assert client.get(f"{address}/card?kind={kind}").status_code == 200
            assert post(f"{address}/card?kind={kind}", {"name": ""}).status_code == 422
            assert client.get(f"/{slug}/packs/sheet/{kind}.csv").get_data(as_text=True).startswith("id,name,")


def test_a_card_is_entered_and_the_next_form_is_open(app, client, post, pack):
    sent = post(f"{pack}/card?kind=weapon", {**GUN, "save-next": "1"})
    assert (sent.status_code, sent.location) == (303, f"{pack}/card?kind=weapon")
    assert "Rail Gun X is saved." in client.get(sent.location).get_data(as_text=True)
    (gun,) = store_of(app, pack)["weapon"]
    assert gun == {"id": "rail-gun-x", "name": "Rail Gun X", "we": 3, "pc": 1, "pe": 4, "do": 2, "ar": 5, "dt": 2}
    assert "1 card." in client.get(pack).get_data(as_text=True)


def test_errors_stand_beside_their_fields_and_what_was_typed_stays(app, post, pack):
    page = post(f"{pack}/card?kind=weapon", {**GUN, "we": "heavy", "pe": "-3", "rules": "Reliable (2)"})
    assert page.status_code == 422
    assert dict(wrong(page)) == {
        "we": "Found &#39;heavy&#39;, expected a whole number.",
        "pe": "Found -3, expected at least 0.",
        "rules": dict(wrong(page))["rules"],
    }
    assert 'value="heavy"' in page.get_data(as_text=True)
    assert "weapon" not in store_of(app, pack)


def test_a_field_left_empty_is_told_without_its_name_in_files(post):
    """The label says which value is missing."""
    pack = post("/mechastellar/packs", {"title": "Box"}).location
    page = html.unescape(post(f"{pack}/card?kind=profile", {"name": "Big Blue"}).get_data(as_text=True))
    assert page.count("Found nothing, expected a value.") > 5
    assert "expected a value for" not in page and "eq_slots." not in page


def test_parts_lists_and_choices_are_entered(app, client, post):
    address = post("/mecha-mettle/packs", {"title": "Box"}).location
    fields = {
        "name": "Twin",
        "body.dice": "2",
        "body.kind": "shield",
        "weapon.pools.1.dice": "3",
        "weapon.pools.1.kind": "regular",
        "plain": "1",
    }
    more = post(f"{address}/card?kind=module", {**fields, "more-entries": "1"}).get_data(as_text=True)
    assert 'name="weapon.pools.2.dice"' in more
    assert 'value="Twin"' in more
    fields |= {"weapon.pools.2.dice": "4", "weapon.pools.2.kind": "sideways"}
    assert dict(wrong(post(f"{address}/card?kind=module", fields))).keys() == {"weapon.pools.2.kind"}
    fields["weapon.pools.2.kind"] = "special"
    assert post(f"{address}/card?kind=module", fields).status_code == 303
    (module,) = store_of(app, address)["module"]
    assert module["weapon"]["pools"] == [{"dice": 3, "kind": "regular"}, {"dice": 4, "kind": "special"}]
    again = client.get(f"{address}/card?card=twin").get_data(as_text=True)
    assert 'name="weapon.pools.2.dice"' in again


def test_what_is_not_ready_is_kept_and_finished_later(app, client, post, pack):
    assert post(f"{pack}/card?kind=weapon", {"name": "Half", "we": "?", "keep-draft": "1"}).status_code == 303
    assert store_of(app, pack)["unfinished"] == [{"kind": "weapon", "cells": {"name": "Half", "we": "?"}}]
    page = client.get(pack).get_data(as_text=True)
    assert "Unfinished (1)" in page
    assert "we: found &#39;?&#39;, expected a whole number." in page
    assert dict(wrong(client.get(f"{pack}/card?row=0"))).keys() == {"we"}
    assert post(f"{pack}/card?row=0", {"name": "Half", "we": "2"}).status_code == 303
    data = store_of(app, pack)
    assert "unfinished" not in data
    assert data["weapon"] == [{"id": "half", "name": "Half", "we": 2}]


def test_a_form_without_anything_typed_is_no_unfinished_row_and_more_lines_save_nothing(app, client, post, pack):
    assert post(f"{pack}/card?kind=weapon", {"name": " ", "keep-draft": "1"}).location == pack
    more = post(f"{pack}/card?kind=weapon", {**GUN, "more-entries": "1"})
    assert more.status_code == 200 and 'value="Rail Gun X"' in more.get_data(as_text=True)
    assert app.extensions["store"].get(ident(pack)).version == 1
    assert "Saved as unfinished" not in client.get(pack).get_data(as_text=True)


def test_an_unfinished_row_is_opened_by_its_number_and_one_past_the_last_is_not_there(client, post, pack):
    post(f"{pack}/card?kind=weapon", {"name": "Half", "we": "?", "keep-draft": "1"})
    assert [client.get(f"{pack}/card?row={row}").status_code for row in (-1, 0, 1)] == [404, 200, 404]


def test_an_empty_sheet_has_the_columns_of_a_kind_and_of_no_other_thing(client):
    answer = client.get(f"/{GAME}/packs/sheet/weapon.csv")
    assert answer.get_data(as_text=True) == "id,name,subtype,rules,text,ar,dt,we,pc,pe,do\r\n"
    assert client.get(f"/{GAME}/packs/sheet/wing.csv").status_code == 404


def test_a_pack_without_a_title_is_called_by_its_file_with_at_most_120_letters(app, post):
    for letters, expected in ((120, 120), (121, 120)):
        made = post(
            f"/{GAME}/packs", {"title": "", **uploaded("name\nGun\n", f"{'x' * letters}.csv"), "card-kind": "weapon"}
        )
        assert len(store_of(app, made.location)["title"]) == expected


def test_good_rows_come_in_and_bad_ones_wait_with_their_errors(app, client, post, pack):
    text = "name;we;pe;frob\nGood;2;3;\nBad;x;-1;\nOdd;1;1;1\nWide;1;1;;9\nGood;1;1;\n"
    assert post(f"{pack}/upload", uploaded(text, "weapon.csv")).status_code == 303
    data = store_of(app, pack)
    assert [card["id"] for card in data["weapon"]] == ["good"]
    assert [row["cells"]["name"] for row in data["unfinished"]] == ["Bad", "Odd", "Good", "Wide"]
    page = client.get(pack).get_data(as_text=True)
    for said in ("we: found &#39;x&#39;", "pe: found -1", "expected nothing: a card of the kind", "column 5"):
        assert said in page
    assert "weapon.csv: row 3" in page
    assert "1 card imported. 4 rows could not be read: fix them under Unfinished." in page


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "weapon.csv", "nothing"),
        ("a,b\n1,2\n", "box.csv", "a file with that name, as locomotor.csv"),
        (
            "name,name\n1,2\n",
            "weapon.csv",
            "in column 1 and &#39;name&#39; in column 2, expected each column once",
        ),
        ("card,name\nwing,A\n", "box.csv", "row 2: card"),
        ("[[wing]]\n", "box.toml", "a table &#39;wing&#39;"),
        ("{", "box.json", "JSON"),
        ('game = "mechalyte"\n', "box.toml", "expected techniconica"),
        (b"\xff\xfe\x00", "weapon.csv", "saved as UTF-8"),
    ],
)
def test_a_file_that_is_none_is_refused_and_the_pack_stays(app, post, pack, text, name, said):
    before = store_of(app, pack)
    page = post(f"{pack}/upload", uploaded(text, name))
    assert page.status_code == 422
    assert said in page.get_data(as_text=True)
    assert store_of(app, pack) == before


def test_sixty_cards_from_a_sheet(app, client, post, pack):
    text = "name,we,pe\n" + "".join(f"Gun {i},{i % 9},{i % 5}\n" for i in range(60))
    post(f"{pack}/upload", {"text": text, "card-kind": "weapon"})
    assert len(store_of(app, pack)["weapon"]) == 60
    assert "60 cards." in client.get(pack).get_data(as_text=True)


def test_a_card_that_ships_is_changed_by_what_is_filled_in(app, client, post, pack):
    page = client.get(f"{pack}/card?card=fuel-cell").get_data(as_text=True)
    assert 'placeholder="Fuel Cell"' in page
    assert post(f"{pack}/card?card=fuel-cell", {"we": "9"}).status_code == 303
    assert store_of(app, pack)["power-plant"] == [{"id": "fuel-cell", "we": 9}]
    assert "changes the shipped card" in client.get(pack).get_data(as_text=True)


def test_two_tabs_do_not_write_over_each_other(app, client, post, pack):
    post(f"{pack}/card?kind=weapon", GUN)
    opened = client.get(f"{pack}/card?card=rail-gun-x").get_data(as_text=True)
    was = re.search(r'name="was-digest" value="([^"]+)"', opened)[1]
    assert post(f"{pack}/card?card=rail-gun-x", {**GUN, "we": "5", "was-digest": was}).status_code == 303
    stale = post(f"{pack}/card?card=rail-gun-x", {**GUN, "we": "6", "was-digest": was})
    assert stale.status_code == 409
    assert 'value="6"' in stale.get_data(as_text=True)
    post(f"{pack}/card?card=rail-gun-x", {**GUN, "we": "6", "was-digest": was, "anyway": "1"})
    assert store_of(app, pack)["weapon"][0]["we"] == 6


def test_a_new_card_never_takes_an_old_ones_place_in_silence(post, pack):
    post(f"{pack}/card?kind=weapon", GUN)
    page = post(f"{pack}/card?kind=weapon", GUN)
    assert page.status_code == 422
    assert "this pack has a card with this one" in dict(wrong(page))["id"]


def test_a_card_with_another_id_takes_the_place_of_the_one_it_was(app, post, pack):
    for name in ("Rail Gun X", "Ram"):
        post(f"{pack}/card?kind=weapon", {**GUN, "name": name})
    post(f"{pack}/card?kind=weapon&card=rail-gun-x", {**GUN, "id": "rail-gun-x", "we": "9"})
    assert [(card["id"], card["we"]) for card in store_of(app, pack)["weapon"]] == [("rail-gun-x", 9), ("ram", 3)]
    post(f"{pack}/card?kind=weapon&card=rail-gun-x", {**GUN, "id": "coil-gun"})
    assert [card["id"] for card in store_of(app, pack)["weapon"]] == ["ram", "coil-gun"]
    post(f"{pack}/card?kind=weapon&card=ram", {**GUN, "we": "?", "keep-draft": "1"})
    assert [card["id"] for card in store_of(app, pack)["weapon"]] == ["coil-gun"]
    assert len(store_of(app, pack)["unfinished"]) == 1


def test_one_pack_is_merged_unless_it_alone_is_in_use():
    game = next(game for game in GAMES if game.slug == GAME)
    gun = {"id": "coil-gun", "name": "Coil Gun", "we": 3, "pc": 1, "pe": 4, "do": 2, "ar": 5, "dt": 2, "origin": "own"}
    pack = {"title": "Mine", "key": "k", "weapon": [gun]}
    visitor = SimpleNamespace(game=game, catalogue=game.catalogue, embedded_packs=[])
    merged = merge_one_pack(visitor, pack)
    assert "coil-gun" in merged.cards and "coil-gun" not in game.catalogue.cards
    visitor.catalogue, visitor.embedded_packs = merged, [pack]
    assert merge_one_pack(visitor, pack) is merged
    assert merge_one_pack(visitor, {**pack, "weapon": []}) is not merged


def test_cards_are_taken_out_and_versions_bring_them_back(app, client, post, pack):
    post(f"{pack}/card?kind=weapon", GUN)
    post(f"{pack}/remove", {"card": "rail-gun-x"})
    assert "weapon" not in store_of(app, pack)
    assert "Version 2" in client.get(f"{pack}/versions").get_data(as_text=True)
    post(f"{pack}/restore", {"version": "2"})
    assert store_of(app, pack)["weapon"][0]["id"] == "rail-gun-x"
    post(f"{pack}/card?kind=weapon", {"name": "Half", "we": "?", "keep-draft": "1"})
    post(f"{pack}/remove", {"row": "0"})
    assert "unfinished" not in store_of(app, pack)


def test_a_copy_of_a_pack_has_a_key_of_its_own(app, post, pack):
    copy = post(f"{pack}/duplicate").location
    assert store_of(app, copy)["key"] != store_of(app, pack)["key"]


def test_only_its_maker_is_offered_to_delete_a_pack(app, client, pack):
    assert ">Delete</button>" in client.get(pack).get_data(as_text=True)
    assert ">Delete</button>" not in app.test_client().get(pack).get_data(as_text=True)


@pytest.mark.parametrize("kind", ["toml", "json", "csv"])
def test_a_pack_given_away_comes_in_elsewhere(app, client, post, pack, kind):
    post(f"{pack}/card?kind=weapon", {**GUN, "rules": "reliable; armour-piercing"})
    post(f"{pack}/card?kind=modification", {"name": "Light frame", "gives.we": "-1", "fits": ["cockpit", "weapon"]})
    text = client.get(f"{pack}/export.{kind}").get_data(as_text=True)
    elsewhere = app.test_client()
    token = re.search(
        r'name="csrf_token" value="([^"]+)"', elsewhere.get(f"/{GAME}/cards?tab=packs").get_data(as_text=True)
    )[1]
    sent = elsewhere.post(f"/{GAME}/packs", data={"csrf_token": token, **uploaded(text, f"box.{kind}")})
    assert sent.status_code == 303
    here, there = store_of(app, pack), store_of(app, sent.location)
    assert there["weapon"] == here["weapon"]
    assert there["modification"][0]["gives"] == {"we": -1}
    if kind != "csv":
        assert (there["title"], there["key"]) == ("My box", here["key"])
        sent = elsewhere.post("/import", data={"csrf_token": token, "text": text})
        assert "/packs/" in sent.location
        assert store_of(app, sent.location)["key"] != here["key"]


def test_a_pack_is_no_build_and_a_build_no_pack(client, post, pack):
    assert client.get(f"/{GAME}/builds/{ident(pack)}").status_code == 404
    assert client.get(f"/mechalyte/packs/{ident(pack)}").status_code == 404
    build = post(f"/{GAME}/new", {"title": "B", "packs": "1"}).location
    assert client.get(f"/{GAME}/packs/{ident(build)}").status_code == 404
    assert client.get(f"/{GAME}/print?build={ident(pack)}&what=parts").status_code == 404
    assert f"/builds/{ident(pack)}" not in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["card?kind=wing", "card?card=no-such", "card?row=7", "card?row=-1", "export.pdf", "?version=99"]
)
def test_addresses_nothing_has_are_404(client, pack, path):
    assert client.get(f"{pack}{'' if path.startswith('?') else '/'}{path}").status_code == 404


def test_only_its_maker_deletes_a_pack(app, client, pack):
    other, link = app.test_client(), link_to(client, pack)
    assert other.post(f"{link}/delete", data={"csrf_token": token_of(other, link)}).status_code == 403


DRAFT = {"title": "D", "packs": "1"}
CARD = {
    "name": "Mega Thrust",
    "category": "attack",
    "level": "1",
    "text": "Two more.",
    "when": "own turn",
    "attack.add.dice": "2",
    "attack.add.kind": "regular",
}


@pytest.fixture
def thrust(post):
    """Begin a Mecha Mettle pack with one component; return its address."""
    address = post("/mecha-mettle/packs", {"title": "Thrusters"}).location
    assert post(f"{address}/card?kind=component", CARD).status_code == 303
    return address


def chosen(client, address):
    """Return what a build's page calls its packs, and which of them are ticked."""
    page = client.get(address).get_data(as_text=True)
    return re.findall(r'name="pack" value="([^"]+)"( checked)?', page)


def test_a_build_is_made_with_the_packs_in_use(app, client, post, thrust):
    page = client.get("/mecha-mettle/new").get_data(as_text=True)
    assert "Mega Thrust" in page
    ((value, ticked),) = chosen(client, "/mecha-mettle/new")
    assert ticked
    build = post("/mecha-mettle/new", {**DRAFT, "components": ["mega-thrust"], "pack": value})
    assert build.status_code == 303
    data = store_of(app, build.location)
    assert data["pack"][0]["title"] == "Thrusters"
    assert data["pack"][0]["component"][0]["id"] == "mega-thrust"
    assert chosen(client, build.location) == [(value, " checked")]


def test_the_live_check_knows_the_chosen_packs(client, post, thrust):
    ((value, _),) = chosen(client, "/mecha-mettle/new")
    fields = {**DRAFT, "components": ["mega-thrust"]}
    fragment = {"headers": {"X-Fragment": "1"}}
    assert post("/mecha-mettle/check", {**fields, "pack": value}, **fragment).status_code == 200
    without = post("/mecha-mettle/check", fields, **fragment)
    assert without.status_code == 422
    assert "mega-thrust" in without.get_data(as_text=True)


@pytest.fixture
def build(client, post, thrust):
    """Keep a draft made with the pack; return its address."""
    ((value, _),) = chosen(client, "/mecha-mettle/new")
    return post("/mecha-mettle/new", {**DRAFT, "components": ["mega-thrust"], "pack": value}).location


@pytest.mark.long
def test_the_export_of_a_build_opens_checks_and_prints_elsewhere(app, client, build):
    text = client.get(f"{build}/export.toml").get_data(as_text=True)
    assert tomllib.loads(text)["pack"][0]["component"][0]["name"] == "Mega Thrust"
    other = app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', other.get("/open").get_data(as_text=True))[1]
    there = other.post("/import", data={"csrf_token": token, "text": text}).location
    assert "Mega Thrust" in other.get(there).get_data(as_text=True)
    assert "Mega Thrust" in other.get(f"{there}/export.txt").get_data(as_text=True)
    print_sets = re.findall(r"what=([a-z-]+)&amp;build=", other.get(there).get_data(as_text=True))
    for print_set in print_sets:
        pdf = other.get(f"/mecha-mettle/print.pdf?what={print_set}&build={ident(there)}")
        assert pdf.data.startswith(b"%PDF")
    assert print_sets
    answer = other.post("/api/v1/check", data=text)
    assert answer.get_json()["title"] == "D"


def test_dice_and_gallery_show_a_builds_cards_to_whoever_has_a_link(app, client, build):
    other, build = app.test_client(), link_to(client, build)
    asked = f"/mecha-mettle/roll/attack?attack=2&attack_die=regular&defend=0&defend_die=evasion&component=mega-thrust&build={ident(build)}"
    page = other.get(asked)
    assert page.status_code == 200
    assert f'name="build" value="{ident(build)}"' in page.get_data(as_text=True)
    assert other.get(asked.partition("&build")[0]).status_code == 422
    cards = other.get(f"/mecha-mettle/cards?build={ident(build)}").get_data(as_text=True)
    assert "Mega Thrust" in cards
    face = re.search(r'src="([^"]+mega-thrust[^"]+)"', cards)[1].replace("&amp;", "&")
    assert other.get(face).data.startswith(b"<svg")
    picture = f"/mecha-mettle/cards/components/mega-thrust.png?build={ident(build)}"
    assert other.get(picture).data.startswith(b"\x89PNG")
    assert other.get(picture.partition("?")[0]).status_code == 404
    assert "Mega Thrust" not in other.get("/mecha-mettle/cards").get_data(as_text=True)


@pytest.mark.long
def test_packs_in_use_reach_dice_gallery_and_print_and_leave_them(client, post, thrust):
    def reached():
        pages = ("/mecha-mettle/cards", "/mecha-mettle/roll/attack", "/mecha-mettle/new")
        return ["Mega Thrust" in client.get(page).get_data(as_text=True) for page in pages]

    assert reached() == [True] * 3
    with_pack = client.get("/mecha-mettle/print.pdf?what=components").data
    post(f"{thrust}/use", {"used": "0"})
    assert reached() == [False] * 3
    assert client.get("/mecha-mettle/print.pdf?what=components").data != with_pack


def test_a_build_whose_pack_changed_says_what_changed_and_takes_it(app, client, post, thrust, build):
    assert "has changed" not in client.get(build).get_data(as_text=True)
    post(f"{thrust}/card?card=mega-thrust", {**CARD, "level": "4"})
    page = client.get(build).get_data(as_text=True)
    assert "The pack “Thrusters” has changed since this build was saved with it: Mega Thrust: level 1 → 4." in page
    assert store_of(app, build)["pack"][0]["component"][0]["level"] == 1
    ((value, _),) = chosen(client, build)
    fields = {**DRAFT, "components": ["mega-thrust"], "pack": value, "version": "1"}
    post(build, {**fields, "title": "Still the old one"})
    assert store_of(app, build)["pack"][0]["component"][0]["level"] == 1
    key = store_of(app, thrust)["key"]
    assert post(build, {**fields, "version": "2", "take-pack": key}).status_code == 303
    assert store_of(app, build)["pack"][0]["component"][0]["level"] == 4
    assert "has changed" not in client.get(build).get_data(as_text=True)


def test_a_card_gone_from_the_pack_is_told_and_the_build_keeps_its_copy(app, client, post, thrust, build):
    post(f"{thrust}/remove", {"card": "mega-thrust"})
    assert "Mega Thrust removed" in client.get(build).get_data(as_text=True)
    ((value, _),) = chosen(client, build)
    fields = {**DRAFT, "components": ["mega-thrust"], "pack": value, "version": "1"}
    taken = post(build, {**fields, "take-pack": store_of(app, thrust)["key"]})
    assert taken.status_code == 422
    assert "mega-thrust" in taken.get_data(as_text=True)
    assert len(store_of(app, build)["pack"][0]["component"]) == 1
    post(f"{thrust}/delete")
    assert client.get(build).status_code == 200
    assert "Mega Thrust" in client.get(f"{build}/export.txt").get_data(as_text=True)


def test_a_build_from_elsewhere_gives_its_pack(app, client, build):
    other, link = app.test_client(), link_to(client, build)
    token = token_of(other, link)
    key = store_of(app, build)["pack"][0]["key"]
    assert "Add “Thrusters” to my packs" in other.get(link).get_data(as_text=True)
    assert "among my packs" not in client.get(build).get_data(as_text=True)
    adopt = f"/mecha-mettle/packs/adopt?build={ident(link)}"
    sent = other.post(adopt, data={"csrf_token": token, "adopt-pack": key})
    assert store_of(app, sent.location)["component"][0]["id"] == "mega-thrust"
    gone = other.post(adopt, data={"csrf_token": token, "adopt-pack": "other"})
    assert other.post(f"{adopt}x", data={"csrf_token": token, "adopt-pack": key}).status_code == 404
    assert gone.status_code == 404


def test_cards_that_cannot_be_drawn_are_told_in_the_gallery_and_in_print(client, post, thrust):
    post(f"{thrust}/card?card=mega-thrust", {**CARD, "text": "word " * 3000})
    page = client.get("/mecha-mettle/cards")
    assert page.status_code in (200, 422)
    printed = client.get("/mecha-mettle/print?what=components")
    assert printed.status_code == 422
    assert "Mega Thrust" in printed.get_data(as_text=True) or "mega-thrust" in printed.get_data(as_text=True)


def test_packs_over_http(client, thrust):
    text = client.get(f"{thrust}/export.toml").get_data(as_text=True)
    ids = [card["id"] for card in client.post("/api/v1/cards/mecha-mettle", data=text).get_json()["cards"]]
    assert ids[-1] == "mega-thrust" or "mega-thrust" in ids
    assert client.post("/api/v1/cards/mechalyte", data=text).status_code == 422
    body = {
        "inputs": {
            "attack": 2,
            "attack_die": "regular",
            "defend": 0,
            "defend_die": "evasion",
            "component": "mega-thrust",
        },
        "pack": [tomllib.loads(text)],
    }
    odds = client.post("/api/v1/odds/mecha-mettle/attack", json=body)
    assert odds.status_code == 200, odds.get_json()
    bare = {"inputs": {"attack": 4, "attack_die": "regular", "defend": 0, "defend_die": "evasion"}}
    assert (
        odds.get_json()["summary"] == client.post("/api/v1/odds/mecha-mettle/attack", json=bare).get_json()["summary"]
    )
    assert client.post("/api/v1/roll/mecha-mettle/attack", json=body).status_code == 200
    assert client.post("/api/v1/odds/mecha-mettle/attack", json={**body, "pack": [{"wing": []}]}).status_code == 422
    schema = client.get("/api/v1/schema/mecha-mettle").get_json()
    assert "recombinator" in schema["$defs"]["component.ids"]["enum"]
    assert client.post("/api/v1/check", data=text).get_json()["totals"]["cards"] == 1


def test_what_a_sheet_says_for_a_choice_is_offered_back(client, post, thrust):
    post(f"{thrust}/upload", {"text": "name,category\nOdd,sideways\n", "card-kind": "component"})
    page = client.get(f"{thrust}/card?row=0").get_data(as_text=True)
    assert '<option selected value="sideways">' in page
    assert "expected reconfigure, control, defense or attack" in page


def test_packs_that_cannot_lie_over_each_other_are_not_used_together(client, post, thrust):
    other = post("/mecha-mettle/packs", {"title": "Clash"}).location
    post(f"{thrust}/use", {"used": "0"})
    fields = {"name": "Mega Thrust", "copies": "1", "per_player": "1", "holds_module": "yes"}
    post(f"{other}/card?kind=tile", {**fields, "defense.dice": "1", "defense.kind": "shield"})
    post(f"{thrust}/use", {"used": "1"})
    page = client.get(thrust).get_data(as_text=True)
    assert "cannot be used with the packs in use" in page
    assert "Use this pack" in page


def test_what_grows_too_large_is_refused_in_a_sentence(app, client, post, thrust, monkeypatch):
    monkeypatch.setattr("companion.storage.store.LARGEST", 600)
    page = post(f"{thrust}/card?kind=component", {**CARD, "name": "Large", "text": "long " * 200})
    assert page.status_code == 422
    assert "at most 600" in page.get_data(as_text=True)
    kept = post(f"{thrust}/card?kind=component", {"name": "Large", "text": "long " * 200, "keep-draft": "1"})
    assert (kept.status_code, "at most 600" in kept.get_data(as_text=True)) == (422, True)
    monkeypatch.setattr("companion.storage.store.LARGEST", 100)
    ((value, _),) = chosen(client, "/mecha-mettle/new")
    build = post("/mecha-mettle/new", {**DRAFT, "pack": value})
    assert (build.status_code, "at most 100" in build.get_data(as_text=True)) == (422, True)


def test_more_cards_than_a_pack_takes_are_refused(app, post, pack):
    text = "name\n" + "".join(f"Gun {i}\n" for i in range(2001))
    page = post(f"{pack}/upload", {"text": text, "card-kind": "weapon"})
    assert page.status_code == 422
    assert "2,001 cards, expected a pack of at most 2,000" in page.get_data(as_text=True)
    assert "weapon" not in store_of(app, pack)


def test_a_backup_brings_packs_back_as_packs(app, tmp_path, thrust):
    from companion.storage.backup import backup
    from companion.storage.restore import restore
    from companion.storage.store import Store

    store = app.extensions["store"]
    backup(store, tmp_path / "b.zip")
    there = Store(empty_database(tmp_path / "there.sqlite3"))
    restore(there, tmp_path / "b.zip", read_stored)
    found = there.get(ident(thrust))
    assert (found.kind, found.data) == ("pack", dict(store.get(ident(thrust)).data))
    assert json.loads(json.dumps(found.data["component"]))[0]["id"] == "mega-thrust"
    there.close()


@pytest.mark.long
@pytest.mark.parametrize("found", GAMES, ids=lambda g: g.slug)
def test_a_whole_set_comes_in_as_a_pack_and_goes_through_a_spreadsheet(app, client, post, found):
    whole = {"game": found.slug, "kind": "pack", "title": "All"}
    for kind, record in found.catalogue.raw.values():
        only_one = found.kinds[kind].unique  # a new card beside the shipped one would share it
        card_id = record["id"] if only_one else f"own-{record['id'][:50]}"
        whole.setdefault(kind, []).append({**record, "id": card_id})
    cards = sum(len(records) for records in whole.values() if isinstance(records, list))
    pack = post(f"/{found.slug}/packs", uploaded(to_json(whole), "all.json")).location
    sheet = client.get(f"{pack}/export.csv").data
    again = post(f"/{found.slug}/packs", {**uploaded(sheet, "all.csv"), "title": "Sheet"}).location
    for address in (pack, again):
        assert f"{cards} cards. Version" in client.get(address).get_data(as_text=True)
    models = [
        {card["id"]: found.kinds[kind].model_validate({"origin": "own", **card}) for card in records}
        for kind in found.kinds
        for records in (store_of(app, pack).get(kind, []),)
    ]
    sheets = [
        {
            card["id"]: found.kinds[kind].model_validate({**card, "origin": models[i][card["id"]].origin})
            for card in records
        }
        for i, kind in enumerate(found.kinds)
        for records in (store_of(app, again).get(kind, []),)
    ]
    assert sheets == models


@pytest.mark.long
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text("card,name;we=\n\"'[]{}.1\t-x", max_size=60),
    name=st.sampled_from(["weapon.csv", "box.csv", "box.toml", "box.json", ""]),
)
def test_any_file_is_taken_in_or_refused_in_a_sentence(post, pack, text, name):
    sent = post(f"{pack}/upload", uploaded(text, name) if name else {"text": text, "card-kind": "weapon"})
    assert sent.status_code in (303, 422)
    assert post(f"{pack}/rename", {"title": "Still opens"}).status_code == 303


@pytest.mark.long
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(["weapon", "modification", "pilot", "event"]),
    fields=st.dictionaries(
        st.sampled_from(
            ["name", "id", "we", "rules", "gives.we", "fits", "named", "copies", "origin", "pools.1.x", "."]
        ),
        st.text("ab1-;,={}[]\n é", max_size=12),
        max_size=5,
    ),
    how=st.sampled_from(["save-next", "keep-draft", "more-entries"]),
)
def test_whatever_is_typed_the_form_answers(client, post, pack, kind, fields, how):
    assert post(f"{pack}/card?kind={kind}", {**fields, how: "1"}).status_code in (200, 303, 422)
    assert client.get(pack).status_code == 200


def test_cards_alone_pasted_under_import_become_a_pack(client, post):
    text = f'game = "{GAME}"\n[[weapon]]\nid = "gun-x"\nname = "Gun X"\n'
    answer = post("/import", {"text": text})
    assert answer.status_code == 303 and f"/{GAME}/packs/" in answer.location
    assert "Gun X" in client.get(answer.location).get_data(as_text=True)


def test_a_roll_says_whose_numbers_it_uses(client, post):
    page = "/mecha-mettle/roll/attack"
    assert "Uses the cards of" not in client.get(page).get_data(as_text=True)
    address = post("/mecha-mettle/packs", {"title": "Loud Lab"}).location
    post(f"{address}/use", {"used": "1"})
    assert "Uses the cards of Loud Lab" in client.get(page).get_data(as_text=True)


def test_an_imported_build_of_own_cards_takes_along_the_packs_in_use(app, post, thrust):
    text = to_json({"game": "mecha-mettle", "title": "Mine", "components": ["mega-thrust"]})
    answer = post("/import", {"text": text})
    assert answer.status_code == 303
    (carried,) = store_of(app, answer.location)["pack"]
    assert (carried["title"], carried["key"]) == ("Thrusters", store_of(app, thrust)["key"])
    plain = post("/import", {"text": to_json({"game": "mecha-mettle", "title": "Mine", "components": []})})
    assert "pack" not in store_of(app, plain.location)
    own = {**carried, "component": [{**carried["component"][0], "level": 4}]}
    mine = {"game": "mecha-mettle", "title": "Mine", "components": ["mega-thrust"], "pack": [own]}
    assert store_of(app, post("/import", {"text": to_json(mine)}).location)["pack"][0]["component"][0]["level"] == 4
    post(f"{thrust}/use", {"used": "0"})
    unknown = post("/import", {"text": text}).location
    assert "pack" not in store_of(app, unknown) and store_of(app, unknown)["components"] == ["mega-thrust"]


def test_what_was_typed_beside_a_bad_file_comes_back(post, pack):
    sent = {"title": "My second box", "card-kind": "weapon", "text": "wing = ["}
    page = post(f"/{GAME}/packs", sent)
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    assert 'name="title" maxlength="120" value="My second box"' in text
    assert "wing = [</textarea>" in text
    assert '<option value="weapon" selected>' in text
    for address in (f"/{GAME}/packs", f"{pack}/upload"):
        unread = post(address, {**uploaded(b"\xff\xfe\x00", "weapon.csv"), "text": "still here"})
        assert "still here</textarea>" in unread.get_data(as_text=True)


def test_one_card_is_one_card_on_the_shelf(client, thrust):
    page = client.get("/mecha-mettle/cards?tab=packs").get_data(as_text=True)
    assert re.search(r"<span>1 card, version", page) and "damaged" not in page


def test_rows_that_share_an_id_are_both_named_and_a_mistyped_header_is_told_once(client, post, pack):
    post(f"{pack}/upload", uploaded("ID,Name,WE\nbig,Big,2\nsmall,Small,1\nbig,Bigger,3\n", "weapon.csv"))
    page = client.get(pack).get_data(as_text=True)
    assert "2 cards, 1 unfinished" in page
    assert "weapon.csv: row 4: id: found &#39;big&#39;, expected each id once: weapon.csv: row 2 has it too" in page
    refused = post(f"{pack}/upload", uploaded("name,dtt\nA,1\nB,2\n", "weapon.csv"))
    text = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert text.count("dtt&#39;, expected") == 1
    assert "weapon.csv: row 1: found a column &#39;dtt&#39;" in text and "perhaps dt." in text
    assert "name,dtt\nA,1\nB,2" in text.replace("\r\n", "\n")
    assert "2 cards, 1 unfinished" in client.get(pack).get_data(as_text=True)


def test_the_page_says_what_a_spreadsheet_leaves_out(client, post, pack):
    post(f"{pack}/card?kind=weapon", GUN)
    page = client.get(pack).get_data(as_text=True)
    assert "CSV contains only its cards, for a spreadsheet: not its title." in page
    post(f"{pack}/card?kind=weapon", {"name": "Half", "we": "x", "keep-draft": "1"})
    page = client.get(pack).get_data(as_text=True)
    assert "not its title, <strong>and not the 1 unfinished row</strong>" in page


def test_a_card_that_names_no_card_is_warned_of_on_the_packs_page(client, post):
    pack = post("/wreck-a-mech/packs", {"title": "Box"}).location
    part = {"name": "Odd", "rank": "1", "position": "head", "corporation": "akoi"}
    part |= {"attack": "1", "defense": "1", "structure": "1"}
    assert post(f"{pack}/card?kind=part", part).status_code == 303
    assert "Corporation &#39;akoi&#39; does not exist; perhaps akio." in client.get(pack).get_data(as_text=True)


@pytest.mark.parametrize("carried", [7, "nothing", ["nothing"], [{"title": "Loud Lab"}]])
def test_a_roll_bears_whatever_a_kept_build_carries(app, client, carried):
    kept = app.extensions["store"].create("somebody", "mecha-mettle", {"game": "mecha-mettle", "pack": carried})
    with client.session_transaction() as session:
        session["owner"] = "somebody"
    page = client.get(f"/mecha-mettle/roll/attack?build={kept.id}")
    assert page.status_code in (200, 422)
    assert ("Uses the cards of Loud Lab" in page.get_data(as_text=True)) is (carried == [{"title": "Loud Lab"}])


@pytest.mark.long
def test_one_bad_card_of_a_pack_stops_itself_and_a_button_prints_the_rest(client, post):
    address = post("/mecha-mettle/packs", {"title": "Dragons"}).location
    assert post(f"{address}/card?kind=component", {**CARD, "name": "Mega 龍"}).status_code == 303
    for page in ("print", "export"):
        answer = client.get(f"/mecha-mettle/{page}?what=components&skip_bad=no", follow_redirects=True)
        said = answer.get_data(as_text=True)
        assert answer.status_code == 422 and "&#39;龍&#39; (U+9F8D) is in none of our typefaces" in said
        (button,) = re.findall(r'<a class="button" href="([^"]+)">(?:Print|Export) the rest without them</a>', said)
        rest = client.get(button.replace("&amp;", "&"))
        said = rest.get_data(as_text=True)
        assert rest.status_code == 200 and "Left out: Mega 龍" in said and "the rest without them</a>" not in said
    assert client.get("/mecha-mettle/print.pdf?what=components&skip_bad=yes").data.startswith(b"%PDF")
    assert client.get("/mecha-mettle/export/cards?what=components&skip_bad=yes&to=svg").status_code == 200


def test_the_gallery_leaves_out_only_the_card_that_cannot_be_drawn(client, post):
    address = post("/mecha-mettle/packs", {"title": "Dragons"}).location
    assert post(f"{address}/card?kind=component", {**CARD, "name": "Mega 龍"}).status_code == 303
    assert post(f"{address}/card?kind=component", {**CARD, "name": "Mega Drake"}).status_code == 303
    page = client.get("/mecha-mettle/cards")
    said = page.get_data(as_text=True)
    assert page.status_code == 422 and "1 text of a card cannot be printed." in said and "&#39;龍&#39; (U+9F8D)" in said
    assert "Mega Drake" in said and "The other cards are below" in said
    for picture in set(re.findall(r'src="(/mecha-mettle/cards/components/mega[^"]+)"', said)):
        assert client.get(picture.replace("&amp;", "&")).mimetype == "image/svg+xml"


@pytest.mark.parametrize(("kind", "offered"), [("weapon", "Melee"), ("locomotor", "Hover")])
def test_the_sub_types_of_the_rulebook_are_offered_on_the_form_of_a_card(client, post, kind, offered):
    address = post("/techniconica/packs", {"title": "Box"}).location
    form = client.get(f"{address}/card?kind={kind}").get_data(as_text=True)
    assert f'<datalist id="subtype-offered"><option value="{offered}"></option></datalist>' in form
    assert 'list="subtype-offered"' in form
