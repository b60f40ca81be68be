"""The balance lab's page on a phone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_wide_tables_scroll_and_the_page_does_not(page, live_url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/wreck-a-mech/lab?a_strength=easy&b_strength=easy&games=2")
    expect(page.locator(".lab-cards")).to_be_visible(timeout=30_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
