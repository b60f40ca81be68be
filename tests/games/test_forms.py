"""A form says of its fields what the model keeps, no more and no less, and says it nowhere a second time."""

import ast
import html
import re
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from companion.base import paths
from companion.base.findings import InvalidInput
from companion.data.documents import Record, to_document
from companion.gamekit.build_form import BuildField
from companion.games import GAMES
from companion.web.shared.build_form import BuildForm, bounds_html

GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
ROOT = Path(__file__).parents[2]


def every_field(game):
    """Each field of a form with the field that it is a part of, None where it is none."""
    for field in game.form:
        yield None, field
        yield from ((field, part) for part in field.fields)


def document_with(game, whole, field, value):
    """Return a document with a value in a field, a part's in the first entry of an example; alone in a list."""
    entries = [to_document(build).get(whole.name) for build in game.examples.values()] if whole else []
    table = dict(next(filter(None, entries))[0]) if whole else {"game": game.slug}
    inner = table
    for key in field.place[:-1]:
        inner = inner.setdefault(key, {})
    inner[field.place[-1]] = [value] if field.input == "several" else value
    return {"game": game.slug, whole.name: [table]} if whole else table


def refused(game, whole, field, value):
    """Tell whether the model refuses a value of a field."""
    document = document_with(game, whole, field, value)
    try:
        game.read(document)
    except InvalidInput as error:
        assert all(field.place[-1] in one.where for one in error.input_errors), error
        return True
    return False


def declared(field):
    """Return the bounds that an input of a page has."""
    return {name: int(value) for name, value in re.findall(r'(min|max|maxlength)="(-?\d+)"', bounds_html(field))}


@GAMES_BY_NAME
def test_an_input_has_the_bounds_that_the_model_keeps(game):
    for whole, field in every_field(game):
        bounds = declared(field)
        if field.input == "number":
            assert set(bounds) == {"min", "max"}, field.name
            assert [refused(game, whole, field, bounds[name]) for name in ("min", "max")] == [False, False]
            assert refused(game, whole, field, bounds["min"] - 1) and refused(game, whole, field, bounds["max"] + 1)
        elif "maxlength" in bounds and "card_ids" not in field.column.inner:
            assert not refused(game, whole, field, "x" * bounds["maxlength"])
            assert refused(game, whole, field, "x" * (bounds["maxlength"] + 1))


@GAMES_BY_NAME
def test_what_can_be_chosen_can_be_read_and_nothing_else(game):
    for whole, field in every_field(game):
        if field.input not in ("choice", "radio", "several") or field.fields:
            continue
        offered = [field.values.get(text, text) for text, _ in field.offer(game.catalogue)]
        assert not [value for value in offered if refused(game, whole, field, value)]
        if field.values:
            typed = next(text for text in map(str, range(99)) if text not in field.values)
            assert refused(game, whole, field, typed), field.name


def read(game, typed):
    form = BuildForm(game, {name: [text] for name, text in typed.items()}, game.catalogue)
    form.validate()
    return form


def typed_in(game, whole, field, text):
    """What a page posts where a text is typed in a field; the other inputs of a row are those of an example."""
    if whole is None:
        return {field.name: text}
    if whole.input != "rows":
        return {whole.name: text}
    entries = [to_document(build).get(whole.name) for build in game.examples.values()]
    document = {whole.name: [next(filter(None, entries))[0]]}
    inputs = whole.input_values(document, game.catalogue)
    return {name: values[0] for name, values in inputs.items() if values} | {f"{whole.name}-0-{field.name}": text}


@GAMES_BY_NAME
def test_a_number_past_its_bounds_comes_back_with_a_sentence_that_has_the_bound(game):
    for whole, field in every_field(game):
        if field.input != "number":
            continue
        bounds = declared(field)
        for text in (str(bounds["min"] - 1), str(bounds["max"] + 1), "1e", "1.5", "½", "9" * 40):
            form = read(game, typed_in(game, whole, field, text))
            (sentence,) = form[(whole or field).name].errors
            assert repr(text)[:38] in sentence and str(bounds["max"]) in sentence, sentence
        for text in (str(bounds["min"]), str(bounds["max"])):
            assert not read(game, typed_in(game, whole, field, text)).errors


@GAMES_BY_NAME
def test_what_the_model_refuses_of_a_field_stands_beside_it(game):
    """Not above the page, where nobody sees which field is meant."""
    for whole, field in every_field(game):
        if field.input in ("lines", "rows") or field.fields:
            continue
        form = read(game, typed_in(game, whole, field, "?\x01" * 500))
        assert set(form.errors) <= {(whole or field).name}
        if not form.errors:
            game.read(form.document())


@GAMES_BY_NAME
def test_a_sentence_takes_its_numbers_from_the_model(game):
    for _, field in every_field(game):
        for sentence in (field.wrong, field.too_long):
            assert not re.search(r"\d", sentence.partition("for example")[0]), sentence


@GAMES_BY_NAME
def test_a_form_room_states_no_bound_of_the_model(game):
    room = ROOT / f"companion/games/{game.package}/form.py"
    tree = ast.parse(room.read_text("utf-8"))
    labelled = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    stated = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in labelled
    }
    limits = {"minimum", "maximum", "maxLength", "maxItems", "minLength", "minItems", "maxProperties"}
    assert not stated & (set(numbers_under(game.model.model_json_schema(), limits)) - {0, 1})
    assert len(room.read_text("utf-8").splitlines()) <= 100


def numbers_under(schema, names):
    if isinstance(schema, dict):
        yield from (value for key, value in schema.items() if key in names and isinstance(value, int))
        yield from (number for part in schema.values() for number in numbers_under(part, names))
    elif isinstance(schema, list):
        yield from (number for part in schema for number in numbers_under(part, names))


@GAMES_BY_NAME
def test_the_page_of_a_form_states_no_bound(game):
    for template in (paths.TEMPLATES / game.package).glob("*.html"):
        text = template.read_text("utf-8")
        if "form." in text or "mech.one" in text:
            assert not re.search(r'maxlength="?\d|\b(?:min|max)="?\d', text), template


@GAMES_BY_NAME
def test_an_example_comes_back_from_the_form_that_it_fills(game):
    for build in game.examples.values():
        document = to_document(build)
        form = BuildForm.from_document(game, document, game.catalogue)
        assert form.validate(), form.errors
        assert to_document(game.read(form.document())) == document


class Pile(Record):
    """A model with what no game has so far."""

    lines: tuple[Annotated[str, Field(max_length=5)], ...] = ()
    points: int = Field(0, ge=-5, le=2_000_000)


def test_a_line_of_several_is_no_bound_of_them_all_and_large_numbers_are_written_out():
    assert declared(BuildField(Pile, "lines", input="lines")) == {}
    assert declared(BuildField(Pile, "points")) == {"min": -5, "max": 2_000_000}


def test_what_is_chosen_is_never_lost_where_a_build_has_more_than_usual():
    game = next(game for game in GAMES if game.slug == "wreck-a-mech")
    form = BuildForm.from_document(game, {"sets": 3}, game.catalogue)
    assert re.search(r'<option selected value="3">', html.unescape(str(form["sets"]())))
