"""Collections: counts entered, brought in, given away; games are told."""

import io
import re

from sqlalchemy import text as sql

from companion.games import game
from companion.web.shell import session

PATH, PAGE = "/techniconica/collection", "/techniconica/cards?tab=collection"


def counted(app, client):
    """Return what a game is told of this browser's collection."""
    cookie = client.get_cookie("session")
    with app.test_request_context("/", headers={"Cookie": f"session={cookie.value}"} if cookie else {}):
        return session.context(game("techniconica")).owned


def test_nobody_counted_at_first(app, client):
    assert "Not counted yet: builds may have any card." in client.get(PAGE).get_data(as_text=True)
    assert counted(app, client) is None


def test_counts_are_kept_and_games_are_told(app, client, post):
    assert post(PATH, {"own.fuel-cell": "2", "own.steel-plate": "", "own.scrap-plate": "0"}).status_code == 303
    assert counted(app, client) == {"fuel-cell": 2}
    page = client.get(PAGE).get_data(as_text=True)
    assert re.search(r'name="own.fuel-cell"[^>]*value="2"', page)
    assert "2 cards counted" in page


def test_what_is_no_number_stands_with_its_message_and_nothing_is_lost(app, client, post):
    page = post(PATH, {"own.fuel-cell": "many", "own.steel-plate": "3"})
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    assert "Found &#39;many&#39;, expected a whole number, 0 to 999." in text
    assert re.search(r'name="own.steel-plate"[^>]*value="3"', text)
    assert counted(app, client) is None


def test_a_list_comes_in_and_goes_out(app, client, post):
    text = "card,count\nfuel-cell,2\n3 steel-plate\nscrap-plate;1\n"
    assert post(PATH, {"file": (io.BytesIO(text.encode()), "owned.csv")}).status_code == 303
    assert counted(app, client) == {"fuel-cell": 2, "steel-plate": 3, "scrap-plate": 1}
    given = client.get("/techniconica/collection.csv").get_data(as_text=True)
    post(PATH, {"stop": "1"})
    assert counted(app, client) is None
    post(PATH, {"text": given})
    assert counted(app, client) == {"fuel-cell": 2, "steel-plate": 3, "scrap-plate": 1}


def test_every_line_that_is_no_count_is_told(client, post):
    page = post(PATH, {"text": "fuel-cell two\nsteel-plate,2\n!!\n", "own.fuel-cell": "1"})
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    assert "row 1: found &#39;fuel-cell two&#39;" in text
    assert "row 3: found &#39;!!&#39;" in text


def test_one_of_each_blank(app, client, post):
    post(PATH, {"own.fuel-cell": "2", "own.steel-plate": "", "fill": "1"})
    assert counted(app, client) == {"fuel-cell": 2, "steel-plate": 1}


def test_the_cards_of_a_pack_in_use_are_counted_and_kept_when_it_goes(app, client, post):
    pack = post("/techniconica/packs", {"title": "Box"}).location
    post(f"{pack}/card?kind=weapon", {"name": "Rail X"})
    assert 'name="own.rail-x"' in client.get(PAGE).get_data(as_text=True)
    post(PATH, {"own.rail-x": "2"})
    post(f"{pack}/use", {"used": "0"})
    page = client.get(PAGE).get_data(as_text=True)
    assert "Cards of packs not in use" in page
    assert re.search(r'name="own.rail-x"[^>]*value="2"', page)


def test_a_squad_takes_the_collection(app, client, post):
    post(PATH, {"own.fuel-cell": "2"})
    build = post("/techniconica/new", {"title": "S", "packs": "1", "use-collection": "1"})
    assert build.status_code == 303
    assert app.extensions["store"].get(build.location.rsplit("/", 1)[1]).data["owned"] == {"fuel-cell": 2}


def list_left(page):
    return re.search(r'<textarea id="text"[^>]*>(.*?)</textarea>', page.get_data(as_text=True), re.DOTALL)[1].strip()


def test_of_a_list_with_bad_rows_the_good_ones_are_filled_in_and_the_others_come_back(app, client, post):
    page = post(PATH, {"text": "Fuel Cell,2\nfuel-cel two\n3 Steel Plate\nFuel Cells,1\n", "own.scrap-plate": "4"})
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    for card, count in {"fuel-cell": 2, "steel-plate": 3, "scrap-plate": 4}.items():
        assert re.search(rf'name="own.{card}"[^>]*value="{count}"', text)
    assert list_left(page) == "fuel-cel two\nFuel Cells,1"
    assert re.search(r"<details open><summary>Import a list", text)
    assert "row 2: found &#39;fuel-cel two&#39;, expected a card&#39;s id or name and a count" in text
    assert "row 4: found &#39;Fuel Cells&#39;, expected the id or name of a card; perhaps Fuel Cell." in text
    assert counted(app, client) is None


def test_a_list_names_cards_as_players_do(app, client, post):
    text = "Name;COUNT\nfuel cell;2\nSTEEL PLATE;3\n2x Scrap Plate\n"
    assert post(PATH, {"text": text}).status_code == 303
    assert counted(app, client) == {"fuel-cell": 2, "steel-plate": 3, "scrap-plate": 2}
    post(PATH, {"stop": "1"})
    post(PATH, {"text": "Fuel Cell x2\nSteel Plate = 3\n"})
    assert counted(app, client) == {"fuel-cell": 2, "steel-plate": 3}
    post(PATH, {"stop": "1"})
    post(PATH, {"text": "count,name,id\n4,whatever it is called,fuel-cell\n"})
    assert counted(app, client) == {"fuel-cell": 4}


def test_a_card_listed_twice_is_told_with_both_rows(client, post):
    text = post(PATH, {"text": "Fuel Cell,2\nfuel-cell,1\n"}).get_data(as_text=True)
    assert "row 2: found &#39;fuel-cell&#39;, expected each card once; row 1 has it too." in text


def test_a_file_that_is_no_text_leaves_the_pasted_lines(client, post):
    page = post(PATH, {"file": (io.BytesIO(b"\xff\xfe\x00"), "owned.csv"), "text": "2 fuel-cell"})
    assert (page.status_code, list_left(page)) == (422, "2 fuel-cell")


def test_one_card_is_one(client, post):
    saved = post(PATH, {"text": "fuel-cell,1\n"}, follow_redirects=True).get_data(as_text=True)
    assert "Saved: 1 card of 1 kind." in saved
    assert "1 card counted." in saved


def test_a_count_of_a_card_no_pack_has_is_kept_and_told(app, client, post):
    saved = post(PATH, {"text": "fuel-cel,1\nfuel-cell,1\n"}, follow_redirects=True).get_data(as_text=True)
    assert "Saved: 2 cards of 2 kinds. No pack in use has fuel-cel." in saved
    assert counted(app, client) == {"fuel-cel": 1, "fuel-cell": 1}


def test_no_cell_of_an_export_is_a_formula(client, post):
    post(PATH, {"own.=SUM(A1)": "2", "own.fuel-cell": "1"})
    exported = client.get("/techniconica/collection.csv").get_data(as_text=True)
    assert exported.splitlines() == ["card,count", "'=SUM(A1),2", "fuel-cell,1"]


def test_its_versions_say_which_counts_changed_and_come_back(app, client, post):
    assert client.get(f"{PATH}/versions").status_code == 404
    for counts in ({"own.fuel-cell": "2"}, {"own.fuel-cell": "4", "own.steel-plate": "1"}, {"own.fuel-cell": "4"}):
        post(PATH, counts)
    assert f'href="{PATH}/versions"' in client.get(PAGE).get_data(as_text=True)
    page = client.get(f"{PATH}/versions").get_data(as_text=True).replace("&nbsp;", " ")
    assert re.findall(r'"version-change">(.*?)<', page) == [
        "Steel Plate 1 → 0",
        "Fuel Cell 2 → 4; Steel Plate 0 → 1",
        "First version",
    ]
    post(f"{PATH}/restore", {"version": "1"})
    assert counted(app, client) == {"fuel-cell": 2}
    for version in ("9", "x", ""):
        assert post(f"{PATH}/restore", {"version": version}).status_code == 404
    assert "3 versions would be deleted, 1 kept." in post(f"{PATH}/thin", {"keep": "tenth"}).get_data(as_text=True)
    post(f"{PATH}/thin", {"numbers": "1 2 3 4"})
    page = client.get(f"{PATH}/versions").get_data(as_text=True)
    assert re.findall(r'"version-change">(.*?)<', page) == ["The versions before it were removed"]


def test_a_damaged_version_is_not_restored(app, client, post):
    for count in ("1", "2"):
        post(PATH, {"own.fuel-cell": count})
    with app.extensions["store"].writing() as writing:
        writing.execute(sql("UPDATE versions SET data = '{' WHERE number = 1"))
    assert "cannot be read" in client.get(f"{PATH}/versions").get_data(as_text=True)
    assert post(f"{PATH}/restore", {"version": "1"}).status_code == 404
    assert counted(app, client) == {"fuel-cell": 2}
