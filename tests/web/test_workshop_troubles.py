"""A builder in a browser when things go wrong or overlap: a slow server, no server, a save that does not arrive."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def placed(page, count):
    page.wait_for_function("n => document.querySelectorAll('[data-placed]').length === n", arg=count)


def test_what_is_typed_while_a_card_is_added_stays(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    held = []
    page.route("**/mechalyte/check*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/mechalyte/check*"):
        page.evaluate("document.querySelector('[data-add]').click()")
    page.fill("[name=title]", "Typed meanwhile")
    held[0].continue_()
    placed(page, 1)
    expect(page.locator("[name=title]")).to_have_value("Typed meanwhile")
    assert page.evaluate("document.activeElement.name") == "title"


@pytest.mark.long
def test_save_waits_for_the_card_tapped_before_it(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    held = []
    page.route("**/mechalyte/check*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/mechalyte/check*"):
        page.evaluate("document.querySelector('[data-add]').click()")
    page.evaluate("document.querySelector('.save-bar .primary').click()")
    held[0].continue_()
    page.get_by_text("Saved.").wait_for()
    expect(page.locator("[data-placed]")).to_have_count(1)


@pytest.mark.long
def test_a_server_that_is_away_is_said_and_undo_can_be_tried_again(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    page.evaluate("document.querySelector('[data-add]').click()")
    placed(page, 1)
    page.context.set_offline(True)
    page.click("[data-undo]")
    page.get_by_role("alert").get_by_text("The server cannot be reached.").wait_for()
    expect(page.locator("[data-placed]")).to_have_count(1)
    page.context.set_offline(False)
    page.wait_for_function("!document.querySelector('[data-undo]').disabled")
    page.click("[data-undo]")
    placed(page, 0)
    expect(page.locator("[data-trouble]")).to_be_hidden()


@pytest.mark.long
def test_a_save_that_does_not_arrive_leaves_its_draft(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    page.evaluate("document.querySelector('[data-add]').click()")
    placed(page, 1)
    page.route("**/*", lambda route: route.abort() if route.request.is_navigation_request() else route.continue_())
    with page.expect_event("requestfailed"):
        page.click(".save-bar .primary")
    page.unroute("**/*")
    page.goto(f"{live_url}/mechalyte/new")
    page.click("[data-draft-take]:visible")
    placed(page, 1)
    page.click(".save-bar .primary")
    page.get_by_text("Saved.").wait_for()
    # The saved page's script forgets the draft: leave the page only once it has run.
    page.wait_for_load_state()
    page.goto(f"{live_url}/mechalyte/new")
    page.wait_for_load_state()
    expect(page.locator("[data-draft]")).to_be_hidden()


@pytest.mark.long
def test_escape_closes_the_sheet_of_cards_and_gives_the_focus_back(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    page.click("[data-open]")
    page.wait_for_function("document.activeElement.closest('[data-shop]')")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.shop.is-open')")
    assert page.evaluate("document.activeElement.hasAttribute('data-open')")


@pytest.mark.long
def test_the_sheet_of_cards_stays_open_until_closed_and_says_what_was_added(page, live_url):
    page.goto(f"{live_url}/mechalyte/new")
    page.click("[data-open]")
    for number, card in enumerate(("power", "shield"), 1):
        page.click(f'[data-add="{card}"]')
        placed(page, number)
        expect(page.locator("[data-said]")).to_contain_text("added.")
        expect(page.locator(".shop.is-open")).to_have_count(1)
    expect(page.locator("[data-said]")).to_contain_text("problem")  # a spec has six letters
    page.click("[data-close]")
    expect(page.locator(".shop.is-open")).to_have_count(0)


@pytest.mark.long
def test_a_card_that_could_not_be_added_is_not_said_to_be_there(page, live_url):
    """A second Locomotor stays off the table: the sheet says so, and forgets it with the next change."""
    page.goto(f"{live_url}/techniconica/new")
    page.click("[data-open]")
    said = page.locator("[data-said]")
    page.click('[data-add="courier-wheels"]')
    expect(said).to_contain_text("Courier Wheels added.")
    refused = page.locator('[data-choice="hauler-tracks"] [data-why]')
    expect(refused).to_contain_text("There is one already")
    page.click('[data-add="hauler-tracks"]')
    expect(said).to_have_text("Hauler Tracks: There is one already: choose its place to swap it.")
    page.click("[data-close]")
    page.click("[data-open]")
    expect(said).to_have_text("")


@pytest.mark.long
def test_cards_for_one_place_become_all_cards_again_by_a_tap(page, live_url):
    page.goto(f"{live_url}/techniconica/new")
    page.locator("[data-aim]").first.click()
    expect(page.locator("[data-aimed]")).to_contain_text("For ")
    shown = page.locator("[data-choice]:not([hidden])")
    few = shown.count()
    page.click("[data-unaim]")
    expect(page.locator("[data-aimed]")).to_be_hidden()
    assert shown.count() > few
    assert "Escape" not in page.locator(".shop").inner_text()
