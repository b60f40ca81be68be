"""Times on pages: each is a `<time>` in UTC, which a script writes in the reader's own zone."""

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

import lxml.html
import pytest
from playwright.sync_api import expect

from companion.base import paths
from companion.games import GAMES
from companion.web.shared.times import as_time
from tests.web.test_table_report import finish
from tests.web.test_tables import evening  # noqa: F401
from tests.web.test_wayfinding import pages_of, stored  # noqa: F401

MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
BARE = re.compile(
    rf"\b\d{{1,2}} (?:{MONTHS}) \d{{2,4}}\b|(?<![.\d])\d{{1,2}}:[0-5]\d\b|\b\d{{4}}-\d{{2}}-\d{{2}}|\bUTC\b"
)
"""A moment of ours; the date of a rulebook's edition has its month in full."""
WRITTEN = re.compile(r"\d\d \w{3} \d{4}(, \d\d:\d\d(:\d\d)? UTC)?")
ELSEWHERE = "//time | //script | //style | //textarea | //pre | //noscript"
EAST, NEPAL = timezone(timedelta(hours=9)), timezone(timedelta(hours=5, minutes=45))


def bare_times(html):
    """Return what reads like a time outside of every `<time>`, and each `<time>` that says something else."""
    page = lxml.html.document_fromstring(html)
    times = page.xpath("//main//time")
    wrong = [one.text for one in times if not WRITTEN.fullmatch(one.text or "") or not one.get("data-time")]
    for element in page.xpath(ELSEWHERE):
        element.drop_tree()
    return wrong + [found[0] for found in BARE.finditer(page.text_content())], len(times)


def test_a_time_is_written_in_utc_with_its_moment():
    moment = datetime(2026, 11, 29, 8, 5, 7, tzinfo=EAST)
    head = '<time datetime="2026-11-28T23:05:07+00:00" data-time='
    assert as_time(moment) == f'{head}"minute">28 Nov 2026, 23:05 UTC</time>'
    assert as_time(moment, "day") == f'{head}"day">28 Nov 2026</time>'
    assert as_time(moment.isoformat(), "second") == f'{head}"second">28 Nov 2026, 23:05:07 UTC</time>'
    assert as_time("2026-11-28T23:05:07") == as_time(moment)


@pytest.mark.parametrize("text", ["", "<b>soon</b>", "2026-99-99", "0001-01-01T00:00:00+14:00"])
def test_a_time_that_cannot_be_read_is_shown_as_it_is(text):
    shown = as_time(text)
    assert (
        "<time" not in shown and "<b>" not in shown and lxml.html.fromstring(f"<p>{shown}</p>").text_content() == text
    )


def test_templates_write_times_in_one_way():
    files = sorted(Path(paths.TEMPLATES).rglob("*.html"))
    assert len(files) > 100
    assert [file.name for file in files if re.search(r"strftime|isoformat|<time\b", file.read_text("utf-8"))] == []


def test_the_log_and_the_report_of_a_table_say_when(evening):  # noqa: F811
    finish(evening)
    events = evening.events()
    page = lxml.html.document_fromstring(evening.guest.get(f"{evening.path('watch')}/log").text)
    said = [datetime.fromisoformat(one) for one in page.xpath("//li//time/@datetime")]
    assert said == [datetime.fromisoformat(event["at"]).replace(microsecond=0) for event in reversed(events)]
    bare, count = bare_times(evening.guest.get(f"{evening.path('watch')}/report").text)
    assert not bare and count == 2


def test_lists_versions_and_library_say_when(client, post):
    for path, form in (
        ("/mechalyte/new", {"title": "Onion", "spec": "PAPAPA"}),
        ("/mechalyte/packs", {"title": "Box"}),
        ("/mechalyte/house-rules", {"title": "Club"}),
        ("/mechalyte/tables/new", {"phones": "each"}),
    ):
        address = post(path, form).location
        if "tables" not in path:
            for page in (address, f"{address}/versions"):
                bare, count = bare_times(client.get(page).text)
                assert not bare and count, page
    for page in ("/", "/tables", "/mechalyte/cards?tab=packs", "/mechalyte/house-rules"):
        bare, count = bare_times(client.get(page).text)
        assert not bare and count, page


@pytest.mark.long
def test_no_page_has_a_bare_time(app, client, stored):  # noqa: F811
    others = tuple(f"/{other.slug}/" for other in GAMES[1:])  # their pages are made from the same templates
    pages = sorted(page for page in pages_of(app, stored) if not page.startswith(others))
    wrong = {page: bare_times(client.get(page).text)[0] for page in pages}
    assert {page: found for page, found in wrong.items() if found} == {}


@pytest.mark.browser
@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_reader_sees_the_time_of_their_own_zone(browser, live_url, has_scripts):
    context = browser.new_context(timezone_id="Asia/Kathmandu", locale="de-DE", java_script_enabled=has_scripts)
    page = context.new_page()
    page.goto(f"{live_url}/mechalyte/examples/onion")
    page.locator(".save-bar button.primary").click()
    page.wait_for_url("**/builds/*")
    saved = page.locator(".build-head time")
    moment = datetime.fromisoformat(saved.get_attribute("datetime"))
    in_utc = moment.strftime("%d %b %Y, %H:%M UTC")
    if has_scripts:
        expect(saved).to_have_text(moment.astimezone(NEPAL).strftime("%d %b %Y, %H:%M").replace(" Sep ", " Sept "))
        expect(saved).to_have_attribute("title", in_utc)
    else:
        expect(saved).to_have_text(in_utc)
    context.close()
