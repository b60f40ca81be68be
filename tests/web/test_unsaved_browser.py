"""Unsaved work in several tabs of a browser: each is kept and offered; a stale tab's save asks before it brings back."""

import pytest
from playwright.sync_api import expect

from tests.pairs import BUILT, few_first

pytestmark = pytest.mark.browser
WIDTHS = [360, pytest.param(1280, marks=pytest.mark.long)]
ROWS = "[data-draft]:visible"


def opened(page, address):
    page.goto(address)
    page.wait_for_load_state()


def typed(page, title):
    """Type a title, as a player does, and let the builder check it."""
    with page.expect_response("**/check*"):
        page.fill("[name=title]", title)
        page.dispatch_event("[name=title]", "input")


def offered(page):
    return page.locator(f"{ROWS} [data-draft-words]").all_text_contents()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", few_first(1, BUILT), ids=lambda game: game.slug)
def test_work_of_two_tabs_is_kept_and_offered_the_newest_first(page, live_url, game, width):
    new, other = f"{live_url}/{game.slug}/new", page.context.new_page()
    for tab in (page, other):
        tab.set_viewport_size({"width": width, "height": 740})
        opened(tab, new)
    typed(page, "First")
    typed(other, "Second")
    page.goto(live_url)
    other.goto(live_url)
    opened(page, new)
    expect(page.locator(ROWS)).to_have_count(2)
    assert ["“Second”" in offered(page)[0], "“First”" in offered(page)[1]] == [True, True]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    typed(page, "Third")
    page.locator(ROWS).filter(has_text="“First”").locator("[data-draft-take]").click()
    expect(page.locator("[name=title]")).to_have_value("First")
    expect(page.locator(ROWS)).to_have_count(1)
    page.click(".save-bar .primary")
    page.get_by_text("Saved.").wait_for()
    page.wait_for_load_state()
    opened(page, new)
    expect(page.locator(ROWS)).to_have_count(2)
    assert "“Third”" in offered(page)[0] and "“Second”" in offered(page)[1]
    page.locator(ROWS).first.locator("[data-draft-drop]").click()
    expect(page.locator(ROWS)).to_have_count(1)
    opened(page, new)
    expect(page.locator(ROWS)).to_have_count(1)
    assert "“Second”" in offered(page)[0]


@pytest.mark.parametrize("slug", [game.slug for game in BUILT if game.matchup])
def test_what_was_saved_on_the_way_to_a_matchup_is_not_offered(page, live_url, slug):
    page.goto(f"{live_url}/{slug}/")
    opened(page, live_url + page.locator("a[href*='/examples/']").first.get_attribute("href"))
    typed(page, "Saved on the way")
    page.click(".save-bar [value=matchup]")
    page.wait_for_url("**/roll?*")
    page.get_by_text("Saved.").wait_for()
    opened(page, f"{live_url}/{slug}/new")
    expect(page.locator(ROWS)).to_have_count(0)


@pytest.mark.long
def test_what_is_discarded_in_one_tab_is_no_longer_offered_in_another(page, live_url):
    new, other = f"{live_url}/mechalyte/new", page.context.new_page()
    opened(page, new)
    typed(page, "Once")
    page.goto(live_url)
    opened(page, new)
    opened(other, new)
    expect(other.locator(ROWS)).to_have_count(1)
    page.locator("[data-draft-drop]:visible").click()
    expect(other.locator(ROWS)).to_have_count(0)


def test_a_draft_of_an_earlier_release_is_offered(page, live_url):
    opened(page, f"{live_url}/mechalyte/new")
    page.evaluate("localStorage.setItem('draft:mechalyte:', JSON.stringify({ state: 'title=Earlier&spec=PM', at: 0 }))")
    opened(page, f"{live_url}/mechalyte/new")
    assert "“Earlier”" in offered(page)[0]
    page.locator("[data-draft-take]:visible").click()
    expect(page.locator("[name=title]")).to_have_value("Earlier")


@pytest.mark.long
def test_a_save_that_is_refused_leaves_one_draft(page, live_url):
    """The page that comes back goes on with the draft that was sent: it is not offered beside what it shows."""
    opened(page, f"{live_url}/mechalyte/new")
    typed(page, "Mine")
    page.click(".save-bar .primary")
    page.get_by_text("Saved.").wait_for()
    address = page.url
    other = page.context.new_page()
    opened(other, address)
    typed(page, "Here")
    page.click(".save-bar .primary")
    page.get_by_text("Saved.").wait_for()
    typed(other, "There")
    other.click(".save-bar .primary")
    other.get_by_text("Somebody saved this build while you edited it").wait_for()
    other.wait_for_load_state()
    expect(other.locator(ROWS)).to_have_count(0)
    other.click(".save-bar .primary")
    other.get_by_text("Saved.").wait_for()
    other.wait_for_load_state()
    opened(other, address)
    expect(other.locator(ROWS)).to_have_count(0)
    expect(other.locator("[name=title]")).to_have_value("There")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("button", few_first(1, ["Restore it and save", "Save as a new build"]))
def test_a_stale_tab_asks_before_it_saves_what_another_tab_deleted(page, live_url, width, button):
    other = page.context.new_page()
    for tab in (page, other):
        tab.set_viewport_size({"width": width, "height": 740})
    opened(page, f"{live_url}/mechalyte/new")
    typed(page, "Mine")
    page.click(".save-bar .primary")
    page.get_by_text("Saved.").wait_for()
    address = page.url
    opened(other, address)
    typed(other, "Changed in the other tab")
    page.click("text=Delete")
    page.get_by_text("Moved to the trash").wait_for()
    other.click(".save-bar .primary")
    other.get_by_role("alert").get_by_text("this build was deleted").wait_for()
    expect(other.locator("[name=title]")).to_have_value("Changed in the other tab")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.get_by_role("button", name=button).click()
    other.get_by_text("Saved.").wait_for()
    expect(other.locator("h1")).to_have_text("Changed in the other tab")
    assert (other.url == address) is (button == "Restore it and save")
