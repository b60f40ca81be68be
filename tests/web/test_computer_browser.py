"""A short evening against the computer on a phone: what it did stands in one view, a hint comes without a new page."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.test_tables_browser import PHONE, served, table_app, url  # noqa: F401

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_an_evening_against_the_computer(profile, url):  # noqa: F811
    phone = profile.new_page()
    phone.set_viewport_size(PHONE)
    phone.goto(f"{url}/mechalyte/tables/new")
    phone.check("input[value=solo]")
    phone.select_option("#strength", "easy")
    phone.get_by_role("button", name="Open the table").click()
    phone.fill("#sealed-spec", "PPPMMA")
    phone.get_by_role("button", name="Seal it").click()
    phone.get_by_role("button", name="Computer (easy) begins").click()

    since = phone.locator(".tb-since")
    expect(since).to_contain_text("Computer (easy): Builds B1")
    expect(phone.locator(".tb-whose")).to_contain_text("Your turn")
    assert since.bounding_box()["y"] + since.bounding_box()["height"] <= phone.locator("#tb-act").bounding_box()["y"]
    since.locator("summary").click()
    expect(since).to_contain_text("0 is lost, 100 is won")

    here = phone.url
    phone.get_by_role("link", name="Hint").click()
    expect(phone.locator("#tb-advice")).to_contain_text(re.compile(r"You would then stand at \d+ of 100"))
    assert phone.url == here
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not Axe().run(phone).response["violations"]
    phone.get_by_role("button", name="Do that").click()
    expect(phone.locator("#tb-advice")).to_have_count(0)

    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".tb-whose")).to_contain_text("Your turn")
    phone.get_by_text("Pause, draw, give up, leave").click()
    phone.get_by_role("button", name="Give up …").click()
    phone.get_by_role("button", name="Give up", exact=True).click()
    phone.get_by_role("button", name="Play again at the same seats").click()
    expect(phone.get_by_role("button", name="Seal it")).to_be_visible()
    expect(phone.locator(".tb-seats")).to_contain_text("Computer (easy)")


def test_ones_own_move_stands_before_the_computer_has_thought(profile, url):  # noqa: F811
    phone = profile.new_page()
    phone.set_viewport_size(PHONE)
    phone.goto(f"{url}/mechalyte/tables/new")
    phone.check("input[value=solo]")
    phone.get_by_role("button", name="Open the table").click()
    phone.fill("#sealed-spec", "PPPMMA")
    phone.get_by_role("button", name="Seal it").click()
    begins, held = phone.get_by_role("button", name=re.compile("Computer .* begins")), []

    def hold(route):
        is_held = route.request.method == "POST" and "go-on" in (route.request.post_data or "")
        held.append(route) if is_held else route.continue_()

    phone.route("**/tables/**", hold)
    begins.click()
    button = phone.locator(".tb-goes-on button")
    expect(phone.locator(".tb-news")).to_contain_text("(fair) begins")
    expect(button).to_have_count(1)
    expect(button).to_be_hidden()
    expect(phone.locator(".tb-whose")).not_to_contain_text("Your turn")
    thinks = phone.locator(".tb-news").evaluate("news => getComputedStyle(news, '::after').content")
    assert "The computer is thinking" in thinks

    held.pop().fulfill(status=503, body="")
    expect(button).to_be_visible()
    phone.unroute("**/tables/**")
    button.click()
    expect(phone.locator(".tb-whose")).to_contain_text("Your turn")
    expect(phone.locator(".tb-since")).to_contain_text("Builds B1")
    assert phone.evaluate("document.activeElement.closest('#tb-act') !== null")
