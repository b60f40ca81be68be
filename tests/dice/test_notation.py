"""Dice as written: the same odds as icepool's, complaints that name the column, bounds that hold."""

from fractions import Fraction
from functools import reduce
from operator import add

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import d

from companion.base.findings import InvalidInput
from companion.dice.notation import LONGEST, MOST_DICE, ROUNDS, parse
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import replay
from companion.dice.roller import roll

FATE = icepool.Die([-1, 0, 1])


def chances(text):
    odds = exact(parse(text))
    found = {o["total"]: Fraction(w, odds.total) for o, w in odds.outcomes}
    assert sum(found.values()) == 1
    assert len(found) == len(odds.outcomes)
    return found


def oracle(die):
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight}


def exploding(sides, worth, rounds=ROUNDS):
    """Return a die that is thrown again on its highest face, every face shown counting `worth`."""
    after = exploding(sides, worth, rounds - 1) if rounds else None
    return icepool.Die(
        [worth(f) + after if after is not None and f == sides else icepool.Die([worth(f)]) for f in range(1, sides + 1)]
    )


POOLS = {
    "3d6": 3 @ d(6),
    "3d6+2": 3 @ d(6) + 2,
    "-2d4": -(2 @ d(4)),
    "d20 - d12 + 3": d(20) - d(12) + 3,
    "7": icepool.Die([7]),
    "D6": d(6),
    "d%": d(100),
    "4dF": 4 @ FATE,
    "d1": icepool.Die([1]),
    "4d6kh3": d(6).highest(4, 3),
    "2d20kh1": d(20).highest(2),
    "2d20kh": d(20).highest(2),
    "2d20kl": d(20).lowest(2),
    "5d8kl2": d(8).lowest(5, 2),
    "4d6dl1": d(6).highest(4, 3),
    "4d6dl": d(6).highest(4, 3),
    "5d6dh2": d(6).lowest(5, 3),
    "12d10kh4": d(10).highest(12, 4),
    "9d6dh5": d(6).lowest(9, 4),
    "20d20kl2": d(20).lowest(20, 2),
    "4dFkh2": FATE.highest(4, 2),
    "6d6>=5": 6 @ (d(6) >= 5),
    "6d6>4": 6 @ (d(6) >= 5),
    "6d6<=2": 6 @ (d(6) <= 2),
    "6d6<3": 6 @ (d(6) <= 2),
    "6d6=6": 6 @ (d(6) == 6),
    "2d6>=5 - 2d6>=4": 2 @ (d(6) >= 5) - 2 @ (d(6) >= 4),
    "3d6r1": 3 @ d(6).reroll([1], depth="inf"),
    "3d6r3": 3 @ d(6).reroll([3], depth="inf"),
    "2d8ro1": 2 @ d(8).reroll([1], depth=1),
    "3d6ro1>=5": 3 @ (d(6).reroll([1], depth=1) >= 5),
    "d6!": d(6).explode(depth=ROUNDS),
    "3d4!": 3 @ d(4).explode(depth=ROUNDS),
    "2d4!>=3": 2 @ exploding(4, lambda face: int(face >= 3)),
    "2d2!": 2 @ exploding(2, lambda face: face),
    "4d6r1kh3": d(6).reroll([1], depth="inf").highest(4, 3),
    "2d6+1d8!-4d6kh3+1": 2 @ d(6) + d(8).explode(depth=ROUNDS) - d(6).highest(4, 3) + 1,
}


@pytest.mark.parametrize("text", POOLS)
def test_odds_are_those_of_icepool(text):
    assert chances(text) == oracle(POOLS[text])


@st.composite
def written(draw):
    """Draw one to three terms of plain dice with what is done to them, and the same in icepool."""
    texts, dice = [], []
    for _ in range(draw(st.integers(1, 3))):
        count, sides = draw(st.integers(1, 4)), draw(st.integers(2, 8))
        keep, face = draw(st.integers(1, count)), draw(st.integers(1, sides))
        done, die = draw(
            st.sampled_from(
                [
                    ("", count @ d(sides)),
                    (f"kh{keep}", d(sides).highest(count, keep)),
                    (f"kl{keep}", d(sides).lowest(count, keep)),
                    (f">={face}", count @ (d(sides) >= face)),
                    (f"<{face}", count @ (d(sides) < face)),
                    (f"r{face}", count @ d(sides).reroll([face], depth="inf")),
                    (f"ro{face}", count @ d(sides).reroll([face], depth=1)),
                ]
            )
        )
        texts.append(f"{count}d{sides}{done}")
        dice.append(die)
    return " + ".join(texts), reduce(add, dice)


@settings(max_examples=80, deadline=None)
@given(written())
def test_any_plain_dice_have_the_odds_of_icepool(pair):
    text, die = pair
    assert chances(text) == oracle(die)


@pytest.mark.parametrize("text", [*POOLS, "2d10!>=8", "3d6ro1+2"])
def test_a_rolls_faces_typed_in_end_the_same(text):
    expression = parse(text)
    for seed in range(20):
        rolled = roll(expression, seed)
        typed = replay(expression, [thrown.faces for thrown in rolled.thrown])
        assert typed.outcome == rolled.outcome
        assert rolled.outcome["total"] in chances(text)


@pytest.mark.parametrize(
    ("text", "groups", "total"),
    [
        ("4d6kh3", [[3, 1, 6, 2]], 11),
        ("4d6kl1+1", [[3, 1, 6, 2]], 2),
        ("6d6>=5", [[5, 6, 1, 4, 5, 2]], 3),
        ("3d6!", [[6, 6, 1], [6, 2], [3]], 24),
        ("2d6ro1", [[1, 4], [1]], 5),
        ("2d6-1d4", [[3, 4], [2]], 5),
        ("4dF", [[-1, 0, 1, 1]], 1),
    ],
)
def test_typed_in_dice_are_read_as_written(text, groups, total):
    assert replay(parse(text), groups).outcome == {"total": total}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: found the end, expected a number or dice, as 2d6."),
        ("banana", "column 1: found 'banana', expected a number or dice, as 2d6."),
        ("3d", "column 3: found the end, expected a number of sides, % or F."),
        ("3d6 & 2", "column 5: found '& 2', expected +, -, a change to these dice, or the end."),
        ("3d6 +", "column 6: found the end, expected a number or dice, as 2d6."),
        ("2 3", "column 3: found '3', expected +, - or the end."),
        ("0d6", "column 1: found '0d6', expected a number of dice, 1 to 1,000."),
        ("1001d6", "column 1: found '1001d6', expected a number of dice, 1 to 1,000."),
        ("2+3d0", "column 5: found '0', expected a number of sides, % or F, 1 to 10,000."),
        ("d10001", "column 2: found '10001', expected a number of sides, % or F, 1 to 10,000."),
        ("3d6kh4", "column 6: found '4', expected a number of dice that keeps at least one of 3."),
        ("3d6dl3", "column 6: found '3', expected a number of dice that keeps at least one of 3."),
        ("3d6kh0", "column 6: found '0', expected a number of dice that keeps at least one of 3."),
        ("3d6>=", "column 6: found the end, expected a face to compare with."),
        ("3d6r7", "column 5: found '7', expected a face of d6, and another one left."),
        ("d1r1", "column 4: found '1', expected a face of d1, and another one left."),
        ("d1!", "column 4: found the end, expected a die with two faces or more before !."),
        ("3d6kh1kl1", "column 7: found 'kl1', expected each change to the dice once."),
        ("1000001", "column 1: found '1000001', expected a number, at most 1,000,000."),
        ("600d6+600d6", "expression: found too many dice, expected at most 1,000."),
        ("²d6", "column 1: found '²d6', expected a number or dice, as 2d6."),
        ("3d6\n4", "column 5: found '4', expected +, -, a change to these dice, or the end."),
    ],
)
def test_complaints_name_the_column_and_what_was_expected_there(text, message):
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert [str(m) for m in caught.value.input_errors] == [message]


@pytest.mark.parametrize("text", ["4d6!kh3", "4d6kh3>=5", "2d6ro1!", "3d6ro1kl2"])
def test_changes_that_do_not_go_together(text):
    with pytest.raises(InvalidInput, match="do not go together"):
        parse(text)


def test_long_expressions_are_refused():
    with pytest.raises(InvalidInput, match="at most 200"):
        parse("1" * (LONGEST + 1))
    with pytest.raises(InvalidInput, match="at most 20 terms"):
        parse("+".join(["1"] * 21))
    with pytest.raises(InvalidInput, match="column 1"):
        parse("9" * 150 + "d6")


@settings(max_examples=300)
@given(st.text(alphabet="0123456789dDkhlro!%F<>=+- \t²", max_size=16))
def test_any_text_is_read_or_refused_in_one_sentence(text):
    try:
        parse(text)
    except InvalidInput as error:
        assert str(error).startswith(("column ", "expression"))
        assert str(error).endswith(".")
        assert len(str(error)) < 200


@pytest.mark.parametrize(
    "text",
    ["1000d10000", "20d10000", "500d6!", "300d100kh30", "1000d2!", pytest.param("40d6!", marks=pytest.mark.long)],
)
def test_odds_that_would_take_too_long_are_refused_and_still_roll(text):
    with pytest.raises(TooLarge, match="more than"):
        exact(parse(text))
    assert isinstance(roll(parse(text), 1).outcome["total"], int)


@pytest.mark.parametrize(
    "text",
    [
        "d10000",
        f"{MOST_DICE}d6>=5",
        "100d6",
        "1000d20",
        "50d%kh5",
        "300d100kl3",
        "20d6!>=5",
        pytest.param("10d10!", marks=pytest.mark.long),
    ],
)
def test_odds_that_players_may_ask_for_are_given(text):
    assert sum(chances(text).values()) == 1


def test_many_even_dice_have_the_odds_of_icepool():
    for count in range(1, 7):
        for sides in range(1, 8):
            assert chances(f"{count}d{sides}") == oracle(count @ d(sides))
    assert chances("60d10") == oracle(60 @ d(10))


def test_the_ends_and_the_middle_of_a_thousand_dice():
    odds = chances("1000d20")
    assert (min(odds), max(odds)) == (1000, 20_000)
    assert odds[1000] == odds[20_000] == Fraction(1, 20**1000)
    assert odds[1001] == Fraction(1000, 20**1000)
    assert odds[10_499] == odds[10_501] < odds[10_500]


def test_a_mean_by_hand_of_the_best_three_of_four():
    # The well-known 12.2446 of character sheets: 15869/1296.
    assert sum(total * chance for total, chance in chances("4d6kh3").items()) == Fraction(15869, 1296)


@pytest.mark.parametrize(
    ("text", "faces", "told"),
    [
        ("3d6", [1, 6, 3], ("", "", "")),
        ("3d6>=5", [5, 4, 6], ("hit", "miss", "hit")),
        ("3d6=6!", [6, 5, 1], ("hit", "miss", "miss")),
        ("4d6kh2", [2, 5, 5, 5], ("dropped", "", "", "dropped")),
        ("4d6dl1", [2, 5, 2, 6], ("", "", "dropped", "")),
        ("3d4kl1", [4, 1, 1], ("dropped", "", "dropped")),
    ],
)
def test_dice_tell_whether_they_count_or_are_dropped(text, faces, told):
    expression = parse(text)
    assert expression.ask(expression.start()).label_faces(faces) == told
