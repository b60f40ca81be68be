"""A squad's page and the rolls it leads to: shots, charges and volleys with the cards that the squad carries."""

import html
import io
import json
import re

import pikepdf
import pytest

from companion.data.documents import to_document
from companion.games.techniconica import GAME
from tests.games.techniconica.test_custom_rules import build
from tests.web.conftest import link_to


def text(response):
    return response.get_data(as_text=True)


def saved(post):
    """Save the squad whose gun has a rule of its pack; return its address."""
    return post("/import", {"text": json.dumps(build())}).location


def rolls(page):
    """The addresses of the rolls that a squad's page leads to, by the words on the buttons."""
    found = re.findall(r'<a class="button small" href="([^"]*/roll/[^"]*)">([^<]*)</a>', page)
    return {words: html.unescape(address) for address, words in found}


@pytest.mark.long
def test_a_saved_squad_s_rolls_know_the_rules_of_its_pack(client, post, app):
    address = saved(post)
    stranger = app.test_client()
    found = rolls(text(stranger.get(link_to(client, address))))
    assert {"Shoot: Ripper", "Volley: all 3 Weapons"} <= set(found)
    for roll in found.values():
        answer = stranger.get(roll)
        assert answer.status_code == 200 and "Exact odds" in text(answer), roll


def test_the_note_on_a_rule_that_nobody_defined_stands_on_the_page(client, post):
    page = html.unescape(text(client.get(saved(post))))
    assert "Sticky on Ripper has no effect on dice" in page
    assert "Rending (2), Sticky (no effect on dice)" in page


def test_a_figure_nobody_asked_for_is_not_on_the_page(client):
    shot = "/techniconica/roll/shoot?accuracy=3&penetration=2&damage_output=3&speed=3&armour=2"
    assert "The Base Part is destroyed" not in text(client.get(shot))
    assert "The Base Part is destroyed" in text(client.get(f"{shot}&base=4"))


def test_a_volley_is_rolled_with_own_dice_weapon_by_weapon(client):
    volley = "/techniconica/roll/volley?accuracy=5&speed=3&armour=2&weapons=2/4;3/5&own=1"
    assert "Weapon 1: Attack Roll" in text(client.get(volley))
    assert "Weapon 2: Attack Roll" in text(client.get(f"{volley}&faces=6&faces=5"))
    assert "Weapon 2: Evasion Roll" in text(client.get(f"{volley}&faces=1&faces=5"))
    assert "<dt>Hits</dt><dd>2</dd>" in text(client.get(f"{volley}&faces=6&faces=5&faces=4"))


def test_what_a_gravity_field_does_stands_on_the_page(client):
    heavy = "/techniconica/roll/shoot?accuracy=3&penetration=2&damage_output=3&speed=3&armour=2"
    page = text(client.get(f"{heavy}&rules=Gravity+Field+(2)&spare_weight=1&own=1&faces=9&faces=2"))
    for words in ("Heavier</dt><dd>2", "Weight damage</dt><dd>1", "Speed lost</dt><dd>1"):
        assert words in page


def test_a_charge_that_felled_the_locomotor_needs_no_more_dice(client):
    charge = (
        "/techniconica/roll/charge?speed=4&penetration=1&damage_output=3&target_speed=3&armour=2&base=4&counter=true"
    )
    page = text(client.get(f"{charge}&part=locomotor&own=1&faces=9&faces=2"))
    assert "Counter result</dt><dd>none" in page
    assert "Counter-attack: Attack Roll" in text(client.get(f"{charge}&own=1&faces=9&faces=2"))


WRONG = {
    "title": "Two",
    "mech-0-cockpit": "standard-cockpit",
    "mech-0-cockpit-attached": "rifled-barrel",
    "mech-0-slot-7,7": "fuel-cell",
}


def test_a_problem_stands_beside_the_card_it_names_alone(post):
    page = text(post("/techniconica/check", WRONG))
    beside = re.findall(r'data-placed="([^"]+)"(?:(?!data-placed).)*?<span class="placed-problem error">', page, re.S)
    assert beside == ["mech-0-cockpit/1", "mech-0-slot-7,7"]


def test_the_numbers_of_a_mech_come_before_its_problems(post):
    page = text(post("/techniconica/check", WRONG))
    assert page.index("Totals of Mech 1") < page.index("Not legal:") and page.count("Totals of Mech") == 1


def test_an_act_changes_what_was_typed_and_one_that_cannot_be_done_changes_nothing(post):
    page = text(post("/techniconica/check", {**WRONG, "act": "move mech-0-slot-7,7 mech-0-slot-1,3"}))
    assert re.search(r'id="mech-0-slot-1,3".*?value="fuel-cell" selected', page, re.S) and "slot-7,7" not in page
    page = html.unescape(text(post("/techniconica/check", {**WRONG, "act": "add scout-cab"})))
    assert "There is one already: choose its place to swap it." in page and 'data-placed="mech-0-slot-7,7"' in page


def test_effects_are_answered_for_every_card_with_what_is_left(post):
    found = post(
        "/techniconica/effects?to=mech-0-cockpit", {**WRONG, "owned": "2 fuel-cell", "cards-from": "typed"}
    ).json
    assert "none left" in found["scout-cab"]["why"]
    assert (found["fuel-cell"]["left"], found["cadet"]["left"]) == (1, 0)
    assert found["fuel-cell"]["why"] == "Fuel Cell is a Power Plant: it does not go where the Cockpit goes."


def test_a_number_that_a_modification_changes_is_told_on_the_card(client):
    page = client.get("/techniconica/new").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    typed = {"csrf_token": token, "mech-0-slot-1,1": "chain-gun", "mech-0-slot-1,1-attached": "overcharged-coils"}
    board = client.post("/techniconica/check", data=typed, headers={"X-Fragment": "workshop"}).get_data(as_text=True)
    assert re.search(r"Changed: it was \d|was </tspan>", board)


@pytest.mark.long
def test_six_mechs_against_one_print_on_one_page(client, post):
    """Rows of one side have one line, those of the other two."""
    six = {"game": "techniconica", "title": "Six", "mech": 6 * build_of("iron-heron")["mech"]}
    post("/techniconica/matchup", {"build": "example:copper-bison", "text": json.dumps(six)})
    answer = client.get("/techniconica/matchup.pdf?build=example:copper-bison")
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(answer.data)) as sheet:
        assert len(sheet.pages) == 1


def build_of(name):
    return to_document(GAME.examples[name])
