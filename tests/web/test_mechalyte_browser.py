"""In a browser, on a phone: rank a spec against every other, stop, and click through the map."""

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_ranking_goes_on_by_itself_to_its_end(page, live_url):
    page.goto(f"{live_url}/mechalyte/ranking?spec=PMISAA&field=all")
    page.get_by_text("All 15,625 measured.").wait_for(timeout=120_000)
    assert page.locator(".ml-standings li").count() == 16


def test_a_ranking_stops_where_it_is(page, live_url):
    page.goto(f"{live_url}/mechalyte/ranking?spec=AIPSMP&field=all")
    page.click("[data-stop]")
    page.wait_for_url("**stop=1")
    assert page.locator("[data-continue]").count() == 0
    assert page.get_by_text("of 15,625 measured").is_visible()


def test_the_map_answers_a_tap_without_losing_its_address(page, live_url):
    page.goto(f"{live_url}/mechalyte/battlefield?mobility=1")
    page.click("text=R1")
    page.locator(".ml-zone.is-at", has_text="R1").wait_for()
    page.click("text=R2")
    page.locator(".ml-zone.is-at", has_text="R2").wait_for()
    assert page.url.count("?") == 1
    assert page.locator(".ml-zone.is-reached").count() == 3
