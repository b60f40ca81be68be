"""In a browser, on a phone: from a mech to a roll's result without typing a number, and proposals used and undone."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.long]


def kept(page, live_url, name="tailgate-party"):
    """Save an example as a mech of this browser; return its address."""
    page.goto(f"{live_url}/wreck-a-mech/examples/{name}")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/builds/**")
    return page.url


def brought(page, name="Building site"):
    """From the builder, open the matchup and choose the other side."""
    page.get_by_role("button", name="Matchup", exact=True).click()
    page.wait_for_url("**/roll?**")
    page.get_by_text("Change sides").click()
    page.locator("#other").select_option(label=name)
    with page.expect_response("**/roll?**"):
        page.get_by_role("button", name="Compare these").click()
    expect(page.locator("#sides")).to_contain_text(name)


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def test_from_the_builder_to_the_result_of_a_combat_without_typing_a_number(page, live_url):
    """27 against 14 are 13, which spare one part of Structure 2; with Scrapyard Ribs, 28, nothing is left."""
    kept(page, live_url)
    brought(page)
    assert fits(page)
    mech = page.locator(".mu-table tbody", has_text="The mech as it is")
    expect(mech).to_contain_text("13 damage")
    ribs = page.locator(".mu-table tbody", has_text="With Scrapyard Ribs")
    ribs.locator(".mu-pick").check()
    ribs.get_by_role("link", name="roll it").click()
    page.wait_for_url("**/roll/combat?**")
    expect(page.locator("body")).to_contain_text("14")
    expect(page.locator("#result")).to_contain_text("wrecked")
    assert fits(page)


def test_in_the_next_combat_both_have_lost_their_parts(page, live_url):
    kept(page, live_url)
    brought(page)
    page.locator(".mu-around > summary").click()
    page.locator("#combat").select_option("next")
    page.get_by_role("button", name="Compare", exact=True).click()
    mech = page.locator(".mu-table tbody", has_text="The mech as it is")
    expect(mech).to_contain_text("7 damage")
    mech.get_by_text("What counts").click()
    expect(mech).to_contain_text("You have lost Keg Hull, Bottle Rocket Rack and Shopping Cart")


def test_a_loss_is_taken_from_the_mech_and_taken_back(page, live_url):
    """The cheapest way to take the Building site's 15 against 7; the lost parts go to the discard pile."""
    mech = kept(page, live_url)
    brought(page)
    page.goto(mech)
    page.get_by_role("link", name="Damage options").click()
    expect(page.locator("#attack")).to_have_value("15")
    expect(page.get_by_role("heading", name="8 damage")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Take this loss").first.click()
    page.get_by_text("Used. Nothing is saved yet").wait_for()
    sums = page.locator(".build-side .wm-sums dd")
    expect(sums.first).to_contain_text("7")  # Bucket Helm 2, Nail Bat 5
    expect(page.locator("#discard")).to_have_value(
        "Keg Hull\nBottle Rocket Rack\nShopping Cart\nFire Extinguisher\nScrapyard Ribs"
    )
    page.locator("[data-undo]").click()
    expect(sums.first).to_contain_text("22")
    expect(page.locator("#discard")).to_have_value("Fire Extinguisher\nScrapyard Ribs")


def test_the_best_mech_of_a_hand_is_used_and_taken_back(page, live_url):
    """Against five Zhao parts Bad Idea is worth 11 Attack, the Bucket Helm 7; the helm is discarded."""
    mech = kept(page, live_url)
    brought(page)
    page.goto(mech)
    page.get_by_role("link", name="Best build from a hand").click()
    page.get_by_label("Card 1").select_option("bad-idea")
    page.get_by_role("button", name="Find the best build").click()
    expect(page.locator(".wm-build").first).to_contain_text("Deals 17")
    assert fits(page)
    page.get_by_role("button", name="Use this mech").first.click()
    page.get_by_text("Used. Nothing is saved yet").wait_for()
    expect(page.locator("#head")).to_have_value("bad-idea")
    expect(page.locator("#deck")).to_have_value("Bumper Hook\nMoped Hips")
    expect(page.locator("#discard")).to_have_value("Bucket Helm\nFire Extinguisher\nScrapyard Ribs")
    page.locator("[data-undo]").click()
    expect(page.locator("#head")).to_have_value("bucket-helm")
    expect(page.locator("#deck")).to_have_value("Bad Idea\nBumper Hook\nMoped Hips")
