"""Backups: what goes out comes back, garbage is refused, nothing newer is written over."""

import json
import sqlite3
import stat
import threading
import zipfile
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.findings import InvalidInput
from companion.storage import snapshots
from companion.storage.backup import backup, digest
from companion.storage.place import StorageTrouble
from companion.storage.restore import restore, verified
from companion.storage.store import Store
from companion.verbs.stored import read_stored


def opened(path):
    return Store(f"sqlite:///{path}")


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
def test_what_goes_out_comes_back(tmp_path_factory, saves):
    folder = tmp_path_factory.mktemp("backup")
    here, there = opened(folder / "here.db"), opened(folder / "there.db")
    try:
        made = here.create("me", "mecha-mettle", saves[0])
        for data in saves[1:]:
            here.save(made.id, data)
        assert backup(here, folder / "all.zip").documents == 1
        done = restore(there, folder / "all.zip")
        assert (done.restored, done.left) == (1, 0)
        assert there.versions(made.id) == here.versions(made.id)
        for version in here.versions(made.id):
            assert there.get(made.id, version.number) == here.get(made.id, version.number)
    finally:
        here.close()
        there.close()


def test_what_was_saved_since_is_not_written_over(tmp_path):
    store = opened(tmp_path / "here.db")
    made = store.create("me", "mecha-mettle", {"title": "Old"})
    backup(store, tmp_path / "all.zip")
    store.save(made.id, {"title": "New"})
    assert restore(store, tmp_path / "all.zip").left == 1
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
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("documents.jsonl", line)
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="document 1"):
        restore(store, path)
    assert store.list("me") == ()
    store.close()


def test_what_is_no_backup_is_named(tmp_path):
    (tmp_path / "bad.zip").write_text("hello")
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="companion backup"):
        restore(store, tmp_path / "bad.zip")
    store.close()


def kept(**changed):
    """Return a document as a backup has it."""
    version = {"number": 1, "saved": TIME, "data": {"game": "mecha-mettle", "title": "One"}}
    document = {"id": "a" * 32, "owner": "me", "game": "mecha-mettle", "kind": "build", "title": "One", "current": 1}
    return {**document, "changed": TIME, "versions": [version], **changed}


def written(path, *documents):
    with zipfile.ZipFile(path, "w") as archive:
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
    assert done.restored == 1 and "document 2" in str(done.bad[0])
    assert [found.id for found in store.list("me")] == ["b" * 32]
    store.close()


def test_a_document_that_is_there_twice_comes_in_once(tmp_path):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", kept(), kept(title="Two"))
    assert restore(store, path, skip_bad=True).restored == 1
    store.close()


def test_a_dry_run_reports_and_writes_nothing(tmp_path):
    store, path = opened(tmp_path / "here.db"), written(tmp_path / "bad.zip", kept(), BAD[0])
    done = restore(store, path, read_stored, tmp_path, dry_run=True)
    assert (done.restored, len(done.bad)) == (1, 1)
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
    done = restore(store, tmp_path / "all.zip", folder=there)
    assert (done.files, done.kept) == (("secret-key",), ("printers.json",))
    assert (there / "secret-key").read_text() == "k" * 64
    assert stat.S_IMODE((there / "secret-key").stat().st_mode) == 0o600
    store.close()


def test_a_backup_is_verified_by_restoring_it(tmp_path):
    store = opened(tmp_path / "here.db")
    store.create("me", "mecha-mettle", {"title": "Ünïcödé ★"})
    contents = backup(store, tmp_path / "all.zip")
    assert contents.digest == digest(store)
    verified(tmp_path / "all.zip", contents.digest)
    with pytest.raises(StorageTrouble, match="does not contain what was saved"):
        verified(written(tmp_path / "other.zip", kept()), contents.digest)
    store.close()


def test_a_backup_taken_while_others_save_is_one_moment_and_can_be_saved_to_again(tmp_path):
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
        for round_ in range(8):
            backup(store, tmp_path / f"{round_}.zip")
    finally:
        stop.set()
        for saver in savers:
            saver.join()
    store.close()
    for round_ in range(8):
        there = opened(tmp_path / f"there-{round_}.db")
        assert restore(there, tmp_path / f"{round_}.zip").restored == 40
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


def test_a_database_is_copied_before_a_migration(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    path = tmp_path / "old.sqlite3"
    assert snapshots.before_migration(3, f"sqlite:///{path}") is None
    store = opened(path)
    made = store.create("me", "mecha-mettle", {"title": "Old"})
    store.close()
    assert snapshots.before_migration(3, f"sqlite:///{path}") is None
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    copy = snapshots.before_migration(3, f"sqlite:///{path}")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT id FROM documents").fetchall() == [(made.id,)]
