"""In a browser: what a phone shows of Home and loads for it, and the search box by key, by finger and without scripts."""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from companion.web.shared import typefaces

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
MOST_BYTES = 120_000
"""Of a first load of Home, as sent."""


def bottom(place):
    box = place.bounding_box()
    return box["y"] + box["height"]


def test_a_phone_shows_where_to_begin_without_scrolling_and_loads_little(page, live_url):
    page.set_viewport_size(PHONE)
    session, sizes = page.context.new_cdp_session(page), []
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(live_url, wait_until="networkidle")
    assert bottom(page.get_by_role("link", name="Play tonight").first) <= PHONE["height"]
    assert len(sizes) > 8 and sum(sizes) <= MOST_BYTES, sum(sizes)


def test_after_a_build_is_saved_all_games_are_on_the_first_screen(page, live_url):
    page.set_viewport_size(PHONE)
    page.goto(f"{live_url}/mechalyte/examples/onion")
    page.locator("form#build button.primary").first.click()
    page.goto(live_url)
    for game in GAMES:
        row = page.get_by_role("navigation", name="Games").get_by_role("listitem").filter(has_text=game.title)
        assert bottom(row.get_by_role("link", name="Play tonight")) <= PHONE["height"]
    assert page.get_by_role("heading", name="My builds").bounding_box()["y"] < PHONE["height"]


def test_the_sign_opens_the_search_from_the_keyboard(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/mechastellar/rules")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search cards, rules, words, packs and builds")
    expect(field).to_be_focused()
    page.keyboard.type("RF/")
    expect(field).to_have_value("RF/")
    field.fill("RF")
    first = page.locator("[data-found] li").first
    expect(first).to_contain_text("Rapid Fire: what changes at half")
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.locator("[data-finder] summary").click()
    expect(field).to_be_focused()


def test_without_scripts_the_box_asks_for_the_page(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/techniconica/")
    page.locator("[data-finder] summary").click()
    page.get_by_role("searchbox").fill("SP")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(f"{live_url}/search?game=techniconica&q=SP")
    page.get_by_role("link", name="Speed of the Locomotor").click()
    expect(page).to_have_url(f"{live_url}/techniconica/rules#rule-attack")


def test_a_word_on_the_cards_page_is_explained_where_it_is_tapped(page, live_url):
    page.goto(f"{live_url}/techniconica/cards")
    page.get_by_text("Words on the cards").click()
    page.get_by_role("button", name="BT", exact=True).click()
    expect(page.get_by_text("Bottle Threshold of a Pilot")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Bottle Threshold of a Pilot")).to_be_hidden()


def test_the_parts_of_a_typeface_have_all_its_letters_as_the_style_says(page, live_url):
    page.goto(live_url)
    ranges = page.evaluate(
        """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
          .filter((rule) => rule.type === CSSRule.FONT_FACE_RULE && rule.style.getPropertyValue("unicode-range"))
          .map((rule) => [rule.style.getPropertyValue("src"), rule.style.getPropertyValue("unicode-range")])"""
    )
    assert len(ranges) == len(typefaces.PAGE_FONTS + typefaces.MORE_FONTS)
    for source, listed in ranges:
        name = source.partition("/fonts/")[2].partition(".woff2")[0]
        covered = set()
        for part in listed.split(","):
            first, _, last = part.strip().removeprefix("U+").partition("-")
            covered |= set(range(int(first, 16), int(last or first, 16) + 1))
        assert set(typefaces.characters(name)) <= covered, name
