"""A password before the whole server: what stays open without it, tries that are counted, browsers and programs."""

import re

import pytest
from limits import parse_many

from companion.base.findings import InvalidInput
from companion.storage import public_pictures
from companion.web import create_app
from companion.web.shell import password
from companion.web.shell.security import limiter
from tests.web.conftest import link_to, token_of
from tests.web.test_addresses import QUERIES, TABLE

PASSWORD = "eight mechs"
GAME = "/mecha-mettle"
BEARER = {"Authorization": f"Bearer {PASSWORD}"}


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, PASSWORD)
    app = create_app(f"sqlite:///{tmp_path}/club.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    app.extensions["store"].close()


def enter(client, words=PASSWORD, **form):
    token = token_of(client, "/password")
    return client.post("/password", data={"csrf_token": token, "password": words, **form})


@pytest.fixture
def member(app):
    """Return a browser that has said the password."""
    client = app.test_client()
    assert enter(client).status_code == 303
    return client


@pytest.fixture
def build(member):
    form = {"csrf_token": token_of(member), "title": "Mine", "seat": "2"}
    return member.post(f"{GAME}/new", data=form).location


@pytest.mark.long
def test_every_page_asks_for_the_password_and_leads_back(app, client):
    for path in ("/", f"{GAME}/", f"{GAME}/builds/nothing", "/no/such/page", "/import", "/key", "/statement"):
        answer = client.get(path)
        assert (answer.status_code, answer.location.partition("?")[0]) == (303, "/password"), path
    answer = client.get(f"{GAME}/cards?build=x")
    assert answer.location == "/password?back=/mecha-mettle/cards?build%3Dx"
    page = client.get(answer.location).get_data(as_text=True)
    assert f'name="back" value="{GAME}/cards?build=x"' in page
    assert enter(client, back=f"{GAME}/cards").location == f"{GAME}/cards"
    assert client.get("/").status_code == 200


def test_it_leads_nowhere_else(client):
    assert enter(client, back="//elsewhere.example").location == "/"


@pytest.mark.long
def test_without_a_password_there_is_no_such_page(tmp_path):
    app = create_app(f"sqlite:///{tmp_path}/open.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    assert app.test_client().get("/password", follow_redirects=True).status_code == 404
    assert app.test_client().get("/").status_code == 200
    app.extensions["store"].close()


@pytest.mark.parametrize(("length", "fits"), [(7, False), (8, True)])
def test_a_short_password_is_refused_at_the_start(tmp_path, monkeypatch, length, fits):
    monkeypatch.setenv(password.SETTING, "s" * length)
    database = f"sqlite:///{tmp_path}/short.sqlite3"
    if fits:
        create_app(database, "test key").extensions["store"].close()
        return
    with pytest.raises(InvalidInput, match="COMPANION_PASSWORD: found 7 characters, .* 8 or more"):
        create_app(database, "test key")


@pytest.mark.long
def test_what_was_handed_out_and_what_is_nobodys_stays_open(app, client, member, build):
    store = app.extensions["store"]
    link = link_to(member, build)
    for path in (
        link,
        f"{link}/portrait.svg",
        f"{link}/export.toml",
        f"{GAME}/print.pdf?what=reference&build={link[-55:]}",
    ):
        assert client.get(path, buffered=True).status_code == 200, path
    for path in ("/healthz", "/static/base.css", "/games.css"):
        assert client.get(path, buffered=True).status_code in (200, 404), path
    name = public_pictures.make(store, store.get(build.rpartition("/")[2]), {"what": ["components"], "to": "tts"})
    assert client.get(f"{GAME}/export/pictures/{name}/nothing.png").status_code == 404


def test_an_edit_link_and_the_owners_address_need_the_password(client, member, build):
    edit = link_to(member, build, "edit")
    assert client.get(edit).status_code == 303 and client.get(build).status_code == 303
    assert member.get(edit).status_code == 200


def test_a_view_link_opens_nothing_beside_it(client, member, build):
    link = link_to(member, build)
    reference = link.rpartition("/")[2]
    assert client.get(f"{GAME}/roll?other={reference}").status_code == 303
    assert client.get(f"{build}/export.toml?build={reference}").status_code == 303
    form = {"csrf_token": token_of(client, "/password")}
    refused = client.post(f"{link}/duplicate", data=form)
    assert refused.status_code == 403 and "Nothing was saved" in refused.get_data(as_text=True)
    token = {"csrf_token": token_of(member), "kind": "view", "act": "renew"}
    member.post(f"{build}/links", data=token)
    assert client.get(link).status_code == 303


def test_another_password_ends_what_was_entered(app, member):
    assert member.get("/").status_code == 200
    app.config[password.SETTING] = "another password"
    assert member.get("/").status_code == 303


def test_a_program_sends_it_as_a_header(client):
    assert client.get("/api/v1/games", headers=BEARER).status_code == 200
    for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {PASSWORD}"}):
        answer = client.get("/api/v1/games", headers=given)
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == "Bearer"
        assert "Authorization: Bearer" in answer.json["error"]
    assert client.get("/", headers=BEARER).status_code == 303


def test_a_program_that_has_tried_all_day_is_told_to_come_back_when_the_day_is_over(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, PASSWORD)
    monkeypatch.setattr(password, "TRIES", parse_many("10 per minute; 2 per day"))
    app = create_app(f"sqlite:///{tmp_path}/counted.sqlite3", "test key", TESTING=True)
    limiter.reset()
    try:
        client = app.test_client()
        wrong = [client.get("/api/v1/games", headers={"Authorization": "Bearer no"}) for _ in range(3)]
        assert [answer.status_code for answer in wrong] == [401, 401, 429]
        assert 23 * 3600 < int(wrong[-1].headers["Retry-After"]) <= 24 * 3600
    finally:
        limiter.enabled = False
        app.extensions["store"].close()


def test_wrong_tries_are_counted_for_browsers_and_programs_together(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, PASSWORD)
    app = create_app(f"sqlite:///{tmp_path}/counted.sqlite3", "test key", TESTING=True)
    limiter.reset()
    try:
        client = app.test_client()
        wrong = [enter(client, "wrong").status_code for _ in range(5)]
        wrong += [client.get("/api/v1/games", headers={"Authorization": "Bearer no"}).status_code for _ in range(6)]
        assert wrong == [403] * 5 + [401] * 5 + [429]
        refused = client.get("/api/v1/games", headers=BEARER)
        wanted = "Too many requests: expected at most 10 wrong passwords a minute, and 100 a day."
        assert (refused.status_code, refused.json["error"]) == (429, wanted)
        assert 0 < int(refused.headers["Retry-After"]) <= 60
        assert enter(client).status_code == 429
    finally:
        limiter.enabled = False
        app.extensions["store"].close()


@pytest.mark.long
def test_a_view_link_in_a_query_opens_what_shows_its_build_and_nothing_else(app, client, member, build):
    reference = link_to(member, build).rpartition("/")[2]
    opened = set()
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or "document_id" in rule.arguments:
            continue
        path = rule.rule.replace("<slug>", GAME[1:]).replace("<int:number>", "1").replace("<any(svg, dxf):kind>", "svg")
        path = re.sub("<[^>]+>", "x", path)
        answer = client.get(f"{path}?build={reference}")
        is_refused = answer.status_code == 401 or (answer.location or "").startswith("/password?")
        if not is_refused and rule.endpoint not in password.OPEN:
            opened.add(rule.endpoint)
    assert opened == {
        *("gallery.show", "gallery.face", "export.choose", "export.download", "export.face", "export.sheet"),
        *("printing.choose", "printing.download", "printing.words", "printing.cuts", "printing.sheet"),
    }


def test_the_way_back_begins_where_a_proxy_puts_the_app(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, PASSWORD)
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    app = create_app(f"sqlite:///{tmp_path}/club.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    below = {"X-Forwarded-Prefix": "/mechs"}
    client = app.test_client()
    answer = client.get(f"{GAME}/cards?build=x", headers=below)
    assert answer.location == f"/mechs/password?back=/mechs{GAME}/cards?build%3Dx"
    page = client.get("/password?back=/mechs/import", headers=below).get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    assert 'name="back" value="/mechs/import"' in page
    form = {"csrf_token": token, "password": PASSWORD, "back": "/mechs/import"}
    assert client.post("/password", data=form, headers=below).location == "/mechs/import"
    app.extensions["store"].close()


@pytest.mark.parametrize(
    "back",
    [
        "//elsewhere.example",
        "/\\elsewhere.example",
        "https://elsewhere.example",
        "/\telsewhere",
        "elsewhere",
        "",
        "/\r\nX: y",
    ],
)
def test_entering_leads_nowhere_else(client, back):
    assert enter(client, back=back).location == "/"


@pytest.mark.long
@pytest.mark.parametrize(
    "path", [f"{GAME}/new", f"{GAME}/check?of=x", f"{GAME}/use", f"{GAME}/matchup", f"{GAME}/rules"]
)
def test_what_is_sent_without_the_password_is_answered_by_its_page(client, path):
    answer = client.post(path, data={"csrf_token": token_of(client, "/password"), "title": "Typed for an hour"})
    assert answer.status_code == 403 and "Nothing was saved" in answer.get_data(as_text=True)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"])
def test_no_method_passes_without_the_password(client, build, method):
    answer = client.open(build, method=method)
    assert (answer.status_code, answer.location or "") in ((303, f"/password?back={build}"), (403, ""))
    assert "Mine" not in answer.get_data(as_text=True)


def test_it_opens_every_page_that_a_view_link_shows():
    shown = {endpoint for endpoint, row in TABLE.items() if row.form is None and row.statuses[2] == 200}
    assert shown == password.BY_PATH
    assert set(QUERIES) >= password.BY_QUERY
