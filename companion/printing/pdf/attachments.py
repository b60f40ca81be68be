"""Reads the build that is attached to a printed PDF, from the file's bytes: nothing in it is run, drawn or opened.

PDFium would unpack an attachment of any size; this module unpacks no more than the longest document. Streams are always
separate in a file, also after a viewer has saved it.
"""

import re
import zlib
from collections.abc import Iterator

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.data.documents import LONGEST

BUILD = "build.toml"
"""The name of the attached build."""
LARGEST = 8_000_000
"""Most bytes of a PDF; a print of a hundred sheets has about half of that."""
MOST = 20
"""The most attached files to search."""
_BEGIN = b"%PDF-"
_ATTACHED = re.compile(rb"/EmbeddedFile(?![A-Za-z])")
_STREAM = re.compile(rb"stream\r?\n")
_PACKED = re.compile(rb"/Filter\s*(?:\[\s*)?/FlateDecode\s*(?:\]|/|>)")
_LENGTH = re.compile(rb"/Length\s+(\d{1,8})(?!\d*\s+\d+\s+R)")
_LOCKED = re.compile(rb"/Encrypt\s*(?:\d|<<)")
_LONGEST_HEAD = 2000
"""Most bytes of the entries of an attached file."""
_LONGEST_DOCUMENT = 4 * LONGEST
"""Bytes of the longest document, at four bytes a letter."""
_DOCUMENT = re.compile(r"^game = ", re.MULTILINE)


def is_pdf(data: bytes) -> bool:
    """Return whether a file begins like a PDF."""
    return data.startswith(_BEGIN)


def read_build(data: bytes, name: str) -> str:
    """Return the text of the build in a PDF; InvalidInput if there is none, with the reason."""
    if len(data) > LARGEST:
        wanted = f"a PDF of at most {megabytes(LARGEST)}: export the build as TOML instead"
        raise InvalidInput(InputError(name, "a larger file", wanted))
    if _LOCKED.search(data):
        raise InvalidInput(InputError(name, "a PDF that is locked with a password", "the same PDF without a password"))
    streams = list(_attached_streams(data))
    texts = [text for head, rest in streams if (text := _unpack(head, rest)) is not None]
    builds = [text for text in texts if _DOCUMENT.search(text)]
    if builds:
        return builds[-1]  # The newest: changes are appended to a file.
    if len(texts) < len(streams):
        raise InvalidInput(InputError(name, "a PDF whose attached file is damaged", "the PDF as it was downloaded"))
    wanted = "a print of a saved build, made here by release 0.10 or later; or the build as TOML, JSON or text"
    raise InvalidInput(InputError(name, "a PDF without a build in it", wanted))


def _attached_streams(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the entries of each attached file, and the rest of the PDF from its stream on."""
    for count, attached in enumerate(_ATTACHED.finditer(data)):
        if count == MOST:
            return
        stream = _STREAM.search(data, attached.end(), attached.end() + _LONGEST_HEAD)
        begin = data.rfind(b"obj", max(0, attached.start() - _LONGEST_HEAD), attached.start())
        if stream and begin >= 0:
            yield data[begin : stream.start()], data[stream.end() :]


def _unpack(head: bytes, rest: bytes) -> str | None:
    """Return an attached file as text; empty for other kinds of files, None for a damaged file."""
    length = _LENGTH.search(head)
    end = int(length[1]) if length else rest.find(b"endstream")
    if not 0 <= end <= len(rest):
        return None
    if b"/Filter" in head:
        if not _PACKED.search(head) or b"/Predictor" in head:
            return ""
        unpacker = zlib.decompressobj()
        try:
            content = unpacker.decompress(rest[:end], _LONGEST_DOCUMENT + 1)
        except zlib.error:
            return None
        if not unpacker.eof and len(content) <= _LONGEST_DOCUMENT:
            return None
    else:
        content = rest[:end]
    if len(content) > _LONGEST_DOCUMENT:
        return ""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
