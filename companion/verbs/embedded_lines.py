"""Lines of a text for a chat that hold data for the companion to read: written, found and taken out again."""

import base64
import binascii
import json
import re
import zlib
from typing import Any

from companion.base.findings import InputError, InvalidInput
from companion.data.documents import LONGEST


def write_line(name: str, data: Any) -> str:
    """Return the line that holds plain data, `Custom cards (for the companion to read): …`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _begin(name) + base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _begin(name: str) -> str:
    return f"{name} (for the companion to read): "


def split_line(name: str, text: str) -> tuple[str, Any]:
    """Return a text without the line of that name, and its data, None without one; InvalidInput where it is damaged."""
    found = re.search(rf"^{re.escape(_begin(name))}(?P<code>[A-Za-z0-9+/=]*)[^\n]*$", text, re.MULTILINE)
    if found is None:
        return text, None
    return text[: found.start()] + text[found.end() :], _unpack(found["code"], name)


def damaged_line(name: str) -> InvalidInput:
    """Return the error about a line whose data cannot be read."""
    wanted = "it as it was copied: copy the whole text again"
    return InvalidInput(InputError(f"the line of {name.lower()}", "a damaged one", wanted))


def _unpack(code: str, name: str) -> Any:
    opened = zlib.decompressobj()
    try:
        data = opened.decompress(base64.b64decode(code, validate=True), LONGEST)
        if opened.eof and not opened.unconsumed_tail:
            return json.loads(data)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        pass
    raise damaged_line(name)
