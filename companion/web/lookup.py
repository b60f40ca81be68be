"""Finds the game an address names, or answers 404."""

from flask import abort

from companion.games import game as game_by_slug
from companion.system import GameSystem


def find_game(slug: str) -> GameSystem:
    """Return a game, or answer 404."""
    return game_by_slug(slug) or abort(404)
