"""The generator of forms from models: what each kind of input becomes, and where messages land."""

from typing import Literal

import pytest
from pydantic import Field
from wtforms import SelectField, SelectMultipleField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm

from companion.base.findings import InputError, InvalidInput
from companion.data.cards import Card, Catalogue, read_catalogue
from companion.data.documents import Record, read_as
from companion.gamekit.contract import FormData
from companion.games import GAMES
from companion.web.shell.forms import ModelForm, OneChoice, SeveralChoices, is_set, model_form


class Gun(Card):
    dice: int = 1
    loud: bool = False


class Inputs(Record):
    weapon: str | None = Field(default=None, title="Weapon", json_schema_extra={"cards": "gun"})
    loud: str | None = Field(default=None, json_schema_extra={"cards": "gun", "with": "loud"})
    side: Literal["body", "shield"] = "body"
    must: Literal["left", "right"]
    dice: int | None = Field(default=None, ge=0, le=30, description="How many.")
    bold: bool = False
    warm: bool = True
    extras: tuple[Literal["a", "b"], ...] = ()
    numbers: tuple[int, ...] = ()


CATALOGUE = read_catalogue(
    [
        ("gun.toml", '[[gun]]\nid = "big-gun"\nname = "Big Gun"\norigin = "house"\nloud = true\n'),
        ("b.toml", '[[gun]]\nid = "sling"\nname = "Sling"\norigin = "house"\n'),
    ],
    {"gun": Gun},
)


def form(**fields):
    return model_form(Inputs, CATALOGUE, {name: [v] if isinstance(v, str) else v for name, v in fields.items()})


def options(field):
    return [(value, str(label)) for value, label, *_ in field.iter_choices()]


def test_card_ids_become_choices_with_their_names():
    assert options(form()["weapon"]) == [("", "–"), ("big-gun", "Big Gun⌂"), ("sling", "Sling⌂")]
    assert options(form()["loud"]) == [("", "–"), ("big-gun", "Big Gun⌂")]
    assert form()["weapon"].label.text == "Weapon"


def test_literals_become_choices_and_only_optional_ones_can_be_left_blank():
    assert options(form()["side"]) == [("body", "Body"), ("shield", "Shield")]
    assert form()["side"].data == "body"
    assert options(form()["must"]) == [("left", "Left"), ("right", "Right")]


def test_whole_numbers_say_their_bounds_and_keep_what_was_typed():
    made = form(dice="banana")
    assert made["dice"].description == "How many (0 to 30)."
    assert 'value="banana"' in made["dice"]()
    assert 'inputmode="numeric"' in made["dice"]()


def test_yes_and_no():
    assert form()["bold"].type == "BooleanField"
    assert options(form()["warm"]) == [("true", "yes"), ("false", "no")]
    values = form(bold="y", warm="false", must="left").values({"bold": ["y"], "warm": ["false"], "must": ["left"]})
    assert read_as(Inputs, values).bold is True
    assert read_as(Inputs, values).warm is False


def test_lists():
    assert form(extras=["a", "b"]).values({"extras": ["a", "b"]}) == {"extras": ["a", "b"]}
    assert form(extras=["a"]).values({"extras": ["a"]}) == {"extras": ["a"]}
    assert form()["numbers"].description == "separate several with commas"


def test_values_leave_blanks_out_and_keep_unknown_names():
    given = {"weapon": [""], "dice": [" 3 "], "frob": ["x"], "faces": ["5 6"]}
    assert form().values(given, ("faces",)) == {"dice": "3", "frob": "x"}


def test_an_unknown_choice_is_offered_back():
    made = form(side="banana")
    assert ("banana", "banana (unknown)") in options(made["side"])
    assert made["side"].data == "banana"


def test_markup_is_never_taken_for_markup():
    assert "<script>" not in str(form(dice="<script>")["dice"]()) + str(form(side="<script>")["side"]())


def test_input_errors_stand_beside_their_field_and_the_rest_before_the_form():
    made = form()
    made.complain(
        InvalidInput(
            InputError("dice", "'banana'", "a whole number"),
            InputError("extras[0]", "'c'", "a or b"),
            InputError("", "", "a weapon or dice"),
            InputError("frob", "an unknown key", "only keys that this document has"),
        )
    )
    assert made["dice"].errors == ["Found 'banana', expected a whole number."]
    assert made["extras"].errors == ["Found 'c', expected a or b."]
    assert made.general == [
        "expected a weapon or dice.",
        "frob: found an unknown key, expected only keys that this document has.",
    ]


@pytest.mark.parametrize("typed", ["-1", "10000", "banana", "1" * 5000])
def test_the_model_judges_every_number(typed):
    with pytest.raises(InvalidInput) as caught:
        read_as(Inputs, {"must": "left", "dice": typed})
    made = form(dice=typed)
    made.complain(caught.value)
    assert len(made["dice"].errors) == 1
    assert len(made["dice"].errors[0]) < 200


class Long(Record):
    needed: int = Field(title="Needed")
    also: str = Field(title="Also")
    one: int = 0
    two: int = 0
    three: bool = False
    four: str = ""
    five: int | None = None
    six: Literal["a", "b"] = "a"
    seven: int = 7


def test_a_long_form_keeps_what_has_a_default_behind_one_tap():
    form = model_form(Long, Catalogue({}, {}, {}), {"needed": ["1"]})
    assert [field.name for field in form.first_fields] == ["needed", "also"]
    assert [field.name for field in form.more_fields] == ["one", "two", "three", "four", "five", "six", "seven"]
    assert not any(map(is_set, form.more_fields))


@pytest.mark.parametrize("typed", [{"one": ["1"]}, {"three": ["true"]}, {"six": ["b"]}, {"five": ["0"]}])
def test_what_is_used_of_it_can_be_told(typed):
    form = model_form(Long, Catalogue({}, {}, {}), {"needed": ["1"], **typed})
    assert [field.name for field in form.more_fields if is_set(field)] == list(typed)


@pytest.mark.parametrize("kind", [kind for game in GAMES for kind in game.resolvers], ids=lambda kind: kind.name)
def test_no_input_of_a_roll_takes_the_name_of_something_the_form_has_itself(kind):
    assert [name for name in kind.inputs.model_fields if hasattr(ModelForm, name)] == []


@pytest.mark.parametrize(("ours", "theirs"), [(OneChoice, SelectField), (SeveralChoices, SelectMultipleField)])
def test_a_list_has_the_options_that_wtforms_writes(ours, theirs):
    words = "a \"<&'> b"
    choices = [SelectChoice(words, words), SelectChoice("b", "B"), SelectChoice("", "–"), SelectChoice("c", None)]
    shown = []
    for kind in (ours, theirs):
        form = BaseForm({"x": kind("X", choices=choices)})
        form.process(FormData({"x": [words]}))
        shown.append(form["x"](disabled=True))
    assert shown[0] == shown[1] and shown[0].count("selected") == 1
