"""The library: all documents of one owner, searched, sorted and paged by the database; and changes to many at once.

Lists read heads only (title, kind, tags, times), not the data of documents. Tags, the archive and the trash make no
version and do not change the time of a document.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, func, select, update
from sqlalchemy.orm import Session

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import fold_for_search
from companion.storage import decode
from companion.storage.removal import remove
from companion.storage.schema import DocumentRow, LinkRow, PublicPictureRow
from companion.storage.store import Store, this_moment

Place = Literal["library", "archive", "trash"]
Sort = Literal["newest", "title", "game"]
PER_PAGE = 48
MOST_TAGS, LONGEST_TAG = 12, 30
"""The most tags of a document, and the most characters of one."""
MOST_CHOSEN = 500
"""The most documents that one form may name."""
LONGEST_SEARCH = 100
"""The most characters of a search; the rest is ignored."""


@dataclass(frozen=True)
class LibraryFilter:
    """The filters of a page of the library; an empty field does not filter."""

    words: str = ""
    """Each of them is in the title or in a tag."""
    game: str = ""
    kind: str = ""
    tag: str = ""
    place: Place = "library"
    """The archive, the trash, or `library`: neither."""
    sort: Sort = "newest"
    page: int = 1


@dataclass(frozen=True)
class DocumentHead:
    """A document without its data."""

    id: str
    game: str
    kind: str
    title: str
    changed: datetime
    version: int
    tags: tuple[str, ...] = ()
    archived: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class LibraryPage:
    """The heads of one page, and the number of documents on all pages."""

    heads: tuple[DocumentHead, ...] = ()
    total: int = 0
    page: int = 1

    @property
    def pages(self) -> int:
        """Return how many pages there are, 1 where nothing is found."""
        return max(1, -(-self.total // PER_PAGE))


@dataclass(frozen=True)
class LibraryCounts:
    """Numbers of an owner's documents, by place, game, kind and tag."""

    places: Mapping[str, int] = field(default_factory=Counter)
    games: Mapping[str, int] = field(default_factory=Counter)
    kinds: Mapping[str, int] = field(default_factory=Counter)
    tags: Mapping[str, int] = field(default_factory=dict)
    """Tags of documents outside the trash, sorted by name."""


@dataclass(frozen=True)
class ChosenDocuments:
    """The documents of an owner that a form names, and the number of ids that are no document of this owner."""

    heads: tuple[DocumentHead, ...]
    missing: int


_HEAD = (
    DocumentRow.id,
    DocumentRow.game,
    DocumentRow.kind,
    DocumentRow.title,
    DocumentRow.changed,
    DocumentRow.current,
    DocumentRow.tags,
    DocumentRow.archived,
    DocumentRow.deleted,
)


def _head(row: Sequence[Any]) -> DocumentHead:
    *names, changed, current, tags, archived, deleted = row
    document_id, game, kind, title = map(decode.display_name, names)
    return DocumentHead(
        document_id,
        game,
        kind,
        title,
        changed=decode.stored_time(changed),
        version=decode.version_number(current),
        tags=decode.stored_tags(tags),
        archived=archived is not None,
        deleted=deleted is not None,
    )


_PLACES: Mapping[Place, ColumnElement[bool]] = {
    "library": and_(DocumentRow.deleted.is_(None), DocumentRow.archived.is_(None)),
    "archive": and_(DocumentRow.deleted.is_(None), DocumentRow.archived.is_not(None)),
    "trash": DocumentRow.deleted.is_not(None),
}
_BY_TITLE = (func.lower(DocumentRow.title), DocumentRow.changed.desc(), DocumentRow.id)
_SORTS = {
    "newest": (DocumentRow.changed.desc(), DocumentRow.id),
    "title": _BY_TITLE,
    "game": (DocumentRow.game, *_BY_TITLE),
}


def find(store: Store, owner: str, filters: LibraryFilter) -> LibraryPage:
    """Return a page of an owner's documents; the last page where the number is too high."""
    condition = _condition(owner, filters)
    by_deletion = filters.place == "trash" and filters.sort == "newest"
    order = (DocumentRow.deleted.desc(), DocumentRow.id) if by_deletion else _SORTS[filters.sort]
    with store.reading() as session:
        ids = _ids_with_words(session, filters.words, condition, order)
        total = _count(session, condition) if ids is None else len(ids)
        page = max(1, min(filters.page, -(-total // PER_PAGE)))
        first = (page - 1) * PER_PAGE
        query = select(*_HEAD).order_by(*order)
        if ids is None:
            query = query.where(condition).offset(first).limit(PER_PAGE)
        else:
            query = query.where(DocumentRow.id.in_(ids[first : first + PER_PAGE]))
        return LibraryPage(tuple(_head(row) for row in session.execute(query)), total, page)


def count_matches(store: Store, owner: str, filters: LibraryFilter) -> int:
    """Return how many of an owner's documents match the filters."""
    condition = _condition(owner, filters)
    with store.reading() as session:
        ids = _ids_with_words(session, filters.words, condition, ())
        return _count(session, condition) if ids is None else len(ids)


def _count(session: Session, condition: ColumnElement[bool]) -> int:
    return decode.whole_number(session.scalar(select(func.count()).select_from(DocumentRow).where(condition)))


def _condition(owner: str, filters: LibraryFilter) -> ColumnElement[bool]:
    conditions = [DocumentRow.owner == owner, _PLACES[filters.place]]
    if filters.game:
        conditions.append(DocumentRow.game == filters.game)
    if filters.kind:
        conditions.append(DocumentRow.kind == filters.kind)
    if filters.tag:
        conditions.append(DocumentRow.tags.contains(decode.json_text(filters.tag), autoescape=True))
    return and_(*conditions)


def _ids_with_words(
    session: Session, text: str, condition: ColumnElement[bool], order: Sequence[Any]
) -> list[str] | None:
    """Return the ids of the documents that have each word of a text in their title or in a tag; None without words.

    The words are compared here, because no database folds accents, and each ignores the case of other letters.
    """
    words = fold_for_search(text[:LONGEST_SEARCH]).split()
    if not words:
        return None
    ids = []
    query = select(DocumentRow.id, DocumentRow.title, DocumentRow.tags).where(condition).order_by(*order)
    for document_id, title, tags in session.execute(query):
        names = fold_for_search("\n".join((decode.display_name(title), *decode.stored_tags(tags))))
        if all(word in names for word in words):
            ids.append(document_id)
    return ids


def count(store: Store, owner: str) -> LibraryCounts:
    """Return how many documents an owner has in each place, and outside the trash of each game, kind and tag."""
    in_trash, in_archive = DocumentRow.deleted.is_not(None), DocumentRow.archived.is_not(None)
    groups = (DocumentRow.game, DocumentRow.kind, in_trash, in_archive, DocumentRow.tags)
    places, games, kinds, tags = (Counter[str]() for _ in range(4))
    with store.reading() as session:
        for *row, number in session.execute(select(*groups, func.count()).where(_is_owned_by(owner)).group_by(*groups)):
            game, kind, is_deleted, is_archived, text = row
            places["trash" if is_deleted else "archive" if is_archived else "library"] += number
            if not is_deleted:
                games[decode.display_name(game)] += number
                kinds[decode.display_name(kind)] += number
                tags.update(dict.fromkeys(decode.stored_tags(text), number))
    return LibraryCounts(places, games, kinds, dict(sorted(tags.items(), key=lambda entry: entry[0].casefold())))


def _is_owned_by(owner: str) -> ColumnElement[bool]:
    return DocumentRow.owner == owner


def choose(store: Store, owner: str, document_ids: Iterable[str]) -> ChosenDocuments:
    """Return the documents that a form names, in its order; InvalidInput where it names too many."""
    names = [name for name in dict.fromkeys(document_ids) if "\0" not in name]
    if len(names) > MOST_CHOSEN:
        raise InvalidInput(InputError("documents", f"{len(names):,} at once", f"at most {MOST_CHOSEN}"))
    with store.reading() as session:
        rows = session.execute(select(*_HEAD).where(_is_owned_by(owner), DocumentRow.id.in_(names)))
        heads = {head.id: head for head in map(_head, rows)}
    return ChosenDocuments(tuple(heads[name] for name in names if name in heads), len(names) - len(heads))


def read_tags(text: str) -> tuple[str, ...]:
    """Return tags typed with commas between them; InvalidInput where one cannot be a tag, or there are too many."""
    tags = unique_tags(" ".join(tag.split()) for tag in text.split(","))
    errors = [
        InputError("tags", quote(tag), f"tags of at most {LONGEST_TAG} characters, without quotation marks")
        for tag in tags
        if len(tag) > LONGEST_TAG or '"' in tag or "\\" in tag or not tag.isprintable()
    ]
    if len(tags) > MOST_TAGS:
        errors.append(InputError("tags", f"{len(tags):,} tags", f"at most {MOST_TAGS} a document"))
    if errors:
        raise InvalidInput(*errors)
    return tags


def unique_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags without empty ones and without those that equal an earlier one, ignoring case."""
    unique: dict[str, str] = {}
    for tag in filter(None, tags):
        unique.setdefault(tag.casefold(), tag)
    return tuple(unique.values())


def change_tags(
    store: Store, owner: str, document_ids: Sequence[str], change: Callable[[tuple[str, ...]], Sequence[str]]
) -> frozenset[str]:
    """Change the tags of an owner's documents; return the ids of those that would have too many, and stay unchanged."""
    unchanged = set()
    with store.writing() as session:
        for row in _locked_rows(session, owner, document_ids):
            tags = unique_tags(change(decode.stored_tags(row.tags)))
            if len(tags) > MOST_TAGS:
                unchanged.add(row.id)
            else:
                row.tags = decode.json_text(list(tags))
    return frozenset(unchanged)


def archive(store: Store, owner: str, document_ids: Sequence[str], archived: bool = True) -> None:
    """Put an owner's documents in the archive, or take them out."""
    _set_times(store, owner, document_ids, {"archived": this_moment() if archived else None})


def delete(store: Store, owner: str, document_ids: Sequence[str], deleted: bool = True) -> None:
    """Move an owner's documents to the trash, or restore them; no version is lost."""
    _set_times(store, owner, document_ids, {"deleted": this_moment() if deleted else None})


def _set_times(store: Store, owner: str, document_ids: Sequence[str], values: JsonObject) -> None:
    with store.writing() as session:
        _lock(session, owner, document_ids, values)


def _lock(session: Session, owner: str, document_ids: Sequence[str], values: JsonObject) -> None:
    """Write values into an owner's documents, and lock them until the session is committed."""
    change = update(DocumentRow).where(_is_owned_by(owner), DocumentRow.id.in_(document_ids)).values(**values)
    session.execute(change.execution_options(synchronize_session=False))


def _locked_rows(session: Session, owner: str, document_ids: Sequence[str]) -> Sequence[DocumentRow]:
    _lock(session, owner, document_ids, {"current": DocumentRow.current})
    return session.scalars(select(DocumentRow).where(_is_owned_by(owner), DocumentRow.id.in_(document_ids))).all()


def remove_from_trash(store: Store, owner: str, document_ids: Sequence[str]) -> int:
    """Remove those of the named documents that are in an owner's trash for good; return how many."""
    with store.writing() as session:
        rows = _locked_rows(session, owner, document_ids)
        names = [row.id for row in rows if row.deleted is not None]
        remove(session, names)
        return len(names)


@dataclass(frozen=True)
class StoredAmount:
    """Amounts that are stored for an owner, the trash included."""

    kinds: Mapping[str, int]
    versions: int
    public_pictures: int
    links: int
    """Documents with a link that somebody may have."""


def measure_owner(store: Store, owner: str) -> StoredAmount:
    """Return the amounts that are stored for an owner."""
    document_ids = select(DocumentRow.id).where(_is_owned_by(owner))
    pictures = select(func.count()).select_from(PublicPictureRow).where(PublicPictureRow.document_id.in_(document_ids))
    has_link = (LinkRow.view > 0) | (LinkRow.edit > 0) | (LinkRow.open > 0)
    links = select(func.count()).select_from(LinkRow).where(LinkRow.document_id.in_(document_ids), has_link)
    with store.reading() as session:
        versions = select(func.sum(DocumentRow.versions)).where(_is_owned_by(owner))
        figures = [decode.whole_number(session.scalar(query)) for query in (versions, pictures, links)]
    return StoredAmount(store.counts(owner), *figures)


def bounded_tags(text: str) -> str:
    """Return the tags of a file as they are stored, cut to the most tags and characters."""
    return decode.json_text([tag[:LONGEST_TAG] for tag in decode.stored_tags(text)[:MOST_TAGS]])
