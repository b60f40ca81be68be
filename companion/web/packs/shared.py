"""Packs between players: using one that somebody shares, and the shelf of those that their owners show to everybody."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.data import packs as core
from companion.game_system.system import GameSystem
from companion.storage import document_links, shelf
from companion.storage.store import Document
from companion.web.packs.routes import PACK
from companion.web.shell import access, session
from companion.web.shell.lookup import find_game, redirect_moved
from companion.web.shell.session import PIN, PackInUse

bp = Blueprint("shared_packs", __name__)
MOST_SHOWN = 60
"""Packs on one page of the shelf."""


@bp.post("/<slug>/packs/<document_id>/use")
def use(slug: str, document_id: str) -> WerkzeugResponse:
    """Start or stop using a pack: one's own, or one that somebody shares, its newest version or the one shown now."""
    game = find_game(slug)
    is_used = request.form.get("used") == "1"
    if not is_used:
        session.use_pack(game, PackInUse(document_id), used=False)
        session.say("No longer in use. Builds that use it keep their copy.")
        return _redirect_back(game, document_id)
    document = PACK.find_stored(game, document_id)
    pack = _pin(document) if request.form.get("version") == "pinned" and not session.is_mine(document) else None
    pack = pack or PackInUse(document.reference)
    session.use_pack(game, pack)
    if document.id not in {found.id for found in session.packs(game)}:
        session.use_pack(game, pack, used=False)
        session.say(_why_not_used(game))
    else:
        session.say("New builds, dice, prints and pages use this pack now.")
    return PACK.redirect_to_page(game, document.reference)


def _why_not_used(game: GameSystem) -> str:
    rules = session.visitor(game).house_rules
    if rules and rules.only_these_packs:
        return f"“{rules.title}” allows no other packs: stop using these house rules first."
    return "It cannot be used with the packs in use: fix the cards marked below, or stop using another pack first."


def _redirect_back(game: GameSystem, document_id: str) -> WerkzeugResponse:
    """Redirect to the pack's page, or to the list where it is shared no longer."""
    if session.find_document(game, PACK.name, document_id):
        return PACK.redirect_to_page(game, document_id)
    return PACK.redirect_to_shelf(game)


def _pin(document: Document) -> PackInUse:
    """Return the use of a pack at its version, which its owner does not thin out from now on."""
    with session.store().writing() as writing:
        document_links.mark_shared(writing, document.id, document.version)
    return PackInUse(f"{document.reference}{PIN}{document.version}")


@bp.post("/<slug>/packs/<document_id>/shelf")
def show_on_shelf(slug: str, document_id: str) -> WerkzeugResponse:
    """Show a pack to everybody on the shelf, or take it off; it gets a view link with that."""
    game = find_game(slug)
    document = PACK.find_own(game, document_id)
    is_shown = request.form.get("shown") == "1"
    if is_shown:
        document_links.hand_out(session.store(), document, "view")
    shelf.show_on_shelf(session.store(), document.id, is_shown)
    message = "On the shelf: everyone on this server can use it and copy it."
    session.say(message if is_shown else "Off the shelf. Whoever uses it still has its view link.")
    return redirect(url_for("packs.share", slug=slug, document_id=document.id), 303)


@dataclass(frozen=True)
class ShelvedPack:
    """A pack on the shelf: its document, the link that opens it, and how many cards it has."""

    document: Document
    reference: str
    cards: int


@bp.get("/<slug>/packs/shelf")
def show_shelf(slug: str) -> WerkzeugResponse:
    """Redirect the former address of the shelf."""
    return redirect_moved("gallery.show", slug=slug, tab="shelf")


def shelf_tab(game: GameSystem) -> str:
    """Show the packs whose owners show them to everybody, the newest first."""
    page = max(request.args.get("page", 1, type=int), 1)
    search = request.args.get("search", "").replace("\0", "")[:100]
    documents = shelf.find(session.store(), game.slug, search, (min(page, 1000) - 1) * MOST_SHOWN, MOST_SHOWN + 1)
    shown = [
        ShelvedPack(document, access.link_reference(document, "view"), core.count_cards(document.data))
        for document in documents[:MOST_SHOWN]
    ]
    more = len(documents) > MOST_SHOWN
    return render_template("packs/shelf.html", game=game, packs=shown, search=search, page=page, more=more)
