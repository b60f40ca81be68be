"""A saved build's portrait as a picture: SVG for lists, PNG for the links that chats show. Nothing is saved here."""

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.web.shared import link_cards, portraits
from companion.web.shared.verdicts import verdict
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.security import limit_route

bp = Blueprint("portraits", __name__)


@bp.get("/<slug>/builds/<document_id>/portrait.svg")
@limit_route("6000 per minute")
def svg(slug: str, document_id: str) -> WerkzeugResponse:
    """Show a build's portrait; 404 where the game draws none or the build cannot be read."""
    game = find_game(slug)
    build, context = _read_build(game, document_id)
    if not game.draws_builds:
        abort(404)
    return portraits.picture_response(portraits.svg(game, build, context), "image/svg+xml")


@bp.get("/<slug>/builds/<document_id>/portrait.png")
def png(slug: str, document_id: str) -> WerkzeugResponse:
    """Show the picture of a build's link, 1200 × 630 pixels; 404 where the build cannot be read."""
    game = find_game(slug)
    build, context = _read_build(game, document_id)
    return portraits.picture_response(
        link_cards.build_png(game, build, context, verdict(game, build, context)), "image/png"
    )


def _read_build(game: GameSystem, document_id: str) -> tuple[Build, Context]:
    """Return a saved build and the context it is judged in, at the version that the address names or the newest."""
    document = session.find_document(game, "build", document_id, request.args.get("version", type=int)) or abort(404)
    try:
        return game.read_in_context(document.data)
    except InvalidInput:
        return abort(404)
