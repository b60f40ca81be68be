"""Pages say what their figures rest on, and fields say nothing where nothing is wrong."""

import html
import json
import re
from urllib.parse import parse_qs

import pytest

from companion.games import GAMES
from tests.games.techniconica.mechs import WOLF

ROLLS = [f"/{game.slug}/roll/{kind.name}" for game in GAMES for kind in game.resolvers]
NEW = [f"/{game.slug}/new" for game in GAMES]
LOOKS = [f"/{game.slug}/{analysis.name}" for game in GAMES for analysis in game.analyses]


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize("path", ["/roll", *ROLLS, *NEW, *LOOKS])
def test_a_field_without_an_error_has_no_attribute_about_errors(client, path):
    page = text(client.get(path))
    assert '="None"' not in page and '="False"' not in page
    assert "aria-invalid" not in page


@pytest.mark.parametrize("path", ROLLS)
def test_a_field_with_an_error_says_so(client, path):
    page = text(client.get(f"{path}?own=1&unheard=1"))
    assert '="None"' not in page and '="False"' not in page


def test_odds_of_house_numbers_say_so_where_they_are_read(client):
    page = text(client.get("/mecha-mettle/roll/attack?weapon=drone&target=blast-door&component=manual-override"))
    assert "Based on ⌂ Blast Door, ⌂ Manual Override" in page
    assert "extremely high" in page
    assert "Based on" not in text(client.get("/mecha-mettle/roll/attack?weapon=drone&target=hammer"))


def test_odds_say_which_ruling_they_rest_on(client):
    page = text(client.get("/mecha-mettle/roll/attack?weapon=drone&target=hammer&component=advanced-targeting"))
    assert "Based on ⌂ Advanced Targeting, 1 ruling" in page
    assert "keep their own success faces? <strong>They keep their own.</strong>" in page


def test_where_an_input_was_filled_from_stays_with_the_form_and_the_roll(client, post):
    query = "attack=2&attack_die=regular&target=hammer&from.attack=2:open-port.defense"
    page = text(client.get(f"/mecha-mettle/roll/attack?{query}"))
    assert '<input type="hidden" name="from.attack" value="2:open-port.defense">' in page
    assert "Based on ⌂ Open Port" in page
    changed = text(client.get(f"/mecha-mettle/roll/attack?{query.replace('attack=2&', 'attack=3&')}"))
    assert "Based on" not in changed
    asked = dict(pair.split("=") for pair in query.split("&"))
    assert "Based on ⌂ Open Port" in text(post("/mecha-mettle/roll/attack", asked))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/mecha-mettle/line-of-sight?facing=left", "Based on 2 rulings"),
        ("/mecha-mettle/upgrades?lower=reactor&upper=scout-right", "Based on ⌂ Reactor"),
        ("/mechalyte/battlefield", "Based on 5 rulings"),
        ("/wreck-a-mech/damage-options?attack=9&head=spotlight-visor", "Based on"),
    ],
)
def test_analyses_say_what_they_rest_on(client, path, said):
    assert said in text(client.get(path))


CHOSEN_HERE = {"speed", "target_speed", "armour"}
"""Numbers of a roll's address that no card states: a target made up as an example."""


def filled(page, game):
    """Each roll linked on a page, with its numbers, and those that were filled from cards."""
    for link in re.findall(rf'href="/{game}/roll/([^"?]*)\?([^"]*)"', page):
        fields = parse_qs(link[1])
        numbers = {name for name, (value, *_) in fields.items() if value.lstrip("-").isdigit()}
        yield link, numbers - CHOSEN_HERE, {name.removeprefix("from.") for name in fields if name.startswith("from.")}


def test_rolls_opened_from_a_mech_rest_on_the_cards_they_were_filled_from(client, post):
    made = post("/import", {"text": json.dumps({"game": "techniconica", "title": "Pack", "mech": [WOLF]})})
    rolls = list(filled(text(client.get(made.location)), "techniconica"))
    assert len([link for link, numbers, _ in rolls if numbers]) >= 3
    for link, numbers, sources in rolls:
        assert numbers <= sources, link
    (name, query), *_ = (link for link, numbers, _ in rolls if numbers)
    assert "Based on ⌂" in text(client.get(f"/techniconica/roll/{name}?{query}"))


def test_rolls_opened_from_a_matchup_rest_on_the_profiles_they_were_filled_from(client):
    page = text(client.get("/mechastellar/unit-matchup?a=argonaut&b=green-viking&distance=8"))
    rolls = list(filled(page, "mechastellar"))
    assert rolls
    for link, numbers, sources in rolls:
        assert numbers <= sources, link
    assert "Based on ⌂ Argonaut" in text(client.get(f"/mechastellar/roll/{rolls[0][0][0]}?{rolls[0][0][1]}"))
    assert "⌂ Argonaut" in page and "⌂ Green Viking" in page
