"""Public names of pictures: anyone who has a name may fetch the pictures of one version of a build, and nothing else.

A name does not reveal the build's address. After later saves it still shows the version it was made for, until the
build's owner withdraws it.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from companion.base.findings import InputError, InvalidInput
from companion.storage.decode import json_text, whole_number
from companion.storage.quotas import QuotaExceeded
from companion.storage.schema import DocumentRow, PublicPictureRow, VersionRow
from companion.storage.store import Document, DocumentNotFound, Store, this_moment

MOST = 500
"""The most names of one build: a different one for every version and every choice of options."""
MOST_OF_ONE = 10_000
"""The most names of all builds of one owner."""
PictureRequest = Mapping[str, str | list[str]]
"""The query of an export, without the build: the choice of pictures and their look."""
_REQUEST: TypeAdapter[PictureRequest] = TypeAdapter(PictureRequest)


@dataclass(frozen=True)
class PublicPictures:
    """The pictures that a public name gives access to."""

    document_id: str
    version: int
    request: PictureRequest


def make(store: Store, document: Document, request: PictureRequest) -> str:
    """Return the name of a version's pictures; the same request has the same name until that is withdrawn."""
    text = json_text(dict(sorted(request.items())))
    with store.writing() as session:
        of_document = PublicPictureRow.document_id == document.id
        same = (PublicPictureRow.number == document.version, PublicPictureRow.asked == text)
        name_in_use = session.scalars(select(PublicPictureRow.name).where(of_document, *same).limit(1)).first()
        if name_in_use:
            return name_in_use
        _refuse_removed(session, document)
        if whole_number(session.scalar(select(func.count()).where(of_document))) >= MOST:
            wanted = f"at most {MOST}: whoever made the build can withdraw them on its export page"
            raise InvalidInput(InputError("build", "one more address for its pictures", wanted))
        _refuse_too_many(session, document.owner)
        name = secrets.token_urlsafe(24)
        session.add(
            PublicPictureRow(
                name=name, document_id=document.id, number=document.version, asked=text, made=this_moment()
            )
        )
    return name


def _refuse_removed(session: Session, document: Document) -> None:
    """Raise DocumentNotFound for a version that was just thinned out; none can be until the session is committed."""
    session.execute(select(DocumentRow.id).where(DocumentRow.id == document.id).with_for_update())
    version = (VersionRow.document_id == document.id) & (VersionRow.number == document.version)
    if session.scalar(select(VersionRow.number).where(version)) is None:
        raise DocumentNotFound(f"{document.id}, version {document.version}")


def _refuse_too_many(session: Session, owner: str) -> None:
    of_owner = select(func.count()).select_from(PublicPictureRow).join(DocumentRow).where(DocumentRow.owner == owner)
    if whole_number(session.scalar(of_owner)) >= MOST_OF_ONE:
        full = f"your builds have {MOST_OF_ONE:,} public addresses of pictures, as many as one owner may have"
        raise QuotaExceeded(full, "withdraw those of builds that you no longer play, on their export pages")


def read_request(text: Any) -> PictureRequest | None:
    """Return a stored request, or None where it is damaged."""
    try:
        return _REQUEST.validate_json(text)
    except (ValidationError, TypeError):
        return None


def find(store: Store, name: str) -> PublicPictures:
    """Return the pictures of a public name; DocumentNotFound if it is unknown, withdrawn or damaged."""
    if "\0" in name:
        raise DocumentNotFound("a name with a NUL")
    with store.reading() as session:
        row = session.get(PublicPictureRow, name)
        request = read_request(row.asked) if row else None
        if row is None or request is None:
            raise DocumentNotFound(name)
        return PublicPictures(row.document_id, row.number, request)


def count(store: Store, document_id: str) -> int:
    """Return how many names the pictures of a build have."""
    query = select(func.count()).where(PublicPictureRow.document_id == document_id)
    with store.reading() as session:
        return whole_number(session.scalar(query))


def withdraw(store: Store, document_id: str) -> int:
    """Delete all names of a build's pictures; return how many there were."""
    with store.writing() as session:
        result = session.execute(delete(PublicPictureRow).where(PublicPictureRow.document_id == document_id))
        return int(result.rowcount)  # type: ignore[attr-defined]


def withdraw_name(store: Store, name: str) -> None:
    """Delete one name of a build's pictures."""
    with store.writing() as session:
        session.execute(delete(PublicPictureRow).where(PublicPictureRow.name == name))
