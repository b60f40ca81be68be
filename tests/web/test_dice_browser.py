"""In a browser: odds that follow the form, dice typed in throw by throw, the clickable grids."""

import shutil
import threading

import pytest
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from companion.web import create_app

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: apt-get install chromium"),
]


@pytest.fixture
def live_url():
    """Serve the product on a free port."""
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page():
    """Open a phone-sized page that remembers what went wrong in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        opened = browser.new_page(viewport={"width": 360, "height": 740})
        wrong = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        yield opened
        browser.close()
    assert wrong == []


def test_odds_follow_the_form_and_dice_are_typed_in(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/roll/attack")
    page.select_option("[name=weapon]", "hammer")
    page.select_option("[name=target]", "reactor")
    page.select_option("[name=side]", "shield")
    # 3 Regular Attack dice against 3 Shield dice.
    page.get_by_text("43/216").wait_for()
    page.click("text=I rolled my own dice")
    page.fill("#next-faces", "9 9 9")
    page.click("text=Enter dice")
    assert "1 to 6" in page.inner_text("#next-wrong")
    page.fill("#next-faces", "561")
    page.keyboard.press("Enter")
    page.fill("#next-faces", "1 2 3")
    page.keyboard.press("Enter")
    page.get_by_text("Throw again").wait_for()
    assert "Hit\nyes" in page.inner_text(".dice-outcome")


def test_squares_are_clicked_and_the_line_follows(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/line-of-sight")
    page.click("#own-middle-left")
    page.get_by_text("their right column").wait_for()
    page.click("#their-front-right")
    page.select_option("#select-front-right", "reactor:ahead")
    page.get_by_text("Out of reach").first.wait_for()
    page.get_by_text("Odds of this shot").click()
    assert "target=reactor" in page.url
