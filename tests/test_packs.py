"""Packs in the core: laid over cards, carried by builds, compared, sorted into cards and drafts; on the command line."""

import json
import sys

import pytest
from click.testing import CliRunner

from companion.base import caches
from companion.base.findings import InvalidInput
from companion.base.json_types import to_json
from companion.cli import main
from companion.data import packs
from companion.data.documents import to_document, to_toml
from companion.games import game
from companion.games.techniconica.model import Part, Weapon
from companion.verbs.checks import check_answer
from tests.commands import run

GAME = game("techniconica")
GUN = {"id": "my-gun", "name": "My Gun", "we": 2, "pc": 1, "pe": 3, "do": 2, "ar": 5, "dt": 2}
PACK = {"title": "My box", "key": "k1", "weapon": [GUN]}
BUILD = {
    "game": "techniconica",
    "title": "Wolf",
    "mech": [{"name": "W", "part": [{"card": "my-gun", "slot": "1,1"}]}],
    "pack": [PACK],
}


def told(call, *args):
    with pytest.raises(InvalidInput) as caught:
        call(*args)
    return [str(m) for m in caught.value.input_errors]


def test_a_build_is_read_with_the_pack_it_carries():
    build = GAME.read(BUILD)
    assert GAME.context_of(build).catalogue.get(Weapon, "my-gun").mark("we").kind == "custom"
    assert GAME.context_of(build).catalogue.find(Part, "my-gun")
    assert GAME.catalogue.find(Part, "my-gun") is None


@pytest.mark.parametrize("write", [to_toml, to_json])
def test_a_build_written_with_its_pack_checks_anywhere(write, tmp_path):
    path = tmp_path / f"build.{'toml' if write is to_toml else 'json'}"
    path.write_text(write(to_document(GAME.read(BUILD))), "utf-8")
    ran = CliRunner().invoke(main, ["check", str(path), "--json"])
    assert json.loads(ran.stdout) == check_answer(BUILD)
    assert "my-gun" not in ran.stderr


def test_without_its_pack_the_card_is_not_known():
    assert "mech[0].part[0].card: found 'my-gun'" in told(GAME.read_known, {**BUILD, "pack": []})[0]


def test_everything_wrong_with_a_carried_pack_is_told():
    bad = {"title": "Box", "weapon": [{**GUN, "we": "many", "pe": -1}, {"id": "x"}]}
    sentences = told(GAME.read, {**BUILD, "pack": [bad]})
    assert sentences == [
        "pack[0] 'Box': weapon my-gun: we: found 'many', expected a whole number.",
        "pack[0] 'Box': weapon my-gun: pe: found -1, expected at least 0.",
        "pack[0] 'Box': weapon x: name: found nothing, expected a value for name.",
    ]


@pytest.mark.parametrize(
    ("carried", "said"),
    [
        (3, "pack: found 3, expected a list of packs, [[pack]]."),
        ([3], "pack: found a list of 1 entry, expected a list of packs, [[pack]]."),
        ([{"wing": []}], "pack[0]: found a table 'wing', expected one of"),
        ([{"weapon": 3}], "pack[0]: weapon: found 3, expected a list of tables"),
        ([{"weapon": [GUN, GUN]}], "found 'my-gun', expected each id once"),
        ([{"armour": [{"id": "fuel-cell"}]}], "an id of its own: a power-plant has this one"),
        ([{"title": "x" * 121}], "expected at most 120 characters"),
        ([{"key": "no spaces"}], "key"),
        ([{"weapon": [{**GUN, "id": f"g-{i}"} for i in range(2001)]}], "at most 2,000"),
        ([{}] * 21, "expected at most 20 entries"),
    ],
)
def test_a_carried_pack_that_cannot_be_read_is_refused_in_a_sentence(carried, said):
    assert said in " ".join(told(GAME.read, {**BUILD, "pack": carried}))


def test_a_later_pack_lies_over_an_earlier_one():
    later = {"title": "Fixed", "key": "k2", "weapon": [{"id": "my-gun", "we": 9}]}
    build = GAME.read({**BUILD, "pack": [PACK, later]})
    gun = GAME.context_of(build).catalogue.get(Weapon, "my-gun")
    assert (gun.name, gun.we, gun.pe) == ("My Gun", 9, 3)


def test_what_changed_between_two_versions_is_said():
    after = {**PACK, "weapon": [{**GUN, "we": 4}, {"id": "new", "name": "New"}]}
    assert packs.describe_changes(PACK, after) == "New added; My Gun: we 2 → 4"
    assert packs.describe_changes(after, {"weapon": []}) == "My Gun removed; New removed"
    assert packs.describe_changes(PACK, {**PACK, "title": "Other"}) == ""
    many = {"weapon": [{"id": f"g-{i}", "name": f"G{i}"} for i in range(7)]}
    assert packs.describe_changes({}, many).endswith("; and 3 more")


def test_a_pack_with_the_former_words_of_origins_has_the_same_digest():
    def digest(default, we):
        return packs.digest({**PACK, "weapon": [{**GUN, "origin": {"default": default, "we": we}}]})

    assert digest("own", "deduced: its place") == digest("custom", "derived: its place") != digest("house", "own")


def test_a_digest_tells_cards_apart_and_not_titles():
    assert packs.digest(PACK) == packs.digest({**PACK, "title": "Other", "key": "z"})
    assert packs.digest(PACK) != packs.digest({**PACK, "weapon": [{**GUN, "we": 3}]})


def test_a_card_takes_the_place_of_the_one_with_its_id():
    pack = {"title": "Box", "weapon": [GUN, {"id": "b", "name": "B"}]}
    (entry,) = packs.read_pack({"weapon": [{**GUN, "we": 5}]}, GAME.catalogue).all()
    made = packs.add_entries(pack, [entry])
    assert [r["id"] for r in made["weapon"]] == ["my-gun", "b"]
    assert made["weapon"][0]["we"] == 5
    assert packs.remove_card(made, "b")["weapon"] == [{**GUN, "we": 5}]
    assert packs.remove_card(packs.remove_card(made, "b"), "my-gun") == {"title": "Box"}


def test_good_rows_are_told_from_bad_ones():
    entries = packs.read_pack(
        {"weapon": [GUN, {**GUN, "id": "b", "we": "x"}, {**GUN, "name": "Twice"}]}, GAME.catalogue
    ).all()
    found = GAME.catalogue.partition(entries)
    assert [e.id for e in found.good] == ["my-gun"]
    assert [str(m) for _, wrong in found.wrong for m in wrong] == [
        "pack: weapon b: we: found 'x', expected a whole number.",
        "pack: weapon 3 (my-gun): id: found 'my-gun', expected each id once: pack: weapon 1 (my-gun) has it too; "
        "give one of them another.",
    ]


@pytest.fixture
def files(tmp_path):
    build, pack, sheet = tmp_path / "build.toml", tmp_path / "box.toml", tmp_path / "weapon.csv"
    build.write_text(to_toml(BUILD), "utf-8")
    pack.write_text(to_toml(packs.export_pack({**PACK, "weapon": [{**GUN, "we": 60}]}, "techniconica")), "utf-8")
    sheet.write_text("name,we\nSheet gun,3\n", "utf-8")
    return build, pack, sheet


def test_a_pack_in_a_file_stands_in_place_of_the_carried_one(files):
    build, pack, _ = files
    weights = [json.loads(run("check", build, *more, "--json").stdout)["totals"] for more in ((), ("--pack", pack))]
    assert str(weights[0]).count("60") == 0
    assert "60" in str(weights[1])


def test_packs_reach_cards_print_roll_and_odds(files, tmp_path):
    build, pack, sheet = files
    listed = json.loads(run("cards", "techniconica", "--pack", pack, "--pack", sheet, "--json").stdout)["cards"]
    assert {"my-gun", "sheet-gun"} <= {card["id"] for card in listed}
    for what in (build, "techniconica"):
        ran = run("print", what, "--what", "parts", "--pack", sheet, "-o", tmp_path / "out.pdf", "--json")
        assert ran.exit_code == 0, ran.stderr
        assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    own = tmp_path / "component.csv"
    own.write_text(
        "name,category,level,text,when,attack.add.dice,attack.add.kind\nBig,attack,1,More.,own turn,2,regular\n"
    )
    words = ("odds", "mecha-mettle", "attack", "attack=1", "components=big", "--pack", own, "--json")
    known = run(*words)
    assert known.exit_code in (0, 2)
    assert "big" not in known.stderr, known.stderr


def test_a_packs_file_is_checked_and_its_errors_told_by_row_and_column(files, tmp_path):
    _, pack, _ = files
    answer = json.loads(run("check", pack, "--json").stdout)
    assert answer["totals"] == {"cards": 1, "changed": 0, "new": 1, "unfinished": 0}
    told = run("check", pack)
    assert (told.exit_code, "cards: 1" in told.stdout, told.stderr) == (0, True, "")
    bad = tmp_path / "weapon.csv"
    bad.write_text("name,we,gives.we\nA,x,\nB,2,3\nC,1,\n", "utf-8")
    ran = run("cards", "techniconica", "--pack", bad)
    assert ran.exit_code == 2
    assert f"{bad}: row 2: we: found 'x', expected a whole number." in ran.stderr
    assert f"{bad}: row 1: found a column 'gives.we', expected a column of a card: id, name, " in ran.stderr
    assert "row 3" not in ran.stderr


def test_what_is_no_pack_for_this_is_refused(files, tmp_path):
    build, pack, _ = files
    ran = run("check", build, "--pack", tmp_path / "none.toml")
    assert (ran.exit_code, "none.toml" in ran.stderr) == (2, True)
    ran = run("cards", "mecha-mettle", "--pack", pack)
    assert (ran.exit_code, "a pack for mecha-mettle" in ran.stderr) == (2, True)
    ran = run("print", pack)
    assert (ran.exit_code, f"techniconica --pack {pack}" in ran.stderr) == (2, True)


def test_a_file_of_cards_alone_is_a_pack_though_it_does_not_say_so():
    answer = check_answer({"game": "techniconica", "title": "Box", "weapon": [GUN]})
    assert answer["totals"] == {"cards": 1, "changed": 0, "new": 1, "unfinished": 0}


@pytest.mark.parametrize("more", [{"mech": []}, {"owned": {}}, {"rulings": {}}])
def test_cards_beside_a_builds_fields_are_no_pack(more):
    assert not packs.is_pack({"game": "techniconica", "weapon": [GUN], **more}, GAME.kinds, GAME.model.model_fields)


def test_a_file_that_a_carried_pack_has_become_says_what_changed(tmp_path):
    newer = {"game": "techniconica", "kind": "pack", **PACK, "weapon": [{**GUN, "we": 5}]}
    names = {"build.toml": BUILD, "same.toml": {**newer, "weapon": [GUN]}, "newer.toml": newer}
    names["other.toml"] = {**newer, "key": "k2", "weapon": [{**GUN, "id": "another"}]}
    for name, data in names.items():
        (tmp_path / name).write_text(to_toml(data), "utf-8")

    def noted(*files):
        words = [word for name in files for word in ("--pack", tmp_path / name)]
        found = json.loads(run("check", tmp_path / "build.toml", *words, "--json").stdout)["findings"]
        return [finding for finding in found if finding["rule"] == "pack-changed"]

    assert noted() == noted("same.toml") == noted("other.toml") == []
    (note,) = noted("newer.toml")
    assert (note["level"], note["where"]) == ("note", "pack[0]")
    assert "The pack “My box” has changed since this build took it. My Gun: we 2 → 5. Checked with " in note["message"]
    (fix,) = note["fixes"]
    fixed = check_answer({**BUILD, **fix["set"]})
    assert fixed["totals"]["mechs"][0]["weight"] == 5
    assert "pack-changed" in run("check", tmp_path / "build.toml", "--pack", tmp_path / "newer.toml").stdout


def test_a_packs_check_tells_everything_at_once(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'kind = "pack"\ngame = "techniconica"\nkey = "no key!"\n[[wing]]\nid = "w"\n[[weapon]]\nid = "a"\nwe = true\n'
    )
    ran = run("check", bad)
    assert ran.exit_code == 2
    for said in (
        "key: found 'no key!'",
        "a table 'wing'",
        "weapon a: name: found nothing",
        "we: found true, expected a",
    ):
        assert said in ran.stderr


def test_a_part_of_a_corporation_that_has_no_card_is_warned_of():
    part = dict(next(r for k, r in game("wreck-a-mech").catalogue.raw.values() if k == "part"))
    part |= {"id": "mine", "name": "Mine", "corporation": "akoi"}
    pack = {"game": "wreck-a-mech", "kind": "pack", "part": [part]}
    answer = check_answer(pack)
    (warning,) = answer["findings"]
    assert (answer["legal"], warning["level"]) == (True, "warning")
    assert "part mine: corporation 'akoi' does not exist; perhaps akio." in warning["message"]
    own = {"id": "akoi", "name": "Akoi", "letter": "Q"}
    assert check_answer({**pack, "corporation": [own]})["findings"] == []


def test_what_was_merged_is_kept_within_its_bytes():
    """Each of these packs takes about 3.2 of the 64 MB, so that the first gave way to the last."""
    long = [{**PACK, "weapon": [{**GUN, "origin": f"own: {number}" + "x" * 200_000}]} for number in range(24)]
    first = packs.merge(GAME.catalogue, [long[0]])
    assert packs.merge(GAME.catalogue, [long[0]]) is first
    merged = [packs.merge(GAME.catalogue, [pack]) for pack in long]
    assert packs.merge(GAME.catalogue, [long[-1]]) is merged[-1]
    assert packs.merge(GAME.catalogue, [long[0]]) is not first
    caches.clear()
    few = packs.merge(GAME.catalogue, [PACK])
    (used,) = [state.used for state in caches.list_caches() if state.name == "companion.data.packs._merge_cached"]
    assert used >= sys.getsizeof(few.cards) + sys.getsizeof(few.raw)
