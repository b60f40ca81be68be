"""Counts of requests: by many threads, by several processes at one database, and without a database that answers."""

import logging
import sqlite3
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from types import SimpleNamespace

import pytest
from sqlalchemy import select, text

from companion.storage.backup import backup
from companion.storage.config import StorageError, data_folder
from companion.storage.request_counts import RequestCount, add
from companion.storage.restore import verify_backup
from companion.storage.schema import RequestCountRow
from companion.storage.store import Store
from companion.web.shell import rate_limits
from companion.web.shell.rate_limits import RequestCounts, is_shared
from tests.apps import empty_database
from tests.commands import answered

MINUTE = 60


class Clock:
    """A time that a test sets; to sleep is to wait until the test lets it go on."""

    def __init__(self):
        self.now = 1_000_000.0
        self.goes_on = threading.Event()

    def time(self):
        return self.now

    def sleep(self, _):
        assert self.goes_on.wait(30)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(rate_limits, "time", clock)
    yield clock
    clock.goes_on.set()
    for thread in senders():
        thread.join(30)


@pytest.fixture
def address(tmp_path):
    return empty_database(tmp_path / "counts.sqlite3")


@pytest.fixture
def store(address):
    store = Store(address)
    yield store
    store.close()


@pytest.fixture
def other(address):
    """Open the database of `store` a second time, as another process does."""
    other = Store(address)
    yield other
    other.close()


def senders():
    return [thread for thread in threading.enumerate() if thread.name == "request counts"]


def at_once(work, number=16):
    """Run something in many threads that begin together."""
    gate = threading.Barrier(number)

    def run(which):
        gate.wait(30)
        return work(which)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


def rows(store):
    with store.reading() as session:
        return {row.key: (row.number, row.expires) for row in session.scalars(select(RequestCountRow))}


def test_no_request_of_many_threads_is_lost():
    counts = RequestCounts()
    seen = at_once(lambda _: [counts.incr("one", MINUTE) for _ in range(500)])
    assert sorted(number for of_thread in seen for number in of_thread) == list(range(1, 8001))
    assert counts.get("one") == 8000


def test_windows_that_end_while_many_threads_count_break_nothing(clock):
    counts = RequestCounts()

    def count(which):
        for _ in range(300):
            clock.now += 10
            assert counts.incr(f"{which % 3}", MINUTE) >= 1
            counts.get(f"{which % 3}")
            counts.get_expiry(f"{which % 3}")
            counts.clear(f"{which % 2}")

    at_once(count)


def test_a_count_begins_anew_when_it_expires(clock):
    counts = RequestCounts()
    assert [counts.incr("one", MINUTE, amount) for amount in (1, 2)] == [1, 3]
    assert (counts.get("one"), counts.get_expiry("one")) == (3, 1_000_060.0)
    clock.now += 59
    assert counts.incr("one", MINUTE) == 4
    clock.now += 1
    assert counts.get("one") == 0
    assert (counts.incr("one", MINUTE), counts.get_expiry("one")) == (1, 1_000_120.0)
    assert (counts.get("never"), counts.get_expiry("never")) == (0, 1_000_060.0)


def test_counts_are_forgotten_when_they_are_cleared_or_reset(clock):
    counts = RequestCounts()
    for key in ("one", "two", "three"):
        counts.incr(key, MINUTE)
    counts.clear("one")
    assert (counts.get("one"), counts.get("two")) == (0, 1)
    assert counts.reset() == 2
    assert counts.get("two") == 0


def test_expired_counts_leave_the_memory(clock):
    counts = RequestCounts()
    for number in range(100):
        counts.incr(f"{number}", MINUTE)
    clock.now += 61
    counts.incr("new", MINUTE)
    assert list(counts._counts) == ["new"]


def test_where_there_are_too_many_the_smallest_are_forgotten(clock, monkeypatch):
    monkeypatch.setattr(rate_limits, "MOST_COUNTS", 10)
    counts = RequestCounts()
    for _ in range(20):
        counts.incr("network", MINUTE)
    for number in range(1000):
        counts.incr(f"cookie {number}", MINUTE)
        assert len(counts._counts) <= 10
    assert counts.incr("network", MINUTE) == 21


def test_two_processes_count_together(store, other, clock):
    here, there = RequestCounts(store=lambda: store), RequestCounts(store=lambda: other)
    here.incr("one", MINUTE, 3)
    clock.now += 5
    there.incr("one", MINUTE, 4)
    there.incr("two", MINUTE)
    here.send()
    there.send()
    assert (there.get("one"), there.get("two")) == (7, 1)
    assert there.get_expiry("one") == 1_000_060.0  # the window that began first is everybody's
    assert here.incr("one", MINUTE) == 4
    here.send()
    assert here.get("one") == 8
    here.send()
    assert here.get("one") == 8


def test_what_is_counted_while_it_is_sent_is_sent_next(store, clock, monkeypatch):
    counts = RequestCounts(store=lambda: store)
    counts.incr("one", MINUTE, 3)

    def meanwhile(*words):
        counts.incr("one", MINUTE, 2)
        return add(*words)

    monkeypatch.setattr(rate_limits.request_counts, "add", meanwhile)
    counts.send()
    assert counts.get("one") == 5 and [number for number, _ in rows(store).values()] == [3]
    monkeypatch.undo()
    monkeypatch.setattr(rate_limits, "time", clock)
    counts.send()
    assert counts.get("one") == 5 and [number for number, _ in rows(store).values()] == [5]


def test_a_window_that_ends_while_it_is_sent_is_not_taken_over(store, clock, monkeypatch):
    def late(*words):
        sums = add(*words)
        clock.now += 61
        counts.incr("one", MINUTE, 2)
        return sums

    counts = RequestCounts(store=lambda: store)
    counts.incr("one", MINUTE, 9)
    with monkeypatch.context() as patch:
        patch.setattr(rate_limits.request_counts, "add", late)
        counts.send()
    assert (counts.get("one"), counts.get_expiry("one")) == (2, 1_000_121.0)


def test_what_was_not_sent_of_an_expired_window_is_not_sent_with_the_next(store, clock):
    counts = RequestCounts(store=lambda: store)
    counts.incr("one", MINUTE, 9)
    clock.now += 61
    counts.incr("one", MINUTE, 2)
    counts.send()
    assert list(rows(store).values()) == [(2, 1_000_121.0)]


def test_a_count_that_expired_in_the_database_begins_anew_there(store, clock):
    counts = RequestCounts(store=lambda: store)
    counts.incr("one", MINUTE, 9)
    counts.incr("two", MINUTE, 9)
    counts.send()
    clock.now += 61
    counts.incr("one", MINUTE, 2)
    counts.send()
    assert list(rows(store).values()) == [(2, 1_000_121.0)]  # and the other one is deleted
    assert counts.get("one") == 2


def test_a_count_in_the_database_ends_with_its_window_where_the_clock_was_set_back(store, other, clock):
    ahead, behind = RequestCounts(store=lambda: store), RequestCounts(store=lambda: other)
    ahead.incr("one", MINUTE, 1200)
    ahead.send()
    clock.now -= 10_000
    behind.incr("one", MINUTE, 2)
    behind.send()
    assert behind.get("one") == 2 and list(rows(store).values()) == [(2, 990_060.0)]


def test_two_machines_whose_clocks_differ_by_seconds_count_together(store, other, clock):
    ahead, behind = RequestCounts(store=lambda: store), RequestCounts(store=lambda: other)
    ahead.incr("one", MINUTE, 3)
    ahead.send()
    clock.now -= 5
    behind.incr("one", MINUTE, 4)
    behind.send()
    assert behind.get("one") == 7


def test_the_database_learns_no_key(store, clock):
    counts = RequestCounts(store=lambda: store)
    counts.incr("LIMITER/203.0.113.7/page/1200/1/minute", MINUTE)
    counts.send()
    (key,) = rows(store)
    assert len(key) == 64 and set(key) <= set("0123456789abcdef")


def test_many_processes_send_at_once(address, store):
    def work(which):
        with closing(Store(address)) as own:
            for turn in range(10):
                keys = [f"{(which * 7 + turn + n) % 30}" for n in range(30)]
                add(
                    own,
                    {key: RequestCount(1, 2e9, 2e9) for key in keys}
                    | {f"gone {which} {turn}": RequestCount(1, 1e9, 2e9)},
                    9e8 if turn % 2 else 1.5e9,
                )

    at_once(work, 6)
    add(store, {}, 1.5e9)
    assert sorted(rows(store).values()) == [(60, 2e9)] * 30


def test_one_thread_sends_whatever_many_requests_do(store, clock):
    counts = RequestCounts(store=lambda: store)
    at_once(lambda _: [counts.incr("one", MINUTE) for _ in range(100)])
    (sender,) = senders()
    clock.goes_on.set()
    sender.join(30)
    assert not sender.is_alive() and [number for number, _ in rows(store).values()] == [1600]
    counts.incr("one", MINUTE)
    for thread in senders():
        thread.join(30)
    assert [number for number, _ in rows(store).values()] == [1601]


def test_where_no_thread_can_be_started_requests_are_counted_still(store, clock, monkeypatch):
    def refuse(_):
        raise RuntimeError("can't start new thread")

    counts = RequestCounts(store=lambda: store)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        assert counts.incr("one", MINUTE) == 1
    assert counts.incr("one", MINUTE) == 2
    assert len(senders()) == 1


def test_where_the_database_fails_memory_goes_on_and_says_so_once(store, clock, caplog):
    failing = [True]

    def place():
        if failing:
            raise StorageError("The disk is full.")
        return store

    counts = RequestCounts(store=place)
    with caplog.at_level(logging.WARNING):
        for number in range(1, 4):
            assert counts.incr("one", MINUTE) == number
            counts.send()
        assert [record.getMessage() for record in caplog.records] == [
            "Each process limits requests by its own counts, until the database answers. The disk is full."
        ]
        failing.clear()
        counts.send()
        assert [number for number, _ in rows(store).values()] == [3]
        failing.append(True)
        counts.incr("one", MINUTE)
        counts.send()
    failing.clear()
    assert len(caplog.records) == 2


def test_what_could_not_be_sent_is_given_up_when_it_expires(clock):
    def fail():
        raise StorageError("The disk is full.")

    counts = RequestCounts(store=fail)
    counts.incr("one", MINUTE)
    clock.now += 61
    counts.send()
    assert not counts._unsent


def test_a_table_that_is_gone_is_a_database_that_fails(store):
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE request_counts"))
    with pytest.raises(StorageError, match="request_counts"):
        add(store, {"one": RequestCount(1, 61.0)}, 1.0)


@pytest.mark.sqlite
def test_a_database_that_another_process_holds_delays_no_request(tmp_path, clock):
    path = tmp_path / "held.sqlite3"
    with closing(Store(f"sqlite:///{path}")) as store, closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        counts = RequestCounts(store=lambda: store)
        clock.goes_on.set()
        assert [counts.incr("one", MINUTE) for _ in range(100)] == list(range(1, 101))
        assert len(senders()) == 1  # it waits, and nobody else
        holder.execute("ROLLBACK")
        for thread in senders():
            thread.join(30)
        assert [number for number, _ in rows(store).values()] == [100]


@pytest.mark.parametrize(
    ("workers", "dialect", "shared"),
    [
        ("", "sqlite", False),
        ("1", "sqlite", False),
        ("2", "sqlite", True),
        ("many", "sqlite", False),
        ("1", "postgresql", True),
    ],
)
def test_counts_are_shared_where_others_may_answer(monkeypatch, workers, dialect, shared):
    monkeypatch.setenv("COMPANION_WORKERS", workers)
    assert is_shared(SimpleNamespace(engine=SimpleNamespace(dialect=SimpleNamespace(name=dialect)))) is shared


def test_backups_and_the_doctor_know_nothing_of_counts(tmp_path):
    store = Store()
    store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "One"})
    add(store, {"one": RequestCount(1, 61.0)}, 1.0)
    file = tmp_path / "club.zip"
    contents = backup(store, file, data_folder())
    store.close()
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if "count" in name]
    verify_backup(file, contents.digest, lambda *_: None)
    assert answered("doctor")
    assert answered("restore", file)["restored"] == 0
    with closing(Store()) as again:
        assert len(rows(again)) == 1
