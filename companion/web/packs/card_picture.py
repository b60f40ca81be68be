"""The picture in a card's form: the one it has, one that is sent, and that again while other fields are fixed."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.limits.budget import OverBudget
from companion.printing.faces import card_pictures, pictures
from companion.printing.pdf import own_pictures
from companion.storage import pictures as kept
from companion.storage import stored_pictures
from companion.storage.card_pictures import Pictures
from companion.storage.decode import json_text
from companion.web.packs.routes import PACK
from companion.web.shell import session
from companion.web.shell.forms import sentence
from companion.web.shell.lookup import find_game
from companion.web.shell.visitors import visitor

bp = Blueprint("pack_pictures", __name__)
FILE, KEPT, REMOVED = "picture-file", "picture-kept", "picture-removed"
LARGEST_POST = pictures.MOST_BYTES + 1_000_000
"""Bytes of a card's form with its picture."""


def allow_picture(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests where a picture may be sent: a preprocessor for a blueprint."""
    request.max_content_length = LARGEST_POST


@dataclass(frozen=True)
class SentPicture:
    """A card's picture as its form has it: what the card names, and the bytes of one that is not stored yet."""

    name: str = ""
    data: bytes = b""
    key: str = ""
    """What finds a sent picture again where the form comes back."""
    error: str = ""

    @property
    def coming(self) -> Pictures:
        """Return what is to be stored with the card."""
        return {self.name: self.data} if self.data else {}

    @property
    def is_stored(self) -> bool:
        """Whether it can be shown."""
        return not self.data and card_pictures.find(self.name) is not None


def read_sent(before: str) -> SentPicture:
    """Return the picture that a form sends, keeps or takes away; one that cannot be read leaves the one from before."""
    sent = request.files.get(FILE)
    if sent and sent.filename:
        name = sent.filename.replace("\\", "/").rpartition("/")[2][:120]
        try:
            return _sent(own_pictures.clean(sent.read(), name), "")
        except OverBudget:
            raise
        except InvalidInput as error:
            return SentPicture(before, error=" ".join(sentence(one) for one in error.input_errors))
    if REMOVED in request.form:
        return SentPicture()
    with suppress(FileNotFoundError):
        key = request.form.get(KEPT, "")
        if pictures.is_clean(data := kept.find(key)):
            return _sent(data, key)
    return SentPicture(before)


def refuse_picture(picture: SentPicture, size: int) -> SentPicture:
    """Return a form's picture beside the message about one of so many bytes, which is too large to be read."""
    try:
        pictures.refuse_large(size, "The picture")
    except InvalidInput as error:
        return replace(picture, error=" ".join(sentence(one) for one in error.input_errors))
    return picture


def _sent(data: bytes, key: str) -> SentPicture:
    return SentPicture(own_pictures.hash_of(data), data, key or kept.keep(data, visitor()))


@bp.get("/<slug>/packs/<document_id>/pictures/<name>")
def show(slug: str, document_id: str, name: str) -> WerkzeugResponse:
    """Send a picture of a pack; 404 for visitors who may not see the pack."""
    document = PACK.find(find_game(slug), document_id, request.args.get("version", type=int))
    if name not in card_pictures.hashes_in(json_text(document.data)):
        abort(404)
    try:
        data = stored_pictures.read(session.store(), name)
    except InvalidInput:
        abort(404)
    answer = Response(data, mimetype="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")
    answer.cache_control.private = True
    answer.cache_control.no_cache = True  # Asked for each time: it may be shared no longer.
    answer.add_etag()
    return answer.make_conditional(request)
