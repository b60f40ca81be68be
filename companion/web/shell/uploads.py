"""Uploaded files and pasted text, both as text; of a printed PDF, the build that it carries."""

from typing import Any

from flask import request

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.data.documents import LONGEST
from companion.printing.custom.card_columns import TITLES
from companion.printing.pdf import attachments, table_files
from companion.web.shell import session

LARGEST_WITH_PDF = 9_000_000
"""Bytes that a form with a printed PDF may have, and a file with text where a form takes more than that."""


def allow_pdf(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests where a printed PDF may be sent: a preprocessor for a blueprint."""
    request.max_content_length = LARGEST_WITH_PDF


def read_sent_text(wanted: str) -> tuple[str, str]:
    """Return the file's name and text, or no name and what was pasted.

    A spreadsheet is read as CSV. InvalidInput where a file is no text, or larger than a printed PDF.
    """
    sent = request.files.get("file")
    if sent and sent.filename:
        data = sent.read(LARGEST_WITH_PDF + 1)
        if len(data) > LARGEST_WITH_PDF:
            found = f"more than {megabytes(LARGEST_WITH_PDF)}"
            raise InvalidInput(InputError(sent.filename, found, f"{wanted}, of {megabytes(LONGEST)} at most"))
        return sent.filename, decode_text(data, sent.filename, wanted)
    return "", request.form.get("text", "")


def decode_text(data: bytes, name: str, wanted: str) -> str:
    """Return bytes as text, of a printed PDF the build in it, of a spreadsheet the first sheet that is filled, as CSV.

    How it was read is said on the page where there is doubt. InvalidInput says what to save it as.
    """
    if attachments.is_pdf(data):
        return attachments.read_build(data, name)
    file = table_files.read_file(data, name, wanted, titles=TITLES)
    for note in file.notes:
        session.say(note)
    return file.text
