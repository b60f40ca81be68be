"""Parts of a request as plain data: the game in its address, its query, its posted form."""

import re
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import Request, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.games import game as game_by_slug

_SAME_SITE = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""Paths of this site: one slash, then plain characters. Browsers drop tabs and read a backslash as a slash."""


class AnyRequest(Request):
    """A request whose query may hold raw bytes: they become escapes, so that reading it is never an error."""

    def __init__(self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False) -> None:
        """Write bytes of the query that are not ASCII as `%ff`."""
        asked = environ.get("QUERY_STRING", "")
        environ["QUERY_STRING"] = re.sub(r"[^\x21-\x7e]", lambda found: f"%{ord(found[0]):02X}", asked)
        super().__init__(environ, populate_request, shallow)


PARTS = frozenset({"endpoint", "slug", "name", "number", "document_id", "reference"})
"""Names of parts of addresses; no page has a field in its query of such a name."""


def find_game(slug: str) -> GameSystem:
    """Return a game, or answer 404."""
    return game_by_slug(slug) or abort(404)


def query() -> FormData:
    """Return the query of the address, without fields that would be parts of an address where they are handed on.

    Pages hand their fields on with `url_for(…, **fields)`, which refuses a part that it is given twice.
    """
    fields = request.args.to_dict(flat=False)
    return FormData({name: values for name, values in fields.items() if name not in PARTS and name[:1] != "_"})


def redirect_moved(endpoint: str, **values: str) -> Response:
    """Redirect a page's former address to the one of today, with its query; `values` are parts of today's address."""
    return redirect(url_for(endpoint, **dict[str, Any](query(), **values)), 301)


def posted_form() -> FormData:
    """Return the posted form, without its files."""
    return FormData(request.form.to_dict(flat=False))


def local_path(path: str) -> str:
    """Return a path of this site that a form names, "/" where it is none."""
    return path if _SAME_SITE.fullmatch(path) else "/"
