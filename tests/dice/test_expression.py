"""Dice as players type them: what thrown dice come to, in outcomes and words, and what cannot be thrown."""

import random
import sys
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.expression import SUCCESS, SUCCESSES, TOTAL, Expression, parse
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import replay
from companion.dice.roller import roll
from tests.dice.oracle import explodes_and_stops, exploding_pools, expressions, totals

# What typed dice come to, by hand

COMES_TO = [
    ("7", [], 7),
    ("2d6-1d4", [[3, 4], [2]], 5),
    ("-2d4", [[3, 4]], -7),
    ("2+3*4", [], 14),
    ("(2+3)*4", [], 20),
    ("7-2-1", [], 4),
    ("7//2*2", [], 6),
    ("-7//2", [], -4),
    ("-(7//2)", [], -3),
    ("3d6/2", [[1, 2, 4]], "7/2"),
    ("3d6/2", [[1, 2, 5]], 4),
    ("floor(d6/4)", [[3]], 0),
    ("ceil(d6/4)", [[3]], 1),
    ("floor(-d6/4)", [[3]], -1),
    ("max(2d6, d12, 3)", [[1, 1], [2]], 3),
    ("min(2d6, d12)", [[1, 1], [2]], 2),
    ("4dF", [[-1, 0, 1, 1]], 1),
    ("d%", [[100]], 100),
    ("d66", [[46]], 46),
    ("2d{1, 1, 5}", [[1, 5]], 6),
    # Kept and dropped
    ("4d6kh3", [[3, 1, 6, 2]], 11),
    ("4d6kl1+1", [[3, 1, 6, 2]], 2),
    ("4d6d", [[3, 1, 6, 2]], 11),
    ("5d6dl1dh1", [[6, 6, 3, 1, 2]], 11),
    ("3d6kh2dl1", [[1, 4, 6]], 10),
    ("adv", [[4, 17]], 17),
    ("dis+5", [[4, 17]], 9),
    ("d12adv", [[3, 9]], 9),
    # Faces changed, thrown again, exploding
    ("3d6mi3", [[1, 2, 6]], 12),
    ("3d6ma4mi2", [[1, 5, 6]], 10),
    ("3d6ma2mi4", [[1, 5, 6]], 12),
    ("2d6ro1", [[1, 4], [1]], 5),
    ("3d6ro<3", [[1, 4, 2], [2, 6]], 12),
    ("2d6ro1ro2", [[1, 6], [2], [5]], 11),
    ("2d6ro2ro1", [[1, 6], [2]], 8),
    ("2d6ro5", [[1, 6]], 7),
    ("2d6r1", [[2, 6]], 8),
    ("3d6!", [[6, 6, 1], [6, 2], [3]], 24),
    ("2d6!>=5", [[5, 1], [6], [4]], 16),
    ("2d6!1!6", [[6, 1], [2, 3]], 12),
    ("2d6x1", [[6, 1], [3]], 10),
    ("2d6x=1x=6", [[6, 1], [2, 3]], 12),
    ("2d6!-1", [[6, 1], [3]], 9),
    ("2d6r-1", [[6, 2]], 7),
    ("2d6!ro1", [[6, 1], [4], [1], [6], [2]], 18),
    ("2d6!mi3", [[6, 1], [2]], 12),
    ("2d6ma5!5", [[6, 1], [2]], 8),
    ("3d6!!", [[6, 6, 1], [6, 2], [3]], 24),
    ("2d6!kh2", [[6, 1], [5]], 11),
    ("2d6!!kh1", [[6, 5], [2]], 8),
    ("2d6!!kl1", [[6, 5], [2]], 5),
    ("2d6!d1", [[6, 1], [5]], 11),
    # Counted
    ("6d6>=5", [[5, 6, 1, 4, 5, 2]], 3),
    ("6d6>5", [[5, 6, 1, 4, 5, 2]], 1),
    ("6d6cs5", [[5, 6, 1, 4, 5, 2]], 2),
    ("6d6>=5f1", [[5, 6, 1, 4, 1, 1]], -1),
    ("6d6>=5f>=6", [[5, 6, 1, 4, 1, 1]], 1),
    ("6d6cs1cs6", [[5, 6, 1, 4, 1, 1]], 4),
    ("4d6kh2>=5", [[5, 6, 5, 1]], 2),
    ("4d6kl2>=5", [[5, 6, 5, 1]], 1),
    ("3d6!>=5", [[5, 6, 1], [6, 2], [1]], 21),
    ("3d6>=5!", [[5, 6, 1], [6], [1]], 3),
    ("3d6!! >=8", [[5, 6, 6], [1, 2]], 1),
    ("2d6>=8", [[6, 6]], 0),
    ("5d6>=5+2", [[5, 1, 1, 1, 6]], 4),
    ("5+d20>=15", [[14]], 5),
    # Groups
    ("{2d6, 1d12}>=8dl1", [[3, 4], [8]], 1),
    ("{2d6}>=5 d1", [[6, 4]], 1),
    ("{2d6, 1d12}kh1", [[3, 4], [8]], 8),
    ("{2d6, 1d12}kh1", [[5, 4], [8]], 9),
    ("{2d6, 1d12, 5}dl1dh1", [[1, 1], [8]], 5),
    ("{2d6, 1d12}", [[3, 4], [8]], 15),
    ("{2d6, 1d12, 5}>=8", [[3, 4], [8]], 1),
    ("{2d6, 1d12, 5}kl2>=5", [[3, 4], [8]], 2),
    ("{4d6}kh3", [[3, 1, 6, 2]], 11),
    ("{3d6!!}>8", [[6, 6, 1], [6, 2], [1]], 1),
    ("{2d6kh1, d8}kl1", [[5, 2], [6]], 5),
]


@pytest.mark.parametrize(("text", "groups", "total"), COMES_TO)
def test_typed_dice_come_to_what_a_hand_counts(text, groups, total):
    run = replay(parse(text), groups)
    assert (run.waiting, run.outcome) == (None, {"total": total})


@pytest.mark.parametrize(
    ("text", "groups", "success"),
    [
        ("(2d6)>=8", [[4, 4]], True),
        ("(2d6)>8", [[4, 4]], False),
        ("d20+5=15", [[10]], True),
        ("(d20)<=d20", [[7], [6]], False),
        ("((2d6)>=8)[hit]", [[4, 4]], True),
    ],
)
def test_a_total_compared_is_yes_or_no(text, groups, success):
    expression = parse(text)
    assert replay(expression, groups).outcome["success"] is success
    assert expression.measures == (SUCCESS,)
    assert exact(expression).outcomes[0][0].keys() == {"success"}


def test_yes_counts_as_one_in_a_sum():
    assert replay(parse("1-((2d6)=7)"), [[3, 4]]).outcome == {"total": 0}
    assert replay(parse("2*((2d6)>=7)+1"), [[3, 4]]).outcome == {"total": 3}


def test_words_are_counted_each():
    run = replay(parse("3d{hit, hit, miss} + d{miss, two hits}"), [[1, 2, 3], [1]])
    assert run.outcome == {"hit": 2, "miss": 2, "two hits": 0}
    assert [one.throw.why for one in run.thrown] == ["1 and 2 hit, 3 miss", "1 miss, 2 two hits"]


def test_words_may_be_named_like_the_keys_of_other_outcomes():
    expression = parse("2d{totals, success, parts}")
    run = replay(expression, [[1, 2]])
    assert run.outcome == {"totals": 1, "success": 1, "parts": 0}
    assert expression.describe(run.outcome) == "1 totals, 1 success"


def test_repeats_are_results_of_their_own():
    expression = parse("3x(2d6+1)")
    run = replay(expression, [[1, 2], [3, 4], [6, 6]])
    assert run.outcome == {"totals": [4, 8, 13]}
    assert expression.describe(run.outcome) == "4, 8, 13"
    assert [o for o, _ in exact(expression).outcomes] == [o for o, _ in exact(parse("2d6+1")).outcomes]
    words = parse("2x3d{hit, miss}")
    run = replay(words, [[1, 1, 2], [2, 2, 2]])
    assert run.outcome == {"totals": [{"hit": 2, "miss": 1}, {"hit": 0, "miss": 3}]}
    assert words.describe(run.outcome) == "2 hit, 1 miss; 3 miss"
    assert parse("2x((2d6)>=8)").describe({"totals": [True, False]}) == "yes, no"


def test_labels_show_the_parts_they_stand_behind():
    run = replay(parse("2d6[fire] + (d8+1)[cold] + 1d4[fire]"), [[1, 2], [5], [4]])
    assert run.outcome == {"parts": {"fire": 7, "cold": 6}, "total": 13}
    assert "parts" not in replay(parse("2x(2d6[fire])"), [[1, 2], [3, 4]]).outcome


@pytest.mark.parametrize(
    ("text", "figure", "outcome", "words"),
    [
        ("3d6", TOTAL, {"total": 7}, "7"),
        ("d6/2", TOTAL, {"total": "7/2"}, "7/2"),
        ("3d6>=5", SUCCESSES, {"total": 1}, "1 success"),
        ("3d6>=5+2", SUCCESSES, {"total": 3}, "3 successes"),
        ("3d6>=5+2d6>=4", SUCCESSES, {"total": 0}, "0 successes"),
        ("{d6, d8}>=5", SUCCESSES, {"total": 2}, "2 successes"),
        ("5+d20>=15", SUCCESSES, {"total": 6}, "6 successes"),
        ("3d6>=5+d6", TOTAL, {"total": 4}, "4"),
        ("3d6>=5f1", SUCCESSES, {"total": -1}, "-1 successes"),
        ("d20+5>=15", SUCCESS, {"success": True}, "yes"),
    ],
)
def test_an_outcome_is_summed_up_and_put_into_words(text, figure, outcome, words):
    expression = parse(text)
    assert expression.measures == (figure,)
    assert expression.describe(outcome) == words


def test_the_mean_of_the_best_three_of_four():
    # The well-known 12.2446 of character sheets: 15869/1296.
    assert exact(parse("4d6kh3")).measure(TOTAL) == Fraction(15869, 1296)


@pytest.mark.parametrize(
    ("text", "mean"), [("2d6!", "42/5"), ("2d6!/4", "21/10"), ("10-2d6!*3", "-76/5"), ("-d2!", -3)]
)
def test_the_mean_of_dice_that_explode_has_all_explosions(text, mean):
    """A die that explodes is worth its mean for each throw: a d6 3.5 · 6/5, a d2 1.5 · 2."""
    assert exact(parse(text)).measure(TOTAL) == Fraction(mean)


def test_the_ends_and_the_middle_of_a_thousand_dice():
    odds = exact(parse("1000d20"))
    chances = {outcome["total"]: Fraction(weight, odds.total) for outcome, weight in odds.outcomes}
    assert (min(chances), max(chances)) == (1000, 20_000)
    assert chances[1000] == chances[20_000] == Fraction(1, 20**1000)
    assert chances[1001] == Fraction(1000, 20**1000)
    assert chances[10_499] == chances[10_501] < chances[10_500]
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(
    ("text", "faces", "labels"),
    [
        ("3d6", [1, 6, 3], ("", "", "")),
        ("3d6>=5", [5, 4, 6], ("hit", "miss", "hit")),
        ("3d6=6!", [6, 5, 1], ("hit", "miss", "miss")),
        ("3d6mi5>=5", [6, 5, 1], ("hit", "hit", "hit")),
        ("3d6!!>=3cs8", [6, 5, 1], ("", "", "")),
        ("4d6kh2", [2, 5, 5, 5], ("dropped", "", "", "dropped")),
        ("4d6dl1", [2, 5, 2, 6], ("", "", "dropped", "")),
        ("3d4kl1", [4, 1, 1], ("dropped", "", "dropped")),
        ("4d6dl1dh1", [1, 2, 3, 4], ("dropped", "", "", "dropped")),
        ("4d6mi3kh2", [1, 3, 2, 4], ("", "dropped", "dropped", "")),
    ],
)
def test_dice_tell_whether_they_count_or_are_dropped(text, faces, labels):
    expression = parse(text)
    assert expression.ask(expression.start()).label_faces(faces) == labels


# Thrown, typed and exact

EXPLODING = exploding_pools().filter(explodes_and_stops).map(lambda drawn: drawn[0])
WORDS = st.sampled_from(["3d{hit, hit, miss}", "2d{a, b} + d{b, c}", "3x(2d{a, b})"])
REPEATED = expressions(1).map(lambda drawn: f"2x({drawn.text})")
TEXTS = st.one_of(
    expressions().map(lambda drawn: drawn.text), totals().map(lambda drawn: drawn.text), EXPLODING, WORDS, REPEATED
)


@settings(max_examples=100)
@given(TEXTS, st.integers(0, 2**32))
def test_a_rolls_faces_typed_in_end_the_same_and_are_among_the_exact_ones(text, seed):
    note(text)
    expression = parse(text)
    rolled = roll(expression, seed)
    typed = replay(parse(text), [thrown.faces for thrown in rolled.thrown])
    assert (typed.waiting, typed.outcome) == (None, rolled.outcome)
    odds = exact(expression)
    possible = [outcome for outcome, _ in odds.outcomes]
    outcome = {key: value for key, value in rolled.outcome.items() if key != "parts"}
    for one in outcome.get("totals", [outcome]):
        assert (one if isinstance(one, dict) else {expression.result: one}) in possible or odds.beyond


def test_a_state_is_followed_from_any_place():
    """The course of a roll is kept for the next question; an earlier or another state is asked as if it were new."""
    expression = parse("2d6! + d8")
    run = [(6, 1), (6,), (2,), (5,)]
    states = [tuple(run[:number]) for number in range(len(run) + 1)]
    expected = ["2d6", "1d6", "1d6", "1d8", None]

    def asked(state):
        throw = expression.ask(state)
        return throw.dice if throw else None

    assert list(map(asked, states)) == expected
    order = [3, 0, 4, 1, 2, 4, 0, 3]
    assert [asked(states[n]) for n in order] == [expected[n] for n in order]
    assert asked(((1, 1),)) == "1d8"
    assert expression.outcome(states[4]) == {"total": 20}
    assert expression.outcome(((1, 1), (3,))) == {"total": 5}
    assert hash(expression) == hash(parse("2d6! + d8")) and expression == parse("2d6! + d8")


def test_as_many_throws_as_there_may_be_are_quick():
    """A thousand throws, each of them asked for after all before it, in less than the two thousand steps of a page."""
    expression = parse("100x(" + "+".join(["d6"] * 10) + ")")
    rolled = roll(expression, 1)
    assert (len(rolled.thrown), len(rolled.outcome["totals"])) == (1000, 100)
    assert expression.__dict__["_latest_course"].faces == tuple(one.faces for one in rolled.thrown)


def test_questions_of_several_threads_never_mix():
    """Another roll goes on, and a third one begins, before each line of the answer to the first."""
    expression = parse("2d6! + d8")
    first, longer, other = ((6, 6),), ((6, 6), (1, 1), (5,)), ((1, 2),)
    between = []

    def ask_between(frame, event, _argument):
        if frame.f_code is not Expression._follow.__code__:
            return None
        if event == "line":
            sys.settrace(None)
            between.append((expression.ask(longer), expression.outcome(longer), expression.ask(other).dice))
            sys.settrace(ask_between)
        return ask_between

    def asked(state):
        before = sys.gettrace()
        sys.settrace(ask_between)
        try:
            return expression.ask(state)
        finally:
            sys.settrace(before)

    assert asked(first).why == "2 exploded"
    assert asked(longer[:2]).dice == "1d8"
    assert len(between) > 8
    assert all(one == (None, {"total": 19}, "1d8") for one in between)


FAIR = [
    "3d6",
    "2d6-d8",
    "-2d4*2",
    "3d6//4",
    "d6/2+d4/3",
    "4d6kh3",
    "4d6dl1dh1",
    "adv+2",
    "d20dis",
    "4dF",
    "d66",
    "2d{1, 1, 5}",
    "3d6r1",
    "3d6ro<3",
    "2d6ro1ro2",
    "3d6mi3ma5",
    "3d6!",
    "2d4!!kh1",
    "3d6!>=5kl2",
    "5d6>=5f1",
    "4d6!>5>=4",
    "{2d6, d12}kh1",
    "{d4, d6, d8}>=4",
    "{4d6}kl2",
    "max(2d6, d12)",
    "(2d6)>=8",
    "3d{hit, hit, miss}+d{miss, two}",
]


@pytest.mark.long
@pytest.mark.parametrize("text", FAIR)
def test_thrown_dice_agree_with_exact_odds_by_chi_square(text):
    """Six thousand rolls of a fixed seed: no further from the odds than five standard deviations."""
    expression, times = parse(text), 6000
    source = random.Random(43)
    odds = exact(expression)
    weights = {repr(outcome): weight / odds.total for outcome, weight in odds.outcomes}
    seen = dict.fromkeys(weights, 0) | {"beyond": 0}
    for _ in range(times):
        key = repr(dict(roll(expression, source.getrandbits(64)).outcome))
        seen[key if key in weights else "beyond"] += 1
    assert seen["beyond"] <= 1 and (odds.beyond or not seen["beyond"])
    classes, chance, number = [], 0.0, 0
    for key, weight in sorted(weights.items(), key=lambda pair: pair[1]):
        chance, number = chance + weight * times, number + seen[key]
        if chance >= 8:
            classes.append((chance, number))
            chance, number = 0.0, 0
    classes[-1] = classes[-1][0] + chance, classes[-1][1] + number
    square = sum((number - expected) ** 2 / expected for expected, number in classes)
    freedom = len(classes) - 1
    assert freedom >= 1
    # Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    deviations = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert -5 < deviations < 5


# What cannot be thrown

REFUSALS = {
    "d1!": "column 3: found '!', expected a face of d1 on which ! stops.",
    "d6!>0": "column 3: found '!>0', expected a face of d6 on which ! stops.",
    "d6!7": "column 3: found '!7', expected a face of d6 on which it explodes.",
    "d6ma5!": "column 6: found '!', expected a face of d6 on which it explodes.",
    "d6mi6!": "column 6: found '!', expected a face of d6 on which ! stops.",
    "1000d20!>1": "column 8: found '!>1', expected explosions that throw at most 10,000 dice on average.",
    "1/0": "column 2: found '/0', expected a divisor that is never 0.",
    "1//(d3-2)": "column 2: found '//(d3-2)', expected a divisor that is never 0.",
    "1/(d3-2)": "column 2: found '/(d3-2)', expected a divisor that is never 0.",
    "1/(1d6!!kh1-20)": "column 2: found '/(1d6!!kh1-2', expected a divisor that is never 0.",
    "1/(3d6!! >=8-1)": "column 2: found '/(3d6!! >=8-', expected a divisor that is never 0.",
    "1/(4d6!kh2kl3-3)": "column 2: found '/(4d6!kh2kl3', expected a divisor that is never 0.",
    "1/(d1000!>1-900000)": "column 2: found '/(d1000!>1-9', expected a divisor that is never 0.",
    "1/{d6, d8}f1": "column 11: found 'f1', expected +, -, a change to these dice, or the end.",
    "1000000*1000000": "column 8: found '*1000000', expected totals of at most 1,000,000,000.",
    "2d{a, b}+1": "column 1: found '2d{a, b}+1', expected dice with words on them alone, or added to others with words.",
    "d6+d{a, b}": "column 4: found 'd{a, b}', expected dice with words on them alone, or added to others with words.",
    "{d{a, b}, d{a}}": "column 2: found 'd{a, b}, d{a', "
    "expected dice with words on them alone, or added to others with words.",
    "600d6+600d6": "column 1: found '600d6+600d6', expected at most 1,000 dice in all.",
    "100x(11d6)": "column 1: found '100x(11d6)', expected at most 1,000 dice in all.",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_what_cannot_be_thrown_is_refused_with_its_place(text):
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert [str(error) for error in caught.value.input_errors] == [REFUSALS[text]]


@pytest.mark.parametrize(
    "text",
    ["1/(d3)", "1/(3d6>=5+1)", "1/(2d6!-1000000)", "10/(3d6!! >=8+1)", "1/-(2d4)", "1/2d6!", "1/4d6!kh1", "1/4d6!dl1"],
)
def test_divisors_that_are_never_zero_are_fine(text):
    assert parse(text).pools


@pytest.mark.parametrize("text", ["1000d6kh500", "20d{a,b,c,d,e,f,g,h}", "1000d100"])
def test_odds_that_would_take_too_long_are_refused_and_still_roll(text):
    with pytest.raises(TooLarge, match="more than"):
        exact(parse(text))
    assert roll(parse(text), 1).waiting is None


@pytest.mark.parametrize(
    ("text", "groups", "labels"),
    [
        ("3d6kh2", [[1, 5, 6]], [("dropped", "", "")]),
        ("2d6ro1kh1", [[1, 4], [6]], [("replaced", "dropped"), ("",)]),
        ("2d6!kh2", [[6, 2], [5]], [("", "dropped"), ("",)]),
        ("2d6!!>=5kh1", [[5, 4], [2]], [("", "dropped"), ("",)]),
        ("2d6kl1>=3", [[5, 4]], [("dropped", "hit")]),
    ],
)
def test_each_die_is_labelled_after_the_whole_roll(text, groups, labels):
    assert parse(text).label(tuple(map(tuple, groups))) == labels


def test_a_comparison_may_be_false_wherever_its_ends_lie():
    with pytest.raises(InvalidInput, match="a divisor that is never 0"):
        parse("1/(1-((d6)=3))")


@pytest.mark.parametrize(("text", "is_told"), [("4d6!kh3", True), ("(2d6!)>=8", True), ("2d6!", False), ("2d6", False)])
def test_figures_without_what_lies_beyond_say_so(text, is_told):
    assert [one.startswith("The figures leave out") for one in exact(parse(text)).notes] == [True] * is_told
