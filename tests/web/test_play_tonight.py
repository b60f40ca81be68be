"""Play tonight: its counts are the print page's, its odds the resolvers', its steps name rules that exist."""

import re
from urllib.parse import parse_qsl, urlsplit

import lxml.html
import pytest

from companion.base.wording import percent
from companion.games import GAMES, game
from companion.verbs.rolls import odds_answer, roll_answer
from companion.web.games import tonight

TONIGHT = [one for one in GAMES if one.tonight]


def shown(client, slug):
    answer = client.get(f"/{slug}/play-tonight")
    assert answer.status_code == 200
    return lxml.html.document_fromstring(answer.get_data(as_text=True))


def words(element):
    return re.sub(r"\s+", " ", element.text_content()).strip()


@pytest.mark.parametrize("one", TONIGHT, ids=lambda one: one.slug)
def test_every_game_can_be_played_tonight(client, one):
    page = shown(client, one.slug)
    headings = [words(heading) for heading in page.xpath("//main//h2")]
    assert headings == ["Print", "You also need", "Set up", "A first turn", "Now yours"]
    assert len(page.xpath("//ol[@class='steps']/li")) >= 6
    assert len(page.xpath("//div[@class='step-view']//svg")) >= 3
    assert f"/{one.slug}/new" in page.xpath("//section[@aria-labelledby='then']//a/@href")


@pytest.mark.parametrize("one", TONIGHT, ids=lambda one: one.slug)
def test_each_step_and_each_need_names_rules_that_exist(client, one):
    known = {rule.id for section in one.rulebook.section for rule in section.rule}
    page = shown(client, one.slug)
    places = page.xpath("//li[@class='step'] | //ul[@class='needs']/li")
    for place in places:
        named = [link.partition("#rule-")[2] for link in place.xpath(".//a[@class='finding-rule']/@href")]
        assert named and set(named) <= known, words(place)


@pytest.mark.parametrize(
    "one",
    [pytest.param(one, id=one.slug, marks=() if one is TONIGHT[0] else pytest.mark.long) for one in TONIGHT],
)
def test_sheets_and_cuts_are_those_of_the_print_page(client, one):
    page = shown(client, one.slug)
    sets = page.xpath("//ul[contains(@class, 'print-sets')]/li/a")
    assert sets
    for link in sets:
        printed = words(lxml.html.document_fromstring(client.get(link.get("href")).get_data(as_text=True)))
        told = re.search(
            r"(\d+ sheets?), (?:(\d+ pieces?) to cut out with (\d+ straight cuts?)|nothing to cut)$", words(link)
        )
        sheets, pieces, cuts = told.groups()
        assert f"{sheets} of A4" in printed
        assert pieces is None or f"{pieces} to cut with {cuts}" in printed
    together = page.xpath("//section[@aria-labelledby='print']/p/a")[0]
    printed = words(lxml.html.document_fromstring(client.get(together.get("href")).get_data(as_text=True)))
    assert f"{re.search(r'[0-9]+ sheets', words(together))[0]} of A4" in printed


@pytest.mark.parametrize("one", TONIGHT, ids=lambda one: one.slug)
def test_the_worked_rolls_are_the_resolvers_own(client, one):
    panels = shown(client, one.slug).xpath("//div[contains(@class, 'worked')]")
    made = one.tonight(one.context(), one.examples).rolls
    assert len(panels) == len(made)
    for panel, roll in zip(panels, made.values(), strict=True):
        address = urlsplit(panel.xpath(".//a[text()='Roll it yourself']/@href")[0])
        assert address.path == f"/{one.slug}/roll/{roll.name}"
        asked = dict(parse_qsl(address.query))
        kind = one.resolver(roll.name)
        head = odds_answer(one, roll.name, asked)["summary"][kind.headline]
        value = panel.xpath(".//p[@class='worked-figure']/strong/text()")[0]
        assert (
            value == percent(head["exact"]) if "p" in head else float(value) == pytest.approx(head["value"], abs=0.01)
        )
        thrown = roll_answer(one, roll.name, asked, seed=roll.seed)["throws"]
        faces = [
            [int(words.partition(",")[0]) for words in throw.xpath(".//span[starts-with(@class, 'die ')]/span/text()")]
            for throw in panel.xpath(".//ol/li")
        ]
        assert faces == [throw["faces"] for throw in thrown]


def test_the_page_follows_my_rulings(client, post):
    zones = "//div[@aria-label='The battlefield']/div"
    assert len(shown(client, "mechalyte").xpath(zones)) == 15
    post("/mechalyte/rules", {"layout": "three-by-three"})
    page = shown(client, "mechalyte")
    assert len(page.xpath(zones)) == 9
    assert "9 pieces to cut out" in words(page.xpath("//ul[contains(@class, 'print-sets')]")[0])


def test_a_pack_in_use_changes_nothing_here(client, post):
    pack = 'game = "mechalyte"\nkind = "pack"\ntitle = "Strong"\n[[module]]\nid = "power"\nadds = 5\n'
    before = words(shown(client, "mechalyte").xpath("//div[contains(@class, 'worked')]")[0])
    post("/mechalyte/packs", {"text": pack, "title": ""})
    assert words(shown(client, "mechalyte").xpath("//div[contains(@class, 'worked')]")[0]) == before


def test_the_damage_of_the_first_combat_is_that_of_the_rules(client):
    page = words(shown(client, "wreck-a-mech"))
    assert "Attack 9, Defense 5, Structure 7" in page and "9 − 5 = 4 damage" in page


def test_the_first_turn_of_mechalyte_pays_a_level_a_mech(client):
    assert "60 − 8 = 52 points left" in words(shown(client, "mechalyte"))


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
