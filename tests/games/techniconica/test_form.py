"""The squad's form: what is typed becomes a document, and a document comes back as it was."""

import pytest
from hypothesis import given, settings

from companion.data.documents import to_document
from companion.games.techniconica import GAME
from companion.web.shared.build_form import BuildForm
from tests.games.techniconica.mechs import WOLF, read
from tests.games.techniconica.test_validator import mechs


def form(**fields):
    return BuildForm(
        GAME, {name: [value] if isinstance(value, str) else value for name, value in fields.items()}, GAME.catalogue
    )


def test_what_is_typed_becomes_a_document():
    typed = form(
        **{
            "title": " Pack ",
            "mech-0-name": "Wolf",
            "mech-0-locomotor": "hauler-tracks",
            "mech-0-locomotor-attached": ["steel-plate", ""],
            "mech-0-slot-1,1": "long-rifle",
            "mech-7-pilot": "cadet",
            "mech-7-grid": "4,5",
            "mech-9-grid": "3,3",
            "owned": "2 long-rifle\n1 cadet\n",
        }
    )
    assert typed.validate()
    assert typed.document() == {
        "game": "techniconica",
        "title": "Pack",
        "mech": [
            {
                "name": "Wolf",
                "locomotor": {"card": "hauler-tracks", "attached": ["steel-plate"]},
                "part": [{"card": "long-rifle", "slot": "1,1"}],
            },
            {"pilot": "cadet", "grid": [4, 5]},
        ],
        "owned": {"long-rifle": 2, "cadet": 1},
    }


@settings(max_examples=50, deadline=None)
@given(mechs())
def test_a_document_comes_back_as_it_was(mech):
    """Two parts in one slot among them."""
    document = to_document(read(mech=[mech]))
    filled = BuildForm.from_document(GAME, document, GAME.catalogue)
    assert filled.validate(), filled.errors
    assert to_document(read(**{k: v for k, v in filled.document().items() if k != "game"})) == document


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        (
            {"mech-0-grid": "2,3", "mech-0-name": "x"},
            "mech",
            "'2,3' is not a grid. Write rows and columns, 3 to 9 each, for example 3,4.",
        ),
        ({"mech-0-name": "x" * 61}, "mech", "a name has at most 60 characters; this one has 61. Shorten it."),
        ({"mech-0-pilot": "nobody"}, "mech", "Mech 1: no part is called 'nobody'. Choose one from the list."),
        (
            {"mech-0-slot-1,1-attached": "steel-plate"},
            "mech",
            "Mech 1: a card is attached in 1,1, but there is no Base Part. Choose the Base Part first.",
        ),
        ({f"mech-{n}-pilot": "cadet" for n in range(41)}, "mech", "A squad has at most 40 Mechs here."),
        ({"owned": "cadet 2"}, "owned", "Line 1: 'cadet 2' is not a count of a card. Write it like this: 2 fuel-cell."),
        ({"owned": "9999 cadet"}, "owned", "Line 1: '9999 cadet' is not a count of a card."),
        ({"title": "x" * 121}, "title", "A title has at most 120 characters"),
    ],
)
def test_what_cannot_be_read_is_told_beside_its_field(fields, field, message):
    typed = form(**fields)
    assert not typed.validate()
    assert message in " ".join(typed.errors[field])


def test_a_part_outside_the_grid_is_kept_and_shown():
    typed = form(**{"mech-0-slot-5,1": "fuel-cell", "mech-0-pilot": "cadet"})
    (cell,) = typed["mech"].data[0].outside
    assert (cell.name, cell.card) == ("mech-0-slot-5,1", "fuel-cell")
    assert typed.document()["mech"][0]["part"] == [{"card": "fuel-cell", "slot": "5,1"}]


def test_owning_nothing_is_not_the_same_as_not_saying():
    assert form(owned="none").document()["owned"] == {}
    assert "owned" not in form(owned="  ").document()
    assert BuildForm.from_document(GAME, {"owned": {}}, GAME.catalogue)["owned"].data == "none"


def test_a_damaged_document_still_fills_a_form():
    filled = BuildForm.from_document(
        GAME, {"title": 5, "mech": [3, {"part": 7, "pilot": 5, "grid": "x"}], "owned": [1]}, GAME.catalogue
    )
    assert filled["title"].data == "5" and filled["mech"].data[0].one("pilot") == "5"


def test_the_wolf_is_shown_in_its_slots():
    (mech,) = BuildForm.from_document(GAME, {"mech": [WOLF]}, GAME.catalogue)["mech"].data
    assert [[cell.card for cell in row] for row in mech.rows] == [
        ["long-rifle", "auto-rifle", "light-autocannon"],
        ["gas-turbine", "standard-cockpit", "fuel-cell"],
        ["", "hauler-tracks", ""],
    ]


def test_cards_owned_are_typed_by_name_or_id_and_add_up():
    form = BuildForm(GAME, {"owned": ["2 Fuel Cell\n\n 3  fuel-cell\n1 GAS turbine"]}, GAME.catalogue)
    assert form.validate() and form.document()["owned"] == {"fuel-cell": 5, "gas-turbine": 1}
