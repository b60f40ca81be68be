"""A spec and its army in a browser: from empty to legal by taps alone, by keyboard alone, and back by undo."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = {"P": "Power", "S": "Shield", "M": "Mobility", "I": "Initiative", "A": "Armor"}


def spec(page, letters):
    page.wait_for_function("letters => document.getElementById('spec').value === letters", arg=letters)


def mechs(page, count):
    found = "n => document.querySelectorAll('[data-kind=mech][data-placed]').length === n"
    page.wait_for_function(found, arg=count)


def tap(page, card):
    page.click("[data-open]")
    page.click(f'[data-add="{card}"]')
    page.click("[data-close]")


@pytest.mark.long
def test_taps_alone_write_a_spec_and_plan_an_army_and_undo_goes_back_to_nothing(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    for count, letter in enumerate("PIMPSA", 1):
        tap(page, NAMES[letter].lower())
        spec(page, "PIMPSA"[:count])
    page.get_by_text("✓ Legal").first.wait_for()
    page.locator(".ml-modules-cell", has_text="PIMPSA").wait_for()
    page.click('[data-lift="letter-2"]')
    page.click('[data-put="slot-5"]')
    spec(page, "PSMPIA")
    page.click('[data-lift="letter-1"]')
    tap(page, "armor")
    spec(page, "ASMPIA")
    tap(page, "mech:4")
    mechs(page, 1)
    tap(page, "mech:6")
    mechs(page, 2)
    expect(page.locator(".ml-boxes rect")).to_have_count(60)
    expect(page.locator(".ml-boxes .ml-odd-box")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for _ in range(10):
        page.click("[data-undo]")
    spec(page, "")
    mechs(page, 0)
    page.click("[data-redo]")
    spec(page, "P")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_keyboard_alone_writes_a_legal_spec(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/mechalyte/new")
    for count, letter in enumerate("PIMPSA", 1):
        page.focus('[data-aim="slot-6"]')
        page.keyboard.type(NAMES[letter])
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.add") == NAMES[letter].lower()
        page.keyboard.press("Enter")
        spec(page, "PIMPSA"[:count])
    page.locator(".verdict.legal").wait_for()
    page.focus('[data-lift="letter-1"]')
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.lift") == "letter-2"
    page.keyboard.press("Delete")
    spec(page, "PMPSA")


@pytest.mark.long
def test_without_scripts_a_letter_is_added_by_its_button(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mechalyte/new?spec=PI")
    page.click('[data-add="shield"]')
    expect(page.locator("#spec")).to_have_value("PIS")
    page.locator('[data-placed="letter-1"] .placed-remove').click()
    expect(page.locator("#spec")).to_have_value("IS")
