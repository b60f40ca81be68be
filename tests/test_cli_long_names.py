"""A file's name that no file system takes is a sentence on every verb that reads or writes one, never a traceback."""

import pytest
from click.testing import CliRunner

from companion.cli import main

LONG = "x" * 4500
LINES = [
    ("print", LONG),
    ("print", f"{LONG}.csv"),
    ("print", f"{LONG}.toml"),
    ("print", f"{LONG}.zip"),
    ("print", "mechalyte", "--what", "reference", "-o", f"{LONG}.pdf"),
    ("print", "mechalyte", "--what", "reference", "-o", f"{LONG}/sheet.pdf"),
    ("print", "mechalyte", "--what", "markers", "--cut-file", f"{LONG}.svg", "-o", "sheet.pdf"),
    ("print", "mechalyte", "--have", LONG),
    ("print", "mechalyte", "--pack", LONG),
    ("export", LONG, "--to", "png"),
    ("export", "mechalyte", "--to", "png", "--what", "markers", "-o", LONG),
    ("export", "mechalyte", "--to", "png", "--what", "markers", "-o", f"{LONG}.zip"),
    ("export", "mechalyte", "--to", "tts", "--what", "markers", "-o", LONG),
    ("export", "mechalyte", "--to", "shop", "--what", "markers", "-o", f"{LONG}.pdf"),
    ("calibrate", "-o", f"{LONG}.pdf"),
    ("schema", "mechalyte", "-o", LONG),
    ("cards", "mechalyte", "--pack", LONG),
    ("check", LONG),
    ("matchup", LONG, LONG),
    ("backup", LONG),
    ("restore", LONG),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: " ".join(line).replace(LONG, "LONG"))
def test_a_name_that_is_too_long_is_a_sentence(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    done = CliRunner().invoke(main, line)
    assert isinstance(done.exception, SystemExit) and done.exit_code == 2, done.exception
    assert "too long" in done.stderr and "expected" in done.stderr
    assert len(done.stderr) < 600
