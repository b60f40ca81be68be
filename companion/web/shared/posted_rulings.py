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
    numbers = ((name, request.form.get(f"{name}{NUMBER}", "").strip()) for name in force)
    # A number typed counts, unless the form shows it unchanged beside a chosen option.
    typed = {n: text for n, text in numbers if text and (text != force[n] or n not in request.form)}
    return chosen | typed
