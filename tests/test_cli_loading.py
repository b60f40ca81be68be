"""What a verb loads: it answers at once because it leaves alone what only other verbs need."""

import json
import subprocess
import sys

import pytest

PAPER = ("reportlab", "pypdfium2", "fontTools", "PIL", "companion.printing")
SERVER = ("flask", "sqlalchemy", "companion.storage", "ssl", "http")
SCRIPTS = ("uharfbuzz", "bidi", "fontTools.unicodedata", "companion.printing.pdf.glyph_fonts")
GAMES = ("pydantic", "rich", "companion.games", "companion.gamekit", "companion.data")
CARDS = "title,text,attack\nRaven,Roll 2 dice: each 5 hits a part.,3\n"
ATTACK = ("mecha-mettle", "attack", "attack=3", "attack_die=regular", "defend=3", "defend_die=shield")
SAY = """
import json, sys
from companion.cli import main
try:
    main(sys.argv[1:])
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded(folder, *words):
    """Return what a process of its own has loaded once it has answered."""
    done = subprocess.run([sys.executable, "-c", SAY, *words], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stderr)


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        (
            ("--version",),
            (*PAPER, *SERVER, "pydantic", "rich", "companion.games", "click.shell_completion", "companion.python_api"),
        ),
        (("odds", "3d6"), (*PAPER, *SERVER, *GAMES)),
        (("odds", "4d6kh3", "--json"), (*PAPER, *SERVER, *GAMES)),
        (("roll", "d%"), (*PAPER, *SERVER, *GAMES)),
        (("odds", *ATTACK), (*PAPER, *SERVER, "rich", "companion.games.techniconica.model")),
        (
            ("print", "cards.csv", "-o", "cards.pdf"),
            (*SERVER, *SCRIPTS, "rich", "companion.games", "companion.gamekit.contract"),
        ),
    ],
    ids=["version", "dice", "dice as JSON", "a roll of dice", "odds", "print"],
)
def test_a_verb_leaves_alone_what_only_others_need(words, spared, tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    found = loaded(tmp_path, *words)
    assert "companion.cli.group" in found
    assert not [name for name in found if name.startswith(tuple(f"{one}." for one in spared)) or name in spared]


def test_a_print_loads_what_shapes_text_for_text_that_needs_it(tmp_path):
    (tmp_path / "cards.csv").write_text("title\nדרקון\n", "utf-8")
    found = loaded(tmp_path, "print", "cards.csv", "-o", "cards.pdf")
    assert {"uharfbuzz", "bidi"} <= set(found)
