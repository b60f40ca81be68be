"""Damaged documents: what doctor, backup, verify, restore and the page answer; none approves what another refuses."""

import json
from dataclasses import dataclass

import pytest

from companion.base.findings import InvalidInput
from companion.storage import health
from companion.storage.backup import backup
from companion.storage.config import StorageError
from companion.storage.restore import restore, verify_backup
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored
from tests.apps import empty_database, lent


@dataclass(frozen=True)
class Damage:
    """Statements that damage a database of one build, and what is said of it."""

    statements: tuple[str, ...]
    doctor: str
    refused: str = ""
    """Why restore leaves it out, and so what verify does not approve; empty where it comes back as it was."""
    page: int = 200
    shows: str = "Fine"
    repaired: bool = False


UNKNOWN = json.dumps({"game": "mecha-mettle", "title": "Fine", "surprise": 1})
ORPHAN = "INSERT INTO versions (document_id, number, saved, data) VALUES ('gone', 1, '2026-11-22T19:30:00+00:00', '{}')"
DAMAGES = {
    "an unknown key": Damage((f"UPDATE versions SET data = '{UNKNOWN}'",), "surprise", "surprise"),
    "an unknown kind": Damage(
        ("UPDATE documents SET kind = 'zebra'",), "kind: found 'zebra'", "kind: found 'zebra'", 404
    ),
    "a version dated yesterday": Damage(
        ("UPDATE versions SET saved = 'yesterday'",), "a time such as", "a time such as"
    ),
    "a title that differs": Damage(
        ("UPDATE documents SET title = 'Another'",), "lists call it 'Another': doctor --repair", repaired=True
    ),
    "a text that is not JSON": Damage(
        ("UPDATE versions SET data = '{'",), "The stored text is not complete JSON.", "expected a table", 422, "damaged"
    ),
    "an owner of raw bytes": Damage(
        ("UPDATE documents SET owner = x'ff00'",), "its owner is stored as bytes", "this has half of one"
    ),
    "a title of readable bytes": Damage(
        ("UPDATE documents SET title = x'46696e65'",), "its title is stored as bytes", repaired=True
    ),
    "a version of no document": Damage(
        ("PRAGMA foreign_keys = OFF", ORPHAN, "PRAGMA foreign_keys = ON"), "version 1 of gone: its document is gone"
    ),
}
SQLITE_ALONE = ("an owner of raw bytes", "a title of readable bytes", "a version of no document")
CASES = [pytest.param(name, marks=[pytest.mark.sqlite] * (name in SQLITE_ALONE)) for name in DAMAGES]


@pytest.fixture
def app(tmp_path):
    with lent(empty_database(tmp_path / "here.db"), TESTING=True, RATELIMIT_ENABLED=False) as app:
        yield app


@pytest.fixture
def store(app):
    return app.extensions["store"]


def damaged(store, name):
    """Return the id of a build that has the damage."""
    made = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Fine"})
    with store.engine.connect() as connection:
        for statement in DAMAGES[name].statements:
            connection.exec_driver_sql(statement)
            connection.commit()
    return made.id


def doctored(store):
    return health.check_documents(store, read_stored).problems


@pytest.mark.parametrize("name", CASES)
def test_the_doctor_tells_it_once(store, name):
    damaged(store, name)
    assert len(doctored(store)) == 1 and DAMAGES[name].doctor in doctored(store)[0]


@pytest.mark.parametrize("name", CASES)
def test_a_backup_has_it_and_verify_and_restore_agree(store, tmp_path, name):
    made, path = damaged(store, name), tmp_path / "all.zip"
    contents, there = backup(store, path), Store(empty_database(tmp_path / "there.db"))
    assert contents.documents == 1
    if not (refused := DAMAGES[name].refused):
        verify_backup(path, contents.digest, read_stored)
        assert restore(there, path, read_stored).restored == 1 and there.get(made).data["title"] == "Fine"
    else:
        with pytest.raises(StorageError, match="doctor"):
            verify_backup(path, contents.digest, read_stored)
        with pytest.raises(InvalidInput, match=refused):
            restore(there, path, read_stored)
        assert restore(there, path, read_stored, skip_bad=True).restored == 0
    there.close()


@pytest.mark.parametrize("name", CASES)
def test_its_page_answers(app, store, name):
    made, expected = damaged(store, name), DAMAGES[name]
    with store.engine.begin() as connection:  # as an earlier release left it: shown to whoever knows its address
        connection.exec_driver_sql(f"INSERT INTO links (document_id, view, edit, open) VALUES ('{made}', 0, 0, 1)")
    answer = app.test_client().get(f"/mecha-mettle/builds/{made}")
    assert answer.status_code == expected.page
    assert expected.page == 404 or expected.shows in answer.get_data(as_text=True)


@pytest.mark.parametrize("name", CASES)
def test_what_can_be_repaired_without_loss_is(store, name):
    damaged(store, name)
    before = doctored(store)
    assert health.repair(store) == (1 if DAMAGES[name].repaired else 0)
    assert doctored(store) == (() if DAMAGES[name].repaired else before)


def test_an_owner_whose_row_no_backup_can_restore_is_told_without_its_name(store):
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO owners (name, belongings, renewals, \"key\") VALUES ('secret name', '{}', 0, 'not a hash')"
        )
    count, wrong = health.check_owners(store)
    assert (count, len(wrong)) == (1, 1) and "key cannot be restored" in wrong[0] and "secret" not in wrong[0]


def test_public_pictures_that_no_backup_can_restore_are_told(store):
    made = store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": "Fine"})
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO public_pictures (name, document_id, number, asked, made)"
            f" VALUES ('{'p' * 32}', '{made.id}', 1, '{{}}', 'yesterday')"
        )
    count, wrong = health.check_public_pictures(store)
    assert (count, len(wrong)) == (1, 1) and "made cannot be restored" in wrong[0]
