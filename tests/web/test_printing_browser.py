"""A long print in a browser: a line says how far it is, Cancel stops it, the PDF arrives whole."""

from zipfile import ZipFile

import pikepdf
import pytest
from playwright.sync_api import expect

from companion.limits.heavy_slots import Busy

pytestmark = pytest.mark.browser
LONG = "/mecha-mettle/print?what=tiles&copies=30"


@pytest.mark.long
def test_a_long_print_is_watched_and_arrives_whole(page, live_url, tmp_path):
    page.goto(live_url + LONG)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download PDF").click()
    assert coming.value.suggested_filename == "mecha-mettle-tiles.pdf", "as without scripts"
    coming.value.save_as(tmp_path / "long.pdf")
    sides = int(page.locator("[data-sheets]").get_attribute("data-sheets"))
    page.get_by_text(f"{sides} of {sides} sides: saved.").wait_for()
    with pikepdf.open(tmp_path / "long.pdf") as pdf:
        assert len(pdf.pages) == sides


@pytest.mark.long
def test_a_whole_game_is_three_taps_from_home_and_all_else_is_behind_change(page, live_url):
    page.goto(live_url)
    page.get_by_role("link", name="Mecha Mettle", exact=True).first.click()
    page.get_by_role("navigation").get_by_role("link", name="Print").click()
    download = page.get_by_role("button", name="Download PDF")
    assert download.bounding_box()["y"] + download.bounding_box()["height"] <= 740, "in view on a phone"
    with page.expect_download() as coming:
        download.click()
    assert coming.value.suggested_filename == "mecha-mettle-everything.pdf"
    paper = page.get_by_label("Paper", exact=True)
    expect(paper).to_be_hidden()
    expect(page.get_by_role("button", name="Preview")).to_be_hidden()
    page.get_by_role("link", name="Tiles", exact=True).click()
    expect(page.get_by_role("link", name="Tiles", exact=True)).to_have_attribute("aria-current", "true")
    page.locator("summary", has_text="Change").click()
    paper.select_option("letter")
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**paper=letter**")
    expect(paper, "what was changed is shown").to_be_visible()


@pytest.fixture(params=["with scripts", pytest.param("without", marks=pytest.mark.long)])
def any_page(request):
    return request.getfixturevalue("page" if request.param == "with scripts" else "page_without_scripts")


@pytest.mark.parametrize(("copies", "sides"), [(1, 4), pytest.param(30, 110, marks=pytest.mark.long)])
def test_a_print_is_what_the_form_says_previewed_or_not(any_page, live_url, tmp_path, copies, sides):
    """Thirty copies are fetched as they are drawn: the paper is the chosen one there too."""
    any_page.goto(f"{live_url}/mecha-mettle/print?what=tiles&copies={copies}")
    paper = any_page.get_by_label("Paper", exact=True)
    if not paper.is_visible():
        any_page.locator("summary", has_text="Change").click()
    paper.select_option("letter")
    with any_page.expect_download() as coming:
        any_page.get_by_role("button", name="Download PDF").click()
    coming.value.save_as(tmp_path / "tiles.pdf")
    with pikepdf.open(tmp_path / "tiles.pdf") as pdf:
        assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] == [612, 792]
        assert len(pdf.pages) == sides


def test_outlines_to_cut_are_what_the_form_says_previewed_or_not(any_page, live_url, tmp_path):
    any_page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    any_page.locator("summary", has_text="Change").click()
    any_page.get_by_label("Paper", exact=True).select_option("letter")
    with any_page.expect_download() as coming:
        any_page.get_by_role("button", name="SVG").click()
    coming.value.save_as(tmp_path / "cuts.zip")
    with ZipFile(tmp_path / "cuts.zip") as bundle:
        assert b'width="215.9mm" height="279.4mm"' in bundle.read("cuts-sheet-1.svg")


def test_an_export_is_what_the_form_says_previewed_or_not(any_page, live_url, tmp_path):
    any_page.goto(f"{live_url}/mecha-mettle/print?what=tiles&to=png&dpi=72")
    any_page.get_by_label("Print shop", exact=False).first.check()
    any_page.get_by_label("Which print shop").select_option("makeplayingcards")
    with any_page.expect_download() as coming:
        any_page.get_by_role("button", name="Download").click()
    coming.value.save_as(tmp_path / "order.zip")
    with ZipFile(tmp_path / "order.zip") as bundle:
        assert "MakePlayingCards" in bundle.read("READ-ME.txt").decode()


@pytest.mark.long
def test_many_files_of_another_format_than_previewed_are_counted_without_a_total(page, live_url, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/print?what=components&to=png&dpi=72")
    page.get_by_label("Print shop", exact=False).first.check()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    assert coming.value.suggested_filename == "mecha-mettle-components-shop.pdf"
    coming.value.save_as(tmp_path / "cards.pdf")
    with pikepdf.open(tmp_path / "cards.pdf") as pdf:
        expect(page.locator("[data-progress] [role=status]")).to_have_text(f"{len(pdf.pages)} sides: saved.")


@pytest.mark.long
def test_what_the_form_says_and_cannot_be_is_refused_in_a_sentence(any_page, live_url):
    any_page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    any_page.locator("summary", has_text="Change").click()
    any_page.locator("summary", has_text="Cutting and margins").click()
    any_page.get_by_label("Margin").fill("90")
    any_page.get_by_role("button", name="Download PDF").click()
    expect(any_page.locator(".input-errors")).to_contain_text("Choose a narrower margin")


@pytest.mark.long
def test_cancel_stops_it_and_it_can_begin_again(page, live_url):
    page.route("**/print.pdf*", lambda route: None)  # an answer that never comes
    page.goto(live_url + LONG)
    page.get_by_role("button", name="Download PDF").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Stopped.").wait_for()
    page.unroute("**/print.pdf*")
    with page.expect_download():
        page.get_by_role("button", name="Download PDF").click()


@pytest.mark.long
def test_a_server_that_is_full_says_so_in_the_line(page, live_url, monkeypatch):
    page.goto(live_url + LONG)
    with monkeypatch.context() as full:
        full.setattr("companion.limits.budget.Budget.reserve_download_slot", busy)
        page.get_by_role("button", name="Download PDF").click()
        page.get_by_text("Others are being answered at this moment: try again in 10 seconds.").wait_for()
    with page.expect_download():
        page.get_by_role("button", name="Download PDF").click()


def busy(_):
    raise Busy("Others are being answered at this moment: try again in 10 seconds.")


@pytest.mark.long
def test_a_printer_is_calibrated_by_hand(page, live_url):
    page.goto(f"{live_url}/printers")
    page.get_by_label("The printer's name").fill("Den laser")
    page.get_by_label("C: the horizontal line, tick to tick, mm").fill("150.4")
    page.get_by_role("button", name="Save printer").click()
    page.get_by_text("C 150.4").wait_for()
    page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Printer", exact=True).select_option("Den laser")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Download PDF").wait_for()
    page.wait_for_url("**printer=Den+laser**")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_only_a_printer_that_turns_nothing_over_is_asked_how_its_stack_goes_back(page, live_url, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    page.locator("summary", has_text="Change").click()
    out = page.get_by_label("If not: which way do sheets come out?")
    expect(out).to_be_hidden()
    page.get_by_label("Does your printer print both sides by itself?").select_option("two")
    out.select_option("up-turned")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("Sheet 1 now lies on top.").first.wait_for()
    for side in ("fronts", "backs"):
        with page.expect_download() as coming:
            page.get_by_role("button", name=f"Download {side}").click()
        assert coming.value.suggested_filename == f"mecha-mettle-tiles-{side}.pdf"
    page.get_by_text("What to set in your printer’s dialog").click()
    expect(page.get_by_text("First time with this printer?"), "two sheets are a trial already").to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_each_long_file_of_a_print_by_hand_is_watched(page, live_url, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/print?what=tiles&copies=40&feed=two")
    for side in ("fronts", "backs"):
        link = page.get_by_role("button", name=f"Download {side}")
        sides = int(link.get_attribute("data-sheets"))
        with page.expect_download() as coming:
            link.click()
        coming.value.save_as(tmp_path / f"{side}.pdf")
        page.get_by_text(f"{sides} of {sides} sides: saved.").wait_for()
        with pikepdf.open(tmp_path / f"{side}.pdf") as pdf:
            assert len(pdf.pages) == sides > 60


@pytest.mark.long
def test_habits_are_saved_and_printed_by_without_scripts(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/printers")
    page.get_by_label("The printer's name").fill("Den inkjet")
    page.get_by_label("No: I put the stack back in").check()
    page.get_by_label("Face down; the stack goes back in turned over").check()
    page.get_by_role("button", name="Save printer").click()
    page.get_by_text(
        "Prints one side at a time; sheets come out face down; the stack goes back in turned over"
    ).wait_for()
    page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Printer", exact=True).select_option("Den inkjet")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Download backs").wait_for()
    expect(page.get_by_text("Den inkjet: prints one side at a time")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
