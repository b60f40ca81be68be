"""Mecha Mettle's analyses over HTTP: the API's answers and the upgrade page. Line of sight's page: test_views."""

import html
import re

import pytest

from companion.games.mecha_mettle import GAME

API = "/api/v1/analyses/mecha-mettle"


def test_line_of_sight_answers_as_data(client):
    query = {"at": "middle-right", "facing": "left", "weapon": "hammer", "theirs.middle-left": "reactor:left"}
    found = client.get(f"{API}/line-of-sight", query_string=query).get_json()["answer"]
    assert found["line"]["name"] == "their middle row"
    assert [shot["defends_with"] for shot in found["shots"]] == ["shield", "", ""]
    turned = client.get(f"{API}/line-of-sight", query_string=query | {"ruling.sideways-entry": "at-the-side-faced"})
    assert [shot["defends_with"] for shot in turned.get_json()["answer"]["shots"]] == ["", "", "body"]


def test_upgrades_answer_as_data(client):
    found = client.get(f"{API}/upgrades?lower=hammer-right&upper=scout-right").get_json()["answer"]
    assert [weapon["of"] for weapon in found["weapons"]] == ["Hammer (right)", "Scout (right)"]


@pytest.mark.parametrize("query", ["line-of-sight?theirs.roof=door", "upgrades?lower=castle&upper=drone"])
def test_the_api_names_what_it_cannot_read(client, query):
    response = client.get(f"{API}/{query}")
    assert response.status_code in (400, 422)
    assert re.search("theirs.roof|castle", response.get_data(as_text=True))


@pytest.mark.parametrize(
    ("query", "said", "status"),
    [
        ("", "Choose the module in play and the one you drew.", 200),
        ("?lower=hammer-right", "Choose the module in play and the one you drew.", 200),
        ("?lower=reactor&upper=hammer-right", "Hammer (right) on Reactor", 200),
        ("?lower=hammer-right&upper=reactor", "Reactor has no Open Link", 200),
        ("?lower=castle&upper=reactor", "Fix the marked fields", 422),
    ],
)
def test_the_upgrade_page(client, query, said, status):
    response = client.get(f"/mecha-mettle/upgrades{query}")
    assert response.status_code == status
    assert said in html.unescape(response.get_data(as_text=True))


def test_the_upgrade_page_keeps_what_was_chosen(client):
    page = client.get("/mecha-mettle/upgrades?lower=hammer-right&upper=scout-left&edge=top").get_data(as_text=True)
    for value in ("hammer-right", "scout-left", "top"):
        assert f'value="{value}" selected' in page


def test_the_pair_is_drawn_as_it_lies_and_goes_on_to_line_of_sight(client):
    page = html.unescape(client.get("/mecha-mettle/upgrades?lower=reactor&upper=hammer-right").get_data(as_text=True))
    assert 'class="mm-lying linked-top"' in page and 'class="mm-upper turned-3"' in page
    ahead = re.search(r'href="(/mecha-mettle/line-of-sight\?[^"]*)"', page)[1]
    seen = html.unescape(client.get(ahead + "&facing=left").get_data(as_text=True))
    assert 'class="mm-pair facing-left"' in seen and "Hammer on Reactor" in seen


def test_both_weapons_of_an_upgraded_module_are_on_the_line_of_sight_page(client):
    query = "weapon=hammer-right&upgrade=scout-right&at=middle-left&facing=right&theirs.middle-right=reactor:left"
    page = html.unescape(
        client.get(f"/mecha-mettle/line-of-sight?{query}&their_upgrades.middle-right=hammer-left").get_data(
            as_text=True
        )
    )
    assert "A: Hammer’s weapon, facing right, along their middle row" in page
    assert "B: Scout’s weapon, facing ahead, along their right column" in page
    assert "Hammer on Reactor defends with the body of the Hammer" in page
    assert "A1 B2" in page
    shot = re.search(r'href="(/mecha-mettle/roll/attack\?weapon=hammer&[^"]*target_upgrade=hammer[^"]*)"', page)[1]
    assert client.get(shot).status_code == 200
    both = re.search(r'href="(/mecha-mettle/roll/two-weapons\?[^"]*)"', page)[1]
    assert client.get(both).status_code == 200


def test_an_upgrade_that_cannot_be_is_said_beside_its_field(client):
    answer = client.get("/mecha-mettle/line-of-sight?weapon=drone&upgrade=hammer-right")
    page = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422 and "No attachment of Drone shows N K" in page
    wrong = client.get("/mecha-mettle/line-of-sight?their_upgrades.front-left=hammer-right")
    assert wrong.status_code == 422 and "a module on that space" in html.unescape(wrong.get_data(as_text=True))


def test_line_of_sight_says_that_a_shot_at_an_impenetrable_shield_fails(client):
    query = "weapon=drone&at=front-centre&theirs.front-centre=strongbox-right:left"
    page = html.unescape(client.get(f"/mecha-mettle/line-of-sight?{query}").get_data(as_text=True))
    assert "It is Impenetrable: an attack that would hit it fails." in page
    assert '<span class="los-word">fails, blocks</span>' in page


@pytest.mark.parametrize("query", ["theirs=x&theirs.front-centre=reactor", "theirs.front-centre=reactor&theirs=x"])
def test_a_table_given_as_text_too_is_an_error_and_not_a_crash(client, query):
    assert client.get(f"/mecha-mettle/line-of-sight?{query}").status_code == 422
    assert client.get(f"{API}/line-of-sight?{query}").status_code in (400, 422)


def test_the_draft_page_says_when_a_component_may_be_used_and_marks_every_origin(client):
    page = html.unescape(client.get("/mecha-mettle/new").get_data(as_text=True))
    flare = page[page.index('value="defensive-flare"') : page.index('value="manual-override"')]
    told = re.sub(r"<[^>]+>", "", re.sub(r"<abbr.*?</abbr>", "", flare))
    assert "On your opponent's turn, once per turn." in told
    card = GAME.catalogue.cards["defensive-flare"]
    assert flare.count("<abbr") == len([mark for mark in card.origin.values() if mark.kind != "printed"]) == 5


@pytest.mark.parametrize("path", ["rules", "upgrades?lower=hammer-right&upper=scout-right"])
def test_the_second_weapon_may_take_the_same_target(client, path):
    page = html.unescape(client.get(f"/mecha-mettle/{path}").get_data(as_text=True))
    assert re.search(r"a new target or at the same one", page)
    assert "its own target" not in page


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ("lower=hammer-right&upper=scout-left", "two-weapons?lower=hammer&upper=scout&target=open-port"),
        ("lower=gemini-left&upper=scout-left", "attack?weapon=scout&target=open-port"),
    ],
)
def test_the_weapons_of_an_upgrade_lead_to_their_roll(client, query, link):
    page = html.unescape(client.get(f"/mecha-mettle/upgrades?{query}&ruling.added-dice=pool").get_data(as_text=True))
    found = re.search(r'href="/mecha-mettle/roll/([^"]*)"', page)[1]
    assert set(re.split("[?&]", found)) == {*re.split("[?&]", link), "ruling.added-dice=pool"}
    assert client.get(f"/mecha-mettle/roll/{found}").status_code == 200


def test_the_best_shot_leads_to_its_roll_under_the_rulings_of_the_page(client):
    query = "mine.middle-left=hammer-right:left&theirs.middle-left=reactor:right&component=advanced-targeting"
    page = client.get(f"/mecha-mettle/best-shot?{query}&ruling.added-dice=pool").get_data(as_text=True)
    page = html.unescape(page)
    chance = re.search(r"<strong>(\d+)\s?%</strong> port destroyed", page)[1]
    link = re.search(r'href="(/mecha-mettle/roll/attack\?[^"]*)"', page)[1]
    assert "ruling.added-dice=pool" in link and "component=advanced-targeting" in link
    roll = html.unescape(client.get(link).get_data(as_text=True))
    assert abs(float(re.search(r"(\d+\.\d)\s?%", roll)[1]) - int(chance)) <= 0.5


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("mine.front-left=drone&my_upgrades.front-left=hammer-right", "No attachment of Drone shows N K"),
        ("my_upgrades.front-left=hammer-right", "give mine.front-left too"),
        ("component=flux-engine", "one of extended-magazines"),
        ("actions=0", "at least 1"),
    ],
)
def test_a_table_that_cannot_be_is_said_beside_its_field(client, query, said):
    answer = client.get(f"/mecha-mettle/best-shot?{query}")
    assert answer.status_code == 422 and said in html.unescape(answer.get_data(as_text=True))


def test_a_draft_for_a_plan_says_how_it_ranks_and_how_far_it_proved(client):
    page = html.unescape(client.get("/mecha-mettle/draft-plan?plan=survive").get_data(as_text=True))
    assert "Ranked by what the cards take from the chance of an average shot at you" in page
    assert "the best of 256 possible drafts" in page
    assert page.count(">Use this draft<") == 5
    assert "Only cards in my collection" not in page


def test_cards_of_one_level_that_must_both_be_in_are_an_error_of_the_field(client):
    answer = client.get("/mecha-mettle/draft-plan?keep=comms-system&keep=recombinator")
    assert answer.status_code == 422
    assert "expected one card of level 1: Comms System must be in too" in html.unescape(answer.get_data(as_text=True))


def test_the_collection_that_a_player_counted_limits_the_drafts(client, post):
    post("/mecha-mettle/collection", {"own.light-thrusters": "1"})
    page = html.unescape(client.get("/mecha-mettle/draft-plan?owned=1").get_data(as_text=True))
    assert "There is no card of levels 2, 3 and 4 to choose from" in page
