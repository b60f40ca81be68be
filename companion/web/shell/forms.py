"""A form made from a model: one field for each input of a resolver, validated by the model itself.

Only the model validates: the fields here keep whatever was typed, so that it can be shown with a message. A field
whose `json_schema_extra` says `{"cards": "component"}` offers the ids of that kind's cards; `"with": "attack"` beside
it leaves out the cards whose `attack` is empty.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup, escape
from pydantic import BaseModel
from wtforms import BooleanField, Field, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.widgets import Select

from companion.base.findings import InputError, InvalidInput
from companion.data import columns
from companion.data.card_ids import card_values
from companion.data.cards import Catalogue
from companion.data.columns import Column
from companion.data.input_errors import MISSING
from companion.data.marks import sign
from companion.gamekit.contract import FormData

Choices = list[tuple[str, str]]
LONGEST_SHOWN = 200
"""The most characters of an unknown choice that is shown again."""


FEW = 6
"""Fields with a default that are shown without a tap."""


class OptionList(Select):  # type: ignore[misc]
    """A list that writes each option at once: a page may have a thousand, which WTForms makes from attributes."""

    @classmethod
    def render_option(cls, choice: SelectChoice, **kwargs: object) -> Markup:
        """Return an option as WTForms does; none of ours has further attributes."""
        chosen = "selected " if choice.selected else ""
        label = escape(choice.label or choice.value)
        return Markup(f'<option {chosen}value="{escape(choice.value)}">{label}</option>')


class OneChoice(SelectField):  # type: ignore[misc]
    """One of several."""

    widget = OptionList()


class SeveralChoices(SelectMultipleField):  # type: ignore[misc]
    """Any of several."""

    widget = OptionList(multiple=True)


class ColumnForm(BaseForm):  # type: ignore[misc]
    """A form made from columns, filled with what was typed; `general` has the errors of no single field."""

    def __init__(self, fields: Mapping[str, object], typed: FormData, prefix: str = "") -> None:
        """Fill the fields with what was typed."""
        super().__init__(fields, prefix=prefix)
        self.general: list[str] = []
        self.process(FormData({name: list(values) for name, values in typed.items()}))

    def tell(self, name: str, error: InputError) -> None:
        """Put an input error beside a field, or above the form where it has no field of that name."""
        field = self._fields.get(name)
        if field is None:
            self.general.append(str(error))
        elif (text := sentence(error)) not in field.errors:
            field.errors = [*field.errors, text]


def make_field(
    column: Column,
    choices: Iterable[tuple[str, str]] = (),
    about: str | None = None,
    default: object = None,
    keys: Mapping[str, object] | None = None,
) -> Field:
    """Return the field of a column: a list where there are choices, otherwise text, with `rows` on several lines.

    `keys` are further attributes of a text's input.
    """
    about = column.hint if about is None else about
    offered = [SelectChoice(value, label) for value, label in choices]
    if offered:
        kind = SeveralChoices if column.shape in ("list", "choices") else OneChoice
        return kind(column.label, description=about, choices=offered, default=default, validate_choice=False)
    shown = {"autocomplete": "off"} | ({"inputmode": "numeric"} if column.shape == "whole" else {}) | dict(keys or {})
    kind = TextAreaField if "rows" in shown else StringField
    return kind(column.label, description=about, default="" if default is None else str(default), render_kw=shown)


class ModelForm(ColumnForm):
    """Fields of one model; `required_fields` names those without a default.

    `always_shown` names further fields that are always shown; where it is empty, all are, unless they are too many.
    """

    required_fields: frozenset[str] = frozenset()
    always_shown: tuple[str, ...] = ()

    @property
    def first_fields(self) -> list[Field]:
        """The fields always shown: those that are required or usual, and all others where there are few."""
        return [field for field in self if not self._is_secondary(field)]

    @property
    def more_fields(self) -> list[Field]:
        """The fields that a long form shows under "More options"."""
        return [field for field in self if self._is_secondary(field)]

    def _is_secondary(self, field: Field) -> bool:
        if field.name in self.required_fields:
            return False
        if self.always_shown:
            return field.name not in self.always_shown
        return bool(self.required_fields) and len(self._fields) - len(self.required_fields) > FEW

    def values(self, fields: FormData, reserved: Iterable[str] = ()) -> dict[str, object]:
        """Return what was typed without blanks; unknown names are kept, so that the model reports them."""
        typed = {name: values for name, values in fields.items() if name not in set(reserved)}
        found: dict[str, object] = {}
        for name, values in typed.items():
            filled = [value.strip() for value in values if value.strip()]
            if not filled:
                continue
            many = isinstance(self._fields.get(name), SelectMultipleField)
            found[name] = filled if many or len(filled) > 1 else filled[0]
        return found

    def complain(self, error: InvalidInput, only: str = "") -> None:
        """Put each input error beside its field, or above the form where it has none; `only` gets all of them."""
        for input_error in error.input_errors:
            self.tell(only or re.split(r"[.\[,:]", input_error.where)[0], input_error)


def is_set(field: Field) -> bool:
    """Return whether a field holds something else than its default."""
    return str(field.data or "") != str(field.default or "")


def sentence(input_error: InputError) -> str:
    """Return an input error without the field's name, to show beside the field; a column or a group is kept."""
    inside = re.search(r"(?:^|, )((?:column|group) .*)$", input_error.where)
    # The label says which value is missing; its name in files would only be strange here.
    expected = "a value" if input_error.expected.startswith(MISSING) else input_error.expected
    text = str(InputError(inside[1] if inside else "", input_error.found, expected))
    return text[:1].upper() + text[1:]


def model_form(model: type[BaseModel], catalogue: Catalogue, fields: FormData, prefix: str = "") -> ModelForm:
    """Return the form of a model, filled with what was typed, or with the model's defaults.

    `prefix` begins the names of its fields on the page and in what was typed: `their.`.
    """
    known = columns.fields(model)
    form = ModelForm({c.path: _field(c, catalogue, fields.get(c.path, [])) for c in known}, fields, prefix)
    form.required_fields = frozenset(column.path for column in known if column.required)
    return form


def _field(column: Column, catalogue: Catalogue, typed: Iterable[str]) -> Field:
    default = column.default
    choices = _choices(column, catalogue)
    if column.shape == "yes-no" and not default:
        return BooleanField(column.label, description=column.about)
    if column.shape == "yes-no":
        return make_field(column, [("true", "yes"), ("false", "no")], default="true")
    if column.shape in ("list", "choices"):
        about = None if choices else columns.add_hint(column.about, "separate several with commas")
        return make_field(column, choices, about, default=default if choices else ", ".join(map(str, default or ())))
    if choices:
        blank = [] if column.required or default is not None else [("", "–")]
        choices = [*blank, *choices, *_unlisted_choices(typed, choices)]
    lines = {"rows": 2, "spellcheck": "false"} if column.schema.get("lines") else {}
    return make_field(column, choices, default=default, keys=lines)


def _choices(column: Column, catalogue: Catalogue) -> Choices:
    if "cards" in column.schema:
        return list(_card_choices(column.schema, catalogue))
    return [
        (value, _choice_label(value, catalogue)) for value in column.choices if column.shape in ("choice", "choices")
    ]


def _card_choices(shape: columns.Schema, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    kinds = shape["cards"] if isinstance(shape["cards"], list) else [shape["cards"]]
    for value, card, name in card_values(kinds, shape.get("with"), catalogue):
        ending = value.removeprefix(card.id).replace("-", " ").strip()
        yield value, f"{card.name} {ending}".strip() + sign(card.mark(name))


def _choice_label(value: str, catalogue: Catalogue) -> str:
    card = catalogue.cards.get(value)
    return card.name + sign(card.mark("default")) if card else columns.label_text(value)


def _unlisted_choices(typed: Iterable[str], choices: Choices) -> Choices:
    """Return a typed value that is not among the choices, so that the page can show it again."""
    known = {value for value, _ in choices}
    return [(text, f"{text} (unknown)") for text in typed if text and text not in known and len(text) <= LONGEST_SHOWN]
