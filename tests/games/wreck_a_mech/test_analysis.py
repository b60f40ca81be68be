"""Wreck-A-Mech's analyses by their inputs: best build, damage options, deck odds."""

import json

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.games.wreck_a_mech import GAME
from companion.verbs.analyses import analysis_answer

TRAINERS = {p: f"trainer-{p.replace('_', '-')}" for p in ("head", "body", "left_arm", "right_arm", "legs")}


def answer(name, rulings=None, **inputs):
    return analysis_answer(GAME, name, inputs, GAME.context(rulings))["answer"]


def analyzed(*words):
    """Return what the command line answers as JSON."""
    done = CliRunner().invoke(main, ["analyze", "wreck-a-mech", *words, "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_best_build_waits_for_cards():
    found = answer("best-build")
    assert (found["builds"], found["count"], found["best"]) == ([], 0, None)


def test_the_best_build_of_a_hand():
    hand = ["Laser Show", "mic-drop, Encore Crown"]
    found = answer("best-build", hand=hand, left_arm="trainer-left-arm")
    assert [card["id"] for card in found["hand"]] == ["laser-show", "mic-drop", "encore-crown"]
    assert (found["after"], found["marked"], found["best"]) == (None, False, 2 + (5 - 2) + 8)
    first = found["builds"][0]
    assert [part["id"] for part in first["parts"]] == ["encore-crown", "mic-drop", "laser-show"]
    assert first["attack"] == 2 + (5 - 2) + 8 and "dealt" not in first
    turned = first["parts"][1]
    assert (turned["position"], turned["upside_down"], turned["penalty"], turned["from_hand"]) == (
        "left_arm", True, 2, True,
    )  # fmt: skip


def test_a_part_that_stays_is_not_from_the_hand():
    (build,) = answer("best-build", head="trainer-head", hand="trainer-head")["builds"]
    assert [(part["id"], part["from_hand"]) for part in build["parts"]] == [("trainer-head", False)]


def test_the_opponent_counts_for_heads_and_for_the_margin():
    found = answer("best-build", hand="Encore Crown", goal="opponent", attack="5", defense="3", parts="2 Freedom")
    (build,) = found["builds"]
    assert (build["attack"], build["dealt"], build["taken"], build["wrecked"]) == (2 + 2 * 2, 3, 3, True)
    assert found["best"] == 0 and found["marked"]
    other = answer("best-build", {"wheel": "akio-zhao-freedom"}, hand="Encore Crown", parts="2 Freedom")
    assert other["builds"][0]["attack"] == 2
    assert answer("best-build", hand="Encore Crown", **{"parts.freedom": "2"})["best"] == 2 + 2 * 2


def test_many_ties_are_counted_and_not_all_listed():
    mech = {"head": "spotlight-visor", "body": "season-finale", "left_arm": "camera-crane", "right_arm": "mic-drop"}
    asked = {"hand": ["Pyro Fist", "Laser Show"], **mech, "goal": "opponent", "attack": "3", "defense": "60"}
    found = answer("best-build", **asked)
    assert len(found["builds"]) == 12 < found["count"] and (found["before"], found["after"]) == (None, 12)
    assert found["builds"][0]["wrecked"] is False
    second = answer("best-build", **asked, after="12")
    assert (second["first"], second["before"]) == (13, 0) and second["builds"][0] not in found["builds"]
    last = answer("best-build", **asked, after=str(found["count"] - 1))
    assert len(last["builds"]) == 1 and last["after"] is None and last["first"] == found["count"]


def test_what_can_be_lost():
    found = answer("damage-options", attack="9", **TRAINERS)
    assert (found["damage"], found["structure"], found["wrecked"]) == (4, 7, False)
    first = found["options"][0]
    assert [part["position"] for part in first["parts"]] == ["body", "legs"]
    assert (first["attack_left"], first["gains"]) == (7, {"rank_2": 2, "rank_3": 0, "junk": 0})
    assert answer("damage-options", attack="99", **TRAINERS)["wrecked"]
    none = answer("damage-options", attack="9", defense="9", **TRAINERS)
    assert (none["damage"], none["options"], none["wrecked"]) == (0, [], False)
    without = answer("damage-options", attack="9")
    assert (without["damage"], without["options"]) == (None, [])


def test_a_misplaced_part_is_named_and_counts_for_nothing():
    found = answer("damage-options", attack="9", head="mic-drop", body="stage-chassis")
    assert found["misplaced"] == [
        {"id": "mic-drop", "name": "Mic Drop", "position": "head", "belongs": "right_arm"}
    ]  # fmt: skip
    assert (found["defense"], found["damage"], found["structure"]) == (3, 6, 2)
    assert [part["id"] for option in found["options"] for part in option["parts"]] == ["stage-chassis"]


def test_deck_odds_wait_for_piles_and_read_what_is_typed():
    assert answer("deck-odds")["cards"] == []
    found = answer("deck-odds", draw="2 Trainer Head\nMic Drop", discard="Keg Hull", count="3")
    assert (found["draw_size"], found["discard_size"], found["certain"]) == (3, 1, 3)
    assert [card["id"] for card in found["cards"]][:2] == ["mic-drop", "trainer-head"]


def test_deck_odds_are_exact():
    """2 of 5: at least one of two Trainer Heads 1 − 3/10, one of the three heads 1 − 1/10."""
    found = answer("deck-odds", draw="2 Trainer Head, Mic Drop, Catwalk Struts, Encore Crown", count=2)
    by_id = {card["id"]: card for card in found["cards"]}
    assert by_id["trainer-head"]["at_least_one"] == {"p": 0.7, "exact": "7/10"}
    assert by_id["trainer-head"]["copies"] == 2
    head = found["positions"][0]
    assert head["position"] == "head" and head["at_least_one"]["exact"] == "9/10"
    assert head["mean"] == {"value": 1.2, "exact": "6/5"}
    akio = next(row for row in found["corporations"] if row["id"] == "akio")
    assert akio["name"] == "Akio" and akio["mean"]["exact"] == "6/5"


def test_the_limits_of_a_hand_and_of_a_draw():
    assert len(answer("best-build", hand="12 Mic Drop")["hand"]) == 12
    assert answer("deck-odds", draw="61 Mic Drop", count="60")["drawn"] == 60


def test_the_command_line_answers_the_same():
    best = analyzed("best-build", "hand=laser-show,mic-drop", "attack=3")
    assert best["inputs"]["hand"] == ["laser-show", "mic-drop"]
    assert (best["answer"]["best"], best["answer"]["builds"][0]["taken"]) == (11, 1)
    lost = analyzed("damage-options", "head=Encore Crown", "body=keg-hull", "attack=6", "defense=4")
    assert lost["analysis"] == "damage-options"
    assert [[part["id"] for part in option["parts"]] for option in lost["answer"]["options"]] == [
        ["keg-hull"], ["encore-crown"],
    ]  # fmt: skip
    odds = analyzed("deck-odds", "draw=Mic Drop", "discard=Keg Hull,Hard Hat", "count=2")
    assert odds["answer"]["certain"] == 1


@pytest.mark.parametrize(
    ("name", "inputs", "says"),
    [
        ("best-build", {"hand": "Mic Drip"}, ("hand[0]: found 'Mic Drip', expected a card: its name, or",)),
        ("best-build", {"hand": "100 Mic Drop"}, ("found '100 Mic Drop', expected a number from 1 to 99 before",)),
        ("best-build", {"hand": "13 Mic Drop"}, ("hand", "at most 12 cards, not 13")),
        ("best-build", {"head": "banana"}, ("head", "banana", "the id or the name of a part")),
        ("best-build", {"head": "keg hul"}, ("head", "perhaps Keg Hull")),
        ("best-build", {"goal": "glory"}, ("goal", "attack")),
        ("best-build", {"attack": "100"}, ("attack", "at most 99")),
        ("best-build", {"attack": "²"}, ("attack", "a whole number")),
        (
            "best-build",
            {"parts": "many"},
            ("parts: found 'many', expected parts by corporation, for example 3 Akio, 1 Zhao.",),
        ),
        ("best-build", {"parts": "3 Akio, 3 Zhao"}, ("parts: ", "expected at most 5 parts.")),
        (
            "best-build",
            {"parts.nobody": "3"},
            ("parts: ", "expected parts by corporation, for example 3 Akio, 1 Zhao."),
        ),
        ("best-build", {"after": "-1"}, ("after", "at least 0")),
        ("damage-options", {"attack": "x"}, ("attack", "a whole number")),
        ("damage-options", {}, ("attack: found nothing, expected a value for attack",)),
        ("damage-options", {"attack": 1, "body": "banana"}, ("body", "banana")),
        ("deck-odds", {"draw": "Mic Drip"}, ("draw[0]", "Mic Drip")),
        ("deck-odds", {"draw": "Mic Drop\n" * 201}, ("draw: ", "at most 200, not 201 lines.")),
        ("deck-odds", {"count": "61"}, ("count", "at most 60")),
    ],
)
def test_what_cannot_be_read_is_named(name, inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(name, **inputs)
    assert all(part in str(error.value) for part in says), str(error.value)
