"""The table to type many cards in: stored as one version, bad cells marked, rows moved and removed, two tabs, paste, faces."""

import html
import json
import re

import pytest

from companion.data.packs import MOST_CARDS
from companion.games import GAMES
from companion.storage.quotas import Quota
from companion.web.packs.grid import _Table
from tests.web.conftest import link_to, token_of

GAME = "techniconica"


@pytest.fixture
def pack(post):
    return post(f"/{GAME}/packs", {"title": "My box"}).location


def data_of(app, pack):
    return app.extensions["store"].get(pack.rsplit("/", 1)[1]).data


def version_of(app, pack):
    return app.extensions["store"].get(pack.rsplit("/", 1)[1]).version


def page_of(client, pack, kind="weapon", more=""):
    return client.get(f"{pack}/grid?kind={kind}{more}").get_data(as_text=True)


def digest_of(page):
    return re.search(r'name="was-digest" value="([^"]+)"', page)[1]


def inputs(*rows):
    """Return rows as a page without scripts sends them; what a row came from is under `from`."""
    return {f"{number}.{path}": text for number, row in enumerate(rows, 1) for path, text in row.items()}


def scripted(*rows, **more):
    """Return rows as the script sends them."""
    sent = [{"source": row.pop("from", ""), "cells": row} for row in map(dict, rows)]
    return {"rows": json.dumps({"rows": sent}), **more}


def marks(page):
    found = re.findall(r'class="wrong" id="([^"]+)-wrong">([^<]+)<', page.get_data(as_text=True))
    return {name: html.unescape(text) for name, text in found}


@pytest.mark.parametrize(("quota", "status"), [(Quota(bytes=1), 413), (Quota(versions=1), 409)])
def test_rows_that_have_no_room_come_back_as_they_were_typed(app, post, pack, quota, status):
    app.extensions["store"].quota = quota
    answer = post(f"{pack}/grid?kind=weapon", inputs({"name": "Rail Gun X", "we": "3"}))
    page = answer.get_data(as_text=True)
    assert (
        answer.status_code == status and "Nothing was saved: your documents " in page and 'value="Rail Gun X"' in page
    )
    assert "data-stale hidden" in page and version_of(app, pack) == 1
    script = post(f"{pack}/grid?kind=weapon", scripted({"name": "Rail Gun X"}))
    assert script.status_code == status and "Nothing was saved: your documents " in script.get_data(as_text=True)


def test_a_row_becomes_a_card_with_an_id_from_its_name(app, client, post, pack):
    gun = {"name": "Rail Gun X", "we": "3", "rules": "reliable; barrage", "text": "One.\r\nTwo."}
    answer = post(f"{pack}/grid?kind=weapon", inputs(gun, {"name": " ", "we": ""}, {"name": "Saw", "pe": "2"}))
    assert (answer.status_code, answer.location) == (303, f"{pack}/grid?kind=weapon")
    assert data_of(app, pack)["weapon"] == [
        {
            "id": "rail-gun-x",
            "name": "Rail Gun X",
            "we": 3,
            "rules": ["reliable", "barrage"],
            "text": "One.\nTwo.",
        },
        {"id": "saw", "name": "Saw", "pe": 2},
    ]
    assert version_of(app, pack) == 2
    page = page_of(client, pack)
    assert "2 cards saved." in page
    assert 'name="1.name" aria-labelledby="row-1 column-name"' in page
    assert "reliable; barrage" in page and "One.\nTwo.</textarea>" in page


def test_a_table_of_one_page_offers_no_other(client, pack):
    assert 'aria-label="Pages"' not in page_of(client, pack)


def test_each_cell_is_labelled_by_headers_of_its_row_and_column(client, pack):
    page = page_of(client, pack)
    for path, label in (("name", "Name"), ("we", "WE, Weight"), ("id", "Id")):
        assert re.search(rf'<th scope="col" id="column-{path}"[^>]*>{label}<', page)
    assert '<th scope="row" id="row-1">1<' in page
    assert re.findall(r'<input class="grid-cell" name="1\.([a-z]+)"', page)[-1] == "id"
    assert page.index('id="column-name"') < page.index('id="column-we"') < page.index('id="column-text"')


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_kind_of_every_game_has_a_table(client, post, game):
    pack = post(f"/{game.slug}/packs", {"title": "Box", "then": "grid"}).location.removesuffix("/grid")
    assert f"{pack}/grid" in client.get(pack).get_data(as_text=True)
    for kind in game.kinds:
        page = client.get(f"{pack}/grid?kind={kind}")
        assert page.status_code == 200
        assert page.get_data(as_text=True).count('<tr data-from="">') == 6  # five empty rows, and the one for scripts
        refused = post(f"{pack}/grid?kind={kind}", inputs({"id": "no name"}))
        assert refused.status_code == 422
        assert set(marks(refused)) >= {"1.id", "1.name"}
    assert client.get(f"{pack}/grid?kind=wing").status_code == 404


def test_bad_cells_are_marked_and_nothing_is_saved_until_it_may_wait(app, client, post, pack):
    rows = ({"name": "Good", "we": "2"}, {"name": "Bad", "we": "heavy", "pe": "-1"})
    refused = post(f"{pack}/grid?kind=weapon", inputs(*rows))
    assert refused.status_code == 422
    assert marks(refused) == {
        "2.we": "Found 'heavy', expected a whole number.",
        "2.pe": "Found -1, expected at least 0.",
    }
    page = html.unescape(refused.get_data(as_text=True))
    assert 'value="heavy"' in page and 'value="Good"' in page
    assert "Row 2: we: found 'heavy', expected a whole number." in page
    assert "weapon" not in data_of(app, pack)
    assert post(f"{pack}/grid?kind=weapon", {**inputs(*rows), "keep-draft": "1"}).status_code == 303
    data = data_of(app, pack)
    assert data["weapon"] == [{"id": "good", "name": "Good", "we": 2}]
    assert data["unfinished"] == [{"kind": "weapon", "cells": {"name": "Bad", "we": "heavy", "pe": "-1"}}]
    assert "1 card saved. 1 row unfinished." in page_of(client, pack)


def test_unfinished_rows_of_the_kind_are_in_the_table_and_become_cards(app, client, post, pack):
    post(f"{pack}/upload", {"text": "name,we\nGood,1\nBad,x\n", "card-kind": "weapon"})
    post(f"{pack}/upload", {"text": "name,we\nLid,x\n", "card-kind": "armour"})
    before = data_of(app, pack)["unfinished"]
    page = page_of(client, pack)
    sources = re.findall(r'<tr data-from="([^"]+)">', page)
    assert sources[0] == "good" and len(sources) == 2
    assert "Found &#39;x&#39;, expected a whole number." in page
    rows = [{"from": "good", "id": "good", "name": "Good", "we": "1"}, {"from": sources[1], "name": "Bad", "we": "x"}]
    assert post(f"{pack}/grid?kind=weapon", {**inputs(*rows), "keep-draft": "1"}).status_code == 303
    assert data_of(app, pack)["unfinished"] == before[::-1]  # as they were, with their places in the file
    rows[1]["we"] = "4"
    assert post(f"{pack}/grid?kind=weapon", inputs(*rows)).status_code == 303
    data = data_of(app, pack)
    assert [card["id"] for card in data["weapon"]] == ["good", "bad"]
    assert [row["kind"] for row in data["unfinished"]] == ["armour"]


@pytest.mark.long
def test_rows_move_go_and_are_renamed_and_other_cards_stay(app, post, pack):
    post(f"{pack}/upload", {"text": "name,we\nA,1\nB,2\nC,3\n", "card-kind": "weapon"})
    post(f"{pack}/upload", {"text": "name,ar\nLid,1\n", "card-kind": "armour"})
    moved = [{"from": "c", "id": "c", "name": "C", "we": "3"}, {"name": "New"}, {"from": "a", "id": "az", "name": "A"}]
    assert post(f"{pack}/grid?kind=weapon", scripted(*moved, {"from": "b"})).json == {
        "address": f"{pack}/grid?kind=weapon"
    }
    data = data_of(app, pack)
    assert [card["id"] for card in data["weapon"]] == ["c", "new", "az"]
    assert data["weapon"][2] == {"id": "az", "name": "A"}
    assert data["armour"] == [{"id": "lid", "name": "Lid", "ar": 1}]
    assert post(f"{pack}/grid?kind=weapon", scripted(*({"from": of} for of in ("c", "new", "az")))).status_code == 200
    assert set(data_of(app, pack)) == {"title", "key", "armour"}


def test_a_card_that_was_not_touched_stays_as_it_was(app, client, post, pack):
    card = {"id": "gun", "name": "Gun", "we": 2, "origin": {"default": "custom", "we": "house: a guess"}}
    text = 'kind = "pack"\n[[weapon]]\nid = "gun"\nname = "Gun"\nwe = 2\norigin = {default = "custom", we = "house: a guess"}'
    post(f"{pack}/upload", {"text": text})
    assert data_of(app, pack)["weapon"] == [card]
    row = {"from": "gun", "id": "gun", "name": "Gun", "we": "2"}
    assert post(f"{pack}/grid?kind=weapon", inputs(row)).status_code == 303
    assert version_of(app, pack) == 2
    assert post(f"{pack}/grid?kind=weapon", inputs({**row, "we": "3"})).status_code == 303
    assert data_of(app, pack)["weapon"] == [{**card, "we": 3}]


def test_two_rows_with_one_name_and_a_name_that_another_kind_has(post, pack):
    post(f"{pack}/upload", {"text": "name,ar\nLid,1\n", "card-kind": "armour"})
    refused = post(f"{pack}/grid?kind=weapon", inputs({"name": "Gun"}, {"name": "Gun"}, {"name": "Lid"}))
    told = marks(refused)
    assert set(told) == {"2.id", "3.id"}
    assert "Row 1 has it too" in told["2.id"]
    assert "another card has it too" in told["3.id"]


def test_a_shipped_card_shows_what_it_says_where_nothing_is_typed(app, client, post, pack):
    assert post(f"{pack}/grid?kind=power-plant", inputs({"id": "fuel-cell", "we": "9"})).status_code == 303
    assert data_of(app, pack)["power-plant"] == [{"id": "fuel-cell", "we": 9}]
    assert 'placeholder="Fuel Cell"' in page_of(client, pack, "power-plant")


def test_another_tab_s_save_is_not_written_over(app, client, post, pack):
    was = digest_of(page_of(client, pack))
    post(f"{pack}/grid?kind=armour", inputs({"name": "Lid"}))
    first = {**inputs({"name": "First"}), "was-digest": was}
    assert post(f"{pack}/grid?kind=weapon", first).status_code == 303  # another kind's cards are no conflict
    second = post(f"{pack}/grid?kind=weapon", {**inputs({"name": "Second"}), "was-digest": was})
    assert second.status_code == 409
    page = second.get_data(as_text=True)
    assert 'value="Second"' in page and re.search(r"data-stale>", page)
    late = post(f"{pack}/grid?kind=weapon", scripted({"name": "Second"}, **{"was-digest": was}))
    assert (late.status_code, late.json["stale"]) == (409, True)
    assert [card["name"] for card in data_of(app, pack)["weapon"]] == ["First"]
    assert digest_of(page) == was
    mine = {**inputs({"name": "Second"}), "was-digest": was, "anyway": "1"}
    assert post(f"{pack}/grid?kind=weapon", mine).status_code == 303
    assert [card["name"] for card in data_of(app, pack)["weapon"]] == ["First", "Second"]


def test_the_script_is_answered_with_the_marks_of_each_row(app, post, pack):
    answer = post(f"{pack}/grid?kind=weapon", scripted({"name": "Good"}, {}, {"name": "Bad", "we": "x"}))
    assert answer.status_code == 422
    assert answer.json == {
        "errors": ["Row 3: we: found 'x', expected a whole number."],
        "marks": [{}, {}, {"we": "Found 'x', expected a whole number."}],
        "stale": False,
    }
    assert "weapon" not in data_of(app, pack)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"rows": 1}', '{"rows": [{"cells": {"we": 1}}]}', '{"rows": [[]]}'])
def test_damaged_rows_are_refused_in_a_sentence(app, post, pack, text):
    answer = post(f"{pack}/grid?kind=weapon", {"rows": text})
    assert answer.status_code == 422
    assert "expected" in answer.json["errors"][0] and answer.json["marks"] == []
    assert post(f"{pack}/grid/face?kind=weapon", {"row": text}).status_code == 422
    assert version_of(app, pack) == 1


@pytest.mark.long
def test_a_full_pack_takes_its_last_card_and_not_one_more(app, post, pack):
    text = "name\n" + "".join(f"Gun {number}\n" for number in range(MOST_CARDS - 1))
    post(f"{pack}/upload", {"text": text, "card-kind": "weapon"})
    assert post(f"{pack}/grid?kind=armour", scripted({"name": "Lid"})).status_code == 200
    refused = post(f"{pack}/grid?kind=armour", scripted({"name": "Pot"}))
    assert refused.json["errors"] == [
        "the pack: found 2,001 cards, expected at most 2,000: type the rest into a second pack."
    ]
    assert [card["id"] for card in data_of(app, pack)["armour"]] == ["lid"]


@pytest.mark.long
def test_a_thousand_rows_are_saved_at_once_and_shown_in_pages(app, client, post, pack):
    typed = [{"name": f"Gun {number}", "we": str(number % 60)} for number in range(1000)]
    assert post(f"{pack}/grid?kind=weapon", scripted(*typed)).status_code == 200
    assert len(data_of(app, pack)["weapon"]) == 1000
    page = page_of(client, pack)
    assert 'value="Gun 99"' in page and 'value="Gun 100"' not in page
    last = page_of(client, pack, more="&page=99")
    assert 'value="Gun 999"' in last and 'value="Gun 899"' not in last
    assert '<th scope="row" id="row-901">901<' in last
    second = [
        {"from": f"gun-{number}", "name": f"Gun {number}", "id": f"gun-{number}"} for number in range(199, 99, -1)
    ]
    answer = post(f"{pack}/grid?kind=weapon&page=2", scripted(*second))
    assert answer.json["address"].endswith("kind=weapon&page=2")
    ids = [card["id"] for card in data_of(app, pack)["weapon"]]
    assert (len(ids), ids[99], ids[100], ids[199], ids[200]) == (1000, "gun-99", "gun-199", "gun-100", "gun-200")
    wrong = post(f"{pack}/grid?kind=weapon&page=2", scripted({"from": "gun-150", "name": "", "we": "x"}))
    assert wrong.json["errors"][0].startswith("Row 101: ")


def test_rows_pasted_without_scripts_come_into_the_table_unsaved(app, post, pack):
    text = "WE\tName\tFrob\n3\tCoil Gun\tx\n4\tMortar\t\n"
    form = {**inputs({"name": "Saw"}), "pasted": text, "fill": "1"}
    page = post(f"{pack}/grid?kind=weapon", form)
    assert page.status_code == 200
    shown = page.get_data(as_text=True)
    assert re.search(r'name="2\.name"[^>]*value="Coil Gun"', shown) and re.search(r'name="3\.we"[^>]*value="4"', shown)
    assert "Left out: &#39;Frob&#39;." in shown
    assert "weapon" not in data_of(app, pack)
    refused = post(f"{pack}/grid?kind=weapon", {**form, "pasted": "Gun\n" * 100})
    assert refused.status_code == 422
    assert "found 100 rows, expected at most 99 here" in refused.get_data(as_text=True)
    assert "Gun\nGun" in refused.get_data(as_text=True) and 'value="Saw"' in refused.get_data(as_text=True)


def test_a_paste_is_answered_with_rows_of_cells(post, pack):
    def paste(text, **more):
        return post(f"{pack}/grid/paste?kind=weapon", {"pasted": text, "columns": "name we", **more})

    assert paste("3\n4", at="we").json == {"rows": [{"we": "3"}, {"we": "4"}], "notes": []}
    assert paste("a\tb\tc").status_code == 422
    assert paste("a", above="1999").status_code == 200
    assert paste("a\nb", above="1999").json["errors"] == [
        "The pasted text: found 2 rows, expected at most 1 here: paste fewer at a time, or import them as a file."
    ]
    assert paste("a", above="x").status_code == 200
    assert paste("a\n" * 2000).status_code == 200 and paste("a\n" * 2000, above="-1").status_code == 200
    assert paste("a\n" * 2001).status_code == 422 == paste("a", above="2000").status_code


@pytest.mark.long
def test_the_face_is_that_of_the_card_as_it_is_typed(client, post, pack):
    def face(cells, source="", kind="weapon"):
        row = json.dumps({"source": source, "cells": cells})
        return post(f"{pack}/grid/face?kind={kind}", {"row": row}).json

    drawn = face({"name": "Coil Gun", "we": "7"})
    assert 'src="data:image/svg+xml;base64,' in drawn["html"] and "Coil" in drawn["html"]
    assert (drawn["notes"], drawn["wrong"]) == ([], {})
    assert face({"we": "7"}) == {"html": "", "notes": ["Still needed: Id and Name."], "wrong": {}}
    bad = face({"name": "Coil Gun", "we": "x"})
    assert bad == {
        "html": "",
        "notes": ["Fix the marked cells to see the face."],
        "wrong": {"we": "Found 'x', expected a whole number."},
    }
    assert face({"id": "fuel-cell", "we": "9"}, kind="power-plant")["notes"] == ["Changes the shipped card Fuel Cell."]
    assert face({"name": "Odd", "text": "Words."}, kind="special-rule")["notes"][0].startswith("It has no face")
    assert "W" * 60 in face({"name": "W" * 60})["notes"][0]
    post(f"{pack}/grid?kind=weapon", inputs({"name": "Coil Gun", "we": "7", "text": "Old words."}))
    assert "Old words." in client.get(f"/{GAME}/cards").get_data(as_text=True)
    assert "Old" not in face({"name": "Coil Gun", "id": "coil-gun"}, source="coil-gun")["html"]


def test_a_row_that_is_no_card_yet_says_what_it_needs_or_which_cell_is_bad(post, pack):
    def face(cells):
        return post(f"{pack}/grid/face?kind=weapon", {"row": json.dumps({"cells": cells})}).json

    assert face({"we": "7"}) == {"html": "", "notes": ["Still needed: Id and Name."], "wrong": {}}
    assert face({"name": "Coil Gun", "we": "x"}) == {
        "html": "",
        "notes": ["Fix the marked cells to see the face."],
        "wrong": {"we": "Found 'x', expected a whole number."},
    }


@pytest.mark.parametrize(
    ("columns", "rows"), [(1, 100), (20, 100), (21, 95), (100, 20), (181, 11), (182, 10), (200, 10), (201, 10)]
)
def test_a_page_has_about_two_thousand_cells_in_ten_to_a_hundred_rows(columns, rows):
    table = _Table(GAMES[0], None, "weapon", page=3)
    table.columns = (None,) * columns
    assert (table.height, table.first) == (rows, 2 * rows + 1)


def test_a_table_of_several_pages_opens_at_the_first_and_past_the_last_at_the_last(app, client, post, pack):
    rows = "".join(f"Gun {number}\n" for number in range(101))
    post(f"{pack}/upload", {"text": f"name\n{rows}", "card-kind": "weapon"})
    for page, first, count in ((-1, 1, 100), (0, 1, 100), (1, 1, 100), (2, 101, 1), (3, 101, 1)):
        shown = page_of(client, pack, more=f"&page={page}")
        assert f'<th scope="row" id="row-{first}">' in shown and len(re.findall('data-from="gun-', shown)) == count
        assert "Rows 1 to 100</a>" in shown and "Rows 101 to 200</a>" in shown
    last = scripted({"from": "gun-100", "name": "Gun 100", "we": "x"})
    assert post(f"{pack}/grid?kind=weapon&page=2", last).json["errors"][0].startswith("Row 101: we")
    good = scripted({"from": "gun-100", "id": "gun-100", "name": "Gun", "we": "1"})
    assert post(f"{pack}/grid?kind=weapon&page=2", good).json == {"address": f"{pack}/grid?kind=weapon&page=2"}
    assert data_of(app, pack)["weapon"][100]["name"] == "Gun"
    assert len(data_of(app, pack)["weapon"]) == 101


def test_each_kind_says_how_many_cards_and_unfinished_rows_it_has_and_the_first_of_these_is_open(client, post, pack):
    post(f"{pack}/upload", {"text": "name,ar\nLid,1\nPot,2\nPan,x\n", "card-kind": "armour"})
    page = client.get(f"{pack}/grid").get_data(as_text=True)
    counts = dict(re.findall(r'kind=([a-z-]+)"[^>]*>[A-Z][^<]* <span class="about">([0-9]+)<', page))
    assert counts == {"armour": "3"}
    assert re.search(r'kind=armour" aria-current="page"', page)


def test_only_its_maker_opens_a_table(app, client, pack):
    other, link = app.test_client(), link_to(client, pack)
    form = {"csrf_token": token_of(other), "rows": "{}", "row": "{}", "pasted": "a"}
    assert other.get(f"{pack}/grid").status_code == 404
    assert other.get(f"{link}/grid").status_code == 403
    assert "/grid" not in other.get(link).get_data(as_text=True)
    for address in ("grid", "grid/face", "grid/paste"):
        assert other.post(f"{link}/{address}", data=form).status_code == 403


def test_no_cell_is_cut_short_by_the_browser(client, pack):
    """A browser would cut a paste to a `maxlength` in silence."""
    page = page_of(client, pack)
    assert page.count('class="grid-cell"') == 66 and "maxlength" not in page.partition("<main")[2]
