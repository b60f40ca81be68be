"""A points list in a browser: by taps alone, by keyboard alone, back by undo; equipment by tapping; without scripts too."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def placed(page, count):
    page.wait_for_function("n => document.querySelectorAll('[data-placed]').length === n", arg=count)


def names(page):
    labels = page.locator("[data-lift]").evaluate_all("all => all.map(button => button.ariaLabel)")
    return [label.partition(", ")[0] for label in labels]


def points(page, text):
    page.locator(".ms-left", has_text=text).wait_for()


def narrow(page, width=360):
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_taps_alone_make_a_legal_list_and_undo_goes_back_to_nothing(page, live_url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/mechastellar/new")
    for count, card in enumerate(("green-viking", "longbow", "voltlion"), 1):
        page.click("[data-open]")
        page.click(f'[data-add="{card}"]')
        page.click("[data-close]")
        placed(page, count)
    page.get_by_text("✓ Legal").first.wait_for()
    points(page, "90 left")
    page.click("#equip-1 summary")
    page.click("#commander-1")
    page.locator(".placed-note", has_text="90 points, commander").wait_for()
    expect(page.locator("#equip-1[open]")).to_have_count(1)
    narrow(page)
    page.set_viewport_size({"width": 320, "height": 740})
    narrow(page, 320)
    page.click("[data-undo]")
    page.locator(".placed-note", has_text="commander").wait_for(state="detached")
    for count in (2, 1, 0):
        page.click("[data-undo]")
        placed(page, count)
    page.click("[data-redo]")
    placed(page, 1)


@pytest.mark.long
def test_the_keyboard_alone_makes_a_legal_list(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/mechastellar/new")
    for count, name in enumerate(("Green Viking Cdr", "Longbow"), 1):
        page.focus('[data-aim="field"]')
        page.keyboard.type(name.lower())
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        placed(page, count)
    page.locator(".verdict.legal").wait_for()
    assert names(page) == ["Green Viking Cdr", "Longbow"]
    page.focus('[data-lift="unit-0"]')
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.lift") == "unit-1"
    page.keyboard.press("Delete")
    placed(page, 1)


@pytest.mark.long
def test_a_tapped_weapon_changes_points_and_verdict_at_once(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/mechastellar/new")
    page.click('[data-add="green-viking"]')
    placed(page, 1)
    page.click("#equip-0 summary")
    page.get_by_role("button", name="TL Missile Pods").click()
    points(page, "50")
    page.get_by_role("button", name="Giant Bazooka").click()
    page.locator(".findings .finding-rule[title=pilot-required]").wait_for()
    assert page.evaluate("document.activeElement.textContent").startswith("Giant Bazooka")
    page.get_by_role("button", name="Skilled Pilot").click()
    page.locator(".findings .finding-rule[title=pilot-required]").wait_for(state="detached")
    page.get_by_role("button", name="One more of 1. Green Viking").click()
    points(page, "100")
    page.get_by_role("button", name="2000", exact=True).click()
    points(page, "of 2,000 points, 1,900 left")
    assert page.evaluate("document.activeElement.textContent") == "2000"
    page.click(".as-form summary >> nth=0")
    expect(page.locator("[name='unit-0-count']")).to_have_value("2")
    expect(page.locator("[name='unit-0-swaps'][value$='Giant Bazooka']")).to_be_checked()
    page.fill("[name='unit-0-name']", "Zeke")
    page.locator(".placed-note", has_text="Green Viking, 2 × 50 = 100 points").wait_for()
    page.click(".save-bar >> text=Save")
    page.wait_for_url("**/builds/**")
    assert names(page) == ["Zeke"]


@pytest.mark.long
def test_a_unit_is_moved_aboard_a_ship_and_dragged_before_it(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 1400})
    page.goto(f"{live_url}/mechastellar/new")
    page.click('[data-add="saronic-cruiser"]')
    placed(page, 1)
    page.click('[data-add="green-viking"]')
    placed(page, 2)
    page.click('[data-lift="unit-1"]')
    page.click('[data-put="aboard-0"]')
    page.locator('[aria-label="Aboard Saronic Cruiser"] [data-lift="unit-1"]').wait_for()
    page.locator('[data-lift="unit-1"]').drag_to(page.locator('[data-place="line-0"] .place-title'))
    page.locator('[aria-label="Units"] [data-place="line-0"]', has_text="1. Green Viking").wait_for()
    assert names(page) == ["Green Viking", "Saronic Cruiser"]


def test_on_a_phone_a_unit_gets_its_name_traits_and_ship_and_moves_up(page, live_url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/mechastellar/new")
    for count, card in enumerate(("saronic-cruiser", "green-viking-cdr"), 1):
        page.click("[data-open]")
        page.click(f'[data-add="{card}"]')
        page.click("[data-close]")
        placed(page, count)
    page.click("#equip-1 summary")
    page.click("#commander-1")
    page.locator(".placed-note", has_text="commander").wait_for()
    name = page.locator("#name-1")
    name.fill("Zeke ")  # A word is finished, another will follow.
    page.locator('[data-placed="unit-1"][data-name="Zeke"]').wait_for()
    expect(name).to_be_focused()
    page.keyboard.type("Two")
    page.locator('[data-placed="unit-1"][data-name="Zeke Two"]').wait_for()
    expect(page.locator("#commander")).to_have_value("Zeke Two")
    page.click("#traits-1 summary")
    page.get_by_role("button", name="Giant Slayer").click()
    page.locator("#traits-1 summary", has_text="Giant Slayer").wait_for()
    page.click("#ship-1-2")
    hold = page.locator('[aria-label="Aboard Saronic Cruiser"] [data-placed="unit-1"]')
    expect(hold).to_contain_text("Giant Slayer, commander, aboard Saronic Cruiser")
    page.get_by_role("button", name="No ship").click()
    hold.wait_for(state="detached")
    expect(page.get_by_role("button", name="Move down, 2. Zeke Two")).to_be_disabled()
    up = page.get_by_role("button", name="Move up, 2. Zeke Two")
    size = up.bounding_box()
    assert (size["width"], size["height"]) >= (44, 44)
    up.click()
    expect(page.get_by_role("button", name="Move down, 1. Zeke Two")).to_be_focused()
    assert names(page) == ["Zeke Two", "Saronic Cruiser"]
    expect(page.locator("#equip-0[open]")).to_have_count(1)  # The fold moved with its unit.
    expect(page.locator("#equip-1[open]")).to_have_count(0)
    expect(page.locator("#traits-0[open]")).to_have_count(1)
    narrow(page)
    page.click("[data-undo]")
    page.locator('[data-placed="unit-1"][data-name="Zeke Two"]').wait_for()


@pytest.mark.long
def test_without_scripts_a_name_typed_on_the_card_counts_with_any_button(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mechastellar/new")
    for _ in (1, 2):
        page.click('[data-add="green-viking"]')
    page.click("#equip-0 summary")
    page.fill("#name-0", "Zeke")
    page.click("#up-unit-1")
    assert names(page) == ["Green Viking", "Zeke"]
    page.click("#equip-0 summary")
    page.fill("#name-0", "Char")
    page.press("#name-0", "Enter")
    page.wait_for_url("**/builds/**")
    assert names(page) == ["Char", "Zeke"]


@pytest.mark.long
def test_without_scripts_a_unit_is_added_equipped_and_removed_by_buttons(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mechastellar/new")
    page.fill("#title", "Plain")
    page.click('[data-add="green-viking"]')
    page.click("#equip-0 summary")
    page.get_by_role("button", name="TL Missile Pods").click()
    expect(page.locator(".ms-left")).to_have_text(re.compile(r"^\s*50"))
    expect(page.locator("[name='unit-0-extras']")).to_be_checked()
    expect(page.locator("#title")).to_have_value("Plain")
    page.click(".placed-remove")
    expect(page.locator("[data-placed]")).to_have_count(0)
