"""Turns go to whoever has used least lately, and among equals to who came first."""

from hypothesis import given
from hypothesis import strategies as st

from companion.limits import fair_queue
from companion.limits.fair_queue import Turns


def come(*waiting):
    return [turn.visitor for turn in waiting if turn.wait(0)]


def test_among_equals_who_came_first_is_next():
    queue = Turns(1)
    first, second, third = (queue.queue(name) for name in "abc")
    assert come(first, second, third) == ["a"]
    first.end()
    assert come(second, third) == ["b"]


def test_who_has_used_least_is_next():
    queue = Turns(1)
    queue.queue("a").end(used=2)
    queue.queue("b").end(used=1)
    now = queue.queue("c")
    waiting = [queue.queue(name) for name in "aab"]
    now.end(used=5)
    assert come(*waiting) == ["b"]
    waiting[2].end(used=0.5)
    assert come(*waiting[:2]) == ["a"] and waiting[0].wait(0)


def test_what_was_used_counts_half_after_a_while(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(fair_queue, "monotonic", lambda: clock[0])
    queue = Turns(1)
    queue.queue("a").end(used=4)
    clock[0] += fair_queue.HALF_LIFE
    queue.queue("b").end(used=3)
    now = queue.queue("c")
    a, b = queue.queue("a"), queue.queue("b")
    now.end()
    assert come(b, a) == ["a"]  # 2 against 3
    clock[0] += 20 * fair_queue.HALF_LIFE
    a.end()
    b.end()
    assert queue._used == {}


def test_one_is_behind_only_where_somebody_waits_who_has_used_less():
    queue = Turns(1)
    mine = queue.queue("a")
    assert not queue.is_behind(mine, 1)
    queue.queue("b")
    assert queue.is_behind(mine, 1) and not queue.is_behind(mine, 0)


def test_who_gives_up_takes_no_turn():
    queue = Turns(1)
    first, second = queue.queue(), queue.queue()
    second.end()
    assert queue.state() == (1, 0)
    first.end()
    assert queue.state() == (0, 0) and come(second) == []


@given(st.integers(1, 3), st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.sampled_from("abc"))))
def test_as_many_are_under_way_as_may_be_and_no_more(most, steps):
    queue, open_turns = Turns(most), []
    for begins, index, visitor in steps:
        if begins:
            open_turns.append(queue.queue(visitor))
        elif open_turns:
            open_turns.pop(index % len(open_turns)).end(used=index / 10)
        under_way = sum(turn.wait(0) for turn in open_turns)
        assert queue.state() == (under_way, len(open_turns) - under_way)
        assert under_way == min(most, len(open_turns))


def test_of_one_visitor_a_page_goes_before_the_files_that_came_first():
    queue = Turns(1)
    now = queue.queue("x")
    file, other_file, page = queue.queue("a", is_file=True), queue.queue("a", is_file=True), queue.queue("a")
    now.end()
    assert [turn.wait(0) for turn in (file, other_file, page)] == [False, False, True]
    page.end()
    assert [turn.wait(0) for turn in (file, other_file)] == [True, False]


def test_a_file_of_who_has_used_least_goes_before_another_visitors_page():
    queue = Turns(1)
    queue.queue("a").end(used=2)
    now = queue.queue("x")
    page, file = queue.queue("a"), queue.queue("b", is_file=True)
    now.end()
    assert come(page, file) == ["b"]
