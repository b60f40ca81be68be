"""`companion table`: a game played from a file, shown, exported and checked."""

import json
import re
import stat

import pytest

from companion.verbs.table_files import TableFile
from tests.commands import answered, refused, run

GAME = "mechastellar"


@pytest.fixture
def file(tmp_path):
    """A table by hand with two seats, where Anna sits and Ben."""
    path = tmp_path / "evening.json"
    answered("table", "open", GAME, "--file", path, "--title", "Friday", "--seats", 2)
    answered("table", "move", path, 1, "sit", "Anna")
    answered("table", "move", path, 2, "sit", "Ben")
    return path


def kinds(answer):
    return [event["kind"] for event in answer["event"]]


def stored(path):
    return json.loads(path.read_text("utf-8"))


def test_a_table_is_opened_in_a_file_that_only_its_owner_may_read(tmp_path):
    path = tmp_path / "evening.json"
    shown = run("table", "open", "mechalyte", "--file", path, "--title", "Friday", "--option", "dice=20")
    assert shown.exit_code == 0 and shown.stdout.startswith("Friday, Mechalyte: Seat 1, Seat 2\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stored(path)["setup"]["options"] == {"dice": 20}
    assert stored(path)["setup"]["one_phone"] is True
    assert len(stored(path)["seeds"][0]) == 64
    assert "a file that exists" in refused("table", "open", "mechalyte", "--file", path)


@pytest.mark.parametrize(
    "more",
    [
        ["--seats", "9"],
        ["--seats", "0"],
        ["--ruling", "none=such"],
        ["--option", "dice=many"],
        ["--option", "colour=red"],
        ["--option", "dice"],
        ["--pack", "nowhere.toml"],
    ],
)
def test_what_no_table_can_be_opened_with_is_a_sentence_and_leaves_no_file(tmp_path, more):
    refused("table", "open", "mechalyte", "--file", tmp_path / "evening.json", *more)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path):
    assert "no such file" in refused("table", "open", "mechalyte", "--file", tmp_path / "none" / "evening.json")
    assert "chess" in refused("table", "open", "chess", "--file", tmp_path / "e.json")


def test_a_seat_is_named_by_its_number_or_by_who_sits_there(file):
    assert kinds(answered("table", "move", file, "anna", "note", "hello", "Ben"))[-1] == "note"
    answer = answered("table", "move", file, "2", "note", "hello")
    assert (answer["event"][-1]["seat"], answer["event"][-2]["seat"]) == (1, 0)
    for seat in ("3", "0", "Carl", "-1"):
        assert "the name of its player" in refused("table", "show", file, "--seat", seat)


def test_any_dice_are_no_choice_of_dice_and_are_told_how_to_be_rolled(file):
    said = refused("table", "move", file, "Anna", "dice", "expression=3d6")
    assert "expected thrown or typed; `play dice expression=2d6` rolls dice." in said


def test_dice_are_thrown_typed_undone_and_checked(file):
    answer = answered("table", "move", file, "Anna", "dice", "thrown")
    answer = answered("table", "move", file, "Anna", "play", "dice", "expression=2d6")
    assert kinds(answer) == ["sit", "sit", "dice", "move", "faces"]
    answered("table", "move", file, "Ben", "dice", "typed")
    answer = answered("table", "move", file, "Ben", "play", "dice", "expression=2d6")
    assert answer["waiting"] == [{"seat": 1, "wants": "faces", "why": "2d6", "dice": "2d6", "answers": []}]
    assert "a face of d6" in refused("table", "move", file, "Ben", "faces", 7, 1)
    assert kinds(answered("table", "move", file, "Ben", "faces", 6, 1))[-1] == "faces"
    assert kinds(answered("table", "move", file, "Ben", "undo"))[-1] == "undo"
    assert kinds(answered("table", "move", file, "Ben", "redo"))[-1] == "redo"
    before = answered("table", "verify", file)
    assert (before["seed_open"], [(one["number"], one["found"]) for one in before["events"]]) == (
        False,
        [(5, "sealed"), (8, "typed")],
    )
    answered("table", "move", file, "Ben", "concede")
    shown = run("table", "verify", file)
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[:-1] == [
        "Friday, mechastellar: the seed is open, and the one that was promised.",
        "  event 5: dice of seat 1: checked",
        "  event 8: dice of seat 2: typed",
        "  seed: checked",
        "  dice: 1 checked, 1 not: 1 typed by players",
        "  events: checked (11)",
        "  states: checked (4)",
        "  result: not checked: that a player gave up or left, or that all agreed on a draw, is only stated",
        "  whole log: checked",
        "Nothing is wrong.",
    ]
    assert re.fullmatch(r"Fingerprint: [0-9a-f]{4}( [0-9a-f]{4}){3}\. Compare it with .*phone.*\.", lines[-1])


def test_a_face_that_was_changed_is_wrong_and_the_exit_says_so(file, tmp_path):
    answered("table", "move", file, 1, "play", "dice", "expression=2d6")
    answered("table", "move", file, 1, "concede")
    out = tmp_path / "public.json"
    assert run("table", "export", file, "-o", out).exit_code == 0
    assert answered("table", "verify", out)["ok"]
    data = stored(out)
    faces = data["event"][3]["values"]["faces"]
    faces[0] = faces[0] % 6 + 1
    out.write_text(json.dumps(data))
    assert answered("table", "verify", out, code=1)["events"] == [
        {"number": 4, "kind": "faces", "seat": 0, "found": "wrong"}
    ]
    assert "does not match the seed" in run("table", "verify", out).stdout


def test_an_export_has_no_seed_before_the_end_and_cannot_be_played(file, tmp_path):
    public = run("table", "export", file).stdout
    assert stored(file)["seeds"][0] not in public
    out = tmp_path / "public.json"
    out.write_text(public)
    assert answered("table", "show", out)["event"] == answered("table", "show", file)["event"]
    assert "can be checked and not played" in refused("table", "move", out, 1, "note", "hello")
    assert "another file" in refused("table", "export", file, "-o", file)
    answer = answered("table", "verify", out)
    assert (answer["seed_open"], answer["ok"], answer["fingerprint"], answer["events"]) == (False, True, "", [])
    assert [(part["part"], part["found"]) for part in answer["parts"]] == [
        ("seed", "not checked"),
        ("events", "checked"),
        ("states", "not checked"),
    ]


def test_a_sealed_choice_is_seen_by_its_seat_alone(tmp_path):
    path = tmp_path / "evening.json"
    answered("table", "open", "mechalyte", "--file", path)
    answered("table", "move", path, 1, "sit", "Anna")
    answered("table", "move", path, 2, "sit", "Ben")
    answered("table", "move", path, 1, "seal", "spec=PMISAA")
    assert "PMISAA" in run("table", "export", path, "--seat", "Anna").stdout
    for words in (("export", path), ("export", path, "--seat", 2), ("show", path, "--seat", 2), ("show", path)):
        assert "PMISAA" not in run("table", *words).stdout
    assert "owes none" in refused("table", "move", path, 1, "seal", "spec=PMISAA")
    answer = answered("table", "move", path, "Ben", "seal", "spec=MIPASA")
    assert [move["label"] for move in answer["moves"]][:2] == ["Side A begins", "Side B begins"]
    shown = run("table", "move", path, "Ben", 1).stdout
    assert "Friday" not in shown and "Untitled, Mechalyte: Anna, Ben" in shown
    assert kinds(answered("table", "show", path))[-1] == "move"


def test_with_consent_another_seat_is_asked(tmp_path):
    path = tmp_path / "evening.json"
    answered("table", "open", GAME, "--file", path, "--seats", 2, "--consent")
    answered("table", "move", path, 1, "sit", "Anna")
    answered("table", "move", path, 2, "sit", "Ben")
    assert answered("table", "move", path, 1, "draw")["proposal"] == {"seat": 0, "what": "draw"}
    assert "Anna asks the others to agree: draw" in run("table", "show", path).stdout
    assert "agreed on a draw" in run("table", "move", path, 2, "agree").stdout
    assert "has ended" in refused("table", "move", path, 1, "undo")


@pytest.mark.parametrize(
    "act",
    [
        ["dance"],
        ["99"],
        ["faces", "1"],
        ["faces", "x"],
        ["faces"],
        ["dice", "loaded"],
        ["correct", "hp"],
        ["correct", "hp", "3"],
        ["note"],
        ["undo"],
        ["redo"],
        ["agree"],
        ["finish"],
        ["sit", "Carl"],
        ["roll", "resolver=none"],
        ["roll", "resolver"],
        ["play"],
        ["note", "x" * 401],
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(file, act):
    before = file.read_bytes()
    refused("table", "move", file, 1, *act)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(setup=7),
        lambda d: d["setup"].update(game="chess"),
        lambda d: d["setup"].update(tracker=99),
        lambda d: d["event"].append({"number": 3, "kind": "move", "seat": 0, "values": {}}),
        lambda d: d.update(seeds=["no hex"]),
        lambda d: d.update(format=2),
        lambda d: d.update(colour="red"),
        lambda d: d["event"][0].update(kind="dance"),
    ],
)
def test_a_file_that_is_no_table_is_a_sentence(file, change):
    data = stored(file)
    change(data)
    file.write_text(json.dumps(data))
    refused("table", "show", file)
    refused("table", "move", file, 1, "undo")


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", "\0", "game = 1", '"text"', "7"])
def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path, text):
    path = tmp_path / "evening.json"
    path.write_text(text)
    for verb in ("show", "verify", "export"):
        refused("table", verb, path)
    refused("table", "show", tmp_path / "none.json")


def test_a_move_that_meets_another_changes_nothing(file, monkeypatch):
    real = TableFile.act

    def act(before, seat, words):
        file.write_text(file.read_text().replace("Friday", "Saturday"))
        return real(before, seat, words)

    monkeypatch.setattr(TableFile, "act", act)
    assert "another move in the meantime" in refused("table", "move", file, 1, "note", "hello")
    assert [event["kind"] for event in stored(file)["event"]] == ["sit", "sit"]


def test_a_pause_another_answer_and_a_seat_that_was_left(tmp_path):
    path = tmp_path / "evening.json"
    answered("table", "open", "mechalyte", "--file", path)
    for seat, name in ((1, "Anna"), (2, "Ben")):
        answered("table", "move", path, seat, "sit", name)
    assert answered("table", "move", path, 1, "pause")["paused"]
    assert "The table is paused" in run("table", "show", path).output
    answered("table", "move", path, 2, "resume")
    changed = answered("table", "move", path, 2, "rulings", "capture=entered")
    assert changed["event"][-1]["values"]["rulings"] == {"capture": "entered"}
    for words in (["layout=three-by-three"], ["capture=never"], []):
        assert "capture" in refused("table", "move", path, 2, "rulings", *words)
    answered("table", "move", path, 2, "leave")
    ended = answered("table", "move", path, 1, "without", "2")
    assert (ended["result"]["winners"], ended["result"]["why"]) == ([0], "Ben has left.")


def test_a_move_beside_the_rules_is_listed_apart(tmp_path):
    path = tmp_path / "evening.json"
    answered("table", "open", "mechalyte", "--file", path)
    for seat, name, spec in ((1, "Anna", "MIPASA"), (2, "Ben", "PMISAA")):
        answered("table", "move", path, seat, "sit", name)
        answered("table", "move", path, seat, "seal", f"spec={spec}")
    steps = ("begin who=0", "build level=4 factory=L1", "phase to=move", 'move mech=A1 path=["L2"]')
    for step in steps:
        shown = answered("table", "move", path, 1, *step.split())
    assert {one["values"]["mech"] for one in shown["relaxed"]} == {"A1"}
    assert all(one["name"] == "phase" for one in shown["moves"])
    assert "outside the rules: move mech=" in run("table", "show", path, "--seat", 1).output
    moved = answered("table", "move", path, 1, "beside", "move", "mech=A1", 'path=["L1"]')
    assert moved["event"][-1]["values"]["warning"]
    assert answered("table", "move", path, 1, "undo", str(len(moved["event"]) - 2))["view"]["mechs"][0]["zone"] == "L1"


def test_a_long_game_is_read(file):
    """Five thousand notes are more text than a build may have."""
    data = stored(file)
    note = {"kind": "note", "seat": 0, "values": {"text": "x" * 300}}
    data["event"] += [{"number": number, **note} for number in range(3, 5003)]
    file.write_text(json.dumps(data))
    assert file.stat().st_size > 1_000_000
    assert answered("table", "verify", file)["ok"]
    assert len(answered("table", "show", file)["event"]) == 5002


def test_a_finished_game_is_reported_as_text_as_json_and_on_paper(file, tmp_path):
    assert "a game that goes on" in refused("table", "report", file)
    for seat, act in ((2, ["dice", "expression=1d6"]), (1, ["result", "winners=[1]"]), (1, ["finish"])):
        answered("table", "move", file, seat, "play" if act[0] == "dice" else act[0], *act[act[0] != "dice" :])
    told = run("table", "report", file)
    assert told.exit_code == 0 and told.stdout.startswith("Friday\nBen won. Ben won.\nSeat 1: Anna\n")
    answer = answered("table", "report", file)
    assert [(roll["title"], roll["seat"]) for roll in answer["rolls"]] == [("1d6", 1)]
    assert "Anna" not in run("table", "report", file, "--no-names").stdout
    sheet = tmp_path / "report.pdf"
    written = run("table", "report", file, "-o", sheet, "--paper", "letter")
    assert written.stdout == f"{sheet}: 1 page on letter.\n" and sheet.read_bytes().startswith(b"%PDF")
    assert "paper" in refused("table", "report", file, "-o", sheet, "--paper", "a99")


def test_a_report_never_takes_the_place_of_its_table(file):
    answered("table", "move", file, 1, "concede")
    before = file.read_bytes()
    refused("table", "report", file, "-o", file)
    assert file.read_bytes() == before


def test_what_was_exported_is_shown_and_reported_like_the_file_it_came_from(file, tmp_path):
    answered("table", "move", file, 1, "play", "dice", "expression=2d6")
    answered("table", "move", file, 2, "concede")
    out = tmp_path / "public.json"
    run("table", "export", file, "-o", out)
    for words in (("show",), ("report",), ("report", "--no-names"), ("verify",)):
        assert answered("table", *words, out) == answered("table", *words, file)
    assert run("table", "show", out).stdout.endswith("The end: Ben gave up. Won by Anna.\n")


def test_a_report_of_a_changed_winner_is_refused(file, tmp_path):
    answered("table", "move", file, 2, "concede")
    out = tmp_path / "public.json"
    run("table", "export", file, "-o", out)
    data = stored(out)
    data["event"][-1]["values"]["winners"] = [1]
    out.write_text(json.dumps(data))
    assert "winners: found [1], expected [0]" in refused("table", "report", out)
    assert "winners: found [1], expected [0]" in refused("table", "show", out)


def test_an_export_that_hides_the_game_shows_its_log(tmp_path):
    path, out = tmp_path / "evening.json", tmp_path / "public.json"
    answered("table", "open", "mechalyte", "--file", path)
    answered("table", "move", path, 1, "sit", "Anna")
    answered("table", "move", path, 1, "seal", "spec=PMISAA")
    run("table", "export", path, "-o", out)
    answer = answered("table", "show", out)
    assert (answer["seats"][0]["name"], answer["view"], len(answer["event"])) == ("Anna", {}, 2)
    assert "not followed past event 1: a sealed choice is secret until it is opened" in answer["unfollowed"]
    assert answer["unfollowed"] in run("table", "show", out).stdout
    assert "found a game that goes on" in refused("table", "report", out) or "not followed" in refused(
        "table", "report", out
    )
