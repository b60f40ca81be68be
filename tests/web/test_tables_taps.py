"""How many taps one turn takes on a phone, as `docs/tables.md` says beside what it takes on paper."""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web import test_tables_browser, test_tables_of_cards_browser
from tests.web.test_tables_browser import build

pytestmark = pytest.mark.browser
served, table_app, url, phone, begun = (
    getattr(test_tables_browser, name) for name in ("served", "table_app", "url", "phone", "begun")
)
game, same_seed = (getattr(test_tables_of_cards_browser, name) for name in ("game", "same_seed"))
_DOCS = Path(__file__).parents[2] / "docs/tables.md"
_ROW = re.compile(r"^\| (?!step)([a-z][a-z ]+) \| (\d+) \|.*\| (\d+) \|$", re.MULTILINE)
_ALL = re.compile(r"^\| \*\*all\*\* \| \*\*(\d+)\*\* \| +\| \*\*(\d+)\*\* \|$", re.MULTILINE)


def face_to_face(phones):
    """Leave side A to begin its second turn, with A1 in L1 and an enemy two zones away."""
    ana, ben = phones
    build(ana, "L1", 4)
    ana.get_by_role("button", name="End the turn").click()
    expect(ben.locator(".tb-whose")).to_contain_text("Your turn")
    build(ben, "R5", 4)
    expect(ben.locator("#mech-B1")).to_be_visible()
    ben.get_by_role("button", name="End the turn").click()
    expect(ana.locator(".tb-whose")).to_contain_text("Your turn")
    ana.locator("#more-correct summary").click()
    ana.get_by_label("Zone of B1").select_option("L3")
    ana.locator("form", has=ana.get_by_label("Zone of B1")).get_by_role("button", name="Set").click()
    ben.get_by_role("button", name="Agree").click()
    expect(ana.locator("#zone-L3 #mech-B1")).to_be_visible()


@pytest.mark.long
def test_a_turn_takes_the_taps_that_the_docs_say_and_no_more_than_paper(phone, begun):
    ana, ben = phone(), phone()
    begun((ana, ben))
    face_to_face((ana, ben))
    taps = Counter()

    def tap(step, where, then):
        where.click()
        taps[step] += 1
        expect(ana.locator(then).first).to_be_visible()

    tap("build a mech", ana.locator("#zone-R1 .mt-tap"), "[data-moves].is-short")
    tap("build a mech", ana.locator("[data-move]:visible", has_text="2").first, "#mech-A2")
    tap("go on to moving", ana.get_by_role("button", name="Go on to moving"), "#mech-A1.is-open")
    tap("move a mech two zones", ana.locator("#mech-A1"), "#zone-L3.is-reach")
    tap("move a mech two zones", ana.locator("#mech-B1"), "#zone-L3 #mech-A1")
    tap("go on to combat", ana.get_by_role("button", name="Go on to combat"), "#zone-L3 .is-open")
    tap("fight", ana.locator("#zone-L3 #mech-B1"), "[data-chosen]")
    tap("fight", ana.get_by_role("button", name="Do it"), "#zone-L3.is-fought")
    tap("end the turn", ana.get_by_role("button", name="End the turn"), "#tb-turn:has-text('Waits for Ben')")
    compare("Mechalyte", taps)


def compare(game, taps):
    """Compare the taps of each step with those that the docs say, which are no more than on paper."""
    text = _DOCS.read_text("utf-8").partition(f"## {game}\n")[2].partition("\n##")[0]
    rows = {step: (int(said), int(paper)) for step, said, paper in _ROW.findall(text)}
    assert {step: said for step, (said, _) in rows.items() if said} == dict(taps)
    assert _ALL.search(text).groups() == tuple(str(sum(column)) for column in zip(*rows.values(), strict=True))
    assert sum(taps.values()) <= sum(paper for _, paper in rows.values())


@pytest.mark.long
def test_a_turn_of_wreck_a_mech(game):
    table, taps = game("Ana", "Ben"), Counter()

    def tap(step, *places):
        table.act(table.acting, *places)
        taps[step] += len(places)

    tap("take the damage", ".tb-move:visible")
    table.act(table.acting, ".tb-move:visible")
    tap("gain a card", "[id^=wt-up-2].is-open", "[data-do]")
    tap("leave the rest", ".tb-move:has-text('nothing more'), .tb-move:has-text('Leave the rest')")
    while "upgrade" in table.phase:
        table.act(table.acting, ".tb-move:has-text('nothing more')")
    tap("play a card", "#wt-hand-1", "[data-do]")
    tap("end building", ".tb-move:has-text('End building')")
    compare("Wreck-A-Mech", taps)


@pytest.mark.long
def test_a_turn_of_mecha_mettle(game):
    table, taps = game("Ana", "Ben", game="mecha-mettle"), Counter()
    draft(table)

    def tap(step, *places):
        table.act(table.acting, *places)
        taps[step] += len(places)

    tap("draw a module", ".tb-move:has-text('Draw a module')")
    tap("lay it", ".is-mine [id$=front-left].is-open", ".tb-move:visible:has-text('ahead')")
    tap("attack", ".is-mine [id$=front-left].is-open", "[data-aim].is-reach", "[data-do]")
    expect(table.acting.locator("#mm-actions")).to_have_text("1 action")
    tap("end the turn", ".tb-move:has-text('End the turn')")
    compare("Mecha Mettle", taps)


def draft(table):
    """Play until the first turn: four facings are one row; what one has chosen stays while the other one seals."""
    table.act(table.acting, "[data-answer]")
    lays = table.acting
    lays.locator(".is-mine [id$=back-centre].is-open").click()
    expect(lays.locator(".tb-move:visible")).to_have_text(["ahead", "right", "its owner", "left"])
    assert len({box.bounding_box()["y"] for box in lays.locator(".tb-move:visible").all()}) == 1
    table.act(lays, ".tb-move:visible")
    ana, ben = table.phones
    expect(ana.locator(".mm-choose :checked")).to_have_count(0)
    for phone in (ana, ben):
        for level in (2, 3, 4, 1):
            phone.locator(f"#sealed-{level}-2").check()
    table.act(ana, ".tb-act .primary")
    expect(ben.locator("#sealed-1-2")).to_be_checked()
    expect(ben.locator(".tb-seats")).to_contain_text("✓ ready")
    table.act(ben, ".tb-act .primary")
