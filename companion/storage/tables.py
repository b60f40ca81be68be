"""Tables as they are stored: a document with the setup, a log of events, and the secret seeds.

A table is a document of the kind `table`, whose data is a Setup of `companion.play.log`: it has an owner (who opened
it), a title, tags, a place in the library and in the trash like any other. Events are appended to its log.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import refuse_halves
from companion.play.fair_dice import SEED_BYTES, commitment
from companion.play.log import Setup, TableEvent, read_log
from companion.storage import card_pictures, quotas
from companion.storage.config import StorageError
from companion.storage.decode import json_text, parse_json, version_number, whole_number
from companion.storage.schema import (
    DocumentRow,
    LinkRow,
    TableEventRow,
    TableLinkRow,
    TableRow,
    TableStateRow,
    VersionRow,
)
from companion.storage.store import DOCUMENTS, Document, DocumentNotFound, Store, read_row, this_moment

KIND = "table"
CHANNEL = "companion_tables"
"""The channel of PostgreSQL's notices about tables."""
LARGEST_EVENT = 50_000
"""The most characters of an event's JSON."""
LARGEST_TABLE = 8_000_000
"""The most bytes of a table with all its events; past that only its end is stored."""
STATES, STATE_EVERY = 3, 100
"""Stored states of each table, and the distance between the older ones in events: the newest opens the table."""
LARGEST_STATE = 1_000_000
"""The most characters of an event that contains a state, from which the game continues."""
LONGEST_KEY = 64
"""The most characters of the key that a phone makes for an act."""


class EventConflict(Exception):
    """Another event already has that number: read the table again and repeat the act. `newest` is the newest number."""

    def __init__(self, newest: int) -> None:
        """Keep the newest number."""
        super().__init__(f"event {newest} was stored in the meantime")
        self.newest = newest


class MoveRepeated(Exception):
    """An act with the same key was stored before; `number` is that of its first event."""

    def __init__(self, number: int) -> None:
        """Keep the number of the event that counts."""
        super().__init__(f"this is event {number}")
        self.number = number


@dataclass(frozen=True)
class StoredTable:
    """A table without its events. `seeds` are secret until it ends; the one in use is the last."""

    document: Document
    setup: Setup
    seeds: tuple[bytes, ...]
    newest: int = 0
    """The number of its newest event, 0 while there is none."""
    ended: bool = False
    rewritten: int = 0
    """Grows whenever stored events are changed: cached states are then out of date."""

    @property
    def id(self) -> str:
        """Return the document's id."""
        return self.document.id

    @property
    def owner(self) -> str:
        """Return the owner who opened it."""
        return self.document.owner

    @property
    def trashed(self) -> bool:
        """Return whether it is in the trash, where nothing can be done at it."""
        return self.document.deleted

    @property
    def seed(self) -> bytes:
        """Return the seed that is in use."""
        return self.seeds[-1]


@dataclass(frozen=True)
class TableNews:
    """News of a table: the number of its newest event, and how often links to it were renewed (None: unknown)."""

    number: int
    renewals: int | None = None


def new_seed() -> bytes:
    """Return a seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def create(store: Store, owner: str, setup: Setup, seed: bytes) -> StoredTable:
    """Store a new table; QuotaExceeded where its owner has no room."""
    data = setup.model_dump(mode="json")

    def new_rows(key: str) -> tuple[TableRow, LinkRow]:
        # The row of links says, after the table was removed for good, that its id is taken.
        return TableRow(document_id=key, seeds=json_text([seed.hex()])), LinkRow(document_id=key)

    document = store.create(owner, setup.game, data, KIND, new_rows)
    return StoredTable(document, setup, (seed,))


def read(store: Store, table_id: str) -> StoredTable | None:
    """Return a table, also one in the trash; None where there is none. StorageError where it is damaged."""
    with store.reading() as session:
        columns = session.execute(_TABLE_QUERY, {"table": table_id.replace("\0", "")}).one_or_none()
        if columns is None:
            return None
        document, row, number = read_row(*columns[:3]), columns[3], columns[4]
        if row is None or document.damage:
            raise StorageError(f"This table is damaged: restore a backup. {document.damage}".rstrip())
        setup = Setup.model_validate(document.data)
        return StoredTable(
            document, setup, read_seeds(row.seeds), number, bool(row.ended), version_number(row.rewritten)
        )


_TABLE_QUERY = (
    DOCUMENTS.join(VersionRow, (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current))
    .outerjoin(TableRow, TableRow.document_id == DocumentRow.id)
    .add_columns(
        TableRow,
        select(func.coalesce(func.max(TableEventRow.number), 0))
        .where(TableEventRow.document_id == DocumentRow.id)
        .scalar_subquery(),
    )
    .where(DocumentRow.kind == KIND, DocumentRow.id == bindparam("table"))
)
"""The query of a table's document with its secrets and the number of its newest event."""


def read_seeds(stored: object) -> tuple[bytes, ...]:
    """Return stored seeds; StorageError where they are damaged."""
    parsed = parse_json(stored)
    try:
        seeds = tuple(map(bytes.fromhex, parsed))
    except (TypeError, ValueError):
        seeds = ()
    if not seeds:
        raise StorageError("The seed of this table's dice is damaged: restore a backup.")
    return seeds


def newest(store: Store, table_id: str) -> int:
    """Return the number of a table's newest event; 0 where it has none, or where there is no table."""
    with store.reading() as session:
        return _newest(session, table_id)


def _newest(session: Session, table_id: str) -> int:
    number = func.coalesce(func.max(TableEventRow.number), 0)
    own = TableEventRow.document_id == table_id.replace("\0", "")
    return whole_number(session.scalar(select(number).where(own)))


def news_of(store: Store, table_ids: Iterable[str]) -> dict[str, TableNews]:
    """Return the news of several tables, by id."""
    number = select(func.max(TableEventRow.number)).where(TableEventRow.document_id == DocumentRow.id)
    renewals = select(func.sum(TableLinkRow.renewals)).where(TableLinkRow.document_id == DocumentRow.id)
    query = select(DocumentRow.id, number.scalar_subquery(), renewals.scalar_subquery())
    with store.reading() as session:
        rows = session.execute(query.where(DocumentRow.id.in_(list(table_ids)))).all()
    return {row[0]: TableNews(whole_number(row[1]), whole_number(row[2])) for row in rows}


def events(store: Store, table_id: str, after: int = 0) -> tuple[TableEvent, ...]:
    """Return a table's events after a number; StorageError where one cannot be read."""
    with store.reading() as session:
        return read_events(session, table_id, after)


def read_events(session: Session, table_id: str, after: int = 0) -> tuple[TableEvent, ...]:
    """Return events as `events` does, in a session."""
    own = (TableEventRow.document_id == table_id.replace("\0", ""), TableEventRow.number > after)
    texts = session.scalars(select(TableEventRow.data).where(*own).order_by(TableEventRow.number)).all()
    try:
        log = read_log(f"[{','.join(texts)}]")
    except (TypeError, ValueError):
        raise StorageError("An event of this table cannot be read: `companion doctor` says which.") from None
    if any(event.number != number for number, event in enumerate(log, after + 1)):
        raise StorageError("An event of this table is missing: `companion doctor` says which.")
    return log


def states(store: Store, table_id: str) -> dict[int, JsonMapping]:
    """Return the stored states of a table by the numbers of their events, without unreadable ones."""
    query = select(TableStateRow.number, TableStateRow.data).where(TableStateRow.document_id == table_id)
    with store.reading() as session:
        rows = [(row[0], parse_json(row[1])) for row in session.execute(query)]
    return {number: data for number, data in rows if isinstance(data, dict)}


def number_of_key(store: Store, table_id: str, key: str) -> int | None:
    """Return the number of the event that was stored with a key; None where the act is new."""
    own = (TableEventRow.document_id == table_id.replace("\0", ""), TableEventRow.key == key.replace("\0", ""))
    with store.reading() as session:
        return session.scalar(select(TableEventRow.number).where(*own))


def append(
    store: Store,
    table_id: str,
    events: Sequence[TableEvent],
    key: str = "",
    sitter: str = "",
    state: tuple[int, JsonMapping] | None = None,
    also: Callable[[Session], object] | None = None,
) -> None:
    """Store new events at the end of a table's log, all or none.

    `key` is the phone's key of this act, `sitter` the owner who sits down by it, `state` a state to be stored with the
    number of its event; `also` stores consequences in the same session. MoveRepeated where the key was used before,
    EventConflict where another event has the first one's number, DocumentNotFound where the table is gone or in the
    trash, QuotaExceeded where the owner of the table has no room.
    """
    if not events:
        return
    if len(key) > LONGEST_KEY or "\0" in key:
        raise InvalidInput(InputError("key", f"{len(key)} characters", f"at most {LONGEST_KEY}"))
    rows = [_row_values(table_id, event) for event in events]
    act_index = next((place for place, event in enumerate(events) if event.kind != "state"), 0)
    rows[act_index] |= {"key": key or None}
    for row, event in zip(rows, events, strict=True):
        row["sitter"] = sitter or None if event.kind == "sit" else None
    try:
        with store.writing() as session:
            _append(store, session, table_id, rows, events)
            if state:
                _store_state(session, table_id, *state)
            if also:
                also(session)
    except IntegrityError:  # two at once, where the database let both get this far
        raise EventConflict(newest(store, table_id)) from None


def _append(
    store: Store, session: Session, table_id: str, rows: list[JsonObject], events: Sequence[TableEvent]
) -> None:
    size = sum(len(row["data"].encode()) for row in rows)
    ends = next((event.number for event in events if event.kind == "end"), 0)
    owner, total = _lock(session, table_id, size)
    *usage, newest, repeated = session.execute(
        _BEFORE, {"owner": owner, "table": table_id, "key": next(filter(None, (row["key"] for row in rows)), None)}
    ).one()
    if repeated:
        raise MoveRepeated(repeated)
    if newest != events[0].number - 1:
        raise EventConflict(newest)
    if total > LARGEST_TABLE and not ends:
        raise InvalidInput(InputError("table", f"{total:,} bytes", f"at most {LARGEST_TABLE:,}: end this game"))
    store.quota.check_events(quotas.Usage(*usage))
    session.execute(insert(TableEventRow), rows)
    for row in rows:
        card_pictures.count_names(session, table_id, card_pictures.OF_EVENTS, row["data"])
    if ends:
        end = update(TableRow).where(TableRow.document_id == table_id).values(ended=ends, code=None, code_expires=None)
        session.execute(end.execution_options(synchronize_session=False))
    ring(session, table_id, events[-1].number)


def _lock(session: Session, table_id: str, size: int) -> tuple[str, int]:
    """Add to the bytes of a table and return its owner and total; it is locked until the session is committed."""
    open_table = (DocumentRow.id == table_id.replace("\0", ""), DocumentRow.kind == KIND, DocumentRow.deleted.is_(None))
    change = (
        update(DocumentRow)
        .where(*open_table)
        .values(bytes=DocumentRow.bytes + size, changed=this_moment())
        .returning(DocumentRow.owner, DocumentRow.bytes)
        .execution_options(synchronize_session=False)
    )
    row = session.execute(change).one_or_none()
    if row is None:
        raise DocumentNotFound(table_id)
    return row[0], row[1]


_OF_TABLE = TableEventRow.document_id == bindparam("table")
_BEFORE = select(
    *quotas.usage_columns(bindparam("owner")),
    select(func.coalesce(func.max(TableEventRow.number), 0)).where(_OF_TABLE).scalar_subquery(),
    select(TableEventRow.number).where(_OF_TABLE, TableEventRow.key == bindparam("key")).scalar_subquery(),
).where(DocumentRow.owner == bindparam("owner"))
"""The query before an append: the owner's usage, the number of the newest event, and that of the event with a key."""


def _store_state(session: Session, table_id: str, number: int, state: JsonMapping) -> None:
    """Store the newest state and delete earlier ones that are no longer needed."""
    session.merge(TableStateRow(document_id=table_id, number=number, data=json_text(state)))
    session.flush()
    own = TableStateRow.document_id == table_id
    stored = session.scalars(select(TableStateRow.number).where(own).order_by(TableStateRow.number)).all()
    last_of_each = {other // STATE_EVERY: other for other in stored if other // STATE_EVERY != number // STATE_EVERY}
    needed = {number, *list(last_of_each.values())[1 - STATES :]}
    if unneeded := set(stored) - needed:
        deletion = delete(TableStateRow).where(own, TableStateRow.number.in_(unneeded))
        session.execute(deletion.execution_options(synchronize_session=False))


def _row_values(table_id: str, event: TableEvent) -> JsonObject:
    data = event_text(event)
    most = LARGEST_STATE if event.kind == "state" else LARGEST_EVENT
    if len(data) > most:
        raise InvalidInput(InputError("event", f"{len(data):,} characters", f"at most {most:,}"))
    return {"document_id": table_id, "number": event.number, "data": data, "key": None, "sitter": None}


def event_text(event: TableEvent) -> str:
    """Return an event as it is stored: JSON without default values."""
    data = event.model_dump(mode="json", exclude_defaults=True)
    refuse_halves(data)
    return json_text(data)


def change_seed(session: Session, table_id: str) -> None:
    """Give a table a new seed and log it: somebody may know the next throws of the present seed."""
    seed = new_seed()
    values = {"commitment": commitment(seed), "text": "Restored from a backup: from here on the dice have a new seed."}
    event = TableEvent(number=_newest(session, table_id) + 1, kind="seed", values=values, at=this_moment())
    values = _row_values(table_id, event)
    row = session.get_one(TableRow, table_id)
    row.seeds = json_text([*(one.hex() for one in read_seeds(row.seeds)), seed.hex()])
    session.execute(insert(TableEventRow), [values])
    session.flush()
    quotas.count_versions(session, table_id)
    ring(session, table_id, event.number)


def ring(session: Session, table_id: str, number: int) -> None:
    """Notify all processes of new events, once the session is committed; on SQLite they poll the file."""
    _notify(session, f"{table_id} {number}")


def ring_renewed(session: Session, table_id: str, renewals: int) -> None:
    """Notify all processes that a link to a table was withdrawn; `renewals` is the sum over all its links."""
    _notify(session, f"{table_id} {_newest(session, table_id)} {renewals}")


def _notify(session: Session, notice: str) -> None:
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_notify(:channel, :notice)"), {"channel": CHANNEL, "notice": notice})


def read_notice(notice: str) -> dict[str, TableNews]:
    """Return the news in a notice that `ring` or `ring_renewed` sent, by the table's id."""
    table_id, *numbers = notice.split()
    return {table_id: TableNews(*map(int, numbers))}
