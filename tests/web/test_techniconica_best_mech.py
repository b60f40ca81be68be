"""The page of the best Mech through the shell: a wish answered, made a squad, from cards typed or owned; what it cannot read."""

import html
import re
import sys

import pytest
from playwright.sync_api import expect

ANALYSIS = "companion.games.techniconica.analysis"
SOLVER = (
    f"{ANALYSIS}.squad_solver",
    f"{ANALYSIS}.squad_program",
    f"{ANALYSIS}.mech_program",
    f"{ANALYSIS}.attack_program",
)


def text(response):
    return response.get_data(as_text=True)


def hidden(page):
    form = page[page.index('action="/techniconica/new"') :]
    found = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        if name != "csrf_token":
            found.setdefault(name, []).append(html.unescape(value))
    return found


def test_the_page_asks_for_a_wish_first(client):
    answer = client.get("/techniconica/best-mech")
    assert answer.status_code == 200 and "Choose what the Mech should be best at." in text(answer)
    assert "Best mech" in text(client.get("/techniconica/"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("fast", "Speed"),
        ("sturdy", "Damage Points it can take"),
        ("long-range", "best shot"),
        ("damage", "mean damage"),
    ],
)
def test_each_wish_says_what_was_maximised_and_becomes_a_legal_squad(client, post, wish, says):
    page = text(client.get(f"/techniconica/best-mech?wish={wish}&from=1"))
    assert says in page and "Proved: no legal Mech of Speed 1 or more made from these cards has more." in page
    made = post("/techniconica/new", hidden(page))
    assert made.status_code == 303
    squad = text(client.get(made.location))
    assert 'class="verdict legal"' in squad


def test_typed_cards_are_all_that_is_used(client, post):
    owned = "1 courier-wheels\n1 scout-cab\n1 cadet\n1 auto-rifle\n1 gas-turbine\n2 steel-plate"
    page = text(client.get("/techniconica/best-mech", query_string={"wish": "sturdy", "from": "typed", "owned": owned}))
    assert "<strong>12</strong>" in page  # four parts of 2 and two plates of 2
    fields = hidden(page)
    assert fields["owned"] == [owned]
    assert 'class="verdict legal"' in text(client.get(post("/techniconica/new", fields).location))


def test_cards_that_make_no_mech_say_what_it_takes(client):
    page = text(client.get("/techniconica/best-mech?wish=fast&from=typed&owned=none"))
    assert "These cards make no legal Mech." in page and "Power Plants that supply all of them" in page
    page = text(client.get("/techniconica/best-mech?wish=damage&from=typed&owned=none"))
    assert "These cards make no legal Mech with a shot." in page


def test_a_least_speed_out_of_reach_says_how_fast_these_cards_are(client):
    at, past = (text(client.get(f"/techniconica/best-mech?wish=sturdy&from=1&least_speed={n}")) for n in (8, 9))
    assert "<strong>8</strong> <span>Speed</span>" in at
    assert "No legal Mech made from these cards is faster than Speed 8: ask for 8 or less." in past
    none = text(client.get("/techniconica/best-mech?wish=sturdy&from=typed&owned=none&least_speed=9"))
    assert "These cards make no legal Mech." in none and "faster" not in none


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"wish": "pretty"}, "expected fast, sturdy, long-range, damage, destroy, volley or charge"),
        ({"wish": "fast", "from": "moon"}, "expected collection, 1, 2, 3 or typed"),
        (
            {"wish": "fast", "from": "typed", "owned": "many wheels"},
            "owned, line 1: found 'many wheels', expected a number and a card, for example 2 fuel-cell.",
        ),
        ({"wish": "fast", "from": "typed", "owned": "1 cadet\n<b>\nx"}, "owned, line 3: found 'x'"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(client, query, says):
    answer = client.get("/techniconica/best-mech", query_string=query)
    assert answer.status_code == 422
    assert says in html.unescape(text(answer)) and "<b>" not in text(answer)


def test_a_counted_collection_is_what_is_used_first(client, post):
    counts = {"courier-wheels": 1, "scout-cab": 1, "cadet": 1, "auto-rifle": 1, "gas-turbine": 1, "steel-plate": 2}
    assert post("/techniconica/collection", {f"own.{card}": str(n) for card, n in counts.items()}).status_code == 303
    assert 'value="collection" selected' in text(client.get("/techniconica/best-mech"))
    page = text(client.get("/techniconica/best-mech?wish=sturdy&from=collection"))
    assert "<strong>12</strong>" in page
    assert sorted(hidden(page)["owned"][0].splitlines()) == sorted(f"{n} {card}" for card, n in counts.items())


def test_a_maximum_weight_that_is_not_known_is_not_taken_for_none(client, post):
    fields = {"mech-0-locomotor": "heavy-track-unit", "mech-0-slot-1,1": "shard-cannon"}
    page = text(client.get(post("/techniconica/new", fields).location))
    assert "of ? <small>MW is not known</small>" in page and "3 too much" not in page


@pytest.mark.long
def test_what_was_asked_stays_in_its_fields(client):
    page = text(client.get("/techniconica/best-mech?wish=damage&from=2&ruling.barrage-tie=one-hit"))
    assert 'value="damage" checked' in page and '<option value="2" selected>' in page
    assert 'name="ruling.barrage-tie" value="one-hit"' in page


def test_the_best_mech_answers_over_http(client):
    inputs = {"wish": "sturdy", "from": "typed", "owned": "1 courier-wheels"}
    assert (
        client.post("/api/v1/analyses/techniconica/best-mech", json={"inputs": inputs}).json["answer"]["mech"] is None
    )
    found = client.get("/api/v1/analyses/techniconica/best-mech?wish=fast&from=1").json
    assert found["inputs"]["from"] == "1" and found["answer"]["first"]["measure"] == "Speed"
    refused = client.get("/api/v1/analyses/techniconica/best-mech?wish=pretty")
    assert refused.status_code == 422 and "long-range" in text(refused)


@pytest.mark.long
def test_cards_that_must_be_in_an_opponent_and_a_grid_are_asked_and_kept(client):
    query = {
        "wish": "damage",
        "from": "1",
        "must": "Scout Cab",
        "must_not": "rail-lance",
        "against": "example:iron-heron",
        "aim_at": "cockpit",
        "rows": "3",
        "columns": "4",
    }
    page = text(client.get("/techniconica/best-mech", query_string=query))
    assert 'name="must" value="Scout Cab"' in page and 'name="must_not" value="rail-lance"' in page
    assert '<option value="example:iron-heron" selected>Example: Iron Heron</option>' in page
    assert '<option value="cockpit" selected>' in page and page.count('<option value="4" selected>') == 1
    assert "The target is Iron Heron, and the shot is aimed at a Cockpit." in page
    assert "that has the cards that must be in has more." in page
    assert page.count('class="tc-cell') == 12 and "Rail Lance" not in page
    assert hidden(page)["mech-0-grid"] == ["3x4"]


def test_rare_fields_are_folded_until_something_is_in_them(client):
    plain = text(client.get("/techniconica/best-mech"))
    assert plain.count("<details") >= 3 and '<details class="tc-fold" open>' not in plain
    assert '<details class="tc-fold" open>' in text(client.get("/techniconica/best-mech?wish=fast&rows=4&from=1"))
    wrong = text(client.get("/techniconica/best-mech?wish=fast&must_not=nothing"))
    assert '<details class="tc-fold" open>' in wrong and "must_not, line 1: found" in wrong


def test_a_card_that_must_be_in_and_cannot_is_told_beside_its_field(client):
    answer = client.get("/techniconica/best-mech?wish=fast&from=1&must=2+fuel-cell")
    assert answer.status_code == 422 and "must: found 2 Fuel Cell, expected at most 1" in text(answer)


def test_a_squad_that_is_too_large_for_lone_wolves_is_told(client, post):
    post("/techniconica/rules", {"variant": "lone-wolves"})
    pages = [text(client.get(f"/techniconica/best-mech?wish=fast&from=1&mechs={mechs}")) for mechs in (1, 2)]
    told = "! This is a game of Lone Wolves, with one Mech per player, and the squad has 2: remove 1."
    assert [told in page for page in pages] == [False, True]


def test_a_squad_is_shown_mech_by_mech_and_becomes_a_legal_squad(client, post):
    owned = "2 courier-wheels, 2 scout-cab, 1 cadet, 1 ranger, 1 auto-rifle, 1 chain-gun, 2 gas-turbine, 1 steel-plate"
    query = {"wish": "sturdy", "from": "typed", "mechs": "2", "owned": owned}
    page = text(client.get("/techniconica/best-mech", query_string=query))
    assert "Sturdy: a squad of 2" in page and "<strong>18</strong>" in page
    assert "Proved: no squad of 2 legal Mechs of Speed 1 or more made from these cards has more together." in page
    assert page.count('class="tc-cell') == 18 and "data-continue" not in page
    squad = text(client.get(post("/techniconica/new", hidden(page)).location))
    assert 'class="verdict legal"' in squad and "Sturdy 2" in squad


LONG = {"wish": "volley", "mechs": "3", "from": "3"}


@pytest.mark.long
def test_a_long_search_is_continued_and_stopped_with_the_best_so_far(client):
    """The best volleys of three Mechs from three of each card are found long before they are proved."""
    client.application.config["PATIENCE"] = 0.2
    page = text(client.get("/techniconica/best-mech", query_string=LONG))
    assert "data-continue" in page and "Stop here" in page and "seconds</p>" in page
    while "This is the best so far" not in page:
        again = html.unescape(re.search(r'href="([^"]+)" data-continue', page)[1])
        page = text(client.get(again))
    stop = html.unescape(re.search(r'href="([^"]+)" data-stop', page)[1])
    assert stop.endswith("#result")  # the answer is in view, without scripts too
    client.application.config["PATIENCE"] = 60
    page = text(client.get(stop))
    assert "data-continue" not in page and "This is the best found, without a proof" in page
    assert page.count('class="tc-cell') == 27


@pytest.mark.long
def test_three_near_best_mechs_are_shown_with_what_they_are_worth(client):
    page = text(client.get("/techniconica/best-mech?wish=sturdy&from=1&near=3"))
    assert [f"Near-best answer {n}" in page for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert page.count('class="tc-cell') == 9 * 4 and page.count("Use this") == 4


def test_the_weakest_mech_of_a_squad_is_named(client):
    page = text(client.get("/techniconica/best-mech?wish=fast&from=1&mechs=2&judged_by=weakest"))
    assert "Speed, the weakest Mech" in page and "has more in its weakest Mech." in page


def test_best_mech_without_a_solver_says_what_to_install(client, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("ortools", *SOLVER))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(f"{ANALYSIS}.squad_solver", raising=False)
    monkeypatch.setitem(sys.modules, "ortools", None)
    answer = client.get("/techniconica/best-mech?wish=fast&from=1")
    assert answer.status_code == 422
    assert "OR-Tools, which finds the best Mech and is not installed here: pip install" in text(answer)
    assert client.get("/techniconica/best-mech").status_code == 200


@pytest.mark.long
def test_a_squad_is_searched_to_the_end_used_and_undone_on_a_phone(live_url, page):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{live_url}/techniconica/best-mech?wish=fast&mechs=2&from=1")
    page.get_by_text("Proved: no squad of").wait_for()  # the page goes on by itself
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Use this").first.click()
    page.get_by_text("Used. Nothing is saved yet").wait_for()
    expect(page.locator("#board")).to_contain_text("Courier Wheels")
    page.locator("[data-undo]").click()
    expect(page.locator("#board")).not_to_contain_text("Courier Wheels")
