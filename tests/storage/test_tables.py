"""Tables as they are stored: events in order, keys sent twice, two appends at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.play.fair_dice import commitment
from companion.play.log import Event, Setup
from companion.storage import tables
from companion.storage.store import Store
from companion.storage.table_bell import TableBell
from companion.storage.tables import EventConflict, MoveRepeated

SEED = bytes(range(32))


def setup(**changed):
    return Setup(game="mechalyte", tracker=1, seats=2, commitment=commitment(SEED), **changed)


def note(number, text="hello"):
    return Event(number=number, kind="note", seat=0, values={"text": text})


@pytest.fixture
def table(store):
    return tables.create(store, "anna", setup(title="Friday"), SEED).id


def test_a_table_is_read_as_it_was_opened(store):
    opened = tables.create(store, "anna", setup(title="Friday"), SEED)
    read = tables.read(store, opened.id)
    assert (read.title, read.owner, read.trashed, read.seed, read.newest) == ("Friday", "anna", False, SEED, 0)
    assert read.setup == setup(title="Friday")
    assert [one.id for one in store.list("anna", kind="table")] == [opened.id]


def test_bell(store, table):
    bell = TableBell(store)
    with ThreadPoolExecutor() as pool:
        waits = [pool.submit(bell.wait, table, 0, 30) for _ in range(3)]
        tables.append(store, table, [note(1)])
        assert [one.result(30) for one in waits] == [1, 1, 1]
        assert bell.wait(table, 1, 0.01) == 1
        other = Store(store.engine.url.render_as_string(hide_password=False))
        waits = [pool.submit(bell.wait, table, 1, 30) for _ in range(3)]
        tables.append(other, table, [note(2), note(3)], "k")
        assert [one.result(30) for one in waits] == [3, 3, 3]
        other.close()
    with pytest.raises(MoveRepeated):
        tables.append(store, table, [note(4)], "k")
    with pytest.raises(EventConflict):
        tables.append(store, table, [note(3)], "kk")
    bell.close()
