"""Sheets of cards in a PDF: cut into their cards by columns and rows, fronts and backs."""

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.printing.custom.picture_options import PdfPages, PictureOptions, read_cut
from companion.printing.custom.picture_sources import NamedFile, PictureSource, SheetPlace, read_all
from companion.printing.faces.boxes import Format
from companion.printing.pdf import untrusted
from companion.printing.pdf.untrusted import SheetGrid

_BACKS = ("alternating", "halves")
_SCREEN_DPI = 100


def cut_sheets(source: PictureSource, form: Format, options: PictureOptions) -> PictureSource:
    """Return the pictures of a source with the cards that its sheets are cut into, and notes that say how.

    Without `options.cut` sheets stay whole: they are left out, and a note says how they can be cut.
    """
    files, notes, places = list(source.files), list(source.notes), dict(source.places)
    errors: list[InputError] = []
    for sheet in source.sheets:
        try:
            grid = find_grid(sheet, form, options)
            if not options.cut:
                raise InvalidInput(_whole_sheets_error(sheet.path, grid, form))
            cards, empty = _cards(sheet, grid, form, options, places)
        except InvalidInput as error:
            errors += error.input_errors
            continue
        files += cards
        notes.append(_describe(sheet.path, grid, empty, options))
    if errors and not files:
        raise InvalidInput(*errors)
    notes += [f"Left out: {error}" for error in errors]
    return replace(source, files=tuple(files), notes=tuple(notes), sheets=(), places=places)


def _whole_sheets_error(path: str, grid: SheetGrid, form: Format) -> InputError:
    size = f"pages of {grid.size[0]:.0f} × {grid.size[1]:.0f} mm"
    fitting = f"{grid.columns}x{grid.rows} fits for {form.w:g} × {form.h:g} mm"
    return InputError(path, size, f"cards; say how many are on a sheet (--cut, or “Cards on a sheet”): {fitting}")


def find_grid(sheet: NamedFile, form: Format, options: PictureOptions) -> SheetGrid:
    """Return where the cards lie on a PDF's first page; InvalidInput if it has no room for them."""
    return untrusted.find_cards(read_all(sheet), sheet.path, (form.w, form.h), read_cut(options.cut), options.cut_gap)


def _describe(path: str, grid: SheetGrid, empty: int, options: PictureOptions) -> str:
    w, h = grid.cells[0][2:]
    how = "where its lines and edges are" if grid.is_found else "taken to lie in the middle of the page"
    how += " with the gap that was given" if options.cut_gap is not None else ""
    bleed = f", with {grid.bleed:g} mm of bleed" if grid.bleed else ""
    places = f" {plural(empty, 'place is', 'places are')} empty." if empty else ""
    return f"{path} is cut into {grid.columns} × {grid.rows} cards of {w:.3g} × {h:.3g} mm{bleed}, {how}.{places}"


def _cards(
    sheet: NamedFile, grid: SheetGrid, form: Format, options: PictureOptions, places: dict[str, SheetPlace]
) -> tuple[list[NamedFile], int]:
    """Return the cards of all pages as pictures, `@1` a front and `@2` its back, and the number of empty places.

    Adds each card's place to `places`.
    """
    data = read_all(sheet)
    cut = _cutter(data, sheet.path, grid, form, options)
    files: list[NamedFile] = []
    stem, empty, cards = sheet.path[:-4], 0, 0

    def add(path: str, place: SheetPlace) -> None:
        places[path] = place
        files.append(NamedFile(path, 0, _opener(cut, place)))

    for place in _fronts(sheet.path, grid, options.pdf_pages):
        if not cut(place):
            empty += 1
            continue
        cards += 1
        name = f"{stem} card {cards}"
        back = _behind(place, grid, options.pdf_pages)
        add(f"{name}{'@1' * bool(back)}.pdf", place)
        if back and cut(back):
            add(f"{name}@2.pdf", back)
    return files, empty


def _fronts(sheet: str, grid: SheetGrid, pages: PdfPages) -> Iterator[SheetPlace]:
    numbers: Iterable[int] = range(grid.pages)
    if pages == "alternating":
        numbers = range(0, grid.pages, 2)
    elif pages == "halves":
        numbers = range((grid.pages + 1) // 2)
    return (SheetPlace(sheet, page, cell) for page in numbers for cell in range(grid.columns * grid.rows))


def _behind(front: SheetPlace, grid: SheetGrid, pages: PdfPages) -> SheetPlace | None:
    """Return the place of a back: on paper that is turned over like a page, columns run the other way."""
    if pages not in _BACKS:
        return None
    page = front.page + (1 if pages == "alternating" else (grid.pages + 1) // 2)
    row, column = divmod(front.cell, grid.columns)
    cell = row * grid.columns + grid.columns - 1 - column
    return SheetPlace(front.sheet, page, cell) if page < grid.pages else None


def _cutter(
    data: bytes, name: str, grid: SheetGrid, form: Format, options: PictureOptions
) -> Callable[[SheetPlace], bytes]:
    def cut(place: SheetPlace) -> bytes:
        return untrusted.cut_cards(data, name, place.page, grid, (form.w, form.h), options.cut_gap)[place.cell]

    return cut


def _opener(cut: Callable[[SheetPlace], bytes], place: SheetPlace) -> Callable[[], BinaryIO]:
    return lambda: io.BytesIO(cut(place))


def draw_card(sheet: NamedFile, place: SheetPlace, form: Format, options: PictureOptions) -> bytes:
    """Return a card on a sheet as a PNG for the screen; InvalidInput if there is none at that place."""
    grid = find_grid(sheet, form, options)
    parts: tuple[bytes, ...] = ()
    if place.page < grid.pages:
        size = form.w, form.h
        parts = untrusted.cut_cards(read_all(sheet), sheet.path, place.page, grid, size, options.cut_gap, _SCREEN_DPI)
    if not any(parts[place.cell : place.cell + 1]):
        raise InvalidInput(InputError(sheet.path, f"no card {place.cell + 1} on page {place.page + 1}", "a card"))
    return parts[place.cell]
