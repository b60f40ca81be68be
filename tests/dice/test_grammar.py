"""Dice as they are typed: what a text means, and where and why others are refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.grammar import DEEPEST, LONGEST, MOST_REPEATS, read_notation
from companion.dice.syntax import (
    Arithmetic,
    Braces,
    Call,
    Clamp,
    Count,
    DicePool,
    Explode,
    FaceCondition,
    Keep,
    Labelled,
    Negative,
    Notation,
    Number,
    Operation,
    Reroll,
    Symbols,
    Total,
)
from companion.dice.throw import Die


def dice(count, sides, *changes):
    return DicePool(count, Die.of(sides), changes)


def chain(first, *pairs):
    return Arithmetic(first, tuple(Operation(sign, node) for sign, node in pairs))


def counts(sign, number, failures=False):
    return Count(FaceCondition(sign, number), failures)


HUNDRED = Die("d%", tuple(range(1, 101)))
FUDGE = Die("dF", (-1, 0, 1))
TENS_AND_UNITS = Die("d66 (tens and units)", tuple(int(f"{tens}{units}") for tens in "123456" for units in "123456"))
BEST_THREE = dice(4, 6, Keep("kh", 3))

MEANINGS = {
    # Terms and signs
    "7": Number(7),
    "d6": dice(1, 6),
    "3d6": dice(3, 6),
    "3D6": dice(3, 6),
    "3w6": dice(3, 6),
    "３d６": dice(3, 6),
    "-2d4": Negative(dice(2, 4)),
    "2--3": chain(Number(2), ("-", Negative(Number(3)))),
    "d20 − d12 + 3": chain(dice(1, 20), ("-", dice(1, 12)), ("+", Number(3))),
    "d6 — 1": chain(dice(1, 6), ("-", Number(1))),
    "３Ｄ６÷２": chain(dice(3, 6), ("/", Number(2))),
    "（３ｄ６）≧８": Total(dice(3, 6), ">=", Number(8)),
    "\u200b3d6\ufeff": dice(3, 6),
    "d6 – 1": chain(dice(1, 6), ("-", Number(1))),
    "2*3d6": chain(Number(2), ("*", dice(3, 6))),
    "3d6×2": chain(dice(3, 6), ("*", Number(2))),
    "3d6/2": chain(dice(3, 6), ("/", Number(2))),
    "3d6 // 2": chain(dice(3, 6), ("//", Number(2))),
    "1+2*3": chain(Number(1), ("+", chain(Number(2), ("*", Number(3))))),
    "(1+2)*3": chain(chain(Number(1), ("+", Number(2))), ("*", Number(3))),
    "((d6))": dice(1, 6),
    # Dice
    "d%": DicePool(1, HUNDRED),
    "2D%": DicePool(2, HUNDRED),
    "4dF": DicePool(4, FUDGE),
    "d66": DicePool(1, TENS_AND_UNITS),
    "1d66": dice(1, 66),
    "2d{1,1,2}": DicePool(2, Die("d{1, 1, 2}", (1, 1, 2))),
    "d{-1, 0}": DicePool(1, Die("d{-1, 0}", (-1, 0))),
    "3d{hit, hit, miss}": DicePool(3, Symbols(("hit", "hit", "miss"))),
    "d{Überschlag, two hits}": DicePool(1, Symbols(("Überschlag", "two hits"))),
    "adv": dice(2, 20, Keep("kh")),
    "DIS+5": chain(dice(2, 20, Keep("kl")), ("+", Number(5))),
    "d20adv": dice(2, 20, Keep("kh")),
    "d12 dis": dice(2, 12, Keep("kl")),
    # Keeping and dropping: d behind dice drops, before a number at the start of a term throws
    "4d6k3": BEST_THREE,
    "4d6kh3": BEST_THREE,
    "4d6KH3": BEST_THREE,
    "4d6 kh3": BEST_THREE,
    "4d6kl": dice(4, 6, Keep("kl")),
    "4d6d1": dice(4, 6, Keep("dl")),
    "4d6d": dice(4, 6, Keep("dl")),
    "4d6dh2": dice(4, 6, Keep("dh", 2)),
    "7d%d3": DicePool(7, HUNDRED, (Keep("dl", 3),)),
    "3d6kh2dl1": dice(3, 6, Keep("kh", 2), Keep("dl")),
    "4d6dl1dh1": dice(4, 6, Keep("dl"), Keep("dh")),
    # Throwing again
    "3d6r1": dice(3, 6, Reroll((FaceCondition("=", 1),))),
    "3d6r": dice(3, 6, Reroll()),
    "3d6rr<3": dice(3, 6, Reroll((FaceCondition("<", 3),))),
    "3d6r1r2": dice(3, 6, Reroll((FaceCondition("=", 1),)), Reroll((FaceCondition("=", 2),))),
    "3d6r{1, 2}": dice(3, 6, Reroll((FaceCondition("=", 1), FaceCondition("=", 2)))),
    "2d6ro<2": dice(2, 6, Reroll((FaceCondition("<", 2),), once=True)),
    "2d6ro<=2": dice(2, 6, Reroll((FaceCondition("<=", 2),), once=True)),
    "2d6ro1": dice(2, 6, Reroll((FaceCondition("=", 1),), once=True)),
    # Exploding: a sign right behind ! belongs to it
    "4dF!": DicePool(4, FUDGE, (Explode(),)),
    "4dF!>0": DicePool(4, FUDGE, (Explode(FaceCondition(">", 0)),)),
    "6d6!>=5": dice(6, 6, Explode(FaceCondition(">=", 5))),
    "6d6!5": dice(6, 6, Explode(FaceCondition("=", 5))),
    "6d6!=5": dice(6, 6, Explode(FaceCondition("=", 5))),
    "6d6!!": dice(6, 6, Explode(compounds=True)),
    "6d6!!>4": dice(6, 6, Explode(FaceCondition(">", 4), compounds=True)),
    "5d10x10": dice(5, 10, Explode(FaceCondition("=", 10))),
    "5d10x": dice(5, 10, Explode()),
    "5d10xkh2": dice(5, 10, Explode(), Keep("kh", 2)),
    "6d6!1!6": dice(6, 6, Explode(FaceCondition("=", 1)), Explode(FaceCondition("=", 6))),
    "6d6x1x6": dice(6, 6, Explode(FaceCondition("=", 1)), Explode(FaceCondition("=", 6))),
    "6d6! >=5": dice(6, 6, Explode(), counts(">=", 5)),
    # A minus is no face: -1 needs a sign before it
    "6d6!-1": chain(dice(6, 6, Explode()), ("-", Number(1))),
    "6d6x-1": chain(dice(6, 6, Explode()), ("-", Number(1))),
    "6d6r-1": chain(dice(6, 6, Reroll()), ("-", Number(1))),
    "4dFr=-1": DicePool(4, FUDGE, (Reroll((FaceCondition("=", -1),)),)),
    "4dF!=-1": DicePool(4, FUDGE, (Explode(FaceCondition("=", -1)),)),
    "5d10x>=9": dice(5, 10, Explode(FaceCondition(">=", 9))),
    "5d10!>=8kh2": dice(5, 10, Explode(FaceCondition(">=", 8)), Keep("kh", 2)),
    "5d10>=8!": dice(5, 10, counts(">=", 8), Explode()),
    # Lowest and highest faces
    "8d6mi2": dice(8, 6, Clamp("min", 2)),
    "8d6min2": dice(8, 6, Clamp("min", 2)),
    "8d6ma5": dice(8, 6, Clamp("max", 5)),
    "8d6max5mi2": dice(8, 6, Clamp("max", 5), Clamp("min", 2)),
    "4dFmi-1": DicePool(4, FUDGE, (Clamp("min", -1),)),
    # Counting: right behind dice a sign counts them, behind anything else it compares the total
    "6d6>=5": dice(6, 6, counts(">=", 5)),
    "6d6 ≥ 5": dice(6, 6, counts(">=", 5)),
    "6d6≤2": dice(6, 6, counts("<=", 2)),
    "6d6==6": dice(6, 6, counts("=", 6)),
    "6d6cs>=5": dice(6, 6, counts(">=", 5)),
    "6d6cs6": dice(6, 6, counts("=", 6)),
    "10d6>=5f1": dice(10, 6, counts(">=", 5), counts("=", 1, failures=True)),
    "4d6>4f<3": dice(4, 6, counts(">", 4), counts("<", 3, failures=True)),
    "5d6>=5+2": chain(dice(5, 6, counts(">=", 5)), ("+", Number(2))),
    "4d6>=5dl1": dice(4, 6, counts(">=", 5), Keep("dl")),
    "2d6>=8": dice(2, 6, counts(">=", 8)),
    "(2d6)>=8": Total(dice(2, 6), ">=", Number(8)),
    "d20+5>=15": Total(chain(dice(1, 20), ("+", Number(5))), ">=", Number(15)),
    "(d20)>=10+d4": Total(dice(1, 20), ">=", chain(Number(10), ("+", dice(1, 4)))),
    "5+d20>=15": chain(Number(5), ("+", dice(1, 20, counts(">=", 15)))),
    # Functions and groups
    "max(2d6, d12)": Call("max", (dice(2, 6), dice(1, 12))),
    "min(1,2,3)": Call("min", (Number(1), Number(2), Number(3))),
    "Floor(d6/2)": Call("floor", (chain(dice(1, 6), ("/", Number(2))),)),
    "ceil (d6/2)": Call("ceil", (chain(dice(1, 6), ("/", Number(2))),)),
    "{2d6, 1d12}kh1": Braces((dice(2, 6), dice(1, 12)), (Keep("kh"),)),
    "{2d6, 2d8d1, 4}d1": Braces((dice(2, 6), dice(2, 8, Keep("dl")), Number(4)), (Keep("dl"),)),
    "{2d6, d4}>=5dl1": Braces((dice(2, 6), dice(1, 4)), (counts(">=", 5), Keep("dl"))),
    "{4d6}>=5dl1": dice(4, 6, counts(">=", 5), Keep("dl")),
    "{d6, d8}>=5": Braces((dice(1, 6), dice(1, 8)), (counts(">=", 5),)),
    # Labels
    "2d6[fire]+d8 [ cold ]": chain(Labelled(dice(2, 6), ("fire",)), ("+", Labelled(dice(1, 8), ("cold",)))),
    "2d6[× (]": Labelled(dice(2, 6), ("× (",)),
}


@pytest.mark.parametrize("text", MEANINGS)
def test_a_text_is_read_as_its_parts(text):
    assert read_notation(text) == Notation(MEANINGS[text])


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("6x(4d6kh3)", Notation(BEST_THREE, repeats=6)),
        ("6x4d6kh3", Notation(BEST_THREE, repeats=6)),
        ("6 X 4d6kh3", Notation(BEST_THREE, repeats=6)),
        ("2xadv", Notation(dice(2, 20, Keep("kh")), repeats=2)),
        ("d20+5 # attack × 2", Notation(chain(dice(1, 20), ("+", Number(5))), comment="attack × 2")),
    ],
)
def test_repeats_and_comments(text, notation):
    assert read_notation(text) == notation


@pytest.mark.parametrize(
    ("text", "node", "places"),
    [
        ("2d6 3", chain(dice(2, 6), ("+", Number(3))), (3,)),
        ("d% 2d8 1", chain(DicePool(1, HUNDRED), ("+", dice(2, 8)), ("+", Number(1))), (2, 6)),
        ("(2d6) d4", chain(dice(2, 6), ("+", dice(1, 4))), (5,)),
        ("4d6 kh3", BEST_THREE, ()),
        ("2d6 [fire 3]", Labelled(dice(2, 6), ("fire 3",)), ()),
        ("2d6 + 3", chain(dice(2, 6), ("+", Number(3))), ()),
        ("2d6! 3", chain(dice(2, 6, Explode()), ("+", Number(3))), (4,)),
        ("2d6[fire] d8", chain(Labelled(dice(2, 6), ("fire",)), ("+", dice(1, 8))), (9,)),
        ("adv 5", chain(dice(2, 20, Keep("kh")), ("+", Number(5))), (3,)),
        ("d20dis 5", chain(dice(2, 20, Keep("kl")), ("+", Number(5))), (6,)),
        ("d20 dis", dice(2, 20, Keep("kl")), ()),
        ("4d6d 2d4", chain(dice(4, 6, Keep("dl")), ("+", dice(2, 4))), (4,)),
        ("2d6 # 3 4", dice(2, 6), ()),
    ],
)
def test_a_link_has_lost_its_pluses(text, node, places):
    notation = read_notation(text, from_link=True)
    assert (notation.node, notation.added_plus) == (node, places)
    if places:
        with pytest.raises(InvalidInput):
            read_notation(text)


@pytest.mark.parametrize(
    ("kind", "number", "faces", "left"),
    [("kh", 3, "1256", "256"), ("kl", 1, "1256", "1"), ("dl", 1, "1256", "256"), ("dh", 3, "1256", "1")],
)
def test_kept_dice_are_a_range_of_the_sorted_ones(kind, number, faces, left):
    assert faces[slice(*Keep(kind, number).kept(4))] == left


REFUSALS = {
    "": "column 1: found the end, expected a number or dice, as 2d6.",
    "banana": "column 1: found 'banana', expected a number or dice, as 2d6.",
    "²d6": "column 1: found '²d6', expected a number or dice, as 2d6.",
    "3d": "column 3: found the end, expected a number of sides, % or F.",
    "3d6 + 3 +": "column 10: found the end, expected a number or dice, as 2d6.",
    "(3d6 + 3 + )": "column 12: found ')', expected a number or dice, as 2d6.",
    "(2d6": "column 5: found the end, expected +, - or ).",
    "(2d6)<>7": "column 7: found '>7', expected = for the opposite: 1-((2d6)=7) is any other total.",
    "{1, 2": "column 6: found the end, expected +, - or }.",
    "2d6)": "column 4: found ')', expected +, - or the end.",
    "--3": "column 2: found '-3', expected a number or dice, as 2d6.",
    "2 3": "column 3: found '3', expected +, - or the end.",
    "3 d6": "column 3: found 'd6', expected numbers for dice and sides, as 3d12, or + before dice.",
    "3d6 d8": "column 5: found 'd8', expected numbers for dice and sides, as 3d12, or + before dice.",
    "4d6kh 3": "column 7: found '3', expected no space between a change and its number.",
    "3d6>=": "column 6: found the end, expected a face to compare with.",
    "5d6>=2d4": "column 6: found '2d4', expected a face; brackets around the dice before the sign compare totals, as (5d6)>=2d4.",
    "5d6>=5d1": "column 6: found '5d1', expected a face; brackets around the dice before the sign compare totals, as (5d6)>=2d4.",
    "2d6x 3": "column 6: found '3', expected no space between a change and its number.",
    "2d6xd8": "column 4: found 'xd8', expected * or × for times; 6x repeats, and stands first.",
    "3d6 // fire": "column 8: found 'fire', expected # before a comment, as # attack.",
    "3d6 /* fire */": "column 6: found '* fire */', expected # before a comment, as # attack.",
    "trunc(4d6/3)": "column 1: found 'trunc(4d6/3)', expected max, min, floor or ceil.",
    "5d10>=8>=3": "column 8: found '>=3', "
    "expected brackets to compare a count, as (5d6>=5)>=2; cs counts more faces, as 5d6cs1cs6.",
    "{d6, d8}>=5kh1=1": "column 15: found '=1', "
    "expected brackets to compare a count, as (5d6>=5)>=2; cs counts more faces, as 5d6cs1cs6.",
    "6d6!!!": "column 4: found '!!!', expected ! or !!.",
    "6d6cſ5": "column 5: found 'ſ5', expected a letter from a to z.",
    # Bounds
    "0d6": "column 1: found '0d6', expected a number of dice, 1 to 1,000.",
    "1001d6": "column 1: found '1001d6', expected a number of dice, 1 to 1,000.",
    "9999999999d1": "column 1: found '9999999999d1', expected a number of dice, 1 to 1,000.",
    "2+3d0": "column 5: found '0', expected a number of sides, % or F, 1 to 10,000.",
    "1000001": "column 1: found '1000001', expected a number, 0 to 1,000,000.",
    "d100" + "r9" * 21: "column 45: found 'r9', expected at most 20 changes to the same dice.",
    "101x(d6)": "column 1: found '101x(d6)', expected a number of repeats, 1 to 100.",
    # Changes that cannot be carried out
    "3d6kh4": "column 4: found 'kh4', expected a number of dice that keeps at least one of 3.",
    "3d6dl3": "column 4: found 'dl3', expected a number of dice that keeps at least one of 3.",
    "4d6dl2dh2": "column 7: found 'dh2', expected a number of dice that keeps at least one of 4.",
    "10d6kh5kl2": "column 8: found 'kl2', expected a number of dice that keeps at least one of 10.",
    "{d6, d8}kh3": "column 9: found 'kh3', expected a number of dice that keeps at least one of 2.",
    "3d6r7": "column 4: found 'r7', expected a face of d6 to throw again.",
    "d6r<7": "column 3: found 'r<7', expected a face of d6 on which r stops.",
    "d2r1r2": "column 5: found 'r2', expected a face of d2 on which r stops.",
    "2d6adv": "column 4: found 'adv', expected one die before adv or dis, as d20adv.",
    "3d6f1": "column 4: found 'f1', expected what counts before f, as 6d6>=5f1.",
    "d{1, a}": "column 6: found 'a}', expected only numbers or only words as faces.",
    "d{a, b}kh1": "column 8: found 'kh1', expected no change: words on a die's faces are counted each.",
    "floor(1, 2)": "column 1: found 'floor(1, 2)', expected one result in floor( ).",
    # What others write
    "5d10!p": "column 5: found '!p', expected !, which adds the whole face; dice that penetrate cannot be typed.",
    "5d10xo": "column 5: found 'xo', expected ! (explodes again and again); once only cannot be typed.",
    "3d6cf1": "column 4: found 'cf1', expected cs or f with a face, as 6d6cs>=5f1.",
    "2d6>=2 d8": "column 8: found 'd8', expected numbers for dice and sides, as 3d12, or + before dice.",
    "6d6>=5df1": "column 7: found 'df1', expected cs or f with a face, as 6d6cs>=5f1.",
    "4dF.2": "column 2: found 'dF.2', expected dF.",
    "2d6ra<3": "column 4: found 'ra<3', expected r or ro with a face or a comparison, as ro<3.",
    "1d6rol1": "column 4: found 'rol1', expected r or ro with a face or a comparison, as ro<3.",
    "10d6mil1": "column 5: found 'mil1', expected mi or ma with a face, as mi2.",
    "(2d6, 7)kh1": "column 5: found ', 7)kh1', expected braces around results to choose from, as {2d6, 1d12}kh1.",
    "(9d6kh5)kl2": "column 9: found 'kl2', "
    "expected changes right after dice, or braces around results, as {2d6, 1d12}kh1.",
    "(2d6)!=7": "column 6: found '!=7', expected = for the opposite: 1-((2d6)=7) is any other total.",
    "2**3": "column 3: found '*3', expected * as often as it takes, as 2*2*2.",
    "3d6e6": "column 4: found 'e6', expected ! for exploding dice, as 5d10!>=8.",
    "3d6pl1": "column 4: found 'pl1', expected d, dl or dh to drop dice, as 4d6dl1.",
    "3d6^2": "column 4: found '^2', expected * as often as it takes, as 2*2*2.",
    "10%3": "column 3: found '%3', expected d% for dice with 100 sides; remainders cannot be typed.",
    "2d6+1.5": "column 5: found '1.5', expected whole numbers; a half is /2.",
    "4dF.1": "column 2: found 'dF.1', expected d{-1, 0, 0, 0, 0, 1}, Fudge dice with four blanks.",
    "(1+1)d6": "column 6: found 'd6', expected numbers for dice and sides, as 3d12, or + before dice.",
    "3d(2*6)": "column 2: found 'd(2*6)', expected numbers for dice and sides, as 3d12, or + before dice.",
    "2d6 x 3": "column 5: found 'x 3', expected * or × for times; 6x repeats, and stands first.",
    "6x3": "column 2: found 'x3', expected * or × for times; 6x repeats, and stands first.",
    "round(3d6/2)": "column 1: found 'round(3d6/2)', expected max, min, floor or ceil.",
    "/r 2d6": "column 1: found '/r 2d6', expected the dice alone, as 2d6+3.",
    "`2d6`": "column 1: found '`2d6`', expected the dice alone, as 2d6+3.",
    "[[2d6]]": "column 1: found text with brackets, expected the dice alone, as 2d6+3.",
    "d20+5 to hit": "column 7: found 'to hit', expected # before a comment, as # attack.",
    "2d6 electric": "column 5: found 'electric', expected # before a comment, as # attack.",
    "{2d6, d8}kh1 damage": "column 14: found 'damage', expected # before a comment, as # attack.",
    "2d6 kick": "column 5: found 'kick', expected # before a comment, as # attack.",
    "2d6 max(1, 2)": "column 5: found 'max(1, 2)', expected +, -, a change to these dice, or the end.",
    "4d6 drop lowest": "column 5: found 'drop lowest', expected kh, kl, dh or dl after the dice, as 4d6kh3 or 4d6dl1.",
    "highest 3 of 4d6": "column 1: found 'highest 3 of', "
    "expected kh, kl, dh or dl after the dice, as 4d6kh3 or 4d6dl1.",
    "d20 advantage": "column 5: found 'advantage', expected adv or dis, as d20adv.",
    "d{1..6}": "column 4: found '..6}', expected each face as often as it is on the die, as d{1, 1, 2}.",
    "3d{1, 2": "column 8: found the end, expected a comma or }.",
    "d{1 2}": "column 5: found '2}', expected a comma or }.",
    "4d6kh3,": "column 7: found ',', expected +, - or the end.",
    "{d20+5}>=15": "column 8: found '>=15', expected brackets around a total to compare, as (d20+5)>=15.",
    "3d6sd": "column 4: found 'sd', expected nothing: sorting does not change a total.",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_names_the_place_and_what_works_there(text):
    with pytest.raises(InvalidInput) as caught:
        read_notation(text)
    assert [str(error) for error in caught.value.input_errors] == [REFUSALS[text]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1+" * 5000, "expression: found 10,000 characters, expected at most 1,000."),
        ("(" * 5000 + ")" * 5000, "expression: found 10,000 characters, expected at most 1,000."),
        ("(" * 400 + ")" * 400, "column 51: found '((((((((((((', expected brackets at most 50 deep."),
    ],
)
def test_the_bounds_hold(text, message):
    with pytest.raises(InvalidInput) as caught:
        read_notation(text)
    assert str(caught.value) == message


def test_what_is_just_within_the_bounds_is_read():
    assert read_notation("(" * DEEPEST + "7" + ")" * DEEPEST) == Notation(Number(7))
    assert read_notation(f"{MOST_REPEATS}x(d6)") == Notation(dice(1, 6), repeats=MOST_REPEATS)
    terms = LONGEST // 2
    assert len(read_notation("+".join(["1"] * terms)).node.operations) == terms - 1


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789dDwkhlrox!%F<>=+-*/(){},[]#csmiaſıKİ \t²×≥", max_size=16), st.booleans())
def test_any_text_is_read_or_refused_in_one_sentence(text, from_link):
    try:
        read_notation(text, from_link)
    except InvalidInput as error:
        assert str(error).startswith("column ")
        assert str(error).endswith(".")
        assert len(str(error)) < 200
