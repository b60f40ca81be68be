"""What every kind of stored document offers: rename, duplicate, delete, restore, versions, export.

A `DocumentKind` says what differs between builds and packs; `add_routes` gives its blueprint the routes. It is not
`companion.documents`, which reads and writes the documents themselves.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.findings import InvalidInput
from companion.storage.store import Document, Stale
from companion.system import GameSystem
from companion.web import session
from companion.web.lookup import find_game

TRIES = 5
"""How often a change that met another save is made anew."""
LONGEST_TITLE = 120

Data = Mapping[str, Any]
Answer = str | Response | WerkzeugResponse


@dataclass(frozen=True)
class DocumentKind:
    """A kind of document with pages of its own, and the routes that all kinds share."""

    name: str
    """What the store and the pages call it: "build". Its addresses begin with the plural."""
    page: str
    """The endpoint of a document's page."""
    shelf: Callable[[GameSystem], str]
    """Returns the address of the page that lists these documents and offers deleted ones to be restored."""
    check: Callable[[GameSystem, Data], object]
    """Raises InvalidInput where renamed data could not be read."""
    exports: Mapping[str, Callable[[GameSystem, Document], WerkzeugResponse]]
    """What a document can be exported as, by the ending of the address."""
    copied: Callable[[Data], dict[str, Any]] = dict
    """Returns the data of a copy, apart from its title."""
    after_delete: str = ""
    """What else to say once a document is deleted."""

    def find(self, game: GameSystem, document_id: str, version: int | None = None) -> Document:
        """Return a document, at its newest version unless told otherwise; 404 where there is none."""
        return session.find(game, self.name, document_id, version) or abort(404)

    def find_own(self, game: GameSystem, document_id: str) -> Document:
        """Return a document that this browser made; 404 for those of others."""
        document = self.find(game, document_id)
        return document if document.owner == session.known_owner() else abort(404)

    def back_to(self, game: GameSystem, document_id: str) -> WerkzeugResponse:
        """Return to a document's page."""
        return redirect(url_for(self.page, slug=game.slug, document_id=document_id), 303)

    def rename(self, slug: str, document_id: str) -> Answer:
        """Give a document another title, as a version of its own."""
        game = find_game(slug)
        document = self.find(game, document_id)
        title = request.form.get("title", "").strip()
        try:
            self.check(game, {**document.data, "title": title})
            change(document, lambda data: {**data, "title": title})
        except InvalidInput as error:
            flash(f"Not renamed. {error}")
        else:
            flash("Renamed.")
        return self.back_to(game, document_id)

    def duplicate(self, slug: str, document_id: str) -> Answer:
        """Keep a copy as this browser's own."""
        game = find_game(slug)
        document = self.find(game, document_id)
        title = f"Copy of {document.title or f'an untitled {self.name}'}"[:LONGEST_TITLE]
        data = {**self.copied(document.data), "title": title}
        copy = session.store().create(session.owner(), game.slug, data, self.name)
        flash("This is the copy; the original is unchanged.")
        return self.back_to(game, copy.id)

    def delete(self, slug: str, document_id: str) -> Answer:
        """Move a document to the trash, or restore it from there. Only the browser that made it may."""
        game = find_game(slug)
        self.find_own(game, document_id)
        undo = request.form.get("undo") == "1"
        session.store().delete(document_id, deleted=not undo)
        moved = f"Moved to the trash. You can restore it below. {self.after_delete}".strip()
        flash("Restored." if undo else moved)
        return redirect(self.shelf(game), 303)

    def versions(self, slug: str, document_id: str) -> Answer:
        """Show a document's history."""
        game = find_game(slug)
        document = self.find(game, document_id)
        return render_template(
            "components/versions.html",
            game=game,
            document=document,
            noun=self.name,
            page=url_for(self.page, slug=slug, document_id=document_id),
            restore=url_for(".restore", slug=slug, document_id=document_id),
            versions=session.store().versions(document_id),
        )

    def restore(self, slug: str, document_id: str) -> Answer:
        """Make an earlier version the newest one."""
        game = find_game(slug)
        number = request.form.get("version", type=int) or abort(400)
        self.find(game, document_id, number)
        session.store().restore(document_id, number)
        flash(f"Version {number} is the newest again. The versions after it are kept too.")
        return self.back_to(game, document_id)

    def export(self, slug: str, document_id: str, kind: str) -> Answer:
        """Give a document away as a file, or as text for a chat."""
        game = find_game(slug)
        document = self.find(game, document_id)
        export = self.exports.get(kind) or abort(404)
        return export(game, document)


def add_routes(blueprint: Blueprint, kind: DocumentKind) -> None:
    """Give a kind's blueprint the routes that all documents share."""
    address = f"/<slug>/{kind.name}s/<document_id>"
    for action in (kind.rename, kind.duplicate, kind.delete, kind.restore):
        blueprint.add_url_rule(f"{address}/{action.__name__}", action.__name__, action, methods=["POST"])
    blueprint.add_url_rule(f"{address}/versions", "versions", kind.versions)
    blueprint.add_url_rule(f"{address}/export.<kind>", "export", kind.export)


def change(document: Document, changed: Callable[[Data], dict[str, Any]]) -> Document:
    """Save a change made to a document's newest version, whatever was saved meanwhile."""
    for _ in range(TRIES):
        newest = session.store().get(document.id)
        try:
            return session.store().save(document.id, changed(newest.data), newest.version)
        except Stale:
            continue
    return abort(503)
