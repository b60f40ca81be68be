"""Players at tables: when somebody deletes everything, their name is removed from the tables of others too."""

import re
from collections.abc import Mapping, Sequence

from pydantic import ValidationError
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from companion.play.log import TableEvent
from companion.storage.schema import DocumentRow, TableEventRow, TableRow
from companion.storage.tables import event_text, ring


def forget(session: Session, owner: str) -> None:
    """Replace an owner's names at tables by those of the seats; the game itself is not changed."""
    table_ids = select(TableEventRow.document_id).where(TableEventRow.sitter == owner).distinct()
    for table_id in sorted(session.scalars(table_ids)):
        lock = update(DocumentRow).where(DocumentRow.id == table_id).values(current=DocumentRow.current)
        session.execute(lock.execution_options(synchronize_session=False))
        rows = session.scalars(select(TableEventRow).where(TableEventRow.document_id == table_id)).all()
        _replace_names(rows, owner)
        rewrite = update(TableRow).where(TableRow.document_id == table_id).values(rewritten=TableRow.rewritten + 1)
        session.execute(rewrite.execution_options(synchronize_session=False))
        ring(session, table_id, len(rows))


def _replace_names(rows: Sequence[TableEventRow], owner: str) -> None:
    """Replace an owner's names in the events of sitting down, and in the sentence of the end."""
    names: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: row.number):
        try:
            event = TableEvent.model_validate_json(row.data)
        except ValidationError:
            continue
        if row.sitter == owner:
            seat = f"Seat {(event.seat or 0) + 1}"
            names[str(event.values.get("name"))] = seat
            row.sitter, row.data = None, event_text(_with(event, name=seat))
        elif event.kind == "end":
            row.data = event_text(_with(event, why=_replace_in_sentence(str(event.values.get("why", "")), names)))


def _with(event: TableEvent, **values: str) -> TableEvent:
    return event.model_copy(update={"values": {**event.values, **values}})


def _replace_in_sentence(sentence: str, names: Mapping[str, str]) -> str:
    for name, seat in names.items():
        sentence = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", seat, sentence)
    return sentence
