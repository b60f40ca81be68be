"""A draft in a browser: from empty to legal by taps alone, by keyboard alone, and back by undo; also without scripts."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def placed(page, count):
    page.wait_for_function("n => document.querySelectorAll('[data-placed]').length === n", arg=count)


@pytest.fixture
def levels():
    """One card of each level."""
    from companion.games.mecha_mettle.model import Component
    from companion.verbs.names import find_game

    cards = find_game("mecha-mettle").catalogue.all(Component)
    return {level: next(card for card in cards if card.level == level) for level in (1, 2, 3, 4)}


@pytest.mark.long
def test_taps_alone_draft_a_legal_four_and_undo_goes_back_to_nothing(page, live_url, levels):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/mecha-mettle/new")
    for count, card in enumerate(levels.values(), 1):
        page.click("[data-open]")
        page.click(f'[data-add="{card.id}"]')
        page.click("[data-close]")
        placed(page, count)
    page.get_by_text("✓ Legal").first.wait_for()
    for count in (3, 2, 1, 0):
        page.click("[data-undo]")
        placed(page, count)
    page.click("[data-redo]")
    placed(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_the_keyboard_alone_drafts_a_legal_four(page, live_url, levels):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/mecha-mettle/new")
    for count, (level, card) in enumerate(levels.items(), 1):
        page.focus(f'[data-aim="slot-{level}"]')
        page.keyboard.type(card.name)
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.add") == card.id
        page.keyboard.press("Enter")
        placed(page, count)
    page.locator(".verdict.legal").wait_for()
    page.focus('[data-lift="card-0"]')
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.lift") == "card-1"
    page.keyboard.press("Delete")
    placed(page, 3)


@pytest.mark.long
def test_changes_that_were_not_saved_are_offered_again(page, live_url, levels):
    page.goto(f"{live_url}/mecha-mettle/new")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click(f'[data-add="{levels[2].id}"]')
    placed(page, 1)
    page.goto(f"{live_url}/mecha-mettle/")
    page.goto(f"{live_url}/mecha-mettle/new")
    page.get_by_text("that are not saved").wait_for()
    placed(page, 0)
    page.get_by_role("button", name="Go on with them").click()
    placed(page, 1)
    page.click(".save-bar >> text=Save")
    page.get_by_text("Saved.").wait_for()
    page.click("[data-undo]")
    placed(page, 0)


@pytest.mark.long
def test_without_scripts_a_card_is_added_by_its_button(page_without_scripts, live_url, levels):
    page = page_without_scripts
    page.goto(f"{live_url}/mecha-mettle/new")
    page.fill("#title", "Plain")
    page.click(f'[data-add="{levels[3].id}"]')
    expect(page.locator("[data-placed]")).to_have_count(1)
    expect(page.locator("#title")).to_have_value("Plain")
    page.click(".placed-remove")
    expect(page.locator("[data-placed]")).to_have_count(0)
