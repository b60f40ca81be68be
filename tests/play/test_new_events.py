"""What follows by itself at a table: dice and answers of a seat that is out, throws of no dice, a seat taken out."""

from dataclasses import replace

import pytest

from companion.dice.throw import D6, Choice, numbered_throw
from companion.play import acts as play
from companion.play.table import fold
from companion.play.tracker import Move
from tests.play.small_game import BROUGHT, SmallGame, at_table, counted


class ByItself(SmallGame):
    """The small game where seat 1 gives the usual answer, goes when it was left, and nothing ends the game."""

    def goes_on_without(self, seat):
        return True

    def apply(self, state, event):
        if event.kind == "move" and event.values["name"] == "go":
            return state.model_copy(update={"points": (9, 9)})
        return super().apply(state, event).model_copy(update={"over": False})

    def _faces(self, state, event):
        return super()._faces(state, event) if event.values["faces"] else {"die": 6, "owed": "again"}

    def _throw(self, state):
        if state.owed == "again":
            return Choice("Have it thrown again?", ("no", "yes", "perhaps"), usual=2, by=1)
        return super()._throw(state)

    def withdrawal(self, view, seat):
        return None if view["points"] == [9, 9] else Move(name="go", values={"how": f"seat {seat}"})


@pytest.fixture
def table():
    table = replace(at_table(seats=3), make=ByItself, tracker=ByItself({}))
    table = play.sit(table, BROUGHT, 2, "Cid", "cc")
    for seat in (0, 1):
        table = play.seal_choice(table, BROUGHT, seat, {"number": 2})
    return table


def kinds(table, since):
    return [(event.kind, event.seat, event.cause) for event in table.events[since:]]


def gone(table, seat):
    """Return a table at which seat 0 and seat 2 go on without another seat."""
    asked = play.propose(play.leave(table, BROUGHT, seat), BROUGHT, 0, "without", {"seat": seat})
    return play.agree(asked, BROUGHT, 2)


def test_a_choice_of_a_seat_that_is_out_is_answered_as_usual(table):
    owing = play.move(table, BROUGHT, 0, "throw", {})
    assert owing.waiting()[0].wants == "choice"
    on = gone(owing, 1)
    out = len(owing.events) + 4  # it is left, asked and agreed before
    assert kinds(on, out - 1) == [("out", 0, None), ("faces", 1, out), ("move", 1, out)]
    assert on.events[out].values == {"why": "Have it thrown again?", "faces": [3], "how": "chosen"}
    assert on.events[-1].values == {"name": "go", "how": "seat 1"}


def test_a_seat_is_taken_out_once_and_again_after_an_undo(table):
    on = gone(counted(table, 0, 1), 1)
    assert on.events[-1].kind == "move" and on.state.points == (9, 9)
    assert counted(on, 0, 9).events[-1].values["name"] == "count"
    back = play.agree(play.undo(on, BROUGHT, 0, 6), BROUGHT, 2)  # for points of seat 1 change with it
    assert kinds(back, -2) == [("undo", 0, None), ("move", 1, back.events[-2].number)]
    assert back.state.points == (9, 9)
    assert fold(back.setup, ByItself, back.events).state == back.state


def test_a_seat_is_taken_out_when_the_pause_is_over(table):
    paused = play.agree(play.propose(table, BROUGHT, 0, "pause", {}), BROUGHT, 1)
    out = gone(play.agree(paused, BROUGHT, 2), 1)
    assert out.out == {1} and out.is_paused and out.events[-1].kind == "out"
    on = play.resume(out, BROUGHT, 0)
    assert kinds(on, -2) == [("resume", 0, None), ("move", 1, on.events[-2].number)]


@pytest.mark.parametrize(("count", "follows"), [(0, ["move", "faces"]), (1, ["move"])])
def test_a_throw_of_no_dice_falls_by_itself_for_who_types_them_too(table, monkeypatch, count, follows):
    monkeypatch.setattr(
        ByItself,
        "_throw",
        lambda self, state: numbered_throw("the die", D6, count) if state.owed == "die" else Choice("Again?"),
    )
    table = play.choose_dice(table, BROUGHT, 0, "typed")
    moved = play.move(table, BROUGHT, 0, "throw", {})
    assert [event.kind for event in moved.events[len(table.events) :]] == follows
    if not count:
        assert moved.events[-1].values == {"why": "the die", "faces": [], "how": "thrown", "die": [1, 2, 3, 4, 5, 6]}


class Twice(SmallGame):
    """The small game in which both seats seal a number a second time once the first ones are open."""

    def _open(self, state, event):
        return {"opened": True} if state.die else {"numbers": (0, 0), "die": 1}


def test_an_opening_has_the_choices_since_the_one_before_in_the_order_of_the_seats():
    table = replace(at_table(), make=Twice, tracker=Twice({}))
    for seat, number in ((1, 2), (0, 3), (1, 4), (0, 5)):
        table = play.seal_choice(table, BROUGHT, seat, {"number": number})
    opened = [event.values["opened"] for event in table.events if event.kind == "open"]
    assert [[(one["number"], one["seat"]) for one in ones] for ones in opened] == [[(4, 0), (3, 1)], [(7, 0), (6, 1)]]
    assert [[one["secret"]["number"] for one in ones] for ones in opened] == [[3, 2], [5, 4]]
