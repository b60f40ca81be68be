"""Everything of one owner as a file, brought back: complete, bounded, nobody else's, all or nothing, on any server."""

import io
import json
import zipfile

import pytest
from sqlalchemy import text as sql

from companion.base.findings import InputError, InvalidInput
from companion.storage import document_links, library, owner_file, owners, public_pictures
from companion.storage.backup_models import DOCUMENTS
from companion.storage.owners import Belongings
from companion.storage.quotas import Quota, QuotaExceeded
from companion.storage.restore import restore as restore_backup
from companion.storage.schema import DocumentRow, LinkRow
from companion.storage.store import DocumentNotFound, Store
from tests.apps import empty_database

GAME = "mecha-mettle"
KEY = "a" * 64


@pytest.fixture
def there(tmp_path):
    """Return the store of another server."""
    found = Store(empty_database(tmp_path / "there.sqlite3"))
    yield found
    found.close()


def anything(game, kind, data):
    """Read every document."""


def theirs_first(here, comes):
    """Merge belongings as the application does: what is here counts where both say something."""
    return Belongings(
        packs={**comes.packs, **here.packs},
        opponents={**comes.opponents, **here.opponents},
        printers={**comes.printers, **here.printers},
    )


def take(store, owner="me"):
    """Return the file of an owner."""
    return b"".join(owner_file.pieces(store, owner, owners.find(store, owner)[0].belongings))


def bring(store, data, owner="me", read=anything):
    found = owner_file.read_file(io.BytesIO(data), "mine.zip", read, store.quota)
    return owner_file.restore_file(store, owner, found, theirs_first)


def lines(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [json.loads(line) for line in archive.read(DOCUMENTS).splitlines()]


def packed(documents, **more):
    """Return a file with these documents."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(DOCUMENTS, b"".join(json.dumps(document).encode() + b"\n" for document in documents))
        for name, data in more.items():
            archive.writestr({"settings": owner_file.BELONGINGS}[name], data)
    return target.getvalue()


@pytest.fixture
def full(store):
    """Return a store with an owner that has something of everything, and what another owner has."""
    build = store.create("me", GAME, {"title": "Thick skin"})
    store.save(build, {"title": "Thicker"})
    pack = store.create("me", GAME, {"title": "Box", "key": "k"}, "pack")
    library.change_tags(store, "me", [build.id], lambda _: ("league",))
    library.archive(store, "me", [pack.id])
    library.delete(store, "me", [store.create("me", GAME, {"title": "Gone"}).id])
    belongings = Belongings(packs={GAME: (pack.id,)}, printers={"Den": {"across": 150.5}})
    owners.change(store, "me", lambda _: belongings)
    owners.set_key(store, "me", KEY, None)
    document_links.hand_out(store, build, "view")
    public_pictures.make(store, build, {"what": ["cards"]})
    store.create("you", GAME, {"title": "Not mine"})
    return store


def heads(store, owner="me"):
    """Return what an owner has, without when it was deleted or archived."""
    places = ("library", "archive", "trash")
    found = [library.find(store, owner, library.LibraryFilter(place=place)).heads for place in places]
    return sorted((head for some in found for head in some), key=lambda head: head.title)


def test_all_of_it_comes_back_on_another_server(full, there):
    data = take(full)
    assert bring(there, data) == owner_file.RestoredCounts(3, 0, 0)
    assert heads(there) == heads(full)
    build = next(head for head in heads(there) if head.title == "Thicker")
    assert [version.number for version in there.versions(build.id)] == [2, 1]
    assert there.get(build.id, 1).data == {"title": "Thick skin"} and there.get(build.id).tags == ("league",)
    assert owners.find(there, "me")[0].belongings == owners.find(full, "me")[0].belongings
    assert there.get(build.id).links.view == 0, "links are of the server that handed them out"


def test_there_is_no_key_no_owner_and_nobody_elses_row_in_it(full):
    with zipfile.ZipFile(io.BytesIO(take(full))) as archive:
        assert sorted(archive.namelist()) == ["README.txt", "documents.jsonl", "settings.json"]
        text = b"".join(map(archive.read, archive.namelist())).decode()
    assert "Thicker" in text and "Box" in text and "Gone" in text
    assert KEY not in text and "Not mine" not in text and '"owner"' not in text and '"me"' not in text


def test_restoring_a_backup_refuses_it_for_it_says_not_whose_it_is(full, there, tmp_path):
    path = tmp_path / "mine.zip"
    path.write_bytes(take(full))
    with pytest.raises(InvalidInput, match="owner"):
        restore_backup(there, path, anything)


def test_what_is_here_already_is_completed_and_nothing_is_overwritten(full):
    data = take(full)
    build = next(head.id for head in heads(full) if head.title == "Thicker")
    full.save(build, {"title": "Thickest"})
    with full.engine.begin() as connection:
        connection.execute(sql("DELETE FROM versions WHERE document_id = :id AND number = 1"), {"id": build})
    assert bring(full, data) == owner_file.RestoredCounts(0, 1, 2)
    assert full.get(build).title == "Thickest" and full.get(build, 1).data == {"title": "Thick skin"}


def test_a_document_that_went_on_elsewhere_goes_on_here_and_one_that_went_two_ways_stays(full, there):
    bring(there, take(full))
    build = next(head.id for head in heads(full) if head.title == "Thicker")
    full.save(build, {"title": "Later"})
    full.save(build, {"title": "Latest"})
    assert bring(there, take(full)) == owner_file.RestoredCounts(0, 1, 2)
    assert there.get(build).title == "Latest" and len(there.versions(build)) == 4
    full.save(build, {"title": "Here"})
    there.save(build, {"title": "There"})
    assert bring(there, take(full)).already_stored == 3 and there.get(build).title == "There"


def test_an_id_that_somebody_else_has_gets_a_new_one_which_settings_name_too(full):
    data = take(full)
    assert bring(full, data, "you") == owner_file.RestoredCounts(3, 0, 0)
    assert [head.title for head in heads(full, "you")] == ["Box", "Gone", "Not mine", "Thicker"]
    pack = next(head for head in heads(full, "you") if head.title == "Box")
    assert owners.find(full, "you")[0].belongings.packs == {GAME: (pack.id,)}
    assert len(heads(full)) == 3, "the first owner has all that it had"
    assert bring(full, data, "you") == owner_file.RestoredCounts(0, 0, 3), "once more brings nothing"


def test_no_link_of_a_document_that_is_gone_leads_to_one_that_is_brought_back(full):
    """Otherwise whoever knows an old link could put something of their own behind it."""
    data = take(full)
    build = next(head.id for head in heads(full) if head.title == "Thicker")
    owners.remove_owner(full, "me")
    assert bring(full, data, "stranger").new == 3
    with pytest.raises(DocumentNotFound):
        full.get(build)
    with full.reading() as session:
        assert session.get(LinkRow, build).view == 1


def test_a_document_with_much_history_is_on_several_lines_and_comes_back_whole(store, there, monkeypatch):
    monkeypatch.setattr(owner_file, "PART", 50)
    made = store.create("me", GAME, {"title": "0" * 40})
    for number in range(1, 8):
        store.save(made.id, {"title": str(number) * 40})
    data = take(store)
    written = lines(data)
    assert len(written) > 2 and {line["id"] for line in written} == {made.id}
    assert all(line["current"] in [version["number"] for version in line["versions"]] for line in written)
    assert bring(there, data) == owner_file.RestoredCounts(1, 0, 0)
    assert [there.get(made.id, number).title for number in range(1, 9)] == [str(number) * 40 for number in range(8)]


@pytest.mark.long
def test_it_is_made_in_pieces_none_of_which_is_large(store):
    for number in range(300):
        store.create("me", GAME, {"title": str(number), "notes": ("%x" % number**40) * 20})
    pieces = list(owner_file.pieces(store, "me", Belongings()))
    assert len(pieces) > 10 and max(map(len, pieces)) < 200_000
    assert len(lines(b"".join(pieces))) == 300


@pytest.mark.parametrize(
    ("most", "part", "batches"),
    [(2, 10**6, [2, 2, 1]), (9, 1, [1, 1, 1, 1, 1, 0]), (9, 10**6, [5]), (5, 10**6, [5, 0])],
)
def test_a_few_documents_are_stored_at_a_time(store, monkeypatch, most, part, batches):
    assert owner_file._AT_ONCE == 100
    for number in range(5):
        store.create("me", GAME, {"title": f"{number}"})
    found = owner_file.read_file(io.BytesIO(take(store)), "mine.zip", anything, store.quota)
    monkeypatch.setattr(owner_file, "_AT_ONCE", most)
    monkeypatch.setattr(owner_file, "PART", part)
    assert [len(batch) for batch in owner_file._good_documents(found, "me")] == batches


@pytest.mark.parametrize(
    ("quota", "full_of"),
    [(Quota(documents=2), "3 documents"), (Quota(versions=3), "4 versions"), (Quota(bytes=70), "bytes")],
)
def test_quotas_hold_and_past_them_nothing_is_stored(full, there, quota, full_of):
    there.quota = quota
    with pytest.raises(QuotaExceeded, match=full_of):
        bring(there, take(full))
    assert heads(there) == [] and owners.find(there, "me")[0].belongings == Belongings()


def test_at_the_quota_it_comes(full, there):
    there.quota = Quota(documents=3, versions=4)
    assert bring(there, take(full)).new == 3


def refuse_packs(game, kind, data):
    if kind == "pack":
        raise InvalidInput(InputError("kind", "a pack", "a build"))


def test_what_cannot_be_read_is_named_and_the_rest_can_be_brought_back(full, there):
    found = owner_file.read_file(io.BytesIO(take(full)), "mine.zip", refuse_packs, there.quota)
    assert len(found.bad) == 1 and "mine.zip, line" in str(found.bad[0])
    owner_file.restore_file(there, "me", found, theirs_first)
    assert [head.title for head in heads(there)] == ["Gone", "Thicker"]


GOOD = {
    "id": "x" * 32, "game": GAME, "kind": "build", "title": "One", "current": 1, "changed": "2026-11-25T20:00:00+00:00",
    "versions": [{"number": 1, "saved": "2026-11-25T20:00:00+00:00", "data": {"title": "One"}}],
}  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zip",
        packed([GOOD])[:-30],
        packed([GOOD]).replace(b"documents.jsonl", b"documents.other"),
        packed([GOOD], settings="{"),
        packed([GOOD], settings='{"rulings": 7}'),
        packed([GOOD], settings='{"rulings": {"a": {"b": "\\ud800"}}}'),
    ],
    ids=["empty", "no zip", "cut off", "no documents", "no JSON", "other settings", "half a character"],
)
def test_what_is_no_such_file_is_refused_in_a_sentence(store, data):
    with pytest.raises(InvalidInput, match=r"mine\.zip"):
        bring(store, data)
    assert heads(store) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "short"},
        {"id": "../../etc/passwd-aaaaaaaaaaaaa"},
        {"current": 2},
        {"versions": []},
        {"kind": "spell"},
        {"changed": "yesterday"},
        {"title": "a\0b"},
        {"owner": 7, "id": None},
    ],
    ids=str,
)
def test_a_line_that_is_no_document_is_an_error_of_its_line(store, changes):
    found = owner_file.read_file(io.BytesIO(packed([GOOD, {**GOOD, **changes}])), "mine.zip", anything, store.quota)
    assert found.lines == {1} and all("mine.zip, line 2" in str(error) for error in found.bad) and found.bad


def test_whose_a_document_is_says_the_browser_and_never_the_file(store):
    bring(store, packed([{**GOOD, "owner": "you", "shelved": "2026-11-25T20:00:00+00:00"}]))
    (head,) = heads(store)
    assert store.get(head.id).owner == "me" and not store.get(head.id).shelved and heads(store, "you") == []


def test_tags_of_a_file_are_bounded(store):
    tags = json.dumps([*map(str, range(20)), "x" * 50])
    bring(store, packed([{**GOOD, "tags": tags}, {**GOOD, "id": "y" * 32, "tags": "not JSON"}]))
    assert store.get("x" * 32).tags == tuple(map(str, range(12))) and store.get("y" * 32).tags == ()


def test_a_line_without_an_end_and_a_file_that_unpacks_without_measure_are_refused(store, monkeypatch):
    monkeypatch.setattr(owner_file, "LARGEST_LINE", 1000)
    long = {**GOOD, "versions": [{**GOOD["versions"][0], "data": {"title": "x" * 1000}}]}
    with pytest.raises(InvalidInput, match="line without an end"):
        bring(store, packed([long]))
    store.quota = Quota(bytes=100)
    with pytest.raises(InvalidInput, match="MB once it is unpacked"):
        bring(store, packed([GOOD] * 10))


def test_what_another_releases_document_has_more_is_an_error_not_a_crash(store):
    found = owner_file.read_file(io.BytesIO(packed([[], 7, "text"])), "mine.zip", anything, store.quota)
    assert found.lines == set() and len(found.bad) >= 3


def test_two_browsers_that_bring_the_same_file_at_once_bring_it_once(full, there, tmp_path):
    import threading

    data, second = take(full), Store(empty_database(tmp_path / "there.sqlite3"))
    begin, results = threading.Barrier(2), []

    def run(store):
        begin.wait()
        results.append(bring(store, data))

    threads = [threading.Thread(target=run, args=(store,)) for store in (there, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.new for result in results) == [0, 3] and len(heads(there)) == 3
    second.close()


def test_an_owner_is_removed_with_everything_and_a_row_stays_that_ends_cookies(full):
    owners.join(full, "former", "me", lambda has, brings: has)
    owners.remove_owner(full, "me")
    assert heads(full) == [] and [head.title for head in heads(full, "you")] == ["Not mine"]
    assert owners.find_by_key(full, KEY) is None
    for name in ("me", "former"):
        found, renewals = owners.find(full, name)
        assert (found.name, found.belongings, found.key_made, renewals) == (name, Belongings(), None, 1)
    with full.reading() as session:
        assert session.query(DocumentRow).count() == 1 and session.query(LinkRow).count() == 1


def test_cookies_are_ended_with_and_without_a_row_and_by_one_browser_only(store):
    before, _ = owners.find(store, "me")
    assert owners.end_cookies(store, before).renewals == 1
    assert owners.end_cookies(store, before) is None, "another browser was first"
    now, _ = owners.find(store, "me")
    owners.join(store, "former", "me", lambda has, brings: has)
    assert owners.end_cookies(store, now).renewals == 2 and owners.find(store, "former")[1] == 1
