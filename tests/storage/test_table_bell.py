"""Whoever waits for a table is woken, whichever process stored the event."""

import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from companion.storage import table_bell, table_links, tables
from companion.storage.store import Store
from companion.storage.table_bell import TableBell
from tests import engines
from tests.storage.played import note, opened


@pytest.fixture
def other(store):
    """Open the database of `store` a second time, as another process does."""
    other = Store(store.engine.url.render_as_string(hide_password=False))
    yield other
    other.close()


@pytest.fixture
def bell(store):
    bell = TableBell(store)
    yield bell
    bell.close()


@pytest.fixture
def table(store):
    return opened(store)


def wait(bell, table, after, seconds=60):
    """Return the number of the newest event once it is past `after`, or `after` once so many seconds are over."""
    rung, numbers = threading.Event(), [after]

    def heard(news):
        numbers.append(news.number)
        if news.number > after:
            rung.set()

    end = bell.listen(table, heard)
    rung.wait(seconds)
    end()
    return max(numbers)


def bells():
    return [thread for thread in threading.enumerate() if thread.name == "table bell"]


def test_all_who_wait_are_woken_by_either_process_and_by_no_other_table(store, other, bell, table):
    quiet = opened(store)
    with ThreadPoolExecutor(5) as pool:
        for place, number in ((store, 1), (other, 2)):
            waits = [pool.submit(wait, bell, table, number - 1) for _ in range(3)]
            elsewhere = pool.submit(wait, bell, quiet, 0, 0.2)
            tables.append(place, table, [note(number)])
            assert [one.result(60) for one in waits] == [number] * 3
            assert elsewhere.result(60) == 0
    assert len(bells()) <= 1


@pytest.mark.skipif(engines.POSTGRES, reason="PostgreSQL tells by itself")
def test_a_file_is_looked_at_twenty_times_a_second(store, other, table):
    waits = []
    closed = SimpleNamespace(wait=waits.append)
    with store.engine.connect() as connection:
        looks = table_bell._follow_file(connection, closed)
        assert [next(looks), next(looks)] == [None, {}]
        tables.append(other, table, [note(1)])
        assert [next(looks), next(looks)] == [None, {}]
    assert waits == [0.05] * 3


def test_what_is_there_already_is_not_waited_for(store, bell, table):
    tables.append(store, table, [note(1), note(2)])
    assert wait(bell, table, 1) == 2


def test_a_listener_hears_what_was_stored_before_it_listened(store, other, bell, table):
    rung = threading.Event()
    first = bell.listen(opened(store), lambda news: None)
    tables.append(other, table, [note(1)])
    numbers = []

    def heard(news):
        numbers.append(news.number)
        rung.set()

    end = bell.listen(table, heard)
    assert rung.wait(60) and numbers[0] == 1
    end()
    end()
    rung.clear()
    tables.append(other, table, [note(2)])
    assert wait(bell, table, 1) == 2 and not rung.is_set()
    first()


def test_a_listener_whose_loop_has_ended_holds_up_no_other(store, other, bell, table):
    def ended(_):
        raise RuntimeError("Event loop is closed")

    end = bell.listen(table, ended)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(wait, bell, table, 0)
        tables.append(other, table, [note(1)])
        assert waits.result(60) == 1
    end()


def test_the_thread_ends_with_the_last_listener_and_begins_anew(store, bell, table):
    bell.listen(table, lambda news: None)()
    for thread in bells():
        thread.join(60)
    assert not bells()
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(wait, bell, table, 0)
        tables.append(store, table, [note(1)])
        assert waits.result(60) == 1


def test_a_database_that_went_away_is_tried_again(store, other, table, monkeypatch):
    monkeypatch.setattr(table_bell, "_PATIENCE", 0.01)
    bell, real = TableBell(store), tables.news_of
    failures = iter([OSError("gone"), OSError("gone")])

    def news_of(place, asked):
        if error := next(failures, None):
            raise error
        return real(place, asked)

    monkeypatch.setattr(tables, "news_of", news_of)
    rung = threading.Event()
    end = bell.listen(table, lambda news: rung.set())
    tables.append(other, table, [note(1)])
    assert rung.wait(60)
    end()
    bell.close()


def test_a_listener_hears_from_either_process_that_a_link_was_taken_back(store, other, bell, table):
    heard = queue.SimpleQueue()
    end = bell.listen(table, heard.put)
    tables.append(store, table, [note(1)])
    for number, place in enumerate((store, other), 1):
        table_links.renew(place, table, "seat-1")
        news = iter(lambda: heard.get(timeout=60), None)
        assert next(one for one in news if one.renewals == number).number == 1
    end()
