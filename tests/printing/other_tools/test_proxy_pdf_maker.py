"""Proxy-PDF-Maker's folder `images`, with `__back` and `crop`, and its project as JSON."""

import json

import pytest

from companion.base.findings import InvalidInput
from tests.printing.other_tools.deck_files import printed, source

PICTURES = ("images/Fox.png", "images/Bear.png", "images/Wolf.png", "images/__Wolf.png", "images/__back.png")


def project(*cards, **more):
    """Return a project as the program saves it: backs that are hidden have a number of 0."""
    entries = [
        {"name": name, "num": num, "backside": back, "backside_short_edge": False, "hidden": num == 0}
        for name, num, back in cards
    ]
    data = {"version": "0.10", "image_dir": "images", "img_cache": "images/crop/preview.cache", "cards": entries}
    data |= {"bleed_edge": 0.0, "backside_enabled": True, "backside_default": "__back.png", "page_size": "A4"}
    return json.dumps(data | more)


CARDS = (("Fox.png", 3, ""), ("Bear.png", 0, ""), ("Wolf.png", 1, "__Wolf.png"), ("__Wolf.png", 0, ""))


def test_a_project_says_how_many_of_each_and_which_back():
    cards, notes = printed(source(*PICTURES, proj__json=project(*CARDS)))
    assert cards == {
        "images/Fox.png": (3, "images/__back.png"),
        "images/Wolf.png": (1, "images/__Wolf.png"),
    }
    assert not notes


def test_without_a_project_the_names_say_it():
    crop = tuple(name.replace("images/", "images/crop/") for name in PICTURES)
    cards, notes = printed(source(*PICTURES, *crop))
    assert {path: back for path, (_, back) in cards.items()} == {
        "images/Bear.png": "images/__back.png",
        "images/Fox.png": "images/__back.png",
        "images/Wolf.png": "images/__Wolf.png",
    }
    assert notes == ["crop is left out: its pictures are copies of those in the folder around it."]


def test_a_project_without_backs_prints_none():
    cards, _ = printed(source(*PICTURES, proj__json=project(*CARDS, backside_enabled=False)))
    assert cards == {"images/Fox.png": (3, ""), "images/Wolf.png": (1, "")}


def test_a_card_of_a_newer_version_has_no_back_of_its_own():
    """Since 2025 `backside` is left out where the card has none."""
    text = json.dumps({"version": "0.13", "cards": [{"name": "Fox.png", "num": 2}], "backside_enabled": True})
    assert printed(source(*PICTURES, proj__json=text))[0] == {"images/Fox.png": (2, "")}


def test_missing_pictures_are_named():
    with pytest.raises(InvalidInput, match=r"proj.json: Owl.png: found no picture of that name, which 2 cards need"):
        printed(source(*PICTURES, proj__json=project(("Owl.png", 2, ""))))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (project(("Fox.png", 10**9, "")), "card 1: found"),
        (project(("Fox.png", -1, "")), "card 1: found"),
        (project(*[("Fox.png", 9000, "")] * 2), "more than 10,000 cards"),
        ('{"backside_enabled": true, "cards": [1]}', "card 1: found 1, expected a name, and how many"),
        ('{"image_dir": "images", "cards": [{"name": "Fox.png"', "JSON that breaks off"),
    ],
)
def test_hostile_projects_are_refused_by_what_is_wrong(text, words):
    with pytest.raises(InvalidInput) as refusal:
        printed(source(*PICTURES, proj__json=text))
    assert words in str(refusal.value)


def test_json_of_anything_else_is_passed_over():
    there = source("Fox.png", a__json='{"cards": [{"title": "Owl"}]}', b__json="[1]", c__json='{"cards": {}}')
    assert printed(there) == ({"Fox.png": (1, "")}, [])
