"""Reads an uploaded photograph of the test page, and shows what it read in the form for a printer's measurements."""

from base64 import b64encode
from typing import Any

from flask import Blueprint, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.printing import photo
from companion.printing.faces import pictures
from companion.printing.sheets.printers import LONGEST_NAME
from companion.web.printing import printers
from companion.web.shell.security import limit_route

bp = Blueprint("photo", __name__)
bp.app_context_processor(lambda: {"photos_are_read": photo.available})
LABEL = "“Photograph of the test page”"
"""What the page calls it."""
LARGEST_POST = pictures.MOST_BYTES + 100_000


@bp.url_value_preprocessor
def _larger(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests: a photograph has some megabytes."""
    request.max_content_length = LARGEST_POST


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> tuple[str, int]:
    wanted = f"a photograph of at most {megabytes(pictures.MOST_BYTES)}: choose a smaller size when you send it"
    return printers.show(413, wrong=(str(InputError(LABEL, "more than that", wanted)),))


@bp.post("/printers/photo")
@limit_route("20 per minute")
def read() -> tuple[str, int]:
    """Show the printers' page with the form filled in from a photograph, or with what is wrong with it."""
    sent = request.files.get("photo")
    try:
        if sent is None or not sent.filename:
            raise InvalidInput(InputError(LABEL, "no file", "a picture in JPEG, PNG or WebP: choose or take one"))
        found = photo.read_photo(sent.read(), LABEL)
    except InvalidInput as error:
        return printers.show(422, wrong=tuple(map(str, error.input_errors)))
    typed = {name: f"{value:g}" for name, value in found.typed_readings().items()}
    empty = dict.fromkeys(printers.READ, "") | {"name": request.form.get("name", "")[:LONGEST_NAME]}
    picture = f"data:image/jpeg;base64,{b64encode(found.picture).decode()}"
    return printers.show(typed={**empty, **typed, "flip": found.flip}, photo=found, picture=picture)
