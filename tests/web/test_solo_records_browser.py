"""The computer's wish on a phone: what it wants, the chips and the button are in one view, and nothing is typed."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def settled(page):
    expect(page.locator("[data-table].is-busy")).to_have_count(0)


def solo(page, live_url, slug, title):
    """Open a table against the computer, bring an example, begin."""
    page.goto(f"{live_url}/{slug}/tables/new")
    page.get_by_label("The computer as opponent").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_label("Examples").first.select_option(label=title)
    page.get_by_role("button", name="Take this example").first.click()
    settled(page)
    page.locator("button[data-move=begin]").click()
    settled(page)


def reach_wish(page):
    """Do what the page asks for until the computer wants something."""
    for _ in range(12):
        if page.locator(".rc-wish").count():
            return
        if page.locator(".tb-answers").count():
            page.locator(".tb-answers .button.primary").click()
        elif page.locator("button[data-move=done]").count():
            page.locator("button[data-move=done]").click()
        else:
            page.locator(".is-own button.rc-do").first.click()
        settled(page)
    raise AssertionError("the computer wanted nothing")


@pytest.mark.parametrize(("slug", "title"), [("mechastellar", "Raiders"), ("techniconica", "Iron Heron")])
def test_a_wish_is_answered_in_one_view_without_typing(page, live_url, slug, title):
    page.set_viewport_size(PHONE)
    solo(page, live_url, slug, title)
    reach_wish(page)
    wish = page.locator("#tb-act")
    expect(wish.locator("h2").first).to_contain_text("wants to")
    expect(page.locator(".tb-whose")).to_contain_text("Computer (fair) acts")
    expect(wish.get_by_role("button", name="Done")).to_be_in_viewport(ratio=0.9)
    wish.locator("h2").first.scroll_into_view_if_needed()
    top = wish.locator("h2").first.bounding_box()
    done = wish.get_by_role("button", name="Done").bounding_box()
    assert done["y"] + done["height"] - top["y"] <= PHONE["height"]
    assert top["x"] >= 0
    assert done["x"] + done["width"] <= PHONE["width"]
    if slug == "mechastellar":
        inches = wish.locator("input[name='said.distance']")
        before = int(inches.input_value())
        wish.get_by_role("button", name="Inches more").click()
        wish.get_by_role("button", name="Inches 5 less").click()
        assert int(inches.input_value()) == max(0, before + 1 - 5)
    wish.get_by_role("button", name="Done").click()
    settled(page)
    expect(page.locator("[data-table]")).to_contain_text("stands")


def test_what_to_tap_is_said_where_no_button_does_it(page, live_url):
    page.set_viewport_size(PHONE)
    solo(page, live_url, "mechastellar", "Raiders")
    tap = page.locator("#tb-act .rc-tap")
    for _ in range(20):
        if tap.count():
            break
        if page.locator(".rc-wish").count():
            page.locator("#tb-act").get_by_role("button", name="Done").click()
        else:
            page.locator("#tb-act .tb-answers .button").first.click()
        settled(page)
    expect(tap).to_have_text("Tap the circle of the unit that is to act.")
    for circle in range(4):
        settled(page)
        page.locator(".is-own button.rc-do").nth(circle).press("Enter")
        settled(page)
        if not page.locator("[data-confirm]").count():
            break
        page.get_by_role("link", name="Back").click()  # another one has to return fire first
    expect(tap).to_have_text("Tap a target to attack it.")
    settled(page)
    assert page.evaluate("document.activeElement.matches('#tb-act button')"), (
        "what was hidden in favour of it took the focus"
    )
