"""What games at a table share: news and whom they are for, what is owed as plain data, moves as they are read."""

from typing import ClassVar

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import Record
from companion.dice.throw import D6, Choice, numbered_throw
from companion.games import game
from companion.play import game_states
from companion.play.game_states import CardGameState, News
from companion.play.piles import PendingShuffle
from companion.play.tracker import Move, Pending, find_move


class Late(CardGameState):
    """A state with fields that an earlier release did not have."""

    LATER: ClassVar = ("marks", "seen")

    marks: tuple[str, ...] = ()


def test_a_later_field_is_stored_only_where_it_says_something():
    usual = {"shuffle": None, "news": (), "result": None}
    assert Late().model_dump() == usual
    assert Late(marks=("a",)).model_dump() == {**usual, "marks": ("a",)}
    assert CardGameState().model_dump() == {**usual, "seen": ()}
    shuffled = Late(shuffle=PendingShuffle(zone="a", why="b"), seen=("c",))
    assert Late.model_validate(shuffled.model_dump()) == shuffled


def test_a_sentence_for_one_seat_is_heard_by_nobody_else():
    state = game_states.tell(game_states.update(CardGameState(), "One.", "Two."), 0, "For you.")
    state = game_states.update(state, "Three.", seen=("x",))
    assert {seat: state.news_for(seat) for seat in (0, 1, None)} == {
        0: ["One.", "Two.", "For you.", "Three."],
        1: ["One.", "Two.", "Three."],
        None: ["One.", "Two.", "Three."],
    }
    assert state.seen == ("x",)
    assert game_states.update(state, "Anew.", news=()).news == (News(text="Anew."),)


@pytest.mark.parametrize(
    ("place", "after"), [(0, (9, 2, 3, 4)), (1, (1, 9, 3, 4)), (2, (1, 2, 9, 4)), (3, (1, 2, 3, 9))]
)
def test_one_value_is_replaced_and_the_others_stay(place, after):
    assert game_states.replace_at((1, 2, 3, 4), place, 9) == after


DIE = numbered_throw("fire", D6, 3)
ASK = Choice("Again?", ("no", "once", "twice"), usual=1, notes=("a", "b", "c"), by=1)


@pytest.mark.parametrize(
    ("owed", "shown"),
    [
        (Pending(1, "move", "act"), {"seat": 1, "wants": "move", "why": "act"}),
        (Pending(0, "faces", "fire", DIE), {"seat": 0, "wants": "faces", "why": "fire", "dice": "3d6", "count": 3}),
        (
            Pending(1, "choice", "Again?", ASK),
            {"seat": 1, "wants": "choice", "why": "Again?", "answers": ["no", "once", "twice"],
             "notes": ["a", "b", "c"], "usual": 2},
        ),
    ],
)  # fmt: skip
def test_what_is_owed_is_shown_with_its_dice_or_its_answers(owed, shown):
    assert game_states.show_owed(owed) == shown


class _Step(Record):
    count: int
    where: str | None = None


STEP, STAY = Move(name="step", values={"count": 2}, label="Two steps"), Move(name="stay", label="Stay")


@pytest.mark.parametrize(
    ("moves", "name", "values", "result"),
    [
        ((STEP, STAY), "step", {"count": 2}, STEP),
        ((STEP, STAY), "step", {"count": 2, "where": None}, STEP),
        ((STEP, STAY), "stay", {}, STAY),
        ((STEP, STAY), "step", {"count": "many"}, "count: found 'many'"),
        ((STEP, STAY), "step", {"count": 3}, "move: found 'step, count 3', expected one of: Two steps."),
        ((STEP, STAY), "fly", {"count": "many"}, "move: found 'fly, count many', expected one of: stay; step."),
        ((), "step", {"count": "many"}, "expected nothing: it is not this seat's turn."),
    ],
)
def test_a_move_is_read_by_the_model_of_its_name(moves, name, values, result):
    try:
        assert game_states.read_move(moves, {"step": _Step}, name, values) == result
    except InvalidInput as error:
        assert isinstance(result, str) and result in str(error)


@pytest.mark.parametrize(("count", "last"), [(12, "Step 12"), (13, "Step 12")])
def test_twelve_moves_are_named_that_are_offered_instead(count, last):
    offered = [Move(name="step", values={"to": n}, label=f"Step {n}") for n in range(1, count + 1)]
    with pytest.raises(InvalidInput) as caught:
        find_move(offered, "step", {"to": 99})
    assert str(caught.value).endswith(f"Step 1; {'; '.join(f'Step {n}' for n in range(2, 12))}; {last}.")


def test_a_card_is_named_once_and_in_the_order_of_names():
    found = game_states.card_moves(("b", "a", "b", "c"), lambda card: {"a": "Zeta", "b": "Mine", "c": "Ark"}[card])
    assert [(move.name, move.values, move.label) for move in found] == [
        ("card", {"card": "c"}, "Ark"),
        ("card", {"card": "b"}, "Mine"),
        ("card", {"card": "a"}, "Zeta"),
    ]


def test_figures_are_chosen_by_name_and_in_that_order():
    shoot, melee = (game("mechastellar").resolver(name) for name in ("shoot", "melee"))
    found = game_states.choose_measures((shoot, melee), "attack_dice", "mean_damage")
    assert [measure.name for measure in found] == ["attack_dice", "mean_damage"]
    assert found[1] in melee.measures
