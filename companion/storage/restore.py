"""Restoring a backup: nothing in it is trusted, and nothing that is stored is overwritten.

Every document is read before the first one is written: sizes first, then as `backup_models.read_document` reads it.
"""

import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, plural
from companion.storage import backup_tables, card_pictures, printers, quotas, tables
from companion.storage.backup import digest as digest_of
from companion.storage.backup_models import (
    DOCUMENTS,
    KEY,
    LARGEST_FILE,
    MOST_BAD,
    PRINTERS,
    WANTED,
    BackupDocument,
    BackupVersion,
    Reader,
    read_document,
    read_line,
    read_lines,
)
from companion.storage.config import StorageError, write_new_file
from companion.storage.decode import LEFT_OUT, json_text
from companion.storage.schema import DocumentRow, LinkRow, TableEventRow, TableRow, TableStateRow, VersionRow
from companion.storage.store import LARGEST_NUMBER, Store

NOT_A_BACKUP = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, KeyError, EOFError, NotImplementedError, RuntimeError, ValueError,
)  # fmt: skip


@dataclass(frozen=True)
class RestoreResult:
    """Result of a restore, or of a dry run: restored documents, already stored ones, errors of unreadable ones."""

    restored: int
    already_stored: int
    errors: tuple[InputError, ...]
    files: tuple[str, ...]
    """The signing key and the printers, if they were restored too."""
    differing_files: tuple[str, ...]
    """Files that differ from those in the data folder, which are kept."""
    completed: int
    """Documents that were stored and got back versions they had lost; they are among those `already_stored`."""


def restore(
    store: Store,
    path: Path,
    read: Reader,
    folder: Path | None = None,
    *,
    skip_bad: bool = False,
    dry_run: bool = False,
    new_seeds: bool = True,
) -> RestoreResult:
    """Restore a backup, completely or not at all; InvalidInput lists every error, unless `skip_bad` skips those.

    A stored document keeps all its versions, and only gets back versions that it has lost. The key and the printers are
    written into `folder` if it has none. A dry run writes nothing and returns the errors. Tables that had not ended get
    new seeds, because somebody may know the throws that the old ones would make; without `new_seeds` the database has
    exactly the contents of the backup.
    """
    contents = _read_contents(path, read)
    if contents.errors and not (skip_bad or dry_run):
        wanted = "documents that can be read: --skip-bad leaves the others out"
        summary = InputError(path.name, plural(len(contents.errors), "error"), wanted)
        raise InvalidInput(*contents.errors, summary)
    new = completed = 0
    with zipfile.ZipFile(path) as archive, store.writing() as session:
        for document in _read_good_documents(archive, path.name, contents.lines):
            if session.get(DocumentRow, document.id) is not None:
                completed += _fill_gaps(session, document, dry_run)
            else:
                new += 1
                if not dry_run:
                    _add_new(session, document, new_seeds)
            session.expunge_all()
        if not dry_run:
            backup_tables.add_rows(session, contents.tables)
            card_pictures.add_members(session, archive, contents.pictures)
        written, differing = _place_files(contents.files, folder, dry_run) if folder else ((), ())
    return RestoreResult(new, len(contents.lines) - new, contents.errors, written, differing, completed)


@dataclass(frozen=True)
class _Contents:
    lines: Mapping[str, int]
    """The line number of each readable document, by its id."""
    tables: backup_tables.BackupTables
    pictures: Sequence[str]
    """The hashes of the pictures that can be stored."""
    files: Mapping[str, bytes]
    errors: tuple[InputError, ...]


def _read_contents(path: Path, read: Reader) -> _Contents:
    try:
        with zipfile.ZipFile(path) as archive:
            lines, document_errors = _partition_lines(archive, path.name, read)
            stored_tables, table_errors = _read_tables(archive, path.name)
            pictures, picture_errors = card_pictures.read_members(archive, path.name)
            names = set(archive.namelist())
            files = {name: _read_member(archive, name, path.name) for name in (KEY, PRINTERS) if name in names}
    except NOT_A_BACKUP as error:
        raise InvalidInput(InputError(path.name, quote(str(error)), WANTED)) from None
    errors = (*document_errors, *table_errors, *picture_errors)
    return _Contents(lines, stored_tables, pictures, files, errors)


def _add_new(session: Session, document: BackupDocument, new_seeds: bool) -> None:
    add_document(session, document)
    if new_seeds and document.table and not document.table.ended:
        tables.change_seed(session, document.id)


def _fill_gaps(session: Session, document: BackupDocument, dry_run: bool) -> bool:
    """Store the versions and events that a stored document has lost; return whether it lost any."""
    lost, events = find_lost_versions(session, document), find_lost_events(session, document)
    if lost and not dry_run:
        fill_versions(session, *lost)
    if events and not dry_run:
        session.execute(insert(TableEventRow), events)
        for values in events:
            card_pictures.count_names(session, document.id, card_pictures.OF_EVENTS, values["data"])
        quotas.count_versions(session, document.id)
    return bool(lost or events)


def verify_backup(path: Path, digest: str, read: Reader) -> None:
    """Restore a backup into an empty database and compare digests; StorageError where they differ."""
    with TemporaryDirectory() as folder:
        scratch = Store(f"sqlite:///{Path(folder) / 'scratch.sqlite3'}")
        try:
            restore(scratch, path, read, new_seeds=False)
        except InvalidInput as error:
            raise StorageError(
                f"{path} was written, and not all of it can be restored: `companion doctor` says more. {error}"
            ) from None
        else:
            restored_digest = digest_of(scratch)
        finally:
            scratch.close()
    if restored_digest != digest:
        raise StorageError(f"{path} does not contain what was saved: check the disk, and write it again.")


def _partition_lines(archive: zipfile.ZipFile, name: str, read: Reader) -> tuple[dict[str, int], list[InputError]]:
    """Return the line number of each readable document by its id, and the errors of the others."""
    line_numbers: dict[str, int] = {}
    errors: list[InputError] = []
    with archive.open(DOCUMENTS) as lines:
        for number, line in enumerate(read_lines(lines, name), 1):
            place = f"{name}, document {number}"
            try:
                document, left_out = read_line(line, partial(read_document, read=read))
                if left_out:
                    errors += InvalidInput(*left_out).prefix_place(place).input_errors
                if document.id in line_numbers:
                    raise InvalidInput(InputError("id", quote(document.id), "each document once"))
            except InvalidInput as error:
                errors += error.prefix_place(place).input_errors
                if len(errors) > MOST_BAD:
                    raise InvalidInput(InputError(name, "too many errors", WANTED), *errors[:MOST_MESSAGES]) from None
            else:
                line_numbers[document.id] = number
    return line_numbers, errors


def _read_tables(archive: zipfile.ZipFile, name: str) -> tuple[backup_tables.BackupTables, list[InputError]]:
    """Return links, owners and public names, and their errors; InvalidInput for a backup of an older release."""
    if missing := set(backup_tables.NAMES) - set(archive.namelist()):
        wanted = "a backup by 0.15.0 or later: restore an older one with 0.15.1, and back that up"
        raise InvalidInput(InputError(name, f"no {join_words(sorted(missing))}", wanted))
    with ExitStack() as stack:
        files = {member: read_lines(stack.enter_context(archive.open(member)), name) for member in backup_tables.NAMES}
        return backup_tables.read_tables(files, name)


def _read_member(archive: zipfile.ZipFile, member: str, name: str) -> bytes:
    with archive.open(member) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InvalidInput(InputError(f"{name}, {member}", "too many bytes", f"at most {LARGEST_FILE:,}"))
    try:
        _READERS[member](data)
    except (ValueError, TypeError, AttributeError):
        raise InvalidInput(InputError(f"{name}, {member}", "something else", _WANTED[member])) from None
    return data


def _read_key(data: bytes) -> None:
    if not re.fullmatch(rb"[!-~]{16,}\s*", data):
        raise ValueError


_READERS: Mapping[str, Callable[[bytes], object]] = {KEY: _read_key, PRINTERS: printers.read_printers}
_WANTED = {KEY: "a signing key of at least 16 characters", PRINTERS: "the printers that `calibrate` saved"}


def _read_good_documents(archive: zipfile.ZipFile, name: str, good: Mapping[str, int]) -> Iterator[BackupDocument]:
    """Yield the readable documents one at a time: all at once may not fit in memory."""
    numbers = set(good.values())
    with archive.open(DOCUMENTS) as lines:
        for number, line in enumerate(read_lines(lines, name), 1):
            if number in numbers:
                yield read_line(line, partial(read_document, read=lambda game, kind, data: None))[0]


def add_document(session: Session, document: BackupDocument) -> None:
    """Store a new document with its versions."""
    versions = [_row_values(document.id, version) for version in document.versions]
    events = _event_values(document)
    counted = {"versions": len(versions), "bytes": sum(len(values["data"].encode()) for values in (*versions, *events))}
    session.execute(insert(DocumentRow), [document.model_dump(exclude={"versions", "table"}) | counted])
    session.execute(insert(VersionRow), versions)
    for values in versions:
        card_pictures.count_names(session, document.id, values["number"], values["data"])
    for values in events:
        card_pictures.count_names(session, document.id, card_pictures.OF_EVENTS, values["data"])
    if document.table is None:
        return
    private = {"seeds": json_text(document.table.seeds), **document.table.model_dump(include={"ended", "rewritten"})}
    session.execute(insert(TableRow), [{"document_id": document.id, **private}])
    if events:
        session.execute(insert(TableEventRow), events)
    for number, state in {state.number: state for state in document.table.states}.items():
        session.add(TableStateRow(document_id=document.id, number=number, data=json_text(state.data)))
    if session.get(LinkRow, document.id) is None:
        session.add(LinkRow(document_id=document.id))
        session.flush()


def _event_values(document: BackupDocument) -> list[JsonObject]:
    events = document.table.events if document.table else ()
    return [
        {"document_id": document.id, **event.model_dump(exclude={"data"}), "data": json_text(event.data)}
        for event in events
    ]


def find_lost_events(session: Session, document: BackupDocument) -> list[JsonObject]:
    """Return the events before its newest that a stored table has lost, as rows; empty if it has all of them."""
    row = session.get(DocumentRow, document.id)
    if row is None or (row.owner, row.kind) != (document.owner, document.kind):
        return []
    stored = set(session.scalars(select(TableEventRow.number).where(TableEventRow.document_id == document.id)))
    highest = max(stored, default=0)
    return [event for event in _event_values(document) if event["number"] not in stored and event["number"] < highest]


def _row_values(document_id: str, version: BackupVersion) -> JsonObject:
    return {"document_id": document_id, **version.model_dump(), "data": json_text(version.data)}


def find_lost_versions(session: Session, document: BackupDocument) -> tuple[DocumentRow, list[BackupVersion]] | None:
    """Return a stored document with the versions up to its newest that it has lost; None if it has all of them."""
    row = session.get(DocumentRow, document.id)
    if row is None or (row.owner, row.game, row.kind) != (document.owner, document.game, document.kind):
        return None
    newest = row.current if isinstance(row.current, int) else LARGEST_NUMBER
    is_there = (VersionRow.document_id == row.id) & (VersionRow.data != json_text(LEFT_OUT))
    stored = set(session.scalars(select(VersionRow.number).where(is_there)))
    candidates = [version for version in document.versions if version.number <= newest and version.data != LEFT_OUT]
    missing = [version for version in candidates if version.number not in stored]
    return (row, missing) if missing else None


def fill_versions(session: Session, row: DocumentRow, missing: list[BackupVersion]) -> None:
    """Store lost versions; if the newest version is still missing, the highest one becomes the newest."""
    for version in missing:
        values = _row_values(row.id, version)
        session.merge(VersionRow(**values))
        card_pictures.count_names(session, row.id, version.number, values["data"])
    session.flush()
    if session.get(VersionRow, (row.id, row.current)) is None:
        highest = select(func.max(VersionRow.number)).where(VersionRow.document_id == row.id)
        row.current = session.scalar(highest) or row.current
        row.title = next(
            (str(lost.data.get("title", ""))[:200] for lost in missing if lost.number == row.current), row.title
        )
    session.flush()
    quotas.count_versions(session, row.id)


def _place_files(files: Mapping[str, bytes], folder: Path, dry_run: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write the files that the data folder does not have; return their names, and those of files that differ."""
    new, differing = [], []
    for name, data in files.items():
        path = folder / name
        if path.exists():
            differing += [name] if path.read_bytes() != data else []
            continue
        new.append(name)
        if not dry_run:
            write_new_file(path, data)
    return tuple(new), tuple(differing)
