"""Rolls that throw once: the same odds as another library's, typed dice, dice thrown again, and no dice at all."""

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.odds import exact
from companion.dice.one_throw import Again, OneThrow
from companion.dice.resolver import play, read_groups, replay
from companion.dice.roller import roll
from companion.dice.throw import D6, Choice, Die, graded


def attack(dice, needed=4, of_six=2):
    """Return an attack: each die hits on `needed` or more, a six several times."""
    return OneThrow(
        graded("to hit", dice, D6, ("miss", 1, "miss"), ("hit", needed, "hit"), ("six", 6, "critical")),
        count=lambda faces: faces[1] + of_six * faces[2],
        as_outcome=lambda hits: {"hits": hits},
    )


def sharpshooter(dice, needed=4):
    """Return an attack of which the misses are thrown again, once."""
    return OneThrow(
        shots(dice, needed),
        count=tuple,
        as_outcome=lambda counted: {"hits": counted[1]},
        again=Again(
            times=1,
            throw=lambda counted: shots(counted[0], needed) if counted[0] else None,
            count=lambda counted, faces: (faces[0], counted[1] + faces[1]),
        ),
    )


def shots(dice, needed):
    return graded(f"to hit, {dice} dice", dice, D6, ("miss", 1, "miss"), ("hit", needed, "hit"))


def nerve(needed, times, usual=1):
    """Return one die that must show a number, and may be thrown again as often as a player has tokens."""
    throw = graded("nerve", 1, D6, ("fails", 1, "miss"), ("holds", needed, "hit"))
    return OneThrow(
        throw,
        count=lambda faces: bool(faces[1]),
        as_outcome=lambda holds: {"holds": holds},
        again=Again(
            times,
            throw=lambda holds: None if holds else throw,
            count=lambda holds, faces: bool(faces[1]),
            offer=lambda holds, left: Choice(f"Again? {left} left.", usual=usual),
        ),
    )


def chances(resolver, name):
    odds = exact(resolver)
    return {outcome[name]: Fraction(weight, odds.total) for outcome, weight in odds.outcomes}


def icepool_chances(die):
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items() if weight}


@given(st.integers(0, 6), st.integers(2, 6), st.integers(0, 3))
def test_one_throw_counts_as_icepool_does(dice, needed, of_six):
    one = icepool.d6.map(lambda face: of_six if face == 6 else int(face >= needed))
    assert chances(attack(dice, needed, of_six), "hits") == icepool_chances(dice @ one)


@given(st.integers(0, 5), st.integers(2, 6))
def test_misses_thrown_again_count_as_icepool_does(dice, needed):
    one = icepool.d6.reroll([*range(1, needed)], depth=1) >= needed
    assert chances(sharpshooter(dice, needed), "hits") == icepool_chances(dice @ one)


@pytest.mark.parametrize("times", range(4))
def test_a_die_on_offer_fails_only_where_every_throw_does(times):
    assert chances(nerve(5, times), "holds")[False] == Fraction(2, 3) ** (times + 1)
    assert chances(nerve(5, times, usual=0), "holds")[False] == Fraction(2, 3)


@pytest.mark.parametrize(
    ("typed", "outcome", "waiting"),
    [
        ("", None, "nerve"),
        ("5", {"holds": True}, None),
        ("4", None, "Again? 2 left."),
        ("4 | 1", {"holds": False}, None),
        ("4 | 2", None, "nerve"),
        ("4 | 2 | 4", None, "Again? 1 left."),
        ("4 | 2 | 4 | 2 | 4", {"holds": False}, None),
        ("4 | 2 | 4 | 2 | 6", {"holds": True}, None),
    ],
)
def test_typed_dice_and_answers_lead_as_far_as_they_go(typed, outcome, waiting):
    run = replay(nerve(5, 2), read_groups(typed))
    assert (run.outcome, run.waiting and run.waiting.why) == (outcome, waiting)


def test_dice_that_do_not_fit_are_refused_with_the_throw_in_words():
    with pytest.raises(InvalidInput, match=r"group 1: found 2 dice, expected 3d6 \(to hit\)"):
        replay(attack(3), read_groups("1 2"))
    with pytest.raises(InvalidInput, match="1: it ended there"):
        replay(attack(3), read_groups("1 2 3 | 4"))


def test_the_dice_of_the_app_are_those_of_the_throw():
    run = roll(attack(5), seed=8)
    (thrown,) = run.thrown
    hits = sum((face > 3) + (face == 6) for face in thrown.faces)
    assert (len(thrown.faces), run.outcome) == (5, {"hits": hits})


def test_without_dice_nothing_is_asked_for():
    assert play(attack(0), lambda throw, index: pytest.fail(throw.why)).outcome == {"hits": 0}
    safe = OneThrow(None, count=lambda faces: faces[0], as_outcome=lambda failed: {"failed": failed}, nothing=0)
    assert play(safe, lambda throw, index: pytest.fail(throw.why)).outcome == {"failed": 0}


def test_equal_counts_are_one_state():
    """Of forty dice only the hits are remembered, so that their odds take 861 ways and 81 ends."""
    machine = attack(40)
    ends = {machine.take(machine.start(), faces) for faces, _ in machine.throw.ways()}
    assert (machine.throw.steps, len(ends)) == (861, 81)


@pytest.mark.parametrize(
    ("die", "lows", "classes"),
    [
        (D6, (1, 4, 6), [{1, 2, 3}, {4, 5}, {6}]),
        (D6, (1, 6, 6), [{1, 2, 3, 4, 5}, set(), {6}]),
        (D6, (1, 1, 7), [set(), {1, 2, 3, 4, 5, 6}, set()]),
        (Die("dF", (-1, 0, 1)), (1, 0, 1), [{-1}, {0}, {1}]),
    ],
)
def test_grades_share_out_the_faces_of_a_die(die, lows, classes):
    throw = graded("graded", 1, die, *((str(place), low, "") for place, low in enumerate(lows)))
    assert [set(kind.faces) for kind in throw.classes] == classes


def test_grades_out_of_order_are_refused():
    with pytest.raises(ValueError, match="do not share out the faces"):
        graded("graded", 1, D6, ("low", 1, ""), ("high", 6, ""), ("middle", 3, ""))
