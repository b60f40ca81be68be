"""Stored documents that cannot be read, and disks that cannot be written: a page says so, and nothing else breaks."""

import html
import io
import os
import re

import pytest
from sqlalchemy import create_engine
from sqlalchemy import text as sql

from companion.storage import config
from companion.storage.config import StorageError
from tests.web.conftest import link_to

DRAFT = {"title": "Thick skin", "components": ["light-thrusters"]}


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def spoil(app):
    """Spoil the newest version of the document at an address."""

    def spoiled(address, data):
        with app.extensions["store"].engine.begin() as connection:
            name = address.split("/")[-1]
            newest = "number = (SELECT max(number) FROM versions WHERE document_id = :name)"
            spoil = sql(f"UPDATE versions SET data = :data WHERE document_id = :name AND {newest}")
            connection.execute(spoil, {"data": data, "name": name})

    return spoiled


@pytest.fixture
def build(post, spoil):
    """Return the address of a build whose second version is damaged."""
    address = post("/mecha-mettle/new", DRAFT).location
    post(address, {**DRAFT, "title": "Thicker", "version": "1"})
    spoil(address, "{broken")
    return address


def test_a_damaged_build_is_listed_and_its_page_says_what_to_do(client, build):
    for page in ("/", "/mecha-mettle/"):
        assert "damaged" in text(client.get(page))
    answer = client.get(build)
    assert answer.status_code == 422
    assert "Version 2 of this build cannot be read." in text(answer) and "Earlier versions" in text(answer)


def test_a_damaged_builds_text_is_downloaded_and_its_earlier_version_restored(client, post, build):
    assert text(client.get(f"{build}/raw?version=2")) == "{broken"
    assert "Version 1" in text(client.get(f"{build}/versions"))
    assert client.get(f"{build}?version=1").status_code == 200
    post(f"{build}/restore", {"version": "1"})
    page = client.get(build)
    assert page.status_code == 200 and "Thick skin" in text(page)


@pytest.mark.parametrize(
    "page", ["roll/attack?attack=1&defend=1&build=", "line-of-sight?build=", "print?what=drafts&build="]
)
def test_pages_asked_with_a_damaged_build_say_so(client, build, page):
    answer = client.get(f"/mecha-mettle/{page}{build.split('/')[-1]}")
    assert answer.status_code in (404, 422)


@pytest.mark.parametrize("action", ["rename", "duplicate", "export.toml", "export.json", "export.txt"])
def test_what_needs_the_text_answers_with_the_page_about_damage(client, post, build, action):
    answer = client.get(f"{build}/{action}") if "." in action else post(f"{build}/{action}", {"title": "X"})
    assert answer.status_code == 422 and "damaged" in text(answer)


def test_a_damaged_pack_takes_no_page_down(client, post, spoil):
    pack = post("/mecha-mettle/packs", {"title": "Box"}).location
    post(f"{pack}/use", {"used": "1"})
    spoil(pack, '{"kind": "pack", "module": 5}')
    for page in (
        "",
        "cards?tab=packs",
        "new",
        "roll/attack",
        "cards",
        "line-of-sight",
        "cards?tab=collection",
        "print",
        "rules",
    ):
        assert client.get(f"/mecha-mettle/{page}").status_code == 200, page
    assert "damaged, not in use" in text(client.get("/mecha-mettle/cards?tab=packs"))
    assert client.get(pack).status_code == 422
    for page in ("card?kind=component", "card?card=x", "versions", "raw", "export.toml"):
        damaged = page.startswith(("card", "export"))
        answer = client.get(f"{pack}/{page}")
        assert answer.status_code == (422 if damaged else 200), page


@pytest.mark.long
def test_a_damaged_collection_takes_no_page_down_and_is_counted_again(app, client, post, spoil):
    post("/techniconica/collection", {"own.fuel-cell": "2"})
    name = next(row.id for row in app.extensions["store"].list(owner(client), kind="collection"))
    spoil(name, '{"owned": [1]}')
    for page in ("", "new", "best-mech?wish=fast", "cards?tab=collection", "collection.csv"):
        assert client.get(f"/techniconica/{page}").status_code == 200, page
    assert "Your saved collection cannot be read." in text(client.get("/techniconica/cards?tab=collection"))
    post("/techniconica/collection", {"own.fuel-cell": "3"})
    assert "cannot be read" not in text(client.get("/techniconica/cards?tab=collection"))


@pytest.mark.long
def test_damaged_house_rules_take_no_page_down_and_are_not_in_use(client, post, spoil):
    rules = post("/mecha-mettle/house-rules", {"title": "Club"}).location
    for damage in ('{"title": "Club", "limits": []}', '{"title": "Club", "game": "mecha-mettle", "limits": {"x": 1}}'):
        spoil(rules, damage)
        for page in ("", "house-rules", "new", "roll/attack", "cards", "print", "rules"):
            assert client.get(f"/mecha-mettle/{page}").status_code == 200, page
        assert "In use now" not in text(client.get("/mecha-mettle/house-rules"))
    assert "limits: found 'x', expected none" in text(client.get(rules))
    assert post(f"{rules}/use", {"used": "1"}, follow_redirects=True).status_code == 200
    spoil(rules, "{")
    assert client.get(rules).status_code == 422 and "damaged" in text(client.get("/mecha-mettle/house-rules"))


def owner(client):
    with client.session_transaction() as cookie:
        return cookie["owner"]


@pytest.fixture
def full(app):
    """Let the database's file not grow any more, as on a full disk."""
    from sqlalchemy import event

    def limit(connection, *_):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    engine = app.extensions["store"].engine
    engine.dispose()
    event.listen(engine, "connect", limit)


@pytest.mark.long
@pytest.mark.sqlite
def test_a_full_disk_is_told_and_what_was_typed_stays(client, post, full):
    answers = [post("/mecha-mettle/new", {"title": f"Draft {n}", "seat": "2"}) for n in range(60)]
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused, "the disk was not full"
    page = text(refused[0])
    assert "Not saved." in page and "database or disk is full" in page and 'value="Draft ' in page


def test_health_says_when_nothing_can_be_written(app, client, monkeypatch):
    assert client.get("/healthz").get_json()["database"] == "ok"

    def refuse():
        raise StorageError("the data folder cannot be written (No space left on device): free some space there.")

    monkeypatch.setattr(config, "check_writing", refuse)
    answer = client.get("/healthz")
    assert answer.status_code == 503 and "No space left" in answer.get_json()["database"]


def test_health_names_no_path(client, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "rooms"))
    (tmp_path / "rooms").write_text("a file where the folder should be")
    answer = client.get("/healthz")
    found = answer.get_json()["database"]
    assert answer.status_code == 503
    assert found.startswith("The data folder cannot be created (File exists)") and str(tmp_path) not in found


def test_health_says_nothing_of_where_a_database_server_is(app, client):
    app.extensions["store"].close()
    app.extensions["store"].engine = create_engine("postgresql+psycopg://nobody:secret@127.0.0.1:9/rooms")
    answer = client.get("/healthz")
    found = answer.get_json()["database"]
    assert answer.status_code == 503 and "its server does not answer" in found
    assert not any(word in found for word in ("127.0.0.1", "9", "nobody", "rooms", "secret"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.sqlite
def test_a_read_only_database_is_told(app, client, post, tmp_path):
    (tmp_path / "web.sqlite3").chmod(0o400)
    assert post("/mecha-mettle/new", DRAFT).status_code == 503


def test_a_key_left_empty_by_a_full_disk_is_made_anew(tmp_path):
    (tmp_path / "secret-key").touch()
    key = config.secret_key(tmp_path)
    assert len(key) == 64 and config.secret_key(tmp_path) == key
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret-key"]


def test_a_key_that_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left"):
        config.secret_key(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sqlite
@pytest.mark.parametrize("stored", ["5", b"\xff", b'{"title": "\xff"}'])
def test_a_build_whose_bytes_are_no_text_is_damaged_and_comes_down_as_it_is(client, app, build, stored):
    with app.extensions["store"].engine.begin() as connection:
        connection.exec_driver_sql("UPDATE versions SET data = ? WHERE number = 2", (stored,))
    assert "damaged" in text(client.get("/mecha-mettle/"))
    assert client.get(build).status_code == 422
    raw = client.get(f"{build}/raw").data
    assert raw == (stored if isinstance(stored, bytes) else stored.encode())


@pytest.mark.sqlite
def test_health_says_when_the_database_is_none_any_more(app, client, tmp_path):
    app.extensions["store"].close()
    for path in tmp_path.glob("web.sqlite3*"):
        path.write_bytes(b"This is a shopping list." * 400)
    answer = client.get("/healthz")
    assert answer.status_code == 503 and "not a database" in answer.get_json()["database"]


def test_a_key_that_is_no_text_is_a_sentence(tmp_path):
    (tmp_path / "secret-key").write_bytes(b"\xff" * 64)
    with pytest.raises(StorageError, match="delete it"):
        config.secret_key(tmp_path)


TYPED = "what you typed is still here"


def test_nobody_who_only_opened_a_page_is_told_that_what_they_typed_is_there(client, post, spoil):
    build = post("/mecha-mettle/new", DRAFT).location
    link = link_to(client, build)
    spoil(build, '{"game": "mecha-mettle", "title": "Thick skin", "components": 3}')
    rules = post("/mecha-mettle/house-rules", {"title": "Club"}).location
    spoil(rules, '{"title": "Club", "game": "mecha-mettle", "limits": {"x": 1}}')
    for page in (build, link, rules):
        shown = text(client.get(page))
        assert "This could not be read." in shown and "you typed" not in shown, page
    assert TYPED in text(post("/mecha-mettle/check", {**DRAFT, "fix": "x"}))


@pytest.mark.parametrize("page", ["/tables/verify", "/import", "/mecha-mettle/packs"])
def test_a_file_that_is_refused_is_nothing_that_was_typed(client, post, page):
    answer = post(page, {"file": (io.BytesIO(b"\xff\xfe\x00"), "x.json")})
    assert answer.status_code == 422 and "expected" in text(answer) and "you typed" not in text(answer)


@pytest.mark.parametrize("page", ["/import", "/mecha-mettle/packs"])
def test_a_text_that_is_refused_is_still_there(post, page):
    assert TYPED in html.unescape(re.sub("<[^>]+>", "", text(post(page, {"text": '{"game": 3'}))))
