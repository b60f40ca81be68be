"""What no browser sends but anybody can: half characters, raw bytes in an address, thousands of keys."""

import json

import pytest
from sqlalchemy import text

from companion.games import GAMES

HALF = '"\\ud800"'
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
TWO_GAMES = pytest.mark.parametrize("game", GAMES[1:3], ids=lambda game: game.slug)
"""The game with the fewest cards and the one with the most."""


def packs(game):
    """Return packs in JSON with half a character in their heads, their tables and their cards."""
    kind = next(iter(game.kinds))
    yield f'{{"title": {HALF}}}'
    yield f"{{{HALF}: 1}}"
    yield f'{{"key": {HALF}, "{kind}": []}}'
    yield f'{{"{kind}": [{{"id": {HALF}, "name": "A"}}]}}'
    yield f'{{"{kind}": [{{"id": "a", "name": {HALF}}}]}}'
    yield f'{{"{kind}": [{{"id": "a", {HALF}: 1}}]}}'
    yield f'{{"{kind}": [{{"id": "a", "name": "A", "origin": {{"default": "own: \\ud800"}}}}]}}'
    yield f'{{"unfinished": [{{"kind": "{kind}", "cells": {{"name": {HALF}}}}}]}}'


@EACH_GAME
def test_a_pack_with_half_a_character_is_refused_with_its_place(game, client, post):
    for pack in packs(game):
        answer = post(f"/{game.slug}/packs", {"text": pack})
        assert answer.status_code == 422, pack
        assert "found half a character" in answer.get_data(as_text=True)
        address = post(f"/{game.slug}/packs", {"title": "Box"}).location
        assert post(f"{address}/upload", {"text": pack}).status_code == 422
        whole = json.dumps({"game": game.slug, "kind": "pack", **json.loads(pack)})
        refused = client.post("/api/v1/check", data=whole)
        assert refused.status_code == 422 and "half a character" in refused.json["error"], pack
        carried = json.dumps({"game": game.slug, "pack": [json.loads(pack)]})
        assert client.post("/api/v1/check", data=carried).status_code == 422
        assert client.post(f"/api/v1/cards/{game.slug}", data=whole).status_code == 422
        assert post("/import", {"text": carried}).status_code == 422
        for kind in game.resolvers[:1]:
            asked = {"inputs": {}, "pack": [json.loads(pack)]}
            assert client.post(f"/api/v1/odds/{game.slug}/{kind.name}", json=asked).status_code == 422


@pytest.mark.long
@EACH_GAME
def test_a_stored_pack_with_half_a_character_is_shown_with_a_sign_in_its_place(game, app, client, post):
    for pack in packs(game):
        if pack.startswith(f"{{{HALF}"):
            continue  # a table that no pack has
        address = post(f"/{game.slug}/packs", {"title": "Box"}).location
        with app.extensions["store"].engine.begin() as connection:
            where = {"data": pack, "id": address.rsplit("/", 1)[1]}
            connection.execute(text("update versions set data = :data where document_id = :id"), where)
        for page in (address, f"/{game.slug}/cards?tab=packs", f"/{game.slug}/new", f"{address}/export.json"):
            assert client.get(page).status_code in (200, 404), (page, pack)


def test_a_fix_and_a_title_with_half_a_character_are_refused(post):
    sent = {"fix": '{"title": "\\ud800"}', "spec": "MIPASA"}
    assert post("/mechalyte/new", sent).status_code == 422


ADDRESSES = (
    "/",
    "/mechalyte/new",
    "/roll",
    "/mechastellar/unit-matchup",
    "/mechastellar/print",
    "/none",
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("query", ["a=\\xff", "\\xff", "a=%ff&b=%ed%a0%80", "a=\\xed\\xa0\\x80"])
def test_raw_bytes_in_a_query_reach_a_page(client, post, address, query):
    raw = query.encode().decode("unicode_escape")
    page = client.get(address, environ_overrides={"QUERY_STRING": raw})
    assert page.status_code in (200, 301, 308, 404, 422)
    back = "/roll?a=\N{REPLACEMENT CHARACTER}"
    assert post("/theme", {"theme": "dark", "back": back}).status_code == 303


@pytest.mark.long
@TWO_GAMES
def test_thousands_of_unknown_keys_are_one_short_answer(game, client, post):
    keys = {f"key{number}": 1 for number in range(8000)}
    answer = client.post("/api/v1/check", data=json.dumps({"game": game.slug, **keys}))
    assert answer.status_code == 422 and "8,000 unknown keys (key0, key1, key2" in answer.json["error"]
    assert len(answer.data) < 3000 and len(answer.json["input_errors"]) == 1
    page = post("/import", {"text": json.dumps({"game": game.slug, **keys})})
    assert page.status_code == 422
    assert page.get_data(as_text=True).count("unknown key") == 1 and "key9, …" in page.get_data(as_text=True)
    asked = {f"key{number}": "1" for number in range(800)}
    for kind in game.resolvers[:2]:
        sent = client.get(f"/{game.slug}/roll/{kind.name}", query_string=asked)
        assert sent.status_code == 422 and sent.get_data(as_text=True).count("unknown key") == 1
    for analysis in game.analyses[:2]:
        sent = client.get(f"/{game.slug}/{analysis.name}", query_string=asked)
        assert sent.status_code in (200, 422) and sent.get_data(as_text=True).count("unknown key") <= 1
    sent = client.get(f"/{game.slug}/print.pdf", query_string=asked)
    assert sent.status_code in (404, 422) and sent.get_data(as_text=True).count("unknown key") <= 1


@TWO_GAMES
def test_thousands_of_bad_cards_are_ten_sentences(game, client, post):
    kind = next(iter(game.kinds))
    pack = {"game": game.slug, "kind": "pack", kind: [{"id": f"card-{n}", "name": ""} for n in range(1500)]}
    answer = client.post("/api/v1/check", json=pack)
    assert answer.status_code == 422 and "And " in answer.json["error"] and len(answer.json["error"]) < 3000


@TWO_GAMES
def test_a_column_of_many_parts_is_refused_wherever_it_stands(game, client, post):
    kind, head = next(iter(game.kinds)), ".".join(["a"] * 2_000)
    assert post(f"/{game.slug}/packs", {"text": f"{head}\n1\n", "card-kind": kind}).status_code == 422
    pack = json.dumps({"game": game.slug, "unfinished": [{"kind": kind, "cells": {head: "1"}}]})
    kept = post(f"/{game.slug}/packs", {"text": pack})
    assert client.get(kept.location).status_code == 200
