"""One concept, one name: no two classes of shared code, or of one game and shared code, are called alike."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES

PACKAGE = Path(__file__).parents[1] / "companion"


def classes(*folders, without=()):
    """Return where each class name is defined."""
    found = defaultdict(list)
    for folder in folders:
        for path in folder.rglob("*.py"):
            if any(other in path.parents for other in without):
                continue
            for name in classes_of(path):
                found[name].append(str(path.relative_to(PACKAGE)))
    return found


@cache
def classes_of(path):
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return [node.name for node in nodes if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_class_names_are_unique_in_shared_code_and_a_game(game):
    """Two games may both have a Weapon: each uses its rulebook's own word, and neither knows the other."""
    games = PACKAGE / "games"
    found = classes(PACKAGE, without=[games]) | {}
    for name, places in classes(games / game.package).items():
        found[name] = [*found.get(name, []), *places]
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
