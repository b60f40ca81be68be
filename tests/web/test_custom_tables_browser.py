"""From a spreadsheet to cards in four clicks, and the choices about a file by tap, in a browser."""

import pikepdf
import pytest
from playwright.sync_api import expect

from tests.printing.other_tools.table_files import row, sheet_xml, xlsx

pytestmark = pytest.mark.browser
STRINGS = ("Titel", "Anzahl", "Text", "Bär", "läuft", "Fuchs")


def number(value):
    return "", f"<v>{value}</v>"


def workbook():
    first = row(1, 0, 1, 2) + row(2, 3, number(2), 4) + row(3, 5, number(1))
    return xlsx({"Karten": sheet_xml(first), "Mehr": sheet_xml(row(1, 0) + row(2, 5))}, STRINGS)


def test_from_a_spreadsheet_to_handsome_cards_in_four_clicks(page, live_url, tmp_path):
    (tmp_path / "karten.xlsx").write_bytes(workbook())
    page.goto(f"{live_url}/custom-cards?of=rows")
    clicks = 0

    def click(act):
        nonlocal clicks
        clicks += 1
        return act()

    click(lambda: page.get_by_label("Or a file").set_input_files(tmp_path / "karten.xlsx"))
    page.get_by_role("img", name="Bär. läuft.").wait_for()
    click(lambda: page.get_by_role("radio", name="Classic").check())
    click(lambda: page.get_by_role("button", name="Preview").click())
    page.get_by_text("3 cards in 1 deck").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_download() as coming:
        click(lambda: page.get_by_role("button", name="Download").click())
    with pikepdf.open(coming.value.path()) as pdf:
        assert len(pdf.pages) == 2
    assert clicks == 4


def test_another_sheet_comes_with_one_tap(page, live_url, tmp_path):
    (tmp_path / "karten.xlsx").write_bytes(workbook())
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Or a file").set_input_files(tmp_path / "karten.xlsx")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("3 cards in 1 deck").wait_for()
    page.get_by_label("Sheet of karten.xlsx").select_option("Mehr")
    page.get_by_text("1 card in 1 deck").wait_for()
    expect(page.get_by_label("Cards in CSV or TOML")).to_have_value("Titel\nFuchs\n")


def test_without_scripts_the_form_does_the_same(page_without_scripts, live_url, tmp_path):
    page = page_without_scripts
    (tmp_path / "karten.csv").write_bytes("Wort;Zahl\nKröte;2\nBär, über;1\n".encode("mac_roman"))
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Or a file").set_input_files(tmp_path / "karten.csv")
    page.get_by_role("button", name="Preview").click()
    page.get_by_label("Wort").select_option("Title")
    page.get_by_label("Zahl").select_option("Copies")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("3 cards in 1 deck").wait_for()
    expect(page.get_by_label("Mac (mac_roman)")).to_be_checked()
