"""The front page, credits, theme, typefaces, health."""

import tomllib

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import __version__
from companion.base import paths
from companion.base.wording import plural
from companion.games import GAMES
from companion.printing.text import fonts
from companion.storage import config, migrate, removal
from companion.storage.config import StorageError
from companion.web.library.page import home_page, read_filter
from companion.web.shared import typefaces
from companion.web.shell import browser, session
from companion.web.shell.lookup import local_path

bp = Blueprint("home", __name__)
_YEAR = 31_536_000


@bp.get("/")
def home() -> tuple[str, int]:
    """Show the games and, after a first visit, what this browser has, under the filter in the address."""
    return home_page(read_filter(request.args))


@bp.get("/credits")
def credits_page() -> str:
    """Show who owns each game, under which licence, and the libraries used."""
    parts = tomllib.loads((paths.CARD_DATA / "credits.toml").read_text("utf-8"))["part"]
    return render_template("home/credits.html", parts=parts)


@bp.get("/patterns")
def component_library() -> WerkzeugResponse:
    """Redirect from a page that 0.15 linked to at the foot of every page, and that is gone."""
    return redirect("/", 301)


@bp.post("/theme")
def theme() -> WerkzeugResponse:
    """Save the chosen theme and go back."""
    session.choose_theme(request.form.get("theme", "auto"))
    return redirect(local_path(request.form.get("back", "/")), 303)


@bp.post("/trash/empty")
def empty_trash() -> WerkzeugResponse:
    """Remove for good what this browser has in the trash."""
    name = browser.known_owner()
    count = removal.empty_trash(session.store(), name) if name else 0
    session.say(f"The trash is empty: {plural(count, 'document')} removed for good.")
    return redirect(f"{url_for('home.home')}?in=trash", 303)


@bp.get("/fonts/<name>.ttf")
def font(name: str) -> Response:
    """Send a typeface from its package: the same files are embedded in prints."""
    path = fonts.files().get(name) or abort(404)
    return _kept_for_a_year(path.read_bytes(), "font/ttf")


@bp.get("/fonts/<name>.woff2")
def page_font(name: str) -> Response:
    """Send a typeface that every page needs, packed for the way, in two parts."""
    if name not in typefaces.PAGE_FONTS + typefaces.MORE_FONTS:
        abort(404)
    return _kept_for_a_year(typefaces.woff2(name), "font/woff2")


def _kept_for_a_year(data: bytes, mimetype: str) -> Response:
    answer = Response(data, mimetype=mimetype)
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
    """Report whether the product works: database and data folder are written to, and the schema is the newest."""
    store = session.store()
    try:
        store.check_writing()
        config.check_writing()
        state = "ok" if migrate.revision(store.engine) == migrate.newest() else "old"
    except StorageError as error:
        state = error.public
    return jsonify(version=__version__, database=state), 200 if state == "ok" else 503
