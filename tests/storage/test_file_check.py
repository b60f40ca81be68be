"""The quick check of a SQLite file: nothing is saved in a damaged one, whenever it was damaged."""

import random
import sqlite3
import threading
from contextlib import closing

import pytest

from companion.storage import file_check
from companion.storage.file_check import DamagedFile, quick_check, watch
from companion.storage.store import Store
from companion.web import create_app

pytestmark = pytest.mark.sqlite
DRAFT = {"title": "Mine", "seat": "2"}
SENTENCE = "The database file is damaged: whoever runs this server has to restore a backup."


@pytest.fixture
def path(tmp_path):
    """Return a database file with some builds."""
    path = tmp_path / "club.sqlite3"
    with closing(Store(f"sqlite:///{path}")) as store:
        for number in range(40):
            store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": f"Build {number}", "text": "x" * 900})
    return path


def damage(path, how="page"):
    """Damage a file in the pages of the table of versions."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'versions'").fetchone()
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    at = (root - 1) * size
    data = bytearray(path.read_bytes())
    data[at : at + size] = bytes(size) if how == "zeros" else random.Random(1).randbytes(size)
    path.write_bytes(data)


@pytest.fixture
def serve(path):
    apps = []

    def start():
        apps.append(create_app(f"sqlite:///{path}", "k", RATELIMIT_ENABLED=False, WTF_CSRF_ENABLED=False))
        return apps[-1].test_client()

    yield start
    for app in apps:
        app.extensions["store"].close()


def saves(client):
    answer = client.post("/mecha-mettle/new", data=DRAFT)
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.parametrize("how", ["page", "zeros"])
def test_in_a_file_that_is_damaged_at_the_start_nothing_is_saved_and_health_says_so(path, serve, caplog, how):
    damage(path, how)
    client = serve()
    status, page = saves(client)
    assert status == 503 and SENTENCE in page and "Not saved." in page and str(path) not in page
    answer = client.get("/healthz")
    assert (answer.status_code, answer.get_json()["database"]) == (503, SENTENCE)
    assert client.get("/mecha-mettle/new").status_code == 200
    (record,) = caplog.records
    assert "`companion restore` the last backup" in record.getMessage()


def test_a_file_that_is_damaged_later_is_found_before_something_is_saved(path, serve, monkeypatch):
    client = serve()
    assert saves(client)[0] == 303
    sound = path.read_bytes()
    monkeypatch.setattr(file_check, "EVERY_SECONDS", 0)
    damage(path)
    assert client.get("/healthz").status_code == 503
    assert saves(client)[0] == 503
    client.application.extensions["store"].close()
    path.write_bytes(sound)
    assert saves(client)[0] == 303 and client.get("/healthz").status_code == 200


def test_the_file_is_not_checked_for_every_save(path, serve, monkeypatch):
    clock, checks = [1000.0], []
    monkeypatch.setattr(file_check, "monotonic", lambda: clock[0])
    monkeypatch.setattr(file_check, "quick_check", lambda _: checks.append(clock[0]) or "")
    client = serve()
    for later in (1, 14, 15.5, 16, 40):
        clock[0] = 1000 + later
        assert saves(client)[0] == 303
    assert checks == [1000.0, 1015.5, 1040.0]


def test_damage_that_a_page_meets_counts_too(path, serve):
    client = serve()
    damage(path)
    client.application.extensions["store"].close()
    with client.session_transaction() as cookie:
        cookie["owner"] = "me"
    assert client.get("/mecha-mettle/").status_code == 503
    assert saves(client)[0] == 503


def test_a_large_file_is_checked_beside_what_is_answered(path, monkeypatch):
    goes_on, checked = threading.Event(), threading.Event()

    def check(store):
        assert goes_on.wait(30)
        found = quick_check(store)
        checked.set()
        return found

    monkeypatch.setattr(file_check, "SMALL", 0)
    monkeypatch.setattr(file_check, "quick_check", check)
    damage(path)
    with closing(Store(f"sqlite:///{path}")) as store:
        watch(store)
        store.before_writing()
        goes_on.set()
        assert checked.wait(30)
        for thread in threading.enumerate():
            if thread.name == "file check":
                thread.join(30)
        with pytest.raises(DamagedFile, match="`companion restore` the last backup"):
            store.before_writing()
