"""A sixth game is one line in GAMES and folders of its own name: `make new-game` writes them, green at once."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[2]
OTHER, NEW = "mechalyte", "quasimech"
COPIED = ("companion", "card_data", "templates", "tests", "docs")
SKIPPED = shutil.ignore_patterns("__pycache__", "golden", "*.png")
SHARED = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("tests/test_*.py", "tests/games/test_*.py")
    for path in ROOT.glob(pattern)
    if re.search(r"\b(?:GAMES|FIGHTS|PRINT_SETS)\b", path.read_text("utf-8")) and path != Path(__file__)
)
"""Tests that ask the same of every game, not all of them by its name, nor those that look for all games in a list."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A checkout with one game more, written by the command of the contributors' guide."""
    top = tmp_path_factory.mktemp("six")
    for name in COPIED:
        shutil.copytree(ROOT / name, top / name, ignore=SKIPPED)
    (top / "output").mkdir()
    for name in ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, top)
    assert "```sh new game\nmake new-game NAME=" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search(r"^new-game:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]
    folder = str(Path(sys.executable).parent)
    for line in recipe.splitlines():
        words = line.strip().replace("$(BIN)", folder).replace("$(NAME)", NEW)
        subprocess.run(words, shell=True, cwd=top, check=True, timeout=60, capture_output=True)
    return top


def _run(tree, *command):
    """Run a command in the checkout, all of it: which part of the tests is asked for out here is not its affair."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("COMPANION_PART", None)
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False)


def _tool(name):
    return str(Path(sys.executable).with_name(name))


@pytest.mark.long
def test_a_new_game_passes_what_every_game_must(tree):
    """What is asked of one game is asked of the new one alone; the others were asked where they come from."""
    mine = f"{NEW} or not ({' or '.join(game.slug for game in GAMES)})"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", mine]
    done = _run(tree, *command, *SHARED, f"tests/games/{NEW}")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    named = [word for word in command if word != mine]
    everywhere = _run(tree, *named, NEW, "--ignore=tests/abuse", "--ignore=tests/releases", "tests")
    assert everywhere.returncode == 0, everywhere.stdout[-3000:] + everywhere.stderr[-1000:]
    known = _run(tree, sys.executable, "-m", "companion", "games", "--json")
    assert NEW in [game["slug"] for game in json.loads(known.stdout)["games"]]


@pytest.mark.long
def test_a_new_game_stands_what_no_honest_player_does(tree):
    """Its cases of `make test-abuse`; no other file of abuse asks each game."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "abuse", "-k", NEW]
    done = _run(tree, *command, "tests/abuse/test_budget.py")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_only_the_list_of_games_changes(tree):
    """Every other file of the new game is in a folder of its own name."""
    changed = [
        path.relative_to(tree).as_posix()
        for path in tree.rglob("*.*")
        if path.is_file() and NEW in path.read_text("utf-8", "replace") and NEW not in path.parts
    ]
    assert [path for path in changed if path.startswith("companion")] == ["companion/games/__init__.py"]


def test_a_name_that_is_taken_or_none_is_refused(tree):
    for name in (OTHER, NEW, "Iron Rain!", "class", ""):
        done = _run(tree, sys.executable, "docs/new_game/write.py", name)
        assert done.returncode == 1 and done.stderr, name


def test_games_can_be_added_until_their_import_takes_several_lines(tmp_path):
    games = tmp_path / "companion/games/__init__.py"
    games.parent.mkdir(parents=True)
    shutil.copy(ROOT / "companion/games/__init__.py", games)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("a-game-of-a-long-name", "z-game-of-a-long-name", "last-game"):
        done = _run(tmp_path, sys.executable, str(ROOT / "docs/new_game/write.py"), name)
        assert done.returncode == 0, done.stderr
        for command in (("check", "--quiet", "--fix"), ("format", "--quiet")):
            done = _run(tmp_path, _tool("ruff"), *command, str(games))
            assert done.returncode == 0, done.stdout
    text = games.read_text("utf-8")
    assert "    a_game_of_a_long_name,\n" in text
    assert re.findall(r"    (\w+)\.GAME,", text)[-3:] == ["a_game_of_a_long_name", "z_game_of_a_long_name", "last_game"]


def test_lint_is_green(tree):
    for command in (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("lint-imports", "--no-cache")):
        done = _run(tree, _tool(command[0]), *command[1:])
        assert done.returncode == 0, done.stdout


def test_an_import_from_another_game_fails_the_linter(tree):
    rules = tree / f"companion/games/{NEW}/validator.py"
    before = rules.read_text("utf-8")
    try:
        rules.write_text(f"{before}\nfrom companion.games.{OTHER}.model import ROOM as OTHER_ROOM\n", "utf-8")
        done = _run(tree, _tool("lint-imports"), "--no-cache")
    finally:
        rules.write_text(before, "utf-8")
    assert done.returncode != 0
    assert f"companion.games.{NEW} is not allowed to import companion.games.{OTHER}" in " ".join(done.stdout.split())


def test_a_room_out_of_order_fails_the_linter(tree):
    stray = tree / f"companion/games/{NEW}/corridor.py"
    stray.write_text('"""Nothing."""\n', "utf-8")
    try:
        done = _run(tree, _tool("lint-imports"), "--no-cache")
    finally:
        stray.unlink()
    assert done.returncode != 0 and f"companion.games.{NEW}.corridor" in done.stdout


@pytest.mark.long
def test_a_room_that_lacks_something_fails_mypy(tree):
    resolver = tree / f"companion/games/{NEW}/resolver.py"
    before = resolver.read_text("utf-8")
    try:
        resolver.write_text(before.replace("RESOLVERS = (", "ROLLS = ("), "utf-8")
        done = _run(tree, _tool("mypy"), "--cache-dir", str(ROOT / ".mypy_cache"))
    finally:
        resolver.write_text(before, "utf-8")
    assert done.returncode == 1 and 'expected "ResolverRoom"' in done.stdout
