"""In a browser: the searches for cards fold what is typed as the server folds the cards' words."""

from unicodedata import category

import pytest
from playwright.sync_api import expect

from companion.base.wording import fold_for_search
from companion.games import GAMES
from tests.pairs import few_first

pytestmark = pytest.mark.browser


def test_a_page_folds_letters_as_the_server_does(page, live_url):
    page.goto(f"{live_url}/mechastellar/cards")
    numbers = (*range(32, 0x3000), *range(0xFF00, 0xFFF0))
    letters = [letter for letter in map(chr, numbers) if category(letter) != "Cn"]  # a browser may know newer ones
    folded = page.evaluate("(letters) => letters.map(window.cardSearch.fold)", letters)
    wrong = [letter for letter, found in zip(letters, folded, strict=True) if fold_for_search(letter) != found]
    assert wrong == []


@pytest.mark.parametrize(("typed", "name"), [("dérvish", "Dervish"), ("kara cimarrone’s", "Kara Cimarrone's unit")])
@pytest.mark.parametrize("place", ["/mechastellar/cards", "/mechastellar/new"])
def test_cards_are_found_as_phones_type_them(page, live_url, place, typed, name):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_url + place)
    page.locator("[data-search]").first.fill(typed)
    shown = page.locator("[data-card][data-words]:not([hidden]), [data-choice]:not([hidden])")
    expect(shown.filter(has_text=name).first).to_be_attached()
    assert shown.count() <= 3


@pytest.mark.parametrize("game", few_first(2, GAMES), ids=lambda game: game.slug)
def test_the_cards_page_has_search_filters_and_a_jump_list(page, live_url, game):
    page.goto(f"{live_url}/{game.slug}/cards")
    cards = page.locator("[data-card]")
    every, decks = cards.count(), page.locator("[data-deck]").count()
    assert page.locator("nav.jump a").count() == (decks if decks > 1 else 0)
    for chip in page.locator("[data-filter]").all():
        chip.click()
        assert 0 < page.locator("[data-card]:visible").count() < every
        chip.click()
    page.locator("[data-search]").fill("no card is called this")
    expect(page.locator("[data-card]:visible")).to_have_count(0)
    page.locator("[data-clear]").click()
    expect(page.locator("[data-card]:visible")).to_have_count(every)
