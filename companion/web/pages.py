"""Pages that belong to no build: home, a game's own page, credits, patterns, fonts, health, errors."""

import re
import tomllib
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import __version__, paths
from companion.findings import Finding, Mend, Misreading, Verdict
from companion.games import GAMES
from companion.games import game as game_by_slug
from companion.printing.text import fonts
from companion.storage import migrate
from companion.system import GameSystem
from companion.web import session

bp = Blueprint("pages", __name__)
_YEAR = 31_536_000
_SAME_SITE = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""Paths of this site: one slash, then plain characters. Browsers drop tabs and read a backslash as a slash."""


def find_game(slug: str) -> GameSystem:
    """Return a game, or answer 404."""
    return game_by_slug(slug) or abort(404)


@bp.get("/")
def home() -> str:
    """Show the games and what this browser made."""
    owner = session.known_owner()
    store = session.store()
    mine = store.list(owner) if owner else ()
    gone = store.list(owner, deleted=True) if owner else ()
    titles = {game.slug: game for game in GAMES}
    return render_template("home.html", mine=mine, gone=gone, by_slug=titles)


@bp.get("/<slug>/")
def game(slug: str) -> str:
    """Show what can be done for a game."""
    found = find_game(slug)
    owner = session.known_owner()
    mine = session.store().list(owner, found.slug) if owner else ()
    return render_template("game.html", game=found, mine=mine)


@bp.get("/credits")
def credits_page() -> str:
    """Name every game, whose it is and under which licence, and the parts the product is made of."""
    listed = tomllib.loads((paths.CARD_DATA / "credits.toml").read_text("utf-8"))
    return render_template("credits.html", credits=listed["game"], parts=listed["part"])


@bp.get("/patterns")
def patterns() -> str:
    """Show every shared component once, for whoever builds the next page."""
    mend = Mend("Keep the first", {"components": []})
    findings = (
        Finding("example-rule", "error", "Two cards are both of level 1: keep one of them.", "components[1]", (mend,)),
        Finding("example-rule", "warning", "This is allowed at most tables, and unusual.", "title"),
        Finding("example-rule", "note", "All four are of one category: strong in one thing.", ""),
    )
    verdicts = (Verdict({}, findings), Verdict({}, ()))
    misreadings = (Misreading("components[2]", "'flux'", "a component of the game"),)
    return render_template("patterns.html", verdicts=verdicts, misreadings=misreadings)


@bp.post("/theme")
def theme() -> WerkzeugResponse:
    """Keep the chosen theme and go back."""
    session.choose_theme(request.form.get("theme", "auto"))
    back = request.form.get("back", "/")
    return redirect(back if _SAME_SITE.fullmatch(back) else "/", 303)


@bp.get("/fonts/<name>.ttf")
def font(name: str) -> Response:
    """Serve a typeface from its package: the same files that print embeds."""
    path = fonts.files().get(name) or abort(404)
    answer = Response(path.read_bytes(), mimetype="font/ttf")
    answer.cache_control.public = True
    answer.cache_control.max_age = _YEAR
    return answer


@bp.get("/games.css")
def accents() -> Response:
    """Give each game its colour."""
    rules = "\n".join(f".game-{game.slug} {{ --game: {game.accent}; }}" for game in GAMES)
    answer = Response(rules + "\n", mimetype="text/css")
    answer.cache_control.max_age = 3600
    return answer


@bp.get("/healthz")
def health() -> tuple[Response, int]:
    """Say whether the product and its database are well."""
    store = session.store()
    well = migrate.revision(store.engine) == migrate.newest()
    return jsonify(version=__version__, database="ok" if well else "old"), 200 if well else 503


_WORDS = {
    400: ("That could not be read", "The address or the form was damaged on the way. Go back and try again."),
    404: ("Nothing here", "No page, game or build has this address. It may have been mistyped."),
    405: ("Not this way", "This address takes another kind of request. Go back and use the page's buttons."),
    413: ("Too large", "What was sent is larger than 1.5 MB. A build or a pack has a few thousand characters."),
    429: ("Too fast", "Too many requests came from your address. Wait a minute and go on."),
    500: ("Our mistake", "Something broke here. What you saved is safe; go back and try again."),
}


def answer_errors(app: Flask) -> None:
    """Answer every error with a page that looks like the product."""
    app.register_error_handler(HTTPException, _error)
    app.register_error_handler(CSRFError, _expired)


def _error(error: HTTPException) -> tuple[Any, int]:
    code = error.code or 500
    if code < 400:
        return error.get_response(), code
    title, words = _WORDS.get(code, (error.name, error.description or ""))
    return render_template("error.html", code=code, title=title, words=words), code


def _expired(_: CSRFError) -> tuple[str, int]:
    words = "The form's token is missing or belongs to another browser session. Reload the page and send it again."
    return render_template("error.html", code=400, title="This form has expired", words=words), 400


def back_to(game: GameSystem, document_id: str) -> WerkzeugResponse:
    """Return to a build's page."""
    return redirect(url_for("builds.edit", slug=game.slug, document_id=document_id), 303)
