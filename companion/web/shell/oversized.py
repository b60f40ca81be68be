"""The fields of a form that is larger than its page takes: read as far as they came, its files left out."""

from collections.abc import Iterator

from flask import request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.sansio.multipart import Data, Epilogue, Field, MultipartDecoder, NeedData

_CHUNK = 65_536


def read_fields(most: int, most_text: int) -> ImmutableMultiDict[str, str]:
    """Return the fields among the first `most` bytes of a form, of at most `most_text` bytes; none where it is no form.

    The files come to nothing: a page shows what was typed, and what it had before.
    """
    fields: list[tuple[str, str]] = []
    boundary = request.mimetype_params.get("boundary", "").encode()
    if request.mimetype != "multipart/form-data" or not boundary:
        return ImmutableMultiDict()
    parser, name, text = MultipartDecoder(boundary, most_text), "", b""
    try:
        for chunk in _chunks(min(most, request.content_length or 0)):
            parser.receive_data(chunk)
            while not isinstance(event := parser.next_event(), Epilogue | NeedData):
                if not isinstance(event, Data):
                    name, text = (event.name, b"") if isinstance(event, Field) else ("", b"")
                elif name:
                    text += event.data
                    most_text -= len(event.data)
                    if not event.more_data:
                        fields.append((name, text.decode("utf-8", "replace")))
                if most_text < 0:
                    return ImmutableMultiDict(fields)
    except (ValueError, RequestEntityTooLarge):
        pass  # What came before it stands.
    return ImmutableMultiDict(fields)


def _chunks(left: int) -> Iterator[bytes]:
    stream = request.environ["wsgi.input"]
    while left > 0 and (chunk := stream.read(min(_CHUNK, left))):
        left -= len(chunk)
        yield chunk
