"""Parts of a request as plain data: the game in its address, its query, its posted form."""

from flask import abort, request

from companion.games import game as game_by_slug
from companion.system import FormData, GameSystem


def find_game(slug: str) -> GameSystem:
    """Return a game, or answer 404."""
    return game_by_slug(slug) or abort(404)


def query() -> FormData:
    """Return the query of the address."""
    return FormData(request.args.to_dict(flat=False))


def posted() -> FormData:
    """Return the posted form, without its files."""
    return FormData(request.form.to_dict(flat=False))
