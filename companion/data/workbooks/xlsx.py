"""XLSX: sheets, shared strings, number formats, cells; as Excel writes it, and as those do who do less."""

import posixpath
import re
from dataclasses import dataclass

from companion.data.column_names import NO_VALUE
from companion.data.workbooks.cells import Area, SheetCells
from companion.data.workbooks.number_formats import BUILT_IN, GENERAL, iso_moment, shown
from companion.data.workbooks.xml_parts import WHOLE, Attributes, Events, Parts, UnreadableWorkbook

_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True)
class WorkbookSheet:
    """A sheet by its name; `place` is what its file calls it."""

    name: str
    is_hidden: bool
    place: str


def unescape(text: str) -> str:
    """Return a text with the characters that Excel writes as `_x000D_`."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")


class _Relations(Events):
    def __init__(self) -> None:
        self.by_id: dict[str, tuple[str, str]] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.by_id[attributes.get("Id", "")] = kind, attributes.get("Target", "")


class ExcelWorkbook(Events):
    """An XLSX file: its sheets, and on demand the cells of one."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.sheets: list[WorkbookSheet] = []
        self._from_1904 = False
        self._path = next((path for kind, path in _relations(parts, "").values() if kind == "officeDocument"), "")
        if self._path not in parts:
            self._path = "xl/workbook.xml"
        self._targets = _relations(parts, self._path)
        parts.parse(self._path, self)
        self._strings: list[str] | None = None
        self._formats: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        """Take a sheet, or how the workbook counts days."""
        if name == "workbookPr":
            self._from_1904 = attributes.get("date1904", "0") in ("1", "true", "on")
        elif name == "sheet":
            kind, path = self._targets.get(attributes.get("id", ""), ("", ""))
            if kind == "worksheet":
                is_hidden = attributes.get("state", "visible") != "visible"
                self.sheets.append(WorkbookSheet(attributes.get("name", ""), is_hidden, path))

    def read(self, sheet: WorkbookSheet, cells: SheetCells) -> None:
        """Read a sheet into `cells`."""
        if self._strings is None or self._formats is None:
            self._strings, self._formats = self._shared_strings(), self._number_formats()
        self._parts.parse(sheet.place, _CellReader(cells, self._strings, self._formats, self._from_1904))
        cells.fill_merged()

    def _part(self, kind: str) -> str:
        return next((path for other, path in self._targets.values() if other == kind and path in self._parts), "")

    def _shared_strings(self) -> list[str]:
        reader = _StringReader()
        if path := self._part("sharedStrings"):
            self._parts.parse(path, reader)
        return reader.strings

    def _number_formats(self) -> list[str]:
        reader = _FormatReader()
        if path := self._part("styles"):
            self._parts.parse(path, reader)
        return [reader.own.get(number) or BUILT_IN.get(number, GENERAL) for number in reader.of_cells]


def _relations(parts: Parts, path: str) -> dict[str, tuple[str, str]]:
    """Return the kind and the path of all that a part refers to, by id."""
    folder, _, name = path.rpartition("/")
    place = posixpath.join(folder, "_rels", f"{name}.rels")
    if place not in parts:
        return {}
    reader = _Relations()
    parts.parse(place, reader)
    return {key: (kind, _resolve(folder, target)) for key, (kind, target) in reader.by_id.items()}


def _resolve(folder: str, target: str) -> str:
    target = target.replace("\\", "/")
    return target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))


class _StringReader(Events):
    """Shared strings, without what is only how they are pronounced."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._pieces: list[str] = []
        self._in_text = self._in_phonetic = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "si":
            self._pieces = []
        elif name == "rPh":
            self._in_phonetic = True
        elif name == "t":
            self._in_text = not self._in_phonetic

    def end(self, name: str) -> None:
        if name == "si":
            self.strings.append(unescape("".join(self._pieces)))
        elif name == "rPh":
            self._in_phonetic = False
        elif name == "t":
            self._in_text = False

    def text(self, text: str) -> None:
        if self._in_text:
            self._pieces.append(text)


class _FormatReader(Events):
    """The number formats of cells: those of a file's own, and the number of each style."""

    def __init__(self) -> None:
        self.own: dict[int, str] = {}
        self.of_cells: list[int] = []
        self._in_cells = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "numFmt":
            self.own[_whole(attributes.get("numFmtId"))] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            self.of_cells.append(_whole(attributes.get("numFmtId")))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0


class _CellReader(Events):
    """The cells of a sheet; cells and rows without an address stand after the one before."""

    def __init__(self, cells: SheetCells, strings: list[str], formats: list[str], from_1904: bool) -> None:
        self._cells, self._strings, self._formats, self._from_1904 = cells, strings, formats, from_1904
        self._row = self._column = 0
        self._kind = self._style = ""
        self._value: list[str] = []
        self._formula: list[str] = []
        self._inline: list[str] = []
        self._target: list[str] | None = None
        self._has_formula = self._in_phonetic = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            self._begin_cell(attributes)
        elif name == "row":
            self._row = _whole(attributes.get("r")) or self._row + 1
            self._column = 0
            if attributes.get("hidden") in ("1", "true"):
                self._cells.hidden_rows.add(self._row)
        elif name == "v":
            self._target = self._value
        elif name == "f":
            self._has_formula, self._target = True, self._formula
        elif name == "rPh":
            self._in_phonetic = True
        elif name == "t" and not self._in_phonetic:
            self._target = self._inline
        elif name == "mergeCell" and (area := _area(attributes.get("ref", ""))):
            self._cells.merged.append(area)

    def _begin_cell(self, attributes: Attributes) -> None:
        place = _ADDRESS.fullmatch(attributes.get("r", ""))
        if place:
            self._column, self._row = _column(place[1]), int(place[2])
        else:
            self._column += 1
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._value, self._formula, self._inline = [], [], []
        self._has_formula = False

    def end(self, name: str) -> None:
        if name in ("v", "f", "t"):
            self._target = None
        elif name == "rPh":
            self._in_phonetic = False
        elif name == "c":
            self._cells.put(self._row, self._column, self._shown_cell())

    def text(self, text: str) -> None:
        if self._target is not None:
            self._target.append(text)

    def _shown_cell(self) -> str:
        value = "".join(self._value)
        match self._kind:
            case "s":
                number = _whole(value.strip())
                return self._strings[number] if value.strip() and number < len(self._strings) else ""
            case "inlineStr":
                return unescape("".join(self._inline))
            case "str" | "e":
                return unescape(value)
            case "b" if value.strip():
                return "yes" if value.strip() in ("1", "true") else "no"
            case "d":
                return iso_moment(value)
        if not value.strip():
            formula = f"{NO_VALUE} ={''.join(self._formula)[:60]}"
            return formula if self._has_formula else unescape("".join(self._inline))
        style = _whole(self._style)
        return shown(value.strip(), self._formats[style] if style < len(self._formats) else GENERAL, self._from_1904)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _area(reference: str) -> Area | None:
    corners = [_ADDRESS.fullmatch(part) for part in reference.split(":")]
    if len(corners) != 2 or not corners[0] or not corners[1]:
        return None
    (left, top), (right, bottom) = ((_column(corner[1]), int(corner[2])) for corner in corners if corner)
    return left, top, right, bottom


def read_workbook(parts: Parts) -> ExcelWorkbook:
    """Return an XLSX file's workbook; UnreadableWorkbook where it has no sheets of cells."""
    book = ExcelWorkbook(parts)
    if not book.sheets:
        raise UnreadableWorkbook("a spreadsheet without a sheet of cells", WHOLE)
    return book
