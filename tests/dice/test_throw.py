"""Dice, throws and the ways they fall."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.throw import D6, Choice, Die, FaceClass, Throw, numbered_throw, succeeding, values


@st.composite
def throws(draw):
    """Draw a throw of up to four dice whose faces are shared out into up to four classes, some of them empty."""
    faces = draw(st.lists(st.integers(-3, 9), min_size=1, max_size=5, unique=True))
    among = [draw(st.integers(0, 3)) for _ in faces]
    classes = tuple(
        FaceClass(str(c), frozenset(f for f, a in zip(faces, among, strict=True) if a == c)) for c in range(4)
    )
    return Throw("test", draw(st.integers(0, 4)), Die("die", tuple(faces)), classes)


@given(throws())
def test_ways_are_what_counting_every_fall_gives(throw):
    counted = {}
    for fall in product(throw.die.faces, repeat=throw.count):
        key = tuple(sum(face in c.faces for face in fall) for c in throw.classes)
        counted[key] = counted.get(key, 0) + 1
    assert dict(throw.ways()) == counted
    assert len(throw.ways()) == len(counted)
    assert throw.total == sum(counted.values()) == len(throw.die.faces) ** throw.count


@given(throws(), st.randoms())
def test_sort_counts_each_class(throw, random):
    fall = [random.choice(throw.die.faces) for _ in range(throw.count)]
    sorted_ = throw.sort(fall)
    assert sum(sorted_) == throw.count
    for number, face_class in zip(sorted_, throw.classes, strict=True):
        assert number == len([face for face in fall if face in face_class.faces])


def test_ten_dice_in_three_classes_are_sixty_six_cases():
    classes = (
        FaceClass("miss", frozenset({1, 2, 3})),
        FaceClass("hit", frozenset({4, 5})),
        FaceClass("critical", frozenset({6})),
    )
    throw = Throw("volley", 10, D6, classes)
    assert len(throw.ways()) == 66
    assert throw.dice == "10d6"


def test_dice_tell_what_their_faces_count_for():
    assert succeeding("attack", 4, 5).label_faces([5, 6, 4, 1]) == ("hit", "hit", "miss", "miss")
    assert numbered_throw("first", D6, 2).label_faces([3, 6]) == ("", "")
    assert numbered_throw("test", D6, 2, frozenset({1, 2})).label_faces([2, 3]) == ("hit", "miss")
    assert numbered_throw("test", D6, 2, frozenset()).label_faces([1, 6]) == ("miss", "miss")
    assert Choice("Again?").label_faces([2]) == ("",)


def test_a_success_is_a_face_from_the_threshold_up():
    throw = succeeding("attack", 3, 5)
    # (misses, successes): 4^3, 3*4^2*2, 3*4*2^2, 2^3 of 216.
    assert dict(throw.ways()) == {(3, 0): 64, (2, 1): 96, (1, 2): 48, (0, 3): 8}
    assert throw.sort([5, 6, 4]) == (1, 2)
    assert dict(succeeding("sure", 2, 1).ways()) == {(0, 2): 36}
    assert dict(succeeding("never", 2, 7).ways()) == {(2, 0): 36}


def test_values_of_a_numbered_throw_come_lowest_first():
    throw = numbered_throw("speed", Die("d4", (1, 2, 3, 4)), 3)
    assert values(throw, throw.sort([4, 1, 4])) == (1, 4, 4)


@pytest.mark.parametrize(
    "classes",
    [
        (FaceClass("low", frozenset({1, 2, 3})),),
        (FaceClass("low", frozenset({1, 2, 3})), FaceClass("high", frozenset({3, 4, 5, 6}))),
        (FaceClass("all", frozenset({1, 2, 3, 4, 5, 6, 7})),),
        (),
    ],
)
def test_classes_must_share_out_the_faces(classes):
    with pytest.raises(ValueError, match="share out"):
        Throw("wrong", 1, D6, classes)


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([1], "group 1: found 1 die, expected 2d6 (attack)."),
        ([1, 2, 3], "group 1: found 3 dice, expected 2d6 (attack)."),
        ([], "group 1: found 0 dice, expected 2d6 (attack)."),
        ([1, 7], "group 1: found 7, expected a face of d6, 1 to 6."),
        ([0, 1], "group 1: found 0, expected a face of d6, 1 to 6."),
    ],
)
def test_dice_that_do_not_fit_say_what_was_asked_for(faces, message):
    with pytest.raises(InvalidInput) as caught:
        succeeding("attack", 2, 5).sort(faces, "group 1")
    assert [str(m) for m in caught.value.input_errors] == [message]


def test_a_choice_is_answered_by_number_and_not_left_to_chance():
    choice = Choice("Roll the dice again?", ("no", "yes", "later"), usual=1)
    assert choice.dice == "1 no, 2 yes, 3 later"
    assert choice.sort([3]) == (0, 0, 1)
    assert choice.ways() == (((0, 1, 0), 1),)
    assert choice.total == 1


@pytest.mark.parametrize(("faces", "found"), [([], "nothing"), ([0], "0"), ([3], "3"), ([1, 2], "1 2")])
def test_an_answer_that_is_none_is_told_the_answers(faces, found):
    with pytest.raises(InvalidInput) as caught:
        Choice("Reroll?").sort(faces, "faces, group 2")
    (wrong,) = caught.value.input_errors
    assert (wrong.where, wrong.found) == ("faces, group 2", found)
    assert wrong.expected == "one answer to 'Reroll?': 1 no, 2 yes"


def test_a_choice_has_no_answer_outside_its_list():
    with pytest.raises(IndexError):
        Choice("Reroll?", usual=2)
