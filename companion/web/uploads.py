"""What a form brings as a file or as pasted text, as text."""

from flask import request

from companion.findings import InputError, InvalidInput


def sent_text(wanted: str) -> tuple[str, str]:
    """Return the file's name and text, or no name and what was pasted; InvalidInput where a file is no UTF-8 text."""
    sent = request.files.get("file")
    if sent and sent.filename:
        return sent.filename, decoded(sent.read(), sent.filename, wanted)
    return "", request.form.get("text", "")


def decoded(data: bytes, name: str, wanted: str) -> str:
    """Return bytes as text; InvalidInput says how to save them so that they are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput(InputError(name, "bytes that are no text", f"{wanted}, saved as UTF-8")) from None
