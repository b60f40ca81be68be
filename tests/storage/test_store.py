"""The store: versions, staleness, owners, threads, the schema and its migrations."""

import sqlite3
import stat
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from companion.base.findings import InvalidInput
from companion.storage import migrate
from companion.storage.config import StorageError, data_folder, secret_key
from companion.storage.schema import Base
from companion.storage.store import LARGEST_NUMBER, DocumentNotFound, Store, VersionConflict
from tests import engines

DOCUMENT = {"game": "mecha-mettle", "title": "One", "components": ["flux-engine"]}


@pytest.fixture(autouse=True)
def migrated_from_nothing(quick_databases, monkeypatch):
    """Let every database of these tests be made by the migrations."""
    monkeypatch.delitem(quick_databases, "newest")


def test_a_save_keeps_the_one_before(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    saved = store.save(made.id, DOCUMENT | {"title": "Two"}, expected=1)
    assert (made.version, saved.version, saved.title) == (1, 2, "Two")
    assert store.get(made.id, 1).data == DOCUMENT
    assert [version.number for version in store.versions(made.id)] == [2, 1]


def test_the_same_data_makes_no_version(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    assert store.save(made.id, dict(DOCUMENT)).version == 1


def test_a_stale_save_is_told_and_nothing_is_lost(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    store.save(made.id, DOCUMENT | {"title": "From the phone"}, expected=1)
    with pytest.raises(VersionConflict) as caught:
        store.save(made.id, DOCUMENT | {"title": "From the laptop"}, expected=1)
    assert caught.value.newest.title == "From the phone"
    assert store.get(made.id).version == 2


def test_restore_writes_a_new_version(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    store.save(made.id, DOCUMENT | {"title": "Two"})
    back = store.save(made.id, store.get(made.id, 1).data)
    assert (back.version, back.data) == (3, DOCUMENT)


def test_each_browser_lists_its_own_newest_first(store):
    first = store.create("me", "mecha-mettle", DOCUMENT)
    second = store.create("me", "mecha-mettle", DOCUMENT | {"title": "Second"})
    store.create("other", "mecha-mettle", DOCUMENT)
    assert [d.id for d in store.list("me")] == [second.id, first.id]
    store.save(first.id, DOCUMENT | {"title": "Again"})
    assert [d.id for d in store.list("me")] == [first.id, second.id]
    assert store.list("me", game="mechalyte") == ()


def test_an_owners_documents_are_counted_by_kind_with_the_trash(store):
    made = [store.create("me", "mecha-mettle", DOCUMENT) for _ in range(3)]
    store.delete(made[0].id)
    store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Lids"}, kind="pack")
    store.create("other", "mecha-mettle", DOCUMENT)
    assert store.counts("me") == {"build": 3, "pack": 1}


def test_a_copy_is_a_document_of_its_own(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    copy = store.create("other", "mecha-mettle", store.get(made.id).data | {"title": "Copy"})
    store.save(copy.id, DOCUMENT | {"title": "Changed"})
    assert store.get(made.id).data == DOCUMENT
    assert copy.owner == "other" and copy.title == "Copy"


def test_rename_keeps_the_data(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    renamed = store.save(made.id, store.get(made.id).data | {"title": "New"})
    assert renamed == store.get(made.id) and renamed.data == DOCUMENT | {"title": "New"}


def test_deleting_can_be_undone(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    store.delete(made.id)
    assert store.list("me") == () and [d.id for d in store.list("me", deleted=True)] == [made.id]
    store.delete(made.id, deleted=False)
    assert [d.id for d in store.list("me")] == [made.id]


def test_addresses_have_192_bits_and_differ(store):
    ids = {store.create("me", "mecha-mettle", DOCUMENT).id for _ in range(20)}
    assert len(ids) == 20 and all(len(i) == 32 for i in ids)


def test_unknown_documents_and_versions(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    for call in (
        lambda: store.get("nothing"),
        lambda: store.get(made.id, 9),
        lambda: store.versions("nothing"),
        lambda: store.delete("nothing"),
    ):
        with pytest.raises(DocumentNotFound):
            call()


def test_a_document_too_large_is_refused_in_a_sentence(store):
    with pytest.raises(InvalidInput, match="at most 1,000,000"):
        store.create("me", "mecha-mettle", {"title": "x" * 1_000_001})
    assert store.list("me") == ()


def test_saving_from_many_threads_loses_nothing(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    failed = []

    def save(number):
        try:
            store.save(made.id, DOCUMENT | {"title": f"thread {number}"})
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=save, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    titles = {store.get(made.id, version.number).data["title"] for version in store.versions(made.id)}
    assert titles == {"One", *(f"thread {n}" for n in range(8))}
    assert store.get(made.id).version == 9


def test_a_failing_save_leaves_nothing_half(store, monkeypatch):
    made = store.create("me", "mecha-mettle", DOCUMENT)

    def power_cut(_):
        raise RuntimeError("power cut")

    monkeypatch.setattr("companion.storage.store.update", power_cut)
    with pytest.raises(RuntimeError, match="power cut"):
        store._next(store.get(made.id), "{}", "x")
    assert [v.number for v in store.versions(made.id)] == [1]


def test_migrations_make_what_the_models_say(store):
    assert migrate.revision(store.engine) == migrate.newest()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


@pytest.mark.parametrize("revision", ["0001", "0008"])
def test_a_database_of_a_release_before_0_15_is_a_sentence_and_stays_as_it_is(tmp_path, revision):
    url = engines.address(tmp_path / "test.sqlite3")
    first = Store(url)
    made = first.create("me", "mecha-mettle", DOCUMENT)
    mark(first.engine, revision)
    before = tables_and_columns(first.engine)
    first.close()
    with pytest.raises(StorageError, match=rf"schema {revision}\): open it with 0.15.1 first, then with this one"):
        Store(url)
    engine = create_engine(url)
    assert tables_and_columns(engine) == before and migrate.revision(engine) == revision
    mark(engine, migrate.newest())
    engine.dispose()
    second = Store(url)
    assert second.get(made.id).data == DOCUMENT
    second.close()


def mark(engine, revision):
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def tables_and_columns(engine):
    found = inspect(engine)
    return {table: [column["name"] for column in found.get_columns(table)] for table in found.get_table_names()}


@pytest.mark.sqlite
def test_sqlite_runs_in_wal_mode_with_foreign_keys(store):
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 10_000, "ten seconds, in thousandths"


def test_opening_again_keeps_what_is_there(tmp_path):
    url = engines.address(tmp_path / "test.sqlite3")
    first = Store(url)
    made = first.create("me", "mecha-mettle", DOCUMENT)
    first.close()
    second = Store(url)
    assert second.get(made.id).data == DOCUMENT
    second.close()


def test_a_newer_database_is_left_alone(tmp_path):
    url = engines.address(tmp_path / "test.sqlite3")
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StorageError, match="newer version"):
        Store(url)


def test_the_key_is_made_once_and_kept_private():
    key = secret_key()
    assert secret_key() == key and len(key) == 64
    assert stat.S_IMODE((data_folder() / "secret-key").stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(StorageError, match="COMPANION_DATA"):
        data_folder()


@pytest.mark.parametrize("url", ["nonsense", "chess://here/there", "sqlite:////nowhere/at/all.sqlite3"])
def test_an_address_that_leads_to_no_database_is_a_sentence(url):
    with pytest.raises(StorageError, match="DATABASE_URL|cannot be opened"):
        Store(url)


def test_several_processes_may_make_the_database_at_once(tmp_path):
    url, wrong = engines.address(tmp_path / "new.sqlite3"), []
    start = threading.Barrier(6)

    def make():
        start.wait()
        try:
            Store(url).close()
        except StorageError as error:
            wrong.append(error)

    makers = [threading.Thread(target=make) for _ in range(6)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert wrong == []


def test_a_new_database_waits_for_another_connection_that_writes_to_it(tmp_path):
    """SQLite refuses to begin its log while another connection writes, whatever the time it may wait."""
    path = tmp_path / "new.sqlite3"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, other.rollback).start()
    store = Store(f"sqlite:///{path}")
    assert store.create("me", "mecha-mettle", DOCUMENT).version == 1
    store.close()
    other.close()


def test_a_damaged_schema_that_is_no_text_is_told_in_a_sentence(tmp_path):
    """Python's sqlite3 cannot decode what SQLite says of it, and raises UnicodeDecodeError."""
    path = tmp_path / "damaged.sqlite3"
    Store(f"sqlite:///{path}").close()
    other = sqlite3.connect(path)
    other.execute("PRAGMA writable_schema=ON")
    damaged = b"CREATE KE\x80"
    other.execute("UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = 'alembic_version'", [damaged])
    other.commit()
    other.close()
    with pytest.raises(StorageError, match="cannot be opened: malformed database schema"):
        Store(f"sqlite:///{path}")


def test_a_migration_that_is_ended_halfway_can_be_made_again(tmp_path, monkeypatch):
    """Its tables were there then, and their version was not: the database could never be opened again."""
    url = engines.address(tmp_path / "new.sqlite3")

    def ended(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("alembic.runtime.migration.HeadMaintainer.update_to_step", ended)
        Store(url)
    store = Store(url)
    assert store.create("me", "mecha-mettle", DOCUMENT).version == 1
    store.close()


def test_a_document_at_its_last_number_says_so_and_can_be_duplicated(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE versions SET number = {LARGEST_NUMBER}")
        connection.exec_driver_sql(f"UPDATE documents SET current = {LARGEST_NUMBER}")
    with pytest.raises(StorageError, match="duplicate it"):
        store.save(made.id, {"title": "Two"})
    assert store.create("me", "mecha-mettle", store.get(made.id).data).version == 1


def test_an_id_with_nul_is_unknown(store):
    with pytest.raises(DocumentNotFound):
        store.get("a\0b")


@pytest.mark.parametrize(
    ("statement", "damaged"),
    [
        ("UPDATE versions SET data = 5", True),
        ("UPDATE versions SET data = x'ff'", True),
        ("UPDATE versions SET data = CAST(x'7b22ff227d' AS TEXT)", True),
        ("UPDATE versions SET saved = x'ff'", False),
        ("UPDATE documents SET title = x'ff41'", False),
        ("UPDATE documents SET title = CAST(x'ff41' AS TEXT)", False),
        ("UPDATE documents SET changed = x'ff'", False),
    ],
)
def test_a_column_that_is_not_text_takes_no_list_down(store, statement, damaged):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)
    (listed,) = store.list("me")
    assert bool(listed.damage) is damaged and listed == store.get(made.id)
    listed.title.encode()
    assert store.versions(made.id)[0].number == 1 and store.text(made.id)


@pytest.mark.sqlite
def test_bytes_that_are_not_utf_8_come_out_as_they_are(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    for value in ("x'7b22ff227d'", "CAST(x'7b22ff227d' AS TEXT)"):
        with store.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE versions SET data = {value}")
        assert store.text(made.id).encode("utf-8", "surrogateescape") == b'{"\xff"}'
