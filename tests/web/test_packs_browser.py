"""A player types in a box of cards on a phone, builds with them, and finds out that a card changed."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def choose(page, label, value):
    page.get_by_label(label, exact=True).fill(value)


def wide(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.long
def test_cards_typed_in_are_built_with_and_a_change_is_told(live_url, page, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/packs")
    choose(page, "Title", "Box from the shelf")
    page.get_by_role("button", name="Create pack").click()
    page.get_by_role("link", name="Component", exact=True).click()
    choose(page, "Name", "Mega Thrust")
    page.get_by_role("button", name="Save and next").click()
    expect(page.locator(".field.has-error")).to_have_count(4)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mega Thrust")
    assert wide(page) <= 0
    page.get_by_label("Category", exact=True).select_option("attack")
    page.get_by_label("Level", exact=True).select_option("1")
    page.get_by_label("Text", exact=True).fill("Two more dice.")
    page.get_by_label("When", exact=True).select_option("own turn")
    page.get_by_role("button", name="Save and next").click()
    expect(page.get_by_text("Mega Thrust is saved.")).to_be_visible()
    choose(page, "Name", "Unread card")
    page.get_by_role("button", name="Finish later").click()
    expect(page.get_by_role("heading", name="Unfinished (1)")).to_be_visible()
    assert wide(page) <= 0
    pack = page.url

    page.goto(f"{live_url}/mecha-mettle/new")
    choose(page, "Title", "Shelf draft")
    page.click("[data-open]")
    page.get_by_label("Add Mega Thrust").click()
    page.locator("[data-placed]").wait_for()
    page.locator(".build-form .primary").click()
    expect(page.locator("input[name=pack]")).to_be_checked()
    build = page.url

    page.goto(pack)
    page.locator(".pack-card:not(.has-error)").get_by_role("link", name="Change").click()
    page.get_by_label("Level", exact=True).select_option("4")
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).last.click()
    page.goto(build)
    expect(page.get_by_text("Mega Thrust: level 1 → 4")).to_be_visible()
    page.get_by_role("button", name="Use the changed pack").click()
    expect(page.get_by_text("has changed since")).to_have_count(0)

    page.goto(pack)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export CSV").click()
    text = download.value.path().read_text("utf-8")
    assert text.splitlines()[0].startswith("card,")
    assert "Mega Thrust" in text

    sheet = tmp_path / "component.csv"
    sheet.write_text(
        text.splitlines()[0] + "\r\n" + text.splitlines()[1].replace("Mega Thrust", "Tera Thrust"), "utf-8"
    )
    page.get_by_text("Import a file or a list").click()
    page.locator("input[type=file]").set_input_files(sheet)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("1 card imported.")).to_be_visible()
    expect(page.get_by_text("Tera Thrust").first).to_be_visible()
