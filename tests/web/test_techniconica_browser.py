"""In a browser: cards are picked up and put down by taps, by keyboard and by drag, and the meters follow."""

import re

import pytest

pytestmark = pytest.mark.browser


def tap(page, kind, card, place):
    """Pick a card up and put it down."""
    page.evaluate("for (const d of document.querySelectorAll('.tc-cards details')) d.open = true")
    page.click(f"[data-card={card}]")
    page.locator(f"[data-cell={kind}]:has(#mech-0-{place}) .tc-put").click()


def test_a_mech_is_built_with_taps_alone(page, live_url):
    page.goto(f"{live_url}/techniconica/new")
    tap(page, "locomotor", "hauler-tracks", "locomotor")
    tap(page, "cockpit", "standard-cockpit", "cockpit")
    tap(page, "pilot", "cadet", "pilot")
    tap(page, "auxiliary", "long-rifle", "slot-1\\,1")
    tap(page, "auxiliary", "gas-turbine", "slot-1\\,3")
    tap(page, "cockpit", "heavy-plate", "cockpit")
    page.get_by_text("✓ Legal").first.wait_for()
    # Long Rifle 3, cockpit 2, plate 4, turbine 3; tracks 2, cockpit 1, rifle 2 of the turbine's 5.
    # Both are sums of invented numbers, and carry their sign.
    page.locator("[data-meters]", has_text=re.compile(r"Weight 12\W.* of 18")).wait_for()
    assert page.locator("[data-meters]", has_text=re.compile(r"Power 5\W.* of 5")).count() == 1
    page.click(".save-bar button")
    page.wait_for_url("**/builds/*")
    assert page.input_value("#mech-0-slot-1\\,1") == "long-rifle"
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [360, 360]


@pytest.mark.parametrize("width", [360, 1280])
def test_the_whole_place_takes_the_tap(page, live_url, width):
    """On its box, on its number, on an attached box: wherever a finger lands in the outlined place."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_url}/techniconica/new")
    page.evaluate("for (const d of document.querySelectorAll('.tc-cards details')) d.open = true")
    spots = {
        "long-rifle": ("1\\,1", "[data-base]"),
        "fuel-cell": ("1\\,2", "label"),
        "gas-turbine": ("1\\,3", ".tc-attached"),
    }
    for card, (slot, spot) in spots.items():
        page.click(f"[data-card={card}]")
        target = page.locator(f"[data-cell]:has(#mech-0-slot-{slot}) {spot}")
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.input_value(f"#mech-0-slot-{slot}") == card
    assert page.locator(".tc-put").count() == 0
    # With nothing in the hand a tap is a tap on the box again.
    page.click("[data-card=steel-plate]")
    page.keyboard.press("Escape")
    page.locator("[data-cell]:has(#mech-0-slot-1\\,1) label").click()
    assert page.locator("[name='mech-0-slot-1,1-attached']").first.input_value() == ""


def test_the_grid_grows_and_shrinks_as_its_size_is_typed(page, live_url):
    page.goto(f"{live_url}/techniconica/new")
    tap(page, "locomotor", "hauler-tracks", "locomotor")
    page.fill("#mech-0-grid", "4,4")
    assert page.locator("[data-mech] .tc-grid").first.locator("[data-cell]").count() == 16
    # Four rows have their centre in the second: the Locomotor lies below it, in the third.
    order = "[...document.querySelector('[data-mech] .tc-grid').querySelectorAll('[data-base]')].map((s) => s.name)"
    names = page.evaluate(order)
    assert (names[5], names[9], names[15]) == ("mech-0-cockpit", "mech-0-locomotor", "mech-0-slot-4,4")
    assert page.input_value("#mech-0-locomotor") == "hauler-tracks"
    tap(page, "auxiliary", "long-rifle", "slot-4\\,4")
    tap(page, "auxiliary", "steel-plate", "slot-4\\,4")
    page.fill("#mech-0-grid", "3,3")
    names = page.evaluate(order)
    assert len(names) == 10 and names[-1] == "mech-0-slot-4,4"  # it holds a part: nothing is lost
    page.fill("#mech-0-grid", "4,4")
    page.click(".save-bar button")
    page.wait_for_url("**/builds/*")
    assert page.input_value("#mech-0-slot-4\\,4") == "long-rifle"
    assert page.locator("[name='mech-0-slot-4,4-attached']").first.input_value() == "steel-plate"


def test_a_part_moves_with_what_is_attached_by_keyboard(page, live_url):
    page.goto(f"{live_url}/techniconica/new")
    tap(page, "auxiliary", "long-rifle", "slot-1\\,1")
    tap(page, "auxiliary", "steel-plate", "slot-1\\,1")
    page.focus("[data-cell]:has(#mech-0-slot-1\\,1) .tc-move")
    page.keyboard.press("Enter")
    assert "in your hand" in page.inner_text("[data-hand]")
    page.focus("[data-cell]:has(#mech-0-slot-3\\,3) .tc-put")
    page.keyboard.press("Enter")
    assert page.input_value("#mech-0-slot-1\\,1") == ""
    assert page.input_value("#mech-0-slot-3\\,3") == "long-rifle"
    assert page.locator("[name='mech-0-slot-3,3-attached']").first.input_value() == "steel-plate"
    page.click("[data-card=long-rifle]")
    page.keyboard.press("Escape")
    assert page.locator(".tc-put").count() == 0


def test_a_part_is_dragged_to_another_slot(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 1200})
    page.goto(f"{live_url}/techniconica/new")
    page.select_option("#mech-0-slot-1\\,1", "fuel-cell")
    page.locator("[data-meters] .tc-meters").wait_for()
    page.hover("[data-cell]:has(#mech-0-slot-1\\,1) .tc-move")
    page.mouse.down()
    # The first move begins the drag, the second one is over the place.
    page.hover("[data-cell]:has(#mech-0-slot-2\\,3) label")
    page.hover("[data-cell]:has(#mech-0-slot-2\\,3) label")
    page.mouse.up()
    assert page.input_value("#mech-0-slot-2\\,3") == "fuel-cell"
    assert page.input_value("#mech-0-slot-1\\,1") == ""


def test_a_re_roll_is_offered_as_buttons(page, live_url):
    shot = "accuracy=3&penetration=2&damage_output=3&speed=3&armour=2&rerolls_attacker=1"
    page.goto(f"{live_url}/techniconica/roll/shoot?{shot}&own=1&faces=2&faces=9")
    page.click("button:has-text('Yes')")
    page.fill("#next-faces", "10")
    page.click("text=Enter dice")
    page.get_by_text("Hit", exact=True).or_(page.get_by_text("hit", exact=True)).first.wait_for()
    assert "Roll the Attack Roll again?" in page.inner_text(".dice-throws")
