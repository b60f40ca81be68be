"""Removing documents for good: all their versions and the public names of their pictures go with them."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.storage.schema import DocumentRow, PublicPictureRow, VersionRow
from companion.storage.store import Store

_AT_ONCE = 500
"""How many documents one statement names: a database takes only so many values."""


def remove(session: Session, document_ids: Sequence[str]) -> None:
    """Remove documents for good; a save that came first is waited for, and goes too."""
    for start in range(0, len(document_ids), _AT_ONCE):
        names = document_ids[start : start + _AT_ONCE]
        session.execute(select(DocumentRow.id).where(DocumentRow.id.in_(names)).with_for_update())
        for column in (PublicPictureRow.document_id, VersionRow.document_id, DocumentRow.id):
            session.execute(delete(column.class_).where(column.in_(names)).execution_options(synchronize_session=False))


def remove_document(store: Store, document_id: str) -> None:
    """Remove a document for good."""
    with store.writing() as session:
        remove(session, [document_id])


def empty_trash(store: Store, owner: str) -> int:
    """Remove for good what an owner has in the trash; return how many documents."""
    with store.writing() as session:
        in_trash = (DocumentRow.owner == owner) & DocumentRow.deleted.is_not(None)
        names = session.scalars(select(DocumentRow.id).where(in_trash)).all()
        remove(session, names)
        return len(names)
