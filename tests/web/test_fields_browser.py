"""Fields on the printing pages stand where they count: live with scripts, under headings without, never in the way."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
EXPORT = "/mecha-mettle/print?to=png&what=tiles"
FOR = {
    "png": {"Dots per inch of pictures", "Edges of pictures and drawings"},
    "svg": {"Edges of pictures and drawings"},
    "tts": {"Dots per inch of pictures", "Tabletop Simulator looks for the sheets in"},
    "shop": {"Which print shop"},
    "print": {"Paper"},
}


def shows(page, kinds):
    for to in kinds:
        page.locator(f'[name="to"][value="{to}"]').check()
        for label in set.union(*FOR.values()) if "print" in kinds else set.union(*map(FOR.get, kinds)):
            field = page.get_by_label(label, exact=True)
            if label in FOR[to]:
                expect(field).to_be_visible()
            else:
                expect(field).to_be_hidden()


@pytest.mark.long
def test_a_file_format_shows_its_own_fields_alone(page, live_url):
    page.goto(live_url + EXPORT)
    shows(page, ("png", "svg", "tts", "shop"))
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.locator("summary", has_text="Change").click()
    shows(page, ("print", "png", "svg", "tts", "shop"))


@pytest.mark.long
def test_without_scripts_all_fields_stand_under_what_they_are_for(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}{EXPORT}&to=shop")
    for heading in ("Pictures, drawings, deck sheets", "Tabletop Simulator", "Print shop"):
        expect(page.get_by_role("group", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_label("Dots per inch of pictures")).to_be_visible()
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.locator("summary", has_text="Change").click()
    expect(page.get_by_role("group", name="Print at home", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_hidden_field_that_the_browser_refuses_is_shown(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.locator("summary", has_text="Change").click()
    page.get_by_text("Backs, cutting and margins").click()
    margin = page.get_by_label("Margin your printer leaves, mm")
    margin.fill("900")
    inner = page.get_by_text("Bleed outside, rows, marks, round corners")
    assert inner.evaluate("one => getComputedStyle(one, '::before').content") == '"+"', "it is closed"
    page.get_by_text("Backs, cutting and margins").click()
    page.locator('[name="to"][value="png"]').check()
    expect(margin).to_be_hidden()
    page.get_by_role("button", name="Preview").click()
    expect(margin).to_be_visible()
    expect(margin).to_be_focused()


def test_a_field_that_the_server_refuses_is_shown(page, live_url):
    page.goto(f"{live_url}{EXPORT}&to=png&service=corner")
    expect(page.get_by_text("“Which print shop”: found 'corner'")).to_be_visible()
    expect(page.get_by_label("Which print shop")).to_be_visible()


@pytest.mark.long
def test_sleeves_are_asked_for_only_where_boxes_are_printed(page, live_url):
    page.goto(f"{live_url}/wreck-a-mech/print?what=cards")
    change, summary = (
        page.locator("summary", has_text="Change"),
        page.get_by_text("Boxes: sleeves and thickness of your cards"),
    )
    change.click()
    expect(summary).to_be_hidden()
    page.get_by_label("Print Boxes and dividers too").click()
    change.click()
    expect(summary).to_be_visible()


@pytest.mark.long
def test_a_changed_form_says_that_what_stands_beside_it_is_older(page, live_url):
    for path in ("/mecha-mettle/print?what=tiles", EXPORT):
        page.goto(live_url + path)
        if path != EXPORT:
            page.locator("summary", has_text="Change").click()
        line = page.get_by_text("The form has changed: a download is as the form says now, Preview shows it.")
        expect(line).to_be_hidden()
        page.get_by_label("Ink", exact=True).select_option("grey")
        expect(line).to_be_visible()
        page.get_by_label("Ink", exact=True).select_option("full")
        expect(line).to_be_hidden()


@pytest.mark.long
def test_cards_that_cannot_be_read_open_no_field_that_has_no_part_in_it(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Cards in CSV or TOML").fill("title,copies\nDrone,few")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("row 2 (Drone): copies: found 'few'").first).to_be_visible()
    expect(page.get_by_label("Which print shop")).to_be_hidden()
