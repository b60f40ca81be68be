"""What is kept at each limit and one past it: sizes, lengths, ages, tries."""

import os
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace

import pytest
from sqlalchemy import event

from companion.base.findings import InvalidInput
from companion.printing.sheets.printers import Printer, Readings
from companion.storage import (
    backup_models,
    backup_tables,
    decode,
    document_links,
    library,
    owner_file,
    owners,
    pictures,
    printers,
    public_pictures,
    restore,
    snapshots,
    table_links,
    tables,
)
from companion.storage import store as store_module
from companion.storage.backup_models import read_document
from companion.storage.backup_tables import BackupLinks, BackupOwner, BackupPictures, BackupTableLink
from companion.storage.config import FolderError, StorageError, data_folder, database_url, secret_key
from companion.storage.store import DocumentLinks, DocumentNotFound, Store, VersionConflict, refuse_large

DOCUMENT = {"game": "mecha-mettle", "title": "One"}
TIME = "2026-11-22T19:30:00.123456+00:00"
VERSION = {"number": 1, "saved": TIME, "data": {}}
KEPT = {
    "id": "a" * 32, "owner": "me", "game": "g", "title": "", "current": 1, "changed": TIME, "versions": [VERSION],
}  # fmt: skip


def anything(game, kind, data):
    """Read whatever there is."""


@pytest.mark.parametrize(
    ("field", "fine", "past"),
    [
        ("id", "a" * 20, "a" * 19),
        ("id", "a" * 43, "a" * 44),
        ("owner", "o" * 64, "o" * 65),
        ("game", "g" * 40, "g" * 41),
        ("title", "t" * 200, "t" * 201),
        ("changed", TIME, TIME + "0"),
        ("deleted", TIME, TIME + "0"),
        ("current", 1, 0),
        ("current", 1, 2**63),
        ("game", "mecha-mettle", "mecha\0mettle"),
        ("owner", "me", "m\0"),
        ("versions", [VERSION], []),
        ("versions", [VERSION], [{**VERSION, "number": 0}]),
        ("versions", [{**VERSION, "data": {"a": None}}], [{**VERSION, "saved": "yesterday"}]),
        ("versions", [VERSION, {**VERSION, "number": 2}], [VERSION, VERSION]),
    ],
)
def test_a_backup_is_read_at_the_limit_and_refused_past_it(field, fine, past):
    assert read_document({**KEPT, field: fine}, anything)[0].owner
    with pytest.raises(InvalidInput, match=field):
        read_document({**KEPT, field: past}, anything)


def test_a_document_may_have_a_million_characters_of_json(store):
    """The key, its quotes, the colon and the braces take twelve."""
    refuse_large({"title": "x" * 999_988})
    with pytest.raises(InvalidInput, match="found 1,000,001 characters, expected at most 1,000,000"):
        refuse_large({"title": "x" * 999_989})


def test_a_title_is_listed_by_its_first_two_hundred_characters(store):
    made = store.create("me", "mecha-mettle", {"title": "t" * 201})
    assert made.title == "t" * 200 and made.data["title"] == "t" * 201
    assert store.create("me", "mecha-mettle", {}).title == ""


def test_versions_are_numbered_from_one_to_the_newest(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    assert store.get(made.id, 1).version == 1
    for number in (-1, 0, 2, 2**31, -(2**31), 2**70):
        with pytest.raises(DocumentNotFound):
            store.get(made.id, number)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE versions SET number = {2**31 - 1}")
    assert store.get(made.id, 2**31 - 1).version == 2**31 - 1


@pytest.mark.parametrize(("meetings", "kept"), [(19, True), (20, False)])
def test_a_save_that_meets_others_is_tried_twenty_times(store, monkeypatch, meetings, kept):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    write, met = store._next, []

    def meet(*arguments):
        met.append(arguments)
        return len(met) > meetings and write(*arguments)

    monkeypatch.setattr(store, "_next", meet)
    if kept:
        assert store.save(made.id, {"title": "Two"}).version == 2
    else:
        with pytest.raises(StorageError, match="too many places at once"):
            store.save(made.id, {"title": "Two"})
    assert len(met) == 20


def test_saving_what_was_deleted_brings_it_back(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    store.delete(made.id)
    assert store.get(made.id).deleted
    again = store.save(made.id, DOCUMENT)
    assert (again.version, again.deleted) == (2, False)
    assert [document.id for document in store.list("me")] == [made.id]


def test_lists_keep_games_kinds_and_owners_apart(store):
    build = store.create("me", "mecha-mettle", DOCUMENT)
    pack = store.create("me", "mecha-mettle", DOCUMENT, "pack")
    assert [document.id for document in store.list("me", "mecha-mettle")] == [build.id]
    assert [document.id for document in store.list("me", "mecha-mettle", kind="pack")] == [pack.id]
    assert (pack.kind, pack.title, pack.version) == ("pack", "One", 1)


def test_another_title_is_a_version(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    renamed = store.save(made, {**DOCUMENT, "title": "Two"}, made.version)
    assert (renamed.version, renamed.current, renamed.title) == (2, 2, "Two")


def test_a_save_returns_what_the_next_read_does_and_reads_a_document_that_was_read_no_more(store):
    made = store.create("me", "mecha-mettle", DOCUMENT)
    selects = []

    def note(connection, cursor, statement, *_):
        selects.append(statement) if statement.startswith("SELECT") and "versions.data" in statement else None

    event.listen(store.engine, "before_cursor_execute", note)
    saved = store.save(made, {**DOCUMENT, "title": "Two", "list": [1, (2, 3)]}, made.version)
    assert selects == []
    assert saved == store.get(made.id)


@pytest.mark.parametrize(
    ("row", "given"),
    [
        (BackupPictures, {"name": "n" * 20, "number": 1, "asked": {}, "made": TIME}),
        (BackupLinks, {}),
        (BackupTableLink, {"kind": "watch", "renewals": 0}),
    ],
)
def test_rows_beside_a_document_name_it_by_an_id_of_at_most_43_letters(row, given):
    assert row.model_validate({"document_id": "a" * 43, **given}).document_id == "a" * 43
    with pytest.raises(ValueError, match="43 characters"):
        row.model_validate({"document_id": "a" * 44, **given})


def test_what_an_older_backup_does_not_say_was_never_done():
    assert BackupOwner.model_validate({"name": "me", "belongings": {}}).renewals == 0
    links = BackupLinks.model_validate({"document_id": "a"})
    assert (links.view, links.edit, links.open) == (0, 0, 0)
    assert backup_models.BackupVersion.model_validate(VERSION).shared == 0
    table = backup_models.BackupTable.model_validate({"seeds": ["00" * 32]})
    assert (table.ended, table.rewritten) == (0, 0)


def test_who_has_nothing_has_no_pages_no_links_and_renewed_nothing(store):
    page = library.LibraryPage()
    assert (page.total, page.page, page.pages) == (0, 1, 1)
    assert DocumentLinks() == DocumentLinks(0, 0, False)
    found, followed = owners.find(store, "nobody")
    assert (found.name, found.renewals, followed) == ("nobody", 0, 0)


def test_a_save_of_an_earlier_version_as_it_was_read_follows_the_newest(store):
    first = store.create("me", "mecha-mettle", DOCUMENT)
    store.save(first, {**DOCUMENT, "title": "Two"})
    with pytest.raises(VersionConflict) as caught:
        store.save(first, {**DOCUMENT, "title": "Three"}, first.version)
    assert (caught.value.newest.version, caught.value.newest.title) == (2, "Two")
    assert store.save(store.get(first.id, 1), DOCUMENT).version == 3


NOW = 1_700_000_000


def picture(folder, name, age):
    path = folder / (name * 64)
    path.write_bytes(b"old")
    os.utime(path, (NOW - age, NOW - age))
    return path


def test_of_one_owner_all_pictures_are_removed_and_of_others_none():
    mine, other = pictures.keep(b"first", "me"), pictures.keep(b"first", "other")
    assert pictures.remove_all("me") == 1 and pictures.find(other) == b"first"
    with pytest.raises(FileNotFoundError):
        pictures.find(mine)


def test_pictures_are_kept_for_seven_days(monkeypatch):
    monkeypatch.setattr(pictures, "time", SimpleNamespace(time=lambda: float(NOW)))
    key = pictures.keep(b"first")
    folder = data_folder() / "pictures"
    week, older = picture(folder, "a", 7 * 86_400), picture(folder, "b", 7 * 86_400 + 1)
    assert pictures.keep(b"first") == key
    assert week.exists() and not older.exists()
    assert pictures.find(key) == b"first"


def test_a_part_of_a_picture_is_left_behind_after_an_hour(monkeypatch):
    monkeypatch.setattr(pictures, "time", SimpleNamespace(time=lambda: float(NOW)))
    pictures.keep(b"first")
    parts = [picture(data_folder() / "pictures", name, age) for name, age in (("x", 3_600), ("y", 3_601))]
    pictures.keep(b"second")
    assert [part.exists() for part in parts] == [True, False]


def test_two_thousand_pictures_are_kept_and_the_oldest_goes_first(monkeypatch):
    monkeypatch.setattr(pictures, "time", SimpleNamespace(time=lambda: float(NOW)))
    folder = data_folder() / "pictures"
    folder.mkdir()
    oldest = picture(folder, "f", 60)
    for number in range(1998):
        (folder / f"{number:064x}").touch()
    pictures.keep(b"two thousandth")
    assert oldest.exists() and len(list(folder.iterdir())) == 2000
    pictures.keep(b"one more")
    assert not oldest.exists() and len(list(folder.iterdir())) == 2000


@pytest.mark.parametrize("key", ["", "a" * 63, "a" * 65, "../secret-key", "A" * 64, "a" * 64])
def test_a_key_that_leads_to_no_picture(key):
    with pytest.raises(FileNotFoundError):
        pictures.find(key)


def test_the_key_may_be_named(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "named")
    assert secret_key() == "named" and not (data_folder() / "secret-key").exists()


@pytest.mark.sqlite
def test_the_database_lies_in_the_data_folder_unless_named(tmp_path, monkeypatch):
    assert database_url(tmp_path) == f"sqlite:///{tmp_path}/companion.sqlite3"
    assert database_url() == f"sqlite:///{data_folder()}/companion.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///here")
    assert database_url(tmp_path) == "sqlite:///here"


def test_printers_are_kept_by_name_whatever_its_letters():
    first, second = Printer("Office", Readings(across=99)), Printer("Attic", Readings(back_down=1.5))
    printers.save_printer(first)
    printers.save_printer(second)
    assert printers.load_printers() == {"Attic": second, "Office": first}
    printers.save_printer(Printer("OFFICE", Readings(across=101)))
    found = printers.load_printers()
    assert sorted(found) == ["Attic", "OFFICE"] and found["OFFICE"].readings.across == 101
    assert printers.find_printer("office", found) == found["OFFICE"] and printers.find_printer("cellar", found) is None


def test_no_printers_are_kept_at_first_and_a_broken_file_is_named():
    assert printers.load_printers() == {}
    printers.printers_file().write_text("[]", "utf-8")
    with pytest.raises(InvalidInput, match="calibrate again"):
        printers.load_printers()


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("postgres://me@db/club", "postgresql+psycopg://me@db/club"),
        ("postgresql://me@db/club", "postgresql+psycopg://me@db/club"),
        ("postgresql+asyncpg://me@db/club", "postgresql+asyncpg://me@db/club"),
        ("sqlite:///here", "sqlite:///here"),
    ],
)
def test_addresses_of_postgresql_name_its_driver(monkeypatch, named, meant):
    monkeypatch.setenv("DATABASE_URL", named)
    assert database_url() == meant


def test_a_driver_that_is_missing_is_named_with_how_to_install_it():
    with pytest.raises(StorageError, match="needs a driver.*pip install"):
        Store("postgresql+pg8000://me@db/club")


def test_an_id_with_a_nul_names_no_document(store):
    with pytest.raises(DocumentNotFound):
        store.get("a\0b")


def own_pictures(owner):
    """Return the first bytes of the pictures kept for an owner, newest first."""
    mark = pictures.keep(b"", owner)[65:]
    return [kept.path.read_bytes().decode() for kept in pictures.list_kept() if kept.owner == mark and kept.size]


def keep_at(monkeypatch, moment, data, owner):
    monkeypatch.setattr(pictures, "time", SimpleNamespace(time=lambda: float(moment)))
    key = pictures.keep(data.encode(), owner)
    os.utime(data_folder() / "pictures" / key, (moment, moment))
    pictures.keep(b"", "somebody")
    return key


def test_of_one_owner_the_oldest_pictures_go_first(monkeypatch):
    monkeypatch.setattr(pictures, "MOST_OF_ONE", 3)
    for moment, name in enumerate(("a1", "a2", "a3", "a4"), NOW):
        keep_at(monkeypatch, moment, name, "a")
    keep_at(monkeypatch, NOW - 9, "b1", "b")
    assert own_pictures("b") == ["b1"]
    assert own_pictures("a") == ["a4", "a3"], "the empty one is its newest"


def test_of_one_owner_so_many_bytes_are_kept(monkeypatch):
    monkeypatch.setattr(pictures, "BYTES_OF_ONE", 10)
    for moment, name in enumerate(("aaaa1", "aaaa2", "aaaa3"), NOW):
        keep_at(monkeypatch, moment, name, "a")
    assert own_pictures("a") == ["aaaa3", "aaaa2"]


@pytest.mark.parametrize(("limit", "most"), [("MOST", 5), ("MOST_BYTES", 9)])
def test_where_all_are_too_many_those_of_whoever_has_most_go_first(monkeypatch, limit, most):
    monkeypatch.setattr(pictures, limit, most)
    keep_at(monkeypatch, NOW - 90, "old", "b")
    for moment, name in enumerate(("a1", "a2", "a3", "a4"), NOW):
        keep_at(monkeypatch, moment, name, "a")
    assert own_pictures("b") == ["old"]
    assert own_pictures("a")[0] == "a4" and len(own_pictures("a")) < 4


def test_an_owner_of_nothing_has_stored_nothing(store):
    assert library.measure_owner(store, "nobody") == library.StoredAmount({}, 0, 0, 0)


def test_what_databases_give_where_there_is_no_time_and_no_number():
    beginning = datetime(1970, 1, 1, tzinfo=UTC)
    assert [decode.stored_time(text) for text in ("yesterday", None, b"", "1970-01-01")] == [beginning] * 4
    assert [decode.version_number(value) for value in (3, "3", None)] == [3, 0, 0]
    assert [decode.whole_number(value) for value in (None, Decimal("3"), 3)] == [0, 3, 3]


@pytest.mark.sqlite
def test_before_a_migration_nothing_is_copied_of_what_is_no_file(tmp_path):
    missing = tmp_path / "missing.sqlite3"
    assert snapshots.before_migration(3, f"sqlite:///{missing}") is None and not missing.exists()
    assert snapshots.before_migration(3, f"postgresql://me@db/{missing}") is None and not missing.exists()
    missing.write_bytes(b"no database")
    assert snapshots.before_migration(3, f"postgresql://me@db/{missing}") is None


def test_a_database_that_cannot_be_used_is_a_service_unavailable():
    """503 in HTTP; only what asks for too much has another status (RFC 9110: 409 conflict, 413 content too large)."""
    assert StorageError("x").status == FolderError(data_folder(), "x").status == 503


def test_the_limits_that_other_tests_name_or_lower():
    """What the README, hosting.md, the pages and the messages say of them."""
    assert (pictures.DAYS, pictures.MOST, pictures.MOST_BYTES) == (7, 2_000, 500_000_000)
    assert (pictures.MOST_OF_ONE, pictures.BYTES_OF_ONE, pictures.LEFT_BEHIND) == (650, 250_000_000, 3_600)
    assert (public_pictures.MOST, public_pictures.MOST_OF_ONE) == (500, 10_000)
    assert (library.PER_PAGE, library.MOST_TAGS, library.LONGEST_TAG) == (48, 12, 30)
    assert (library.MOST_CHOSEN, library.LONGEST_SEARCH) == (500, 100)
    assert (table_links.CODE_LENGTH, table_links.CODE_SECONDS, document_links.MARK_LENGTH) == (6, 900, 22)
    assert (tables.LARGEST_EVENT, tables.LARGEST_TABLE, tables.LARGEST_STATE) == (50_000, 8_000_000, 1_000_000)
    assert (tables.STATES, tables.STATE_EVERY, tables.LONGEST_KEY) == (3, 100, 64)
    assert snapshots.SECONDS == 24 * 3_600
    assert (store_module.LARGEST, store_module.LARGEST_NUMBER, store_module.TRIES) == (1_000_000, 2_147_483_647, 20)
    assert (backup_models.MOST_VERSIONS, backup_models.LARGEST_LINE) == (100_000, 536_870_912)
    assert (backup_models.LARGEST_FILE, backup_tables.MOST_BAD, restore.MOST_BAD) == (1_048_576, 1_000, 1_000)
    assert (owner_file.PART, owner_file.LARGEST_LINE, owner_file.MOST_BAD) == (4_000_000, 16_000_000, 1_000)
