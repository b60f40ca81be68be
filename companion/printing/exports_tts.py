"""Decks for Tabletop Simulator: sheets of faces, and a saved object that lays them on the table."""

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

from PIL import Image

from companion.printing import preview
from companion.printing.boxes import Deck, Face, Format, Part, Piece, Rect, Text
from companion.printing.exports import Fitter, Out, Wish, decks, pixels, slug
from companion.printing.pdf import Single, draw_singles

COLUMNS, ROWS = 10, 7
"""The largest grid a deck sheet may have."""
CELLS = COLUMNS * ROWS - 1
"""Cards on a sheet: its last place is what others see of a hidden card."""
MOST_DOTS = {False: 4096, True: 8192}
"""Longest side of a sheet, for up to 300 dots per inch and past that."""
_SPREAD = 3.0
"""From one deck on the table to the next, in its units."""


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """One picture of up to 69 faces of one deck, with the back or the backs behind them."""

    number: int
    stem: str
    deck: Deck
    pieces: tuple[Piece, ...]

    @property
    def columns(self) -> int:
        """How many faces stand side by side."""
        return min(max(ceil(sqrt((len(self.pieces) + 1) * 1.2)), 2), COLUMNS)

    @property
    def rows(self) -> int:
        """How many rows there are; the last place of all stays for the hidden face."""
        return max(ceil((len(self.pieces) + 1) / self.columns), 2)

    @property
    def backs(self) -> tuple[Face | None, ...]:
        """The different backs of the cards on it."""
        found = {id(piece.back): piece.back for piece in self.pieces}
        return tuple(found.values())

    @property
    def own_backs(self) -> bool:
        """Whether cards on it differ in their backs."""
        return len(self.backs) > 1

    @property
    def back(self) -> Face:
        """The back that all share, or the one a hidden card shows."""
        return next((back for back in self.backs if back), None) or _plain_back(self.deck)


def _plain_back(deck: Deck) -> Face:
    form = deck.format
    inset = min(form.safe, form.w / 8)
    wide = form.w - 2 * inset - 2
    return Face(
        (
            Rect(0, 0, form.w, form.h, fill="tint", stroke=None),
            Rect(inset, inset, form.w - 2 * inset, form.h - 2 * inset, radius=2, fill="paper", stroke="accent"),
            Text(inset + 1, inset + 1, wide, form.h - 2 * inset - 2, deck.title, 11, 3, "bold", "centre", "middle"),
        )
    )


def sheets(found: Iterable[Deck]) -> tuple[DeckSheet, ...]:
    """Return decks cut into sheets of at most 69 faces, numbered from 1."""
    made: list[DeckSheet] = []
    taken: set[str] = set()
    for deck in found:
        pieces = [piece for piece in deck.pieces if piece.copies > 0]
        for start in range(0, len(pieces), CELLS):
            stem = slug(deck.title) or "deck"
            number = sum(name.startswith(stem) for name in taken) + 1
            stem = f"{stem}-{number}"
            taken.add(stem)
            made.append(DeckSheet(len(made) + 1, stem, deck, tuple(pieces[start : start + CELLS])))
    return tuple(made)


def table(parts: Iterable[Part], wish: Wish) -> Iterator[Out]:
    """Return the saved object, its small picture, and its deck sheets in a folder of the same name.

    Raises Unreadable or DoesNotFit before anything is drawn.
    """
    wish.checked()
    made = sheets(decks(parts)[0])
    fitter = Fitter(0)
    for sheet in made:
        for piece in sheet.pieces:
            fitter.boxes(piece.face, piece, sheet.deck.format)
            if piece.back:
                fitter.boxes(piece.back, piece, sheet.deck.format)
    return _table(made, fitter, wish)


def _table(made: tuple[DeckSheet, ...], fitter: Fitter, wish: Wish) -> Iterator[Out]:
    name = slug(wish.title) or "cards"
    at = wish.at.rstrip("/") or folder(wish.title)
    saved = json.dumps(saved_object(made, wish.title, at, wish.after), ensure_ascii=False, indent=1)
    yield Out(f"{name}.json", saved.encode("utf-8"))
    yield Out(f"{name}.png", _small(made[0], fitter, wish))
    yield Out("READ-ME.txt", _words(name, folder(wish.title), at).encode("utf-8"))
    for sheet in made:
        for stem, picture in pictures_of(sheet, fitter, wish):
            yield Out(f"{folder(wish.title)}/{stem}.png", preview.png(picture, wish.dpi))


def folder(title: str) -> str:
    """Return the folder that the deck sheets of a saved object lie in."""
    return f"{slug(title) or 'cards'}-pictures"


def picture(parts: Iterable[Part], name: str, wish: Wish) -> Image.Image | None:
    """Return one picture of the deck sheets by its name, `modules-1-faces`; None where none is called so."""
    for sheet in sheets(decks(parts)[0]):
        if name.rpartition("-")[0] == sheet.stem:
            return next((found for stem, found in pictures_of(sheet, Fitter(0), wish) if stem == name), None)
    return None


def pictures_of(sheet: DeckSheet, fitter: Fitter, wish: Wish) -> Iterator[tuple[str, Image.Image]]:
    """Return a sheet's pictures with their names: the faces, then the back or a sheet of backs."""
    fronts = [(piece.face, piece) for piece in sheet.pieces]
    yield f"{sheet.stem}-faces", _grid(sheet, fronts, fitter, wish)
    if sheet.own_backs:
        behind = [(piece.back or sheet.back, piece) for piece in sheet.pieces]
        yield f"{sheet.stem}-backs", _grid(sheet, behind, fitter, wish)
    else:
        piece = sheet.pieces[0]
        size = _cell(sheet, wish)
        yield f"{sheet.stem}-back", next(_drawn([_single(sheet.back, piece, sheet.deck.format, fitter)], size, wish))


def _cell(sheet: DeckSheet, wish: Wish) -> tuple[int, int]:
    """Return how many dots a card has: as wished, or fewer so that the sheet stays within what the table loads."""
    form, most = sheet.deck.format, MOST_DOTS[wish.dpi > 300]
    w, h = pixels(Single(form.w, form.h, ()), wish.dpi)
    share = min(1.0, most / (w * sheet.columns), most / (h * sheet.rows))
    return max(int(w * share), 1), max(int(h * share), 1)


def _single(face: Face, piece: Piece, form: Format, fitter: Fitter) -> Single:
    return Single(form.w, form.h, fitter.boxes(face, piece, form))


def _drawn(singles: Sequence[Single], size: tuple[int, int], wish: Wish) -> Iterator[Image.Image]:
    target = io.BytesIO()
    draw_singles(singles, wish.title, wish.accent, target, wish.ink)
    # A little finer than the place, so that the page covers it wholly whichever side is the longer.
    dpi = max((size[0] + 0.5) / singles[0].w, (size[1] + 0.5) / singles[0].h) * 25.4
    yield from preview.pages(target.getvalue(), [size] * len(singles), dpi)


def _grid(sheet: DeckSheet, faces: list[tuple[Face, Piece]], fitter: Fitter, wish: Wish) -> Image.Image:
    form, (w, h) = sheet.deck.format, _cell(sheet, wish)
    singles = [_single(face, piece, form, fitter) for face, piece in faces]
    singles.append(_single(sheet.back, sheet.pieces[0], form, fitter))
    places = [*range(len(faces)), sheet.columns * sheet.rows - 1]
    made = Image.new("RGB", (w * sheet.columns, h * sheet.rows), "white")
    for place, picture in zip(places, _drawn(singles, (w, h), wish), strict=True):
        made.paste(picture, (place % sheet.columns * w, place // sheet.columns * h))
    return made


def _small(sheet: DeckSheet, fitter: Fitter, wish: Wish) -> bytes:
    """Return the square picture that the list of saved objects shows."""
    form, piece = sheet.deck.format, sheet.pieces[0]
    share = 256 / max(form.w, form.h)
    size = (max(int(form.w * share), 1), max(int(form.h * share), 1))
    face = next(_drawn([_single(piece.face, piece, form, fitter)], size, wish))
    made = Image.new("RGB", (256, 256), "white")
    made.paste(face, ((256 - size[0]) // 2, (256 - size[1]) // 2))
    return preview.png(made, 96)


_SHAPES = {"rect": 1, "hex": 3}
"""A card's outline as the table counts them: 0 rounded, 1 square corners, 2 rounded hex, 3 hex."""


def saved_object(made: Sequence[DeckSheet], title: str, at: str, after: str = "") -> dict[str, Any]:
    """Return the document of a saved object: a deck for each deck, or a single card where it has only one."""
    groups: dict[int, list[DeckSheet]] = {}
    for sheet in made:
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


def _object(group: Sequence[DeckSheet], at: str, after: str, index: int, title: str) -> dict[str, Any]:
    deck = group[0].deck
    known = {str(sheet.number): _custom(sheet, at, after) for sheet in group}
    cards = []
    for sheet in group:
        for place, piece in enumerate(sheet.pieces):
            one = {str(sheet.number): known[str(sheet.number)]}
            cards += [(sheet.number * 100 + place, piece, one)] * piece.copies
    if len(cards) == 1:
        card_id, piece, one = cards[0]
        return _card(card_id, piece, one, deck, index, f"{title}/{deck.title}")
    base = _base("DeckCustom", deck.title, f"{len(cards)} cards", deck, index, f"{title}/{deck.title}")
    contained = [
        _card(card_id, piece, one, deck, index, f"{title}/{deck.title}/{number}")
        for number, (card_id, piece, one) in enumerate(cards)
    ]
    base["Transform"]["rotZ"] = 180.0  # face down, as a deck lies
    ids = [card_id for card_id, _, _ in cards]
    return {**base, "DeckIDs": ids, "CustomDeck": known, "ContainedObjects": contained}


def _custom(sheet: DeckSheet, at: str, after: str) -> dict[str, Any]:
    return {
        "FaceURL": f"{at}/{sheet.stem}-faces.png{after}",
        "BackURL": f"{at}/{sheet.stem}-back{'s' if sheet.own_backs else ''}.png{after}",
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": not sheet.own_backs,
        "UniqueBack": sheet.own_backs,
        "Type": _SHAPES[sheet.deck.format.shape],
    }


def _card(card_id: int, piece: Piece, custom: dict[str, Any], deck: Deck, index: int, seed: str) -> dict[str, Any]:
    base = _base("CardCustom", piece.name, piece.about, deck, index, seed)
    return {**base, "CardID": card_id, "CustomDeck": custom}


def _base(kind: str, name: str, about: str, deck: Deck, index: int, seed: str) -> dict[str, Any]:
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


def _words(name: str, inside: str, at: str) -> str:
    return (
        f"Tabletop Simulator: put {name}.json and {name}.png into\n"
        "  Documents/My Games/Tabletop Simulator/Saves/Saved Objects\n"
        f"and open it there under Objects, Saved Objects.\n\n"
        f"Its pictures are looked for at\n  {at}\n"
        f"If they lie elsewhere, put that place into {name}.json instead, everywhere it is named: the folder\n"
        f"{inside} as file:///C:/…/{inside}, or an address on the web.\n"
        "For others at your table: Modding, Cloud Manager, upload all loaded files.\n"
    )
