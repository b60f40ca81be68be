"""The mech's form: what is typed comes back, what is no card is named, a document fills it."""

from companion.games.wreck_a_mech import GAME
from companion.web.shared.build_form import BuildForm


def form(**fields):
    return BuildForm(GAME, {key: [value] for key, value in fields.items()}, GAME.catalogue)


def test_what_is_typed_becomes_a_document():
    typed = form(
        title=" Scrap ",
        head="encore-crown",
        left_arm="laser-show",
        body="",
        deck="2 trainer head\n\n Mic Drop \n3x keg-hull",
        junked="Trainer Legs, Hard Hat",
        opponent_parts="3 akio, 1 Zhao",
        opponent_attack="12",
        sets="2",
    )
    assert typed.validate(), typed.errors
    assert typed.document() == {
        "game": "wreck-a-mech",
        "title": "Scrap",
        "mech": {"head": "encore-crown", "left_arm": "laser-show"},
        "deck": ["2 trainer-head", "mic-drop", "3 keg-hull"],
        "junked": ["trainer-legs", "hard-hat"],
        "opponent": {"attack": 12, "parts": {"akio": 3, "zhao": 1}},
        "sets": 2,
    }


def test_a_document_comes_back_from_the_form_it_fills():
    document = {
        "game": "wreck-a-mech",
        "title": "x",
        "mech": {"head": "encore-crown"},
        "deck": ["2 trainer-head"],
        "discard": ["mic-drop"],
        "opponent": {"attack": 0, "defense": 9, "parts": {"freedom": 2}},
    }
    filled = BuildForm.from_document(GAME, document, GAME.catalogue)
    assert filled["deck"].data == "2 Trainer Head" and filled["opponent_parts"].data == "2 Freedom"
    assert filled.validate() and filled.document() == document


def test_an_empty_form_is_an_empty_mech():
    empty = form()
    assert empty.validate() and empty.document() == {"game": "wreck-a-mech", "title": ""}


def test_what_cannot_be_read_stays_and_is_named():
    wrong = form(
        title="x" * 121, head="banana", deck="Mic Drop\nMic Drip", discard="0 Mic Drop", junked="Mic Drop\n" * 201,
        opponent_attack="100", opponent_defense="-1", opponent_parts="6 Akio", sets="9",
    )  # fmt: skip
    assert not wrong.validate()
    says = {
        "title": "120",
        "head": "No part is called 'banana'",
        "deck": "'Mic Drip' is not a card",
        "discard": "1 to 99",
        "junked": "at most 200",
        "opponent_attack": "0 to 99",
        "opponent_defense": "'-1'",
        "opponent_parts": "3 Akio, 1 Zhao",
        "sets": "choose 1, 2, 3 or 4",
    }
    assert {name: says[name] in wrong.errors[name][0] for name in says} == dict.fromkeys(says, True)
    assert wrong["deck"].data == "Mic Drop\nMic Drip"
    crowd = form(opponent_parts="3 Akio, 3 Zhao")
    assert not crowd.validate() and "at most 5 parts" in crowd.errors["opponent_parts"][0]


def test_a_pile_written_as_a_table_fills_its_lines():
    filled = BuildForm.from_document(GAME, {"deck": {"mic-drop": 2, "keg-hull": 1}}, GAME.catalogue)
    assert filled["deck"].data == "2 Mic Drop\n1 Keg Hull"
    assert filled.document()["deck"] == ["2 mic-drop", "keg-hull"]
