"""A spreadsheet's bytes as plain data: the names of its sheets, and the rows of the one that was asked for."""

from collections.abc import Collection
from typing import Any

from companion.data.column_names import ROWS_WITH_HEADS, plain_name
from companion.data.workbooks import ods, xlsx
from companion.data.workbooks.cells import Bounds, SheetCells
from companion.data.workbooks.xlsx import WorkbookSheet
from companion.data.workbooks.xml_parts import WHOLE, Attributes, Events, Parts, UnreadableWorkbook

Book = xlsx.ExcelWorkbook | ods.OdsWorkbook


def read(data: bytes, options: dict[str, Any]) -> dict[str, Any]:
    """Return `sheets` (names, and whether each is hidden), `sheet` (its name), and its cells as `SheetCells.as_data`.

    `options` has `sheet`, the wanted one or empty; `titles`, names of a column by which a sheet with cards is known;
    `rows`, `columns` and `characters`, how much is read. UnreadableWorkbook says what is wrong with the file.
    """
    book = _open(data)
    bounds = Bounds(options["rows"], options["columns"], options["characters"])
    sheet, cells = _choose(book, options["sheet"], frozenset(options["titles"]), bounds)
    sheets = [[one.name, one.is_hidden] for one in book.sheets]
    return {"sheets": sheets, "sheet": sheet.name, **cells.as_data()}


def _open(data: bytes) -> Book:
    if not data.startswith(b"PK"):
        return ods.OdsWorkbook(None, data)
    parts = Parts(data)
    if "content.xml" in parts:
        _refuse_locked(parts)
        return ods.OdsWorkbook(parts)
    if "xl/workbook.bin" in parts:
        raise UnreadableWorkbook("a binary Excel workbook (.xlsb)", "an .xlsx file: save it as Excel Workbook")
    if parts.has_folder("Index/") or "Index.zip" in parts:
        raise UnreadableWorkbook("a Numbers document", "an .xlsx or CSV file: in Numbers, File > Export To > Excel")
    if not parts.has_folder("xl/") and "[Content_Types].xml" not in parts:
        raise UnreadableWorkbook("a zip that is no spreadsheet", WHOLE)
    return xlsx.read_workbook(parts)


class _LockFinder(Events):
    is_locked = False

    def start(self, name: str, attributes: Attributes) -> None:
        self.is_locked = self.is_locked or name == "encryption-data"


def _refuse_locked(parts: Parts) -> None:
    if "META-INF/manifest.xml" not in parts:
        return
    finder = _LockFinder()
    parts.parse("META-INF/manifest.xml", finder)
    if finder.is_locked:
        raise UnreadableWorkbook("a spreadsheet with a password", "one without: save it without the password")


def _choose(book: Book, wanted: str, titles: Collection[str], bounds: Bounds) -> tuple[WorkbookSheet, SheetCells]:
    """Return the wanted sheet, else the first with a column of titles and a row below, else the first with cells."""
    if wanted:
        plain = wanted.strip().casefold()
        sheet = next((one for one in book.sheets if one.name.strip().casefold() == plain), None)
        if sheet is None:
            names = ", ".join(one.name for one in book.sheets[:20])
            raise UnreadableWorkbook(f"no sheet {wanted[:60]!r}", f"one of its sheets: {names}")
        return sheet, _read(book, sheet, bounds)
    filled: tuple[WorkbookSheet, SheetCells] | None = None
    for sheet in sorted(book.sheets, key=lambda one: one.is_hidden):
        cells = _read(book, sheet, bounds)
        if filled is None or (len(filled[1].rows) < 2 and len(cells.rows) > len(filled[1].rows)):
            filled = sheet, cells
        if _has_titles(cells, titles):
            return sheet, cells
    return filled or (book.sheets[0], SheetCells(bounds))


def _read(book: Book, sheet: WorkbookSheet, bounds: Bounds) -> SheetCells:
    cells = SheetCells(bounds)
    book.read(sheet, cells)
    return cells


def _has_titles(cells: SheetCells, titles: Collection[str]) -> bool:
    first = sorted(cells.rows)[:ROWS_WITH_HEADS]
    heads = (any(plain_name(text) in titles for text in cells.rows[number].values()) for number in first)
    return len(cells.rows) > 1 and any(heads)
