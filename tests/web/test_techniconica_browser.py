"""In a browser: the rolls of Techniconica."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_re_roll_is_offered_as_buttons(page, live_url):
    shot = "accuracy=3&penetration=2&damage_output=3&speed=3&armour=2&attacker_rerolls=1"
    page.goto(f"{live_url}/techniconica/roll/shoot?{shot}&own=1&faces=2&faces=9")
    page.click("button:has-text('Yes')")
    page.fill("#next-faces", "10")
    page.click("text=Enter dice")
    page.get_by_text("Hit", exact=True).or_(page.get_by_text("hit", exact=True)).first.wait_for()
    expect(page.locator(".dice-throws")).to_contain_text("Roll the Attack Roll again?")


OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".board :is(.placed-name, .is-filled > .place-empty)")];
  const boxes = shown.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap(([name, a], n) => boxes.slice(n + 1).filter(([, b]) => meet(a, b)).map(([other]) => [name, other]));
}"""


@pytest.mark.long
def test_on_a_phone_nothing_lies_over_a_card_s_name(page, live_url):
    """Neither the button for another card nor the name of a card below it in its stack."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/techniconica/new")
    page.click("text=Copper Bison")
    page.get_by_text("An example, not saved yet").wait_for()
    assert page.locator(".placed-name:visible").count() == 7, "the top card of each stack"
    assert page.evaluate(OVERLAPS) == []
