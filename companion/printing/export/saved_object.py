"""The saved object for Tabletop Simulator, which puts decks on its table, as plain data."""

import hashlib
from collections.abc import Sequence

from companion.base.json_types import JsonObject
from companion.printing.export.deck_sheets import DeckSheet
from companion.printing.faces.boxes import Deck, Format, Piece

_SPREAD = 3.0
"""Distance of the decks on the table, in its units."""


_ROUNDED, _SQUARE, _HEX = 0, 1, 3
"""The virtual table's numbers for a card's outline."""


def _shape(form: Format) -> int:
    """Return the outline: cards have round corners, square tiles do not, because they are laid edge to edge."""
    if form.shape == "hex":
        return _HEX
    return _SQUARE if abs(form.w - form.h) < 0.1 else _ROUNDED


def saved_object(deck_sheets: Sequence[DeckSheet], title: str, at: str, after: str = "") -> JsonObject:
    """Return the document of a saved object: each deck as a deck, or as a single card if it has only one.

    `at` is the address of the deck sheets and `after` follows each picture's name in it.
    """
    groups: dict[int, list[DeckSheet]] = {}
    for sheet in deck_sheets:
        groups.setdefault(id(sheet.deck), []).append(sheet)
    states = [_object(group, at, after, index, title) for index, group in enumerate(groups.values())]
    return {
        "SaveName": "",
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": title,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": states,
    }


def _object(group: Sequence[DeckSheet], at: str, after: str, index: int, title: str) -> JsonObject:
    deck = group[0].deck
    decks_by_number = {str(sheet.number): _custom(sheet, at, after) for sheet in group}
    cards = []
    for sheet in group:
        for place, piece in enumerate(sheet.pieces):
            custom_deck = {str(sheet.number): decks_by_number[str(sheet.number)]}
            cards += [(sheet.number * 100 + place, piece, custom_deck)] * piece.copies
    if len(cards) == 1:
        card_id, piece, custom_deck = cards[0]
        return {**_card(card_id, piece, custom_deck, deck, index, f"{title}/{deck.title}"), "Name": "CardCustom"}
    base = _base("DeckCustom", deck.title, f"{len(cards)} cards", deck, index, f"{title}/{deck.title}")
    contained = [
        _card(card_id, piece, custom_deck, deck, index, f"{title}/{deck.title}/{number}")
        for number, (card_id, piece, custom_deck) in enumerate(cards)
    ]
    base["Transform"]["rotZ"] = 180.0  # face down, as a deck lies
    ids = [card_id for card_id, _, _ in cards]
    return {**base, "DeckIDs": ids, "CustomDeck": decks_by_number, "ContainedObjects": contained}


def _custom(sheet: DeckSheet, at: str, after: str) -> JsonObject:
    return {
        "FaceURL": f"{at}/{sheet.stem}-faces.png{after}",
        "BackURL": f"{at}/{sheet.stem}-back{'s' if sheet.has_own_backs else ''}.png{after}",
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": not sheet.has_own_backs,
        "UniqueBack": sheet.has_own_backs,
        "Type": _shape(sheet.deck.format),
    }


def _card(card_id: int, piece: Piece, custom: JsonObject, deck: Deck, index: int, seed: str) -> JsonObject:
    base = _base("Card", piece.name, piece.about, deck, index, seed)
    return {**base, "CardID": card_id, "CustomDeck": custom}


def _base(kind: str, name: str, about: str, deck: Deck, index: int, seed: str) -> JsonObject:
    size = round(deck.format.h / 88, 3)
    return {
        "GUID": hashlib.sha256(seed.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {
            "posX": round(index % 6 * _SPREAD, 2),
            "posY": 1.0,
            "posZ": round(-(index // 6) * _SPREAD * 1.4, 2),
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 0.0,
            "scaleX": size,
            "scaleY": 1.0,
            "scaleZ": size,
        },
        "Nickname": name,
        "Description": about,
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
        "Hands": True,
        "SidewaysCard": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
