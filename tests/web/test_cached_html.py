"""What builders render once for the same cards and rulings: every page has its own addresses, cards and choices."""

import json

import pytest
from markupsafe import Markup

from companion.web.builds import cached_html
from companion.web.builds.cached_html import mark_chosen
from tests.web.conftest import page_of

OWN_WEAPON = {"we": 3, "pc": 1, "pe": 4, "do": 2, "ar": 5, "dt": 2, "origin": {"default": "own"}}


def names_of(page):
    """The names in the shop, and those in the options of the plain fields."""
    shop = page.xpath("//li[@data-choice]/@data-name")
    return set(shop), {"".join(option.itertext()).rstrip("◇⌂✎") for option in page.xpath("//select//option")}


def test_a_pack_that_is_used_shows_at_once_and_is_gone_when_it_is_not(client, post):
    assert "Pea Gun" not in names_of(page_of(client, "/techniconica/new"))[0]
    card = {"id": "pea-gun", "name": "Pea Gun", **OWN_WEAPON}
    text = json.dumps({"game": "techniconica", "kind": "pack", "title": "Box", "weapon": [card]})
    assert post("/techniconica/packs", {"text": text}).status_code == 303
    shop, options = names_of(page_of(client, "/techniconica/new"))
    assert "Pea Gun" in shop and "Pea Gun" in options
    shop, options = names_of(page_of(client.application.test_client(), "/techniconica/new"))
    assert "Auto Rifle" in shop and "Pea Gun" not in shop | options


@pytest.mark.parametrize("game", ["mecha-mettle", "mechastellar", "techniconica", "wreck-a-mech"])
def test_each_build_has_its_own_addresses(client, post, game):
    paths = [post(f"/{game}/new", {"title": title}).location for title in ("One", "Two")]
    for path in paths:
        page = page_of(client, path)
        (address,) = {button.get("formaction") for button in page.xpath("//button[@data-add]")}
        assert address == f"/{game}/check?of={path.rpartition('/')[2]}"
        pictures = list(page.xpath("//ul[@data-cards]//img/@src"))
        assert pictures and all(src.endswith(f".svg?build={path.rpartition('/')[2]}") for src in pictures)
    (address,) = {button.get("formaction") for button in page_of(client, f"/{game}/new").xpath("//button[@data-add]")}
    assert address == f"/{game}/check"


def test_each_draft_has_its_own_ticks(client, post):
    ids = page_of(client, "/mecha-mettle/new").xpath("//input[@name='components']/@value")
    for chosen in (ids[:2], ids[2:4]):
        page = page_of(client, post("/mecha-mettle/new", {"title": "T", "components": chosen}).location)
        assert page.xpath("//input[@name='components' and @checked]/@value") == chosen


def test_a_part_in_a_wrong_place_is_an_option_of_its_own(client, post):
    page = page_of(client, "/wreck-a-mech/new")
    head = page.xpath("//select[@id='head']//option/@value")[1]
    page = page_of(client, post("/wreck-a-mech/new", {"title": "T", "body": head}).location)
    assert page.xpath("//select[@id='body']//option[@selected]/@value") == [head]
    assert page.xpath("//select[@id='body']/optgroup/@label")[-1] == "Misplaced"


def test_an_attached_card_that_cannot_be_attached_stays_in_the_form(client, post):
    fields = {"title": "T", "mech-0-cockpit": "standard-cockpit", "mech-0-cockpit-attached": "long-rifle"}
    page = page_of(client, post("/techniconica/new", fields).location)
    assert page.xpath("//select[@name='mech-0-cockpit-attached']//option[@selected]/@value") == ["long-rifle"]


def test_a_chosen_value_is_marked_once_and_hostile_ones_mark_nothing():
    options = Markup('<option value="a">A</option><option value="ab">B</option>')
    assert mark_chosen(options, ["ab", "ab"], "selected") == options.replace(
        Markup('value="ab"'), Markup('value="ab" selected')
    )
    for hostile in ('a">', "<b>", '" onclick="x', ""):
        assert mark_chosen(options, [hostile], "selected") == options


def test_no_placeholder_is_left_on_a_page(client):
    for game in ("mecha-mettle", "mechalyte", "mechastellar", "techniconica", "wreck-a-mech"):
        html = client.get(f"/{game}/new").get_data(as_text=True)
        assert cached_html._CHECKED_AT not in html and cached_html._QUERY not in html


def test_a_card_of_odd_characters_shows_them_and_no_address(client, post):
    card = {"id": "pea-gun", "name": "Pea \ue000\ue001 Gun", **OWN_WEAPON}
    text = json.dumps({"game": "techniconica", "kind": "pack", "title": "Box", "weapon": [card]})
    assert post("/techniconica/packs", {"text": text}).status_code == 303
    shop, _ = names_of(page_of(client, "/techniconica/new"))
    assert "Pea \ue000\ue001 Gun" in shop


def test_a_shop_of_tiles_counts_too_so_that_the_cache_stays_bounded(client):
    cached_html._html.cache.clear()
    client.get("/mechalyte/new")
    assert len(cached_html._html.cache) == 1 and cached_html._html.cache.currsize >= 1000
