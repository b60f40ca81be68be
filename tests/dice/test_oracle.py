"""Exact odds of random expressions of the whole grammar: fraction for fraction those of icepool and of brute force."""

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from companion.dice.evaluation import bounds_of
from companion.dice.expression import SUCCESS, TOTAL, parse
from companion.dice.odds import exact
from tests.dice.oracle import (
    SIGNS,
    Change,
    chance_of_explosion,
    chances,
    explodes_and_stops,
    exploding_pools,
    expressions,
    of_independent,
    one_die,
    pool_chances,
    symbol_chances,
    total_of,
    totals,
)

BEYOND = Fraction(1, 10**7)


def exact_chances(text, odds=None):
    """Return the chances of an expression's totals, each once; those beyond the explosions are missing."""
    odds = odds or exact(parse(text))
    found = {}
    for outcome, weight in odds.outcomes:
        (value,) = outcome.values()
        value = Fraction(value)
        assert value not in found and weight > 0
        found[value] = Fraction(weight, odds.total)
    assert sum(found.values()) + odds.beyond == 1
    return found


@settings(max_examples=100)
@given(expressions())
def test_any_expression_has_the_odds_of_an_independent_count(drawn):
    note(drawn.text)
    assert exact_chances(drawn.text) == drawn.chances


@settings(max_examples=40)
@given(totals())
def test_any_total_compared_is_yes_as_often(drawn):
    odds = exact(parse(drawn.text))
    assert exact_chances(drawn.text) == drawn.chances
    assert odds.measure(SUCCESS) == drawn.chances.get(True, 0)
    assert {type(outcome["success"]) for outcome, _ in odds.outcomes} == {bool}


TEXTS = st.one_of(
    expressions().map(lambda drawn: drawn.text),
    exploding_pools().filter(explodes_and_stops).map(lambda drawn: drawn[0]),
)


@settings(max_examples=200)
@given(TEXTS)
def test_no_total_lies_beyond_the_bounds_by_which_divisors_are_judged(text):
    note(text)
    low, high = bounds_of(parse(text).notation.node)
    found = exact_chances(text)
    assert low <= min(found) and max(found) <= high


EXPLODING = exploding_pools().filter(explodes_and_stops)
ADDED = exploding_pools(("once", "again", "clamp", "explode")).filter(explodes_and_stops)


@settings(max_examples=40)
@given(EXPLODING)
def test_dice_that_explode_have_the_odds_of_an_independent_count(drawn):
    text, count, faces, changes = drawn
    note(text)
    odds = exact(parse(text))
    assert odds.explosions >= 10
    assert 0 < odds.beyond <= BEYOND
    assert exact_chances(text, odds) == pool_chances(count, faces, changes, odds.explosions)


@settings(max_examples=60)
@given(ADDED, st.integers(0, 3), st.sampled_from(["d6", "2d4", "d{0, 0, 5}"]), st.sampled_from(["", ">=3", "cs2f1"]))
def test_the_mean_of_dice_that_explode_is_the_closed_one(drawn, number, other, counting):
    """Each die is followed by one more with chance p, so that there are n / (1 - p) of them."""
    text, count, faces, changes = drawn
    if "!!" in text:
        counting = ""
    counts = {"": (), ">=3": (Change("", "hit", ((">=", 3),)),)}.get(
        counting, (Change("", "hit", (("=", 2),)), Change("", "failure", (("=", 1),)))
    )
    note(text + " " + counting)
    one = chances(one_die(faces, changes)[0])
    mean = sum(total_of([value], counts) * chance for value, chance in one.items())
    mean *= count / (1 - chance_of_explosion(faces, changes))
    others = {"d6": Fraction(7, 2), "2d4": Fraction(5), "d{0, 0, 5}": Fraction(5, 3)}[other]
    assert exact(parse(f"{text} {counting}")).measure(TOTAL) == mean
    more = f"({text} {counting})*{other}-({text} {counting})+-{number}"
    assert exact(parse(more)).measure(TOTAL) == mean * others - mean - number


@settings(max_examples=60)
@given(EXPLODING, EXPLODING, st.sampled_from(["+", "max", "{}kh1", "{}>=3", ">="]))
def test_two_that_explode_are_followed_each_up_to_its_own_number(first, second, form):
    results = []
    for text, count, faces, changes in (first, second):
        alone = exact(parse(text))
        results.append((alone, pool_chances(count, faces, changes, alone.explosions)))
    texts = first[0], second[0]
    text, function = {
        "+": ("{} + {}".format(*texts), lambda a, b: a + b),
        "max": ("max({}, {})".format(*texts), max),
        "{}kh1": ("{{{}, {}}}kh1".format(*texts), max),
        "{}>=3": ("{{{}, {}}}>=3".format(*texts), lambda a, b: (a >= 3) + (b >= 3)),
        ">=": ("({}) >= ({})".format(*texts), SIGNS[">="]),
    }[form]
    note(text)
    odds = exact(parse(text))
    assert exact_chances(text, odds) == of_independent(function, *(found for _, found in results))
    assert odds.explosions == min(alone.explosions for alone, _ in results)


WORDS = st.lists(st.sampled_from(["hit", "miss", "two hits", "Überschlag"]), min_size=1, max_size=4)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(1, 3), WORDS), min_size=1, max_size=2))
def test_words_are_counted_together(pools):
    text = " + ".join(f"{count}d{{{', '.join(words)}}}" for count, words in pools)
    odds = exact(parse(text))
    found = {
        tuple(sorted((word, n) for word, n in outcome.items() if n)): Fraction(weight, odds.total)
        for outcome, weight in odds.outcomes
    }
    assert found == symbol_chances(tuple((count, tuple(words)) for count, words in pools))


D6, D20 = icepool.d(6), icepool.d(20)
JOINT = {
    # Keeping across a group, and the larger of two, where members are not independent of what is kept
    "{2d6, 1d12}kh1": icepool.highest(2 @ D6, icepool.d(12)),
    "{2d6, 1d12, d20}kl2": icepool.lowest(2 @ D6, icepool.d(12), D20, keep=2),
    "max(4d6kh3, 3d6)": icepool.highest(D6.highest(4, 3), 3 @ D6),
    "min(2d20kh1, 2d20kl1)": icepool.lowest(D20.highest(2), D20.lowest(2)),
    "{4d6kh3, 4d6kh3, 4d6kh3}kh2": icepool.highest(*[D6.highest(4, 3)] * 3, keep=2),
    "{d4, d6, d8, d10}kh2": icepool.highest(icepool.d(4), D6, icepool.d(8), icepool.d(10), keep=2),
    "{d4, d6, d8, d10}dl1dh1": icepool.middle(icepool.d(4), D6, icepool.d(8), icepool.d(10), keep=2),
    "5d6>=5+2d6": 5 @ (D6 >= 5) + 2 @ D6,
    "(3d6)*(5d6>=5)": (3 @ D6) * (5 @ (D6 >= 5)),
    "12d10kh4": icepool.d(10).highest(12, 4),
    "9d6dh5": D6.lowest(9, 4),
    "20d20kl2": D20.lowest(20, 2),
    "60d10": 60 @ icepool.d(10),
    "4d6dl1dh1": D6.middle(4, 2),
    "8d6mi2": 8 @ D6.map(lambda face: max(2, face)),
    "d20+5>=15": D20 + 5 >= 15,
    "3d6r1": 3 @ D6.reroll([1], depth="inf"),
    "3d6ro1>=5": 3 @ (D6.reroll([1], depth=1) >= 5),
    "2d%": 2 @ icepool.d(100),
}


@pytest.mark.parametrize("text", JOINT)
def test_odds_are_those_of_icepool(text):
    assert exact_chances(text) == chances(JOINT[text])
