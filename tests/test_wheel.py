"""The product as an installed wheel: built, put into a clean environment elsewhere, printed from and served."""

import os
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
    assert not any(name.startswith("tests/") for name in names)


def test_prints_a_whole_game(companion):
    command, folder = companion
    done = subprocess.run([command, "print", "mechalyte"], cwd=folder, env=environment(folder), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    printed = list(folder.glob("*.pdf"))
    assert len(printed) == 1
    assert printed[0].read_bytes().startswith(b"%PDF")


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
