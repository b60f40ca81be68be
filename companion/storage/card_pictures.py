"""Pictures of cards: each is stored once, named by its hash, for as long as a stored version or event names it.

A picture is stored with the first version that names it and deleted with the last one; older versions, copies of other
players and the trash count too. `count_names` finds the names in the text of each version that is stored.
"""

import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlalchemy.sql.elements import ColumnElement

from companion.base.findings import InputError, InvalidInput
from companion.limits import budget
from companion.printing.faces import pictures
from companion.printing.faces.card_pictures import hashes_in
from companion.storage.schema import Base, CardPictureRow, DocumentRow, PictureNameRow

OF_EVENTS = 0
"""The version number under which the pictures of a table's events are counted."""
FOLDER = "card-pictures/"
MEMBER = re.compile(f"{FOLDER}[0-9a-f]{{64}}")
"""The name of a picture's file in a backup and in an owner's file."""
_AT_ONCE = 500
"""The most hashes in one statement."""
Pictures = Mapping[str, bytes]
"""Pictures that are sent with a document, by their hash."""


def names_stored(session: Session, names: Iterable[str]) -> set[str]:
    """Return those of some pictures that are stored."""
    return set(session.scalars(_named(names)))


def _named(names: Iterable[str]) -> Select[str]:
    """Return a query of pictures, ordered by hash so that all sessions lock them in the same order."""
    return select(CardPictureRow.hash).where(CardPictureRow.hash.in_(names)).order_by(CardPictureRow.hash)


def added_bytes(session: Session, owner: str, text: str, coming: Pictures) -> int:
    """Return the bytes of the pictures that a document names and no other document of its owner."""
    names = hashes_in(text)
    if not names:
        return 0
    new = names - names_of_owner(session, owner)
    sizes = select(CardPictureRow.hash, CardPictureRow.size).where(CardPictureRow.hash.in_(new))
    size_by_name = {row.hash: row.size for row in session.execute(sizes)}
    return sum(size_by_name.get(name, len(coming.get(name, b""))) for name in new)


def bytes_of(owner: ColumnElement[str] | str) -> ColumnElement[int]:
    """Return a query of the bytes of all pictures that an owner's documents name, each counted once."""
    own = select(PictureNameRow.hash).join(DocumentRow, DocumentRow.id == PictureNameRow.document_id)
    sizes = select(func.coalesce(func.sum(CardPictureRow.size), 0))
    return sizes.where(CardPictureRow.hash.in_(own.where(DocumentRow.owner == owner))).scalar_subquery()


def add(session: Session, coming: Pictures) -> None:
    """Store the pictures that are new; where another session stores the same one, this one waits for it."""
    already_stored = names_stored(session, coming)
    new = _insertion(session, CardPictureRow)
    new = new.on_conflict_do_update(index_elements=["hash"], set_={"size": new.excluded.size})  # locks it
    for name in sorted(coming.keys() - already_stored):
        data = coming[name]
        size = pictures.measure_bytes(data)
        session.execute(new, [{"hash": name, "wide": size.wide, "high": size.high, "size": len(data), "data": data}])


def _insertion(session: Session, table: type[Base]) -> postgresql.Insert | sqlite.Insert:
    is_postgres = session.get_bind().dialect.name == "postgresql"
    return postgresql.insert(table) if is_postgres else sqlite.insert(table)


def count_names(session: Session, document_id: str, number: int, text: str, coming: Pictures | None = None) -> None:
    """Count the pictures that a stored text names, and store those of them that are in `coming`."""
    names = hashes_in(text)
    if not names:
        return
    session.execute(_named(names).with_for_update(read=True))  # Nobody deletes them before this is written.
    if coming:
        add(session, {name: data for name, data in coming.items() if name in names})
    rows = [{"document_id": document_id, "number": number, "hash": name} for name in sorted(names)]
    session.execute(_insertion(session, PictureNameRow).on_conflict_do_nothing(), rows)


def names_of_owner(session: Session, owner: str) -> set[str]:
    """Return the pictures that an owner's documents name."""
    own = select(PictureNameRow.hash).join(DocumentRow, DocumentRow.id == PictureNameRow.document_id)
    return set(session.scalars(own.where(DocumentRow.owner == owner)))


def drop_names(session: Session, *own: ColumnElement[bool]) -> None:
    """Drop the counted names of removed documents or versions, and delete pictures that nothing names any more."""
    gone = delete(PictureNameRow).where(*own).returning(PictureNameRow.hash)
    delete_unnamed(session, set(session.scalars(gone.execution_options(synchronize_session=False))))


def delete_unnamed(session: Session, names: Iterable[str]) -> None:
    """Delete those of some pictures that nothing names; waits for a save that is about to name one."""
    ordered = sorted(names)
    for start in range(0, len(ordered), _AT_ONCE):
        batch = ordered[start : start + _AT_ONCE]
        in_batch = CardPictureRow.hash.in_(batch)
        session.execute(_named(batch).with_for_update())
        unnamed = CardPictureRow.hash.not_in(select(PictureNameRow.hash).where(PictureNameRow.hash.in_(batch)))
        session.execute(delete(CardPictureRow).where(in_batch, unnamed).execution_options(synchronize_session=False))


def stored_names(session: Session) -> list[str]:
    """Return the hashes of all stored pictures, in order."""
    return sorted(session.scalars(select(CardPictureRow.hash)))


def read_pictures(session: Session, names: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield hashes and bytes of pictures, in the order of their hashes: of all, or of `names`."""
    for name in stored_names(session) if names is None else sorted(names):
        data = session.scalar(select(CardPictureRow.data).where(CardPictureRow.hash == name))
        if data is not None:
            yield name, data


def check(session: Session) -> tuple[int, tuple[str, ...]]:
    """Return the number of stored pictures, and a sentence for each that does not match its hash."""
    count, problems = 0, list[str]()
    for name, data in read_pictures(session):
        count += 1
        if hashlib.sha256(data).hexdigest() != name:
            problems.append(f"picture {name[:12]}… of a card: it is damaged, restore a backup")
    return count, tuple(problems)


def members(names: Iterable[str]) -> list[str]:
    """Return the hashes of the pictures in a backup or an owner's file, from the names of its files."""
    return sorted(name.removeprefix(FOLDER) for name in names if MEMBER.fullmatch(name))


def read_members(archive: zipfile.ZipFile, file_name: str) -> tuple[list[str], list[InputError]]:
    """Return the hashes of the pictures in a zip that can be stored, and the errors of the others."""
    good, bad = list[str](), list[InputError]()
    for name in members(archive.namelist()):
        try:
            read_member(archive, name)
            good.append(name)
        except InvalidInput as error:
            bad += error.prefix_place(file_name).input_errors
    return good, bad


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a picture in a zip; InvalidInput where it does not match its hash, as for one that is too large."""
    budget.check()
    with archive.open(f"{FOLDER}{name}") as file:
        return check_picture(name, file.read(pictures.MOST_CLEAN))


def add_members(session: Session, archive: zipfile.ZipFile, names: Iterable[str]) -> None:
    """Store those pictures of a zip that a stored document names; damaged ones are replaced."""
    for name in names:
        if session.scalars(select(PictureNameRow.hash).where(PictureNameRow.hash == name).limit(1)).first():
            data = read_member(archive, name)
            row = session.get(CardPictureRow, name)
            if row is not None and row.data != data:
                session.delete(row)
                session.flush()
            add(session, {name: data})
            session.expunge_all()


def check_picture(name: str, data: bytes) -> bytes:
    """Return a picture from a file; InvalidInput where it does not match its hash, or was not cleaned here."""
    if hashlib.sha256(data).hexdigest() != name or not pictures.is_clean(data):
        raise InvalidInput(InputError(f"picture {name[:12]}…", "something else", "a picture as it was stored"))
    return data
