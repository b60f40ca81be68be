"""Decks sorted into boxes: those of a print set together, small pieces in one box, large decks in several."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from companion.base.wording import join_words, plural
from companion.printing.faces import lazy_pieces, standees
from companion.printing.faces.boxes import POKER, Deck
from companion.printing.faces.dividers import TAB
from companion.printing.faces.packing import CLEARANCE, Packing
from companion.printing.faces.tuckboxes import SHALLOWEST, Net, deepest

SMALL = 40.0
"""Pieces with a side under this many mm are packed loose; larger ones are stacked as cards are."""
FEWEST = 3
"""The fewest cards that get a box."""
_LOOSE = 0.3
"""The share of a box that loose pieces fill."""
_FOR_FINGERS = 15.0
"""Depth of the flattest box for loose pieces, in mm."""
_SLACK = 1e-6


@dataclass(frozen=True)
class BoxLoad:
    """Decks that belong in one box, if it holds them; `loose` for small pieces."""

    title: str
    decks: tuple[Deck, ...]
    loose: bool = False


@dataclass(frozen=True)
class FilledBox:
    """A box and its contents: decks with their piece counts, and the number of dividers."""

    title: str
    net: Net
    contents: tuple[tuple[Deck, int], ...]
    dividers: int
    sentence: str

    @property
    def count(self) -> int:
        """The number of its pieces."""
        return sum(count_pieces for _, count_pieces in self.contents)


def count_pieces(deck: Deck) -> int:
    """Return the number of pieces in a deck, with copies."""
    return sum(lazy_pieces.copies(deck.pieces))


def is_small(deck: Deck) -> bool:
    """Return whether a deck's pieces are packed loose in a box."""
    return min(deck.format.w, deck.format.h) < SMALL


def box_key(deck: Deck) -> Hashable:
    """Return a key that is equal for decks that may share a box: their format and back.

    A deck with several backs, or of pieces that are made on demand, shares with no other.
    """
    backs = set() if isinstance(deck.pieces, lazy_pieces.LazyPieces) else {piece.back for piece in deck.pieces}
    return (deck.format, *backs) if len(backs) == 1 else id(deck)


def group_loads(sets: Iterable[tuple[str, Sequence[Deck]]]) -> tuple[BoxLoad, ...]:
    """Group decks for boxes, from print sets with their titles: cards by print set, size and back, then small pieces.

    A deck that several print sets have counts once. Standees are left out: they are not flat.
    """
    cards: dict[tuple[str, Hashable], list[Deck]] = {}
    loose: list[Deck] = []
    seen: set[str] = set()
    for title, decks in sets:
        for deck in decks:
            if deck.title in seen or standees.is_standee_deck(deck):
                continue
            seen.add(deck.title)
            if is_small(deck):
                loose.append(deck)
            elif count_pieces(deck) >= FEWEST:
                cards.setdefault((title, box_key(deck)), []).append(deck)
    loads = [BoxLoad(title if len(decks) > 1 else decks[0].title, tuple(decks)) for (title, _), decks in cards.items()]
    names = [deck.title for deck in loose]
    return (*loads, *([BoxLoad(join_words(names), tuple(loose), True)] if loose else []))


def fill_boxes(load: BoxLoad, packing: Packing) -> tuple[FilledBox, ...]:
    """Return the boxes for a load: one, or as many as its net needs to fit the player's paper."""
    if load.loose:
        return (_loose_box(load, packing),)
    across, along = sorted((load.decks[0].format.w, load.decks[0].format.h))
    w = across + packing.wider + CLEARANCE
    several = len(load.decks) > 1
    h = along + max(packing.wider, TAB if several else 0) + CLEARANCE
    room = deepest(w, h, packing.rooms) - CLEARANCE
    parts = tuple(_split(load.decks, room, packing, several))
    numbered = [f"{load.title} {n} of {len(parts)}" for n in range(1, len(parts) + 1)]
    titles = numbered if len(parts) > 1 else [load.title]
    return tuple(_box(title, part, (w, h), packing, several) for title, part in zip(titles, parts, strict=True))


_Contents = tuple[tuple[Deck, int], ...]


def _split(decks: Sequence[Deck], room: float, packing: Packing, several: bool) -> Iterator[_Contents]:
    """Yield the contents of each box: whole decks in order; a deck that fills more than a box is shared evenly."""
    divider = packing.stock if several else 0.0
    most = max(1, int((room - divider + _SLACK) / packing.each))
    current: list[tuple[Deck, int]] = []
    deep = 0.0
    for deck in decks:
        remaining = count_pieces(deck)
        boxes = ceil(remaining / most)
        for n in range(boxes):
            share = ceil(remaining / (boxes - n))
            remaining -= share
            needs = share * packing.each + divider
            if current and deep + needs > room + _SLACK:
                yield tuple(current)
                current, deep = [], 0.0
            current.append((deck, share))
            deep += needs
    if current:
        yield tuple(current)


def _box(title: str, contents: _Contents, inside: tuple[float, float], packing: Packing, several: bool) -> FilledBox:
    dividers = len(contents) if several else 0
    cards = sum(share for _, share in contents)
    deep = max(cards * packing.each + dividers * packing.stock + CLEARANCE, SHALLOWEST)
    names = f": {join_words([f'{deck.title} {share}' for deck, share in contents])}" if several else ""
    sentence = f"{plural(cards, 'card')} {packing.sentence}{names}."
    return FilledBox(title, Net(*(round(side, 2) for side in (*inside, deep))), contents, dividers, sentence)


def _loose_box(load: BoxLoad, packing: Packing) -> FilledBox:
    """Return the box of small pieces: the size of a box for cards, deep enough for all of them, packed loosely."""
    w, h = POKER.w + CLEARANCE, POKER.h + CLEARANCE
    contents = tuple((deck, count_pieces(deck)) for deck in load.decks)
    solid = sum(share * deck.format.w * deck.format.h * packing.stock for deck, share in contents)
    deep = max(solid / (w * h * _LOOSE) + CLEARANCE, _FOR_FINGERS)
    sentence = f"{join_words([f'{share} {deck.title}' for deck, share in contents])}."
    return FilledBox(load.title, Net(w, h, round(deep, 2)), contents, 0, sentence)
