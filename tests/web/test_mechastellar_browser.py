"""In a browser, on a phone: units chosen, duplicated, moved, dragged and taken out; a matchup that answers at once."""

import pytest

pytestmark = pytest.mark.browser


def names(page):
    return page.locator("[data-unit]:not(.is-empty) legend").all_inner_texts()


def test_units_are_chosen_duplicated_moved_and_kept_in_order(page, live_url):
    page.goto(f"{live_url}/mechastellar/new")
    page.select_option("[name='unit-0-profile']", "green-viking")
    page.locator("[data-unit]").nth(1).locator("select[name$=profile]").select_option("voltlion")
    assert names(page) == ["Green Viking", "VoltLion"]
    page.locator("[data-unit]").nth(0).get_by_role("button", name="Duplicate").click()
    page.locator("[data-unit]").nth(2).get_by_role("button", name="unit up").click()
    page.locator("[data-unit]").nth(0).locator("[name$=-name]").fill("Scout")
    assert names(page) == ["Scout", "VoltLion", "Green Viking"]
    page.locator(".ms-left", has_text="350").wait_for()
    page.get_by_role("button", name="Save").last.click()
    page.wait_for_url("**/builds/**")
    assert names(page) == ["Scout", "VoltLion", "Green Viking"]
    page.locator("[data-unit]").nth(1).get_by_role("button", name="Delete this unit").click()
    page.locator(".ms-left", has_text="60").wait_for()
    assert names(page) == ["Scout", "Green Viking"]


def test_a_unit_is_dragged_into_its_place(page, live_url):
    page.set_viewport_size({"width": 1100, "height": 1400})
    page.goto(f"{live_url}/mechastellar/new")
    page.select_option("[name='unit-0-profile']", "green-viking")
    page.locator("[data-unit]").nth(1).locator("select[name$=profile]").select_option("voltlion")
    grip = page.locator("[data-unit]").nth(1).get_by_role("button", name="Drag this unit")
    grip.drag_to(page.locator("[data-unit]").nth(0).locator("legend"))
    assert names(page) == ["VoltLion", "Green Viking"]
    assert page.locator("[data-unit]").nth(0).locator("[name$=place]").input_value() == "1"


def test_equipment_follows_the_profile_and_the_verdict_follows_both(page, live_url):
    page.goto(f"{live_url}/mechastellar/new")
    page.select_option("[name='unit-0-profile']", "green-viking")
    page.check("[name='unit-0-swaps'][value$='Giant Bazooka']")
    page.locator(".finding-rule", has_text="pilot-required").wait_for()
    page.select_option("[name='unit-0-profile']", "voltlion")
    assert page.locator("[name='unit-0-swaps']").count() == 0
    page.locator(".finding-rule", has_text="pilot-required").wait_for(state="detached")


def test_a_matchup_answers_to_another_distance_at_once(page, live_url):
    page.goto(f"{live_url}/mechastellar/matchup?a=green-viking&b=white-asura&distance=8")
    page.fill("#distance", "30")
    page.press("#distance", "Tab")
    page.get_by_text("Out of range").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_opponents_list_is_pasted_and_one_of_its_units_chosen(page, live_url):
    page.goto(f"{live_url}/mechastellar/matchup?a=voltlion&b=white-asura&distance=8")
    page.get_by_text("Their list: paste it").click()
    page.fill("#theirs", "2 × Zeke (Green Viking): 80; Machine Gun → Giant Bazooka, Skilled Pilot\nTankcrawler")
    with page.expect_navigation():  # what was typed has been fetched too, and that page is about to go
        page.get_by_role("button", name="Compare").click()
    page.select_option("#b", "Zeke")
    page.get_by_role("heading", name="VoltLion against Zeke").wait_for()
    page.get_by_text("Carries Giant Bazooka").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
