"""Who may see a document: its owner, anyone with a link to it, everyone if its address is open.

`document_links` says which are open. The API reads no cookie: it knows no owner.
"""

from flask import current_app, g, request, url_for

from companion.storage import document_links
from companion.storage.document_links import DocumentAccess, Kind
from companion.storage.store import Document
from companion.web.shell.browser import known_owner, store
from companion.web.shell.offline_copies import note_reader

API = "api"


def find(reference: str, version: int | None = None) -> Document | None:
    """Return the document that an address names, None where there is none that this visitor may see."""
    found = document_links.find(store(), signing_key(), reference, version, _is_shown)
    if found is not None:
        g.is_unlisted = True
        note_reader(found)
    return found


def _is_shown(document: DocumentAccess) -> bool:
    """Return whether a document's id alone shows it to this visitor."""
    if request.blueprint != API and document.owner == known_owner():
        return True
    return document.links.is_open and not document.deleted


def signing_key() -> bytes:
    """Return the key that signs cookies and links."""
    key = current_app.secret_key or ""
    return key.encode() if isinstance(key, str) else key


def link_reference(document: Document, kind: Kind) -> str:
    """Return the reference of a document's link, empty if there is none."""
    return document_links.make_reference(signing_key(), document.id, kind, document.links)


def link_path(document: Document, kind: Kind, endpoint: str) -> str:
    """Return the path of a document's link, empty if there is none; `endpoint` is that of its page."""
    reference = link_reference(document, kind)
    return url_for(endpoint, slug=document.game, document_id=reference) if reference else ""


def may_change(document: Document) -> bool:
    """Return whether this visitor may save a document: its owner, and anyone with its edit link."""
    return is_mine(document) or document.link == "edit"


def is_own(document: Document) -> bool:
    """Return whether this browser made a document, also where it opened it by a link."""
    return document.owner == known_owner()


def is_mine(document: Document) -> bool:
    """Return whether this browser made a document; one that it opened by a link is seen as others see it."""
    return not document.link and is_own(document)
