"""Tables as they are stored: events in order, keys sent twice, many appends at once, bounds, the trash."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from companion.base.findings import InvalidInput
from companion.storage import health, library, quotas, removal, table_links, tables
from companion.storage.config import StorageError
from companion.storage.quotas import Quota, QuotaExceeded
from companion.storage.schema import DocumentRow
from companion.storage.store import DocumentNotFound, Store
from companion.storage.tables import EventConflict, MoveRepeated
from companion.verbs.stored_documents import read_stored
from tests.storage.played import SEED, ended, note, opened, setup


@pytest.fixture
def table(store):
    return opened(store)


def size(store, table_id):
    with store.reading() as session:
        return session.scalar(select(DocumentRow.bytes).where(DocumentRow.id == table_id))


def change(store, statement):
    """Change the database behind the store's back."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_a_table_is_read_as_it_was_opened(store, table):
    read = tables.read(store, table)
    assert (read.document.title, read.owner, read.trashed, read.seed) == ("Friday", "anna", False, SEED)
    assert (read.newest, read.ended, read.setup) == (0, False, setup(title="Friday"))
    assert [one.id for one in store.list("anna", kind="table")] == [table]


def test_a_table_is_returned_as_the_next_read_gives_it(store):
    made = tables.create(store, "anna", setup(title="Friday"), SEED)
    assert made == tables.read(store, made.id) and (made.newest, made.rewritten) == (0, 0)


def test_what_is_no_table_is_none(store):
    build = store.create("anna", "mechastellar", {"title": "Scout"})
    assert tables.read(store, build.id) is tables.read(store, "x" * 32) is tables.read(store, "a\0b") is None
    assert tables.newest(store, build.id) == tables.newest(store, "a\0b") == 0
    with pytest.raises(DocumentNotFound):
        tables.append(store, build.id, [note(1)])


def test_events_come_back_in_their_order_and_after_a_number(store, table):
    tables.append(store, table, [note(1, "Ä"), note(2)])
    tables.append(store, table, [note(3)])
    assert tables.events(store, table) == (note(1, "Ä"), note(2), note(3))
    assert tables.events(store, table, 2) == (note(3),)
    assert tables.newest(store, table) == tables.read(store, table).newest == 3
    assert tables.news_of(store, [table, "x" * 32]) == {table: tables.TableNews(3, 0)}


def test_a_table_without_events_is_at_none_and_a_key_is_that_of_the_act(store, table):
    """A state may stand before the act in one append; the key names the act."""
    assert tables.news_of(store, [table]) == {table: tables.TableNews(0, 0)} and tables.newest(store, table) == 0
    tables.append(store, table, [note(1).model_copy(update={"kind": "state"}), note(2), note(3)], "k")
    tables.append(store, table, [note(number).model_copy(update={"kind": "state"}) for number in (4, 5)], "s")
    assert [tables.number_of_key(store, table, key) for key in ("k", "s", "")] == [2, 4, None]


@pytest.mark.parametrize("number", [1, 3])
def test_an_event_that_does_not_follow_the_newest_is_a_conflict(store, table, number):
    tables.append(store, table, [note(1)])
    with pytest.raises(EventConflict) as caught:
        tables.append(store, table, [note(number, "another")])
    assert caught.value.newest == 1
    assert tables.events(store, table) == (note(1),)


def test_a_key_counts_once_at_a_table(store, table):
    tables.append(store, table, [note(1)])
    tables.append(store, table, [note(2), note(3)], "pressed")
    with pytest.raises(MoveRepeated) as caught:
        tables.append(store, table, [note(4)], "pressed")
    assert caught.value.number == tables.number_of_key(store, table, "pressed") == 2
    assert tables.number_of_key(store, table, "other") is None
    other = opened(store)
    tables.append(store, other, [note(1)], "pressed")
    assert tables.newest(store, table) == 3 and tables.newest(store, other) == 1


def test_a_key_may_have_64_characters(store, table):
    tables.append(store, table, [note(1)], "k" * 64)
    with pytest.raises(InvalidInput):
        tables.append(store, table, [note(2)], "k" * 65)


def test_of_many_appends_at_once_each_gets_a_number_of_its_own(store, table):
    """Two processes with four threads each; whoever comes second reads again."""
    other = Store(store.engine.url.render_as_string(hide_password=False))
    gate = threading.Barrier(8)

    def play(which):
        place, conflicts = (store, other)[which % 2], 0
        gate.wait(30)
        for turn in range(5):
            while True:
                number = tables.newest(place, table) + 1
                try:
                    tables.append(place, table, [note(number, f"{which}.{turn}")], f"{which}.{turn}")
                    break
                except EventConflict:
                    conflicts += 1
        return conflicts

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(8)))
    other.close()
    texts = [event.values["text"] for event in tables.events(store, table)]
    assert sorted(texts) == sorted(f"{which}.{turn}" for which in range(8) for turn in range(5))


def test_one_key_sent_by_many_at_once_is_stored_once(store, table):
    gate = threading.Barrier(6)

    def send(_):
        gate.wait(30)
        try:
            tables.append(store, table, [note(1)], "pressed")
        except (EventConflict, MoveRepeated) as error:
            return type(error)
        return None

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, range(6)))
    assert answers.count(None) == 1 and len(tables.events(store, table)) == 1


def test_nothing_is_done_at_a_table_in_the_trash(store, table):
    tables.append(store, table, [note(1)])
    library.delete(store, "anna", [table])
    assert tables.read(store, table).trashed
    with pytest.raises(DocumentNotFound):
        tables.append(store, table, [note(2)])
    library.delete(store, "anna", [table], deleted=False)
    tables.append(store, table, [note(2)])
    assert tables.newest(store, table) == 2


def test_a_table_that_is_removed_leaves_nothing_of_it(store, table):
    tables.append(store, table, [note(1)], "k")
    table_links.hand_out_code(store, table)
    library.delete(store, "anna", [table])
    assert removal.empty_trash(store, "anna") == 1
    assert tables.read(store, table) is None and tables.events(store, table) == ()
    with pytest.raises(DocumentNotFound):
        tables.append(store, table, [note(2)])


def test_an_event_has_a_largest_size(store, table):
    fits = tables.LARGEST_EVENT - len(tables.event_text(note(1, "")))
    tables.append(store, table, [note(1, "x" * fits)])
    with pytest.raises(InvalidInput):
        tables.append(store, table, [note(2, "x" * (fits + 1))])


def test_half_a_character_is_no_event(store, table):
    with pytest.raises(InvalidInput):
        tables.append(store, table, [note(1, "\ud800")])


def test_past_its_bytes_a_table_takes_its_end_alone(store, table, monkeypatch):
    room = len(tables.event_text(note(1)))
    monkeypatch.setattr(tables, "LARGEST_TABLE", size(store, table) + room)
    tables.append(store, table, [note(1)])
    with pytest.raises(InvalidInput):
        tables.append(store, table, [note(2)])
    tables.append(store, table, [ended(2)])
    assert tables.read(store, table).ended


def test_events_count_for_whoever_opened_the_table(store, table):
    before, room = size(store, table), len(tables.event_text(note(1)))
    store.quota = Quota(bytes=before + room)
    tables.append(store, table, [note(1)])
    with pytest.raises(QuotaExceeded) as caught:
        tables.append(store, table, [note(2)])
    assert caught.value.status == 413 and "opened this table" in str(caught.value)
    assert size(store, table) == before + room and tables.newest(store, table) == 1
    with store.writing() as session:
        quotas.count_versions(session)
    assert size(store, table) == before + room


def test_an_append_is_something_that_its_owner_saved(store, table):
    before = store.get(table)
    change(store, "UPDATE documents SET changed = '2020-01-01T00:00:00+00:00'")
    tables.append(store, table, [note(1)])
    with store.reading() as session:
        assert session.get(DocumentRow, table).changed >= before.saved.isoformat()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE table_events SET data = '{' WHERE number = 2",
        'UPDATE table_events SET data = \'{"number": 3, "kind": "note"}\' WHERE number = 2',
        "DELETE FROM table_events WHERE number = 2",
        "UPDATE tables SET seeds = '[]'",
        "UPDATE tables SET seeds = '[\"00\"]'",
        "DELETE FROM tables",
        "UPDATE versions SET data = '{}'",
    ],
)
def test_what_is_damaged_is_a_sentence_and_the_doctor_finds_it(store, table, statement):
    tables.append(store, table, [note(1), note(2), note(3)])
    assert health.check_documents(store, read_stored).problems == ()
    change(store, statement)
    if "00" not in statement:
        with pytest.raises(StorageError):
            tables.read(store, table)
            tables.events(store, table)
    (problem, *_) = health.check_documents(store, read_stored).problems
    assert problem.startswith(f"table {table}")


def test_a_log_that_its_game_cannot_follow_is_found(store, table):
    tables.append(store, table, [note(1)])
    change(store, """UPDATE table_events SET data = '{"number":1,"kind":"move","seat":0,"values":{}}'""")
    (problem,) = health.check_documents(store, read_stored).problems
    assert "cannot be followed" in problem


def test_a_table_that_ended_says_so_and_its_code_leads_nowhere(store, table):
    code = table_links.hand_out_code(store, table).letters
    tables.append(store, table, [ended(1)])
    assert tables.read(store, table).ended
    assert table_links.find_code(store, code) is None


_APPENDS = """
import sys
from companion.storage import tables
from companion.storage.store import Store
from tests.storage.played import note

address, table = sys.argv[1:]
store = Store(address)
for act in range(100_000):
    first = tables.newest(store, table) + 1
    tables.append(store, table, [note(first + n, str(act)) for n in range(3)], f"act {act}")
    print(act, flush=True)
"""


def test_an_act_whose_process_is_killed_is_stored_whole_or_not_at_all(store, table):
    address = store.engine.url.render_as_string(hide_password=False)
    words = [sys.executable, "-c", _APPENDS, address, table]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        said = [int(process.stdout.readline()) for _ in range(20)]
        process.kill()
        said += [int(line) for line in process.stdout.read().splitlines()]
    found = tables.events(store, table)
    acts = [int(event.values["text"]) for event in found]
    assert acts == [act for act in range(len(found) // 3) for _ in range(3)]
    assert set(said) <= set(acts) and len(set(acts) - set(said)) <= 1
    assert all(tables.number_of_key(store, table, f"act {act}") == 3 * act + 1 for act in said)
    tables.append(store, table, [note(len(found) + 1)])
