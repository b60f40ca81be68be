"""Backups: every document with all its versions as JSON lines in a zip, the same on every database."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.documents import Record, read_as, refuse_halves
from companion.findings import InputError, InvalidInput, shown
from companion.storage.schema import DocumentRow, VersionRow
from companion.storage.store import Store

_NAME = "documents.jsonl"


class KeptVersion(Record):
    """One version in a backup."""

    number: int = Field(ge=1)
    saved: str = Field(max_length=32)
    data: dict[str, Any]


class KeptDocument(Record):
    """One document in a backup."""

    id: str = Field(min_length=20, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    owner: str = Field(max_length=64)
    game: str = Field(max_length=40)
    kind: str = Field(default="build", pattern="^(build|pack|collection)$")
    title: str = Field(max_length=200)
    current: int = Field(ge=1)
    changed: str = Field(max_length=32)
    deleted: str | None = Field(default=None, max_length=32)
    versions: tuple[KeptVersion, ...] = Field(min_length=1)


def backup(store: Store, path: Path) -> int:
    """Write every document to a zip; return how many. The file appears whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    count = 0
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(_NAME, "w") as lines:
        for document in _documents(store):
            lines.write(document.model_dump_json().encode() + b"\n")
            count += 1
    part.replace(path)
    return count


def _documents(store: Store) -> Iterator[KeptDocument]:
    with Session(store.engine) as session:
        for row in session.scalars(select(DocumentRow).order_by(DocumentRow.id)):
            kept = session.scalars(
                select(VersionRow).where(VersionRow.document_id == row.id).order_by(VersionRow.number)
            )
            yield KeptDocument(
                id=row.id,
                owner=row.owner,
                game=row.game,
                kind=row.kind,
                title=row.title,
                current=row.current,
                changed=row.changed,
                deleted=row.deleted,
                versions=tuple(KeptVersion(number=v.number, saved=v.saved, data=json.loads(v.data)) for v in kept),
            )


def restore(store: Store, path: Path) -> tuple[int, int]:
    """Restore a backup's documents, all or none; return how many were restored and how many were already stored.

    A document that the database already has is not changed: versions saved since the backup are never overwritten.
    """
    documents = list(_read(path))
    came = 0
    with Session(store.engine) as session, session.begin():
        for document in documents:
            if session.get(DocumentRow, document.id):
                continue
            came += 1
            fields = document.model_dump(exclude={"versions"})
            session.add(DocumentRow(**fields))
            session.flush()
            session.add_all(
                VersionRow(
                    document_id=document.id,
                    number=version.number,
                    saved=version.saved,
                    data=json.dumps(version.data, ensure_ascii=False, separators=(",", ":")),
                )
                for version in document.versions
            )
    return came, len(documents) - came


def _read(path: Path) -> Iterator[KeptDocument]:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(_NAME) as lines:
            for number, line in enumerate(lines, 1):
                yield _document(line, f"{path.name}, document {number}")
    except (zipfile.BadZipFile, KeyError) as error:
        raise InvalidInput(InputError(path.name, shown(str(error)), "a backup made by `companion backup`")) from None


def _document(line: bytes, place: str) -> KeptDocument:
    try:
        data = json.loads(line)
        refuse_halves(data)
        document = read_as(KeptDocument, data)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(InputError(place, shown(str(error)), "a document in JSON")) from None
    except InvalidInput as error:
        raise error.within(place) from None
    numbers = [version.number for version in document.versions]
    if len(set(numbers)) != len(numbers) or document.current not in numbers:
        raise InvalidInput(
            InputError(
                place,
                f"versions {shown(', '.join(map(str, numbers)))}",
                "each version once, the current one among them",
            )
        )
    return document
