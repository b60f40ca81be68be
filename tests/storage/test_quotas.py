"""What one owner may store: refused past the limit with a sentence, nothing half saved, and room again once emptied."""

import json

import pytest
from sqlalchemy import event, text

from companion.base.findings import InvalidInput
from companion.storage import public_pictures, quotas, removal
from companion.storage.backup import backup
from companion.storage.quotas import Quota, QuotaExceeded
from companion.storage.restore import restore
from companion.storage.schema import PublicPictureRow
from companion.storage.store import Store
from tests.apps import empty_database

GAME = "mecha-mettle"


def counted(store):
    """Return what is stored of each document: its title, how many versions it says it has, their bytes."""
    with store.reading() as session:
        return sorted(map(tuple, session.execute(text("SELECT title, versions, bytes FROM documents"))))


def rows(store):
    with store.reading() as session:
        return [session.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("documents", "versions")]


def test_the_quotas_are_large_enough_for_a_player():
    assert Quota() == Quota(documents=2_000, versions=20_000, bytes=200_000_000)


def test_documents_are_counted_an_owner(store):
    store.quota = Quota(documents=2)
    for title in ("One", "Two"):
        store.create("me", GAME, {"title": title})
    with pytest.raises(QuotaExceeded) as refused:
        store.create("me", GAME, {"title": "Three"})
    assert str(refused.value) == (
        "Nothing was saved: you have 2 documents (builds, packs and others, the trash included), and one owner may "
        "have 2. To make room, delete what you no longer need, then empty the trash on Home."
    )
    assert refused.value.status == 409 and rows(store) == [2, 2]
    store.create("you", GAME, {"title": "Yours"})


def test_versions_are_counted_over_all_documents(store):
    store.quota = Quota(versions=3)
    one, two = (store.create("me", GAME, {"title": title}) for title in ("One", "Two"))
    three = store.save(one, {"title": "Three"})
    with pytest.raises(
        QuotaExceeded, match=r"3 versions together.* may have 3\. To make room, thin out versions .*, or delete"
    ) as refused:
        store.save(two, {"title": "Four"})
    assert refused.value.status == 409 and rows(store) == [2, 3]
    assert store.get(two.id).title == "Two"
    assert store.save(three, {"title": "Three"}).version == 2, "what has not changed needs no room"
    with pytest.raises(QuotaExceeded):
        store.create("me", GAME, {"title": "Five"})


def test_bytes_are_counted_over_all_versions_as_they_are_stored(store):
    store.quota = Quota(bytes=40)
    made = store.create("me", GAME, {"title": "é" * 4})
    assert counted(store) == [("éééé", 1, 20)]
    store.save(made, {"title": "12345678"})
    assert counted(store) == [("12345678", 2, 40)]
    with pytest.raises(QuotaExceeded, match="take 0.0 MB with all their versions") as refused:
        store.create("me", GAME, {})
    assert refused.value.status == 413 and rows(store) == [1, 2]


def test_the_trash_counts_until_it_is_emptied(store):
    store.quota = Quota(documents=2)
    gone, stays = (store.create("me", GAME, {"title": title}) for title in ("Gone", "Stays"))
    public_pictures.make(store, gone, {"what": ["cards"]})
    others = store.create("you", GAME, {"title": "Yours"})
    for document in (gone, others):
        store.delete(document.id)
    with pytest.raises(QuotaExceeded):
        store.create("me", GAME, {"title": "New"})
    assert store.trash_size("me") == 1
    assert removal.empty_trash(store, "me") == 1
    assert (store.trash_size("me"), store.trash_size("you"), public_pictures.count(store, gone.id)) == (0, 1, 0)
    assert rows(store) == [2, 2] and store.get(stays.id).title == "Stays"
    store.create("me", GAME, {"title": "New"})


def test_a_save_asks_what_its_owner_has_with_the_query_it_makes_anyway(store):
    made, said = store.create("me", GAME, {"title": "One"}), []
    event.listen(store.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    store.save(made, {"title": "Two"})
    assert [words.split()[0] for words in said] == ["SELECT", "INSERT", "UPDATE"]


def test_what_comes_back_from_a_backup_is_counted_anew(store, tmp_path):
    made = store.create("me", GAME, {"title": "é"})
    store.save(made, {"title": "Two"})
    before = counted(store)
    assert before == [("Two", 2, 14 + 15)]
    backup(store, tmp_path / "all.zip")
    with store.writing() as session:
        session.execute(text("DELETE FROM versions WHERE number = 1"))
        session.execute(text("UPDATE documents SET versions = 1, bytes = 0"))
    restore(store, tmp_path / "all.zip", lambda *_: None)
    assert counted(store) == before
    other = Store(empty_database(tmp_path / "other.sqlite3"))
    restore(other, tmp_path / "all.zip", lambda *_: None)
    assert counted(other) == before
    other.close()


def test_a_backup_says_nothing_of_what_is_counted(store, tmp_path):
    import zipfile

    store.create("me", GAME, {"title": "One"})
    backup(store, tmp_path / "all.zip")
    line = json.loads(zipfile.ZipFile(tmp_path / "all.zip").read("documents.jsonl"))
    assert set(line) == {
        *("id", "owner", "game", "kind", "title", "current", "changed", "deleted", "versions"),
        *("archived", "shelved", "tags"),
    }
    assert [set(version) for version in line["versions"]] == [{"number", "saved", "data", "shared"}]


def test_counting_anew_mends_wrong_counts(store):
    store.create("me", GAME, {"title": "One"})
    with store.writing() as session:
        session.execute(text("UPDATE documents SET versions = 70, bytes = 70"))
        quotas.count_versions(session)
    assert counted(store) == [("One", 1, 15)]


def test_a_build_has_at_most_500_public_names_of_pictures(store):
    build = store.create("me", GAME, {"title": "One"})
    names = [public_pictures.make(store, build, {"what": "a"})]
    with store.writing() as session:
        session.add_all(
            PublicPictureRow(name=f"{n}", document_id=build.id, number=1, asked=f"{n}", made="2026") for n in range(498)
        )
    names.append(public_pictures.make(store, build, {"what": "b"}))
    assert public_pictures.count(store, build.id) == 500
    with pytest.raises(InvalidInput, match="expected at most 500: whoever made the build can withdraw them"):
        public_pictures.make(store, build, {"what": "c"})
    assert public_pictures.make(store, build, {"what": "a"}) == names[0], "a name that is there already is no new one"


def test_public_names_of_pictures_are_counted_an_owner(store, monkeypatch):
    monkeypatch.setattr(public_pictures, "MOST_OF_ONE", 2)
    one, two = (store.create("me", GAME, {"title": title}) for title in ("One", "Two"))
    names = [public_pictures.make(store, document, {}) for document in (one, two)]
    assert public_pictures.make(store, one, {}) == names[0]
    with pytest.raises(QuotaExceeded, match="2 public addresses"):
        public_pictures.make(store, one, {"what": ["cards"]})
    yours = store.create("you", GAME, {"title": "Yours"})
    public_pictures.make(store, yours, {})
    public_pictures.withdraw(store, two.id)
    public_pictures.make(store, one, {"what": ["cards"]})


QUOTA = Quota(documents=2, versions=3, bytes=5_000_000)
NOTHING = quotas.Usage(None, None, None)


@pytest.mark.parametrize(
    ("check", "full"),
    [
        (lambda: QUOTA.check_total(quotas.Usage(2, 3, 5_000_000)), ""),
        (lambda: QUOTA.check_total(quotas.Usage(3, 3, 5_000_000)), "you would have 3 documents, the trash included, and one owner may have 2"),
        (lambda: QUOTA.check_total(quotas.Usage(2, 4, 5_000_000)), "you would have 4 versions, the trash included, and one owner may have 3"),
        (lambda: QUOTA.check_total(quotas.Usage(2, 3, 5_000_001)), "would have 5,000,001 bytes, the trash included, and one owner may have 5,000,000"),
        (lambda: Quota(0, 0, 0).check_total(NOTHING), ""),
        (lambda: QUOTA.check_document(quotas.Usage(1, 2, 4_940_000), 60_000), ""),
        (lambda: QUOTA.check_document(quotas.Usage(2, 2, 0), 0), "you have 2 documents (builds, packs and others, the trash included)"),
        (lambda: QUOTA.check_document(quotas.Usage(1, 3, 0), 0), "your documents have 3 versions together"),
        (lambda: QUOTA.check_version(quotas.Usage(2, 2, 4_940_000), 60_001), "take 4.9 MB with all their versions, the trash included, this one would take 0.1 MB more, and one owner may have 5.0 MB"),
        (lambda: Quota(1, 1, 5).check_document(NOTHING, 5), ""),
        (lambda: Quota(0, 1, 5).check_document(NOTHING, 5), "you have 0 documents"),
        (lambda: Quota(1, 0, 5).check_document(NOTHING, 5), "have 0 versions"),
        (lambda: Quota(1, 1, 4).check_document(NOTHING, 5), "take 0.0 MB"),
        (lambda: QUOTA.check_events(quotas.Usage(9, 9, 5_000_000)), ""),
        (lambda: QUOTA.check_events(quotas.Usage(1, 1, 5_060_000)), "take 5.1 MB, the trash included, and one owner may have 5.0 MB"),
        (lambda: Quota(1, 1, 0).check_events(NOTHING), ""),
    ],
)  # fmt: skip
def test_each_quota_holds_to_its_last_document_version_and_byte(check, full):
    if not full:
        check()
        return
    with pytest.raises(QuotaExceeded) as refused:
        check()
    assert full in str(refused.value)
    assert refused.value.status == (413 if " MB" in full else 409)
