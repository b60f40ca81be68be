"""Fits every text before anything is drawn: reports all that cannot be printed at once, or leaves it out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.printing.faces import lazy_pieces
from companion.printing.faces.boxes import Box, Deck, Face, Group, Pages, Part, Piece, Text
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.sheets import whole_pages
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.options import SheetOptions
from companion.printing.text import emoji, fonts, legible
from companion.printing.text.emoji import ChangedEmoji
from companion.printing.text.fitting import fit
from companion.printing.text.fonts import CannotPrint, SeveralCannotPrint, Unprintable
from companion.printing.text.legible import SmallText


@dataclass(frozen=True)
class CheckedParts:
    """Parts that can be printed, and notes about texts that are hard to read and pieces that are left out."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]


def check_faces(
    parts: Iterable[Part],
    faces: FittedFaces | None = None,
    options: SheetOptions | None = None,
    skip_bad: bool = False,
) -> CheckedParts:
    """Fit every face into `faces`, and whole pages where `options` are given.

    Raises CannotPrint with a sentence for each text that cannot be set. With `skip_bad` its piece is left out instead,
    unless nothing remains. A whole page stays, with question marks for characters that no typeface has.
    """
    check = _Check(faces or FittedFaces())
    checked = tuple(check.part(part, options) for part in parts)
    printable = tuple(part for part in checked if not isinstance(part, Deck) or part.pieces)
    if check.sentences and not (skip_bad and check.good):
        error = check.trouble
        error.hint = "" if skip_bad else error.hint
        raise error
    left_out = (f"Left out: {sentence}" for trouble in check.troubles for sentence in trouble.sentences)
    marked = (f"With a question mark in its place: {trouble}" for trouble in check.marked)
    emoji_notes = emoji.sentences(check.emoji)
    return CheckedParts(
        printable, tuple(dict.fromkeys((*left_out, *marked, *legible.sentences(check.small), *emoji_notes)))
    )


@dataclass
class _Check:
    """One run over all parts, with its results so far."""

    faces: FittedFaces
    small: list[SmallText] = field(default_factory=list)
    emoji: list[ChangedEmoji] = field(default_factory=list)
    troubles: list[CannotPrint] = field(default_factory=list)
    marked: list[CannotPrint] = field(default_factory=list)
    """Troubles on whole pages that print question marks instead."""
    good: int = 0
    """The number of pieces and pages that can be printed."""
    shared: dict[int, tuple[Face, bool]] = field(default_factory=dict)
    """Faces by `id()`, and whether they can be printed; a reference to the face keeps its id in use."""

    @property
    def sentences(self) -> list[str]:
        """Every trouble as a sentence."""
        return [sentence for trouble in (*self.troubles, *self.marked) for sentence in trouble.sentences]

    @property
    def trouble(self) -> CannotPrint:
        """All troubles as one error."""
        troubles = [*self.troubles, *self.marked]
        return troubles[0] if len(troubles) == 1 else SeveralCannotPrint(self.sentences)

    def part(self, part: Part, options: SheetOptions | None) -> Part:
        """Return the printable pieces or pages of a part."""
        return self._deck(part) if isinstance(part, Deck) else self._pages(part, options)

    def _deck(self, deck: Deck) -> Deck:
        keep = not isinstance(deck.pieces, LazyPieces)
        printable = [number for number, piece in enumerate(deck.pieces) if self._piece(piece, deck, keep)]
        self.good += len(printable)
        if len(printable) == len(deck.pieces):
            return deck
        counts = list(lazy_pieces.copies(deck.pieces))
        return replace(deck, pieces=lazy_pieces.select(deck.pieces, [(number, counts[number]) for number in printable]))

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
            self.troubles += _box_errors(face.boxes, piece.name, (deck.format.w, deck.format.h)) or [error]
            is_printable = False
        else:
            self.small += legible.small(boxes, piece.name)
            self.emoji += emoji.changed(boxes, piece.name)
            is_printable = True
        if keep or face is piece.back:
            self.shared[id(face)] = face, is_printable
        return is_printable

    def _pages(self, part: Pages, options: SheetOptions | None) -> Pages:
        if options is None:
            return part
        try:
            pages = whole_pages.page_boxes(part, options)
        except CannotPrint as error:
            self.troubles.append(error)
            return replace(part, make=lambda area: ())
        printable = tuple(page for boxes in pages if (page := self._page(boxes, part, options)))
        self.good += len(printable)
        return replace(part, make=lambda area: printable)

    def _page(self, boxes: tuple[Box, ...], part: Pages, options: SheetOptions) -> tuple[Box, ...]:
        """Return a page that can be printed; empty if it cannot."""
        try:
            self.faces.page(boxes, part, options)
        except Unprintable as error:
            marked_boxes = _mark_unprintable(boxes)
            try:
                self.faces.page(marked_boxes, part, options)
            except CannotPrint as other:
                self.troubles += [error, other]
                return ()
            self.marked.append(error)
            return marked_boxes
        except CannotPrint as error:
            self.troubles.append(error)
            return ()
        return boxes


def _mark_unprintable(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return boxes with a question mark for each character that no typeface has."""
    marked: list[Box] = []
    for box in boxes:
        if isinstance(box, Text):
            marked.append(replace(box, text=fonts.replace_missing(box.text)))
        else:
            marked.append(replace(box, boxes=_mark_unprintable(box.boxes)) if isinstance(box, Group) else box)
    return tuple(marked)


def _box_errors(boxes: Iterable[Box], name: str, edge: tuple[float, float]) -> list[CannotPrint]:
    """Return the errors of a face's boxes; empty if the error is in the face as a whole."""
    errors = []
    for box in boxes:
        try:
            fit((box,), name, edge)
        except CannotPrint as error:
            errors.append(error)
    return errors
