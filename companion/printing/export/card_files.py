"""Cards as files: a picture of each face with a table of copies, or pages for a print shop; never whole pages."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput
from companion.data.cells import guard_formula
from companion.printing.export.archive import Out
from companion.printing.export.filenames import slug
from companion.printing.export.options import EIGHTH, ExportJob
from companion.printing.faces.boxes import Deck, Face, Format, Part, Piece
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Sides, Single
from companion.printing.svg.writer import svg

MOST_CARDS = 20_000
"""The most cards of one export, with copies."""
BATCH = 24
"""Faces in memory at once."""


@dataclass(frozen=True, slots=True)
class FaceFile:
    """A face to be drawn once: the file's name without its ending, and its piece."""

    stem: str
    face: Face
    piece: Piece
    format: Format


@dataclass(frozen=True, slots=True)
class CardFiles:
    """A card with the stems of its two files."""

    deck: str
    piece: Piece
    format: Format
    front: str
    back: str


def good(parts: Iterable[Part], skip_bad: bool) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Return the decks among parts, checked, and notes about their texts and about pieces that are left out.

    Raises CannotPrint with every text that cannot be printed, unless such pieces are left out.
    """
    found = check_faces([part for part in parts if isinstance(part, Deck)], skip_bad=skip_bad)
    return tuple(part for part in found.parts if isinstance(part, Deck)), found.notes


def decks(parts: Iterable[Part]) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Return the decks among parts, and the titles of whole pages, which card exports leave out.

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


def name_files(found: Sequence[Deck]) -> tuple[list[CardFiles], list[FaceFile]]:
    """Return every card with its files' names, and every face that has to be drawn, each once."""
    cards: list[CardFiles] = []
    sides: list[FaceFile] = []
    folders: set[str] = set()
    for number, deck in enumerate(found, 1):
        folder = fresh(slug(deck.title) or f"deck-{number}", folders)
        _name(deck, folder, cards, sides)
    return cards, sides


def _name(deck: Deck, folder: str, cards: list[CardFiles], sides: list[FaceFile]) -> None:
    pieces = [piece for piece in deck.pieces if piece.copies > 0]
    wide = max(len(str(len(pieces))), 2)
    uses: dict[int, int] = {}
    for piece in pieces:
        if piece.back is not None:
            uses[id(piece.back)] = uses.get(id(piece.back), 0) + 1
    shared: dict[int, str] = {}
    for number, piece in enumerate(pieces, 1):
        times = f"-x{piece.copies}" if piece.copies > 1 else ""
        named = f"{number:0{wide}d}-{_slug(piece)}"
        stem = f"{folder}/{named}{times}"
        sides.append(FaceFile(stem, piece.face, piece, deck.format))
        back = ""
        if piece.back is not None:
            alone = uses[id(piece.back)] == 1 and len(uses) > 1
            back = shared.get(id(piece.back), "")
            if not back:
                back = f"{stem}-back" if alone else f"{folder}/back{f'-of-{named}-and-more' if shared else ''}"
                shared[id(piece.back)] = back
                sides.append(FaceFile(back, piece.back, piece, deck.format))
        cards.append(CardFiles(deck.title, piece, deck.format, stem, back))


def _slug(piece: Piece) -> str:
    """Return what is on a piece as a file's name: its id, which of a picture is the path of its file."""
    of_file = "." in piece.id or "/" in piece.id
    return slug(piece.name if of_file else piece.id) or slug(piece.name) or "card"


def fresh(name: str, taken: set[str]) -> str:
    """Return a name that is not taken yet, with a number where it is, and take it."""
    made, number = name, 2
    while made in taken:
        made, number = f"{name}-{number}", number + 1
    taken.add(made)
    return made


def pictures(parts: Iterable[Part], job: ExportJob) -> Iterator[Out]:
    """Return `cards.csv` with the number of copies, then a picture of every different face.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    cards, sides = name_files(decks(parts)[0])
    faces = FittedFaces(job.ink)
    for side in sides:
        faces.boxes(side.face, side.piece.name, side.format, job.edge, keep=True)
    return _pictures(cards, sides, faces, job)


def _pictures(cards: list[CardFiles], sides: list[FaceFile], faces: FittedFaces, job: ExportJob) -> Iterator[Out]:
    to = job.options.to
    yield Out("cards.csv", table(cards, to))
    for start in range(0, len(sides), BATCH):
        batch = sides[start : start + BATCH]
        singles = [
            Single(s.format.w, s.format.h, faces.boxes(s.face, s.piece.name, s.format, job.edge), job.edge, s.stem)
            for s in batch
        ]
        if to == "svg":
            drawn: Iterable[bytes] = (svg(one, s.piece, job) for one, s in zip(singles, batch, strict=True))
        else:
            drawn = pngs(singles, job)
        for side, data in zip(batch, drawn, strict=True):
            yield Out(f"{side.stem}.{to}", data)


def pngs(singles: Sequence[Single], job: ExportJob, dpi: float = 0) -> Iterator[bytes]:
    """Return each face as a PNG of exactly its size; `dpi` dots per inch, those of the job without it."""
    target, dots = io.BytesIO(), dpi or job.dpi
    draw_singles(singles, job.title, job.accent, target, job.ink)
    for picture in preview.pages(target.getvalue(), [pixels(single, dots) for single in singles], dots):
        yield preview.png(picture, dots)


def pixels(single: Single, dpi: float) -> tuple[int, int]:
    """Return how many dots wide and high a face is, with bleed."""
    return tuple(max(round(side / 25.4 * dpi), 1) for side in single.page)  # type: ignore[return-value]


def table(cards: Iterable[CardFiles], ending: str) -> bytes:
    """Return `cards.csv`: a row about every card, with its copies and the names of its files."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(("deck", "card", "copies", "front", "back", "width mm", "height mm"))
    for card in cards:
        back = f"{card.back}.{ending}" if card.back else ""
        form = card.format
        rows.writerow(
            (
                guard_formula(card.deck),
                guard_formula(card.piece.name),
                card.piece.copies,
                f"{card.front}.{ending}",
                back,
                f"{form.w:g}",
                f"{form.h:g}",
            )
        )
    return out.getvalue().encode("utf-8-sig")


def shop(parts: Iterable[Part], job: ExportJob) -> Iterator[Out]:
    """Return a PDF for each size of piece: one page per card and copy, its back after it, 1/8 inch of bleed.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    found, _ = decks(parts)
    faces = FittedFaces(job.ink)
    sizes: dict[tuple[float, float], list[Deck]] = {}
    for deck in found:
        for piece in deck.pieces:
            for face in (piece.face, piece.back) if piece.copies > 0 else ():
                if face is not None:
                    faces.boxes(face, piece.name, deck.format, EIGHTH, keep=True)
        if any(piece.copies > 0 for piece in deck.pieces):
            sizes.setdefault((deck.format.w, deck.format.h), []).append(deck)
    return _shop(list(sizes.values()), faces, job)


def _shop(sizes: list[list[Deck]], faces: FittedFaces, job: ExportJob) -> Iterator[Out]:
    for same in sizes:
        form = same[0].format
        target = io.BytesIO()
        sides: Sides = "front back" if _has_backs(same) else "front"
        draw_singles(_pages_in_order(same, faces), job.title, job.accent, target, job.ink, sides=sides)
        yield Out(f"{slug(job.title) or 'cards'}-{form.w:g}x{form.h:g}mm.pdf", target.getvalue())


def _has_backs(same: Sequence[Deck]) -> bool:
    return any(piece.back is not None for deck in same for piece in deck.pieces)


def _pages_in_order(same: Sequence[Deck], faces: FittedFaces) -> Iterator[Single]:
    """Return one page per side; where any card of a file has a back, every card gets one, so that sides alternate."""
    backed = _has_backs(same)
    for deck in same:
        form, title = deck.format, deck.title
        for piece in deck.pieces:
            for _ in range(piece.copies):
                yield Single(form.w, form.h, faces.boxes(piece.face, piece.name, form, EIGHTH), EIGHTH, title)
                title = ""
                if piece.back is not None:
                    yield Single(form.w, form.h, faces.boxes(piece.back, piece.name, form, EIGHTH), EIGHTH)
                elif backed:
                    yield Single(form.w, form.h, (), EIGHTH)
