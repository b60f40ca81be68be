"""The shooting table against an enumeration of the hundred rolls, damage through layers, and Re-Rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import replay
from companion.games.techniconica import GAME
from companion.games.techniconica.model.special_rules import numbers, write_rule
from companion.games.techniconica.rules.damage import Layer, Layers, strike
from companion.verbs.game_rolls import prepare

PLAIN = {"accuracy": 3, "penetration": 2, "damage_output": 3, "speed": 3, "armour": 2}


def made(name="shoot", rulings=None, **inputs):
    kind = GAME.resolver(name)
    return kind.make(read_as(kind.inputs, inputs), GAME.context(rulings))


def odds(**inputs):
    found = exact(made(**inputs))
    return {(o["result"], o["damage"], tuple(o["destroyed"])): Fraction(w, found.total) for o, w in found.outcomes}


stat = st.integers(0, 8)


@settings(max_examples=60, deadline=None)
@given(
    stat,
    stat,
    stat,
    stat,
    stat,
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from(["", "reliable", "barrage", "anti-mech-specialist"]),
)
def test_the_hundred_rolls(accuracy, penetration, output, speed, armour, weapons, aim, rule):
    inputs = {
        "accuracy": accuracy,
        "penetration": penetration,
        "damage_output": output,
        "speed": speed,
        "armour": armour,
    }
    counted = Counter()
    for a, d in product(range(1, 11), repeat=2):
        gap = a + accuracy + penetration + 4 * aim - 2 * weapons - d - speed - armour
        if a == 1 and rule != "reliable":
            counted["jam", 0] += 1
        elif gap < 0:
            counted["miss", 0] += 1
        else:
            damage = gap * output if rule == "barrage" else gap + output
            counted["hit", damage + (1 if damage and rule == "anti-mech-specialist" else 0)] += 1
    found = odds(**inputs, weapons=weapons, aim=aim, rules=rule)
    assert {key[:2]: p for key, p in found.items()} == {key: Fraction(n, 100) for key, n in counted.items()}


@pytest.mark.parametrize(("rule", "keep"), [("accurate", max), ("inaccurate", min)])
@pytest.mark.parametrize("ruling", ["kept", "any"])
def test_two_dice_and_when_they_jam(rule, keep, ruling):
    counted = Counter()
    for a, b, d in product(range(1, 11), repeat=3):
        jam = keep(a, b) == 1 if ruling == "kept" else 1 in (a, b)
        counted["jam" if jam else "hit" if keep(a, b) + 5 >= d + 5 else "miss"] += 1
    found = exact(made(rulings={"accurate-jam": ruling}, **PLAIN, rules=rule))
    chances = Counter()
    for outcome, weight in found.outcomes:
        chances[outcome["result"]] += Fraction(weight, found.total)
    assert chances == {key: Fraction(n, 1000) for key, n in counted.items()}


def test_accurate_and_inaccurate_cancel_out():
    assert odds(**PLAIN, rules="accurate,inaccurate") == odds(**PLAIN)
    assert odds(**PLAIN, rules="Accurate, Armour Piercing") == odds(**PLAIN, rules="accurate,armour-piercing")
    by_ruling = made(rulings={"accurate-inaccurate": "inaccurate"}, **PLAIN, rules="accurate,inaccurate")
    assert replay(by_ruling, [[2, 10], [3]]).outcome["result"] == "miss"
    assert exact(by_ruling) == exact(made(**PLAIN, rules="inaccurate"))


def slowly(points, layers, piercing):
    """Damage point by point: each takes one off what stands outermost, two off Armour where it pierces."""
    left = [[layer.name, layer.kind, layer.threshold - layer.counters] for layer in layers.every]
    gone = []
    while points and left:
        left[0][2] -= 2 if piercing and left[0][1] == "armour" else 1
        points -= 1
        while left and left[0][2] <= 0 and (points or left[0][2] <= 0):
            gone.append(left.pop(0)[0])
            if not points:
                break
    return tuple(gone)


@given(
    st.integers(0, 30),
    st.lists(st.integers(1, 6), max_size=3),
    st.lists(st.integers(1, 6), max_size=3),
    st.integers(1, 6),
    st.booleans(),
)
def test_damage_is_what_counting_point_by_point_gives(points, shields, armours, base, piercing):
    layers = Layers.of(tuple(shields), tuple(armours), base)
    assert strike(points, layers, piercing).destroyed == slowly(points, layers, piercing)


def test_counters_stay_where_the_damage_ends():
    found = strike(4, Layers.of((2,), (5,), 3))
    assert (found.destroyed, found.on, found.counters) == (("shield 1",), "armour 1", 2)
    found = strike(2, Layers((Layer("armour", "armour 1", 7, counters=1),)), piercing=True)
    assert (found.destroyed, found.on, found.counters) == ((), "armour 1", 5)


def test_the_half_point_of_armour_piercing_is_ruled():
    layers = Layers.of((), (3,), 2)
    assert strike(3, layers, True).destroyed == ("armour 1",)
    assert strike(3, layers, True, halves_go_on=True).destroyed == ("armour 1", "base")


def test_the_barrage_ruling():
    level = {"accuracy": 0, "penetration": 0, "damage_output": 3, "speed": 0, "armour": 0, "rules": "barrage"}
    assert replay(made(**level), [[5], [5]]).outcome["damage"] == 0
    assert replay(made(rulings={"barrage-tie": "one-hit"}, **level), [[5], [5]]).outcome["damage"] == 3


def test_the_frightening_ruling_on_a_jam():
    scary = dict(**PLAIN, rules="frightening", fortitude=5)
    assert replay(made(**scary), [[1]]).outcome == {
        "result": "jam",
        "damage": 0,
        "destroyed": [],
        "bottle": "not-taken",
    }
    assert replay(made(rulings={"frightening-jam": "yes"}, **scary), [[1], [6]]).outcome["bottle"] == "failed"


def test_a_re_roll_is_offered_to_who_is_worse_off_and_can_be_declined():
    shot = made(**PLAIN, attacker_rerolls=1, defender_rerolls=1)
    run = replay(shot, [[2], [8]])
    assert run.waiting.why == "Roll the Attack Roll again? 1 Re-Roll left." and run.waiting.answers == ("no", "yes")
    assert replay(shot, [[2], [8], [1]]).outcome["result"] == "miss"
    run = replay(shot, [[2], [8], [2], [9]])
    assert run.waiting.why == "Roll the Evasion Roll again? 1 Re-Roll left."
    assert replay(shot, [[2], [8], [2], [9], [2], [10]]).outcome["result"] == "miss"
    assert replay(shot, [[2], [8], [2], [9], [1]]).outcome == {
        "result": "hit",
        "damage": 4,
        "destroyed": [],
        "bottle": "not-taken",
    }


def test_by_ruling_the_attacker_decides_once():
    once = made(rulings={"re-roll-order": "attacker-once"}, **PLAIN, attacker_rerolls=2, defender_rerolls=1)
    assert replay(once, [[2], [8], [2], [3]]).outcome["result"] == "miss"
    assert replay(once, [[9], [8], [1], [2], [10]]).outcome["result"] == "miss"


def test_odds_with_a_re_roll_when_it_helps():
    """A miss or jam is thrown once more, unless no face could hit."""
    counted = Counter()
    for a, d, again in product(range(1, 11), repeat=3):
        hit = a != 1 and a >= d
        counted[hit or (again != 1 and again >= d)] += 1
    found = exact(made(**PLAIN, attacker_rerolls=1))
    assert found.measure(GAME.resolver("shoot").measures[0]) == Fraction(counted[True], 1000)
    never = exact(made(**PLAIN, attacker_rerolls=1, policy="never"))
    assert never.measure(GAME.resolver("shoot").measures[0]) == Fraction(54, 100)


def test_bottle_odds():
    measure = GAME.resolver("bottle-test").measures[0]
    for fortitude, penalty, chance in [(5, 0, 5), (5, 2, 3), (1, 5, 1), (10, 0, 10)]:
        test = made("bottle-test", fortitude=fortitude, penalty=penalty)
        assert exact(test).measure(measure) == Fraction(chance, 10)
    assert exact(made("bottle-test", fortitude=5, rerolls=1)).measure(measure) == Fraction(3, 4)
    assert replay(made("bottle-test", fortitude=4, diceless=True), []).outcome == {"result": "failed"}


def test_a_table_without_dice_needs_none():
    """By the ruling, as by the input: 5 + 3 + 2 against 5 + 3 + 2 is a hit with a gap of 0."""
    calm = {"dice": "diceless"}
    assert replay(made(rulings=calm, **PLAIN), []).outcome["damage"] == 3
    assert replay(made("bottle-test", rulings=calm, fortitude=5), []).outcome == {"result": "passed"}


def test_first_turn_odds():
    kind = GAME.resolver("first-turn")
    found = exact(made("first-turn", speeds="3,3"))
    first, tie = (found.measure(measure) for measure in kind.measures)
    assert tie == Fraction(1, 10**7) and first == (1 - tie) / 2
    three = exact(made("first-turn", speeds="9,1,1", rulings={"first-turn-tie": "tied"}))
    wins = sum(a + 9 > max(b, c) + 1 for a, b, c in product(range(1, 11), repeat=3))
    assert three.measure(kind.measures[0]) > Fraction(wins, 1000)


def test_the_counter_attack_ruling():
    charge = {
        "speed": 4,
        "penetration": 6,
        "damage_output": 3,
        "target_speed": 2,
        "armour": 3,
        "base": 2,
        "counter": True,
    }
    assert replay(made("charge", **charge), [[9], [2], [5], [5]]).outcome["counter_result"] == "miss"
    unharmed = made("charge", rulings={"counter-attack-when": "unharmed"}, **charge)
    assert replay(unharmed, [[9], [2]]).outcome["counter_result"] == "none"
    scared = made("charge", **charge, fortitude=3)
    assert replay(scared, [[9], [2], [9]]).outcome["counter_result"] == "none"


@pytest.mark.parametrize(
    ("name", "inputs", "message"),
    [
        (
            "shoot",
            {**PLAIN, "shields": "2,x"},
            "shields: found 'x', expected a Damage Threshold from 0 to 60, for example 2,3.",
        ),
        ("shoot", {**PLAIN, "armours": "1 " * 13}, "armours: found 13 numbers, expected at most 12."),
        ("shoot", {**PLAIN, "rules": "reliable-2"}, "expected reliable without a number; 'reliable-2' has one."),
        ("shoot", {**PLAIN, "rules": "sharp"}, "'sharp' is not one."),
        ("first-turn", {"speeds": "4"}, "expected the Speeds of two players or more, for example 4,3."),
        (
            "charge",
            {"speed": 0, "penetration": 0, "damage_output": 0, "target_speed": 0, "armour": 0},
            "speed: found 0, expected at least 1: a Mech of Speed 0 cannot Charge.",
        ),
        (
            "charge",
            {"speed": 1, "penetration": 0, "damage_output": 0, "target_speed": 0, "armour": 0, "counter": True},
            "a Mech of Speed 0 or in Low Power cannot counter-attack.",
        ),
    ],
)
def test_inputs_that_do_not_go_together(name, inputs, message):
    with pytest.raises(InvalidInput) as caught:
        made(name, **inputs)
    assert str(caught.value).endswith(message)


def test_what_was_gained_by_evading_outlasts_the_locomotor():
    """Evasion 5 + 4 + 2 against 5 + 5: the Mech evaded, and has lost its Locomotor since."""
    shot = {**PLAIN, "speed": 0, "evade": True}
    assert replay(made(**shot), [[5], [5]]).outcome["result"] == "miss"
    assert replay(made(**{**shot, "evade": False}), [[5], [5]]).outcome["result"] == "hit"


def test_by_ruling_an_evade_ends_with_the_last_speed():
    shot = {**PLAIN, "speed": 0, "evade": True}
    assert replay(made(rulings={"no-speed-gained": "lost"}, **shot), [[5], [5]]).outcome["result"] == "hit"
    slow = {**shot, "speed": 1}
    assert replay(made(rulings={"no-speed-gained": "lost"}, **slow), [[5], [5]]).outcome["result"] == "miss"


@pytest.mark.parametrize(
    ("option", "faces", "damage"),
    [
        ("before", 6, 2),  # the Shield of 1 falls and weighs all the same: 2 over
        ("after", 6, 1),  # 1 lighter without the Shield: 1 over
        ("after", 8, 0),  # the part of 3 falls as well
        ("before", 8, 2),
    ],
)
def test_a_ruling_says_whether_what_a_gravity_field_destroys_still_weighs(option, faces, damage):
    """5 + 3 + 1 against 2 + 2 + the die; the gap and a DO of 1 are the damage."""
    shot = {**PLAIN, "accuracy": 1, "penetration": 1, "speed": 1, "armour": 1, "damage_output": 1}
    shot |= {"shields": "1", "base": 3, "rules": "gravity-field-2", "spare_weight": 0, "fallen_spare": "1,4"}
    run = replay(made(rulings={"gravity-weighed": option}, **shot), [[faces], [5]])
    assert run.outcome["weight_damage"] == damage


def test_by_ruling_low_power_leaves_what_evade_and_hold_gave():
    """5 + 3 + 2 against 5 + 2, and against 5 + 2 + 4 + 1 where the gain is kept; the Speed of 3 is lost either way."""
    shot = {**PLAIN, "evade": True, "defender_hold": 1, "defender_low_power": True}
    assert replay(made(**shot), [[5], [5]]).outcome["damage"] == 3 + 3
    kept = made(rulings={"low-power-gained": "kept"}, **shot)
    assert replay(kept, [[5], [5]]).outcome["result"] == "miss"
    assert replay(kept, [[7], [5]]).outcome["damage"] == 3 + 0


def test_an_attacker_whose_hit_does_nothing_is_offered_a_re_roll():
    """A Barrage with a gap of 0: 4 + 5 against 5 + 4."""
    barrage = {"accuracy": 3, "penetration": 2, "damage_output": 2, "speed": 2, "armour": 2, "rules": "barrage"}
    run = replay(made(**barrage, attacker_rerolls=1, defender_rerolls=1), [[4], [5]])
    assert run.waiting.why == "Roll the Attack Roll again? 1 Re-Roll left."
    after = replay(made(**barrage, attacker_rerolls=1), [[4], [5], [2], [6]]).outcome
    assert (after["result"], after["damage"]) == ("hit", 2 * 2)
    assert replay(made(**barrage, attacker_rerolls=1), [[4], [5], [1]]).outcome["damage"] == 0


def test_a_hit_that_only_weighs_is_the_defender_s_loss():
    heavy = {"accuracy": 3, "penetration": 2, "damage_output": 0, "speed": 2, "armour": 2, "rules": "gravity-field-1"}
    run = replay(made(**heavy, attacker_rerolls=1, defender_rerolls=1), [[4], [5]])
    assert run.waiting.why == "Roll the Evasion Roll again? 1 Re-Roll left."


def test_odds_throw_again_a_hit_without_effect():
    """Every pair of first dice, the attack thrown once more where it did nothing and a 10 would."""
    total = Fraction(0)
    for a, d, again in product(range(1, 11), repeat=3):
        first, second = (max(0, roll + 1 - d) * 2 if roll > 1 else 0 for roll in (a, again))
        total += first or (second if d < 11 else 0)
    barrage = {"accuracy": 3, "penetration": 2, "damage_output": 2, "speed": 2, "armour": 2, "rules": "barrage"}
    mean = next(m for m in GAME.resolver("shoot").measures if m.name == "mean_damage")
    assert exact(made(**barrage, attacker_rerolls=1)).measure(mean) == total / 1000


def test_by_ruling_a_re_roll_throws_only_the_die_that_counted():
    """Accurate 2 and 3: both again by default; by the other ruling one die, and the 2 still lies."""
    accurate = dict(**PLAIN, rules="accurate", attacker_rerolls=2)
    both = replay(made(**accurate), [[2, 3], [9], [2]])
    assert both.waiting.count == 2
    one = made(rulings={"accurate-again": "kept"}, **accurate)
    assert replay(one, [[2, 3], [9], [2]]).waiting.count == 1
    assert replay(one, [[2, 3], [9], [2], [10]]).outcome["result"] == "hit"
    # A 1 lies beside the 2 that lay, which counts: no jam, a miss, and one Re-Roll is left.
    run = replay(one, [[2, 3], [9], [2], [1], [1]])
    assert run.outcome["result"] == "miss"


def test_odds_of_a_re_roll_of_one_die_of_two():
    wins = Counter()
    for a, b, d, again in product(range(1, 11), repeat=4):
        first = max(a, b)
        second = max(min(a, b), again)
        wins[(first > 1 and first >= d) or (second > 1 and second >= d)] += 1
    one = made(rulings={"accurate-again": "kept"}, **PLAIN, rules="accurate", attacker_rerolls=1)
    assert exact(one).measure(GAME.resolver("shoot").measures[0]) == Fraction(wins[True], 10_000)


@pytest.mark.parametrize(("ruling", "bottle"), [("add", "failed"), ("highest", "passed")])
def test_a_rule_that_stands_twice_by_ruling(ruling, bottle):
    """A die of 3 with 2 + 1 or 2 added, against a Fortitude of 5."""
    scary = made(rulings={"rule-twice": ruling}, **PLAIN, rules="frightening-2,frightening-1", fortitude=5)
    assert replay(scary, [[2], [9], [3]]).outcome["bottle"] == bottle


@pytest.mark.parametrize(("ruling", "bottle"), [("no", "not-taken"), ("yes", "failed")])
def test_points_doubled_on_armour_count_by_ruling(ruling, bottle):
    """Three points, two of them doubled on Armour of 4: 3, or 5, against a Bottle Threshold of 4."""
    shot = dict(**PLAIN, rules="armour-piercing", armours="4", base=9, fortitude=5, bottle_threshold=4)
    piercing = made(rulings={"piercing-bottle": ruling}, **shot)
    faces = [[5], [5], *([[9]] if ruling == "yes" else [])]
    assert replay(piercing, faces).outcome["bottle"] == bottle


@given(st.integers(0, 20), st.lists(st.sampled_from([2, 4, 6]), max_size=3), st.integers(1, 6))
def test_what_piercing_doubles_is_what_armour_took_beyond_the_points_spent(points, armours, base):
    layers = Layers.of((), tuple(armours), base)
    found = strike(points, layers, piercing=True)
    taken = sum(dt for n, dt in enumerate(armours, 1) if f"armour {n}" in found.destroyed)
    if found.on.startswith("armour"):
        taken += found.counters
    assert found.doubled == taken // 2


def test_no_bottle_test_is_due_when_the_mech_goes_with_the_part():
    shot = dict(**PLAIN, base=3, fortitude=5, bottle_threshold=1, rules="frightening")
    assert replay(made(**shot), [[5], [5], [9]]).outcome["bottle"] == "failed"
    gone = replay(made(**shot, last=True), [[5], [5]]).outcome
    assert (gone["destroyed"], gone["bottle"]) == (["base"], "not-taken")
    assert replay(made(**shot, last=True), [[4], [5], [9]]).outcome["bottle"] == "failed"


CHARGE = {"speed": 4, "penetration": 1, "damage_output": 3, "target_speed": 2, "armour": 3, "counter": True}


def test_a_mech_that_went_down_does_not_counter_attack():
    outcome = replay(made("charge", **CHARGE, base=3, last=True), [[5], [5]]).outcome
    assert (outcome["destroyed"], outcome["counter_result"]) == (["base"], "none")
    assert replay(made("charge", **CHARGE, base=3), [[5], [5], [5], [5]]).outcome["counter_result"] == "miss"


def test_re_rolls_the_charge_left_are_offered_in_the_counter_attack():
    """The charge spends one of the charging Pilot's two; in the counter-attack the sides change."""
    charge = made("charge", **CHARGE, attacker_rerolls=2, defender_rerolls=1)
    # 2 + 5 against 9 + 5 misses; again 3 + 5 misses; then declined. The counter-attack: 2 + 2 against 5 + 4 misses.
    run = replay(charge, [[2], [9], [2], [3], [1], [2], [5]])
    assert run.waiting.why == "Counter-attack: Roll the Attack Roll again? 1 Re-Roll left."
    # 10 + 2 against 5 + 4 hits: now the charging Pilot, who has one left, may evade again.
    run = replay(charge, [[2], [9], [2], [3], [1], [2], [5], [2], [10]])
    assert run.waiting.why == "Counter-attack: Roll the Evasion Roll again? 1 Re-Roll left."
    assert replay(charge, [[2], [9], [2], [3], [1], [2], [5], [2], [10], [2], [10]]).outcome["counter_result"] == "miss"


def test_first_turn_without_dice():
    calm = {"dice": "diceless"}
    assert replay(made("first-turn", rulings=calm, speeds="3,4,1"), []).outcome == {"first": 2}
    assert replay(made("first-turn", speeds="3,4", diceless=True), []).outcome == {"first": 2}
    assert replay(made("first-turn", rulings=calm, speeds="1,4,4"), []).outcome == {"first": "tie"}
    named = made("first-turn", rulings={**calm, "diceless-tie": "named"}, speeds="1,4,4")
    assert replay(named, []).outcome == {"first": 2}


def test_special_rules_are_written_as_printed():
    assert write_rule("frightening-2") == "Frightening (2)" and write_rule("armour-piercing") == "Armour Piercing"
    assert numbers(["frightening-2", "frightening-1", "melee"]) == {"frightening": 3, "melee": 0}


FILLED = {
    "shoot": {"accuracy": 3, "penetration": 2, "damage_output": 3, "speed": 3, "armour": 2},
    "volley": {"accuracy": 3, "speed": 3, "armour": 2, "weapons": "2/3; 2/3"},
    "charge": {"speed": 4, "penetration": 2, "damage_output": 3, "target_speed": 3, "armour": 2},
}


@pytest.mark.parametrize("name", FILLED)
def test_a_figure_nobody_asked_for_is_not_shown(name):
    asked = {"base": 4, "fortitude": 5, **({"counter": True, "counter_base": 3} if name == "charge" else {})}
    bare, full = (prepare(GAME, name, {**FILLED[name], **more}) for more in ({}, asked))
    unasked = {measure.name for measure in full.asked_measures} - {measure.name for measure in bare.asked_measures}
    assert {"base_destroyed", "bottled"} <= unasked
    without_fortitude = {"out"}
    assert unasked - without_fortitude <= {row.name for row in bare.measures}, "programs keep them"
