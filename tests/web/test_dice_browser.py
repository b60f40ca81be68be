"""In a browser: odds that follow the form, dice typed in throw by throw, the clickable grids."""

import pytest

pytestmark = pytest.mark.browser


def test_odds_follow_the_form_and_dice_are_typed_in(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/roll/attack")
    page.select_option("[name=weapon]", "hammer")
    page.select_option("[name=target]", "reactor")
    page.select_option("[name=side]", "shield")
    # 3 Regular Attack dice against 3 Shield dice.
    page.get_by_text("43/216").wait_for()
    page.click("text=I rolled my own dice")
    page.fill("#next-faces", "9 9 9")
    page.get_by_role("button", name="Enter dice", exact=True).click()
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
