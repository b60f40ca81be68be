"""Routes that all stored documents share: rename, duplicate, delete, restore, versions, thin out, export.

Only the browser that made a document may change it, and whoever has its edit link may save it; who has a link may read
and duplicate it. `web.shell.access` says who may see it at all.

A `DocumentKind` defines how builds and packs differ; `add_routes` adds the routes to its blueprint. Documents are read
and written in `companion.data.documents`, not here.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.game_system.history import Entries
from companion.game_system.system import GameSystem
from companion.storage import document_links
from companion.storage.card_pictures import Pictures
from companion.storage.document_links import Kind
from companion.storage.store import Document, VersionConflict
from companion.web.shared import versions
from companion.web.shared.downloads import text_file
from companion.web.shared.sharing import FormsOf, SharedFile, SharedForms, qr_picture
from companion.web.shell import access, session, site_url
from companion.web.shell.lookup import find_game

TRIES = 5
"""How often a change that collided with another save is retried."""
LONGEST_TITLE = 120

Data = Mapping[str, Any]
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@dataclass(frozen=True)
class DocumentKind:
    """A kind of document with pages of its own, and the routes that all kinds share."""

    name: str
    """Its name in the store and on pages: "build". Its addresses begin with the plural, unless it is one already."""
    page: str
    """The endpoint of a document's page."""
    shelf: Callable[[GameSystem], str]
    """Returns the address of the page that lists these documents and offers deleted ones to be restored."""
    check: Callable[[GameSystem, Data], object]
    """Raises InvalidInput where renamed data could not be read."""
    read_version: Callable[[GameSystem, Data], Any]
    """Returns stored data as `changes` compares it; InvalidInput where it cannot be read."""
    changes: Callable[[Any, Any], Entries]
    """Returns what changed between two versions."""
    exports: Mapping[str, Callable[[GameSystem, Document], WerkzeugResponse]]
    """The export formats, by the ending of the address."""
    copy_data: Callable[[Data], dict[str, Any]] = dict
    """Returns the data of a copy; the title is set afterwards."""
    forms: FormsOf | None = None
    """Returns the texts and files to share in addition to links; without it, the exports as files."""
    after_delete: str = ""
    """An extra sentence shown after deleting."""

    called: str = ""
    """The noun for one in a sentence, where it differs from the name."""

    @property
    def noun(self) -> str:
        """Return the noun for one in a sentence."""
        return self.called or self.name

    @property
    def folder(self) -> str:
        """Return what its addresses begin with: the plural of its name."""
        return f"{self.name.removesuffix('s')}s"

    def find(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document at its newest version, or at `version`; 404 where there is none.

        Where what is stored cannot be read, the request is answered by the page that says so.
        """
        return self.refuse_damaged(game, self.find_stored(game, document_id, version))

    def refuse_damaged(self, game: GameSystem, document: Document) -> Document:
        """Return a document that can be read; the request for another one is answered by the page that says so."""
        if document.damage:
            abort(current_app.make_response((self.render_damaged(game, document), 422)))
        return document

    def find_stored(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document as `find` does, one that cannot be read too."""
        return session.find_document(game, self.name, document_id, version) or abort(404)

    def render_damaged(self, game: GameSystem, document: Document) -> str:
        """Return the page of a document that cannot be read: why, its stored text, its earlier versions."""
        area = self.page.partition(".")[0]  # The request may be for a page of another blueprint.
        return render_template(
            "components/damaged.html",
            game=game,
            document=document,
            noun=self.noun,
            mine=session.is_mine(document),
            raw=url_for(f"{area}.raw", slug=game.slug, document_id=document.reference, version=document.version),
            versions=url_for(f"{area}.versions", slug=game.slug, document_id=document.reference),
            delete=url_for(f"{area}.delete", slug=game.slug, document_id=document.reference),
        )

    def raw(self, slug: str, document_id: str) -> Answer:
        """Send what is stored of a document as it is, readable or not."""
        document = self._find_with_history(find_game(slug), document_id, request.args.get("version", type=int))
        text = session.store().text(document.id, document.version)
        return text_file(text, f"{slug}-{document.version}.txt", "text/plain")

    def _find_with_history(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document as `find_stored` does; a view link shows none of its history."""
        document = self.find_stored(game, document_id, version)
        return abort(404) if document.link == "view" else document

    def find_own(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document that this browser made, as `find` does; the request for another's is answered with 403."""
        return self._refuse_others(game, self.find(game, document_id, version))

    def find_own_stored(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document as `find_own` does, one that cannot be read too."""
        return self._refuse_others(game, self.find_stored(game, document_id, version))

    def find_changeable(self, game: GameSystem, document_id: str) -> Document:
        """Return a document that this visitor may save, as `find` does; the request for another one gets a 403.

        A form for one that lies in the trash, from a page that was open before, gets a 409 that asks first.
        """
        document = self.find(game, document_id)
        if not session.may_change(document):
            return self._refuse_others(game, document)
        if document.deleted and request.method == "POST":
            abort(current_app.make_response((self.render_deleted(game, document), 409)))
        return document

    def _refuse_others(self, game: GameSystem, document: Document) -> Document:
        if not session.is_mine(document):
            abort(current_app.make_response((self.render_not_mine(game, document), 403)))
        return document

    def render_deleted(self, game: GameSystem, document: Document) -> str:
        """Return the page that says that a document was deleted while its form was open, and offers to restore it."""
        area = self.page.partition(".")[0]
        restore = url_for(f"{area}.delete", slug=game.slug, document_id=document.reference)
        return render_template("components/deleted.html", game=game, document=document, noun=self.noun, restore=restore)

    def render_not_mine(self, game: GameSystem, document: Document) -> str:
        """Return the page that says that another browser made a document, and offers a copy."""
        area = self.page.partition(".")[0]
        duplicate = url_for(f"{area}.duplicate", slug=game.slug, document_id=document.reference)
        page = url_for(self.page, slug=game.slug, document_id=document.reference)
        return render_template(
            "components/not_mine.html", game=game, document=document, noun=self.noun, duplicate=duplicate, page=page
        )

    def redirect_to_page(self, game: GameSystem, document_id: str) -> WerkzeugResponse:
        """Redirect to a document's page."""
        return redirect(url_for(self.page, slug=game.slug, document_id=document_id), 303)

    def redirect_to_shelf(self, game: GameSystem) -> WerkzeugResponse:
        """Redirect to the page that lists these documents."""
        return redirect(self.shelf(game), 303)

    def rename(self, slug: str, document_id: str) -> Answer:
        """Rename a document; that makes a new version."""
        game = find_game(slug)
        document = self.find_own(game, document_id)
        if document.deleted:
            return self.render_deleted(game, document), 409
        try:
            self.change_title(game, document, request.form.get("title", "").strip())
        except InvalidInput as error:
            session.say(f"Not renamed. {error}")
        else:
            session.say("Renamed.")
        return self.redirect_to_page(game, document_id)

    def change_title(self, game: GameSystem, document: Document, title: str) -> None:
        """Save a document under another title; InvalidInput where it cannot have that one."""
        self.check(game, {**document.data, "title": title})
        change(document, lambda data: {**data, "title": title})

    def duplicate(self, slug: str, document_id: str) -> Answer:
        """Save a copy as this browser's own."""
        game = find_game(slug)
        copy = self.copy(game, self.find(game, document_id))
        session.say("This is the copy; the original is unchanged.")
        return self.redirect_to_page(game, copy.id)

    def copy(self, game: GameSystem, document: Document) -> Document:
        """Save a document's copy as this browser's own, and return it; that of an untitled one is untitled too."""
        title = f"Copy of {document.title}"[:LONGEST_TITLE] if document.title else ""
        data = {**self.copy_data(document.data), "title": title}
        return session.store().create(session.owner(), game.slug, data, self.name)

    def delete(self, slug: str, document_id: str) -> Answer:
        """Move a document to the trash, or restore it from there."""
        game = find_game(slug)
        document = self.find_own_stored(game, document_id)
        undo = request.form.get("undo") == "1"
        session.store().delete(document.id, deleted=not undo)
        moved = f"Moved to the trash. You can restore it below. {self.after_delete}".strip()
        session.say("Restored." if undo else moved)
        return self.redirect_to_shelf(game)

    def share(self, slug: str, document_id: str) -> Answer:
        """Show the links to a document, and everything that others can be given of it."""
        game = find_game(slug)
        document = self.find_own(game, document_id)
        kinds: tuple[Kind, ...] = ("view", "edit")
        links = {kind: self.link(document, kind) for kind in kinds}
        return render_template(
            "components/share.html",
            game=game,
            document=document,
            noun=self.noun,
            page=url_for(self.page, slug=slug, document_id=document.id),
            links=links,
            qr=qr_picture(links["view"]),
            forms=self.forms(game, document) if self.forms else self.exported_files(game, document, self.exports),
            change=url_for(".change_links", slug=slug, document_id=document.id),
        )

    def exported_files(self, game: GameSystem, document: Document, kinds: Iterable[str]) -> SharedForms:
        """Return a document's exports as files to hand on."""
        address = partial(url_for, ".export", slug=game.slug, document_id=document.id)
        media = {"zip": "application/zip"}
        return SharedForms(
            files=tuple(SharedFile(k, k.upper(), address(kind=k), media.get(k, "text/plain")) for k in kinds)
        )

    def link(self, document: Document, kind: Kind) -> str:
        """Return a link to a document as others open it, empty if there is none."""
        path = access.link_path(document, kind, self.page)
        return site_url.shown_url(path) if path else ""

    def change_links(self, slug: str, document_id: str) -> Answer:
        """Make a link to a document, or replace it, which ends the old one."""
        game = find_game(slug)
        document = self.find_own_stored(game, document_id)
        kind: Kind = "edit" if request.form.get("kind") == "edit" else "view"
        if request.form.get("act") == "renew":
            document_links.renew(session.store(), document, kind)
            session.say(f"The {kind} link no longer works. This is the new one.")
        else:
            document_links.hand_out(session.store(), document, kind)
            allowed = "read" if kind == "view" else "read and save"
            session.say(f"Whoever has the {kind} link can {allowed} it.")
        return redirect(url_for(".share", slug=slug, document_id=document.id), 303)

    def versions(self, slug: str, document_id: str) -> Answer:
        """Show a page of a document's history: what each version changed."""
        game = find_game(slug)
        document = self._find_with_history(game, document_id)
        return versions.render_history(
            game,
            document,
            self.noun,
            read=lambda version: self.read_version(game, version.data),
            changes=self.changes,
            addresses={
                name: url_for(endpoint, slug=slug, document_id=document_id)
                for name, endpoint in (("page", self.page), ("restore", ".restore"), ("thin", ".thin"))
            },
        )

    def thin(self, slug: str, document_id: str) -> Answer:
        """Show which versions would go by a choice; remove them for good once that is confirmed."""
        game = find_game(slug)
        document = self.find_own_stored(game, document_id)
        history = url_for(".versions", slug=slug, document_id=document_id)
        return versions.thin(game, document, self.noun, history)

    def restore(self, slug: str, document_id: str) -> Answer:
        """Make an earlier version the newest one."""
        game = find_game(slug)
        number = request.form.get("version", type=int) or abort(400)
        document = self.find_own(game, document_id, number)
        session.store().save(document, document.data)
        session.say(f"Version {number} is the newest again. The versions after it are kept too.")
        return self.redirect_to_page(game, document_id)

    def export(self, slug: str, document_id: str, kind: str) -> Answer:
        """Export a document as a file, or as text for a chat."""
        game = find_game(slug)
        document = self.find(game, document_id)
        export = self.exports.get(kind) or abort(404)
        return export(game, document)


def new_key() -> str:
    """Return a key by which later versions of a document are recognised wherever they are copied to."""
    return secrets.token_urlsafe(12)


def add_routes(blueprint: Blueprint, kind: DocumentKind) -> None:
    """Add the routes that all documents share to a kind's blueprint."""
    address = f"/<slug>/{kind.folder}/<document_id>"
    for action in (kind.rename, kind.duplicate, kind.delete, kind.restore, kind.thin):
        blueprint.add_url_rule(f"{address}/{action.__name__}", action.__name__, action, methods=["POST"])
    blueprint.add_url_rule(f"{address}/links", "change_links", kind.change_links, methods=["POST"])
    blueprint.add_url_rule(f"{address}/share", "share", kind.share)
    blueprint.add_url_rule(f"{address}/versions", "versions", kind.versions)
    blueprint.add_url_rule(f"{address}/raw", "raw", kind.raw)
    blueprint.add_url_rule(f"{address}/export.<kind>", "export", kind.export)


def change(document: Document, changed: Callable[[Data], dict[str, Any]], pictures: Pictures | None = None) -> Document:
    """Save a change to a document's newest version as it was read; where another save came first, change that one.

    `pictures` are those of its cards that may be new.
    """
    for _ in range(TRIES):
        try:
            return session.store().save(document, changed(document.data), document.version, pictures)
        except VersionConflict as error:
            document = error.newest
    return abort(503)
