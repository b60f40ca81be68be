"""Everything of a player as one file, brought back from such a file, and deleted for good."""

from typing import Any, BinaryIO, cast

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput, first_messages
from companion.base.wording import join_words, megabytes, plural
from companion.storage import library, owner_file, owners, pictures
from companion.verbs.stored_documents import read_stored
from companion.web.keys.joining import merge_belongings, merge_collections
from companion.web.keys.routes import describe_kinds
from companion.web.shell import bounds, browser, streams
from companion.web.shell.security import limit_route
from companion.web.shell.visitors import visitor

bp = Blueprint("everything", __name__)
Answer = str | tuple[str, int] | Response
LARGEST_POST = 60_000_000
"""Bytes of a file that is brought back; text packs to a fifth of that and less."""
FILE = "mech-companion-library.zip"


@bp.url_value_preprocessor
def _larger(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow a larger request where a file is sent."""
    if endpoint == "everything.restore":
        request.max_content_length = LARGEST_POST


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Answer:
    error = InputError("file", f"more than {megabytes(LARGEST_POST)}", "less: whoever runs this server can restore it")
    return _restore_page((str(error),), status=413)


@bp.get(f"/library/{FILE}")
@limit_route("10 per minute")
def download() -> Response:
    """Send everything of this browser's owner as a zip, while it is made."""
    owner = browser.known_owner()
    if owner is None:
        return redirect(url_for("library.show"), 303)
    pieces = owner_file.pieces(browser.store(), owner, browser.belongings())
    return streams.attachment(pieces, FILE, "application/zip")


@bp.get("/library/restore")
def show_restore() -> Answer:
    """Show where a file is brought back."""
    return _restore_page()


def _restore_page(wrong: tuple[str, ...] = (), can_skip: bool = False, status: int = 200) -> tuple[str, int]:
    return render_template("library/restore.html", wrong=wrong, can_skip=can_skip), status


@bp.post("/library/restore")
@limit_route("10 per minute")
def restore() -> Answer:
    """Restore a file into this browser's owner, whole or not at all."""
    bounds.allow_download_time()
    sent = request.files.get("file")
    try:
        if sent is None or not sent.filename:
            raise InvalidInput(InputError("file", "none", owner_file.WANTED))
        store = browser.store()
        contents = owner_file.read_file(cast("BinaryIO", sent.stream), sent.filename[:120], read_stored, store.quota)
        if contents.bad and request.form.get("skip-bad") != "1":
            return _restore_page(tuple(first_messages(contents.bad)), can_skip=bool(contents.lines), status=422)
        came = owner_file.restore_file(store, browser.owner(), contents, merge_belongings)
    except InvalidInput as error:
        return _restore_page(tuple(map(str, error.input_errors)), status=422)
    merge_collections(store, browser.owner())
    browser.say(_describe_restore(came))
    return redirect(url_for("library.show"), 303)


def _describe_restore(came: owner_file.RestoredCounts) -> str:
    parts = [
        f"{plural(came.new, 'document')} came back" if came.new else "",
        f"{plural(came.completed, 'document')} got missing or later versions" if came.completed else "",
        f"{plural(came.already_stored, 'document')} stayed as here" if came.already_stored else "",
    ]
    return f"{join_words(filter(None, parts)) or 'The file has no document'}. Settings are merged."


@bp.get("/library/delete")
def show_delete() -> Answer:
    """Show what would be deleted, to be confirmed."""
    return _delete_page()


def _delete_page(status: int = 200) -> tuple[str, int]:
    owner = browser.current_owner()
    if owner is None:
        return render_template("library/delete.html", amount=None, wrong=False), status
    amount = library.measure_owner(browser.store(), owner.name)
    values = {"kinds": describe_kinds(amount.kinds), "pictures": len(pictures.of_owner(visitor()))}
    values |= {"amount": amount, "has_key": owner.key_made is not None, "wrong": status != 200}
    return render_template("library/delete.html", **values), status


@bp.post("/library/delete")
@limit_route("10 per minute")
def delete() -> Answer:
    """Delete everything of this browser's owner, whose browsers are strangers from then on."""
    owner = browser.known_owner()
    if owner is None:
        return redirect(url_for("home.home"), 303)
    if request.form.get("sure") != "1":
        return _delete_page(422)
    pictures.remove_all(visitor())
    owners.remove_owner(browser.store(), owner)
    browser.sign_out()
    browser.say("All your data was deleted. From now on you are a new user here.")
    return redirect(url_for("home.home"), 303)
