"""A matchup in a browser: on a phone the best attack, then one attack at a time; a wide table says that it is wide."""

import re

import pytest
from playwright.sync_api import expect

BISON = "/techniconica/roll?build=example:copper-bison&other=example:iron-heron"
OUT_OF_RANGE = "/mechastellar/roll?build=example:border-patrol&other=example:raiders&distance=60"


@pytest.mark.long
@pytest.mark.browser
def test_a_phone_shows_the_best_attack_then_one_attack_at_a_time(page, live_url):
    page.goto(live_url + BISON)
    best, table = page.locator(".mu-best"), page.locator(".mu-table")
    assert best.bounding_box()["y"] < table.bounding_box()["y"]
    rows = table.locator("tbody")
    assert rows.count() > 2
    for row in (0, 2):
        rows.nth(row).locator(".mu-pick").check()
        shown = [rows.nth(n).locator("td").first.is_visible() for n in range(rows.count())]
        assert shown == [n == row for n in range(rows.count())]
    expect(rows.nth(1).locator(".mu-top")).to_contain_text("★")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.browser
@pytest.mark.long
def test_a_table_that_is_wider_than_its_place_says_so(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_url + BISON)
    hidden = "() => { const t = document.querySelector('[data-wide]'); return t.scrollWidth > t.clientWidth; }"
    assert not page.evaluate(hidden), "a desktop gives it the whole width"
    page.set_viewport_size({"width": 800, "height": 800})
    assert page.evaluate(hidden)
    expect(page.get_by_text("Scroll sideways: there are")).to_be_visible()
    page.evaluate("document.querySelector('[data-wide]').style.width = '3000px'")
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    assert not page.evaluate(hidden)
    expect(page.get_by_text("Scroll sideways: there are")).to_be_hidden()
    assert page.locator(".mu-pick").first.is_hidden()


def test_a_reason_that_holds_for_all_targets_of_a_row_is_said_once(client):
    page = client.get(OUT_OF_RANGE).get_data(as_text=True)
    rows = page[page.index('<table class="mu-table"') : page.index("</table>")].split("<tbody")[1:]
    reasons = [re.findall(r'<span class="about">(Out of range[^<]*)</span>', row) for row in rows]
    assert reasons and all(len(set(found)) == len(found) for found in reasons) and any(reasons)
    assert "colspan=" in page
