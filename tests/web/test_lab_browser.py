"""The balance lab's page on a phone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_wide_tables_scroll_and_the_page_does_not(page, live_url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/wreck-a-mech/lab?a_strength=easy&b_strength=easy&games=2")
    expect(page.locator(".lab-cards")).to_be_visible(timeout=30_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_keyboard_stays_on_stop_while_the_result_grows(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/lab?a_strength=easy&b_strength=easy&games=2000")
    stop = page.get_by_role("link", name="Stop")
    stop.focus()
    before = page.locator(".lab-progress").inner_text()
    expect(page.locator(".lab-progress")).not_to_have_text(before, timeout=60_000)
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lab-progress")).to_contain_text("stopped")


def test_enter_in_a_number_of_a_card_asks_about_it(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/lab?a_strength=easy&b_strength=easy&games=2&ask=card&card=mic-drop")
    attack = page.get_by_label("Attack")
    attack.fill("7")
    attack.press("Enter")
    page.wait_for_url("**ask=if**")
    expect(page.locator("#result")).to_contain_text("Difference", timeout=30_000)
