"""The links to a table: one for each seat, to join, to watch, for the host; and a code to join by, read aloud.

A link is the table's id with a mark, as in `document_links`. Every table has its links from the start; renewing one
withdraws the earlier link, for example when a seat moves to another phone.
"""

import hmac
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.storage.config import StorageError
from companion.storage.decode import version_number
from companion.storage.document_links import SEPARATOR, link_mark, split_reference
from companion.storage.schema import DocumentRow, TableLinkRow, TableRow
from companion.storage.store import LARGEST_NUMBER, TRIES, DocumentNotFound, Store
from companion.storage.tables import KIND, ring_renewed

TableLink = Literal["seat-0", "seat-1", "seat-2", "seat-3", "join", "watch", "host", "offer"]
"""Kinds of links; with the link `offer` somebody becomes host, and then has the link `host`."""
KINDS: tuple[TableLink, ...] = get_args(TableLink)
CODE_LETTERS = "ABCDEFGHJKLMNPRSTWXYZ"
"""Letters of codes, without I, O, Q, U and V, which are easily misread."""
CODE_LENGTH = 6
"""Letters of a code: 86 million codes, and a server checks only a limited number per minute."""
CODE_SECONDS = 900
"""A quarter of an hour: long enough for a group to sit down."""


@dataclass(frozen=True)
class JoinCode:
    """A code to join by, and the time at which it expires, in seconds since 1970."""

    letters: str
    expires: float


@dataclass(frozen=True)
class TableReference:
    """The target of a link: a table, and the kind of link, which decides what may be done there."""

    table_id: str
    kind: TableLink

    @property
    def seat(self) -> int | None:
        """Return the number of the seat, from 0; None for a link that is no seat's."""
        return int(self.kind.removeprefix("seat-")) if self.kind.startswith("seat-") else None


def seat_link(seat: int) -> TableLink:
    """Return the kind of a seat's link."""
    return KINDS[seat]


def renewals(store: Store, table_id: str) -> Mapping[TableLink, int]:
    """Return how often each link of a table was renewed."""
    with store.reading() as session:
        return _renewals(session, table_id)


def _renewals(session: Session, table_id: str) -> Mapping[TableLink, int]:
    query = select(TableLinkRow.kind, TableLinkRow.renewals).where(TableLinkRow.document_id == table_id)
    return _by_kind((row[0], row[1]) for row in session.execute(query))


def _by_kind(rows: Iterable[tuple[str | None, object]]) -> Mapping[TableLink, int]:
    stored = {kind: version_number(number) for kind, number in rows if kind}
    return {kind: stored.get(kind, 0) for kind in KINDS}


_LINKS = (
    select(TableLinkRow.kind, TableLinkRow.renewals)
    .select_from(DocumentRow)
    .outerjoin(TableLinkRow, TableLinkRow.document_id == DocumentRow.id)
    .where(DocumentRow.id == bindparam("table"), DocumentRow.kind == bindparam("kind"))
)
"""The query of a table's renewals: one empty row where no link was renewed, no row where there is no table."""


def make_reference(key: bytes, table_id: str, kind: TableLink, renewals: Mapping[TableLink, int]) -> str:
    """Return a link as it is in addresses, in its present generation. `key` is the signing key."""
    return f"{table_id}{SEPARATOR}{_mark(key, table_id, kind, renewals)}"


def _mark(key: bytes, table_id: str, kind: TableLink, renewals: Mapping[TableLink, int]) -> str:
    return link_mark(key, table_id, f"table {kind}", renewals[kind])


def find(store: Store, key: bytes, text: str) -> TableReference | None:
    """Return the target of a link, also a table in the trash; None for a wrong or withdrawn link.

    Wrong links cause the same queries as right ones, and take as long.
    """
    reference = split_reference(text.replace("\0", ""))
    with store.reading() as session:
        rows = session.execute(_LINKS, {"table": reference.document_id, "kind": KIND}).all()
    is_table = bool(rows)
    stored = _by_kind((row[0], row[1]) for row in rows)
    mark = reference.mark.encode("utf-8", "replace")
    marks = {kind: _mark(key, reference.document_id, kind, stored).encode() for kind in KINDS}
    matches = [kind for kind, right in marks.items() if hmac.compare_digest(right, mark)]
    return TableReference(reference.document_id, matches[0]) if matches and is_table else None


def renew(store: Store, table_id: str, kind: TableLink) -> Mapping[TableLink, int]:
    """Withdraw a link, and return how often each was renewed, from which the new link is made."""
    for _ in range(TRIES):
        with suppress(IntegrityError), store.writing() as session:
            return renew_all(session, table_id, (kind,))
    raise StorageError("This link is being renewed from too many places at once: try again.")


def renew_all(session: Session, table_id: str, kinds: Iterable[TableLink]) -> Mapping[TableLink, int]:
    """Withdraw links as `renew` does, in a session; IntegrityError where another session does the same."""
    for kind in kinds:
        own = (TableLinkRow.document_id == table_id, TableLinkRow.kind == kind)
        change = update(TableLinkRow).where(*own, TableLinkRow.renewals < LARGEST_NUMBER)
        change = change.values(renewals=TableLinkRow.renewals + 1).execution_options(synchronize_session=False)
        if not session.execute(change).rowcount:  # type: ignore[attr-defined]
            session.add(TableLinkRow(document_id=table_id, kind=kind, renewals=1))
            session.flush()
    stored = _renewals(session, table_id)
    ring_renewed(session, table_id, sum(stored.values()))
    return stored


def raise_renewals(session: Session, table_id: str, kind: TableLink, number: int) -> None:
    """Store the renewals of a link from a backup; a link that was withdrawn in the meantime stays withdrawn."""
    row = session.get(TableLinkRow, (table_id, kind))
    if row is None:
        session.add(TableLinkRow(document_id=table_id, kind=kind, renewals=number))
    else:
        row.renewals = max(version_number(row.renewals), number)
    session.flush()


def hand_out_code(store: Store, table_id: str) -> JoinCode:
    """Return a table's code, a new one where it has no valid one; DocumentNotFound where there is no table."""
    for _ in range(TRIES):
        with suppress(IntegrityError), store.writing() as session:
            now = time.time()
            expired = update(TableRow).where(TableRow.code_expires <= now).values(code=None, code_expires=None)
            session.execute(expired.execution_options(synchronize_session=False))
            row = session.get(TableRow, table_id)
            if row is None:
                raise DocumentNotFound(table_id)
            if row.code is None or row.code_expires is None:
                row.code, row.code_expires = _new_code(), now + CODE_SECONDS
            code = JoinCode(row.code, row.code_expires)
            session.flush()
            return code
    raise StorageError("No code is free at this moment: use the QR code, or try again.")


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def find_code(store: Store, typed: str) -> str | None:
    """Return the table's id for a code in any case and spacing; None where it is unknown or has expired."""
    letters = "".join(letter for letter in typed.upper() if letter in CODE_LETTERS)
    if len(letters) != CODE_LENGTH:
        return None
    valid = (TableRow.code == letters, TableRow.code_expires > time.time(), DocumentRow.deleted.is_(None))
    with store.reading() as session:
        return session.scalar(
            select(TableRow.document_id).join(DocumentRow, DocumentRow.id == TableRow.document_id).where(*valid)
        )
