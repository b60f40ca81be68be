"""A squad in a browser: from empty to legal by taps alone, by keyboard alone, back by undo; also without scripts."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CARDS = ("hauler-tracks", "standard-cockpit", "cadet", "heavy-plate", "long-rifle", "gas-turbine")
"""A legal Mech: cockpit 2, plate 4, rifle 3, turbine 3 of 18; tracks 2, cockpit 1, rifle 2 of the turbine's 5."""


def placed(page, count):
    page.wait_for_function("n => document.querySelectorAll('[data-placed]').length === n", arg=count)


def lying(page, place):
    """The names of the cards at a place, the lowest first."""
    found = page.locator(f'[data-place="mech-0-{place}"] [data-placed]')
    return [card.get_attribute("data-name") for card in found.all()]


def moved(page, place, *names):
    page.locator(f'[data-place="mech-0-{place}"] [data-name="{names[-1]}"]').wait_for()
    assert lying(page, place) == list(names)


@pytest.mark.long
def test_taps_alone_build_a_legal_mech_and_undo_goes_back_to_nothing(page, live_url):
    page.goto(f"{live_url}/techniconica/new")
    for count, card in enumerate(CARDS, 1):
        page.click("[data-open]")
        page.click(f'[data-add="{card}"]')
        page.click("[data-close]")
        placed(page, count)
    page.get_by_text("✓ Legal").first.wait_for()
    assert lying(page, "cockpit") == ["Standard Cockpit", "Heavy Plate", "Cadet"]
    # Both totals are sums of invented numbers, and carry their sign.
    weight, power = page.locator(".tc-meter p").all_inner_texts()
    assert weight.split()[:2] == ["Weight", "12"] and "of 18" in weight
    assert power.split()[:2] == ["Power", "5"] and "of 5" in power
    # A lifted card is tapped to another slot, and what lies there comes back.
    page.click('[data-lift="mech-0-slot-1,1"]')
    page.click('[data-put="mech-0-slot-1,2"]')
    moved(page, "slot-1,2", "Long Rifle")
    assert lying(page, "slot-1,1") == ["Gas Turbine"]
    page.click('[data-lift="mech-0-slot-1,2"]')
    page.click('[data-placed="mech-0-slot-1,2"] .placed-remove')
    placed(page, len(CARDS) - 1)
    for _ in (1, 2):
        page.click("[data-undo]")
    moved(page, "slot-1,1", "Long Rifle")
    for _ in CARDS:
        page.click("[data-undo]")
    placed(page, 0)
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.click("[data-redo]")
    placed(page, 1)
    page.click(".save-bar >> text=Save")
    page.get_by_text("Saved.").wait_for()
    assert lying(page, "locomotor") == ["Hauler Tracks"]
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.long
def test_the_keyboard_alone_builds_a_legal_mech(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/techniconica/new")
    homes = {"Hauler Tracks": "locomotor", "Standard Cockpit": "cockpit", "Sharpshooter": "cockpit",
             "Long Rifle": "slot-1,1", "Gas Turbine": "slot-3,1"}  # fmt: skip
    for count, (name, home) in enumerate(homes.items(), 1):
        page.focus(f'[data-aim="mech-0-{home}"]')
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.closest('[data-choice]').dataset.name") == name
        page.keyboard.press("Enter")
        placed(page, count)
    page.locator(".verdict.legal").wait_for()
    assert lying(page, "slot-3,1") == ["Gas Turbine"]
    # Enter lifts a card, arrows go to the places that take it, Enter puts it there.
    page.focus('[data-lift="mech-0-slot-1,1"]')
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    moved(page, "slot-1,2", "Long Rifle")
    page.focus('[data-lift="mech-0-cockpit"]')
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.lift") == "mech-0-slot-1,2"
    page.keyboard.press("Delete")
    placed(page, 4)
    page.keyboard.press("Control+z")
    placed(page, 5)


def test_a_card_that_does_not_fit_says_why_and_what_it_would_add_up_to(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/techniconica/examples/sniper-wolf")
    page.locator('[data-choice="field-howitzer"].is-off').wait_for()
    why = page.locator('[data-choice="field-howitzer"] [data-why]').text_content()
    assert "too heavy" in why and "power short" in why
    page.fill("#card-search", "fuel cell")
    page.hover('[data-add="fuel-cell"]')
    expect(page.locator("[data-preview]")).to_contain_text("With Fuel Cell: weight")
    page.fill("#card-search", "")
    page.click("[data-fits]")
    assert page.locator("[data-choice].is-off:visible").count() == 0 < page.locator("[data-choice]:visible").count()


@pytest.mark.long
def test_what_is_left_of_a_collection_is_counted_as_cards_are_placed(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/techniconica/new")
    page.click("text=All fields")
    page.check("[name=cards-from][value=typed]")
    page.click("text=Cards I type >> nth=-1")
    page.fill("#owned", "2 fuel-cell")
    fuel = page.locator('[data-choice="fuel-cell"]')
    for left in (1, 0):
        page.click('[data-add="fuel-cell"]')
        fuel.get_by_text(f"{left} left").wait_for()
    fuel.get_by_text("none left").wait_for()


@pytest.mark.long
def test_a_part_is_dragged_to_another_slot_and_out_of_the_mech(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 1200})
    page.goto(f"{live_url}/techniconica/new")
    page.drag_and_drop('[data-add="auto-rifle"]', '[data-place="mech-0-slot-2,3"]')
    placed(page, 1)
    assert lying(page, "slot-2,3") == ["Auto Rifle"]
    page.drag_and_drop('[data-lift="mech-0-slot-2,3"]', '[data-place="mech-0-slot-1,1"]')
    moved(page, "slot-1,1", "Auto Rifle")
    page.drag_and_drop('[data-lift="mech-0-slot-1,1"]', "#cards-title")
    placed(page, 0)


@pytest.mark.long
def test_on_a_phone_a_mech_moves_up_by_its_button_and_the_focus_goes_with_it(page, live_url):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/techniconica/examples/copper-bison")
    expect(page.locator("[id^=up-]")).to_have_count(0)  # One Mech has no order.
    page.click('[data-aim="mech-1"]')
    page.click('[data-add="standard-cockpit"]')
    page.locator("#up-mech-1").wait_for()
    page.click("[data-close]")
    heads = page.locator(".zone h2")
    expect(heads).to_have_text(["Copper Bison", "Mech 2", "Another Mech"])
    up = page.get_by_role("button", name="Move up, Mech 2")
    size = up.bounding_box()
    assert (size["width"], size["height"]) >= (44, 44)
    up.press("Enter")
    expect(heads).to_have_text(["Mech 1", "Copper Bison", "Another Mech"])
    expect(page.get_by_role("button", name="Move down, Mech 1")).to_be_focused()
    expect(page.get_by_role("button", name="Move up, Mech 1")).to_be_disabled()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.long
def test_the_grid_grows_and_shrinks_as_its_size_is_typed(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_url}/techniconica/new")
    page.click("text=All fields")
    page.fill("#mech-0-grid", "4,4")
    page.locator('[data-place="mech-0-slot-4,4"] [data-aim]').click()
    page.click('[data-add="long-rifle"]')
    placed(page, 1)
    order = [place.get_attribute("data-place") for place in page.locator(".zone").first.locator("[data-place]").all()]
    # Four rows have their centre in the second: the Locomotor lies below it, in the third.
    assert (order[5], order[9], order[15]) == ("mech-0-cockpit", "mech-0-locomotor", "mech-0-slot-4,4")
    page.fill("#mech-0-grid", "3,3")
    page.get_by_text("not free or not in the grid: move it").wait_for()  # it holds a part: nothing is lost
    expect(page.locator(".zone").first.locator("[data-place]")).to_have_count(10)
    page.click('[data-lift="mech-0-slot-4,4"]')
    page.click('[data-put="mech-0-slot-3,3"]')
    moved(page, "slot-3,3", "Long Rifle")


@pytest.mark.long
def test_without_scripts_a_card_is_added_by_its_button(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/techniconica/new")
    page.fill("#title", "Plain")
    page.click('[data-add="hauler-tracks"]')
    assert lying(page, "locomotor") == ["Hauler Tracks"] and page.input_value("#title") == "Plain"
    page.click('[data-add="steel-plate"]')
    assert lying(page, "locomotor") == ["Hauler Tracks", "Steel Plate"]
    expect(page.locator("#mech-0-locomotor")).to_have_value("hauler-tracks")
    page.click('[data-add="quad-legs"]')
    expect(page.locator("#board")).to_contain_text("There is one already: choose its place to swap it.")
    page.click('[data-placed="mech-0-locomotor"] > .placed-remove')
    expect(page.locator("[data-placed]")).to_have_count(0)
