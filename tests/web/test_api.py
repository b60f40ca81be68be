"""The HTTP verbs: every answer against the OpenAPI document, and every error in JSON."""

from fractions import Fraction

import pytest
from flask.testing import FlaskClient

from companion.data.documents import to_document
from companion.games import GAMES
from companion.web.api.openapi import openapi
from tests.apps import empty_database, lent
from tests.web.described import BASE, Described

POOLS = "attack=3&attack_die=regular&defend=3&defend_die=shield"
INPUTS = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "shield"}


class CheckedClient(FlaskClient):
    """A browser whose every answer of the API is compared with the document."""

    def open(self, *args, **kwargs):
        response = super().open(*args, **kwargs)
        path, method = response.request.path, response.request.method
        if path.startswith(BASE):
            assert [*Described(openapi()).complaints(path, method, response)] == [], f"{method} {path}"
        return response


@pytest.fixture
def client(tmp_path):
    """A browser without cookies, for an application that asks for no token."""
    with lent(empty_database(tmp_path / "web.sqlite3"), WTF_CSRF_ENABLED=False) as app:
        yield CheckedClient(app, app.response_class)


@pytest.fixture
def document(client):
    return client.get(f"{BASE}/openapi.json").get_json()


@pytest.fixture
def agrees(document):
    """Return the data of an answer whose path the document describes under its template."""

    def check(response, path, method="get"):
        assert method in document["paths"][path]
        return response.get_json()

    return check


def refused(response, status):
    """Return the sentence of an error answer."""
    assert response.status_code == status
    assert response.mimetype == "application/json"
    answer = response.get_json()
    assert set(answer) == {"error", "input_errors"}
    assert answer["error"]
    assert len(answer["error"]) < 600
    return answer["error"]


@pytest.mark.parametrize("path", ["/games", "/cards/{game}", "/resolvers/{game}"])
def test_what_a_game_has(client, agrees, path):
    for game in GAMES:
        answer = agrees(client.get(BASE + path.replace("{game}", game.slug)), path)
        assert answer.get("game", game.slug) == game.slug


def test_odds(client, agrees):
    answer = agrees(client.get(f"{BASE}/odds/mecha-mettle/attack?{POOLS}"), "/odds/mecha-mettle/attack")
    assert answer["summary"]["success"]["exact"] == "43/216"
    assert sum(Fraction(row["exact"]) for row in answer["outcomes"]) == 1


def test_roll_with_faces_from_the_table(client, agrees):
    path = "/roll/mecha-mettle/attack"
    for faces in ("5 6 1 | 4 3 2", [[5, 6, 1], [4, 3, 2]]):
        answer = agrees(client.post(BASE + path, json={"inputs": INPUTS, "faces": faces}), path, "post")
        assert answer["outcome"]["hit"] is True
        assert [throw["faces"] for throw in answer["throws"]] == [[5, 6, 1], [4, 3, 2]]


def test_roll_seeded_and_random(client, agrees):
    path = "/roll/mecha-mettle/attack"
    seeded = [client.post(BASE + path, json={"inputs": INPUTS, "seed": 5}).get_json() for _ in range(2)]
    assert seeded[0] == seeded[1]
    answer = agrees(client.post(BASE + path, json={"inputs": INPUTS}), path, "post")
    assert all(1 <= face <= 6 for throw in answer["throws"] for face in throw["faces"])


def test_plain_dice(client, agrees):
    answer = agrees(client.get(f"{BASE}/odds?expression=2d6"), "/odds")
    assert answer["summary"]["total"]["exact"] == "7"
    for faces in ("5 0", [[5, 0]]):
        ten = agrees(client.post(f"{BASE}/roll", json={"expression": "2d10", "faces": faces}), "/roll", "post")
        assert (ten["outcome"], ten["throws"][0]["faces"]) == ({"total": 15}, [5, 10])
    rolled = agrees(client.post(f"{BASE}/roll", json={"expression": "2d6", "faces": "3 4"}), "/roll", "post")
    assert rolled["outcome"]["total"] == 7


def test_a_scaled_test_page_is_refused_and_taken_where_it_is_insisted_on(client, agrees):
    read = {"across": 145.5, "along": 194}
    refused = client.post(f"{BASE}/calibrate", json=read)
    assert refused.status_code == 422 and "this looks like “fit to page”" in refused.get_json()["error"]
    known = agrees(client.post(f"{BASE}/calibrate", json=read | {"insist": True}), "/calibrate", "post")
    assert known["readings"]["across"] == 145.5 and "this looks like “fit to page”" in known["scaled"]
    own = agrees(
        client.post(f"{BASE}/calibrate", json={"across": 150.4, "back_right_mm": 1, "back_right": 2}),
        "/calibrate",
        "post",
    )
    assert (own["scaled"], own["readings"]["across"], own["readings"]["along"]) == ("", 150.4, 200)
    assert client.post(f"{BASE}/calibrate", json={"across": 1001}).status_code == 422


@pytest.mark.parametrize("written", ["toml", "json"])
def test_check(client, agrees, written):
    body = {
        "toml": 'game = "mecha-mettle"\ntitle = "Mine"\ncomponents = []\n',
        "json": '{"game": "mecha-mettle", "title": "Mine", "components": []}',
    }[written]
    answer = agrees(client.post(f"{BASE}/check", data=body), "/check", "post")
    assert (answer["game"], answer["title"], answer["legal"]) == ("mecha-mettle", "Mine", False)
    assert "draft-count" in {finding["rule"] for finding in answer["findings"]}


def test_no_token_and_no_cookie_are_needed(client):
    response = client.post(f"{BASE}/roll", json={"expression": "1d6", "faces": "3"})
    assert response.status_code == 200
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/cards/chess", "mecha-mettle"),
        ("/rules/chess", "mecha-mettle"),
        ("/resolvers/chess", "mecha-mettle"),
        ("/odds/chess/attack", "mecha-mettle"),
        ("/odds/mecha-mettle/sing", "attack"),
        ("/nonsense", "openapi.json"),
        ("/", "openapi.json"),
    ],
)
def test_names_that_nothing_has(client, path, said):
    assert said in refused(client.get(BASE + path), 404)


def test_a_roll_of_something_unknown(client):
    assert "attack" in refused(client.post(f"{BASE}/roll/mecha-mettle/sing", json={}), 404)


@pytest.mark.parametrize(
    ("query", "where", "said"),
    [
        (POOLS.replace("attack=3", "attack=-1"), "attack", "at least"),
        (POOLS.replace("attack=3", "attack=10000"), "attack", "at most"),
        (POOLS.replace("attack=3", "attack=banana"), "attack", "a whole number"),
        (POOLS.replace("=shield", "=banana"), "defend_die", "evasion"),
        (POOLS + "&frob=1", "frob", "unknown key"),
        (POOLS + "&attack=4", "attack", "a whole number"),
        (POOLS.replace("attack=3", "attack=" + "9" * 6000), "attack", "expected"),
        (POOLS + "&ruling.none-such=x", "rulings", "none-such"),
    ],
)
def test_inputs_that_cannot_be_read(client, agrees, query, where, said):
    response = client.get(f"{BASE}/odds/mecha-mettle/attack?{query}")
    assert said in refused(response, 422)
    answer = agrees(response, "/odds/mecha-mettle/attack")
    assert [m["where"] for m in answer["input_errors"]] == [where]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"inputs": INPUTS, "faces": "5 6"}, "3d6"),
        ({"inputs": INPUTS, "faces": "5 6 7 | 1 1 1"}, "1 to 6"),
        ({"inputs": INPUTS, "faces": "5 6 1"}, "one more"),
        ({"inputs": INPUTS, "faces": "5 6 1 | 1 1 1 | 1"}, "expected 2"),
        ({"inputs": INPUTS, "faces": [["5", "x", 1]]}, "expected"),
        ({"inputs": INPUTS, "faces": "1 " * 5000}, "4,000"),
        ({"inputs": INPUTS, "faces": 7}, "expected"),
        ({"inputs": INPUTS, "seed": "x"}, "a whole number"),
        ({"inputs": INPUTS, "seed": -1}, "at least 0"),
        ({"inputs": INPUTS, "frob": 1}, "unknown key"),
        ({"inputs": []}, "a table"),
        ({"inputs": INPUTS, "rulings": {"none-such": "x"}}, "none-such"),
        ([], "expected"),
        ("text", "expected"),
    ],
)
def test_rolls_that_cannot_be_read(client, wanted, said):
    assert said in refused(client.post(f"{BASE}/roll/mecha-mettle/attack", json=wanted), 422)


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 50_000, b"[" + b"1" * 10_000 + b"]", b"not json"])
def test_bodies_that_are_not_json(client, body):
    assert "body" in refused(client.post(f"{BASE}/roll/mecha-mettle/attack", data=body), 400)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 422, "empty"),
        (b"not toml", 422, "TOML"),
        (b"{", 422, "JSON"),
        (b"a = " + b"1" * 10_000, 422, "TOML"),
        (b"\xff\xfe", 400, "UTF-8"),
        (b'title = "x"', 422, "game"),
        (b'game = "chess"', 404, "mecha-mettle"),
        (b'game = "mecha-mettle"\nfrob = 1', 422, "frob"),
        (b'game = "mecha-mettle"\ncomponents = 3', 422, "a list"),
        (b'game = "mecha-mettle"\ntitle = "' + b"x" * 10_000 + b'"', 422, "at most 120 characters"),
        (b"x" * 5_000_000, 413, "bytes"),
    ],
)
def test_documents_that_cannot_be_read(client, body, status, said):
    assert said in refused(client.post(f"{BASE}/check", data=body), status)


@pytest.mark.parametrize("expression", ["", "banana", "3d", "1000000d1000000", "d" * 500])
def test_bad_expressions(client, expression):
    refused(client.get(f"{BASE}/odds", query_string={"expression": expression}), 422)


def test_a_missing_expression_is_named(client):
    assert "expression" in refused(client.get(f"{BASE}/odds"), 422)


def test_the_number_of_a_ruling_may_be_sent_as_a_number(client):
    body = {"inputs": {"a": "green-viking", "b": "voltlion"}, "rulings": {"most-units": 12}}
    assert client.post("/api/v1/analyses/mechastellar/unit-matchup", json=body).status_code == 200
    past = client.post("/api/v1/analyses/mechastellar/unit-matchup", json={**body, "rulings": {"most-units": 201}})
    assert "rulings.most-units: found '201', expected off, or a number from 1 to 200." in past.json["error"]


def test_a_matchup_is_asked_for_by_the_names_of_the_last_release_too(client):
    builds = [
        to_document(build)
        for build in list(next(one for one in GAMES if one.slug == "techniconica").examples.values())[:2]
    ]
    answers = [
        client.post(
            f"{BASE}/matchup/techniconica", json={"mine": builds[0], "theirs": builds[1], "conditions": conditions}
        )
        for conditions in ({"hold_mine": 2, "rerolls_theirs": 1}, {"my_hold": 2, "their_rerolls": 1})
    ]
    assert answers[0].status_code == 200, answers[0].text
    assert answers[0].json == answers[1].json
    assert answers[0].json["conditions"]["my_hold"] == 2
