"""Dice typed to do harm: one sentence with the place at once, and no odds that take longer than they announce."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.evaluation import odds_of
from companion.dice.expression import parse
from companion.dice.odds import LARGEST, TooLarge, exact
from companion.dice.readings import readings

AT_ONCE = 0.5
"""Processor seconds for reading, or for saying why not."""

BAD = [
    "1+" * 5000,
    "9" * 10_000 + "d6",
    "d" * 1000,
    "d6" * 500,
    "!" * 1000,
    "x" * 1000,
    "[" * 1000,
    "[a" * 500,
    "#" * 1000 + "\0",
    "(" * 5000 + ")" * 5000,
    "(" * 1000,
    ")" * 1000,
    "{" * 1000,
    "{1," * 300,
    "max(" * 50 + "1" + ")" * 49,
    "-" * 1000 + "1",
    "9999999999d1",
    "1d9999999999",
    "9" * 999,
    "d{" + "9" * 900 + "}",
    "d{" + ",".join(["1"] * 498) + ",}",
    "3d6r" + "9" * 900,
    "3d6r{" + ",".join(["9"] * 400) + "}",
    "d1!",
    "d6!>0",
    "d6!!<7",
    "d6r<7",
    "d2r1r2",
    "d10000" + "ro9999" * 21,
    "1/0",
    "1//0",
    "1/(d3-2)",
    "1/(1/(d3-2))",
    "d6/(2d6!-7)",
    "1000000*1000000*1000000",
    "1" + "*999999" * 140,
    "1001x(d6)",
    "100x(1000d6)",
    "9" * 900 + "x(d6)",
    "1000d10000+1",
    "{" + ",".join(["1000d10000"] * 80) + "}kh40",
    "٣d6",
    "3d６६",
    "ǆ6",
    "\ud800",
    "\x00",
    "\u202e6d1",
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_bad_dice_are_refused_in_one_sentence_at_once(text):
    start = process_time()
    try:
        parse(text)
    except InvalidInput as error:
        (only,) = error.input_errors
        assert only.where.startswith(("column ", "expression")), only
        assert str(error).endswith(".") and len(str(error)) < 200
    else:
        assert text == "1000d10000+1"
    assert process_time() - start < AT_ONCE


@settings(max_examples=300)
@given(
    st.one_of(st.text(max_size=40), st.text("0123456789dDwkhlrox!%Ff<>=+-*/(){},[]#csmiaſıKİ \t²×≥６－", max_size=24))
)
def test_any_text_is_read_or_refused_in_one_sentence_at_once(text):
    start = process_time()
    for from_link in (False, True):
        try:
            expression = parse(text, from_link)
        except InvalidInput as error:
            assert str(error).startswith(("column ", "expression")) and str(error).endswith(".")
            assert len(str(error)) < 200
        else:
            assert all(said.endswith(".") for said in readings(expression))
            assert expression.ask(expression.start()) is None or expression.pools
    assert process_time() - start < AT_ONCE


def many(form, numbers):
    return ",".join(form.format(number) for number in numbers)


HEAVY = [
    "1000d6!",
    "20d20!>3kh7",
    "20d20!!>3kh7",
    "50d100!>50",
    "d100!>1",
    "d100!>1kh1",
    "d9000!>1",
    "d9000!>1kh1",
    "2d4000!>1kh2",
    "d10000!+d10000!",
    "100d100!>1",
    "100d100!>1kh3",
    "1000d6!>=3",
    "1000d6!!>=3cs>9",
    "1000d2!dl3",
    "1000d20",
    "1000d10000",
    "1000d10000kh1",
    "1000d10000kh2",
    "1000d6kh500",
    "300d100kh30",
    "10d10000" + "ro1" * 20,
    "1000d{0, 1, 1000000}",
    "2d{0, 1, 1000000}",
    "{" + many("d{}", range(2, 42)) + "}kh20",
    "{" + many("d{}", range(2, 42)) + "}>=5",
    "{" + many("{}d6", range(2, 12)) + "}kh3",
    "{" + many("d6!+{}", range(1, 20)) + "}kh3",
    "{" + many("1/d{}", range(900, 930)) + "}kh3",
    "{1/d1000,1/d1000,1/d1000,1/d1000}kh3",
    "{" + many("d20", range(200)) + "}kh100",
    "1/d1000+1/d999",
    "1/d1000+1/d997+1/d991",
    "+".join(f"d{n}/{n}" for n in range(2, 22)),
    "*".join(["d20"] * 6),
    "*".join(["d{999, 1000}"] * 3),
    "10d6*10d6*10d6",
    "max(d10000, d10000)",
    "max(" + many("d{}", range(100, 160)) + ")",
    "d1000/d1000",
    "20d{a, b, c, d, e, f, g, h}",
    "1000d{a, b, c}",
    "d{" + many("a{}", range(160)) + "}",
    "2d{" + many("a{}", range(160)) + "}",
]


@pytest.mark.parametrize("text", HEAVY, ids=range(len(HEAVY)))
def test_heavy_odds_are_told_or_refused_before_they_take_too_long(text):
    """Two million steps take about two seconds; a machine with other work takes three times as long."""
    expression = parse(text)
    start = process_time()
    try:
        odds = exact(expression)
    except TooLarge as error:
        assert "more than" in str(error)
    else:
        assert sum(weight for _, weight in odds.outcomes) <= odds.total
    assert process_time() - start < 6


TIMED = [
    "50d%kh5",
    "20d100kh10",
    "60d20kh20",
    "1000d10000kh1",
    "1000d6kh100",
    "{2d6, 3d6, 4d6, 5d6, 6d6}kh3",
    "{2d6, 3d6, 4d6, 5d6, 6d6, 7d6, 8d6}kh3",
    "{1/d100, 1/d100, 1/d100}kh2",
    "1000d20",
    "500d100",
    "200d10!>8",
    "20d100!>80",
    "10d10!!>=5 >=5",
    "d1000*d1000",
    "5d20*5d20*5d20",
    "max(d1000, d1000)",
    "d300/d300",
    "1/d40+1/d40+1/d40",
    "900d6*d10",
    "floor(d10000/7)",
]
"""Odds of all kinds that take ten thousand steps or more."""


@pytest.mark.long
@pytest.mark.parametrize("text", TIMED)
def test_a_step_takes_about_a_millionth_of_a_second(text):
    """The steps that are announced are what odds are refused for: within a factor of ten of the time."""
    node, steps, taken = parse(text).notation.node, [], []
    for _ in range(3):
        steps.clear()
        start = process_time()
        odds_of(node, steps.append)
        taken.append(process_time() - start)
    announced = sum(steps)
    assert 10_000 < announced < LARGEST
    assert announced * 1e-7 < min(taken) < announced * 1e-5
