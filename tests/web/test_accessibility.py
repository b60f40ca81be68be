"""axe finds nothing on any page, in both themes; every page is usable at twice its text size, at 320 px and by a finger.

One test walks all pages of one game, or those of none; another the steps of its lesson, with what lies on the board.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from companion.games import GAMES
from companion.verbs.lessons import positions
from companion.web.shared.navigation import PLACES
from companion.web.shared.table_places import lesson_reference
from tests.web.conftest import TABS
from tests.web.records_game import has_records
from tests.web.test_wayfinding import DOCUMENTS, PAGES_OF_UNITS

pytestmark = [pytest.mark.browser, pytest.mark.long]
ALL_BUT_SHOP = {"exclude": [[".shop-cards"]]}
"""The cards to choose from are thousands of elements, the same ones on every page of a game's builder."""
ALL_BUT_FACES = {"exclude": [[".face"]]}
"""Cards on a board are looked at on the page of all cards; here axe takes the table's ground for theirs."""
NARROW, PHONE, DESKTOP = {"width": 320, "height": 640}, {"width": 360, "height": 740}, {"width": 1280, "height": 800}
UNSURE = ("bgImage", "bgGradient", "imgNode", "pseudoContent", "fgAlpha", "complexTextShadows")
"""Why axe cannot judge a contrast, where a page is to blame: text stands on something else than a plain ground.

A single letter, a symbol, and what another element overlaps it cannot judge on any ground.
"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
DRAWN = ":is(.face, .portrait, .own-pictures) *"
"""Cards and portraits as they print: their words are inks of a palette on its papers."""
SMALL = """() => {
  const isText = (link) => {
    if (link.tagName !== "A" || getComputedStyle(link).display !== "inline") return false;
    const block = link.closest("p, li, dd, td, figcaption, label, div");
    const around = block.cloneNode(true);
    for (const other of around.querySelectorAll("a")) other.remove();
    return /\\p{L}{2}/u.test(around.textContent);
  };
  const box = (target) => (target.matches("[type=checkbox], [type=radio]") && target.labels[0] || target).getBoundingClientRect();
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest("[aria-hidden=true], .skip, p > .in-words, .tb:has(.tb-split) .mt-grid, .mt-mechs:has(:nth-child(3))"))
    .filter((target) => ((size) => size.right > 0 && (size.width < 43.5 || size.height < 43.5))(box(target)))
    .filter((target) => !isText(target)).map((target) => target.outerHTML.slice(0, 120));
}"""
"""What is smaller than a finger, 44 px either way, links in running text apart; a box is as large as its label.

A battlefield beside dice to split is a map: its targets are in the panel. Three mechs share the width of their zone,
so that the board stays on the first screen of a phone.
"""


def pages_of(app, one, build, table, finished):
    """Return the addresses of a game's pages with a build, a table and a finished one, or of those of no game."""
    found = []
    adapter = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or rule.endpoint not in PLACES or bool(rule.arguments) != bool(one):
            continue
        if DOCUMENTS.get(rule.endpoint.partition(".")[0], "builds") != "builds" and "document_id" in rule.arguments:
            continue
        names = {
            "analyses.view": ["", *(analysis.name for analysis in one.analyses)] if one else [],
            "dice.odds": [kind.name for kind in one.resolvers] if one else [],
            "examples.show": list(one.examples)[:1] if one else [],
            "tables.roll": [kind.name for kind in one.resolvers][:1] if one and has_records(one) else [],
            **dict.fromkeys(PAGES_OF_UNITS, []),
        }.get(rule.endpoint, [""])
        at = finished if rule.endpoint in ("table_report.show", "table_checks.verify_finished") else table
        for name in names:
            given = {"slug": one.slug if one else "", "document_id": build, "name": name, "reference": at, "number": 1}
            found.append(adapter.build(rule.endpoint, {key: given[key] for key in rule.arguments}))
        queries = {"gallery.show": TABS, "matchups.show": ("?build=",)}.get(rule.endpoint, ())
        found += [f"{found[-1]}{query}" for query in queries]
    return sorted(set(found))


def saved(page, url, one):
    """Save the first example of a game; return the build's id."""
    if one is None:
        return ""
    page.goto(f"{url}/{one.slug}/examples/{next(iter(one.examples))}")
    page.click(".save-bar >> text=Save")
    page.get_by_text("Saved.").wait_for()
    return page.url.rpartition("/")[2]


def opened(page, url, one):
    """Open a table of one phone; return the table's id."""
    if one is None:
        return ""
    page.goto(f"{url}/{one.slug}/tables/new")
    page.locator("[name=phones][value=one]").check()
    page.get_by_role("button", name="Open the table").click()
    return page.url.rpartition("/")[2]


def finished(page, url, one):
    """Open a table of one phone and give the game up; return the table's id."""
    table = opened(page, url, one)
    if one:
        cover = page.get_by_role("link", name="show my side")
        if cover.count():
            cover.click()
        page.locator("#more-end summary").click()
        page.get_by_role("button", name="Give up …").click()
        page.get_by_role("button", name="Give up", exact=True).click()
        page.locator(".tb-whose", has_text="The game is over").wait_for()
    return table


def stored(page, url, one):
    """Return the ids of a build, a table and a finished one."""
    return saved(page, url, one), opened(page, url, one), finished(page, url, one)


def unsure(page, incomplete):
    """Return the texts whose contrast cannot be judged because of their ground, drawn cards apart, and why."""
    nodes = [node for rule in incomplete if rule["id"] == "color-contrast" for node in rule["nodes"]]
    for node in nodes:
        why = node["any"][0]["data"]["messageKey"]
        if why in UNSURE and not page.locator(node["target"][0]).first.evaluate(f"(one) => one.matches({DRAWN!r})"):
            yield why, node["html"][:160]


@pytest.mark.parametrize("one", [None, *GAMES], ids=lambda one: one.slug if one else "no-game")
def test_axe_finds_nothing_on_any_page_and_none_scrolls_sideways(app, live_url, page, one):
    """Each page has one theme, and the same page of the next game the other; a small phone, and text twice as large.

    The cards to choose from are looked at on the page of a build alone.
    """
    wrong = []
    themes = ("light", "dark") if one in GAMES[::2] else ("dark", "light")
    build, *tables = stored(page, live_url, one)
    for number, path in enumerate(pages_of(app, one, build, *tables)):
        page.emulate_media(color_scheme=themes[number % 2])
        wrong += faults(page, live_url, path, None if path.endswith(build) else ALL_BUT_SHOP)
    assert wrong == []


@pytest.mark.parametrize("one", [one for one in GAMES if one.lesson], ids=lambda one: one.slug)
def test_axe_finds_nothing_on_any_step_of_a_lesson(live_url, page, one):
    wrong = []
    for position in positions(one):
        page.emulate_media(color_scheme=("light", "dark")[position.number % 2], reduced_motion="reduce")
        wrong += faults(page, live_url, f"/tables/{lesson_reference(one, position.number)}", ALL_BUT_FACES)
    assert wrong == []


def faults(page, url, path, what=None):
    """Yield what is wrong with a page: what axe finds in `what`, small targets, and where it scrolls sideways."""
    page.set_viewport_size(NARROW)
    page.goto(url + path)
    if page.evaluate(SIDEWAYS):
        yield path, "scrolls sideways at 320 px"
    page.set_viewport_size(PHONE)
    yield from ((path, "smaller than a finger", target) for target in page.evaluate(SMALL))
    page.set_viewport_size(DESKTOP)
    found = Axe().run(page, what).response
    yield from ((path, rule["id"], rule["nodes"][0]["html"][:160]) for rule in found["violations"])
    yield from ((path, *node) for node in unsure(page, found["incomplete"]))
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.evaluate("document.documentElement.style.fontSize = '36px'")
        if page.evaluate(SIDEWAYS):
            yield path, f"scrolls sideways at {size['width']} px with text twice as large"
