"""Portraits of mechs: every part shows, wrong-side arms lie upside down, lost parts leave torn sockets."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.art import drawing
from companion.games.wreck_a_mech.art.robot import bodies, heads, legs, robot, tools
from companion.games.wreck_a_mech.art.robot.arms import arm
from companion.games.wreck_a_mech.model import ARMS, POSITIONS
from tests.games.figures import edges, inks, leaves_its_field
from tests.games.wreck_a_mech.parts import PARTS, TRAINERS, made_up, mechs

CONTEXT = GAME.context()
CARDS = {card.id: card for card in PARTS}


def figure(parts, context=CONTEXT, title=""):
    (only,) = GAME.figures(GAME.read({"game": "wreck-a-mech", "title": title, "mech": parts}), context)
    return only


def ids(mech):
    return {position: card.id for position, card in mech.items()}


@settings(deadline=None, max_examples=40)
@given(mechs(least=1))
def test_a_mech_stays_in_its_field_in_one_hand(mech):
    drawn = figure(ids(mech))
    assert leaves_its_field(drawn) is None
    assert inks(drawn.boxes) <= {"blue", "tint", "accent", "paper"}
    assert drawn == figure(ids(mech))


@settings(deadline=None, max_examples=40)
@given(mechs(least=2), st.data())
def test_losing_a_part_changes_the_figure(mech, data):
    lost = data.draw(st.sampled_from(sorted(mech)))
    assert robot(mech) != robot({position: card for position, card in mech.items() if position != lost})


@settings(deadline=None, max_examples=40)
@given(mechs(least=1), st.data())
def test_another_part_in_its_place_changes_the_figure(mech, data):
    position = data.draw(st.sampled_from(sorted(mech)))
    other = data.draw(st.sampled_from([card for card in PARTS if card.id != mech[position].id]))
    assert robot(mech) != robot({**mech, position: other})


@settings(deadline=None, max_examples=40)
@given(made_up(), made_up())
def test_made_up_cards_are_drawn_and_differ(one, other):
    drawings = [robot({card.position: card}) for card in (one, other)]
    assert drawings[0] != drawings[1] or one.id == other.id
    for drawn in drawings:
        left, top, right, low = edges(drawn)
        assert right - left < 90 and low - top < 70


def outline(drawing, position):
    """Return the corners that a mech draws beyond the shoulder on one side: the arm."""
    return edges(set(drawing) - set(robot({p: CARDS[c] for p, c in TRAINERS.items() if p != position})))


@pytest.mark.parametrize(("right", "wrong"), [("left_arm", "right_arm"), ("right_arm", "left_arm")])
def test_an_arm_on_the_wrong_side_lies_upside_down(right, wrong):
    card = CARDS[TRAINERS[right]]
    mech = {position: CARDS[card_id] for position, card_id in TRAINERS.items()}
    hanging, raised = outline(robot(mech), right), outline(robot({**mech, wrong: card}), wrong)
    assert hanging[3] > 5 > raised[3], "the hand hangs below the elbow, or is above the head"
    assert raised[1] < hanging[1] - 5
    side = 1 if wrong == "right_arm" else -1
    assert raised[2 if side > 0 else 0] * side > 15, "it still points outwards"


def test_both_arms_hang_alike_where_they_belong():
    mech = {position: CARDS[TRAINERS[position]] for position in ARMS}
    left, right = outline(robot(mech), "left_arm"), outline(robot(mech), "right_arm")
    assert (left[0], left[3]) == pytest.approx((-right[2], right[3]), abs=0.5)


@pytest.mark.parametrize("position", POSITIONS)
def test_a_lost_part_is_told_and_leaves_an_outline(position):
    whole = figure(TRAINERS)
    wreck = figure({name: card for name, card in TRAINERS.items() if name != position})
    dashes = [box for box in wreck.boxes[0].boxes if getattr(box, "dash", ())]
    assert dashes and not [box for box in whole.boxes[0].boxes if getattr(box, "dash", ())]
    assert f"{position.replace('_', ' ')} torn off" in wreck.about and "torn off" not in whole.about


@pytest.mark.parametrize("position", ["head", "left_arm", "right_arm", "legs"])
def test_a_torn_socket_has_a_wire_and_three_sparks_in_the_colour_of_the_game(position):
    rest = {name: CARDS[card] for name, card in TRAINERS.items() if name != position}
    whole = {name: CARDS[card] for name, card in TRAINERS.items()}
    new = set(robot(rest)) - set(robot(whole))
    coloured = [box for box in new if "accent" in (getattr(box, "fill", None), getattr(box, "stroke", None))]
    assert len(coloured) == 4 * (2 if position == "legs" else 1)


def test_stronger_arms_hold_larger_tools():
    card = CARDS["nail-bat"]
    weak, strong = (edges(arm(card.model_copy(update={"attack": attack}))) for attack in (1, 6))
    assert strong[2] > weak[2] + 1


def test_tools_follow_from_the_name():
    arms = [card for card in PARTS if card.position == "right_arm" and card.rank > 1]
    shapes = {len(arm(card.model_copy(update={"rank": 1, "structure": 1, "corporation": "x"}))) for card in arms}
    assert len(shapes) >= 5


@pytest.mark.parametrize(
    ("position", "table"),
    [("head", heads._TOPS), ("body", bodies._CORES), ("right_arm", tools._TOOLS), ("legs", legs._EXTRAS)],
)
def test_every_word_that_shapes_a_part_has_a_drawing(position, table):
    card = CARDS[TRAINERS[position]].model_copy(update={"id": "x"})
    plain = drawing(card.model_copy(update={"name": "X"}), 40, 30)
    for word, *_ in table:
        assert drawing(card.model_copy(update={"name": word}), 40, 30) != plain, word


def test_a_mech_without_parts_has_no_figure():
    assert GAME.figures(GAME.read({"game": "wreck-a-mech", "title": "", "deck": ["mic-drop"]}), CONTEXT) == ()


def test_a_figure_is_told_in_a_sentence():
    parts = {**TRAINERS, "left_arm": "mic-drop"}
    del parts["legs"]
    assert figure(parts, title="Scrap").about == (
        "Scrap: Trainer Head as head, Trainer Body as body, Mic Drop as left arm, upside down, "
        "Trainer Right Arm as right arm and legs torn off."
    )


def test_cards_that_do_not_belong_or_are_not_known_are_crates():
    parts = {**TRAINERS, "head": "trainer-legs", "left_arm": "trainer-body"}
    drawn = figure(parts)
    assert leaves_its_field(drawn) is None and "Trainer Legs in the place of the head" in drawn.about
    unknown = figure(parts, replace(CONTEXT, catalogue=replace(GAME.catalogue, cards={})))
    assert leaves_its_field(unknown) is None and "an unknown card as head" in unknown.about
    assert unknown.boxes != drawn.boxes
