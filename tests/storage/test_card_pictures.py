"""Cards' pictures: stored once, for as long as a version names them, counted in the quota of each owner once."""

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager

import pytest
from sqlalchemy import func, select

from companion.base.findings import InvalidInput
from companion.printing.faces import pictures as faces_pictures
from companion.printing.pdf.own_pictures import clean, hash_of
from companion.storage import card_pictures, decode, health, owner_file, removal, stored_pictures
from companion.storage.backup import backup, digest, is_current
from companion.storage.owners import Belongings
from companion.storage.quotas import Quota, QuotaExceeded
from companion.storage.restore import restore
from companion.storage.schema import CardPictureRow, DocumentRow, PictureNameRow
from companion.storage.store import Store
from tests import engines
from tests.pictures import encoded, png

RED, BLUE = png((40, 30), "red"), png((40, 30), "blue")
GAME = "wreck-a-mech"


def named(*pictures, title="Pack"):
    cards = [{"id": f"card-{n}", "picture": hash_of(data)} for n, data in enumerate(pictures)]
    return {"title": title, "part": cards}


def coming(*pictures):
    return {hash_of(data): data for data in pictures}


def stored(store):
    with store.reading() as session:
        return {data for _, data in card_pictures.read_pictures(session)}


def names(store):
    with store.reading() as session:
        return session.scalar(select(func.count()).select_from(PictureNameRow))


def used(store, owner):
    with store.reading() as session:
        return session.scalar(select(card_pictures.bytes_of(owner)))


def create(store, owner="me", *pictures, bring=True):
    given = coming(*pictures) if bring else {}
    return store.create(owner, GAME, named(*pictures), "pack", pictures=given)


def test_a_picture_comes_with_the_version_that_names_it_and_is_found_with_its_size(store):
    create(store, "me", RED)
    found = stored_pictures.StoredPictures(store).find_picture(hash_of(RED))
    assert (found.wide, found.high, found.read()) == (40, 30, RED)
    assert stored_pictures.StoredPictures(store).find_picture(hash_of(BLUE)) is None


def test_what_no_card_names_is_not_stored(store):
    store.create("me", GAME, named(RED), "pack", pictures=coming(RED, BLUE))
    assert stored(store) == {RED}


def test_two_owners_share_one_row_and_each_counts_it_once(store):
    create(store, "me", RED)
    create(store, "me", RED)
    create(store, "you", RED, bring=False)
    assert stored(store) == {RED} and used(store, "me") == used(store, "you") == len(RED)
    assert used(store, "nobody") == 0


def test_it_stays_while_an_older_version_the_trash_or_a_copy_of_another_names_it(store):
    made = create(store, "me", RED)
    store.save(made, named(BLUE), pictures=coming(BLUE))
    assert stored(store) == {RED, BLUE}
    copy = create(store, "you", RED, bring=False)
    removal.remove_versions(store, made.id, [1])
    assert stored(store) == {RED, BLUE}
    store.delete(made.id)
    assert stored(store) == {RED, BLUE}
    removal.empty_trash(store, "me")
    assert stored(store) == {RED}
    removal.remove_document(store, copy.id)
    assert stored(store) == set() and names(store) == 0


def test_thinning_out_removes_what_only_those_versions_named(store):
    made = create(store, "me", RED)
    store.save(made, named(BLUE), pictures=coming(BLUE))
    assert removal.remove_versions(store, made.id, [1]) == 1
    assert stored(store) == {BLUE}


def test_a_build_in_whose_pack_it_is_holds_it_too(store):
    pack = create(store, "me", RED)
    store.create("me", GAME, {"title": "Mech", "pack": [named(RED)]})
    removal.remove_document(store, pack.id)
    assert stored(store) == {RED}


def test_the_quota_holds_at_the_last_byte_and_not_one_before(store):
    text = len('{"title":"Pack","part":[{"id":"card-0","picture":"' + 64 * "0" + '"}]}')
    store.quota = Quota(bytes=text + len(RED) - 1)
    with pytest.raises(QuotaExceeded):
        create(store, "me", RED)
    assert stored(store) == set()
    store.quota = Quota(bytes=text + len(RED))
    create(store, "me", RED)
    store.quota = Quota(bytes=2 * text + len(RED))
    create(store, "me", RED)


def test_a_picture_that_was_missing_comes_with_the_same_cards_without_a_new_version(store):
    made = create(store, "me", RED, bring=False)
    assert stored(store) == set()
    assert store.save(made, named(RED), pictures=coming(RED)).version == 1
    assert stored(store) == {RED}


def test_what_comes_from_a_file_must_be_what_its_name_says_and_clean(store):
    assert card_pictures.check_picture(hash_of(RED), RED) == RED
    for name, data in ((hash_of(BLUE), RED), (hash_of(b"no"), b"no")):
        with pytest.raises(InvalidInput, match="as it was stored"):
            card_pictures.check_picture(name, data)


@contextmanager
def while_it_is_written(store, document, *pictures):
    """Write what a document names, and wait a moment for what is begun meanwhile to be done or to wait."""
    with ThreadPoolExecutor(1) as beside:
        with store.writing() as session:
            text = decode.json_text(named(*pictures))
            card_pictures.count_names(session, document.id, 1, text, coming(*pictures))
            began = []
            yield lambda act, *given: began.append(beside.submit(act, *given))
            wait(began, timeout=0.3)
        for one in began:
            one.result()


def test_two_saves_that_bring_the_same_picture_at_once_both_succeed(store):
    made = store.create("me", GAME, {"title": "Pack"}, "pack")
    with while_it_is_written(store, made, RED) as begin:
        begin(create, store, "you", RED)
    assert stored(store) == {RED} and names(store) == 2


def test_a_picture_that_is_being_named_is_not_deleted_with_its_last_document(store):
    made, goes = store.create("me", GAME, {"title": "Pack"}, "pack"), create(store, "you", RED)
    with while_it_is_written(store, made, RED) as begin:
        begin(removal.remove_document, store, goes.id)
    assert stored(store) == {RED} and names(store) == 1


def read(game, kind, data):
    """Read any document."""


def elsewhere(tmp_path):
    return Store(engines.address(tmp_path / "elsewhere.sqlite3"))


def test_a_backup_brings_each_picture_once_and_the_same_digest(store, tmp_path):
    create(store, "me", RED)
    create(store, "you", RED, BLUE)
    path = tmp_path / "all.zip"
    contents = backup(store, path)
    assert [name for name in zipfile.ZipFile(path).namelist() if name.startswith("card-pictures/")] == [
        f"card-pictures/{name}" for name in sorted(coming(RED, BLUE))
    ]
    assert is_current(path, store, tmp_path)
    other = elsewhere(tmp_path)
    restore(other, path, read, new_seeds=False)
    assert stored(other) == {RED, BLUE} and names(other) == 3 and digest(other) == contents.digest
    assert restore(other, path, read).restored == 0
    with other.writing() as session:
        removal.remove(session, session.scalars(select(DocumentRow.id)).all())
    assert stored(other) == set()
    other.close()


def test_a_spoiled_picture_in_a_backup_is_named_and_left_out(store, tmp_path):
    create(store, "me", RED)
    path, bad = tmp_path / "all.zip", tmp_path / "bad.zip"
    backup(store, path)
    with zipfile.ZipFile(path) as given, zipfile.ZipFile(bad, "w") as made:
        for name in given.namelist():
            made.writestr(name, BLUE if name.startswith("card-pictures/") else given.read(name))
    other = elsewhere(tmp_path)
    with pytest.raises(InvalidInput, match="bad.zip: picture .* found something else"):
        restore(other, bad, read)
    restore(other, bad, read, skip_bad=True)
    assert stored(other) == set() and names(other) == 1
    restore(other, path, read)
    assert stored(other) == {RED}, "a later backup brings it to the stored pack"
    other.close()


def test_a_damaged_picture_is_told_and_a_backup_brings_it_back(store, tmp_path):
    create(store, "me", RED, BLUE)
    path = tmp_path / "all.zip"
    backup(store, path)
    with store.writing() as session:
        session.get(CardPictureRow, hash_of(RED)).data = BLUE
    told = f"picture {hash_of(RED)[:12]}… of a card: it is damaged, restore a backup"
    assert health.check_card_pictures(store) == (2, (told,))
    restore(store, path, read)
    assert stored(store) == {RED, BLUE} and health.check_card_pictures(store) == (2, ())


def test_an_owners_file_has_the_pictures_of_this_owner_alone(store, tmp_path):
    create(store, "me", RED)
    create(store, "you", BLUE)
    data = io.BytesIO(b"".join(owner_file.pieces(store, "me", Belongings())))
    other = elsewhere(tmp_path)
    found = owner_file.read_file(data, "mine.zip", read, Quota())
    assert found.bad == () and found.pictures == tuple(coming(RED))
    owner_file.restore_file(other, "new", found, lambda here, there: here)
    assert stored(other) == {RED} and used(other, "new") == len(RED)
    other.quota = Quota(bytes=used(other, "new"))
    with pytest.raises(QuotaExceeded):
        owner_file.restore_file(other, "third", found, lambda here, there: here)
    other.close()


def test_what_is_stored_comes_back_from_a_backup_however_many_bytes_were_sent(store, monkeypatch):
    sent = encoded((40, 30), "red", compress_level=0)
    monkeypatch.setattr(faces_pictures, "MOST_CLEAN", len(sent))
    assert clean(sent, "a.png") == card_pictures.check_picture(hash_of(sent), sent) == sent
    monkeypatch.setattr(faces_pictures, "MOST_CLEAN", len(sent) - 1)
    assert clean(sent, "a.png") != sent
    with pytest.raises(InvalidInput, match="as it was stored"):
        card_pictures.check_picture(hash_of(sent), sent)


def test_the_size_that_is_counted_is_that_of_the_bytes(store):
    create(store, "me", RED)
    with store.reading() as session:
        assert session.scalar(select(CardPictureRow.size)) == len(RED)
