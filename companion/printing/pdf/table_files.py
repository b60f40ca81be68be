"""Files of text and spreadsheets as text: in whatever encoding they were saved, a spreadsheet's sheet as CSV."""

import csv
import io
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_words, number_ranges, plural
from companion.data.csv_cells import MOST_COLUMNS
from companion.data.plain_text import decode_utf8

if TYPE_CHECKING:
    from companion.data.text_encodings import Reading

MOST_ROWS = 10_050
"""The most filled rows of a sheet: those of the most cards, and a few above them."""
MOST_CHARACTERS = 5_000_000
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_FLAT = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_SAVE_AS = "an .xlsx or CSV file"
_SAVE_IN_EXCEL = f"{_SAVE_AS}: open it in a spreadsheet program and save it as Excel Workbook (.xlsx)"
_NO_TEXT = (
    (b"<?mso-application", "a spreadsheet in XML of 2003", _SAVE_IN_EXCEL),
    (b"urn:schemas-microsoft-com:office:spreadsheet", "a spreadsheet in XML of 2003", _SAVE_IN_EXCEL),
    (b'"doc_id"', "a link to a Google sheet", f"{_SAVE_AS}: in Google Sheets, File > Download > Microsoft Excel"),
    (b"<html", "a web page", f"{_SAVE_AS}: open it in a spreadsheet program and save it so"),
    (b"<table", "a web page", f"{_SAVE_AS}: open it in a spreadsheet program and save it so"),
)
"""What stands near the beginning of files that look like text and are something else."""
_HEAD = 1024


@dataclass(frozen=True)
class FileText:
    """A file as text, and how it was read."""

    text: str
    encoding: str = ""
    """Of a file of text that is no UTF-8, as Python calls it."""
    readings: tuple["Reading", ...] = ()
    """What its bytes may be, if there is doubt: first what was taken, then the others, the most likely first."""
    sheet: str = ""
    """Of a spreadsheet, the sheet whose cells these are."""
    sheets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def is_workbook(data: bytes) -> bool:
    """Return whether bytes are a spreadsheet, readable or not, or another zip."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06", _OLE)) or (data.lstrip()[:1] == b"<" and _FLAT in data[:4096])


def read_file(
    data: bytes, name: str, wanted: str, encoding: str = "", sheet: str = "", titles: Collection[str] = ()
) -> FileText:
    """Return a file's text, of a spreadsheet the rows of a sheet as CSV; blank rows keep the numbers of the others.

    `encoding` and `sheet` are chosen by the player, or empty. `titles` are names of a column, compared as
    `column_names.plain_name`, by which the first sheet with cards is known. InvalidInput says what to save it as.
    """
    if is_workbook(data):
        return _read_sheet(data, name, sheet, titles)
    head = data[:_HEAD].lower()
    for mark, found, instead in _NO_TEXT:
        if mark in head and head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"<", b"{"):
            raise InvalidInput(InputError(name, found, instead))
    unused = (f"{name} has no sheets: {sheet} is not used.",) if sheet else ()
    text = None if encoding else decode_utf8(data)
    if text is not None:
        return FileText(text, notes=unused)
    # Loaded for a file that is no UTF-8.
    from companion.data import text_encodings

    read = text_encodings.decode(data, name, wanted, encoding)
    readings = (text_encodings.Reading(read.encoding, read.text), *read.others) if read.others else ()
    return FileText(read.text, read.encoding, readings, notes=(*((read.note,) if read.note else ()), *unused))


def _read_sheet(data: bytes, name: str, sheet: str, titles: Collection[str]) -> FileText:
    if data.startswith(_OLE):
        if _LOCKED in data:
            wanted = "one without: save it without the password"
            raise InvalidInput(InputError(name, "a spreadsheet with a password", wanted))
        raise InvalidInput(InputError(name, "a spreadsheet of an old kind, such as .xls", _SAVE_IN_EXCEL))
    # Loaded for a spreadsheet: a file of text needs no other process.
    from companion.printing.pdf import untrusted

    bounds = {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "characters": MOST_CHARACTERS}
    read = untrusted.read_workbook(data, name, {"sheet": sheet, "titles": sorted(titles), **bounds})
    if read["is_cut"]:
        found = f"more than {MOST_ROWS:,} rows or {MOST_CHARACTERS:,} characters"
        wanted = "fewer: keep the cards in a sheet of their own"
        raise InvalidInput(InputError(f"{name}: {read['sheet']}", found, wanted))
    names = tuple(one for one, _ in read["sheets"])
    notes = [*_sheet_notes(read["sheet"], read["sheets"], bool(sheet))]
    if read["stray"]:
        several = "cells" if len(read["stray"]) > 1 else "a cell"
        notes.append(f"Left out: {several} far outside the table, {join_words(read['stray'][:5])}.")
    if read["hidden_rows"]:
        rows = number_ranges(read["hidden_rows"])
        notes.append(f"Printed too, though hidden in the sheet: {plural(len(read['hidden_rows']), 'row')} ({rows}).")
    return FileText(_as_csv(read["rows"]), sheet=read["sheet"], sheets=names, notes=tuple(notes))


def _sheet_notes(used: str, sheets: Iterable[tuple[str, bool]], is_chosen: bool) -> Iterable[str]:
    others = [f"{name} (hidden)" if is_hidden else name for name, is_hidden in sheets if name != used]
    if others and not is_chosen:
        verb = "is" if len(others) == 1 else "are"
        yield f"Cards are read from the sheet {used}; there {verb} also {join_words(others[:10])}."


def _as_csv(rows: Iterable[tuple[int, list[str]]]) -> str:
    """Return rows as CSV, each in the line of its number, counted from 1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    next_row = 1
    for number, cells in rows:
        out.write("\n" * (number - next_row))
        writer.writerow(cells)
        next_row = number + 1
    return out.getvalue()
