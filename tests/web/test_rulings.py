"""The rulings in use: chosen among House rules, three first and the others folded by rule, and said on the rules page."""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.web.conftest import page_of, token_of

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
METTLE = "/mecha-mettle"


@EACH_GAME
def test_three_rulings_stand_open_and_the_others_fold_by_their_rule(client, game):
    page = page_of(client, f"/{game.slug}/house-rules")
    legends = page.xpath("//fieldset[starts-with(@id, 'ruling-')]/legend")
    assert sorted(legend.text for legend in legends) == sorted(ruling.question for ruling in game.rulebook.ruling)
    assert len([legend for legend in legends if not legend.xpath("ancestor::details")]) == min(3, len(legends))
    titles = {section.id: section.title for section in game.rulebook.section}
    for ruling in game.rulebook.ruling:
        (fieldset,) = page.xpath(f"//fieldset[@id='ruling-{ruling.id}']")
        folds = fieldset.xpath("ancestor::details/summary")
        assert [fold.text.strip() for fold in folds] in ([titles[ruling.section]], [])


@EACH_GAME
def test_the_rules_page_says_at_its_rule_which_ruling_applies_and_leads_to_its_choice(client, game):
    chosen = {r.id: o for r in game.rulebook.ruling for o in r.choosable_options[-1:]}
    form = {"csrf_token": token_of(client)} | {ruling: option.id for ruling, option in chosen.items()}
    assert client.post(f"/{game.slug}/rules", data=form).location == f"/{game.slug}/house-rules"
    page = page_of(client, f"/{game.slug}/rules")
    for ruling in game.rulebook.ruling:
        (said,) = page.xpath(f"//article[@id='{ruling.section}']/p[@id='ruling-{ruling.id}']")
        assert said.xpath("./strong/text()") == [chosen[ruling.id].text]
        path, _, anchor = said.xpath("./a/@href")[0].partition("#")
        (fieldset,) = page_of(client, path).xpath(f"//fieldset[@id='{anchor}']")
        assert fieldset.xpath(".//input[@checked]/@value") == [chosen[ruling.id].id]
        assert all(fold.get("open") is not None for fold in fieldset.xpath("ancestor::details"))
    assert page.xpath(f"//*[@id='rulings']//a[@href='/{game.slug}/house-rules#rulings']")


def test_the_enter_key_in_a_title_saves_a_set_and_a_button_uses_the_rulings_alone(client):
    page = page_of(client, f"{METTLE}/house-rules")
    (form,) = [form for form in page.forms if form.xpath(".//input[@id='title']")]
    assert form.get("action") == f"{METTLE}/house-rules"
    buttons = form.xpath(".//button")
    assert buttons[0].get("formaction") is None
    assert [b.get("formaction") for b in buttons if b.text == "Use these rulings"] == [f"{METTLE}/rules"]


@pytest.mark.browser
def test_a_search_shows_the_rulings_with_its_words_and_their_folds(page, live_url):
    page.goto(f"{live_url}/mechastellar/house-rules")
    folds = page.locator("details.ruling-group")
    assert folds.evaluate_all("all => all.filter(one => one.open).length") == 0
    page.get_by_label("Search rulings").fill("revenge")
    expect(page.locator("[data-rulings] fieldset:visible")).to_have_count(1)
    expect(page.locator("#ruling-revenge")).to_be_visible()
    page.get_by_label("Search rulings").press("Enter")
    assert page.url.endswith("/mechastellar/house-rules")
    page.get_by_label("Search rulings").fill("")
    expect(page.locator("[data-rulings] fieldset:visible")).to_have_count(3)
    assert folds.evaluate_all("all => all.filter(one => one.open).length") == 0


@pytest.mark.browser
def test_rulings_chosen_above_are_those_of_a_set_saved_below(page, live_url):
    page.goto(f"{live_url}{METTLE}/house-rules?ruling=spare-actions")
    page.locator("#ruling-spare-actions input").last.check()
    page.get_by_label("Title").fill("Tuesday club")
    page.get_by_label("Title").press("Enter")
    expect(page.locator("h1")).to_have_text("Tuesday club")
    expect(page.locator("#decides + *")).to_contain_text("May actions be left unused?")
