"""Text as a file to download; `streams` sends long files while they are made."""

from werkzeug.wrappers import Response


def text_file(text: str, name: str, mimetype: str) -> Response:
    """Return text as a file to download under `name`; it is held whole, so that it can be measured and compressed."""
    answer = Response(text.encode("utf-8", "surrogateescape"), mimetype=mimetype)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer
