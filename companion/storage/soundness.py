"""Whether a database is sound: its file, its documents and their versions; and what can be repaired without loss."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from companion.findings import InvalidInput
from companion.storage.place import StorageTrouble
from companion.storage.schema import DocumentRow, VersionRow
from companion.storage.store import Store, Unknown
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
        raise StorageTrouble(f"The database file is damaged ({said}): restore the last backup.")
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
    except Unknown:
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


def repair(store: Store) -> int:
    """Call the highest version of every document its newest, where another is; return of how many. Nothing is lost."""
    numbers = select(func.max(VersionRow.number)).where(VersionRow.document_id == DocumentRow.id)
    highest = numbers.correlate(DocumentRow).scalar_subquery()
    with Session(store.engine) as session, session.begin():
        done = session.execute(
            update(DocumentRow)
            .where(highest.is_not(None), DocumentRow.current != highest)
            .values(current=highest)
            .execution_options(synchronize_session=False)
        )
        return int(done.rowcount)  # type: ignore[attr-defined]
