"""What each act writes into the log and refuses: hosts, undo and redo, what is done when all agree, the end."""

from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.dice.throw import D6, numbered_throw
from companion.play import acts as play
from companion.play.acts import relaxed_moves
from companion.play.new_events import Brought
from companion.play.proposals import minutes_to_wait
from companion.play.table import begin, extend, fold, log_only
from companion.play.tracker import Pending
from companion.play.undo import seats_asked_to_undo
from tests.play.small_game import BROUGHT, SEED, THROW, SmallGame, at_table, counted


def refused(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


def last(table):
    """Return of the last event what it is, whose, and what it says."""
    event = table.events[-1]
    return event.kind, event.seat, event.values


def at_table_of(tracker, seats=2, one_phone=False):
    """Return a table of another game, at which every seat is taken and its numbers are open."""
    table = at_table(seats=seats, one_phone=one_phone)
    table = replace(table, make=tracker, tracker=tracker({}))
    for seat in range(2, seats):
        table = play.sit(table, BROUGHT, seat, ("Cid", "Dot")[seat - 2], "cc")
    for seat in (0, 1):
        table = play.seal_choice(table, BROUGHT, seat, {"number": 2 + seat})
    return table


@pytest.fixture
def opened():
    """A table where both have sealed a number, which are open; all that may follow is the throw of seat 0."""
    return at_table_of(SmallGame)


# Hosts.


def test_who_becomes_host_stands_in_the_log_with_who_said_so(opened):
    handed = play.hand_over(opened, BROUGHT, "opener", 1)
    assert last(handed) == ("host", None, {"to": 1})
    assert last(play.hand_over(handed, BROUGHT, 1, 1)) == ("host", 1, {"to": 1, "here": True})
    assert last(play.hand_over(handed, BROUGHT, 1, 0)) == ("host", 1, {"to": 0})
    assert last(play.hand_over(opened, BROUGHT, "opener", "opener")) == ("host", None, {"to": "opener", "here": True})
    assert last(play.take_over(handed, BROUGHT)) == ("host", None, {"to": "link"})


def test_on_one_device_nobody_asks_for_the_host():
    assert "the host is here" in refused(play.call_host, at_table(one_phone=True), BROUGHT, 0)
    assert last(play.call_host(at_table(), BROUGHT, 0)) == ("call", 0, {})


@pytest.mark.parametrize(
    ("now", "minutes"),
    [
        ("20:00:00+00:00", 5), ("20:00:01+00:00", 5), ("20:01:00+00:00", 4), ("20:01:01+00:00", 4),
        ("20:03:30+00:00", 2), ("20:04:59+00:00", 1), ("20:05:00+00:00", 0), ("20:30:00+00:00", 0),
        ("20:00:00", 5), ("21:30:00", 5), ("later", 5),
    ],
)  # fmt: skip
def test_a_host_has_five_minutes_by_the_clock_and_where_there_is_no_time_all_five(opened, now, minutes):
    called = play.call_host(opened, Brought(SEED, "2026-11-26T20:00:00+00:00"), 0)
    assert minutes_to_wait(called, f"2026-11-26T{now}") == minutes


def test_hosts_change_while_something_else_is_asked_and_end_the_question_of_a_new_one(opened):
    draw = play.propose(opened, BROUGHT, 0, "draw", {})
    assert play.hand_over(draw, BROUGHT, "opener", 1).proposal == draw.proposal
    called = play.call_host(at_table(seats=3), Brought(SEED, "2026-11-26T20:00:00+00:00"), 0)
    asked = play.propose(called, Brought(SEED, "2026-11-26T20:05:00+00:00"), 0, "host", {"to": 0})
    assert asked.proposal and play.take_over(asked, BROUGHT).proposal is None


def test_who_is_out_or_here_is_not_gone_on_without(opened):
    without = {"seat": 1}
    assert "found seat 2, expected one that was left" in refused(play.propose, opened, BROUGHT, 0, "without", without)
    table = at_table_of(GoesOn, 3)
    out = play.agree(play.propose(play.leave(table, BROUGHT, 1), BROUGHT, 0, "without", without), BROUGHT, 2)
    assert out.out == {1} and "found seat 2" in refused(play.propose, out, BROUGHT, 0, "without", without)


def test_who_was_freed_once_and_left_later_is_not_waited_for(opened):
    freed = play.free_seat(opened, Brought(SEED, "2026-11-26T20:00:00+00:00"), "opener", 1)
    at = Brought(SEED, "2026-11-26T20:01:00+00:00")
    assert "4 minutes more to come back" in refused(play.propose, freed, at, 0, "without", {"seat": 1})
    left = play.leave(play.sit(freed, at, 1, "Ben", "bb", person=2), at, 1)
    assert play.propose(left, at, 0, "without", {"seat": 1}).result


# Moves.


class Relaxed(SmallGame):
    """The small game with a move beside the rules."""

    def relaxed_moves(self, view, seat):
        return (THROW.model_copy(update={"name": "nudge", "warning": "Dice are not nudged."}),)


def test_moves_beside_the_rules_are_offered_while_the_game_goes_on():
    table = at_table_of(Relaxed, one_phone=True)
    assert [move.name for move in relaxed_moves(table, 1)] == ["nudge"]
    made = play.make_relaxed_move(play.choose_dice(table, BROUGHT, 0, "typed"), BROUGHT, 1, "nudge", {})
    assert last(made) == ("move", 1, {"name": "nudge", "warning": "Dice are not nudged."})
    for over in (play.propose(table, BROUGHT, 0, "pause", {}), play.concede(table, BROUGHT, 0)):
        assert relaxed_moves(over, 1) == ()


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 40)])
def test_what_is_not_corrected_is_named_as_far_as_it_is_short(opened, length, shown):
    assert f"'{shown}'" in refused(play.correct, opened, BROUGHT, 0, "x" * length, 1)


def test_where_nothing_may_be_corrected_the_refusal_says_so():
    class Fixed(SmallGame):
        def correctable(self, view, seat):
            return ()

    assert "expected nothing." in refused(play.correct, at_table_of(Fixed), BROUGHT, 0, "points_0", 1)


def test_who_has_sealed_a_choice_seals_no_second_one():
    table = play.seal_choice(at_table(), BROUGHT, 1, {"number": 2})
    assert "owes none" in refused(play.seal_choice, table, BROUGHT, 1, {"number": 3})
    assert play.seal_choice(table, BROUGHT, 0, {"number": 3}).state.opened


# Undo and redo.


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        (lambda table: counted(table, 0, 1), {0: (), 1: (0,)}),
        (lambda table: play.move(table, BROUGHT, 0, "throw", {}), {0: (1,), 1: (0,)}),
        (lambda table: table, {0: (1,), 1: (0,)}),  # both numbers were shown by it
    ],
    ids=["a move of one's own", "a throw", "an opening"],
)
def test_who_is_asked_before_an_undo(opened, act, asked):
    table = act(opened)
    assert {seat: seats_asked_to_undo(table, seat) for seat in (0, 1)} == asked
    for seat, others in asked.items():
        after = play.undo(table, BROUGHT, seat)
        assert bool(after.proposal) is bool(others)
        assert not others or after.proposal.values == {}


def test_where_nothing_stands_there_is_nothing_to_undo(opened):
    assert "nothing: no move stands." in refused(play.undo, at_table(), BROUGHT, 0)
    assert "nothing: no move stands." in refused(play.undo, at_table(), BROUGHT, 0, 0)
    assert "nothing: no move stands after that." in refused(play.undo, opened, BROUGHT, 0, 5)


def test_what_was_undone_in_steps_is_done_again_in_steps(opened):
    tables = [opened]
    for points in (1, 2, 3):
        tables.append(counted(tables[-1], 0, points))
    table, states = tables[-1], [one.state for one in tables]
    for state in states[-2::-1]:
        table = play.undo(table, BROUGHT, 0)
        assert table.state == state
    for state in states[1:]:
        table = play.redo(table, BROUGHT, 0)
        assert table.state == state and fold(table.setup, SmallGame, table.events).state == state
    assert "nothing was undone" in refused(play.redo, table, BROUGHT, 0)


@pytest.mark.parametrize(("mover", "other", "name"), [(0, 1, "Ann"), (1, 0, "Ben"), (2, 0, "Cid"), (2, 1, "Cid")])
def test_who_moved_does_it_again_and_is_named(mover, other, name):
    table = at_table_of(SmallGame, 3)
    moved = counted(table, mover, 1)
    back = play.undo(moved, BROUGHT, mover)
    assert f"{name} to do it again" in refused(play.redo, back, BROUGHT, other)
    assert f"{name} to do it again" in refused(play.redo, play.leave(back, BROUGHT, mover), BROUGHT, other)
    assert play.redo(back, BROUGHT, mover).state == moved.state


def test_on_one_device_any_seat_does_it_again():
    table = counted(at_table_of(SmallGame, one_phone=True), 0, 1)
    assert play.redo(play.undo(table, BROUGHT, 1), BROUGHT, 1).state == table.state


class BothThrow(SmallGame):
    """The small game where both seats owe a die of their own after the throw was begun."""

    def waiting(self, state):
        if state.owed == "die":
            return tuple(Pending(seat, "faces", "a die", numbered_throw("a die", D6)) for seat in (0, 1))
        return super().waiting(state)


@pytest.mark.parametrize(
    ("thrown", "typed"),
    [((), {}), ((0,), {"typed": [0]}), ((1,), {"typed": [1]}), ((0, 1), {"typed": [0, 1]})],
)
def test_an_undo_says_who_types_the_dice_to_which_it_leads_back(thrown, typed):
    table = at_table_of(BothThrow, one_phone=True)
    for seat in (0, 1):
        table = play.choose_dice(table, BROUGHT, seat, "typed")
    owing = play.move(table, BROUGHT, 0, "throw", {})
    table = play.answer(owing, BROUGHT, 1, [5])
    for seat in thrown:
        table = play.choose_dice(table, BROUGHT, seat, "thrown")
    back = play.undo(table, BROUGHT, 1)
    assert last(back) == ("undo", 1, {"to": 8, "undone": [9], **typed})
    assert [seat.dice for seat in back.seats] == ["typed", "typed"] and back.state == owing.state
    assert fold(back.setup, BothThrow, back.events).seats == back.seats
    if len(thrown) == 1:  # as 0.14.0 stores one seat
        older = back.events[-1].model_copy(update={"values": {**back.events[-1].values, "typed": thrown[0]}})
        assert fold(back.setup, BothThrow, (*back.events[:-1], older)).seats == back.seats


def test_an_undo_back_to_a_choice_asks_nobody_to_type_dice(opened):
    owing = play.move(opened, BROUGHT, 0, "throw", {})
    back = play.agree(play.undo(play.answer(owing, BROUGHT, 1, [2]), BROUGHT, 1), BROUGHT, 0)
    assert back.state == owing.state and last(back)[2] == {"to": 7, "undone": [8, 9]}
    assert [seat.dice for seat in back.seats] == ["thrown", "thrown"]


def test_an_undo_past_other_rulings_stops_where_the_game_cannot_be_followed():
    """The release that wrote this log followed a correction in another way: only its newest state is stored."""
    table = counted(at_table_of(SmallGame, one_phone=True), 0, 1)
    table = counted(table, 0, 2)
    table = play.propose(table, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}})
    other = [e.model_copy(update={"state": "0" * 64}) if e.number == 6 else e for e in table.events]
    newest = table.state.model_dump(mode="json")
    again = extend(begin(table.setup, SmallGame), other, {7: newest})
    assert again.state == table.state
    assert "the game after #6" in refused(play.undo, again, BROUGHT, 0)


# What is agreed on, and the end.


class GoesOn(SmallGame):
    """The small game that goes on without a seat that was left."""

    def goes_on_without(self, seat):
        return True


def test_the_end_opens_every_seed_that_was_in_use(opened):
    assert "earlier_seeds" not in last(play.concede(opened, BROUGHT, 0))[2]
    second = replace(BROUGHT, seed=bytes(32), earlier=(SEED, b"\1\2"))
    ended = last(play.concede(opened, second, 0))[2]
    assert (ended["seed"], ended["earlier_seeds"]) == ("00" * 32, [SEED.hex(), "0102"])
    assert ended["winners"] == [1] and "opened" not in ended


@pytest.mark.parametrize("values", [{}, {"opened": None}, {"opened": "all"}])
def test_the_end_opens_what_an_opening_of_elsewhere_does_not_name(opened, values):
    opening = opened.events[-1].model_copy(update={"values": values})
    ended = play.concede(replace(opened, events=(*opened.events[:-1], opening)), BROUGHT, 0)
    assert [one["number"] for one in last(ended)[2]["opened"]] == [3, 4]


def test_a_rematch_is_linked_once_the_game_is_over_and_the_last_one_counts(opened):
    assert "its end first" in refused(play.link_rematch, opened, BROUGHT, "t-1")
    ended = play.note(play.concede(opened, BROUGHT, 0), BROUGHT, 0, "Well played")
    assert ended.rematch == ""
    linked = play.note(play.link_rematch(ended, BROUGHT, "t-1"), BROUGHT, 1, "Again!")
    assert linked.rematch == "t-1" and linked.events[-2].values["rematch"] == "t-1"
    assert play.link_rematch(linked, BROUGHT, "t-2").rematch == "t-2"
    assert replace(linked, result=None).rematch == ""


def test_what_can_be_done_at_a_table_of_which_only_the_log_is_left(opened):
    lost = log_only(opened.setup, opened.events)
    for act, *given in ((play.move, 0, "throw", {}), (play.note, 0, "Hm"), (play.leave, 0), (play.undo, 0)):
        assert "this version cannot follow" in refused(act, lost, BROUGHT, *given)
    ended = play.concede(lost, BROUGHT, 0)
    assert ended.result.why == "Ann gave up: this version of the app cannot follow the game any more."
    assert "has ended" in refused(play.concede, ended, BROUGHT, 1)
    assert last(play.note(ended, BROUGHT, 1, "A pity")) == ("note", 1, {"text": "A pity"})


def test_a_draw_waits_for_a_host_that_is_missed():
    table = play.hand_over(at_table_of(SmallGame, 3), BROUGHT, "opener", 2)
    asked = play.propose(play.call_host(table, BROUGHT, 0), BROUGHT, 0, "draw", {})
    agreed = play.agree(asked, BROUGHT, 1)
    assert agreed.result is None and play.agree(agreed, BROUGHT, 2).result


def test_who_agreed_and_left_has_to_agree_again():
    asked = play.propose(at_table_of(SmallGame, 3), BROUGHT, 0, "draw", {})
    left = play.leave(play.agree(asked, BROUGHT, 1), BROUGHT, 2)
    assert left.result  # who left is waited for no longer
    back = play.sit(play.leave(play.agree(asked, BROUGHT, 1), BROUGHT, 1), BROUGHT, 1, "Ben", "bb", person=2)
    assert back.proposal.agreed == set() and play.agree(back, BROUGHT, 2).result is None
