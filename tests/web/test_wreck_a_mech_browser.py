"""In a browser, on a phone: bolt a mech together, see its sums change, then ask for its damage options."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_mech_sums_up_while_it_is_built(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/new")
    page.click("text=All fields")
    page.select_option("#head", "encore-crown")
    page.locator(".wm-sums dd", has_text="2").first.wait_for()
    page.select_option("#left_arm", "laser-show")
    page.get_by_text("Laser Show upside down as left arm").wait_for()
    page.fill("#opponent_parts", "2 Freedom")
    page.get_by_text("the defender's 2 Freedom parts").wait_for()
    expect(page.locator(".build-side .wm-sums dd").first).to_have_text(re.compile(r"^\s*11⌂"))  # 2 + 2 · 2 + 8 − 3
    page.click(".build-side >> text=Damage options")
    page.fill("#attack", "6")
    page.locator("#attack").press("Tab")
    page.get_by_role("heading", name="3 damage").wait_for()
    expect(page.locator(".wm-build")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_an_empty_mech_begins_with_the_trainers(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/new")
    page.fill("#title", "Start")
    page.click("text=Use the five Trainers")
    page.get_by_text("✓ Legal").first.wait_for()
    sums = page.locator(".build-side .wm-sums dd").all_inner_texts()
    assert [text.partition("⌂")[0] for text in sums] == ["9", "5", "7"]


def test_what_is_typed_before_the_script_is_there_is_answered_once_it_is(page, live_url):
    held = []
    page.route("**/live.js*", lambda route: held.append(route))
    page.goto(f"{live_url}/wreck-a-mech/damage-options?head=encore-crown", wait_until="commit")
    page.fill("#attack", "6")
    page.locator("#attack").press("Tab")
    held[0].continue_()
    page.get_by_role("heading", name="Wrecked").wait_for()
