"""Decks for Tabletop Simulator: sheets of faces, and a saved object that puts them on the table.

A saved object names its pictures by addresses. Where nobody says at which address or in which folder the sheets will
be, they are laid out as the table itself keeps pictures that it has loaded: in `Mods/Images`, each under its address
without anything but letters and digits. The table looks there before it asks the net.
"""

import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from companion.printing.export.archive import ExportFile
from companion.printing.export.deck_sheets import DeckSheet, sheets
from companion.printing.export.filenames import ascii_slug, slug
from companion.printing.export.options import ExportJob
from companion.printing.export.picture_files import decks, pixels
from companion.printing.export.saved_object import saved_object
from companion.printing.faces.boxes import Face, Format, Part, Piece
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import SingleFace

NOWHERE = "https://cards.invalid"
"""The beginning of addresses at which nothing is, by its rules: the pictures are in the table's own folder."""
OBJECTS, IMAGES = "Saves/Saved Objects", "Mods/Images"
"""The table's folders for saved objects and for pictures that it has loaded."""
MOST_DOTS = {False: 4096, True: 8192}
"""Longest side of a sheet in dots, by whether the export has more than 300 dots per inch."""


def table(parts: Iterable[Part], job: ExportJob) -> Iterator[ExportFile]:
    """Yield the saved object, its small picture, and its deck sheets in a folder of the same name.

    Without an address of the sheets all are in the folders in which the table keeps them: there is nothing to type.

    Raises InvalidInput or DoesNotFit before anything is drawn.
    """
    deck_sheets = sheets(decks(parts)[0])
    fitted = FittedFaces(job.ink)
    for sheet in deck_sheets:
        for piece in sheet.pieces:
            fitted.boxes(piece.face, piece.name, sheet.deck.format, keep=True)
            if piece.back:
                fitted.boxes(piece.back, piece.name, sheet.deck.format, keep=True)
    return _table(deck_sheets, fitted, job)


def _table(deck_sheets: tuple[DeckSheet, ...], fitted: FittedFaces, job: ExportJob) -> Iterator[ExportFile]:
    name = slug(job.title) or "cards"
    if not job.at:
        yield from _own_folders(deck_sheets, fitted, job, name)
        return
    at = job.at.rstrip("/")
    yield ExportFile(f"{name}.json", _saved(deck_sheets, job, at))
    yield ExportFile(f"{name}.png", _small_picture(deck_sheets[0], fitted, job))
    yield ExportFile("READ-ME.txt", _read_me(name, folder(job.title), at).encode("utf-8"))
    for sheet in deck_sheets:
        for stem, picture in sheet_pictures(sheet, fitted, job):
            yield ExportFile(f"{folder(job.title)}/{stem}.png", preview.png(picture, job.dpi))


def _own_folders(
    deck_sheets: tuple[DeckSheet, ...], fitted: FittedFaces, job: ExportJob, name: str
) -> Iterator[ExportFile]:
    """Yield the files as the table keeps them; cards of other names have other addresses, so that none is mixed up."""
    mark = hashlib.blake2s(_saved(deck_sheets, job, NOWHERE), digest_size=8).hexdigest()
    at = f"{NOWHERE}/{mark}"
    yield ExportFile("READ-ME.txt", _READ_ME_OWN.encode("utf-8"))
    yield ExportFile(f"{OBJECTS}/{name}.json", _saved(deck_sheets, job, at))
    yield ExportFile(f"{OBJECTS}/{name}.png", _small_picture(deck_sheets[0], fitted, job))
    for sheet in deck_sheets:
        for stem, picture in sheet_pictures(sheet, fitted, job):
            yield ExportFile(loaded_picture(f"{at}/{stem}.png"), preview.png(picture, job.dpi))


def loaded_picture(address: str) -> str:
    """Return the file in which the table keeps the picture that it has loaded from an address."""
    return f"{IMAGES}/{re.sub('[^A-Za-z0-9]', '', address)}.png"


def _saved(deck_sheets: tuple[DeckSheet, ...], job: ExportJob, at: str) -> bytes:
    saved = saved_object(deck_sheets, job.title, at, job.after)
    return json.dumps(saved, ensure_ascii=False, indent=1).encode("utf-8")


def folder(title: str) -> str:
    """Return the name of the folder with the deck sheets of a saved object, valid in an address."""
    return f"{ascii_slug(title) or 'cards'}-pictures"


def picture(parts: Iterable[Part], name: str, job: ExportJob) -> Image.Image | None:
    """Return a picture of the deck sheets by its name, such as `modules-1-faces`; None for an unknown name."""
    for sheet in sheets(decks(parts)[0]):
        if name.rpartition("-")[0] == sheet.stem:
            return next(
                (image for stem, image in sheet_pictures(sheet, FittedFaces(job.ink), job) if stem == name), None
            )
    return None


def sheet_pictures(sheet: DeckSheet, fitted: FittedFaces, job: ExportJob) -> Iterator[tuple[str, Image.Image]]:
    """Yield a sheet's pictures with their names: the faces, then the back or a sheet of backs."""
    fronts = [(piece.face, piece) for piece in sheet.pieces]
    yield f"{sheet.stem}-faces", _grid(sheet, fronts, fitted, job)
    if sheet.has_own_backs:
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
    """Return the size of a card in dots: as chosen, or smaller if the sheet would be too large for the table."""
    form, most = sheet.deck.format, MOST_DOTS[job.dpi > 300]
    w, h = pixels(SingleFace(form.w, form.h, ()), job.dpi)
    share = min(1.0, most / (w * sheet.columns), most / (h * sheet.rows))
    return max(int(w * share), 1), max(int(h * share), 1)


def _single(face: Face, piece: Piece, form: Format, fitted: FittedFaces) -> SingleFace:
    return SingleFace(form.w, form.h, fitted.boxes(face, piece.name, form))


def _draw_pages(singles: Sequence[SingleFace], size: tuple[int, int], job: ExportJob) -> Iterator[Image.Image]:
    target = io.BytesIO()
    draw_singles(singles, job.title, job.accent, target, job.ink)
    # Slightly finer than the cell, so that the page covers all of it.
    dpi = max((size[0] + 0.5) / singles[0].w, (size[1] + 0.5) / singles[0].h) * 25.4
    yield from preview.pages(target.getvalue(), [size] * len(singles), dpi)


def _grid(sheet: DeckSheet, faces: list[tuple[Face, Piece]], fitted: FittedFaces, job: ExportJob) -> Image.Image:
    form, (w, h) = sheet.deck.format, _cell(sheet, job)
    singles = [_single(face, piece, form, fitted) for face, piece in faces]
    singles.append(_single(sheet.back, sheet.pieces[0], form, fitted))
    places = [*range(len(faces)), sheet.columns * sheet.rows - 1]
    grid = Image.new("RGB", (w * sheet.columns, h * sheet.rows), "white")
    for place, picture in zip(places, _draw_pages(singles, (w, h), job), strict=True):
        grid.paste(picture, (place % sheet.columns * w, place // sheet.columns * h))
    return grid


def _small_picture(sheet: DeckSheet, fitted: FittedFaces, job: ExportJob) -> bytes:
    """Return the square picture for the list of saved objects."""
    form, piece = sheet.deck.format, sheet.pieces[0]
    share = 256 / max(form.w, form.h)
    size = (max(int(form.w * share), 1), max(int(form.h * share), 1))
    face = next(_draw_pages([_single(piece.face, piece, form, fitted)], size, job))
    small = Image.new("RGB", (256, 256), "white")
    small.paste(face, ((256 - size[0]) // 2, (256 - size[1]) // 2))
    return preview.png(small, 96)


_READ_ME_OWN = """Tabletop Simulator: unpack this zip, with its folders, into the folder of the game
  Windows: Documents/My Games/Tabletop Simulator
  macOS: ~/Library/Tabletop Simulator
  Linux: ~/.local/share/Tabletop Simulator
Let it merge the folders Saves and Mods with those that are there. The cards are then in the game under Objects,
Saved Objects. Their pictures are in Mods/Images, where the game keeps pictures that it has loaded: leave "Mod Caching"
on, in its settings. Deleting that cache deletes them; unpack the zip again.
For others at your table: Modding, Cloud Manager, upload all loaded files.
"""


def _read_me(name: str, pictures_folder: str, at: str) -> str:
    return (
        f"Tabletop Simulator: put {name}.json and {name}.png into\n"
        "  Documents/My Games/Tabletop Simulator/Saves/Saved Objects\n"
        f"and open it there under Objects, Saved Objects.\n\n"
        f"It looks for its pictures at\n  {at}\n"
        f"If they are somewhere else, replace every such address in {name}.json: by the folder\n"
        f"{pictures_folder} as file:///C:/…/{pictures_folder}, or by an address on the web.\n"
        "For others at your table: Modding, Cloud Manager, upload all loaded files.\n"
    )
