"""A table to type many cards in: one row a card, one column a field of their kind, saved as one version.

With scripts a save sends its rows as JSON and is answered in JSON, so that nothing typed leaves the page; without, the
inputs themselves are sent, and the page comes back as it was typed. A paste is read here in both cases.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from pydantic import Field
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, first_messages
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.data import card_files
from companion.data import packs as core
from companion.data.card_files import RowEntry
from companion.data.cards import Catalogue
from companion.data.cells import read_record, write_cells
from companion.data.columns import Column
from companion.data.documents import Record, parse, read_as
from companion.data.input_errors import MISSING
from companion.game_system.system import GameSystem
from companion.printing.text.fonts import CannotPrint
from companion.storage.config import StorageError
from companion.storage.store import Document
from companion.web.packs.card_form import is_long
from companion.web.packs.grid_rows import GridRow, PlacedRows, grid_columns, grid_digest, place_rows, stored_rows
from companion.web.packs.pasted import read_pasted
from companion.web.packs.routes import PACK, merge_one_pack
from companion.web.shared import faces
from companion.web.shared.documents import change
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.security import limit_route

bp = Blueprint("pack_grid", __name__)
MOST_ROWS = 100
"""Rows that a page shows, at most; of kinds with many columns fewer."""
MOST_CELLS = 2_000
"""Cells that a page shows, about."""
EMPTY_ROWS = 5
"""Empty rows at the end of a page."""
_NAME = re.compile(r"([0-9]{1,4})\.(.+)")
"""The name of a cell's input: the row's number, and the column or `from`."""
Answer = str | tuple[str, int] | Response | tuple[Response, int] | WerkzeugResponse


class _SentRow(Record):
    source: str = ""
    cells: dict[str, str] = Field(default_factory=dict)


class _SentRows(Record):
    rows: list[_SentRow] = Field(max_length=core.MOST_CARDS)


class _CardsChanged(Exception):
    """The cards of the table were changed since it was opened."""


@dataclass
class _Table:
    """A table as a request asks for it: its pack, its kind, the columns, its page and how many there are."""

    game: GameSystem
    document: Document
    kind: str
    page: int = 1
    pages: int = 1
    columns: tuple[Column, ...] = field(default=(), init=False)

    def open_columns(self, given: Iterable[GridRow]) -> None:
        """Open the columns that rows fill."""
        self.columns = grid_columns(self.kind, self.game.catalogue, [path for row in given for path in row.cells])

    @property
    def height(self) -> int:
        """How many rows a page has."""
        return max(10, min(MOST_ROWS, MOST_CELLS // len(self.columns)))

    @property
    def first(self) -> int:
        """The number of the first row of the page."""
        return (self.page - 1) * self.height + 1


def _find_table(slug: str, document_id: str) -> _Table:
    """Return the table that the address names: the first kind that the pack has cards of, where it names none."""
    game = find_game(slug)
    document = PACK.find_changeable(game, document_id)
    usual = next((kind for kind in core.card_tables(document.data) if kind in game.kinds), next(iter(game.kinds)))
    kind = request.args.get("kind", usual)
    if kind not in game.kinds:
        abort(404)
    table = _Table(game, document, kind, max(request.args.get("page", 1, type=int), 1))
    table.open_columns(())
    return table


@bp.get("/<slug>/packs/<document_id>/grid")
def show(slug: str, document_id: str) -> Answer:
    """Show the cards of one kind as a table, with empty rows at the end."""
    table = _find_table(slug, document_id)
    rows = stored_rows(table.document.data, table.kind, table.game.catalogue)
    table.open_columns(rows)
    table.pages = max(1, -(-len(rows) // table.height))
    table.page = min(table.page, table.pages)
    return _page(table, rows[table.first - 1 :][: table.height])


def _page(
    table: _Table,
    shown: list[GridRow],
    status: int = 200,
    input_errors: tuple[InputError, ...] = (),
    pasted: str = "",
    notes: tuple[str, ...] = (),
) -> Answer:
    catalogue = table.game.catalogue
    table.open_columns(shown)
    data = table.document.data
    waiting = [str(row.get("kind")) for row in data.get("unfinished", ()) if isinstance(row, Mapping)]
    counts = {kind: len(core.card_tables(data).get(kind, ())) + waiting.count(kind) for kind in table.game.kinds}
    page = render_template(
        "packs/grid.html",
        game=table.game,
        document=table.document,
        table=table,
        rows=[*shown, *[GridRow("", {})] * EMPTY_ROWS],
        below=lambda row: _shipped_cells(catalogue, table.kind, row),
        is_long=is_long,
        counts=counts,
        was=request.form.get("was-digest") or grid_digest(data, table.kind),
        stale=status == 409 and not notes,  # A full store is told in notes.
        input_errors=input_errors,
        pasted=pasted,
        notes=notes,
        most=core.MOST_CARDS,
    )
    return page, status


def _shipped_cells(catalogue: Catalogue, kind: str, row: GridRow) -> JsonMapping:
    """Return the cells of the shipped card that a row changes."""
    of, record = catalogue.raw.get(row.cells.get("id", ""), ("", {}))
    return write_cells(record, catalogue.kinds[kind]) if of == kind else {}


@bp.post("/<slug>/packs/<document_id>/grid")
def save(slug: str, document_id: str) -> Answer:
    """Save all rows as one version; nothing where a row cannot be read, unless it may wait as unfinished."""
    table = _find_table(slug, document_id)
    typed: list[GridRow] = []
    try:
        typed = _typed_rows(table)
        if "fill" in request.form:
            return _fill(table, typed)
        placed = _place(table, table.document.data, typed)
        if placed.unfinished and "keep-draft" not in request.form:
            return _refuse(table, list(placed.rows), 422, placed.input_errors)
        change(table.document, lambda data: _place(table, data, typed).pack)
    except _CardsChanged:
        return _refuse(table, typed, 409)
    except InvalidInput as error:
        return _refuse(table, typed, 422, error.input_errors)
    except StorageError as error:
        if _is_scripted():
            raise
        return _page(table, typed, error.status, notes=(error.public,))
    message = f"{plural(placed.cards, 'card')} saved."
    session.say(message + (f" {plural(placed.unfinished, 'row')} unfinished." if placed.unfinished else ""))
    page = table.page if table.page > 1 else None
    address = url_for(".show", slug=slug, document_id=document_id, kind=table.kind, page=page)
    return jsonify(address=address) if _is_scripted() else redirect(address, 303)


def _is_scripted() -> bool:
    return "rows" in request.form


def _typed_rows(table: _Table) -> list[GridRow]:
    """Return the rows that were sent, without columns that no card of the kind has; InvalidInput for damaged JSON."""
    if _is_scripted():
        sent = read_as(_SentRows, parse(request.form["rows"], "the table")).rows
        inputs = [(row.source, row.cells) for row in sent]
    else:
        inputs = [(cells.pop("from", ""), cells) for cells in _sent_inputs()]
    given = [path for _, cells in inputs for path in cells]
    paths = {column.path for column in grid_columns(table.kind, table.game.catalogue, given)}
    typed = [GridRow(source, _filled_cells(cells, paths)) for source, cells in inputs]
    while typed and not typed[-1].cells and not typed[-1].source:
        typed.pop()
    return typed


def _sent_inputs() -> list[dict[str, str]]:
    """Return what was typed in the inputs of each row, in the order of the page; `from` says what it came from."""
    cells: dict[int, dict[str, str]] = {}
    for name, text in request.form.items():
        if parts := _NAME.fullmatch(name):
            cells.setdefault(int(parts[1]), {})[parts[2]] = text
    return [cells[number] for number in sorted(cells)]


def _filled_cells(cells: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    plain = {path: text.replace("\r\n", "\n").strip() for path, text in cells.items() if path in known}
    return {path: text for path, text in plain.items() if text}


def _place(table: _Table, data: JsonMapping, typed: list[GridRow]) -> PlacedRows:
    """Return the rows put into the pack; _CardsChanged where its cards are no longer those that the page showed."""
    was = request.form.get("was-digest")
    if was is not None and was != grid_digest(data, table.kind) and "anyway" not in request.form:
        raise _CardsChanged
    return place_rows(data, table.kind, typed, table.game.catalogue, table.first)


def _refuse(table: _Table, typed: list[GridRow], status: int, input_errors: tuple[InputError, ...] = ()) -> Answer:
    """Answer that nothing was saved, with what was typed and what is wrong with it."""
    if not _is_scripted():
        return _page(table, typed, status, input_errors, pasted=request.form.get("pasted", ""))
    marks = [dict(row.wrong) for row in typed]
    return jsonify(errors=first_messages(input_errors), marks=marks, stale=status == 409), status


def _fill(table: _Table, typed: list[GridRow]) -> Answer:
    """Show the table with pasted rows at its end; nothing is saved yet."""
    table.open_columns(typed)
    room = max(table.height - len(typed), EMPTY_ROWS)
    pasted = read_pasted(request.form.get("pasted", ""), table.columns, table.kind, room=room)
    added = [GridRow("", {path: text for path, text in cells.items() if text}) for cells in pasted.rows]
    return _page(table, [*typed, *added], notes=pasted.notes)


@bp.post("/<slug>/packs/<document_id>/grid/paste")
def paste(slug: str, document_id: str) -> Answer:
    """Return pasted text as rows of cells, in JSON; nothing is saved."""
    table = _find_table(slug, document_id)
    given = request.form.get("columns", "").split()
    columns = grid_columns(table.kind, table.game.catalogue, given)
    given_columns = [column for column in columns if column.path in given] or columns
    text, at, above = request.form.get("pasted", ""), request.form.get("at", ""), request.form.get("above", 0, type=int)
    try:
        pasted = read_pasted(text, given_columns, table.kind, at, core.MOST_CARDS - min(max(above, 0), core.MOST_CARDS))
    except InvalidInput as error:
        return jsonify(errors=first_messages(error.input_errors)), 422
    return jsonify(rows=pasted.rows, notes=pasted.notes)


@bp.post("/<slug>/packs/<document_id>/grid/face")
@limit_route("240 per minute")
def face(slug: str, document_id: str) -> Answer:
    """Return the face of a row while it is typed, in JSON, with the sentences of its bad cells."""
    table = _find_table(slug, document_id)
    try:
        row = read_as(_SentRow, parse(request.form.get("row", ""), "the row"))
    except InvalidInput as error:
        return jsonify(errors=first_messages(error.input_errors)), 422
    paths = {column.path for column in grid_columns(table.kind, table.game.catalogue, row.cells)}
    cells = _filled_cells(row.cells, paths)
    return jsonify(_draw(table, GridRow(row.source, cells)))


def _draw(table: _Table, row: GridRow) -> JsonObject:
    """Return a row's face as HTML, sentences about it, and its bad cells; a cell that is still empty is none."""
    game = table.game
    record = card_files.add_missing_id(read_record(row.cells, game.kinds[table.kind]))
    entry = RowEntry(table.kind, record, "", row.cells)
    wrong = [error for _, found in game.catalogue.partition([entry]).wrong for error in found]
    if wrong:
        return _describe_unfinished(table, row, wrong)
    shipped = game.catalogue.cards.get(entry.id)
    notes = [f"Changes the shipped card {shipped.name}."] if shipped else []
    rest = core.remove_card(core.remove_card(table.document.data, row.source), entry.id)
    try:
        catalogue = merge_one_pack(session.visitor(game), rest)
    except InvalidInput:
        catalogue = game.catalogue
    context = game.context(session.rulings(game), catalogue.merge([entry]))
    try:
        drawn = faces.draft_face(game, context, entry.id)
    except CannotPrint as error:
        return {"html": "", "notes": [*notes, *error.sentences], "wrong": {}}
    if drawn is None:
        notes.append("It has no face: cards of its kind have none, or it is printed 0 times.")
    return {"html": drawn.whole_html() if drawn else "", "notes": notes, "wrong": {}}


def _describe_unfinished(table: _Table, row: GridRow, wrong: list[InputError]) -> JsonObject:
    """Return what a row still needs to be a card, and what is wrong with its cells."""
    labels = {column.path: column.label for column in table.columns}
    needed = [labels.get(error.where, error.where) for error in wrong if error.expected.startswith(MISSING)]
    placed = place_rows({}, table.kind, [GridRow("", row.cells)], table.game.catalogue)
    marks = {path: told for path, told in placed.rows[0].wrong.items() if path in row.cells}
    notes = [f"Still needed: {join_words(needed)}."] if needed else ["Fix the marked cells to see the face."]
    return {"html": "", "notes": notes, "wrong": marks}
