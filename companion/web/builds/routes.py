"""The one page flow of every game's builds: make, check, fix, save, keep, share.

What cannot be read comes back with what was typed (422). What can be read is checked, saved as a new version whatever
the findings say, and the browser is sent on (303). The same check answers as a fragment while the player types.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, flash, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import documents
from companion.cards import Catalogue
from companion.documents import Build, plain
from companion.findings import InputError, InvalidInput, Verdict
from companion.packs import merge
from companion.storage import Document, Stale, refuse_large
from companion.system import BuildForm, FormData, GameSystem
from companion.web import session
from companion.web.builds import build_packs
from companion.web.documents import DocumentKind, add_routes
from companion.web.downloads import text_file
from companion.web.lookup import find_game, posted, query

bp = Blueprint("builds", __name__)

FRAGMENT = "X-Fragment"
"""The header with which a script asks for the verdict alone."""

Answer = str | tuple[str, int] | Response | WerkzeugResponse


@dataclass
class Page:
    """A build's page: its form, the build if it could be read, and what to say."""

    game: GameSystem
    form: BuildForm
    build: Build | None
    verdict: Verdict | None
    input_errors: tuple[InputError, ...] = ()
    document: Document | None = None
    newer: Document | None = None
    started: int | None = None
    packs: tuple[Mapping[str, Any], ...] = ()
    """The packs it is made with, where the build itself cannot be read."""

    @property
    def offers(self) -> list[build_packs.Offer]:
        """Return the packs to choose from, those in use first."""
        return build_packs.offers(self.game, self.build, self.packs)

    @property
    def counted(self) -> int:
        """Return how many cards the player counted, where this game's builds ask; otherwise 0."""
        return sum((session.owned(self.game) or {}).values()) if build_packs.counts(self.game) else 0

    @property
    def base(self) -> int:
        """Return the version that a save of this page would follow; a save over a newer one is refused as stale."""
        if self.newer:
            return self.newer.version
        return self.started or (self.document.current if self.document else 0)

    def render(self, template: str = "builds/edit.html", status: int = 200) -> tuple[str, int]:
        """Return the page."""
        rulings = self.build.rulings if self.build else None
        context = self.game.context(rulings, _catalogue(self.game, self.build or {"pack": list(self.packs)}))
        shown = self.game.shown(self.build, replace(context, owned=session.owned(self.game)))
        mine = self.document is not None and self.document.owner == session.known_owner()
        return render_template(template, page=self, game=self.game, form=self.form, mine=mine, **shown), status


def _read(game: GameSystem, fields: FormData, kept: Mapping[str, Any] | None = None) -> Page:
    """Read what was typed; a fix that came with it is applied before anything is judged."""
    packs = build_packs.of_form(game, fields, kept)
    try:
        catalogue = merge(game.catalogue, packs)
    except InvalidInput as error:
        return Page(game, game.form.read(fields, game.catalogue), None, None, error.input_errors)
    form = game.form.read(fields, catalogue)
    if not form.validate():
        return Page(game, form, None, None, packs=tuple(packs))
    data = {**_rulings(game, kept), **({"pack": packs} if packs else {}), **form.document()}
    try:
        data |= _fix(fields) | build_packs.owned_of_form(game, fields, catalogue)
        build = game.read(data)
        refuse_large(plain(build))
    except InvalidInput as error:
        return Page(game, form, None, None, error.input_errors, packs=tuple(packs))
    if _fix_text(fields) or build_packs.COLLECTION in fields:
        form = game.form.filled(plain(build), game.catalogue_of(build))
    return Page(game, form, build, game.verdict(build))


def _catalogue(game: GameSystem, document: object) -> Catalogue:
    """Return the cards a document is made of; those that ship where its packs can no longer be read."""
    try:
        return game.catalogue_of(document)
    except InvalidInput:
        return game.catalogue


def _rulings(game: GameSystem, kept: Mapping[str, Any] | None) -> dict[str, Any]:
    chosen = dict(kept["rulings"]) if kept and "rulings" in kept else {} if kept else session.rulings(game)
    return {"rulings": chosen} if chosen else {}


def _fix_text(fields: FormData) -> str:
    """Return the fix that was pressed; pages opened before an update still call it `mend`."""
    return (fields.get("fix") or fields.get("mend") or [""])[-1]


def _fix(fields: FormData) -> dict[str, Any]:
    text = _fix_text(fields)
    if not text:
        return {}
    try:
        change = json.loads(text)
    except (ValueError, RecursionError):
        change = None
    if not isinstance(change, dict):
        raise InvalidInput(InputError("fix", "a damaged fix", "one of the page's own: reload and try again"))
    return change


@bp.get("/<slug>/new")
def new(slug: str) -> Answer:
    """Show an empty build."""
    game = find_game(slug)
    packs = build_packs.in_use(game)
    form = game.form.read(query(), merge(game.catalogue, packs))
    carried = {"pack": packs} if packs else {}
    build = game.read({"game": game.slug, "title": "", **_rulings(game, None), **carried})
    return Page(game, form, build, game.verdict(build)).render()


@bp.post("/<slug>/new")
def create(slug: str) -> Answer:
    """Keep a new build."""
    game = find_game(slug)
    page = _read(game, posted())
    if page.build is None:
        return page.render(status=422)
    made = session.store().create(session.owner(), game.slug, plain(page.build))
    flash("Saved. Every save keeps the version before.")
    return BUILD.back_to(game, made.id)


@bp.post("/<slug>/check")
def check(slug: str) -> Answer:
    """Check what is typed without saving it. A script is given the verdict alone, a browser without one the page."""
    game = find_game(slug)
    document = BUILD.find(game, request.args["of"]) if "of" in request.args else None
    page = _read(game, posted(), document.data if document else None)
    page.document, page.started = document, request.form.get("version", type=int)
    template = "builds/verdict.html" if request.headers.get(FRAGMENT) else "builds/edit.html"
    return page.render(template, 200 if page.build else 422)


@bp.get("/<slug>/builds/<document_id>")
def edit(slug: str, document_id: str) -> Answer:
    """Show a build, at its newest version or an earlier one."""
    game = find_game(slug)
    document = BUILD.find(game, document_id, request.args.get("version", type=int))
    form = game.form.filled(document.data, _catalogue(game, document.data))
    try:
        build = game.read(document.data)
    except InvalidInput as error:
        return Page(game, form, None, None, error.input_errors, document).render()
    return Page(game, form, build, game.verdict(build), (), document).render()


@bp.post("/<slug>/builds/<document_id>")
def save(slug: str, document_id: str) -> Answer:
    """Keep what was typed as the next version; where another tab saved meanwhile, say so and lose nothing."""
    game = find_game(slug)
    document = BUILD.find(game, document_id)
    page = _read(game, posted(), document.data)
    page.document, page.started = document, request.form.get("version", type=int)
    if page.build is None:
        return page.render(status=422)
    try:
        saved = session.store().save(document_id, plain(page.build), page.started)
    except Stale as stale:
        page.newer = stale.newest
        return page.render(status=409)
    flash("Saved." if saved.version != document.version else "Nothing had changed.")
    return BUILD.back_to(game, document_id)


def _text(game: GameSystem, document: Document) -> WerkzeugResponse:
    """Return a build as text for a chat, with its verdict."""
    try:
        build = game.read(document.data)
    except InvalidInput as error:
        return Response(f"This build cannot be read. {error}\n", 422, mimetype="text/plain")
    text = game.summary(build, game.context_of(build)) + "\n" + _statement(game.verdict(build)) + "\n"
    return Response(text, mimetype="text/plain")


def _statement(verdict: Verdict) -> str:
    if verdict.legal:
        return "Legal."
    return "Not legal: " + " ".join(f.message for f in verdict.findings if f.level == "error")


BUILD = DocumentKind(
    name="build",
    page="builds.edit",
    shelf=lambda game: url_for("home.home"),
    check=lambda game, data: game.read(data),
    exports={
        "toml": lambda game, document: text_file(
            documents.to_toml(dict(document.data)), f"{game.slug}.toml", "application/toml"
        ),
        "json": lambda game, document: text_file(
            documents.to_json(dict(document.data)), f"{game.slug}.json", "application/json"
        ),
        "txt": _text,
    },
)
add_routes(bp, BUILD)
