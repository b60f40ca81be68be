"""Text as a file to download; `streams` sends long files while they are made."""

import io

from flask import send_file
from werkzeug.wrappers import Response


def text_file(text: str, name: str, mimetype: str) -> Response:
    """Return text as a file to download under `name`."""
    data = io.BytesIO(text.encode("utf-8", "surrogateescape"))
    return send_file(data, mimetype=mimetype, as_attachment=True, download_name=name)
