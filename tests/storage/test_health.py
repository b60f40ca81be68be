"""What the doctor looks at: lost versions, wrong numbers, unreadable documents; and what it repairs without loss."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion.base.findings import InputError, InvalidInput
from companion.storage import stored_shapes
from companion.storage.backup import backup
from companion.storage.config import StorageError
from companion.storage.health import Report, check_documents, check_file, repair
from companion.storage.store import Store
from tests.apps import empty_database

FINE = {"title": "One"}


@pytest.fixture
def store(tmp_path):
    store = Store(empty_database(tmp_path / "x.sqlite3"))
    yield store
    store.close()


def reads(game, kind, data):
    if data.get("title") == "Bad":
        raise InvalidInput(InputError("title", "'Bad'", "another one"), InputError("x", "1", "2"))


def does(store, statement):
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def wrong(store):
    return check_documents(store, reads).problems


def test_a_sound_database_is_counted(store):
    made = store.create("me", "mecha-mettle", FINE)
    store.save(made.id, {"title": "Two"})
    assert check_documents(store, reads) == Report(1, 2, ())
    looked = {"sqlite": "PRAGMA integrity_check: ok", "postgresql": "the database server looks after its own files"}
    assert check_file(store) == looked[store.engine.dialect.name]


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM versions", "all of its versions are gone"),
        ("DELETE FROM versions WHERE number = 3", "version 3 is called its newest, and version 2 is: doctor --repair"),
        ("DELETE FROM versions WHERE number = 2", "it has 2 versions of 3: some are gone"),
        ("UPDATE documents SET current = 2", "version 2 is called its newest, and version 3 is"),
        ("UPDATE versions SET data = '{' WHERE number = 3", "The stored text is not complete JSON."),
        ("UPDATE versions SET data = '[]' WHERE number = 3", "but not a document"),
        ('UPDATE versions SET data = \'{"title": "Bad"}\' WHERE number = 3', "expected another one. And 1 error more."),
    ],
)
def test_what_is_wrong_with_a_document_is_told(store, statement, says):
    made = store.create("me", "mecha-mettle", FINE)
    for title in ("Two", "Three"):
        store.save(made.id, {"title": title})
    does(store, statement)
    assert len(wrong(store)) == 1 and says in wrong(store)[0] and made.id in wrong(store)[0]


def test_a_document_behind_its_last_version_is_repaired_and_can_be_saved(store):
    made = store.create("me", "mecha-mettle", FINE)
    store.save(made.id, {"title": "Two"})
    does(store, "UPDATE documents SET current = 1")
    assert store.save(made.id, {"title": "Three"}).version == 3
    does(store, "UPDATE documents SET current = 1")
    assert repair(store) == 1 and repair(store) == 0
    assert wrong(store) == () and store.get(made.id).title == "Three"


@pytest.mark.sqlite
def test_an_id_with_a_damaged_byte_is_told_backed_up_and_left_alone_by_a_repair(store, tmp_path):
    kept, damaged = store.create("me", "mecha-mettle", FINE), store.create("me", "mecha-mettle", {"title": "Lost"})
    with store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        for table, column in (("documents", "id"), ("versions", "document_id")):
            broken = f"CAST(x'80' || substr({column}, 2) AS TEXT)"
            connection.exec_driver_sql(f"UPDATE {table} SET {column} = {broken} WHERE {column} = ?", (damaged.id,))
        connection.exec_driver_sql("UPDATE documents SET title = 'Another'")
    told = wrong(store)
    assert [problem for problem in told if damaged.id[1:] in problem and "all of its versions are gone" in problem]
    assert repair(store) == 1 and store.get(kept.id).title == "One"
    assert backup(store, tmp_path / "all.zip").documents == 2


def test_the_last_version_is_found_up_to_the_largest_number(store):
    made = store.create("me", "mecha-mettle", FINE)
    store.save(made.id, {"title": "Last"})
    does(store, f"UPDATE versions SET number = {2**31 - 1} WHERE number = 2")
    assert repair(store) == 1 and store.get(made.id).title == "Last"


def test_a_damaged_file_is_told(tmp_path):
    path = tmp_path / "x.sqlite3"
    store = Store(f"sqlite:///{path}")
    for number in range(200):
        store.create("me", "mecha-mettle", {"title": str(number), "text": "x" * 3000})
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[40 * 4096 : 60 * 4096] = b"\xff" * 20 * 4096
    path.write_bytes(data)
    store = Store(f"sqlite:///{path}")
    with pytest.raises(StorageError, match="restore the last backup"):
        check_file(store)
    store.close()


def test_a_file_that_is_no_database_is_a_sentence(tmp_path):
    path = tmp_path / "x.sqlite3"
    path.write_bytes(b"This is a shopping list, and not a database at all." * 50)
    with pytest.raises(StorageError, match="cannot be opened: file is not a database"):
        Store(f"sqlite:///{path}")


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("pack", {"module": 5}),
        ("pack", {"module": [5]}),
        ("pack", {"title": ["x"]}),
        ("pack", {"unfinished": [{"cells": 1}]}),
        ("collection", {"owned": [1]}),
        ("collection", {"owned": {"rail-gun": "many"}}),
        ("collection", {"owned": {"rail-gun": -1}}),
        ("collection", {"owned": {"rail-gun": 1_000_001}}),
        ("pack", {"title": "x" * 2_001}),
        ("house-rules", {"rulings": {}}),
        ("house-rules", {"title": "T", "rulings": {"halved-speed": 1}}),
        ("house-rules", {"title": "T", "limits": []}),
        ("house-rules", {"title": "T", "pack": [{"module": 5}]}),
    ],
)
def test_a_document_without_the_shape_of_its_kind_is_damaged_and_nothing_of_it_is_used(store, kind, data):
    made = store.create("me", "mecha-mettle", data, kind)
    assert made.damage and made.data == {}
    assert store.list("me", kind=kind)[0].damage == made.damage
    assert json.loads(store.text(made.id)) == data


def test_the_first_place_of_another_shape_is_named():
    assert stored_shapes.damage("pack", {"title": 1, "key": 2}) == "title is not what a pack has there."
    rules = {"title": "T", "pack": [{"title": 1}], "limits": []}
    assert stored_shapes.damage("house-rules", rules) == "limits is not what a set of house rules has there."


@pytest.mark.parametrize(("kind", "data"), [("collection", {"owned": {"a": 0, "b": 10**6}}), ("pack", {"title": "x" * 2_000})])  # fmt: skip
def test_what_is_at_a_limit_of_its_kind_is_not_damaged(kind, data):
    assert stored_shapes.damage(kind, data) == ""


def test_packs_and_collections_of_the_right_shape_are_not_damaged():
    pack = {
        "game": "x",
        "kind": "pack",
        "title": "T",
        "key": "k",
        "module": [{"id": "a"}],
        "unfinished": [{"kind": "module", "cells": {"Name": ""}}],
    }
    assert stored_shapes.damage("pack", pack) == stored_shapes.damage("collection", {"owned": {"a": 0}}) == ""
    assert stored_shapes.damage("house-rules", {"title": "T", "limits": {"size": 3}, "pack": [pack]}) == ""
    assert stored_shapes.damage("build", {"anything": 5}) == ""
