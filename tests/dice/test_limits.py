"""Dice, exact odds and simulated figures at each limit and one past it."""

import pytest

from companion.base.findings import InvalidInput
from companion.dice.expression import parse
from companion.dice.odds import LARGEST, MOST_OUTCOMES, TooLarge, exact
from companion.dice.resolver import Chance, Mean, read_groups, replay
from companion.dice.roller import NORMAL_95, SIMULATED, _estimate, simulate
from companion.dice.sums import steps_of_sums
from companion.dice.throw import Choice, succeeding


@pytest.mark.parametrize(
    ("fine", "past", "says"),
    [
        ("1" + " " * 997 + "+1", "1" + " " * 998 + "+1", "expression: found 1,001 characters, expected at most 1,000."),
        ("(" * 50 + "1" + ")" * 50, "(" * 51 + "1" + ")" * 51, "expected brackets at most 50 deep."),
        ("1000d6", "1001d6", "expected a number of dice, 1 to 1,000."),
        ("1d6", "0d6", "expected a number of dice, 1 to 1,000."),
        ("500d6+500d6", "500d6+501d6", "expected at most 1,000 dice in all."),
        ("10x(100d6)", "10x(101d6)", "expected at most 1,000 dice in all."),
        ("100x1d6", "101x1d6", "expected a number of repeats, 1 to 100."),
        ("1x1d6", "0x1d6", "expected a number of repeats, 1 to 100."),
        ("d10000", "d10001", "expected a number of sides, % or F, 1 to 10,000."),
        ("d1", "d0", "expected a number of sides, % or F, 1 to 10,000."),
        ("1000000", "1000001", "expected a number, 0 to 1,000,000."),
        ("3d6>=1000000", "3d6>=1000001", "expected a face, -1,000,000 to 1,000,000."),
        ("3d6>=-1000000", "3d6>=-1000001", "expected a face, -1,000,000 to 1,000,000."),
        ("d{1000000}", "d{1000001}", "expected a face, -1,000,000 to 1,000,000."),
        ("3d6mi1000000", "3d6mi1000001", "expected a face, -1,000,000 to 1,000,000."),
        ("3d6r6", "3d6r7", "expected a face of d6 to throw again."),
        ("d2r1", "d1r1", "expected a face of d1 on which r stops."),
        ("3d6ro<7", "3d6r<7", "expected a face of d6 on which r stops."),
        ("3d6kh3", "3d6kh4", "expected a number of dice that keeps at least one of 3."),
        ("3d6kl1", "3d6kl0", "expected a number of dice, 1 to 1,000."),
        ("3d6dl2", "3d6dl3", "expected a number of dice that keeps at least one of 3."),
        ("3d6dh2", "3d6dh3", "expected a number of dice that keeps at least one of 3."),
        ("4d6kh3kl2", "4d6kh2kl2", "expected a number of dice that keeps at least one of 4."),
        ("d6" + "mi2" * 20, "d6" + "mi2" * 21, "expected at most 20 changes to the same dice."),
        ("d2!", "d1!", "expected a face of d1 on which ! stops."),
        ("500d20!>1", "501d20!>1", "expected explosions that throw at most 10,000 dice on average."),
        ("1000*1000000", "1001*1000000", "expected totals of at most 1,000,000,000."),
        ("-1000*1000000", "-1001*1000000", "expected totals of at most 1,000,000,000."),
        ("0000000001d6", "00000000001d6", "expected a number of dice, 1 to 1,000."),
        ("1000d6kh1000", "1000d6kh1001", "expected a number of dice, 1 to 1,000."),
    ],
)
def test_dice_are_read_at_the_limit_and_refused_past_it(fine, past, says):
    assert parse(fine).text == fine
    with pytest.raises(InvalidInput) as caught:
        parse(past)
    assert str(caught.value).endswith(says)
    assert len(caught.value.input_errors) == 1


@pytest.mark.parametrize(("text", "total"), [("1000000", 1_000_000), ("-3", -3), ("d0000000006", 4)])
def test_numbers_at_the_limit_count_as_written(text, total):
    assert replay(parse(text), [[4]] if "d" in text else []).outcome == {"total": total}


def test_a_die_explodes_as_often_as_it_shows_its_highest_face():
    assert replay(parse("d6!"), [[6]] * 40).waiting.dice == "1d6"
    assert replay(parse("d6!"), [[6]] * 40 + [[1]]).outcome == {"total": 241}


def test_typed_faces_have_nine_characters_at_most():
    assert read_groups("123456789 -12345678") == [[123456789, -12345678]]
    with pytest.raises(InvalidInput, match="group 2"):
        read_groups("1 | 1234567890")


def test_a_throw_says_how_many_dice_too_few_it_got():
    for typed, found in (("1", "1 die"), ("1 2", "2 dice")):
        with pytest.raises(InvalidInput, match=f"found {found}, expected 3d6"):
            replay(parse("3d6"), read_groups(typed))


@pytest.mark.parametrize(("groups", "says"), [([[1], [2]], "found 2 groups, expected 1: it ended there")])
def test_groups_left_over_are_refused(groups, says):
    with pytest.raises(InvalidInput, match=says):
        replay(parse("d6"), groups)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1000d10000", "takes 104,989,510 steps, more than 2,000,000"),
        ("1000d100", "has 99,001 totals, more than 60,000"),
        ("20d{a, b, c, d, e, f, g, h}", "has at least 888,030 outcomes, more than 60,000"),
        ("16d{a, b, c, d}+7d{e, f, g, h}", "has more than 60,000 outcomes"),
    ],
)
def test_what_would_take_too_long_says_how_long(text, says):
    with pytest.raises(TooLarge, match=says):
        exact(parse(text))


def test_the_bounds_of_exact_answers():
    assert (LARGEST, MOST_OUTCOMES) == (2_000_000, 60_000)
    steps = steps_of_sums(dict.fromkeys(range(1, 51), 1), 100)
    assert exact(parse("100d50"), largest=steps).total == 50**100
    with pytest.raises(TooLarge, match=f"takes {steps:,} steps, more than {steps - 1:,}"):
        exact(parse("100d50"), largest=steps - 1)
    assert len(exact(parse("100d50"), most=4901).outcomes) == 4901
    with pytest.raises(TooLarge, match="has 4,901 totals, more than 4,900"):
        exact(parse("100d50"), most=4900)
    assert len(exact(parse("3d{a, b, c}"), most=10).outcomes) == 10
    with pytest.raises(TooLarge, match="10 outcomes, more than 9"):
        exact(parse("3d{a, b, c}"), most=9)


class OneThrow:
    """Three dice in two classes: four ways, counted as four steps."""

    def start(self):
        return None

    def ask(self, state):
        return succeeding("one throw", 3, 4) if state is None else None

    def take(self, state, faces):
        return faces[1]

    def outcome(self, state):
        return {"hits": state}


def test_steps_are_counted_up_to_the_limit():
    assert len(exact(OneThrow(), largest=4).outcomes) == 4
    with pytest.raises(TooLarge, match="more than 3 steps"):
        exact(OneThrow(), largest=3)


def test_a_choice_takes_its_first_answer_unless_told_otherwise():
    assert Choice("Reroll?").usual == 0
    assert Choice("Reroll?", usual=-1).usual == 1
    assert Choice("Reroll?", usual=1).sort([2]) == (0, 1)


HIT = Chance("hit", "", lambda outcome: outcome["n"] > 0)
MEAN = Mean("mean", "", lambda outcome: outcome["n"])


@pytest.mark.parametrize(
    ("hits", "of", "p", "low", "high"),
    [
        (0, 10, 0.0, 0.0, 0.27754),
        (1, 4, 0.25, 0.04559, 0.69936),
        (2, 4, 0.5, 0.15004, 0.84996),
        (10, 10, 1.0, 0.72246, 1.0),
        (1, 1, 1.0, 0.20655, 1.0),
    ],
)
def test_a_simulated_chance_lies_in_wilsons_interval(hits, of, p, low, high):
    """The interval as tables of it print it, for so many successes among so few trials."""
    found = _estimate(HIT, [{"n": int(n < hits)} for n in range(of)])
    assert found == {"p": p, "low": pytest.approx(low, abs=1e-5), "high": pytest.approx(high, abs=1e-5)}
    assert 0 <= found["low"] <= found["high"] <= 1


def test_a_simulated_mean_lies_within_its_standard_errors():
    """1, 2, 3 and 4: mean 2.5, variance 5/3, so 1.96 standard errors are 1.96 * sqrt(5/12) = 1.26517."""
    found = _estimate(MEAN, [{"n": n} for n in (1, 2, 3, 4)])
    assert found == {"value": 2.5, "low": pytest.approx(1.23483, abs=1e-5), "high": pytest.approx(3.76517, abs=1e-5)}


def test_two_simulated_rolls_have_one_degree_of_freedom():
    """0 and 2: mean 1, variance 2, so the standard error is 1."""
    found = _estimate(MEAN, [{"n": 0}, {"n": 2}])
    assert found == {"value": 1.0, "low": pytest.approx(-0.96), "high": pytest.approx(2.96)}
    assert _estimate(MEAN, [{"n": 3}]) == {"value": 3.0, "low": 3.0, "high": 3.0}


def test_a_simulation_is_two_thousand_rolls_of_the_first_seed():
    assert (SIMULATED, NORMAL_95) == (2000, 1.96)
    dice = parse("2d6")
    total = Mean("total", "", lambda outcome: outcome["total"])
    assert simulate(dice, [total]) == simulate(dice, [total], times=2000, seed=1)
    assert simulate(dice, [total]) != simulate(dice, [total], times=2000, seed=2)
