"""Everything of a player as one file, brought back from such a file, and deleted for good."""

import zipfile
from typing import Any, BinaryIO, cast

from flask import Blueprint, redirect, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput, first_messages
from companion.base.wording import join_words, megabytes, plural
from companion.storage import owner_file, owners, pictures
from companion.storage.backup_models import DOCUMENTS
from companion.verbs.stored_documents import read_stored
from companion.web.keys.joining import merge_belongings, merge_collections
from companion.web.shared.open_page import open_page
from companion.web.shared.settings_page import settings_page
from companion.web.shell import bounds, browser, streams
from companion.web.shell.security import limit_route
from companion.web.shell.visitors import visitor

bp = Blueprint("everything", __name__)
Answer = str | tuple[str, int] | Response
LARGEST_POST = 60_000_000
"""Bytes of a file that is brought back; text packs to a fifth of that and less."""
FILE = "mech-companion-library.zip"
_NEXT_STEP = "Choose it again and press Open to restore it."


@bp.url_value_preprocessor
def _larger(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow a larger request where a file is sent."""
    if endpoint == "everything.restore":
        request.max_content_length = LARGEST_POST


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Answer:
    error = InputError("file", f"more than {megabytes(LARGEST_POST)}", "less: whoever runs this server can restore it")
    return open_page(status=413, input_errors=(str(error),))


@bp.get(f"/library/{FILE}")
@limit_route("10 per minute")
def download() -> Response:
    """Send everything of this browser's owner as a zip, while it is made."""
    owner = browser.known_owner()
    if owner is None:
        return redirect(url_for("home.home"), 303)
    pieces = owner_file.pieces(browser.store(), owner, browser.belongings())
    return streams.attachment(pieces, FILE, "application/zip")


def is_owner_file(sent: FileStorage) -> bool:
    """Return whether a file that was sent is one that `download` made."""
    try:
        with zipfile.ZipFile(sent.stream) as archive:
            return DOCUMENTS in archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return False
    finally:
        sent.stream.seek(0)


@bp.post("/library/restore")
def restore() -> Answer:
    """Restore a file into this browser's owner, whole or not at all."""
    return answer_owner_file()


@limit_route("10 per minute")
def answer_owner_file(only_count: bool = False) -> Answer:
    """Restore the file that was sent, or say how much is in it and restore nothing."""
    bounds.allow_download_time()
    sent = request.files.get("file")
    try:
        if sent is None or not sent.filename:
            raise InvalidInput(InputError("file", "none", owner_file.WANTED))
        store = browser.store()
        contents = owner_file.read_file(cast("BinaryIO", sent.stream), sent.filename[:120], read_stored, store.quota)
        if only_count:
            kind = f"A file with everything of a player, {plural(len(contents.lines), 'readable document')}"
            return open_page(kind=kind, next_step=_NEXT_STEP, input_errors=tuple(first_messages(contents.bad)))
        if contents.bad and request.form.get("skip-bad") != "1":
            wrong = tuple(first_messages(contents.bad))
            return open_page(status=422, input_errors=wrong, can_skip=bool(contents.lines))
        came = owner_file.restore_file(store, browser.owner(), contents, merge_belongings)
    except InvalidInput as error:
        return open_page(status=422, input_errors=tuple(map(str, error.input_errors)))
    merge_collections(store, browser.owner())
    browser.say(_describe_restore(came))
    return redirect(url_for("home.home"), 303)


def _describe_restore(came: owner_file.RestoredCounts) -> str:
    parts = [
        f"{plural(came.new, 'document')} came back" if came.new else "",
        f"{plural(came.completed, 'document')} got missing or later versions" if came.completed else "",
        f"{plural(came.already_stored, 'document')} stayed as here" if came.already_stored else "",
    ]
    return f"{join_words(filter(None, parts)) or 'The file has no document'}. Settings are merged."


@bp.post("/library/delete")
@limit_route("10 per minute")
def delete() -> Answer:
    """Delete everything of this browser's owner, whose browsers are strangers from then on."""
    owner = browser.known_owner()
    if owner is None:
        return redirect(url_for("home.home"), 303)
    if request.form.get("sure") != "1":
        return settings_page(422, unsure=True)
    pictures.remove_all(visitor())
    owners.remove_owner(browser.store(), owner)
    browser.sign_out()
    browser.say("All your data was deleted. From now on you are a new user here.")
    return redirect(url_for("home.home"), 303)
