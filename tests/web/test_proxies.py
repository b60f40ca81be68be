"""The started server behind none, one and two proxies: whom their headers name, and what nobody may forge."""

import http.client
import secrets
from urllib.parse import urlsplit

import pytest

from tests.abuse.serving import Server

LIMIT = 1200
TWO_HTTPS = ("https", "https, http", "http, https, http")
FORGED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "444",
    "X-Forwarded-Prefix": "/evil",
    "Forwarded": "for=203.0.113.7;proto=https;host=evil.example",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Start a server for each number of proxies when it is first asked for."""
    started = {}

    def start(proxies):
        if proxies not in started:
            data = tmp_path_factory.mktemp("data")
            started[proxies] = Server(data, COMPANION_PROXIES=str(proxies), COMPANION_URL="", DATABASE_URL="")
        return started[proxies].url

    yield start
    for server in started.values():
        server.end()


def ask(url, path, headers, method="GET", body=None):
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def left(url, *hops):
    """Return how many requests are left to whom these hops name."""
    headers = {"X-Forwarded-For": ", ".join(hops)} if hops else {}
    return int(ask(url, "/credits", headers).headers["X-RateLimit-Remaining"])


def client():
    """Return an address that no other test has asked from."""
    return f"2001:db8:{secrets.randbelow(65536):x}:{secrets.randbelow(65536):x}::1"


def redirect(url, headers):
    answer = ask(url, "/techniconica", headers)
    assert answer.status == 308
    return answer.headers["Location"]


def cookie(url, headers):
    """Return the cookie that a page sets for its forms."""
    return ask(url, "/", headers).headers["Set-Cookie"]


@pytest.mark.long
def test_without_proxies_no_header_of_theirs_is_believed(served):
    url = served(0)
    before = left(url)
    assert left(url, client()) == before - 1 and left(url, client(), client()) == before - 2
    assert redirect(url, FORGED) == f"{url}techniconica/"
    assert "Secure" not in cookie(url, FORGED)


@pytest.mark.long
def test_one_proxy_names_whom_it_saw(served):
    url, me, you = served(1), client(), client()
    assert left(url, me) == left(url, you) == LIMIT - 1
    assert left(url, client(), me) == LIMIT - 2  # what came before the proxy may be forged
    assert left(url, me, client()) == LIMIT - 1


@pytest.mark.long
def test_two_proxies_name_whom_the_first_saw(served):
    url, me, inner = served(2), client(), client()
    assert left(url, me, inner) == LIMIT - 1
    assert left(url, me, client()) == LIMIT - 2
    assert left(url, client(), me, inner) == LIMIT - 3
    assert left(url, me) == LIMIT - 4
    assert left(url, client(), inner) == LIMIT - 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("proxies", "scheme"),
    [(1, "https"), (1, "http, https"), *(pytest.param(2, scheme, marks=pytest.mark.long) for scheme in TWO_HTTPS)],
)
def test_what_came_by_https_goes_on_by_https(served, proxies, scheme):
    url = served(proxies)
    headers = {"X-Forwarded-Proto": scheme, "Host": "mechs.example.org"}
    assert redirect(url, headers) == "https://mechs.example.org/techniconica/"
    assert "Secure" in cookie(url, headers)


@pytest.mark.long
@pytest.mark.parametrize(
    ("proxies", "scheme"),
    [(1, "http"), (1, "https, http"), pytest.param(2, "https, http, http", marks=pytest.mark.long)],
)
def test_what_came_by_http_stays_there(served, proxies, scheme):
    url = served(proxies)
    headers = {"X-Forwarded-Proto": scheme, "Host": "mechs.example.org"}
    assert redirect(url, headers) == "http://mechs.example.org/techniconica/"
    assert "Secure" not in cookie(url, headers)


@pytest.mark.long
def test_a_proxy_names_the_host_that_was_asked_for(served):
    headers = {"X-Forwarded-Host": "evil.example, mechs.example.org", "X-Forwarded-Proto": "https"}
    assert redirect(served(1), headers) == "https://mechs.example.org/techniconica/"
