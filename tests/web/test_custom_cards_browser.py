"""Own cards in a browser: a file and its picture are sent once, shown, and taken away as a PDF and as pictures."""

import re
from zipfile import ZipFile

import pikepdf
import pytest
from PIL import Image
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
TEXT = 'title,type,Attack,text,picture,copies\nRail Gun,Weapon,5,"Roll {d6}.",art.png,2\nDrone,Scout,1,,,1\n'


@pytest.mark.long
def test_cards_with_a_picture_are_shown_and_taken_away(page, live_url, tmp_path):
    Image.new("RGB", (60, 40), (200, 30, 30)).save(tmp_path / "art.png")
    (tmp_path / "mine.csv").write_text(TEXT, "utf-8")
    page.goto(live_url)
    page.get_by_role("main").get_by_role("link", name="Make cards").click()
    page.get_by_role("link", name="Rows").click()
    page.get_by_label("Or a file").set_input_files(tmp_path / "mine.csv")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("art.png, a file that is not there").wait_for()
    expect(page.get_by_label("Cards in CSV or TOML")).to_have_value(re.compile("Rail Gun,Weapon"))
    page.get_by_label("Pictures that the cards name").set_input_files(tmp_path / "art.png")
    page.get_by_role("button", name="Preview").click()
    shown = page.get_by_role("img", name="Rail Gun. Weapon.")
    shown.wait_for()
    assert shown.evaluate("image => image.naturalWidth") > 200
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    coming.value.save_as(tmp_path / "cards.pdf")
    with pikepdf.open(tmp_path / "cards.pdf") as pdf:
        assert len(pdf.pages) == 2
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Pictures (PNG)").check()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    coming.value.save_as(tmp_path / "cards.zip")
    with ZipFile(tmp_path / "cards.zip") as bundle:
        assert "mine/01-rail-gun-x2.png" in bundle.namelist()


@pytest.mark.long
def test_a_print_set_is_exported_from_the_print_page(page, live_url, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/print?what=tiles")
    page.get_by_role("region", name="Sheets").get_by_role("link", name="As files").click()
    page.get_by_label("Drawings (SVG)").check()
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("22 cards in 1 deck").wait_for()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    coming.value.save_as(tmp_path / "tiles.zip")
    with ZipFile(tmp_path / "tiles.zip") as bundle:
        assert "tiles/01-open-port-x18.svg" in bundle.namelist()


@pytest.mark.long
def test_many_pictures_are_watched_and_arrive_whole(page, live_url, tmp_path):
    page.goto(f"{live_url}/mecha-mettle/print?what=components&to=png&dpi=150")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    assert coming.value.suggested_filename == "mecha-mettle-components-png.zip", "as without scripts"
    coming.value.save_as(tmp_path / "cards.zip")
    page.get_by_text("18 of 18 files: saved.").wait_for()
    with ZipFile(tmp_path / "cards.zip") as bundle:
        assert bundle.testzip() is None
        assert len(bundle.namelist()) == 18, "sixteen faces, the back they share, the table"


@pytest.mark.long
def test_many_custom_cards_are_watched_stopped_and_arrive_whole(page, live_url, tmp_path):
    """600 cards, nine to a sheet: 67 sheets, with their backs 134 sides."""
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Cards in CSV or TOML").fill("title\n" + "".join(f"Card {n}\n" for n in range(600)))
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("67 sheets of A4").wait_for()
    page.route("**/custom-cards?*", lambda route: None)  # an answer that never comes
    page.get_by_role("button", name="Download").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Stopped.").wait_for()
    page.unroute("**/custom-cards?*")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    coming.value.save_as(tmp_path / "cards.pdf")
    page.get_by_text("134 of 134 sides: saved.").wait_for()
    assert coming.value.suggested_filename == "cards.pdf"
    with pikepdf.open(tmp_path / "cards.pdf") as pdf:
        assert len(pdf.pages) == 134
    page.get_by_label("Cards in CSV or TOML").fill("title,copies\nDrone,-1\n")
    page.get_by_role("button", name="Download").click()
    page.get_by_text("row 2 (Drone): copies: found '-1', expected at least 0.").wait_for()


@pytest.mark.long
def test_sheets_of_a_form_that_has_changed_since_say_so(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("1 sheet of A4").wait_for()
    changed = page.get_by_text("The form has changed: press Preview to see what it makes now.")
    expect(changed).to_be_hidden()
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Paper", exact=True).select_option("letter")
    expect(changed).to_be_visible()
    page.get_by_label("Paper", exact=True).select_option("a4")
    expect(changed).to_be_hidden()


@pytest.mark.long
def test_another_theme_leaves_cards_as_they_are_typed(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Cards in CSV or TOML").fill("title\nMine\n")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("1 sheet of A4").wait_for()
    dark = page.get_by_role("button", name="Dark")
    dark.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(dark).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Auto")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_label("Cards in CSV or TOML")).to_have_value("title\nMine\n")
    page.goto(live_url)
    expect(page.locator("html"), "it is remembered").to_have_attribute("data-theme", "dark")


@pytest.mark.long
def test_files_too_large_to_send_are_refused_before_anything_is_lost(page, live_url, tmp_path):
    Image.effect_noise((90, 90), 80).save(tmp_path / "art.png")
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_label("Cards in CSV or TOML").fill("title\nMine\n")
    page.locator("form[data-most]").evaluate("form => { form.dataset.most = '1000'; }")
    chosen = page.get_by_label("Pictures that the cards name")
    chosen.set_input_files(tmp_path / "art.png")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#pictures:invalid")).to_have_count(1)
    assert chosen.evaluate("field => field.validationMessage").startswith("art.png is too large")
    expect(page.get_by_label("Cards in CSV or TOML")).to_have_value("title\nMine\n")
    chosen.set_input_files([])
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("1 card in 1 deck").wait_for()


@pytest.mark.long
def test_more_pictures_than_one_request_holds_are_sent_in_parts(page, live_url, tmp_path):
    files = [tmp_path / f"Card {number}.png" for number in range(5)]
    for file in files:
        Image.effect_noise((126, 176), 80).save(file)
    page.goto(f"{live_url}/custom-cards?of=pictures")
    page.locator("form[data-most]").evaluate("form => { form.dataset.most = '50000'; }")
    parts = []
    page.on(
        "request", lambda request: parts.append(request) if request.url.endswith("/custom-cards/pictures") else None
    )
    page.get_by_label("Pictures, or a zip of them").set_input_files(files)
    page.get_by_text("5 cards in 1 deck").wait_for()
    assert len(parts) == 5, "each is more than a quarter of what one request holds"
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    with pikepdf.open(coming.value.path()) as pdf:
        assert len(pdf.pages) == 1


def twenty(folder):
    """Write twenty pictures of cards and a back of no particular name; return the cards' files and the back's."""
    files = [folder / f"Beast {number:02}.png" for number in range(1, 21)]
    for number, file in enumerate((*files, folder / "IMG_2041.png")):
        Image.new("RGB", (126, 176), (10 * number, 80, 120)).save(file)
    return files, folder / "IMG_2041.png"


def count_clicks(page):
    """Count what a player presses from now on: buttons, and files that are chosen."""
    count = "sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1"
    page.add_init_script(f"addEventListener('click', (event) => {{ if (event.isTrusted) {count}; }}, true);")
    page.reload()


def saved_pages(coming):
    with pikepdf.open(coming.value.path()) as pdf:
        return len(pdf.pages)


def test_twenty_pictures_and_a_back_are_three_clicks(page, live_url, tmp_path):
    """The files are chosen, a picture is tapped as the back, the PDF is downloaded: 20 cards, three sheets, six sides."""
    cards, back = twenty(tmp_path)
    page.goto(f"{live_url}/custom-cards?of=pictures")
    count_clicks(page)
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Pictures, or a zip of them").click()
    chooser.value.set_files([*cards, back])
    page.get_by_text("21 cards in 1 deck").wait_for()
    page.wait_for_load_state("networkidle")  # a person taps a picture that is there
    page.get_by_role("button", name="Back of all cards: IMG 2041").click()
    page.get_by_text("20 cards in 1 deck").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    assert page.evaluate("Number(sessionStorage.clicks)") == 3
    assert saved_pages(coming) == 6


@pytest.mark.long
def test_a_back_of_its_own_field_is_three_clicks_too_without_scripts(page_without_scripts, live_url, tmp_path):
    page, (cards, back) = page_without_scripts, twenty(tmp_path)
    page.goto(f"{live_url}/custom-cards?of=pictures")
    page.get_by_label("Pictures, or a zip of them").set_input_files(cards)
    page.get_by_label("Back of all cards", exact=True).set_input_files(back)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    assert saved_pages(coming) == 6


def test_three_more_of_one_card_are_three_clicks(page, live_url, tmp_path):
    cards, _ = twenty(tmp_path)
    page.goto(f"{live_url}/custom-cards?of=pictures")
    page.get_by_label("Pictures, or a zip of them").set_input_files(cards)
    page.get_by_text("20 cards in 1 deck").wait_for()
    count = page.get_by_label("Copies of Beast 07", exact=True)
    more = page.get_by_role("button", name="One more Beast 07")
    for _ in range(3):
        more.click()
    expect(count).to_have_value("4")
    expect(page.get_by_text("The form has changed")).to_be_visible()
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("23 cards in 1 deck").wait_for()
    expect(count).to_have_value("4")
    page.get_by_role("button", name="One Beast 07 fewer").click()
    expect(count).to_have_value("3")


@pytest.mark.long
def test_numbers_of_rows_stay_while_the_cards_are_typed(page, live_url):
    page.goto(f"{live_url}/custom-cards?of=rows")
    page.get_by_role("button", name="One more Rail Gun").click()
    expect(page.get_by_label("Copies of Rail Gun")).to_have_value("3")
    page.get_by_label("Cards in CSV or TOML").fill("title,copies\nRail Gun,2\nOwl,1\n")
    page.get_by_label("Copies of Owl").wait_for()
    expect(page.get_by_label("Copies of Rail Gun")).to_have_value("3")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    assert coming.value.path().stat().st_size > 1000


@pytest.mark.long
def test_numbers_and_backs_work_without_scripts(page_without_scripts, live_url, tmp_path):
    page, (cards, back) = page_without_scripts, twenty(tmp_path)
    page.goto(f"{live_url}/custom-cards?of=pictures")
    page.get_by_label("Pictures, or a zip of them").set_input_files([*cards[:3], back])
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Back of all cards: IMG 2041").click()
    page.get_by_label("Copies of Beast 02", exact=True).fill("5")
    page.get_by_role("button", name="Its back (Beast 01)").click()
    page.get_by_role("button", name="None", exact=True).click()
    page.get_by_text("7 cards in 1 deck").wait_for()
    expect(page.get_by_label("Copies of Beast 02", exact=True)).to_have_value("5")
    assert page.get_by_role("button", name="One more Beast 02").count() == 0
