"""The answer of the search box: a page, or the part of it that a script shows below the box."""

from flask import Blueprint, render_template, request

from companion.games import game as find_game
from companion.web.search.finding import LONGEST_SEARCH, find_all
from companion.web.shell.lookup import query

bp = Blueprint("search", __name__)


@bp.get("/search")
def show() -> str:
    """Show what the words of the address are found in, the game of the address first."""
    fields = query()
    words, game = fields.last("q", "")[:LONGEST_SEARCH].replace("\0", ""), find_game(fields.last("game", ""))
    values = {"words": words, "found": find_all(words, game), "current": game}
    is_fragment = request.headers.get("X-Fragment") == "1"
    return render_template("search/found.html" if is_fragment else "search/search.html", **values)
