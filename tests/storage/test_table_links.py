"""Links to seats, to join and to watch, and the code that is read aloud."""

from types import SimpleNamespace

import pytest

from companion.storage import library, table_links, tables
from companion.storage.config import StorageError
from companion.storage.store import DocumentNotFound
from companion.storage.table_links import CODE_LETTERS, CODE_SECONDS, KINDS, seat_link
from tests.storage.played import opened

KEY = b"a signing key of some length"


@pytest.fixture
def table(store):
    return opened(store)


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=1_000_000.0)
    clock.time = lambda: clock.now
    monkeypatch.setattr(table_links, "time", clock)
    return clock


def links(store, table):
    renewals = table_links.renewals(store, table)
    return {kind: table_links.make_reference(KEY, table, kind, renewals) for kind in KINDS}


def test_each_link_leads_to_what_it_is_for(store, table):
    found = {kind: table_links.find(store, KEY, link) for kind, link in links(store, table).items()}
    assert {kind: (one.table_id, one.kind) for kind, one in found.items()} == {kind: (table, kind) for kind in KINDS}
    assert [found[seat_link(seat)].seat for seat in range(4)] == [0, 1, 2, 3]
    assert found["watch"].seat is found["join"].seat is None


def test_a_renewed_link_leads_nowhere_and_the_others_go_on(store, table):
    before = links(store, table)
    table_links.renew(store, table, "seat-1")
    renewals = table_links.renew(store, table, "seat-1")
    assert renewals["seat-1"] == 2 and renewals["seat-0"] == 0
    assert table_links.find(store, KEY, before["seat-1"]) is None
    assert table_links.find(store, KEY, links(store, table)["seat-1"]).seat == 1
    assert table_links.find(store, KEY, before["seat-0"]).seat == 0


def test_what_is_no_link_leads_nowhere(store, table):
    right = links(store, table)["watch"]
    other = opened(store)
    for wrong in ("", table, f"{table}.", right[:-1], right.swapcase(), right.replace(table, other), "a\0.b", "ä.ö"):
        assert table_links.find(store, KEY, wrong) is None
    assert table_links.find(store, b"another key", right) is None


def test_a_build_has_no_links_to_seats(store):
    build = store.create("anna", "mechastellar", {"title": "Scout"}).id
    assert table_links.find(store, KEY, links(store, build)["seat-0"]) is None


def test_a_code_has_six_letters_that_are_not_alike(store, table):
    code = table_links.hand_out_code(store, table)
    assert len(code.letters) == 6 and set(code.letters) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("IOQUV0123456789")
    typed = f" {code.letters[:3].lower()}-{code.letters[3:]} "
    assert table_links.find_code(store, typed) == table_links.find_code(store, code.letters) == table


def test_a_code_leads_to_its_table_for_a_quarter_of_an_hour(store, table, clock):
    code = table_links.hand_out_code(store, table)
    clock.now += CODE_SECONDS - 1
    assert table_links.hand_out_code(store, table) == code
    assert table_links.find_code(store, code.letters) == table
    clock.now += 1
    assert table_links.find_code(store, code.letters) is None
    assert table_links.hand_out_code(store, table).expires == clock.now + CODE_SECONDS


def test_a_code_that_another_table_has_is_not_handed_out(store, table, clock, monkeypatch):
    drawn = iter(["AAAAAA", "AAAAAA", "BBBBBB", *["AAAAAA"] * 20, "AAAAAA"])
    monkeypatch.setattr(table_links, "_new_code", lambda: next(drawn))
    assert table_links.hand_out_code(store, table).letters == "AAAAAA"
    assert table_links.hand_out_code(store, opened(store)).letters == "BBBBBB"
    with pytest.raises(StorageError):
        table_links.hand_out_code(store, opened(store))
    clock.now += CODE_SECONDS
    third = opened(store)
    assert table_links.hand_out_code(store, third).letters == "AAAAAA"
    assert table_links.find_code(store, "AAAAAA") == third


def test_a_code_whose_table_is_in_the_trash_leads_nowhere(store, table):
    code = table_links.hand_out_code(store, table).letters
    library.delete(store, "anna", [table])
    assert table_links.find_code(store, code) is None
    library.delete(store, "anna", [table], deleted=False)
    assert table_links.find_code(store, code) == table
    assert tables.read(store, table).id == table


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "123456", "ABC\0DEF"[:5], "Ä" * 6])
def test_what_is_no_code_leads_nowhere(store, typed):
    assert table_links.find_code(store, typed) is None


def test_a_code_needs_a_table(store):
    with pytest.raises(DocumentNotFound):
        table_links.hand_out_code(store, "x" * 32)
