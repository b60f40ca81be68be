"""A data folder that cannot be written: everything in it is read all the same, and nothing is written there."""

import json
import os
import shutil
import sqlite3
import zipfile
from contextlib import closing

import pytest

from companion.storage import reading_copy
from companion.storage.config import data_folder
from companion.storage.store import Store
from tests.commands import answered, refused, run

pytestmark = pytest.mark.sqlite


@pytest.fixture
def read_only(monkeypatch):
    """Make the data folder one that cannot be written."""

    def begin():
        folder, may = str(data_folder()), os.access
        monkeypatch.setattr(os, "access", lambda path, mode: not str(path).startswith(folder) and may(path, mode))

    return begin


def save(title):
    with closing(Store()) as store:
        return store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": title})


def titles(file):
    with zipfile.ZipFile(file) as archive:
        lines = [json.loads(line) for line in archive.read("documents.jsonl").splitlines()]
    return {line["title"] for line in lines}


def test_a_backup_is_made_of_it_and_everything_is_checked(tmp_path, read_only):
    save("First")
    read_only()
    before = {path.name: path.read_bytes() for path in data_folder(writing=False).iterdir()}
    assert answered("backup", tmp_path / "club.zip", "--verify")["documents"] == 1
    answer = answered("doctor", code=1)
    bad = [check["name"] for check in answer["checks"] if not check["ok"]]
    assert bad == ["data folder"]
    (place,) = [check["found"] for check in answer["checks"] if check["name"] == "database"]
    assert place.startswith("a copy of ")
    # SQLite's own log beside it is there only because whoever runs this test may write.
    assert {name: (data_folder(writing=False) / name).read_bytes() for name in before} == before


@pytest.mark.parametrize("refuses", [False, True])
def test_what_is_still_in_the_log_of_the_database_is_in_the_backup(tmp_path, monkeypatch, read_only, refuses):
    save("First")
    path, kept = data_folder() / "companion.sqlite3", tmp_path / "kept"
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("SELECT count(*) FROM documents").fetchone()
        save("Second")
        shutil.copytree(data_folder(), kept)
    assert (kept / "companion.sqlite3-wal").stat().st_size
    monkeypatch.setenv("COMPANION_DATA", str(kept))
    read_only()
    if refuses:
        connect = sqlite3.connect

        def refuse(place, *given, **named):
            if named.get("uri"):
                raise sqlite3.OperationalError("unable to open database file")
            return connect(place, *given, **named)

        monkeypatch.setattr(reading_copy.sqlite3, "connect", refuse)
    answered("backup", tmp_path / "club.zip")
    assert titles(tmp_path / "club.zip") == {"First", "Second"}


def test_nothing_is_repaired_in_a_copy_and_nothing_is_served_from_one(read_only):
    save("First")
    read_only()
    for words in (["doctor", "--repair"], ["serve", "--port", "0"], ["restore", "nothing.zip"]):
        assert "cannot be written" in (run(*words).output if words[0] == "doctor" else refused(*words))


def test_a_folder_without_a_database_is_a_sentence(read_only):
    data_folder()
    read_only()
    assert "companion.sqlite3 is not there" in refused("backup", "club.zip")
