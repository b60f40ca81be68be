"""A squad read back from its text for a chat; the text does not tell the size of a grid, which no roll asks for."""

import re
from collections.abc import Iterator, Mapping

from companion.base.json_types import JsonObject
from companion.data.cards import named_text
from companion.data.documents import Build, read_as
from companion.gamekit.contract import Context
from companion.games.techniconica.model import LEAST_SIDE, MOST_SIDE, Squad
from companion.games.techniconica.model.typed import ids_by_name

_TITLE = re.compile(r"Techniconica squad: (.*)")
_HEAD = re.compile(r"(\S.*): weight .+, power .+, Speed .+")
_CARD = re.compile(r"\s+([A-Z][A-Za-z ]+?)(?: \((\d{1,2}),(\d{1,2})\))?: (.+)")


def from_text(text: str, context: Context) -> Build | None:
    """Return the squad that a text tells of, None where it is not such a text.

    A card that is not among those in use stays under its name.
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    title = _TITLE.fullmatch(lines[0].strip()) if lines else None
    if title is None:
        return None
    called = "" if title[1] == "untitled" else title[1]
    mechs = list(_mechs(lines[1:], ids_by_name(context.catalogue)))
    document = {"game": "techniconica", "title": called, "mech": mechs}
    return read_as(Squad, document)


def _mechs(lines: list[str], ids: Mapping[str, str]) -> Iterator[JsonObject]:
    mech: JsonObject | None = None
    count = 0
    for line in lines:
        if head := _HEAD.fullmatch(line):
            if mech is not None:
                yield mech
            count += 1
            mech = {} if head[1] == f"Mech {count}" else {"name": head[1]}
        elif mech is not None and (card := _CARD.fullmatch(line)):
            _put_card(mech, card, _seat(card[4], ids))
    if mech is not None:
        yield mech


def _put_card(mech: JsonObject, card: re.Match[str], seat: JsonObject) -> None:
    """Put a card at its place: one with a slot among the parts, any other at the place that is called like its kind."""
    if not card[2]:
        mech[card[1].casefold()] = seat
        return
    mech.setdefault("part", []).append({**seat, "slot": f"{card[2]},{card[3]}"})
    rows, columns = mech.get("grid", (LEAST_SIDE, LEAST_SIDE))
    needed = max(rows, int(card[2])), max(columns, int(card[3]))
    if needed != (rows, columns):
        mech["grid"] = tuple(min(side, MOST_SIDE) for side in needed)


def _seat(words: str, ids: Mapping[str, str]) -> JsonObject:
    """Return a card with those attached to it, from `Scout Cab with Bubble Projector, Scrap Plate`."""
    if words.casefold() in ids:
        return {"card": ids[words.casefold()]}
    name, _, attached = words.partition(" with ")
    extras = [_card_id(extra, ids) for extra in attached.split(", ")] if attached else []
    return {"card": _card_id(name, ids), "attached": extras}


def _card_id(name: str, ids: Mapping[str, str]) -> str:
    return ids.get(name.strip().casefold(), named_text(name))
