"""Amounts of stored data: documents by kind and game, owners, public names of pictures, the database's size."""

from typing import Any

from sqlalchemy import Select, func, select, text
from sqlalchemy.orm import Session

from companion.base.json_types import JsonObject
from companion.storage import decode
from companion.storage.schema import DocumentRow, OwnerRow, PublicPictureRow
from companion.storage.store import Store

_SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}


def measure(store: Store) -> JsonObject:
    """Return all amounts as plain data."""
    engine = store.engine.dialect.name
    with store.snapshot() as session:
        size = session.scalar(text(_SIZE[engine])) if engine in _SIZE else None
        return {
            "documents": _documents(session),
            "owners": {
                "with_documents": _count(session, select(func.count(DocumentRow.owner.distinct()))),
                "with_settings": _count(session, select(func.count()).select_from(OwnerRow)),
                "with_a_key": _count(session, select(func.count(OwnerRow.key))),
            },
            "public_pictures": _count(session, select(func.count()).select_from(PublicPictureRow)),
            "database": {"engine": engine, "bytes": size},
        }


def _documents(session: Session) -> JsonObject:
    counts = (func.count(), func.sum(DocumentRow.versions), func.sum(DocumentRow.bytes))
    kinds = select(DocumentRow.kind, DocumentRow.game, *counts).group_by(DocumentRow.kind, DocumentRow.game)
    entries = [
        {
            "kind": decode.display_name(kind),
            "game": decode.display_name(game),
            "documents": documents,
            "versions": decode.whole_number(versions),
            "bytes": decode.whole_number(size),
        }
        for kind, game, documents, versions, size in session.execute(kinds.order_by(DocumentRow.kind, DocumentRow.game))
    ]
    oldest, newest = session.execute(select(func.min(DocumentRow.changed), func.max(DocumentRow.changed))).one()
    return {
        "documents": sum(entry["documents"] for entry in entries),
        "in_trash": _count(session, select(func.count(DocumentRow.deleted))),
        "versions": sum(entry["versions"] for entry in entries),
        "bytes": sum(entry["bytes"] for entry in entries),
        "oldest": oldest and decode.display_name(oldest),
        "newest": newest and decode.display_name(newest),
        "kinds": entries,
    }


def _count(session: Session, query: Select[Any]) -> int:
    return decode.whole_number(session.scalar(query))
