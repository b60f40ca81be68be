"""What a request asks for: the game its address names, its query or its posted form as plain data."""

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
