"""Hosts, pauses, and seats that were left: nobody who is away holds a table up."""

import pytest

from companion.base.findings import InvalidInput
from companion.games import game
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.play.proposals import HOST_MINUTES
from companion.play.table import begin, fold
from companion.verbs.tables import open_table, set_up
from tests.consent import agreed_by_all
from tests.play.small_game import BROUGHT, SEED, SmallGame, at_table


def at(minutes, seconds=0):
    return Brought(SEED, f"2026-11-26T20:{minutes:02}:{seconds:02}+00:00")


def refused(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


@pytest.fixture
def opened():
    """A table of the small game where both numbers are open."""
    table = play.seal_choice(at_table(), BROUGHT, 0, {"number": 2})
    return play.seal_choice(table, BROUGHT, 1, {"number": 5})


def by_hand(names=("Ann", "Ben", "Cid")):
    table = open_table(game("techniconica"), set_up(game("techniconica"), SEED, {"seats": 3}))
    for seat, name in enumerate(names):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    return table


def refolds(table):
    again = fold(table.setup, table.make, table.events)
    fields = ("state", "seats", "host", "host_missed", "is_paused", "out", "proposal", "result")
    assert [getattr(again, field) for field in fields] == [getattr(table, field) for field in fields]


# Hosts.


def test_a_host_hands_over_and_is_host_no_longer(opened):
    table = play.hand_over(opened, BROUGHT, "opener", 1)
    assert table.host == 1
    assert "the host to do this" in refused(play.hand_over, table, BROUGHT, "opener", 0)
    assert play.hand_over(table, BROUGHT, 1, 0).host == 0
    assert play.take_over(table, BROUGHT).host == "link"
    refolds(table)


def test_nobody_is_outvoted_by_being_put_out_of_a_seat():
    asked = play.agree(play.propose(by_hand(), BROUGHT, 0, "draw", {}), BROUGHT, 1)
    assert play.leave(asked, BROUGHT, 2).result
    freed = play.free_seat(asked, BROUGHT, "opener", 2)
    assert freed.result is None and freed.proposal is None
    refolds(freed)


def test_a_game_that_ended_in_a_pause_does_not_go_on(opened):
    paused = play.agree(play.propose(opened, BROUGHT, 0, "pause", {}), BROUGHT, 1)
    assert "has ended" in refused(play.resume, play.concede(paused, BROUGHT, 0), BROUGHT, 1)


def test_an_empty_seat_becomes_no_host(opened):
    left = play.leave(opened, BROUGHT, 1)
    assert "an empty seat" in refused(play.hand_over, left, BROUGHT, "opener", 1)


@pytest.mark.parametrize(("minutes", "seconds", "is_done"), [(HOST_MINUTES - 1, 59, False), (HOST_MINUTES, 0, True)])
def test_the_seats_agree_on_a_host_after_some_minutes_without_one(opened, minutes, seconds, is_done):
    assert "ask first" in refused(play.propose, opened, at(0), 0, "host", {"to": 0})
    called = play.call_host(opened, at(0), 0)
    if not is_done:
        assert "1 minute more" in refused(play.propose, called, at(minutes, seconds), 0, "host", {"to": 0})
        return
    asked = play.propose(called, at(minutes, seconds), 0, "host", {"to": 0})
    assert asked.host == "opener"
    table = play.agree(asked, at(minutes, seconds), 1)
    assert (table.host, table.host_missed, table.proposal) == (0, "", None)
    refolds(table)


def test_a_host_that_is_missed_is_not_asked():
    table = play.call_host(play.hand_over(by_hand(), BROUGHT, "opener", 2), at(0), 0)
    asked = play.propose(table, at(9), 0, "host", {"to": 1})
    assert play.agree(asked, at(9), 1).host == 1


def test_whatever_a_host_does_says_that_it_is_there(opened):
    called = play.call_host(play.hand_over(opened, BROUGHT, "opener", 1), at(0), 0)
    assert called.host_missed and not play.note(called, at(1), 1, "Here").host_missed
    assert not play.hand_over(called, at(1), 1, 1).host_missed
    assert play.note(called, at(1), 0, "Hm").host_missed
    assert play.call_host(called, at(4), 0) is called  # a second call does not begin the minutes anew
    assert "the host is here" in refused(play.call_host, called, at(1), 1)


def test_dice_that_the_table_throws_for_a_host_are_nothing_that_it_does(opened):
    table = play.move(play.hand_over(opened, BROUGHT, "opener", 0), BROUGHT, 0, "throw", {})
    again = play.answer(play.call_host(table, at(0), 1), BROUGHT, 1, [2])
    assert [(event.kind, event.seat) for event in again.events[-2:]] == [("faces", 1), ("faces", 0)]
    assert again.host_missed
    refolds(again)


def test_a_host_that_frees_a_seat_is_there(opened):
    called = play.call_host(opened, at(0), 0)
    assert not play.free_seat(called, at(1), "opener", 1).host_missed


def test_a_host_that_came_back_is_asked_too():
    table = play.call_host(play.hand_over(by_hand(), BROUGHT, "opener", 2), at(0), 0)
    asked = play.propose(table, at(9), 0, "host", {"to": 1})
    agreed = play.agree(play.note(asked, at(9), 2, "Here again"), at(9), 1)
    assert agreed.host == 2 and agreed.proposal
    assert play.agree(agreed, at(9), 2).host == 1


def test_where_a_host_leaves_its_seat_the_minutes_run_from_then(opened):
    table = play.leave(play.hand_over(opened, BROUGHT, "opener", 1), at(0), 1)
    assert (table.host, table.host_missed) == ("", at(0).at)
    assert play.propose(table, at(HOST_MINUTES), 0, "host", {"to": 0}).host == 0


# Pauses.


def test_in_a_pause_nothing_is_played_until_any_seat_ends_it(opened):
    paused = play.agree(play.propose(opened, BROUGHT, 0, "pause", {}), BROUGHT, 1)
    assert paused.is_paused and paused.waiting() == ()
    for act, *given in (
        (play.move, 0, "throw", {}), (play.undo, 0), (play.redo, 0), (play.correct, 0, "points_1", 3),
        (play.choose_dice, 0, "typed"), (play.answer, 0, [1]), (play.seal_choice, 0, {"number": 1}),
        (play.propose, 0, "pause", {}),
    ):  # fmt: skip
        assert "paused" in refused(act, paused, BROUGHT, *given)
    refolds(play.note(paused, BROUGHT, 0, "Tea"))
    again = play.resume(paused, BROUGHT, 1)
    assert again.waiting() == opened.waiting()
    assert "not paused" in refused(play.resume, again, BROUGHT, 1)
    assert play.concede(paused, BROUGHT, 0).result


# Seats that were left.


def test_somebody_else_answers_for_who_left_owing(opened):
    owing = play.move(opened, BROUGHT, 0, "throw", {})
    left = play.leave(owing, BROUGHT, 1)
    assert [one.seat for one in left.waiting()] == [1]
    cid = play.sit(left, BROUGHT, 1, "Cid", "ff")
    assert "agree first that you play on" in refused(play.answer, cid, BROUGHT, 1, [1])
    assert play.answer(agreed_by_all(cid, BROUGHT), BROUGHT, 1, [1]).state.over


def test_of_two_the_one_who_stays_has_won(opened):
    assert "one that was left" in refused(play.propose, opened, BROUGHT, 0, "without", {"seat": 1})
    over = play.propose(play.leave(opened, BROUGHT, 1), BROUGHT, 0, "without", {"seat": 1})
    assert over.result and (over.result.winners, over.result.why) == ((0,), "Ben has left.")


def test_a_seat_that_nobody_ever_had_is_not_gone_on_without():
    table = play.sit(begin(at_table().setup, SmallGame), BROUGHT, 0, "Ann", "00")
    assert "one that was left" in refused(play.propose, table, BROUGHT, 0, "without", {"seat": 1})


def test_a_table_that_is_kept_by_hand_goes_on_and_the_seat_owes_nothing():
    table = play.leave(by_hand(), BROUGHT, 2)
    asked = play.propose(table, BROUGHT, 0, "without", {"seat": 2})
    assert not asked.out
    table = play.agree(asked, BROUGHT, 1)
    assert table.out == {2} and [one.seat for one in table.waiting()] == [0, 1]
    assert "go on" in refused(play.sit, table, BROUGHT, 2, "Dot", "dd")
    refolds(table)


def test_what_a_seat_still_owes_is_done_for_it():
    table = play.choose_dice(by_hand(), BROUGHT, 2, "typed")
    owing = play.leave(play.move(table, BROUGHT, 2, "dice", {"expression": "2d6"}), BROUGHT, 2)
    assert [(one.seat, one.wants) for one in owing.waiting()] == [(2, "faces")]
    on = play.agree(play.propose(owing, BROUGHT, 0, "without", {"seat": 2}), BROUGHT, 1)
    assert on.state.applied.groups and on.events[-1].values["how"] == "thrown"
    assert on.events[-1].cause == on.events[-2].number and [one.seat for one in on.waiting()] == [0, 1]


def test_dice_that_fell_for_a_seat_that_is_out_fall_anew_where_they_are_undone():
    table = play.choose_dice(by_hand(), BROUGHT, 2, "typed")
    owing = play.leave(play.move(table, BROUGHT, 2, "dice", {"expression": "2d6"}), BROUGHT, 2)
    on = play.agree(play.propose(owing, BROUGHT, 0, "without", {"seat": 2}), BROUGHT, 1)
    back = play.agree(play.undo(on, BROUGHT, 0, 5), BROUGHT, 1)
    assert back.state.applied.groups and [event.kind for event in back.events[-2:]] == ["undo", "faces"]
    refolds(back)


def test_whether_to_go_on_without_a_seat_is_asked_no_longer_once_somebody_sits_there_again():
    asked = play.propose(play.leave(by_hand(), BROUGHT, 2), BROUGHT, 0, "without", {"seat": 2})
    back = play.sit(asked, BROUGHT, 2, "Cid", "cc")
    assert asked.proposal and back.proposal is None and not back.out
    assert "nobody has asked" in refused(play.refuse, back, BROUGHT, 1)
    refolds(back)
    draw = play.propose(play.leave(by_hand(), BROUGHT, 2), BROUGHT, 0, "draw", {})
    assert play.sit(draw, BROUGHT, 2, "Cid", "cc").proposal


def test_a_log_of_a_release_in_which_it_was_still_asked_is_read():
    asked = play.propose(play.leave(by_hand(), BROUGHT, 2), BROUGHT, 0, "without", {"seat": 2})
    back = play.sit(asked, BROUGHT, 2, "Cid", "cc")
    agreed = back.events[-1].model_copy(update={"number": len(back.events) + 1, "kind": "agree", "seat": 1})
    assert fold(back.setup, back.make, (*back.events, agreed)).seats == back.seats


def test_what_the_others_agreed_to_waits_no_longer_for_who_leaves():
    asked = play.agree(play.propose(by_hand(), BROUGHT, 0, "draw", {}), BROUGHT, 1)
    assert play.leave(asked, BROUGHT, 2).result
    own = play.propose(by_hand(), BROUGHT, 0, "draw", {})
    assert play.leave(own, BROUGHT, 0).proposal is None
    unanswered = play.leave(play.leave(own, BROUGHT, 1), BROUGHT, 2)
    assert unanswered.proposal and not unanswered.result


def test_the_host_frees_a_seat_and_nobody_else_does(opened):
    freed = play.free_seat(opened, BROUGHT, "opener", 1)
    assert not freed.seats[1].name and freed.events[-1].values == {"by": "host"}
    assert "an empty seat" in refused(play.free_seat, freed, BROUGHT, "opener", 1)
    assert "the host to do this" in refused(play.free_seat, opened, BROUGHT, 0, 1)


@pytest.mark.parametrize(("minutes", "is_done"), [(HOST_MINUTES - 1, False), (HOST_MINUTES, True)])
def test_who_is_put_out_by_the_host_has_minutes_to_come_back(opened, minutes, is_done):
    freed = play.free_seat(play.hand_over(opened, at(0), "opener", 0), at(0), 0, 1)
    if is_done:
        assert play.propose(freed, at(minutes), 0, "without", {"seat": 1}).result
    else:
        assert "1 minute more" in refused(play.propose, freed, at(minutes), 0, "without", {"seat": 1})
