"""List against list on a phone: from the builder to a roll without typing a number; a whole turn set with sliders."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.long]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def test_from_the_builder_to_a_roll_without_typing_a_number(page, live_url):
    """The Longbow's Rail Rifle at the Raiders' Hammerhead: PEN 6 and 700 DMG against its Evade 2."""
    page.goto(f"{live_url}/mechastellar/examples/border-patrol")
    page.get_by_role("button", name="Matchup").first.click()
    page.wait_for_url("**/roll?build=*")
    page.locator("summary", has_text="Change sides").click()
    page.select_option("#other", "example:raiders")
    page.get_by_role("button", name="Compare these").click()
    page.wait_for_url("**other=example*")
    expect(page.get_by_role("heading", name="Points traded in an activation")).to_be_visible()
    assert fits(page)
    page.get_by_role("radio", name="Rail Rifle").first.check()
    page.get_by_role("link", name="Rail Rifle at Hammerhead:").click()
    page.wait_for_url("**/roll/shoot?**")
    known = page.locator("#dice-known").inner_text()
    assert "Rail Rifle" in known and "DMG 700" in known and "PEN 6" in known
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".die").first.wait_for()
    assert fits(page)


def test_a_whole_turn_is_set_with_sliders_and_leads_to_its_rolls(page, live_url):
    """The Longbow destroys a Dune Runner in three of four volleys, and with Bullseye always."""
    page.goto(f"{live_url}/mechastellar/whole-turn?a=longbow&b=dune-runner&distance=40&momentum=0")
    expect(page.locator(".ms-enough")).to_contain_text("nothing: 75 %")
    page.locator("#wanted").press("ArrowRight")
    expect(page.locator('output[for="wanted"]')).to_have_text("80")
    expect(page.locator(".ms-enough")).to_contain_text("Nothing within these limits reaches 80 %")
    page.locator("#momentum").press("ArrowRight")
    expect(page.locator(".ms-enough")).to_contain_text("Spend 1 Momentum: 100 %")
    assert "momentum=1" in page.url and fits(page)
    page.locator(".is-enough").get_by_role("link", name="Roll Rail Rifle").click()
    page.wait_for_url("**/roll/shoot?**")
    assert "bonus_hits=1" in page.url and fits(page)


def test_a_whole_turn_answers_without_scripts(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mechastellar/whole-turn?a=longbow&b=dune-runner&distance=40&momentum=0")
    page.locator("#momentum").press("ArrowRight")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".ms-way")).to_have_count(2)
    expect(page.locator('output[for="momentum"]')).to_have_text("1")
