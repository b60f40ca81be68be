"""Keyboard shortcuts: listed behind `?` and a button, and read by the scripts from that list."""

import re
from pathlib import Path

import lxml.html
import pytest
from playwright.sync_api import expect

from companion import web
from companion.web.shared.shortcuts import BUILDER, TABLE
from tests.pairs import BUILT
from tests.web.test_tables import evening  # noqa: F401
from tests.web.test_tables_browser import DESKTOP, begun, build, phone, served, table_app, url  # noqa: F401

STATIC = Path(web.__file__).parent / "static"
SCRIPTS = {
    "builder": (BUILDER, ("shortcuts", "workshop", "shop", "history")),
    "table": (TABLE, ("shortcuts", "tables")),
}
BY_THE_BROWSER = {"press", "close"}
"""Shortcuts that every browser has: Enter presses a button, Escape closes a dialog."""


@pytest.mark.parametrize("where", SCRIPTS)
def test_what_is_listed_is_what_the_scripts_ask_for(where):
    listed, scripts = SCRIPTS[where]
    text = "".join((STATIC / f"{name}.js").read_text("utf-8") for name in scripts)
    asked = set(re.findall(r'isPressed\(event, "([a-z]+)"\)', text))
    if where == "table":
        asked |= {"undo", "redo"} if '["undo", "redo"].find' in text else set()
    assert asked == {one.name for one in listed} - BY_THE_BROWSER
    assert len({one.name for one in listed}) == len(listed)
    others = text.replace((STATIC / "shortcuts.js").read_text("utf-8"), "")
    assert not re.search(r"event\.key ?[=!]==|event\.key\.", others), "a key that is not in the list"


def rows(page):
    return [(row.findtext("dt/kbd"), row.findtext("dd")) for row in page.xpath("//dialog[@id='shortcuts']//dl/div")]


@pytest.mark.parametrize("one", BUILT, ids=lambda game: game.slug)
def test_every_builder_lists_its_shortcuts(client, one):
    page = lxml.html.document_fromstring(client.get(f"/{one.slug}/new").text)
    assert rows(page) == [(shortcut.shown, shortcut.words) for shortcut in BUILDER]
    assert len(page.xpath("//button[@data-open-shortcuts]")) == 1


def test_a_table_lists_its_shortcuts_for_whoever_sees_it(evening):  # noqa: F811
    for role in ("host", "seat-0", "watch"):
        page = lxml.html.document_fromstring(evening.page(role))
        assert rows(page) == [(shortcut.shown, shortcut.words) for shortcut in TABLE]
        assert len(page.xpath("//button[@data-open-shortcuts]")) == 1


@pytest.mark.browser
def test_the_list_opens_by_key_and_by_button_but_not_while_somebody_types(page, live_url):
    page.goto(f"{live_url}/techniconica/examples/copper-bison")
    page.locator("html.has-shortcuts").wait_for()
    listed = page.locator("#shortcuts")
    page.locator("#title").press("?")
    expect(page.locator("#title")).to_have_value(re.compile(r"\?"))
    expect(listed).to_be_hidden()
    page.locator("#title").evaluate("(field) => field.blur()")
    page.keyboard.press("?")
    expect(listed).to_be_visible()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    button = page.get_by_role("button", name="Keyboard shortcuts")
    button.click()
    expect(listed).to_be_visible()
    listed.get_by_role("button", name="Close").click()
    expect(button).to_be_focused()


@pytest.mark.browser
def test_a_move_at_a_table_is_undone_and_redone_by_keys(phone, begun):  # noqa: F811
    ana = phone(DESKTOP)
    begun((ana,))
    build(ana, "L1", 4)
    expect(ana.locator("#mech-A1")).to_be_visible()
    ana.keyboard.press("?")
    ana.keyboard.press("Control+z")  # the list is open: nothing below it is touched
    expect(ana.locator("#shortcuts")).to_be_visible()
    ana.keyboard.press("Escape")
    expect(ana.locator("#mech-A1")).to_be_visible()
    ana.keyboard.press("Control+z")
    expect(ana.locator("#mech-A1")).to_have_count(0)
    ana.keyboard.press("Control+Shift+Z")
    expect(ana.locator("#mech-A1")).to_be_visible()


@pytest.mark.browser
def test_without_scripts_there_is_no_button(page_without_scripts, live_url):
    page_without_scripts.goto(f"{live_url}/techniconica/new")
    expect(page_without_scripts.locator("[data-open-shortcuts]")).to_be_hidden()
