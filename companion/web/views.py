"""Pages that only one game has: each of `GameSystem.views` at `/<game>/<view>`."""

from dataclasses import replace

from flask import Blueprint, abort, render_template, request

from companion.documents import Build
from companion.findings import Unreadable
from companion.games import game as game_by_slug
from companion.system import GameSystem
from companion.web import session

bp = Blueprint("views", __name__)

RULING = "ruling."
"""What a ruling's name begins with in an address: `ruling.enters=left`."""


@bp.get("/<slug>/<name>")
def view(slug: str, name: str) -> tuple[str, int]:
    """Show a game's own page for what its address says; 422 with the sentence where that cannot be read.

    Rulings in the address come before those this browser plays by.
    """
    game = game_by_slug(slug) or abort(404)
    found = next((v for v in game.views if v.name == name), None) or abort(404)
    fields = request.args.to_dict(flat=False)
    chosen = {key.removeprefix(RULING): v[-1] for key, v in fields.items() if key.startswith(RULING) and v[-1]}
    inputs = {key: v for key, v in fields.items() if not key.startswith(RULING)}
    page = f"{game.package}/{found.name}.html"
    misreadings: tuple[object, ...] = ()
    try:
        setting = replace(session.setting(game, chosen), saved=_saved(game))
        shown = found.show(inputs, setting)
    except Unreadable as error:
        misreadings = error.misreadings
        setting = session.setting(game)
        shown = found.show({}, setting)
    context = {
        "game": game,
        "view": found,
        "misreadings": misreadings,
        "chosen": chosen,
        "rulings": setting.rulings,
        **shown,
    }
    return render_template(page, **context), 422 if misreadings else 200


def _saved(game: GameSystem) -> tuple[Build, ...]:
    """Return the builds this browser keeps of a game; those that can no longer be read are left out."""
    owner = session.known_owner()
    found = []
    for document in session.store().list(owner, game.slug) if owner else ():
        try:
            found.append(game.read(document.data))
        except Unreadable:
            continue
    return tuple(found)
