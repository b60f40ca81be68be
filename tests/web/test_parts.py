"""Parts of a builder: after any sequence of edits a page that was sent only what changed equals the page loaded anew."""

import random
import re
from copy import deepcopy

import lxml.html
import pytest
from playwright.sync_api import expect
from werkzeug.datastructures import MultiDict

from companion.base import paths
from companion.games import game
from companion.web.builds.parts import KEPT
from tests.pairs import BUILT, few_first

FIELDS, BOARD, VERDICT = "fields", "board", "verdict-content"
STEPS = 10
WORDS = ("Zed", "", "7", "2", "-1", "<b>Ω</b> & co", "6 4 4")
MOST_KB = 40


class Builder:
    """A builder's page as its script keeps it: what is typed in its fields, and the parts that answers replace."""

    def __init__(self, client, address):
        self.client = client
        self.page = lxml.html.document_fromstring(client.get(address).text)
        self.form = next(form for form in self.page.forms if form.get("id") == "build")
        self.check = self.form.get("data-check")
        self.typed = {}
        self.left_out = 0

    def element(self, name):
        return self.page.get_element_by_id(name)

    def state(self):
        """Return what the form sends: its fields as the server wrote them, or as they were typed since then."""
        pairs = [(name, value) for name, value in self.form.form_values() if name not in self.typed]
        return MultiDict([*pairs, *((name, value) for name, values in self.typed.items() for value in values)])

    def parts(self, names):
        """Return the parts in which nothing was typed, by digest."""
        found = {}
        for name in names:
            for part in self.element(name).xpath(".//*[@data-part]"):
                if not self.typed.keys() & set(part.xpath(".//@name")):
                    found[part.get("data-part")] = part
        return found

    def ask(self, names, **pressed):
        """Send what is typed and put the answer in its place; compare it with the whole page for the same."""
        data, kept = self.state(), self.parts(names)
        data.update(pressed)
        fragment = "workshop" if FIELDS in names else "typed"
        headers = {"X-Fragment": fragment, KEPT: " ".join(kept)}
        answer = self.client.post(self.check, data=data, headers=headers)
        assert answer.status_code in (200, 422)
        fresh = lxml.html.document_fromstring(f"<body>{answer.text}</body>")
        anew = lxml.html.document_fromstring(self.client.post(self.check, data=data).text)
        for name in names:
            self.replace(name, fresh, anew, kept)
        if FIELDS in names:
            self.typed = {}
        return answer

    def replace(self, name, fresh, anew, kept):
        expected = anew.xpath(f"//*[@id='{name}']")
        (old,), found = self.page.xpath(f"//*[@id='{name}']"), fresh.xpath(f"//*[@id='{name}']")
        assert len(found) == len(expected)
        if not found:
            return
        for place in found[0].xpath(".//*[@data-kept]"):
            part = deepcopy(kept[place.get("data-kept")])
            assert part.tag == place.tag
            part.tail = place.tail
            place.getparent().replace(place, part)
            self.left_out += 1
        found[0].tail = old.tail
        old.getparent().replace(old, found[0])
        assert html_of(found[0]) == html_of(expected[0])
        assert not found[0].xpath(".//*[@data-part]//*[@data-part]"), "a part in a part is never known"

    def type_something(self, chance):
        """Type or choose something in a field."""
        fields = [field for field in self.element(FIELDS).xpath(".//input|.//select|.//textarea") if field.get("name")]
        field = chance.choice([field for field in fields if field.get("type") not in ("hidden", "file")])
        name = field.get("name")
        if field.tag == "select":
            value = [chance.choice(field.xpath(".//option/@value") or [""])]
        elif field.get("type") in ("checkbox", "radio"):
            before = self.state().getlist(name)
            value = [one for one in before if one != field.get("value")] or [field.get("value")]
        else:
            value = [chance.choice(WORDS)] * len(self.state().getlist(name) or [""])
        self.typed[name] = value
        self.ask((BOARD, VERDICT))

    def press_something(self, chance):
        """Press one of the buttons that add, move, remove or fix."""
        buttons = self.page.xpath("//button[@name='act' or @name='fix']")
        pressed = chance.choice(buttons)
        self.ask((BOARD, FIELDS, VERDICT), **{pressed.get("name"): pressed.get("value")})


def html_of(element):
    return re.sub(r"\s+", " ", lxml.html.tostring(element, encoding="unicode", with_tail=False))


@pytest.mark.parametrize("one", BUILT, ids=lambda game: game.slug)
def test_a_page_of_answers_equals_the_page_loaded_anew(client, one):
    chance = random.Random(f"parts {one.slug}")
    builder = Builder(client, f"/{one.slug}/examples/{next(iter(one.examples))}")
    for _ in range(STEPS):
        chance.choice((builder.type_something, builder.press_something))(chance)
    builder.press_something(chance)
    assert builder.left_out


@pytest.fixture
def thirty(client, post):
    """Return the builder of a list of thirty units with names of their own."""
    mechastellar = game("mechastellar")
    profiles = [card for card, (kind, _) in mechastellar.catalogue.raw.items() if kind == "profile"]
    units = "".join(f'[[unit]]\nprofile = "{profiles[n % len(profiles)]}"\nname = "Unit {n}"\n' for n in range(30))
    text = f'game = "mechastellar"\ntitle = "Thirty"\nsize = 2000\n{units}'
    return Builder(client, post("/import", {"text": text}).location)


@pytest.mark.parametrize(
    ("name", "value"),
    few_first(
        4,
        [
            *(("title", "Other"), ("size", "3000"), ("unit-17-name", "X"), ("unit-29-pilot", "2")),
            *(("commander", "Unit 4"), ("unit-4-note", "left flank"), ("unit-17-pilot", "2"), ("unit-29-name", "X")),
            *((f"unit-{n}-{field}", value) for n in (0, 4) for field, value in (("name", "X"), ("pilot", "2"))),
        ],
    ),
)
def test_a_field_of_a_long_list_costs_little(thirty, name, value):
    thirty.typed[name] = [value]
    answer = thirty.ask((BOARD, VERDICT))
    assert answer.status_code == 200 and len(answer.data) <= MOST_KB * 1000
    whole = thirty.client.post(thirty.check, data=thirty.state(), headers={"X-Fragment": "workshop"})
    assert len(whole.data) > 400_000 and thirty.left_out > 30


def test_nothing_is_left_out_of_a_page_that_says_nothing(thirty):
    answer = thirty.client.post(thirty.check, data=thirty.state(), headers={"X-Fragment": "typed"})
    assert "data-kept" not in answer.text
    strange = {"X-Fragment": "typed", KEPT: 'x" onload=alert(1) 000000000000'}
    assert thirty.client.post(thirty.check, data=thirty.state(), headers=strange).text == answer.text


def test_what_is_rendered_once_for_all_has_no_parts():
    """A part that one page has would be missing on the others."""
    templates = sorted(paths.TEMPLATES.rglob("*.html"))
    cached = {name for file in templates for name in re.findall(r'cards_html\("([^"]+)"', file.read_text("utf-8"))}
    assert "mechastellar/unit.html" in cached and len(cached) > 5
    for name in (*cached, "builds/shop.html"):
        assert "as_part" not in (paths.TEMPLATES / name).read_text("utf-8"), name


EQUAL = """async () => {
  const { bodyOf, state } = window.workshop;
  const response = await fetch(document.getElementById("build").dataset.check, { method: "POST", body: bodyOf(state()) });
  const anew = new DOMParser().parseFromString(await response.text(), "text/html");
  const clean = (page, id) => {
    const copy = page.getElementById(id).cloneNode(true);
    for (const fold of copy.querySelectorAll("details")) fold.removeAttribute("open");
    return copy.outerHTML;
  };
  return ["board", "fields", "verdict-content"].filter((id) => clean(document, id) !== clean(anew, id));
}"""


@pytest.mark.browser
def test_the_script_puts_back_what_was_left_out(page, live_url):
    """Typed, tapped, undone and tapped again; an open fold stays open, and what was typed stays typed."""
    page.goto(f"{live_url}/mechastellar/examples/border-patrol")
    page.locator("html.has-script").wait_for()
    page.locator("#all-fields > summary").click()
    with page.expect_response("**/check*") as typed:
        page.locator("[name='unit-1-name']").fill("Vesper")
    assert "data-kept" in typed.value.text() and 'id="fields"' not in typed.value.text()
    fold = page.locator("#equip-0")
    fold.locator("summary").first.click()
    with page.expect_response("**/check*") as tapped:
        fold.locator("#more-0").click()
    assert "data-kept" in tapped.value.text()
    expect(page.locator("[name='unit-0-count']")).to_have_value("2")
    expect(page.locator("[name='unit-1-name']")).to_have_value("Vesper")
    assert fold.evaluate("(fold) => fold.open")
    assert page.evaluate(EQUAL) == []
    page.locator("[data-undo]").click()
    expect(page.locator("[name='unit-0-count']")).to_have_value("1")
    page.locator("[data-undo]").click()
    expect(page.locator("[name='unit-1-name']")).not_to_have_value("Vesper")
    assert page.evaluate(EQUAL) == []
