"""A build's page as a form: inputs made from the fields that its game lists, filled with what was typed or saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Field, RadioField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm

from companion.data.cards import Catalogue
from companion.game_system.system import GameSystem
from companion.gamekit.build_form import TITLE, BuildField, RowsField, Typed, TypedRow
from companion.gamekit.contract import FormData
from companion.web.shell.forms import OneChoice


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
        self._values: dict[str, object] = {}
        self._described = {field.name: field for field in (TITLE, *game.form)}
        super().__init__({name: _input(field, catalogue) for name, field in self._described.items()})
        self.process(FormData({name: list(values) for name, values in typed.items()}))

    @classmethod
    def from_document(cls, game: GameSystem, document: Mapping[str, object], catalogue: Catalogue) -> "BuildForm":
        """Return the form filled from a document."""
        typed: dict[str, Sequence[str]] = {}
        for field in (TITLE, *game.form):
            typed |= field.input_values(document, catalogue)
        return cls(game, typed, catalogue)

    def validate(self, extra_validators: object = None) -> bool:
        """Return whether everything typed can be read; messages are attached to the fields."""
        self._values = {}
        for field in self:
            described = self._described[field.name]
            empty: object = [] if described.input in ("several", "rows") else ""
            try:
                self._values[field.name] = described.read(field.data or empty, self._catalogue)
            except ValueError as error:
                field.errors = [str(error)]
        return not self.errors

    def document(self) -> dict[str, object]:
        """Return what was typed as a document, as far as it can be read."""
        if not self._values:
            self.validate()
        document: dict[str, Any] = {"game": self._game.slug, "title": ""}
        for name, value in self._values.items():
            *tables, key = self._described[name].place
            if value is not None:
                target = document
                for table in tables:
                    target = target.setdefault(table, {})
                target[key] = value
        return document


def _input(field: BuildField[object], catalogue: Catalogue) -> Field:
    if isinstance(field, RowsField):
        return RowsInput(field)
    if field.input in ("text", "lines"):
        made = StringField if field.input == "text" else TextAreaField
        return made(field.title, default=field.default, render_kw={"maxlength": field.longest} if field.longest else {})
    offered = field.choices(catalogue) if callable(field.choices) else field.choices
    kinds = {"choice": OneChoice, "radio": RadioField, "several": SeveralInput}
    choices = [SelectChoice(value, label) for value, label in offered]
    return kinds[field.input](field.title, choices=choices, default=field.default or None, validate_choice=False)
