"""Versions thinned out: the newest and shared ones stay, numbers stay, quotas are counted again, saves are safe."""

import threading

import pytest
from sqlalchemy import text

from companion.storage import document_links, public_pictures, removal
from companion.storage.backup import backup
from companion.storage.health import check_documents
from companion.storage.restore import restore
from companion.storage.store import DocumentNotFound, Store
from tests.apps import empty_database

GAME = "mecha-mettle"


@pytest.fixture
def made(store):
    """Return a document with five versions."""
    return saved(store, store.create("me", GAME, {"title": "1"}), 5)


def saved(store, document, last):
    for number in range(document.version + 1, last + 1):
        document = store.save(document, {"title": str(number)})
    return document


def numbers(store, document):
    return [version.number for version in reversed(store.versions(document.id))]


def counted(store):
    with store.reading() as session:
        return tuple(session.execute(text("SELECT versions, bytes FROM documents")).one())


def test_what_stays_keeps_its_numbers_and_is_counted_again(store, made):
    size = len('{"title":"1"}')
    assert counted(store) == (5, 5 * size)
    assert removal.remove_versions(store, made.id, [1, 2, 4]) == 3
    assert numbers(store, made) == [3, 5] and counted(store) == (2, 2 * size)
    assert store.get(made.id, 3).title == "3" and store.get(made.id).title == "5"
    with pytest.raises(DocumentNotFound):
        store.get(made.id, 4)
    assert saved(store, store.get(made.id), 6).version == 6


def test_the_newest_stays_whatever_is_asked(store, made):
    assert removal.remove_versions(store, made.id, range(1, 100)) == 4
    assert numbers(store, made) == [5] and store.get(made.id).title == "5"


@pytest.mark.parametrize("asked", [[], [9], [0], [5]])
def test_what_is_not_there_is_not_removed(store, made, asked):
    assert removal.remove_versions(store, made.id, asked) == 0
    assert numbers(store, made) == [1, 2, 3, 4, 5]


def test_of_another_document_nothing_is_removed(store, made):
    other = saved(store, store.create("me", GAME, {"title": "1"}), 2)
    removal.remove_versions(store, made.id, [1])
    assert numbers(store, other) == [1, 2] and removal.remove_versions(store, "nobody", [1]) == 0


def test_versions_with_public_pictures_or_a_link_stay(store, made):
    public_pictures.make(store, store.get(made.id, 2), {"what": ["cards"]})
    document_links.hand_out(store, store.get(made.id), "view")
    saved(store, store.get(made.id), 6)
    assert removal.find_shared_versions(store, made.id) == {2, 5}
    assert removal.remove_versions(store, made.id, range(1, 7)) == 3
    assert numbers(store, made) == [2, 5, 6]
    public_pictures.withdraw(store, made.id)
    assert removal.remove_versions(store, made.id, [2]) == 1


def test_a_removed_version_gets_no_public_name(store, made):
    old = store.get(made.id, 2)
    removal.remove_versions(store, made.id, [2])
    with pytest.raises(DocumentNotFound):
        public_pictures.make(store, old, {"what": ["cards"]})


def test_more_versions_than_one_statement_names(store, monkeypatch, made):
    monkeypatch.setattr(removal, "_AT_ONCE", 2)
    assert removal.remove_versions(store, made.id, [1, 2, 3, 4]) == 4 and numbers(store, made) == [5]


def test_the_doctor_finds_nothing_and_a_backup_brings_back_what_it_has(store, made, tmp_path):
    backup(store, tmp_path / "before.zip")
    removal.remove_versions(store, made.id, [2, 3])
    assert check_documents(store, lambda *_: None).problems == ()
    backup(store, tmp_path / "after.zip")
    other = Store(empty_database(tmp_path / "other.sqlite3"))
    restore(other, tmp_path / "after.zip", lambda *_: None)
    assert numbers(other, made) == [1, 4, 5] and counted(other)[0] == 3
    other.close()
    restore(store, tmp_path / "before.zip", lambda *_: None)
    assert numbers(store, made) == [1, 2, 3, 4, 5] and counted(store)[0] == 5


@pytest.mark.long
def test_saves_and_thinning_at_the_same_moment_lose_no_newest_version(store, made):
    """Whichever comes first: each save's version is there, unless it was thinned out after a later one."""
    done, wrong = threading.Event(), []

    def thin():
        while not done.is_set():
            try:
                removal.remove_versions(store, made.id, range(1, 1000))
            except Exception as error:
                wrong.append(error)

    thread = threading.Thread(target=thin)
    thread.start()
    try:
        for number in range(6, 26):
            document = store.save(made.id, {"title": str(number)})
            assert store.get(made.id).version == document.version == number
    finally:
        done.set()
        thread.join()
    assert wrong == []
    removal.remove_versions(store, made.id, range(1, 1000))
    assert numbers(store, made) == [25] and counted(store)[0] == 1
