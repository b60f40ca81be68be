"""What line of sight and upgrades answer, what rulings change, and how inputs that cannot be read are named."""

import json

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.rules import upgrades
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, COLUMNS, ROWS, Square, squares
from companion.verbs.analyses import analysis_answer

CONTEXT = GAME.context()


def answer(name, inputs, context=CONTEXT):
    found = analysis_answer(GAME, name, inputs, context)["answer"]
    assert json.loads(json.dumps(found)) == found
    return found


def sight(context=CONTEXT, **inputs):
    return answer("line-of-sight", {name.replace("__", "."): value for name, value in inputs.items()}, context)


def shots(**inputs):
    return {shot["space"]: shot for shot in sight(**inputs)["shots"]}


def test_every_line_has_three_squares_in_one_row_or_column():
    for row in ROWS:
        for column in COLUMNS:
            for facing in CLOCKWISE:
                found = squares(Square(row, column), facing, CONTEXT.rulings)
                if facing == "owner":
                    assert found is None
                    continue
                passed, _ = found
                assert len(set(passed)) == 3
                along = {s.column for s in passed} if facing == "ahead" else {s.row for s in passed}
                assert len(along) == 1


def test_no_shot_comes_from_behind_the_defender():
    sides = {
        found[1]
        for column in COLUMNS
        for facing in CLOCKWISE
        if (found := squares(Square("middle", column), facing, CONTEXT.rulings))
    }
    assert sides == {"ahead", "left", "right"}


def test_the_sideways_entry_is_a_ruling():
    ruled = GAME.context({"sideways-entry": "at-the-side-faced"})
    at = Square("middle", "left")
    assert squares(at, "right", CONTEXT.rulings)[1] == "right"
    assert squares(at, "right", ruled.rulings)[1] == "left"
    assert squares(at, "right", ruled.rulings)[0] == squares(at, "left", CONTEXT.rulings)[0]


def test_the_sideways_row_is_a_ruling():
    ruled = GAME.context({"sideways-row": "front-meets-back"})
    assert {s.row for s in squares(Square("front", "left"), "left", CONTEXT.rulings)[0]} == {"front"}
    assert {s.row for s in squares(Square("front", "left"), "left", ruled.rulings)[0]} == {"back"}
    assert {s.row for s in squares(Square("middle", "left"), "left", ruled.rulings)[0]} == {"middle"}


def test_a_reactor_facing_the_shot_defends_with_its_shield():
    """The rulebook's example: the shot comes from the reactor's left and the shield faces left."""
    found = sight(at="middle-right", facing="left", weapon="hammer", **{"theirs__middle-left": "reactor:left"})
    shot = next(shot for shot in found["shots"] if shot["space"] == "middle-left")
    assert found["line"] == {"kind": "row", "name": "their middle row", "comes_from": "left"}
    assert (shot["order"], shot["defends_with"], shot["can_hit"]) == (1, "shield", True)
    assert shot["why"] == "Reactor defends with its shield, which faces the shot and blocks the spaces behind it."
    assert (found["rules"], shot["rules"]) == (["facing", "sight-row"], ["shield-defends"])
    assert found["rulings"] == {"sideways-entry": "behind-the-shot", "sideways-row": "like-meets-like"}


def test_each_attack_has_the_inputs_of_its_roll():
    found = sight(weapon="drone", **{"theirs__front-centre": "reactor:ahead"})["attacks"]
    shot = {"space": "front-centre", "target": "reactor", "side": "shield"}
    assert found == [{**shot, "how": "weapon", "weapon": "drone"}, {**shot, "how": "scrap", "weapon": "drone-scrap"}]
    scout = sight(weapon="scout", **{"theirs__front-centre": "drone", "theirs__middle-centre": "door"})["attacks"]
    assert [(way["how"], way["weapon"], way["target"]) for way in scout] == [
        ("weapon", "scout", "drone"),
        ("bypass", "scout-bypass", "blast-door"),
        ("bypass", "scout-bypass", "open-port"),
    ]


def test_a_strongbox_shield_sits_at_its_hand():
    right = shots(at="middle-centre", weapon="hammer", **{"theirs__front-centre": "strongbox-right:left"})
    left = shots(at="middle-centre", weapon="hammer", **{"theirs__front-centre": "strongbox-left:left"})
    assert right["front-centre"]["defends_with"] == "shield"
    assert left["front-centre"]["defends_with"] == "body"


def test_what_lies_beyond_is_told():
    area = {"theirs__front-centre": "drone:ahead", "theirs__middle-centre": "door"}
    plain = shots(weapon="hammer", **area)["middle-centre"]
    assert plain["why"] == "Out of reach: a module is in the way."
    assert not plain["can_hit"] and not plain["can_bypass"]
    scout = shots(weapon="scout", **area)["middle-centre"]
    assert scout["can_bypass"]
    assert scout["why"].startswith("The Scout has to ignore the blocking module")


def test_a_module_that_faces_its_owner_has_no_line():
    found = sight(facing="owner", weapon="hammer")
    assert (found["line"], found["shots"], found["attacks"], found["rules"]) == (None, [], [], ["facing"])


def test_without_inputs_the_first_module_stands_in_the_middle():
    found = sight()
    assert (found["weapon"], found["at"], found["facing"]) == (
        {"id": "drone", "name": "Drone"},
        "middle-centre",
        "ahead",
    )
    assert [shot["name"] for shot in found["shots"]] == ["Open Port"] * 3


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"at": "roof"}, "at: found 'roof', expected one of front-left"),
        ({"facing": "up"}, "facing: found 'up', expected ahead, left, right or owner"),
        ({"weapon": "reactor"}, "weapon: found 'reactor', expected one of drone"),
        ({"theirs__roof": "door"}, "theirs.roof: found 'roof'"),
        ({"theirs__front-left": "castle"}, "theirs.front-left: found 'castle', expected port, door, destroyed"),
        ({"theirs__front-left": "drone:up"}, "theirs.front-left: found 'drone:up', expected a facing of drone"),
    ],
)
def test_sight_inputs_that_cannot_be_read(inputs, said):
    with pytest.raises(InvalidInput) as caught:
        sight(**inputs)
    assert said in str(caught.value)


def test_an_upgrade_has_both_weapons_in_view():
    found = answer("upgrades", {"lower": "hammer-right", "upper": "scout-right"})
    assert [(w["of"], w["edge"]) for w in found["weapons"]] == [("Hammer (right)", "top"), ("Scout (right)", "left")]
    assert found["body"] == {"dice": 3, "kind": "evasion", "name": "Evasion"}
    assert found["covered"] == ["body", "ability"]
    assert found["rules"] == ["upgrade", "visible-only", "two-weapons"]


def test_no_upgrade_says_why():
    found = answer("upgrades", {"lower": "hammer-right", "upper": "reactor"})
    assert (found["possible"], found["upper"]["name"]) == (False, "Reactor")
    assert found["reason"] == "Reactor has no Open Link (L I), so it cannot be laid on another module."
    wrong = answer("upgrades", {"lower": "hammer-right", "upper": "scout-right", "edge": "bottom"})
    assert wrong["reason"].startswith("Wrong side: Hammer (right) shows N K")


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"lower": "castle", "upper": "scout-right"}, "lower: found 'castle', expected one of reactor, drone"),
        ({"lower": "hammer-right"}, "upper: found nothing, expected a value for upper"),
        (
            {"lower": "hammer-right", "upper": "scout-right", "edge": "under"},
            "edge: found 'under', expected top, right, bottom or left",
        ),
    ],
)
def test_upgrade_inputs_that_cannot_be_read(inputs, said):
    with pytest.raises(InvalidInput) as caught:
        answer("upgrades", inputs)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        (
            "line-of-sight",
            {"at": "middle-right", "facing": "left", "weapon": "hammer", "theirs.middle-left": "reactor:left"},
        ),
        ("upgrades", {"lower": "hammer-right", "upper": "scout-right"}),
    ],
)
def test_the_command_line_gives_the_same_answer(name, inputs):
    words = [f"{key}={value}" for key, value in inputs.items()]
    result = CliRunner().invoke(main, ["analyze", "mecha-mettle", name, *words, "--json"])
    assert result.exit_code == 0
    assert json.loads(result.output)["answer"] == answer(name, inputs)


def test_the_command_line_names_what_it_cannot_read():
    result = CliRunner().invoke(main, ["analyze", "mecha-mettle", "line-of-sight", "theirs.roof=door"])
    assert result.exit_code == 2
    assert "theirs.roof" in result.output


def test_an_upgrade_turns_the_upper_card_so_that_its_link_meets_the_strip():
    """Turned with its right edge up, what pointed up now points left; a left version's points right."""
    lower = upgrades.Laid(CONTEXT.catalogue.get(upgrades.Module, "hammer"), "right")
    for version, points in (("right", "left"), ("left", "right")):
        upper = upgrades.Laid(CONTEXT.catalogue.get(upgrades.Module, "scout"), version)
        assert upgrades.upgrade(lower, upper).weapons[1].edge == points


def test_without_an_edge_the_first_of_two_strips_takes_the_link():
    gemini, hammer = (CONTEXT.catalogue.get(upgrades.Module, name) for name in ("gemini", "hammer"))
    weapon = gemini.weapon.model_copy(update={"link": True})
    lower = upgrades.Laid(gemini.model_copy(update={"weapon": weapon}), "right")
    upper = upgrades.Laid(hammer, "right")
    kept = [upgrades.upgrade(lower, upper, edge).remaining_attachment.edge for edge in (None, "top", "right")]
    assert kept == ["top", "top", "right"]
