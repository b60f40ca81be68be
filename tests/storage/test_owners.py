"""Owners, their keys and public names: changed at once by many, backed up, restored without trust, looked at by the doctor."""

import json
import threading

import pytest

from companion.base.findings import InvalidInput
from companion.storage import health, owners, public_pictures
from companion.storage.backup import backup, digest
from companion.storage.backup_models import DOCUMENTS
from companion.storage.backup_tables import OWNERS, PUBLIC_PICTURES
from companion.storage.owners import Belongings
from companion.storage.restore import restore, verify_backup
from companion.storage.store import LARGEST_NUMBER, DocumentNotFound, Store
from tests import engines
from tests.apps import empty_database
from tests.archives import new_backup

KEY, OTHER_KEY = "a" * 64, "b" * 64
MINE = Belongings(
    rulings={"mechalyte": {"layout": "five-by-five"}},
    packs={"techniconica": ("x" * 32,)},
    printers={"Laser": {"left": 20.5, "flip": "short"}},
    key_declined=True,
)


def opened(path):
    return Store(empty_database(path))


def anything(game, kind, data):
    """Read every document."""


@pytest.fixture
def store(tmp_path):
    found = opened(tmp_path / "here.sqlite3")
    yield found
    found.close()


@pytest.fixture
def there(tmp_path):
    found = opened(tmp_path / "there.sqlite3")
    yield found
    found.close()


def changed(store, statement):
    """Change the database behind the store's back."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def keep(store, name, belongings=MINE):
    return owners.change(store, name, lambda _: belongings)


def test_what_is_stored_comes_back(store):
    assert owners.find(store, "me") == (owners.Owner("me"), 0)
    assert keep(store, "me").belongings == MINE
    assert owners.find(store, "me")[0].belongings == MINE


def test_changes_made_at_once_are_all_kept(store):
    def choose(number):
        owners.change(store, "me", lambda kept: Belongings(rulings={**kept.rulings, f"game-{number}": {"a": "b"}}))

    threads = [threading.Thread(target=choose, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(owners.find(store, "me")[0].belongings.rulings) == 8


def test_a_first_key_ends_nothing_and_a_renewed_one_ends_the_first(store):
    first = owners.set_key(store, "me", KEY, None)
    assert first.renewals == 0 and first.key_made
    assert owners.set_key(store, "me", OTHER_KEY, None) is None
    assert owners.find_by_key(store, KEY).name == "me"
    assert owners.set_key(store, "me", OTHER_KEY, 0).renewals == 1
    assert owners.set_key(store, "me", KEY, 0) is None
    assert owners.find_by_key(store, KEY) is None
    assert owners.find_by_key(store, OTHER_KEY).name == "me"


def joined(store):
    """Make three owners one after the other the next one; return the document of the first."""
    made = store.create("first", "mechalyte", {"title": "First"})
    keep(store, "first")
    for name, into, key in (("first", "second", KEY), ("second", "third", OTHER_KEY)):
        owners.set_key(store, into, key, None)
        owners.join(store, name, into, lambda has, brings: brings)
    return made


def test_who_became_another_twice_is_the_last(store):
    made = joined(store)
    assert store.get(made.id).owner == "third"
    assert owners.find(store, "first")[0].name == owners.find(store, "second")[0].name == "third"
    assert owners.find(store, "third")[0].belongings == MINE
    assert owners.find_by_key(store, KEY).name == "third"


@pytest.mark.parametrize(("name", "into"), [("me", "me"), ("me", "nobody"), ("me", "former")])
def test_nobody_becomes_itself_nor_one_that_is_gone(store, name, into):
    owners.set_key(store, "me", KEY, None)
    owners.set_key(store, "former", OTHER_KEY, None)
    owners.join(store, "former", "me", lambda has, brings: has)
    with pytest.raises(ValueError):
        owners.join(store, name, into, lambda has, brings: has)


def test_damaged_settings_count_as_none_and_the_doctor_says_so(store):
    keep(store, "me")
    bytes_in_text = () if engines.POSTGRES else ("x'ff00'",)  # PostgreSQL keeps no bytes in a column of text
    for damage in ("'{'", "'[1]'", "'{\"rulings\": 5}'", "7", *bytes_in_text):
        changed(store, f"UPDATE owners SET belongings = {damage}")
        assert owners.find(store, "me")[0].belongings == Belongings()
        count, wrong = health.check_owners(store)
        assert count == 1 and "settings cannot be read" in wrong[0]
    keep(store, "me")
    assert health.check_owners(store) == (1, ())


def test_the_doctor_never_says_an_owners_name(store):
    keep(store, "a-secret-name")
    changed(store, "UPDATE owners SET belongings = '[]', joined = 'another-secret-name'")
    said = " ".join(health.check_owners(store)[1])
    assert "it became an owner that is not there" in said and "secret-name" not in said


def test_documents_that_stayed_behind_are_told_and_repaired(store):
    made = joined(store)
    changed(store, "UPDATE documents SET owner = 'first'")
    assert "1 document did not follow it" in health.check_owners(store)[1][0]
    assert health.repair(store) == 1
    assert store.get(made.id).owner == "third"
    assert health.check_owners(store)[1] == ()


def test_documents_of_who_became_nobody_stay_where_they_are(store):
    made = store.create("me", "mechalyte", {"title": "Mine"})
    keep(store, "me")
    changed(store, "UPDATE owners SET joined = 'nobody'")
    assert health.repair(store) == 0
    assert store.get(made.id).owner == owners.find(store, "me")[0].name == "me"


def test_a_public_name_serves_its_version_until_it_is_withdrawn(store):
    made = store.create("me", "mechalyte", {"title": "One"})
    name = public_pictures.make(store, made, {"what": ["cards"], "dpi": "72"})
    assert public_pictures.make(store, made, {"dpi": "72", "what": ["cards"]}) == name and len(name) == 32
    later = store.save(made.id, {"title": "Two"})
    assert public_pictures.make(store, later, {"what": ["cards"], "dpi": "72"}) != name
    assert public_pictures.find(store, name).version == 1
    assert public_pictures.count(store, made.id) == public_pictures.withdraw(store, made.id) == 2
    with pytest.raises(DocumentNotFound):
        public_pictures.find(store, name)


def test_the_doctor_looks_at_public_names(store):
    made = store.create("me", "mechalyte", {"title": "One"})
    public_pictures.make(store, made, {"what": ["cards"]})
    assert health.check_public_pictures(store) == (1, ())
    changed(store, "UPDATE public_pictures SET number = 9, asked = '{'")
    count, wrong = health.check_public_pictures(store)
    assert count == 1 and "the version is gone" in wrong[0] and "cannot be read" in wrong[1]


@pytest.fixture
def filled(store):
    made = joined(store)
    public_pictures.make(store, made, {"what": ["cards"]})
    return made


def test_a_backup_brings_owners_keys_and_public_names_back(store, there, filled, tmp_path):
    path = tmp_path / "all.zip"
    contents = backup(store, path)
    assert contents.digest == digest(store)
    verify_backup(path, contents.digest, anything)
    restore(there, path, anything)
    assert digest(there) == digest(store)
    assert owners.find_by_key(there, OTHER_KEY).belongings == MINE
    assert public_pictures.count(there, filled.id) == 1


def test_a_dry_run_stores_none_of_them(store, there, filled, tmp_path):
    backup(store, tmp_path / "all.zip")
    before = digest(there)
    restore(there, tmp_path / "all.zip", anything, dry_run=True)
    assert digest(there) == before


def test_what_is_stored_already_is_not_overwritten(store, there, filled, tmp_path):
    backup(store, tmp_path / "all.zip")
    keep(there, "third", Belongings())
    owners.set_key(there, "somebody", OTHER_KEY, None)
    restore(there, tmp_path / "all.zip", anything)
    assert owners.find(there, "third")[0] == owners.Owner("third")
    assert owners.find_by_key(there, OTHER_KEY).name == "somebody"


def test_a_backup_from_before_a_key_was_entered_follows_the_owner(store, tmp_path):
    made = store.create("first", "mechalyte", {"title": "First"})
    backup(store, tmp_path / "before.zip")
    owners.set_key(store, "second", KEY, None)
    owners.join(store, "first", "second", lambda has, brings: has)
    changed(store, "DELETE FROM versions")
    changed(store, "DELETE FROM documents")
    restore(store, tmp_path / "before.zip", anything)
    assert store.get(made.id).owner == "second"


GOOD_OWNER = {"name": "me", "belongings": {}, "key": None, "key_made": None, "renewals": 0, "joined": None}
TIME = "2026-11-22T19:30:00+00:00"
GOOD_NAME = {"name": "n" * 32, "document_id": "d" * 32, "number": 1, "asked": {"what": ["a"]}, "made": TIME}


@pytest.mark.parametrize(
    ("member", "lines"),
    [
        (OWNERS, ["{"]),
        (OWNERS, ["[]"]),
        (OWNERS, [GOOD_OWNER | {"belongings": [1]}]),
        (OWNERS, [GOOD_OWNER | {"belongings": {"rulings": 5}}]),
        (OWNERS, [GOOD_OWNER | {"belongings": {"packs": {"a": {"b": "c"}}}}]),
        (OWNERS, [GOOD_OWNER | {"belongings": {"other": "x" * 1_100_000}}]),
        (OWNERS, [GOOD_OWNER | {"name": ""}]),
        (OWNERS, [GOOD_OWNER | {"name": "a\0b"}]),
        (OWNERS, [GOOD_OWNER | {"key": "zoo"}]),
        (OWNERS, [GOOD_OWNER | {"key_made": "yesterday"}]),
        (OWNERS, [GOOD_OWNER | {"renewals": 2**63}]),
        (OWNERS, [GOOD_OWNER | {"strange": 1}]),
        (OWNERS, [GOOD_OWNER, GOOD_OWNER]),
        (OWNERS, [GOOD_OWNER | {"key": KEY}, GOOD_OWNER | {"name": "you", "key": KEY}]),
        (PUBLIC_PICTURES, [GOOD_NAME | {"name": "../../etc"}]),
        (PUBLIC_PICTURES, [GOOD_NAME | {"number": 0}]),
        (PUBLIC_PICTURES, [GOOD_NAME | {"asked": {"what": 5}}]),
        (PUBLIC_PICTURES, [GOOD_NAME | {"made": 7}]),
        (PUBLIC_PICTURES, [GOOD_NAME, GOOD_NAME]),
        (PUBLIC_PICTURES, ['{"name": "\\ud800"}']),
    ],
)
def test_nothing_in_a_backup_is_trusted(there, tmp_path, member, lines):
    path = tmp_path / "hostile.zip"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    with new_backup(path) as archive:
        archive.writestr(DOCUMENTS, "")
        archive.writestr(member, text)
    before = digest(there)
    with pytest.raises(InvalidInput) as told:
        restore(there, path, anything)
    assert member in str(told.value)
    assert digest(there) == before
    restore(there, path, anything, skip_bad=True)
    assert health.check_owners(there)[1] == ()
    assert health.check_public_pictures(there)[1] == ()


def test_a_public_name_of_no_document_is_left_out(there, tmp_path):
    path = tmp_path / "odd.zip"
    with new_backup(path) as archive:
        archive.writestr(DOCUMENTS, "")
        archive.writestr(PUBLIC_PICTURES, json.dumps(GOOD_NAME))
    restore(there, path, anything)
    assert health.check_public_pictures(there) == (0, ())


def test_a_key_is_renewed_up_to_the_largest_number(store):
    owners.set_key(store, "me", KEY, None)
    changed(store, f"UPDATE owners SET renewals = {LARGEST_NUMBER - 1}")
    assert owners.set_key(store, "me", OTHER_KEY, -1) is None
    assert owners.set_key(store, "me", OTHER_KEY, LARGEST_NUMBER - 1).renewals == LARGEST_NUMBER
    assert owners.set_key(store, "me", KEY, LARGEST_NUMBER) is None
