"""In a browser, on a phone: rank a spec against every other, stop, and click through the map."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_ranking_goes_on_by_itself_to_its_end(page, live_url):
    page.goto(f"{live_url}/mechalyte/ranking?spec=PMISAA&field=all")
    page.get_by_text("All 15,625 measured.").wait_for(timeout=120_000)
    expect(page.locator(".ml-standings li")).to_have_count(16)


@pytest.mark.long
def test_a_ranking_stops_where_it_is(page, live_url):
    page.goto(f"{live_url}/mechalyte/ranking?spec=AIPSMP&field=all")
    page.click("[data-stop]")
    page.wait_for_url("**stop=1")
    expect(page.locator("[data-continue]")).to_have_count(0)
    expect(page.get_by_text("of 15,625 measured")).to_be_visible()


def test_the_map_answers_a_tap_without_losing_its_address(page, live_url):
    page.goto(f"{live_url}/mechalyte/battlefield?mobility=1")
    page.click("text=R1")
    page.locator(".ml-zone.is-at", has_text="R1").wait_for()
    page.click("text=R2")
    page.locator(".ml-zone.is-at", has_text="R2").wait_for()
    assert page.url.count("?") == 1
    expect(page.locator(".ml-zone.is-reached")).to_have_count(3)
