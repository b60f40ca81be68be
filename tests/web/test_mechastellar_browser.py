"""In a browser, on a phone: a matchup that answers at once, against a profile or a pasted list."""

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_matchup_answers_to_another_distance_at_once(page, live_url):
    page.goto(f"{live_url}/mechastellar/unit-matchup?a=green-viking&b=white-asura&distance=8")
    page.fill("#distance", "30")
    page.press("#distance", "Tab")
    page.get_by_text("Out of range").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_an_opponents_list_is_pasted_and_one_of_its_units_chosen(page, live_url):
    page.goto(f"{live_url}/mechastellar/unit-matchup?a=voltlion&b=white-asura&distance=8")
    page.get_by_text("Their list: paste it").click()
    page.fill("#theirs", "2 × Zeke (Green Viking): 80; Machine Gun → Giant Bazooka, Skilled Pilot\nTankcrawler")
    with page.expect_navigation():  # what was typed has been fetched too, and that page is about to go
        page.get_by_role("button", name="Compare").click()
    page.select_option("#b", "Zeke")
    page.get_by_role("heading", name="VoltLion against Zeke").wait_for()
    page.get_by_text("Carries Giant Bazooka").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
