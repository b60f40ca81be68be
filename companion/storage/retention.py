"""Retention: which documents are unused, because their owner saved nothing at all for so many days.

When something was opened is not stored, so that only saving counts; whoever still saves keeps all that is theirs.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

from companion.storage import decode
from companion.storage.removal import remove
from companion.storage.schema import DocumentRow
from companion.storage.store import Store, this_moment

LEAST = 60
"""The fewest days: an owner has to have time to see the announcement."""
ANNOUNCED = 30
"""How many days before it goes something is announced."""

_LOCKS = {
    "sqlite": "UPDATE documents SET current = current WHERE id = ''",
    "postgresql": "LOCK TABLE documents IN SHARE ROW EXCLUSIVE MODE",
}
"""What makes others wait with their saves, so that nobody saves between the look at what is unused and its removal."""


@dataclass(frozen=True)
class UnusedDocument:
    """A document that goes, and when."""

    id: str
    kind: str
    game: str
    title: str
    saved: datetime
    """When its owner last saved anything."""
    goes: datetime


def list_unused(store: Store, days: int) -> list[UnusedDocument]:
    """Return the documents that are announced, soonest first: what goes within `ANNOUNCED` days, or may now."""
    with store.reading() as session:
        return _query_unused(session, days, ANNOUNCED)


def remove_unused(store: Store, days: int) -> list[UnusedDocument]:
    """Remove for good, together, the documents that may go now; return them. Saves wait until that is done."""
    with store.writing() as session:
        session.execute(text(_LOCKS[store.engine.dialect.name]))
        listed = _query_unused(session, days, 0)
        remove(session, [document.id for document in listed])
        return listed


def _query_unused(session: Session, days: int, announced: int) -> list[UnusedDocument]:
    limit = datetime.now(UTC) - timedelta(days=days - announced)
    newest = func.max(DocumentRow.changed).label("newest")
    idle = select(DocumentRow.owner, newest).group_by(DocumentRow.owner).having(newest < limit.isoformat()).subquery()
    query = select(DocumentRow, idle.c.newest).join(idle, idle.c.owner == DocumentRow.owner)
    return [
        UnusedDocument(
            decode.display_name(row.id),
            decode.display_name(row.kind),
            decode.display_name(row.game),
            decode.display_name(row.title),
            decode.stored_time(saved),
            decode.stored_time(saved) + timedelta(days=days),
        )
        for row, saved in session.execute(query.order_by(idle.c.newest, DocumentRow.id))
    ]


def removal_date(store: Store, owner: str, days: int) -> datetime | None:
    """Return when what an owner has goes, where that is to be announced; None where it is not."""
    with store.reading() as session:
        newest = session.scalar(select(func.max(DocumentRow.changed)).where(DocumentRow.owner == owner))
    goes = decode.stored_time(newest) + timedelta(days=days) if newest else None
    return goes if goes and goes < datetime.now(UTC) + timedelta(days=ANNOUNCED) else None


def keep(store: Store, owner: str) -> None:
    """Keep what an owner has as if it were saved now."""
    newest = select(func.max(DocumentRow.changed)).where(DocumentRow.owner == owner).scalar_subquery()
    change = update(DocumentRow).where(DocumentRow.owner == owner, DocumentRow.changed == newest)
    with store.writing() as session:
        session.execute(change.values(changed=this_moment()).execution_options(synchronize_session=False))
