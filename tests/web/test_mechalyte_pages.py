"""Mechalyte's pages through the shell: build, fix, duels, a ranking that goes on, the map, odds and own dice."""

import html
import json
import re

import pytest


def text(response):
    return response.get_data(as_text=True)


def test_a_spec_is_saved_kindly_and_shows_every_level(client, post):
    made = post("/mechalyte/new", {"title": "Night shift", "spec": "mi pasa", "turn": ["6 4", "2"]})
    assert made.status_code == 303
    page = text(client.get(made.location))
    assert 'value="MIPASA"' in page and 'value="6 4"' in page
    assert "<strong>48</strong> of 60 left" in page
    assert re.search(r"MIPASA</td><td>2</td><td>1</td><td>2</td><td>1</td><td>4, 6</td><td>5</td>", page)


def test_what_is_no_letter_comes_back_with_its_slot(post):
    answer = post("/mechalyte/new", {"title": "x", "spec": "MIQASA"})
    assert answer.status_code == 422
    assert "slot 3" in text(answer) and 'value="MIQASA"' in text(answer)


def test_a_module_that_a_pack_changes_says_what_each_adds(client, post):
    text_of_pack = json.dumps(
        {"game": "mechalyte", "kind": "pack", "title": "Big", "module": [{"id": "power", "adds": 2}]}
    )
    assert "Your pack: base" not in text(client.get("/mechalyte/new"))
    assert post("/mechalyte/packs", {"text": text_of_pack}).status_code == 303
    page = text(client.get("/mechalyte/new"))
    assert page.count("Your pack: base") == 1 and "each adds 2." in page


def test_a_fix_is_a_button_that_works(client, post):
    answer = post("/mechalyte/new", {"title": "x", "spec": "APMISA", "fix": '{"spec": "PMISAA"}'})
    assert 'value="PMISAA"' in text(client.get(answer.location))


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/mechalyte/duels", "Enter two specs"),
        ("/mechalyte/duels?a=MIPASA&b=PMISAA", "Equal points"),
        ("/mechalyte/ranking", "Enter your spec"),
        ("/mechalyte/ranking?spec=MIPASA&field=saved", "not saved a complete spec"),
        ("/mechalyte/ranking?spec=MIPASA&field=all", "625 of 15,625 measured"),
        ("/mechalyte/battlefield?ruling.layout=five-by-five&mobility=3", "25 zones"),
        ("/mechalyte/cards?kit=zones", "Factory of side A"),
        ("/mechalyte/rules", "Which zones are neighbours?"),
    ],
)
def test_pages(client, address, says):
    answer = client.get(address)
    assert answer.status_code == 200
    assert says in text(answer)


@pytest.mark.parametrize(
    "address", ["/mechalyte/duels?a=MIXASA", "/mechalyte/ranking?spec=Q", "/mechalyte/battlefield?mobility=9"]
)
def test_what_cannot_be_read_answers_422(client, address):
    assert client.get(address).status_code == 422


@pytest.mark.long
def test_a_ranking_goes_on_where_it_stopped_without_scripts(client):
    page = text(client.get("/mechalyte/ranking?spec=PMISAA&field=all"))
    link = re.search(r'href="([^"]+)" data-continue', page)[1].replace("&amp;", "&")
    assert "1,250 of 15,625 measured" in text(client.get(link))
    stop = re.search(r'href="([^"]+)" data-stop', page)[1].replace("&amp;", "&")
    stopped = text(client.get(stop))
    assert "625 of 15,625 measured" in stopped and "data-continue" not in stopped


@pytest.mark.long
def test_no_address_makes_one_answer_measure_the_whole_field(client):
    page = text(client.get("/mechalyte/ranking?spec=SAMPAI&field=all&done=15624"))
    assert "1,250 of 15,625 measured" in page and "data-continue" in page


def test_a_ranking_knows_the_specs_this_browser_saved(client, post):
    post("/mechalyte/new", {"title": "Cannon mine", "spec": "PPPPPP"})
    assert "Cannon mine" in text(client.get("/mechalyte/ranking?spec=MIPASA&field=saved"))


def test_a_combat_is_played_with_dice_from_the_table(client):
    query = "/mechalyte/roll/combat?a=PPPPPP:1&b=PPPPPP:1&own=1"
    assert "A fires at B" in text(client.get(query))
    ended = text(client.get(query + "&faces=6+1&faces=1+1"))
    assert re.search(r"<dt>A</dt><dd>1</dd>", ended) and re.search(r"<dt>B</dt><dd>none</dd>", ended)


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        ("duels?a=MIPASA&b=PMISAA", "edge", {"value": -179 / 6480, "exact": "-179/6480", "hundredths": -3}),
        (
            "ranking?spec=MIPASA&field=typed&typed=PMISAA",
            "mean",
            {"value": -179 / 6480, "exact": "-179/6480", "hundredths": -3},
        ),
        ("battlefield?at=C2&mobility=1&full=C3,C1&ruling.layout=three-by-five", "reached", 2),
    ],
)
def test_analyses_answer_as_data(client, path, key, value):
    assert client.get(f"/api/v1/analyses/mechalyte/{path}").get_json()["answer"][key] == value


@pytest.mark.parametrize(
    ("path", "field"), [("duels?a=MIXASA&b=PMISAA", "a"), ("ranking?spec=Q", "spec"), ("battlefield?at=Z9", "at")]
)
def test_the_api_names_what_it_cannot_read(client, path, field):
    answer = client.get(f"/api/v1/analyses/mechalyte/{path}")
    assert answer.status_code == 422
    assert [error["where"] for error in answer.get_json()["input_errors"]] == [field]


def test_a_map_keeps_what_was_ticked(client):
    page = text(client.get("/mechalyte/battlefield?at=C2&mobility=3&side=b&first=1&full=C3&full=L2"))
    for field, value in (("at", "C2"), ("side", "b"), ("first", "1"), ("full", "C3"), ("full", "L2")):
        assert re.search(rf'name="{field}" value="{value}" checked', page), (field, value)
    assert "<option selected>3</option>" in page


@pytest.mark.parametrize(("layout", "zones"), [("five-by-five", 25), ("three-by-three", 9)])
def test_the_zones_are_printed_as_the_battlefield_on_the_screen(client, layout, zones):
    page = html.unescape(text(client.get(f"/mechalyte/battlefield?ruling.layout={layout}")))
    address = re.search(r'href="([^"]*/print\?(?!to=)[^"]*)"', page)[1]
    printed = html.unescape(text(client.get(address)))
    assert f"<strong>{zones} pieces" in printed
    assert f'name="ruling.layout" value="{layout}"' in printed
    sheet = re.search(r'src="([^"]*sheet-1.png[^"]*)"', printed)[1]
    assert f"ruling.layout={layout}" in sheet and client.get(sheet).status_code == 200


def test_a_print_under_a_ruling_that_does_not_exist_says_so(client):
    answer = client.get("/mechalyte/print?what=zones&ruling.layout=castle")
    assert answer.status_code == 422 and "rulings.layout" in text(answer)


def test_players_who_roll_their_own_dice_split_them_every_round(client):
    query = "/mechalyte/roll/combat?a=PPPPPP:2,1&b=PPPPPP:2,1&own=1"
    page = html.unescape(text(client.get(query)))
    assert "A aims 5 dice at B:" in page and "takes" in page and "levels on average; destroys" in page
    assert "B aims 5 dice at A:" in html.unescape(text(client.get(query + "&choose=true&faces=1")))
    policy = html.unescape(text(client.get(query + "&choose=false")))
    assert "A fires at B" in policy and "aims 5 dice" not in policy


def test_the_end_of_a_fight_names_who_is_wiped_out(client):
    query = "/mechalyte/roll/combat?a=MMMMMM:1&b=MMMMMM:1&own=1&faces=1&faces=6"
    assert '<span class="dice-large">A is wiped out</span>' in text(client.get(query))


def test_odds_beside_a_split_that_was_chosen_are_those_from_there(client):
    """4 dice at two mechs that any hit destroys: 2 + 2 of them 9/16; 4 + 0 never both. B's split is asked next."""
    query = "/mechalyte/roll/combat?a=PMMMMM:2,1&b=MMMMMM:1,1&own=1"
    page = text(client.get(query))
    assert "Exact odds with 2 + 2</h2>" in page and "9/16" in page
    last = text(client.get(f"{query}&choose=true&faces=3"))
    assert "Exact odds from here with 2 + 0</h2>" in last and "9/16" not in last
