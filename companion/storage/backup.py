"""Backups: everything needed to continue on another machine or another kind of database, as one zip.

It contains every document with all its versions as of one moment, tables with their events and the seeds of their dice,
its owners with their settings and the hashes of their keys, the public names of pictures, the pictures of cards, the
calibrated printers, and the key that signs cookies: whoever has the file can read everything and act for everybody, so
only its owner may read it.
"""

import hashlib
import os
import secrets
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.storage import backup_tables, card_pictures, tables
from companion.storage.backup_models import DOCUMENTS, KEY, PRINTERS
from companion.storage.decode import column_value, json_text, parse_json
from companion.storage.schema import DocumentRow, TableEventRow, TableRow, TableStateRow, VersionRow
from companion.storage.store import Store

try:
    import fcntl
except ImportError:  # Windows, where a file that is being written cannot be deleted anyway
    fcntl = None  # type: ignore[assignment]

PART = ".companion-{}.part"
"""The name of an unfinished backup, in the folder of the finished file."""


class Stopped(Exception):
    """A backup was stopped before it was complete; its unfinished file is deleted."""


@dataclass(frozen=True)
class Contents:
    """The contents of a backup: the number of documents, a digest of the database's rows, the names of other files."""

    documents: int
    digest: str
    files: tuple[str, ...] = ()


def backup(
    store: Store, path: Path, folder: Path | None = None, stopped: Callable[[], bool] = lambda: False
) -> Contents:
    """Write everything to a zip that only its owner may read; the file appears complete or not at all.

    `folder` is the data folder with the signing key and the printers; without it the backup has documents alone.
    `stopped` is called before each document; once it returns True, Stopped is raised. Only a file is replaced, never a
    device.
    """
    if not path.name or (path.exists() and not path.is_file()):
        raise InvalidInput(InputError(str(path), "a directory or a device", "the name of a file"))
    tidy(path.parent)
    part = path.with_name(PART.format(secrets.token_hex()))
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            _lock_part(file)
            contents = _write(store, file, folder, stopped)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return contents


def tidy(folder: Path) -> None:
    """Delete unfinished backups of processes that were killed."""
    for path in folder.glob(PART.format("*")):
        with suppress(OSError), path.open("rb") as file:
            if _lock_part(file):
                path.unlink()


def _lock_part(file: IO[bytes]) -> bool:
    """Lock a part until it is closed; False where another process writes it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(store: Store, file: BinaryIO, folder: Path | None, stopped: Callable[[], bool]) -> Contents:
    hasher, count = hashlib.sha256(), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, store.snapshot() as session:
        with archive.open(DOCUMENTS, "w", force_zip64=True) as lines:
            for document in stored_documents(session):
                if stopped():
                    raise Stopped
                line = _line(document_entry(*document))
                hasher.update(line)
                lines.write(line + b"\n")
                count += 1
        for name, rows in backup_tables.rows(session):
            row_lines = [_line(row) for row in rows]
            hasher.update(b"".join(row_lines))
            archive.writestr(name, b"".join(line + b"\n" for line in row_lines))
        for name, data in card_pictures.read_pictures(session):
            hasher.update(name.encode())
            archive.writestr(f"{card_pictures.FOLDER}{name}", data, zipfile.ZIP_STORED)
        files = [name for name in (KEY, PRINTERS) if folder and (folder / name).is_file()]
        for name in files:
            archive.write(folder / name, name)  # type: ignore[operator]
    return Contents(count, hasher.hexdigest(), tuple(files))


def stored_documents(session: Session) -> Iterator[tuple[DocumentRow, list[VersionRow]]]:
    """Yield every document with its versions, in the order of their ids."""
    for row in session.scalars(select(DocumentRow).order_by(DocumentRow.id)).all():
        versions = select(VersionRow).where(VersionRow.document_id == row.id).order_by(VersionRow.number)
        yield row, list(session.scalars(versions))


def document_entry(row: DocumentRow, versions: Sequence[VersionRow]) -> JsonObject:
    """Return a document as data of `backup_models.BackupDocument`; a version that is not JSON comes as its text."""
    entry = {**backup_tables.columns(row), "versions": list(map(_child_entry, versions))}
    return entry | {"table": _table_entry(row)} if row.kind == tables.KIND else entry


def _child_entry(row: VersionRow | TableEventRow | TableStateRow) -> JsonObject:
    return {name: value for name, value in backup_tables.columns(row).items() if name != "document_id"}


def _table_entry(document: DocumentRow) -> JsonObject | None:
    """Return a table as plain data for `backup_models.BackupTable`; None where its row is gone."""
    session = object_session(document)
    row = session.get(TableRow, document.id) if session else None
    if session is None or row is None:
        return None
    event_query = select(TableEventRow).where(TableEventRow.document_id == document.id).order_by(TableEventRow.number)
    events = list(map(_child_entry, session.scalars(event_query)))
    private = {name: column_value(getattr(row, name)) for name in ("ended", "rewritten")}
    state_query = select(TableStateRow).where(TableStateRow.document_id == document.id).order_by(TableStateRow.number)
    newest_states = list(map(_child_entry, session.scalars(state_query)))[-tables.STATES :]
    readable = [state for state in newest_states if isinstance(state["data"], dict)]
    return {"seeds": parse_json(row.seeds), **private, "events": events, "states": readable}


def digest(store: Store) -> str:
    """Return the digest that a backup of the store has now."""
    hasher = hashlib.sha256()
    with store.snapshot() as session:
        for document in stored_documents(session):
            hasher.update(_line(document_entry(*document)))
        for _, rows in backup_tables.rows(session):
            hasher.update(b"".join(map(_line, rows)))
        for name in card_pictures.stored_names(session):
            hasher.update(name.encode())
    return hasher.hexdigest()


def is_current(path: Path, store: Store, folder: Path) -> bool:
    """Return whether a backup holds the current data; False if it cannot be read."""
    hasher = hashlib.sha256()
    try:
        with zipfile.ZipFile(path) as archive:
            if any(_read_member(archive, name) != _read_file(folder / name) for name in (KEY, PRINTERS)):
                return False
            for name in (DOCUMENTS, *backup_tables.NAMES):
                with archive.open(name) as lines:
                    for line in lines:
                        hasher.update(line.removesuffix(b"\n"))
            for name in card_pictures.members(archive.namelist()):
                hasher.update(name.encode())
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, EOFError):
        return False
    return hasher.hexdigest() == digest(store)


def _read_member(archive: zipfile.ZipFile, name: str) -> bytes | None:
    return archive.read(name) if name in archive.namelist() else None


def _read_file(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _line(entry: JsonObject) -> bytes:
    """Return an entry as a line of a backup."""
    return json_text(entry).encode("utf-8", "backslashreplace")
