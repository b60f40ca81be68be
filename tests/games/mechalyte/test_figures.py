"""Mechalyte's figures: each letter adds its part, each level is a mech of its own, and the order counts."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mechalyte import GAME
from companion.games.mechalyte.art import figure
from companion.printing.faces.plates import extent
from tests.printing.rasters import cells, difference

CONTEXT = GAME.context()
APART = 60
"""Pixels of 48 × 48 in which two levels of a spec, or mechs of other letters, differ at least."""


def spec(letters, **fields):
    return GAME.read({"game": "mechalyte", "title": "", "spec": letters, **fields})


def high(boxes):
    _, top, _, low = extent(boxes)
    return low - top


@pytest.mark.parametrize("letters", ["PMISAA", "MIPASA", "SSSSSS", "PPPPPP"])
def test_the_levels_of_a_spec_differ_at_arms_length(letters):
    pictures = cells([figure(letters[:level]) for level in range(1, 7)], GAME.accent)
    assert [
        pair for pair in combinations(range(6), 2) if difference(pictures[pair[0]], pictures[pair[1]]) < APART
    ] == []


def test_each_letter_adds_a_part_of_its_own():
    for before in ("", "P", "MIS"):
        family = before[:1] or "A"
        pictures = cells([figure(before + letter, family) for letter in "PSMIA"], GAME.accent)
        assert min(difference(one, other) for one, other in combinations(pictures, 2)) >= APART


@settings(max_examples=25, deadline=None)
@given(st.text("PSMIA", max_size=12))
def test_figures_of_any_letters_stand_in_their_field(letters):
    found = GAME.figures(spec(letters), CONTEXT)
    assert [one.id for one in found] == [str(level) for level in range(1, min(len(letters), 6) + 1)]
    assert found == GAME.figures(spec(letters), CONTEXT)
    assert len({one.boxes for one in found}) == len(found)
    for one in found:
        left, top, right, low = extent(one.boxes)
        assert left >= 0 and top >= 0 and right <= 48 and abs(low - 45) < 0.01


@settings(max_examples=25, deadline=None)
@given(st.text("PSMIA", min_size=6, max_size=6), st.integers(0, 5), st.sampled_from("PSMIA"))
def test_another_letter_or_another_order_is_another_mech(letters, slot, letter):
    other = letters[:slot] + letter + letters[slot + 1 :]
    swapped = letters[:slot] + letters[slot + 1 :] + letters[slot]
    for changed in (other, swapped):
        assert (figure(changed) == figure(letters)) == (changed == letters)


@settings(max_examples=40, deadline=None)
@given(st.text("PSMIA", min_size=6, max_size=6))
def test_the_highest_level_towers_over_the_lowest(letters):
    assert high(figure(letters)) > 1.2 * high(figure(letters[0]))


def test_a_figure_says_what_it_carries_and_has_the_base_of_a_die():
    *_, fifth = GAME.figures(spec("PMISA"), CONTEXT)
    assert (fifth.name, fifth.base) == ("Level 5", 16.0)
    assert fifth.about == "Level 5: a mech with 1 gun, 1 drive, 1 aerial, 1 shield and 1 armor plate."
    coin = GAME.context({"standee-base": "coin"})
    assert {one.base for one in GAME.figures(spec("PMISA"), coin)} == {25.0}
