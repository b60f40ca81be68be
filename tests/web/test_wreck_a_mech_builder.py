"""A mech and its deck in a browser: from empty to legal by taps alone, by keyboard alone, and back by undo."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FIVE = {
    "head": ("hard-hat", "Hard Hat"),
    "body": ("keg-hull", "Keg Hull"),
    "left_arm": ("wrecking-ball", "Wrecking Ball"),
    "right_arm": ("laser-show", "Laser Show"),
    "legs": ("bulldozer-tracks", "Bulldozer Tracks"),
}


def placed(page, count):
    page.wait_for_function("n => document.querySelectorAll('[data-placed]').length === n", arg=count)


def lying(page, at):
    page.wait_for_function("at => document.querySelector(`[data-placed='${at}']`) !== null", arg=at)


def tap(page, card):
    page.click("[data-open]")
    page.click(f'[data-add="{card}"]')
    page.click("[data-close]")


@pytest.mark.long
def test_taps_alone_build_a_mech_move_its_cards_between_piles_and_undo_goes_back_to_nothing(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/new")
    for count, (card, _) in enumerate(FIVE.values(), 1):
        tap(page, card)
        placed(page, count)
    tap(page, "mic-drop")
    lying(page, "deck:mic-drop")
    page.click('[data-lift="deck:mic-drop"]')
    page.click('[data-put="left_arm"]')
    lying(page, "discard:wrecking-ball")
    expect(page.locator('[data-placed="mech:left_arm"].is-turned')).to_have_count(1)
    page.click('[data-lift="discard:wrecking-ball"]')
    page.click('[data-put="junked"]')
    lying(page, "junked:wrecking-ball")
    page.get_by_text("✓ Legal").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for _ in range(8):
        page.click("[data-undo]")
    placed(page, 0)
    page.click("[data-redo]")
    placed(page, 1)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.long
def test_a_lifted_part_is_replaced_by_the_next_one_chosen(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/new")
    tap(page, "hard-hat")
    page.click('[data-lift="mech:head"]')
    page.click("[data-open]")
    page.get_by_text("For Head.").wait_for()
    expect(page.locator('[data-choice]:not([hidden]):not([data-kind="head"])')).to_have_count(0)
    page.click('[data-add="encore-crown"]')
    page.locator('[data-placed="mech:head"] [data-card="encore-crown"]').wait_for()
    expect(page.locator("[data-placed]")).to_have_count(1)


@pytest.mark.long
def test_the_keyboard_alone_builds_a_legal_mech(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/wreck-a-mech/new")
    for count, (position, (card, name)) in enumerate(FIVE.items(), 1):
        page.focus(f'[data-aim="{position}"]')
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.add") == card
        page.keyboard.press("Enter")
        placed(page, count)
    page.locator(".verdict.legal").wait_for()
    page.focus('[data-lift="mech:body"]')
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.lift") == "mech:left_arm"
    page.keyboard.press("Delete")
    placed(page, 4)


@pytest.mark.long
def test_without_scripts_a_card_is_added_by_its_button(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/wreck-a-mech/new?head=hard-hat")
    page.click('[data-add="encore-crown"]')
    expect(page.locator('[data-placed="deck:encore-crown"]')).to_have_count(1)
    page.locator('[data-placed="deck:encore-crown"] .placed-remove').click()
    expect(page.locator("[data-placed]")).to_have_count(1)
