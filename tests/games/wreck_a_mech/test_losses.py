"""Losses: every minimal choice and no other, by brute force; the cheapest first; a wreck only where nothing is left."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.rules.losses import is_wrecked, losses, minimal
from companion.verbs.game_rolls import odds_answer, prepare, roll_answer

some = st.dictionaries(st.sampled_from(POSITIONS), st.integers(1, 9), min_size=1)


def subsets(positions):
    return chain.from_iterable(combinations(positions, n) for n in range(len(positions) + 1))


def survives(chosen, structures, taken):
    """Whether choosing these parts would be enough, or is all there is."""
    return sum(structures[p] for p in chosen) >= taken or len(chosen) == len(structures)


@given(some, st.integers(0, 40))
def test_minimal_choices_are_those_that_brute_force_finds(structures, taken):
    positions = [p for p in POSITIONS if p in structures]
    enough = [set(s) for s in subsets(positions) if survives(s, structures, taken)]
    wanted = {frozenset(s) for s in enough if not any(other < s for other in enough)}
    found = minimal(taken, structures)
    assert {frozenset(choice) for choice in found} == wanted
    assert len(found) == len(wanted)
    assert all(list(choice) == [p for p in positions if p in choice] for choice in found)


@given(some, st.integers(0, 40))
def test_a_wreck_is_when_every_choice_takes_every_part(structures, taken):
    everything = {frozenset(structures)}
    assert is_wrecked(taken, structures) == ({frozenset(c) for c in minimal(taken, structures)} == everything)


@given(some, st.integers(0, 40), st.data())
def test_the_cheapest_comes_first(structures, taken, data):
    numbers = {name: {p: data.draw(st.integers(0, 9)) for p in structures} for name in ("ranks", "attacks", "defenses")}
    found = losses(taken, structures, **numbers)
    prices = [
        (len(x.positions), sum(numbers["ranks"][p] for p in x.positions),
         sum(numbers["attacks"][p] + numbers["defenses"][p] for p in x.positions))
        for x in found
    ]  # fmt: skip
    assert prices == sorted(prices)


def outcome(**inputs):
    return roll_answer(GAME, "combat", inputs, "")["outcome"]


def test_the_fixed_outcome_of_a_combat():
    """4 damage on 2,3,1,2,2: by hand, seven pairs of which none could be spared."""
    found = outcome(attack="9", defense="5", structures="2,3,1,2,2")
    assert (found["damage"], found["wrecked"]) == (4, False)
    assert sorted(map(tuple, found["losses"])) == sorted(
        [
            ("head", "right_arm"), ("head", "legs"), ("right_arm", "legs"), ("body", "left_arm"),
            ("head", "body"), ("body", "right_arm"), ("body", "legs"),
        ]
    )  # fmt: skip
    assert found["costs"][0] == "2 parts" and found["costs"][-1] == "2 parts, wastes 1 Structure"


def test_missing_parts_are_zero_or_empty():
    assert outcome(attack=9, defense=5, structures="2,,0,2,")["losses"] == [["head", "right_arm"]]
    assert outcome(attack=9, defense=5, structures="2 0 0 2 0")["wrecked"] is True


def test_no_damage_costs_nothing():
    assert outcome(attack=5, defense=8, structures="1,1,1,1,1") == {
        "damage": 0,
        "wrecked": False,
        "losses": [[]],
        "costs": ["nothing lost"],
    }


def test_ranks_and_what_is_left_decide_between_equal_choices():
    by_rank = outcome(attack=2, defense=0, structures="2,2,2,2,2", ranks="3,2,1,2,3")
    assert by_rank["losses"][0] == ["left_arm"] and by_rank["costs"][0] == "1 part, ranks 1"
    by_left = outcome(attack=2, defense=0, structures="2,2,2,2,2", attacks="5,1,5,5,5", defenses="1,1,1,1,1")
    assert by_left["losses"][0] == ["body"]
    assert by_left["costs"][0] == "1 part, leaves Attack 20, Defense 4"


def test_odds_of_what_is_certain():
    answer = odds_answer(GAME, "combat", {"attack": 20, "defense": 5, "structures": "2,3,1,2,2"})
    assert answer["outcomes"][0]["exact"] == "1"
    assert answer["summary"]["wrecked"]["exact"] == "1" and answer["summary"]["parts_lost"]["exact"] == "5"


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"attack": 9, "defense": 5}, ("structures",)),
        ({"attack": -1, "defense": 5, "structures": "1,1,1,1,1"}, ("attack", "at least 0")),
        ({"attack": 100, "defense": 5, "structures": "1,1,1,1,1"}, ("attack", "at most 99")),
        ({"attack": 9, "defense": 5, "structures": "1,1,1"}, ("structures", "3 numbers", "left arm")),
        ({"attack": 9, "defense": 5, "structures": "1,x,1,1,1"}, ("structures, body", "'x'", "0 to 99")),
        ({"attack": 9, "defense": 5, "structures": "1,-1,1,1,1"}, ("structures, body",)),
        ({"attack": 9, "defense": 5, "structures": "0,0,0,0,0"}, ("structures", "at least one part")),
        ({"attack": 9, "defense": 5, "structures": ",,,,"}, ("structures", "at least one part")),
        ({"attack": 9, "defense": 5, "structures": "1,1,1,1,1", "ranks": "1,1,1,1,4"}, ("ranks, legs", "0 to 3")),
        ({"attack": 9, "defense": 5, "structures": "9" * 100}, ("structures", "60")),
    ],
)
def test_what_cannot_be_read_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        prepare(GAME, "combat", inputs)
    assert all(part in str(error.value) for part in says), str(error.value)
