"""The custom cards of a build in its text for a chat: one line that whoever pastes the text reads back.

The names in the text are for people; the line holds what they stand for, so that a list with custom units can be read
where nobody has their pack. Only the cards that the build needs are in it.
"""

from collections.abc import Mapping
from dataclasses import replace

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import packs
from companion.data.documents import Build, read_as, to_document
from companion.data.packs import embedded_packs
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.verbs.embedded_lines import damaged_line, split_line, write_line

_NAME = "Custom cards"


def cards_line(game: GameSystem, build: Build, context: Context) -> str:
    """Return the line with a build's custom cards, empty where it uses none of its packs."""
    needed = needed_packs(game, build, context)
    if not needed:
        return ""
    return write_line(_NAME, needed)


def needed_packs(game: GameSystem, build: Build, context: Context) -> list[JsonObject]:
    """Return a build's packs with those cards alone that it needs; none where it uses none of them."""
    document, told = to_document(build), _build_results(game, build, context)
    whole: list[JsonObject] = document.get("pack", [])
    if not whole or _verdict_as_data(game, {**document, "pack": []}, context) == told:
        return []
    needed = _named_cards(document)
    if needed != whole and _verdict_as_data(game, {**document, "pack": needed}, context) != told:
        return whole  # A card counts without being named: the whole pack goes along.
    return needed


def split_cards_line(text: str) -> tuple[str, list[JsonObject]]:
    """Return a text without the line of custom cards, and the packs in that line; InvalidInput where it is damaged."""
    rest, data = split_line(_NAME, text)
    carried = embedded_packs({"pack": data})
    if data is not None and not carried:
        raise damaged_line(_NAME)
    return rest, carried


def _named_cards(document: JsonMapping) -> list[JsonObject]:
    """Return a build's packs with the cards alone that it names, directly or through another of them."""
    records = [record for pack in document["pack"] for kind in packs.card_tables(pack).values() for record in kind]
    words = _texts({key: value for key, value in document.items() if key != "pack"})
    while more := [r for r in records if _names(r) & words and not _texts(r) <= words]:
        for record in more:
            words |= _texts(record)
    heads = ({key: value for key, value in pack.items() if isinstance(value, str)} for pack in document["pack"])
    kept = []
    for head, pack in zip(heads, document["pack"], strict=True):
        cards = {kind: [r for r in rows if _names(r) & words] for kind, rows in packs.card_tables(pack).items()}
        if any(cards.values()):
            kept.append({**head, **{kind: rows for kind, rows in cards.items() if rows}})
    return kept


def _names(record: JsonMapping) -> set[str]:
    return {str(record[key]).casefold() for key in ("id", "name") if key in record}


def _texts(value: object) -> set[str]:
    """Return all texts in plain data, keys of tables too."""
    if isinstance(value, str):
        return {value.casefold()}
    if isinstance(value, Mapping):
        return {text for key, part in value.items() for text in (str(key).casefold(), *_texts(part))}
    return {text for part in value for text in _texts(part)} if isinstance(value, list | tuple) else set()


def _verdict_as_data(game: GameSystem, document: JsonMapping, context: Context) -> object:
    """Return what a document amounts to with its own packs, under the same rulings; None where it cannot be read."""
    try:
        catalogue = game.catalogue_of(document)
        build = read_as(game.model, document, {"catalogue": catalogue})
    except InvalidInput:
        return None
    return _build_results(game, build, replace(context, catalogue=catalogue))


def _build_results(game: GameSystem, build: Build, context: Context) -> object:
    """Return what a build amounts to: its text, its totals, its problems."""
    verdict = game.check(build, context)
    return game.summary(build, context), verdict.totals, [(f.rule, f.level, f.message) for f in verdict.findings]
