"""Layouts in a browser: the faces follow what is typed, and stay while a line is half written."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_the_faces_follow_what_is_typed(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    faces = page.locator("[data-faces] img")
    faces.nth(1).wait_for()
    page.get_by_label("Classic", exact=True).check()
    faces.nth(2).wait_for()
    page.get_by_text("Write the layout").click()
    layout = page.get_by_label("Layout in TOML")
    begun = layout.input_value()
    assert begun.startswith("# Classic")
    layout.fill(
        begun.replace(
            '"{title}"',
            '"{title} with far too many words for a line, however small they are set, and more and more"',
            1,
        )
    )
    page.get_by_text("2 do not fit").wait_for()
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()
    expect(faces, "every card is shown").to_have_count(3)
    layout.fill(begun.replace("[[zone]]", "[[zone", 1))
    page.get_by_role("alert").wait_for()
    expect(faces, "the faces before stay").to_have_count(3)
    layout.fill(begun)
    page.get_by_role("alert").wait_for(state="detached")
    page.get_by_label("Cards in CSV or TOML").fill("title\nA\nB\nC\nD\n")
    page.get_by_text("4 different cards").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_cards_of_a_chosen_file_are_shown_at_once(page, live_url, tmp_path):
    (tmp_path / "mine.csv").write_text("title\nA\nB\nC\nD\n", "utf-8")
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_text("2 different cards").wait_for()
    page.get_by_label("Or a file").set_input_files(tmp_path / "mine.csv")
    page.get_by_text("4 different cards").wait_for()
    page.get_by_label("Record", exact=True).check()
    page.get_by_text("4 different cards, 70 × 120 mm").wait_for()
    expect(page.get_by_label("Cards in CSV or TOML"), "until Preview").to_have_value(re.compile("Rail Gun"))


def test_an_uploaded_layout_is_shown_at_once(page, live_url, tmp_path):
    (tmp_path / "mine.layout.toml").write_text('extends = "tile"\n', "utf-8")
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_role("radio", name="Your own").check()
    page.locator("#layout_file").set_input_files(tmp_path / "mine.layout.toml")
    page.get_by_text("cards, 63 × 63 mm").wait_for()
    expect(page.get_by_label("Layout in TOML")).to_have_value('extends = "tile"\n')


def test_without_scripts_the_button_does_it(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Record", exact=True).check()
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("cards, 70 × 120 mm").wait_for()
    expect(page.locator("[data-faces] img")).to_have_count(3)
