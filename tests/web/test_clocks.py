"""Clocks that go wrong: set back, set forward, behind another machine's. Nobody loses what is theirs."""

import email.utils
import time
from datetime import UTC, datetime

import pytest
from itsdangerous import TimestampSigner

from companion.web.shell import rate_limits

YEAR = 365 * 86_400
DRAFT = {"title": "Mine", "seat": "2"}


@pytest.fixture
def set_clock(monkeypatch):
    """Set the clock that signs cookies so many seconds forward, or back."""

    def set_by(seconds):
        now = int(time.time()) + seconds
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: now)

    return set_by


@pytest.mark.parametrize("seconds", [-30 * YEAR, -86_400, -3, -1, 3, 12 * YEAR])
def test_after_the_clock_was_set_an_owner_has_everything_still(client, post, set_clock, seconds):
    place = post("/mecha-mettle/new", DRAFT).headers["Location"].split("?")[0]
    with client.session_transaction() as cookie:
        owner = cookie["owner"]
    set_clock(seconds)
    assert client.get(place).status_code == 200
    assert post("/mecha-mettle/new", {**DRAFT, "title": "The second"}).status_code == 303
    with client.session_transaction() as cookie:
        assert cookie["owner"] == owner
    page = client.get("/").get_data(as_text=True)
    assert "Mine" in page and "The second" in page


def test_a_cookie_that_was_changed_is_not_believed(app, client, post):
    place = post("/mecha-mettle/new", DRAFT).headers["Location"].split("?")[0]
    value = client.get_cookie("session").value
    other = app.test_client()
    signed, _, signature = value.rpartition(".")
    # Not its last character: two bits of that one stand for nothing, so a changed one may be the same signature.
    changed = ("A" if signature[0] != "A" else "B") + signature[1:]
    for forged in (f"{signed}.{changed}", signed, "x", ""):
        other.set_cookie("session", forged)
        assert other.get(place).status_code == 404


def test_a_browser_keeps_the_cookie_of_a_machine_whose_clock_begins_in_1970(client, post, monkeypatch):
    class Early(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(1970, 1, 1, 0, 5, tzinfo=tz)

    monkeypatch.setattr("flask.sessions.datetime", Early)
    line = post("/mecha-mettle/new", DRAFT).headers["Set-Cookie"]
    ends = next(part for part in line.split("; ") if part.startswith("Expires="))
    assert email.utils.parsedate_to_datetime(ends.removeprefix("Expires=")) > datetime(2100, 1, 1, tzinfo=UTC)


class Clock:
    """A time that a test sets."""

    now = 2_000_000.0

    def time(self):
        return self.now


def test_nobody_is_refused_for_as_long_as_the_clock_was_set_back(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(rate_limits, "time", clock)
    counts = rate_limits.RequestCounts()
    assert counts.incr("one", 60, 1200) == 1200
    clock.now -= YEAR
    assert counts.get("one") == 0
    assert counts.incr("one", 60) == 1
