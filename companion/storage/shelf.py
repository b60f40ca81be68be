"""The shelf of packs: documents that their owners show to everybody."""

from sqlalchemy import update

from companion.storage.schema import DocumentRow, LinkRow, VersionRow
from companion.storage.store import DOCUMENTS, Document, Store, read_row, this_moment


def show_on_shelf(store: Store, document_id: str, is_shown: bool) -> None:
    """Put a document on the shelf, or take it off."""
    with store.writing() as session:
        shelved = this_moment() if is_shown else None
        session.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(shelved=shelved))


def find(store: Store, game: str, search: str, start: int, count: int) -> list[Document]:
    """Return the packs of a game on the shelf with `search` in their titles, last saved first: `count` from `start` on.

    Damaged packs are left out, and packs without a view link, which a restore may have left out.
    """
    is_newest = (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current)
    query = (
        DOCUMENTS.join(VersionRow, is_newest)
        .where(DocumentRow.game == game, DocumentRow.kind == "pack")
        .where(DocumentRow.shelved.is_not(None), DocumentRow.deleted.is_(None), LinkRow.view > 0)
        .where(DocumentRow.title.icontains(search, autoescape=True))
        .order_by(DocumentRow.changed.desc(), DocumentRow.id)
        .offset(start)
        .limit(count)
    )
    with store.reading() as session:
        packs = [read_row(*row) for row in session.execute(query)]
    return [document for document in packs if not document.damage]
