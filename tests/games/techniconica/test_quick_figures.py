"""The odds of an attack, worked out Weapon by Weapon, are those of all its dice at once; so are a Charge's figures."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import Continued
from companion.games.techniconica import GAME
from companion.verbs.basis import record_rulings

number = st.integers(0, 7)
rules = st.lists(
    st.sampled_from(
        [
            "accurate",
            "inaccurate",
            "barrage",
            "reliable",
            "armour-piercing",
            "frightening-1",
            "gravity-field-2",
            "anti-mech-specialist",
        ]
    ),
    max_size=2,
    unique=True,
).map(",".join)
target = st.fixed_dictionaries(
    {"armour": number},
    optional={
        "shields": st.sampled_from(["1", "2,3"]),
        "armours": st.sampled_from(["2", "1,4"]),
        "base": st.integers(0, 5),
        "base_damage": st.integers(0, 2),
        "fortitude": st.integers(1, 9),
        "bottle_threshold": st.integers(1, 6),
        "last": st.booleans(),
        "attacker_rerolls": st.integers(0, 2),
        "defender_rerolls": st.integers(0, 2),
        "policy": st.sampled_from(["when-it-helps", "on-average", "never"]),
        "spare_weight": st.integers(-2, 3),
        "locomotor": st.integers(1, 4),
        "part": st.sampled_from(["other", "locomotor"]),
    },
)
rulings = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from([option.id for option in ruling.option])
        for ruling in GAME.rulebook.ruling
        if (name := ruling.id)
        in (
            "accurate-jam",
            "accurate-again",
            "barrage-tie",
            "piercing-leftover",
            "piercing-bottle",
            "frightening-jam",
            "re-roll-order",
            "volley-evasion",
            "weight-bottle",
            "counter-attack-when",
            "dice",
        )
    },
)
SHOT = st.fixed_dictionaries({"accuracy": number, "speed": number, "penetration": number, "damage_output": number})
COUNTER = st.fixed_dictionaries(
    {"counter": st.just(True), "counter_penetration": number, "counter_damage_output": number},
    optional={
        "counter_armour": number,
        "counter_rules": rules,
        "counter_base": st.integers(1, 4),
        "counter_fortitude": st.integers(1, 9),
        "counter_bottle_threshold": st.integers(1, 6),
        "counter_shields": st.just("1"),
    },
)


def made(name, inputs, ruled):
    """Return a roll, and the rulings that it looks up from now on."""
    kind = GAME.resolver(name)
    context, noted = record_rulings(GAME.context(ruled))
    return kind.make(read_as(kind.inputs, inputs), context), noted


def odds_of(resolver):
    """Return the exact odds of a roll by outcome."""
    odds = exact(resolver)
    return {repr(outcome): Fraction(weight, odds.total) for outcome, weight in odds.outcomes}, odds


def holds(name, inputs, ruled):
    """Compare odds worked out Weapon by Weapon with those of all dice at once, and a Charge's figures with both."""
    (resolver, noted), (same, all_noted) = made(name, inputs, ruled), made(name, inputs, ruled)
    by_weapon, odds = odds_of(resolver)
    by_dice, _ = odds_of(Continued(same, same.start()))
    assert by_weapon == by_dice
    assert set(all_noted.read) - set(noted.read) == set(), "an answer rests on these"
    kind = GAME.resolver(name)
    if name != "charge":
        assert kind.figures is None
        return
    other, figures_noted = made(name, inputs, ruled)
    figures = kind.figures(other)
    if ruled.get("dice") == "diceless":
        assert figures == {}, "no dice: the exact odds answer at once"
        return
    assert figures == {one.name: odds.measure(one) for one in kind.measures}
    assert set(all_noted.read) - set(figures_noted.read) == set(), "an answer rests on these"


@settings(max_examples=25, deadline=None)
@given(SHOT, rules, target, rulings)
def test_a_shot(shot, special, at, ruled):
    holds("shoot", shot | at | {"rules": special}, ruled)


VOLLEY = (st.lists(st.tuples(number, number, rules), min_size=2, max_size=3), number, number, target, rulings)


@settings(max_examples=4, deadline=None)
@given(*VOLLEY)
def test_a_volley(guns, accuracy, speed, at, ruled):
    volley_holds(guns, accuracy, speed, at, ruled)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(*VOLLEY)
def test_many_volleys(guns, accuracy, speed, at, ruled):
    volley_holds(guns, accuracy, speed, at, ruled)


def volley_holds(guns, accuracy, speed, at, ruled):
    weapons = "; ".join(f"{pe}/{do} {special}" for pe, do, special in guns)
    holds("volley", at | {"weapons": weapons, "accuracy": accuracy, "speed": speed}, ruled)


@settings(max_examples=25, deadline=None)
@given(
    st.fixed_dictionaries(
        {"speed": st.integers(1, 7), "penetration": number, "damage_output": number, "target_speed": st.integers(1, 7)}
    ),
    rules,
    target,
    st.one_of(st.just({}), COUNTER),
    rulings,
)
def test_a_charge(rush, special, at, counter, ruled):
    holds("charge", rush | at | counter | {"rules": special}, ruled)


def test_what_was_worked_out_before_still_says_which_rulings_it_rests_on():
    inputs = {"accuracy": 3, "penetration": 2, "damage_output": 3, "speed": 3, "armour": 2, "rules": "barrage"}
    for _ in range(2):
        resolver, noted = made("shoot", inputs, {})
        exact(resolver)
        assert "barrage-tie" in noted.read


def test_what_is_refused_as_exact_odds_has_no_figures_either():
    huge = {"attacker_rerolls": 10**6, "defender_rerolls": 10**6}
    inputs = {"speed": 3, "target_speed": 3, "armour": 2, "penetration": 2, "damage_output": 3}
    charge, _ = made("charge", inputs, {})
    refused = replace(charge, first=replace(charge.first, re_rolls=tuple(huge.values())))
    assert GAME.resolver("charge").figures(refused) == {}
