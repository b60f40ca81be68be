"""The command line: every verb, its JSON, its exit codes, and a sentence for everything it cannot read."""

import json
import re
import socket
import subprocess
import sys
import tomllib
import urllib.request
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import __version__
from companion.cli import main
from companion.games import GAMES
from companion.games.mecha_mettle.model import Component
from companion.storage.store import Store
from tests.archives import new_backup
from tests.commands import answered, refused, run

TESTS = Path(__file__).parent
ATTACK = ["mecha-mettle", "attack", "attack=3", "attack_die=regular", "defend=3", "defend_die=shield"]
CARDS = GAMES[0].catalogue.all(Component)
ONE_OF_EACH = [next(card.id for card in CARDS if card.level == level) for level in (1, 2, 3, 4)]
TWO_OF_A_LEVEL = [card.id for card in CARDS if card.level == 1][:2] + ONE_OF_EACH[1:3]


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a build's file."""

    def write(name="build.toml", **fields):
        fields = {"game": "mecha-mettle", "title": "Mine", "components": ONE_OF_EACH} | fields
        path = tmp_path / name
        path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items()), "utf-8")
        return path

    return write


def test_games_lists_every_game():
    assert [game["slug"] for game in answered("games")["games"]] == [game.slug for game in GAMES]
    assert "Mecha Mettle" in run("games").stdout


def test_cards_and_rules():
    cards = answered("cards", "mecha-mettle")
    assert {"module", "component", "tile"} == {card["kind"] for card in cards["cards"]}
    assert "origin" in run("cards", "mecha-mettle").stdout
    assert answered("rules", "mecha-mettle")["rulings"]
    assert "sideways-entry" in run("rules", "mecha-mettle").stdout
    changed = answered("rules", "mecha-mettle", "--ruling", "added-dice=pool")["rulings"]
    assert next(r["chosen"] for r in changed if r["id"] == "added-dice") == "pool"


def test_the_table_of_cards_says_where_numbers_come_from_in_the_words_of_today():
    (griffon,) = [line for line in run("cards", "techniconica").stdout.splitlines() if "Griffon Howitzer" in line]
    assert griffon.rstrip().endswith("printed; derived: name; house: text")


def test_rules_tell_the_number_in_force_and_what_may_be_typed():
    off = run("rules", "mechastellar").stdout.partition("most-units:")[2].partition("\n\n")[0].splitlines()
    assert off[1:] == ["  * off: No limit: none is known.", "    n: At most n. (n: 1 to 200)"]
    typed = run("rules", "mechastellar", "--ruling", "most-units=12").stdout
    assert "    off: No limit: none is known.\n  * 12: At most 12. (n: 1 to 200)\n" in typed
    assert "twenty" not in typed


def test_odds_give_the_exact_fraction():
    answer = answered("odds", *ATTACK)
    assert set(answer) == {"game", "resolver", "inputs", "notes", "outcomes", "summary", "rests_on"}
    # By hand: 3 dice at 1/3 against 3 dice at 1/2, strictly more (facts 9 to 12).
    assert answer["summary"]["success"] == {"exact": "43/216", "p": pytest.approx(0.199074, abs=1e-6)}
    assert sum(Fraction(row["exact"]) for row in answer["outcomes"]) == 1
    assert "19.91 %" in run("odds", *ATTACK).stdout


def test_what_an_analysis_did_not_find_is_a_dash_not_a_question_mark():
    lines = run("analyze", "mecha-mettle", "line-of-sight", "weapon=hammer").stdout.splitlines()
    assert {"upgraded: –", "both: –", "their: –", "rulings: –"} <= set(lines)


def test_a_mean_of_a_long_fraction_is_not_told_as_a_chance():
    stats = ("speed=4", "penetration=0", "damage_output=0", "target_speed=3", "armour=0")
    lines = run(
        "odds", "techniconica", "charge", *stats, "attacker_rerolls=6", "defender_rerolls=6"
    ).stdout.splitlines()
    assert next(line for line in lines if line.startswith("Damage, on average")) == "Damage, on average: 2.469"
    assert any(line.startswith("It hits: 72.52 % (about 1 in 1.38)") for line in lines)


def test_odds_and_roll_of_dice_as_written():
    assert answered("odds", "4d6kh3")["summary"]["total"]["exact"] == "15869/1296"
    assert answered("roll", "3d6+2", "--faces", "1 2 3")["outcome"] == {"total": 8}
    assert answered("roll", "3d6", "+", "2", "--faces", "1 2 3")["outcome"] == {"total": 8}
    assert answered("roll", "3d10+d%", "--faces", "5 0 1 | 00")["outcome"] == {"total": 116}
    assert answered("odds", "d%")["inputs"] == {"expression": "d%"}
    assert "total: 8" in run("roll", "3d6+2", "--faces", "1 2 3").stdout
    assert "12.245" in run("odds", "4d6kh3").stdout


@pytest.mark.parametrize("dice", ["2d6!", "200d20!"])
def test_odds_of_dice_that_explode_say_what_lies_beyond(dice):
    """Above or in place of the list of totals."""
    beyond = answered("odds", dice)["beyond"]
    said = run("odds", dice).stdout
    assert ("--every lists them all" in said) == (dice == "200d20!")
    assert said.splitlines()[-1] == f"Beyond {beyond['explosions']} explosions: {beyond['p']:.1e}"


def test_rulings_change_the_odds():
    # Two Special dice (4+) added to a Regular roll (5+) fall to 5+ under the other ruling, so fewer hit.
    words = ("odds", *ATTACK[:4], "defend=0", "defend_die=shield", "component=optimized-thrusters")
    adding = next(c for c in CARDS if c.attack and c.attack.add and c.attack.add.kind == "special")
    words = (*words[:-1], f"component={adding.id}")
    own, pool = (
        Fraction(answered(*words, "--ruling", f"added-dice={o}")["summary"]["mean_attack"]["exact"])
        for o in ("own", "pool")
    )
    assert own - pool == adding.attack.add.dice * (Fraction(1, 2) - Fraction(1, 3))


def test_a_roll_with_faces_from_the_table():
    answer = answered("roll", *ATTACK, "--faces", "5 6 1 | 4 3 2")
    assert set(answer) == {"game", "resolver", "inputs", "notes", "throws", "outcome", "ending", "rests_on"}
    assert [set(throw) for throw in answer["throws"]] == [{"why", "dice", "faces"}] * 2
    assert answer["outcome"] == {"attack": 2, "defence": 1, "hit": True, "breach": False}
    assert answered("roll", *ATTACK, "--seed", "5") == answered("roll", *ATTACK, "--seed", "5")
    assert "3d6: 5 6 1" in run("roll", *ATTACK, "--faces", "5 6 1 | 4 3 2").stdout


def test_check_a_legal_build(written):
    answer = answered("check", written())
    assert set(answer) == {
        "game",
        "title",
        "legal",
        "totals",
        "origins",
        "findings",
        "rulings",
        "house_rules",
        "statement",
    }
    assert (answer["title"], answer["legal"]) == ("Mine", True)
    assert "Mine: legal." in run("check", written()).stdout


def test_check_findings_exit_1_and_say_how_to_fix(written):
    answer = answered("check", written(components=TWO_OF_A_LEVEL), code=1)
    found = next(f for f in answer["findings"] if f["rule"] == "draft-level")
    assert set(found) == {"rule", "level", "message", "where", "fixes"}
    five = answered("check", written(components=[*ONE_OF_EACH, CARDS[-1].id]), code=1)
    assert "draft-count" in {f["rule"] for f in five["findings"]}
    done = run("check", written(components=TWO_OF_A_LEVEL))
    assert done.exit_code == 1
    assert "draft-level" in done.stdout and "fix:" in done.stdout


def test_check_several_files_answers_for_each(written):
    good, bad = written("good.toml"), written("bad.toml", components=TWO_OF_A_LEVEL)
    listed = answered("check", good, bad, code=1)
    assert [(entry["file"], entry["legal"]) for entry in listed] == [(str(good), True), (str(bad), False)]
    done = run("check", good, bad, "no-such.toml", "--json")
    assert done.exit_code == 2
    assert "no-such.toml" in done.stderr
    assert "input_errors" in json.loads(done.stdout)[2]


def test_a_total_that_is_not_known_is_no_number(tmp_path):
    path = tmp_path / "mech.toml"
    path.write_text('game = "techniconica"\n[[mech]]\nlocomotor = "heavy-track-unit"\n', "utf-8")
    row = next(line for line in run("check", path).stdout.splitlines() if line.startswith("Mech 1"))
    # weight, Maximum Weight, consumption, output, Speed
    assert row.split()[2:7] == ["0", "?", "2", "0", "?"]
    assert answered("check", path, code=1)["totals"]["mechs"][0]["max_weight"] is None


def test_check_reads_a_title_as_text_and_json_as_well(written, tmp_path):
    html = "<script>alert(1)</script>"
    assert answered("check", written(title=html))["title"] == html
    path = tmp_path / "build.json"
    path.write_text(json.dumps({"game": "mecha-mettle", "title": "J", "components": ONE_OF_EACH}), "utf-8")
    assert answered("check", path)["title"] == "J"


def test_check_with_a_pack_and_a_ruling(written, tmp_path):
    pack = tmp_path / "mine.toml"
    pack.write_text(
        '[[component]]\nid = "paint"\nname = "Paint"\ncategory = "attack"\nlevel = 1\ntext = "Shine."\nwhen = "any time"\n',
        "utf-8",
    )
    build = written(components=["paint", *ONE_OF_EACH[1:]])
    (unknown,) = answered("check", build, code=1)["findings"][:1]
    assert unknown["rule"] == "unknown-card" and "paint" in unknown["message"]
    assert answered("check", build, "--pack", pack)["legal"]
    assert "no-such" in refused("check", build, "--pack", pack, "--ruling", "no-such=x")
    assert "missing.toml" in refused("check", build, "--pack", tmp_path / "missing.toml")


BAD_FILES = {
    "empty": (b"", "an empty file"),
    "blank": (b" \n\n", "an empty file"),
    "large": (b"#" * 5_000_000, "at most 1,000,000"),
    "not-toml": (b"game = mecha", "TOML"),
    "not-json": (b"{game", "JSON"),
    "binary": (b"\x89PNG\r\n\x1a\n", "UTF-8"),
    "utf-16": ("game = 'x'".encode("utf-16"), "mecha-mettle"),
    "no-text": (b"game\0\1\xff", "UTF-8"),
    "null": (b'game = "\x00"', "TOML"),
    "no-game": (b'title = "x"', "mecha-mettle"),
    "other-game": (b'game = "chess"', "mecha-mettle"),
    "game-a-list": (b"game = [1]", "mecha-mettle"),
    "unknown-key": (b'game = "mecha-mettle"\nfrob = 1', "frob"),
    "wrong-type": (b'game = "mecha-mettle"\ncomponents = 3', "a list"),
    "nested-type": (b'game = "mecha-mettle"\ncomponents = [[1]]', "components[0]"),
    "long-title": (b'game = "mecha-mettle"\ntitle = "' + b"x" * 10_000 + b'"', "at most 120"),
    "unknown-ruling": (b'game = "mecha-mettle"\n[rulings]\nfrob = "x"', "frob"),
    "deep": (b"a = " + b"[" * 100_000, "nested too deep"),
    "deep-json": (b'{"a":' * 50_000, "nested too deep"),
    "nan": (b'game = "mecha-mettle"\ntitle = nan', "text"),
    "date": (b'game = "mecha-mettle"\ntitle = 2020-01-01', "text"),
    "huge-hex": (b'game = "mecha-mettle"\nseat = 0x' + b"f" * 6000, "expected"),
    "huge-number": (b'game = "mecha-mettle"\nseat = ' + b"9" * 6000, "expected"),
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("verb", ["check", "print"])
def test_a_file_that_cannot_be_read_names_the_place(name, verb, tmp_path):
    data, said = BAD_FILES[name]
    path = tmp_path / f"{name}.toml"
    path.write_bytes(data)
    told = refused(verb, path, "--json")
    assert path.name in told
    assert said in told


@pytest.mark.parametrize("verb", ["check", "print", "restore"])
def test_files_that_are_not_there(verb, tmp_path):
    assert "no such file" in refused(verb, tmp_path / "none.toml")
    assert "directory" in refused(verb, tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*ATTACK[:2], "attack=-1", *ATTACK[3:]], "at least 0"),
        ([*ATTACK[:2], "attack=10000", *ATTACK[3:]], "at most 100"),
        ([*ATTACK[:5], "defend_die=banana"], "evasion"),
        ([*ATTACK, "attack=3"], "each key once"),
        ([*ATTACK, "frob=1"], "frob"),
        ([*ATTACK, "frob"], "key=value"),
        ([*ATTACK, "=3"], "key=value"),
        ([*ATTACK, "--ruling", "added-dice"], "key=value"),
        ([*ATTACK, "--ruling", "added-dice=maybe"], "own, pool"),
        ([*ATTACK, "--pack", "none.toml"], "none.toml"),
        (["mecha-mettle"], "one of attack"),
        (["mecha-mettle", "sing"], "one of attack"),
        (["mecha-mettle", "attack"], "weapon"),
        (["chess", "attack"], "mecha-mettle"),
        (["banana"], "mecha-mettle"),
        (["3d"], "column 3"),
        (["3d6", "attack=3"], "column"),
        (["3d6kh9"], "column"),
        ([""], "column 1"),
        (["9999d9999"], "column 1"),
        ([], "Missing argument"),
        (["3d6", "--frob"], "No such option"),
    ],
)
@pytest.mark.parametrize("verb", ["roll", "odds"])
def test_dice_that_cannot_be_read_say_so(verb, words, said):
    assert said in refused(verb, *words)


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("5 6", "3d6"),
        ("5 6 1 2 | 1 1 1", "3d6"),
        ("5 6 7 | 1 1 1", "1 to 6"),
        ("0 6 1 | 1 1 1", "1 to 6"),
        ("5 6 1", "one more"),
        ("1 1 1 | 1 1 1 | 1", "ended"),
        ("five", "whole numbers"),
        ("", "one more"),
    ],
)
def test_faces_that_do_not_fit_say_what_was_asked_for(faces, said):
    assert said in refused("roll", *ATTACK, "--faces", faces)


def test_faces_and_seed_do_not_go_together():
    assert "not both" in refused("roll", "2d6", "--faces", "1 2", "--seed", "1")


@pytest.mark.parametrize("verb", ["cards", "rules"])
def test_a_game_nobody_knows(verb):
    assert "mecha-mettle" in refused(verb, "chess")
    assert "Missing argument" in refused(verb)


def test_print_a_print_set(tmp_path):
    path = tmp_path / "tiles.pdf"
    answer = answered("print", "mecha-mettle", "--what", "tiles", "--paper", "letter", "-o", path)
    assert path.read_bytes().startswith(b"%PDF")
    # Eighteen Open Ports and four Blast Doors (fact: the set's counts).
    assert (answer["file"], answer["print_sets"], answer["paper"], answer["pieces"]) == (
        str(path),
        ["tiles"],
        "letter",
        22,
    )
    plain = answered("print", "mecha-mettle", "--what", "tiles", "--no-backs", "-o", path)
    assert plain["pages"] == plain["papers"] < answer["pages"]
    said = run("print", "mecha-mettle", "--what", "tiles", "-o", path).stdout
    assert str(path) in said and "22 pieces" in said


@pytest.mark.long
def test_boxes_and_booklets_are_printed_by_name_for_the_sleeves_of_the_player(tmp_path):
    path = tmp_path / "boxes.pdf"
    bare = answered("print", "wreck-a-mech", "--what", "boxes", "-o", path)
    double = answered("print", "wreck-a-mech", "--what", "boxes", "--sleeves", "double", "--stock", 0.35, "-o", path)
    # 70 cards in one box, or too thick for a sheet and in two; a box of rings and the chip.
    assert (bare["pieces"], double["pieces"]) == (2, 3)
    booklet = answered("print", "wreck-a-mech", "--what", "booklet", "-o", path)
    assert (booklet["papers"], booklet["pages"], booklet["duplex"], booklet["pieces"]) == (3, 6, "long", 0)
    assert "0.05 to 1 mm" in refused("print", "wreck-a-mech", "--what", "boxes", "--stock", 7, "-o", path)


@pytest.mark.long
def test_without_what_neither_boxes_nor_booklets_are_printed(tmp_path):
    assert not {"boxes", "booklet"} & set(answered("print", "mechastellar", "-o", tmp_path / "a.pdf")["print_sets"])


def test_boxes_and_booklets_are_not_exported(tmp_path):
    for name in ("boxes", "booklet"):
        said = refused("export", "mechalyte", "--to", "png", "--what", name, "-o", tmp_path / "x.zip")
        assert name in said and "made for paper, so print them" in said


def test_print_without_what_is_the_whole_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = answered("print", "mecha-mettle")
    assert answer["print_sets"] == ["everything"]
    assert answer["pieces"] == 50 + 32 + 18 + 4
    assert answer["file"] == str(tmp_path / "mecha-mettle.pdf")


def test_print_a_build_prints_its_own_cards(written, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = answered("print", written(title="Übung: <b>1</b>"), "--unknown", "blank", "--ink", "saver")
    assert (answer["print_sets"], answer["pieces"]) == (["drafts"], 4)
    assert answer["file"] == str(tmp_path / "mecha-mettle-ubung-b-1-b.pdf")
    assert answered("print", written(), "--what", "reference")["pieces"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "mecha-mettle"),
        (["mecha-mettle", "--what", "frob"], "one of modules"),
        (["mecha-mettle", "--what", "drafts"], "component draft"),
        (["mecha-mettle", "--paper", "a9"], "letter"),
        (["mecha-mettle", "--ink", "gold"], "saver"),
        (["mecha-mettle", "--ruling", "frob=1"], "frob"),
    ],
)
def test_a_print_that_cannot_be_says_so(words, said, tmp_path):
    assert said in refused("print", *words, "-o", tmp_path / "x.pdf")
    assert list(tmp_path.iterdir()) == []


def test_print_an_empty_draft_or_into_nowhere(written, tmp_path):
    assert "nothing to print" in refused("print", written(components=[]), "-o", tmp_path / "x.pdf")
    assert "directory" in refused("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path)
    assert "none" in refused("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path / "none" / "x.pdf")


def test_print_text_no_box_can_hold_names_the_box(written, tmp_path):
    pack = tmp_path / "pack.toml"
    card = ONE_OF_EACH[0]
    pack.write_text(f'[[component]]\nid = "{card}"\ntext = "{"word " * 2000}"\n', "utf-8")
    told = refused("print", written(), "--pack", pack, "-o", tmp_path / "x.pdf")
    assert "Shorten it" in told
    pack.write_text(f'[[component]]\nid = "{card}"\ntext = "\\U000130B8"\n', "utf-8")
    assert "U+130B8" in refused("print", written(), "--pack", pack, "-o", tmp_path / "x.pdf")
    assert not (tmp_path / "x.pdf").exists()


def test_backup_and_restore(tmp_path):
    store = Store()
    kept = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Mine", "components": []})
    path = tmp_path / "backup.zip"
    said = answered("backup", path, "--verify")
    assert said == {"file": str(path), "documents": 1, "files": [], "verified": True}
    store.delete(kept.id)
    said = {"file": str(path), "restored": 0, "left": 1, "filled": 0, "bad": [], "files": [], "kept": []}
    assert answered("restore", path, "--dry-run") == answered("restore", path) == said
    store.close()


def test_a_backup_comes_back_elsewhere(tmp_path, monkeypatch):
    store = Store()
    kept = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Mine", "components": []})
    store.close()
    path = tmp_path / "backup.zip"
    assert "1 document saved" in run("backup", path).stdout
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "elsewhere"))
    assert "1 document restored" in run("restore", path).stdout
    store = Store()
    assert store.get(kept.id).title == "Mine"
    store.close()


def test_backups_that_cannot_be_read_or_written(tmp_path):
    assert "none" in refused("backup", tmp_path / "none" / "x.zip")
    assert "directory" in refused("backup", tmp_path)
    path = tmp_path / "x.zip"
    path.write_bytes(b"not a zip")
    assert "companion backup" in refused("restore", path)
    with new_backup(path) as archive:
        archive.writestr("documents.jsonl", '{"id": 3}\n')
    assert "document 1" in refused("restore", path)


@pytest.mark.parametrize("name", ["", ".", "/", "a\0b", "x" * 256, "\ud800.zip"])
def test_names_that_no_file_can_have(tmp_path, monkeypatch, name):
    """Without a process of its own, which could not be handed NUL."""
    monkeypatch.chdir(tmp_path)
    for verb in ("backup", "restore"):
        answer = CliRunner().invoke(main, [verb, name])
        assert answer.exit_code == 2 and isinstance(answer.exception, SystemExit), verb
        assert answer.stderr.startswith("companion: ")
    assert list(tmp_path.iterdir()) == []


def test_doctor_looks_everything_over(tmp_path, monkeypatch):
    answer = answered("doctor")
    assert answer["ok"] and all(check["ok"] for check in answer["checks"])
    assert "database" in run("doctor").stdout
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file" / "data"))
    answer = answered("doctor", code=1)
    assert {check["name"] for check in answer["checks"] if not check["ok"]} == {
        "data folder",
        "signing key",
        "printers",
        "database",
    }
    assert "COMPANION_DATA" in refused("backup", tmp_path / "x.zip")


@pytest.mark.long
def test_serve_says_where_it_listens_and_answers():
    server = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        line = server.stdout.readline()
        assert line.startswith("Serving on http://127.0.0.1:")
        with urllib.request.urlopen(line.split()[-1], timeout=20) as page:
            assert "Mecha Mettle" in page.read().decode()
    finally:
        server.terminate()
        server.wait(timeout=20)
        server.stdout.close()


def test_serve_on_a_busy_port_is_a_sentence(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "in use" in refused("serve", "--port", port)
        monkeypatch.setenv("PORT", str(port))
        assert str(port) in refused("serve")


@pytest.mark.parametrize("words", [["--port", "banana"], ["--port", "70000"], ["--host", "no such host"]])
def test_serve_somewhere_that_is_not(words):
    assert words[1] in refused("serve", *words)


def test_no_verb_and_a_verb_nobody_knows():
    assert "No such command" in refused("frob")
    assert run("--help").exit_code == 0
    assert __version__ in run("--version").stdout


def test_an_argument_with_a_nul_is_a_sentence():
    assert "contains a NUL" in refused("check", "a\0b")


@pytest.mark.parametrize(
    "words", [("print", "mecha-mettle", "--what", "tiles", "-o"), ("backup",), ("restore",), ("check",)]
)
def test_a_file_name_that_is_too_long_is_a_sentence(words):
    assert "too long" in refused(*words, "a" * 256)


def test_a_file_with_the_longest_name_is_written(tmp_path):
    path = tmp_path / ("a" * 251 + ".pdf")
    assert run("print", "mecha-mettle", "--what", "tiles", "-o", path).exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_backup_needs_a_name():
    assert "an empty name" in refused("backup", "")


def test_odds_past_the_range_of_floats_are_told():
    """The chance of 400 sixes is 1 in 6 to the power of 400, about 1.82e+311."""
    assert "about 1 in 1.82e+311" in run("odds", "400d6", "--every").stdout


def test_many_totals_of_dice_that_explode_say_what_lies_beyond():
    lines = run("odds", "d5000!").stdout.splitlines()
    assert "54,989 outcomes; --every lists them all." in lines
    assert lines[-1] == "Beyond 10 explosions: 2.0e-41"


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_what_is_printed_for_people_holds_no_python(game):
    """Of every roll and analysis one worked case, of all kinds of values that outcomes hold."""
    book = tomllib.loads((TESTS / "games" / game.package / "rulings.toml").read_text("utf-8"))["case"]
    cases = {case.get("roll") or case["analysis"]: case for case in reversed(book) if "inputs" in case}
    for name, case in cases.items():
        given = [f"{key}={','.join(map(str, v)) if isinstance(v, list) else v}" for key, v in case["inputs"].items()]
        for verb in ("odds", "roll") if "roll" in case else ("analyze",):
            ran = run(verb, game.slug, name, *given)
            assert ran.exit_code == 0, ran.stderr
            assert not re.search(r"\[\]|\['|\{'|\bNone\b|\bTrue\b|\bFalse\b", ran.stdout), ran.stdout


def test_an_analysis_reads_a_typed_list_on_one_line():
    found = run("analyze", "mechastellar", "unit-matchup", "a=voltlion", "theirs=3 Green Viking", "b=Green Viking")
    assert "3 × Green Viking" not in found.stderr and found.exit_code == 0, found.stderr
    # Exact fractions of figures are in --json alone.
    assert "(with --json: exact, damage," in found.stdout and "2933/3125" not in found.stdout
    assert re.search(r"worth 788\.322$", found.stdout, re.MULTILINE)


def test_no_limits_lifts_the_steps_of_exact_odds():
    assert "199,981 totals, more than 60,000, expected fewer dice, or `companion --no-limits odds …`" in refused(
        "odds", "20d10000"
    )
    done = run("--no-limits", "odds", "20d10000")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "Total: 100010.000 (100010)")
    assert "199,981 outcomes" in done.stdout
