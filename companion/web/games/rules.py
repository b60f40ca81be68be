"""The rules page, the booklet on a screen: summaries in the order of play, diagrams, a game told, rulings to choose.

It also says how much of each section the product applies.
"""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem
from companion.web.games.booklet import booklet_page
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.lookup import find_game

bp = Blueprint("rules", __name__)


@bp.get("/<slug>/rules")
def show(slug: str) -> str:
    """Show a game's rules and the rulings in force in this browser."""
    game = find_game(slug)
    return _page(game)


def _page(game: GameSystem, wrong: tuple[InputError, ...] = ()) -> str:
    given = {"force": _rulings_in_force(game), "house_rules": session.visitor(game).house_rules, "wrong": wrong}
    given["booklet"] = booklet_page(game, given["force"])
    return render_template("games/rules.html", game=game, book=game.rulebook, **given)


@bp.post("/<slug>/rules")
def switch(slug: str) -> tuple[str, int] | Response:
    """Save the chosen rulings in this browser, for new builds, analyses, dice and prints."""
    game = find_game(slug)
    rules = session.visitor(game).house_rules
    try:
        ends = session.choose_rulings(game, posted_rulings(game, _rulings_in_force(game)))
    except InvalidInput as error:
        return _page(game, error.input_errors), 422
    message = "This browser uses these rulings from now on, for new builds, analyses, dice and prints."
    session.say(
        f"{message} They are not those of “{rules.title}”, so it is no longer in use." if rules and ends else message
    )
    return redirect(url_for("rules.show", slug=game.slug), 303)


def _rulings_in_force(game: GameSystem) -> Rulings:
    """Return every ruling of a game with the option in force in this browser."""
    return game.rulebook.rulings(session.rulings(game))
