"""Wreck-A-Mech at the table: three phones and a spectator, hands that stay in one phone, cards that are drawn."""

from functools import partial

import pytest
from playwright.sync_api import expect

from companion.verbs import stored_tables
from tests.web import test_tables_browser
from tests.web.test_tables_browser import DESKTOP, PHONE, SMALL, Table

pytestmark = pytest.mark.browser
served, table_app, url, phone = (getattr(test_tables_browser, name) for name in ("served", "table_app", "url", "phone"))
NAMES = ("Ana", "Ben", "Cleo")
SAME_NUMBER = "crypto.getRandomValues = (numbers) => numbers.fill(7);"
"""Each phone adds the same number to the dice, so that the cards of a test lie as they always do."""
PUBLIC = "[id^=wt-up] .wt-name, .wt-place .wt-name, [id^=wt-junk] .wt-name"
PRIVATE = "[id^=wt-hand] .wt-name, [id^=wt-my] .wt-name"


class Game:
    """A game of several phones and a spectator; what reached each of them, and which cards all could see."""

    def __init__(self, phone, url, names, game):
        self.host, self.eve, self.phones = phone(DESKTOP), phone(DESKTOP), [phone() for _ in names]
        self.names, self.public, self.came = names, set(), {}
        table = Table(self.host, url, game=game, seats=len(names))
        for page in (self.eve, *self.phones):
            page.add_init_script(SAME_NUMBER)
            self.came[page] = []
            page.route("**/tables/**", partial(note_answer, self.came[page]))
        for seat, (page, name) in enumerate(zip(self.phones, names, strict=True)):
            table.sit(page, name, f"Player {seat + 1}")
        self.eve.goto(table.address("watch"))
        self.settle()
        self.act(self.phones[0], ".tb-move")

    def settle(self):
        """Wait until everybody sees the newest table."""
        newest = max(int(page.locator(".tb").get_attribute("data-number")) for page in self.phones)
        for page in (*self.phones, self.eve):
            if page not in self.away:
                expect(page.locator(f".tb[data-number='{newest}']")).to_be_visible()
        self.public |= set(self.eve.locator(PUBLIC).all_text_contents())

    away = ()
    """The phones that have no connection."""

    @property
    def phase(self):
        return self.eve.locator(".tb-name span").text_content()

    @property
    def acting(self):
        """Return the phone of whoever is to act, as the spectator reads it."""
        owing = self.eve.locator(".tb-seats .is-owing").text_content()
        return next(page for page, name in zip(self.phones, self.names, strict=True) if owing.startswith(name))

    def act(self, page, *taps):
        """Tap what a move needs, and wait until the table has it."""
        number = page.locator(".tb").get_attribute("data-number")
        for tap in taps:
            page.locator(tap).first.click()
        expect(page.locator(f".tb:not([data-number='{number}'])")).to_be_visible()
        self.settle()

    def seen_by(self, page):
        """Return everything that reached a phone: each table that its script asked for, and its page."""
        return "\n".join((*self.came[page], page.content()))


def note_answer(came, route):
    """Note what a script is answered; the stream says only numbers, or brings what the page then shows."""
    if "x-fragment" not in route.request.headers:
        route.continue_()
        return
    answer = route.fetch()
    came.append(answer.text())
    route.fulfill(response=answer)


@pytest.fixture
def same_seed(monkeypatch):
    """Give every table the same seed."""
    monkeypatch.setattr(stored_tables, "new_seed", lambda: bytes(range(32)))


@pytest.fixture
def game(phone, url, same_seed):
    return lambda *names, game="wreck-a-mech": Game(phone, url, names, game)


DO, LOSE, PILE, PASS = "[data-do]", ".tb-move:visible", "#wt-pile-2", ".tb-move:has-text('nothing more')"


def lose_parts(table):
    """Let everybody lose the parts that are offered first, until somebody may gain."""
    while "combat" in table.phase:
        table.act(table.acting, LOSE)


@pytest.mark.long
def test_a_card_is_played_in_two_taps_and_is_drawn_from_an_address_that_a_browser_keeps(game):
    table = game("Ana", "Ben")
    lose_parts(table)
    while "upgrade" in table.phase:
        table.act(table.acting, PASS)
    page = table.acting
    name = page.locator("#wt-hand-1 .wt-name").text_content()
    picture = page.locator("#wt-hand-1 image").get_attribute("href")
    answer = page.request.get(page.url.partition("/tables")[0] + picture)
    assert answer.ok and "immutable" in answer.headers["cache-control"]
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        hand, news, panel = (page.locator(one).bounding_box() for one in ("#wt-hand-1", ".tb-news", "#tb-act"))
        assert hand["y"] + hand["height"] <= news["y"] < panel["y"]
    table.act(page, "#wt-hand-1", DO)
    expect(table.eve.locator(".tb-news")).to_contain_text(f"plays {name}")


@pytest.mark.long
def test_three_phones_and_a_spectator_play_a_first_round_and_see_no_card_of_another(game):
    table = game(*NAMES)
    lose_parts(table)
    first = table.acting
    undo_of_a_draw(table, first)
    table.act(first, PILE, DO)
    while "upgrade" in table.phase:
        table.act(table.acting, *((PILE, DO) if table.acting.locator("#wt-pile-2.is-open").count() else (PASS,)))
    own = [set(page.locator(PRIVATE).all_text_contents()) - table.public for page in table.phones]
    assert all(own)
    for page, secret in zip(table.phones, own, strict=True):
        expect(page.locator("[id^=wt-hand]").first).to_be_visible()
        for other in (*table.phones, table.eve):
            if other is not page:
                assert [name for name in secret if name in table.seen_by(other)] == []
    assert "wt-hand-1" not in table.seen_by(table.eve)
    come_back(table)


def undo_of_a_draw(table, page):
    """Draw the top card of a pile and take it back, which the others agree to: it is shuffled into the pile anew."""
    others = [one for one in table.phones if one is not page]
    table.act(page, PILE, DO)
    table.act(page, "[aria-label^='Undo']")
    for other in others:
        expect(other.locator(".tb-proposal")).to_contain_text("asks for an undo")
        table.act(other, ".tb-proposal .primary")
    for one in (page, *others):
        expect(one.locator("#more-log")).to_contain_text("the top of the Rank 2 pile")
        expect(one.locator("#wt-pile-2")).to_contain_text("57 left")


def come_back(table):
    """Play a card while one phone is away; it sees it when it is back, and has lost nothing of its own."""
    page = table.acting
    absent = next(one for one in table.phones if one is not page)
    hand = absent.locator("[id^=wt-hand] .wt-name").all_text_contents()
    absent.unroute_all()
    absent.context.set_offline(True)
    table.away = (absent,)
    table.act(page, ".tb-move:has-text('End building')")
    absent.context.set_offline(False)
    table.away = ()
    table.settle()
    assert absent.locator("[id^=wt-hand] .wt-name").all_text_contents() == hand
