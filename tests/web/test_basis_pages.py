"""Pages say what their figures rest on, and fields say nothing where nothing is wrong."""

import html
import re

import pytest

from companion.games import GAMES

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
    assert "Rests on ⌂ Blast Door, ⌂ Manual Override" in page
    assert "extremely high" in page
    assert "Rests on" not in text(client.get("/mecha-mettle/roll/attack?weapon=drone&target=hammer"))


def test_odds_say_which_ruling_they_rest_on(client):
    page = text(client.get("/mecha-mettle/roll/attack?weapon=drone&target=hammer&component=advanced-targeting"))
    assert "Rests on ⌂ Advanced Targeting, 1 ruling" in page
    assert "keep their own success faces? <strong>They keep their own.</strong>" in page


def test_where_an_input_was_filled_from_stays_with_the_form_and_the_roll(client, post):
    query = "attack=2&attack_die=regular&target=hammer&from.attack=2:open-port.defense"
    page = text(client.get(f"/mecha-mettle/roll/attack?{query}"))
    assert '<input type="hidden" name="from.attack" value="2:open-port.defense">' in page
    assert "Rests on ⌂ Open Port" in page
    changed = text(client.get(f"/mecha-mettle/roll/attack?{query.replace('attack=2&', 'attack=3&')}"))
    assert "Rests on" not in changed
    asked = dict(pair.split("=") for pair in query.split("&"))
    assert "Rests on ⌂ Open Port" in text(post("/mecha-mettle/roll/attack", asked))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/mecha-mettle/line-of-sight?facing=left", "Rests on 2 rulings"),
        ("/mecha-mettle/upgrades?lower=reactor&upper=scout-right", "Rests on ⌂ Reactor"),
        ("/mechalyte/battlefield", "Rests on 5 rulings"),
        ("/wreck-a-mech/damage-options?attack=9&head=spotlight-visor", "Rests on"),
    ],
)
def test_analyses_say_what_they_rest_on(client, path, said):
    assert said in text(client.get(path))


def test_a_roll_opened_from_a_mech_rests_on_the_cards_it_was_filled_from(client, post):
    fields = {"title": "W", "mech-0-name": "Wolf"}
    page = text(client.get(post("/techniconica/new", fields).location))
    assert 'class="tc-sums"' in page
    for link in re.findall(r'href="(/techniconica/roll/(?:shoot|charge)\?[^"]*penetration[^"]*)"', page):
        assert "from.penetration=" in link
