"""In a browser, on a phone: from a draft to a roll's result without typing a number; draft ideas used and undone."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def kept(page, live_url, name="long-guns"):
    """Save an example as a draft of this browser; return its address."""
    page.goto(f"{live_url}/mecha-mettle/examples/{name}")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/builds/**")
    return page.url


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def test_from_the_builder_to_the_result_of_an_attack_without_typing_a_number(phone, live_url):
    """Long Guns against Steady Hull with a lost port each: a Hammer rolls 5 dice at a port that defends with 4."""
    page = phone
    kept(page, live_url)
    page.get_by_role("button", name="Matchup", exact=True).first.click()
    page.get_by_text("Change sides").click()
    page.locator("#other").select_option(label="Steady Hull")
    page.get_by_role("button", name="Compare these").click()
    page.wait_for_url("**/roll?**")
    assert fits(page)
    hammer = page.locator(".mu-table tbody", has_text="3 Regular Attack dice, Breach")
    expect(hammer).to_contain_text("45 %")
    hammer.locator(".mu-pick").check()
    hammer.get_by_role("link").first.click()
    page.wait_for_url("**/roll/attack?**")
    expect(page.locator("#result")).to_contain_text("45.1 %")
    expect(page.locator("body")).to_contain_text("Extended Magazines")
    assert fits(page)
    page.get_by_role("button", name="Roll", exact=False).first.click()
    expect(page.locator("#result")).to_contain_text("Hit")
    assert fits(page)


def test_a_draft_for_a_plan_is_used_and_taken_back(phone, live_url):
    page = phone
    kept(page, live_url)
    guns = ["Extended Magazines", "Manual Override", "Advanced Targeting", "Experimental Weaponry"]
    hull = ["Light Thrusters", "Defensive Flare", "Emergency Shields", "Heavy Armor Plating"]
    expect(page.locator(".slots strong")).to_have_text(guns)
    page.get_by_role("link", name="Draft ideas").first.click()
    page.get_by_label("Survive").check()
    expect(page.locator("#result h2")).to_have_text("Survive")
    assert fits(page)
    page.get_by_role("button", name="Use this draft").first.click()
    page.get_by_text("Used. Nothing is saved yet").wait_for()
    expect(page.locator(".slots strong")).to_have_text(hull)
    page.locator("[data-undo]").click()
    expect(page.locator(".slots strong")).to_have_text(guns)


def test_the_best_shot_of_a_table_leads_to_its_roll(phone, live_url):
    """A Hammer ahead of a Reactor, put on the table by taps; its one shot is rolled."""
    page = phone
    page.goto(f"{live_url}/mecha-mettle/best-shot")
    expect(page.locator("#shots")).to_contain_text("No shot yet")
    for area, choice in (("theirs", "reactor:left"), ("mine", "hammer-right:ahead")):
        page.locator(f"#{area}-front-centre").click()
        page.locator(f"#{area}-select-front-centre").select_option(choice)
        page.keyboard.press("Escape")
    expect(page.locator("#shots-title")).to_have_text("1 shot, the best first")
    expect(page.locator("#shots")).to_contain_text("33 % port destroyed")
    assert fits(page)
    page.get_by_role("link", name="Roll it").click()
    page.wait_for_url("**/roll/attack?**")
    expect(page.locator("#result")).to_contain_text("33.2 %")
    assert fits(page)


def test_without_scripts_shots_are_ranked_by_a_button(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mecha-mettle/best-shot")
    page.locator("#mine-front-left").click()
    page.select_option("#mine-select-front-left", "drone:ahead")
    page.click("text=Rank the shots")
    expect(page.locator(".mm-shots li")).to_have_count(6)
