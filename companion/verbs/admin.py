"""What the operator of a server sees and does, as plain data: what is stored, what a link leads to and its removal."""

import re
from urllib.parse import unquote

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.storage import pictures, public_pictures, removal, usage
from companion.storage.store import Document, DocumentNotFound, Store

DOCUMENT, PUBLIC_PICTURES = "document", "public pictures"
_NAME = re.compile(r"[\w-]{20,43}", re.ASCII)
"""What ids of documents and public names of pictures look like, wherever an address has one."""
MOST_NAMES = 20
"""The most names of a link that are looked up."""


def overview(store: Store) -> JsonObject:
    """Return what is stored and how much."""
    kept = pictures.list_kept()
    return {
        **usage.measure(store),
        "kept_pictures": {"pictures": len(kept), "bytes": sum(picture.size for picture in kept)},
    }


def find(store: Store, link: str) -> list[JsonObject]:
    """Return what a link or an id leads to, an entry each; InvalidInput where that is nothing stored here."""
    names = dict.fromkeys(_NAME.findall(unquote(link)))
    found = [entry for name in list(names)[:MOST_NAMES] for entry in _find_entries(store, name)]
    if not found:
        wanted = "a link to a build, a card pack or a public picture that is stored here, or the id of a document"
        raise InvalidInput(InputError("link", quote(link, 80), wanted))
    return found


def _find_entries(store: Store, name: str) -> list[JsonObject]:
    """Return what has this name; nothing where nothing has it."""
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
    found = public_pictures.find(store, name)
    document = store.get(found.document_id)
    return {
        "what": PUBLIC_PICTURES,
        "id": name,
        "kind": document.kind,
        "game": document.game,
        "title": document.title,
        "version": found.version,
        "document": document.id,
    }


def remove(store: Store, name: str) -> JsonObject:
    """Remove for good what has an id: a document with all its versions and public pictures, or one public name.

    Returns what it was; InvalidInput where there is nothing of that name.
    """
    found = _find_entries(store, name) if _NAME.fullmatch(name) else []
    if not found:
        raise InvalidInput(InputError("id", quote(name, 80), "something that is stored here"))
    if found[0]["what"] == PUBLIC_PICTURES:
        public_pictures.withdraw_name(store, name)
    else:
        removal.remove_document(store, name)
    return found[0]
