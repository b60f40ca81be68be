"""Inputs of whole numbers in a build's form: bounds from the model, what cannot be read comes back as it was typed."""

import html
import re

import pytest
from playwright.sync_api import expect

NEW = "/mechastellar/new"


def inputs(page):
    """Return a page's inputs by name, each with its attributes."""
    attributes = r'([\w-]+)(?:="([^"]*)")?'
    found = [dict(re.findall(attributes, tag)) for tag in re.findall(r"<input ([^>]*)>", page)]
    return {one["name"]: one for one in found if "name" in one}


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


def test_a_number_has_an_input_with_its_bounds(client):
    page = inputs(text(client.get(NEW)))
    shown = ("type", "inputmode", "min", "max", "value")
    assert [page["size"].get(name) for name in shown] == ["number", "numeric", "0", "100000", "500"]
    assert [page["unit-0-count"].get(name) for name in shown] == ["number", "numeric", "1", "99", "1"]
    marks = inputs(text(client.get("/wreck-a-mech/new")))
    assert [marks["opponent_attack"].get(name) for name in shown] == ["number", "numeric", "0", "99", ""]
    limit = inputs(text(client.get("/mechastellar/house-rules")))["limit-size"]
    assert [limit.get(name) for name in shown] == ["number", "numeric", "0", "100000", ""]


@pytest.mark.parametrize("typed", ["12e", "-", "1.5", "many", "100001", "-1"])
def test_what_is_no_size_comes_back_as_typed_with_its_sentence(post, typed):
    answer = post(NEW, {"size": typed, "unit-0-profile": "voltlion", "unit-0-count": typed})
    assert answer.status_code == 422
    page = text(answer)
    assert f"'{typed}' is not a size. Write points from 0 to 100000, for example 1000." in page
    assert f"Unit 1: '{typed}' is not a count. Write a whole number from 1 to 99." in page
    shown = inputs(page)
    is_number = typed.removeprefix("-").isdecimal()
    for name in ("size", "unit-0-count"):
        assert shown[name]["value"] == typed
        assert shown[name]["type"] == ("number" if is_number else "text"), "a number's input shows nothing else"


def test_a_limit_of_house_rules_that_is_no_number_comes_back_as_typed(post):
    answer = post("/mechastellar/house-rules", {"title": "Club", "limit-size": "3oo"})
    assert answer.status_code == 422
    shown = inputs(text(answer))["limit-size"]
    assert (shown["type"], shown["value"]) == ("text", "3oo")


@pytest.mark.browser
def test_letters_are_not_typed_and_a_wheel_changes_no_number(page, live_url):
    page.goto(live_url + NEW)
    page.locator("#all-fields > summary").click()
    size = page.locator("#size")
    size.fill("")
    size.press_sequentially("1e.-25")
    expect(size).to_have_value("125")
    size.hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function("before => scrollY > before", arg=before)
    expect(size).to_have_value("125")
