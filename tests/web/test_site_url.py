"""The app behind proxies and under an address of its own; what a request calls its host never reaches a link."""

import json
import socket
import zipfile
from io import BytesIO

import pytest

from companion.base.findings import InvalidInput
from companion.web import create_app
from tests import engines
from tests.pairs import few_first

EXPORT = "/wreck-a-mech/export/cards?what=cards&to=tts&only=nail-bat"
BEFORE = {"X-Forwarded-For": "10.1.1.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


@pytest.fixture
def opened(tmp_path, monkeypatch):
    apps = []

    def start(**settings):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        path = tmp_path / f"{len(apps)}.sqlite3"
        apps.append(create_app(engines.address(path), "k" * 32, TESTING=True, RATELIMIT_ENABLED=False))
        return apps[-1].test_client()

    yield start
    for app in apps:
        app.extensions["store"].close()


def links(answer):
    """Return where a saved object loads its sheets from."""
    assert answer.status_code == 200, answer.get_data(as_text=True)[-500:]
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        saved = json.loads(archive.read(next(name for name in archive.namelist() if name.endswith(".json"))))
    found = [deck["FaceURL"] for thing in saved["ObjectStates"] for deck in thing["CustomDeck"].values()]
    assert found
    return {link.partition("/wreck-a-mech/")[0] for link in found}


@pytest.mark.parametrize("host", few_first(1, ["192.168.1.7:8000", "localhost:8000", socket.gethostname().lower()]))
def test_without_an_address_the_machines_own_names_are_believed(opened, host):
    assert links(opened().get(EXPORT, base_url=f"http://{host}")) == {f"http://{host}"}


@pytest.mark.long
def test_a_host_of_the_request_alone_never_reaches_a_link(opened):
    answer = opened().get(EXPORT, base_url="http://evil.example")
    assert answer.status_code != 200
    page = opened().get(EXPORT.replace("/export/cards", "/print"), base_url="http://evil.example")
    assert "COMPANION_URL" in page.get_data(as_text=True)
    forwarded = opened().get(EXPORT, base_url="http://localhost", headers=BEFORE)
    assert links(forwarded) == {"http://localhost"}


@pytest.mark.long
def test_links_begin_with_the_clubs_own_address(opened):
    client = opened(COMPANION_URL="https://mechs.example.org/")
    assert links(client.get(EXPORT, base_url="https://mechs.example.org")) == {"https://mechs.example.org"}
    refused = client.get("/", base_url="https://evil.example")
    assert refused.status_code == 400 and "reached at another address" in refused.get_data(as_text=True)
    assert client.get("/healthz", base_url="http://localhost").status_code == 200


@pytest.mark.parametrize(("url", "secure"), [("https://mechs.example.org", True), ("http://mechs.example.org", False)])
def test_cookies_are_secure_where_the_address_is(opened, url, secure):
    client = opened(COMPANION_URL=url)
    client.application.config["WTF_CSRF_ENABLED"] = False
    page = client.post("/theme", data={"theme": "dark"}, base_url=url)
    assert page.status_code == 303 and ("Secure" in page.headers["Set-Cookie"]) is secure


def test_as_many_proxies_are_believed_as_there_are(opened):
    client = opened(COMPANION_PROXIES="1", COMPANION_URL="https://mechs.example.org")
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "mechs.example.org"}
    assert client.get("/", base_url="http://127.0.0.1", headers=headers).status_code == 200
    evil = {**headers, "X-Forwarded-Host": "evil.example"}
    assert client.get("/", base_url="http://127.0.0.1", headers=evil).status_code == 400


@pytest.mark.parametrize(
    ("name", "value"),
    [("COMPANION_PROXIES", "many"), ("COMPANION_PROXIES", "10"), ("COMPANION_URL", "mechs.example.org")],
)
def test_settings_that_cannot_be_read_are_named(opened, name, value):
    with pytest.raises(InvalidInput, match=name):
        opened(**{name: value})


@pytest.mark.long
@pytest.mark.parametrize(
    ("url", "sent"), [("https://mechs.example.org", "max-age=31536000"), ("http://mechs.example.org", None), ("", None)]
)
def test_browsers_are_told_to_come_by_https_alone_where_the_address_is(opened, url, sent):
    client = opened(COMPANION_URL=url)
    for path in ("/", "/nowhere", "/static/theme.css", "/healthz", "/techniconica"):
        answer = client.get(path, base_url=url or "http://localhost")
        assert answer.headers.get("Strict-Transport-Security") == sent


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_a_cookie_is_secure_where_the_proxy_speaks_https(opened, scheme, secure):
    client = opened(COMPANION_PROXIES="1")
    client.application.config["WTF_CSRF_ENABLED"] = False
    answer = client.post("/theme", data={"theme": "dark"}, headers={"X-Forwarded-Proto": scheme})
    assert ("Secure" in answer.headers["Set-Cookie"]) is secure


GIVEN = {
    "slug": "mechalyte",
    "kind": "svg",
    "number": 1,
    "seat": 0,
    "line": 0,
    "page": 0,
    "cell": 0,
    "size": 192,
    "filename": "style.css",
    "rest": "x",
}
HOSTS = ("evil.example", "evil.example:443", "mechs.example.org.evil.example", "a b", "@", "[::1", "x" * 300, "")


@pytest.mark.parametrize("settings", [{}, {"COMPANION_PASSWORD": "eight mechs"}])
def test_no_address_is_answered_for_another_host_whatever_else_is_asked_before(opened, settings):
    client = opened(COMPANION_URL="https://mechs.example.org", **settings)
    app = client.application
    adapter = app.url_map.bind("localhost")
    rules = [*app.url_map.iter_rules()]
    assert len(rules) > 100
    for number, rule in enumerate(rules):
        method = "POST" if "POST" in rule.methods else "GET"
        path = adapter.build(rule.endpoint, {name: GIVEN.get(name, "x") for name in rule.arguments}, method=method)
        host = HOSTS[number % len(HOSTS)]
        answer = client.open(path, method=method, headers={"Host": host})
        assert answer.status_code == 400, (path, host)
        said = answer.json["error"] if path.startswith("/api/") else answer.get_data(as_text=True).removesuffix("\n")
        assert said == "This server is reached at another address: ask whoever runs it."
    for host in HOSTS:
        assert client.get("/", headers={"Host": host}).status_code == 400
    assert client.get("/healthz", headers={"Host": "mechs.example.org"}).status_code == 200
