"""Links to documents: handed out, renewed from many places at once, and never brought back by a restore."""

import threading
import zipfile
from collections import Counter

import pytest
from sqlalchemy import event, func, select, text, update

from companion.base.findings import InvalidInput
from companion.storage import document_links, health, removal, shelf
from companion.storage.backup import backup
from companion.storage.config import StorageError
from companion.storage.restore import restore
from companion.storage.schema import LinkRow
from companion.storage.store import LARGEST_NUMBER, DocumentLinks, Store
from tests import engines
from tests.apps import empty_database

KEY = b"a key that signs"


def anything(game, kind, data):
    """Read every document."""


def nobody(document):
    """Show nothing to whoever has no link."""
    return False


def opened_to_all(document):
    """Show a document by its id where that is open, as to a stranger."""
    return document.links.is_open and not document.deleted


@pytest.fixture
def made(store):
    return store.create("me", "mecha-mettle", {"title": "Mine"})


@pytest.fixture
def other(tmp_path):
    store = Store(empty_database(tmp_path / "other.sqlite3"))
    yield store
    store.close()


def reference(store, document_id, kind="view"):
    return document_links.make_reference(KEY, document_id, kind, store.get(document_id).links)


def find(store, name, version=None, is_shown=nobody):
    return document_links.find(store, KEY, name, version, is_shown)


def open_to_all(store, document_id):
    """Let a document be as one that a release before 0.10 stored."""
    with store.writing() as session:
        session.merge(LinkRow(document_id=document_id, view=0, edit=0, open=1))


def write_backup(store, path, without=()):
    """Write a backup; `without` names the files in it that an older release did not write."""
    backup(store, path)
    if not without:
        return path
    with zipfile.ZipFile(path) as whole:
        members = {name: whole.read(name) for name in whole.namelist() if name not in without}
    with zipfile.ZipFile(path, "w") as older:
        for name, data in members.items():
            older.writestr(name, data)
    return path


def test_a_new_document_has_no_links_until_one_is_handed_out(store, made):
    assert made.links == store.get(made.id).links == DocumentLinks()
    assert document_links.hand_out(store, made, "view") == DocumentLinks(view=1)
    assert document_links.hand_out(store, made, "view") == DocumentLinks(view=1)
    assert document_links.hand_out(store, made, "edit") == DocumentLinks(view=1, edit=1)
    for kind in ("view", "edit"):
        found = find(store, reference(store, made.id, kind))
        assert (found.id, found.link, found.title) == (made.id, kind, "Mine")
    assert find(store, made.id) is None


def test_a_renewed_link_leads_nowhere_and_the_other_one_stays(store, made):
    document_links.hand_out(store, made, "view")
    document_links.hand_out(store, made, "edit")
    old, edit = reference(store, made.id), reference(store, made.id, "edit")
    assert document_links.renew(store, made, "view") == DocumentLinks(view=2, edit=1)
    assert find(store, old) is None and find(store, edit).link == "edit"
    assert find(store, reference(store, made.id)).link == "view"


@pytest.mark.parametrize("kind", ["view", "edit"])
def test_renewing_what_was_never_handed_out_hands_it_out(store, made, kind):
    assert getattr(document_links.renew(store, made, kind), kind) == 1


def test_only_a_renewed_view_link_closes_an_open_document(store, made):
    open_to_all(store, made.id)
    document_links.hand_out(store, made, "view")
    document_links.renew(store, made, "edit")
    assert find(store, made.id, is_shown=opened_to_all).id == made.id
    document_links.renew(store, made, "view")
    assert find(store, made.id, is_shown=opened_to_all) is None


def forged(right):
    """Return references that are almost right."""
    document_id, _, mark = right.partition(".")
    other = "A" if mark[-1] != "A" else "B"
    yield from (right[:-1], f"{right}A", f"{document_id}.{mark[:-1]}{other}", f"{document_id}.", document_id)
    yield from (
        f"{document_id}.{mark}.{mark}",
        f".{mark}",
        f"{document_id[:-1]}.{mark}",
        f"{right}\0",
        f"{right}\ud800",
    )
    yield from (f"{document_id}\0.{mark}", right.swapcase(), f" {right}", f"{document_id}.{'A' * 100_000}")


def test_forged_and_truncated_links_lead_nowhere(store, made):
    document_links.hand_out(store, made, "view")
    right = reference(store, made.id)
    assert find(store, right).id == made.id
    for name in forged(right):
        assert find(store, name) is None, name[:80]
    assert document_links.find(store, b"another key", right, None, nobody) is None


def test_a_link_to_what_is_in_the_trash_leads_nowhere(store, made):
    document_links.hand_out(store, made, "edit")
    link = reference(store, made.id, "edit")
    store.delete(made.id)
    assert find(store, link) is None
    store.delete(made.id, deleted=False)
    assert find(store, link).id == made.id


def test_a_link_to_a_version_that_is_not_there_leads_nowhere(store, made):
    document_links.hand_out(store, made, "view")
    link = reference(store, made.id)
    assert [find(store, link, version) for version in (2, 0, -1, LARGEST_NUMBER, LARGEST_NUMBER + 1)] == [None] * 5
    assert find(store, link, 1).version == 1


def test_a_view_link_shows_the_newest_version_and_an_earlier_one_only_where_it_was_shared(store, made):
    document_links.hand_out(store, made, "view")
    store.save(store.save(made, {"title": "Two"}), {"title": "Three"})
    link = reference(store, made.id)
    assert [find(store, link, version).version for version in (None, 3, 2, 1)] == [3, 3, 3, 1]


def test_a_document_is_read_only_for_whoever_may_see_it(store, made):
    """Its size would show in the time of an answer."""
    document_links.hand_out(store, made, "view")
    document_links.hand_out(store, made, "edit")
    old, edit = reference(store, made.id), reference(store, made.id, "edit")
    document_links.renew(store, made, "view")
    rows = []

    def count(connection, cursor, statement, parameters, context, many):
        """Note whether a statement that reads documents names one."""
        if "versions.data" in statement:
            given = parameters.values() if isinstance(parameters, dict) else parameters
            rows.append(made.id in given)

    event.listen(store.engine, "after_cursor_execute", count)
    for name in (old, made.id, f"{made.id}.{'m' * 22}", f"{'n' * 32}.{'m' * 22}", edit):
        find(store, name)
    event.remove(store.engine, "after_cursor_execute", count)
    assert rows == [False, False, False, False, True]


def test_the_largest_generation_stays_as_it_is(store, made):
    document_links.hand_out(store, made, "view")
    with store.writing() as session:
        session.execute(update(LinkRow).values(view=LARGEST_NUMBER - 1))
    assert document_links.renew(store, made, "view").view == LARGEST_NUMBER
    link = reference(store, made.id)
    with pytest.raises(StorageError, match="cannot be renewed again: duplicate"):
        document_links.renew(store, made, "view")
    assert document_links.hand_out(store, made, "view").view == LARGEST_NUMBER
    assert find(store, link).id == made.id


@pytest.mark.parametrize("is_handed_out", [True, False])
def test_renewals_at_the_same_moment_are_all_counted(store, made, is_handed_out):
    if is_handed_out:
        document_links.hand_out(store, made, "view")
    stores = [Store(str(store.engine.url.render_as_string(hide_password=False))) for _ in range(4)]
    start, generations, wrong = threading.Barrier(len(stores)), Counter(), []

    def renew(own):
        start.wait()
        try:
            for _ in range(10):
                generations[document_links.renew(own, made, "view").view] += 1
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=renew, args=[own]) for own in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for own in stores:
        own.close()
    first = 2 if is_handed_out else 1
    assert wrong == [] and generations == Counter(range(first, first + 40))
    assert store.get(made.id).links.view == first + 39


NO_NUMBERS = () if engines.POSTGRES else ("view = 'abc'", "view = x'ff'")
"""Damage that PostgreSQL refuses: its columns hold numbers."""


@pytest.mark.parametrize("damage", ["view = -1", "open = 7", "open = -1", *NO_NUMBERS])
def test_a_damaged_row_shows_nothing_the_doctor_names_it_and_a_backup_repairs_it(tmp_path, store, made, damage):
    document_links.hand_out(store, made, "view")
    link = reference(store, made.id)
    path = write_backup(store, tmp_path / "all.zip")
    with store.writing() as session:
        session.execute(text(f"UPDATE links SET {damage}"))
    assert find(store, made.id, is_shown=opened_to_all) is None
    count, wrong = health.check_links(store)
    assert count == 1 and wrong == (f"links 1 (by document): its {damage[:4]} cannot be restored from a backup",)
    restore(store, path, anything)
    assert health.check_links(store) == (1, ()) and find(store, link).id == made.id
    assert store.get(made.id).links == DocumentLinks(view=1)


def test_links_come_back_with_a_backup(tmp_path, store, made, other):
    document_links.renew(store, made, "view")
    document_links.hand_out(store, made, "edit")
    links = [reference(store, made.id, kind) for kind in ("view", "edit")]
    restore(other, write_backup(store, tmp_path / "all.zip"), anything)
    assert [find(other, link).link for link in links] == ["view", "edit"]
    assert find(other, made.id, is_shown=opened_to_all) is None


@pytest.mark.parametrize("is_removed", [False, True])
def test_an_older_backup_brings_back_no_link_that_was_taken_back(tmp_path, store, made, is_removed):
    document_links.hand_out(store, made, "view")
    document_links.hand_out(store, made, "edit")
    old = [reference(store, made.id, kind) for kind in ("view", "edit")]
    path = write_backup(store, tmp_path / "older.zip")
    document_links.renew(store, made, "view")
    document_links.renew(store, made, "edit")
    if is_removed:
        removal.remove_document(store, made.id)
        with store.reading() as session:
            assert session.scalar(select(func.count()).select_from(LinkRow)) == 1
    assert restore(store, path, anything).restored == int(is_removed)
    assert [find(store, link) for link in old] == [None, None]
    assert store.get(made.id).links == DocumentLinks(view=2, edit=2)


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_newer_backup_takes_links_back(tmp_path, store, made, other, is_removed):
    document_links.hand_out(store, made, "view")
    old = reference(store, made.id)
    restore(other, write_backup(store, tmp_path / "older.zip"), anything)
    document_links.renew(store, made, "view")
    if is_removed:
        removal.remove_document(store, made.id)
    restore(other, write_backup(store, tmp_path / "newer.zip"), anything)
    assert find(other, old) is None and other.get(made.id).links.view == 2


def test_a_renewal_in_the_middle_of_a_restore_is_not_lowered(store, made):
    """Restoring reads the generation when it writes it: nothing can come between."""
    document_links.hand_out(store, made, "view")
    document_links.renew(store, made, "view")
    statements = []
    listener = lambda *given: statements.append(given[2].split()[0])  # noqa: E731
    event.listen(store.engine, "before_cursor_execute", listener)
    with store.writing() as session:
        document_links.raise_generations(session, made.id, view=1, edit=5)
    event.remove(store.engine, "before_cursor_execute", listener)
    assert statements == ["UPDATE"]
    assert store.get(made.id).links == DocumentLinks(view=2, edit=5)


@pytest.mark.parametrize("without", [("table-links.jsonl",), ("links.jsonl", "owners.jsonl", "table-links.jsonl")])
def test_a_backup_of_a_release_before_0_15_is_a_sentence_and_nothing_comes_in(tmp_path, store, made, other, without):
    path = write_backup(store, tmp_path / "old.zip", without)
    with pytest.raises(
        InvalidInput, match="old.zip: found no .*links.jsonl, expected a backup by 0.15.0 or later: "
    ) as e:
        restore(other, path, anything)
    assert "restore an older one with 0.15.1" in str(e.value)
    assert find(other, made.id, is_shown=lambda document: True) is None


def test_an_open_document_stays_open_with_a_backup(tmp_path, store, made, other):
    open_to_all(store, made.id)
    restore(other, write_backup(store, tmp_path / "all.zip"), anything)
    assert find(other, made.id, is_shown=opened_to_all).id == made.id
    assert other.get(made.id).links == DocumentLinks(is_open=True)


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_backup_opens_nothing_that_was_closed(tmp_path, store, made, is_removed):
    open_to_all(store, made.id)
    path = write_backup(store, tmp_path / "old.zip")
    document_links.renew(store, made, "view")
    if is_removed:
        removal.remove_document(store, made.id)
    restore(store, path, anything)
    assert find(store, made.id, is_shown=opened_to_all) is None
    assert store.get(made.id).links == DocumentLinks(view=1)


@pytest.mark.parametrize("first", ["older", "newer"])
def test_the_order_of_two_backups_does_not_matter(tmp_path, store, made, other, first):
    open_to_all(store, made.id)
    older = write_backup(store, tmp_path / "older.zip")
    document_links.renew(store, made, "view")
    newer = write_backup(store, tmp_path / "newer.zip")
    for path in (older, newer) if first == "older" else (newer, older):
        restore(other, path, anything)
    assert find(other, made.id, is_shown=opened_to_all) is None
    assert other.get(made.id).links == DocumentLinks(view=1)


def test_a_pack_without_a_view_link_is_on_no_shelf(store):
    pack = store.create("me", "techniconica", {"title": "Lids"}, "pack")
    shelf.show_on_shelf(store, pack.id, True)
    assert shelf.find(store, "techniconica", "", 0, 10) == []
    document_links.hand_out(store, pack, "view")
    assert [found.title for found in shelf.find(store, "techniconica", "", 0, 10)] == ["Lids"]
