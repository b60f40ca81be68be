"""A roll's page without inputs first asks with what and at whom; what is typed stays one tap away."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from companion.data.documents import to_document, to_toml
from companion.games import GAMES
from companion.verbs.matchups import build_side, matchup_answer

ROLLS = [
    (game, kind)
    for game in GAMES
    for kind in game.resolvers
    if game.matchup and any(kind.name in figure.measures for figure in game.matchup.figures)
]
EACH = pytest.mark.parametrize(("game", "kind"), ROLLS, ids=lambda one: getattr(one, "slug", getattr(one, "name", "")))


def options(page, name):
    found = re.search(rf'<select id="{re.escape(name)}".*?</select>', page, re.S)[0]
    return [unescape(value) for value in re.findall(r'<option value="([^"]*)"', found)]


def form_of(page):
    form = re.search(r'<form method="get"[^>]*class="panel start">.*?</form>', page, re.S)[0]
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form)}


@EACH
def test_a_roll_without_inputs_asks_with_what_and_at_whom(client, game, kind):
    page = client.get(f"/{game.slug}/roll/{kind.name}")
    assert page.status_code == 200
    assert (
        page.text.index("Type the numbers instead") < page.text.index("start.attack") < page.text.index("start.target")
    )
    assert options(page.text, "start.attack") and options(page.text, "start.target")
    for build in list(game.examples.values())[:2]:
        assert f"<strong>{build.title}</strong>" in page.text
    assert (page.text.count('class="portrait"') > 1) == game.draws_builds


@EACH
def test_both_answers_lead_to_the_roll_with_everything_filled_in(client, game, kind):
    address = f"/{game.slug}/roll/{kind.name}"
    page = client.get(address).text
    for attack in options(page, "start.attack")[:2]:
        answer = client.get(
            address,
            query_string={**form_of(page), "start.attack": attack, "start.target": options(page, "start.target")[0]},
        )
        if answer.status_code == 303:
            filled = client.get(answer.location)
            assert filled.status_code == 200 and "Exact odds" in filled.text
            assert "start.attack" not in filled.text
            break
    else:
        pytest.fail("no attack led to the roll")


@pytest.mark.long
def test_the_filled_in_roll_is_that_of_the_matchup(client):
    """The same inputs as behind the matchup's cell, for every attack and target of two examples."""
    game = next(game for game in GAMES if game.slug == "techniconica")
    one, other = list(game.examples.items())[:2]
    made = [build_side(game, build, game.context_of(build)) for _, build in (one, other)]
    found = matchup_answer(game, *made)
    cells = {
        (row["key"], target["key"]): cell["roll"]["inputs"]
        for row in found["rows"]
        for target, cell in zip(found["targets"], row["cells"], strict=True)
        if cell.get("roll", {}).get("resolver") == "shoot"
    }
    asked = {"start.mine": f"example:{one[0]}", "start.theirs": f"example:{other[0]}"}
    assert cells
    for (attack, target), inputs in cells.items():
        answer = client.get(
            "/techniconica/roll/shoot", query_string={**asked, "start.attack": attack, "start.target": target}
        )
        said = {name: values[0] for name, values in parse_qs(urlsplit(answer.location).query).items()}
        assert {name: said[name] for name in inputs if inputs[name] not in (False, "")} == {
            name: "1" if value is True else str(value) for name, value in inputs.items() if value not in (False, "")
        }


def test_saved_builds_come_first_and_their_cards_go_along(client, post):
    game = next(game for game in GAMES if game.slug == "techniconica")
    build = next(iter(game.examples.values()))
    saved = post("/import", {"text": to_toml({**to_document(build), "title": "My own"})}).location.rpartition("/")[2]
    page = client.get("/techniconica/roll/shoot").text
    assert page.index("My own") < page.index(list(game.examples.values())[1].title)
    assert form_of(page)["start.mine"] == saved
    chosen = {"start.attack": options(page, "start.attack")[0], "start.target": options(page, "start.target")[0]}
    answer = client.get("/techniconica/roll/shoot", query_string={**form_of(page), **chosen})
    assert parse_qs(urlsplit(answer.location).query)["build"] == [saved]


@pytest.mark.parametrize("query", ["accuracy=4", "own=1", "known=Rail+Gun&accuracy=3"])
def test_an_address_with_inputs_opens_as_before(client, query):
    page = client.get(f"/techniconica/roll/shoot?{query}").text
    assert "start.attack" not in page and 'name="accuracy"' in page


def test_a_roll_that_no_attack_leads_to_has_its_form(client):
    page = client.get("/techniconica/roll/bottle-test").text
    assert "start.attack" not in page and 'name="fortitude"' in page


def test_a_build_that_is_not_there_is_a_sentence(client):
    page = client.get("/techniconica/roll/shoot?start.mine=nothing")
    assert page.status_code == 200 and "a saved build of this game" in unescape(page.text)
    assert options(page.text, "start.attack")


def test_a_build_that_is_not_there_is_named_also_where_the_newest_has_no_attack(client, post):
    post("/mechastellar/new", {"title": "Nobody yet"})
    page = client.get("/mechastellar/roll/shoot?start.mine=nope").text
    alert = unescape(re.search(r'role="alert">(.*?)</p>', page, re.S)[1])
    assert "'nope'" in alert and "Nobody yet" not in alert


def test_a_build_without_such_an_attack_says_so_and_another_can_be_chosen(client, post):
    """Sniper Wolf has no Melee Weapon: no Charge. As my newest build it leaves the questions to the examples."""
    page = unescape(client.get("/techniconica/roll/charge?start.mine=example:sniper-wolf").text)
    assert "Sniper Wolf has no such attack on" in page and "start.attack" in page
    game = next(game for game in GAMES if game.slug == "techniconica")
    post("/import", {"text": to_toml(to_document(game.examples["sniper-wolf"]))})
    page = client.get("/techniconica/roll/charge").text
    assert "start.attack" in page and "has no such attack" not in page
    assert form_of(page)["start.mine"].startswith("example:")


def test_an_attack_that_is_not_there_is_the_first_one(client):
    page = client.get("/techniconica/roll/shoot?start.attack=nothing&start.target=nothing")
    assert page.status_code == 200 and "start.attack" in page.text


@pytest.mark.long
@pytest.mark.browser
def test_with_what_at_whom_on_a_phone_and_the_numbers_one_tap_away(live_url, page):
    page.goto(f"{live_url}/techniconica/roll/shoot")
    expect(page.locator("[name=accuracy]")).to_be_hidden()
    page.get_by_role("button", name="Use these").click()
    page.locator("#odds-title").wait_for()
    page.goto(f"{live_url}/techniconica/roll/shoot")
    page.get_by_text("Type the numbers instead").click()
    expect(page.locator("[name=accuracy]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
