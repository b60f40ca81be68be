"""What a seat may ask about how it stands: analyses with what it sees, answered under the table's rulings."""

from dataclasses import replace

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.rules.play import Player
from companion.verbs.analyses import analysis_answer
from tests.games.wreck_a_mech.test_on_table import at as laid
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at

WHOLE = Player(dict(TRAINERS))
DECK = ("trainer-legs", "moped-hips", "keg-hull", "mic-drop")


def asked(table, seat=0):
    return {one.analysis: one for one in GAME.tracker.questions(table.view(seat), seat)}


def answer(question):
    """Return the answer of an analysis whose inputs come as an address has them."""
    inputs = {name: ",".join(value) if isinstance(value, list) else value for name, value in question.inputs.items()}
    return analysis_answer(GAME, question.analysis, inputs)["answer"]


def chance(question, position):
    return next(row["at_least_one"]["exact"] for row in answer(question)["positions"] if row["position"] == position)


def test_the_odds_of_the_next_hand_are_those_of_the_own_draw_pile():
    table, _ = at("upgrade", replace(WHOLE, draw=DECK), replace(WHOLE, draw=("keg-hull",) * 4))
    found = asked(table)["deck-odds"]
    assert (found.label, found.inputs["count"]) == ("The odds of your next hand", 2)
    assert (chance(found, "legs"), chance(asked(table, 1)["deck-odds"], "legs")) == ("5/6", "0")


def test_in_a_rebound_they_are_those_of_the_next_card():
    table, _ = at("rebound", Player({}, draw=DECK), WHOLE, queue=(0,), wrecked=(0,), junk=1)
    found = asked(table)["deck-odds"]
    assert found.label == "The odds of your next card" and chance(found, "legs") == "1/2"
    assert not asked(table, 1)


def test_the_best_build_is_asked_against_what_the_others_would_mark():
    table, _ = at("build", replace(WHOLE, hand=("keg-hull",)), Player({"body": "keg-hull"}), queue=(0, 1))
    found = asked(table)["best-build"].inputs
    assert (found["hand"], found["body"], found["parts"]) == (["keg-hull"], "trainer-body", "1 Freedom")
    assert (found["attack"], found["defense"], found["goal"]) == (3, 2, "opponent")
    assert answer(asked(table)["best-build"])["builds"][0]["parts"]
    assert asked(table, 1)["best-build"].inputs["hand"] == []


def test_the_best_loss_is_asked_by_the_marks_of_who_is_hit():
    table, _ = at("combat", WHOLE, replace(WHOLE, attack=12), queue=(0, 1))
    found = asked(table)["damage-options"]
    assert answer(found)["damage"] == 7 and "parts" not in found.inputs
    unhurt, _ = at("combat", WHOLE, replace(WHOLE, attack=5), queue=(0, 1))
    assert "damage-options" not in asked(unhurt) and "damage-options" in asked(unhurt, 1)


def test_a_hand_on_the_real_table_is_not_in_what_is_asked():
    player = replace(WHOLE, hand=("", ""), draw=("",))
    table, _ = laid("build", player, WHOLE, loose=(("keg-hull", "mic-drop", "moped-hips"), ()))
    assert asked(table)["best-build"].inputs["hand"] == []
    assert asked(table)["deck-odds"].label.endswith(": say which cards are left")
    table, _ = laid("combat", replace(WHOLE, draw=("",) * 2), WHOLE, loose=(("keg-hull", "moped-hips"), ()))
    found = asked(table)["deck-odds"]
    assert found.label == "The odds of your next hand" and chance(found, "legs") == "1"


def test_nothing_is_asked_before_the_deal_or_out_of_the_game():
    assert not asked(at("deal", WHOLE, WHOLE)[0])
    assert not asked(at("build", *[replace(WHOLE, draw=DECK)] * 3, seats=3, out=(0,), queue=(1, 2))[0])
