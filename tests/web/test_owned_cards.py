"""The collection in the builder: used by default, switched off by a tap, and what is left of it is shown."""

import html
import re

import pytest

SQUAD = {"title": "Mine", "mech-0-locomotor": "hauler-tracks", "mech-0-cockpit": "standard-cockpit"}
NEW = "/techniconica/new"
CARDS = {"own.hauler-tracks": "2", "own.standard-cockpit": "1", "own.long-rifle": "1"}
COUNTS = {"hauler-tracks": 2, "standard-cockpit": 1, "long-rifle": 1}


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


def chosen(page):
    return re.search(r'name="cards-from" value="(\w+)" checked', page)[1]


@pytest.fixture
def counted(post):
    post("/techniconica/collection", CARDS)


@pytest.fixture
def owned(app):
    """Return what the build at an address counts."""
    return lambda address: app.extensions["store"].get(address.split("/")[-1]).data.get("owned")


def test_without_a_collection_any_card_may_be_used(client):
    page = text(client.get(NEW))
    assert chosen(page) == "any" and "My collection," not in page and "Count my collection" in page


def test_a_new_build_uses_the_collection_by_default(client, counted):
    page = text(client.get(NEW))
    assert chosen(page) == "collection" and "My collection, 4 cards" in page


def test_a_saved_build_keeps_the_counts_and_shows_the_collection(client, post, counted, owned):
    made = post(NEW, {**SQUAD, "cards-from": "collection"}).location
    assert owned(made) == COUNTS
    page = text(client.get(made))
    assert chosen(page) == "collection"
    assert "1 Hauler Tracks, 1 Long Rifle</p>" in page


def test_the_collection_can_be_switched_off(client, post, counted, owned):
    made = post(NEW, {**SQUAD, "cards-from": "any", "owned": "2 fuel-cell"}).location
    assert owned(made) is None
    page = text(client.get(made))
    assert chosen(page) == "any" and "Left of your cards" not in page


def test_typed_cards_remain_a_way_in(client, post, counted, owned):
    made = post(NEW, {**SQUAD, "cards-from": "typed", "owned": "3 hauler-tracks"}).location
    assert owned(made) == {"hauler-tracks": 3}
    assert chosen(text(client.get(made))) == "typed"


def test_a_form_without_the_question_counts_what_is_typed(post, counted, owned):
    assert owned(post(NEW, {**SQUAD, "owned": "3 hauler-tracks"}).location) == {"hauler-tracks": 3}
    assert owned(post(NEW, SQUAD).location) is None


def test_a_collection_that_changed_is_taken_by_choosing_it_again(client, post, counted, owned):
    made = post(NEW, {**SQUAD, "cards-from": "collection"}).location
    post("/techniconica/collection", {**CARDS, "own.long-rifle": "3"})
    assert chosen(text(client.get(made))) == "typed"
    post(made, {**SQUAD, "version": "1", "cards-from": "collection"})
    assert owned(made) == {**COUNTS, "long-rifle": 3}


def test_cards_of_which_none_is_left_are_listed_last(client, counted):
    page = text(client.get(NEW))
    weapons = page.index('<optgroup label="Weapon">'), page.index('<optgroup label="Weapon: none left">')
    assert weapons[0] < page.index('<option value="long-rifle"') < weapons[1] < page.index('<option value="rail-lance"')


def test_fixes_are_limited_to_the_collection(client, post, counted):
    def offered(source):
        page = text(post("/techniconica/check", {**SQUAD, "cards-from": source}))
        return [label.removeprefix("Add ") for label in re.findall(r'name="fix"[^\n]*>([^<]+)</button>', page)]

    assert offered("collection") == ["Long Rifle"]
    assert len(offered("any")) > 1
