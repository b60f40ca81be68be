"""Limits: for each visitor, and twenty times that for its network; and the app counts in our own storage."""

from itertools import count

import pytest
from sqlalchemy import select

from companion.storage.schema import RequestCountRow
from companion.web import create_app
from companion.web.shell import rate_limits
from companion.web.shell.bounds import MOVED
from companion.web.shell.security import limiter
from tests import engines
from tests.apps import empty_database, lent

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
LIMITED = "/no-such-game/export/cards"
"""30 a minute for a visitor, and soon answered: there is no such game."""


@pytest.fixture
def app(tmp_path):
    with lent(empty_database(tmp_path / "limited.sqlite3"), TESTING=True, RATELIMIT_ENABLED=True) as app:
        yield app


@pytest.fixture
def asks(app):
    """Ask as an owner (None: without a cookie) from an address; the answers' codes."""
    client = app.test_client(use_cookies=False)
    signer = app.session_interface.get_signing_serializer(app)

    def ask(owner, address, times=1, path=LIMITED):
        headers = {"Cookie": f"session={signer.dumps({'owner': owner})}"} if owner else {}
        answers = (client.get(path, headers=headers, environ_overrides={"REMOTE_ADDR": address}) for _ in range(times))
        return [answer.status_code for answer in answers]

    return ask


@pytest.mark.long
def test_each_visitor_has_a_limit_of_its_own(asks):
    assert asks("me", HOME, 32) == [404] * 30 + [429] * 2
    assert asks("you", HOME, 31) == [404] * 30 + [429]
    assert asks(None, HOME, 31) == [404] * 30 + [429]
    assert asks("me", ELSEWHERE) == [404]


@pytest.mark.long
def test_one_that_goes_on_does_not_shut_out_its_network(asks):
    assert set(asks("me", HOME, 700)) == {404, 429}
    assert asks("you", HOME) == [404]


@pytest.mark.long
def test_a_new_cookie_for_every_request_is_bounded(asks):
    codes = [asks(f"owner {number}", HOME)[0] for number in range(602)]
    assert codes == [404] * 600 + [429] * 2
    assert asks("me", ELSEWHERE) == [404]


def test_an_ipv6_network_is_bounded_whatever_the_address_in_it(asks):
    addresses = (f"2001:db8::{number:x}" for number in count(1))
    assert [asks(None, address)[0] for address, _ in zip(addresses, range(31), strict=False)] == [404] * 30 + [429]
    assert asks(None, "2001:db8:0:1::1") == [404]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/credits", ["1200 per 1 minute", "24000 per 1 minute"]),
        ("/api/v1/games", ["300 per 1 minute", "6000 per 1 minute"]),
        ("/key/enter", ["10 per 1 minute", "200 per 1 minute", "200 per 1 day", "4000 per 1 day"]),
        ("/healthz", []),
    ],
)
def test_what_is_limited_for_a_visitor_is_limited_for_its_network(app, monkeypatch, path, expected):
    hits, hit = [], limiter.limiter.hit

    def counted(limit, *who, **cost):
        hits.append(str(limit))
        return hit(limit, *who, **cost)

    monkeypatch.setattr(limiter.limiter, "hit", counted)
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    (client.post if path == "/key/enter" else client.get)(path)
    assert hits == expected


def test_an_answer_says_what_is_left_for_its_visitor(app):
    answer = app.test_client().get("/credits")
    assert (answer.headers["X-RateLimit-Limit"], answer.headers["X-RateLimit-Remaining"]) == ("1200", "1199")


def test_the_limits_leave_cached_answers_to_everybody(app):
    assert "Cookie" not in app.test_client().get("/games.css").headers.get("Vary", "")


@pytest.fixture
def kept_limiter(monkeypatch):
    """Leave the limiter, which all apps of a process share, as it was."""
    for name in ("_storage", "_limiter", "_storage_options", "enabled"):
        value = getattr(limiter, name)
        monkeypatch.setattr(limiter, name, dict(value) if isinstance(value, dict) else value)
    monkeypatch.setattr(rate_limits.RequestCounts, "_send_soon", lambda _: None)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_workers_count_in_the_database(tmp_path, monkeypatch, kept_limiter, workers):
    monkeypatch.setenv("COMPANION_WORKERS", workers)
    app = create_app(engines.address(tmp_path / "shared.sqlite3"), "k", TESTING=True)
    store = app.extensions["store"]
    app.test_client().get("/credits")
    limiter.storage.send()
    with store.reading() as session:
        numbers = session.scalars(select(RequestCountRow.number)).all()
    store.close()
    assert numbers == ([1, 1] if workers == "2" or engines.POSTGRES else [])  # of a visitor and of its network


def test_what_moved_to_the_process_for_heavy_answers_is_not_counted_again(app):
    client = app.test_client()
    assert {client.get(LIMITED, environ_overrides={MOVED: True}).status_code for _ in range(31)} == {404}
    assert [client.get(LIMITED).status_code for _ in range(31)] == [404] * 30 + [429]
