"""A charge and its counter-attack: exact odds that answer, and when the Mech that was charged may strike back."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import replay
from companion.games.techniconica import GAME
from companion.verbs.game_rolls import odds_answer
from tests.dice.test_chain import Whole

CHARGE = {"speed": 4, "penetration": 1, "damage_output": 3, "target_speed": 3, "armour": 2, "base": 4, "counter": True}
BACK = {"counter_penetration": 2, "counter_damage_output": 2, "counter_armour": 1, "counter_base": 6}


def made(rulings=None, **inputs):
    kind = GAME.resolver("charge")
    return kind.make(read_as(kind.inputs, {**CHARGE, **BACK, **inputs}), GAME.context(rulings))


def shares(odds):
    found = Counter()
    for outcome, weight in odds.outcomes:
        found[str(sorted(outcome.items()))] += Fraction(weight, odds.total)
    return found


def test_a_charge_without_re_rolls_is_ten_thousand_rolls_counted_by_hand():
    """4 + 1 against 3 + 2; then, unless the base of 4 fell with the Mech, 3 + 2 against 4 + 1."""
    counted = Counter()
    for a, d, back, dodge in product(range(1, 11), repeat=4):
        damage = a - d + 3 if a > 1 and a >= d else 0
        if damage >= 4:
            counted[damage, "none", 0] += 1
            continue
        hit = back > 1 and back >= dodge
        counted[damage, "hit" if hit else "jam" if back == 1 else "miss", back - dodge + 2 if hit else 0] += 1
    odds = exact(made(last=True))
    found = Counter()
    for o, weight in odds.outcomes:
        found[o["damage"], o["counter_result"], o["counter_damage"]] += Fraction(weight, odds.total)
    assert found == {key: Fraction(n, 10_000) for key, n in counted.items()}


A_CHARGE = (
    st.integers(0, 1),
    st.integers(0, 1),
    st.sampled_from(["when-it-helps", "on-average", "never"]),
    st.sampled_from(["", "frightening-1", "barrage", "gravity-field-2"]),
    st.sampled_from(["loser", "attacker", "attacker-once"]),
)


@pytest.mark.long
@settings(max_examples=2, deadline=None)
@given(*A_CHARGE)
def test_two_attacks_multiplied_are_the_whole_state_machine(attacker, defender, policy, rules, order):
    assert_the_same(attacker, defender, policy, rules, order)


@pytest.mark.long
@settings(max_examples=8, deadline=None)
@given(*A_CHARGE)
def test_many_attacks_multiplied_are_the_whole_state_machine(attacker, defender, policy, rules, order):
    assert_the_same(attacker, defender, policy, rules, order)


def assert_the_same(attacker, defender, policy, rules, order):
    charge = made(
        {"re-roll-order": order},
        attacker_rerolls=attacker,
        defender_rerolls=defender,
        policy=policy,
        rules=rules,
        fortitude=5,
        spare_weight=1,
    )
    assert shares(exact(charge)) == shares(exact(Whole(charge)))


MOST = {
    "rules": "accurate,frightening-1",
    "counter_rules": "accurate",
    "attacker_rerolls": 6,
    "defender_rerolls": 6,
    "shields": "1",
    "armours": "2",
    "fortitude": 5,
    "bottle_threshold": 4,
    "counter_fortitude": 5,
    "counter_bottle_threshold": 4,
}


@pytest.mark.long
@pytest.mark.parametrize("policy", ["when-it-helps", "on-average"])
def test_a_charge_with_every_re_roll_there_can_be_answers_exactly(policy):
    answer = odds_answer(GAME, "charge", {**CHARGE, **BACK, **MOST, "policy": policy})
    assert "simulated" not in answer
    assert sum(Fraction(row["exact"]) for row in answer["outcomes"]) == 1


FELL = [[9], [2]]
"""9 + 5 against 2 + 5 with an output of 3: the base of 4 falls."""


@pytest.mark.parametrize(
    ("part", "strikes"),
    [("other", True), ("locomotor", False), ("counter-weapon", False), ("needed-power-plant", False)],
)
def test_there_is_no_counter_attack_once_what_it_needs_fell(part, strikes):
    fell = replay(made(part=part), FELL)
    assert (fell.waiting is not None) is strikes
    if not strikes:
        assert fell.outcome["counter_result"] == "none"
    held = replay(made(part=part, base=20), FELL)
    assert held.waiting.why == "Counter-attack: Attack Roll"


def test_by_ruling_there_is_none_once_any_part_fell():
    assert replay(made({"counter-attack-when": "unharmed"}), FELL).outcome["counter_result"] == "none"


def test_the_speed_that_a_gravity_field_takes_is_missing_in_the_counter_attack():
    """Speed 3 and 2 too heavy: Speed 1 strikes back with 1 + 2 against 4 + 1, so a 6 against a 5 misses."""
    heavy = {"base": 30, "rules": "gravity-field-2", "spare_weight": 0}
    outcome = replay(made(**heavy), [[9], [2], [6], [5]]).outcome
    assert (outcome["speed_lost"], outcome["counter_result"]) == (2, "miss")
    assert replay(made(**heavy), [[9], [2], [7], [5]]).outcome["counter_result"] == "hit"
    stopped = replay(made(**{**heavy, "rules": "gravity-field-3"}), [[9], [2]])
    assert stopped.outcome["counter_result"] == "none"


def test_a_locomotor_that_buckles_under_the_weight_does_not_strike_back():
    heavy = {"base": 30, "rules": "gravity-field-2", "spare_weight": 0, "locomotor": 5, "locomotor_damage": 3}
    outcome = replay(made(**heavy), [[9], [2]]).outcome
    assert (outcome["destroyed"], outcome["counter_result"]) == (["locomotor"], "none")
    assert replay(made(**{**heavy, "locomotor_damage": 2}), [[9], [2]]).waiting
