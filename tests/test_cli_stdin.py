"""`-` on the command line: what is piped in, wherever a file is read."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main

BUILD = """
game = "mecha-mettle"
title = "Piped"
components = ["light-thrusters", "hydrostatic-bearings", "emergency-shields", "artificial-intelligence"]
"""
PACK = """
game = "mecha-mettle"
title = "Mine"
[[component]]
name = "Foo Bar"
level = 1
category = "defense"
when = "own turn"
text = "Nothing."
"""
ROWS = "card,name,level,category,when,text\ncomponent,Foo Bar,1,defense,own turn,Nothing.\n"
HOUSE_RULES = 'game = "mecha-mettle"\nkind = "house-rules"\ntitle = "Ours"\n[rulings]\nadded-dice = "pool"\n'


def piped(text, *words):
    """Return what a verb answers, as JSON where it has any, to what is piped in."""
    done = CliRunner().invoke(main, [str(word) for word in words], input=text)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout) if "--json" in words else done.stdout


@pytest.fixture
def build(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(BUILD, "utf-8")
    return path


def test_a_build(tmp_path):
    assert piped(BUILD, "check", "-", "--json")["title"] == "Piped"
    assert "Piped" in piped(BUILD, "share", "-")
    assert piped(BUILD, "print", "-", "-o", tmp_path / "a.pdf", "--json")["pieces"] == 4
    assert piped(BUILD, "matchup", "-", "-", "--json")["mine"] == "Piped"


@pytest.mark.parametrize("text", [PACK, ROWS, f"[[component]]{PACK.partition('[[component]]')[2]}"])
def test_a_pack_in_toml_and_in_rows(text, build):
    cards = piped(text, "cards", "mecha-mettle", "--pack", "-", "--json")["cards"]
    assert [card["kind"] for card in cards if card["name"] == "Foo Bar"] == ["component"]
    assert piped(text, "check", build, "--pack", "-", "--json")["title"] == "Piped"


def test_house_rules(build):
    assert piped(HOUSE_RULES, "check", build, "--house-rules", "-", "--json")["rulings"] == {"added-dice": "pool"}


def test_pieces_that_are_there_already(tmp_path):
    words = ("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path / "a.pdf", "--json")
    # Twenty-two tiles, of which four are Blast Doors.
    assert piped("4 Blast Door\n", *words, "--have", "-")["pieces"] == 18


def test_cards_of_no_game(tmp_path):
    out = ("-o", tmp_path / "a.pdf", "--json")
    assert piped("title,text\nRaven,Hi\nCrow,Ho\n", "print", "-", "--generic", *out)["pieces"] == 2
    assert piped('[[card]]\ntitle = "Raven"\n', "print", "-", *out)["pieces"] == 1


def test_a_layout_of_cards(tmp_path):
    rows = tmp_path / "cards.csv"
    rows.write_text("title,text\nRaven,Hi\n", "utf-8")
    layout = '[[zone]]\nname = "title"\nat = [5, 5]\nsize = [50, 10]\ntext = "{title}"\n'
    answer = piped(layout, "print", rows, "--layout", "-", "-o", tmp_path / "a.pdf", "--json")
    assert answer["layout"] == "-"


def test_a_table(tmp_path):
    path = tmp_path / "table.json"
    assert CliRunner().invoke(main, ["table", "open", "mechalyte", "--file", str(path)]).exit_code == 0
    text = path.read_text("utf-8")
    assert piped(text, "table", "show", "-", "--json")["game"] == "mechalyte"
    assert piped(text, "table", "verify", "-", "--json")["ok"]
    done = CliRunner().invoke(main, ["table", "move", "-", "1", "sit", "Anna"], input=text)
    assert (done.exit_code, "written into it" in done.stderr) == (2, True)


def test_a_backup(tmp_path):
    path = tmp_path / "club.zip"
    assert CliRunner().invoke(main, ["backup", str(path)]).exit_code == 0
    assert piped(path.read_bytes(), "restore", "-", "--dry-run", "--json")["restored"] == 0
    done = CliRunner().invoke(main, ["restore", "-"], input=BUILD)
    assert (done.exit_code, "a backup made by" in done.stderr) == (2, True)


def test_nothing_and_what_is_no_text():
    for given, said in (("", "an empty file"), (b"\xff\xfe\x00", "what was piped in: found bytes that are not text")):
        done = CliRunner().invoke(main, ["check", "-"], input=given)
        assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
