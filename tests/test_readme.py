"""What the README and the pages in docs show can be typed: their commands run on their own example files."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

ROOT = Path(__file__).parent.parent
PAGES = {page.name: page.read_text("utf-8") for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
_FILE = re.compile(r"`([\w-]+\.\w+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
_BLOCK = re.compile(r"^```\n((?:companion .*\n)+)```", re.MULTILINE)
FILES = {page: dict(_FILE.findall(text)) for page, text in PAGES.items()}
LINES = [
    (page, line)
    for page, text in PAGES.items()
    for block in _BLOCK.findall(text)
    for line in block.splitlines()
    if not line.startswith("companion serve")
]
LATER = {
    "companion restore": ("companion backup club.zip --verify",),
    **{
        f"companion table {verb}": ("companion table open mechalyte --file evening.json",)
        for verb in ("move", "show", "export", "verify")
    },
    "companion table report": (
        "companion table open mechalyte --file evening.json",
        "companion table move evening.json 2 concede",
    ),
    "companion check thick-skin.pdf": ("companion print my.toml -o thick-skin.pdf",),
}
"""Which commands another rests on, by how they begin."""


def commands():
    """Give each line as it stands without what is in brackets and, where there is any, with it."""
    for page, line in LINES:
        yield page, re.sub(r"\s*\[.*?\]", "", line)
        if "[" in line:
            yield page, re.sub(r"[\[\]]", "", line)


def run(line):
    return CliRunner().invoke(main, shlex.split(line)[1:])


def files_of(page):
    """Return the example files of a page; one that it does not show is the one of the page that explains it."""
    return FILES["README.md"] | FILES["builds.md"] | FILES["printing.md"] | FILES[page]


def test_the_pages_have_examples_and_commands():
    assert set(files_of("README.md")) == {"my.toml", "border.toml", "house.toml", "cards.csv", "tuesday.toml"}
    assert {line.split()[1] for _, line in LINES} >= {"check", "print", "roll", "odds", "export", "cards", "calibrate"}
    assert FILES["README.md"]["my.toml"] == FILES["builds.md"]["my.toml"]


def test_the_readme_is_short_and_names_every_page():
    assert PAGES["README.md"].count("\n") <= 150
    assert [page for page in PAGES if page != "README.md" and f"(docs/{page})" not in PAGES["README.md"]] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_to_files(page):
    folder = ROOT if page == "README.md" else ROOT / "docs"
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page])
    assert [link for link in links if not (folder / link).exists()] == []


def cases():
    """Give each command, those that search to their limit or draw a whole set's pictures as `long`."""
    long = ("mechs=", "--to tts")
    found = dict.fromkeys(commands())
    return [pytest.param(*one, marks=[pytest.mark.long] if any(s in one[1] for s in long) else []) for one in found]


@pytest.mark.parametrize(("page", "line"), cases())
def test_every_command_of_a_page_runs(page, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in files_of(page).items():
        (tmp_path / name).write_text(text, "utf-8")
    for before in (one for start, those in LATER.items() if line.startswith(start) for one in those):
        assert run(before).exit_code == 0
    done = run(line)
    assert done.exit_code == 0, done.output
