"""Text in UTF-8, by far the most files: read without loading what finds out other encodings."""


def decode_utf8(data: bytes) -> str | None:
    """Return bytes as text, without a mark before it; None where they are no UTF-8, or have zeros, as UTF-16 has."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
