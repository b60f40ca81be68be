"""Budgets: what one answer may cost, checked while it is made."""

from threading import Event, Thread
from time import thread_time

import pytest

from companion.budget import FREE, Budget, Busy, HeavySlots, Limits, OverBudget, check, light, watched


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


def test_heavy_answers_past_the_slots_are_told_to_come_back():
    slots = HeavySlots(1, waiting=1, patience=0.01)
    slots.take()
    with pytest.raises(Busy, match="try again in 10 seconds"), Budget(Limits(), slots).running():
        spend(FREE + 0.01)
        check()


def test_a_slot_is_given_back_when_the_stretch_ends_even_by_an_error():
    slots = HeavySlots(1)
    with pytest.raises(ZeroDivisionError), Budget(Limits(), slots).running():
        spend(FREE + 0.01)
        check()
        raise ZeroDivisionError
    slots.take()
    slots.leave()


def test_one_that_waits_gets_the_slot_that_becomes_free():
    slots, got = HeavySlots(1, waiting=1, patience=30), Event()
    slots.take()

    def wait():
        slots.take()
        got.set()

    waiting = Thread(target=wait)
    waiting.start()
    slots.leave()
    waiting.join()
    assert got.is_set()


def test_a_file_that_has_begun_waits_for_its_slot_and_is_never_cut_short():
    slots, got = HeavySlots(1, waiting=1, patience=0.01), Event()
    budget = Budget(Limits(), slots)
    budget.reserve_download_slot()
    slots.take()

    def make():
        with budget.running():
            spend(FREE + 0.01)
            check()
            got.set()

    making = Thread(target=make)
    making.start()
    assert not got.wait(0.5)
    slots.leave()
    making.join()
    assert got.is_set()


def test_only_a_few_files_are_sent_at_once_and_each_gives_its_seat_back():
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


def test_who_waits_longest_is_next_and_not_who_gave_the_slot_back():
    slots, order = HeavySlots(1, patience=30), []
    slots.take()

    def wait():
        slots.take()
        order.append("waited")
        slots.leave()

    waiting = Thread(target=wait)
    waiting.start()
    while not slots._free._waiting:
        pass
    slots.leave()
    slots.take(downloading=True)
    order.append("returned")
    waiting.join()
    assert order == ["waited", "returned"]


def test_a_place_to_wait_is_given_back_by_who_got_the_slot_and_by_who_gave_up():
    slots, got = HeavySlots(1, waiting=1, patience=0.01), []
    slots.take()
    with pytest.raises(Busy):
        slots.take()
    slots._patience = 30

    def wait():
        slots.take()
        got.append(True)

    for count in (1, 2):
        waiting = Thread(target=wait)
        waiting.start()
        while waiting.is_alive() and not slots._free._waiting:
            pass
        slots.leave()
        waiting.join()
        assert len(got) == count


def test_no_more_wait_than_there_are_places():
    slots = HeavySlots(1, waiting=1, patience=30)
    slots.take()
    waiting = Thread(target=slots.take)
    waiting.start()
    while not slots._free._waiting:
        pass
    with pytest.raises(Busy):
        slots.take()
    slots.leave()
    waiting.join()


def test_who_gives_up_waiting_takes_no_turn():
    slots = HeavySlots(1, patience=0.01)
    slots.take()
    with pytest.raises(Busy):
        slots.take()
    slots.leave()
    slots.take()
    slots.leave()


def test_what_is_made_once_needs_no_slot_and_its_seconds_count():
    slots = HeavySlots(1, patience=0.01)
    slots.take()
    with Budget(Limits(seconds=0.1), slots).running():
        with light(), light():
            spend(FREE + 0.01)
            check()
        with pytest.raises(Busy):
            check()
        with pytest.raises(OverBudget), light():
            spend(0.1)
            check()
