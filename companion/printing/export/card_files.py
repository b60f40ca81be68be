"""What leaves for elsewhere: each card as a picture, deck sheets for a virtual table, pages for a print shop."""

import csv
import io
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.findings import InputError, InvalidInput
from companion.printing.export.archive import Out
from companion.printing.export.filenames import slug
from companion.printing.faces.boxes import Deck, Face, Format, Part, Piece
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.jobs import Single
from companion.printing.sheets.layout import fitted
from companion.printing.svg.writer import svg
from companion.printing.text import legible
from companion.printing.text.fitting import Drawn

To = Literal["png", "svg", "tts", "shop"]
EIGHTH = 3.175
"""An eighth of an inch in mm: the bleed that print shops ask for."""
LEAST_DPI, MOST_DPI = 72, 1200
MOST_CARDS = 20_000
"""Cards, copies and all, that one export may hold."""
BATCH = 24
"""Faces that stand in memory at once."""
_KEPT = 256


@dataclass(frozen=True, slots=True)
class Wish:
    """How cards are wanted: dots per inch, with bleed or cut at the trim, in which ink and accent.

    `at` is where a virtual table finds the deck sheets: an address, or a folder as `file:///…`; `after` is what
    follows each picture's name there, such as `?what=modules`.
    """

    title: str
    accent: str = "#1f3f77"
    dpi: int = 300
    bleed: bool = False
    ink: InkMode = "full"
    at: str = ""
    after: str = ""

    @property
    def edge(self) -> float:
        """How far past the trim a picture goes, in mm."""
        return EIGHTH if self.bleed else 0.0

    def checked(self) -> "Wish":
        """Return it; InvalidInput where the dots are too few or too many."""
        if not LEAST_DPI <= self.dpi <= MOST_DPI:
            raise InvalidInput(
                InputError("dpi", str(self.dpi), f"{LEAST_DPI} to {MOST_DPI}; 300 or 600 suit most uses")
            )
        return self


@dataclass(frozen=True, slots=True)
class Side:
    """A face to be drawn once: the file's name without its ending, the piece it stands for."""

    stem: str
    face: Face
    piece: Piece
    format: Format


@dataclass(frozen=True, slots=True)
class Listed:
    """A card with the stems of its two files."""

    deck: str
    piece: Piece
    format: Format
    front: str
    back: str


@dataclass
class Fitter:
    """Fits faces for an edge past the trim; remembers those that came last, so that shared backs are fitted once."""

    edge: float
    _known: "OrderedDict[int, tuple[Face, tuple[Drawn, ...]]]" = field(default_factory=OrderedDict)

    def boxes(self, face: Face, piece: Piece, form: Format) -> tuple[Drawn, ...]:
        """Return a face's fitted boxes; DoesNotFit names the piece."""
        known = self._known.get(id(face))
        if known is None:
            known = self._known[id(face)] = (face, fitted(face, piece.name, form, self.edge))
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return known[1]


def decks(parts: Iterable[Part]) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Return the decks among parts, and the titles of whole pages, which no card export holds.

    Raises InvalidInput where there is no card at all, or where there are too many.
    """
    found, pages = [], []
    for part in parts:
        if isinstance(part, Deck):
            found.append(part)
        else:
            pages.append(part.title)
    total = sum(piece.copies for deck in found for piece in deck.pieces)
    if not total:
        what = f"only whole pages ({', '.join(pages)})" if pages else "nothing"
        raise InvalidInput(InputError("", what, "cards or tiles to export; whole pages are for printing"))
    if total > MOST_CARDS:
        raise InvalidInput(InputError("", f"{total:,} cards", f"at most {MOST_CARDS:,} in one export; choose fewer"))
    return tuple(found), tuple(dict.fromkeys(pages))


def notes(found: Iterable[Deck]) -> tuple[str, ...]:
    """Return a sentence for each text that comes out too small to read with ease."""
    fitter, told = Fitter(0), list[str]()
    backs: dict[int, Face] = {}
    for deck in found:
        for piece in deck.pieces:
            fresh = piece.back is not None and id(piece.back) not in backs
            for face in (piece.face, piece.back) if fresh else (piece.face,):
                if face is not None:
                    told += legible.small(fitter.boxes(face, piece, deck.format), piece.name)
            if piece.back is not None:
                backs[id(piece.back)] = piece.back
    return tuple(dict.fromkeys(told))


def named(found: Sequence[Deck]) -> tuple[list[Listed], list[Side]]:
    """Return every card with its files' names, and every face that has to be drawn, each once."""
    cards: list[Listed] = []
    sides: list[Side] = []
    folders: set[str] = set()
    for number, deck in enumerate(found, 1):
        folder = _fresh(slug(deck.title) or f"deck-{number}", folders)
        _name(deck, folder, cards, sides)
    return cards, sides


def _name(deck: Deck, folder: str, cards: list[Listed], sides: list[Side]) -> None:
    pieces = [piece for piece in deck.pieces if piece.copies > 0]
    wide = max(len(str(len(pieces))), 2)
    uses: dict[int, int] = {}
    for piece in pieces:
        if piece.back is not None:
            uses[id(piece.back)] = uses.get(id(piece.back), 0) + 1
    shared: dict[int, str] = {}
    for number, piece in enumerate(pieces, 1):
        times = f"-x{piece.copies}" if piece.copies > 1 else ""
        stem = f"{folder}/{number:0{wide}d}-{slug(piece.id) or slug(piece.name) or 'card'}{times}"
        sides.append(Side(stem, piece.face, piece, deck.format))
        back = ""
        if piece.back is not None:
            alone = uses[id(piece.back)] == 1 and len(uses) > 1
            back = shared.get(id(piece.back), "")
            if not back:
                back = f"{stem}-back" if alone else f"{folder}/back{f'-{len(shared) + 1}' if shared else ''}"
                shared[id(piece.back)] = back
                sides.append(Side(back, piece.back, piece, deck.format))
        cards.append(Listed(deck.title, piece, deck.format, stem, back))


def _fresh(name: str, taken: set[str]) -> str:
    made, number = name, 2
    while made in taken:
        made, number = f"{name}-{number}", number + 1
    taken.add(made)
    return made


def pictures(parts: Iterable[Part], to: Literal["png", "svg"], wish: Wish) -> Iterator[Out]:
    """Return a picture of every face, each once, after `cards.csv`, which says how many of each are wanted.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    wish.checked()
    cards, sides = named(decks(parts)[0])
    fitter = Fitter(wish.edge)
    for side in sides:
        fitter.boxes(side.face, side.piece, side.format)
    return _pictures(cards, sides, fitter, to, wish)


def _pictures(
    cards: list[Listed], sides: list[Side], fitter: Fitter, to: Literal["png", "svg"], wish: Wish
) -> Iterator[Out]:
    yield Out("cards.csv", _table(cards, to))
    for start in range(0, len(sides), BATCH):
        batch = sides[start : start + BATCH]
        singles = [
            Single(s.format.w, s.format.h, fitter.boxes(s.face, s.piece, s.format), wish.edge, s.stem) for s in batch
        ]
        if to == "svg":
            drawn: Iterable[bytes] = (svg(one, s.piece, wish) for one, s in zip(singles, batch, strict=True))
        else:
            drawn = pngs(singles, wish)
        for side, data in zip(batch, drawn, strict=True):
            yield Out(f"{side.stem}.{to}", data)


def pngs(singles: Sequence[Single], wish: Wish) -> Iterator[bytes]:
    """Return each face as a PNG of exactly its size at the wished dots per inch."""
    target = io.BytesIO()
    draw_singles(singles, wish.title, wish.accent, target, wish.ink)
    for picture in preview.pages(target.getvalue(), [pixels(single, wish.dpi) for single in singles], wish.dpi):
        yield preview.png(picture, wish.dpi)


def pixels(single: Single, dpi: float) -> tuple[int, int]:
    """Return how many dots wide and high a face is, bleed and all."""
    return tuple(max(round((side + 2 * single.bleed) / 25.4 * dpi), 1) for side in (single.w, single.h))  # type: ignore[return-value]


def _table(cards: Iterable[Listed], ending: str) -> bytes:
    """Return what every file is, as rows."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(("deck", "card", "copies", "front", "back", "width mm", "height mm"))
    for card in cards:
        back = f"{card.back}.{ending}" if card.back else ""
        name = f"'{card.piece.name}" if card.piece.name[:1] in "=+-@" else card.piece.name
        form = card.format
        rows.writerow(
            (card.deck, name, card.piece.copies, f"{card.front}.{ending}", back, f"{form.w:g}", f"{form.h:g}")
        )
    return out.getvalue().encode("utf-8-sig")


def shop(parts: Iterable[Part], wish: Wish) -> Iterator[Out]:
    """Return a PDF for each size of piece: a page a card and copy, its back behind it, an eighth of an inch of bleed.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    found, _ = decks(parts)
    fitter = Fitter(EIGHTH)
    sizes: dict[tuple[float, float], list[Deck]] = {}
    for deck in found:
        for piece in deck.pieces:
            for face in (piece.face, piece.back) if piece.copies > 0 else ():
                if face is not None:
                    fitter.boxes(face, piece, deck.format)
        if any(piece.copies > 0 for piece in deck.pieces):
            sizes.setdefault((deck.format.w, deck.format.h), []).append(deck)
    return _shop(list(sizes.values()), fitter, wish)


def _shop(sizes: list[list[Deck]], fitter: Fitter, wish: Wish) -> Iterator[Out]:
    for same in sizes:
        form = same[0].format
        target = io.BytesIO()
        draw_singles(_ordered(same, fitter), wish.title, wish.accent, target, wish.ink)
        yield Out(f"{slug(wish.title) or 'cards'}-{form.w:g}x{form.h:g}mm.pdf", target.getvalue())


def _ordered(same: Iterable[Deck], fitter: Fitter) -> Iterator[Single]:
    """Return a page a side; a deck with a back anywhere has one behind every card, so that fronts stay in front."""
    for deck in same:
        form, title = deck.format, deck.title
        backed = any(piece.back is not None for piece in deck.pieces)
        for piece in deck.pieces:
            for _ in range(piece.copies):
                yield Single(form.w, form.h, fitter.boxes(piece.face, piece, form), EIGHTH, title)
                title = ""
                if piece.back is not None:
                    yield Single(form.w, form.h, fitter.boxes(piece.back, piece, form), EIGHTH)
                elif backed:
                    yield Single(form.w, form.h, (), EIGHTH)
