"""The app as a browser installs it: manifest, icons and service worker; *Settings* shows what it keeps.

The worker is `static/service-worker.js` with its settings before it, so that every release is a new one. What it may
keep, `companion.web.shell.offline_copies` says with each answer.
"""

import json
from functools import cache

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from companion import __version__
from companion.base.json_types import JsonObject
from companion.web.offline import icons
from companion.web.shared.settings_page import MOST_MEGABYTES, MOST_PAGES
from companion.web.shared.typefaces import PAGE_FONTS
from companion.web.shell import offline_copies

bp = Blueprint("offline", __name__)

PATIENCE = 5
"""Seconds after which a kept page is shown where the server does not answer."""
EMPTYING = ("keys.leave",)
"""Forms after which nothing may be left in the browser: it is emptied when they are sent."""
GROUND = "#eef2f8"
_DAY = 86_400
_STATIC = ("app.css", "faces.css", "icon.svg", "app.js", "menu.js", "offline.js", "away.js")


@bp.get("/away-from-the-net/no-copy")
def no_copy() -> str:
    """Show what stands in for a page of which there is no copy; the worker keeps it, and nobody else comes here."""
    return render_template("offline/no_copy.html")


@bp.get("/service-worker.js")
def worker() -> Response:
    """Send the service worker of this release; browsers ask for it anew each time."""
    answer = Response(f"const SETTINGS = {json.dumps(_settings())};\n{_script()}", mimetype="text/javascript")
    answer.cache_control.no_cache = True
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _settings() -> JsonObject:
    static = [url_for("static", filename=name) for name in _STATIC]
    fonts = [url_for("home.page_font", name=name) for name in PAGE_FONTS]
    return {
        "version": __version__,
        "pages": offline_copies.address_patterns(offline_copies.PAGES),
        "pictures": offline_copies.address_patterns(offline_copies.FILES),
        "files": [*static, *fonts, url_for("home.accents"), url_for("offline.manifest")],
        "noCopy": url_for(offline_copies.NO_COPY),
        "emptying": [url_for(endpoint) for endpoint in EMPTYING],
        "patience": PATIENCE * 1000,
        "mostPages": MOST_PAGES,
        "mostBytes": MOST_MEGABYTES * 2**20,
    }


@cache
def _script() -> str:
    with current_app.open_resource("static/service-worker.js", "rt", "utf-8") as file:
        return str(file.read())


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send what a browser installs the app by."""
    home = url_for("home.home")
    pictures: list[JsonObject] = [
        {
            "src": url_for("offline.icon", size=size),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in icons.SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    app = {
        "id": home,
        "name": "Mech Companion",
        "short_name": "Companion",
        "description": "Build, print and roll for five tabletop mech games.",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": icons.THEME,
        "icons": pictures,
    }
    answer = Response(json.dumps(app), mimetype="application/manifest+json")
    answer.cache_control.max_age = 3600
    return answer


@bp.get("/icon-<int:size>.png")
def icon(size: int) -> Response:
    """Send the app's icon; `size` is its side in pixels."""
    if size not in icons.SIZES:
        abort(404)
    answer = Response(icons.icon_png(size), mimetype="image/png")
    answer.cache_control.public = True
    answer.cache_control.max_age = _DAY
    return answer
