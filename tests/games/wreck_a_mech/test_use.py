"""What a best build or a loss makes of a saved build: no card is lost, and each goes where the rules put it."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.data.documents import to_document
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import count_copies
from companion.verbs.analyses import analysis_answer
from tests.games.wreck_a_mech.parts import PARTS, TRAINERS, mechs

piles = st.lists(st.sampled_from([card.id for card in PARTS]), max_size=8)


def options(name, rulings=None, **inputs):
    answer = analysis_answer(GAME, name, inputs, GAME.context(rulings))["answer"]
    return answer["builds" if name == "best-build" else "options"]


def held(change):
    """Count every card of a changed build, read as the builder reads it."""
    return GAME.read({"game": GAME.slug, **change}).counts


@settings(max_examples=30, deadline=None)
@given(mechs(), piles, piles, st.data())
def test_every_card_is_still_there_where_a_best_build_is_used(mech, draw, discard, data):
    drawn = data.draw(st.lists(st.sampled_from(range(len(draw))), max_size=5, unique=True)) if draw else []
    hand = [draw[index] for index in drawn]
    assume(hand or mech)
    ids = {place: card.id for place, card in mech.items()}
    builds = options("best-build", hand=hand, draw=draw, discard=discard, **ids)
    for build in builds:
        assert held(build["use"]) == Counter(ids.values()) + Counter(draw) + Counter(discard)
        assert build["use"]["mech"] == {part["position"]: part["id"] for part in build["parts"]}
        pile = count_copies(GAME.read({"game": GAME.slug, **build["use"]}).deck)
        assert pile == Counter(draw) - Counter(hand)


@settings(max_examples=30, deadline=None)
@given(mechs(least=1), piles, piles, st.integers(1, 60), st.sampled_from(["after-upgrade", "at-once"]))
def test_every_card_is_still_there_where_a_loss_is_taken(mech, draw, discard, attack, option):
    ids = {place: card.id for place, card in mech.items()}
    ways = options("damage-options", {"wrecked-cards": option}, attack=attack, draw=draw, discard=discard, **ids)
    for way in ways:
        assert held(way["use"]) == Counter(ids.values()) + Counter(draw) + Counter(discard)
        lost = {part["position"] for part in way["parts"]}
        assert way["use"]["mech"] == {place: card for place, card in ids.items() if place not in lost}


def test_a_hand_that_is_no_longer_in_the_draw_pile_came_from_the_shuffled_discard_pile():
    """Both cards were drawn after the draw pile ran out: Mic Drop is played, Hard Hat goes back."""
    (build,) = options("best-build", hand=["mic-drop", "hard-hat"], discard=["mic-drop", "hard-hat", "keg-hull"],
                       head="laugh-track")  # fmt: skip
    mech = {"head": "laugh-track", "right_arm": "mic-drop"}
    assert build["use"] == {"mech": mech, "deck": [], "discard": ["hard-hat", "keg-hull"]}


def test_an_arm_that_stays_and_changes_sides_is_not_discarded():
    """Laser Show is a right arm: it changes sides, and the Trainer's right arm goes."""
    builds = options("best-build", hand=["camera-crane"], left_arm="laser-show", right_arm="trainer-right-arm")
    assert builds[0]["use"] == {
        "mech": {"left_arm": "camera-crane", "right_arm": "laser-show"}, "deck": [], "discard": ["trainer-right-arm"],
    }  # fmt: skip


def test_a_wrecked_mech_is_empty_and_by_ruling_its_parts_are_shuffled_into_the_draw_pile_at_once():
    asked = {"attack": 60, "draw": ["mic-drop"], "discard": ["keg-hull"], "head": TRAINERS["head"]}
    (usual,) = options("damage-options", **asked)
    assert usual["use"] == {"mech": {}, "deck": ["mic-drop"], "discard": ["trainer-head", "keg-hull"]}
    (at_once,) = options("damage-options", {"wrecked-cards": "at-once"}, **asked)
    assert at_once["use"] == {"mech": {}, "deck": ["mic-drop", "keg-hull", "trainer-head"], "discard": []}


def test_more_copies_than_an_entry_counts_take_several():
    (build,) = options("best-build", head="hard-hat", discard=["99 mic-drop", "2 mic-drop"])
    assert build["use"]["discard"] == ["99 mic-drop", "2 mic-drop"]
    assert to_document(GAME.read({"game": GAME.slug, **build["use"]}))["discard"] == ["99 mic-drop", "2 mic-drop"]
