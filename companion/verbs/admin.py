"""The answers of `companion admin`, as plain data: counts of what is stored, the target of a link, its removal."""

import re
from urllib.parse import unquote

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.storage import pictures, public_pictures, removal, usage
from companion.storage.store import Document, DocumentNotFound, Store

DOCUMENT, PUBLIC_PICTURES = "document", "public pictures"
_NAME = re.compile(r"[\w-]{20,43}", re.ASCII)
"""The form of a document id and of a public picture name, anywhere in an address."""
MOST_NAMES = 20
"""Names in a link that are looked up; any further ones are ignored."""


def overview(store: Store) -> JsonObject:
    """Return the counts and sizes of everything stored."""
    kept_pictures = pictures.list_kept()
    return {
        **usage.measure(store),
        "kept_pictures": {"pictures": len(kept_pictures), "bytes": sum(picture.size for picture in kept_pictures)},
    }


def find(store: Store, link: str) -> list[JsonObject]:
    """Return an entry for each stored thing that a link or an id names; InvalidInput if there is none."""
    names = dict.fromkeys(_NAME.findall(unquote(link)))
    entries = [entry for name in list(names)[:MOST_NAMES] for entry in _find_entries(store, name)]
    if not entries:
        wanted = "a link to a build, a card pack or a public picture that is stored here, or the id of a document"
        raise InvalidInput(InputError("link", quote(link, 80), wanted))
    return entries


def _find_entries(store: Store, name: str) -> list[JsonObject]:
    try:
        return [_document(store, store.get(name))]
    except DocumentNotFound:
        pass
    try:
        return [_pictures(store, name)]
    except DocumentNotFound:
        return []


def _document(store: Store, document: Document) -> JsonObject:
    return {
        "what": DOCUMENT,
        "id": document.id,
        "kind": document.kind,
        "game": document.game,
        "title": document.title,
        "versions": len(store.versions(document.id)),
        "saved": document.saved.isoformat(),
        "in_trash": document.deleted,
        "public_pictures": public_pictures.count(store, document.id),
    }


def _pictures(store: Store, name: str) -> JsonObject:
    public = public_pictures.find(store, name)
    document = store.get(public.document_id)
    return {
        "what": PUBLIC_PICTURES,
        "id": name,
        "kind": document.kind,
        "game": document.game,
        "title": document.title,
        "version": public.version,
        "document": document.id,
    }


def remove(store: Store, name: str) -> JsonObject:
    """Remove a document with all its versions and public pictures, or one public picture name; it cannot be restored.

    Returns the entry of what was removed. Raises InvalidInput if nothing has this id or name.
    """
    entries = _find_entries(store, name) if _NAME.fullmatch(name) else []
    if not entries:
        raise InvalidInput(InputError("id", quote(name, 80), "something that is stored here"))
    if entries[0]["what"] == PUBLIC_PICTURES:
        public_pictures.withdraw_name(store, name)
    else:
        removal.remove_document(store, name)
    return entries[0]
