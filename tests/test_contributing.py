"""The guide for contributors: its pictures are those of the contracts, and its commands work."""

import os
import re
import shlex

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.layers import GUIDE, contracts, renewed

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


def test_there_are_commands_to_follow():
    assert len(COMMANDS) >= 4 and set(FILES) == {"build.toml"}


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_guide_runs(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    done = CliRunner().invoke(main, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
