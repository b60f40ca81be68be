"""A game's start page: what it offers, and this browser's builds."""

from flask import Blueprint, render_template

from companion.web.shared import owned
from companion.web.shell import browser
from companion.web.shell.lookup import find_game

bp = Blueprint("games", __name__)


@bp.get("/<slug>/")
def game(slug: str) -> str:
    """Show what a game offers."""
    found = find_game(slug)
    return render_template(
        "games/game.html", game=found, owned=owned.find_owned(found), offers_key=browser.offers_key()
    )
