"""The build spec's form: what is typed comes back, what is no spec is named, a document fills it."""

from companion.games.mechalyte import GAME
from companion.web.shared.build_form import BuildForm


def form(**fields):
    return BuildForm(
        GAME, {key: value if isinstance(value, list) else [value] for key, value in fields.items()}, GAME.catalogue
    )


def test_what_is_typed_becomes_a_document():
    typed = form(title=" Night shift ", spec="mi pasa", turn=["6 4", "", "2,2 + 1", "", ""])
    assert typed.validate()
    assert typed.document() == {
        "game": "mechalyte",
        "title": "Night shift",
        "spec": "MIPASA",
        "turn": [{"build": [6, 4]}, {}, {"build": [2, 2, 1]}],
    }


def test_a_document_comes_back_from_the_form_it_fills():
    document = {"game": "mechalyte", "title": "x", "spec": "MIPASA", "turn": [{"build": [6, 4]}, {"build": [1]}]}
    assert BuildForm.from_document(GAME, document, GAME.catalogue).document() == document


def test_an_empty_form_is_an_empty_spec():
    empty = form()
    assert empty.validate() and empty.document() == {"game": "mechalyte", "title": "", "spec": ""}
    assert empty["turn"].data == []


def test_what_cannot_be_read_stays_and_is_named():
    wrong = form(title="x" * 121, spec="MIQASA", turn=["6", "7 1"])
    assert not wrong.validate()
    assert "120" in wrong.errors["title"][0]
    assert "slot 3" in wrong.errors["spec"][0] and "'Q'" in wrong.errors["spec"][0]
    assert "Turn 2" in wrong.errors["turn"][0] and "'7'" in wrong.errors["turn"][0]
    assert (wrong["spec"].data, wrong["turn"].data) == ("MIQASA", ["6", "7 1"])


def test_too_many_turns_or_mechs_are_refused():
    many = form(turn=["1"] * 61)
    assert not many.validate() and "at most 60 turns" in many.errors["turn"][0]
    crowd = form(turn=["1 " * 61])
    assert not crowd.validate() and "too many" in crowd.errors["turn"][0]
