"""The links to a document: a view link and an edit link, handed out and withdrawn by the document's owner.

A link is the document's id with a mark, which is made from the signing key, the id and a generation. Only the
generation is stored, so that nobody can make a link from the database alone. Renewing raises the generation: the
earlier link then leads nowhere. A document may be open: then its own id is a view link too, until that is renewed.
Releases before 0.10 stored such documents, and prints of 0.15 have their QR codes; no new ones are made.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import ColumnElement, case, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute, Session

from companion.base.json_types import JsonObject
from companion.storage.config import StorageError
from companion.storage.decode import display_name
from companion.storage.schema import DocumentRow, LinkRow, VersionRow
from companion.storage.store import LARGEST_NUMBER, TRIES, Document, DocumentLinks, DocumentNotFound, Store, read_links

Kind = Literal["view", "edit"]
MARK_LENGTH = 22
"""Characters of a mark: 128 bits, which nobody can guess."""
SEPARATOR = "."
"""Separator of a document's id and a mark; no id contains it."""
_COLUMNS: Mapping[Kind, InstrumentedAttribute[int]] = {"view": LinkRow.view, "edit": LinkRow.edit}


@dataclass(frozen=True)
class Reference:
    """A reference in an address: a document's id, and the mark if it is a link."""

    document_id: str
    mark: str = ""


@dataclass(frozen=True)
class DocumentAccess:
    """The facts that decide who may see a document: its owner, whether it is in the trash, its links."""

    owner: str
    deleted: bool
    links: DocumentLinks


def split_reference(text: str) -> Reference:
    """Return the reference in an address; any other text becomes an id that no document has."""
    document_id, _, mark = text.partition(SEPARATOR)
    return Reference(document_id, mark)


def make_reference(key: bytes, document_id: str, kind: Kind, links: DocumentLinks) -> str:
    """Return the reference of a link in its present generation; empty if none was handed out."""
    generation = links.generation(kind)
    return f"{document_id}{SEPARATOR}{link_mark(key, document_id, kind, generation)}" if generation else ""


def link_mark(key: bytes, document_id: str, kind: str, generation: int) -> str:
    """Return the mark of a link of a kind, in a generation."""
    message = f"{kind} link\0{document_id}\0{generation}".encode()
    digest = hmac.digest(key, message, hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode()[:MARK_LENGTH]


def matching_kind(key: bytes, reference: Reference, links: DocumentLinks) -> Kind | None:
    """Return the kind of link that a reference is, None if it is none; both take the same time."""
    matching: Kind | None = None
    kinds: tuple[Kind, ...] = ("view", "edit")
    for kind in kinds:
        generation = links.generation(kind)
        expected = link_mark(key, reference.document_id, kind, generation)
        if hmac.compare_digest(expected.encode(), reference.mark.encode("utf-8", "replace")) and generation:
            matching = kind
    return matching


def find(
    store: Store, key: bytes, text: str, version: int | None, is_shown: Callable[[DocumentAccess], bool]
) -> Document | None:
    """Return the document that an address names: by its id where `is_shown` allows it, or by a link to it.

    A view link shows the newest version, and an earlier one only if that was shared. Wrong and withdrawn links cause
    the same queries as right ones and find nothing. A document is read only for those who may see it, so that the time
    of an answer does not reveal its size.
    """
    reference = split_reference(text)
    access = _read_access(store, reference.document_id)
    kind = matching_kind(key, reference, access.links) if reference.mark else None
    is_allowed = bool(kind) and not access.deleted if reference.mark else is_shown(access)
    document = _read(store, reference.document_id if is_allowed else "", version)
    if document is None or kind is None:
        return document
    if kind == "view" and not (document.version == document.current or document.shared):
        document = store.get(document.id)
    return replace(document, reference=text, link=kind)


def _read_access(store: Store, document_id: str) -> DocumentAccess:
    """Return the access to a document; where there is none, one that nobody has."""
    query = (
        select(DocumentRow.owner, DocumentRow.deleted, LinkRow)
        .outerjoin(LinkRow, LinkRow.document_id == DocumentRow.id)
        .where(DocumentRow.id == document_id.replace("\0", ""))
    )
    with store.reading() as session:
        for owner, deleted, links in session.execute(query):
            return DocumentAccess(display_name(owner), deleted is not None, read_links(links))
    return DocumentAccess("", True, DocumentLinks())


def _read(store: Store, document_id: str, version: int | None) -> Document | None:
    try:
        return store.get(document_id, version)
    except DocumentNotFound:
        return None


def hand_out(store: Store, document: Document, kind: Kind) -> DocumentLinks:
    """Hand out a link, and return the document's links; the version that it shows is never thinned out."""
    generation = case((_COLUMNS[kind] == 0, 1), else_=_COLUMNS[kind])
    return _change(store, document, kind, {kind: generation}, LARGEST_NUMBER)


def renew(store: Store, document: Document, kind: Kind) -> DocumentLinks:
    """Withdraw a link by handing out a new one, and return the document's links; an open document is open no more."""
    values = {kind: _COLUMNS[kind] + 1} | ({"open": 0} if kind == "view" else {})
    return _change(store, document, kind, values, LARGEST_NUMBER - 1)


def _change(store: Store, document: Document, kind: Kind, values: JsonObject, most: int) -> DocumentLinks:
    """Change the row of a document's links, or make it; StorageError where the generation is above `most`."""
    for _ in range(TRIES):
        with suppress(IntegrityError), store.writing() as session:
            result = session.execute(
                update(LinkRow)
                .where(LinkRow.document_id == document.id, _COLUMNS[kind] <= most)
                .values(**values)
                .execution_options(synchronize_session=False)
            )
            row = session.get(LinkRow, document.id)
            if row and not result.rowcount:  # type: ignore[attr-defined]
                if read_links(row).generation(kind) <= most:
                    continue  # another request made the row between the two statements
                raise StorageError("This link cannot be renewed again: duplicate the document, and share the copy.")
            if row is None:
                row = LinkRow(document_id=document.id, view=0, edit=0, open=0)
                setattr(row, kind, 1)
                session.add(row)
            mark_shared(session, document.id, document.current)
            session.flush()
            return read_links(row)
    raise StorageError("The links of this document are being changed from too many places at once: try again.")


def mark_shared(session: Session, document_id: str, number: int) -> None:
    """Mark a version as one that others may rely on."""
    change = update(VersionRow).where(VersionRow.document_id == document_id, VersionRow.number == number)
    session.execute(change.values(shared=1))


def raise_generations(session: Session, document_id: str, view: int = 0, edit: int = 0, is_open: bool = False) -> None:
    """Store the links of a document from a backup; a link that was withdrawn in the meantime stays withdrawn."""
    result = session.execute(
        update(LinkRow)
        .where(LinkRow.document_id == document_id)
        .values(
            view=_at_least(LinkRow.view, view),
            edit=_at_least(LinkRow.edit, edit),
            open=case((LinkRow.open == 1, int(is_open)), else_=0),
        )
        .execution_options(synchronize_session=False)
    )
    if not result.rowcount:  # type: ignore[attr-defined]
        session.add(LinkRow(document_id=document_id, view=view, edit=edit, open=int(is_open)))
        session.flush()


def _at_least(column: InstrumentedAttribute[int], generation: int) -> ColumnElement[int]:
    """Return an expression: the stored generation, or the given one if that is higher or the stored one is damaged."""
    return case((column.between(generation, LARGEST_NUMBER), column), else_=generation)
