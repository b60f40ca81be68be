"""Record sheets on two phones: a turn is tapped, questions go to whose they are, and the same works without scripts."""

import re
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.data.documents import to_toml
from tests.web import test_tables_browser
from tests.web.records_game import GAME, HP, KIND, SmallRules, squad
from tests.web.test_tables import Evening
from tests.web.test_tables_browser import DESKTOP, PHONE, Table

pytestmark = pytest.mark.browser
served, table_app, url, phone = (getattr(test_tables_browser, name) for name in ("served", "table_app", "url", "phone"))
RED, BLUE = "1.1", "2.1"


@pytest.fixture(autouse=True)
def small_game(monkeypatch):
    """Let a small game stand in for Techniconica's own tracker."""
    monkeypatch.setitem(GAME.__dict__, "tracker", KIND)


def row(page, unit):
    return page.locator(f".rc-row[data-unit='{unit}']")


def settled(page):
    expect(page.locator("[data-table].is-busy")).to_have_count(0)


def bring(page, mechs, name):
    page.get_by_label("A link, a build code or a pasted list").fill(to_toml(squad(mechs, name)))
    page.get_by_role("button", name="Bring this build").click()
    expect(page.locator(".is-own .rc-row")).to_have_count(mechs)


@pytest.fixture
def squads(table_app, url):
    """Return a function that gives two phones the seats of a table to which both have brought a squad.

    Who joins and brings it by the pages themselves is the first test; it takes seconds.
    """

    def seat_both(phones, mechs=2):
        evening = Evening(table_app, GAME.slug)
        for seat, name in enumerate(("Ana", "Ben")):
            evening.sit(seat, name)
            evening.play(seat, "bring", pasted=to_toml(squad(mechs, name)))
        for seat, page in enumerate(phones):
            page.goto(url + evening.link(f"seat-{seat}"))
            expect(page.locator(".rc-row")).to_have_count(2 * mechs)

    return seat_both


@pytest.fixture
def battle(squads):
    """Return a function that begins a battle of two squads on two phones, with the first one's first Mech active."""

    def begin(phones, mechs=2):
        squads(phones, mechs)
        activate(phones[0])
        for page in phones:
            expect(row(page, RED)).to_have_class(re.compile("is-active"))

    return begin


def activate(page):
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("button", name="Activate Red 1", exact=True).click()


def tap_box(page, unit, box):
    """Tap a box of a unit's first strip, counted from 1."""
    strip = row(page, unit).locator(".rc-strip").first
    width, height = strip.evaluate("strip => [strip.offsetWidth, strip.offsetHeight]")
    # Taken anew where the board comes in between.
    strip.click(position={"x": width * (box - 0.5) / (HP // 100), "y": height / 2})


def test_two_phones_play_a_turn(phone, url):
    host, ana, ben = phone(DESKTOP), phone(), phone()
    table = Table(host, url, game=GAME.slug)
    for page, name, side in ((ana, "Ana", "Seat 1"), (ben, "Ben", "Seat 2")):
        table.sit(page, name, side)
    for page, name in ((ana, "Ana"), (ben, "Ben")):
        bring(page, 2, name)
    for page in (ana, ben):
        expect(page.locator(".rc-row")).to_have_count(4)
    activate(ana)
    expect(ana.locator(".rc-side").first).to_contain_text("Red 1")
    expect(ben.locator(".rc-side").first).to_contain_text("Blue 1")

    expect(row(ana, BLUE).locator(".rc-best")).to_contain_text("%")
    row(ana, BLUE).locator(".rc-name").click()
    expect(row(ana, BLUE)).to_have_class(re.compile("is-target"))
    best = ana.locator("button.rc-attack").first
    expect(best).to_contain_text("Long Rifle")
    before = best.inner_text()
    ana.get_by_role("button", name="Cover more").click()
    expect(best).not_to_have_text(before)
    best.click()

    expect(ben.locator(".rc-step-title, #tb-act p").first).to_contain_text("Long Rifle at Blue 1")
    expect(row(ben, BLUE)).to_have_class(re.compile("is-concerned"))
    ben.get_by_role("button", name="Stand").click()
    for page in (ana, ben):
        expect(page.locator(".rc-applied")).to_contain_text("Red 1: Long Rifle at Blue 1")

    # The pair is known: the next shot is two taps, under the cover that was said.
    settled(ana)
    expect(ana.get_by_label("Cover", exact=True)).to_have_value("1")
    ana.get_by_role("button", name="Choose another target").click()
    expect(ana.locator("button.rc-attack")).to_have_count(0)
    row(ana, "2.2").locator(".rc-name").click()
    expect(ana.get_by_label("Cover", exact=True)).to_have_value("0")
    ana.get_by_role("button", name="Choose another target").click()
    ana.get_by_role("button", name="End the activation").click()
    expect(ben.locator(".tb-whose")).to_contain_text("Your turn")
    ben.get_by_role("button", name="Activate Blue 2").click()
    expect(row(ana, "2.2")).to_have_class(re.compile("is-active"))


def shoot(page):
    """Attack Blue 1 with the best weapon, once what was before has come to its end."""
    settled(page)
    if not page.locator(".rc-row.is-target").count():
        row(page, BLUE).locator(".rc-name").click()
    page.locator("button.rc-attack").first.click()


def test_a_question_is_answered_alike_until_the_round_ends_or_its_player_wants_to_be_asked(phone, battle):
    ana, ben = phone(), phone()
    battle((ana, ben))
    answers, log = ben.locator(".tb-answers button"), ben.locator("#more-log .tb-entry", has_text="stands")
    shoot(ana)
    ben.get_by_label("The same until the Round ends").check()
    ben.get_by_role("button", name="Stand").click()
    expect(log).to_have_count(1)
    shoot(ana)
    expect(log).to_have_count(2)
    expect(ben.locator(".rc-again")).to_contain_text("Until the Round ends this phone answers: stand on Hill 7.")
    expect(ana.locator(".rc-again")).to_have_count(0)

    ben.get_by_role("button", name="Ask me").click()
    shoot(ana)
    expect(answers).to_have_count(2)
    ben.get_by_label("The same until the Round ends").check()
    ben.get_by_role("button", name="Stand").click()
    expect(log).to_have_count(3)
    settled(ana)
    expect(ben.locator(".rc-again")).to_have_count(1)
    ana.get_by_role("button", name="End the activation").click()
    ben.get_by_role("button", name="Pass for this Round").click()
    ana.get_by_role("button", name="Pass for this Round").click()
    ana.get_by_role("button", name="Begin Round 2").click()
    expect(ben.locator("body")).to_contain_text("Round 2")
    expect(ben.locator(".rc-again")).to_have_count(0)


def test_boxes_and_chips_are_tapped_and_a_long_press_asks_for_the_number(phone, battle):
    ana, ben = phone(), phone()
    battle((ana, ben))
    tap_box(ana, "1.2", 3)
    for page in (ana, ben):
        expect(row(page, "1.2")).to_contain_text("500 of 800")
    settled(ana)
    tap_box(ana, "1.2", 3)
    expect(row(ana, "1.2")).to_contain_text("600 of 800")
    settled(ana)

    row(ana, "1.2").locator(".rc-track").click(button="right")
    ana.locator("#rc-dialog").get_by_role("spinbutton").fill("100")
    ana.locator("#rc-dialog").get_by_role("button", name="Set").click()
    expect(row(ben, "1.2")).to_contain_text("100 of 800")
    expect(ana.locator("#rc-dialog")).not_to_be_visible()
    row(ana, "1.2").locator(".rc-track").click(delay=700)
    expect(ana.locator("#rc-dialog").get_by_role("spinbutton")).to_have_value("100")
    ana.keyboard.press("Escape")

    row(ana, "1.2").locator(".rc-name").click()
    sheet = ana.locator("dialog .rc-sheet")
    sheet.get_by_label("Focus").click()
    expect(sheet.get_by_label("Focus")).to_have_text("on")
    expect(row(ben, "1.2").locator(".rc-chip.is-on")).to_have_text("Focus")
    ana.get_by_role("button", name="Close").click()
    row(ben, "1.2").locator(".rc-chip.is-on").click(button="right")
    expect(ben.locator("dialog label")).to_have_text("Red 2: Focus")
    ben.keyboard.press("Escape")
    row(ana, "1.2").locator(".rc-chip.is-on").click()
    expect(row(ben, "1.2").locator(".rc-chip.is-on")).to_have_count(0)


def test_a_tap_on_anothers_track_asks(phone, battle):
    ana, ben = phone(), phone()
    battle((ana, ben))
    tap_box(ben, RED, 4)
    expect(ben.locator("dialog label")).to_have_text("Red 1: HP")
    ben.locator("#rc-dialog").get_by_role("button", name="Ask the others").click()
    expect(ana.locator(".tb-proposal")).to_contain_text("Ben asks for a correction by hand: Red 1: HP to 400")
    expect(row(ana, RED)).not_to_contain_text("400 of 800")
    ana.get_by_role("button", name="Agree", exact=True).click()
    for page in (ana, ben):
        expect(row(page, RED)).to_contain_text("400 of 800")


def test_quick_taps_are_all_counted(phone, battle):
    ana, ben = phone(), phone()
    battle((ana, ben))
    ana.evaluate(
        """() => { for (const unit of ["1.1", "1.2"]) {
          const strip = document.querySelector(`[data-unit="${unit}"] .rc-strip`), box = strip.getBoundingClientRect();
          strip.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.left + box.width * 0.3, clientY: box.top + 5 }));
        } }"""
    )
    for unit in (RED, "1.2"):
        expect(row(ben, unit)).to_contain_text("500 of 800")
    expect(ana.locator(".tb-trouble")).to_have_count(0)


def test_the_same_turn_without_scripts(phone, squads):
    ana, ben = phone(java_script_enabled=False), phone(java_script_enabled=False)
    squads((ana, ben))
    ana.locator("#bh-other-build > summary").click()
    bring(ana, 2, "Ana")
    activate(ana)
    row(ana, BLUE).locator(".rc-name").click()
    ana.get_by_label("Cover", exact=True).fill("2")
    ana.get_by_role("button", name="Update the odds").click()
    expect(ana.get_by_label("Cover", exact=True)).to_have_value("2")
    ana.get_by_role("button", name="Long Rifle").click()
    ben.reload()
    ben.get_by_role("button", name="Duck").click()
    expect(ben.locator(".rc-applied")).to_contain_text("Long Rifle at Blue 1")
    ana.reload()
    row(ana, "1.2").locator(".rc-name").click()
    ana.get_by_label("HP").fill("300")
    ana.locator(".rc-field", has_text="HP").get_by_role("button", name="Set").click()
    expect(row(ana, "1.2")).to_contain_text("300 of 800")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_board_a_sheet_and_attacks_are_accessible_and_fit_a_small_phone(phone, battle, scheme):
    ana, ben = phone({"width": 320, "height": 640}, color_scheme=scheme), phone()
    battle((ana, ben))
    row(ana, "1.2").locator(".rc-name").click()
    expect(ana.locator("dialog .rc-sheet")).to_be_visible()
    found = [Axe().run(ana).generate_report()]
    ana.get_by_role("button", name="Close").click()
    row(ana, BLUE).locator(".rc-name").click()
    expect(ana.locator("button.rc-attack").first).to_be_visible()
    reports = Axe().run(ana)
    assert reports.violations_count == 0, reports.generate_report()
    assert "No violations" in found[0] or found[0].startswith("Found 0"), found[0]
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert ana.evaluate(fits)
    ana.set_viewport_size({"width": 360, "height": 640})
    ana.evaluate("document.documentElement.style.fontSize = '36px'")
    assert ana.evaluate(fits)


def test_twelve_units_a_side_are_four_screens_of_a_phone(phone, battle):
    ana, ben = phone(), phone()
    battle((ana, ben), 12)
    sides = [one.bounding_box()["height"] for one in ana.locator(".rc-side").all()]
    assert sum(sides) <= 4 * PHONE["height"]
    # Whoever acts has the targets before them, with their odds; whose turn comes has the own units.
    expect(row(ana, BLUE)).to_be_in_viewport()
    expect(row(ana, "2.12").locator(".rc-best")).to_contain_text("%")
    ben.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    ana.get_by_role("button", name="End the activation").click()
    expect(ben.get_by_role("button", name="Activate Blue 1", exact=True)).to_be_in_viewport()


def test_a_kept_pair_gives_way_once_only_attacks_outside_the_rules_are_left(phone, battle, monkeypatch):
    ana, ben = phone(), phone()
    battle((ana, ben))
    offers = SmallRules.offers
    spent = lambda self, records, *asked: [  # noqa: E731
        replace(one, warning="It has fired." * (records.value(BLUE, "hp") < HP or records.state.applied is not None))
        for one in offers(self, records, *asked)
    ]
    monkeypatch.setattr(SmallRules, "offers", spent)
    row(ana, BLUE).locator(".rc-name").click()
    ana.locator("button.rc-attack").first.click()
    ben.get_by_role("button", name="Stand").click()
    expect(ana.locator(".rc-applied")).to_contain_text("Long Rifle at Blue 1")
    expect(ana.locator(".rc-attacks")).to_have_count(0)
    expect(ana.get_by_role("button", name="End the activation")).to_be_visible()
    row(ana, BLUE).locator(".rc-name").click()
    expect(ana.locator("button.rc-attack").first).to_contain_text("It has fired.")


def test_a_phone_at_the_foot_of_the_page_is_back_at_its_top_where_the_page_gets_shorter(phone, squads):
    ana, ben = phone(), phone()
    squads((ana, ben))
    ben.locator("#bh-other-build > summary").click()
    ben.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(ana.locator(".rc-row")).to_have_count(4)
    ana.get_by_role("button", name="Begin the battle").click()
    expect(ben.locator(".rc-do").first).to_be_in_viewport()
