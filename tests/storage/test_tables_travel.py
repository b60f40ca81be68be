"""Tables in backups and in an owner's file, restored with a new seed; with owners that become another, or that go."""

import io
import json
import zipfile

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.play import acts as play
from companion.play.verify import Exported, verify
from companion.storage import owner_file, owners, quotas, table_links, tables
from companion.storage.backup import backup, digest
from companion.storage.backup_models import DOCUMENTS
from companion.storage.owners import Belongings
from companion.storage.restore import restore, verify_backup
from companion.storage.schema import DocumentRow
from companion.storage.store import Store
from companion.verbs.names import find_game
from companion.verbs.stored_documents import read_stored
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import export
from tests.apps import empty_database
from tests.archives import new_backup
from tests.storage.played import GAME, SEED, ended, note, opened, sat

KEY = b"a signing key of some length"


@pytest.fixture
def there(tmp_path):
    """Return the store of another server."""
    found = Store(empty_database(tmp_path / "there.sqlite3"))
    yield found
    found.close()


def played(store):
    """Open a table, sit down and throw two dice."""
    game = Tables(store)
    table = game.open("anna", find_game(GAME), {"title": "Friday", "seats": 2}).id
    game.act(table, lambda at, brought: play.sit(at, brought, 0, "Anna", "aa"), sitter="anna")
    game.act(table, lambda at, brought: play.sit(at, brought, 1, "Ben", "bb"), "key", sitter="ben")
    return throw(store, table)


def throw(store, table):
    Tables(store).act(table, lambda at, brought: play.move(at, brought, 0, "dice", {"expression": "2d6"}))
    return table


def checked(store, table):
    return verify(read_as(Exported, export(Tables(store).read(table)[1], None)))


def bring(store, data, owner):
    found = owner_file.read_file(io.BytesIO(data), "mine.zip", read_stored, store.quota)
    return owner_file.restore_file(store, owner, found, lambda here, comes: here)


def take(store, owner):
    return b"".join(owner_file.pieces(store, owner, Belongings()))


def test_a_table_comes_back_from_a_backup_as_it_was(store, there, tmp_path):
    table = played(store)
    found = backup(store, tmp_path / "all.zip")
    verify_backup(tmp_path / "all.zip", found.digest, read_stored)
    restore(there, tmp_path / "all.zip", read_stored, new_seeds=False)
    assert digest(there) == found.digest == digest(store)
    assert tables.events(there, table) == tables.events(store, table)
    assert tables.read(there, table).seeds == tables.read(store, table).seeds
    assert tables.number_of_key(there, table, "key") == 2


def test_a_restored_table_goes_on_with_a_new_seed_and_every_face_can_be_checked(store, there, tmp_path):
    table = played(store)
    backup(store, tmp_path / "all.zip")
    assert restore(there, tmp_path / "all.zip", read_stored).restored == 1
    stored = tables.read(there, table)
    event = tables.events(there, table)[-1]
    assert (event.kind, event.number, stored.newest) == ("seed", 5, 5)
    assert len(stored.seeds) == 2 and stored.seeds[0] == tables.read(store, table).seed != stored.seed
    throw(there, table)
    throw(store, table)
    assert checked(there, table).events == {4: "sealed", 7: "sealed"}
    Tables(there).act(table, lambda at, brought: play.concede(at, brought, 0))
    report = checked(there, table)
    assert report.seed_open and report.events == {4: "checked", 7: "checked"}


def test_a_seed_that_is_not_the_one_of_its_part_is_refused(store, there, tmp_path):
    table = played(store)
    backup(store, tmp_path / "all.zip")
    restore(there, tmp_path / "all.zip", read_stored)
    Tables(there).act(table, lambda at, brought: play.concede(at, brought, 0))
    document = export(Tables(there).read(table)[1], None)
    end = document["event"][-1]["values"]
    end["seed"], end["earlier_seeds"] = end["earlier_seeds"][0], [end["seed"]]
    with pytest.raises(InvalidInput):
        verify(read_as(Exported, document))


def test_a_table_that_ended_keeps_its_seed_and_one_that_is_there_already_too(store, there, tmp_path):
    over, going = played(store), played(store)
    Tables(store).act(over, lambda at, brought: play.concede(at, brought, 0))
    backup(store, tmp_path / "all.zip")
    restore(store, tmp_path / "all.zip", read_stored)
    assert len(tables.read(store, going).seeds) == 1
    restore(there, tmp_path / "all.zip", read_stored)
    restore(there, tmp_path / "all.zip", read_stored)
    assert (len(tables.read(there, over).seeds), len(tables.read(there, going).seeds)) == (1, 2)


def test_a_table_in_the_trash_comes_back_into_the_trash_with_a_new_seed(store, there, tmp_path):
    table = played(store)
    store.delete(table)
    backup(store, tmp_path / "all.zip")
    restore(there, tmp_path / "all.zip", read_stored)
    assert tables.read(there, table).trashed and len(tables.read(there, table).seeds) == 2


def test_a_restored_table_takes_as_much_room_as_its_events(store, there, tmp_path):
    table = played(store)
    backup(store, tmp_path / "all.zip")
    restore(there, tmp_path / "all.zip", read_stored)
    with there.writing() as session:
        before = session.get(DocumentRow, table).bytes
        quotas.count_versions(session)
        session.expire_all()
        assert session.get(DocumentRow, table).bytes == before > 500


def test_a_dry_run_changes_no_seed(store, there, tmp_path):
    played(store)
    backup(store, tmp_path / "all.zip")
    before = digest(there)
    assert restore(there, tmp_path / "all.zip", read_stored, dry_run=True).restored == 1
    assert digest(there) == before


def test_events_that_were_lost_come_back_and_those_since_stay(store, tmp_path):
    table = played(store)
    backup(store, tmp_path / "all.zip")
    throw(store, table)
    before = tables.events(store, table)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM table_events WHERE number IN (2, 3)")
    assert restore(store, tmp_path / "all.zip", read_stored).completed == 1
    assert tables.events(store, table) == before
    assert restore(store, tmp_path / "all.zip", read_stored).completed == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t["events"].pop(0), "in order"),
        (lambda t: t["events"][1].update(number=1), "in order"),
        (lambda t: t["events"][0]["data"].update(kind="dance"), "kind"),
        (lambda t: t.update(seeds=["00" * 32]), "seeds"),
        (lambda t: t.update(seeds=[]), "seeds"),
        (lambda t: t.update(ended=2), "its end"),
        (lambda t: t.update(seeds=["00" * 15]), "seeds"),
        (lambda t: t["events"][0].update(key="k" * 65), "key"),
        (lambda t: t["events"][0].update(sitter="o" * 65), "sitter"),
        (lambda t: t["events"][0].update(number=0), "number"),
        (lambda t: t.update(rewritten=-1), "rewritten"),
        (lambda t: t["events"][3]["data"].update(values={}), "cannot be followed"),
    ],
)
def test_a_table_that_nothing_could_go_on_with_does_not_come_in(store, there, tmp_path, change, said):
    played(store)
    backup(store, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        document = json.loads(archive.read(DOCUMENTS))
    change(document["table"])
    with new_backup(tmp_path / "bad.zip") as archive:
        archive.writestr(DOCUMENTS, json.dumps(document))
    with pytest.raises(InvalidInput) as caught:
        restore(there, tmp_path / "bad.zip", read_stored)
    assert said in str(caught.value)


def test_keys_and_sitters_come_in_at_their_longest(store, there, tmp_path):
    table = opened(store)
    tables.append(store, table, [sat(1, 0, "Anna")], "k" * 64, "o" * 64)
    found = backup(store, tmp_path / "all.zip")
    restore(there, tmp_path / "all.zip", read_stored, new_seeds=False)
    assert digest(there) == found.digest


def test_stored_states_travel_with_their_table(store, there, tmp_path):
    table = played(store)
    states = tables.states(store, table)
    assert states
    backup(store, tmp_path / "all.zip")
    restore(there, tmp_path / "all.zip", read_stored)
    assert tables.states(there, table) == states


def test_no_link_to_a_seat_comes_back_that_was_taken_back(store, there, tmp_path):
    table = opened(store)
    table_links.renew(store, table, "seat-0")
    backup(store, tmp_path / "all.zip")
    for _ in range(2):
        table_links.renew(store, table, "seat-1")
    restore(store, tmp_path / "all.zip", read_stored)
    assert table_links.renewals(store, table)["seat-1"] == 2
    restore(there, tmp_path / "all.zip", read_stored)
    assert table_links.renewals(there, table) | {"seat-0": 1} == table_links.renewals(there, table)


def test_an_owners_file_has_tables_that_ended_without_keys_and_sitters(store, there):
    over, going = played(store), played(store)
    Tables(store).act(over, lambda at, brought: play.concede(at, brought, 0))
    data = take(store, "anna")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(DOCUMENTS).decode()
    assert over in text and going not in text and '"ben"' not in text and '"sitter"' not in text
    assert bring(there, data, "anna again").new == 1
    assert tables.events(there, over) == tables.events(store, over)
    assert tables.read(there, over).owner == "anna again" and tables.read(there, over).ended
    assert bring(there, data, "anna again").already_stored == 1
    assert checked(there, over).events == {4: "checked"}


def test_a_table_follows_an_owner_that_becomes_another(store):
    table = played(store)
    owners.set_key(store, "new", "a" * 64, None)
    for name in ("anna", "ben"):
        owners.join(store, name, "new", lambda here, comes: here)
    assert tables.read(store, table).owner == "new"
    owners.remove_owner(store, "new")
    assert tables.read(store, table) is None


def test_who_deletes_everything_has_no_name_at_the_tables_of_others(store):
    table = opened(store)
    tables.append(store, table, [sat(1, 0, "Anna")], sitter="anna")
    tables.append(store, table, [sat(2, 1, "Ben")], sitter="ben")
    tables.append(store, table, [note(3, "Ben was here"), ended(4, "Ben gave up.")])
    Tables(store).read(table)
    owners.set_key(store, "new", "a" * 64, None)
    owners.join(store, "ben", "new", lambda here, comes: here)
    owners.remove_owner(store, "new")
    stored, seen = Tables(store).read(table)
    assert [seat.name for seat in seen.seats] == ["Anna", "Seat 2"]
    assert seen.result.why == "Seat 2 gave up."
    assert [event.values.get("number") for event in seen.events[:2]] == ["00", "01"]
    assert (stored.newest, stored.rewritten) == (4, 1)
    owners.remove_owner(store, "anna")
    assert tables.read(store, table) is None and tables.events(store, table) == ()


def test_whoever_sat_in_the_first_seat_becomes_seat_1(store):
    table = opened(store)
    tables.append(store, table, [sat(1, 0, "Ben")], sitter="ben")
    owners.remove_owner(store, "ben")
    assert Tables(store).read(table)[1].seats[0].name == "Seat 1"


def test_the_seed_is_in_no_public_file(store):
    table = opened(store)
    assert SEED.hex() not in json.dumps(export(Tables(store).read(table)[1], None))
