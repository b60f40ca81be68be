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
MODELS = [pytest.param(model, id=f"{game.slug} {name}") for game in GAMES for name, model in input_models(game)]
ROLLS = {
    "mechalyte combat": {"a": "MIPASA:4,4,2", "b": "PMISAA:5"},
    "techniconica shoot": {"accuracy": 5, "speed": 3, "armour": 2, "penetration": 3, "damage_output": 3},
    "techniconica volley": {"accuracy": 5, "speed": 3, "armour": 2, "weapons": "3/2"},
    "techniconica charge": {"speed": 4, "penetration": 1, "damage_output": 3, "target_speed": 2, "armour": 3},
    "mechastellar melee": {"melee": 3},
}
"""What each roll with former names needs besides."""
FORMER_OF_ANALYSES = [
    ("line-of-sight", {"at": "front-left", "weapon": "hammer"}, "their.front-right", "theirs.front-right", "door"),
    ("best-shot", {"mine.front-left": "hammer-right"}, "their.front-right", "theirs.front-right", "drone:left"),
]
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
    assert not {"my", "their"} & set(model.model_fields), "alone a side is mine or theirs"


def value_of(kind, name):
    """Return a value that the input's usual one is not, as an address has it."""
    usual = kind.inputs.model_fields[name].default
    return "true" if usual is False else {"strongest": "weakest"}.get(usual, "2")


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


@pytest.mark.parametrize(("name", "given", "former", "today", "value"), FORMER_OF_ANALYSES)
def test_an_input_is_read_by_its_former_name_on_every_way_in(client, name, given, former, today, value):
    def on_the_command_line(*names):
        words = [f"{key}={text}" for key, text in {**given, **dict.fromkeys(names, value)}.items()]
        return CliRunner().invoke(main, ["analyze", "mecha-mettle", name, *words, "--json"])

    now, then = on_the_command_line(today), on_the_command_line(former)
    assert (then.exit_code, then.output) == (0, now.output)
    assert json.loads(now.stdout)["inputs"]["theirs"] == {"front-right": value}
    both = on_the_command_line(former, today)
    assert both.exit_code == 2 and "their:" in both.stderr
    asked = [
        client.get(f"/api/v1/analyses/mecha-mettle/{name}", query_string={**given, one: value})
        for one in (former, today)
    ]
    assert asked[1].status_code == 200 and asked[0].json == asked[1].json
    head, space = former.split(".")
    body = {"inputs": {**given, head: {space: value}}}
    assert client.post(f"/api/v1/analyses/mecha-mettle/{name}", json=body).json == asked[1].json


@pytest.mark.parametrize(("name", "given", "former", "today", "value"), FORMER_OF_ANALYSES)
def test_a_page_with_a_former_name_leads_to_the_one_of_today(client, name, given, former, today, value):
    here = f"/mecha-mettle/{name}"
    more = {"other": "x", "ruling.sideways-row": "front-meets-back"}
    answer = client.get(here, query_string={**given, former: value, **more})
    assert answer.status_code == 301
    led = client.get(answer.location)
    assert led.status_code == 200 and led.request.args.to_dict() == {**given, today: value, **more}
    assert f'name="{today}"' in led.text and f'name="{former}"' not in led.text
    both = client.get(here, query_string={**given, former: value, today: value})
    assert both.status_code == 422, "two names of one input are refused, not sent round in a circle"


PARTS_OF_ADDRESSES = (
    "slug=x&name=y&number=3&endpoint=z&reference=r&document_id=d&_anchor=a&_external=1&_scheme=gopher&_method=PUT"
)


@pytest.mark.parametrize(
    "address",
    [
        "/techniconica/roll?hold_mine=2",
        "/techniconica/matchup.pdf?hold_mine=2",
        "/techniconica/roll/shoot?hold_attacker=2",
        "/mecha-mettle/line-of-sight?their.front-left=door",
        "/mechalyte/print.pdf?what=markers&run=9",
    ],
)
def test_a_redirect_leads_on_whatever_its_fields_are_called(client, address):
    answer = client.get(f"{address}&{PARTS_OF_ADDRESSES}")
    assert answer.status_code in (200, 301, 303)
    if answer.status_code != 200:
        led = urlsplit(answer.location)
        assert (led.path, led.netloc) == (urlsplit(address).path.replace(".pdf", ""), "")
        assert client.get(answer.location).status_code in (200, 422)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_page_fails_over_a_field_that_is_called_as_a_part_of_an_address(client, game):
    pages = ("", "new", "cards", "print", "export", "rules", "matchup", "roll")
    paths = ["/", "/roll", "/library", *(f"/{game.slug}/{page}" for page in pages)]
    paths += [f"/{game.slug}/{one.name}" for one in game.analyses]
    paths += [f"/{game.slug}/roll/{kind.name}" for kind in game.resolvers]
    found = {path: client.get(f"{path}?{PARTS_OF_ADDRESSES}").status_code for path in paths}
    assert {path: status for path, status in found.items() if status >= 500} == {}
