"""The page *Settings*, and redirects from the pages that its sections were before 0.19."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.web.shared.settings_page import settings_page

bp = Blueprint("settings", __name__)


@bp.get("/settings")
def show() -> tuple[str, int]:
    """Show the key, what this browser keeps, printers, and what would be deleted."""
    return settings_page()


@bp.get("/key")
def key() -> Response:
    """Redirect from the former page of the key; a browser takes the words after the `#` of a key's link along."""
    return redirect(url_for("settings.show"), 301)


@bp.get("/away-from-the-net")
def offline() -> Response:
    """Redirect from the former page *Offline*."""
    return redirect(url_for("settings.show", _anchor="offline"), 301)


@bp.get("/library/delete")
def delete() -> Response:
    """Redirect from the former page *Delete all my data*."""
    return redirect(url_for("settings.show", _anchor="delete"), 301)
