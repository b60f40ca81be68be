"""The rulings that a posted form chose: an option of each, or a number typed instead of one."""

from flask import request

from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem

NUMBER = ".number"
"""Ends the name of a field in which a ruling's number is typed."""


def posted_rulings(game: GameSystem, force: Rulings) -> dict[str, str]:
    """Return the rulings that a form chose; `force` are those that it showed."""
    ids = {ruling.id for ruling in game.rulebook.ruling}
    chosen = {key: value for key, value in request.form.items() if key in ids}
    return chosen | _typed_numbers(force)


def _typed_numbers(force: Rulings) -> dict[str, str]:
    """Return the typed numbers by ruling; if a field is unchanged, the chosen option counts."""
    fields = ((name, request.form.get(f"{name}{NUMBER}", "").strip()) for name in force)
    return {name: text for name, text in fields if text and (text != force[name] or name not in request.form)}
