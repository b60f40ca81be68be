"""The pages of builds, the same for every game: make, check, fix, save, export.

A form that cannot be read is shown again as typed (422). One that can be read is checked and saved as a new version,
legal or not, and the browser is redirected (303). While the player types, the same check is sent as a fragment.
"""

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.data.documents import Build
from companion.game_system import history
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.storage.config import StorageError
from companion.storage.store import Document, VersionConflict
from companion.verbs import shared_texts
from companion.web.builds import page, workshop
from companion.web.builds.sharing import shared_forms
from companion.web.shared.documents import DocumentKind, add_routes
from companion.web.shared.downloads import text_file
from companion.web.shell import session
from companion.web.shell.lookup import find_game, posted_form, query

bp = Blueprint("builds", __name__)

GONE = "There is no such build here: it was deleted, or its link was replaced. Save makes a new build of your own."
FRAGMENT = "X-Fragment"
"""The header with which a script asks for the check's fragment alone."""

RESTORE = "restore"
"""The button that saves a build that lies in the trash, and so brings it back."""

LONGEST_CHANGE = 100_000
"""Characters of a proposed change."""

Answer = str | tuple[str | Response, int] | Response | WerkzeugResponse


@bp.get("/<slug>/new")
def new(slug: str) -> Answer:
    """Show an empty build."""
    return page.new_build_page(session.visitor(find_game(slug)), query()).render()


@bp.post("/<slug>/new")
def create(slug: str) -> Answer:
    """Save a new build; with `of` it is a copy of that build as it was changed in its form."""
    game = find_game(slug)
    typed = _posted_page(game, request.args.get("of", ""))
    if typed.build is None or typed.refusal:
        return replace(typed, document=None).render(status=422)
    try:
        document = session.store().create(session.owner(), game.slug, typed.data)
    except StorageError as trouble:
        return replace(typed, document=None, trouble=trouble.public).render(status=trouble.status)
    session.say("Saved. Every save keeps the previous version.")
    return _redirect_after_save(game, typed.build, document.id)


@bp.post("/<slug>/check")
def check(slug: str) -> Answer:
    """Check what is typed without saving it; a script gets the fragment, a browser without scripts the whole page."""
    typed = _posted_page(find_game(slug), request.args.get("of", ""))
    document = typed.document
    if document is None and "of" in request.args:
        return replace(typed, trouble=GONE).render(status=404)
    typed = replace(typed, is_refused=document is not None and not session.may_change(document))
    template = _FRAGMENTS.get(request.headers.get(FRAGMENT, ""), "builds/edit.html")
    return typed.render(template, 200 if typed.build else 422)


_FRAGMENTS = {"1": "builds/verdict.html", "workshop": "builds/fragment.html", "typed": "builds/typed.html"}
"""The templates that a script asks for instead of the whole page."""


@bp.post("/<slug>/effects")
def effects(slug: str) -> Answer:
    """Answer what choosing each card would do to what is typed, at the place `to` or where it goes first, as JSON."""
    game = find_game(slug)
    typed = _posted_page(game, request.args.get("of", ""))
    if typed.build is None:
        return jsonify({}), 422
    try:
        context = typed.visitor.add_collection(typed.context)
        return jsonify(workshop.card_effects(game, typed.build, context, request.args.get(workshop.TO, "")))
    except InvalidInput as error:
        return jsonify(error=str(error)), 422


@bp.post("/<slug>/use")
def use(slug: str) -> Answer:
    """Show a build with a change that an analysis proposes, to be used with one button; nothing is saved.

    `build` names the build, if it is this browser's own; otherwise the change begins a new one.
    """
    game = find_game(slug)
    visitor = session.visitor(game)
    document = session.find_document(game, "build", request.form.get("build", ""))
    if document is not None and (document.damage or not session.is_mine(document)):
        document = None
    proposal = request.form.get("change", "")[:LONGEST_CHANGE]
    if document is None:
        return page.new_build_page(visitor, FormData(), proposal).render()
    return page.saved_build_page(visitor, document, proposal).render()


def _posted_page(game: GameSystem, reference: str) -> page.BuildPage:
    """Return the page of a posted form. Its document is the version that the form shows, whose rulings it edits.

    None where nothing is named, or what is named is not there any more: what was typed is never lost with it.
    """
    visitor, version = session.visitor(game), request.form.get("shown-version", type=int)
    document = session.find_document(game, "build", reference, version) if reference else None
    if document is not None:
        BUILD.refuse_damaged(game, document)
    return page.posted_build_page(visitor, posted_form(), document, request.form.get("version", type=int))


@bp.get("/<slug>/builds/<document_id>")
def edit(slug: str, document_id: str) -> Answer:
    """Show a build, at its newest version or an earlier one: its builder, or to others what it is."""
    game = find_game(slug)
    document = BUILD.find(game, document_id, request.args.get("version", type=int))
    shown = page.saved_build_page(session.visitor(game), document)
    if session.may_change(document):
        return shown.render()
    return shown.render("builds/view.html", forms=shared_forms(game, document))


@bp.post("/<slug>/builds/<document_id>")
def save(slug: str, document_id: str) -> Answer:
    """Save what was typed as the next version; where another tab has saved one, show that and lose nothing."""
    game = find_game(slug)
    typed = _posted_page(game, document_id)
    document = typed.document
    if document is None:
        return replace(typed, trouble=GONE).render(status=404)
    if not session.may_change(document):
        return replace(typed, is_refused=True).render(status=403)
    if typed.build is None or typed.refusal:
        return typed.render(status=422)
    if document.deleted and RESTORE not in request.form:
        return replace(typed, is_deleted=True).render(status=409)
    try:
        saved = session.store().save(document, typed.data, typed.form_version)
    except VersionConflict as stale:
        return replace(typed, newer=stale.newest).render(status=409)
    except StorageError as trouble:
        return replace(typed, trouble=trouble.public).render(status=trouble.status)
    session.say("Saved." if saved.version != document.current else "Nothing has changed, so there is no new version.")
    return _redirect_after_save(game, typed.build, document_id)


def _redirect_after_save(game: GameSystem, build: Build, document_id: str) -> WerkzeugResponse:
    """Go where the button that saved a build leads: to its matchup once something is in it, or back to its page."""
    if request.form.get("then") == "matchup" and build.is_empty:
        session.say("A matchup needs something to fight with: add a card first.")
    elif request.form.get("then") == "matchup":
        return redirect(url_for("matchups.show", slug=game.slug, build=document_id), 303)
    return BUILD.redirect_to_page(game, document_id)


def _chat_text(kind: str, game: GameSystem, document: Document) -> WerkzeugResponse:
    """Return a build as text for a chat, in one of its forms."""
    try:
        return Response(shared_texts.CHAT_FORMS[kind](game, document.data), mimetype="text/plain")
    except InvalidInput as error:
        return _cannot_be_read(error)


def _csv(game: GameSystem, document: Document) -> WerkzeugResponse:
    """Return a build as CSV; the mark at its start tells spreadsheets that it is UTF-8."""
    try:
        return text_file(f"\ufeff{shared_texts.csv_text(game, document.data)}", f"{game.slug}.csv", "text/csv")
    except InvalidInput as error:
        return _cannot_be_read(error)


def _cannot_be_read(error: InvalidInput) -> WerkzeugResponse:
    return Response(f"This build cannot be read. {error}\n", 422, mimetype="text/plain")


BUILD = DocumentKind(
    name="build",
    page="builds.edit",
    shelf=lambda game: url_for("home.home"),
    check=lambda game, data: game.read(data),
    read_version=history.BuildVersion.read,
    changes=history.build_changes,
    exports={
        "toml": lambda game, document: text_file(
            shared_texts.toml_text(game, document.data), f"{game.slug}.toml", "application/toml"
        ),
        "json": lambda game, document: text_file(
            shared_texts.json_text(game, document.data), f"{game.slug}.json", "application/json"
        ),
        "csv": _csv,
        **{kind: partial(_chat_text, kind) for kind in shared_texts.CHAT_FORMS},
    },
    forms=shared_forms,
)
add_routes(bp, BUILD)
