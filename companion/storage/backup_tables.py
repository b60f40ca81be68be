"""Other rows in a backup: links, owners, public names of pictures, each table as a file of JSON lines.

As with documents, nothing in them is trusted and nothing stored is overwritten.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from pydantic import Field, field_validator
from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.documents import Record, read_as, refuse_halves
from companion.storage import document_links, owners, table_links
from companion.storage.backup_models import MOST_BAD, WANTED, Number, Time, read_line
from companion.storage.decode import column_value, json_text, parse_json
from companion.storage.schema import Base, DocumentRow, LinkRow, OwnerRow, PublicPictureRow, TableLinkRow
from companion.storage.store import LARGEST_NUMBER, refuse_large
from companion.storage.table_links import TableLink

LINKS, OWNERS, PUBLIC_PICTURES = "links.jsonl", "owners.jsonl", "public-pictures.jsonl"
TABLE_LINKS = "table-links.jsonl"
_NAME = r"^[^\x00]*$"
_COUNT_COLUMNS = (DocumentRow.versions.key, DocumentRow.bytes.key)
"""Columns that no backup has, because restoring counts them again."""


class BackupOwner(Record):
    """An owner in a backup."""

    name: str = Field(min_length=1, max_length=64, pattern=_NAME)
    belongings: JsonObject
    key: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")
    key_made: Time | None = None
    renewals: int = Field(default=0, ge=0, le=10**6)
    joined: str | None = Field(default=None, max_length=64, pattern=_NAME)

    @field_validator("belongings", mode="after")
    @classmethod
    def _readable(cls, data: JsonObject) -> JsonObject:
        owners.Belongings.model_validate(data)
        refuse_large(data)
        return data


class BackupPictures(Record):
    """A public name of pictures in a backup."""

    name: str = Field(min_length=20, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    document_id: str = Field(max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    number: Number
    asked: dict[str, str | list[str]]
    made: Time


Generation = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


class BackupLinks(Record):
    """The links of a document in a backup."""

    document_id: str = Field(min_length=1, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    view: Generation = 0
    edit: Generation = 0
    open: Annotated[int, Field(ge=0, le=1)] = 0

    @property
    def name(self) -> str:
        """The key of the row: no two rows have the same."""
        return self.document_id


class BackupTableLink(Record):
    """How often a link to a table was renewed, in a backup."""

    document_id: str = Field(min_length=1, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    kind: TableLink
    renewals: Generation

    @property
    def name(self) -> str:
        """The key of the row: no two rows have the same."""
        return f"{self.document_id} {self.kind}"


_TABLES: Mapping[str, tuple[type[Base], type[Record]]] = {
    LINKS: (LinkRow, BackupLinks),
    OWNERS: (OwnerRow, BackupOwner),
    PUBLIC_PICTURES: (PublicPictureRow, BackupPictures),
    TABLE_LINKS: (TableLinkRow, BackupTableLink),
}
"""The files of rows in a backup, each with its table and the model of a row."""
NAMES = tuple(_TABLES)
_MODELS = dict(_TABLES.values())
_JSON = {"belongings", "asked", "data"}
"""The columns that hold JSON."""


@dataclass(frozen=True)
class BackupTables:
    """The readable rows of a backup's other tables."""

    links: list[BackupLinks] = field(default_factory=list)
    owners: list[BackupOwner] = field(default_factory=list)
    pictures: list[BackupPictures] = field(default_factory=list)
    table_links: list[BackupTableLink] = field(default_factory=list)


def rows(session: Session) -> Iterator[tuple[str, list[JsonObject]]]:
    """Yield the file names of a backup with their rows, in the order of their names."""
    for name, (table, _) in _TABLES.items():
        yield name, [columns(row) for row in session.scalars(select(table).order_by(*table.__table__.primary_key))]


def columns(row: Base) -> JsonObject:
    """Return a row's values by column; a column of JSON as plain data if it can be parsed."""
    return {name: parse_json(value) if name in _JSON else column_value(value) for name, value in _values(row)}


def columns_of_bytes(row: Base) -> list[str]:
    """Return the columns that hold bytes, as only in a damaged database: no page finds such a row."""
    return [name for name, value in _values(row) if isinstance(value, bytes)]


def _values(row: Base) -> Iterator[tuple[str, Any]]:
    return (
        (column.key, getattr(row, column.key)) for column in row.__table__.columns if column.key not in _COUNT_COLUMNS
    )


def unrestorable_columns(row: Base) -> list[str]:
    """Return the columns of links, an owner or a public name that restoring would refuse."""
    try:
        _read_row(_MODELS[type(row)], columns(row))
    except InvalidInput as error:
        return list(dict.fromkeys(found.where.partition(".")[0] for found in error.input_errors))
    return columns_of_bytes(row)


def read_tables(files: Mapping[str, Iterable[bytes]], name: str) -> tuple[BackupTables, list[InputError]]:
    """Return the readable rows of a backup's files, and the errors of the others."""
    errors: list[InputError] = []
    row_lists = (_read_rows(files[file], model, f"{name}, {file}", errors) for file, (_, model) in _TABLES.items())
    return BackupTables(*row_lists), errors


def _read_rows(lines: Iterable[bytes], model: type[Record], name: str, errors: list[InputError]) -> list[Any]:
    """Return the readable rows of a file; the errors of the others are added to `errors`."""
    good, names = list[Any](), set[str]()
    for number, line in enumerate(lines, 1):
        try:
            good.append(_refuse_repeated(read_line(line, partial(_read_row, model)), names))
        except InvalidInput as error:
            errors += error.prefix_place(f"{name}, line {number}").input_errors
        if len(errors) > MOST_BAD:
            raise InvalidInput(InputError(name, "too many errors", WANTED), *errors[:MOST_MESSAGES])
    return good


def _read_row(model: type[Record], data: Any) -> Any:
    refuse_halves(data)
    return read_as(model, data)


def _refuse_repeated(row: Any, names: set[str]) -> Any:
    """Return a row and add its name and key to `names`; InvalidInput where one of them is there already."""
    keys = {f"name {row.name}"} | ({f"key {row.key}"} if isinstance(row, BackupOwner) and row.key else set())
    if keys & names:
        raise InvalidInput(InputError("name", quote(row.name), "each name and each key once"))
    names |= keys
    return row


def add_rows(session: Session, tables: BackupTables) -> None:
    """Store the rows whose names are new; a key that another owner has in the meantime stays with that owner.

    A withdrawn link stays withdrawn: the higher of two generations is kept.
    """
    for links in tables.links:
        document_links.raise_generations(session, links.document_id, links.view, links.edit, bool(links.open))
    for owner in tables.owners:
        if session.get(OwnerRow, owner.name) is None:
            is_taken = owner.key and session.scalars(select(OwnerRow.name).where(OwnerRow.key == owner.key)).first()
            values = owner.model_dump() | ({"key": None, "key_made": None} if is_taken else {})
            session.add(OwnerRow(**values | {"belongings": json_text(owner.belongings)}))
            session.flush()
    for pictures in tables.pictures:
        is_new = session.get(PublicPictureRow, pictures.name) is None
        if is_new and session.get(DocumentRow, pictures.document_id) is not None:
            session.add(PublicPictureRow(**pictures.model_dump() | {"asked": json_text(pictures.asked)}))
    for link in tables.table_links:
        table_links.raise_renewals(session, link.document_id, link.kind, link.renewals)
    owners.reassign_joined_documents(session)
