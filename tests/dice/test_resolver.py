"""Playing a resolver with dice from the table, one throw at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.dice.expression import parse
from companion.dice.odds import exact
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import read_groups, replay
from companion.dice.throw import D10, Choice, Die, numbered_throw, succeeding, values
from tests.dice.machines import machines


class TwoThrows:
    """Three dice, then as many as succeeded."""

    def start(self):
        return (0, 0)

    def ask(self, state):
        step, hits = state
        return (succeeding("attack", 3, 5), succeeding("damage", hits, 4), None)[step]

    def take(self, state, faces):
        return (state[0] + 1, faces[1])

    def outcome(self, state):
        return {"damage": state[1]}


def test_a_play_waits_for_the_throw_it_needs():
    play = replay(TwoThrows(), [])
    assert (play.waiting.dice, play.outcome, play.thrown) == ("3d6", None, ())
    play = replay(TwoThrows(), [[5, 6, 1]])
    assert (play.waiting.dice, play.waiting.why) == ("2d6", "damage")
    play = replay(TwoThrows(), [[5, 6, 1], [4, 1]])
    assert (play.waiting, play.outcome) == (None, {"damage": 1})
    assert [t.as_data() for t in play.thrown] == [
        {"why": "attack", "dice": "3d6", "faces": [5, 6, 1]},
        {"why": "damage", "dice": "2d6", "faces": [4, 1]},
    ]


class Seeing(TwoThrows):
    """The same, telling its first die too."""

    def seen(self, thrown):
        return {"first": thrown[0].faces[0]}


def test_a_roll_tells_what_its_resolver_sees_on_the_dice_and_odds_do_not():
    assert replay(Seeing(), [[5, 6, 1], [4, 1]]).outcome == {"first": 5, "damage": 1}
    assert replay(Seeing(), [[5, 6, 1]]).outcome is None
    assert all(set(outcome) == {"damage"} for outcome, _ in exact(Seeing()).outcomes)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([[5, 6]], "faces, group 1: found 2 dice, expected 3d6 (attack)."),
        ([[5, 6, 1], [4, 7]], "faces, group 2: found 7, expected a face of d6, 1 to 6."),
        ([[1, 1, 1], [], [3]], "faces: found 3 groups, expected 2: it ended there."),
    ],
)
def test_groups_that_do_not_fit(groups, message):
    with pytest.raises(InvalidInput) as caught:
        replay(TwoThrows(), groups)
    assert [str(m) for m in caught.value.input_errors] == [message]


class Several:
    """Dice of one kind; each of their faces."""

    def __init__(self, die, count):
        self.throw = numbered_throw("several", die, count)

    def start(self):
        return None

    def ask(self, state):
        return None if state else self.throw

    def take(self, state, faces):
        return faces

    def outcome(self, state):
        return {"faces": values(self.throw, state)}


@pytest.mark.parametrize(
    ("die", "typed", "faces"),
    [
        (D10, [5, 0, 1], (5, 10, 1)),
        (D10, [10, 0], (10, 10)),
        (Die("d%", tuple(range(1, 101))), [0, 100, 90], (100, 100, 90)),
        (parse("d10r1").ask(()).die, [0, 2], (10, 2)),
        (parse("d%r<3").ask(()).die, [0, 3], (100, 3)),
        (Die("digits", tuple(range(10))), [0, 9], (0, 9)),
        (Die("dF", (-1, 0, 1)), [0, -1], (0, -1)),
    ],
)
def test_a_zero_is_the_highest_face_of_a_d10_and_of_a_d100(die, typed, faces):
    run = replay(Several(die, len(typed)), [typed])
    assert run.thrown[0].faces == faces
    assert run.outcome == {"faces": tuple(sorted(faces))}


@pytest.mark.parametrize("sides", [2, 6, 9, 11, 20, 99, 101, 1000])
def test_no_other_die_shows_a_zero(sides):
    with pytest.raises(InvalidInput, match=f"found 0, expected a face of d{sides}, 1 to {sides}."):
        replay(Several(Die.of(sides), 1), [[0]])


@pytest.mark.parametrize("text", ["d10r10", "d%r100", "d{0, 10}"])
def test_no_zero_stands_for_a_face_that_is_thrown_again_or_beside_a_zero(text):
    expression = parse(text)
    assert expression.ask(()).die.zero == ""


def test_a_face_that_no_d10_shows_is_refused_with_both_ways_to_write_a_ten():
    with pytest.raises(InvalidInput, match=r"found 11, expected a face of d10, 1 to 10 \(or 0 for 10\)"):
        replay(Several(D10, 1), [[11]])
    with pytest.raises(InvalidInput, match=r"found 101, expected a face of d100, 1 to 100 \(or 00 for 100\)"):
        replay(Several(Die.of(100), 1), [[101]])


def test_a_zero_is_no_answer_to_a_question_with_ten_answers():
    question = OneThrow(Choice("Which?", tuple("abcdefghij")), count=lambda faces: faces, as_outcome=lambda _: {})
    with pytest.raises(InvalidInput, match="one answer"):
        replay(question, [[0]])


def test_typed_in_dice_are_read_as_people_write_them():
    assert read_groups("5 6 1 | 4 4") == [[5, 6, 1], [4, 4]]
    assert read_groups("5,6,1|4, 4") == [[5, 6, 1], [4, 4]]
    assert read_groups("-1 0") == [[-1, 0]]
    assert read_groups(" ") == []
    assert read_groups("1 || 2") == [[1], [], [2]]


@pytest.mark.parametrize("text", ["a", "1.5", "--1", "1 | x", "9999999999", "-", "1;2", "²", "1e3"])
def test_what_is_not_a_whole_number_is_named_with_its_group(text):
    with pytest.raises(InvalidInput, match="expected whole numbers") as caught:
        read_groups(text)
    assert caught.value.input_errors[0].where == f"faces, group {text.count('|') + 1}"


@given(st.text(alphabet="0123456789 |,-x²", max_size=30))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    try:
        groups = read_groups(text)
    except InvalidInput as error:
        assert str(error).endswith(".")
    else:
        assert all(isinstance(face, int) for group in groups for face in group)


@given(machines())
def test_every_start_of_a_play_waits_or_ends(machine):
    groups = []
    while (play := replay(machine, groups)).waiting:
        assert len(play.thrown) == len(groups)
        groups.append([play.waiting.die.faces[0]] * play.waiting.count)
    assert play.outcome is not None
