"""The library: everything of one owner, searched, sorted and paged through by the database, and what is done to many.

A list reads heads only (title, kind, tags, times); the data of documents is read by whoever shows them. Tags, the
archive and the trash are no versions: a document stays as old as it was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.storage import decode
from companion.storage.removal import remove
from companion.storage.schema import DocumentRow, LinkRow, PublicPictureRow
from companion.storage.store import Store, this_moment

Place = Literal["library", "archive", "trash"]
Sort = Literal["newest", "title", "game"]
PER_PAGE = 48
MOST_TAGS, LONGEST_TAG = 12, 30
"""How many tags a document may have, and the characters of one."""
MOST_CHOSEN = 500
"""How many documents one form may name."""
LONGEST_SEARCH = 100
"""Characters of a search; more are not looked at."""


@dataclass(frozen=True)
class LibraryFilter:
    """Which documents a page of the library shows; an empty field does not filter."""

    words: str = ""
    """Each of them is in the title or in a tag."""
    game: str = ""
    kind: str = ""
    tag: str = ""
    place: Place = "library"
    """In the archive, in the trash, or in neither."""
    sort: Sort = "newest"
    page: int = 1


@dataclass(frozen=True)
class DocumentHead:
    """What is known of a document without its data."""

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
    """The heads of one page, and how many documents the filter finds on all pages."""

    heads: tuple[DocumentHead, ...] = ()
    total: int = 0
    page: int = 1

    @property
    def pages(self) -> int:
        """Return how many pages there are, 1 where nothing is found."""
        return max(1, -(-self.total // PER_PAGE))


@dataclass(frozen=True)
class LibraryCounts:
    """How many documents an owner has, by what a filter can ask for."""

    places: Mapping[str, int] = field(default_factory=Counter)
    games: Mapping[str, int] = field(default_factory=Counter)
    kinds: Mapping[str, int] = field(default_factory=Counter)
    tags: Mapping[str, int] = field(default_factory=dict)
    """Of what is not in the trash, by name."""


@dataclass(frozen=True)
class ChosenDocuments:
    """The documents of an owner that a form names, and how many ids name none: no document's, or another owner's."""

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


def find(store: Store, owner: str, asked: LibraryFilter) -> LibraryPage:
    """Return a page of an owner's documents; the last page where the number is too high."""
    condition = _condition(owner, asked)
    with store.reading() as session:
        total = decode.whole_number(session.scalar(select(func.count()).select_from(DocumentRow).where(condition)))
        page = max(1, min(asked.page, -(-total // PER_PAGE)))
        by_deletion = asked.place == "trash" and asked.sort == "newest"
        order = (DocumentRow.deleted.desc(), DocumentRow.id) if by_deletion else _SORTS[asked.sort]
        query = select(*_HEAD).where(condition).order_by(*order).offset((page - 1) * PER_PAGE).limit(PER_PAGE)
        return LibraryPage(tuple(_head(row) for row in session.execute(query)), total, page)


def count_found(store: Store, owner: str, asked: LibraryFilter) -> int:
    """Return how many documents a filter finds."""
    query = select(func.count()).select_from(DocumentRow).where(_condition(owner, asked))
    with store.reading() as session:
        return decode.whole_number(session.scalar(query))


def _condition(owner: str, asked: LibraryFilter) -> ColumnElement[bool]:
    wanted = [DocumentRow.owner == owner, _PLACES[asked.place]]
    if asked.game:
        wanted.append(DocumentRow.game == asked.game)
    if asked.kind:
        wanted.append(DocumentRow.kind == asked.kind)
    if asked.tag:
        wanted.append(DocumentRow.tags.contains(decode.json_text(asked.tag), autoescape=True))
    return and_(*wanted, *map(_has_word, asked.words[:LONGEST_SEARCH].split()))


def _has_word(word: str) -> ColumnElement[bool]:
    """Return whether a word is in the title or in a tag. SQLite folds the case of plain letters alone, hence the forms.

    Tags are looked up as JSON writes them.
    """
    forms = (word,) if word.isascii() else sorted({word, word.lower(), word.upper(), word.title()})
    titles = (DocumentRow.title.icontains(form, autoescape=True) for form in forms)
    tags = (DocumentRow.tags.icontains(decode.json_text(form)[1:-1], autoescape=True) for form in forms)
    return or_(*titles, *tags)


def count(store: Store, owner: str) -> LibraryCounts:
    """Return how many documents an owner has in each place, and of those outside the trash of each game, kind, tag."""
    in_trash, in_archive = DocumentRow.deleted.is_not(None), DocumentRow.archived.is_not(None)
    groups = (DocumentRow.game, DocumentRow.kind, in_trash, in_archive, DocumentRow.tags)
    places, games, kinds, tags = (Counter[str]() for _ in range(4))
    with store.reading() as session:
        for *row, number in session.execute(select(*groups, func.count()).where(_is_of(owner)).group_by(*groups)):
            game, kind, is_deleted, is_archived, text = row
            places["trash" if is_deleted else "archive" if is_archived else "library"] += number
            if not is_deleted:
                games[decode.display_name(game)] += number
                kinds[decode.display_name(kind)] += number
                tags.update(dict.fromkeys(decode.stored_tags(text), number))
    return LibraryCounts(places, games, kinds, dict(sorted(tags.items(), key=lambda entry: entry[0].casefold())))


def _is_of(owner: str) -> ColumnElement[bool]:
    return DocumentRow.owner == owner


def choose(store: Store, owner: str, document_ids: Iterable[str]) -> ChosenDocuments:
    """Return the documents that a form names, in its order; InvalidInput where it names too many."""
    names = [name for name in dict.fromkeys(document_ids) if "\0" not in name]
    if len(names) > MOST_CHOSEN:
        raise InvalidInput(InputError("documents", f"{len(names):,} at once", f"at most {MOST_CHOSEN}"))
    with store.reading() as session:
        rows = session.execute(select(*_HEAD).where(_is_of(owner), DocumentRow.id.in_(names)))
        heads = {head.id: head for head in map(_head, rows)}
    return ChosenDocuments(tuple(heads[name] for name in names if name in heads), len(names) - len(heads))


def read_tags(text: str) -> tuple[str, ...]:
    """Return tags as they are typed, with commas between; InvalidInput where one cannot be a tag."""
    tags = unique_tags(" ".join(tag.split()) for tag in text.split(","))
    wrong = [
        InputError("tags", quote(tag), f"tags of at most {LONGEST_TAG} characters, without quotation marks")
        for tag in tags
        if len(tag) > LONGEST_TAG or '"' in tag or "\\" in tag or not tag.isprintable()
    ]
    if len(tags) > MOST_TAGS:
        wrong.append(InputError("tags", f"{len(tags):,} tags", f"at most {MOST_TAGS} a document"))
    if wrong:
        raise InvalidInput(*wrong)
    return tags


def unique_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags without those that differ from an earlier one by the case of their letters alone, or are empty."""
    unique: dict[str, str] = {}
    for tag in filter(None, tags):
        unique.setdefault(tag.casefold(), tag)
    return tuple(unique.values())


def change_tags(
    store: Store, owner: str, document_ids: Sequence[str], change: Callable[[tuple[str, ...]], Sequence[str]]
) -> frozenset[str]:
    """Change the tags of an owner's documents; return the ids of those that would have too many: they stay."""
    full = set()
    with store.writing() as session:
        for row in _locked_rows(session, owner, document_ids):
            tags = unique_tags(change(decode.stored_tags(row.tags)))
            if len(tags) > MOST_TAGS:
                full.add(row.id)
            else:
                row.tags = decode.json_text(list(tags))
    return frozenset(full)


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
    """Write values into an owner's documents; nobody else changes these until that is committed."""
    change = update(DocumentRow).where(_is_of(owner), DocumentRow.id.in_(document_ids)).values(**values)
    session.execute(change.execution_options(synchronize_session=False))


def _locked_rows(session: Session, owner: str, document_ids: Sequence[str]) -> Sequence[DocumentRow]:
    _lock(session, owner, document_ids, {"current": DocumentRow.current})
    return session.scalars(select(DocumentRow).where(_is_of(owner), DocumentRow.id.in_(document_ids))).all()


def remove_from_trash(store: Store, owner: str, document_ids: Sequence[str]) -> int:
    """Remove those of the named documents that are in an owner's trash for good; return how many."""
    with store.writing() as session:
        rows = _locked_rows(session, owner, document_ids)
        names = [row.id for row in rows if row.deleted is not None]
        remove(session, names)
        return len(names)


@dataclass(frozen=True)
class StoredAmount:
    """How much of an owner's is stored, the trash included."""

    kinds: Mapping[str, int]
    versions: int
    public_pictures: int
    links: int
    """Documents with a link that somebody may have."""


def measure_owner(store: Store, owner: str) -> StoredAmount:
    """Return how much of an owner's is stored."""
    of_owner = select(DocumentRow.id).where(_is_of(owner))
    pictures = select(func.count()).select_from(PublicPictureRow).where(PublicPictureRow.document_id.in_(of_owner))
    handed_out = (LinkRow.view > 0) | (LinkRow.edit > 0) | (LinkRow.open > 0)
    links = select(func.count()).select_from(LinkRow).where(LinkRow.document_id.in_(of_owner), handed_out)
    with store.reading() as session:
        versions = select(func.sum(DocumentRow.versions)).where(_is_of(owner))
        figures = [decode.whole_number(session.scalar(query)) for query in (versions, pictures, links)]
    return StoredAmount(store.counts(owner), *figures)


def bounded_tags(text: str) -> str:
    """Return the tags of a file as they are stored, as many and as long as they may be."""
    return decode.json_text([tag[:LONGEST_TAG] for tag in decode.stored_tags(text)[:MOST_TAGS]])
