"""Fits every text before anything is drawn: all that cannot be printed is reported at once, or left out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.printing.faces import lazy_pieces
from companion.printing.faces.boxes import Box, Deck, Face, Group, Pages, Part, Piece, Text
from companion.printing.faces.lazy_pieces import Many
from companion.printing.sheets import whole_pages
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.options import SheetOptions
from companion.printing.text import fonts, legible
from companion.printing.text.fitting import fit
from companion.printing.text.fonts import CannotPrint, SeveralCannotPrint, Unprintable
from companion.printing.text.legible import SmallText


@dataclass(frozen=True)
class CheckedParts:
    """Parts that can be printed, and notes: texts that are hard to read, and pieces that are left out."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]


def check_faces(
    parts: Iterable[Part],
    faces: FittedFaces | None = None,
    options: SheetOptions | None = None,
    skip_bad: bool = False,
) -> CheckedParts:
    """Fit every face into `faces`, and whole pages for `options` where these are given.

    Raises CannotPrint with a sentence for each text that cannot be set; with `skip_bad` its piece is left out, unless
    nothing else is there. A whole page stays, with question marks for characters that no typeface has.
    """
    check = _Check(faces or FittedFaces())
    made = tuple(check.part(part, options) for part in parts)
    kept = tuple(part for part in made if not isinstance(part, Deck) or part.pieces)
    if check.sentences and not (skip_bad and check.good):
        error = check.trouble
        error.hint = "" if skip_bad else error.hint
        raise error
    left_out = (f"Left out: {sentence}" for trouble in check.troubles for sentence in trouble.sentences)
    marked = (f"With a question mark in its place: {trouble}" for trouble in check.marked)
    return CheckedParts(kept, tuple(dict.fromkeys((*left_out, *marked, *legible.sentences(check.small)))))


@dataclass
class _Check:
    """One run over all parts, with what it finds."""

    faces: FittedFaces
    small: list[SmallText] = field(default_factory=list)
    troubles: list[CannotPrint] = field(default_factory=list)
    marked: list[CannotPrint] = field(default_factory=list)
    """What whole pages print with question marks instead."""
    good: int = 0
    """How many pieces and pages can be printed."""
    shared: dict[int, tuple[Face, bool]] = field(default_factory=dict)
    """Faces that were fitted before, and whether they can be printed; kept, so that no other gets their `id()`."""

    @property
    def sentences(self) -> list[str]:
        """Every trouble as a sentence."""
        return [sentence for trouble in (*self.troubles, *self.marked) for sentence in trouble.sentences]

    @property
    def trouble(self) -> CannotPrint:
        """All troubles as one error."""
        found = [*self.troubles, *self.marked]
        return found[0] if len(found) == 1 else SeveralCannotPrint(self.sentences)

    def part(self, part: Part, options: SheetOptions | None) -> Part:
        """Return a part with what can be printed of it."""
        return self._deck(part) if isinstance(part, Deck) else self._pages(part, options)

    def _deck(self, deck: Deck) -> Deck:
        keep = not isinstance(deck.pieces, Many)
        good = [number for number, piece in enumerate(deck.pieces) if self._piece(piece, deck, keep)]
        self.good += len(good)
        if len(good) == len(deck.pieces):
            return deck
        counts = list(lazy_pieces.copies(deck.pieces))
        return replace(deck, pieces=lazy_pieces.some(deck.pieces, [(number, counts[number]) for number in good]))

    def _piece(self, piece: Piece, deck: Deck, keep: bool) -> bool:
        front = self._face(piece.face, piece, deck, keep)
        back = piece.back is None or self._face(piece.back, piece, deck, keep)
        return front and back

    def _face(self, face: Face, piece: Piece, deck: Deck, keep: bool) -> bool:
        if id(face) in self.shared:
            return self.shared[id(face)][1]
        try:
            boxes = self.faces.plain(face, piece.name, deck.format, keep)
        except CannotPrint as error:
            self.troubles += _wrong(face.boxes, piece.name, (deck.format.w, deck.format.h)) or [error]
            good = False
        else:
            self.small += legible.small(boxes, piece.name)
            good = True
        if keep or face is piece.back:
            self.shared[id(face)] = face, good
        return good

    def _pages(self, part: Pages, options: SheetOptions | None) -> Pages:
        if options is None:
            return part
        try:
            made = whole_pages.page_boxes(part, options)
        except CannotPrint as error:
            self.troubles.append(error)
            return replace(part, make=lambda area: ())
        good = tuple(kept for boxes in made if (kept := self._page(boxes, part, options)))
        self.good += len(good)
        return replace(part, make=lambda area: good)

    def _page(self, boxes: tuple[Box, ...], part: Pages, options: SheetOptions) -> tuple[Box, ...]:
        """Return a page that can be printed, nothing where it cannot."""
        try:
            self.faces.page(boxes, part, options)
        except Unprintable as error:
            plain = _mark_unprintable(boxes)
            try:
                self.faces.page(plain, part, options)
            except CannotPrint as other:
                self.troubles += [error, other]
                return ()
            self.marked.append(error)
            return plain
        except CannotPrint as error:
            self.troubles.append(error)
            return ()
        return boxes


def _mark_unprintable(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return boxes with a question mark for each character that no typeface has."""
    made: list[Box] = []
    for box in boxes:
        if isinstance(box, Text):
            made.append(replace(box, text=fonts.replace_missing(box.text)))
        else:
            made.append(replace(box, boxes=_mark_unprintable(box.boxes)) if isinstance(box, Group) else box)
    return tuple(made)


def _wrong(boxes: Iterable[Box], name: str, edge: tuple[float, float]) -> list[CannotPrint]:
    """Return what is wrong with each box of a face; nothing where only the whole face is wrong."""
    found = []
    for box in boxes:
        try:
            fit((box,), name, edge)
        except CannotPrint as error:
            found.append(error)
    return found
