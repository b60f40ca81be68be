"""Mech against Mech on a phone: from the builder to a roll without typing a number; a squad's text as the other side."""

import re

import pytest
from playwright.sync_api import expect

from companion.games.techniconica import GAME
from companion.games.techniconica.summary import summary

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"width": 360, "height": 740}


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def test_from_the_builder_to_a_shot_without_typing_a_number(page, live_url):
    """Sniper Wolf's Long Rifle at the Scout Cab of Iron Heron, behind its Bubble Projector."""
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/techniconica/examples/sniper-wolf")
    page.get_by_role("button", name="Matchup").first.click()
    page.wait_for_url("**/roll?build=*")
    page.locator("summary", has_text="Change sides").click()
    page.select_option("#other", "example:iron-heron")
    page.get_by_role("button", name="Compare these").click()
    page.wait_for_url("**other=example*")
    assert fits(page)
    page.get_by_role("link", name="Long Rifle at Scout Cab:").click()
    page.wait_for_url("**/roll/shoot?**")
    assert fits(page)
    known = page.locator("#dice-known").inner_text()
    assert all(
        words in known for words in ("Long Rifle", "AC 4", "PE 4, DO 2", "their SP 4", "Shields 2", "FO 6, BT 4")
    )
    for field in ("accuracy", "penetration", "damage_output", "speed", "base", "fortitude", "bottle_threshold"):
        expect(page.locator(f"[name='{field}']").first, field).not_to_have_value("")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".die").first.wait_for()
    assert fits(page)


def test_a_charge_and_its_counter_attack_are_filled_in(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/techniconica/roll?build=example:iron-heron&other=example:copper-bison")
    page.get_by_role("radio", name="Shock Fist").first.check()
    page.get_by_role("link", name="Shock Fist at Standard Cockpit:").click()
    page.wait_for_url("**/roll/charge?**")
    known = page.locator("#dice-known").inner_text()
    assert "SP 4" in known and "their SP 2" in known and "counter-attack PE 4, DO 4" in known
    page.get_by_text("The counter-attack hits").first.wait_for()


def test_what_the_table_says_counts_at_once(page, live_url):
    """Aim: +4 AC makes every shot hit more often; the table follows without a button."""
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/techniconica/roll?build=example:sniper-wolf&other=example:iron-heron")
    cell = page.get_by_role("link", name="Auto Rifle at Scout Cab:")
    page.get_by_role("radio", name="Auto Rifle").first.check()
    before = cell.get_attribute("aria-label")
    page.locator(".mu-around > summary").click()
    page.get_by_label("I aimed").check()
    page.wait_for_function(
        "before => { const now = document.querySelector(\"a[aria-label^='Auto Rifle at Scout Cab:']\");"
        " return now && now.getAttribute('aria-label') !== before; }",
        arg=before,
    )
    expect(cell).to_have_attribute("href", re.compile("aim=1"))


def test_a_squads_text_for_a_chat_is_the_other_side(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/techniconica/roll?build=example:sniper-wolf")
    page.locator("summary", has_text="Change sides").click()
    page.fill("#text", summary(GAME.examples["copper-bison"], GAME.context()))
    page.get_by_role("button", name="Compare these").click()
    page.get_by_role("link", name="Long Rifle at Drill Lance:").wait_for()
    page.locator("#sides p", has_text="Copper Bison").wait_for()
    assert fits(page)


def test_a_mechs_own_rolls_are_filled_with_what_its_cards_say(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/techniconica/examples/iron-heron")
    page.get_by_role("link", name="Charge: Shock Fist").first.click()
    page.wait_for_url("**/roll/charge?**")
    expect(page.locator("[name='counter_fortitude']")).to_have_value("6")
    expect(page.locator("[name='attacker_rerolls']")).to_have_value("1")
    expect(page.locator("[name='counter']").first).not_to_be_checked()
    expect(page.get_by_text("It destroys its target")).to_be_hidden()
    assert fits(page)
