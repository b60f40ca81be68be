"""Fields of the plain roller: one for each expression, all of one name, and their errors with the place marked."""

import re
from collections.abc import Sequence

from markupsafe import Markup
from pydantic import Field as Described

from companion.base.findings import InputError, InvalidInput
from companion.data import columns
from companion.data.documents import Record
from companion.dice.grammar import LONGEST
from companion.gamekit.contract import FormData
from companion.web.shell.forms import ModelForm, make_field

EXPRESSION = "expression"
"""The name of every field, and the id of the first; the others are `expression-2` and so on."""
_BEFORE, _AFTER = 30, 12
"""Characters that are shown before and after a marked place."""


class ExpressionInputs(Record):
    """The plain roller's one input."""

    expression: str = Described(title="Dice", description="As you would say them: 3d6+2", max_length=LONGEST)


def field_id(number: int) -> str:
    """Return the id of a field, counted from 1."""
    return EXPRESSION if number == 1 else f"{EXPRESSION}-{number}"


def expression_form(texts: Sequence[str]) -> ModelForm:
    """Return a form with a field for each text, at least one; an empty one after others waits for what is typed."""
    (column,) = columns.fields(ExpressionInputs)
    typed = {field_id(number): [text] for number, text in enumerate(texts or [""], 1)}
    form = ModelForm({name: make_field(column) for name in typed}, FormData(typed))
    form.required_fields = frozenset({EXPRESSION})
    for number, field in enumerate(form, 1):
        field.name = EXPRESSION
        if number > 1:
            field.label.text, field.description = f"{column.label} {number}", ""
    if len(typed) > 1 and not field.data:
        field.render_kw = {**field.render_kw, "autofocus": True}
    return form


def complain(form: ModelForm, name: str, text: str, error: InvalidInput) -> None:
    """Put an expression's errors beside the field with an id, each with its place in the text marked."""
    form.complain(error, name)
    field = form._fields[name]
    field.errors = [*field.errors, *(place for one in error.input_errors if (place := _mark_place(text, one)))]


def _mark_place(text: str, error: InputError) -> Markup:
    match = re.fullmatch(r"column ([0-9]+)", error.where)
    if match is None:
        return Markup("")
    at = int(match[1]) - 1
    before = f"{'…' if at > _BEFORE else ''}{text[max(0, at - _BEFORE) : at]}"
    after = f"{text[at + 1 : at + 1 + _AFTER]}{'…' if len(text) > at + 1 + _AFTER else ''}"
    place = Markup('<span class="dice-place" aria-hidden="true">{}<mark>{}</mark>{}</span>')
    return place.format(before, text[at : at + 1] or "\N{NO-BREAK SPACE}", after)
