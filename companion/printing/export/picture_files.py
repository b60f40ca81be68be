"""Cards as files: a picture of each face with a table of copies, or pages for a print shop; never whole pages."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput
from companion.data.cells import guard_formula
from companion.printing.export.archive import ExportFile
from companion.printing.export.filenames import slug
from companion.printing.export.options import EIGHTH, ExportJob
from companion.printing.faces.boxes import Deck, Face, Format, Part, Piece
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Sides, SingleFace
from companion.printing.svg.writer import svg

MOST_CARDS = 20_000
"""The most cards of one export, with copies."""
BATCH = 24
"""Faces in memory at once."""


@dataclass(frozen=True, slots=True)
class FaceFile:
    """A face that is drawn once: its file's name without the ending, and its piece."""

    stem: str
    face: Face
    piece: Piece
    format: Format


@dataclass(frozen=True, slots=True)
class CardFiles:
    """A card with the names of its two files, without endings; `back` is empty without a back."""

    deck: str
    piece: Piece
    format: Format
    front: str
    back: str


def check_decks(parts: Iterable[Part], skip_bad: bool) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Check the decks among parts; return them, and notes about their texts and about pieces that are left out.

    Raises CannotPrint with every text that cannot be printed, unless `skip_bad` leaves such pieces out.
    """
    checked = check_faces([part for part in parts if isinstance(part, Deck)], skip_bad=skip_bad)
    return tuple(part for part in checked.parts if isinstance(part, Deck)), checked.notes


def decks(parts: Iterable[Part]) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Return the decks among parts, and the titles of whole pages, which are not exported as cards.

    Raises InvalidInput if there are no cards, or too many.
    """
    card_decks, pages = [], []
    for part in parts:
        if isinstance(part, Deck):
            card_decks.append(part)
        else:
            pages.append(part.title)
    total = sum(piece.copies for deck in card_decks for piece in deck.pieces)
    if not total:
        contents = f"only whole pages ({', '.join(pages)})" if pages else "nothing"
        raise InvalidInput(InputError("", contents, "cards or tiles to export; whole pages are for printing"))
    if total > MOST_CARDS:
        raise InvalidInput(InputError("", f"{total:,} cards", f"at most {MOST_CARDS:,} in one export; choose fewer"))
    return tuple(card_decks), tuple(dict.fromkeys(pages))


def name_files(card_decks: Sequence[Deck]) -> tuple[list[CardFiles], list[FaceFile]]:
    """Return every card with its files' names, and every face to draw, each once."""
    cards: list[CardFiles] = []
    sides: list[FaceFile] = []
    folders: set[str] = set()
    for number, deck in enumerate(card_decks, 1):
        folder = take_free_name(slug(deck.title) or f"deck-{number}", folders)
        _name_deck(deck, folder, cards, sides)
    return cards, sides


def _name_deck(deck: Deck, folder: str, cards: list[CardFiles], sides: list[FaceFile]) -> None:
    pieces = [piece for piece in deck.pieces if piece.copies > 0]
    wide = max(len(str(len(pieces))), 2)
    uses: dict[int, int] = {}
    for piece in pieces:
        if piece.back is not None:
            uses[id(piece.back)] = uses.get(id(piece.back), 0) + 1
    shared: dict[int, str] = {}
    for number, piece in enumerate(pieces, 1):
        times = f"-x{piece.copies}" if piece.copies > 1 else ""
        # The id of a piece from a picture is the path of its file.
        of_file = "." in piece.id or "/" in piece.id
        name = slug(piece.name if of_file else piece.id) or slug(piece.name) or "card"
        numbered_name = f"{number:0{wide}d}-{name}"
        stem = f"{folder}/{numbered_name}{times}"
        sides.append(FaceFile(stem, piece.face, piece, deck.format))
        back = ""
        if piece.back is not None:
            is_only_use = uses[id(piece.back)] == 1 and len(uses) > 1
            back = shared.get(id(piece.back), "")
            if not back:
                shared_name = f"{folder}/back{f'-of-{numbered_name}-and-more' if shared else ''}"
                back = f"{stem}-back" if is_only_use else shared_name
                shared[id(piece.back)] = back
                sides.append(FaceFile(back, piece.back, piece, deck.format))
        cards.append(CardFiles(deck.title, piece, deck.format, stem, back))


def take_free_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken already, and add it to `taken`."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free)
    return free


def pictures(parts: Iterable[Part], job: ExportJob) -> Iterator[ExportFile]:
    """Yield `cards.csv` with the number of copies, then a picture of every different face.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    cards, sides = name_files(decks(parts)[0])
    faces = FittedFaces(job.ink)
    for side in sides:
        faces.boxes(side.face, side.piece.name, side.format, job.edge, keep=True)
    return _pictures(cards, sides, faces, job)


def _pictures(
    cards: list[CardFiles], sides: list[FaceFile], faces: FittedFaces, job: ExportJob
) -> Iterator[ExportFile]:
    to = job.options.to
    yield ExportFile("cards.csv", table(cards, to))
    for start in range(0, len(sides), BATCH):
        batch = sides[start : start + BATCH]
        singles = [
            SingleFace(s.format.w, s.format.h, faces.boxes(s.face, s.piece.name, s.format, job.edge), job.edge, s.stem)
            for s in batch
        ]
        if to == "svg":
            drawings: Iterable[bytes] = (svg(single, s.piece, job) for single, s in zip(singles, batch, strict=True))
        else:
            drawings = pngs(singles, job)
        for side, data in zip(batch, drawings, strict=True):
            yield ExportFile(f"{side.stem}.{to}", data)


def pngs(singles: Sequence[SingleFace], job: ExportJob, dpi: float = 0) -> Iterator[bytes]:
    """Yield each face as a PNG of exactly its size, at `dpi` dots per inch or those of the job."""
    target, dots = io.BytesIO(), dpi or job.dpi
    draw_singles(singles, job.title, job.accent, target, job.ink)
    for picture in preview.pages(target.getvalue(), [pixels(single, dots) for single in singles], dots):
        yield preview.png(picture, dots)


def pixels(single: SingleFace, dpi: float) -> tuple[int, int]:
    """Return the width and height of a face with its bleed, in dots."""
    return tuple(max(round(side / 25.4 * dpi), 1) for side in single.page)  # type: ignore[return-value]


def table(cards: Iterable[CardFiles], ending: str) -> bytes:
    """Return `cards.csv`: a row for every card, with its copies and the names of its files."""
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


def shop(parts: Iterable[Part], job: ExportJob) -> Iterator[ExportFile]:
    """Yield a PDF for each size of piece: a page for each card and copy, its back after it, 1/8 inch of bleed.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    card_decks, _ = decks(parts)
    faces = FittedFaces(job.ink)
    sizes: dict[tuple[float, float], list[Deck]] = {}
    for deck in card_decks:
        for piece in deck.pieces:
            for face in (piece.face, piece.back) if piece.copies > 0 else ():
                if face is not None:
                    faces.boxes(face, piece.name, deck.format, EIGHTH, keep=True)
        if any(piece.copies > 0 for piece in deck.pieces):
            sizes.setdefault((deck.format.w, deck.format.h), []).append(deck)
    return _shop(list(sizes.values()), faces, job)


def _shop(sizes: list[list[Deck]], faces: FittedFaces, job: ExportJob) -> Iterator[ExportFile]:
    for same_size in sizes:
        form = same_size[0].format
        target = io.BytesIO()
        sides: Sides = "front back" if _has_backs(same_size) else "front"
        draw_singles(_pages_in_order(same_size, faces), job.title, job.accent, target, job.ink, sides=sides)
        yield ExportFile(f"{slug(job.title) or 'cards'}-{form.w:g}x{form.h:g}mm.pdf", target.getvalue())


def _has_backs(same_size: Sequence[Deck]) -> bool:
    return any(piece.back is not None for deck in same_size for piece in deck.pieces)


def _pages_in_order(same_size: Sequence[Deck], faces: FittedFaces) -> Iterator[SingleFace]:
    """Yield a page for each side; if any card of a file has a back, every card gets one, so that sides alternate."""
    has_backs = _has_backs(same_size)
    for deck in same_size:
        form, title = deck.format, deck.title
        for piece in deck.pieces:
            for _ in range(piece.copies):
                yield SingleFace(form.w, form.h, faces.boxes(piece.face, piece.name, form, EIGHTH), EIGHTH, title)
                title = ""
                if piece.back is not None:
                    yield SingleFace(form.w, form.h, faces.boxes(piece.back, piece.name, form, EIGHTH), EIGHTH)
                elif has_backs:
                    yield SingleFace(form.w, form.h, (), EIGHTH)
