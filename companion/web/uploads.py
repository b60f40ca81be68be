"""Uploaded files and pasted text, both as text."""

from flask import request

from companion.findings import InputError, InvalidInput


def read_sent_text(wanted: str) -> tuple[str, str]:
    """Return the file's name and text, or no name and what was pasted; InvalidInput where a file is no UTF-8 text."""
    sent = request.files.get("file")
    if sent and sent.filename:
        return sent.filename, decode_text(sent.read(), sent.filename, wanted)
    return "", request.form.get("text", "")


def decode_text(data: bytes, name: str, wanted: str) -> str:
    """Return bytes as text; InvalidInput says to save the file as UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput(InputError(name, "bytes that are not text", f"{wanted}, saved as UTF-8")) from None
