"""The rules page: our summaries, how much of each section the product applies, and the rulings in force."""

from flask import Blueprint, render_template

from companion.web.shell import session
from companion.web.shell.lookup import find_game

bp = Blueprint("rules", __name__)


@bp.get("/<slug>/rules")
def show(slug: str) -> str:
    """Show a game's rules, at each section the rulings in force in this browser."""
    game = find_game(slug)
    force = game.rulebook.rulings(session.rulings(game))
    return render_template("games/rules.html", game=game, book=game.rulebook, force=force)
