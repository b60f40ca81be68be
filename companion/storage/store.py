"""The store: documents created, saved as versions, listed, renamed, deleted and restored."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, select, update
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError
from sqlalchemy.orm import Session

from companion.documents import HALF, refuse_halves
from companion.findings import InputError, InvalidInput
from companion.storage import migrate
from companion.storage.place import StorageTrouble, data_folder, database_url
from companion.storage.schema import DocumentRow, VersionRow

LARGEST = 1_000_000
"""Characters of JSON a document may have."""
TRIES = 20
"""How often a save that collided with another one is retried."""


class Unknown(Exception):
    """There is no document, or no version of it, with that id."""


class Stale(Exception):
    """A save based on a version that is no longer the newest; `newest` is the newest version."""

    def __init__(self, newest: "Document") -> None:
        """Keep the newer document."""
        super().__init__(f"version {newest.version} was saved meanwhile")
        self.newest = newest


@dataclass(frozen=True)
class Version:
    """One entry of a document's history."""

    number: int
    saved: datetime


@dataclass(frozen=True)
class Document:
    """A document at one of its versions."""

    id: str
    owner: str
    game: str
    kind: str
    title: str
    version: int
    current: int
    saved: datetime
    deleted: bool
    data: Mapping[str, Any]


class Store:
    """Documents in a database; every save keeps the one before."""

    def __init__(self, url: str | None = None) -> None:
        """Open the database (by default the user's own) and bring it to the newest schema."""
        url = url or database_url()
        try:
            self.engine = _engine(url)
        except (ArgumentError, ImportError) as error:
            raise StorageTrouble(f"DATABASE_URL names no database that can be used here ({error}).") from None
        try:
            migrate.upgrade(self.engine)
        except OperationalError as error:
            self.close()
            place = self.engine.url.render_as_string(hide_password=True)
            raise StorageTrouble(f"The database {place} cannot be opened: {error.orig}.") from None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def create(self, owner: str, game: str, data: Mapping[str, Any], kind: str = "build") -> Document:
        """Save a new document under an id that nobody can guess (192 bits)."""
        text, now = _written(data), _now()
        row = DocumentRow(
            id=secrets.token_urlsafe(24),
            owner=owner,
            game=game,
            kind=kind,
            title=_title(data),
            current=1,
            changed=now,
        )
        with Session(self.engine) as session, session.begin():
            session.add(row)
            session.flush()
            session.add(VersionRow(document_id=row.id, number=1, saved=now, data=text))
            made = row.id
        return self.get(made)

    def get(self, document_id: str, version: int | None = None) -> Document:
        """Return a document at its newest version, or at `version`; Unknown where there is none."""
        with Session(self.engine) as session:
            row = session.get(DocumentRow, document_id)
            if row is None:
                raise Unknown(document_id)
            number = row.current if version is None else version
            # A number past the newest may be larger than a database can hold.
            kept = session.get(VersionRow, (document_id, number)) if 0 < number <= row.current else None
            if kept is None:
                raise Unknown(f"{document_id}, version {version}")
            return _document(row, kept)

    def save(self, document_id: str, data: Mapping[str, Any], expected: int | None = None) -> Document:
        """Save data as the document's next version; unchanged data makes no new version.

        `expected` is the version the data was made from: Stale where another was saved since.
        """
        text = _written(data)
        for _ in range(TRIES):
            now = self.get(document_id)
            if expected is not None and now.version != expected:
                raise Stale(now)
            if _written(now.data) == text and not now.deleted:
                return now
            if self._next(now, text, _title(data)):
                return self.get(document_id)
        raise StorageTrouble("This document is being saved from too many places at once: try again.")

    def _next(self, now: Document, text: str, title: str) -> bool:
        """Write the version after `now`; False where another save wrote it first."""
        time = _now()
        try:
            with Session(self.engine) as session, session.begin():
                session.add(VersionRow(document_id=now.id, number=now.current + 1, saved=time, data=text))
                session.flush()
                session.execute(
                    update(DocumentRow)
                    .where(DocumentRow.id == now.id)
                    .values(current=now.current + 1, title=title, changed=time, deleted=None)
                )
        except IntegrityError:
            return False
        return True

    def versions(self, document_id: str) -> tuple[Version, ...]:
        """Return a document's history, newest first."""
        with Session(self.engine) as session:
            rows = session.execute(
                select(VersionRow.number, VersionRow.saved)
                .where(VersionRow.document_id == document_id)
                .order_by(VersionRow.number.desc())
            ).all()
        if not rows:
            raise Unknown(document_id)
        return tuple(Version(number, datetime.fromisoformat(saved)) for number, saved in rows)

    def list(
        self, owner: str, game: str | None = None, deleted: bool = False, kind: str = "build"
    ) -> tuple[Document, ...]:
        """Return the documents of one kind that one browser made, newest first."""
        query = (
            select(DocumentRow, VersionRow)
            .join(VersionRow, (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current))
            .where(
                DocumentRow.owner == owner,
                DocumentRow.kind == kind,
                DocumentRow.deleted.is_not(None) if deleted else DocumentRow.deleted.is_(None),
            )
            .order_by(DocumentRow.changed.desc(), DocumentRow.id)
        )
        if game:
            query = query.where(DocumentRow.game == game)
        with Session(self.engine) as session:
            return tuple(_document(row, kept) for row, kept in session.execute(query))

    def duplicate(self, document_id: str, owner: str, title: str | None = None) -> Document:
        """Save a copy of the newest version as a new document of `owner`."""
        now = self.get(document_id)
        data = dict(now.data) | ({} if title is None else {"title": title})
        return self.create(owner, now.game, data, now.kind)

    def rename(self, document_id: str, title: str) -> Document:
        """Save the newest version under another title, as a new version."""
        now = self.get(document_id)
        return self.save(document_id, {**now.data, "title": title}, now.version)

    def restore(self, document_id: str, version: int) -> Document:
        """Save an earlier version again as the newest one."""
        return self.save(document_id, self.get(document_id, version).data)

    def delete(self, document_id: str, deleted: bool = True) -> None:
        """Delete a document, or restore it; no version is lost."""
        with Session(self.engine) as session, session.begin():
            row = session.get(DocumentRow, document_id)
            if row is None:
                raise Unknown(document_id)
            row.deleted = _now() if deleted else None

    def doctor(self) -> tuple[tuple[str, bool, str], ...]:
        """Return checks as (subject, passed, details)."""
        now, newest = migrate.revision(self.engine), migrate.newest()
        with Session(self.engine) as session:
            documents = session.scalar(select(func.count()).select_from(DocumentRow)) or 0
            versions = session.scalar(select(func.count()).select_from(VersionRow)) or 0
            headless = (
                session.scalar(
                    select(func.count())
                    .select_from(DocumentRow)
                    .outerjoin(
                        VersionRow,
                        (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current),
                    )
                    .where(VersionRow.number.is_(None))
                )
                or 0
            )
        return (
            ("database", True, str(self.engine.url.render_as_string(hide_password=True))),
            ("schema", now == newest, f"{now}, newest {newest}"),
            ("documents", headless == 0, f"{documents} with {versions} versions, {headless} without their newest"),
            ("data folder", True, str(data_folder())),
        )


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def refuse_large(data: Mapping[str, Any]) -> None:
    """Refuse data that is too large to be kept; InvalidInput says how large it is and may be."""
    _written(data)


def _written(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) > LARGEST:
        raise InvalidInput(InputError("document", f"{len(text):,} characters", f"at most {LARGEST:,}"))
    if HALF.search(text):
        refuse_halves(data, "document")
    return text


def _read(text: str) -> dict[str, Any]:
    """Return stored data; half a character, which an older program may have kept as an escape, is replaced."""
    data = json.loads(text)
    if "\\ud" not in text:
        return dict(data)
    whole: dict[str, Any] = json.loads(HALF.sub("\ufffd", json.dumps(data, ensure_ascii=False)))
    return whole


def _title(data: Mapping[str, Any]) -> str:
    return str(data.get("title", ""))[:200]


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _document(row: DocumentRow, kept: VersionRow) -> Document:
    return Document(
        id=row.id,
        owner=row.owner,
        game=row.game,
        kind=row.kind,
        title=row.title,
        version=kept.number,
        current=row.current,
        saved=datetime.fromisoformat(kept.saved),
        deleted=row.deleted is not None,
        data=_read(kept.data),
    )
