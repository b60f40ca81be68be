"""What holds in every builder on a phone and a desktop: words are whole, × covers none, the totals are always in view."""

import pytest
from playwright.sync_api import expect

from tests.pairs import BUILT

pytestmark = pytest.mark.browser
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
OVER_NAMES = """() => {
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const words = (element) => { const range = document.createRange(); range.selectNodeContents(element); return [...range.getClientRects()]; };
  const found = [];
  for (const card of document.querySelectorAll(".placed")) {
    const cross = card.querySelector(".placed-remove > span").getBoundingClientRect();
    const names = [...card.querySelectorAll(".placed-name, .ml-tile strong")].flatMap(words);
    const title = card.querySelector(".face > svg text");
    if (title) names.push(title.getBoundingClientRect());
    if (names.some((name) => meet(cross, name))) found.push(card.dataset.name);
  }
  return found;
}"""
CUT = """() => [...document.querySelectorAll(".shop-why, .placed-problem")]
  .filter((words) => words.textContent && words.checkVisibility())
  .filter((words) => words.scrollHeight > words.clientHeight + 1 || getComputedStyle(words).webkitLineClamp !== "none")
  .map((words) => words.textContent)"""


"""The games whose builds are put together from cards."""


def example(page, url, game):
    page.goto(f"{url}/{game.slug}/examples/{next(iter(game.examples))}")
    page.locator("html.has-script").wait_for()


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", BUILT, ids=lambda game: game.slug)
def test_what_removes_a_card_covers_no_name_and_no_sentence_is_cut(page, live_url, game, size):
    page.set_viewport_size(size)
    with page.expect_response("**/effects*"):
        example(page, live_url, game)
    page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    assert page.evaluate(OVER_NAMES) == []
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("game", BUILT, ids=lambda game: game.slug)
def test_a_phone_has_the_totals_in_its_bar_and_above_the_cards(page, live_url, game):
    example(page, live_url, game)
    build = next(iter(game.examples.values()))
    totals = game.builder.totals(game.check(build, game.context_of(build)))
    bar = page.locator(".save-bar .bar-totals")
    expect(bar).to_be_visible()
    expect(bar).to_have_text(totals)
    page.locator(".save-bar [data-open]").click()
    expect(page.locator(".shop-totals")).to_be_in_viewport()
    expect(page.locator(".shop-totals")).to_have_text(totals)
    page.locator("[data-close]").click()
    page.locator(".placed-remove").first.evaluate("(button) => button.click()")
    expect(bar).not_to_have_text(totals)
    expect(page.locator(".shop-totals")).to_have_text(bar.text_content())
