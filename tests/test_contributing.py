"""The guide for contributors: its pictures are those of the contracts, and its commands work."""

import ast
import os
import re
import shlex
import tomllib
from importlib.metadata import packages_distributions

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.layers import GUIDE, ROOT, contracts, renewed

TEXT = GUIDE.read_text("utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
FILES = dict(re.findall(r"`([\w-]+\.toml)` for the second line:\n\n```toml\n(.*?)```", TEXT, re.DOTALL))


@pytest.mark.golden
def test_the_pictures_are_those_of_the_contracts():
    if os.environ.get("RENEW"):
        GUIDE.write_text(renewed(TEXT), "utf-8")
    assert renewed(GUIDE.read_text("utf-8")) == GUIDE.read_text("utf-8")


def test_every_layer_contract_has_its_picture():
    inner = ("base", "data", "limits", "gamekit", "game_system", "games.*", "printing", "printing.sheets", "web")
    assert set(contracts()) == {"companion", *(f"companion.{name}" for name in inner)}
    for container in contracts():
        assert f"<!-- {container} -->" in TEXT


def declared():
    """Return the names of the dependencies in pyproject.toml: the product's, and those of extras and development."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for listed in project["optional-dependencies"].values() for one in listed]
    return tuple({re.match(r"[\w-]+", one)[0] for one in listed} for listed in (project["dependencies"], extras))


def test_every_dependency_has_its_row_and_every_row_its_dependency():
    table = TEXT.partition("## Dependencies")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z][\w, -]*?) \| (.*?) \|$", table, re.MULTILINE)[1:]
    named = [name for names, _ in rows for name in names.split(", ")]
    assert sorted(named) == sorted(set.union(*declared()))
    assert all(use for _, use in rows)


UNIMPORTED = {
    "brotli": "fontTools and Flask-Compress import it",
    "psycopg": "SQLAlchemy imports it",
}
"""Dependencies of the product that no module of it imports, each with the reason."""


def test_every_dependency_of_the_product_is_imported_by_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for name, listed in project["optional-dependencies"].items() if name != "dev" for one in listed]
    wanted = {re.match(r"[\w-]+", one)[0] for one in (*project["dependencies"], *extras)}
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "companion").rglob("*.py"))
    imported = {top for tree in trees for node in ast.walk(tree) for top in tops(node)}
    installed = packages_distributions()
    packages = {name.lower().replace("_", "-") for top in imported for name in installed.get(top, ())}
    assert wanted - packages == set(UNIMPORTED)


def tops(node):
    """Return the first parts of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module.partition(".")[0]]
    return []


def test_there_are_commands_to_follow():
    assert len(COMMANDS) >= 4 and set(FILES) == {"build.toml"}


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_guide_runs(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    done = CliRunner().invoke(main, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
