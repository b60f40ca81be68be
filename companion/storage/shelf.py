"""The shelf of packs: documents that their owners show to everybody."""

from sqlalchemy import update

from companion.base.wording import fold_for_search
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
    words = fold_for_search(search).strip()
    is_newest = (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current)
    query = (
        DOCUMENTS.join(VersionRow, is_newest)
        .where(DocumentRow.game == game, DocumentRow.kind == "pack")
        .where(DocumentRow.shelved.is_not(None), DocumentRow.deleted.is_(None), LinkRow.view > 0)
        .order_by(DocumentRow.changed.desc(), DocumentRow.id)
    )
    with store.reading() as session:
        if words:
            # No database folds accents: the titles are compared here, and then only those packs are read.
            titles = session.execute(query.with_only_columns(DocumentRow.id, DocumentRow.title))
            ids = [document_id for document_id, title in titles if words in fold_for_search(title)]
            query = query.where(DocumentRow.id.in_(ids[start : start + count]))
        else:
            query = query.offset(start).limit(count)
        packs = [read_row(*row) for row in session.execute(query)]
    return [document for document in packs if not document.damage]
