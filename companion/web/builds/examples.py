"""The examples that ship with a game, and random builds: each opens as a new build, filled in and not saved.

They use the shipped cards alone and are judged by this browser's rulings, like any other new build.
"""

from dataclasses import replace

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonObject
from companion.data.documents import Build, to_document
from companion.game_system.system import GameSystem
from companion.gamekit.build_form import BuildField
from companion.gamekit.contract import FormData
from companion.verbs import random_builds
from companion.web.builds.page import BuildPage, new_build_page
from companion.web.shared import portraits
from companion.web.shared.build_form import BuildForm
from companion.web.shared.verdicts import verdict
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.security import limit_route
from companion.web.shell.session import Visitor

bp = Blueprint("examples", __name__)


@bp.get("/<slug>/examples/<name>")
def show(slug: str, name: str) -> tuple[str, int]:
    """Show a new build that is filled in as the example is; Save makes it this browser's own."""
    game = find_game(slug)
    visitor = session.visitor(game)
    return _unsaved_page(visitor, to_document(_find_example(game, name)) | {"rulings": visitor.rulings}).render()


def _unsaved_page(visitor: Visitor, data: JsonObject) -> BuildPage:
    """Return the page of a new build that is filled in."""
    game = visitor.game
    build, context = game.read_in_context(data)
    form = BuildForm.from_document(game, data, context.catalogue)
    return BuildPage(visitor, context, form, build, verdict(game, build, context))


def random_fields(game: GameSystem) -> tuple[BuildField, ...]:
    """Return the fields for what a random build can be asked for, without its seed; none if the game draws none."""
    room = game.random_room
    names = room.SHAPE.model_fields if room else {}
    return tuple(BuildField(room.SHAPE, name) for name in names if room and name != "seed")


@bp.get("/<slug>/random")
def random_build(slug: str) -> tuple[str, int]:
    """Show a new build that is filled in at random; its address with the seed shows the same one again."""
    game = find_game(slug)
    if game.random_room is None:
        abort(404)
    visitor = session.visitor(game)
    inputs: JsonObject = {
        name: value for name in game.random_room.SHAPE.model_fields if (value := request.args.get(name))
    }
    inputs.setdefault("seed", str(random_builds.new_seed()))
    try:
        data = random_builds.random_build(game, inputs, visitor.rulings)
    except InvalidInput as error:
        return replace(new_build_page(visitor, FormData()), refusal=str(error)).render(status=422)
    return _unsaved_page(visitor, data).render(again=url_for("examples.random_build", slug=slug, **inputs))


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
