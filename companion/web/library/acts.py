"""What the library does to one document or to many at once: what is not possible is named, the rest is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import request

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.game_system.system import GameSystem
from companion.games import game as find_game
from companion.storage import library
from companion.storage.library import MOST_TAGS, DocumentHead
from companion.storage.quotas import QuotaExceeded
from companion.storage.store import Document
from companion.web.library.entries import DOCUMENT_KINDS, LibraryEntry
from companion.web.shared.documents import DocumentKind
from companion.web.shared.settings_page import KINDS
from companion.web.shell import session

Heads = tuple[DocumentHead, ...]


@dataclass(frozen=True)
class ActResult:
    """What was done, as a sentence that may be empty, and a sentence for each document that it was not done to."""

    done: str = ""
    refused: tuple[str, ...] = ()


def _quote_title(head: DocumentHead) -> str:
    return f"“{LibraryEntry(head, None).title}”"


def _count(heads: Heads) -> str:
    return plural(len(heads), "document")


def _owner() -> str:
    return session.known_owner() or ""


def _ids(heads: Heads) -> list[str]:
    return [head.id for head in heads]


def _tag(heads: Heads) -> ActResult:
    added = _typed_tags()
    full = library.change_tags(session.store(), _owner(), _ids(heads), lambda tags: (*tags, *added))
    tagged = tuple(head for head in heads if head.id not in full)
    refused = tuple(
        f"{_quote_title(head)} would have more than {MOST_TAGS} tags: remove one first."
        for head in heads
        if head.id in full
    )
    return ActResult(f"Tagged: {_count(tagged)}." if tagged else "", refused)


def _untag(heads: Heads) -> ActResult:
    gone = {tag.casefold() for tag in _typed_tags()}
    library.change_tags(
        session.store(), _owner(), _ids(heads), lambda tags: [tag for tag in tags if tag.casefold() not in gone]
    )
    return ActResult(f"Tags removed from {_count(heads)}.")


def _typed_tags() -> tuple[str, ...]:
    tags = library.read_tags(request.form.get("tags", ""))
    if not tags:
        raise InvalidInput(InputError("tags", "nothing", "one tag, or several with commas between"))
    return tags


def _archive(heads: Heads) -> ActResult:
    library.archive(session.store(), _owner(), _ids(heads))
    return ActResult(f"In the archive: {_count(heads)}. Lists leave them out; here they stay.")


def _take_out(heads: Heads) -> ActResult:
    library.archive(session.store(), _owner(), _ids(heads), archived=False)
    return ActResult(f"Out of the archive: {_count(heads)}.")


def _delete(heads: Heads) -> ActResult:
    moved = tuple(head for head in heads if not head.deleted)
    library.delete(session.store(), _owner(), _ids(moved))
    return ActResult(f"In the trash: {_count(moved)}. You can restore them there.")


def _restore(heads: Heads) -> ActResult:
    library.delete(session.store(), _owner(), _ids(heads), deleted=False)
    return ActResult(f"Restored: {_count(heads)}.")


def _rename(heads: Heads) -> ActResult:
    if len(heads) != 1:
        raise InvalidInput(InputError("title", f"{_count(heads)} chosen", "one document to rename: choose only that"))
    title = request.form.get("title", "").strip()
    return _one_by_one(heads, "Renamed", lambda kind, game, document: kind.change_title(game, document, title))


def _one_by_one(heads: Heads, done: str, act: Callable[[DocumentKind, GameSystem, Document], object]) -> ActResult:
    """Do what makes versions or documents to each, and name those that it cannot be done to."""
    documents = session.store().get_many(_ids(heads))
    refused: dict[str, str] = {}
    for head in heads:
        game, kind, document = find_game(head.game), DOCUMENT_KINDS.get(head.kind), documents.get(head.id)
        if game is None or kind is None:
            refused[head.id] = f"a {KINDS.get(head.kind, head.kind)} has no copies and no title of its own."
        elif head.deleted:
            refused[head.id] = "it is in the trash: restore it first."
        elif document is None or document.damage:
            refused[head.id] = "it cannot be read: open it for its earlier versions."
        else:
            try:
                act(kind, game, document)
            except (InvalidInput, QuotaExceeded) as error:
                refused[head.id] = str(error)
    acted = tuple(head for head in heads if head.id not in refused)
    sentences = tuple(f"{_quote_title(head)}: {refused[head.id]}" for head in heads if head.id in refused)
    return ActResult(f"{done}: {_count(acted)}." if acted else "", sentences)


def remove(heads: Heads) -> ActResult:
    """Remove for good what of it is in the trash."""
    count = library.remove_from_trash(session.store(), _owner(), _ids(heads))
    kept = tuple(
        f"{_quote_title(head)} is not in the trash: move it there first." for head in heads if not head.deleted
    )
    return ActResult(f"Removed for good: {plural(count, 'document')}." if count else "", kept)


ACTS: Mapping[str, Callable[[Heads], ActResult]] = {
    "tag": _tag,
    "untag": _untag,
    "archive": _archive,
    "take-out": _take_out,
    "delete": _delete,
    "restore": _restore,
    "duplicate": lambda heads: _one_by_one(heads, "Duplicated", lambda kind, game, document: kind.copy(game, document)),
    "rename": _rename,
}
"""The acts that can be undone, by the value that their buttons send."""
