"""The examples that ship with a game: each opens as a new build, filled in and not saved, and has a portrait.

An example uses the shipped cards alone; it is judged by this browser's rulings, like any other new build.
"""

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import __version__
from companion.documents import Build, plain
from companion.system import GameSystem
from companion.web import portraits, session
from companion.web.builds.page import BuildPage
from companion.web.lookup import find_game
from companion.web.portraits import SOON, YEAR
from companion.web.security import limiter
from companion.web.verdicts import verdict

bp = Blueprint("examples", __name__)


@bp.get("/<slug>/examples/<name>")
def show(slug: str, name: str) -> tuple[str, int]:
    """Show a new build that is filled in as the example is; Save makes it this browser's own."""
    game = find_game(slug)
    visitor = session.visitor(game)
    data = plain(_found(game, name)) | {"rulings": visitor.rulings}
    build, context = game.read_in_context(data)
    form = game.form.filled(data, context.catalogue)
    return BuildPage(visitor, context, form, build, verdict(game, build, context)).render()


@bp.get("/<slug>/examples/<name>/portrait.svg")
@limiter.limit("6000 per minute")
def portrait(slug: str, name: str) -> WerkzeugResponse:
    """Show an example's portrait; 404 where the game draws none."""
    game = find_game(slug)
    build = _found(game, name)
    if not game.draws_builds:
        abort(404)
    return _kept(portraits.svg(game, build, game.context_of(build)))


@bp.get("/<slug>/picture.svg")
@limiter.limit("6000 per minute")
def picture(slug: str) -> WerkzeugResponse:
    """Show a game's own picture; 404 where it has none."""
    game = find_game(slug)
    return _kept(portraits.game_svg(game)) if game.draws_builds and game.examples else abort(404)


def _kept(drawn: bytes) -> WerkzeugResponse:
    """Return a picture; what one release has drawn never changes."""
    answer = Response(drawn, mimetype="image/svg+xml")
    same = request.args.get("drawn") == __version__
    answer.cache_control.public = True
    answer.cache_control.max_age = YEAR if same else SOON
    answer.cache_control.immutable = same
    answer.add_etag()
    return answer.make_conditional(request)


def _found(game: GameSystem, name: str) -> Build:
    return game.examples.get(name) or abort(404)
