"""Quotas: how much one owner may store. A message says which quota is full, how much there is, and what to do.

Documents in the trash count until it is emptied. After restoring a backup, or after another owner has joined, an owner
may be past a quota; then everything stays, and nothing more is saved.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import LargeBinary, Select, cast, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.sql.elements import ColumnElement

from companion.base.wording import megabytes, plural
from companion.storage import card_pictures
from companion.storage.config import StorageError
from companion.storage.decode import whole_number
from companion.storage.schema import DocumentRow, TableEventRow, VersionRow

_DO = "delete what you no longer need, then empty the trash on Home"
_THIN_OUT = f"thin out versions on the page Versions of a build or a pack, or {_DO}"


class QuotaExceeded(StorageError):
    """A save would exceed an owner's quota; nothing is stored."""

    def __init__(self, full: str, remedy: str = _DO, status: int = 409) -> None:
        """Make the message from the quota that is full and the remedy."""
        super().__init__(f"Nothing was saved: {full}. To make room, {remedy}.")
        self.status = status


@dataclass(frozen=True)
class Usage:
    """Amounts that an owner has stored, the trash included; a damaged database may give None."""

    documents: int | None
    versions: int | None
    bytes: int | None


def usage_columns(owner: ColumnElement[str] | str) -> tuple[ColumnElement[int], ColumnElement[int], ColumnElement[int]]:
    """Return the columns of `Usage` over an owner's documents; a picture counts once, however often it is named."""
    total = func.sum(DocumentRow.bytes) + card_pictures.bytes_of(owner)
    return func.count(), func.sum(DocumentRow.versions), total


@dataclass(frozen=True)
class Quota:
    """The most that one owner may store."""

    documents: int = 2_000
    versions: int = 20_000
    bytes: int = 200_000_000

    def check_document(self, usage: Usage, size: int) -> None:
        """Raise QuotaExceeded where there is no room for another document of `size` bytes."""
        documents = whole_number(usage.documents)
        if documents >= self.documents:
            raise QuotaExceeded(
                f"you have {plural(documents, 'document')} (builds, packs and others, the trash included), "
                f"and one owner may have {self.documents:,}"
            )
        self.check_version(usage, size)

    def check_total(self, usage: Usage) -> None:
        """Raise QuotaExceeded where an owner would have more than the quota."""
        for amount, most, noun in (
            (usage.documents, self.documents, "document"),
            (usage.versions, self.versions, "version"),
            (usage.bytes, self.bytes, "byte"),
        ):
            number = whole_number(amount)
            if number > most:
                total = f"you would have {plural(number, noun)}, the trash included"
                raise QuotaExceeded(f"{total}, and one owner may have {most:,}")

    def check_version(self, usage: Usage, size: int) -> None:
        """Raise QuotaExceeded where there is no room for another version of `size` bytes."""
        versions, used = whole_number(usage.versions), whole_number(usage.bytes)
        if versions >= self.versions:
            raise QuotaExceeded(
                f"your documents have {versions:,} versions together, the trash included, "
                f"and one owner may have {self.versions:,}",
                _THIN_OUT,
            )
        if used + size > self.bytes:
            raise QuotaExceeded(
                f"your documents take {megabytes(used, 1)} with all their versions, the trash included, this one "
                f"would take {megabytes(size, 1)} more, and one owner may have {megabytes(self.bytes, 1)}",
                _THIN_OUT,
                status=413,
            )

    def check_events(self, usage: Usage) -> None:
        """Raise QuotaExceeded where an owner would have too many bytes with the new events of a table."""
        if (used := whole_number(usage.bytes)) > self.bytes:
            raise QuotaExceeded(
                f"with this, the documents of the player who opened this table take {megabytes(used, 1)}, "
                f"the trash included, and one owner may have {megabytes(self.bytes, 1)}",
                status=413,
            )


def count_versions(session: Session, document_id: str | None = None) -> None:
    """Recount the versions of a document, or of all, and their bytes together with those of a table's events."""
    own = VersionRow.document_id == DocumentRow.id
    events = _bytes(session, TableEventRow.data).where(TableEventRow.document_id == DocumentRow.id)
    number = select(func.count()).select_from(VersionRow).where(own)
    size = _bytes(session, VersionRow.data).where(own).correlate(DocumentRow).scalar_subquery()
    values: dict[Any, Any] = {
        DocumentRow.versions: number.correlate(DocumentRow).scalar_subquery(),
        DocumentRow.bytes: size + events.correlate(DocumentRow).scalar_subquery(),
    }
    change = update(DocumentRow).values(values).execution_options(synchronize_session=False)
    session.execute(change.where(DocumentRow.id == document_id) if document_id else change)


def _bytes(session: Session, data: InstrumentedAttribute[str]) -> Select[tuple[int]]:
    """Return a query of the bytes of a text column; the caller adds the condition."""
    sqlite = session.get_bind().dialect.name == "sqlite"
    size: ColumnElement[int] = func.length(cast(data, LargeBinary)) if sqlite else func.octet_length(data)
    return select(func.coalesce(func.sum(size), 0))
