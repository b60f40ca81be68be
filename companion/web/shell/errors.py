"""Error pages in the product's layout, which say whether anything was saved; for a program's address, JSON."""

from typing import Any

from flask import Flask, Response, current_app, jsonify, render_template, request, request_started
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from companion.base.findings import InputError, InvalidInput
from companion.limits.budget import OverBudget
from companion.limits.heavy_slots import Busy
from companion.play.table import StateLost
from companion.storage.config import StorageError
from companion.storage.store import was_written
from companion.verbs.errors import error_answer
from companion.web.shell.faults import shown_reference

_WORDS = {
    400: ("That could not be read", "The address or the form is damaged. Go back and try again."),
    404: ("Nothing here", "No page, game or build has this address. Check it for typing errors."),
    405: ("Not this way", "This address accepts another kind of request. Go back and use the page's buttons."),
    413: ("Too large", "You sent more than {limit:g} MB. A build has a few thousand characters: check the file."),
    429: ("Too fast", "Too many requests came from your browser or your network. Wait a minute, then try again."),
    500: ("Our mistake", "Something broke here. What you saved is safe; go back and try again."),
}
_OF_TABLES = ("tables", "table_report")
"""The blueprints whose pages are those of one table: what breaks there leads back to it."""
API = "/api/"
"""The addresses that programs ask: their errors are JSON."""
_ELSEWHERE = "This server is reached at another address: ask whoever runs it."
_NOTHING_SAVED = "Nothing was saved"
_UNCERTAIN = "It is not certain whether it was saved: look before you send it again."


Sentences = tuple[InputError | str, ...]


def sentences_of(error: InvalidInput | StorageError) -> tuple[Sentences, int]:
    """Return what a form says that comes back as it was typed, and the answer's status."""
    if isinstance(error, StorageError):
        return (_about_the_save(error.status, error.public),), error.status
    return error.input_errors, 422


def answer_errors(app: Flask) -> None:
    """Answer every error with a page in the product's layout."""
    app.jinja_env.globals["was_written"] = was_written.get
    request_started.connect(_begin, app)  # before anything that may refuse the request
    app.register_error_handler(HTTPException, _error)
    app.register_error_handler(CSRFError, _token_error)
    app.register_error_handler(
        StorageError, lambda error: (_page(error.status, "This cannot be saved", error.public), error.status)
    )
    # What is stored may be unreadable to this release; a form says it beside its field, every other page here.
    app.register_error_handler(InvalidInput, lambda error: (_page(422, "This cannot be read", str(error)), 422))
    app.register_error_handler(OverBudget, lambda error: (_page(422, "Too much at once", str(error)), 422))
    app.register_error_handler(
        Busy, lambda error: (_page(503, "Please wait a moment", str(error)), 503, {"Retry-After": str(error.seconds)})
    )
    app.register_error_handler(StateLost, _lost)


def _begin(_: Flask) -> None:
    was_written.set(False)


def _page(code: int, title: str, words: str) -> str | Response:
    """Return an error page; where something was sent, it says whether that was saved.

    Where the page itself breaks, its words are sent alone, and why it broke is logged beside the first error.
    """
    if request.method == "POST":
        words = _about_the_save(code, words)
    reference = (request.view_args or {}).get("reference")
    is_of_table = code >= 500 and reference and request.blueprint in _OF_TABLES
    page = "tables/error.html" if is_of_table else "home/error.html"
    try:
        return render_template(
            page, code=code, title=title, words=words, reference=reference, fault_reference=shown_reference()
        )
    except Exception:
        current_app.logger.exception("The page of an error (%d) cannot be shown", code)
        return Response(f"{title}: {words}\n", mimetype="text/plain")


def _about_the_save(code: int, words: str) -> str:
    """Add to an error's words whether anything was saved of what was sent."""
    if code == 500:
        return f"Something broke here while this was answered. {_UNCERTAIN}"
    if was_written.get():
        return f"{words} {_UNCERTAIN}"
    return words if words.startswith(_NOTHING_SAVED) else f"{words} {_NOTHING_SAVED}."


def _error(error: HTTPException) -> tuple[Any, int]:
    code = error.code or 500
    if code < 400:
        return error.get_response(), code
    if request.path.startswith(API):
        return _program_error(error, code)
    if isinstance(error, SecurityError):  # pages have no address here to link to
        return Response(f"{_ELSEWHERE}\n", mimetype="text/plain"), code
    title, words = _WORDS.get(code, (error.name, error.description or ""))
    return _page(code, title, words.format(limit=(request.max_content_length or 0) / 1e6)), code


def _program_error(error: HTTPException, code: int) -> tuple[Response, int]:
    """Answer a program that found no verb: with JSON, and with the methods that its address takes."""
    allowed = isinstance(error, MethodNotAllowed) and sorted(error.valid_methods or ())
    words = _ELSEWHERE if isinstance(error, SecurityError) else error.description or error.name
    if code in (404, 405):
        rest = f"It takes {', '.join(allowed)}." if allowed else "/api/v1/openapi.json lists what does."
        words = f"Nothing answers {request.method[:20]} {request.path[:90]}. {rest}"
    answer = jsonify(error_answer(words))
    if allowed:
        answer.headers["Allow"] = ", ".join(allowed)
    return answer, code


def _lost(error: StateLost) -> tuple[str | Response, int]:
    words = "This version of the app cannot replay the game to that point. The table’s log says what happened."
    return _page(422, "This cannot be shown", words), 422


def _token_error(_: CSRFError) -> tuple[str | Response, int]:
    title = "This form has expired"
    words = "The form's token is missing or belongs to another browser session. Reload the page and send it again."
    if not request.cookies:
        title = "Your browser sent no cookie"
        words = (
            "Nothing was saved: only a cookie says what is yours. Allow cookies for this site; "
            "then go back, reload the page and send it again."
        )
    return _page(400, title, words), 400
