"""Names of inputs that are about one side: the side comes first, in all games; former names are read on every way in."""

import json
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.data.documents import former_names
from companion.games import GAMES
from tests.models import input_models

SIDES = {"a", "b", "mine", "theirs", "my", "their", "attacker", "defender", "target", "opponent"}
GRAMMAR_OF_LOSSES = {"a_lost", "b_lost", "lost", "their_lost"}
MODELS = [pytest.param(model, id=f"{game.slug} {name}") for game in GAMES for name, model in input_models(game)]
ROLLS = {
    "mechalyte combat": {"a": "MIPASA:4,4,2", "b": "PMISAA:5"},
    "techniconica shoot": {"accuracy": 5, "speed": 3, "armour": 2, "penetration": 3, "damage_output": 3},
    "techniconica volley": {"accuracy": 5, "speed": 3, "armour": 2, "weapons": "3/2"},
    "techniconica charge": {"speed": 4, "penetration": 1, "damage_output": 3, "target_speed": 2, "armour": 3},
    "mechastellar melee": {"melee": 3},
}
"""What each roll with former names needs besides."""
FORMER = [
    pytest.param(game, kind, former, name, id=f"{game.slug} {kind.name} {former}")
    for game in GAMES
    for kind in game.resolvers
    for former, name in former_names(kind.inputs).items()
]


@pytest.mark.parametrize("model", MODELS)
def test_the_side_of_an_input_comes_first(model):
    last = [name for name in model.model_fields if "_" in name and name.rpartition("_")[2] in SIDES]
    assert last == []


def value_of(kind, name):
    """Return a value that the input's usual one is not, as an address has it."""
    usual = kind.inputs.model_fields[name].default
    return {"strongest": "weakest", False: "true"}.get(usual, "2")


def test_every_roll_with_former_names_is_among_those_tried():
    assert {f"{one.values[0].slug} {one.values[1].name}" for one in FORMER} == set(ROLLS)


@pytest.mark.parametrize(("game", "kind", "former", "name"), FORMER)
def test_a_former_name_gives_the_same_odds_on_every_way_in(client, game, kind, former, name):
    given, value = ROLLS[f"{game.slug} {kind.name}"], value_of(kind, name)

    def on_the_command_line(*names):
        words = [f"{key}={text}" for key, text in (*given.items(), *((one, value) for one in names))]
        return CliRunner().invoke(main, ["odds", game.slug, kind.name, *words, "--json"])

    then, now = on_the_command_line(former), on_the_command_line(name)
    assert (then.exit_code, then.output) == (0, now.output)
    assert name in json.loads(now.stdout)["inputs"]
    both = on_the_command_line(former, name)
    assert both.exit_code == 2 and former in both.stderr
    asked = [
        client.get(f"/api/v1/odds/{game.slug}/{kind.name}?{urlencode({**given, one: value})}") for one in (former, name)
    ]
    assert asked[1].status_code == 200 and asked[0].json == asked[1].json


@pytest.mark.parametrize(("game", "kind", "former", "name"), FORMER)
def test_a_link_to_a_roll_with_a_former_name_leads_to_the_same_page(client, game, kind, former, name):
    given, value = ROLLS[f"{game.slug} {kind.name}"], value_of(kind, name)
    words = [("known", "Long Rifle"), ("known_for", urlencode({former: value})), (f"from.{former}", "parts:x")]
    address = f"/{game.slug}/roll/{kind.name}?{urlencode([*given.items(), (former, value), *words])}"
    answer = client.get(address)
    assert answer.status_code == 301
    leads_to = parse_qs(urlsplit(answer.location).query)
    assert (leads_to[name], parse_qs(leads_to["known_for"][0])) == ([value], {name: [value]})
    assert leads_to[f"from.{name}"] == ["parts:x"] and former not in leads_to
    assert client.get(answer.location).status_code in (200, 422)
    both = client.get(f"/{game.slug}/roll/{kind.name}?{urlencode({**given, former: value, name: value})}")
    assert both.status_code == 422, "two names of one input are refused, not sent round in a circle"


def test_a_posted_form_of_an_earlier_release_rolls(post):
    given = {**ROLLS["techniconica shoot"], "hold_attacker": "2", "hold_defender": "1"}
    page = post("/techniconica/roll/shoot", given)
    assert page.status_code == 200
    assert 'name="attacker_hold"' in page.text and "hold_attacker" not in page.text
