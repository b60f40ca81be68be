"""Every file that a game must have, and what it is for; a room is a module, or a package of the same name."""

import pytest

from companion.games import GAMES
from tests.layers import ROOT

FILES = {
    "companion/games/{package}/__init__.py": "GAME: the names of the game, and the functions that import its rooms.",
    "companion/games/{package}/model.py": "The words of the game: its kinds of cards, and what a build is.",
    "companion/games/{package}/validator.py": "The checks of a build: totals, findings and their fixes.",
    "companion/games/{package}/resolver.py": "What can be rolled, as state machines.",
    "companion/games/{package}/form.py": "The form in which a build is typed.",
    "companion/games/{package}/sheets.py": "What can be printed.",
    "companion/web/static/{package}/{package}.css": "How the game's own pages look.",
    "card_data/{package}/credit.toml": "Whose game it is, as its rulebook says.",
    "card_data/{package}/glossary.toml": "Its short terms, each with its meaning and its rule.",
    "card_data/{package}/rulebook.toml": "The rulebook in our own words: sections, rules, rulings.",
    "templates/{package}/build.html": "The fields of a build's form.",
    "templates/{package}/side.html": "What a build amounts to, beside its form.",
    "tests/games/{package}/cases.toml": "For each rule that is applied, a case at its limit and one past it.",
    "tests/games/{package}/inputs.toml": "The limits of each roll's inputs.",
    "tests/games/{package}/throws.toml": "Whose each throw and choice of each roll is, and inputs that lead to them.",
    "tests/games/{package}/rulings.toml": "An input for each option of each ruling, whose answer it changes.",
    "tests/games/{package}/test_cases.py": "The cases, each by the verb that it names.",
}
SEVERAL = {
    ("card_data/{package}/*.toml", 3): "The cards, in as many files as one likes, beside credit and rulebook.",
    ("card_data/{package}/examples/*.toml", 1): "Legal builds; the first one by name draws the picture on Home.",
}
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@EACH
@pytest.mark.parametrize("path", FILES)
def test_a_game_has(game, path):
    path = path.format(package=game.package)
    package = ROOT / path.removesuffix(".py") / "__init__.py"
    assert (ROOT / path).is_file() or package.is_file()


@EACH
@pytest.mark.parametrize(("pattern", "least"), SEVERAL)
def test_a_game_has_files_like(game, pattern, least):
    assert len([*ROOT.glob(pattern.format(package=game.package))]) >= least
