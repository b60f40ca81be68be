"""Play tonight: its counts are the print page's, its steps name rules that exist, and it leads to the lesson."""

import re

import pytest

from companion.games import game
from companion.web.games import tonight
from tests.pairs import EVENINGS
from tests.web.conftest import page_of


def words(element):
    return re.sub(r"\s+", " ", element.text_content()).strip()


@pytest.mark.parametrize("one", EVENINGS, ids=lambda one: one.slug)
def test_every_game_can_be_played_tonight(client, one):
    page = page_of(client, f"/{one.slug}/play-tonight")
    headings = [words(heading) for heading in page.xpath("//main//h2")]
    lesson = ["Learn it by playing"] if one.lesson else []
    assert headings == [*lesson, "Print", "You also need", "Set up", "Now yours"]
    assert len(page.xpath("//ol[@class='steps']/li")) >= 3
    assert len(page.xpath("//div[@class='step-view']//svg")) >= 1
    if one.lesson:
        start, _ = page.xpath("//section[@aria-labelledby='teach']//a/@href")
        assert client.get(start).status_code == 200
    assert f"/{one.slug}/new" in page.xpath("//section[@aria-labelledby='then']//a/@href")


@pytest.mark.parametrize("one", EVENINGS, ids=lambda one: one.slug)
def test_each_step_and_each_need_names_rules_that_exist(client, one):
    known = {rule.id for section in one.rulebook.section for rule in section.rule}
    page = page_of(client, f"/{one.slug}/play-tonight")
    places = page.xpath("//li[@class='step'] | //ul[@class='needs']/li")
    for place in places:
        named = [link.partition("#rule-")[2] for link in place.xpath(".//a[@class='finding-rule']/@href")]
        assert named and set(named) <= known, words(place)


@pytest.mark.parametrize(
    "one",
    [pytest.param(one, id=one.slug, marks=() if one is EVENINGS[0] else pytest.mark.long) for one in EVENINGS],
)
def test_sheets_and_cuts_are_those_of_the_print_page(client, one):
    page = page_of(client, f"/{one.slug}/play-tonight")
    sets = page.xpath("//ul[contains(@class, 'print-sets')]/li/a")
    assert sets
    for link in sets:
        printed = words(page_of(client, link.get("href")))
        told = re.search(
            r"(\d+ sheets?), (?:(\d+ pieces?) to cut out with (\d+ straight cuts?)|nothing to cut)$", words(link)
        )
        sheets, pieces, cuts = told.groups()
        assert f"{sheets} of A4" in printed
        assert pieces is None or f"{pieces} to cut with {cuts}" in printed
    together = page.xpath("//section[@aria-labelledby='print']/p/a")[0]
    printed = words(page_of(client, together.get("href")))
    assert f"{re.search(r'[0-9]+ sheets', words(together))[0]} of A4" in printed


def test_the_page_follows_my_rulings(client, post):
    print_sets = "//ul[contains(@class, 'print-sets')]"
    assert "15 pieces to cut out" in words(page_of(client, "/mechalyte/play-tonight").xpath(print_sets)[0])
    post("/mechalyte/rules", {"layout": "three-by-three"})
    assert "9 pieces to cut out" in words(page_of(client, "/mechalyte/play-tonight").xpath(print_sets)[0])


def test_a_game_without_such_a_page_offers_none(client, monkeypatch):
    one = game("mechalyte")
    monkeypatch.setitem(one.__dict__, "tonight", None)
    tonight.first_game_page.cache.clear()
    assert client.get("/mechalyte/play-tonight").status_code == 404
    assert "/mechalyte/play-tonight" not in client.get("/").get_data(as_text=True)
    tonight.first_game_page.cache.clear()


CUT = """() => [...document.querySelectorAll("main :is(svg, img)")].filter((picture) => {
  const box = picture.getBoundingClientRect();
  for (let frame = picture.parentElement; box.width && frame.tagName !== "MAIN"; frame = frame.parentElement) {
    if (!/hidden|clip/.test(getComputedStyle(frame).overflow)) continue;
    const edge = frame.getBoundingClientRect();
    if (box.top < edge.top - 2 || box.bottom > edge.bottom + 2 || box.left < edge.left - 2 || box.right > edge.right + 2) return true;
  }
  return false;
}).map((picture) => picture.outerHTML.slice(0, 90))"""
"""The pictures that their frame cuts off."""


@pytest.mark.parametrize("slug", ["mechastellar", "techniconica"])
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_no_picture_is_cut_off(page, live_url, slug, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{live_url}/{slug}/play-tonight")
    assert page.locator(".portrait > svg, .face").count() and page.evaluate(CUT) == []
