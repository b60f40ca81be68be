"""Pictures of cards: each is stored once, named by its hash, for as long as a stored version or event names it.

They come in with the version that first names them, and go with the last one: older versions, copies of others and the
trash hold them too. Which versions name one is counted from their text, whoever writes it, in `count_names`.
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
"""Stands for a table's events where others have the number of a version."""
FOLDER = "card-pictures/"
MEMBER = re.compile(f"{FOLDER}[0-9a-f]{{64}}")
"""What a picture is called in a backup and in an owner's file."""
_AT_ONCE = 500
Pictures = Mapping[str, bytes]
"""Pictures that come with a document, by their hash."""


def names_stored(session: Session, names: Iterable[str]) -> set[str]:
    """Return which pictures are stored."""
    return set(session.scalars(_named(names)))


def _named(names: Iterable[str]) -> Select[str]:
    """Return the query of pictures in the one order in which they are locked."""
    return select(CardPictureRow.hash).where(CardPictureRow.hash.in_(names)).order_by(CardPictureRow.hash)


def added_bytes(session: Session, owner: str, text: str, coming: Pictures) -> int:
    """Return the bytes of the pictures that a document names and no other of its owner does."""
    names = hashes_in(text)
    if not names:
        return 0
    new = names - names_of_owner(session, owner)
    sizes = select(CardPictureRow.hash, CardPictureRow.size).where(CardPictureRow.hash.in_(new))
    size_by_name = {row.hash: row.size for row in session.execute(sizes)}
    return sum(size_by_name.get(name, len(coming.get(name, b""))) for name in new)


def bytes_of(owner: ColumnElement[str] | str) -> ColumnElement[int]:
    """Return the query of how many bytes the pictures take that an owner's documents name, each counted once."""
    own = select(PictureNameRow.hash).join(DocumentRow, DocumentRow.id == PictureNameRow.document_id)
    sizes = select(func.coalesce(func.sum(CardPictureRow.size), 0))
    return sizes.where(CardPictureRow.hash.in_(own.where(DocumentRow.owner == owner))).scalar_subquery()


def add(session: Session, coming: Pictures) -> None:
    """Store the pictures that are new; one that another save stores at this moment is waited for, and is the same."""
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
    """Count the pictures that a stored text names, and store those of them that come with it."""
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
    """Count no longer what removed documents or versions name, and delete what nothing names any more."""
    gone = delete(PictureNameRow).where(*own).returning(PictureNameRow.hash)
    delete_unnamed(session, set(session.scalars(gone.execution_options(synchronize_session=False))))


def delete_unnamed(session: Session, names: Iterable[str]) -> None:
    """Delete those of some pictures that nothing names; a save that is about to name one is waited for."""
    listed = sorted(names)
    for start in range(0, len(listed), _AT_ONCE):
        part = listed[start : start + _AT_ONCE]
        mine = CardPictureRow.hash.in_(part)
        session.execute(_named(part).with_for_update())
        unnamed = CardPictureRow.hash.not_in(select(PictureNameRow.hash).where(PictureNameRow.hash.in_(part)))
        session.execute(delete(CardPictureRow).where(mine, unnamed).execution_options(synchronize_session=False))


def stored_names(session: Session) -> list[str]:
    """Return the hashes of all stored pictures, in order."""
    return sorted(session.scalars(select(CardPictureRow.hash)))


def stored(session: Session, names: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield pictures in the order of their hashes, all of them or these, one at a time."""
    for name in stored_names(session) if names is None else sorted(names):
        data = session.scalar(select(CardPictureRow.data).where(CardPictureRow.hash == name))
        if data is not None:
            yield name, data


def check(session: Session) -> tuple[int, tuple[str, ...]]:
    """Return how many pictures are stored, and which of them are not what their names say, a sentence each."""
    count, wrong = 0, list[str]()
    for name, data in stored(session):
        count += 1
        if hashlib.sha256(data).hexdigest() != name:
            wrong.append(f"picture {name[:12]}… of a card: it is damaged, restore a backup")
    return count, tuple(wrong)


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
    """Return a picture in a zip; InvalidInput where it is not what its name says; one too large is read in part."""
    budget.check()
    with archive.open(f"{FOLDER}{name}") as file:
        return refuse_other(name, file.read(pictures.MOST_CLEAN))


def add_members(session: Session, archive: zipfile.ZipFile, names: Iterable[str]) -> None:
    """Store those pictures of a zip that a stored document names, one at a time, and over damaged ones."""
    for name in names:
        if session.scalars(select(PictureNameRow.hash).where(PictureNameRow.hash == name).limit(1)).first():
            data = read_member(archive, name)
            row = session.get(CardPictureRow, name)
            if row is not None and row.data != data:
                session.delete(row)
                session.flush()
            add(session, {name: data})
            session.expunge_all()


def refuse_other(name: str, data: bytes) -> bytes:
    """Return a picture that comes from a file; InvalidInput where it is not what its name says, or not made here."""
    if hashlib.sha256(data).hexdigest() != name or not pictures.is_clean(data):
        raise InvalidInput(InputError(f"picture {name[:12]}…", "something else", "a picture as it was stored"))
    return data
