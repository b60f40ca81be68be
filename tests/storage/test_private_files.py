"""The database, what SQLite writes beside it, and backups: only their owner may read them."""

import os
import stat

import pytest

from companion.storage import private_files, snapshots
from companion.storage.store import Store

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes"),
]


@pytest.fixture(autouse=True)
def open_handed():
    """Let new files be readable and writable for everybody, as some systems have it."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def saved(path):
    store = Store(f"sqlite:///{path}")
    store.create("me", "mecha-mettle", {"title": "One"})
    return store


def test_a_new_database_is_private(tmp_path):
    store = saved(tmp_path / "new.sqlite3")
    with store.engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1 FROM documents").all()
        assert modes(tmp_path) == dict.fromkeys(("new.sqlite3", "new.sqlite3-wal", "new.sqlite3-shm"), 0o600)
    store.close()


def test_one_with_wider_rights_becomes_private(tmp_path):
    first = saved(tmp_path / "old.sqlite3")
    with first.engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1 FROM documents").all()
        for path in tmp_path.iterdir():
            path.chmod(0o664)
        Store(f"sqlite:///{tmp_path / 'old.sqlite3'}").close()
        assert set(modes(tmp_path).values()) == {0o600} and len(modes(tmp_path)) == 3
    first.close()


def test_one_that_its_owner_may_only_read_is_not_made_writable(tmp_path):
    path = tmp_path / "one.sqlite3"
    path.touch()
    path.chmod(0o444)
    private_files.make_database(str(path))
    assert modes(tmp_path) == {"one.sqlite3": 0o400}


def test_rotating_backups_become_private_and_their_folder_too(tmp_path):
    store = saved(tmp_path / "one.sqlite3")
    old = snapshots.folder() / "companion-20200101T000000000000Z.zip"
    copy = snapshots.folder() / "before-migration-20200101T000000000000Z-0001.sqlite3"
    for path in (old, copy):
        path.touch(0o666)
    snapshots.folder().chmod(0o755)
    snapshots.keep(store, 5)
    store.close()
    assert set(modes(snapshots.folder()).values()) == {0o600} and len(modes(snapshots.folder())) == 3
    assert stat.S_IMODE(snapshots.folder().stat().st_mode) == 0o700


def test_a_database_in_memory_makes_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("", ":memory:", "file:one?mode=memory"):
        private_files.make_database(name)
    assert list(tmp_path.iterdir()) == []
