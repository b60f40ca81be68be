"""The points list's form: what a page posts becomes a document and back, in order; what cannot be read is named."""

import pytest

from companion.games.mechastellar import GAME
from companion.web.shared.build_form import BuildForm

DOCUMENT = {
    "game": "mechastellar",
    "title": "First fleet",
    "size": 1500,
    "modules": ["climactic-events", "expanded-commands"],
    "event": ["self-destruct"],
    "commands": ["overwatch", "lightning-raid"],
    "theatre": "space",
    "commander": "Red",
    "unit": [
        {"profile": "voltlion", "name": "Red", "pilot": 2, "traits": ["headhunter"]},
        {
            "profile": "green-viking",
            "count": 3,
            "swaps": {"Machine Gun": "Giant Bazooka"},
            "extras": ["TL Missile Pods"],
            "carried_by": "Saronic Cruiser",
        },
        {"profile": "saronic-cruiser"},
    ],
}


def read(**fields):
    return BuildForm(GAME, {k: v if isinstance(v, list) else [v] for k, v in fields.items()}, GAME.catalogue)


def test_a_document_goes_through_the_form_and_back():
    form = BuildForm.from_document(GAME, DOCUMENT, GAME.catalogue)
    assert form.validate(), form.errors
    assert form.document() == DOCUMENT


def test_places_order_the_units_and_empty_rows_are_left_out():
    form = read(
        **{
            "unit-0-profile": "green-viking",
            "unit-0-place": "3",
            "unit-1-profile": "voltlion",
            "unit-1-place": "1",
            "unit-2-profile": "",
            "unit-2-place": "2",
            "unit-7-profile": "tankcrawler",
            "unit-7-place": "odd",
        }
    )
    assert form.validate()
    assert [unit["profile"] for unit in form.document()["unit"]] == ["voltlion", "green-viking", "tankcrawler"]


def test_two_swaps_of_one_weapon_are_named_and_neither_is_dropped_unseen():
    form = read(
        **{
            "unit-0-profile": "green-viking",
            "unit-0-swaps": ["Machine Gun → Magella Cannon", "Machine Gun → Giant Bazooka"],
        }
    )
    assert not form.validate()
    assert "'Machine Gun' is swapped for 2 weapons. Tick one" in str(form.errors)
    assert len(form["unit"].rows[0].many("swaps")) == 2


def test_an_empty_page_is_an_empty_list_of_500_points():
    form = read()
    assert form.validate()
    assert form.document() == {"game": "mechastellar", "title": "", "size": 500}


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"title": "x" * 121}, "title", "120 characters"),
        ({"size": "many"}, "size", "'many' is not a size"),
        ({"size": "-5"}, "size", "is not a size"),
        ({"size": "9" * 40}, "size", "is not a size"),
        ({"theatre": "sea"}, "theatre", "choose ground or space"),
        ({"commander": "x" * 61}, "commander", "60 characters"),
        ({"unit-0-profile": "nobody"}, "unit", "no profile is called 'nobody'"),
        ({"unit-0-profile": "voltlion", "unit-0-count": "0"}, "unit", "is not a count"),
        ({"unit-0-profile": "voltlion", "unit-0-count": "two"}, "unit", "'two' is not a count"),
        ({"unit-0-profile": "voltlion", "unit-0-pilot": "9"}, "unit", "not a pilot level"),
        ({"unit-0-profile": "voltlion", "unit-0-name": "x" * 61}, "unit", "60 characters"),
        ({"modules": ["tea"]}, "modules", "tea"),
    ],
)
def test_what_cannot_be_read_is_named_beside_its_field(fields, field, says):
    form = read(**fields)
    assert not form.validate()
    assert says in " ".join(form.errors[field])


def test_too_many_lines_are_refused():
    form = read(**{f"unit-{n}-profile": "voltlion" for n in range(201)})
    assert not form.validate()
    assert "at most 200 lines" in form.errors["unit"][0]


def test_wrong_units_are_named_in_their_order_and_of_many_the_first_ten():
    form = read(
        **{
            "unit-0-profile": "voltlion",
            "unit-0-count": "two",
            "unit-1-profile": "nobody",
            "unit-2-profile": "voltlion",
            "unit-2-pilot": "9",
        }
    )
    assert not form.validate()
    assert [sentence[:6] for sentence in form.errors["unit"]] == ["Unit 1", "Unit 2", "Unit 3"]
    many = read(**{f"unit-{n}-profile": "nobody" for n in range(12)})
    assert not many.validate()
    assert len(many.errors["unit"]) == 11 and many.errors["unit"][-1] == "And 2 more."
    crowd = read(**{f"unit-{n}-profile": "nobody" for n in range(300)})
    assert not crowd.validate() and len(crowd.errors["unit"]) == 1


def test_what_is_wrong_within_a_unit_says_in_which_field():
    form = read(**{"unit-0-profile": "voltlion", "unit-0-extras": ["a"] * 21, "unit-0-traits": "x" * 61})
    assert not form.validate()
    assert form.errors["unit"] == [
        "Unit 1: Extras: at most 20 entries fit, and this has 21. Make it shorter.",
        "Unit 1: Traits: at most 60 characters fit, and this has 61. Make it shorter.",
    ]
