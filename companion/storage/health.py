"""Checks of a database: its file, documents, links, owners, pictures; and repairs that lose nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from companion.base.findings import InvalidInput, quote
from companion.base.wording import plural
from companion.storage import backup_tables, card_pictures, decode, owners, public_pictures, quotas
from companion.storage.backup import document_entry, stored_documents
from companion.storage.backup_models import Reader, read_document
from companion.storage.config import StorageError
from companion.storage.schema import DocumentRow, LinkRow, OwnerRow, PublicPictureRow, TableLinkRow, VersionRow
from companion.storage.store import LARGEST_NUMBER, Store, title_of


@dataclass(frozen=True)
class Report:
    """Numbers of checked documents and versions, and a sentence for each problem."""

    documents: int
    versions: int
    problems: tuple[str, ...]


def check_file(store: Store) -> str:
    """Return the result of the database's own check of its file; StorageError where it is damaged."""
    if store.engine.dialect.name != "sqlite":
        return "the database server looks after its own files"
    try:
        with store.engine.connect() as connection:
            answer = connection.exec_driver_sql("PRAGMA integrity_check").scalars().first()
    except DatabaseError as error:
        answer = str(error.orig)
    if answer != "ok":
        raise StorageError(f"The database file is damaged ({answer}): restore the last backup.")
    return "PRAGMA integrity_check: ok"


def check_documents(store: Store, read: Reader) -> Report:
    """Return a report: can pages read every document, and can a backup of it be restored as it is."""
    problems: list[str] = []
    documents = count = 0
    with store.snapshot() as session:
        for row, versions in stored_documents(session):
            documents, count = documents + 1, count + len(versions)
            kind, name, title = map(decode.display_name, (row.kind, row.id, row.title))
            label = f"{kind} {name} ({title or 'untitled'})"
            problems += [f"{label}: {reason}" for reason in _document_problems(row, versions, read)]
        problems += _orphans(session)
    return Report(documents, count, tuple(problems))


def _document_problems(row: DocumentRow, versions: Sequence[VersionRow], read: Reader) -> list[str]:
    """Return a document's problems, without those that only follow from others."""
    problems = list(_number_problems(row, [version.number for version in versions]))
    damaged = [f"its {name} is stored as bytes: restore a backup" for name in backup_tables.columns_of_bytes(row)]
    damaged += _version_problems(row, versions)
    newest = next((version for version in versions if version.number == row.current), None)
    if newest is None or damaged:
        return problems + damaged
    problems += _restore_problems(document_entry(row, versions), read)
    if not problems and row.title != title_of(decode.document_data(newest.data, row.kind)[0]):
        return [f"lists call it {quote(row.title)}: doctor --repair"]
    return problems


def _number_problems(row: DocumentRow, numbers: Sequence[int]) -> Iterator[str]:
    """Yield problems with the numbers of versions; thinned out versions are not missing."""
    if not numbers:
        yield "all of its versions are gone: restore a backup"
        return
    highest = max(map(decode.version_number, numbers))
    if row.current != highest:
        yield f"version {row.current} is called its newest, and version {highest} is: doctor --repair"
    elif len(numbers) < (count := decode.version_number(row.versions)):
        yield f"it has {plural(len(numbers), 'version')} of {count:,}: some are gone, restore a backup"


def _version_problems(row: DocumentRow, versions: Sequence[VersionRow]) -> Iterator[str]:
    """Yield the damage of versions; an old version that a restore left out is no problem."""
    for version in versions:
        _, damage = decode.document_data(version.data, row.kind)
        if damage and version.number == row.current:
            yield damage
        elif damage and damage != decode.LEFT_OUT["left_out"]:
            yield f"version {version.number}: {damage}"


def _restore_problems(document: Mapping[str, object], read: Reader) -> Iterator[str]:
    """Yield the first error of restoring a document from a backup, if there is one, and the number of others."""
    try:
        _, errors = read_document(document, read)
    except InvalidInput as error:
        errors = error.input_errors
    if errors:
        yield f"{errors[0]}" + (f" And {plural(len(errors) - 1, 'error')} more." if errors[1:] else "")


def _orphans(session: Session) -> list[str]:
    query = select(VersionRow.document_id, VersionRow.number).outerjoin(
        DocumentRow, DocumentRow.id == VersionRow.document_id
    )
    rows = session.execute(query.where(DocumentRow.id.is_(None)).order_by(VersionRow.document_id, VersionRow.number))
    return [
        f"version {row[1]} of {decode.display_name(row[0])}: its document is gone, restore a backup" for row in rows
    ]


def check_owners(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many owners have settings or a key, and a sentence for each of their problems."""
    with store.snapshot() as session:
        rows = session.scalars(select(OwnerRow).order_by(OwnerRow.name)).all()
        owners_by_name = {row.name: row for row in rows}
        counts = select(DocumentRow.owner, func.count()).group_by(DocumentRow.owner)
        documents = {row[0]: row[1] for row in session.execute(counts)}
    problems = []
    for number, row in enumerate(rows, 1):
        reasons = _owner_problems(row, owners_by_name, documents.get(row.name, 0))
        problems += [f"owner {number} (by name): {reason}" for reason in reasons]
    return len(rows), tuple(problems)


def _owner_problems(row: OwnerRow, owners_by_name: Mapping[str, OwnerRow], documents: int) -> Iterator[str]:
    """Yield an owner's problems; no sentence names the owner, because whoever knows the name can act for it."""
    try:
        owners.read_belongings(row.belongings)
    except ValueError as error:
        yield f"its settings cannot be read, and {error}: they count as none, restore a backup"
    else:
        yield from _column_problems(row)
    if not row.joined:
        return
    into = owners_by_name.get(row.joined)
    if into is None or into.joined:
        yield "it became an owner that is not there: restore a backup"
    elif documents:
        yield f"{plural(documents, 'document')} did not follow it to the owner that it became: doctor --repair"


def _column_problems(row: LinkRow | OwnerRow | PublicPictureRow | TableLinkRow) -> Iterator[str]:
    """Yield a sentence for each column that cannot be restored; without its value, which is a secret."""
    yield from (f"its {name} cannot be restored from a backup" for name in backup_tables.unrestorable_columns(row))


def check_links(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many documents have links, and a sentence for each problem of their links."""
    with store.snapshot() as session:
        rows = session.scalars(select(LinkRow).order_by(LinkRow.document_id)).all()
        table_links = session.scalars(select(TableLinkRow).order_by(TableLinkRow.document_id, TableLinkRow.kind)).all()
    problems = [f"links {n} (by document): {why}" for n, row in enumerate(rows, 1) for why in _column_problems(row)]
    problems += [f"table link {n}: {why}" for n, row in enumerate(table_links, 1) for why in _column_problems(row)]
    return len(rows), tuple(problems)


def check_public_pictures(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many public names pictures have, and a sentence for each problem, such as a missing version."""
    version = (VersionRow.document_id == PublicPictureRow.document_id) & (VersionRow.number == PublicPictureRow.number)
    with store.snapshot() as session:
        rows = session.execute(
            select(PublicPictureRow, VersionRow.number).outerjoin(VersionRow, version).order_by(PublicPictureRow.name)
        ).all()
    problems = []
    for row, number in rows:
        label = f"public pictures of version {row.number} of {row.document_id}"
        if number is None:
            problems.append(f"{label}: the version is gone, restore a backup")
        if public_pictures.read_request(row.asked) is None:
            problems.append(f"{label}: what they show cannot be read, withdraw them on the build's export page")
        else:
            problems += [f"{label}: {reason}" for reason in _column_problems(row)]
    return len(rows), tuple(problems)


def check_card_pictures(store: Store) -> tuple[int, tuple[str, ...]]:
    """Return how many pictures of cards are stored, and a sentence for each damaged one."""
    with store.snapshot() as session:
        return card_pictures.check(session)


def repair(store: Store) -> int:
    """Repair what can be repaired without loss; return the number of repaired documents.

    The highest version of every document becomes its newest and gives it its title; documents of an owner that became
    another one follow it.
    """
    highest_number = select(func.max(VersionRow.number)).where(
        VersionRow.document_id == DocumentRow.id, VersionRow.number <= LARGEST_NUMBER
    )
    highest = highest_number.correlate(DocumentRow).scalar_subquery()
    with store.writing() as session:
        result = session.execute(
            update(DocumentRow)
            .where(highest.is_not(None), DocumentRow.current != highest)
            .values(current=highest)
            .execution_options(synchronize_session=False)
        )
        quotas.count_versions(session)
        repaired = int(result.rowcount) + owners.reassign_joined_documents(session)  # type: ignore[attr-defined]
        return repaired + _retitle(session)


def _retitle(session: Session) -> int:
    """Give every document the title of its newest version; return how many had another one."""
    newest = (VersionRow.document_id == DocumentRow.id) & (VersionRow.number == DocumentRow.current)
    changed = 0
    for row, version in session.execute(select(DocumentRow, VersionRow).join(VersionRow, newest)).all():
        data, damage = decode.document_data(version.data, row.kind)
        if not damage and decode.is_text(row.id) and row.title != title_of(data):
            row.title = title_of(data)
            changed += 1
    return changed
