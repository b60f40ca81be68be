"""Lists for a chat of releases before 0.17: their lines with custom cards and house rules, read for ever.

Such a list has no build code. What people read is its lines; cards and rules are in a line of their own for programs.
"""

import base64
import binascii
import json
import re
import zlib
from typing import Any

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.data.documents import LONGEST, CarriedHouseRules, read_as
from companion.data.packs import embedded_packs
from companion.gamekit.house_rules import FIELD

CARDS, RULES = "Custom cards", "House rules"


def split_cards_line(text: str) -> tuple[str, list[JsonObject]]:
    """Return a text without the line of custom cards, and the packs in that line; InvalidInput where it is damaged."""
    rest, data = _split_line(CARDS, text)
    packs = embedded_packs({"pack": data})
    if data is not None and not packs:
        raise _damaged_line(CARDS)
    return rest, packs


def split_rules_line(text: str) -> tuple[str, JsonObject]:
    """Return a text without the line of house rules, and what they decide as a build has it.

    InvalidInput where the line is damaged.
    """
    rest, data = _split_line(RULES, text)
    if data is None:
        return rest, {}
    try:
        rules = read_as(CarriedHouseRules, data)
    except InvalidInput:
        raise _damaged_line(RULES) from None
    return rest, {"rulings": dict(rules.rulings), FIELD: rules.model_dump(mode="json", exclude_defaults=True)}


def _split_line(name: str, text: str) -> tuple[str, Any]:
    begin = re.escape(f"{name} (for the companion to read): ")
    match = re.search(rf"^{begin}(?P<code>[A-Za-z0-9+/=]*)[^\n]*$", text, re.MULTILINE)
    if match is None:
        return text, None
    return text[: match.start()] + text[match.end() :], _unpack(match["code"], name)


def _damaged_line(name: str) -> InvalidInput:
    wanted = "it as it was copied: copy the whole text again"
    return InvalidInput(InputError(f"the line of {name.lower()}", "a damaged one", wanted))


def _unpack(code: str, name: str) -> Any:
    inflated = zlib.decompressobj()
    try:
        data = inflated.decompress(base64.b64decode(code, validate=True), LONGEST)
        if inflated.eof and not inflated.unconsumed_tail:
            return json.loads(data)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        pass
    raise _damaged_line(name)
