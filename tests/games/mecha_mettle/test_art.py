"""Portraits of component drafts: a bay for each level, filled by what the category does there."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.art.mech import mech
from companion.games.mecha_mettle.model import CATEGORIES, LEVELS, Component, Pool
from tests.games.figures import inks, leaves_its_field

CONTEXT = GAME.context()
COMPONENTS = {(card.category, card.level): card for card in GAME.catalogue.all(Component)}
IDS = [card.id for card in COMPONENTS.values()]


def draft(*ids, seat=1, title=""):
    return GAME.read({"game": "mecha-mettle", "title": title, "components": list(ids), "seat": seat})


def figure(*ids, context=CONTEXT, **fields):
    (only,) = GAME.figures(draft(*ids, **fields), context)
    return only


def of_levels(categories):
    """Return the components of these categories, one for each level."""
    return [COMPONENTS[category, level].id for category, level in zip(categories, LEVELS, strict=True)]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(IDS), min_size=1, max_size=32))
def test_any_draft_stays_in_its_field_in_one_hand(ids):
    drawn = figure(*ids)
    assert leaves_its_field(drawn) is None
    assert inks(drawn.boxes) <= {"blue", "tint", "accent", "paper"}
    assert drawn == figure(*ids)


def test_all_256_legal_drafts_differ():
    drawn = {figure(*of_levels(categories)).boxes for categories in product(CATEGORIES, repeat=4)}
    assert len(drawn) == 256


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(IDS), min_size=2, max_size=8), st.data())
def test_taking_a_component_away_changes_the_figure(ids, data):
    gone = data.draw(st.integers(0, len(ids) - 1))
    assert figure(*ids).boxes != figure(*ids[:gone], *ids[gone + 1 :]).boxes


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(IDS), min_size=1, max_size=8), st.sampled_from(IDS), st.data())
def test_swapping_a_component_changes_the_figure(ids, other, data):
    at = data.draw(st.integers(0, len(ids) - 1))
    swapped = [*ids[:at], other, *ids[at + 1 :]]
    assume(sorted(swapped) != sorted(ids))
    assert figure(*ids).boxes != figure(*swapped).boxes


def dashes(figure):
    """Return how many dashed strokes a figure has."""
    return sum(bool(getattr(box, "dash", ())) for box in figure.boxes[0].boxes)


def test_a_bay_without_a_component_is_an_outline():
    whole = of_levels(["attack"] * 4)
    assert dashes(figure(*whole)) == 0
    for level in LEVELS:
        assert dashes(figure(*(card for card in whole if card != whole[level - 1]))) > 3


def test_a_second_component_of_a_level_is_a_crate_beside_the_feet():
    first, second = COMPONENTS["attack", 1], COMPONENTS["control", 1]
    one, two = mech([first], 1), mech([first, second], 1)
    assert len(two) > len(one) and set(one) <= set(two)


def test_dice_that_a_component_adds_are_lights_on_it():
    card = COMPONENTS["defense", 1]
    pool = {dice: card.model_copy(update={"defend": Pool(dice=dice, kind="evasion")}) for dice in (2, 5)}
    few, many = (mech([pool[dice]], 1) for dice in (2, 5))
    assert len(many) - len(few) == 6, "three dice more, on both shins"


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_custom_component_looks_like_its_category_and_is_told_apart(category):
    card = COMPONENTS[category, 2]
    mine = card.model_copy(update={"id": "my-own", "name": "My Own"})
    assert mech([mine], 1) != mech([card], 1)
    assert len(mech([mine], 1)) == pytest.approx(len(mech([card], 1)), abs=12)


def test_stripes_on_the_belt_count_the_seat():
    ids = of_levels(["control"] * 4)
    first, second = (figure(*ids, seat=seat).boxes[0].boxes for seat in (1, 2))
    assert len(second) == len(first) + 1


def test_a_figure_is_told_in_a_sentence():
    ids = [COMPONENTS["attack", 1].id, COMPONENTS["defense", 3].id]
    assert figure(*ids, title="Kitchen").about == (
        "Kitchen: a chassis with Extended Magazines and Emergency Shields; the bays of levels 2 and 4 are free."
    )
    assert figure(*of_levels(["attack"] * 4)[1:]).about.endswith("; the bay of level 1 is free.")
    assert figure(*of_levels(["control"] * 4)).about.endswith("Engineering Bay and Artificial Intelligence.")


def test_components_that_are_not_known_are_crates():
    drawn = figure(*IDS[:2], context=replace(CONTEXT, catalogue=replace(GAME.catalogue, cards={})))
    assert leaves_its_field(drawn) is None and "an unknown component" in drawn.about
