"""Every game of the registry has its rooms, its templates, its cards, its rulebook and its cases."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

from companion import paths
from companion.games import GAMES
from tests import casebook
from tests.games.reach import rules_reached

ROOMS = ("form", "model", "resolver", "sheets", "validator")
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


def test_every_game_has_its_rooms(game):
    names = {module.__name__.rpartition(".")[2] for module in modules(game)}
    assert set(ROOMS) <= names


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
    found = {i for module in modules(game) for i in FINDING.findall(inspect.getsource(module))} | set(tied(game))
    assert found
    assert found - set(game.rulebook.rules) == set()


def test_rule_and_ruling_ids_are_each_there_once(game):
    ids = [rule.id for section in game.rulebook.section for rule in section.rule]
    assert len(ids) == len(set(ids))
    rulings = [ruling.id for ruling in game.rulebook.ruling]
    assert len(rulings) == len(set(rulings))
    sections = {section.id for section in game.rulebook.section}
    assert {ruling.section for ruling in game.rulebook.ruling} <= sections


def test_every_section_that_is_done_has_a_case(game):
    covered = {game.rulebook.rules[case["rule"]][0].id for case in casebook.read(game.package)}
    done = {section.id for section in game.rulebook.section if section.status == "done"}
    assert done - covered == set()


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
        assert len({option.id for option in ruling.option}) == len(ruling.option) >= 2, ruling.id


def test_every_number_is_marked_and_every_deduced_one_says_why(game):
    for card in game.catalogue.cards.values():
        for name, mark in card.origin.items():
            assert mark.note or mark.kind not in ("deduced", "house"), f"{card.id}: {name}"


def test_headlines_are_measures(game):
    for kind in game.resolvers:
        assert kind.headline in {measure.name for measure in kind.measures}


def test_no_shared_file_asks_which_game_it_is():
    package = Path(importlib.import_module("companion").__file__).parent
    for path in package.rglob("*.py"):
        if "games" in path.relative_to(package).parts[:1] and path.name != "__init__.py":
            continue
        text = path.read_text("utf-8")
        for game in GAMES:
            assert f'== "{game.slug}"' not in text and f"== '{game.slug}'" not in text, path.name
