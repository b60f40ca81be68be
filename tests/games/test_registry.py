"""Every game of the registry has its rooms, its templates, its cards, its rulebook and its cases."""

import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import template_rendered

from companion.base import paths
from companion.cli import main
from companion.games import GAMES
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker_parts import PartedTracker
from companion.verbs.tables import open_table, set_up
from tests import casebook
from tests.apps import empty_database, lent
from tests.games.reach import rules_reached

ROOMS = ("form", "model", "resolver", "sheets", "validator")
EXAMPLES = {
    "line-of-sight": {"at": "front-left", "facing": "right", "weapon": "hammer", "theirs.front-right": "door"},
    "upgrades": {"lower": "reactor", "upper": "hammer-right"},
    "draft-plan": {"plan": "survive", "keep": "comms-system", "least_categories": "2"},
    "best-shot": {"mine.front-left": "hammer-right", "my_upgrades.front-left": "scout-left", "actions": "2"},
    "duels": {"a": "MIPASA", "b": "PMISAA"},
    "ranking": {"spec": "MIPASA", "field": "named"},
    "counter-spec": {"against": "MIPASA", "begins": "PMIS"},
    "battlefield": {"at": "C2", "mobility": "3"},
    "best-mech": {"wish": "sturdy", "from": "1"},
    "unit-matchup": {"a": "green-viking", "b": "White Asura", "distance": "8", "cover": "1"},
    "whole-turn": {"a": "argonaut", "b": "White Asura", "distance": "12", "momentum": "1", "cover": "1"},
    "best-build": {"hand": "laser-show, 2 Mic Drop", "left_arm": "trainer-left-arm", "parts": "2 Freedom"},
    "damage-options": {"head": "encore-crown", "body": "keg-hull", "attack": "9"},
    "deck-odds": {"draw": "2 Trainer Head, Mic Drop", "discard": "keg-hull", "count": "2"},
}
"""Inputs of every analysis, by its name, as an address writes them."""
STRAY = re.compile(r'PydanticUndefined|None</textarea>|="(None|False|\(\)|{})"')
"""Defaults that are nothing to a reader, where a page has written them into a field."""
FINDING = re.compile(r'Finding\(\s*"([a-z-]+)"')


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request):
    return request.param


def modules(game):
    package = importlib.import_module(f"companion.games.{game.package}")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [package, *(importlib.import_module(info.name) for info in found)]


def tied(game):
    """The rule ids that functions of the game are tied to."""
    for module in modules(game):
        for _, thing in inspect.getmembers(module):
            members = [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]
            for member in members:
                yield from getattr(member, "rules", ()) if inspect.isfunction(member) else ()


def findings_of(game):
    """The rule ids that findings of the game name."""
    return {rule_id for module in modules(game) for rule_id in FINDING.findall(inspect.getsource(module))}


def test_every_game_has_its_rooms(game):
    names = {module.__name__.rpartition(".")[2] for module in modules(game)}
    assert set(ROOMS) <= names


def test_every_room_of_a_game_is_loaded(game):
    """A room that stands in its folder and is not named in its `__init__` would be there for nobody."""
    answers, views = game.load_answers(), game.load_views()
    optional = {"analysis": answers.analysis, "matchup": answers.matchup, "builder": views.builder}
    optional |= {"tracker": answers.tracker}
    optional |= {"pages": views.pages, "summary": views.summary, "art": views.art}
    names = {module.__name__.split(".")[3] for module in modules(game)[1:]}
    assert {name for name, room in optional.items() if room} == names & set(optional)


def test_every_game_has_its_templates_cards_and_rulebook(game):
    assert (paths.TEMPLATES / game.package / "build.html").is_file()
    for analysis in game.analyses:
        assert (paths.TEMPLATES / game.package / f"{analysis.name}.html").is_file()
    assert game.catalogue.cards
    assert game.rulebook.section and game.rulebook.title == game.title


def test_slugs_and_colours_are_one_of_a_kind():
    assert len({game.slug for game in GAMES}) == len(GAMES)
    assert len({game.accent for game in GAMES}) == len(GAMES)


def test_every_rule_id_in_code_is_in_the_rulebook(game):
    found = findings_of(game) | set(tied(game))
    assert found
    assert found - set(game.rulebook.rules) == set()


def test_rule_and_ruling_ids_are_each_there_once(game):
    ids = [rule.id for section in game.rulebook.section for rule in section.rule]
    assert len(ids) == len(set(ids))
    rulings = [ruling.id for ruling in game.rulebook.ruling]
    assert len(rulings) == len(set(rulings))
    sections = {section.id for section in game.rulebook.section}
    assert {ruling.section for ruling in game.rulebook.ruling} <= sections


def test_every_rule_that_is_applied_has_a_case(game):
    cased = {case["rule"] for case in casebook.read(game.package)}
    assert rules_reached(game) - cased == set()


def test_every_finding_has_a_case_with_it_and_one_without(game):
    """At the limit and one past it."""
    seen = {(case["rule"], casebook.finds(case)) for case in casebook.read(game.package)}
    wanted = {(rule_id, finds) for rule_id in findings_of(game) for finds in (True, False)}
    assert wanted - seen == set()


def test_every_rule_of_a_section_that_is_done_is_applied_by_what_a_player_can_call(game):
    reached = rules_reached(game)
    done = [rule.id for section in game.rulebook.section if section.status == "done" for rule in section.rule]
    assert [rule for rule in done if rule not in reached] == []


def test_a_section_that_is_only_told_has_no_rule_that_is_applied_and_a_partial_one_has_some(game):
    reached = rules_reached(game)
    for section in game.rulebook.section:
        applied = [rule.id for rule in section.rule if rule.id in reached]
        if section.status == "told":
            assert applied == [], section.id
        elif section.status == "partial":
            assert applied, section.id


def test_every_case_names_a_rule_and_has_a_name_of_its_own(game):
    names = [case["name"] for case in casebook.read(game.package)]
    assert len(names) == len(set(names))
    assert {case["rule"] for case in casebook.read(game.package)} <= set(game.rulebook.rules)


def test_every_ruling_has_two_answers_at_least(game):
    for ruling in game.rulebook.ruling:
        assert len({option.id for option in ruling.option}) == len(ruling.option), ruling.id
        assert len(ruling.option) + bool(ruling.number) >= 2, ruling.id


def test_every_number_is_marked_and_every_deduced_one_says_why(game):
    for card in game.catalogue.cards.values():
        for name, mark in card.origin.items():
            assert mark.note or mark.kind not in ("deduced", "house"), f"{card.id}: {name}"


def test_a_tracker_of_modules_says_only_what_the_others_do_not(game):
    room = game.load_answers().tracker
    classes = [one for _, one in inspect.getmembers(room, inspect.isclass) if issubclass(one, PartedTracker)]
    trackers = [one for one in classes if one is not PartedTracker]
    assert trackers or room is None or issubclass(_made(game), RecordsTracker)
    shared = {name for name, one in vars(PartedTracker).items() if inspect.isfunction(one) and name[0] != "_"}
    assert not [name for tracker in trackers for name in shared & set(vars(tracker))]


def _made(game):
    """Return the class of a game's trackers."""
    return type(open_table(game, set_up(game, bytes(32), {})).tracker)


def test_headlines_are_measures(game):
    for kind in game.resolvers:
        assert kind.headline in {measure.name for measure in kind.measures}


@pytest.fixture
def client(tmp_path):
    """A browser without cookies, on a database of its own."""
    with lent(empty_database(tmp_path / "registry.sqlite3"), TESTING=True, RATELIMIT_ENABLED=False) as app:
        yield app.test_client()


def page_answer(client, address, query):
    """Return what a page's template is given as the answer."""
    given = []
    with template_rendered.connected_to(lambda app, template, context: given.append(context), client.application):
        response = client.get(address, query_string=query)
    assert response.status_code == 200, response.get_data(as_text=True)
    return given[0]["answer"]


def test_every_input_of_an_analysis_has_a_title(game):
    for analysis in game.analyses:
        assert analysis.title and analysis.about
        schema = analysis.inputs.model_json_schema()["properties"]
        for name, field in analysis.inputs.model_fields.items():
            assert field.title and schema[name]["title"] == field.title, f"{analysis.name}: {name}"


def test_the_pages_of_a_game_are_those_of_its_analyses(game):
    assert set(game.pages) <= {analysis.name for analysis in game.analyses}


def test_the_page_of_an_analysis_waits_for_its_inputs(game, client):
    for analysis in game.analyses:
        address = f"/{game.slug}/{analysis.name}"
        empty = client.get(address)
        assert empty.status_code == 200
        assert not STRAY.search(empty.get_data(as_text=True))


def test_page_command_line_and_http_give_an_analysis_the_same_answer(game, client):
    for analysis in game.analyses:
        inputs = EXAMPLES[analysis.name]
        told = client.get(f"/api/v1/analyses/{game.slug}/{analysis.name}", query_string=inputs)
        assert told.status_code == 200, told.get_data(as_text=True)
        words = [f"{name}={value}" for name, value in inputs.items()]
        done = CliRunner().invoke(main, ["analyze", game.slug, analysis.name, *words, "--json"])
        assert (done.exit_code, done.stderr) == (0, "")
        assert json.loads(done.stdout) == told.json
        assert (
            json.loads(json.dumps(page_answer(client, f"/{game.slug}/{analysis.name}", inputs))) == told.json["answer"]
        )
        assert set(told.json["answer"].get("rules", ())) <= set(game.rulebook.rules), analysis.name
        plain = CliRunner().invoke(main, ["analyze", game.slug, analysis.name, *words])
        assert (plain.exit_code, plain.stderr) == (0, "") and "{" not in plain.stdout, plain.stdout


def test_no_shared_file_asks_which_game_it_is():
    package = Path(importlib.import_module("companion").__file__).parent
    for path in package.rglob("*.py"):
        if "games" in path.relative_to(package).parts[:1] and path.name != "__init__.py":
            continue
        text = path.read_text("utf-8")
        for game in GAMES:
            assert f'== "{game.slug}"' not in text and f"== '{game.slug}'" not in text, path.name
