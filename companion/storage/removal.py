"""Removes documents for good, with versions, events and public names of pictures; thins out versions.

A version is shared if a link to it was handed out or its pictures have a public name: it is never thinned out.
"""

from collections.abc import Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from companion.storage import card_pictures, quotas
from companion.storage.schema import (
    DocumentRow,
    PictureNameRow,
    PublicPictureRow,
    TableEventRow,
    TableRow,
    TableStateRow,
    VersionRow,
)
from companion.storage.store import Store

_DOCUMENT_COLUMNS = (
    PublicPictureRow.document_id, TableStateRow.document_id, TableEventRow.document_id, TableRow.document_id,
    VersionRow.document_id, DocumentRow.id,
)  # fmt: skip
_AT_ONCE = 500
"""The most ids in one statement: databases limit the number of values."""


def remove(session: Session, document_ids: Sequence[str]) -> None:
    """Remove documents for good; waits for a save in progress, which is removed too."""
    for start in range(0, len(document_ids), _AT_ONCE):
        names = document_ids[start : start + _AT_ONCE]
        session.execute(select(DocumentRow.id).where(DocumentRow.id.in_(names)).with_for_update())
        card_pictures.drop_names(session, PictureNameRow.document_id.in_(names))
        for column in _DOCUMENT_COLUMNS:
            session.execute(delete(column.class_).where(column.in_(names)).execution_options(synchronize_session=False))


def remove_document(store: Store, document_id: str) -> None:
    """Remove a document for good."""
    with store.writing() as session:
        remove(session, [document_id])


def empty_trash(store: Store, owner: str) -> int:
    """Remove the documents in an owner's trash for good; return how many."""
    with store.writing() as session:
        in_trash = (DocumentRow.owner == owner) & DocumentRow.deleted.is_not(None)
        names = session.scalars(select(DocumentRow.id).where(in_trash)).all()
        remove(session, names)
        return len(names)


def find_shared_versions(store: Store, document_id: str) -> frozenset[int]:
    """Return the numbers of a document's versions that somebody else may rely on."""
    with store.reading() as session:
        return _shared_versions(session, document_id)


def _shared_versions(session: Session, document_id: str) -> frozenset[int]:
    linked = select(VersionRow.number).where(VersionRow.document_id == document_id, VersionRow.shared != 0)
    with_pictures = select(PublicPictureRow.number).where(PublicPictureRow.document_id == document_id)
    return frozenset(session.scalars(linked.union(with_pictures)))


def remove_versions(store: Store, document_id: str, numbers: Sequence[int]) -> int:
    """Remove versions of a document for good, except the newest and shared ones; return how many.

    The remaining versions keep their numbers. The document's row is locked, so that a save or a share at the same
    moment comes before or after.
    """
    with store.writing() as session:
        newest = session.scalars(
            update(DocumentRow)
            .where(DocumentRow.id == document_id)
            .values(current=DocumentRow.current)
            .returning(DocumentRow.current)
            .execution_options(synchronize_session=False)
        ).one_or_none()
        keep = {newest, *_shared_versions(session, document_id)}
        surplus = sorted(set(numbers) - keep)
        removed = 0
        for start in range(0, len(surplus), _AT_ONCE):
            removable = VersionRow.number.in_(surplus[start : start + _AT_ONCE]) & (VersionRow.shared == 0)
            deletion = delete(VersionRow).where(VersionRow.document_id == document_id, removable)
            removed_numbers = session.scalars(deletion.returning(VersionRow.number)).all()
            of_versions = (PictureNameRow.document_id == document_id, PictureNameRow.number.in_(removed_numbers))
            card_pictures.drop_names(session, *of_versions)
            removed += len(removed_numbers)
        quotas.count_versions(session, document_id)
        return removed
