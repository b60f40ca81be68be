"""`companion admin`: what is stored and removal by link, as text and as JSON."""

import pytest
from sqlalchemy import select

from companion.storage import public_pictures
from companion.storage.schema import DocumentRow
from companion.storage.store import DocumentNotFound, Store
from tests.commands import answered, refused, run

GAME = "mecha-mettle"


@pytest.fixture
def store():
    store = Store()
    yield store
    store.close()


def saved(store, owner, title, kind="build"):
    """Save a document and return its id."""
    return store.create(owner, GAME, {"title": title}, kind).id


def titles(store):
    with store.reading() as session:
        return sorted(session.scalars(select(DocumentRow.title)))


def test_what_is_stored(store):
    one = saved(store, "me", "One")
    store.save(one, {"title": "Two"})
    saved(store, "you", "Box", kind="pack")
    store.delete(one)
    public_pictures.make(store, store.get(one), {})
    answer = answered("admin")
    documents = answer["documents"]
    assert {name: documents[name] for name in ("documents", "in_trash", "versions", "bytes")} == {
        "documents": 2, "in_trash": 1, "versions": 3, "bytes": 15 + 15 + 15,
    }  # fmt: skip
    assert documents["kinds"] == [
        {"kind": "build", "game": GAME, "documents": 1, "versions": 2, "bytes": 30},
        {"kind": "pack", "game": GAME, "documents": 1, "versions": 1, "bytes": 15},
    ]
    assert answer["owners"] == {"with_documents": 2, "with_settings": 0, "with_a_key": 0}
    assert answer["public_pictures"] == 1 and answer["kept_pictures"] == {"pictures": 0, "bytes": 0}
    assert answer["database"]["bytes"] > 10_000
    text = run("admin").stdout
    assert "2 documents (1 in the trash) with 3 versions, 0.0 MB" in text and "pack, mecha-mettle: 1" in text


def test_nothing_is_stored():
    answer = answered("admin")
    assert answer["documents"]["documents"] == 0 and answer["documents"]["oldest"] is None
    assert "0 documents" in run("admin").stdout


def test_a_link_is_shown_first_and_removed_with_yes(store):
    one, two = saved(store, "me", "One"), saved(store, "me", "Two", kind="collection")
    shown = answered("admin", "remove", f"https://club.example/{GAME}/builds/{one}")
    assert not shown["removed"] and [thing["title"] for thing in shown["found"]] == ["One"]
    assert "Nothing was removed" in run("admin", "remove", one).stdout and titles(store) == ["One", "Two"]
    assert answered("admin", "remove", one, "--yes")["removed"] and titles(store) == ["Two"]
    assert "Removed for good" in run("admin", "remove", two, "--yes").stdout and titles(store) == []
    with pytest.raises(DocumentNotFound):
        store.get(one)


def test_a_link_to_two_things_removes_neither(store):
    link = f"/{GAME}/compare?one={saved(store, 'me', 'One')}&other={saved(store, 'me', 'Two')}"
    assert len(answered("admin", "remove", link)["found"]) == 2
    assert "found 2 things" in refused("admin", "remove", link, "--yes") and titles(store) == ["One", "Two"]


def test_a_link_to_nothing_is_a_sentence():
    assert "a link to a build, a card pack or a public picture" in refused("admin", "remove", "https://example.org/")
