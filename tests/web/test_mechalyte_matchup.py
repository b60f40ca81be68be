"""Spec against spec on a phone: from the builder to a roll without typing a number; a counter-spec is used, and undone."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"width": 360, "height": 740}


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def spec(page, letters):
    page.wait_for_function("letters => document.getElementById('spec').value === letters", arg=letters)


def test_from_the_builder_to_a_roll_without_typing_a_number(page, live_url):
    """Onion's two mechs of level 4 against Quick Draw's of level 6: six dice against three."""
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/mechalyte/examples/onion")
    page.get_by_role("button", name="Matchup").first.click()
    page.wait_for_url("**/roll?build=*")
    assert fits(page)
    page.locator("summary", has_text="Change sides").click()
    page.select_option("#other", "example:quick-draw")
    page.get_by_role("button", name="Compare these").click()
    page.wait_for_url("**other=example*")
    page.get_by_role("radio", name="Levels 4, 4").first.check()
    page.get_by_role("link", name="Levels 4, 4 at Level 6:").click()
    page.wait_for_url("**/roll/combat?**")
    assert fits(page)
    known = page.locator("#dice-known").inner_text()
    assert "PAPAMS 4 + 4" in known and "6 dice" in known and "PIMPSA 6" in known
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".die").first.wait_for()
    assert fits(page)


def test_a_revealed_spec_is_typed_and_compared(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/mechalyte/roll?build=example:bulwark")
    page.locator("summary", has_text="Change sides").click()
    page.fill("#text", "PMISAA: 5, 3")
    page.get_by_role("button", name="Compare these").click()
    page.get_by_role("radio", name="Levels 4, 4").first.check()
    page.get_by_role("link", name="Levels 4, 4 at Levels 5, 3:").wait_for()
    page.get_by_role("heading", name="Points traded").wait_for()


def test_a_counter_spec_is_proved_used_and_undone(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/mechalyte/examples/onion")
    page.get_by_role("link", name="Find what beats it").click()
    page.wait_for_url("**/counter-spec?against=PAPAMS*")
    page.get_by_text("Proved:").wait_for(timeout=60_000)
    assert fits(page)
    best = page.locator(".ml-counter-spec").first.inner_text()
    page.get_by_role("button", name="Use this").first.click()
    spec(page, best)
    used = page.get_by_text("Used. Nothing is saved yet")
    expect(used).to_be_visible()
    page.click("[data-undo]")
    spec(page, "")
    expect(used).to_be_hidden()  # what it says is no longer so
    page.click("[data-redo]")
    expect(used).to_be_visible()
    page.click("[data-undo]")
    spec(page, "")
