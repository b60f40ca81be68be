"""Pictures for boxes, dividers and booklets: a game's mechs, and the faces of its cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from companion.gamekit.contract import PrintSet, PrintSource
from companion.printing.faces.boxes import Box, Deck, Format, Group, Piece, Rect, polygon
from companion.printing.faces.plates import Frame, extent
from companion.printing.faces.portraits import SIDE, Figure
from companion.printing.faces.tuckboxes import Drawing
from companion.printing.sheets.fitted_faces import fit_face
from companion.printing.text import hyphens
from companion.printing.text.fonts import CannotPrint, replace_missing, shorten

LONGEST = 18.0
"""Longest title on a box, in ems; longer ones are cut short with an ellipsis."""
FACE_GAP = 3.0
"""Room between two faces, in mm."""


def fit_title(words: str, longest: float = LONGEST) -> str:
    """Return a title that fits a box: shortened, in printable characters, with soft hyphens in long words."""
    return hyphens.loosen(shorten(replace_missing(words), "bold", longest))


FiguresOf = Callable[[PrintSource], tuple[Figure, ...]]
"""Returns the mechs of a build, without one those of a game's examples; empty for a game without mechs."""


def draw_mechs(figures: Iterable[Figure]) -> tuple[Drawing, ...]:
    """Return mechs as drawings, the largest first."""
    largest_first = sorted(figures, key=lambda figure: -_area(extent(figure.boxes)))
    return tuple(Drawing(SIDE, SIDE, figure.boxes) for figure in largest_first)


def _area(frame: Frame | None) -> float:
    left, top, right, low = frame or (0, 0, 0, 0)
    return (right - left) * (low - top)


def decks(print_sets: Iterable[PrintSet], source: PrintSource) -> Iterator[tuple[str, tuple[Deck, ...]]]:
    """Yield the decks of print sets, with the title of each set."""
    for print_set in print_sets:
        parts = print_set.make(source)
        yield print_set.title, tuple(part for part in parts if isinstance(part, Deck))


def faces(decks: Sequence[Deck], most: int) -> Drawing:
    """Return at most `most` faces of decks side by side, to be drawn at most at true size.

    Faces that cannot be printed are left out.
    """
    per_deck = -(-most // len(decks))
    chosen = [(piece, deck.format) for deck in decks for piece in _sample_pieces(deck, per_deck)][:most]
    boxes: list[Box] = []
    x, high = 0.0, max((form.h for _, form in chosen), default=1.0)
    for piece, form in chosen:
        boxes.append(Group(face(piece, form).boxes, x, (high - form.h) / 2))
        x += form.w + FACE_GAP
    return Drawing(max(x - FACE_GAP, 1.0), high, tuple(boxes), 1)


def _sample_pieces(deck: Deck, most: int) -> Iterator[Piece]:
    """Yield a sample of a deck's printable pieces, evenly spaced from first to last."""
    step = max(1, len(deck.pieces) // most)
    return islice(printable(deck.pieces[::step], deck.format), most)


def printable(pieces: Sequence[Piece], form: Format) -> Iterator[Piece]:
    """Yield the pieces whose face can be printed: any other would stop the whole print."""
    for piece in pieces:
        try:
            fit_face(piece.face, piece.name, form)
        except CannotPrint:
            continue
        yield piece


def face(piece: Piece, form: Format) -> Drawing:
    """Return a face on white, with its cut line, and clipped to it."""
    white = polygon(*form.outline, fill="paper") if form.shape == "hex" else Rect(0, 0, form.w, form.h, fill="paper")
    return Drawing(form.w, form.h, (white, *_within_cut(piece.face.boxes, form), _edge(form)), 1)


def _within_cut(boxes: tuple[Box, ...], form: Format) -> tuple[Box, ...]:
    left, top, right, low = extent(boxes) or (0, 0, 0, 0)
    if min(left, top, form.w - right, form.h - low) > -0.3:
        return boxes
    return (Group(boxes, window=(form.w, form.h)),)


def _edge(form: Format) -> Box:
    if form.shape == "hex":
        return polygon(*form.outline, stroke="faint", width=0.3)
    return Rect(0, 0, form.w, form.h, stroke="faint", width=0.3)
