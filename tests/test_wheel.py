"""The product as an installed wheel: built, put into a clean environment elsewhere, printed from and served."""

import os
import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def companion(wheel, tmp_path_factory):
    """Return the command of a clean environment, and an empty folder to run it in."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "env"), "install", "-q", "--no-compile", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "env/bin/companion", folder


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "COMPANION_DATA": str(folder / "data")}


def test_wheel_carries_what_the_product_reads(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for part in ("templates/base.html", "card_data/mecha_mettle/rulebook.toml", "card_data/wreck_a_mech/art/frame.svg"):
        assert f"companion/_shipped/{part}" in names
    assert any(name.startswith("companion/web/static/") for name in names)
    starters = "companion/printing/custom/layouts/starters"
    assert {f"{starters}/{name}" for name in ("classic.layout.toml", "example.csv")} <= names
    assert {"companion/py.typed", "companion/__init__.pyi"} <= names
    assert not any(name.startswith("tests/") for name in names)


def test_prints_a_whole_game(companion):
    command, folder = companion
    done = subprocess.run([command, "print", "mechalyte"], cwd=folder, env=environment(folder), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    printed = list(folder.glob("*.pdf"))
    assert len(printed) == 1
    assert printed[0].read_bytes().startswith(b"%PDF")


PROGRAM = """
from fractions import Fraction
from pathlib import Path

import companion

reveal_type(companion.odds)
reveal_type(companion.game("mechastellar").odds("shoot", shots=3))
game: companion.Game = companion.game("mechastellar", rulings={"most-units": "12"})
chances: dict[companion.Outcome, Fraction] = dict(game.odds("shoot", shots=3, cover=True))
hits: Fraction = game.odds("shoot").of("hits")[2]
legal: bool = game.check({"title": "Mine"}).legal
rules: list[str] = [finding.rule for finding in game.check(Path("my.toml")).findings]
files: tuple[Path, ...] = game.print_pdf(None, "a.pdf", what="cards", paper="letter").files
version: str = companion.__version__
try:
    companion.odds("3d")
except companion.InvalidInput as error:
    places: list[str] = [one.where for one in error.input_errors]
"""
WRONG = """
import companion

companion.game(5)
companion.game("mechalyte").check(5)
companion.game("mechalyte").print_pdf()
companion.frob
"""


def test_a_program_of_somebody_else_is_checked_by_mypy(companion, tmp_path):
    """The project stands elsewhere and sees only what is installed: without py.typed everything would be Any."""
    command, _ = companion
    page = (ROOT / "docs/python.md").read_text("utf-8")
    typed = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", page, re.MULTILINE)
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "examples.py").write_text("\n".join(typed) + "\n", "utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")

    def check(*names):
        python = command.parent / "python"
        words = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, *names]
        return subprocess.run(words, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True)

    done = check("program.py", "examples.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'Revealed type is "def (dice: str) -> companion.python_api.Distribution[Any]"' in done.stdout
    assert 'Revealed type is "companion.python_api.Distribution[companion.python_api.Outcome]"' in done.stdout
    wrong = check("wrong.py")
    assert (wrong.returncode, [line.partition(": error: ")[0] for line in wrong.stdout.splitlines()[:-1]]) == (
        1,
        ["wrong.py:4", "wrong.py:5", "wrong.py:6", "wrong.py:7"],
    )


def test_serves(companion):
    command, folder = companion
    server = subprocess.Popen(
        [command, "serve", "--port", "0"],
        cwd=folder,
        env=environment(folder) | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        lines = iter(server.stdout.readline, "")
        address = next(word for line in lines for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(address, timeout=20) as page:
            assert "Mecha Mettle" in page.read().decode()
    finally:
        server.terminate()
        server.wait(timeout=20)
        server.stdout.close()
