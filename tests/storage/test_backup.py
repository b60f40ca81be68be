"""Backups: what goes out comes back, garbage is refused, nothing newer is written over."""

import fcntl
import json
import os
import sqlite3
import stat
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from companion.base.findings import InvalidInput
from companion.storage import health, migrate, snapshots
from companion.storage.backup import Stopped, backup, digest
from companion.storage.config import StorageError, secret_key
from companion.storage.restore import restore, verify_backup
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored
from tests.apps import empty_database
from tests.archives import new_backup


def opened(path):
    return Store(empty_database(path))


def anything(game, kind, data):
    """Read every document."""


TIME = "2026-11-22T19:30:00+00:00"
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(saves=st.lists(st.dictionaries(st.sampled_from(["title", "a", "b"]), values), min_size=1, max_size=4))
@example(saves=[{"title": "a\x00b"}])
def test_what_goes_out_comes_back(tmp_path_factory, saves):
    folder = tmp_path_factory.mktemp("backup")
    here, there = opened(folder / "here.db"), opened(folder / "there.db")
    try:
        made = here.create("me", "mecha-mettle", saves[0])
        for data in saves[1:]:
            here.save(made.id, data)
        assert backup(here, folder / "all.zip").documents == 1
        done = restore(there, folder / "all.zip", anything)
        assert (done.restored, done.already_stored) == (1, 0)
        assert there.versions(made.id) == here.versions(made.id)
        for version in here.versions(made.id):
            assert there.get(made.id, version.number) == here.get(made.id, version.number)
    finally:
        here.close()
        there.close()


def test_house_rules_come_back_and_those_that_nobody_can_read_do_not(tmp_path):
    rules = {"game": "mechastellar", "kind": "house-rules", "title": "Club", "limits": {"size": 300}}
    here, there = opened(tmp_path / "here.db"), opened(tmp_path / "there.db")
    good = here.create("me", "mechastellar", rules, "house-rules")
    bad = here.create("me", "mechastellar", {**rules, "limits": {"speed": 3}}, "house-rules")
    backup(here, tmp_path / "all.zip")
    done = restore(there, tmp_path / "all.zip", read_stored, skip_bad=True)
    assert (done.restored, there.get(good.id).data) == (1, rules)
    assert [row.id for row in there.list("me", kind="house-rules")] == [good.id]
    (problem,) = health.check_documents(here, read_stored).problems
    assert bad.id in problem and "limits: found 'speed', expected one of modules, size, theatre" in problem
    here.close()
    there.close()


def test_what_was_saved_since_is_not_written_over(tmp_path):
    store = opened(tmp_path / "here.db")
    made = store.create("me", "mecha-mettle", {"title": "Old"})
    backup(store, tmp_path / "all.zip")
    store.save(made.id, {"title": "New"})
    assert restore(store, tmp_path / "all.zip", anything).already_stored == 1
    assert store.get(made.id).title == "New"
    store.close()


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[" * 100_000,
        b'{"id": "x"}',
        json.dumps(
            {
                "id": "a" * 32,
                "owner": "me",
                "game": "g",
                "title": "",
                "current": 2,
                "changed": TIME,
                "versions": [{"number": 1, "saved": TIME, "data": {}}],
            }
        ).encode(),
    ],
)
def test_garbage_inside_is_named_and_nothing_comes_in(tmp_path, line):
    path = tmp_path / "bad.zip"
    with new_backup(path) as archive:
        archive.writestr("documents.jsonl", line)
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="document 1"):
        restore(store, path, anything)
    assert store.list("me") == ()
    store.close()


def test_what_is_no_backup_is_named(tmp_path):
    (tmp_path / "bad.zip").write_text("hello")
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="companion backup"):
        restore(store, tmp_path / "bad.zip", anything)
    store.close()


def kept(**changed):
    """Return a document as a backup has it."""
    version = {"number": 1, "saved": TIME, "data": {"game": "mecha-mettle", "title": "One"}}
    document = {"id": "a" * 32, "owner": "me", "game": "mecha-mettle", "kind": "build", "title": "One", "current": 1}
    return {**document, "changed": TIME, "versions": [version], **changed}


def written(path, *documents):
    with new_backup(path) as archive:
        archive.writestr("documents.jsonl", "\n".join(map(json.dumps, documents)))
    return path


def data(value, **more):
    return {"versions": [{"number": 1, "saved": TIME, "data": value}], **more}


BAD = [
    kept(changed="yesterday"),
    kept(kind="pack", **data({"module": 5})),
    kept(kind="collection", **data({"owned": [1]})),
    kept(current=2**63, versions=[{"number": 2**63, "saved": TIME, "data": {}}]),
    kept(**data({"game": "mecha-mettle", "components": "all of them"})),
    kept(game="chess"),
    kept(**data("{not json")),
    kept(**data({"text": "x" * 1_000_001})),
]


@pytest.mark.parametrize("document", BAD)
def test_what_no_page_could_show_does_not_come_in(tmp_path, document):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", kept(id="b" * 32), document)
    with pytest.raises(InvalidInput, match="(?s)document 2.*--skip-bad") as refused:
        restore(store, path, read_stored)
    assert len(str(refused.value)) < 2000
    assert store.list("me") == ()
    done = restore(store, path, read_stored, skip_bad=True)
    assert done.restored == 1 and "document 2" in str(done.errors[0])
    assert [found.id for found in store.list("me")] == ["b" * 32]
    store.close()


def test_a_document_that_is_there_twice_comes_in_once(tmp_path):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", kept(), kept(title="Two"))
    assert restore(store, path, anything, skip_bad=True).restored == 1
    store.close()


def test_a_dry_run_reports_and_writes_nothing(tmp_path):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", kept(), BAD[0])
    done = restore(store, path, read_stored, tmp_path, dry_run=True)
    assert (done.restored, len(done.errors)) == (1, 1)
    assert store.list("me") == ()
    store.close()


def test_the_key_and_the_printers_come_along_for_their_owner_alone(tmp_path):
    here, there = tmp_path / "one", tmp_path / "two"
    here.mkdir()
    there.mkdir()
    (here / "secret-key").write_text("k" * 64)
    (here / "printers.json").write_text("{}")
    store = opened(here / "here.db")
    assert backup(store, tmp_path / "all.zip", here).files == ("secret-key", "printers.json")
    assert stat.S_IMODE((tmp_path / "all.zip").stat().st_mode) == 0o600
    (there / "printers.json").write_text('{"mine": {}}')
    done = restore(store, tmp_path / "all.zip", anything, folder=there)
    assert (done.files, done.differing_files) == (("secret-key",), ("printers.json",))
    assert (there / "secret-key").read_text() == "k" * 64
    assert stat.S_IMODE((there / "secret-key").stat().st_mode) == 0o600
    store.close()


def test_a_backup_is_verified_by_restoring_it(tmp_path):
    store = opened(tmp_path / "here.db")
    store.create("me", "mecha-mettle", {"title": "Ünïcödé ★"})
    contents = backup(store, tmp_path / "all.zip")
    assert contents.digest == digest(store)
    verify_backup(tmp_path / "all.zip", contents.digest, anything)
    with pytest.raises(StorageError, match="does not contain what was saved"):
        verify_backup(written(tmp_path / "other.zip", kept()), contents.digest, anything)
    store.close()


@pytest.mark.parametrize("rounds", [2, pytest.param(8, marks=pytest.mark.long)])
def test_a_backup_taken_while_others_save_is_one_moment_and_can_be_saved_to_again(tmp_path, rounds):
    """Before it was one moment, documents came back behind their last version and could never be saved again."""
    store = opened(tmp_path / "here.db")
    made = [store.create("me", "mecha-mettle", {"title": "0"}).id for _ in range(40)]
    stop = threading.Event()

    def save():
        number = 0
        while not stop.is_set():
            number += 1
            store.save(made[number % len(made)], {"title": str(number)})

    savers = [threading.Thread(target=save) for _ in range(2)]
    for saver in savers:
        saver.start()
    try:
        for round_ in range(rounds):
            backup(store, tmp_path / f"{round_}.zip")
    finally:
        stop.set()
        for saver in savers:
            saver.join()
    store.close()
    for round_ in range(rounds):
        there = opened(tmp_path / f"there-{round_}.db")
        assert restore(there, tmp_path / f"{round_}.zip", anything).restored == 40
        for name in made:
            newest = there.get(name)
            assert newest.version == there.versions(name)[0].number
            assert there.save(name, {"title": "again"}).version == newest.version + 1
        there.close()


def test_rotating_backups_keep_the_newest(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = opened(tmp_path / "here.db")
    paths = [snapshots.keep(store, 3) for _ in range(5)]
    assert sorted(snapshots.folder().iterdir()) == paths[2:]
    store.close()


@pytest.mark.sqlite
def test_a_database_is_copied_before_a_migration(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    path = tmp_path / "old.sqlite3"
    assert snapshots.before_migration(3, f"sqlite:///{path}") is None
    store = opened(path)
    made = store.create("me", "mecha-mettle", {"title": "Old"})
    store.close()
    assert snapshots.before_migration(3, f"sqlite:///{path}") is None
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0008'")
    assert snapshots.before_migration(3, f"sqlite:///{path}") is None, "a database that is too old is not migrated"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0009'")
    monkeypatch.setattr(migrate, "newest", lambda: "9999")
    copy = snapshots.before_migration(3, f"sqlite:///{path}")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT id FROM documents").fetchall() == [(made.id,)]


def test_a_backup_dated_by_a_clock_that_was_ahead_does_not_push_out_the_new_ones(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = opened(tmp_path / "here.db")
    for day in ("01", "02", "03"):
        (snapshots.folder() / f"companion-209901{day}T000000000000Z.zip").touch()
    paths = [snapshots.keep(store, 3) for _ in range(3)]
    assert sorted(snapshots.folder().iterdir()) == paths
    store.close()


def test_what_a_killed_backup_left_behind_is_deleted_by_a_later_one(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = opened(tmp_path / "here.db")
    left, written = (snapshots.folder() / f".companion-{name}.part" for name in ("left", "written"))
    left.touch()
    with written.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        kept_ = snapshots.keep(store, 3)
        assert sorted(snapshots.folder().iterdir()) == sorted([written, kept_])
    left.touch()
    snapshots.keep_due(store, 3)
    assert list(snapshots.folder().iterdir()) == [kept_]
    store.close()


def test_a_server_that_is_started_often_does_not_push_out_older_backups(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = opened(tmp_path / "here.db")
    store.create("me", "mecha-mettle", {"title": "One"})

    def found():
        return sorted(snapshots.folder().iterdir())

    assert snapshots.keep_due(store, 3) == snapshots.SECONDS
    (first,) = found()
    store.create("me", "mecha-mettle", {"title": "Two"})
    assert 0 < snapshots.keep_due(store, 3) <= snapshots.SECONDS and found() == [first]
    old = first.stat().st_mtime - snapshots.SECONDS - 10
    os.utime(first, (old, old))
    snapshots.keep_due(store, 3)
    assert len(found()) == 2
    for path in found():
        os.utime(path, (old, old))
    assert snapshots.keep_due(store, 3) == snapshots.SECONDS and len(found()) == 2
    secret_key(tmp_path / "data")
    snapshots.keep_due(store, 3)
    assert len(found()) == 3
    store.close()


def test_a_newest_backup_that_cannot_be_read_or_comes_from_the_future_keeps_no_other_back(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = opened(tmp_path / "here.db")
    broken, ahead = (snapshots.folder() / f"companion-{name}.zip" for name in ("1", "2"))
    broken.write_bytes(b"PK\3\4")
    ahead.touch()
    now = broken.stat().st_mtime
    os.utime(broken, (now - 2 * snapshots.SECONDS,) * 2)
    os.utime(ahead, (now + 9 * snapshots.SECONDS,) * 2)
    snapshots.keep_due(store, 5)
    assert len(list(snapshots.folder().iterdir())) == 3
    store.close()


def test_a_backup_that_is_stopped_leaves_nothing_behind(tmp_path):
    store = opened(tmp_path / "here.db")
    for number in range(3):
        store.create("me", "mecha-mettle", {"title": str(number)})
    asked = iter([False, True])
    (tmp_path / "there").mkdir()
    with pytest.raises(Stopped):
        backup(store, tmp_path / "there" / "all.zip", stopped=lambda: next(asked))
    assert list((tmp_path / "there").iterdir()) == []
    store.close()


def test_only_a_file_is_replaced_by_a_backup(tmp_path):
    """Run by root, a backup to a device would put a file in its place."""
    store = opened(tmp_path / "here.db")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "..", Path()):
        with pytest.raises(InvalidInput, match="the name of a file"):
            backup(store, path)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    store.close()


@pytest.mark.long
def test_a_document_of_many_large_versions_comes_back(tmp_path):
    """A pack of half a megabyte that was saved 140 times."""
    here, there = opened(tmp_path / "here.db"), opened(tmp_path / "there.db")
    made = here.create("me", "mecha-mettle", {"text": "x" * 500_000, "title": "0"}, "build")
    for number in range(1, 140):
        here.save(made.id, {"text": "x" * 500_000, "title": str(number)})
    backup(here, tmp_path / "all.zip")
    assert restore(there, tmp_path / "all.zip", anything).restored == 1
    assert there.get(made.id).version == 140
    here.close()
    there.close()


@pytest.mark.parametrize("packed", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_is_named_whatever_its_packing(tmp_path, packed):
    path, store = tmp_path / "bad.zip", opened(tmp_path / "here.db")
    with new_backup(path, packed) as archive:
        archive.writestr("documents.jsonl", "\n".join(json.dumps(kept(id=f"{n:032x}")) for n in range(100)))
    data = bytearray(path.read_bytes())
    for place in range(100, 300):
        data[place] ^= 0x5A
    path.write_bytes(data)
    with pytest.raises((InvalidInput, OSError), match="companion backup|invalid data stream|Invalid data"):
        restore(store, path, anything)
    assert store.list("me") == ()
    store.close()


def test_a_file_of_nothing_but_errors_is_given_up_early(tmp_path):
    path, store = tmp_path / "bad.zip", opened(tmp_path / "here.db")
    with new_backup(path, zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("documents.jsonl", b"\n" * 2_000_000)
    with pytest.raises(InvalidInput, match="too many errors"):
        restore(store, path, anything, skip_bad=True)
    store.close()


@pytest.mark.parametrize(
    ("member", "text"),
    [
        ("secret-key", b""),
        ("secret-key", b"short"),
        ("secret-key", "ü".encode() * 40),
        ("secret-key", bytes(64)),
        ("printers.json", b"[]"),
        ("printers.json", b"\xff"),
        ("printers.json", b'{"Attic": {"across": "wide"}}'),
        ("printers.json", b'{"Attic": {"across": NaN}}'),
    ],
)
def test_a_key_or_printers_that_nothing_could_use_do_not_come_in(tmp_path, member, text):
    path, store = tmp_path / "bad.zip", opened(tmp_path / "here.db")
    with new_backup(path) as archive:
        archive.writestr("documents.jsonl", json.dumps(kept()))
        archive.writestr(member, text)
    (tmp_path / "data").mkdir()
    with pytest.raises(InvalidInput, match=member):
        restore(store, path, anything, folder=tmp_path / "data")
    assert store.list("me") == () and list((tmp_path / "data").iterdir()) == []
    store.close()


def test_where_the_key_cannot_be_written_no_document_comes_in(tmp_path):
    here = tmp_path / "data"
    here.mkdir()
    (here / "secret-key").write_text("k" * 64)
    store = opened(tmp_path / "here.db")
    store.create("me", "mecha-mettle", {"title": "One"})
    backup(store, tmp_path / "all.zip", here)
    store.close()
    there = opened(tmp_path / "there.db")
    with pytest.raises(OSError):
        restore(there, tmp_path / "all.zip", anything, folder=tmp_path / "gone")
    assert there.list("me") == ()
    there.close()


@pytest.mark.sqlite
def test_a_restore_to_a_full_disk_is_a_sentence_and_restores_nothing(tmp_path):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "all.zip", kept(**data({"text": "x" * 900_000})))

    def limit(connection, *_):
        connection.execute("PRAGMA max_page_count = 20")

    store.engine.dispose()
    event.listen(store.engine, "connect", limit)
    with pytest.raises(StorageError, match="full"):
        restore(store, path, anything)
    assert store.list("me") == ()
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE documents SET changed = 'yesterday'",
        "UPDATE versions SET data = '{broken'",
        "UPDATE versions SET number = 7",
        *(
            pytest.param(statement, marks=pytest.mark.sqlite)
            for statement in (
                "UPDATE documents SET title = x'ff'",
                "UPDATE documents SET changed = x'ff'",
                "UPDATE documents SET title = CAST(x'ff41' AS TEXT)",
                "UPDATE versions SET data = x'ff'",
                "UPDATE versions SET data = CAST(x'7b22ff227d' AS TEXT)",
                "UPDATE versions SET number = 'one'",
            )
        ),
    ],
)
def test_a_damaged_document_is_in_the_backup_and_keeps_no_other_out(tmp_path, statement):
    store = opened(tmp_path / "here.db")
    made = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Bad"})
    fine = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Fine"})
    with store.engine.begin() as connection:
        name = "id" if "documents" in statement else "document_id"
        connection.execute(text(f"{statement} WHERE {name} = :id"), {"id": made.id})
    assert backup(store, tmp_path / "all.zip").documents == 2
    there = opened(tmp_path / "there.db")
    restore(there, tmp_path / "all.zip", read_stored, skip_bad=True)
    assert fine.id in [document.id for document in there.list("me")]
    with pytest.raises(StorageError, match="not what was saved|doctor|does not contain"):
        verify_backup(tmp_path / "all.zip", "another digest", anything)
    store.close()
    there.close()


@pytest.mark.parametrize(
    ("lost", "saved_since", "newest"),
    [
        ("DELETE FROM versions", False, "Two"),
        ("DELETE FROM versions", True, "Two"),
        ("DELETE FROM versions WHERE number = 1", False, "Two"),
        ("DELETE FROM versions WHERE number = 1", True, "Three"),
        ("DELETE FROM versions WHERE number = 2", False, "Two"),
    ],
)
def test_versions_that_were_lost_come_back_as_the_doctor_advises(tmp_path, lost, saved_since, newest):
    store = opened(tmp_path / "here.db")
    made = store.create("me", "mecha-mettle", {"title": "One"})
    store.save(made.id, {"title": "Two"})
    backup(store, tmp_path / "all.zip")
    if saved_since:
        store.save(made.id, {"title": "Three"})
    with store.engine.begin() as connection:
        connection.exec_driver_sql(lost)
    assert restore(store, tmp_path / "all.zip", anything, dry_run=True).completed == 1
    done = restore(store, tmp_path / "all.zip", anything)
    assert (done.restored, done.already_stored, done.completed) == (0, 1, 1)
    found = store.get(made.id)
    assert found.title == found.data["title"] == newest and store.get(made.id, 1).data["title"] == "One"
    assert health.check_documents(store, lambda *_: None).problems == ()
    assert restore(store, tmp_path / "all.zip", anything).completed == 0
    store.close()


def test_versions_of_somebody_else_do_not_come_into_a_document(tmp_path):
    store = opened(tmp_path / "here.db")
    restore(store, written(tmp_path / "mine.zip", kept()), anything)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM versions")
    assert restore(store, written(tmp_path / "other.zip", kept(owner="other")), anything).completed == 0
    store.close()


def old_and_new(old):
    """Return a document whose second version of three is another one."""
    versions = [{"number": n, "saved": TIME, "data": {"game": "mecha-mettle", "title": str(n)}} for n in (1, 2, 3)]
    return kept(title="3", current=3, versions=[versions[0], old, versions[2]])


@pytest.mark.parametrize(
    "old",
    [
        {"number": 2, "saved": TIME, "data": "{broken"},
        {"number": 2, "saved": TIME, "data": {"text": "x" * 1_000_001}},
        {"number": 2, "saved": TIME, "data": {"title": "\ud800"}},
        {"number": 2, "saved": "yesterday", "data": {}},
        {"number": 2**70, "saved": TIME, "data": {}},
        "nothing",
    ],
)
def test_an_old_version_that_cannot_be_read_is_left_out_alone(tmp_path, old):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", old_and_new(old))
    with pytest.raises(InvalidInput, match="document 1: version"):
        restore(store, path, read_stored)
    done = restore(store, path, read_stored, skip_bad=True)
    assert done.restored == 1 and "document 1: version" in str(done.errors[0])
    assert [version.number for version in store.versions("a" * 32)] == [3, 2, 1]
    assert (store.get("a" * 32).title, store.get("a" * 32, 1).data["title"]) == ("3", "1")
    assert "left out" in store.get("a" * 32, 2).damage
    assert health.check_documents(store, read_stored).problems == ()
    again = opened(tmp_path / "again.db")
    contents = backup(store, tmp_path / "good.zip")
    verify_backup(tmp_path / "good.zip", contents.digest, read_stored)
    assert restore(again, tmp_path / "good.zip", read_stored).errors == ()
    again.close()
    store.close()


def test_a_version_that_was_left_out_comes_back_from_a_better_backup(tmp_path):
    store = opened(tmp_path / "here.db")
    bad = written(tmp_path / "bad.zip", old_and_new({"number": 2, "saved": TIME, "data": 5}))
    restore(store, bad, read_stored, skip_bad=True)
    fine = {"number": 2, "saved": TIME, "data": {"game": "mecha-mettle", "title": "Two"}}
    done = restore(store, written(tmp_path / "good.zip", old_and_new(fine)), read_stored)
    assert (done.restored, done.already_stored, done.completed) == (0, 1, 1)
    assert store.get("a" * 32, 2).data["title"] == "Two"
    assert restore(store, bad, read_stored, skip_bad=True).completed == 0
    assert store.get("a" * 32, 2).data["title"] == "Two"
    store.close()


@pytest.mark.parametrize("number", [1, 2])
def test_a_version_nested_too_deep_does_not_come_in(tmp_path, number):
    """A program that restored it could not write it as TOML."""
    deep = json.loads("[" * 900 + "]" * 900)
    versions = [
        {"number": n, "saved": TIME, "data": {"game": "mecha-mettle", "x": deep * (n == number)}} for n in (1, 2)
    ]
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="nested too deep"):
        restore(store, written(tmp_path / "bad.zip", kept(current=2, versions=versions)), anything)
    with pytest.raises(InvalidInput, match="nested too deep"):
        store.create("me", "mecha-mettle", {"x": deep}, "pack")
    store.close()
