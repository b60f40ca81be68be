"""A draft read from the text for a chat that `summary` writes: a title, then each level with its card."""

import re

from companion.data.cards import named_text
from companion.data.marks import SIGNS
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import Component, Draft

_HEAD = "Mecha Mettle draft:"
_SIGNS = "".join(SIGNS.values())
_LEVEL = re.compile(rf"\s*\d+[{_SIGNS}]*\.\s*(?P<cards>.+)")
_CATEGORY = re.compile(r"\s*\([^()]*\)\s*$")


def from_text(text: str, context: Context) -> Draft | None:
    """Return the draft of a text for a chat, None for another text; an unknown card stays under its name."""
    head, _, body = text.strip().partition("\n")
    if not head.startswith(_HEAD):
        return None
    ids_by_name = {card.name.casefold(): card.id for card in context.catalogue.all(Component)}
    ids = []
    for line in body.splitlines():
        match = _LEVEL.fullmatch(line)
        for entry in match["cards"].split(" / ") if match else ():
            name = _CATEGORY.sub("", entry).strip()
            if name != "–":
                ids.append(ids_by_name.get(name.casefold(), named_text(name)))
    title = head.removeprefix(_HEAD).strip()
    return Draft(game="mecha-mettle", title="" if title == "untitled" else title, components=tuple(ids))
