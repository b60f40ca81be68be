"""A draft read from its text for a chat, the one that `summary` writes: a title, then each level with its card."""

import re

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.marks import SIGNS
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import Component, Draft

_HEAD = "Mecha Mettle draft:"
_SIGNS = "".join(SIGNS.values())
_LEVEL = re.compile(rf"\s*\d+[{_SIGNS}]*\.\s*(?P<cards>.+)")
_CATEGORY = re.compile(r"\s*\([^()]*\)\s*$")


def from_text(text: str, context: Context) -> Draft | None:
    """Return the draft a chat's text tells, None where the text is not one; InvalidInput names an unknown card."""
    head, _, rest = text.strip().partition("\n")
    if not head.startswith(_HEAD):
        return None
    known = {card.name.casefold(): card.id for card in context.catalogue.all(Component)}
    ids, wrong = [], []
    for number, line in enumerate(rest.splitlines(), 2):
        found = _LEVEL.fullmatch(line)
        for written in found["cards"].split(" / ") if found else ():
            name = _CATEGORY.sub("", written).strip()
            if name == "–":
                continue
            if name.casefold() not in known:
                wrong.append(InputError(f"line {number}", quote(name), "the name of a component"))
            else:
                ids.append(known[name.casefold()])
    if wrong:
        raise InvalidInput(*wrong)
    title = head.removeprefix(_HEAD).strip()
    return Draft(game="mecha-mettle", title="" if title == "untitled" else title, components=tuple(ids))
