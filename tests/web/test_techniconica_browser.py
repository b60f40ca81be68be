"""In a browser: the rolls of Techniconica."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_re_roll_is_offered_as_buttons(page, live_url):
    shot = "accuracy=3&penetration=2&damage_output=3&speed=3&armour=2&rerolls_attacker=1"
    page.goto(f"{live_url}/techniconica/roll/shoot?{shot}&own=1&faces=2&faces=9")
    page.click("button:has-text('Yes')")
    page.fill("#next-faces", "10")
    page.click("text=Enter dice")
    page.get_by_text("Hit", exact=True).or_(page.get_by_text("hit", exact=True)).first.wait_for()
    expect(page.locator(".dice-throws")).to_contain_text("Roll the Attack Roll again?")
