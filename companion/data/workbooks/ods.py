"""ODS: sheets and cells as LibreOffice shows them; cells without a shown text have the value that is stored."""

from io import BytesIO

from companion.data.column_names import NO_VALUE
from companion.data.workbooks.cells import SheetCells
from companion.data.workbooks.number_formats import GENERAL, iso_moment, shown
from companion.data.workbooks.xlsx import WorkbookSheet
from companion.data.workbooks.xml_parts import (
    WHOLE,
    Attributes,
    EnoughRead,
    Events,
    Parts,
    UnreadableWorkbook,
    parse,
)

_MOST_REPEATED = 100_000
"""Filled cells that may stand for themselves many times over, in all."""
_PASSED_OVER = frozenset(
    ("annotation", "shapes", "dde-links", "tracked-changes", "forms", "frame", "ruby-text", "named-expressions")
)
"""Elements whose texts are in no cell: comments, drawings, deleted cells."""


class OdsWorkbook:
    """An ODS file, or its content alone (FODS): its sheets, and on demand the cells of one."""

    def __init__(self, parts: Parts | None, content: bytes = b"") -> None:
        self._parts, self._content = parts, content
        names = _NameReader()
        self._parse(names)
        tables = enumerate(names.tables)
        self.sheets = [
            WorkbookSheet(name, style in names.hidden_styles, str(number)) for number, (name, style) in tables
        ]
        if not self.sheets:
            raise UnreadableWorkbook("a file without a sheet of cells", WHOLE)

    def _parse(self, events: Events) -> None:
        if self._parts:
            self._parts.parse("content.xml", events)
            return
        try:
            parse(BytesIO(self._content), events)
        except EnoughRead:
            return

    def read(self, sheet: WorkbookSheet, cells: SheetCells) -> None:
        """Read a sheet into `cells`."""
        self._parse(_CellReader(cells, int(sheet.place)))
        cells.fill_merged()


class _Tables(Events):
    """Counts the tables that are sheets: not those inside others, nor of linked files."""

    def __init__(self) -> None:
        self.number = -1
        self.depth = 0
        self._passed_over = 0

    def start(self, name: str, attributes: Attributes) -> None:
        if self._passed_over or name in _PASSED_OVER:
            self._passed_over += 1
        elif name == "table":
            self.depth += 1
            if self.depth == 1:
                self.number += 1
                self.table(attributes)
        else:
            self.inside(name, attributes)

    def end(self, name: str) -> None:
        if self._passed_over:
            self._passed_over -= 1
        elif name == "table":
            self.depth -= 1
        else:
            self.outside(name)

    def table(self, attributes: Attributes) -> None:
        """Begin a sheet."""

    def inside(self, name: str, attributes: Attributes) -> None:
        """Begin any other element."""

    def outside(self, name: str) -> None:
        """End any other element."""

    @property
    def is_passing_over(self) -> bool:
        """Whether what comes is in no cell."""
        return self._passed_over > 0


class _NameReader(_Tables):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[tuple[str, str]] = []
        self.hidden_styles: set[str] = set()
        self._style = ""

    def table(self, attributes: Attributes) -> None:
        self.tables.append((attributes.get("name", ""), attributes.get("style-name", "")))

    def inside(self, name: str, attributes: Attributes) -> None:
        if name == "style":
            self._style = attributes.get("name", "")
        elif name == "table-properties" and attributes.get("display") == "false":
            self.hidden_styles.add(self._style)


def _times(attributes: Attributes, name: str) -> int:
    text = attributes.get(name, "1")
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else 1


class _CellReader(_Tables):
    """The cells of one sheet, each row and each cell as often as it is repeated."""

    def __init__(self, cells: SheetCells, wanted: int) -> None:
        super().__init__()
        self._cells, self._wanted = cells, wanted
        self._next_row = 1
        self._row_times = 1
        self._row: list[tuple[int, str]] = []
        self._column = 1
        self._cell: Attributes = {}
        self._lines: list[list[str]] = []
        self._in_line = False
        self._repeated = 0

    def inside(self, name: str, attributes: Attributes) -> None:
        if self.number != self._wanted or self.depth != 1:
            if self.number > self._wanted:
                raise EnoughRead
            return
        match name:
            case "table-row":
                self._row_times = _times(attributes, "number-rows-repeated")
                self._row, self._column = [], 1
                if attributes.get("visibility") in ("collapse", "filter"):
                    self._cells.hidden_rows.update(range(self._next_row, self._next_row + min(self._row_times, 1000)))
            case "table-cell" | "covered-table-cell":
                self._cell, self._lines = attributes, []
            case "p":
                self._lines.append([])
                self._in_line = True
            case "s":
                self.text(" " * min(_times(attributes, "c"), 1000))
            case "tab":
                self.text(" ")
            case "line-break":
                self.text("\n")

    def outside(self, name: str) -> None:
        if self.number != self._wanted or self.depth != 1:
            return
        if name == "p":
            self._in_line = False
        elif name in ("table-cell", "covered-table-cell"):
            self._end_cell(name == "covered-table-cell")
        elif name == "table-row":
            self._end_row()

    def text(self, text: str) -> None:
        if self._in_line and not self.is_passing_over and self.depth == 1 and self._lines:
            self._lines[-1].append(text)

    def _end_cell(self, is_covered: bool) -> None:
        times = _times(self._cell, "number-columns-repeated")
        text = "" if is_covered else self._shown_cell()
        down, across = _times(self._cell, "number-rows-spanned"), _times(self._cell, "number-columns-spanned")
        if down > 1 and not is_covered:
            bottom = self._next_row + down - 1
            self._cells.merged.append((self._column, self._next_row, self._column + across - 1, bottom))
        if text.strip():
            # Past the widest table one is enough to say that there is something.
            last = min(self._column + times - 1, max(self._column, self._cells.bounds.columns + 1))
            self._row += ((column, text) for column in range(self._column, last + 1))
        self._column += times

    def _end_row(self) -> None:
        first, self._next_row = self._next_row, self._next_row + self._row_times
        if not self._row:
            return
        for number in range(first, self._next_row):
            self._repeated += len(self._row) if number > first else 0
            if self._repeated > _MOST_REPEATED:
                self._cells.is_cut = True
                raise EnoughRead
            for column, text in self._row:
                self._cells.put(number, column, text)

    def _shown_cell(self) -> str:
        text = "\n".join("".join(line) for line in self._lines)
        kind = self._cell.get("value-type", "")
        if kind == "boolean":
            return "yes" if self._cell.get("boolean-value") == "true" else "no"
        if kind == "error":
            return text if text.startswith(("#", "Err:")) else "#ERROR!"
        if text.strip():
            return text
        for name in ("date-value", "string-value"):
            if self._cell.get(name):
                return iso_moment(self._cell[name]) if name == "date-value" else self._cell[name]
        if self._cell.get("time-value"):
            return self._cell["time-value"].removeprefix("PT").replace("H", ":").replace("M", ":").removesuffix("S")
        if self._cell.get("value"):
            return shown(self._cell["value"], "0.##%" if kind == "percentage" else GENERAL)
        if self._cell.get("formula") and not kind:
            return f"{NO_VALUE} {self._cell['formula'].removeprefix('of:')[:60]}"
        return ""
