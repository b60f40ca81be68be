"""A build's page as a form: inputs made from the fields that its game lists, filled with what was typed or saved."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from wtforms import Field, RadioField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.widgets import TextInput, html_params

from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.game_system.system import GameSystem
from companion.gamekit.build_form import NOTES, TITLE, BuildField, RowsField, Typed, TypedRow
from companion.gamekit.contract import FormData
from companion.gamekit.form_reading import read_form
from companion.web.shell.forms import OneChoice


def input_attributes(field: BuildField, text: str) -> dict[str, object]:
    """Return the attributes by which an input knows the bounds of its field.

    A browser shows nothing but numbers in a number's input: whatever else was typed comes back in one of text.
    """
    if field.input != "number":
        return {"maxlength": field.longest} if field.longest and field.input != "lines" else {}
    shown = {"inputmode": "numeric", "autocomplete": "off"}
    if text.strip() and not text.strip().removeprefix("-").isdecimal():
        return {"type": "text", **shown}
    bounds = {"min": field.column.least, "max": field.column.most}
    return {"type": "number", **shown, **{name: int(bound) for name, bound in bounds.items() if bound is not None}}


def bounds_html(field: BuildField, text: str = "") -> Markup:
    """Return those attributes as HTML, for an input with this text."""
    return Markup(html_params(**input_attributes(field, text)))


class NumberInput(TextInput):  # type: ignore[misc]
    """An input of a whole number with its bounds."""

    def __init__(self, described: BuildField) -> None:
        """Keep the field that has the bounds."""
        super().__init__()
        self._described = described

    def __call__(self, field: Field, **kwargs: object) -> Markup:
        """Return the input as HTML."""
        attributes = {**kwargs, **input_attributes(self._described, field.data or "")}
        return Markup(super().__call__(field, **attributes))


class SeveralInput(SelectMultipleField):  # type: ignore[misc]
    """Several values; blank ones at the end do not count."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep what was typed, without space around it."""
        last = max((number for number, text in enumerate(valuelist, 1) if text.strip()), default=0)
        self.data = [text.strip() for text in valuelist[:last]]


class RowsInput(Field):  # type: ignore[misc]
    """Rows of several inputs; `rows` are those to show: the typed ones, numbered from 0, and an empty one."""

    data: list[TypedRow]

    def __init__(self, described: RowsField[TypedRow], **kwargs: object) -> None:
        """Keep what says which inputs belong to a row."""
        super().__init__(described.title, **kwargs)
        self._described = described
        self.parts = {field.name: field for field in described.fields}
        """The fields of a row by name."""

    def attributes(self, row: TypedRow, name: str) -> Markup:
        """Return the name, the value and the bounds of an input of a row as HTML attributes."""
        text = row.one(name) or self.parts[name].default
        named = {"name": f"{self.name}-{row.index}-{name}", "value": text, "autocomplete": "off"}
        return Markup(html_params(**{**named, **input_attributes(self.parts[name], text)}))

    def process(self, formdata: Typed, data: object = None, extra_filters: object = None) -> None:
        """Read the rows from all that was posted."""
        self.process_errors: list[str] = []
        self.data = self._described.rows(formdata or {})

    @property
    def rows(self) -> list[TypedRow]:
        """The rows to show."""
        shown = [self._described.row(index, row.values) for index, row in enumerate(self.data)]
        return [*shown, self._described.row(len(shown), {})]


class BuildForm(BaseForm):  # type: ignore[misc]
    """The form of a game's build: `validate` reads what was typed, `document` returns it."""

    def __init__(self, game: GameSystem, typed: Typed, catalogue: Catalogue) -> None:
        """Fill the form with what was typed."""
        self._game, self._catalogue = game, catalogue
        self._document: JsonObject = {}
        self._described = {field.name: field for field in (TITLE, *game.form, NOTES)}
        super().__init__({name: _input(field, catalogue) for name, field in self._described.items()})
        self.process(FormData({name: list(values) for name, values in typed.items()}))

    @classmethod
    def from_document(cls, game: GameSystem, document: Mapping[str, object], catalogue: Catalogue) -> "BuildForm":
        """Return the form filled from a document."""
        typed: dict[str, Sequence[str]] = {}
        for field in (TITLE, *game.form, NOTES):
            typed |= field.input_values(document, catalogue)
        return cls(game, typed, catalogue)

    def validate(self, extra_validators: object = None) -> bool:
        """Return whether everything typed can be read; messages are attached to the fields."""
        self._document = {"game": self._game.slug, "title": ""}
        typed = {field.name: field.data or self._nothing(field.name) for field in self}
        described = tuple(self._described.values())
        wrong = read_form(self._game.model, self._document, described, typed, self._catalogue)
        for name, sentences in wrong.items():
            self[name].errors = sentences
        return not wrong

    def _nothing(self, name: str) -> object:
        """Return what a field holds where nothing was typed in it."""
        return [] if self._described[name].input in ("several", "rows") else ""

    def document(self) -> JsonObject:
        """Return what was typed as a document, as far as it can be read."""
        if not self._document:
            self.validate()
        return dict(self._document)


def _input(field: BuildField, catalogue: Catalogue) -> Field:
    if isinstance(field, RowsField):
        return RowsInput(field)
    if field.input == "number":
        return StringField(field.title, default=field.default, widget=NumberInput(field))
    if field.input in ("text", "lines"):
        kind = StringField if field.input == "text" else TextAreaField
        return kind(field.title, default=field.default, render_kw=input_attributes(field, ""))
    kinds = {"choice": OneChoice, "radio": RadioField, "several": SeveralInput}
    choices = [SelectChoice(value, label) for value, label in field.offer(catalogue)]
    return kinds[field.input](field.title, choices=choices, default=field.default or None, validate_choice=False)
