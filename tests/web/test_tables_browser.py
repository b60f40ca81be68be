"""Two phones and a spectator play a first round over the server as it is started, from another address over http."""

import contextlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.web.tables import addresses
from tests.apps import empty_database, lent
from tests.server import conftest as server_fixtures
from tests.web.test_tables import SPECS, Evening

pytestmark = pytest.mark.browser
served = server_fixtures.served
"""The server of tests/server: uvicorn with our bridge, so that streams stay open."""
PHONE, SMALL, DESKTOP = {"width": 360, "height": 740}, {"width": 320, "height": 640}, {"width": 1280, "height": 800}


@pytest.fixture
def table_app(tmp_path):
    with lent(empty_database(tmp_path / "tables.sqlite3"), "live key", RATELIMIT_ENABLED=False) as app:
        yield app


@pytest.fixture
def url(served, table_app):
    return f"http://127.0.0.1:{served(table_app)}"


@pytest.fixture
def begun(table_app, url):
    """Return a function that gives each phone a seat of a game in which side A builds, and returns the table.

    Who joins by the pages themselves is a test of its own (`Table.begin`); it takes seconds.
    """

    def begin(phones):
        evening = Evening(table_app)
        for seat, name in enumerate(("Ana", "Ben")):
            evening.sit(seat, name)
        for seat, spec in enumerate(SPECS):
            evening.play(seat, "seal", **{"sealed.spec": spec})
        evening.move(0, "begin", who="0")
        for seat, phone in enumerate(phones):
            phone.goto(url + evening.link(f"seat-{seat}"))
            expect(phone.locator(".tb-whose")).to_contain_text("Build mechs")
        return evening

    return begin


@pytest.fixture
def two_urls(tmp_path, served):
    """The server as this machine reaches it, and as phones do over its network, which is plain http elsewhere."""
    address = addresses.network_address()
    if not address:
        pytest.skip("this machine has no address in a network")
    with lent(empty_database(tmp_path / "tables.sqlite3"), "live key", RATELIMIT_ENABLED=False) as app:
        port = served(app, host="0.0.0.0")
        yield f"http://127.0.0.1:{port}", f"http://{address}:{port}"


@pytest.fixture
def phone(browser):
    """Open phones, each a browser of its own, that remember what went wrong in them."""
    with contextlib.ExitStack() as opened:
        wrong = []

        def open_phone(viewport=PHONE, **settings):
            context = browser.new_context(viewport=viewport, service_workers="block", **settings)
            opened.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda said: wrong.append(said.text) if "Content Security" in said.text else None)
            return page

        yield open_phone
        assert wrong == []


class Table:
    """A table that was opened in a browser, and whoever sits at it."""

    def __init__(self, host, url, phones="each", game="mechalyte", seats=2):
        host.goto(f"{url}/{game}/tables/new")
        host.get_by_label("Table name").fill("Friday")
        if seats > 2:
            host.get_by_label("Seats", exact=True).select_option(str(seats))
        host.locator(f"[name=phones][value={phones}]").check()
        host.get_by_role("button", name="Open the table").click()
        self.host, self.url = host, url

    def address(self, kind):
        """Return a link at the address of this test, also where the page shows that of this machine's network."""
        shown = self.host.locator(f"#share-{kind}").input_value()
        return self.url + shown[shown.index("/tables/") :]

    def sit(self, phone, name, side):
        phone.goto(self.address("join"))
        phone.get_by_label(side).check()
        phone.get_by_label("Your name at the table").fill(name)
        phone.get_by_role("button", name="Sit down").click()
        expect(phone.locator(".tb")).to_be_visible()

    def begin(self, phones):
        for phone, name, side in zip(phones, ("Ana", "Ben"), ("Side A", "Side B"), strict=True):
            self.sit(phone, name, side)
        for phone, spec in zip(phones, SPECS, strict=True):
            phone.get_by_label("Six letters").fill(spec)
            phone.get_by_role("button", name="Seal it").click()
        expect(phones[0].get_by_role("button", name="Ana begins")).to_be_visible()
        phones[0].get_by_role("button", name="Ana begins").click()
        for phone in phones:
            expect(phone.locator(".tb-whose")).to_contain_text("Build mechs")


def build(phone, zone, level):
    """Build a mech with two taps, once the answer to the last move is there: until then the old levels stand there."""
    expect(phone.locator("[data-table].is-busy")).to_have_count(0)
    phone.locator(f"#zone-{zone} .mt-tap").click()
    phone.locator("[data-move]:visible", has_text=str(level)).first.click()


def test_two_phones_and_a_spectator_play_a_first_round(phone, url):
    host, ana, ben, eve = phone(DESKTOP), phone(), phone(SMALL), phone(DESKTOP)
    table = Table(host, url)
    eve.goto(table.address("watch"))
    table.begin((ana, ben))
    for page in (ana, ben, eve):
        expect(page.locator(".mt-grid")).to_be_visible()
    build(ana, "L1", 4)
    for page in (ana, ben, eve):
        expect(page.locator("#mech-A1")).to_contain_text("level 4")
    expect(eve.locator("[data-live=live]")).to_be_visible()
    expect(eve.locator("#tb-announced")).to_contain_text("builds A1, level 4")
    ana.get_by_role("button", name="Go on to moving").click()
    ana.locator("#mech-A1").click()
    ana.locator(".mt-zone.is-reach .mt-tap").first.click()
    expect(ben.locator(".tb-news")).to_contain_text("A1 is in")
    ana.get_by_role("button", name="End the turn").click()
    expect(ben.locator(".tb-whose")).to_contain_text("Your turn")
    build(ben, "R5", 6)
    for page in (ana, eve):
        expect(page.locator("#mech-B1")).to_contain_text("level 6")
    undo_with_consent(ana, ben, eve)


def undo_with_consent(ana, ben, eve):
    ana.get_by_role("button", name="Undo, asks Ben").click()
    expect(ben.locator(".tb-proposal")).to_contain_text("Ana asks for an undo")
    ben.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben, eve):
        expect(page.locator("#mech-B1")).to_have_count(0)


@pytest.mark.long
def test_what_is_typed_stays_while_the_table_moves_on_and_a_phone_that_slept_sees_the_newest_table(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    ben.locator("#more-note summary").click()
    ben.get_by_label("Note").fill("Half a sentence")
    build(ana, "L1", 4)
    expect(ben.locator("#mech-A1")).to_be_visible()
    expect(ben.get_by_label("Note")).to_have_value("Half a sentence")
    expect(ben.get_by_label("Note")).to_be_focused()
    ben.context.set_offline(True)
    build(ana, "R1", 2)
    expect(ana.locator("#mech-A2")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator("#mech-A2")).to_be_visible()


@pytest.mark.long
def test_what_is_tapped_before_an_answer_has_come_counts_on_the_new_table(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    build(ana, "L1", 4)
    expect(ana.locator("#mech-A1")).to_be_visible()
    held = []
    ana.route(ana.url, lambda route: held.append(route))
    ana.get_by_role("button", name="Go on to moving").click()
    expect(ana.locator("[data-table].is-busy")).to_be_visible()
    ana.locator("#mech-A1").click()
    held[0].continue_()
    expect(ana.locator(".mt-zone.is-reach").first).to_be_visible()
    expect(ana.locator("#mech-A1")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_what_is_pressed_before_an_answer_has_come_is_done_once_or_named(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    held = hold_first(ana)
    ana.locator("#more-note summary").click()
    for words in ("One", "Two", "Two"):
        ana.get_by_label("Note").fill(words)
        press(ana, "Add note")
    press(ana, "Go on to moving")
    press(ana, "Go on to moving")
    ana.get_by_label("Note").fill("Half a")
    held[0].continue_()
    expect(ana.locator(".tb-top")).to_contain_text("turn 1 · move")
    expect(ana.get_by_label("Note")).to_have_value("Half a")
    assert kinds(ana)[-4:] == ["move", "note", "note", "move"]

    held = hold_first(ana)
    press(ana, "End the turn")
    press(ana, "Go on to combat")
    press(ana, "Add note")
    held[0].continue_()
    expect(ana.locator(".tb-trouble")).to_contain_text("Not sent: “Go on to combat”, “Add note”. Choose again.")
    expect(ana.get_by_label("Note")).to_have_value("Half a")
    assert kinds(ana)[-3:] == ["note", "move", "move"]
    expect(ben.locator(".tb-whose")).to_contain_text("Your turn")
    ben.locator("#more-note summary").click()
    ben.get_by_label("Note").fill("Go ahead")
    press(ben, "Add note")
    expect(ana.locator(".tb-news")).to_contain_text("Go ahead")
    expect(ana.locator(".tb-trouble")).to_contain_text("Not sent")
    press(ana, "Add note")
    expect(ben.locator(".tb-news")).to_contain_text("Half a")
    expect(ana.get_by_label("Note")).to_have_value("")


def hold_first(page):
    """Hold the first act that a page sends; those after it go on."""
    held = []
    page.unroute_all()
    page.route(page.url, lambda route: route.continue_() if held else held.append(route))
    return held


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def kinds(page):
    return [event["kind"] for event in page.request.get(f"{page.url}/table.json").json()["event"]]


@pytest.mark.long
def test_an_act_whose_answer_was_lost_counts_once_when_it_is_sent_again(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))

    def lose(route):
        route.fetch()
        route.abort()

    ana.locator("#zone-L1 .mt-tap").click()
    ana.route(f"{ana.url}", lose)
    ana.locator("[data-move]:visible", has_text="4").first.click()
    expect(ben.locator("#mech-A1")).to_be_visible()
    ana.unroute(f"{ana.url}")
    ana.reload()
    expect(ana.locator(".mt-mech")).to_have_count(1)


@pytest.mark.long
def test_phones_of_the_network_lose_nothing_and_do_nothing_twice_while_one_is_away(phone, two_urls):
    here, network = two_urls
    host, ana, ben = phone(DESKTOP), phone(), phone()
    table = Table(host, here)
    assert host.locator("#share-join").input_value().startswith(network)
    table.url = network
    table.begin((ana, ben))
    assert ana.evaluate("window.isSecureContext") is False
    ben.context.set_offline(True)
    ben.locator("#more-note summary").click()
    ben.get_by_label("Note").fill("Back in a minute")
    ben.get_by_role("button", name="Add note").click()
    expect(ben.locator(".tb-trouble")).to_contain_text("No connection: nothing is lost")
    build(ana, "L1", 4)
    build(ana, "R1", 2)
    expect(ana.locator(".mt-mech")).to_have_count(2)
    ben.context.set_offline(False)
    expect(ben.locator(".mt-mech")).to_have_count(2)
    expect(ben.get_by_label("Note")).to_have_value("Back in a minute")
    ben.get_by_role("button", name="Add note").click()
    for page in (ana, ben):
        expect(page.locator(".tb-news")).to_contain_text("Back in a minute")
    log = [event["kind"] for event in ben.request.get(f"{ben.url}/table.json").json()["event"]]
    assert (log.count("note"), log.count("move")) == (1, 3)
    take_back(phone(), ben.url)
    expect(ben.locator("[data-table]")).to_have_count(0, timeout=20_000)
    expect(ana.locator(".mt-mech")).to_have_count(2)


def take_back(other, seat):
    """Take a seat's link back on another phone that has it too."""
    other.goto(f"{seat}/links")
    other.get_by_role("button", name="Replace link").click()
    expect(other.get_by_text("whoever has the old one is out")).to_be_visible()


@pytest.mark.long
def test_a_first_round_without_scripts(phone, url):
    host, ana, ben = phone(DESKTOP), phone(java_script_enabled=False), phone(java_script_enabled=False)
    table = Table(host, url)
    table.sit(ana, "Ana", "Side A")
    table.sit(ben, "Ben", "Side B")
    for page, spec in zip((ana, ben), SPECS, strict=True):
        page.reload()
        page.get_by_label("Six letters").fill(spec)
        with page.expect_navigation():
            page.get_by_role("button", name="Seal it").click()
    ana.reload()
    with ana.expect_navigation():
        ana.get_by_role("button", name="Ana begins").click()
    ana.locator(".tb-group summary").first.click()
    with ana.expect_navigation():
        ana.get_by_role("button", name="Build a level 4 mech in L1").click()
    ben.reload()
    expect(ben.locator("#mech-A1")).to_contain_text("level 4")


@pytest.mark.long
def test_one_phone_goes_round_with_a_cover(phone, url):
    only = phone()
    Table(only, url, "one")
    only.get_by_label("Six letters").fill(SPECS[0])
    only.get_by_role("button", name="Seal it").click()
    expect(only.locator(".tb-cover")).to_contain_text("Hand this phone to Side B")
    only.get_by_role("link", name="I am Side B").click()
    only.get_by_label("Six letters").fill(SPECS[1])
    only.get_by_role("button", name="Seal it").click()
    expect(only.locator(".mt-grid")).to_be_visible()


@pytest.mark.long
def test_axe_finds_nothing_while_a_game_is_played(phone, url):
    host, ana, ben = phone(DESKTOP), phone(color_scheme="dark"), phone(SMALL)
    for one in (host, ana, ben):  # what has changed is lit for a moment, through which contrasts are not measured
        one.emulate_media(reduced_motion="reduce")
    table = Table(host, url)
    wrong = []

    def look(*pages):
        for page in pages:
            found = Axe().run(page).response["violations"]
            wrong.extend((page.url[-60:], one["id"], one["nodes"][0]["html"][:160]) for one in found)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append((page.url, "wider than the screen"))

    ana.goto(table.address("join"))
    look(host, ana)
    table.begin((ana, ben))
    expect(ana.locator(".mt-grid")).to_be_visible()
    build(ana, "L1", 4)
    expect(ben.locator("#mech-A1")).to_be_visible()
    for fold in ana.locator("details").all():
        fold.evaluate("fold => { fold.open = true; }")
    look(ana, ben)
    ben.get_by_role("button", name="Undo").click()
    expect(ana.locator(".tb-proposal")).to_be_visible()
    look(ana, ben)
    host.reload()
    seat = ana.url
    for path in ("/log", "/at/6", "/rulings"):
        ana.goto(seat + path)
        look(ana)
    look(host)
    assert wrong == []


@pytest.mark.long
def test_every_target_on_a_phone_is_large_enough_and_own_factories_are_on_its_first_screen(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    small = ana.evaluate(
        """() => [...document.querySelectorAll(".tb button, .tb a, .tb summary, .tb input:not([type=hidden])")]
            .filter((one) => one.getClientRects().length && !one.matches(".mt-mech, .mt-tap"))
            .map((one) => [one.textContent.trim().slice(0, 30), Math.round(one.getBoundingClientRect().height)])
            .filter(([, height]) => height < 48)"""
    )
    assert small == []
    for level in (1, 2, 3):
        ana.locator("#zone-L1 .mt-tap").click(position={"x": 8, "y": 8})
        ana.locator("[data-move]:visible", has_text=str(level)).first.click()
        expect(ana.locator(".mt-mech")).to_have_count(level)
    ana.reload()
    expect(ana.locator(".tb-moves.is-board")).to_be_attached()
    factory, panel = (ana.locator(one).bounding_box() for one in ("#zone-L1", "#tb-act"))
    assert factory["y"] + factory["height"] <= panel["y"]


LIVE_WHEN_LOST = """() => {
    const words = () => document.querySelector("[data-live]").textContent;
    window.whenLost = new Promise((told) => addEventListener("offline", () => told(words())));
}"""
"""Notes what stands there once the page has heard that the connection is lost, however busy the machine is."""


def test_live_is_off_at_once_when_the_connection_is_lost_and_on_again_after_it(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    expect(ben.locator("[data-live]")).to_have_text("live")
    ben.evaluate(LIVE_WHEN_LOST)
    ben.context.set_offline(True)
    assert ben.evaluate("window.whenLost") == "no connection"
    ben.context.set_offline(False)
    expect(ben.locator("[data-live]")).to_have_text("live")


@pytest.mark.long
def test_the_keyboard_stays_where_it_was_after_a_move(phone, begun):
    ana, ben = phone(DESKTOP), phone(DESKTOP)
    begun((ana, ben))
    for label in ("Go on to moving", "Go on to combat"):
        ana.get_by_role("button", name=label).focus()
        ana.keyboard.press("Enter")
        expect(ana.get_by_role("button", name=label)).to_have_count(0)
        assert ana.evaluate(
            "document.activeElement.closest('#tb-act') !== null && document.activeElement.matches('button')"
        )
    ana.get_by_role("button", name="End the turn").focus()
    ana.keyboard.press("Enter")
    expect(ana.locator(".tb-whose")).to_contain_text("Waits for Ben")
    assert ana.evaluate("document.activeElement.id") == "tb-turn"
    expect(ben.locator(".tb-whose")).to_contain_text("Your turn")
    ben.locator("#zone-L5 .mt-tap").focus()
    ben.keyboard.press("Enter")
    ben.get_by_role("button", name="Build a level 4 mech in L5 for 4 points").focus()
    ben.keyboard.press("Enter")
    expect(ben.locator("#mech-B1")).to_be_visible()
    assert ben.evaluate("document.activeElement.closest('.tb') !== null && document.activeElement !== document.body")


@pytest.mark.long
def test_giving_up_is_asked_once_more_and_can_be_left(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    ben.locator("#more-end summary").click()
    ben.get_by_role("button", name="Give up …").click()
    expect(ben.locator("[data-confirm]")).to_have_text(
        "Ana wins. The seed of the dice is revealed, and nothing can be undone."
    )
    expect(ben.locator("[data-confirm]")).to_be_in_viewport()
    ben.get_by_role("link", name="Back").click()
    expect(ben.locator("[data-confirm]")).to_have_count(0)
    expect(ben.locator(".tb-whose")).to_contain_text("Waits for Ana")
    ben.locator("#more-end summary").click()
    ben.get_by_role("button", name="Give up …").click()
    ben.get_by_role("button", name="Give up", exact=True).click()
    expect(ana.get_by_role("link", name="The report")).to_be_visible()


NEWEST = """() => {
  const box = [...document.querySelectorAll(".tb-news .tb-entry")].at(-1).getBoundingClientRect();
  const act = document.querySelector("#tb-act:not(.is-empty)")?.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1 && (!act || box.bottom <= act.top + 1);
}"""


@pytest.mark.long
@pytest.mark.parametrize("slug", ["mecha-mettle", "wreck-a-mech"])
def test_the_newest_event_stands_right_above_what_one_may_do_for_both(phone, url, slug):
    host, ana, ben = phone(DESKTOP), phone(), phone()
    table, seen = Table(host, url, game=slug), 0
    for page, name, side in zip((ana, ben), ("Ana", "Ben"), ("Player 1", "Player 2"), strict=True):
        table.sit(page, name, side)
    for _ in range(16):
        for page, other in ((ana, ben), (ben, ana)):
            for level in page.locator(".mm-choose").all():
                level.locator("label").first.click()
            button = page.locator("#tb-act button:not([type=button])").first
            if not button.count():
                continue
            number = page.locator(".tb").get_attribute("data-number")
            button.evaluate("button => button.click()")
            for one in (page, other):
                expect(one.locator(".tb")).not_to_have_attribute("data-number", number)
            newest = page.locator(".tb").get_attribute("data-number")
            expect(other.locator(".tb")).to_have_attribute("data-number", newest)
            assert page.evaluate(NEWEST) and other.evaluate(NEWEST)
            seen += 1
    assert seen >= 12
