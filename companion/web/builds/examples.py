"""The examples that ship with a game: each opens as a new build, filled in and not saved, and has a portrait.

An example uses the shipped cards alone; it is judged by this browser's rulings, like any other new build.
"""

from flask import Blueprint, abort
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.data.documents import Build, to_document
from companion.game_system.system import GameSystem
from companion.web.builds.page import BuildPage
from companion.web.shared import portraits
from companion.web.shared.build_form import BuildForm
from companion.web.shared.verdicts import verdict
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.security import limit_route

bp = Blueprint("examples", __name__)


@bp.get("/<slug>/examples/<name>")
def show(slug: str, name: str) -> tuple[str, int]:
    """Show a new build that is filled in as the example is; Save makes it this browser's own."""
    game = find_game(slug)
    visitor = session.visitor(game)
    data = to_document(_find_example(game, name)) | {"rulings": visitor.rulings}
    build, context = game.read_in_context(data)
    form = BuildForm.from_document(game, data, context.catalogue)
    return BuildPage(visitor, context, form, build, verdict(game, build, context)).render()


@bp.get("/<slug>/examples/<name>/portrait.svg")
@limit_route("6000 per minute")
def portrait(slug: str, name: str) -> WerkzeugResponse:
    """Show an example's portrait; 404 where the game draws none."""
    game = find_game(slug)
    build = _find_example(game, name)
    if not game.draws_builds:
        abort(404)
    return portraits.picture_response(portraits.svg(game, build, game.context_of(build)), "image/svg+xml", public=True)


@bp.get("/<slug>/picture.svg")
@limit_route("6000 per minute")
def picture(slug: str) -> WerkzeugResponse:
    """Show a game's own picture; 404 where it has none."""
    game = find_game(slug)
    if not (game.draws_builds and game.examples):
        abort(404)
    return portraits.picture_response(portraits.game_svg(game), "image/svg+xml", public=True)


def _find_example(game: GameSystem, name: str) -> Build:
    return game.examples.get(name) or abort(404)
