"""The store: documents are created, saved as versions, listed, deleted and restored."""

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, func, select, update
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError
from sqlalchemy.orm import Session

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data.documents import HALF, refuse_deep, refuse_halves
from companion.storage import card_pictures, decode, migrate, private_files, quotas
from companion.storage.config import StorageError, database_url
from companion.storage.schema import Base, DocumentRow, LinkRow, VersionRow

LARGEST = 1_000_000
"""The most characters of a document's JSON."""
LARGEST_NUMBER = 2**31 - 1
"""The largest version number that every database can hold."""
TRIES = 20
"""How often a save that collided with another one is retried."""

was_written: ContextVar[bool] = ContextVar("was_written", default=False)
"""Set to True when something was written, or may have been; code that wants to know sets it to False first."""
_PATIENCE = 10
"""Seconds a connection to SQLite waits for others to finish."""


class DocumentNotFound(Exception):
    """There is no document, or no version of it, with that id."""


class VersionConflict(Exception):
    """A save was based on a version that is no longer the newest; `newest` is the newest version."""

    def __init__(self, newest: "Document") -> None:
        """Keep the newer document."""
        super().__init__(f"version {newest.version} was saved in the meantime")
        self.newest = newest


@dataclass(frozen=True)
class Version:
    """One entry of a document's history."""

    number: int
    saved: datetime


@dataclass(frozen=True)
class DocumentLinks:
    """The generations of a document's links, 0 if none was handed out; `is_open`: its id alone is a view link."""

    view: int = 0
    edit: int = 0
    is_open: bool = False

    def generation(self, kind: str) -> int:
        """Return the generation of a kind of link."""
        return self.edit if kind == "edit" else self.view


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
    data: JsonMapping
    damage: str = ""
    """Why the stored text cannot be read, as a sentence; `data` is then empty. `Store.text` returns the text."""
    links: DocumentLinks = DocumentLinks()
    tags: tuple[str, ...] = ()
    archived: bool = False
    shelved: bool = False
    """Whether its owner shows it on the shelf."""
    shared: bool = False
    """Whether others may rely on this version."""
    reference: str = ""
    """Its name in addresses: its id, or the link by which it was reached."""
    link: str = ""
    """The kind of that link: `view`, `edit`, empty for its id."""


class Store:
    """Documents in a database; a save never overwrites an earlier version."""

    def __init__(self, url: str | None = None) -> None:
        """Open the database (by default the user's own) and bring it to the newest schema."""
        url = url or database_url()
        self.quota = quotas.Quota()
        self.before_writing: Callable[[], object] = lambda: None
        """Called before anything is written; it may refuse by StorageError."""
        self.damage = ""
        """SQLite's message if its file is damaged."""
        try:
            self.engine = _engine(url)
        except ArgumentError as error:
            raise StorageError(f"DATABASE_URL names no database that can be used here ({error}).") from None
        except ImportError as error:
            drivers = "for PostgreSQL: pip install 'mech-companion[postgres]'"
            raise StorageError(f"The database in DATABASE_URL needs a driver ({error}); {drivers}.") from None
        try:
            migrate.upgrade(self.engine)
        except DatabaseError as error:
            self.close()
            place = self.engine.url.render_as_string(hide_password=True)
            raise StorageError(f"The database {place} cannot be opened: {error.orig}.") from None
        except CommandError as error:
            self.close()
            place = self.engine.url.render_as_string(hide_password=True)
            why = str(error).rstrip(".")
            raise StorageError(f"The database {place} cannot be brought to the newest schema: {why}.") from None
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Return a session to read with; StorageError where the database is damaged or does not answer."""
        try:
            with Session(self.engine) as session:
                yield session
        except DatabaseError as error:
            self._note_damage(error)
            raise _unreadable(error) from None

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Return a session whose changes are committed together; StorageError where that fails, as on a full disk."""
        self.before_writing()
        try:
            with Session(self.engine) as session, session.begin():
                yield session
            was_written.set(True)
        except IntegrityError:
            raise
        except DatabaseError as error:
            self._note_damage(error)
            if error.connection_invalidated:
                was_written.set(True)
                raise StorageError(f"The database went away while it was written: {_reason(error)}.") from None
            remedy = "Where its disk is full, free some space; then try again."
            raise StorageError(f"The database cannot be written: {_reason(error)}. {remedy}") from None

    def _note_damage(self, error: DatabaseError) -> None:
        if is_damage(error):
            self.damage = str(error.orig)

    def check_writing(self) -> None:
        """Write to the database without changing it; StorageError where it cannot be written."""
        with self.writing() as session:
            session.execute(update(DocumentRow).where(DocumentRow.id == "").values(current=1))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def create(
        self,
        owner: str,
        game: str,
        data: JsonMapping,
        kind: str = "build",
        other_rows: Callable[[str], Sequence[Base]] = lambda _: (),
        pictures: card_pictures.Pictures | None = None,
    ) -> Document:
        """Save a new document under an id that nobody can guess (192 bits).

        `other_rows` returns rows to store with it, for its id; `pictures` are those of its cards that may be new.
        """
        text, now, title = _document_text(data), this_moment(), title_of(data)
        key = secrets.token_urlsafe(24)
        size = len(text.encode())
        row = DocumentRow(
            id=key, owner=owner, game=game, kind=kind, title=title, current=1, changed=now, versions=1, bytes=size
        )
        version = VersionRow(document_id=key, number=1, saved=now, data=text)
        document = read_row(row, version)
        with self.writing() as session:
            owned = session.execute(select(*quotas.usage_columns(owner)).where(DocumentRow.owner == owner)).one()
            more = card_pictures.added_bytes(session, owner, text, pictures or {})
            self.quota.check_document(quotas.Usage(*owned), size + more)
            session.add(row)
            session.flush()
            session.add_all([version, *other_rows(key)])
            card_pictures.count_names(session, key, 1, text, pictures)
        return document

    def get(self, document_id: str, version: int | None = None) -> Document:
        """Return a document at its newest version, or at `version`; DocumentNotFound where there is none."""
        if "\0" in document_id or (version is not None and abs(version) > LARGEST_NUMBER):
            raise DocumentNotFound(f"{quote(document_id)}, version {version}")
        number = DocumentRow.current if version is None else version
        is_version = (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == number)
        query = DOCUMENTS.join(VersionRow, is_version).where(DocumentRow.id == document_id)
        with self.reading() as session:
            row = session.execute(query).one_or_none()
            if row is None:
                raise DocumentNotFound(f"{document_id}, version {version}")
            return read_row(*row)

    def save(
        self,
        document: Document | str,
        data: JsonMapping,
        expected: int | None = None,
        pictures: card_pictures.Pictures | None = None,
    ) -> Document:
        """Save data as a document's next version; unchanged data makes no new version.

        A Document is not read again, unless another version was saved in the meantime. `expected` is the version the
        data was made from: VersionConflict where another was saved since. `pictures` are those of its cards that may be
        new.
        """
        text = _document_text(data)
        now = document if isinstance(document, Document) else self.get(document)
        if now.version != now.current:
            now = self.get(now.id)
        for _ in range(TRIES):
            if expected is not None and now.version != expected:
                raise VersionConflict(now)
            if not now.damage and decode.json_text(now.data) == text and not now.deleted:
                self._add_pictures(now, text, pictures or {})
                return now
            if saved := self._next(now, text, title_of(data), pictures):
                return saved
            now = self.get(now.id)
        raise StorageError("This document is being saved from too many places at once: try again.")

    def _add_pictures(self, now: Document, text: str, pictures: card_pictures.Pictures) -> None:
        """Store missing pictures that a stored version already names."""
        if not pictures:
            return
        with self.writing() as session:
            card_pictures.count_names(session, now.id, now.version, text, pictures)
            usage = select(*quotas.usage_columns(now.owner)).where(DocumentRow.owner == now.owner)
            self.quota.check_total(quotas.Usage(*session.execute(usage).one()))

    def _next(
        self, now: Document, text: str, title: str, pictures: card_pictures.Pictures | None = None
    ) -> Document | None:
        """Write the version after `now`, and return it; None where another save was first."""
        time = this_moment()
        try:
            with self.writing() as session:
                number = self._next_number(session, now, text, pictures or {})
                session.add(VersionRow(document_id=now.id, number=number, saved=time, data=text))
                session.flush()
                card_pictures.count_names(session, now.id, number, text, pictures)
                values = {"current": number, "title": title, "changed": time, "deleted": None}
                if not _make_current(session, now, values, len(text.encode())):
                    session.rollback()
                    return None
        except IntegrityError:
            return None
        head = replace(now, title=title, version=number, current=number, saved=decode.stored_time(time), deleted=False)
        data, damage = decode.document_data(text, now.kind)
        return replace(head, data=data, damage=damage)

    def _next_number(self, session: Session, now: Document, text: str, pictures: card_pictures.Pictures) -> int:
        """Return the number of the next version; QuotaExceeded where its owner has no room for it.

        It follows the highest version; in a damaged database that may be higher than the current one.
        """
        highest = select(func.max(VersionRow.number)).where(VersionRow.document_id == now.id)
        columns = (highest.scalar_subquery(), *quotas.usage_columns(now.owner))
        newest, *owned = session.execute(select(*columns).where(DocumentRow.owner == now.owner)).one()
        more = card_pictures.added_bytes(session, now.owner, text, pictures)
        self.quota.check_version(quotas.Usage(*owned), len(text.encode()) + more)
        number = max(decode.version_number(newest), now.current) + 1
        if number > LARGEST_NUMBER:
            raise StorageError("This document cannot have more versions: duplicate it, and save the copy.")
        return number

    def versions(self, document_id: str) -> tuple[Version, ...]:
        """Return a document's history, newest first."""
        with self.reading() as session:
            rows = session.execute(
                select(VersionRow.number, VersionRow.saved)
                .where(VersionRow.document_id == document_id)
                .order_by(VersionRow.number.desc())
            ).all()
        if not rows:
            raise DocumentNotFound(document_id)
        return tuple(Version(decode.version_number(number), decode.stored_time(saved)) for number, saved in rows)

    def read_versions(self, document_id: str, numbers: Sequence[int]) -> tuple[Document, ...]:
        """Return a document at some of its versions, in order; missing versions are left out."""
        query = DOCUMENTS.join(VersionRow, VersionRow.document_id == DocumentRow.id).where(
            DocumentRow.id == document_id, VersionRow.number.in_(numbers)
        )
        with self.reading() as session:
            documents = (read_row(*row) for row in session.execute(query))
            return tuple(sorted(documents, key=lambda document: document.version))

    def text(self, document_id: str, version: int | None = None) -> str:
        """Return a document's stored text, readable or not; DocumentNotFound if there is no such version."""
        number = self.get(document_id, version).version
        with self.reading() as session:
            data = session.scalars(
                select(VersionRow.data).where(VersionRow.document_id == document_id, VersionRow.number == number)
            ).one()
        return decode.plain_text(data)

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """Return a session that reads the database as of now, whatever is saved while it is open."""
        sqlite = self.engine.dialect.name == "sqlite"
        level = {} if sqlite else {"isolation_level": "REPEATABLE READ"}
        try:
            with self.engine.connect().execution_options(**level) as connection:
                if sqlite:
                    connection.exec_driver_sql("BEGIN")
                with Session(connection) as session:
                    yield session
        except DatabaseError as error:
            raise _unreadable(error) from None

    def get_many(self, document_ids: Sequence[str]) -> dict[str, Document]:
        """Return documents at their newest versions by id; missing ones are left out."""
        query = _NEWEST_DOCUMENTS.where(DocumentRow.id.in_(document_ids))
        with self.reading() as session:
            documents = (read_row(*row) for row in session.execute(query))
            return {document.id: document for document in documents}

    def list(
        self,
        owner: str,
        game: str | None = None,
        deleted: bool = False,
        kind: str = "build",
        archived: bool | None = None,
        most: int | None = None,
    ) -> tuple[Document, ...]:
        """Return an owner's documents of one kind, newest first, at most `most`.

        `archived` True returns only archived ones, False only the others, None both.
        """
        query = (
            _NEWEST_DOCUMENTS.where(
                DocumentRow.owner == owner,
                DocumentRow.kind == kind,
                DocumentRow.deleted.is_not(None) if deleted else DocumentRow.deleted.is_(None),
            )
            .order_by(DocumentRow.changed.desc(), DocumentRow.id)
            .limit(most)
        )
        if game:
            query = query.where(DocumentRow.game == game)
        if archived is not None:
            query = query.where(DocumentRow.archived.is_not(None) if archived else DocumentRow.archived.is_(None))
        with self.reading() as session:
            return tuple(read_row(*row) for row in session.execute(query))

    def counts(self, owner: str) -> dict[str, int]:
        """Return how many documents of each kind an owner has, the trash included."""
        query = select(DocumentRow.kind, func.count()).where(DocumentRow.owner == owner).group_by(DocumentRow.kind)
        with self.reading() as session:
            return {decode.display_name(row[0]): row[1] for row in session.execute(query)}

    def delete(self, document_id: str, deleted: bool = True) -> None:
        """Delete a document, or restore it; no version is lost."""
        with self.writing() as session:
            row = session.get(DocumentRow, document_id)
            if row is None:
                raise DocumentNotFound(document_id)
            row.deleted = this_moment() if deleted else None

    def trash_size(self, owner: str) -> int:
        """Return how many documents of every kind an owner has in the trash."""
        in_trash = (DocumentRow.owner == owner) & DocumentRow.deleted.is_not(None)
        with self.reading() as session:
            return decode.whole_number(session.scalar(select(func.count()).select_from(DocumentRow).where(in_trash)))


def _make_current(session: Session, now: Document, values: JsonMapping, size: int) -> bool:
    """Make a new version of `size` bytes the current one; False where `now` is no longer current."""
    counts = {"versions": DocumentRow.versions + 1, "bytes": DocumentRow.bytes + size}
    is_unchanged = (DocumentRow.id == now.id, DocumentRow.current == now.current)
    result = session.execute(update(DocumentRow).where(*is_unchanged).values(**values, **counts))
    return bool(result.rowcount)  # type: ignore[attr-defined]


def is_damage(error: DatabaseError) -> bool:
    """Return whether SQLite reports that its file is damaged or not a SQLite database."""
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _reason(error: DatabaseError) -> str:
    """Return the database's message; for a server that cannot be reached, one without host and user."""
    why = str(error.orig).rstrip(".")
    return "its server does not answer" if "connection" in why else why


def _unreadable(error: DatabaseError) -> StorageError:
    remedy = "`companion doctor` says more; restore a backup."
    return StorageError(f"The database cannot be read ({_reason(error)}): {remedy}")


def _engine(url: str) -> Engine:
    # A restarted PostgreSQL has ended the connections in the pool.
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        private_files.make_database(engine.url.database or "")
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "before_cursor_execute", _look_for_damaged_names, retval=True)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={_PATIENCE * 1000}")
    _set_journal_mode(cursor)
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _look_for_damaged_names(
    _connection: Connection, _cursor: Any, statement: str, parameters: Any, _context: Any, executemany: bool
) -> tuple[str, Any]:
    """Let the id of a damaged row be looked for: what is not UTF-8 goes as bytes, which no text equals."""
    if executemany or not isinstance(parameters, tuple) or not statement.startswith("SELECT"):
        return statement, parameters
    return statement, tuple(map(_encode_surrogates, parameters))


def _encode_surrogates(value: object) -> object:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) and not decode.is_text(value) else value


def _set_journal_mode(cursor: sqlite3.Cursor) -> None:
    """Switch to write-ahead logging; retried, because SQLite refuses it at once while another connection writes."""
    give_up = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except UnicodeDecodeError as error:  # sqlite3 cannot decode what SQLite says where it quotes a damaged schema
            raise sqlite3.DatabaseError(error.object.decode("utf-8", "replace")) from None
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


def refuse_large(data: JsonMapping) -> None:
    """Raise InvalidInput for data that is too large, or too deep, to be stored."""
    _document_text(data)


def _document_text(data: JsonMapping) -> str:
    refuse_deep(data, "document")
    text = decode.json_text(data)
    if len(text) > LARGEST:
        raise InvalidInput(InputError("document", f"{len(text):,} characters", f"at most {LARGEST:,}"))
    if HALF.search(text):
        refuse_halves(data, "document")
    return text


def title_of(data: JsonMapping) -> str:
    """Return a document's title as lists show it: without NUL, which databases refuse, and at most 200 characters."""
    return str(data.get("title", "")).replace("\x00", "")[:200]


def this_moment() -> str:
    """Return the current time as text in UTC, as it is stored (ISO 8601)."""
    return datetime.now(UTC).isoformat()


DOCUMENTS = (
    select(DocumentRow, VersionRow, LinkRow)
    .select_from(DocumentRow)
    .outerjoin(LinkRow, LinkRow.document_id == DocumentRow.id)
)
"""The query of documents: the row, the links if there are any, and a version, which the caller joins."""
_NEWEST_DOCUMENTS = DOCUMENTS.join(
    VersionRow, (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current)
)


def read_links(row: LinkRow | None) -> DocumentLinks:
    """Return the links of a document from their row, if there is one."""
    if row is None:
        return DocumentLinks()
    view, edit, is_open = (decode.version_number(value) for value in (row.view, row.edit, row.open))
    return DocumentLinks(view, edit, is_open == 1)


def read_row(row: DocumentRow, version: VersionRow, links: LinkRow | None = None) -> Document:
    """Return a document at one of its versions; damaged values become readable ones."""
    data, damage = decode.document_data(version.data, row.kind)
    document_id = decode.display_name(row.id)
    return Document(
        id=document_id,
        reference=document_id,
        owner=decode.display_name(row.owner),
        game=decode.display_name(row.game),
        kind=decode.display_name(row.kind),
        title=decode.display_name(row.title) if damage else title_of(data),
        version=decode.version_number(version.number),
        current=row.current,
        saved=decode.stored_time(version.saved),
        deleted=row.deleted is not None,
        data=data,
        damage=damage,
        links=read_links(links),
        tags=decode.stored_tags(row.tags),
        archived=row.archived is not None,
        shelved=row.shelved is not None,
        shared=version.shared == 1,
    )
