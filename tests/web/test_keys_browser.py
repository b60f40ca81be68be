"""In a browser, on a phone: make a key, open its link elsewhere, and press the button that uses it."""

import pytest
from playwright.sync_api import expect

from companion.web.keys import words

pytestmark = pytest.mark.browser
KEY = ("zebra", "walnut", "salmon", "pelican", "mushroom", "lobster", "giraffe", "cactus")
"""Words of a key that no address has of itself; of words drawn at random, `home` and `regular` would be among them."""


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def made(page, live_url):
    """Save a build and make a key; return the key's link."""
    page.goto(f"{live_url}/mecha-mettle/new")
    page.locator("input[name=title]").fill("Thick skin")
    page.locator(".save-bar button.primary").click()
    page.wait_for_url("**/builds/*")
    page.goto(f"{live_url}/")
    page.get_by_role("link", name="Make a key").click()
    page.get_by_role("button", name="Make a key").click()
    return page.locator(".key-address").inner_text()


@pytest.mark.long
def test_a_link_fills_in_the_words_and_a_button_uses_them(page, live_url, monkeypatch):
    monkeypatch.setattr(words, "make_words", lambda: KEY)
    link = made(page, live_url)
    assert overflow(page) == 0
    expect(page.locator(".key-words li")).to_have_text(link.partition("#")[2].split("-"))
    assert page.locator(".key-code img").evaluate("image => image.complete && image.naturalWidth > 0")
    other = page.context.browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    sent = []
    other.on(
        "request", lambda request: sent.append(f"{request.url.partition('#')[0]} {request.headers.get('referer')}")
    )
    other.goto(link)
    expect(other.locator("#key")).to_have_value(link.partition("#")[2].replace("-", " "))
    assert "#" not in other.url, "the words leave the address bar"
    assert overflow(other) == 0
    expect(other.get_by_text("The link has filled in the words")).to_be_visible()
    other.goto(f"{live_url}/")
    expect(other.get_by_role("link", name="Thick skin"), "opening the link alone changes nothing").to_have_count(0)
    other.goto(link)
    other.get_by_role("button", name="Use this key here").click()
    other.wait_for_url(f"{live_url}/")
    expect(other.get_by_role("link", name="Thick skin")).to_be_visible()
    assert link.partition("#")[2] == "-".join(KEY)
    assert not [line for line in sent if any(word in line for word in KEY)]


@pytest.mark.long
def test_a_link_that_is_opened_on_the_page_of_the_key_fills_in_the_words_too(page, live_url):
    link = made(page, live_url)
    other = page.context.browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    other.goto(f"{live_url}/settings")
    other.goto(link)  # the same page, so that it is not loaded again
    other.get_by_text("The link has filled in the words").wait_for()
    expect(other.locator("#key")).to_have_value(link.partition("#")[2].replace("-", " "))
    assert "#" not in other.url
    other.goto(f"{live_url}/settings#50%-of-the-words")
    expect(other.locator("#key")).to_have_value("of the words")
