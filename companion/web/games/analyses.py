"""Pages that only one game has: each of `GameSystem.views` at `/<game>/<view>`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, render_template, request

from companion.documents import Build
from companion.findings import InputError, InvalidInput
from companion.games import game as game_by_slug
from companion.system import Context, FormData, GameSystem, View
from companion.web import session
from companion.web.lookup import query

bp = Blueprint("analyses", __name__)

RULING = "ruling."
"""What a ruling's name begins with in an address: `ruling.enters=left`."""
BUILD = "build"
"""Names the saved build whose cards and rulings a page uses."""


@bp.get("/<slug>/<name>")
def view(slug: str, name: str) -> tuple[str, int]:
    """Show a game's own page for what its address says; 422 with every sentence where that cannot be read.

    With `build`, a saved build's cards and rulings are used; rulings in the address come before all others. What
    cannot be read comes back as it was typed: templates ask `kept` for a field's text and `wrong` for its sentences.
    """
    game = game_by_slug(slug) or abort(404)
    found = next((v for v in game.views if v.name == name), None) or abort(404)
    fields = query()
    chosen = {key.removeprefix(RULING): v[-1] for key, v in fields.items() if key.startswith(RULING) and v[-1]}
    build = request.args.get(BUILD, "")
    inputs = FormData({key: v for key, v in fields.items() if key != BUILD and not key.startswith(RULING)})
    misread: tuple[InputError, ...] = ()
    try:
        context = session.context_for(game, build, chosen, strict=True)
    except InvalidInput as error:
        context, misread = session.context(game), error.input_errors
    context = replace(context, saved=_saved(game))
    shown, left, more = _shown(found, inputs, context)
    input_errors = (*misread, *more)
    wrong = {field: tuple(m for m in more if _names(m, field)) for field in inputs if field not in left}
    page = {
        "game": game,
        "view": found,
        "input_errors": input_errors,
        "wrong": wrong,
        "kept": lambda field, value="": inputs[field][-1] if field in wrong else value,
        "chosen": chosen,
        "asked": [
            *((f"{RULING}{ruling}", option) for ruling, option in chosen.items()),
            *([(BUILD, build)] * bool(build)),
        ],
        "rulings": context.rulings,
        **shown,
    }
    return render_template(f"{game.package}/{found.name}.html", **page), 422 if input_errors else 200


def _shown(
    found: View, fields: FormData, context: Context
) -> tuple[Mapping[str, Any], FormData, tuple[InputError, ...]]:
    """Return what a page shows, the fields it could read, and what is wrong with the others."""
    left, wrong = FormData(fields), list[InputError]()
    while True:
        try:
            return found.show(left, context), left, tuple(wrong)
        except InvalidInput as error:
            if not left:
                raise
            wrong += error.input_errors
            odd = {field for field in left if any(_names(m, field) for m in error.input_errors)}
            left = FormData({field: values for field, values in left.items() if field not in odd} if odd else {})


def _names(input_error: InputError, field: str) -> bool:
    """Return whether an input error names a field, or a place in it."""
    return input_error.where == field or input_error.where.startswith((f"{field},", f"{field}.", f"{field}["))


def _saved(game: GameSystem) -> tuple[Build, ...]:
    """Return the builds this browser keeps of a game; those that can no longer be read are left out."""
    owner = session.known_owner()
    found = []
    for document in session.store().list(owner, game.slug) if owner else ():
        try:
            found.append(game.read(document.data))
        except InvalidInput:
            continue
    return tuple(found)
