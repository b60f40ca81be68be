"""In a browser: odds that follow the form, dice typed in, results in view on a phone, last rolls, clickable grids."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_odds_follow_the_form_and_dice_are_typed_in(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/roll/attack")
    page.get_by_text("Type the numbers instead").click()
    page.select_option("[name=weapon]", "hammer")
    page.select_option("[name=target]", "reactor")
    page.select_option("[name=side]", "shield")
    # 3 Regular Attack dice against 3 Shield dice.
    page.locator(".dice-small", has_text="43/216").wait_for()
    page.click("text=Enter my dice")
    page.fill("#next-faces", "9 9 9")
    page.get_by_role("button", name="Enter dice", exact=True).click()
    expect(page.locator("#next-wrong")).to_contain_text("1 to 6")
    page.fill("#next-faces", "561")
    page.keyboard.press("Enter")
    page.wait_for_url("**faces=561**")
    page.fill("#next-faces", "1 2 3")
    page.keyboard.press("Enter")
    page.get_by_text("Throw again").wait_for()
    expect(page.locator(".dice-outcome")).to_contain_text("Hit\nyes", use_inner_text=True)


@pytest.mark.long
def test_dice_are_typed_at_once_throw_after_throw(page, live_url):
    page.goto(f"{live_url}/roll")
    page.fill("[name=expression]", "2d6! + d%")
    page.get_by_role("button", name="Enter my dice").click()
    expect(page.locator("#next-faces")).to_be_focused()
    page.keyboard.type("5 6")
    page.keyboard.press("Enter")
    page.wait_for_url("**faces=5+6**")
    expect(page.locator("#next-faces")).to_be_focused()


@pytest.mark.long
def test_faces_are_tapped_taken_back_and_sent_with_the_last_one(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/roll/attack?weapon=hammer&target=reactor&side=shield&own=1")
    pad = page.locator("[data-pad]")
    for face in (5, 5):
        pad.get_by_role("button", name=str(face), exact=True).click()
    pad.get_by_role("button", name="Take the last face back").click()
    expect(pad).to_contain_text("1 of 3: 5")
    for face in (6, 1):
        pad.get_by_role("button", name=str(face), exact=True).click()
    page.wait_for_url("**faces=5+6+1**")
    for face in (1, 2, 3):  # the defender's dice
        pad.get_by_role("button", name=str(face), exact=True).click()
    page.get_by_text("Throw again").wait_for()


@pytest.mark.long
def test_squares_are_clicked_and_the_line_follows(page, live_url):
    page.goto(f"{live_url}/mecha-mettle/line-of-sight")
    page.click("#own-middle-left")
    page.get_by_text("their right column").wait_for()
    page.click("#their-front-right")
    page.select_option("#select-front-right", "reactor:ahead")
    page.get_by_text("Out of reach").first.wait_for()
    page.get_by_text("Odds of this shot").click()
    page.wait_for_url("**target=reactor**")


SHOT = "accuracy=6&speed=4&armour=3&penetration=6&damage_output=5&shields=3&armours=4&base=6"
KNOWN = "known=Rail+Gun&known=AC+6&known=PE+6"
ROLLS = [
    f"/techniconica/roll/shoot?{SHOT}&{KNOWN}",
    f"/techniconica/roll/shoot?{SHOT}",
    "/mecha-mettle/roll/attack?weapon=hammer&target=reactor&side=shield",
    "/mechastellar/roll/melee?melee=7",
    "/mechalyte/roll/combat?a=MIPASA:4,4,2&b=PMISAA:5",
    "/wreck-a-mech/roll/combat?attack=9&defense=3&structures=2,3,1,2,2",
    "/roll?expression=30d6",
    "/roll?expression=6d6%3E%3D5",
]
BESIDE = "/roll?expression=3d6&expression=2d10%21&show=at-most"
ODDS, ROLLED = "#odds-title + .dice-headline", "#rolled-figure, .dice-outcome.is-alone"


def in_view(page, selector):
    """Return whether an element lies wholly within what the screen shows above the buttons."""
    box, bar = page.locator(selector).first.bounding_box(), page.locator(".dice-buttons").bounding_box()
    bottom = min(page.viewport_size["height"], bar["y"])
    return box["y"] >= 0 and box["y"] + box["height"] <= bottom and box["x"] + box["width"] <= 360


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.long)], ids=["scripts", "no-scripts"])
def test_a_result_is_in_view_when_it_arrives_on_a_phone(live_url, request, scripts):
    page = request.getfixturevalue("page" if scripts else "page_without_scripts")
    page.emulate_media(reduced_motion="reduce")  # a page that still glides to its result cannot be measured
    for address in ROLLS:
        page.goto(live_url + address)
        assert in_view(page, ODDS), address
        for button, shown in (("Show odds", ODDS), ("Roll", ROLLED)):
            if page.get_by_role("button", name=button, exact=True).count():
                page.get_by_role("button", name=button, exact=True).click()
                page.locator(shown).first.wait_for()
                assert in_view(page, shown), (address, button)
        if scripts:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@pytest.mark.long
def test_the_buttons_stay_in_view_and_the_main_figure_follows_what_is_typed(page, live_url):
    page.goto(f"{live_url}/mechastellar/roll/shoot")
    page.get_by_text("Type the numbers instead").click()
    page.fill("[name=shots]", "9")
    page.locator("[name=shots]").blur()
    page.locator("#dice-line a").wait_for()
    box = page.locator("#dice-line a").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]
    before = page.inner_text("#dice-line")
    page.fill("[name=damage]", "900")
    page.locator("[name=damage]").blur()
    page.locator("#dice-line", has_not_text=before).wait_for()
    expect(page.locator("#dice-line strong")).to_have_text(page.text_content(".dice-large"))


@pytest.mark.long
def test_the_line_of_a_matchup_opens_changes_and_says_so(page, live_url):
    page.goto(f"{live_url}/techniconica/roll/shoot?{SHOT}&{KNOWN}")
    expect(page.locator("[name=accuracy]")).to_be_hidden()
    page.click("text=change")
    page.fill("[name=accuracy]", "9")
    page.locator("[name=accuracy]").blur()
    page.get_by_text("(AC now 9)").wait_for()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".dice-outcome").wait_for()
    expect(page.locator("#dice-known")).to_contain_text("AC now 9")


@pytest.mark.long
def test_on_a_desktop_the_form_stays_open_beside_the_result(page, live_url):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/techniconica/roll/shoot?{SHOT}")
    form, result = page.locator("#dice-form").bounding_box(), page.locator("#result").bounding_box()
    expect(page.locator("[name=accuracy]")).to_be_visible()
    assert form["x"] + form["width"] <= result["x"]
    page.fill("[name=accuracy]", "1")
    page.locator("[name=accuracy]").blur()
    # 1 + 6 against 4 + 3: a hit where the attack's die is at least the evasion's and no 1, which jams: 54 of 100 pairs.
    page.locator(".dice-large", has_text="54.0 %").wait_for()


@pytest.mark.long
def test_the_last_rolls_are_listed_kept_by_game_and_cleared(page, live_url):
    page.goto(f"{live_url}/roll?expression=2d6")
    expect(page.locator(".dice-last")).to_be_hidden()
    kept = [{"what": f"roll {n}", "result": "", "link": "/roll", "time": 1} for n in range(20)]
    page.evaluate("kept => localStorage.setItem('last-rolls:', JSON.stringify(kept))", kept)
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".dice-outcome").wait_for()
    page.locator(".dice-last li").first.wait_for()
    newest = page.inner_text(".dice-outcome dd")
    expect(page.locator(".dice-last li")).to_have_count(20)
    expect(page.locator(".dice-last-result").first).to_have_text(f"Total {newest}")
    expect(page.locator(".dice-last-what")).to_have_text(["Dice 2d6", *(f"roll {n}" for n in range(19))])
    assert page.evaluate("JSON.parse(localStorage.getItem('last-rolls:')).length") == 20
    page.goto(f"{live_url}/mechalyte/roll")
    expect(page.locator(".dice-last")).to_be_hidden()
    page.goto(f"{live_url}/roll")
    page.locator(".dice-last li a").first.click()
    page.locator(".dice-headline").wait_for()
    expect(page.locator("#expression")).to_have_value("2d6")
    page.click("text=Clear")
    expect(page.locator(".dice-last")).to_be_hidden()
    page.reload()
    expect(page.locator(".dice-last")).to_be_hidden()


@pytest.mark.long
def test_typed_in_dice_are_listed_once_however_often_the_page_is_opened(page, live_url):
    address = f"{live_url}/roll?expression=2d6&own=1&faces=3+4"
    for _ in range(3):
        page.goto(address)
        page.locator(".dice-last li").first.wait_for()
    expect(page.locator(".dice-last li")).to_have_count(1)
    expect(page.locator(".dice-last-what")).to_contain_text("own dice")


@pytest.mark.long
def test_rolls_that_were_tampered_with_are_not_shown(page, live_url):
    page.goto(f"{live_url}/roll")
    page.evaluate("""localStorage.setItem("last-rolls:", JSON.stringify([null, 3, {link: "javascript:alert(1)", time: 1},
        {link: "/roll", time: "x"}, {link: "//example.org", time: 1, what: "a", result: "b"},
        {link: "/roll?expression=d6", time: 1, what: "<b>d6</b>", result: "Total 3"}]))""")
    page.reload()
    expect(page.locator(".dice-last-what")).to_have_text(["<b>d6</b>"])
    page.evaluate("localStorage.setItem('last-rolls:', 'not json')")
    page.reload()
    expect(page.locator(".dice-last")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_with_dice_a_fold_and_last_rolls(page, live_url, theme):
    page.emulate_media(color_scheme=theme)
    wrong = []
    for address in [*ROLLS, BESIDE, BESIDE + "&expression=2d"]:
        page.goto(live_url + address)
        if page.get_by_role("button", name="Roll", exact=True).count():
            page.get_by_role("button", name="Roll", exact=True).click()
            page.locator(".dice-outcome").first.wait_for()
        found = Axe().run(page).response["violations"]
        wrong += [(address, one["id"], one["nodes"][0]["html"][:160]) for one in found]
    assert wrong == []


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_second_expression_is_one_tap_away_on_a_phone(live_url, request, scripts):
    page = request.getfixturevalue("page" if scripts else "page_without_scripts")
    page.goto(f"{live_url}/roll?expression=3d6")
    page.get_by_role("button", name="Compare with other dice").click()
    second = page.locator("#expression-2")
    expect(second).to_be_focused()
    second.fill("2d10")
    second.press("Enter")
    page.wait_for_url("**expression=2d10**")
    expect(page.locator(".dice-legend li")).to_have_text(["3d6 Total 10.5 on average", "2d10 Total 11 on average"])
    box = page.locator(".dice-lines").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Exactly").click()
    page.get_by_text("All totals as a table").click()
    # 27 of 216 throws of three d6 come to 11, and 10 of 100 of two d10.
    expect(page.get_by_role("row", name="11 12.5 % 1/8 10.0 % 1/10", exact=True)).to_be_visible()
    page.get_by_role("button", name="Add more dice").click()
    page.locator("#expression-3").fill("(2d6)>=8")
    page.locator("#expression-3").press("Enter")
    expect(page.locator("#expression-3-wrong")).to_contain_text("yes or no cannot stand beside numbers")
    expect(second).to_have_value("2d10")


@pytest.mark.long
def test_what_is_wrong_is_said_beside_the_field_while_another_one_is_empty(page, live_url):
    page.goto(f"{live_url}/roll?expression=3d6&expression=2d10&expression=")
    page.fill("#expression-2", "")
    page.fill("#expression-3", "2d")
    page.locator("#expression-3").blur()
    expect(page.locator("#expression-3-wrong mark")).to_be_visible()
    expect(page.locator("#expression-2-wrong")).to_have_count(0)
    page.fill("#expression-3", "d20")
    page.locator("#expression-3").blur()
    expect(page.locator(".dice-legend strong")).to_have_text(["3d6", "d20"])


@pytest.mark.long
def test_words_and_tens_with_units_are_tapped(page, live_url):
    page.goto(f"{live_url}/roll?expression=3d%7Bhit%2C+hit%2C+miss%7D&own=1")
    pad = page.locator("[data-pad]")
    for word in ("hit", "miss"):
        pad.get_by_role("button", name=word, exact=True).click()
    expect(pad).to_contain_text("2 of 3: hit miss")
    pad.get_by_role("button", name="hit", exact=True).click()
    page.wait_for_url("**faces=1+3+1**")
    expect(page.locator(".die-word")).to_have_text(["hit", "miss", "hit"])
    expect(page.locator(".dice-last-result").first).to_have_text("2 hit, 1 miss")
    page.goto(f"{live_url}/roll?expression=d66&own=1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-pad]").get_by_role("button", name="46", exact=True).click()
    page.wait_for_url("**faces=46**")
    page.locator(".dice-last li a").first.click()
    expect(page.locator("#expression")).to_have_value("d66")


@pytest.mark.long
def test_odds_beside_each_other_print_dark_on_light(page, live_url):
    page.emulate_media(color_scheme="dark", media="print")
    page.goto(live_url + BESIDE)
    light = page.evaluate("getComputedStyle(document.querySelector('h1')).color")
    assert light == "rgb(20, 24, 31)"
    expect(page.locator(".dice-buttons")).to_be_hidden()
    expect(page.locator(".dice-lines")).to_be_visible()
    page.emulate_media(color_scheme="light", media="screen")
