"""The rules page: our summaries, how much of each section the product applies, and rulings to choose."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem
from companion.web.shell import session
from companion.web.shell.lookup import find_game

bp = Blueprint("rules", __name__)

NUMBER = ".number"
"""Ends the name of a field in which a ruling's number is typed."""


@bp.get("/<slug>/rules")
def show(slug: str) -> str:
    """Show a game's rules and the rulings in force in this browser."""
    game = find_game(slug)
    return _page(game)


def _page(game: GameSystem, wrong: tuple[InputError, ...] = ()) -> str:
    given = {"force": _rulings_in_force(game), "house_rules": session.visitor(game).house_rules, "wrong": wrong}
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
    told = "This browser uses these rulings from now on, for new builds, analyses, dice and prints."
    session.say(f"{told} They are not those of “{rules.title}”, so it is no longer in use." if rules and ends else told)
    return redirect(url_for("rules.show", slug=game.slug), 303)


def posted_rulings(game: GameSystem, force: Rulings) -> dict[str, str]:
    """Return the rulings that a form chose; `force` are those that it showed."""
    known = {ruling.id for ruling in game.rulebook.ruling}
    chosen = {key: value for key, value in request.form.items() if key in known}
    return chosen | _typed_numbers(force)


def _typed_numbers(force: Rulings) -> dict[str, str]:
    """Return the numbers typed by ruling; a field left as it was gives way to the option chosen beside it."""
    fields = ((name, request.form.get(f"{name}{NUMBER}", "").strip()) for name in force)
    return {name: text for name, text in fields if text and (text != force[name] or name not in request.form)}


def _rulings_in_force(game: GameSystem) -> Rulings:
    """Return every ruling of a game with the option in force in this browser."""
    return game.rulebook.rulings(session.rulings(game))
