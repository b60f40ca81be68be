"""Print and export options: one declaration, from which the command line, the pages and the schema are made."""

import json

import jsonschema
import pytest

from companion.base.findings import InvalidInput
from companion.cli import export_verb, print_verbs
from companion.printing.custom.options import CustomCardOptions
from companion.printing.export.options import ExportOptions
from companion.printing.sheets import option_fields
from companion.printing.sheets.options import LONGEST_LIST, PrintOptions
from companion.web.custom import custom_request
from companion.web.printing.option_form import OptionForm

SPELLED = {"share": "--share", "skip_bad": "--skip-bad", "register_marks": "--register", "backs": "--flip"}
MODELS = (PrintOptions, ExportOptions, CustomCardOptions)


@pytest.mark.parametrize("model", MODELS)
def test_the_schema_is_plain_and_takes_its_own_defaults(model):
    schema = model.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(model().model_dump_json()), schema)
    assert schema["additionalProperties"] is False
    for name, part in schema["properties"].items():
        assert part["title"] != name and part["description"].endswith((".", "…")), name


@pytest.mark.parametrize(
    ("verb", "model", "apart"),
    [(print_verbs.print_, PrintOptions, ()), (export_verb.export, ExportOptions, ())],
)
def test_every_option_is_on_the_command_line_with_its_default_and_help(verb, model, apart):
    known = {word: parameter for parameter in verb.params for word in parameter.opts}
    for name, field in option_fields.fields(model).items():
        option = known[SPELLED.get(name, "--" + name.replace("_", "-"))]
        assert option.help.startswith(field.column.about.rstrip(".")), name
        if field.column.shape in ("whole", "number"):
            assert option.default == field.default and field.bounds in option.help


def test_every_print_option_is_in_the_form_for_custom_cards():
    """But for those that speak of a game's numbers, of boxes, and of the link to a saved build."""
    inputs = {custom_request.INPUTS.get(name, name) for name in PrintOptions.model_fields} - {
        "unknown",
        "sleeves",
        "stock",
        "qr",
    }
    assert inputs <= set(custom_request.NAMES)


def test_a_form_shows_what_was_typed_and_else_the_default():
    form = OptionForm(PrintOptions, {"cut_bleed": "wide", "share": "no", "paper": "210x330"}, {"bleed": "cut_bleed"})
    assert (form["bleed"].name, form["bleed"].value, form["bleed"].title) == ("cut_bleed", "wide", "Bleed, mm")
    assert (form["margin"].value, form["copies"].value, form["have"].value) == ("5", "1", "")
    assert (
        form.is_any_changed("share")
        and form.is_any_changed("bleed")
        and not form.is_any_changed("gap", "lines", "copies", "only")
    )
    assert form["paper"].choices[0] == ("210x330", "210x330"), "a size that was typed stays among the papers"
    assert form["share"].choices[1] == ("no", "Never: each deck by itself")


def test_lists_come_as_text_or_as_data():
    read = option_fields.read_options(PrintOptions, {"only": " Hammer\n\nDrone ", "have": "3 Hammer\nDrone"})
    assert (read.only, read.have) == (("Hammer", "Drone"), {"Hammer": 3, "Drone": 1})
    assert option_fields.read_options(PrintOptions, {"only": ["Hammer"], "have": {"Hammer": 3}}).have == {"Hammer": 3}
    assert option_fields.read_options(PrintOptions, {"only": "x" * LONGEST_LIST}).only == ("x" * LONGEST_LIST,)
    with pytest.raises(InvalidInput, match="only: found 12,001 characters, expected at most 12,000 characters"):
        option_fields.read_options(PrintOptions, {"only": "x" * (LONGEST_LIST + 1)})


@pytest.mark.parametrize(
    ("name", "least", "most", "unit"),
    [("gap", 0, 30, " mm"), ("bleed", 0, 3, " mm"), ("corners", 0, 10, " mm"), ("copies", 1, 1000, "")],
)
def test_numbers_at_their_bounds_and_one_past(name, least, most, unit):
    for good in (least, most, str(most)):
        assert getattr(option_fields.read_options(PrintOptions, {name: good}), name) == float(good)
    for bad in (least - 1, most + 1, str(most + 1)):
        said = f"{name}: found {int(bad):,}{unit}, expected "
        with pytest.raises(InvalidInput, match=said):
            option_fields.read_options(PrintOptions, {name: bad})


def test_a_width_of_guides_is_chosen_or_left_to_each_guide():
    assert option_fields.read_options(PrintOptions, {}).line_width is None
    assert [option_fields.read_options(PrintOptions, {"line_width": width}).line_width for width in (0.1, "0.5")] == [
        0.1,
        0.5,
    ]
    for bad in (0.09, 0.51, 0):
        with pytest.raises(InvalidInput, match=f"line_width: found {bad:g} mm, expected 0.1 to 0.5 mm"):
            option_fields.read_options(PrintOptions, {"line_width": bad})
    field = OptionForm(PrintOptions, {})["line_width"]
    assert (field.value, field.text_when_empty, field.option.shown.step) == ("", "as usual", 0.05)


@pytest.mark.parametrize(("fold_gap", "gap", "apart"), [(5, 0, 14), (0, 0, 4), (0, 9, 9), (30, 9, 64)])
def test_pieces_keep_apart_across_a_fold(fold_gap, gap, apart):
    """Each has its 2 mm of bleed, and each bleed ends so far from the fold; a wider gap holds there too."""
    assert PrintOptions(fold_gap=fold_gap, gap=gap, bleed=2).fold_spacing == apart


@pytest.mark.parametrize(("paper", "widest"), [("a4", 91), ("letter", 93), ("1200x1200", 586)])
def test_a_margin_leaves_room_for_a_piece(paper, widest):
    """Eight millimetres for the ruler and twenty for a piece, of the shorter side: (210 − 28) / 2 = 91."""
    assert option_fields.read_options(PrintOptions, {"paper": paper, "margin": widest}).margin == widest
    with pytest.raises(InvalidInput, match=f"margin: found {widest + 1} mm, expected 0 to {widest} mm"):
        option_fields.read_options(PrintOptions, {"paper": paper, "margin": widest + 1})
