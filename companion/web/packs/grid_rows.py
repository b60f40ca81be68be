"""The rows of a table of cards: what a pack has of one kind, cards and unfinished rows, and what was typed put back.

A row knows where it came from: the id of its card, or the key of its unfinished row. A row without cells is removed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import card_files, columns, packs
from companion.data.card_files import RowEntry
from companion.data.cards import Catalogue
from companion.data.cells import read_record, write_cells
from companion.data.columns import Column
from companion.data.packs import MOST_CARDS
from companion.web.packs.card_form import NO_FIELDS, is_long
from companion.web.shell.forms import sentence


@dataclass(frozen=True)
class GridRow:
    """A row of the table: what it came from (empty for a new one), its cells, a sentence for each bad cell."""

    source: str
    cells: Mapping[str, str]
    wrong: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PlacedRows:
    """What was typed, put into a pack: the new pack with bad rows as unfinished ones, the rows marked, all errors."""

    pack: JsonObject
    rows: tuple[GridRow, ...]
    input_errors: tuple[InputError, ...]

    @property
    def cards(self) -> int:
        """How many of the rows are cards."""
        return sum(bool(row.cells) and not row.wrong for row in self.rows)

    @property
    def unfinished(self) -> int:
        """How many of the rows are unfinished."""
        return sum(bool(row.wrong) for row in self.rows)


def grid_columns(kind: str, catalogue: Catalogue, given: Iterable[str] = ()) -> tuple[Column, ...]:
    """Return the columns of a kind's table: the name, what is short, long texts, the id.

    Lists of parts are as long as the longest of a shipped card.
    """
    model = catalogue.kinds[kind]
    shipped = [record for of, record in catalogue.raw.values() if of == kind]
    filled = [path for record in shipped for path in write_cells(record, model)]
    opened = columns.columns(model, [*given, *filled], without=NO_FIELDS)
    return tuple(sorted(opened, key=lambda column: (column.path == "id", is_long(column), column.path != "name")))


def stored_rows(pack: JsonMapping, kind: str, catalogue: Catalogue) -> list[GridRow]:
    """Return a pack's cards of a kind, then its unfinished rows of that kind, both with what is wrong with them."""
    typed = [
        GridRow(record["id"], _cells(record, kind, catalogue))
        for record in packs.card_tables(pack).get(kind, ())
        if isinstance(record.get("id"), str)
    ]
    typed += [
        GridRow(draft_key(row), {str(path): str(text) for path, text in row["cells"].items()})
        for row in _drafts(pack)
        if row.get("kind") == kind and isinstance(row.get("cells"), Mapping)
    ]
    return list(place_rows(pack, kind, typed, catalogue).rows)


def _cells(record: JsonMapping, kind: str, catalogue: Catalogue) -> dict[str, str]:
    written = write_cells(record, catalogue.kinds[kind])
    return {path: text for path, text in written.items() if path.partition(".")[0] not in NO_FIELDS}


def _drafts(pack: JsonMapping) -> list[JsonObject]:
    return [dict(row) for row in pack.get("unfinished", ()) if isinstance(row, Mapping)]


def draft_key(row: JsonMapping) -> str:
    """Return what an unfinished row is known by; no id of a card looks like it."""
    return f"~{caches.digest(json.dumps(row, sort_keys=True, default=str)).hex()[:16]}"


def grid_digest(pack: JsonMapping, kind: str) -> str:
    """Return a fingerprint of what a kind's table shows, so that a save from another tab is noticed."""
    waiting = [row for row in _drafts(pack) if row.get("kind") == kind]
    return packs.digest({kind: [*packs.card_tables(pack).get(kind, ()), *waiting]})


def place_rows(
    pack: JsonMapping, kind: str, typed: Sequence[GridRow], catalogue: Catalogue, first: int = 1
) -> PlacedRows:
    """Return the pack with rows in place of what they came from, in their order; `first` is the first row's number.

    Rows that cannot be read become unfinished ones. InvalidInput where the pack would have too many cards.
    """
    sources = {row.source for row in typed} - {""}
    tables = packs.card_tables(pack)
    before = {str(record.get("id")): record for record in tables.get(kind, ())}
    others = [
        RowEntry(of, record, "")
        for of, records in tables.items()
        for record in records
        if of in catalogue.kinds and not (of == kind and str(record.get("id")) in sources)
    ]
    waiting = {draft_key(row): row for row in _drafts(pack)}
    typed = [_with_picture(row, waiting) for row in typed]
    entries = {
        number: RowEntry(kind, _record(row, before.get(row.source), kind, catalogue), f"Row {number}", row.cells)
        for number, row in enumerate(typed, first)
        if row.cells
    }
    checked = catalogue.partition([*others, *entries.values()])
    errors = {id(entry): found for entry, found in checked.wrong}
    bad = {number: errors[id(entry)] for number, entry in entries.items() if id(entry) in errors}
    good = [entry.record for number, entry in entries.items() if number not in bad]
    drafts = [_draft(typed[number - first], entries[number], bad[number], waiting, catalogue) for number in bad]
    paths = [column.path for column in grid_columns(kind, catalogue, [path for row in typed for path in row.cells])]
    marked = [_mark(row, bad.get(number, ()), f"Row {number}", paths) for number, row in enumerate(typed, first)]
    placed = _replace(pack, kind, sources, good, drafts)
    _refuse_many(placed)
    return PlacedRows(placed, tuple(marked), tuple(error for found in bad.values() for error in found))


def _with_picture(row: GridRow, waiting: Mapping[str, JsonObject]) -> GridRow:
    """Return a row with the picture of the unfinished one that it came from, which no cell shows."""
    cells = waiting.get(row.source, {}).get("cells")
    picture = cells.get("picture") if isinstance(cells, Mapping) and row.cells else None
    return replace(row, cells={**row.cells, "picture": str(picture)}) if picture else row


def _record(row: GridRow, before: JsonMapping | None, kind: str, catalogue: Catalogue) -> JsonObject:
    """Return a row as a card: as it was where nothing was typed, otherwise with the origins and the picture it had."""
    if before is not None and _cells(before, kind, catalogue) == dict(row.cells):
        return dict(before)
    record = card_files.add_missing_id(read_record(row.cells, catalogue.kinds[kind]))
    return record | {name: before[name] for name in NO_FIELDS if name in before} if before is not None else record


def _draft(
    row: GridRow,
    entry: RowEntry,
    wrong: tuple[InputError, ...],
    waiting: Mapping[str, JsonObject],
    catalogue: Catalogue,
) -> JsonObject:
    """Return a row that cannot be read as an unfinished one: as it was where nothing was typed."""
    before = waiting.get(row.source)
    if before and before["cells"] == row.cells:
        return before
    return packs.make_draft(replace(entry, place=""), catalogue, wrong)


def _mark(row: GridRow, wrong: Iterable[InputError], place: str, known: Sequence[str]) -> GridRow:
    """Return a row with a sentence for each bad cell; what is about no column of the table stands with the name."""
    marks: dict[str, str] = {}
    for error in wrong:
        inside = replace(error, where=error.where.removeprefix(place).removeprefix(": "))
        column = columns.column_of(inside.where, known)
        message = sentence(inside) if column else str(inside)
        marks[column or "name"] = " ".join(filter(None, (marks.get(column or "name", ""), message)))
    return replace(row, wrong=marks)


def _replace(
    pack: JsonMapping, kind: str, sources: Iterable[str], good: list[JsonObject], drafts: list[JsonObject]
) -> JsonObject:
    """Return the pack with cards and unfinished rows where those were that they came from."""
    sources = set(sources)
    listed: list[JsonObject] = []
    new = list(good)
    for record in packs.card_tables(pack).get(kind, ()):
        if str(record.get("id")) not in sources:
            listed.append(record)
        elif new:
            listed += new
            new = []
    waiting = [row for row in _drafts(pack) if draft_key(row) not in sources]
    changed = {**pack, kind: [*listed, *new], "unfinished": [*waiting, *drafts]}
    return {key: value for key, value in changed.items() if value or key not in (kind, "unfinished")}


def _refuse_many(pack: JsonMapping) -> None:
    count = packs.count_cards(pack) + len(pack.get("unfinished", ()))
    if count > MOST_CARDS:
        wanted = f"at most {MOST_CARDS:,}: type the rest into a second pack"
        raise InvalidInput(InputError("the pack", f"{count:,} cards", wanted))
