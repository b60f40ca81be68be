"""The rules page, the booklet on a screen: summaries in the order of play, diagrams, a game told, the rulings in force.

It also says how much of each section the product applies.
"""

from flask import Blueprint, render_template

from companion.web.games.booklet import booklet_page
from companion.web.shell import session
from companion.web.shell.lookup import find_game

bp = Blueprint("rules", __name__)


@bp.get("/<slug>/rules")
def show(slug: str) -> str:
    """Show a game's rules, at each section the rulings in force in this browser."""
    game = find_game(slug)
    force = game.rulebook.rulings(session.rulings(game))
    booklet = booklet_page(game, force)
    return render_template("games/rules.html", game=game, book=game.rulebook, force=force, booklet=booklet)
