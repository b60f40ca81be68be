"""Restoring a backup: nothing in it is trusted, and nothing that is stored is overwritten.

Every document is read before the first one is written: sizes first, then shapes and bounds, then by the reader that the
caller gives, which knows the games.
"""

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from sqlalchemy.orm import Session

from companion.documents import read_as, refuse_halves
from companion.findings import InputError, InvalidInput, shown
from companion.storage.backup import digest as digest_of
from companion.storage.kept import DOCUMENTS, KEY, LARGEST_FILE, LARGEST_LINE, PRINTERS, KeptDocument
from companion.storage.place import StorageTrouble
from companion.storage.schema import DocumentRow, VersionRow
from companion.storage.store import Store, refuse_large
from companion.wording import plural

WANTED = "a backup made by `companion backup`"
Reader = Callable[[str, str, Mapping[str, Any]], None]
"""Reads a document of a game and a kind; InvalidInput where it cannot be read."""


@dataclass(frozen=True)
class Restored:
    """What a restore did, or what it would do: documents that came, that were stored already, that cannot be read."""

    restored: int
    left: int
    bad: tuple[InputError, ...] = ()
    files: tuple[str, ...] = ()
    """The signing key and the printers, where they came too."""
    kept: tuple[str, ...] = ()
    """Files that differ from those of the data folder, which stay as they are."""


def restore(
    store: Store,
    path: Path,
    read: Reader = lambda game, kind, data: None,
    folder: Path | None = None,
    *,
    skip_bad: bool = False,
    dry_run: bool = False,
) -> Restored:
    """Restore a backup, all or nothing; InvalidInput with everything that cannot be read, unless that is to be skipped.

    A document that the database already has is not changed: versions saved since the backup are never overwritten.
    The key and the printers come into `folder` where it has none. A dry run writes nothing and lists what is bad.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            documents, bad = _sorted_out(archive, path.name, read)
            files = {name: _file(archive, name, path.name) for name in (KEY, PRINTERS) if name in archive.namelist()}
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError) as error:
        raise InvalidInput(InputError(path.name, shown(str(error)), WANTED)) from None
    if bad and not (skip_bad or dry_run):
        wanted = "documents that can be read: --skip-bad leaves the others out"
        raise InvalidInput(*bad, InputError(path.name, plural(len(bad), "error"), wanted))
    with Session(store.engine) as session, session.begin():
        new = [document for document in documents if not session.get(DocumentRow, document.id)]
        if not dry_run:
            _add(session, new)
    came, kept = _place(files, folder, dry_run) if folder else ((), ())
    return Restored(len(new), len(documents) - len(new), tuple(bad), came, kept)


def verified(path: Path, digest: str) -> None:
    """Restore a backup into an empty database and compare; StorageTrouble where it is not what was written."""
    with TemporaryDirectory() as folder:
        scratch = Store(f"sqlite:///{Path(folder) / 'scratch.sqlite3'}")
        try:
            restore(scratch, path)
            found = digest_of(scratch)
        finally:
            scratch.close()
    if found != digest:
        raise StorageTrouble(f"{path} does not contain what was saved: check the disk, and write it again.")


def _sorted_out(archive: zipfile.ZipFile, name: str, read: Reader) -> tuple[list[KeptDocument], list[InputError]]:
    good: dict[str, KeptDocument] = {}
    bad: list[InputError] = []
    with archive.open(DOCUMENTS) as lines:
        for number, line in enumerate(_lines(lines, name), 1):
            place = f"{name}, document {number}"
            try:
                document = _document(line, read)
                if document.id in good:
                    raise InvalidInput(InputError("id", shown(document.id), "each document once"))
            except InvalidInput as error:
                bad += error.within(place).input_errors
            else:
                good[document.id] = document
    return list(good.values()), bad


def _lines(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the lines; a longer one than any document has is refused before it is read."""
    while line := file.readline(LARGEST_LINE + 1):
        if len(line) > LARGEST_LINE:
            wanted = f"at most {LARGEST_LINE:,} bytes a document"
            raise InvalidInput(InputError(name, "a line without an end", wanted))
        yield line


def _document(line: bytes, read: Reader) -> KeptDocument:
    try:
        data = json.loads(line)
        refuse_halves(data)
        document = read_as(KeptDocument, data)
    except (ValueError, RecursionError):
        raise InvalidInput(InputError("", "a text that is not JSON", "a document in JSON")) from None
    if document.wrong:
        raise InvalidInput(InputError("versions", document.wrong.rstrip("."), "a document as it was saved"))
    for version in document.versions:
        refuse_large(version.data)
    newest = next(version for version in document.versions if version.number == document.current)
    read(document.game, document.kind, newest.data)
    return document


def _file(archive: zipfile.ZipFile, member: str, name: str) -> bytes:
    with archive.open(member) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InvalidInput(InputError(f"{name}, {member}", "too many bytes", f"at most {LARGEST_FILE:,}"))
    return data


def _add(session: Session, documents: list[KeptDocument]) -> None:
    for document in documents:
        session.add(DocumentRow(**document.model_dump(exclude={"versions"})))
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


def _place(files: Mapping[str, bytes], folder: Path, dry_run: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write the files that the data folder does not have; return those, and those that it has otherwise."""
    came, kept = [], []
    for name, data in files.items():
        path = folder / name
        if path.exists():
            kept += [name] if path.read_bytes() != data else []
            continue
        came.append(name)
        if not dry_run:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
    return tuple(came), tuple(kept)
