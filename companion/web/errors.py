"""Error pages in the product's layout."""

from typing import Any

from flask import Flask, Response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from companion.budget import Busy, OverBudget
from companion.storage.config import StorageError

_WORDS = {
    400: ("That could not be read", "The address or the form is damaged. Go back and try again."),
    404: ("Nothing here", "No page, game or build has this address. Check it for typing errors."),
    405: ("Not this way", "This address accepts another kind of request. Go back and use the page's buttons."),
    413: ("Too large", "You sent more than 1.5 MB. A build has a few thousand characters: check the file."),
    429: ("Too fast", "Too many requests came from your address. Wait a minute, then try again."),
    500: ("Our mistake", "Something broke here. What you saved is safe; go back and try again."),
}


def answer_errors(app: Flask) -> None:
    """Answer every error with a page in the product's layout."""
    app.register_error_handler(HTTPException, _error)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(StorageError, _not_stored)
    app.register_error_handler(OverBudget, _too_much)
    app.register_error_handler(Busy, _busy)


def _error(error: HTTPException) -> tuple[Any, int]:
    code = error.code or 500
    if isinstance(error, SecurityError):  # pages have no address here to link to
        words = "This server is reached at another address: ask whoever runs it.\n"
        return Response(words, mimetype="text/plain"), code
    if code < 400:
        return error.get_response(), code
    title, words = _WORDS.get(code, (error.name, error.description or ""))
    return render_template("home/error.html", code=code, title=title, words=words), code


def _not_stored(error: StorageError) -> tuple[str, int]:
    code, title = error.status, "This cannot be saved"
    return render_template("home/error.html", code=code, title=title, words=error.public), code


def _too_much(error: OverBudget) -> tuple[str, int]:
    return render_template("home/error.html", code=422, title="Too much at once", words=str(error)), 422


def _busy(error: Busy) -> tuple[str, int, dict[str, str]]:
    page = render_template("home/error.html", code=503, title="Please wait a moment", words=str(error))
    return page, 503, {"Retry-After": str(error.seconds)}


def _expired(_: CSRFError) -> tuple[str, int]:
    title = "This form has expired"
    words = "The form's token is missing or belongs to another browser session. Reload the page and send it again."
    if not request.cookies:
        title = "Your browser sent no cookie"
        words = (
            "Nothing was saved: only a cookie says what is yours. Allow cookies for this site; "
            "then go back, reload the page and send it again."
        )
    return render_template("home/error.html", code=400, title=title, words=words), 400
