"""Consent at the table: corrections, the end of a decided game, seats that somebody else takes over, dice of nobody."""

from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.play import acts as play
from companion.play.consent import minutes_left
from companion.play.new_events import Brought
from companion.play.table import begin, fold
from companion.play.tracker import Pending
from tests.consent import agreed_by_all, corrected, finished
from tests.play.small_game import BROUGHT, SEED, SmallGame, at_table, counted


def at(minutes, seconds=0):
    return Brought(SEED, f"2026-11-26T20:{minutes:02}:{seconds:02}Z")


def refused(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


@pytest.fixture
def opened():
    table = at_table()
    for seat, number in enumerate((2, 5)):
        table = play.seal_choice(table, BROUGHT, seat, {"number": number})
    return table


@pytest.fixture
def decided(opened):
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    return play.answer(play.answer(table, BROUGHT, 0, [6]), BROUGHT, 1, [1])


# Corrections.


@pytest.mark.parametrize(
    ("seat", "field", "value", "is_asked"),
    [
        (0, "points_0", 4, False),
        (0, "points_0", 5, True),  # as it is: not lower
        (0, "points_0", 6, True),
        (0, "points_1", 4, True),
        (1, "points_0", 4, True),
        (1, "points_1", 0, False),
    ],
)
def test_only_a_lower_value_of_ones_own_is_set_without_the_others(opened, seat, field, value, is_asked):
    table = counted(counted(opened, 0, 5), 1, 5)
    after = play.correct(table, BROUGHT, seat, field, value)
    assert bool(after.proposal) is is_asked
    assert (after.state == table.state) is is_asked
    agreed = agreed_by_all(after, BROUGHT)
    assert agreed.state.points[int(field[-1])] == value and agreed.proposal is None
    assert agreed.events[-1].seat == seat


def test_a_correction_that_is_refused_changes_nothing(opened):
    asked = play.correct(opened, BROUGHT, 0, "points_1", 4)
    assert asked.proposal.values == {"field": "points_1", "value": 4, "label": "Points"}
    assert play.refuse(asked, BROUGHT, 1).state == opened.state


def test_a_correction_by_which_the_game_is_decided_is_asked_for():
    class Fragile(SmallGame):
        def result(self, state):
            return super().result(state.model_copy(update={"over": state.over or state.points[0] == 1}))

    table = counted(replace(at_table(), make=Fragile, tracker=Fragile({})), 0, 5)
    assert play.correct(table, BROUGHT, 0, "points_0", 2).state.points == (2, 0)
    asked = play.correct(table, BROUGHT, 0, "points_0", 1)
    assert asked.proposal and asked.state == table.state


@pytest.mark.parametrize("one_phone", [False, True])
def test_a_correction_opens_nothing(one_phone):
    class Leaky(SmallGame):
        def newly_visible(self, before, after):
            return ("a number",) if after.points != before.points else ()

    table = replace(at_table(one_phone), make=Leaky, tracker=Leaky({}))
    for value in (0, 3):
        words = refused(play.correct, counted(table, 0, 2), BROUGHT, 0, "points_0", value)
        assert "a value that opens nothing which is hidden" in words


def test_on_one_device_values_are_set_at_once(opened):
    table = corrected(at_table(one_phone=True), BROUGHT, 0, "points_1", 4)
    assert table.state.points == (0, 4) and [event.kind for event in table.events[2:]] == ["correct"]


def test_an_undo_that_changes_the_turn_or_the_result_is_asked_for(decided):
    own = counted(decided, 1, 3)
    assert play.undo(own, BROUGHT, 1).proposal is None
    back = play.undo(decided, BROUGHT, 1)  # its own answer, without dice, by which the game ended
    assert back.proposal and back.state == decided.state
    again = play.redo(play.agree(back, BROUGHT, 0), BROUGHT, 1)
    assert again.proposal.what == "redo" and play.agree(again, BROUGHT, 0).state == decided.state


# The end.


def test_a_decided_game_ends_once_all_have_finished_it(decided):
    once = play.finish(decided, at(0), 0)
    assert once.result is None and once.finished == {0} and once.events[-1].kind == "finish"
    assert "the others to finish it too, or 10 minutes more" in refused(play.finish, once, at(0), 0)
    over = play.finish(once, at(0), 1)
    assert over.result.winners == (1,)
    assert fold(over.setup, SmallGame, over.events).result == over.result


@pytest.mark.parametrize(("minutes", "seconds", "is_over"), [(9, 59, False), (10, 0, True)])
@pytest.mark.parametrize("seat", [0, 1])
def test_ten_minutes_after_the_first_it_ends_without_the_others(decided, seat, minutes, seconds, is_over):
    once = play.finish(decided, at(0), 0)
    try:
        over = play.finish(once, at(minutes, seconds), seat)
    except InvalidInput:
        over = once
    assert bool(over.result) is (is_over or seat == 1)


def test_it_does_not_end_while_somebody_asks_for_an_undo(decided):
    asked = play.undo(play.finish(decided, at(0), 0), at(1), 1)
    for minutes in (1, 30):
        assert "an answer to Ben first" in refused(play.finish, asked, at(minutes), 0)
    back = play.agree(asked, at(2), 0)
    assert back.finished == set() and back.finish_asked == ""
    refused_undo = play.refuse(asked, at(2), 0)
    assert "you have asked once" in refused(play.undo, refused_undo, at(3), 1)
    assert play.finish(refused_undo, at(10), 0).result
    assert play.undo(refused_undo, at(3), 0).proposal  # the other one may ask as well, once


def test_who_asked_before_the_game_was_decided_may_ask_once_more(opened):
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    table = play.refuse(play.propose(table, BROUGHT, 1, "draw", {}), BROUGHT, 0)
    table = play.answer(play.answer(table, BROUGHT, 0, [6]), BROUGHT, 1, [1])
    asked = play.refuse(play.propose(table, BROUGHT, 1, "draw", {}), BROUGHT, 0)
    assert "you have asked once" in refused(play.propose, asked, BROUGHT, 1, "draw", {})


def test_a_seat_that_was_left_holds_no_end_and_keeps_what_it_has_won(decided):
    left = play.leave(decided, BROUGHT, 1)
    asked = play.undo(left, BROUGHT, 0)
    assert asked.proposal and asked.state == decided.state
    assert play.finish(left, BROUGHT, 0).result.winners == (1,)
    freed = play.free_seat(decided, at(0), "opener", 1)
    once = play.finish(freed, at(0), 0)
    assert once.result is None and play.finish(once, at(10), 0).result.winners == (1,)


def test_on_one_device_one_tap_ends_the_game():
    table = at_table(one_phone=True)
    for seat, number in enumerate((2, 5)):
        table = play.choose_dice(play.seal_choice(table, BROUGHT, seat, {"number": number}), BROUGHT, seat, "typed")
    table = play.answer(play.answer(play.move(table, BROUGHT, 0, "throw", {}), BROUGHT, 0, [6]), BROUGHT, 1, [1])
    assert play.finish(table, BROUGHT, 0).result


def test_a_time_that_cannot_be_read_leaves_all_minutes():
    assert [minutes_left("", at(5).at, 10), minutes_left("soon", at(5).at, 10)] == [10, 10]
    assert minutes_left(at(0).at, at(5, 1).at, 10) == 5 and minutes_left(at(9).at, at(0).at, 10) == 19


# Seats that somebody else takes over.


def test_before_the_opening_a_seal_of_who_was_put_out_is_void():
    sealed = play.seal_choice(at_table(), BROUGHT, 1, {"number": 5})
    freed = play.free_seat(sealed, BROUGHT, "opener", 1)
    back = play.sit(freed, BROUGHT, 1, "Ben", "bb", "phone", 2)
    assert back.state.numbers == (0, 5) and back.view(1)["numbers"][1] == 5
    other = play.sit(freed, BROUGHT, 1, "Cid", "cc")
    assert other.events[-1].kind == "void" and other.state.numbers == (0, 0)
    assert [(one.seat, one.wants) for one in other.waiting()] == [(0, "seal"), (1, "seal")]
    table = play.seal_choice(play.seal_choice(other, BROUGHT, 0, {"number": 1}), BROUGHT, 1, {"number": 3})
    assert table.state.opened and table.state.numbers == (1, 3)
    assert fold(table.setup, SmallGame, table.events).state == table.state
    over = play.concede(table, BROUGHT, 0)
    assert [one["secret"] for one in over.events[-1].values["opened"]] == [{"number": 5}]


def test_an_undo_brings_no_seal_back_to_somebody_else():
    sealed = play.seal_choice(at_table(seats=2), BROUGHT, 1, {"number": 5})
    other = play.sit(play.leave(sealed, BROUGHT, 1), BROUGHT, 1, "Cid", "cc")
    back = agreed_by_all(play.undo(other, BROUGHT, 1), BROUGHT)
    assert back.state.numbers == (0, 0) and back.view(1)["numbers"][1] in (0, False)


def test_a_newcomer_sees_and_does_no_more_than_a_spectator_until_the_others_agree(opened):
    table = counted(opened, 1, 3)
    new = play.sit(play.free_seat(table, BROUGHT, "opener", 1), BROUGHT, 1, "Cid", "cc")
    assert new.seats[1].is_new and new.proposal.what == "admit" and new.sight(1) is None and new.sight(0) == 0
    for act in (
        lambda: play.move(new, BROUGHT, 1, "count", {"points": 1}),
        lambda: play.correct(new, BROUGHT, 1, "points_1", 1),
        lambda: play.concede(new, BROUGHT, 1),
        lambda: play.choose_dice(new, BROUGHT, 1, "typed"),
        lambda: play.undo(new, BROUGHT, 1),
        lambda: play.propose(play.refuse(new, BROUGHT, 1), BROUGHT, 1, "draw", {}),
    ):
        assert "the others to agree first that you play on" in refused(act)
    assert "5 minutes more to who sat there before" in refused(play.agree, new, BROUGHT, 0)
    on = play.agree(new, at(5), 0)
    assert not on.seats[1].is_new and on.sight(1) == 1 and counted(on, 1, 1).state.points == (0, 1)
    assert fold(on.setup, SmallGame, on.events).seats == on.seats


def test_after_somebody_left_or_with_two_who_agree_nobody_waits_for_who_sat_there(opened):
    left = play.sit(play.leave(opened, BROUGHT, 1), BROUGHT, 1, "Cid", "cc")
    assert not play.agree(left, BROUGHT, 0).seats[1].is_new
    three = play.sit(at_table(seats=3), BROUGHT, 2, "Eve", "ee")
    for seat, number in enumerate((2, 5)):
        three = play.seal_choice(three, BROUGHT, seat, {"number": number})
    new = play.sit(play.free_seat(three, BROUGHT, "opener", 2), BROUGHT, 2, "Cid", "cc")
    assert not agreed_by_all(new, BROUGHT).seats[2].is_new


def test_where_all_have_left_newcomers_let_each_other_in(opened):
    table = play.leave(play.leave(opened, BROUGHT, 0), BROUGHT, 1)
    one = play.sit(table, BROUGHT, 0, "Cid", "cc")
    assert one.proposal is None
    assert "or sits down here" in refused(play.propose, one, BROUGHT, 0, "admit", {"seat": 0})
    two = play.sit(one, BROUGHT, 1, "Dot", "dd")
    on = play.agree(two, BROUGHT, 0)
    assert not on.seats[1].is_new and on.seats[0].is_new
    both = play.agree(play.propose(on, BROUGHT, 0, "admit", {"seat": 0}), BROUGHT, 1)
    assert not both.seats[0].is_new and counted(both, 0, 1).state.points == (1, 0)


def test_nobody_gives_up_in_the_seat_of_who_was_put_out():
    freed = play.free_seat(at_table(), BROUGHT, "opener", 1)
    both = play.sit(freed, BROUGHT, 1, "Ann too", "aa", "phone", 1)
    assert "to give up in your own seat" in refused(play.concede, both, BROUGHT, 1)
    assert play.concede(both, BROUGHT, 0).result.winners == (1,)


def test_a_newcomer_who_asks_again_and_again_holds_no_end(decided):
    new = play.sit(play.leave(decided, BROUGHT, 1), BROUGHT, 1, "Cid", "cc")
    for _ in range(3):
        new = play.refuse(new, BROUGHT, 0)
        new = play.propose(new, BROUGHT, 1, "admit", {"seat": 1})
    assert play.finish(new, BROUGHT, 0).result.winners == (1,)


def test_typed_dice_that_changed_what_is_anothers_are_not_taken_back_alone(opened):
    class Scoring(SmallGame):
        def _faces(self, state, event):
            points = (0, event.values["faces"][0]) if state.owed == "die" else state.points
            return {**super()._faces(state, event), "points": points}

        def correctable(self, view, seat):
            return () if "faces" in view["wants"] else super().correctable(view, seat)

    table = replace(opened, make=Scoring, tracker=Scoring({}))
    rolling = play.move(play.choose_dice(table, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    assert play.undo(rolling, BROUGHT, 0).proposal is None
    assert play.undo(play.answer(rolling, BROUGHT, 0, [4]), BROUGHT, 0).proposal


def test_who_comes_back_takes_the_seat_from_a_newcomer(opened):
    new = play.sit(play.free_seat(opened, BROUGHT, "opener", 1), BROUGHT, 1, "Cid", "cc")
    assert "Cid sits there" in refused(play.sit, new, BROUGHT, 1, "Dot", "dd")
    back = play.sit(new, BROUGHT, 1, "Ben", "bb", "phone", 2)
    assert back.seats[1].name == "Ben" and not back.seats[1].is_new and not back.seats[1].is_freed


def test_the_person_who_takes_a_second_seat_is_not_asked_about_itself(opened):
    new = play.sit(play.free_seat(opened, BROUGHT, "opener", 1), BROUGHT, 1, "Ann too", "aa", "phone", 1)
    assert new.seats[1].is_new and new.proposal is None
    assert "somebody else who plays here" in refused(play.propose, new, BROUGHT, 1, "admit", {"seat": 1})
    asked = play.correct(new, BROUGHT, 0, "points_1", 4)
    assert asked.state == opened.state and "agree first" in refused(play.agree, asked, BROUGHT, 1)


def test_nothing_is_agreed_on_without_who_was_put_out_and_may_come_back(opened):
    freed = play.free_seat(opened, BROUGHT, "opener", 1)
    for act in (
        lambda: play.correct(freed, BROUGHT, 0, "points_1", 9),
        lambda: play.propose(freed, BROUGHT, 0, "draw", {}),
        lambda: play.undo(freed, BROUGHT, 0, 0),
    ):
        asked = act()
        assert asked.proposal and asked.state == opened.state and asked.result is None
    left = play.leave(opened, BROUGHT, 1)
    assert play.propose(left, BROUGHT, 0, "draw", {}).result


def test_an_empty_seat_is_not_left():
    table = play.sit(begin(at_table().setup, SmallGame), BROUGHT, 0, "Ann", "00")
    assert "an empty seat" in refused(play.leave, table, BROUGHT, 1)


def test_a_seat_is_that_of_who_sealed_in_it_not_of_who_was_put_out_before():
    table = play.sit(play.free_seat(at_table(), BROUGHT, "opener", 1), BROUGHT, 1, "Cleo", "cc")
    out, cleo = table.seats[1].player, table.seats[1].person
    for seat, number in enumerate((2, 5)):
        table = play.seal_choice(table, BROUGHT, seat, {"number": number})
    table = play.leave(table, BROUGHT, 1)
    assert not play.sit(table, BROUGHT, 1, "Cleo", "cc", "phone", cleo).seats[1].is_new
    back = play.sit(table, BROUGHT, 1, "Ben", "bb", "phone", out)
    assert back.seats[1].is_new and back.sight(1) is None
    assert fold(back.setup, SmallGame, back.events).seats == back.seats


# Dice that are nobody's.


class DieOfNobody(SmallGame):
    """The small game in which the die is no seat's."""

    def waiting(self, state):
        owed = super().waiting(state)
        return tuple(Pending(None, "faces", one.why, one.throw) if one.wants == "faces" else one for one in owed)


@pytest.mark.parametrize("dice", ["typed", "thrown"])
def test_a_die_of_nobody_is_typed_by_the_seat_whose_move_led_to_it(dice):
    table = replace(at_table(), make=DieOfNobody, tracker=DieOfNobody({}))
    for seat in (0, 1):
        table = play.seal_choice(table, BROUGHT, seat, {"number": 3})
    table = play.move(play.choose_dice(table, BROUGHT, 0, dice), BROUGHT, 0, "throw", {})
    assert [one.seat for one in table.waiting()] == [0 if dice == "typed" else 1]
    if dice == "typed":
        answered = play.answer(table, BROUGHT, 0, [4])
        assert answered.state.die == 4 and answered.events[-1].seat == 0
        again = play.choose_dice(table, BROUGHT, 0, "thrown")
        assert [one.wants for one in again.waiting()] == ["choice"]
    assert finished(play.concede(table, BROUGHT, 0), BROUGHT).result
