"""Everything of one owner as a zip, which can be restored on this server or another, completely or not at all.

Lines are like those of a backup, without the owner; the zip has no key, no hash of one, and no row of another owner.
A table is in it only after its end: before, its seed and sealed choices are secret. Nothing in it is trusted, and
nothing stored is overwritten. A document with much history is on several lines, each with its newest version and a
part of the others, so that no line is long.
"""

import base64
import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby
from typing import BinaryIO

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput
from companion.base.wording import megabytes
from companion.data.documents import refuse_halves
from companion.limits import budget
from companion.printing.export.archive import zip_pieces
from companion.storage import card_pictures, library, owners, quotas
from companion.storage.backup import document_entry
from companion.storage.backup_models import (
    DOCUMENTS,
    LARGEST_FILE,
    MOST_BAD,
    BackupDocument,
    Reader,
    read_document,
    read_line,
    read_lines,
)
from companion.storage.config import StorageError
from companion.storage.decode import json_text
from companion.storage.owners import Belongings
from companion.storage.quotas import Quota, Usage
from companion.storage.restore import NOT_A_BACKUP, add_document, fill_versions, find_lost_versions
from companion.storage.schema import DocumentRow, LinkRow, TableRow, VersionRow
from companion.storage.store import TRIES, Store, title_of

BELONGINGS, ABOUT = "settings.json", "README.txt"
PART = 4_000_000
"""The most characters of versions in one line, besides the newest."""
LARGEST_LINE = 16_000_000
"""The most bytes of a line: a part, one more version, the newest version, and the overhead of JSON."""
WANTED = "a file from “Download everything as one file” of a Mech Companion"
_AT_ONCE = 100
"""Documents that are read from one state of the database."""
_README = """Everything that one owner has in a Mech Companion: builds, card packs, collections and the rest.

Restore: open /open in a Mech Companion, here or on another server, and choose this file.

documents.jsonl   one document a line, as JSON: id, game, kind (build, pack, collection ...), title, tags, when it was
                  changed, archived or deleted, and all its versions, each with its number, time and data. A document
                  with much history is on several lines, each with its newest version and a part of the others. A table
                  has its events too; one whose game goes on is not here, because its seed is secret until it ends.
card-pictures     the pictures of your cards, each named by its SHA-256, as the packs name them.
settings.json     the chosen rulings, the packs in use, the printers with their readings.

The data of a build is what Export JSON shows. There is no key in this file: whoever has it can read all of it, and
change nothing of what is on the server.
"""


def pieces(store: Store, owner: str, belongings: Belongings) -> Iterator[bytes]:
    """Yield the zip of an owner in pieces, however large it is; each document is as it was when it was read."""
    settings = json_text(belongings.model_dump(mode="json", exclude_defaults=True)).encode()
    files = ((DOCUMENTS, _document_lines(store, owner)), (BELONGINGS, [settings]), (ABOUT, [_README.encode()]))
    return zip_pieces(chain(files, _pictures(store, owner)))


def _pictures(store: Store, owner: str) -> Iterator[tuple[str, Iterable[bytes]]]:
    with store.reading() as session:
        names = card_pictures.names_of_owner(session, owner)
    for name in sorted(names):
        with store.reading() as session:
            stored = list(card_pictures.read_pictures(session, [name]))
        yield from ((f"{card_pictures.FOLDER}{name}", [data]) for _, data in stored)


def _document_lines(store: Store, owner: str) -> Iterator[bytes]:
    with store.reading() as session:
        unfinished = select(TableRow.document_id).where(TableRow.ended == 0)
        conditions = (DocumentRow.owner == owner, DocumentRow.id.not_in(unfinished))
        ids = session.scalars(select(DocumentRow.id).where(*conditions).order_by(DocumentRow.id)).all()
    for start in range(0, len(ids), _AT_ONCE):
        batch = ids[start : start + _AT_ONCE]
        with store.snapshot() as session:
            rows = {row.id: row for row in session.scalars(select(DocumentRow).where(DocumentRow.id.in_(batch)))}
            query = select(VersionRow).where(VersionRow.document_id.in_(rows))
            ordered = query.order_by(VersionRow.document_id, VersionRow.number)
            versions = budget.watched(session.scalars(ordered.execution_options(yield_per=20)), 20)
            for name, group in groupby(versions, lambda version: version.document_id):
                yield from (_line(rows[name], part) for part in _parts(session, rows[name], group))


def _line(row: DocumentRow, versions: Sequence[VersionRow]) -> bytes:
    entry = document_entry(row, versions)
    del entry["owner"]
    if table := entry.get("table"):
        table["events"] = [{name: event[name] for name in ("number", "data")} for event in table["events"]]
    return json_text(entry).encode("utf-8", "backslashreplace") + b"\n"


def _parts(session: Session, row: DocumentRow, versions: Iterable[VersionRow]) -> Iterator[list[VersionRow]]:
    """Yield a document's versions in parts, one for each line, oldest first; the newest version is in all of them."""
    part, size = list[VersionRow](), 0
    for version in versions:
        if part and size > PART:
            yield _with_newest(session, row, part)
            part, size = [], 0
        part.append(version)
        size += len(version.data)
    yield _with_newest(session, row, part)


def _with_newest(session: Session, row: DocumentRow, part: list[VersionRow]) -> list[VersionRow]:
    is_there = any(version.number == row.current for version in part)
    newest = None if is_there else session.get(VersionRow, (row.id, row.current))
    return [*part, newest] if newest else part


@dataclass(frozen=True)
class OwnerFile:
    """A file that can be restored: the numbers of its readable lines, and the errors of the others."""

    file: BinaryIO
    name: str
    lines: frozenset[int]
    belongings: Belongings
    pictures: tuple[str, ...] = ()
    bad: tuple[InputError, ...] = ()


@dataclass(frozen=True)
class RestoredCounts:
    """Numbers of restored documents: new ones, ones that got later or lost versions, unchanged ones."""

    new: int
    completed: int
    already_stored: int


def read_file(file: BinaryIO, name: str, read: Reader, most: Quota) -> OwnerFile:
    """Read a file without storing anything; InvalidInput where it cannot be read, or is larger than any owner may have.

    `read` reads each document's newest version as its pages do.
    """
    good_lines, errors = set[int](), list[InputError]()
    try:
        with zipfile.ZipFile(file) as archive:
            _refuse_large(archive, name, most)
            with archive.open(DOCUMENTS) as lines:
                for number, line in enumerate(budget.watched(read_lines(lines, name, LARGEST_LINE), 20), 1):
                    try:
                        _, left_out = _read_line(line, "", read)
                        good_lines.add(number)
                    except InvalidInput as error:
                        left_out = error.input_errors
                    if left_out:
                        errors += InvalidInput(*left_out).prefix_place(f"{name}, line {number}").input_errors
                    if len(errors) > MOST_BAD:
                        raise InvalidInput(InputError(name, "too many errors", WANTED), *errors[:MOST_MESSAGES])
            belongings = _read_belongings(archive, name)
            pictures, picture_errors = card_pictures.read_members(archive, name)
    except NOT_A_BACKUP:
        raise InvalidInput(InputError(name, "something that cannot be read", WANTED)) from None
    return OwnerFile(file, name, frozenset(good_lines), belongings, tuple(pictures), (*errors, *picture_errors))


def _refuse_large(archive: zipfile.ZipFile, name: str, most: Quota) -> None:
    """Raise InvalidInput for a file that unpacks to more than an owner may store; zipfile never unpacks more."""
    size = sum(member.file_size for member in archive.infolist())
    if size > 2 * most.bytes + LARGEST_LINE:
        raise InvalidInput(InputError(name, f"{megabytes(size)} once it is unpacked", WANTED))


def _read_line(line: bytes, owner: str, read: Reader) -> tuple[BackupDocument, tuple[InputError, ...]]:
    """Return a line's document with this owner, and the errors of old versions that are left out."""
    return read_line(
        line, lambda data: read_document({**data, "owner": owner} if isinstance(data, dict) else data, read)
    )


def _read_belongings(archive: zipfile.ZipFile, name: str) -> Belongings:
    if BELONGINGS not in archive.namelist():
        return Belongings()
    with archive.open(BELONGINGS) as file:
        data = file.read(LARGEST_FILE + 1)
    try:
        refuse_halves(json.loads(data))
        return Belongings.model_validate_json(data)
    except (ValidationError, InvalidInput, ValueError, RecursionError):
        raise InvalidInput(InputError(f"{name}, {BELONGINGS}", "something else", "the settings of an owner")) from None


def restore_file(
    store: Store, owner: str, owner_file: OwnerFile, merge: Callable[[Belongings, Belongings], Belongings]
) -> RestoredCounts:
    """Store a file's documents and settings for an owner, all or none; QuotaExceeded past the owner's quota.

    A document that the owner already has gets the versions it lacks, unless it was changed otherwise since. One whose
    id somebody else has gets a new id, always the same. `merge` combines stored belongings with those of the file.
    """
    for _ in range(TRIES):
        with suppress(IntegrityError), store.writing() as session:
            return _restore_file(store.quota, session, owner, owner_file, merge)
    raise StorageError("Nothing was saved: the same documents are being stored from elsewhere. Try again.")


def _restore_file(
    quota: Quota,
    session: Session,
    owner: str,
    owner_file: OwnerFile,
    merge: Callable[[Belongings, Belongings], Belongings],
) -> RestoredCounts:
    row = owners.locked_row(session, owner)
    new_ids, new, completed, unchanged = dict[str, str](), set[str](), set[str](), set[str]()
    for batch in budget.watched(_good_documents(owner_file, owner), 1):
        taken_ids = _taken_ids(session, batch)
        for file_document in batch:
            file_id, tags = file_document.id, library.bounded_tags(file_document.tags)
            key = _own_id(session, file_document) if file_id in taken_ids else file_id
            if key != file_id:
                new_ids[file_id] = key
            document = file_document.model_copy(update={"id": key, "shelved": None, "tags": tags})
            if file_id in taken_ids and session.get(DocumentRow, key) is not None:
                (completed if _complete(session, document) else unchanged).add(key)
            else:
                add_document(session, document)
                new.add(key)
            taken_ids.add(file_id)
            session.expunge_all()
    with zipfile.ZipFile(owner_file.file) as archive:
        card_pictures.add_members(session, archive, owner_file.pictures)
    usage = select(*quotas.usage_columns(owner)).where(DocumentRow.owner == owner)
    quota.check_total(Usage(*session.execute(usage).one()))
    row.belongings = owners.merge_text(row.belongings, _with_new_ids(owner_file.belongings, new_ids), merge)
    session.merge(row)
    return RestoredCounts(len(new), len(completed - new), len(unchanged - completed - new))


def _good_documents(owner_file: OwnerFile, owner: str) -> Iterator[list[BackupDocument]]:
    """Yield the readable documents, a few at a time: all at once may not fit in memory."""
    batch, size = list[BackupDocument](), 0
    with zipfile.ZipFile(owner_file.file) as archive, archive.open(DOCUMENTS) as lines:
        for number, line in enumerate(read_lines(lines, owner_file.name, LARGEST_LINE), 1):
            if number not in owner_file.lines:
                continue
            batch.append(_read_line(line, owner, lambda game, kind, data: None)[0])
            size += len(line)
            if len(batch) == _AT_ONCE or size > PART:
                yield batch
                batch, size = [], 0
    yield batch


def _taken_ids(session: Session, batch: Iterable[BackupDocument]) -> set[str]:
    """Return those ids of a batch that a stored document has, or that links were handed out for."""
    ids = [document.id for document in batch]
    columns = (DocumentRow.id, LinkRow.document_id)
    return {name for column in columns for name in session.scalars(select(column).where(column.in_(ids)))}


def _own_id(session: Session, document: BackupDocument) -> str:
    """Return the id under which a file's document is stored: its own, or a derived one where that is taken.

    An id is also taken if links were handed out for a document that is gone: they must not lead to another one.
    """
    key = document.id
    while not _is_free(session, key, document):
        key = _derive_id(document.owner, key)
    return key


def _is_free(session: Session, key: str, document: BackupDocument) -> bool:
    row = session.get(DocumentRow, key)
    if row is None:
        return session.get(LinkRow, key) is None
    return (row.owner, row.game, row.kind) == (document.owner, document.game, document.kind)


def _derive_id(owner: str, key: str) -> str:
    """Return an id that nobody can guess without knowing the owner's name."""
    digest = hashlib.sha256(f"{owner}\0{key}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:32]


def _complete(session: Session, document: BackupDocument) -> bool:
    """Store the versions that a stored document lacks; return whether there were any."""
    is_ahead = _move_on(session, document)
    lost = find_lost_versions(session, document)
    if lost:
        fill_versions(session, *lost)
    return is_ahead or lost is not None


def _move_on(session: Session, document: BackupDocument) -> bool:
    """Make a file's newest version the newest if the file contains the stored newest one; return whether it does."""
    row = session.get_one(DocumentRow, document.id)
    stored = session.get(VersionRow, (row.id, row.current))
    counterpart = next((version for version in document.versions if version.number == row.current), None)
    if document.current <= row.current or not (stored and counterpart) or stored.data != json_text(counterpart.data):
        return False
    row.current, row.changed, row.title = document.current, document.changed, title_of(document.newest)
    return True


def _with_new_ids(belongings: Belongings, new_ids: dict[str, str]) -> Belongings:
    text = belongings.model_dump_json()
    for old_id, new_id in new_ids.items():
        text = text.replace(old_id, new_id)
    return Belongings.model_validate_json(text)
