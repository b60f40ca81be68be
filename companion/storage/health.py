"""Whether a database is sound: its file, documents, owners, public names; and what can be repaired without loss."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.exc import DatabaseError

from companion.findings import InvalidInput
from companion.storage import owners, public_pictures
from companion.storage.config import StorageError
from companion.storage.schema import DocumentRow, OwnerRow, PublicPictureRow, VersionRow
from companion.storage.store import LARGEST_NUMBER, DocumentNotFound, Store
from companion.wording import plural

Reader = Callable[[str, str, Mapping[str, Any]], None]
"""Reads a document of a game and a kind; InvalidInput where it cannot be read."""


@dataclass(frozen=True)
class Report:
    """How many documents and versions were looked at, and what is wrong, a sentence each."""

    documents: int
    versions: int
    wrong: tuple[str, ...]


def check_file(store: Store) -> str:
    """Return what the database says of its own file; StorageTrouble where it is damaged."""
    if store.engine.dialect.name != "sqlite":
        return "the database server looks after its own files"
    try:
        with store.engine.connect() as connection:
            said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().first()
    except DatabaseError as error:
        said = str(error.orig)
    if said != "ok":
        raise StorageError(f"The database file is damaged ({said}): restore the last backup.")
    return "PRAGMA integrity_check: ok"


def check_documents(store: Store, read: Reader) -> Report:
    """Return whether every document has its versions without a gap, and whether its game can read the newest one."""
    with store.snapshot() as session:
        rows = session.execute(
            select(
                DocumentRow.id,
                DocumentRow.game,
                DocumentRow.kind,
                DocumentRow.title,
                DocumentRow.current,
                func.count(VersionRow.number),
                func.max(VersionRow.number),
            )
            .outerjoin(VersionRow, VersionRow.document_id == DocumentRow.id)
            .group_by(DocumentRow.id)
            .order_by(DocumentRow.id)
        ).all()
    wrong = []
    for document_id, game, kind, title, current, count, highest in rows:
        called = f"{kind} {document_id} ({title or 'untitled'})"
        reasons = _numbers(current, count, highest) or _unread(store, document_id, game, kind, read)
        wrong += [f"{called}: {reason}" for reason in reasons]
    return Report(len(rows), sum(row[5] for row in rows), tuple(wrong))


def _numbers(current: int, count: int, highest: int | None) -> list[str]:
    if not count:
        return ["all of its versions are gone: restore a backup"]
    found = []
    if current != highest:
        found.append(f"version {current} is called its newest, and version {highest} is: doctor --repair")
    if count != highest:
        found.append(f"it has {plural(count, 'version')}, numbered up to {highest}: some are gone, restore a backup")
    return found


def _unread(store: Store, document_id: str, game: str, kind: str, read: Reader) -> Iterator[str]:
    try:
        document = store.get(document_id)
    except DocumentNotFound:
        return
    if document.damage:
        yield document.damage
        return
    try:
        read(game, kind, document.data)
    except InvalidInput as error:
        first, *others = error.input_errors
        more = f" And {plural(len(others), 'error')} more." if others else ""
        yield f"{first}{more}"


def check_owners(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many owners have settings or a key, and what is wrong with those, a sentence each."""
    with store.snapshot() as session:
        rows = session.scalars(select(OwnerRow).order_by(OwnerRow.name)).all()
        known = {row.name: row for row in rows}
        left = select(DocumentRow.owner, func.count()).group_by(DocumentRow.owner)
        documents = {row[0]: row[1] for row in session.execute(left)}
    wrong = []
    for number, row in enumerate(rows, 1):
        reasons = _of_owner(row, known, documents.get(row.name, 0))
        wrong += [f"owner {number} (by name): {reason}" for reason in reasons]
    return len(rows), tuple(wrong)


def _of_owner(row: OwnerRow, known: Mapping[str, OwnerRow], documents: int) -> Iterator[str]:
    """Yield what is wrong with an owner; its name is a right to act for it, so that no sentence says it."""
    try:
        owners.read(row.belongings)
    except ValueError as error:
        yield f"its settings cannot be read, and {error}: they count as none, restore a backup"
    if not row.joined:
        return
    into = known.get(row.joined)
    if into is None or into.joined:
        yield "it became an owner that is not there: restore a backup"
    elif documents:
        yield f"{plural(documents, 'document')} did not follow it to the owner that it became: doctor --repair"


def check_public_pictures(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many public names pictures have, and which of them lead to no version, a sentence each."""
    version = (VersionRow.document_id == PublicPictureRow.document_id) & (VersionRow.number == PublicPictureRow.number)
    with store.snapshot() as session:
        rows = session.execute(
            select(PublicPictureRow, VersionRow.number).outerjoin(VersionRow, version).order_by(PublicPictureRow.name)
        ).all()
    wrong = []
    for row, number in rows:
        called = f"public pictures of version {row.number} of {row.document_id}"
        if number is None:
            wrong.append(f"{called}: the version is gone, restore a backup")
        if public_pictures.read(row.asked) is None:
            wrong.append(f"{called}: what they show cannot be read, withdraw them on the build's export page")
    return len(rows), tuple(wrong)


def repair(store: Store) -> int:
    """Repair what can be without loss; return how many documents.

    The highest version of every document is called its newest, and documents follow an owner that became another one.
    """
    numbers = select(func.max(VersionRow.number)).where(
        VersionRow.document_id == DocumentRow.id, VersionRow.number <= LARGEST_NUMBER
    )
    highest = numbers.correlate(DocumentRow).scalar_subquery()
    with store.writing() as session:
        done = session.execute(
            update(DocumentRow)
            .where(highest.is_not(None), DocumentRow.current != highest)
            .values(current=highest)
            .execution_options(synchronize_session=False)
        )
        return int(done.rowcount) + owners.settle(session)  # type: ignore[attr-defined]
