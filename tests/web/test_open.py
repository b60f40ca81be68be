"""The page *Open*: whatever is pasted or chosen is recognised, and what it is is said."""

import io
import json

import pytest

from companion.data.documents import to_document
from companion.games import GAMES
from tests.web.test_ownership import Browser


@pytest.fixture
def me(app):
    return Browser(app)


def document(game):
    return to_document(next(iter(game.examples.values())))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_build_is_named_and_only_checked(app, me, game):
    page = me.send("/open", {"text": json.dumps(document(game)), "check": "1"}).get_data(as_text=True)
    assert f"A {game.build_noun} for {game.title}. Press Open to make it yours." in page
    assert me.read("/").count("library-item") == 0
    assert me.send("/open", {"text": json.dumps(document(game))}).location.startswith(f"/{game.slug}/builds/")


def test_a_pack_and_house_rules_are_named(me):
    pack = {"game": "mechalyte", "kind": "pack", "title": "Strong", "module": [{"id": "power", "adds": 2}]}
    assert "A card pack for Mechalyte." in me.send("/open", {"text": json.dumps(pack), "check": "1"}).text
    rules = me.client.get(me.send("/mechalyte/house-rules", {"title": "Club"}).location + "/export.toml").text
    assert "House rules for Mechalyte." in me.send("/open", {"text": rules, "check": "1"}).text


def test_a_file_with_everything_is_named_then_restored(app, me):
    me.send("/mechalyte/new", {"title": "Onion", "spec": "PAPAPA"})
    data = me.client.get("/library/mech-companion-library.zip", buffered=True).data
    other = Browser(app)
    sent = {"file": (io.BytesIO(data), "mine.zip")}
    page = other.send("/open", {**sent, "check": "1"}).text
    assert "A file with everything of a player, 1 readable document." in page and "Onion" not in other.read("/")
    sent = {"file": (io.BytesIO(data), "mine.zip")}
    answer = other.send("/open", sent)
    assert answer.location == "/" and "Onion" in other.read("/")


@pytest.mark.parametrize("how", ["file", "text"])
def test_the_file_of_a_finished_table_is_checked(me, how):
    table = me.send("/mechalyte/tables/new", {"phones": "one"}).location
    me.send(table, {"act": "concede", "seat": "0", "sure": "yes"})
    data = me.client.get(f"{table}/table.json").data
    sent = {"file": (io.BytesIO(data), "table.json")} if how == "file" else {"text": data.decode()}
    page = me.send("/open", sent).text
    assert "The log of a table." in page and "Nothing is wrong" in page
    spoiled = data.replace(b"gave up", b"gave in")
    assert spoiled != data
    assert "Nothing is wrong" not in me.send("/open", {"text": spoiled.decode()}).text


def test_the_link_of_a_table_opens_it(app, me):
    table = me.send("/mechalyte/tables/new", {"phones": "one"}).location
    for text in (f"http://localhost{table}", f"Come: http://localhost{table} !"):
        assert me.send("/open", {"text": text}).location == table
    assert me.send("/open", {"text": f"http://elsewhere.example{table}"}).status_code == 422
    assert me.send("/open", {"text": f"http://localhost{table}/log"}).status_code == 422


@pytest.mark.parametrize("text", ["", "{", '{"setup": 1', "PK", '{"setup": {}}', "[]", "hello"])
def test_what_is_nothing_is_a_sentence(me, text):
    answer = me.send("/open", {"text": text})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
