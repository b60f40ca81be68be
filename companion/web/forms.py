"""A form made from a model: one field for each input of a resolver, validated by the model itself.

Only the model validates: the fields here keep whatever was typed, so that it can be shown with a message. A field
whose `json_schema_extra` says `{"cards": "component"}` offers the ids of that kind's cards; `"with": "attack"` beside
it leaves out the cards whose `attack` is empty.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, Form, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice

from companion import columns
from companion.cards import Catalogue
from companion.findings import InputError, InvalidInput
from companion.input_errors import MISSING
from companion.marks import sign
from companion.system import FormData

Choices = list[tuple[str, str]]
LONGEST_SHOWN = 200
"""The most characters of an unknown choice that is shown again."""


FEW = 6
"""Fields with a default that are shown without a tap."""


class ModelForm(Form):  # type: ignore[misc]
    """Fields of one model; `general` has the errors of no single field, `needed` names the fields without a default.

    `always` names further fields that are always shown; where it is empty, all are, unless they are too many.
    """

    general: list[str]
    needed: frozenset[str] = frozenset()
    always: tuple[str, ...] = ()

    @property
    def first(self) -> list[Field]:
        """The fields always shown: those that are needed or usual, and all others where there are few."""
        return [field for field in self if not self._apart(field)]

    @property
    def more(self) -> list[Field]:
        """The fields that a long form shows under "More options"."""
        return [field for field in self if self._apart(field)]

    def _apart(self, field: Field) -> bool:
        if field.name in self.needed:
            return False
        if self.always:
            return field.name not in self.always
        return bool(self.needed) and len(self._fields) - len(self.needed) > FEW

    def values(self, fields: FormData, reserved: Iterable[str] = ()) -> dict[str, Any]:
        """Return what was typed without blanks; unknown names are kept, so that the model reports them."""
        typed = {name: values for name, values in fields.items() if name not in set(reserved)}
        found: dict[str, Any] = {}
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
            field = self._fields.get(only or re.split(r"[.\[,:]", input_error.where)[0])
            if field is None:
                self.general.append(str(input_error))
            else:
                field.errors = [*field.errors, sentence(input_error)]


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
    schema = model.model_json_schema()
    made = {
        name: _field(name, prop, schema.get("$defs", {}), name in schema.get("required", ()), catalogue, fields)
        for name, prop in schema.get("properties", {}).items()
    }
    form: ModelForm = type("ModelForm", (ModelForm,), made)(
        MultiDict({k: list(v) for k, v in fields.items()}), prefix=prefix
    )
    form.general = []
    form.needed = frozenset(schema.get("required", ()))
    return form


def _field(
    name: str, prop: Mapping[str, Any], defs: Mapping[str, Any], required: bool, catalogue: Catalogue, fields: FormData
) -> Any:
    shape = columns.shape_of(prop, defs)
    label = str(prop.get("title") or name.replace("_", " ").capitalize())
    about = str(prop.get("description", ""))
    default = prop.get("default")
    if shape.get("type") == "array":
        choices = _choices(columns.shape_of(shape.get("items", {}), defs) | _cards(shape), catalogue)
        if choices:
            return SelectMultipleField(
                label, description=about, choices=_offered(choices), default=default, validate_choice=False
            )
        written = ", ".join(map(str, default or ()))
        return StringField(label, description=columns.joined(about, "separate several with commas"), default=written)
    if shape.get("type") == "boolean" and not default:
        return BooleanField(label, description=about)
    if shape.get("type") == "boolean":
        return SelectField(
            label, description=about, choices=_offered([("true", "yes"), ("false", "no")]), default="true"
        )
    choices = _choices(shape, catalogue)
    if choices:
        blank = [] if required or default is not None else [("", "–")]
        offered = blank + choices + _strays(fields.get(name, []), choices)
        return SelectField(label, description=about, choices=_offered(offered), default=default, validate_choice=False)
    return _typed(label, about, shape, default)


def _offered(choices: Choices) -> list[SelectChoice]:
    return [SelectChoice(value, label) for value, label in choices]


def _typed(label: str, about: str, shape: Mapping[str, Any], default: Any) -> Field:
    whole = shape.get("type") == "integer"
    keys = {"inputmode": "numeric", "autocomplete": "off"} if whole else {"autocomplete": "off"}
    written = "" if default is None else str(default)
    if shape.get("lines"):
        return TextAreaField(label, description=about, default=written, render_kw={"rows": 2, "spellcheck": "false"})
    return StringField(label, description=columns.joined(about, columns.bounds(shape)), default=written, render_kw=keys)


def _cards(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {key: shape[key] for key in ("cards", "with") if key in shape}


def _choices(shape: Mapping[str, Any], catalogue: Catalogue) -> Choices:
    if "cards" in shape:
        return list(_card_choices(shape, catalogue))
    return [(value, _spoken(value, catalogue)) for value in columns.values(shape)]


def _card_choices(shape: Mapping[str, Any], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    kinds = shape["cards"] if isinstance(shape["cards"], list) else [shape["cards"]]
    wanted = shape.get("with", {"": "id"})
    endings = {"": wanted} if isinstance(wanted, str) else wanted
    for kind in kinds:
        for card in catalogue.all(catalogue.kinds[kind]):
            for ending, name in endings.items():
                if getattr(card, name, None):
                    named = f"{card.name} {ending.replace('-', ' ').strip()}".strip()
                    yield card.id + ending, named + sign(card.mark(name))


def _spoken(value: str, catalogue: Catalogue) -> str:
    card = catalogue.cards.get(value)
    return card.name + sign(card.mark("default")) if card else value.replace("-", " ").replace("_", " ").capitalize()


def _strays(typed: Iterable[str], choices: Choices) -> Choices:
    """Return a typed value that is not among the choices, so that the page can show it again."""
    known = {value for value, _ in choices}
    return [(text, f"{text} (unknown)") for text in typed if text and text not in known and len(text) <= LONGEST_SHOWN]
