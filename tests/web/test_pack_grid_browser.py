"""A player types a box of cards into a table: keys, paste, undo, the face of the row, marks, two tabs, no scripts."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
DESKTOP = {"width": 1280, "height": 800}
PASTE = """(cell, [text, html]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  if (html) data.setData("text/html", html);
  cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def table(live_url, page):
    """Open the empty table of a new pack's weapons, as a desktop shows it."""
    page.set_viewport_size(DESKTOP)
    page.goto(f"{live_url}/techniconica/packs")
    page.get_by_label("Title", exact=True).fill("My box")
    page.get_by_role("button", name="Create it and type many cards").click()
    page.get_by_role("link", name="Weapon").click()
    expect(cell(page, 1, "Name")).to_be_focused()
    return page


def cell(page, row, column):
    return page.get_by_role("textbox", name=f"{row} {column}", exact=True).or_(
        page.get_by_role("combobox", name=f"{row} {column}", exact=True)
    )


def column_of(page, column):
    """Return the texts of a column, without empty ones."""
    texts = page.locator(f'.grid-cell[aria-labelledby$=" column-{column}"]').evaluate_all(
        "all => all.map(c => c.value)"
    )
    return [text for text in texts if text]


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def save(page, name="Save"):
    page.locator(".grid-side").get_by_role("button", name=name).click()


@pytest.mark.long
def test_cards_are_typed_with_keys_and_the_face_follows(table):
    keys = table.keyboard
    keys.type("Rail Gun")
    press(table, "Tab", "Tab")
    expect(cell(table, 1, "Special Rules")).to_be_focused()
    expect(table.get_by_text("As printed, with their numbers")).to_be_visible()
    keys.type("reliable")
    press(table, "ArrowRight")
    keys.type("5")
    press(table, "Enter")
    expect(cell(table, 2, "AR, Armour Rating")).to_be_focused()
    face = table.locator(".grid-side .face")
    expect(face.locator("text", has_text="Rail Gun")).to_be_visible()
    press(table, "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(cell(table, 1, "Name")).to_be_focused()
    keys.type("Coil Gun")  # a cell that was moved to is typed over
    expect(face.locator("text", has_text="Coil Gun")).to_be_visible()
    press(table, "ArrowDown")
    keys.type("Saw")
    press(table, "Control+Enter")
    keys.type("Between")
    press(table, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")  # the last of the empty rows, and no further
    keys.type("Further down")
    assert column_of(table, "name") == ["Coil Gun", "Saw", "Between", "Further down"]
    press(table, "Enter")
    expect(cell(table, 7, "Name")).to_be_focused()
    expect(table.locator("tbody tr")).to_have_count(9)  # three empty rows are left at the end
    save(table)
    expect(table.get_by_text("4 cards saved.")).to_be_visible()
    table.reload()
    expect(cell(table, 5, "Name")).to_be_focused()
    assert column_of(table, "name") == ["Coil Gun", "Saw", "Between", "Further down"]
    assert column_of(table, "id") == ["coil-gun", "saw", "between", "further-down"]
    assert (column_of(table, "rules"), column_of(table, "ar")) == (["reliable"], ["5"])


@pytest.mark.long
def test_bad_cells_say_why_and_nothing_typed_is_lost(table):
    keys = table.keyboard
    keys.type("Rail Gun")
    cell(table, 1, "WE, Weight").fill("heavy")
    expect(table.get_by_text("Fix the marked cells to see the face.")).to_be_visible()
    marked = table.locator("td.has-error")
    expect(marked).to_have_count(0)  # not while it is typed
    press(table, "Tab")
    expect(marked.get_by_text("Found 'heavy', expected a whole number.")).to_be_visible()  # said without a save
    cell(table, 2, "DO, Damage Output").fill("99")
    cell(table, 3, "Name").fill("Saw")
    save(table)
    expect(table.get_by_text("Row 1: we: found 'heavy', expected a whole number.")).to_be_visible()
    expect(cell(table, 1, "WE, Weight")).to_be_focused()
    expect(cell(table, 1, "WE, Weight")).to_have_attribute("aria-invalid", "true")
    assert table.locator("td.has-error").count() == 4  # the weight; the second row's name, id and damage
    cell(table, 1, "WE, Weight").fill("3")
    expect(cell(table, 1, "WE, Weight")).not_to_have_attribute("aria-invalid", "true")
    save(table, "Finish later")
    expect(table.get_by_text("2 cards saved. 1 row unfinished.")).to_be_visible()
    assert column_of(table, "name") == ["Rail Gun", "Saw"]
    expect(cell(table, 3, "DO, Damage Output")).to_have_value("99")


@pytest.mark.long
def test_rows_of_a_spreadsheet_are_pasted_under_their_names_and_undone(table):
    cell(table, 1, "Name").fill("Saw")
    text = 'WE\tText\tName\tNotes\r\n3\t"Two\nlines."\tCoil Gun\tmine\r\n4\t\tMortar\t\r\n'
    cell(table, 2, "Name").evaluate(PASTE, [text, ""])
    expect(cell(table, 3, "Name")).to_have_value("Mortar")
    expect(table.get_by_text("Left out: 'Notes'.")).to_be_visible()
    expect(cell(table, 2, "Text")).to_have_value("Two\nlines.")
    assert (column_of(table, "name"), column_of(table, "we")) == (["Saw", "Coil Gun", "Mortar"], ["3", "4"])
    press(table, "Control+z")
    assert (column_of(table, "name"), column_of(table, "we")) == (["Saw"], [])
    press(table, "Control+z")
    assert column_of(table, "name") == []
    press(table, "Control+y", "Control+Shift+z")
    assert column_of(table, "name") == ["Saw", "Coil Gun", "Mortar"]
    cell(table, 1, "AR, Armour Rating").evaluate(PASTE, ["1\t2\n3\t4", ""])
    expect(cell(table, 2, "DT, Damage Threshold")).to_have_value("4")
    cell(table, 1, "Id").evaluate(PASTE, ["a\tb", ""])
    expect(table.get_by_text("paste further left, or with names")).to_be_visible()
    assert column_of(table, "id") == []


@pytest.mark.long
def test_lines_from_a_page_stay_in_one_cell_and_those_of_a_spreadsheet_do_not(table):
    text = cell(table, 1, "Text")
    text.evaluate(PASTE, ["One\ntwo", ""])  # the browser pastes it, which a made event does not do
    text.evaluate(PASTE, ["One\ntwo", "<table><tr><td>One</td></tr></table>"])
    expect(cell(table, 2, "Text")).to_have_value("two")
    assert column_of(table, "text") == ["One", "two"]


@pytest.mark.long
def test_a_thousand_pasted_rows_are_saved_as_one_version(table):
    rows = "\n".join(f"Gun {number}\t\treliable\t{number % 60}" for number in range(1000))
    cell(table, 1, "Name").evaluate(PASTE, [rows, ""])
    expect(table.locator("tbody tr")).to_have_count(1003)
    last = table.locator("tbody tr").nth(999).locator(".grid-cell").first
    expect(last).to_have_value("Gun 999")
    last.evaluate(PASTE, ["More\t\n" * 1002, ""])
    expect(table.locator("[data-wrong] li")).to_contain_text("found 1,002 rows, expected at most 1,001 here")
    save(table)
    expect(table.locator("p.said")).to_have_text("1,000 cards saved.")
    table.get_by_role("link", name="Rows 901 to 1000").click()
    expect(table.locator("#row-901")).to_be_visible()
    assert column_of(table, "name")[::99] == ["Gun 900", "Gun 999"]


@pytest.mark.long
def test_who_clicks_a_cell_before_the_script_has_come_stays_in_it(table):
    cell(table, 1, "Name").evaluate(PASTE, ["A\tone\nB\ttwo", ""])
    expect(cell(table, 2, "Name")).to_have_value("B")
    save(table)
    expect(table.get_by_text("2 cards saved.")).to_be_visible()
    waiting = []
    table.route("**/grid.js*", lambda route: waiting.append(route))
    table.reload(wait_until="commit")
    cell(table, 1, "Name").focus()
    waiting[0].continue_()
    table.get_by_role("button", name="Delete row").click()
    assert column_of(table, "name") == ["B"]


@pytest.mark.long
def test_rows_are_inserted_moved_copied_and_deleted(table):
    cell(table, 1, "Name").evaluate(PASTE, ["A\tone\nB\ttwo\nC\tthree", ""])
    expect(cell(table, 3, "Name")).to_have_value("C")
    cell(table, 3, "Sub-Type").click()
    press(table, "Alt+ArrowUp", "Alt+ArrowUp")
    assert column_of(table, "name") == ["C", "A", "B"]
    expect(cell(table, 1, "Sub-Type")).to_be_focused()
    press(table, "ArrowDown", "Control+d")
    assert column_of(table, "subtype") == ["three", "three", "two"]
    table.get_by_role("button", name="Move down").click()
    assert column_of(table, "name") == ["C", "B", "A"]
    press(table, "Alt+Delete")
    assert column_of(table, "name") == ["C", "B"]
    save(table)
    expect(table.get_by_text("2 cards saved.")).to_be_visible()
    cell(table, 1, "Name").click()
    table.get_by_role("button", name="Delete row").click()
    table.get_by_role("button", name="Insert row").click()
    table.keyboard.type("D")
    press(table, "Enter")
    table.keyboard.type("E")
    press(table, "Control+s")
    expect(table.get_by_text("3 cards saved.")).to_be_visible()
    assert (column_of(table, "name"), column_of(table, "id")) == (["B", "D", "E"], ["b", "d", "e"])


@pytest.mark.long
def test_two_tabs_and_a_server_that_is_away_lose_nothing(table, profile):
    other = table.context.new_page()
    other.goto(table.url)
    cell(other, 1, "Name").fill("Theirs")
    save(other)
    expect(other.get_by_text("1 card saved.")).to_be_visible()
    cell(table, 1, "Name").fill("Mine")
    profile.set_offline(True)
    save(table)
    expect(table.get_by_text("The server cannot be reached.")).to_be_visible()
    profile.set_offline(False)
    save(table)
    expect(table.get_by_text("These cards were changed while you edited them.")).to_be_visible()
    assert column_of(table, "name") == ["Mine"]
    table.get_by_role("button", name="Replace them with mine").click()
    expect(table.get_by_text("1 card saved.")).to_be_visible()
    expect(cell(table, 3, "Name")).to_be_focused()
    assert column_of(table, "name") == ["Theirs", "Mine"]


@pytest.mark.long
def test_the_beginning_of_a_choice_stands_for_it(live_url, table):
    table.get_by_role("link", name="Pilot").click()
    cell(table, 1, "Named Pilot").fill("Y")
    press(table, "Tab")
    expect(cell(table, 1, "Named Pilot")).to_have_value("yes")


@pytest.mark.long
def test_a_phone_scrolls_the_table_beside_its_names(table):
    cell(table, 1, "Name").fill("Coil Gun")
    table.set_viewport_size({"width": 360, "height": 740})
    table.evaluate("document.querySelector('.grid-scroll').scrollLeft = 600")
    expect(table.locator(".grid-side .face")).to_be_visible()
    assert table.evaluate("document.documentElement.scrollWidth") <= 360
    box = cell(table, 1, "Name").bounding_box()
    assert box["x"] >= 0 and box["height"] >= 44
    side = table.locator(".grid-side").bounding_box()
    assert side["y"] + side["height"] <= 740 and side["height"] <= 200
    sizes = table.locator(".grid-cell").evaluate_all("all => all.map(c => parseFloat(getComputedStyle(c).fontSize))")
    assert min(sizes) >= 16


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_table_with_marks_nor_on_its_pack(table, theme):
    table.emulate_media(color_scheme=theme)
    cell(table, 1, "Name").fill("Coil Gun")
    cell(table, 2, "WE, Weight").fill("heavy")
    save(table)
    expect(table.locator("td.has-error")).to_have_count(3)
    found = Axe().run(table).response["violations"]
    save(table, "Finish later")
    expect(table.get_by_text("1 card saved. 1 row unfinished.")).to_be_visible()
    table.goto(table.url.partition("/grid")[0])
    found += Axe().run(table).response["violations"]
    assert json.dumps([(rule["id"], rule["nodes"][0]["html"][:160]) for rule in found]) == "[]"


@pytest.mark.long
def test_without_scripts_rows_are_typed_pasted_and_saved(live_url, page_without_scripts):
    page = page_without_scripts
    page.goto(f"{live_url}/techniconica/packs")
    page.get_by_label("Title", exact=True).fill("My box")
    page.get_by_role("button", name="Create it and type many cards").click()
    page.get_by_role("link", name="Shield").click()
    cell(page, 1, "Name").fill("Spark Lid")
    cell(page, 1, "WE, Weight").fill("x")
    page.get_by_text("Paste rows from a spreadsheet").click()
    page.get_by_label("Rows, with tabs between cells").fill("Name\tWE\nPot\t2")
    page.get_by_role("button", name="Fill the table").click()
    assert column_of(page, "name") == ["Spark Lid", "Pot"]
    save(page)
    expect(page.get_by_text("Row 1: we: found 'x', expected a whole number.")).to_be_visible()
    cell(page, 1, "WE, Weight").fill("1")
    save(page)
    expect(page.get_by_text("2 cards saved.")).to_be_visible()
    assert column_of(page, "we") == ["1", "2"]
