"""What holds on every kind of page in a browser: nothing jumps when the typeface comes, forced colours keep what they say."""

import time

import pytest

from companion.games import GAMES
from companion.web.shared import typefaces
from tests.web.test_accessibility import pages_of, stored
from tests.web.test_tables_of_modules import begin, drafted

pytestmark = pytest.mark.browser
MOST_SHIFT = 0.1
"""Above it a page's layout counts as unstable (Web Vitals)."""
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry); })
  .observe({ type: "layout-shift", buffered: true });
"""
SHIFTED = """() => {
  const [{ domContentLoadedEventEnd: scripted }] = performance.getEntriesByType("navigation");
  return window.shifts.filter(({ startTime }) => startTime > scripted).reduce((sum, { value }) => sum + value, 0);
}"""
"""How far the page moved since its scripts ran: on a busy machine it may be painted before them."""
GROUNDS = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"


def each_kind(app, page, url):
    """Return an address for each kind of page, by its endpoint; the games take turns."""
    found = {}
    for one in (*GAMES, None):
        adapter = app.url_map.bind("")
        for path in pages_of(app, one, *stored(page, url, one)):
            found.setdefault(adapter.match(path.partition("?")[0])[0], []).append(path)
    return {kind: paths[number % len(paths)] for number, (kind, paths) in enumerate(sorted(found.items()))}


@pytest.fixture
def slow_fonts(monkeypatch):
    """Let every typeface come after the page was seen."""
    packed = typefaces.woff2

    def late(name):
        time.sleep(0.7)
        return packed(name)

    monkeypatch.setattr(typefaces, "woff2", late)


@pytest.mark.long
def test_no_page_jumps_when_its_typeface_comes(app, page, live_url, slow_fonts, profile):
    wrong = {}
    for path in each_kind(app, page, live_url).values():
        first = profile.new_page()
        session = profile.new_cdp_session(first)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        first.add_init_script(WATCH)
        first.goto(live_url + path)
        first.evaluate("document.fonts.ready")
        assert first.evaluate("document.fonts.check('16px \"Barlow Condensed\"')"), path
        first.evaluate("new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))")
        shift = first.evaluate(SHIFTED)
        if shift >= MOST_SHIFT:
            wrong[path] = round(shift, 3)
        first.close()
    assert wrong == {}


def test_forced_colours_keep_arrows_shields_and_sides(app, page, live_url):
    seen = drafted(begin(app)).page("seat-1")
    page.route(f"{live_url}/seen", lambda route: route.fulfill(body=seen, content_type="text/html"))
    page.emulate_media(forced_colors="active", color_scheme="light")
    page.goto(f"{live_url}/seen")
    ground = page.locator(".mm-space").first.evaluate("(one) => getComputedStyle(one).backgroundColor")
    edges = page.locator(".mm-edge").evaluate_all(GROUNDS)
    assert edges and ground not in edges
    sides = page.locator(".mm-area .tb-dot").evaluate_all(GROUNDS)
    assert len(set(sides)) == 2 and ground not in sides
    page.emulate_media(forced_colors="none")


def test_the_steps_of_printers_stand_in_their_order(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/printers")
    steps = page.locator("main h2").evaluate_all(
        "all => all.map(one => [one.textContent.trim(), one.getBoundingClientRect().y, one.getBoundingClientRect().x])"
    )
    numbered = [(int(words[0]), round(y / 40), x) for words, y, x in steps if words[:1].isdigit()]
    assert [number for number, *_ in numbered] == [1, 2, 3]
    assert [place for _, *place in numbered] == sorted(place for _, *place in numbered)


@pytest.mark.parametrize(("scheme", "light"), [("dark", 0.8), pytest.param("light", 1, marks=pytest.mark.long)])
def test_cards_are_dimmed_in_the_dark(browser, live_url, scheme, light):
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{live_url}/wreck-a-mech/cards")
    filters = page.locator(".face").evaluate_all("all => [...new Set(all.map(one => getComputedStyle(one).filter))]")
    page.wait_for_load_state("networkidle")  # A file that is still sent would be left open.
    context.close()
    assert filters == [f"brightness({light})"]
