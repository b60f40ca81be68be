"""What the README shows can be typed: its commands run on its own example files."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
FILES = dict(re.findall(r"`([\w-]+\.\w+)`:\n\n```\w+\n(.*?)```", README, re.DOTALL))
BLOCK = re.search(r"## At the command line.*?```\n(.*?)```", README, re.DOTALL)[1]
LINES = [line for line in BLOCK.splitlines() if not line.startswith("companion serve")]
LATER = {
    "companion restore": ("companion backup",),
    **{f"companion table {verb}": ("companion table open",) for verb in ("move", "show", "export", "verify")},
    "companion table report": ("companion table open", "companion table move evening.json 2"),
}
"""Which commands another rests on, by how they begin."""


def commands():
    """Give each line as it stands without what is in brackets and, where there is any, with it."""
    for line in LINES:
        yield re.sub(r"\s*\[.*?\]", "", line)
        if "[" in line:
            yield re.sub(r"[\[\]]", "", line)


def run(line):
    return CliRunner().invoke(main, shlex.split(line)[1:])


def test_the_readme_has_examples_and_commands():
    assert set(FILES) == {"my.toml", "house.toml", "cards.csv", "tuesday.toml"}
    assert {line.split()[1] for line in LINES} >= {"check", "print", "roll", "odds", "export", "cards", "calibrate"}


def cases():
    """Give each command, those that search to their limit or draw a whole set's pictures as `long`."""
    long = ("mechs=", "--to tts")
    return [pytest.param(line, marks=[pytest.mark.long] if any(s in line for s in long) else []) for line in commands()]


@pytest.mark.parametrize("line", cases())
def test_every_command_of_the_readme_runs(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion.base.paths.output_folder", lambda: tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    for before in (one for start, those in LATER.items() if line.startswith(start) for one in those):
        assert run(next(other for other in LINES if other.startswith(before))).exit_code == 0
    done = run(line)
    assert done.exit_code == 0, done.output
