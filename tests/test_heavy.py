"""Heavy answers: pieces come while the work goes on, it is stopped from outside, and nobody else pays for it."""

import subprocess
import sys
from dataclasses import replace
from threading import Event
from time import thread_time

import pytest

from companion.limits import heavy
from companion.limits.budget import Budget, Limits, check
from companion.limits.heavy import HeavyAnswer
from companion.limits.heavy_slots import Busy, HeavySlots

LONG = 30
"""Seconds that no test waits for unless something is wrong."""


def until_stopped(begun=None):
    """Work that hands out one piece and ends only when it is asked to."""

    def work(report, stop):
        over = Event()
        with stop.ending(over.set):
            report("so far")
            if begun:
                begun.set()
            assert over.wait(LONG)
        report("in the end")

    return work


def test_pieces_come_while_the_work_goes_on_and_end_with_it():
    go_on = Event()

    def work(report, stop):
        for number in (1, 2, 3):
            report(number)
            assert go_on.wait(LONG)

    pieces = HeavyAnswer(work).start().pieces()
    assert next(pieces) == 1
    go_on.set()
    assert list(pieces)[-1] == 3


def test_stop_ends_the_work_and_keeps_what_was_found():
    answer = HeavyAnswer(until_stopped()).start()
    assert next(answer.pieces()) == "so far"
    answer.stop()
    assert answer.newest() == "in the end"
    assert answer.finished and answer.cut_short


def test_an_ender_that_comes_too_early_is_called_again():
    """A solver that has not begun yet hears nothing of the first call."""
    begun, calls = Event(), []

    def work(report, stop):
        over = Event()

        def end():
            calls.append(1)
            if len(calls) > 2:
                over.set()

        with stop.ending(end):
            begun.set()
            assert over.wait(LONG)

    answer = HeavyAnswer(work).start()
    assert begun.wait(LONG)
    answer.stop()
    assert answer.newest() is None and len(calls) == 3


def test_work_ends_when_its_reader_has_gone():
    answer = HeavyAnswer(until_stopped(), patience=0.2).start()
    assert next(answer.pieces()) == "so far"
    assert answer._wait(seen=1, end=None)[0] == "in the end"  # nobody reads, and it ends all the same


def test_work_goes_on_while_somebody_reads_for_longer_than_its_patience():
    answer = HeavyAnswer(until_stopped(), patience=0.3).start()
    reading = answer.pieces(seconds=0.9)
    assert next(reading) == "so far" and list(reading) == []
    answer.stop()
    assert answer.newest() == "in the end"


def test_work_ends_with_the_seconds_of_its_budget():
    with Budget(replace(Limits(), seconds=0.2)).running():
        answer = HeavyAnswer(until_stopped()).start()
    assert answer.newest() == "in the end"


def test_work_that_used_all_its_seconds_still_says_what_it_found():
    """On a quiet machine a solver uses every second it has, and its figures are worked out after that."""

    def work(report, stop):
        while not stop.asked or thread_time() < 0.3:
            pass
        check()
        report("in the end")

    with Budget(replace(Limits(), seconds=0.2)).running():
        answer = HeavyAnswer(work).start()
    assert answer.newest() == "in the end"


def test_what_the_work_raises_is_raised_by_whoever_reads():
    def work(report, stop):
        report("so far")
        raise ValueError("no such card")

    answer = HeavyAnswer(work).start()
    with pytest.raises(ValueError, match="no such card"):
        answer.newest()
    assert answer.cut_short


def test_one_solves_at_a_time_where_slots_are_shared():
    slots, first, second = HeavySlots(1), Event(), Event()
    with Budget(Limits(), slots).running():
        one = HeavyAnswer(until_stopped(first)).start()
        assert first.wait(LONG)
        other = HeavyAnswer(until_stopped(second)).start()
    assert other.newest(seconds=0.3) is None and not second.is_set()
    one.stop()
    assert one.newest() == "in the end"
    assert second.wait(LONG)
    other.stop()
    assert other.newest() == "in the end"
    with Budget(Limits(), slots).running():  # and every turn was given back
        third = HeavyAnswer(lambda report, stop: report("at once")).start()
    assert third.newest() == "at once"


def test_a_solve_takes_no_slot_from_other_answers():
    slots, begun = HeavySlots(1), Event()
    with Budget(Limits(), slots).running():
        answer = HeavyAnswer(until_stopped(begun)).start()
    assert begun.wait(LONG)
    slots.take().end()  # Busy where it had none left
    answer.stop()
    assert answer.newest() == "in the end"


@pytest.fixture
def answers(monkeypatch):
    monkeypatch.setattr(heavy, "_answers", {})


def test_the_same_question_is_worked_out_once(answers):
    asked = []

    def work(report, stop):
        asked.append(1)
        report("answer")

    first = heavy.answer("question", work)
    assert first.newest() == "answer"
    assert heavy.answer("question", work) is first and asked == [1]
    assert heavy.answer("another", work).newest() == "answer" and asked == [1, 1]


def test_one_that_was_cut_short_begins_anew_unless_it_is_to_be_stopped(answers):
    stopped = heavy.answer("question", until_stopped())
    assert next(stopped.pieces()) == "so far"
    assert heavy.answer("question", until_stopped(), stop=True) is stopped
    assert stopped.newest() == "in the end"
    assert heavy.answer("question", until_stopped(), stop=True) is stopped
    anew = heavy.answer("question", lambda report, stop: report("anew"))
    assert anew is not stopped and anew.newest() == "anew"


def test_as_many_as_are_kept_may_wait_and_one_more_is_told_to_come_back(answers):
    running = [heavy.answer(number, until_stopped()) for number in range(heavy.MOST)]
    with pytest.raises(Busy):
        heavy.answer("one more", until_stopped())
    running[3].stop()
    assert running[3].newest() == "in the end"
    assert heavy.answer("one more", lambda report, stop: report("done")).newest() == "done"
    for answer in running:
        answer.stop()
        assert answer.newest() == "in the end"


UNFINISHED = """
from threading import Event
from time import thread_time
from companion.limits import heavy

def work(report, stop):
    over = Event()
    with stop.ending(over.set):
        report("so far")
        over.wait(30)
    print("ended", flush=True)

next(heavy.answer("question", work).pieces())
"""


def test_a_program_that_ends_ends_its_work_first():
    """A thread that calls Python while Python is taken down aborts the program."""
    ended = subprocess.run([sys.executable, "-c", UNFINISHED], capture_output=True, text=True, timeout=LONG)
    assert (ended.returncode, ended.stdout) == (0, "ended\n"), ended.stderr
