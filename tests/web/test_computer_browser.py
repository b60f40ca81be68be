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


def solo(profile, url):  # noqa: F811
    """Open a game of Mechalyte against the computer on a phone; return it with the button that lets it begin."""
    phone = profile.new_page()
    phone.set_viewport_size(PHONE)
    phone.goto(f"{url}/mechalyte/tables/new")
    phone.check("input[value=solo]")
    phone.get_by_role("button", name="Open the table").click()
    phone.fill("#sealed-spec", "PPPMMA")
    phone.get_by_role("button", name="Seal it").click()
    return phone, phone.get_by_role("button", name=re.compile("Computer .* begins"))


def hold_answers(phone):
    """Hold what asks for the computer's answer, and return the list of it."""
    held = []

    def hold(route):
        is_held = route.request.method == "POST" and "go-on" in (route.request.post_data or "")
        held.append(route) if is_held else route.continue_()

    phone.route("**/tables/**", hold)
    return held


def news(phone):
    """What a table says of the computer, with what stands in no element."""
    return phone.locator(".tb-news").evaluate("news => news.textContent + getComputedStyle(news, '::after').content")


def test_ones_own_move_stands_before_the_computer_has_thought(profile, url):  # noqa: F811
    phone, begins = solo(profile, url)
    held = hold_answers(phone)
    begins.click()
    button = phone.locator(".tb-goes-on button")
    expect(phone.locator(".tb-news")).to_contain_text("(fair) begins")
    expect(button).to_have_count(1)
    expect(button).to_be_hidden()
    expect(phone.locator(".tb-whose")).not_to_contain_text("Your turn")
    assert "The computer is thinking" in news(phone)

    held.pop().fulfill(status=503, body="")
    expect(button).to_be_visible()
    expect(phone.locator(".tb-trouble")).to_contain_text("What you did is stored")
    phone.evaluate(
        "document.querySelector('[data-table]').dispatchEvent(new Event('visibilitychange', {bubbles: true}))"
    )
    expect(button).to_be_visible()
    assert "thinking" not in news(phone)
    phone.unroute("**/tables/**")
    button.click()
    expect(phone.locator(".tb-whose")).to_contain_text("Your turn")
    expect(phone.locator(".tb-since")).to_contain_text("Builds B1")
    assert phone.evaluate("document.activeElement.closest('#tb-act') !== null")


def test_the_computer_is_asked_again_by_itself_once_there_is_a_connection(profile, url):  # noqa: F811
    phone, begins = solo(profile, url)
    held = hold_answers(phone)
    begins.click()
    expect(phone.locator(".tb-goes-on button")).to_have_count(1)
    held.pop().abort()
    expect(phone.locator(".tb-goes-on button")).to_be_visible()
    phone.unroute("**/tables/**")
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.locator(".tb-whose")).to_contain_text("Your turn")
    expect(phone.locator(".tb-trouble")).to_have_count(0)


def test_another_page_at_the_table_says_that_it_thinks_and_asks_where_the_first_is_gone(profile, url):  # noqa: F811
    phone, begins = solo(profile, url)
    other = profile.new_page()
    other.clock.install()
    other.goto(phone.url)
    held = hold_answers(phone)
    begins.click()
    expect(other.locator(".tb-goes-on button")).to_have_count(1)
    expect(other.locator(".tb-goes-on button")).to_be_hidden()
    assert "The computer is thinking" in news(other)
    assert held
    asked = []
    other.on("request", lambda one: asked.append(one) if "go-on" in (one.post_data or "") else None)
    other.locator("#more-note summary").click()
    other.fill("#note", "Well played.")
    other.get_by_role("button", name="Add note").click()
    expect(other.locator(".tb-news")).to_contain_text("Well played.")
    expect(other.locator("[data-table].is-busy")).to_have_count(0)
    assert not asked, "one page asks, not each"
    assert "The computer is thinking" in news(other)
    phone.close()
    other.clock.fast_forward(13_000)
    expect(other.locator(".tb-whose")).to_contain_text("Your turn")
    expect(other.locator(".tb-since")).to_contain_text("Builds B1")


def test_what_the_computer_did_stays_new_where_its_table_comes_twice_and_why_comes_into_view(profile, url):  # noqa: F811
    phone, begins = solo(profile, url)
    held = hold_answers(phone)
    begins.click()
    expect(phone.locator(".tb-goes-on button")).to_have_count(1)
    route = held.pop()
    answer = route.fetch()
    done = phone.locator(".tb-since .tb-said [id]")
    expect(done.first).to_be_visible()  # by the stream, before the answer
    route.fulfill(response=answer)
    expect(phone.locator("[data-table].is-busy")).to_have_count(0)
    assert done.count() == phone.locator(".tb-since .is-new").count() > 2
    since = phone.locator(".tb-since")
    side, act = since.bounding_box(), phone.locator("#tb-act").bounding_box()
    assert side["height"] <= PHONE["height"] / 5
    since.locator("summary").click(position={"x": 5, "y": 5})
    expect(since.locator(".tb-reasons li").first).to_be_in_viewport()
    first, side = since.locator(".tb-reasons li").first.bounding_box(), since.bounding_box()
    assert side["y"] <= first["y"] < side["y"] + side["height"] - 20
    assert act


def test_a_draft_is_read_through_and_sealed_without_lying_over_the_rest_and_the_board_follows(profile, url):  # noqa: F811
    phone = profile.new_page()
    phone.set_viewport_size(PHONE)
    phone.goto(f"{url}/mecha-mettle/tables/new")
    phone.check("input[value=solo]")
    phone.get_by_role("button", name="Open the table").click()
    drafts = phone.locator(".mm-choose")
    for _ in range(6):
        if drafts.count():
            break
        phone.locator("#tb-act :is(.tb-answers .button, [data-moves] [name=move])").first.evaluate("one => one.click()")
        expect(phone.locator("[data-table].is-busy")).to_have_count(0)
    act, more = phone.locator("#tb-act").bounding_box(), phone.locator(".tb-more").bounding_box()
    last = drafts.last.bounding_box()
    assert last["y"] + last["height"] <= act["y"] + act["height"] <= more["y"]
    for level in drafts.all():
        level.locator("input").first.check()
    phone.get_by_role("button", name="Seal it").click()
    expect(drafts).to_have_count(0)
    expect(phone.locator("[data-table].is-busy")).to_have_count(0)
    expect(phone.locator(".tb-turn")).to_be_in_viewport()


def test_an_undo_does_not_wait_until_the_computer_has_thought(profile, url):  # noqa: F811
    phone, begins = solo(profile, url)
    held = hold_answers(phone)
    begins.click()
    expect(phone.locator(".tb-goes-on button")).to_have_count(1)
    assert held
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".tb-news")).to_contain_text("Undone: #7.")
    expect(begins).to_be_visible()
    expect(phone.locator(".tb-trouble")).to_have_count(0)
    expect(phone.locator("[data-table].is-busy")).to_have_count(0)
    phone.unroute("**/tables/**")
    begins.click()
    expect(phone.locator(".tb-since")).to_contain_text("Builds B1")
