"""A form made from a card's model: one field for each of its columns; only the model validates what was typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup
from wtforms import Field, StringField
from wtforms.widgets import TextInput

from companion.base.findings import InputError, InvalidInput
from companion.data import card_files, columns
from companion.data.card_files import RowEntry
from companion.data.cards import Catalogue
from companion.data.cells import read_record, split_entries, write_cells
from companion.data.columns import Column
from companion.gamekit.contract import FormData
from companion.web.shell.forms import ColumnForm, make_field

MORE = "more-entries"
"""The button that opens one more entry; its value may name the list."""
NO_FIELDS = ("origin", "picture")
"""Fields of a card that are not typed."""
LONG = 120
"""From this many characters on, a text field has several lines."""


@dataclass(frozen=True)
class FieldGroup:
    """Fields that belong together: a field of the card, or the parts of one."""

    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class CardPage:
    """A card's form as it is shown: its kind, its fields in groups, the shipped card that it changes."""

    kind: str
    columns: tuple[Column, ...]
    form: ColumnForm

    @property
    def groups(self) -> list[FieldGroup]:
        """Return the fields in groups, one for each list or table."""
        columns: dict[str, list[Column]] = {}
        for column in self.columns:
            top, dot, _ = column.path.partition(".")
            columns.setdefault(top if dot else "", []).append(column)
        plain = columns.get("", [])
        plain.sort(key=lambda column: (column.path != "name", column.path == "id", column.shape == "whole"))
        return [self._group(name, listed) for name, listed in columns.items()]

    def _group(self, name: str, listed: list[Column]) -> FieldGroup:
        """Return fields as a group titled with the common beginning of their labels, which the labels then omit."""
        fields = tuple(self.form[column.path] for column in listed)
        begins = {column.label.partition(": ")[0] for column in listed}
        if not name or len(begins) > 1:
            return FieldGroup(columns.label_text(name), fields)
        for field in fields:
            field.label.text = field.label.text.partition(": ")[2] or field.label.text
        return FieldGroup(begins.pop(), fields)

    def entries(self, name: str) -> list[tuple[int, list[Field]]]:
        """Return a list's entries, each its number and its fields, labelled without the entry's name."""
        fields: dict[int, list[Field]] = {}
        for column in self.columns:
            top, _, rest = column.path.partition(".")
            number = rest.partition(".")[0]
            if top == name and number.isdecimal():
                field = self.form[column.path]
                field.label.text = field.label.text.rpartition(": ")[2]
                fields.setdefault(int(number), []).append(field)
        return list(fields.items())

    @property
    def has_open_lists(self) -> bool:
        """Whether a field is a list of tables, so that more entries can be added than are shown."""
        return any(part.isdecimal() for column in self.columns for part in column.path.split("."))

    def complain(self, input_errors: Iterable[InputError]) -> None:
        """Put each input error at its field, or above the form."""
        names = [column.path for column in self.columns]
        for input_error in input_errors:
            self.form.tell(columns.column_of(input_error.where, names), input_error)


def card_page(
    kind: str,
    catalogue: Catalogue,
    typed: Mapping[str, str],
    below: Mapping[str, object] | None,
    more: Iterable[str] = (),
) -> CardPage:
    """Return a card's form filled with cells; `below` is the record of the shipped card it changes.

    `more` names cells of entries that are open although nothing stands in them.
    """
    model = catalogue.kinds[kind]
    base = write_cells(below, model) if below else {}
    opened = columns.columns(model, [*typed, *base, *more], without=NO_FIELDS)
    fields = {
        column.path: _field(column, base.get(column.path, ""), bool(below), typed.get(column.path, ""))
        for column in opened
    }
    data = FormData()
    for column in opened:
        text = typed.get(column.path, "")
        data[column.path] = split_entries(text) if column.shape == "choices" else [text]
    form = ColumnForm(fields, data)
    for name in typed:
        if name not in fields and name not in NO_FIELDS:
            form.general.append(f"Column {name!r}: a {kind} has no such field; it is left out when you save.")
    return CardPage(kind, opened, form)


def _field(column: Column, below: str, over: bool, text: str) -> Field:
    about = column.hint or ("Needed." if column.required and not over and column.path != "id" else "")
    stays = below or ("" if over else column.written_default)
    if column.shape in ("choice", "yes-no"):
        return make_field(column, [("", f"– ({stays})" if stays else "–"), *_choices(column, [text])], about)
    if column.shape == "choices":
        return make_field(column, _choices(column, split_entries(text)), about)
    keys: dict[str, object] = {"placeholder": stays} if stays else {}
    if column.path == "id":
        about = "Leave it blank to make it from the name."
    if column.shape == "list":
        about = about or "Separate several with semicolons or commas."
    if column.shape == "pairs":
        about = about or "As name=number; separate several with semicolons."
    if column.path == "name" and not over and not text:
        keys["autofocus"] = "autofocus"
    if column.choices:
        keys["autocomplete"] = "off"
        return StringField(column.label, description=about, render_kw=keys, widget=SuggestionField(column.choices))
    if is_long(column):
        keys["rows"] = 3
    return make_field(column, about=about, keys=keys)


def is_long(column: Column) -> bool:
    """Return whether a column holds a text of several lines."""
    return column.shape == "text" and (column.longest > LONG or column.path in ("text", "effect", "special"))


class SuggestionField(TextInput):  # type: ignore[misc]
    """A text field that offers the usual values and takes any other."""

    def __init__(self, values: tuple[str, ...]) -> None:
        """Offer these values."""
        super().__init__()
        self._values = values

    def __call__(self, field: Field, **kwargs: object) -> Markup:
        """Return the field with its list of values."""
        name = f"{field.id}-offered"
        options = Markup("").join(Markup('<option value="{}"></option>').format(value) for value in self._values)
        offered = Markup('<datalist id="{}">{}</datalist>').format(name, options)
        return Markup(super().__call__(field, list=name, **kwargs)) + offered


def _choices(column: Column, given: Iterable[str]) -> list[tuple[str, str]]:
    """Return the choices, with an imported value that is none of them, so that it is not lost."""
    strays = [text for text in given if text and text not in column.choices]
    return [(value, value) for value in (*column.choices, *strays)]


def read_cells(fields: FormData, page: CardPage) -> dict[str, str]:
    """Return the cells that a posted form filled."""
    cells = {}
    for column in page.columns:
        values = [value.replace("\r\n", "\n").strip() for value in fields.get(column.path, ()) if value.strip()]
        if values:
            cells[column.path] = "; ".join(values)
    return cells


def read_posted_page(kind: str, catalogue: Catalogue, fields: FormData, below: Mapping[str, object] | None) -> CardPage:
    """Return the form filled with what was posted; unknown names are left out.

    Where more entries of a list are asked for, those that were open stay open, and there is one more.
    """
    grown = fields.last(MORE)
    more = [name for name in fields if grown and name.startswith(f"{grown}.")]
    given = {name: [v for v in values if v.strip()] for name, values in fields.items()}
    filled = {name: "; ".join(values) for name, values in given.items() if values}
    opened = columns.columns(catalogue.kinds[kind], filled, without=NO_FIELDS)
    names = {column.path for column in opened}
    return card_page(kind, catalogue, {name: text for name, text in filled.items() if name in names}, below, more)


def read_card(page: CardPage, cells: Mapping[str, str], catalogue: Catalogue) -> RowEntry:
    """Return the card made from the cells; InvalidInput, with a message at each field, if they make none."""
    record = card_files.add_missing_id(read_record(cells, catalogue.kinds[page.kind]))
    entry = RowEntry(page.kind, record, "", cells)
    wrong = [input_error for _, found in catalogue.partition([entry]).wrong for input_error in found]
    if wrong:
        page.complain(wrong)
        raise InvalidInput(*wrong)
    return entry
