"""Budgets: what one answer may cost, checked while it is made."""

from threading import Event, Thread
from time import thread_time

import pytest

from companion.limits.budget import FREE, Budget, Limits, OverBudget, ReaderGone, charge, check, light, watched
from companion.limits.fair_queue import Turns
from companion.limits.heavy_slots import Busy, HeavySlots


def spend(seconds):
    end = thread_time() + seconds
    while thread_time() < end:
        sum(range(1000))


def test_nothing_is_limited_where_no_budget_is_open():
    assert list(watched(range(5))) == [0, 1, 2, 3, 4]


def test_work_past_its_seconds_is_refused_with_a_sentence():
    with (
        pytest.raises(OverBudget, match=r"^This takes more than 0.05 seconds of computing: ask for less at once\.$"),
        Budget(Limits(seconds=0.05)).running(),
    ):
        for _ in watched(range(10**9), every=1):
            spend(0.01)


def test_seconds_count_over_stretches_and_not_between_them():
    budget = Budget(Limits(seconds=0.1))
    with budget.running():
        spend(0.06)
        check()
    spend(0.2)
    with budget.running():
        check()
        spend(0.06)
        with pytest.raises(OverBudget):
            check()


def test_memory_past_its_limit_is_refused():
    budget = Budget(Limits(memory=50))
    with budget.running():
        spend(0.11)
        check()
        held = bytearray(120_000_000)
        held[::4096] = b"x" * len(held[::4096])
        spend(0.11)
        with pytest.raises(OverBudget, match="more than 50 MB of memory"):
            check()
    assert held


def test_an_answer_may_have_as_many_bytes_as_its_limit_and_not_one_more():
    Budget(Limits(answer=2)).measure(2_000_000)
    with pytest.raises(OverBudget, match="more than 2 MB"):
        Budget(Limits(answer=2)).measure(2_000_001)


def test_light_answers_need_no_slot():
    slots = HeavySlots(1, waiting=1)
    slots.take()
    with Budget(Limits(), slots).running():
        check()


def heavy():
    """Cost so much that an answer counts as heavy."""
    spend(FREE + 0.01)
    check()


def test_heavy_answers_past_the_slots_are_told_to_come_back():
    slots = HeavySlots(1, waiting=1, patience=0.01)
    slots.take()
    with pytest.raises(Busy, match="try again in 10 seconds"), Budget(Limits(), slots).running():
        heavy()


def test_a_slot_is_given_back_when_the_stretch_ends_even_by_an_error():
    slots = HeavySlots(1)
    with pytest.raises(ZeroDivisionError), Budget(Limits(), slots).running():
        heavy()
        raise ZeroDivisionError
    assert slots.state() == (0, 0)


def test_one_that_waits_gets_the_slot_that_becomes_free():
    slots, got = HeavySlots(1, waiting=1, patience=30), Event()
    turn = slots.take()

    def wait():
        slots.take()
        got.set()

    waiting = Thread(target=wait)
    waiting.start()
    turn.end()
    waiting.join()
    assert got.is_set()


def test_a_file_that_has_begun_waits_for_its_slot_and_is_never_cut_short():
    slots, got = HeavySlots(1, waiting=1, patience=0.01), Event()
    budget = Budget(Limits(), slots)
    budget.reserve_download_slot()
    turn = slots.take()

    def make():
        with budget.running():
            heavy()
            got.set()

    making = Thread(target=make)
    making.start()
    assert not got.wait(0.5)
    turn.end()
    making.join()
    assert got.is_set()


def test_only_a_few_files_are_sent_at_once_and_each_gives_its_place_back():
    slots = HeavySlots(1, files=2)
    sent = [Budget(Limits(), slots) for _ in range(3)]
    for budget in (sent[0], sent[0], sent[1]):
        budget.reserve_download_slot()
    with pytest.raises(Busy):
        sent[2].reserve_download_slot()
    sent[0].end()
    sent[0].end()
    sent[2].reserve_download_slot()
    with pytest.raises(Busy):
        sent[0].reserve_download_slot()


def test_a_visitor_with_all_its_downloads_under_way_shuts_out_nobody_until_all_places_are_taken():
    slots = HeavySlots(1, files=2)
    for visitor in ("one", "one", "another"):
        slots.reserve_download_slot(visitor)
    with pytest.raises(Busy):
        slots.reserve_download_slot("one")
    slots.reserve_download_slot("third")
    with pytest.raises(Busy):
        slots.reserve_download_slot("fourth")
    slots.release_download_slot("one")
    slots.reserve_download_slot("fourth")


def waiting_for(slots, *visitors, times=1):
    """Let visitors wait for a turn, each in a thread of its own; return the threads."""
    threads = []
    for visitor in visitors * times:
        before = slots.state()[1]
        threads.append(Thread(target=slots.take, args=(visitor,)))
        threads[-1].start()
        while slots.state()[1] == before:
            pass
    return threads


def test_no_more_of_a_visitor_wait_than_there_are_places_and_another_still_may():
    slots = HeavySlots(3, waiting=1, patience=30)
    turns = [slots.take() for _ in range(3)]
    waiting = waiting_for(slots, "one")
    with pytest.raises(Busy):
        slots.take("one")
    waiting += waiting_for(slots, "another")
    with pytest.raises(Busy):
        slots.take("third")
    for turn in turns:
        turn.end()
    for thread in waiting:
        thread.join()


def test_a_place_to_wait_is_given_back_by_who_got_the_slot_and_by_who_gave_up():
    slots = HeavySlots(1, waiting=1, patience=0.01)
    turn = slots.take()
    for _ in range(2):
        with pytest.raises(Busy):
            slots.take()
    assert slots.state() == (1, 0)
    turn.end()
    assert slots.take()


def heavy_until(slots, visitor, over, log):
    """Be heavy as a visitor, look by look, until told."""
    with Budget(Limits(), slots, visitor).running():
        while not over.is_set():
            heavy()
            log.append(visitor)


def test_a_long_answer_lets_another_visitor_in_between_and_goes_on():
    slots, over, log = HeavySlots(1, patience=30), Event(), []
    long = Thread(target=heavy_until, args=(slots, "long", over, log))
    long.start()
    while "long" not in log:
        pass
    with Budget(Limits(), slots, "short").running():
        for _ in range(3):
            heavy()
        log.append("short")
    before = len(log)
    while len(log) < before + 2:
        pass
    over.set()
    long.join()
    assert "short" in log and log[-1] == "long"


def test_work_whose_reader_has_gone_ends_once_it_is_heavy():
    budget = Budget(Limits(), HeavySlots(1), is_read=lambda: False)
    with budget.running():
        check()
        with pytest.raises(ReaderGone):
            for _ in watched(range(10**9), every=1):
                spend(0.01)


def test_memory_that_others_take_between_two_turns_is_theirs():
    budget, held = Budget(Limits(memory=50), HeavySlots(1)), []
    for _ in range(3):
        with budget.running():
            spend(0.11)
            check()
        held.append(b"x" * 60_000_000)
    assert budget.grown < 50_000_000
    with budget.running(), pytest.raises(OverBudget, match="more than 50 MB of memory"):
        heavy()
        held.append(b"x" * 60_000_000)
        spend(0.11)
        check()


def test_what_is_made_once_needs_no_slot_and_its_seconds_count_towards_the_limit_alone():
    slots = HeavySlots(1, patience=0.01)
    slots.take()
    with Budget(Limits(seconds=0.1), slots).running():
        with light(), light():
            heavy()
        check()
        spend(0.025)
        with pytest.raises(Busy):
            check()
        with pytest.raises(OverBudget), light():
            spend(0.1)
            check()


def test_seconds_that_another_process_took_count_too():
    charge(5)  # where no budget is open, nothing is counted
    with pytest.raises(OverBudget), Budget(Limits(seconds=5)).running():
        charge(4.9)
        check()
        charge(0.2)
        check()


def test_another_process_works_without_the_turn_of_its_answer():
    slots = HeavySlots(1, patience=0.01)
    with Budget(Limits(), slots).running() as mine:
        heavy()
        assert slots.answers.state() == (1, 0)
        with mine.other_process():
            assert slots.answers.state() == (0, 0) and slots.processes.state() == (1, 0)
            slots.take("another").end()
            mine.seconds += 3
        heavy()
        assert slots.answers.state() == (1, 0) and slots.processes.state() == (0, 0)
    assert slots.state() == (0, 0)


def test_who_had_another_process_work_for_long_is_behind_who_did_not():
    slots = HeavySlots(1)
    first = Budget(Limits(), slots, visitor="greedy")
    with first.running(), first.other_process():
        charge(4)
    turns = [slots.take_process("x"), slots.take_process("x")]
    waiting = [slots.processes.queue(name) for name in ("greedy", "modest")]
    turns[0].end()
    assert [turn.wait(0) for turn in waiting] == [False, True]


def test_nothing_is_worked_out_for_who_has_gone_meanwhile():
    slots = HeavySlots(1)
    gone = Budget(Limits(), slots, is_read=lambda: False)
    with pytest.raises(ReaderGone), gone.running(), gone.other_process():
        raise AssertionError("nobody reads it")
    assert slots.state() == (0, 0)


def test_only_a_few_files_of_a_visitor_are_made_at_once_and_each_gives_its_place_back():
    slots = HeavySlots(1, prints=2)
    mine = [Budget(Limits(), slots, visitor="me") for _ in range(3)]
    for budget in (mine[0], mine[0], mine[1]):
        budget.begin_file(is_print=True)
    with pytest.raises(Busy):
        mine[2].begin_file(is_print=True)
    mine[2].begin_file(is_print=False)
    Budget(Limits(), slots, visitor="you").begin_file(is_print=True)
    mine[0].end_print()
    mine[0].end()
    mine[2].begin_file(is_print=True)


def test_a_file_waits_for_its_turn_after_the_pages_of_its_visitor():
    slots = HeavySlots(1)
    queued = []
    slots.answers.queue = lambda visitor, is_file: (
        queued.append((visitor, is_file)) or Turns.queue(slots.answers, visitor, is_file)
    )
    for is_print in (True, False):
        file = Budget(Limits(), slots, visitor="me")
        file.begin_file(is_print)
        with file.running():
            heavy()
    with Budget(Limits(), slots, visitor="me").running():
        heavy()
    assert queued == [("me", True), ("me", True), ("me", False)]
