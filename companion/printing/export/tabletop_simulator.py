"""Decks for Tabletop Simulator: sheets of faces, and a saved object that puts them on the table."""

import io
import json
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from companion.printing.export.archive import Out
from companion.printing.export.card_files import decks, pixels
from companion.printing.export.deck_sheets import DeckSheet, sheets
from companion.printing.export.filenames import plain, slug
from companion.printing.export.options import ExportJob
from companion.printing.export.saved_object import saved_object
from companion.printing.faces.boxes import Face, Format, Part, Piece
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Single

MOST_DOTS = {False: 4096, True: 8192}
"""Longest side of a sheet, for up to 300 dots per inch and past that."""


def table(parts: Iterable[Part], job: ExportJob) -> Iterator[Out]:
    """Return the saved object, its small picture, and its deck sheets in a folder of the same name.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    made = sheets(decks(parts)[0])
    fitted = FittedFaces(job.ink)
    for sheet in made:
        for piece in sheet.pieces:
            fitted.boxes(piece.face, piece.name, sheet.deck.format, keep=True)
            if piece.back:
                fitted.boxes(piece.back, piece.name, sheet.deck.format, keep=True)
    return _table(made, fitted, job)


def _table(made: tuple[DeckSheet, ...], fitted: FittedFaces, job: ExportJob) -> Iterator[Out]:
    name = slug(job.title) or "cards"
    at = job.at.rstrip("/") or folder(job.title)
    saved = json.dumps(saved_object(made, job.title, at, job.after), ensure_ascii=False, indent=1)
    yield Out(f"{name}.json", saved.encode("utf-8"))
    yield Out(f"{name}.png", _small(made[0], fitted, job))
    yield Out("READ-ME.txt", _words(name, folder(job.title), at).encode("utf-8"))
    for sheet in made:
        for stem, picture in sheet_pictures(sheet, fitted, job):
            yield Out(f"{folder(job.title)}/{stem}.png", preview.png(picture, job.dpi))


def folder(title: str) -> str:
    """Return the name of the folder with the deck sheets of a saved object, usable in an address."""
    return f"{plain(title) or 'cards'}-pictures"


def picture(parts: Iterable[Part], name: str, job: ExportJob) -> Image.Image | None:
    """Return one picture of the deck sheets by its name, `modules-1-faces`, or None."""
    for sheet in sheets(decks(parts)[0]):
        if name.rpartition("-")[0] == sheet.stem:
            return next(
                (found for stem, found in sheet_pictures(sheet, FittedFaces(job.ink), job) if stem == name), None
            )
    return None


def sheet_pictures(sheet: DeckSheet, fitted: FittedFaces, job: ExportJob) -> Iterator[tuple[str, Image.Image]]:
    """Return a sheet's pictures with their names: the faces, then the back or a sheet of backs."""
    fronts = [(piece.face, piece) for piece in sheet.pieces]
    yield f"{sheet.stem}-faces", _grid(sheet, fronts, fitted, job)
    if sheet.own_backs:
        behind = [(piece.back or sheet.back, piece) for piece in sheet.pieces]
        yield f"{sheet.stem}-backs", _grid(sheet, behind, fitted, job)
    else:
        piece = sheet.pieces[0]
        size = _cell(sheet, job)
        yield (
            f"{sheet.stem}-back",
            next(_draw_pages([_single(sheet.back, piece, sheet.deck.format, fitted)], size, job)),
        )


def _cell(sheet: DeckSheet, job: ExportJob) -> tuple[int, int]:
    """Return how many dots a card has: as chosen, or fewer where the sheet would be too large for the table."""
    form, most = sheet.deck.format, MOST_DOTS[job.dpi > 300]
    w, h = pixels(Single(form.w, form.h, ()), job.dpi)
    share = min(1.0, most / (w * sheet.columns), most / (h * sheet.rows))
    return max(int(w * share), 1), max(int(h * share), 1)


def _single(face: Face, piece: Piece, form: Format, fitted: FittedFaces) -> Single:
    return Single(form.w, form.h, fitted.boxes(face, piece.name, form))


def _draw_pages(singles: Sequence[Single], size: tuple[int, int], job: ExportJob) -> Iterator[Image.Image]:
    target = io.BytesIO()
    draw_singles(singles, job.title, job.accent, target, job.ink)
    # A little finer than the place, so that the page covers it wholly whichever side is the longer.
    dpi = max((size[0] + 0.5) / singles[0].w, (size[1] + 0.5) / singles[0].h) * 25.4
    yield from preview.pages(target.getvalue(), [size] * len(singles), dpi)


def _grid(sheet: DeckSheet, faces: list[tuple[Face, Piece]], fitted: FittedFaces, job: ExportJob) -> Image.Image:
    form, (w, h) = sheet.deck.format, _cell(sheet, job)
    singles = [_single(face, piece, form, fitted) for face, piece in faces]
    singles.append(_single(sheet.back, sheet.pieces[0], form, fitted))
    places = [*range(len(faces)), sheet.columns * sheet.rows - 1]
    made = Image.new("RGB", (w * sheet.columns, h * sheet.rows), "white")
    for place, picture in zip(places, _draw_pages(singles, (w, h), job), strict=True):
        made.paste(picture, (place % sheet.columns * w, place // sheet.columns * h))
    return made


def _small(sheet: DeckSheet, fitted: FittedFaces, job: ExportJob) -> bytes:
    """Return the square picture for the list of saved objects."""
    form, piece = sheet.deck.format, sheet.pieces[0]
    share = 256 / max(form.w, form.h)
    size = (max(int(form.w * share), 1), max(int(form.h * share), 1))
    face = next(_draw_pages([_single(piece.face, piece, form, fitted)], size, job))
    made = Image.new("RGB", (256, 256), "white")
    made.paste(face, ((256 - size[0]) // 2, (256 - size[1]) // 2))
    return preview.png(made, 96)


def _words(name: str, inside: str, at: str) -> str:
    return (
        f"Tabletop Simulator: put {name}.json and {name}.png into\n"
        "  Documents/My Games/Tabletop Simulator/Saves/Saved Objects\n"
        f"and open it there under Objects, Saved Objects.\n\n"
        f"It looks for its pictures at\n  {at}\n"
        f"If they lie elsewhere, put that place into {name}.json instead, everywhere it is named: the folder\n"
        f"{inside} as file:///C:/…/{inside}, or an address on the web.\n"
        "For others at your table: Modding, Cloud Manager, upload all loaded files.\n"
    )
