"""Card files read into entries: tables in TOML or JSON, rows in CSV; with an error for each unreadable part."""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import perhaps
from companion.data import columns
from companion.data.cells import guard_formula, read_record, write_cells
from companion.data.column_names import has_rows
from companion.data.csv_cells import read_cells
from companion.data.documents import CREDIT, parse
from companion.limits.budget import watched

Models = Mapping[str, type[BaseModel]]
Raw = JsonObject
HEADS = ("game", "title", "kind", "key", "unfinished", CREDIT)
"""Keys of a pack that are not tables of cards."""
MOST_NAMED = 30
"""The most columns that a message lists."""
KIND = "card"
"""The column with a row's kind of card, if the file's name does not give it."""


@dataclass(frozen=True)
class RowEntry:
    """One record of a file: its kind, its data, its place; for a row also its cells as they were typed."""

    kind: str
    record: Raw
    place: str
    cells: Mapping[str, str] | None = None

    @property
    def id(self) -> str:
        """Return the record's id as text, valid or not."""
        record_id = self.record.get("id", "")
        return record_id if isinstance(record_id, str) else quote(record_id)


@dataclass
class Rows:
    """The contents of a file: entries, rows with more cells than columns, and input errors of the file itself.

    `unknown_columns` are used columns that no card has, each with one input error.
    """

    entries: list[RowEntry] = field(default_factory=list)
    overlong: list[tuple[RowEntry, InputError]] = field(default_factory=list)
    wrong: list[InputError] = field(default_factory=list)
    unknown_columns: dict[str, InputError] = field(default_factory=dict)

    def all(self) -> list[RowEntry]:
        """Return the entries; InvalidInput where any part of the file could not be read."""
        if self.is_valid:
            return self.entries
        raise InvalidInput(*self.file_errors)

    @property
    def is_valid(self) -> bool:
        """Whether the whole file could be read; its cards may still be invalid."""
        return not (self.wrong or self.overlong or self.unknown_columns)

    @property
    def file_errors(self) -> list[InputError]:
        """The errors of the file itself: its columns, its tables, rows that are too long."""
        return [*self.unknown_columns.values(), *self.wrong, *(input_error for _, input_error in self.overlong)]


def read_rows(text: str, name: str, kinds: Models, kind: str = "") -> Rows:
    """Return a file's entries; `kind` is the kind of its rows where neither the file's name nor a column gives it.

    Raises InvalidInput where the file is not TOML, JSON or CSV at all.
    """
    if has_rows(name):
        return read_csv(text, name, kinds, kind)
    return tables(parse(text, name), name, kinds)


def tables(data: JsonMapping, name: str, kinds: Models) -> Rows:
    """Return the entries of plain data: a list of tables for each kind."""
    rows = Rows()
    for kind, records in data.items():
        if kind in HEADS and kind not in kinds:
            continue
        if kind not in kinds:
            rows.wrong.append(InputError(name, f"a table {quote(kind)}", f"one of {', '.join(kinds)}"))
        elif not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
            rows.wrong.append(InputError(f"{name}: {kind}", quote(records), f"a list of tables, [[{kind}]]"))
        else:
            rows.entries += _name_entries(kind, records, name)
    return rows


def _name_entries(kind: str, records: list[Raw], name: str) -> list[RowEntry]:
    """Return a kind's tables as entries; places name the id, or the number where an id is missing or repeated."""
    entries = [RowEntry(kind, add_missing_id(record), "") for record in records]
    ids = Counter(entry.id for entry in entries)
    places = []
    for number, entry in enumerate(entries, 1):
        label = entry.id[:60] if ids[entry.id] == 1 else f"{number} ({entry.id[:60]})"
        places.append(f"{name}: {kind} {label if entry.id else number}")
    return [RowEntry(kind, entry.record, place) for entry, place in zip(entries, places, strict=True)]


def read_csv(text: str, name: str, kinds: Models, kind: str = "") -> Rows:
    """Return the entries of rows, as `read_rows` does; `name` may be any words for the source."""
    only = next(iter(kinds)) if len(kinds) == 1 else ""
    kind = next((candidate for candidate in (Path(name).stem, kind, only) if candidate in kinds), "")
    if not kind and not _has_kind(text):
        wanted = f"a column {KIND} with one of {', '.join(kinds)}, or a file with that name, as {next(iter(kinds))}.csv"
        raise InvalidInput(InputError(name, "rows without the kind of their cards", wanted))
    typed_heads, body = read_cells(text, name)
    heads = [head.lower() for head in typed_heads]
    _refuse_heads(heads, name)
    rows = Rows()
    kind_column = heads.index(KIND) if KIND in heads else len(heads)
    own_kinds = {row[kind_column].strip() for row in body if kind_column < len(row)} - {""}
    used_heads = [head for i, head in enumerate(heads) if any(i < len(row) and row[i].strip() for row in body)]
    rows.unknown_columns = _find_unknown_columns(used_heads, [kinds[k] for k in {*own_kinds, kind} if k in kinds], name)
    for number, row in enumerate(watched(body), 2):
        if not any(cell.strip() for cell in row):
            continue
        place = f"{name}: row {number}"
        names = [*heads, *(f"column {i}" for i in range(len(heads) + 1, len(row) + 1))]
        cells = {head: cell for head, cell in zip(names, row, strict=False) if cell.strip()}
        row_kind = cells.pop(KIND, "").strip() or kind
        if row_kind not in kinds:
            found = quote(row_kind) if row_kind else "nothing"
            rows.wrong.append(InputError(f"{place}: {KIND}", found, f"one of {', '.join(kinds)}"))
            continue
        entry = RowEntry(row_kind, add_missing_id(read_record(cells, kinds[row_kind])), place, cells)
        if len(row) > len(heads):
            too_many = InputError(place, f"{len(row)} cells", f"at most {len(heads)} cells, one per column")
            rows.overlong.append((entry, too_many))
        else:
            rows.entries.append(entry)
    return rows


def _find_unknown_columns(heads: list[str], models: list[type[BaseModel]], name: str) -> dict[str, InputError]:
    """Return the columns that no card of the file's kinds has, each with one input error."""
    paths = (c.path for model in models for c in columns.columns(model, heads))
    columns_of_cards = list(dict.fromkeys((KIND, *paths))) if models else []
    unknown = {}
    for head in heads:
        near = any(f"{p}.".startswith(f"{head}.") or f"{head}.".startswith(f"{p}.") for p in columns_of_cards)
        if columns_of_cards and not near:
            wanted = f"a column of a card: {', '.join(columns_of_cards[1:MOST_NAMED])}{perhaps(head, columns_of_cards)}"
            unknown[head] = InputError(f"{name}: row 1", f"a column {quote(head)}", wanted)
    return unknown


def _has_kind(text: str) -> bool:
    first = text.lstrip("\ufeff").partition("\n")[0]
    return KIND in (head.strip().strip('"').lower() for head in re.split(r"[,;\t]", first))


def _refuse_heads(heads: list[str], name: str) -> None:
    """Raise InvalidInput with all errors of a first row that is missing, leaves a column unnamed, or repeats one."""
    errors = [] if heads else [InputError(name, "an empty file", "a first row that names the columns")]
    place = f"{name}: row 1"
    for head in heads:
        if not all(head.split(".")):
            errors.append(InputError(place, f"a column {quote(head)}", "a name for each column"))
        if any(other.startswith(f"{head}.") for other in heads):
            errors.append(InputError(place, quote(head), "either this column or its parts, not both"))
    errors += [InputError(place, found, wanted) for found, wanted in find_doubles(heads)]
    if errors:
        raise InvalidInput(*errors)


def find_doubles(heads: Sequence[str], plain: Callable[[str], str] = str) -> list[tuple[str, str]]:
    """Return, for each name that several columns have, what was found (with column numbers) and what was expected.

    `plain` returns the form in which names are compared: of two columns with equal names one would be lost.
    """
    doubles = []
    for name in dict.fromkeys(plain(head) for head in heads if head):
        columns = [(head, number) for number, head in enumerate(heads, 1) if head and plain(head) == name]
        if len(columns) > 1:
            found = " and ".join(f"{quote(head)} in column {number}" for head, number in columns)
            doubles.append((found, "each column once: rename one, or delete it"))
    return doubles


def add_missing_id(record: Raw) -> Raw:
    """Return a record; if it has no id, with one made from its name."""
    name = record.get("name")
    if record.get("id") or not isinstance(name, str) or not (new_id := id_from_name(name)):
        return record
    return {"id": new_id, **record}


def id_from_name(name: str) -> str:
    """Return a name as an id: `Rail Gun Mk. II` is `rail-gun-mk-ii`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:60].strip("-")


def to_csv(entries: Iterable[tuple[str, Raw]], kinds: Models) -> str:
    """Return records as CSV, their kind in the first column, with a column for each cell that any of them has."""
    rows = [{KIND: kind, **write_cells(record, kinds[kind])} for kind, record in entries]
    heads = list(dict.fromkeys(head for row in rows for head in row)) or [KIND, "id", "name"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([guard_formula(row.get(head, "")) for head in heads] for row in rows)
    return out.getvalue()
