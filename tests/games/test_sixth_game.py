"""A sixth game is one line in GAMES and folders of its own name: a copy of one, renamed, passes what every game must."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[2]
COPIED, NEW = "mechalyte", "hexalyte"
SKIPPED = shutil.ignore_patterns("__pycache__", "releases", "web", "printing")
RECIPE = re.search(r"```sh copy a game\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)[1]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A checkout with one game more, made by the commands of the contributors' guide."""
    top = tmp_path_factory.mktemp("six")
    for name in ("companion", "card_data", "templates"):
        shutil.copytree(ROOT / name, top / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", top / "tests", ignore=SKIPPED)
    shutil.copy(ROOT / "pyproject.toml", top)
    subprocess.run(["bash", "-e", "-c", RECIPE], cwd=top, check=True, timeout=60)
    assert (top / "companion/games/__init__.py").read_text("utf-8").count(f'"{NEW}",') == 1
    return top


def _run(tree, *command):
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.long
def test_a_copied_game_passes_what_every_game_must(tree):
    """What is asked of one game is asked of the new one alone; the others were asked where they come from."""
    mine = f"{NEW} or not ({' or '.join(game.slug for game in GAMES)})"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", mine]
    done = _run(tree, *command, "tests/games/test_registry.py")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    known = _run(tree, sys.executable, "-m", "companion", "games", "--json")
    assert f'"slug": "{NEW}"' in known.stdout


def test_an_import_from_another_game_fails_the_linter(tree):
    linter = str(Path(sys.executable).with_name("lint-imports"))
    assert _run(tree, linter, "--no-cache").returncode == 0
    rules = tree / f"companion/games/{NEW}/rules/army.py"
    before = rules.read_text("utf-8")
    try:
        rules.write_text(f"{before}\nfrom companion.games.{COPIED}.model import ROOM as OTHER_ROOM\n", "utf-8")
        done = _run(tree, linter, "--no-cache")
    finally:
        rules.write_text(before, "utf-8")
    assert done.returncode != 0
    assert f"companion.games.{NEW} is not allowed to import companion.games.{COPIED}" in " ".join(done.stdout.split())


def test_a_room_out_of_order_fails_the_linter(tree):
    linter = str(Path(sys.executable).with_name("lint-imports"))
    stray = tree / f"companion/games/{NEW}/corridor.py"
    stray.write_text('"""Nothing."""\n', "utf-8")
    try:
        done = _run(tree, linter, "--no-cache")
    finally:
        stray.unlink()
    assert done.returncode != 0 and f"companion.games.{NEW}.corridor" in done.stdout
