"""The OpenAPI document: whole, with names of its own, and true of every answer, good and bad."""

import json
from collections import Counter

import pytest
from jsonschema import Draft202012Validator

from companion.dice.odds import TooLarge
from companion.games import GAMES
from companion.limits.heavy_slots import Busy
from companion.verbs import game_rolls
from companion.web import create_app
from companion.web.api import routes
from companion.web.api.openapi import openapi
from companion.web.shell import password
from companion.web.shell.security import limiter
from tests.apps import empty_database, lent
from tests.web.api_calls import calls, inputs_of
from tests.web.described import BASE, Described

DESCRIBED = Described(openapi())
OPERATIONS = DESCRIBED.operations()
CALLS = {}
for _call in calls():
    CALLS.setdefault(_call.ident, []).append(_call)
NAMES = [operation["operationId"] for _, _, operation in OPERATIONS]
EACH = pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=NAMES)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A browser without cookies whose requests are not counted."""
    database = empty_database(tmp_path_factory.mktemp("openapi") / "web.sqlite3")
    with lent(database, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False) as app:
        yield app.test_client()


def true_answer(response, status):
    """Return the data of an answer with this status, which must be what the document says."""
    assert response.status_code == status, response.text[:500]
    found = [*DESCRIBED.complaints(response.request.path, response.request.method, response)]
    assert found == [], f"{response.request.method} {response.request.path}"
    return response.get_json()


def test_the_document_is_openapi_and_all_its_schemas_are_schemas():
    assert DESCRIBED.document["openapi"].startswith("3.1")
    for schema in DESCRIBED.document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for _, _, operation in OPERATIONS:
        for parameter in DESCRIBED.parameters(operation).values():
            Draft202012Validator.check_schema(parameter["schema"])


def test_what_is_referred_to_is_there_and_what_is_there_is_referred_to():
    used = {part.split('"')[0] for part in json.dumps(DESCRIBED.document).split("#/components/")[1:]}
    kinds = DESCRIBED.document["components"]
    there = {f"{kind}/{name}" for kind in ("schemas", "parameters", "responses") for name in kinds[kind]}
    assert used == there


def test_every_component_has_a_title_of_its_own_and_none_is_a_place_in_the_code():
    schemas = DESCRIBED.document["components"]["schemas"]
    titles = [schema["title"] for name, schema in schemas.items() if not name.endswith("Ruling")]
    assert [title for title, count in Counter(titles).items() if count > 1] == []
    assert [name for name in schemas if not name.isalnum() or not name[0].isupper()] == []
    assert {"TechniconicaShootInputs", "MechastellarShootInputs"} <= set(titles)


def test_every_operation_has_an_id_a_tag_a_summary_and_a_description_of_its_own():
    assert max(Counter(NAMES).values()) == 1
    assert max(Counter(operation["summary"] for _, _, operation in OPERATIONS).values()) == 1
    tags = {tag["name"] for tag in DESCRIBED.document["tags"]}
    assert all(tag["description"] for tag in DESCRIBED.document["tags"])
    assert tags == {tag for _, _, operation in OPERATIONS for tag in operation["tags"]}
    for path, method, operation in OPERATIONS:
        assert operation["tags"] and len(operation["description"]) > 15, f"{method} {path}"
        for parameter in DESCRIBED.parameters(operation).values():
            assert parameter["description"], f"{method} {path}: {parameter['name']}"


def test_every_verb_is_described(client):
    game = GAMES[0]
    rules = [rule for rule in client.application.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    for rule in rules:
        kinds = game.analyses if "analyses" in rule.rule else game.resolvers
        address = rule.rule.replace("<slug>", game.slug).replace(
            "<name>", "build" if "schema" in rule.rule else kinds[0].name
        )
        methods = {method.upper() for method in DESCRIBED.document["paths"][DESCRIBED.find(address)]}
        assert rule.methods - {"HEAD", "OPTIONS"} <= methods, rule.rule
    assert len(rules) > 15


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_roll_and_every_analysis_of_a_game_is_described(game):
    for kind in game.resolvers:
        for place in ("odds", "roll"):
            assert "post" in DESCRIBED.document["paths"][f"/{place}/{game.slug}/{kind.name}"]
    assert set(inputs_of(game, "analyses")) == {analysis.name for analysis in game.analyses}
    for analysis in game.analyses:
        assert {"get", "post"} == set(DESCRIBED.document["paths"][f"/analyses/{game.slug}/{analysis.name}"])


@pytest.mark.parametrize("ident", NAMES)
def test_every_answer_to_real_data_is_as_it_is_described(client, ident):
    for call in CALLS[ident]:
        true_answer(call.send(client), 200)


def test_simulated_odds_are_as_they_are_described(client, monkeypatch):
    def refuse(resolver, *_):
        raise TooLarge("It takes more than 2,000,000 steps")

    monkeypatch.setattr(game_rolls, "exact", refuse)
    answer = true_answer(CALLS["odds_mecha_mettle_attack"][0].send(client), 200)
    assert answer["simulated"]["summary"] and answer["outcomes"] == []


def keys_of_query(operation):
    """Return the keys that a query of an operation may have; a table that is taken apart has those of its fields."""
    keys = set()
    for name, parameter in DESCRIBED.parameters(operation).items():
        if parameter["in"] == "query":
            keys |= set(parameter["schema"]["propertyNames"]["enum"]) if parameter.get("explode") else {name}
    return keys


def batched(values, size):
    return [values[start : start + size] for start in range(0, len(values), size)]


def keys_near(operation):
    """Return whatever is an input of any operation of the same game, or of no game."""
    near = {*operation["tags"], "Dice", "Builds"}
    return {key for _, _, other in OPERATIONS if near & set(other["tags"]) for key in keys_of_query(other)}


@EACH
def test_a_query_takes_the_inputs_that_are_listed_and_no_other(client, path, method, operation):
    listed = keys_of_query(operation)
    if not listed:
        return
    address = f"{BASE}{CALLS[operation['operationId']][0].address}"

    def unknown(keys):
        """Return which of some keys are refused as unknown; ten at a time, for an answer counts those of a crowd."""
        found = set()
        for few in batched(sorted(keys), 10):
            answer = true_answer(client.open(address, method=method, query_string=dict.fromkeys(few, "x")), 422)
            found |= {error["where"] for error in answer["input_errors"] if "unknown key" in str(error)}
        return found

    inputs = {key for key in listed if not key.startswith("ruling.")}
    tables = {key.partition(".")[0] for key in listed}
    others = {key for key in keys_near(operation) - listed - tables if "." not in key}
    if inputs:
        assert unknown(inputs) == set()
        assert unknown(others) == others
    if inputs < listed:
        answer = true_answer(client.get(address, query_string={"ruling.never-listed": "x"}), 422)
        assert answer["input_errors"][0]["where"] == "rulings"


@EACH
def test_bodies_that_cannot_be_read_are_refused_as_it_is_described(client, path, method, operation):
    if "requestBody" not in operation:
        return
    address = f"{BASE}{CALLS[operation['operationId']][0].address}"
    true_answer(client.post(address, data=b"\xff\xfe"), 400)
    true_answer(client.post(address, data=b'{"never-listed": 1}'), 422)
    true_answer(client.post(address, data=b"x" * 5_000_000), 413)


@EACH
def test_names_that_nothing_has_are_refused_as_it_is_described(client, path, method, operation):
    if "{game}" in path:
        address = path.replace("{game}", "chess").replace("{kind}", "build")
        true_answer(client.open(BASE + address, method=method, data="{}"), 404)


@pytest.mark.parametrize("path", DESCRIBED.document["paths"])
def test_another_method_is_told_which_ones_there_are(client, path):
    address = BASE + path.replace("{game}", GAMES[0].slug).replace("{kind}", "build")
    methods = {method.upper() for method in DESCRIBED.document["paths"][path]}
    allowed = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    for method in {"DELETE", "PUT", "PROPFIND", "GET", "POST"} - methods:
        response = client.open(address, method=method)
        assert set(response.headers["Allow"].split(", ")) == allowed
        answer = true_answer(response, 405)
        assert set(answer) == {"error", "input_errors"} and f"Nothing answers {method} {address}" in answer["error"]
    assert set(client.options(address).headers["Allow"].split(", ")) == allowed


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize(
    "path", ["/", "/nonsense", "/games/", "/odds/chess", "/cards/a/b/c", "/schema/techniconica/build/x", "/../v2/games"]
)
def test_addresses_that_nothing_answers(client, path, method):
    answer = true_answer(client.open(BASE + path, method=method), 404)
    assert "/api/v1/openapi.json lists what does" in answer["error"]


def test_too_many_requests_are_told_when_to_come_back(tmp_path):
    with lent(empty_database(tmp_path / "counted.sqlite3"), WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=True) as app:
        client = app.test_client()
        answers = (client.post(f"{BASE}/calibrate", json={"across": 150}) for _ in range(301))
        refused = next(answer for answer in answers if answer.status_code != 200)
        true_answer(refused, 429)
        assert 0 < int(refused.headers["Retry-After"]) <= 60


@pytest.mark.parametrize(("error", "status"), [(Busy("Later."), 503), (KeyError("a mistake of ours"), 500)])
def test_what_a_server_cannot_answer_is_as_it_is_described(client, monkeypatch, error, status):
    def break_down(*_, **__):
        raise error

    monkeypatch.setattr(routes, "odds_expression", break_down)
    true_answer(client.get(f"{BASE}/odds?expression=2d6"), status)


def test_a_password_is_asked_for_as_it_is_described(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, "correct horse")
    app = create_app(f"sqlite:///{tmp_path}/locked.sqlite3", "test key", TESTING=True)
    limiter.reset()
    try:
        client = app.test_client()
        assert "Bearer" in client.get(f"{BASE}/games").headers["WWW-Authenticate"]
        true_answer(client.get(f"{BASE}/games"), 401)
        true_answer(client.get(f"{BASE}/games", headers={"Authorization": "Bearer correct horse"}), 200)
    finally:
        limiter.enabled = False
        app.extensions["store"].close()
